//! Drawing Bermuda: the pictures in their places, and what the hand points at.

use super::pieces::{Cargo, Flying, Harbour, Mark, Place, Thing, mooring, to_vec, way};
use super::tips::planned;
use super::{BermudaScene, DANGER, XRAY};
use crate::packs::bermuda::art;
use crate::packs::bermuda::waters::{Waters, owner};
use crate::packs::bermuda::{Sea, money};
use crate::sim::secret::MONEY;
use crate::sim::{Game, Seat};
use crate::table::SeatCard;
use crate::window::heat;
use crate::window::motion::{Ease, Pose, along};
use crate::window::scene::{Scene, View};
use crate::window::sprites::{Commission, Sprite};
use crate::window::theme::{self, faded};
use macroquad::prelude::{
    BLACK, Color, Rect, Vec2, WHITE, draw_circle, draw_circle_lines, draw_poly_lines, draw_rectangle, vec2,
};

/// The pictures by name; [`commissions`] lists them in this order.
pub(super) struct Sprites<'a> {
    all: &'a [Sprite],
    seats: usize,
    decks: Vec<&'a str>,
}

const GLOW: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><radialGradient id="g">
<stop offset="0" stop-color="#fff" stop-opacity="1"/><stop offset=".45" stop-color="#fff" stop-opacity=".75"/>
<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><circle cx="50" cy="50" r="50" fill="url(#g)"/></svg>"##;

/// The pictures that are there whatever the board and whoever plays.
#[derive(Clone, Copy)]
enum Always {
    Chart,
    Cloud,
    Cylinder,
    Magnets,
    Spinner,
    Needle,
    Glow,
}

const DICE: usize = Always::Glow as usize + 1;
const HULLS: usize = DICE + 6;

/// Everything to be drawn for a sea, for so many pixels per unit and a tray so many pixels wide.
pub(super) fn commissions(sea: &Sea, cast: &[SeatCard], scale: f32, tray: f32) -> Vec<Commission> {
    let square = |side: f64| Vec2::splat(side as f32);
    let reach = square(2.0 * art::cloud_reach(sea));
    let hundred = Vec2::splat(100.0);
    let card = vec2(art::CARD_SIZE[0] as f32, art::CARD_SIZE[1] as f32);
    // The tray's pictures are measured in hundredths of its width.
    let dial = tray / 100.0;
    let mut orders = vec![
        Commission::new(art::chart(sea), to_vec(sea.chart.size), scale),
        Commission::new(art::cloud(sea), reach, scale),
        Commission::new(art::cylinder(sea), square(2.0 * art::cylinder_reach(sea)), scale),
        Commission::new(art::magnets(sea), reach, scale),
        Commission::new(art::spinner(sea), hundred, dial),
        Commission::new(art::needle(), hundred, dial),
        Commission::new(GLOW.to_owned(), hundred, 1.0),
    ];
    orders.extend((1..=6).map(|face| Commission::new(art::die(face), hundred, dial * 0.4)));
    orders.extend(cast.iter().map(|seat| Commission::new(art::hull(seat.colour % 4), square(40.0), scale * 1.5)));
    let decks = sea.chart.ports.iter().flat_map(|port| &port.decks);
    orders.extend(decks.map(|deck| Commission::new(art::card(deck), card, scale * 1.5)));
    orders
}

impl<'a> Sprites<'a> {
    fn of(scene: &'a BermudaScene) -> Option<Self> {
        let decks: Vec<&str> = scene.sea().chart.ports.iter().flat_map(|port| &port.decks).map(String::as_str).collect();
        let sprites = &scene.gallery.sprites[..];
        let seats = scene.pieces().money.len();
        (sprites.len() == HULLS + seats + decks.len()).then_some(Self { all: sprites, seats, decks })
    }

    fn get(&self, always: Always) -> &Sprite {
        &self.all[always as usize]
    }

    fn die(&self, face: usize) -> &Sprite {
        &self.all[DICE + face.min(5)]
    }

    fn hull(&self, seat: usize) -> &Sprite {
        &self.all[HULLS + seat.min(self.seats - 1)]
    }

