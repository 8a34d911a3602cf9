//! The rulebook as one HTML page: contents, search, links, pictures from the game's own art. It needs nothing beside itself.

use super::rulebook::{BULLET, Block, MARK, Room, Told};
use crate::words::{escaped, say, spoken};
use std::collections::BTreeMap;

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
            Block::Picture { svg, caption, room } => {
                drawings += 1;
                let class = match room {
                    Room::Icons => " class=\"icons\"",
                    Room::Column => "",
                    Room::Page => " class=\"wide\"",
                };
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
         content=\"width=device-width, initial-scale=1\">\n<title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         {opening}{contents}{body}</main>\n<script>\n{SEARCH}</script>\n</body>\n</html>\n",
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

const STYLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pages/rulebook.css"));

/// Shows only what has the words searched for; a reference followed meanwhile ends the search, as it may lead to what is hidden.
const SEARCH: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pages/rulebook.js"));
