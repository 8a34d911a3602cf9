//! Pages of questions whose answer is a list: what never mattered, contracts, tournaments, and searches for settings.

use super::page::{page, plots, table};
use super::plot::{self, Shift};
use super::text::{described, in_words, moved, never_touched, point_of, result};
use super::{Heading, digits, percent, shortened};
use crate::lab::check::Finding;
use crate::lab::coverage::{Coverage, Twist};
use crate::lab::interval::Interval;
use crate::lab::rating::{Pairing, Standings};
use crate::lab::tune::{CANDIDATES, Point, Search, Tuned};
use crate::players;
use crate::sim::observer::BY_SEAT;
use crate::variant::Variant;
use crate::variant::contract::{Clause, Statistic};
use crate::words::{Message, escaped, fixed, msg, number, say};

type Rows = Vec<(bool, Vec<String>)>;

/// The rows of a plot at most.
const SHOWN: usize = 24;

fn section(title: impl Into<Message>, body: &str) -> String {
    format!("<h2>{}</h2>\n{body}", escaped(&title.into().to_string()))
}

fn list(names: Vec<Message>) -> String {
    if names.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(&say!("lab.list", names))) }
}

fn title(heading: &Heading) -> String {
    say!("lab.html.title", game = &heading.game, variants = heading.names.join(", "))
}

/// What never mattered, and what each rule and setting moves most.
pub fn coverage(heading: &Heading, variant: &Variant, coverage: &Coverage) -> String {
    let tally = coverage.tally();
    let mut strongest: Vec<(f64, Shift, Vec<String>)> = Vec::new();
    for (at, twist) in coverage.twists.iter().enumerate() {
        let effects = coverage.effects(at);
        let Some(first) = effects.first() else { continue };
        let words: Vec<String> = effects.iter().take(3).map(|effect| moved(tally, effect)).collect();
        let name = in_words(variant, twist).to_string();
        let (label, told) = (shortened(&name, 44), shortened(&tally.metrics[first.metric].label.to_string(), 22));
        let interval = Interval::new(first.size, first.size);
        let shift = Shift { label, mean: first.size, interval, seen: true, words: told };
        strongest.push((first.size.abs(), shift, vec![name, words.join(", ")]));
    }
    strongest.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rows: Rows = strongest.iter().map(|(_, _, row)| (true, row.clone())).collect();
    let finite = strongest.into_iter().filter(|(size, ..)| size.is_finite()).map(|(_, shift, _)| shift);
    let shifts: Vec<Shift> = finite.take(SHOWN).collect();
    let mut body = plots(&[plot::shifts(&say!("lab.html.moves_most"), &say!("lab.html.deviations"), &shifts)]);
    body += &section(msg!("lab.coverage.moves_most"), &table(&[String::new(), String::new()], &rows));
    for (title, of_rules) in [("lab.coverage.rules", true), ("lab.coverage.settings", false)] {
        let (never, mattered) = coverage.subjects(|twist| matches!(twist, Twist::Without(_)) == of_rules);
        let names = never.iter().map(|subject| described(variant, subject, of_rules)).collect();
        body += &section(msg!(title, n = never.len(), all = never.len() + mattered.len()), &list(names));
    }
    for (title, never) in never_touched(tally) {
        body += &section(title, &list(never));
    }
    page(&title(heading), &heading.line(tally.games), &body, &say!("lab.coverage.note"))
}

/// What a clause is about, in words.
fn promised(clause: &Clause, about: Option<&Message>) -> String {
    let metric = about.cloned().unwrap_or_else(|| Message::verbatim(&clause.metric));
    match clause.statistic {
        Statistic::Mean => say!("lab.clause.mean", metric),
        Statistic::Quantile(0.5) => say!("lab.clause.median", metric),
        Statistic::Quantile(share) => say!("lab.clause.quantile", metric, share = percent(fixed(100.0 * share, 0))),
        Statistic::Any => say!("lab.clause.any", metric),
        Statistic::Advantage(BY_SEAT) => say!("lab.clause.seat_advantage"),
        Statistic::Advantage(_) => say!("lab.clause.turn_advantage"),
    }
}

