//! A seat's options as a list of actions, and the action that is taken for an absent seat.

use super::action::Action;
use super::choices;
use super::declare::Declaration;
use super::hand::{KITTY, Shengji};
use super::phase::{Phase, Playing};
use crate::games::seat::Seat;

/// The options as a list; of kitties, leads and follows those that a player would consider.
pub(super) fn moves(hand: &Shengji, seat: Seat) -> Vec<Action> {
    if let Ok(made) = hand.may_answer(seat) {
        let declares = |choice: Declaration| Action::Declare { card: choice.card, pair: choice.pair };
        let choices = hand.declarations(seat, made).into_iter().map(declares);
        return std::iter::once(Action::Pass {}).chain(choices).collect();
    }
    if !hand.awaited().contains(seat) {
        return Vec::new();
    }
    match &hand.phase {
        Phase::Burying(_) => kitties(hand, seat),
        Phase::Playing(playing) => plays(hand, seat, playing),
        _ => Vec::new(),
    }
}

/// The cheapest eight cards, the most valuable, and those from each position between.
fn kitties(hand: &Shengji, seat: Seat) -> Vec<Action> {
    let cheap = choices::cheapest_first(&hand.order(), hand.held(seat));
    let eight = cheap.windows(KITTY.into()).map(|cards| Action::Bury { cards: cards.to_vec() });
    eight.collect()
}

fn plays(hand: &Shengji, seat: Seat, playing: &Playing) -> Vec<Action> {
    let order = &playing.contract.order;
    let plays = match &playing.trick.lead {
        None => choices::leads(order, hand.held(seat)),
        Some(lead) => choices::follows(order, lead, hand.held(seat)),
    };
    plays.into_iter().map(|play| Action::Play { cards: order.sorted(play) }).collect()
}

/// The clock's action: passes, buries the cheapest cards, leads the cheapest card, follows with the cheapest play.
pub(super) fn fallback(hand: &Shengji, seat: Seat) -> Action {
    match &hand.phase {
        Phase::Burying(_) => Action::Bury { cards: hand.cheapest_kitty(seat) },
        Phase::Playing(playing) => {
            let (order, lead) = (&playing.contract.order, playing.trick.lead.as_ref());
            Action::Play { cards: choices::cheapest_play(order, lead, hand.held(seat)) }
        }
        _ => Action::Pass {},
    }
}
