//! A table as it was at a moment of a hand, as far as the hand's history tells. It is drawn like any other.

use cardroom_api::avatar::Avatar;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::PlayerId;
use cardroom_api::table::bots::{BotPace, BotsBy};
use cardroom_api::table::hand::{HandHistory, HandSeat};
use cardroom_api::table::options::{Absent, Access, Dealing, TableOptions};
use cardroom_api::table::view::{ChairView, HandResult, HandView, PlayerResult, TableView, You};
use cardroom_rules::games::any::{AnyHand, AnyView};
use cardroom_rules::games::game::{Chips, Entry, Game};
use cardroom_rules::games::seat::Seat;

/// The table after a change of its hand.
pub fn table(history: &HandHistory, state: &AnyView, is_over: bool) -> TableView {
    let HandHistory { id, number, started_at, your_seat, .. } = *history;
    let players = || history.players.iter().map(|player| (player, stack(state, player)));
    let hand = || HandView {
        id,
        number,
        started_at,
        state: state.clone().into(),
        decisions: CachedJson::default(),
        goes_on_at: None,
    };
    let last_result = || HandResult {
        id,
        number,
        void: false,
        rake: 0,
        players: players().map(|(player, stack)| result(player, stack)).collect(),
        your_seat,
        state: state.clone(),
    };
    TableView {
        id: history.table,
        version: 1,
        options: options(history).into(),
        host: history.players.first().map_or(PlayerId(history.table.0), |player| player.player),
        host_name: String::new(),
        created_at: started_at,
        closing: false,
        closed_at: None,
        paused: false,
        banned: Vec::new(),
        level: None,
        tournament: None,
        next_options: None,
        chairs: players().map(|(player, stack)| chair(player, stack)).collect::<Vec<_>>().into(),
        waiting: Vec::new(),
        hand: (!is_over).then(hand),
        typical_hand_seconds: None,
        next_hand_at: None,
        fills_at: None,
        closes_at: None,
        last_hand: None,
        last_result: is_over.then(last_result),
        you: Some(You { seat: your_seat, options: None, preferences: None, invite_code: None, kept: None }),
        presence: CachedJson::default(),
        now: started_at,
    }
}

fn options(history: &HandHistory) -> TableOptions {
    let taken = history.players.iter().map(|player| player.seat.0.saturating_add(1)).max();
    let fewest = *AnyHand::seats(&history.rules).start();
    TableOptions {
        name: String::new(),
        game: history.rules.clone(),
        seats: taken.map_or(fewest, |taken| taken.max(fewest)),
        min_buy_in: 0,
        max_buy_in: 0,
        decision_seconds: 0,
        time_bank_seconds: 0,
        dealing: Dealing::default(),
        access: Access::default(),
        bots: BotsBy::default(),
        bot_pace: BotPace::default(),
        fill_with_bots: None,
        absent: Absent::default(),
        levels: Vec::new(),
        rated: false,
    }
}

fn chair(player: &HandSeat, stack: Chips) -> ChairView {
    ChairView {
        seat: player.seat,
        player: player.player,
        name: player.name.clone(),
        tag: None,
        avatar: Avatar::of(player.player.0),
        chips: stack,
        session_net: 0,
        entry: Entry::Post,
        newcomer: false,
        wishes: None,
        ready: false,
        leaving: false,
        away: false,
        time_bank_ms: 0,
        computer: player.computer,
        next: None,
    }
}

fn result(player: &HandSeat, stack: Chips) -> PlayerResult {
    let net = stack.cast_signed().saturating_sub(player.chips.cast_signed());
    PlayerResult { seat: player.seat, player: player.player, name: player.name.clone(), stack, net }
}

/// The chips of a player at that moment.
fn stack(state: &AnyView, player: &HandSeat) -> Chips {
    let (seat, mut stacks) = (player.seat, stacks(state).into_iter());
    stacks.find(|(of, _)| *of == seat).map_or(player.chips, |(_, stack)| stack)
}

fn stacks(state: &AnyView) -> Vec<(Seat, Chips)> {
    match state {
        AnyView::Holdem(state) => state.players.iter().map(|player| (player.seat, player.stack)).collect(),
        AnyView::Doudizhu(state) => state.players.iter().map(|player| (player.seat, player.stack)).collect(),
        AnyView::Shengji(state) => state.players.iter().map(|player| (player.seat, player.stack)).collect(),
    }
}