    fn card(&self, deck: &str) -> Option<&Sprite> {
        let place = self.decks.iter().position(|known| *known == deck)?;
        self.all.get(HULLS + self.seats + place)
    }
}

pub(super) fn draw(scene: &BermudaScene, game: &Game, view: &View<'_>) {
    let Some(sprites) = &Sprites::of(scene) else { return };
    let size = to_vec(scene.sea().chart.size) * view.scale;
    sprites.get(Always::Chart).fill(Rect::new(view.origin.x, view.origin.y, size.x, size.y), WHITE);
    heat::draw_tints(view);
    if view.shows(DANGER.name) && scene.is_current() {
        danger(scene, game, view);
    }
    trails(scene, view);
    decks(scene, sprites, view);
    advised(scene, sprites, game, view);
    preview(scene, sprites, game, view);
    glow(scene, sprites, game, view);
    let hangs = |ship: usize| matches!(scene.pieces().ships[ship], Place::Hanging { .. });
    let (hanging, free): (Vec<_>, Vec<_>) = scene.ships().partition(|(ship, _)| hangs(*ship));
    let (flying, afloat): (Vec<_>, Vec<_>) = free.into_iter().partition(|(_, pose)| pose.height > 0.0);
    for (ship, pose) in afloat.iter().chain(&hanging) {
        draw_ship(sprites, *ship, *pose, view);
    }
    clouds(scene, sprites, view);
    for (ship, pose) in &hanging {
        caught(sprites, *ship, *pose, view);
    }
    for (ship, pose) in &flying {
        draw_ship(sprites, *ship, *pose, view);
    }
    if view.shows(DANGER.name) && scene.is_current() {
        danger_numbers(scene, game, view);
    }
    advised_ring(scene, game, view);
    heat::draw_plates(view);
    for (mark, share) in scene.motion.marks() {
        draw_mark(scene, sprites, game, view, mark, share);
    }
    tray(scene, sprites, view);
}

fn draw_ship(sprites: &Sprites<'_>, ship: usize, pose: Pose, view: &View<'_>) {
    let hull = sprites.hull(owner(ship).into());
    let at = view.at(pose.at);
    let lifted = pose.height.min(1.4);
    if lifted > 0.0 {
        let shadow = faded(BLACK, 0.25 * pose.alpha);
        hull.draw(at + Vec2::splat(5.0 * lifted) * view.scale, pose.angle, view.scale, shadow);
    }
    hull.draw(
        at - vec2(0.0, 2.5 * lifted * view.scale),
        pose.angle,
        view.scale * (1.0 + if lifted > 0.0 { 0.14 } else { 0.6 } * lifted),
        faded(WHITE, pose.alpha),
    );
}

fn clouds(scene: &BermudaScene, sprites: &Sprites<'_>, view: &View<'_>) {
    let clouds = (0..scene.pieces().clouds.len()).filter_map(|number| scene.motion.pose(Thing::Cloud(number)));
    for Pose { at, angle, height, alpha, .. } in clouds {
        let scale = view.scale * (1.0 + 0.35 * height);
        let raised = view.at(at) - vec2(0.0, 60.0 * height * view.scale);
        sprites.get(Always::Cloud).draw(raised, angle, scale, faded(WHITE, alpha));
        sprites.get(Always::Cylinder).draw(raised, 0.0, scale, faded(WHITE, alpha));
        if view.shows(XRAY.name) {
            sprites.get(Always::Magnets).draw(raised, angle, scale, faded(WHITE, alpha));
        }
    }
}

/// A ship that hangs from the cloud, seen through it until the cloud is lifted.
fn caught(sprites: &Sprites<'_>, ship: usize, pose: Pose, view: &View<'_>) {
    let at = view.at(pose.at);
    let radius = 17.0 * view.scale;
    draw_circle(at.x, at.y, radius, faded(WHITE, 0.55 * pose.alpha));
    sprites.hull(owner(ship).into()).draw(at, pose.angle, view.scale * 0.9, faded(WHITE, pose.alpha));
    draw_circle_lines(at.x, at.y, radius, 3.0 * view.scale.max(0.7), faded(theme::to_macroquad(theme::RED), pose.alpha));
}