/// What was found of each promise.
fn findings_table(findings: &[Finding]) -> String {
    let row = |finding: &Finding| {
        let Interval { low, high } = finding.interval;
        let range = format!("{} – {}", digits(low), digits(high));
        let told = [promised(&finding.clause, finding.about.as_ref()), finding.clause.text.clone()].into_iter();
        let found = [finding.verdict.message().to_string(), digits(finding.value), range, number(finding.games as f64)];
        (finding.verdict.is_final(), told.chain(found).collect())
    };
    let head = [
        say!("lab.html.column.promise"),
        String::new(),
        say!("lab.html.column.verdict"),
        say!("lab.html.column.found"),
        say!("lab.column.interval"),
        say!("lab.html.column.games"),
    ];
    table(&head, &findings.iter().map(row).collect::<Rows>())
}

/// The contracts of several variants.
pub fn contracts(checked: &[(Heading, Vec<Finding>)]) -> String {
    let mut body = String::new();
    for (heading, findings) in checked {
        let games = findings.iter().map(|finding| finding.games).max().unwrap_or(0);
        let line = Heading { asked: games, ..heading.clone() }.line(games);
        body += &section(Message::verbatim(title(heading)), &format!("<p class=\"line\">{}</p>\n", escaped(&line)));
        body += &findings_table(findings);
    }
    page(&say!("lab.html.contracts"), "", &body, &say!("lab.html.checked"))
}

/// A search for settings.
pub fn tuned(heading: &Heading, search: &Search<'_>, tuned: &Tuned) -> String {
    let mut body = format!("<p>{}</p>\n{}", escaped(&result(search, tuned)), findings_table(&tuned.findings));
    let metrics = |point: &Point| point.tally.metrics.clone();
    let metrics = tuned.points.first().map(metrics).unwrap_or_default();
    let label = |clause: &Clause| metrics.iter().find(|metric| metric.key == clause.metric).map(|metric| &metric.label);
    let names = search.clauses.iter().map(|clause| promised(clause, label(clause)));
    let head: Vec<String> = [String::new(), say!("lab.tune.games")].into_iter().chain(names).collect();
    let rows: Rows = tuned
        .points
        .iter()
        .map(|point| {
            let values = point.values.iter().map(|value| digits(*value));
            (point.miss <= 0.0, [point_of(search, point), number(point.tally.games as f64)].into_iter().chain(values).collect())
        })
        .collect();
    body += &section(msg!("lab.tune.points"), &table(&head, &rows));
    page(&title(heading), &heading.line(tuned.games[0]), &body, &say!("lab.html.tuned", n = CANDIDATES))
}

/// A tournament.
pub fn standings(name: &str, line: &str, standings: &Standings) -> String {
    let column = |name: &str| say!(format!("lab.ladder.{name}"));
    let shifts: Vec<Shift> = standings
        .ratings
        .iter()
        .map(|rating| {
            let interval = Interval::new(rating.elo - rating.error, rating.elo + rating.error);
            let label = shortened(&players::called(&rating.kind).to_string(), 44);
            Shift { label, mean: rating.elo, interval, seen: true, words: rating.shown() }
        })
        .collect();
    let rows: Rows = standings
        .pairings
        .iter()
        .map(|pairing| {
            let [games, different] = [pairing.games, pairing.different].map(|n| number(n as f64));
            let told = vec![pairing.named(), games, different, pairing.shown_wins(), pairing.shown_share(), pairing.likely()];
            (pairing.degenerate.is_none(), told)
        })
        .collect();
    let head = ["pairing", "games", "different", "wins", "share", "p"].map(column);
    let mut body = plots(&[plot::shifts(&column("rating"), &column("points"), &shifts)]) + &table(&head, &rows);
    for warning in standings.pairings.iter().filter_map(Pairing::warning) {
        body += &format!("<p>{}</p>\n", escaped(&warning.to_string()));
    }
    page(name, line, &body, &column("note"))
}
