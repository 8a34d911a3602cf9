//! The rulebook as one HTML page: contents, search, links, pictures from the game's own art. It needs nothing beside itself.

use super::rulebook::{BULLET, Block, MARK, Told};
use crate::words::{say, spoken};
use std::collections::BTreeMap;

/// Text as it may stand in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page made of these blocks.
pub fn page(blocks: &[Block]) -> String {
    let rules = || blocks.iter().filter_map(Block::rule);
    let numbers: BTreeMap<&str, &str> = rules().filter_map(|told| Some((told.number.as_deref()?, told.title.as_str()))).collect();
    let mut name = String::new();
    let (mut opening, mut contents, mut body) = (String::new(), String::new(), String::new());
    // What is still open: the rule a picture belongs to, and the chapter a rule belongs to.
    let (mut article, mut chapter) = ("", "");
    let (mut told_so_far, mut drawings) = (0, 0);
    for block in blocks {
        if !matches!(block, Block::Picture { .. }) {
            body += std::mem::take(&mut article);
        }
        match block {
            Block::Head { title, about } => {
                name = escaped(title);
                let about = if about.is_empty() { String::new() } else { format!("<p class=\"about\">{}</p>\n", escaped(about)) };
                opening += &format!("<h1>{name}</h1>\n{about}");
            }
            Block::Text(text) => opening += &format!("<p class=\"intro\">{}</p>\n", linked(text, &numbers)),
            Block::Chapter { id, title } => {
                let (id, title) = (escaped(id), escaped(title));
                contents += &format!("<li><a href=\"#{id}\">{title}</a></li>");
                body += &format!("{chapter}<section id=\"{id}\">\n<h2>{title}</h2>\n");
                chapter = "</section>\n";
            }
            Block::Rule(told) => {
                body += &rule(told, &anchor(told, told_so_far), &numbers);
                told_so_far += 1;
                article = "</article>\n";
            }
            Block::Picture { svg, caption, wide } => {
                drawings += 1;
                let class = if *wide { " class=\"wide\"" } else { "" };
                body += &format!("<figure{class}>{}</figure>\n", drawing(svg, caption, drawings));
            }
            Block::Legend(text) => {
                body += &format!(
                    "{}<p class=\"legend\"><span class=\"mark\">{MARK}</span> {}</p>\n",
                    std::mem::take(&mut chapter),
                    escaped(text)
                );
            }
        }
    }
    body = body + article + chapter;
    let changed = rules().enumerate().filter(|(_, told)| told.changed);
    let changed = changed.map(|(at, told)| format!("<li><a href=\"#{}\">{}</a></li>", anchor(told, at), escaped(&told.title)));
    let changed = changed.collect::<Vec<_>>().concat();
    if !changed.is_empty() {
        opening +=
            &format!("<nav class=\"differs\"><strong>{}</strong><ul>{changed}</ul></nav>\n", escaped(&say!("book.differs")));
    }
    let search = escaped(&say!("book.search"));
    let contents = format!(
        "<nav><strong>{}</strong><ol>{contents}</ol><input id=\"search\" type=\"search\" placeholder=\"{search}\" aria-label=\"{search}\" \
         hidden></nav>\n<p id=\"nothing\" role=\"status\" hidden>{}</p>\n",
        escaped(&say!("book.contents")),
        escaped(&say!("book.nothing"))
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         {opening}{contents}{body}</main>\n<script>{SEARCH}</script>\n</body>\n</html>\n",
        escaped(&spoken().language)
    )
}

/// Where a rule stands on the page: under its number, or else by how many came before it.
fn anchor(told: &Told, before: usize) -> String {
    told.number.as_deref().map_or_else(|| format!("part-{before}"), numbered_anchor)
}

fn numbered_anchor(number: &str) -> String {
    format!("rule-{}", escaped(number))
}

/// The start of a rule; its pictures follow before it is closed.
fn rule(told: &Told, anchor: &str, numbers: &BTreeMap<&str, &str>) -> String {
    let class = match (told.in_force, told.changed) {
        (false, _) => " class=\"gone\"",
        (true, true) => " class=\"changed\"",
        (true, false) => "",
    };
    let mark = if told.changed { format!("<span class=\"mark\">{MARK}</span> ") } else { String::new() };
    let number = told.number.as_deref().map(|number| format!(" <small>{}</small>", escaped(number))).unwrap_or_default();
    format!(
        "<article id=\"{anchor}\"{class}>\n<h3>{mark}{}{number}</h3>\n{}",
        escaped(&told.title),
        paragraphs(&told.text, numbers)
    )
}

/// Lines as paragraphs and lists.
fn paragraphs(text: &str, numbers: &BTreeMap<&str, &str>) -> String {
    let mut html = String::new();
    let mut listing = false;
    for line in text.lines() {
        let item = line.strip_prefix(BULLET);
        if item.is_some() != listing {
            html += if listing { "</ul>\n" } else { "<ul>\n" };
            listing = !listing;
        }
        html += &match item {
            Some(item) => format!("<li>{}</li>\n", linked(item, numbers)),
            None => format!("<p>{}</p>\n", linked(line, numbers)),
        };
    }
    html + if listing { "</ul>\n" } else { "" }
}