/// Where each player's last voyage led, as a line of dots in the player's colour.
fn trails(scene: &BermudaScene, view: &View<'_>) {
    let sea = scene.sea();
    for trail in &scene.trails {
        let lies = &scene.pieces().ships[trail.ship];
        if matches!(lies, Place::Spot(spot) if *spot == trail.from) || scene.motion.is_moving(Thing::Ship(trail.ship)) {
            continue;
        }
        let way = way(&sea.chart, trail.from, trail.to);
        let length: f32 = way.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let dots = (length / 9.0).max(1.0) as usize;
        let colour = scene.colours.get(usize::from(owner(trail.ship))).copied().unwrap_or(BLACK);
        for dot in 0..dots {
            let at = view.at(along(&way, dot as f32 / dots as f32).0);
            let radius = if dot == 0 { 6.0 } else { 2.6 };
            draw_circle(at.x, at.y, (radius + 1.3) * view.scale, faded(WHITE, 0.75));
            draw_circle(at.x, at.y, radius * view.scale, colour);
        }
    }
}

/// Light under every ship that can sail, and under whatever a question is about; the one pointed at shines brighter.
fn glow(scene: &BermudaScene, sprites: &Sprites<'_>, game: &Game, view: &View<'_>) {
    if !view.awaits {
        return;
    }
    let pulse = 0.5 + 0.5 * (view.clock * 3.2).sin();
    for (number, ship) in scene.ships() {
        if BermudaScene::offer_of(game, number).is_none() {
            continue;
        }
        let focused = view.focus.is_some_and(|target| BermudaScene::ship_named(game, &target.name) == Some(number));
        light_up(sprites, view, ship.at, focused, pulse);
    }
    for (spot, at) in scene.sea().chart.spots.iter().enumerate() {
        if BermudaScene::answer_at(game, spot).is_some() {
            let focused = view.focus.is_some_and(|target| BermudaScene::spot_named(game, &target.name) == Some(spot));
            light_up(sprites, view, to_vec(*at), focused, pulse);
        }
    }
}

fn light_up(sprites: &Sprites<'_>, view: &View<'_>, at: Vec2, focused: bool, pulse: f32) {
    let at = view.at(at);
    let size = view.scale * if focused { 0.92 } else { 0.70 + 0.06 * pulse };
    let light = Color::new(1.0, 0.83, 0.25, if focused { 1.0 } else { 0.75 + 0.25 * pulse });
    sprites.get(Always::Glow).draw(at, 0.0, size, light);
    let ring = if focused { theme::to_macroquad(theme::RED) } else { Color::new(0.55, 0.36, 0.02, 0.65) };
    draw_circle_lines(at.x, at.y, 21.0 * view.scale, if focused { 3.0 } else { 1.6 }, ring);
}

/// The ship somebody advises to sail.
fn advised_ship(scene: &BermudaScene, game: &Game) -> Option<usize> {
    let command = scene.advice.filter(|command| !scene.moving() && game.offers().contains(command))?;
    Waters::of(game).ship_number(command.piece()).filter(|ship| BermudaScene::sail(game, *ship) == command)
}

/// The way and the goal of the ship that is advised.
fn advised(scene: &BermudaScene, sprites: &Sprites<'_>, game: &Game, view: &View<'_>) {
    if let Some(ship) = advised_ship(scene, game) {
        course(scene, sprites, game, view, ship, theme::to_macroquad(theme::ADVICE));
    }
}

/// A ring around the ship that is advised, or around whatever the advised answer names, over everything that lies near it.
fn advised_ring(scene: &BermudaScene, game: &Game, view: &View<'_>) {
    let Some(name) = scene.advice.filter(|_| !scene.moving()).and_then(|command| scene.next_target(game, command)) else {
        return;
    };
    let Some(target) = scene.targets(game).into_iter().find(|target| target.name == name) else { return };
    let at = view.at(target.at);
    let pulse = 0.5 + 0.5 * (view.clock * 3.2).sin();
    theme::advice_ring(at, (24.0 + 2.0 * pulse) * view.scale, 4.0 * view.scale.max(0.6));
}

