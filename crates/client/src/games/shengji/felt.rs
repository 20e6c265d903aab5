//! The table of Shengji: the partner in the middle, the opponents at the sides, each seat's play, the own hand by
//! groups.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::declare::Declaration;
use cardroom_rules::games::shengji::event::TrickPlay;
use cardroom_rules::games::shengji::level::TeamLevel;
use cardroom_rules::games::shengji::options::{FollowOptions, Options};
use cardroom_rules::games::shengji::order::Group;
use cardroom_rules::games::shengji::rules::Rules;
use cardroom_rules::games::shengji::score::Team;
use cardroom_rules::games::shengji::setup::SEATS;
use cardroom_rules::games::shengji::view::{TrickView, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::cards;
use crate::games::hand;
use crate::games::scene::{Scene, column_of, row_of, rows_of};
use crate::games::title::Title;
use crate::read::name_of;
use crate::words::Language;

/// From this height on, the hand has its full height from the start.
const USUAL_HEIGHT: u16 = 18;
/// Below this width a seat's tricks are left out.
const NARROW: u16 = 22;
/// How many rows a hand of four suits and trumps has.
const USUAL_ROWS: u16 = 5;

/// Trumps, levels, points.
pub fn headline(scene: &Scene, rules: &Rules) -> String {
    let Some((state, _)) = scene.table.state::<View>() else { return String::new() };
    let text = |of| level(of, scene.language);
    let mut parts = Vec::new();
    match &state.trump {
        Some(trump) => {
            let level = trump.level.map(text).unwrap_or_default();
            match trump.suit.map(cards::sign) {
                Some(sign) => parts.push(scene.fill("shengji.trump", &[&format!("{level}{sign}")])),
                None => parts.push(format!("{} {level}", scene.say("shengji.notrump"))),
            }
        }
        None => parts.push(scene.fill("shengjiResult.level", &[&text(state.level)])),
    }
    let us = Team::of(scene.table.hero());
    let [us, them] = [us, us.other()].map(|team| text(state.levels.of(team)));
    parts.push(scene.fill("shengji.levels", &[&us, &them]));
    let take = rules.thresholds.take;
    parts.push(scene.fill("shengji.points", &[&state.points.to_string(), &take.to_string()]));
    parts.join(" · ")
}

/// A level as text.
pub fn level(level: TeamLevel, language: Language) -> String {
    cards::rank_text(cards::letter(&level.to_string()), language)
}

/// The hand as it is held: trumps first, then the suits, the highest first in each.
pub fn held(state: &View) -> Vec<Vec<Card>> {
    let groups = || state.hand.iter().flatten().filter(|holding| !holding.cards.is_empty());
    let trumps = groups().filter(|holding| holding.group == Group::Trump);
    let suits = groups().filter(|holding| holding.group != Group::Trump);
    trumps.chain(suits).map(|holding| holding.cards.iter().rev().copied().collect()).collect()
}

/// The trumps of a declaration.
pub fn declared(scene: &Scene, declaration: &Declaration) -> String {
    let Some(suit) = declaration.card.suit() else { return scene.say("shengji.notrump").to_owned() };
    let pair = if declaration.pair { " ×2" } else { "" };
    format!("{}{pair}", scene.say(&format!("shengji.group.{}", name_of(&suit))))
}

/// The winner and the levels.
pub fn result(scene: &Scene) -> String {
    let Some((state, true)) = scene.table.state::<View>() else { return String::new() };
    let (Some(score), Some(declarer)) = (&state.score, state.declarer) else {
        return scene.say("shengjiResult.void").to_owned();
    };
    let won = &score.progress.won;
    let mut parts = Vec::new();
    // A player who took the chair afterwards won nothing.
    if let Some(mine) = scene.table.my_seat_played() {
        let is_mine = (Team::of(declarer) == Team::of(mine)) == won.held;
        parts.push(scene.say(if is_mine { "shengji.you.win" } else { "shengji.you.lose" }).to_owned());
    }
    parts.push(scene.say(if won.held { "shengjiResult.held" } else { "shengjiResult.taken" }).to_owned());
    parts.push(scene.fill("events.shengji.scored", &[&score.points.to_string()]));
    parts.push(scene.fill("shengji.up", &[&won.levels.to_string()]));
    if score.kitty_points > 0 && score.multiplier > 0 {
        let counted = [score.kitty_points.to_string(), score.multiplier.to_string()];
        parts.push(scene.fill("shengji.kittypoints", &[&counted[0], &counted[1]]));
    }
    if score.progress.champion.is_some() {
        parts.push(scene.say("shengji.champion").to_owned());
    }
    parts.join(" · ")
}

/// The trick that is shown: the current one; the last one before a lead, after the hand, and on request.
fn trick<'a>(scene: &Scene<'a>, state: &'a View, is_over: bool) -> (Option<&'a TrickView>, bool) {
    let current = state.trick.as_ref().filter(|trick| !trick.plays.is_empty());
    if scene.play.is_peeking || is_over || current.is_none() {
        return (state.last_trick.as_ref(), true);
    }
    (current, false)
}

