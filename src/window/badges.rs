//! Badges on the board: what rules remember of pieces and places, drawn over whatever scene there is.

use super::scene::{Scene, Tip, Tone, View};
use super::sprites::{Commission, Gallery};
use super::theme::{self, to_macroquad};
use crate::sim::show::art::svg;
use crate::sim::show::badge::{SIDE, art, laid_out};
use crate::sim::{Eyes, Game, Id, Ruleset};
use macroquad::prelude::{Vec2, WHITE, draw_circle, vec2};

/// The pictures of badges that the rules in force can show.
#[derive(Default)]
pub(super) struct Badges {
    icons: Vec<&'static str>,
    gallery: Gallery,
}

/// How many pixels a badge's picture has for each unit of its square.
const FINE: f32 = 3.0;

impl Badges {
    /// Draws the pictures the rules need, unless they are there.
    pub(super) fn fit(&mut self, rules: &Ruleset) {
        let mut icons: Vec<&'static str> = rules.in_force.iter().flat_map(|rule| rule.icons()).collect();
        icons.sort_unstable();
        icons.dedup();
        if icons == self.icons {
            return;
        }
        self.icons.clone_from(&icons);
        let half = SIDE / 2.0;
        let draw = move |icon: &&str| Commission::new(svg([-half, -half, SIDE, SIDE], &art(icon)), Vec2::splat(SIDE), FINE);
        self.gallery.commission(move || icons.iter().map(draw).collect());
    }

    pub(super) fn draw(&mut self, scene: &dyn Scene, game: &Game, view: &View<'_>) {
        if self.icons.is_empty() {
            return;
        }
        self.gallery.refresh();
        let spot = |id: Id| scene.spot_of(game, id).map(|(at, reach)| ([at.x, at.y], reach));
        for (badge, at, side) in laid_out(&game.badges(view.eyes), &spot) {
            let known = self.icons.iter().position(|icon| *icon == badge.icon);
            let Some(sprite) = known.and_then(|place| self.gallery.sprites.get(place)) else { continue };
            let at = view.at(Vec2::from(at));
            sprite.draw(at, 0.0, view.scale * side / SIDE, WHITE);
            if let Some(number) = badge.short() {
                let (corner, size) = (at + vec2(0.42, 0.42) * side * view.scale, 0.3 * side * view.scale);
                draw_circle(corner.x, corner.y, size, to_macroquad(theme::INK));
                view.letters.centred(&number, corner, 1.5 * size, "bold", WHITE);
            }
        }
    }
}

/// Adds to a tip what rules remember of the thing a target is, or of what lies there.
pub(super) fn told(scene: &dyn Scene, game: &Game, eyes: Eyes, target: &str, tip: &mut Tip) {
    let there = scene.things(game, target);
    for badge in game.badges(eyes).into_iter().filter(|badge| there.contains(&badge.of)) {
        tip.lines.push((Tone::Plain, badge.says().to_string()));
    }
}