/// The way and the goal of the ship that is pointed at.
fn preview(scene: &BermudaScene, sprites: &Sprites<'_>, game: &Game, view: &View<'_>) {
    let Some(ship) = view.focus.and_then(|target| BermudaScene::ship_named(game, &target.name)) else { return };
    let advised = advised_ship(scene, game) == Some(ship);
    if !scene.moving() && !advised && game.offers().contains(&BermudaScene::sail(game, ship)) {
        course(scene, sprites, game, view, ship, theme::to_macroquad(theme::RED));
    }
}

/// Where a ship would sail.
fn course(scene: &BermudaScene, sprites: &Sprites<'_>, game: &Game, view: &View<'_>, ship: usize, course: Color) {
    let Some(voyage) = planned(game, ship) else { return };
    let sea = scene.sea();
    let way = way(&sea.chart, voyage.from, voyage.to);
    let length: f32 = way.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let dots = (length / 7.0).max(1.0) as usize;
    for dot in 1..dots {
        let share = dot as f32 / dots as f32;
        let march = ((view.clock * 1.4 - share * 4.0).rem_euclid(1.0) - 0.5).abs() * 2.0;
        let at = view.at(along(&way, share).0);
        draw_circle(at.x, at.y, (1.5 + 0.8 * march) * view.scale, course);
    }
    let Pose { at, angle, .. } = mooring(sea, voyage.to);
    let screen = view.at(at);
    draw_circle_lines(screen.x, screen.y, 20.0 * view.scale, 2.5, course);
    sprites.hull(owner(ship).into()).draw(screen, angle, view.scale, faded(WHITE, 0.6));
    if let Some(bumped) = voyage.bumps.and_then(|bumped| scene.ship(bumped.into())) {
        let other = view.at(bumped.at);
        draw_poly_lines(other.x, other.y, 24, 24.0 * view.scale, 0.0, 3.0, theme::to_macroquad(theme::GOLD));
    }
}

fn danger(scene: &BermudaScene, game: &Game, view: &View<'_>) {
    for (spot, at) in scene.sea().chart.spots.iter().enumerate() {
        let Some(danger) = scene.danger_of(game, spot) else { continue };
        let chance = danger.chance() as f32;
        let at = view.at(to_vec(*at));
        let colour = if danger.taken == 0 {
            Color::new(0.16, 0.55, 0.36, 0.45)
        } else {
            Color::new(0.80, 0.10 + 0.45 * (1.0 - (chance * 3.0).min(1.0)), 0.06, 0.55 + 0.35 * (chance * 2.5).min(1.0))
        };
        draw_circle(at.x, at.y, 15.0 * view.scale, colour);
    }
}

/// The chances in numbers, over clouds and ships.
fn danger_numbers(scene: &BermudaScene, game: &Game, view: &View<'_>) {
    for (spot, at) in scene.sea().chart.spots.iter().enumerate() {
        let Some(danger) = scene.danger_of(game, spot).filter(|danger| danger.taken > 0) else { continue };
        let at = view.at(to_vec(*at));
        draw_circle(at.x, at.y, 12.5 * view.scale, Color::new(0.62, 0.12, 0.08, 0.92));
        let percent = format!("{:.0}%", danger.chance() * 100.0);
        view.letters.centred(&percent, at, 11.0 * view.scale, "bold", WHITE);
    }
}

fn decks(scene: &BermudaScene, sprites: &Sprites<'_>, view: &View<'_>) {
    for deck in &scene.pieces().decks {
        let Some(top) = deck.cards.front() else { continue };
        for below in (1..deck.cards.len().min(4)).rev() {
            draw_card(sprites, &deck.name, None, deck.at - Vec2::splat(1.1 * below as f32), view, 1.0);
        }
        draw_card(sprites, &deck.name, Some(*top), deck.at, view, 1.0);
    }
}

