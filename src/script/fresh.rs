//! A house rule that works, to be changed into another one.

use super::Start;
use crate::sim::blueprint::TEXTS;
use crate::words::{Message, msg, spoken};
use std::fmt::Write;

/// A secret and a question that work in every game. Their lines begin with a # and no space: without it they count.
const HIDE: &str = "#hide = [{ what = \"state.wishes\", until = \"round 5\" }]\n";
const ASK: &str = "#[state.wishes]\n#per = \"seat\"\n\n#[[ask]]\n#name    = \"wish\"\n#at      = \"end of turn\"\n#if      = 'state.wishes[me] == 0'\n\
                   #list    = 'option(\"yes\");'\n#choices = { yes = YES }\n#skip    = NO\n#secret  = true\n#run     = 'state.wishes[asked] = 1;'\n";

/// Adds a remark, as many lines as it has.
pub fn remark(text: &mut String, message: &Message) {
    for line in message.to_string().lines() {
        let _ = writeln!(text, "# {line}");
    }
}

/// The file of a rule.
pub fn rule(start: &Start, pack: &str, name: &str) -> String {
    let mut text = String::new();
    remark(&mut text, &msg!("script.fresh.about"));
    let title = name.replace('_', " ");
    // Where a game has no words for its first rule, those that fit any game.
    let worded = |part: &str, usual: &str| {
        let own = format!("{pack}.new_rule.{part}");
        Message::new(if spoken().knows(&own) { own } else { usual.to_owned() }).to_string()
    };
    let (what, says) = (worded("what", "script.fresh.what"), worded("says", "script.fresh.says"));
    let _ = write!(text, "title = {title:?}\nwhat  = {what:?}\n\n");
    remark(&mut text, &msg!("script.fresh.hide"));
    let _ = writeln!(text, "{HIDE}");
    remark(&mut text, &msg!("script.fresh.declares"));
    let _ = writeln!(text, "{}", start.declares);
    remark(&mut text, &msg!("script.fresh.event"));
    let _ = write!(text, "[event.{name}]\nfields = {}\nsays   = {says:?}\n\n", start.fields);
    remark(&mut text, &msg!("script.fresh.hook", pack));
    let _ = write!(text, "[[do]]\n{}\n", start.hook.replace("NAME", name));
    remark(&mut text, &msg!("script.fresh.ask"));
    let [yes, no] = [msg!("script.fresh.yes"), msg!("script.fresh.no")].map(|word| format!("{:?}", word.to_string()));
    text + &ASK.replace("YES", &yes).replace("NO", &no)
}

/// The same inside a variant.
pub fn rule_inside(start: &Start, pack: &str, name: &str) -> String {
    let own = format!("{TEXTS}.{name}");
    let mut text = String::new();
    let whole = rule(start, pack, name);
    let (remarks, rest) = whole.split_at(whole.find("\ntitle").map_or(0, |end| end + 1));
    let _ = writeln!(text, "{remarks}[{own}]");
    for line in rest.split_inclusive('\n') {
        let (mark, heading) = line.strip_prefix('#').map_or(("", line), |heading| ("#", heading));
        match heading.strip_prefix("[[").map(|name| ("[[", name)).or_else(|| heading.strip_prefix('[').map(|name| ("[", name))) {
            Some((open, name)) => text.push_str(&format!("{mark}{open}{own}.{name}")),
            None => text.push_str(line),
        }
    }
    text
}