/// Text in which every number of a rule leads to that rule.
fn linked(text: &str, numbers: &BTreeMap<&str, &str>) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut html = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let plain = rest.find(is_part).unwrap_or(rest.len());
        html += &escaped(&rest[..plain]);
        let word = &rest[plain..];
        let end = word.find(|c: char| !is_part(c)).unwrap_or(word.len());
        let word = &word[..end];
        html += &match numbers.get(word) {
            Some(title) => format!("<a href=\"#{}\" title=\"{}\">{word}</a>", numbered_anchor(word), escaped(title)),
            None => escaped(word),
        };
        rest = &rest[plain + end..];
    }
    html
}

fn drawing(svg: &str, caption: &str, number: usize) -> String {
    // Drawings name their parts for themselves only.
    let own = svg.replace("id=\"", &format!("id=\"d{number}-")).replace("url(#", &format!("url(#d{number}-"));
    let own = own.replace("href=\"#", &format!("href=\"#d{number}-"));
    let own = own.replacen("<svg ", &format!("<svg role=\"img\" aria-labelledby=\"picture-{number}\" "), 1);
    format!("{own}<figcaption id=\"picture-{number}\">{}</figcaption>", escaped(caption))
}

const STYLE: &str = "body{background:#f4ecd8;color:#2b2a26;font:17px/1.5 Georgia,serif;margin:0;overflow-wrap:break-word}\
main{max-width:46rem;margin:0 auto;padding:2rem 1.2rem}h1{color:#a2332a;line-height:1.2;margin:.4rem 0}\
h2{color:#1d5f78;border-bottom:1px solid #cdbf9b;margin:2.4rem 0 .8rem}h3{margin:1.1rem 0 .1rem;font-size:1.05rem}\
h3 small{color:#75694c;font-weight:normal;margin-left:.4rem}article p,article ul{margin:.1rem 0 .6rem}article ul{padding-left:1.3rem}\
a{color:#1d5f78}.about{color:#6b6048;font-style:italic;margin:.2rem 0 1rem}.intro{font-size:1.1rem}\
nav{background:#fbf6e8;border:1px solid #cdbf9b;padding:.8rem 1.2rem;margin:1.2rem 0}nav ol{columns:2;margin:.4rem 0}\
nav.differs{background:#e2eff0;border-color:#9cc0c6}nav.differs ul{columns:2;margin:.4rem 0}\
nav input{width:100%;font:inherit;padding:.3rem .5rem;margin-top:.4rem;box-sizing:border-box;border:1px solid #cdbf9b;background:#fff}\
article{scroll-margin-top:1rem}article:target h3{text-decoration:underline #a2332a 2px}\
.changed{background:#e2eff0;border-left:4px solid #1d5f78;padding:.1rem .8rem;margin:.7rem 0}.changed h3{margin-top:.4rem}\
.mark{color:#1d5f78}.gone h3{color:#75694c}.gone p{font-style:italic;color:#75694c}\
figure{margin:1.2rem 0;text-align:center}figure svg{width:100%;max-width:23rem;height:auto;display:block;margin:0 auto .3rem}.wide svg{max-width:none}\
figcaption{color:#6b6048;font-style:italic}#nothing{color:#a2332a}\
#short{background:#fbf6e8;border:1px solid #cdbf9b;padding:0 1.2rem .4rem;margin:1.6rem 0}#short h2{margin:.8rem 0}\
.legend{border-top:1px solid #cdbf9b;margin-top:2rem;padding-top:.6rem;color:#6b6048}\
@media(max-width:34rem){body{font-size:16px}main{padding:1rem .9rem}nav ol,nav.differs ul{columns:1}}\
@media print{@page{margin:16mm}body{background:none;font-size:10.5pt}main{max-width:none;padding:0}a{color:inherit;text-decoration:none}\
nav,.changed{background:none}nav input,#nothing{display:none}h2,h3{break-after:avoid}article,figure{break-inside:avoid}\
figure svg{max-width:75mm}.wide svg{max-width:none}}";

/// Shows only what has the words searched for; a reference followed meanwhile ends the search, as it may lead to what is hidden.
const SEARCH: &str = "const field=document.getElementById('search'),plain=t=>t.toLowerCase().normalize('NFD').replace(/\\p{M}/gu,'');\
field.hidden=false;field.addEventListener('input',()=>{const wanted=plain(field.value).trim();let found=0;\
document.querySelectorAll('article').forEach(a=>{a.hidden=wanted!==''&&!plain(a.textContent).includes(wanted);found+=!a.hidden});\
document.querySelectorAll('section').forEach(s=>{s.hidden=!s.querySelector('article:not([hidden])')});\
document.querySelectorAll('.intro,.legend,.differs,nav ol').forEach(e=>{e.hidden=wanted!==''});\
document.getElementById('nothing').hidden=found>0});\
addEventListener('hashchange',()=>{if(!field.value)return;field.value='';field.dispatchEvent(new Event('input'));\
document.getElementById(location.hash.slice(1)).scrollIntoView()});";
