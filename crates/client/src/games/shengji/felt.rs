//! The table of Shengji: the partner in the middle, the opponents at the sides, each seat's play, the own hand by
//! groups.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::cards;
use crate::games::hand;
use crate::games::scene::{Scene, column_of, row_of, rows_of};
use crate::games::title::Title;
use crate::wire::Seat;
use crate::wire::shengji::{Declaration, Play, State, Trick};

/// From this height on, the hand has its full height from the start.
const USUAL_HEIGHT: u16 = 18;
/// Below this width a seat's tricks are left out.
const NARROW: u16 = 22;
/// How many rows a hand of four suits and trumps has.
const USUAL_ROWS: u16 = 5;

/// Trumps, levels, points.
pub fn headline(scene: &Scene) -> String {
    let Some((state, _)) = state(scene) else { return String::new() };
    let mut parts = Vec::new();
    match &state.trump {
        Some(trump) => {
            let level = cards::rank_text(trump.level.as_deref().unwrap_or_default(), scene.language);
            match trump.suit.as_deref().map(cards::sign_of_suit) {
                Some(sign) => parts.push(scene.fill("shengji.trump", &[&format!("{level}{sign}")])),
                None => parts.push(format!("{} {level}", scene.say("shengji.notrump"))),
            }
        }
        None => parts.push(scene.fill("shengji.level", &[cards::rank_text(&state.level, scene.language)])),
    }
    let rank = |level| cards::rank_text(level, scene.language);
    let (even, odd) = (rank(&state.levels.even), rank(&state.levels.odd));
    let (us, them) = if scene.table.hero().is_multiple_of(2) { (even, odd) } else { (odd, even) };
    parts.push(scene.fill("shengji.levels", &[us, them]));
    let take = scene.table.view.options.game.shengji.as_ref().map_or(80, |rules| rules.thresholds.take);
    parts.push(scene.fill("shengji.points", &[&state.points.to_string(), &take.to_string()]));
    parts.join(" · ")
}

/// The hand that is shown.
pub fn state<'a>(scene: &Scene<'a>) -> Option<(&'a State, bool)> {
    let (state, is_over) = scene.table.state()?;
    Some((state.shengji.as_ref()?, is_over))
}

/// The hand as it is held: trumps first, then the suits, the highest first in each.
pub fn held(state: &State) -> Vec<Vec<String>> {
    let groups = || state.hand.iter().flatten().filter(|holding| !holding.cards.is_empty());
    let trumps = groups().filter(|holding| holding.group == "trump");
    let suits = groups().filter(|holding| holding.group != "trump");
    trumps.chain(suits).map(|holding| holding.cards.iter().rev().cloned().collect()).collect()
}

/// The trumps of a declaration.
pub fn declared(scene: &Scene, declaration: &Declaration) -> String {
    if cards::is_joker(&declaration.card) {
        return scene.say("shengji.notrump").to_owned();
    }
    let suit = match declaration.card.chars().nth(1) {
        Some('s') => "group.spades",
        Some('h') => "group.hearts",
        Some('c') => "group.clubs",
        _ => "group.diamonds",
    };
    let pair = if declaration.pair { " ×2" } else { "" };
    format!("{}{pair}", scene.say(suit))
}

/// The winner and the levels.
pub fn result(scene: &Scene) -> String {
    let Some((state, true)) = state(scene) else { return String::new() };
    let (Some(score), Some(declarer)) = (&state.score, state.declarer) else {
        return scene.say("shengji.voided").to_owned();
    };
    let won = &score.progress.won;
    let mut parts = Vec::new();
    // A player who took the chair afterwards won nothing.
    if let Some(mine) = scene.table.my_seat_played() {
        let is_mine = (declarer % 2 == mine % 2) == won.held;
        parts.push(scene.say(if is_mine { "shengji.you.win" } else { "shengji.you.lose" }).to_owned());
    }
    parts.push(scene.say(if won.held { "shengji.held" } else { "shengji.taken" }).to_owned());
    parts.push(scene.fill("shengji.event.scored", &[&score.points.to_string()]));
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
fn trick<'a>(scene: &Scene<'a>, state: &'a State, is_over: bool) -> (Option<&'a Trick>, bool) {
    let current = state.trick.as_ref().filter(|trick| !trick.plays.is_empty());
    if scene.play.is_peeking || is_over || current.is_none() {
        return (state.last_trick.as_ref(), true);
    }
    (current, false)
}