/// Draws everything.
pub fn draw(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    let hero = scene.table.hero();
    let shown = scene.table.state::<View>();
    let groups = shown.map(|(state, _)| held(state)).unwrap_or_default();
    let rows =
        u16::try_from(hand::rows(&groups, area.width.saturating_sub(2), true).len().max(1)).unwrap_or(6);
    // During the deal the hand has its full height already, so that nothing moves.
    let own = rows.max(if area.height >= USUAL_HEIGHT { USUAL_ROWS } else { 1 }) + 2;
    let boxes = area.height.saturating_sub(own + 2).clamp(4, 6);
    let top = rows_of(area, 0, boxes);
    for (column, seat) in [2, 1, 0].into_iter().zip(hero.and_after(SEATS).skip(1)) {
        draw_other(scene, seat, shown, column_of(top, column, 3), buffer);
    }
    let below = rows_of(area, boxes, area.height.saturating_sub(boxes + own));
    if let Some((state, is_over)) = shown {
        // If the log is beside the felt, the cards on the table have the middle alone.
        let above = if scene.has_log { (below.height / 2).saturating_sub(2) } else { 0 };
        let middle = rows_of(below, above, below.height - above);
        draw_middle(scene, hero, state, is_over, middle, buffer);
    }
    let log = below.height.saturating_sub(4);
    scene.latest(rows_of(below, below.height - log, log), buffer);
    let title = title(scene, hero, shown);
    let inside = scene.frame(hero, &title, rows_of(area, area.height.saturating_sub(own), own), buffer);
    // A watcher sees no cards there.
    if let (Some((state, false)), true) = (shown, groups.is_empty() && scene.table.my_seat() != Some(hero)) {
        draw_count(scene, state, hero, inside, buffer);
    }
    let dim = shown.map(|(state, _)| useless(scene, state)).unwrap_or_default();
    hand::draw(scene, &groups, true, &dim, inside, buffer);
}

/// The cards that cannot be played: all others if the led group suffices.
fn useless(scene: &Scene, state: &View) -> Vec<Card> {
    let Some(Options::Follow(FollowOptions { owed, .. })) = scene.table.options() else { return Vec::new() };
    if owed.in_group < owed.cards {
        return Vec::new();
    }
    let others = state.hand.iter().flatten().filter(|holding| holding.group != owed.group);
    others.flat_map(|holding| holding.cards.iter().copied()).collect()
}

fn title(scene: &Scene, seat: Seat, shown: Option<(&View, bool)>) -> Title {
    let hero = scene.table.hero();
    let declarer = shown.is_some_and(|(state, _)| state.declarer == Some(seat));
    let is_partner = seat != hero && Team::of(seat) == Team::of(hero);
    // The partner is always opposite.
    let partner = if is_partner { scene.say("shengji.partner") } else { "" };
    let declarer = if declarer { scene.say("shengji.declarer") } else { "" };
    scene.title(seat, |title| title.spare(partner).mark(declarer))
}