fn draw_card(sprites: &Sprites<'_>, deck: &str, value: Option<i64>, at: Vec2, view: &View<'_>, size: f32) {
    let Some(card) = sprites.card(deck) else { return };
    let centre = view.at(at);
    card.draw(centre, 0.0, view.scale * size, WHITE);
    if let Some(value) = value {
        let text = money(value);
        let letters = art::value_size(&text);
        let middle = vec2(0.0, (art::VALUE_AT.y - art::CARD_SIZE[1] / 2.0 - 0.35 * letters) as f32);
        let ink = theme::to_macroquad(theme::INK);
        view.letters.centred(&text, centre + middle * view.scale * size, letters as f32 * view.scale * size, "bold", ink);
    }
}

/// Whether whoever looks may know what something that flies is worth: cards of a deck lie open, the rest is for its two ends.
fn is_known(game: &Game, view: &View<'_>, flying: Flying) -> bool {
    let sees = |harbour: Harbour| match harbour {
        Harbour::Deck(_) => true,
        Harbour::Seat(seat) => game.is_seen(MONEY, seat as Seat, view.eyes),
        Harbour::Bank => false,
    };
    sees(flying.from) || sees(flying.to)
}

fn flying(scene: &BermudaScene, sprites: &Sprites<'_>, view: &View<'_>, flying: Flying, known: bool, progress: f32) {
    let Flying { what, from, to } = flying;
    let arc = progress * (1.0 - progress);
    // From player to player the way leads out over the board: both ends lie beside it.
    let aside = matches!((from, to), (Harbour::Seat(_), Harbour::Seat(_)));
    let bow = if aside { vec2(1000.0 * arc, 0.0) } else { vec2(0.0, 90.0 * arc) };
    let at = harbour(scene, view, from).lerp(harbour(scene, view, to), progress) - bow;
    match what {
        Cargo::Card { deck, value } => {
            let Some(deck) = scene.pieces().decks.get(deck) else { return };
            draw_card(sprites, &deck.name, known.then_some(value), at, view, 1.0 + 3.6 * arc);
        }
        Cargo::Coins(amount) => draw_coins(known.then_some(amount), at, view, 1.0 + 2.0 * arc),
    }
}

/// A few coins, and how much they are if that may be known.
fn draw_coins(amount: Option<i64>, at: Vec2, view: &View<'_>, size: f32) {
    let (gold, ink) = (theme::to_macroquad(theme::GOLD), theme::to_macroquad(theme::INK));
    let radius = 13.0 * view.scale * size;
    for coin in 0..3 {
        let place = view.at(at + vec2(9.0 * (coin as f32 - 1.0), 5.0 * (coin % 2) as f32) * size);
        draw_circle(place.x, place.y, radius, gold);
        draw_circle_lines(place.x, place.y, radius, 1.5, ink);
    }
    let Some(amount) = amount else { return };
    let (text, letters) = (money(amount), 19.0 * view.scale * size);
    let under = view.at(at) + vec2(0.0, radius + 0.75 * letters);
    let half = vec2(0.3 * letters * text.chars().count() as f32 + 6.0 * view.scale, 0.62 * letters);
    draw_rectangle(under.x - half.x, under.y - half.y, 2.0 * half.x, 2.0 * half.y, theme::to_macroquad(theme::PAPER));
    view.letters.centred(&text, under, letters, "bold", ink);
}

/// Where what flies comes from or goes to, in board units; the bank is beyond the upper edge.
fn harbour(scene: &BermudaScene, view: &View<'_>, harbour: Harbour) -> Vec2 {
    match harbour {
        Harbour::Deck(deck) => scene.pieces().decks.get(deck).map_or(Vec2::ZERO, |deck| deck.at),
        Harbour::Seat(seat) => seat_corner(view, seat),
        Harbour::Bank => vec2(scene.sea().chart.size.x as f32 / 2.0, -40.0),
    }
}

/// Where a player's earnings fly to, in board units: towards the panel of players.
fn seat_corner(view: &View<'_>, seat: usize) -> Vec2 {
    let top = (view.tray.y - view.origin.y) / view.scale - 60.0;
    vec2((view.tray.x - view.origin.x) / view.scale + 60.0, (90.0 + 75.0 * seat as f32).min(top.max(90.0)))
}

