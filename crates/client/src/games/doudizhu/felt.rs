//! The table of Dou Dizhu: the two others, each seat's last play, the bottom cards, the own hand.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::doudizhu::last_action::LastAction;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::reading::{Kind, Reading};
use cardroom_rules::games::doudizhu::rules::{Bidding, Rules};
use cardroom_rules::games::doudizhu::score::Multiplier;
use cardroom_rules::games::doudizhu::setup::SEATS;
use cardroom_rules::games::doudizhu::view::{PlayerView, Stage, View};
use cardroom_rules::games::seat::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::cards;
use crate::games::hand;
use crate::games::scene::{Scene, column_of, row_of, rows_of};
use crate::games::title::Title;
use crate::look;
use crate::read::name_of;
use crate::words::Language;

/// Stake and multiplier.
pub fn headline(scene: &Scene, rules: &Rules) -> String {
    let stake = scene.fill("lobby.stake", &[&scene.language.chips(rules.stake)]);
    let state = scene.table.state::<View>().map(|(state, _)| state);
    match state.and_then(|state| state.multiplier).filter(|known| known.base > 0) {
        Some(known) => {
            let factor = known.total / u64::from(known.base);
            format!("{stake} · {} × {factor}", base_text(scene, rules, known))
        }
        None => stake,
    }
}

/// The result of the auction.
fn base_text(scene: &Scene, rules: &Rules, known: Multiplier) -> String {
    let is_robbed = rules.bidding == Bidding::CallRob;
    scene.fill(if is_robbed { "doudizhu.robbed" } else { "doudizhu.base" }, &[&known.base.to_string()])
}

/// The own cards, the highest first, as players hold them, by rank.
pub fn held(state: &View) -> Vec<Vec<Card>> {
    let cards: Vec<Card> = state.hand.iter().flatten().rev().copied().collect();
    cards.chunk_by(|one, next| Rank::of(*one) == Rank::of(*next)).map(<[Card]>::to_vec).collect()
}

/// A rank as text.
pub fn rank(rank: Rank, language: Language) -> String {
    cards::rank_text(cards::letter(&rank.to_string()), language)
}

/// A reading in words.
pub fn reading(reading: &Reading, language: Language) -> String {
    let kind = format!("doudizhu.kind.{}", name_of(&reading.kind));
    let name = language.say(&kind);
    let main = match reading.main {
        Rank::SMALL_JOKER => language.say("joker.1").to_owned(),
        Rank::BIG_JOKER => language.say("joker.2").to_owned(),
        other => rank(other, language),
    };
    let length = reading.length.to_string();
    match reading.kind {
        Kind::Rocket => name.to_owned(),
        Kind::Straight => language.fill("doudizhu.read.straight", &[name, &length, &main]),
        chain if chain.is_chain() => {
            // The Chinese template has the sign for "chain" already, with which 连对 begins, too.
            let name = name.trim_start_matches('连');
            language.fill("doudizhu.read.chain", &[name, &length, &main])
        }
        _ => language.fill("reading.one", &[name, &main]),
    }
}

/// Which side won, and the multiplier.
pub fn result(scene: &Scene, rules: &Rules) -> String {
    let Some((state, true)) = scene.table.state::<View>() else { return String::new() };
    let Some(score) = &state.score else { return scene.say("doudizhu.voided").to_owned() };
    let side = if score.landlord_won { "doudizhu.landlordWins" } else { "doudizhu.peasantsWin" };
    let mut parts = Vec::new();
    // A player who took the chair afterwards won nothing.
    if let Some(mine) = scene.table.my_seat_played() {
        let mut players = scene.view.last_result.iter().flat_map(|result| &result.players);
        let net = players.find(|player| player.seat == mine).map_or(0, |player| player.net);
        let has_won = score.landlord_won == (state.landlord == Some(mine));
        let key = if has_won { "doudizhu.you.win" } else { "doudizhu.you.lose" };
        parts.push(format!("{} {}", scene.say(key), scene.language.signed(net)));
    }
    parts.push(scene.say(side).to_owned());
    if score.multiplier.base > 1 {
        parts.push(base_text(scene, rules, score.multiplier));
    }
    if score.multiplier.bombs > 0 {
        parts.push(scene.fill("doudizhu.bombs", &[&score.multiplier.bombs.to_string()]));
    }
    if let Some(spring) = score.multiplier.spring {
        parts.push(scene.say(&format!("doudizhu.spring.{}", name_of(&spring))).to_owned());
    }
    parts.push(format!("×{}", score.multiplier.total));
    parts.join(" · ")
}