fn draw_other(scene: &Scene, seat: Seat, shown: Option<(&View, bool)>, area: Rect, buffer: &mut Buffer) {
    if scene.table.chair(seat).is_none() {
        return;
    }
    let inside = scene.frame(seat, &title(scene, seat, shown), area, buffer);
    let Some((state, is_over)) = shown else { return };
    draw_count(scene, state, seat, inside, buffer);
    let (trick, is_last) = trick(scene, state, is_over);
    let Some((play, word)) = trick.and_then(|trick| play_of(scene, trick, seat, is_last)) else { return };
    let height = inside.height.saturating_sub(1);
    let cards = height.saturating_sub(u16::from(!word.spans.is_empty() && height > 1));
    scene.flow(&play.cards, rows_of(inside, 1, cards), buffer);
    scene.line(word, row_of(inside, 1 + cards), buffer);
}

/// The number of cards of a seat, and its tricks.
fn draw_count(scene: &Scene, state: &View, seat: Seat, area: Rect, buffer: &mut Buffer) {
    let Some(player) = state.players.iter().find(|player| player.seat == seat) else { return };
    let count = scene.language.count("table.cards", &player.cards);
    let tricks = scene.language.count("shengji.tricks", &player.tricks);
    let text = if area.width < NARROW { count } else { format!("{count}   {tricks}") };
    scene.line(Line::styled(text, scene.look.dim()), row_of(area, 0), buffer);
}

/// A seat's play with its note: that it is winning, or that a throw failed.
fn play_of<'a>(
    scene: &Scene,
    trick: &'a TrickView,
    seat: Seat,
    is_last: bool,
) -> Option<(&'a TrickPlay, Line<'static>)> {
    let play = trick.plays.iter().find(|play| play.seat == seat)?;
    let failed = trick.thrown.as_ref().filter(|thrown| {
        thrown.seat == seat && thrown.cards.len() != play.cards.len() && trick.plays.len() == 1
    });
    if let Some(thrown) = failed {
        return Some((thrown, Line::styled(scene.say("shengji.failed").to_owned(), scene.look.bad())));
    }
    let mut spans = Vec::new();
    if trick.winner == Some(seat) {
        spans.push(Span::styled(scene.say("shengji.winning").to_owned(), scene.look.good()));
    }
    if is_last && trick.winner == Some(seat) {
        spans.insert(0, Span::styled(format!("{} · ", scene.say("shengji.lasttrick")), scene.look.dim()));
    }
    Some((play, Line::from(spans)))
}

/// The own play, and what is known of the kitty.
fn draw_middle(scene: &Scene, hero: Seat, state: &View, is_over: bool, area: Rect, buffer: &mut Buffer) {
    let shown = state.score.as_ref().filter(|_| is_over).map(|score| &score.kitty);
    let own = state.kitty.cards.as_ref().filter(|cards| !cards.is_empty());
    let kitty = shown.or(own).unwrap_or(&state.kitty.flipped);
    let (trick, is_last) = trick(scene, state, is_over);
    let mine = trick.and_then(|trick| play_of(scene, trick, hero, is_last));
    let mut row = u16::from(area.height > 3);
    if let Some((play, word)) = mine {
        scene.flow(&play.cards, row_of(area, row), buffer);
        row += 1;
        if area.height > row && !word.spans.is_empty() {
            scene.line(word, row_of(area, row), buffer);
        }
        row += 1;
    }
    if !kitty.is_empty() && area.height > row {
        let mut spans = vec![Span::styled(format!("{}  ", scene.say("shengji.kitty")), scene.look.dim())];
        spans.extend(cards::run(kitty, scene.look));
        scene.line(Line::from(spans), row_of(area, row), buffer);
    }
}
