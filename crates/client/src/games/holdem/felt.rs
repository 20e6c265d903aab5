//! The table of Hold'em: seats, pots, boards, the own hand.

use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::category::Category;
use cardroom_rules::games::holdem::evaluate::Best;
use cardroom_rules::games::holdem::rules::Rules;
use cardroom_rules::games::holdem::view::{PlayerState, PlayerView, View};
use cardroom_rules::games::seat::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::cards;
use crate::games::scene::{Scene, column_of, row_of, rows_of};
use crate::look;
use crate::read::name_of;
use crate::words::Language;

/// Below this width the word for chips is left out.
const NARROW: u16 = 22;

/// Betting and blinds.
pub fn headline(scene: &Scene, rules: &Rules) -> String {
    let betting = format!("betting.{}", name_of(&rules.betting));
    let (small, big) = (scene.language.chips(rules.small_blind), scene.language.chips(rules.big_blind));
    format!("{} {small}/{big}", scene.say(&betting))
}

/// A made hand in words: its five cards are in the order of its name.
pub fn made(best: &Best, language: Language) -> String {
    let ranks = best.cards.map(cards::rank);
    let is_royal = best.category == Category::StraightFlush && ranks[0] == 'A';
    let key = if is_royal {
        "holdem.made.royal".to_owned()
    } else {
        format!("holdem.made.{}", name_of(&best.category))
    };
    let mut text = language.say(&key).to_owned();
    for (at, rank) in ranks.iter().enumerate() {
        let name = format!("rank.{rank}");
        let one = language.say(&name);
        let many = format!("{one}{}", if one == "six" { "es" } else { "s" });
        text = text.replace(&format!("{{s{at}}}"), &many).replace(&format!("{{{at}}}"), one);
    }
    // An English sentence begins with a capital, even if a rank comes first.
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// The winnings of a seat from all pots.
fn won(state: &View, seat: Seat) -> Chips {
    let shares = state.awards.iter().flat_map(|award| &award.shares);
    shares.filter(|share| share.seat == seat).map(|share| share.amount).sum()
}

/// The winners with their hands, and the pots if there are several.
pub fn result(scene: &Scene) -> String {
    let Some((state, true)) = scene.table.state::<View>() else { return String::new() };
    let has_sides = state.awards.iter().any(|award| award.pot > 0);
    let has_boards = state.boards.len() > 1;
    let mut parts: Vec<String> = Vec::new();
    if has_sides || has_boards {
        for award in &state.awards {
            let pot = if award.pot == 0 { "holdem.mainword" } else { "holdem.sideword" };
            let mut place = if has_sides { scene.say(pot).to_owned() } else { String::new() };
            if has_boards {
                place = format!("{place} {}", award.board + 1);
            }
            let place = place.trim();
            let winners: Vec<String> = award
                .shares
                .iter()
                .map(|share| winner(scene, share.seat, share.amount, share.best.as_ref()))
                .collect();
            parts.push(format!("{place}: {}", winners.join(", ")));
        }
    } else {
        for player in state.players.iter().filter(|player| won(state, player.seat) > 0) {
            let best = state
                .awards
                .iter()
                .flat_map(|award| &award.shares)
                .find(|share| share.seat == player.seat)
                .and_then(|share| share.best.as_ref());
            parts.push(winner(scene, player.seat, won(state, player.seat), best));
        }
    }
    parts.join(" · ")
}

fn winner(scene: &Scene, seat: Seat, amount: Chips, best: Option<&Best>) -> String {
    let who = scene.table.who_played(seat, scene.language);
    let text = scene.language.tell("events.holdem.awarded", &who, &[&scene.language.chips(amount)]);
    match best {
        Some(best) => format!("{text} ({})", made(best, scene.language)),
        None => text,
    }
}

/// Draws everything. Seats share the height that the board and the own hand leave.
pub fn draw(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    let hero = scene.table.hero();
    let shown = scene.table.state::<View>();
    let seats = scene.view.options.seats.clamp(1, Seat::MOST);
    let around = hero.and_after(seats).skip(1);
    let others: Vec<Seat> = around.filter(|seat| scene.table.chair(*seat).is_some()).collect();
    let boards = u16::try_from(shown.map_or(1, |(state, _)| state.boards.len().max(1))).unwrap_or(1);
    let own = 4;
    let columns = match others.len() {
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let rows = u16::try_from(others.len()).unwrap_or(9).div_ceil(columns);
    let free = area.height.saturating_sub(own + 1 + boards);
    let height = if rows > 0 && free / rows >= 4 { 4 } else { 3 };
    for (at, seat) in (0..).zip(&others) {
        let row = rows_of(area, at / columns * height, height);
        let place = column_of(row, at % columns, columns);
        draw_seat(scene, *seat, shown, place, buffer);
    }
    let middle = rows * height;
    let gap = area.height.saturating_sub(middle + 1 + boards + own);
    // If the log is beside the felt, the board has the middle alone.
    let above = if scene.has_log { gap / 2 } else { gap.min(1) };
    draw_middle(scene, shown, rows_of(area, middle + above, 1 + boards), buffer);
    let log = gap - above;
    scene.latest(rows_of(area, middle + above + 1 + boards, log), buffer);
    draw_seat(scene, hero, shown, rows_of(area, area.height.saturating_sub(own), own), buffer);
}

fn draw_middle(scene: &Scene, shown: Option<(&View, bool)>, area: Rect, buffer: &mut Buffer) {
    let Some((state, _)) = shown else { return };
    let pots = if state.pots.len() > 1 {
        let named = state.pots.iter().enumerate().map(|(at, pot)| {
            let key = if at == 0 { "holdem.main" } else { "holdem.side" };
            scene.fill(key, &[&scene.language.chips(pot.amount)])
        });
        named.collect::<Vec<_>>().join("   ")
    } else {
        // After the hand, the pot is what was won.
        let won: Chips = state.awards.iter().flat_map(|award| &award.shares).map(|share| share.amount).sum();
        scene.fill("holdem.pot", &[&scene.language.chips(state.middle.max(won))])
    };
    scene.line(Line::styled(pots, scene.look.key()), row_of(area, 0), buffer);
    let empty = Vec::new();
    for board in 0..state.boards.len().max(1) {
        let dealt = state.boards.get(board).unwrap_or(&empty);
        let mut spans = Vec::new();
        for at in 0..5 {
            if at > 0 {
                spans.push(Span::raw("  "));
            }
            match dealt.get(at) {
                Some(card) => spans.push(cards::span(*card, scene.look)),
                None => spans.push(Span::styled(" · ", scene.look.dim())),
            }
        }
        scene.line(Line::from(spans), row_of(area, u16::try_from(board + 1).unwrap_or(1)), buffer);
    }
}

fn draw_seat(scene: &Scene, seat: Seat, shown: Option<(&View, bool)>, area: Rect, buffer: &mut Buffer) {
    if scene.table.chair(seat).is_none() {
        return;
    }
    let dealer =
        shown.filter(|(state, _)| state.positions.button == seat).map_or("", |_| scene.say("holdem.dealer"));
    let inside = scene.frame(seat, &scene.title(seat, |title| title.mark(dealer)), area, buffer);
    let found = shown.and_then(|(state, is_over)| {
        let player = state.players.iter().find(|player| player.seat == seat)?;
        Some((state, player, is_over))
    });
    let is_own = scene.table.my_seat() == Some(seat);
    let mut held = held(scene, found.map(|(_, player, _)| player), is_own);
    let chips = chips_line(scene, seat, found, inside.width < NARROW);
    if let Some((state, player, is_over)) = found {
        let tag = tag(scene, state, player, is_over, is_own);
        if !tag.0.is_empty() {
            held.push(Span::raw("  "));
            let room = usize::from(inside.width).saturating_sub(9);
            held.push(Span::styled(look::clip(&tag.0, room), tag.1));
        }
    }
    if inside.height > 1 {
        scene.line(Line::from(held), row_of(inside, 0), buffer);
        scene.line(Line::from(chips), row_of(inside, 1), buffer);
    } else {
        held.push(Span::raw("  "));
        held.push(Span::raw(chips));
        scene.line(Line::from(held), row_of(inside, 0), buffer);
    }
}

fn held(scene: &Scene, player: Option<&PlayerView>, is_own: bool) -> Vec<Span<'static>> {
    let Some(player) = player else {
        return vec![Span::styled(scene.say("table.next").to_owned(), scene.look.dim())];
    };
    let is_gone = matches!(player.state, PlayerState::Folded | PlayerState::Mucked);
    match &player.cards {
        Some(known) if !is_gone || is_own => cards::run(known, scene.look),
        _ if is_gone => vec![Span::styled("·   ·", scene.look.dim())],
        _ => vec![cards::back(scene.look), Span::raw(" "), cards::back(scene.look)],
    }
}

/// The last action of a seat, its hand, or its winnings.
fn tag(scene: &Scene, state: &View, player: &PlayerView, is_over: bool, is_own: bool) -> (String, Style) {
    let won = won(state, player.seat);
    let made = player.best.first().map(|best| made(&best.best, scene.language));
    if is_over && won > 0 {
        let text = scene.fill("holdem.won", &[&scene.language.chips(won)]);
        let text = made.map_or(text.clone(), |made| format!("{text} · {made}"));
        return (text, scene.look.good());
    }
    let tag = |key: &str| scene.say(key).to_owned();
    match (player.state, made) {
        (PlayerState::Folded, _) => (tag("holdem.tag.folded"), scene.look.dim()),
        (PlayerState::Mucked, _) => (tag("holdem.tag.mucked"), scene.look.dim()),
        (PlayerState::AllIn, None) => (tag("events.holdem.allIn"), scene.look.bad()),
        (PlayerState::AllIn, Some(made)) => {
            (format!("{} · {made}", tag("events.holdem.allIn")), scene.look.bad())
        }
        (PlayerState::Shown, Some(made)) => (made, Style::new()),
        (PlayerState::In, Some(made)) if is_own => (made, Style::new()),
        (PlayerState::In | PlayerState::Shown, _) => {
            let last = player.last_action.map(|last| tag(&format!("holdem.tag.{}", name_of(&last))));
            (last.unwrap_or_default(), Style::new())
        }
    }
}

fn chips_line(
    scene: &Scene,
    seat: Seat,
    found: Option<(&View, &PlayerView, bool)>,
    is_narrow: bool,
) -> String {
    match found {
        Some((_, player, false)) if player.bet > 0 => {
            let bet = scene.fill("holdem.bet", &[&scene.language.chips(player.bet)]);
            let stack =
                if is_narrow { scene.language.chips(player.stack) } else { scene.chips(player.stack) };
            format!("{stack}   {bet}")
        }
        Some((_, player, false)) => scene.chips(player.stack),
        _ => scene.table.chair(seat).map_or_else(String::new, |chair| scene.chips(chair.chips)),
    }
}