/// Draws everything.
pub fn draw(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    let hero = scene.table.hero();
    let (next, last) = (hero.after(SEATS), hero.after(SEATS).after(SEATS));
    let Some((state, _)) = scene.table.state::<View>() else {
        let names = rows_of(area, 0, 3);
        draw_other(scene, last, None, column_of(names, 0, 2), buffer);
        draw_other(scene, next, None, column_of(names, 1, 2), buffer);
        scene.latest(rows_of(area, 4, area.height.saturating_sub(8)), buffer);
        draw_other(scene, hero, None, rows_of(area, area.height.saturating_sub(3), 3), buffer);
        return;
    };
    let groups = held(state);
    let rows =
        u16::try_from(hand::rows(&groups, area.width.saturating_sub(2), false).len().max(1)).unwrap_or(2);
    let own = rows + 2;
    let open = u16::from(state.players.iter().any(|player| player.seat != hero && player.open.is_some()));
    let boxes = area.height.saturating_sub(own + 4).clamp(4, 6 + open);
    let top = rows_of(area, 0, boxes);
    draw_other(scene, last, Some(state), column_of(top, 0, 2), buffer);
    draw_other(scene, next, Some(state), column_of(top, 1, 2), buffer);
    // If the log is beside the felt, the cards on the table have the middle alone.
    let gap = area.height.saturating_sub(boxes + own + 4);
    let bottom = boxes + if scene.has_log { gap / 2 } else { 0 };
    draw_bottom(scene, state, rows_of(area, bottom, 2), buffer);
    let mine = rows_of(area, area.height.saturating_sub(own + 2), 2);
    draw_mine(scene, hero, state, mine, buffer);
    scene.latest(rows_of(area, boxes + 3, area.height.saturating_sub(boxes + 6 + own)), buffer);
    let title = title(scene, hero, Some(state));
    let inside = scene.frame(hero, &title, rows_of(area, area.height.saturating_sub(own), own), buffer);
    match player(Some(state), hero).filter(|_| groups.is_empty()) {
        // A watcher sees no cards there.
        Some(watched) => draw_count(scene, watched, inside, buffer),
        None => hand::draw(scene, &groups, false, &[], inside, buffer),
    }
}

fn player(state: Option<&View>, seat: Seat) -> Option<&PlayerView> {
    state?.players.iter().find(|player| player.seat == seat)
}

fn title(scene: &Scene, seat: Seat, state: Option<&View>) -> Title {
    let role = match state.and_then(|state| state.landlord) {
        Some(landlord) if landlord == seat => scene.say("doudizhu.landlord"),
        Some(_) => scene.say("doudizhu.peasant"),
        None => "",
    };
    let doubled = player(state, seat).is_some_and(|player| player.doubled);
    let doubled = if doubled { scene.say("doudizhu.doubled") } else { "" };
    scene.title(seat, |title| title.mark(role).mark(doubled))
}

fn draw_other(scene: &Scene, seat: Seat, state: Option<&View>, area: Rect, buffer: &mut Buffer) {
    let Some(chair) = scene.table.chair(seat) else { return };
    let inside = scene.frame(seat, &title(scene, seat, state), area, buffer);
    let Some(player) = player(state, seat) else {
        return scene.line(Line::from(scene.chips(chair.chips)), row_of(inside, 0), buffer);
    };
    draw_count(scene, player, inside, buffer);
    let mut row = 1;
    if let Some(open) = &player.open {
        scene.flow(open, row_of(inside, row), buffer);
        row += 1;
    }
    if let (Some(state), Some(last)) = (state, &player.last_action) {
        draw_said(scene, state, last, rows_of(inside, row, inside.height), buffer);
    }
}

