//! The motion kit, without a window: how things go from one picture to the next, and that they always arrive.

#![cfg(feature = "window")]

use macroquad::prelude::{Vec2, vec2};
use std::f32::consts::{PI, TAU};
use triangulum::window::motion::{
    Act, Ease, Gate, Motion, Moving, Picture, Pose, Speed, change, flash, gate, glide, sequence, show, tell, together, wait,
};

/// A crane with a load, a stone that may be off the board, and a purse.
#[derive(Debug, Clone, PartialEq, Default)]
struct Yard {
    crane: Vec2,
    turned: f32,
    stone: Option<Vec2>,
    money: i64,
    loaded: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Thing {
    Crane,
    Load,
    Stone,
    Purse,
}

impl Picture for Yard {
    type Key = Thing;
    type Mark = &'static str;

    fn keys(&self) -> Vec<Thing> {
        vec![Thing::Crane, Thing::Load, Thing::Stone, Thing::Purse]
    }

    fn rest(&self, key: Thing, moving: &Moving<Thing>) -> Option<Pose> {
        match key {
            Thing::Crane => Some(Pose::at(self.crane).turned(self.turned)),
            Thing::Load if self.loaded => moving.pose(self, Thing::Crane).map(|crane| Pose::at(crane.at + vec2(0.0, 10.0))),
            Thing::Load => Some(Pose::at(vec2(500.0, 500.0))),
            Thing::Stone => self.stone.map(Pose::at),
            Thing::Purse => Some(Pose::counting(self.money)),
        }
    }
}

fn yard() -> Motion<Yard> {
    Motion::new(Yard::default())
}

fn crane_to(x: f32, seconds: f32) -> Act<Yard> {
    glide(seconds, move |yard: &mut Yard| yard.crane.x = x).into()
}

fn press(name: &'static str) -> Act<Yard> {
    gate(Gate { name, label: "window.roll", seat: 0, does: None })
}

fn place(motion: &Motion<Yard>, key: Thing) -> Vec2 {
    motion.pose(key).expect("it is to be seen").at
}

#[test]
fn acts_follow_each_other_to_the_moment_and_tell_what_was_shown() {
    let mut motion = yard();
    motion.push(sequence([crane_to(10.0, 1.0), tell(1), wait(1.0), tell(2)]));
    motion.push(crane_to(20.0, 1.0).then(tell(1)));
    assert_eq!(motion.tick(0.5, Speed::Normal), 0);
    assert_eq!(place(&motion, Thing::Crane), vec2(5.0, 0.0));
    assert_eq!(motion.tick(1.0, Speed::Normal), 1);
    assert_eq!(place(&motion, Thing::Crane), vec2(10.0, 0.0), "it waits");
    assert_eq!(motion.tick(1.0, Speed::Normal), 2, "what is left of a tick goes to the next act");
    assert_eq!(place(&motion, Thing::Crane), vec2(15.0, 0.0));
    assert_eq!(motion.tick(0.5, Speed::Normal), 1, "what takes no time happens in the same moment");
    assert!(motion.is_idle());
}

#[test]
fn together_is_over_with_the_last_of_them() {
    let mut motion = yard();
    let stone = glide(2.0, |yard: &mut Yard| yard.stone = Some(vec2(8.0, 0.0)));
    motion.push(together([crane_to(10.0, 1.0), stone.into()]).then(tell(1)));
    assert_eq!(motion.tick(1.0, Speed::Normal), 0);
    assert_eq!(place(&motion, Thing::Crane), vec2(10.0, 0.0));
    let stone = motion.pose(Thing::Stone).expect("on its way");
    assert_eq!((stone.at, stone.alpha), (vec2(8.0, 0.0), 0.5), "what was not there fades in");
    assert_eq!(motion.tick(1.0, Speed::Normal), 1);
}

#[test]
fn only_what_the_change_is_about_moves_and_what_hangs_follows() {
    let mut motion = yard();
    motion.picture_mut().loaded = true;
    motion.push(crane_to(100.0, 1.0));
    motion.tick(0.3, Speed::Normal);
    assert!(motion.is_moving(Thing::Crane) && !motion.is_moving(Thing::Load) && !motion.is_moving(Thing::Purse));
    assert_eq!(place(&motion, Thing::Load), place(&motion, Thing::Crane) + vec2(0.0, 10.0));
}

#[test]
fn a_change_that_moves_nothing_takes_no_time() {
    let mut motion = yard();
    motion.push(crane_to(0.0, 1.0).then(tell(1)));
    assert_eq!(motion.tick(0.0, Speed::Normal), 1);
    motion.push(glide(1.0, |_: &mut Yard| ()).turning(Thing::Crane, TAU).then(tell(1)));
    assert_eq!(motion.tick(0.5, Speed::Normal), 0, "a whole turn is seen");
}

#[test]
fn a_goal_that_moves_is_reached_where_it_is_by_then() {
    let mut motion = yard();
    let load = glide(0.5, |yard: &mut Yard| yard.loaded = true);
    motion.push(together([crane_to(100.0, 2.0), wait(1.0).then(load)]));
    motion.tick(1.25, Speed::Normal);
    let (load, crane) = (place(&motion, Thing::Load), place(&motion, Thing::Crane));
    assert_eq!(load, vec2(500.0, 500.0).lerp(crane + vec2(0.0, 10.0), 0.5));
    motion.tick(0.5, Speed::Normal);
    assert_eq!(place(&motion, Thing::Load), place(&motion, Thing::Crane) + vec2(0.0, 10.0));
}

#[test]
fn a_motion_that_is_overtaken_goes_on_from_where_it_was() {
    let mut motion = yard();
    motion.push(together([crane_to(100.0, 1.0), wait(0.5).then(crane_to(0.0, 1.0))]));
    motion.tick(0.5, Speed::Normal);
    assert_eq!(place(&motion, Thing::Crane), vec2(50.0, 0.0), "no jump");
    motion.tick(0.75, Speed::Normal);
    assert!(place(&motion, Thing::Crane).x < 50.0, "the first one does not end the second");
    motion.tick(0.25, Speed::Normal);
    assert_eq!(place(&motion, Thing::Crane), Vec2::ZERO);
}

#[test]
fn ways_have_corners_and_bows_that_point_along_them() {
    let mut motion = yard();
    let way = vec![vec2(10.0, 0.0), vec2(10.0, 10.0)];
    let sails = glide(3.0, |yard: &mut Yard| (yard.crane, yard.turned) = (vec2(0.0, 10.0), PI));
    motion.push(sails.by(way).facing().ease(Ease::Steady));
    motion.tick(1.0, Speed::Normal);
    let corner = motion.pose(Thing::Crane).expect("the crane");
    assert_eq!(corner.at, vec2(10.0, 0.0));
    assert!((corner.angle - PI / 4.0).abs() < 1e-4, "halfway between east and south: {}", corner.angle);
    motion.tick(1.5, Speed::Normal);
    assert_eq!(place(&motion, Thing::Crane), vec2(5.0, 10.0));
    motion.tick(0.5, Speed::Normal);
    assert_eq!(motion.pose(Thing::Crane).map(|crane| crane.angle), Some(PI));
}

#[test]
fn turns_can_be_longer_than_the_shorter_way() {
    for (by, halfway) in [(0.0, 0.25 * PI), (TAU, PI + 0.25 * PI), (0.5 * PI, 0.25 * PI), (-1.5 * PI, -0.75 * PI)] {
        let mut motion = yard();
        motion.push(glide(1.0, |yard: &mut Yard| yard.turned = 0.5 * PI).turning(Thing::Crane, by));
        motion.tick(0.5, Speed::Normal);
        let angle = motion.pose(Thing::Crane).expect("the crane").angle;
        assert!((angle - halfway).abs() < 1e-4, "by {by}: {angle}");
    }
}

#[test]
fn things_come_and_go_as_they_are_told_and_numbers_count() {
    let mut motion = yard();
    let comes =
        glide(1.0, |yard: &mut Yard| yard.stone = Some(vec2(4.0, 0.0))).comes(|rest| Pose { at: vec2(4.0, -80.0), ..rest });
    let goes = glide(1.0, |yard: &mut Yard| yard.stone = None).goes(|pose| pose.lifted(2.0).faded());
    motion.push(comes.arc(3.0).then(goes).then(glide(1.0, |yard: &mut Yard| yard.money = 500)));
    motion.tick(0.5, Speed::Normal);
    let stone = motion.pose(Thing::Stone).expect("it comes");
    assert_eq!((stone.at, stone.height, stone.alpha), (vec2(4.0, -40.0), 3.0, 1.0));
    motion.tick(1.0, Speed::Normal);
    let stone = motion.pose(Thing::Stone).expect("it goes");
    assert_eq!((stone.at, stone.height, stone.alpha), (vec2(4.0, 0.0), 1.0, 0.5));
    motion.tick(1.0, Speed::Normal);
    assert_eq!(motion.pose(Thing::Stone), None);
    assert_eq!(motion.pose(Thing::Purse).map(|purse| purse.count), Some(250.0));
}

#[test]
fn nothing_passes_a_gate_until_it_is_pressed_at_any_speed() {
    for speed in Speed::ALL {
        let mut motion = yard();
        motion.push(press("roll"));
        motion.push(crane_to(10.0, 1.0).then(tell(1)));
        motion.push(press("spin").then(tell(1)));
        assert_eq!(motion.tick(60.0, speed), 0);
        assert_eq!(motion.gate().map(|gate| gate.name), Some("roll"));
        assert_eq!(place(&motion, Thing::Crane), Vec2::ZERO);
        motion.open_gate();
        assert_eq!(motion.tick(60.0, speed), 1);
        assert_eq!(motion.gate().map(|gate| gate.name), Some("spin"));
        motion.open_gate();
        assert_eq!((motion.tick(60.0, speed), motion.gate(), motion.is_idle()), (1, None, true));
    }
}

#[test]
fn every_speed_ends_in_the_same_picture_and_tells_the_same() {
    let acts = || {
        let touches = (1..5).map(|n| wait(0.2 * n as f32).then(glide(0.3, move |yard: &mut Yard| yard.money += n)));
        let all = together([crane_to(30.0, 1.0)].into_iter().chain(touches));
        [change(|yard: &mut Yard| yard.loaded = true), all, tell(3), show("note", 0.4), crane_to(0.0, 0.1), tell(2)]
    };
    let last = Yard { money: 10, loaded: true, ..Yard::default() };
    for speed in Speed::ALL {
        let mut motion = yard();
        for act in acts() {
            motion.push(act);
        }
        let mut told = 0;
        while !motion.is_idle() {
            told += motion.tick(1.0 / 60.0, speed);
        }
        assert_eq!((told, motion.picture()), (5, &last), "{speed:?}");
    }
}

#[test]
fn marks_pass_with_the_motion_and_pointing_with_the_clock() {
    let mut motion = yard();
    motion.push(flash("ring", 1.0));
    motion.push(show("card", 0.5).then(tell(1)));
    motion.point_out("here", 1.0);
    motion.tick(0.25, Speed::Normal);
    let seen: Vec<_> = motion.marks().map(|(mark, share)| (*mark, share)).collect();
    assert_eq!(seen, [("here", 0.25), ("ring", 0.25), ("card", 0.5)]);
    assert_eq!(motion.tick(0.25, Speed::Normal), 1, "what is shown holds the others up, a flash does not");
    assert_eq!(motion.marks().map(|(mark, _)| *mark).collect::<Vec<_>>(), ["here", "ring"]);
    motion.push(flash("again", 1.0));
    motion.tick(0.1, Speed::Instant);
    assert_eq!(motion.marks().map(|(mark, _)| *mark).collect::<Vec<_>>(), ["here"], "nobody waits for a mark that is not seen");
}

#[test]
fn another_picture_ends_all_motion() {
    let mut motion = yard();
    motion.push(crane_to(30.0, 1.0).then(press("roll")).then(tell(1)));
    motion.tick(0.5, Speed::Normal);
    motion.show(Yard { crane: vec2(7.0, 7.0), ..Yard::default() });
    assert_eq!((motion.is_idle(), motion.gate(), place(&motion, Thing::Crane)), (true, None, vec2(7.0, 7.0)));
    assert_eq!(motion.tick(5.0, Speed::Normal), 0);
}

#[test]
fn the_time_of_a_share_is_where_the_share_is_reached() {
    for ease in [Ease::Gentle, Ease::Steady, Ease::SlowDown, Ease::Steps(5.0)] {
        assert_eq!((ease.share(0.0), ease.share(1.0)), (0.0, 1.0));
        for share in [0.0, 0.1, 0.5, 0.77, 1.0] {
            assert!((ease.share(ease.time(share)) - share).abs() < 1e-4, "{ease:?} at {share}");
        }
    }
}