/// Draws everything.
pub fn draw(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    let hero = scene.table.hero();
    let shown = state(scene);
    let groups = shown.map(|(state, _)| held(state)).unwrap_or_default();
    let rows =
        u16::try_from(hand::rows(&groups, area.width.saturating_sub(2), true).len().max(1)).unwrap_or(6);
    // During the deal the hand has its full height already, so that nothing moves.
    let own = rows.max(if area.height >= USUAL_HEIGHT { USUAL_ROWS } else { 1 }) + 2;
    let boxes = area.height.saturating_sub(own + 2).clamp(4, 6);
    let top = rows_of(area, 0, boxes);
    for (column, step) in (0..).zip([3, 2, 1]) {
        draw_other(scene, (hero + step) % 4, shown, column_of(top, column, 3), buffer);
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
fn useless(scene: &Scene, state: &State) -> Vec<String> {
    let options = scene.table.options().and_then(|options| options.shengji.as_ref());
    let Some(owed) = options.and_then(|options| options.owed.as_ref()) else { return Vec::new() };
    if owed.in_group < owed.cards {
        return Vec::new();
    }
    let others = state.hand.iter().flatten().filter(|holding| holding.group != owed.group);
    others.flat_map(|holding| holding.cards.iter().cloned()).collect()
}

fn title(scene: &Scene, seat: Seat, shown: Option<(&State, bool)>) -> Title {
    let hero = scene.table.hero();
    let declarer = shown.is_some_and(|(state, _)| state.declarer == Some(seat));
    let is_partner = seat != hero && seat % 2 == hero % 2;
    // The partner is always opposite.
    let partner = if is_partner { scene.say("shengji.partner") } else { "" };
    let declarer = if declarer { scene.say("shengji.declarer") } else { "" };
    scene.title(seat, |title| title.spare(partner).mark(declarer))
}

fn draw_other(scene: &Scene, seat: Seat, shown: Option<(&State, bool)>, area: Rect, buffer: &mut Buffer) {
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
fn draw_count(scene: &Scene, state: &State, seat: Seat, area: Rect, buffer: &mut Buffer) {
    let Some(player) = state.players.iter().find(|player| player.seat == seat) else { return };
    let count = scene.language.count("table.cards", player.cards);
    let tricks = scene.language.count("shengji.tricks", player.tricks);
    let text = if area.width < NARROW { count } else { format!("{count}   {tricks}") };
    scene.line(Line::styled(text, scene.look.dim()), row_of(area, 0), buffer);
}

/// A seat's play with its note: that it is winning, or that a throw failed.
fn play_of<'a>(
    scene: &Scene,
    trick: &'a Trick,
    seat: Seat,
    is_last: bool,
) -> Option<(&'a Play, Line<'static>)> {
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
fn draw_middle(scene: &Scene, hero: Seat, state: &State, is_over: bool, area: Rect, buffer: &mut Buffer) {
    let mut kitty: Vec<String> = state.kitty.cards.clone().unwrap_or_default();
    if kitty.is_empty() {
        kitty.clone_from(&state.kitty.flipped);
    }
    if is_over {
        kitty = state.score.as_ref().map(|score| &score.kitty).cloned().unwrap_or(kitty);
    }
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
        spans.extend(cards::run(&kitty, scene.look));
        scene.line(Line::from(spans), row_of(area, row), buffer);
    }
}