/// The number of cards of a seat, and its chips.
fn draw_count(scene: &Scene, player: &PlayerView, area: Rect, buffer: &mut Buffer) {
    let count = scene.language.count("table.cards", &player.cards);
    // One and two cards deserve attention.
    let style = if player.cards <= 2 { scene.look.bad() } else { scene.look.key() };
    let spans = vec![
        Span::styled(count, style),
        Span::styled(format!("   {}", scene.chips(player.stack)), scene.look.dim()),
    ];
    scene.line(Line::from(spans), row_of(area, 0), buffer);
}

/// A seat's last call or play: in words, and the cards.
fn draw_said(scene: &Scene, state: &View, last: &LastAction, area: Rect, buffer: &mut Buffer) {
    let text = said(scene, last, state.stage);
    let style = if *last == (LastAction::Pass {}) { scene.look.dim() } else { Style::new() };
    scene.line(Line::styled(look::clip(&text, usize::from(area.width)), style), row_of(area, 0), buffer);
    if let LastAction::Play { cards, .. } = last {
        scene.flow(cards, rows_of(area, 1, area.height), buffer);
    }
}

fn said(scene: &Scene, last: &LastAction, stage: Stage) -> String {
    let key = match last {
        LastAction::Play { reading: read, .. } => return reading(read, scene.language),
        LastAction::Bid { points } => return scene.fill("doudizhu.said.bid", &[&points.to_string()]),
        // Each stage has its own word for declining.
        LastAction::Pass {} => match stage {
            Stage::Auction => "doudizhu.said.nobid",
            Stage::Doubling => "doudizhu.said.nodouble",
            Stage::Opening | Stage::Dealing | Stage::Showing => "doudizhu.said.noshow",
            Stage::Playing | Stage::Over => "doudizhu.said.pass",
        },
        LastAction::Call {} => "doudizhu.said.call",
        LastAction::Rob {} => "doudizhu.said.rob",
        LastAction::Double {} => "doudizhu.said.double",
        LastAction::Show { .. } => "doudizhu.said.show",
    };
    scene.say(key).to_owned()
}

fn draw_bottom(scene: &Scene, state: &View, area: Rect, buffer: &mut Buffer) {
    let mut spans = Vec::new();
    if let Some(bottom) = &state.bottom {
        spans.push(Span::styled(format!("{}  ", scene.say("doudizhu.bottom")), scene.look.dim()));
        spans.extend(cards::run(bottom, scene.look));
    }
    if !state.wild.is_empty() {
        let ranks: Vec<String> = state.wild.iter().map(|wild| rank(*wild, scene.language)).collect();
        spans.push(Span::styled(
            format!("   {} {}", scene.say("doudizhu.wild"), ranks.join(" ")),
            scene.look.bright(),
        ));
    }
    scene.line(Line::from(spans), row_of(area, 0), buffer);
    if state.bottom.is_none() {
        return;
    }
    let counts = counts(scene, state, usize::from(area.width));
    scene.line(Line::styled(counts, scene.look.dim()), row_of(area, 1), buffer);
}

/// The cards that the others hold, rank by rank. A narrow window leaves out the label, and the ranks that no other seat
/// holds.
fn counts(scene: &Scene, state: &View, room: usize) -> String {
    let others = |least: u8| {
        let held = state.remaining.iter().rev().filter(|rest| rest.count >= least);
        let each = held.map(|rest| format!("{}:{}", rank(rest.rank, scene.language), rest.count));
        each.collect::<Vec<_>>().join(" ")
    };
    let all = others(0);
    let named = format!("{} {all}", scene.say("doudizhu.counter"));
    [named, all].into_iter().find(|text| look::width(text) <= room).unwrap_or_else(|| others(1))
}

/// The last action of the player at the bottom, above the hand.
fn draw_mine(scene: &Scene, hero: Seat, state: &View, area: Rect, buffer: &mut Buffer) {
    let Some(last) = player(Some(state), hero).and_then(|player| player.last_action.as_ref()) else { return };
    let is_play = matches!(last, LastAction::Play { .. });
    draw_said(scene, state, last, if is_play { area } else { rows_of(area, 1, 1) }, buffer);
}
