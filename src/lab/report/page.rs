//! The frame of a page: one self-contained HTML file, nothing fetched from anywhere.

use super::plot::{SERIES, escaped};
use crate::words::spoken;

const STYLE: &str = "
:root { color-scheme: light dark; --paper: #f6efdd; --ink: #22302f; --soft: #66706a; --edge: #d9cdb0; --sea: #1f6f78; }
@media (prefers-color-scheme: dark) { :root { --paper: #172325; --ink: #e8e2d2; --soft: #9aa8a4; --edge: #35474a; --sea: #6fc3cc; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, 'EB Garamond', serif; margin: 2rem auto; max-width: 74rem; padding: 0 1.2rem; }
h1 { font-size: 1.8rem; margin: 0 0 .2rem; } h2 { border-bottom: 1px solid var(--edge); margin: 2rem 0 .6rem; font-size: 1.25rem; }
p.line { color: var(--soft); margin: 0 0 1rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1.2rem 2rem; align-items: start; }
figure { margin: 0; } figcaption { font-weight: bold; margin-bottom: .3rem; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .label { text-anchor: end; } svg .tick, svg .cell { text-anchor: middle; } svg .value, svg .corner { text-anchor: start; }
svg .axis { stroke: var(--soft); fill: none; } svg .whisker { stroke: var(--ink); stroke-width: 1.4; fill: none; }
svg .fair { stroke: var(--ink); stroke-dasharray: 4 4; } svg .unseen { opacity: .42; } svg .seen circle { fill: #c0562b; }
table { border-collapse: collapse; width: 100%; font: 14px/1.35 system-ui, sans-serif; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--edge); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; } th.group { padding-top: 1rem; color: var(--sea); } tr.unseen td { color: var(--soft); }
.key span { display: inline-block; margin-right: 1.2rem; } .key i { display: inline-block; width: .9em; height: .9em; margin-right: .4em; vertical-align: -1px; }
footer { color: var(--soft); margin: 2.5rem 0 1rem; font-size: .9rem; }
";

/// A whole page around its parts.
pub fn page(title: &str, line: &str, body: &str, footer: &str) -> String {
    let (title, line, footer) = (escaped(title), escaped(line), escaped(footer));
    let language = escaped(&spoken().language);
    format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1><p class=\"line\">{line}</p>\n{body}\
         <footer>{footer}</footer></body></html>\n"
    )
}

/// Which colour is which.
pub fn key(names: &[String]) -> String {
    let one = |(at, name): (usize, &String)| {
        format!("<span><i style=\"background:{}\"></i>{}</span>", SERIES[at % SERIES.len()], escaped(name))
    };
    format!("<p class=\"key\">{}</p>\n", names.iter().enumerate().map(one).collect::<String>())
}

pub fn plots(plots: &[String]) -> String {
    format!("<div class=\"plots\">\n{}</div>\n", plots.concat())
}

/// A table; a row with a single cell is a heading over the rows below.
pub fn table(head: &[String], rows: &[(bool, Vec<String>)]) -> String {
    let cells = |tag: &str, row: &mut dyn Iterator<Item = &str>| {
        row.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect::<Vec<_>>().concat()
    };
    let mut text = format!("<table><tr>{}</tr>\n", cells("th", &mut head.iter().map(String::as_str)));
    for (strong, row) in rows {
        if let [heading] = &row[..] {
            text += &format!("<tr><th class=\"group\" colspan=\"{}\">{}</th></tr>\n", head.len(), escaped(heading));
        } else {
            text += &format!(
                "<tr{}>{}</tr>\n",
                if *strong { "" } else { " class=\"unseen\"" },
                cells("td", &mut row.iter().map(String::as_str))
            );
        }
    }
    text + "</table>\n"
}