fn draw_mark(scene: &BermudaScene, sprites: &Sprites<'_>, game: &Game, view: &View<'_>, mark: &Mark, share: f32) {
    let ring = |at: Vec2, radius: f32, width: f32, colour: Color| {
        let at = view.at(at);
        draw_circle_lines(at.x, at.y, radius * view.scale, width, colour);
    };
    match *mark {
        Mark::Caught(ship) => {
            let red = Color::new(0.75, 0.18, 0.13, 1.0 - share);
            scene.ship(ship).iter().for_each(|pose| ring(pose.at, 12.0 + 34.0 * share, 3.5, red));
        }
        Mark::Pointed(at) => {
            // Three rings, one after the other.
            let t = (share * 3.0).fract();
            ring(at, 16.0 + 22.0 * t, 4.0, faded(theme::to_macroquad(theme::RED), 1.0 - t));
        }
        Mark::Flying(cargo) => {
            let known = is_known(game, view, cargo);
            flying(scene, sprites, view, cargo, known, Ease::Gentle.share(share));
        }
        Mark::Dice(_) => {}
    }
}

/// What each die shows, and how much they still tumble.
fn dice(scene: &BermudaScene) -> (Vec<u8>, f32) {
    let tumbling =
        scene.motion.marks().find_map(|(mark, share)| if let Mark::Dice(row) = mark { Some((*row, share)) } else { None });
    let Some((row, share)) = tumbling else { return (scene.pieces().dice.numbers().to_vec(), 0.0) };
    let face = |value: &u8| {
        if share > 0.72 { *value } else { ((share * 12.0) as u8 * 5).wrapping_add(*value) % 6 + 1 }
    };
    (row.numbers().iter().map(face).collect(), 1.0 - share)
}

/// The spinner and the dice, beside the board.
fn tray(scene: &BermudaScene, sprites: &Sprites<'_>, view: &View<'_>) {
    let tray = view.tray;
    if tray.w < 40.0 {
        return;
    }
    let dial = tray.h.min(tray.w * 0.68);
    let centre = vec2(tray.x + tray.w - dial / 2.0, tray.y + tray.h / 2.0);
    sprites.get(Always::Spinner).draw(centre, 0.0, dial / 100.0, WHITE);
    let needle = scene.motion.pose(Thing::Needle).unwrap_or_default();
    sprites.get(Always::Needle).draw(centre, needle.angle, dial / 100.0, WHITE);
    let gate = scene.motion.gate().map(|gate| gate.name);
    let pulse = 0.5 + 0.5 * (view.clock * 4.0).sin();
    if gate == Some("spin") {
        let ring = faded(theme::to_macroquad(theme::GOLD), 0.6 + 0.4 * pulse);
        draw_circle_lines(centre.x, centre.y, dial / 2.0, 5.0, ring);
    }
    let side = (tray.w - dial).clamp(40.0, 92.0) * 0.72;
    let place = vec2(tray.x + (tray.w - dial) / 2.0, tray.y + tray.h / 2.0);
    let (faces, tumble) = dice(scene);
    let hop = (tumble * 9.0).sin().abs() * tumble * 26.0;
    if gate == Some("roll") {
        sprites.get(Always::Glow).draw(
            place,
            0.0,
            side * 2.2 / 100.0,
            faded(theme::to_macroquad(theme::GOLD), 0.7 + 0.3 * pulse),
        );
    }
    // As many as were thrown, in two columns when they are several.
    let columns = if faces.len() > 1 { 2 } else { 1 };
    let rows = faces.len().div_ceil(columns).max(1);
    let small = if columns > 1 { side * 0.62 } else { side };
    for (at, face) in faces.iter().enumerate() {
        let (column, row) = ((at % columns) as f32, (at / columns) as f32);
        let from_middle = vec2(column - (columns - 1) as f32 / 2.0, row - (rows - 1) as f32 / 2.0);
        let place = place + from_middle * small * 1.16;
        if *face > 6 {
            let ink = theme::to_macroquad(theme::INK);
            view.letters.centred(&face.to_string(), place, small * 0.8, "bold", ink);
        } else {
            let sprite = sprites.die(usize::from((*face).clamp(1, 6)) - 1);
            sprite.draw(place - vec2(0.0, hop), tumble * tumble * 9.0, small / 100.0, WHITE);
        }
    }
}
