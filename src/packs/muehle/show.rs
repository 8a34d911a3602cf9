//! How Triple Mill is looked at: nested triangles of inlaid wood, and stones thick enough that every level of a stack can be read.

use super::components::At;
use super::gauge::TAKEN_ON;
use super::stacks::Stacks;
use super::view::{self, Meaning};
use super::{phrases, threats};
use crate::sim::show::{self, Danger, Heat, Piece, Place, Show, Spot, Standing, Token, Tone};
use crate::sim::{Command, Game, Id, Ruleset, Seat, Where};
use crate::words::{Message, msg};
use std::fmt::Write;

/// How far a stone lies above the one below it, in stone radii.
const STEP: f32 = 0.53;
/// Each triangle a little darker than the one around it.
const TINTS: [&str; 3] = ["#d7b06a", "#c2904a", "#a06a33"];

pub(super) struct MuehleShow;

impl Show for MuehleShow {
    fn places(&self, rules: &Ruleset) -> Vec<Place> {
        let radius = view::stone_radius(rules) as f32;
        let field = |field: &super::figure::Place| Place {
            step: [0.0, -STEP * radius],
            ..Place::disc("field", &field.id, [field.x as f32, field.y as f32], radius)
        };
        view::fields(rules).iter().map(field).collect()
    }

    fn pieces(&self, game: &Game) -> Vec<Piece> {
        let stacks = Stacks::of(game);
        let piece = |id: Id, owner: Seat, at: Where| Piece::owned("stone", id, owner, at);
        let fields = 0..view::fields(game.rules()).len() as u8;
        let lying = fields.flat_map(|field| (0..stacks.height(field)).map(move |level| (field, stacks.stone_at(field, level))));
        let on_board =
            lying.map(|(field, stone)| piece(stacks.stone_id(stone), stacks.owner(stone), Where::On(stacks.field_id(field))));
        let stones = (0..stacks.stones()).map(|stone| (stacks.stone_id(stone), stacks.owner(stone)));
        let in_hand = stones.filter(|(id, _)| game.get::<At>(*id) == At::Hand);
        on_board.chain(in_hand.map(|(id, owner)| piece(id, owner, Where::With(owner)))).collect()
    }

    fn size(&self, rules: &Ruleset) -> Spot {
        let (width, height) = view::size(rules);
        [width as f32, height as f32]
    }

    fn ways(&self, rules: &Ruleset) -> Vec<[usize; 2]> {
        view::edges(rules).iter().map(|edge| edge.map(usize::from)).collect()
    }

    fn inlay(&self, rules: &Ruleset) -> String {
        let mut art = String::new();
        for (ring, tint) in view::fields(rules).chunks_exact(6).zip(TINTS) {
            let corners: Vec<String> = ring.iter().step_by(2).map(|place| format!("{:.1} {:.1}", place.x, place.y)).collect();
            let _ = write!(art, r#"<path d="M{}Z" fill="{tint}" fill-opacity=".45"/>"#, corners.join("L"));
        }
        art
    }

    /// What is taken is a stone, not a field.
    fn aims(&self, game: &Game, command: Command) -> Vec<Id> {
        let stacks = Stacks::of(game);
        match view::meaning(game, command) {
            Some(Meaning::Take { field, level }) if level < stacks.height(field) => {
                vec![stacks.stone_id(stacks.stone_at(field, level))]
            }
            _ => show::named_in(game, command),
        }
    }

    fn called(&self, game: &Game, id: Id) -> Message {
        let lies = |field: u8| view::stack(game, field).iter().position(|lying| lying.stone == id).map(|level| (field, level));
        match (0..view::fields(game.rules()).len() as u8).find_map(lies) {
            Some((field, level)) => phrases::stone(game, field, level as u8),
            None => phrases::place(game, id),
        }
    }

    fn about(&self, game: &Game, place: Id) -> Vec<(Tone, Message)> {
        let Some(field) = view::field_number(game, place) else { return Vec::new() };
        let stack = view::stack(game, field);
        let line = |(level, stone): (usize, &view::Lying)| {
            let id = match (stone.protected, stone.blocked) {
                (false, _) if stack.len() == 1 => "muehle.window.tip.alone",
                (true, _) if stack.len() == 1 => "muehle.window.tip.alone_in_mill",
                (false, false) => "muehle.window.tip.free",
                (true, false) => "muehle.window.tip.in_mill",
                (false, true) => "muehle.window.tip.blocked",
                (true, true) => "muehle.window.tip.in_mill_blocked",
            };
            let level = Message::new(format!("muehle.window.level.{}", phrases::layer(stack.len(), level)));
            (Tone::Plain, msg!(id, level, owner = game.rules().pack.seat(stone.owner)))
        };
        stack.iter().enumerate().rev().map(line).collect()
    }

    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, Message)> {
        let (me, mut copy) = (game.deciding(), game.clone());
        let takes = |copy: &Game| u32::from(view::captures_due(copy)) * u32::from(copy.deciding() == me);
        let before = takes(&copy);
        if copy.apply(command).is_err() {
            return Vec::new();
        }
        match takes(&copy) {
            n if before == 0 && n > 0 => vec![(Tone::Good, msg!("muehle.window.prospect", n))],
            // What is to be taken may yet be what threatens.
            n if n > 0 => Vec::new(),
            _ => threat_of_others(&copy, me).into_iter().collect(),
        }
    }

    fn standing(&self, game: &Game, seat: Seat) -> Standing {
        let stacks = Stacks::of(game);
        let (on_board, in_hand) = (stacks.on_board(seat), stacks.in_hand(seat));
        let detail = match (stacks.is_out(seat), in_hand) {
            (true, _) => msg!("muehle.window.standing.out"),
            (false, 0) => msg!("muehle.window.standing.on_board"),
            (false, n) => msg!("muehle.window.standing.in_hand", n),
        };
        let tokens = [vec![Token::InPlay; on_board.into()], vec![Token::Waiting; in_hand.into()]].concat();
        Standing { total: msg!("sim.show.count", n = stacks.left(seat)), detail, progress: None, goal: None, tokens, round: true }
    }

    fn warns(&self) -> bool {
        true
    }

    /// Fields where somebody else can close a mill with one move.
    fn dangers(&self, game: &Game) -> Vec<Danger> {
        let stacks = Stacks::of(game);
        let others = (0..game.turn().seats).filter(|seat| *seat != game.deciding() && !stacks.is_out(*seat));
        let threat = |seat: Seat| {
            let why = move || msg!("muehle.window.threat", player = game.rules().pack.seat(seat));
            threats::closable(game, seat).into_iter().map(move |field| Danger {
                of: stacks.field_id(field),
                risk: 1.0,
                why: why(),
            })
        };
        others.flat_map(threat).collect()
    }

    fn heat(&self) -> Option<Heat> {
        Some(Heat { group: TAKEN_ON, legend: "muehle.window.heat" })
    }
}

/// Where somebody else could close a mill next: whoever acts first.
fn threat_of_others(game: &Game, me: Seat) -> Option<(Tone, Message)> {
    let seats = game.turn().seats;
    let mut others = (1..seats).map(|step| (me + step) % seats).filter(|seat| !Stacks::of(game).is_out(*seat));
    let (seat, field) = others.find_map(|seat| threats::closable(game, seat).first().map(|field| (seat, *field)))?;
    let (player, place) = (game.rules().pack.seat(seat), phrases::field(game.rules(), field));
    Some((Tone::Bad, msg!("muehle.window.threat_there", player, place)))
}
