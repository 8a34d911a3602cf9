//! The frame of a page: one self-contained HTML file, nothing fetched from anywhere.

use super::plot::look;
use crate::words::{escaped, spoken};

const STYLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pages/lab.css"));

/// A whole page around its parts.
pub fn page(title: &str, line: &str, body: &str, footer: &str) -> String {
    let (title, line, footer) = (escaped(title), escaped(line), escaped(footer));
    let language = escaped(&spoken().language);
    format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>\n{STYLE}</style></head>\n<body><h1>{title}</h1><p class=\"line\">{line}</p>\n{body}\
         <footer>{footer}</footer></body></html>\n"
    )
}

/// Which colour is which.
pub fn key(names: &[String]) -> String {
    let one = |(at, name): (usize, &String)| {
        let (colour, cover, _) = look(at);
        format!("<span><i style=\"background:{colour};opacity:{cover}\"></i>{}</span>", escaped(name))
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
