//! The novice level: it plays high cards while they win, gives points to its partner, and counts nothing.

use crate::strategy::Strategy;
use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::declare::Declaration;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::lead::Lead;
use cardroom_rules::games::shengji::options::{BuryOptions, DeclareOptions, Options};
use cardroom_rules::games::shengji::order::{Group, Order};
use cardroom_rules::games::shengji::trick::{points, winner};
use cardroom_rules::games::shengji::view::{TrickView, View};
use cardroom_rules::games::witness::Witness;

/// Plays sensible cards and counts none.
#[derive(Debug, Default)]
pub struct Novice;

impl Strategy<Shengji> for Novice {
    fn act(&mut self, witness: &Witness<Shengji>, _: &mut Generator) -> Option<Action> {
        let view = witness.view();
        match witness.options()? {
            Options::Declare(options) => declared(&view, &options),
            Options::Bury(options) => Some(buried(options)),
            Options::Lead(_) => led(witness, &view),
            Options::Follow(options) => {
                followed(witness, &view).or(Some(Action::Play { cards: options.suggested }))
            }
        }
    }
}

/// All cards that the seat holds.
fn hand(view: &View) -> Cards {
    let cards: Vec<Card> =
        view.hand.iter().flatten().flat_map(|holding| holding.cards.iter().copied()).collect();
    Cards::gathered(&cards).unwrap_or_default()
}

/// Declares a suit of which it holds a third of its cards, and nothing over others.
fn declared(view: &View, options: &DeclareOptions) -> Option<Action> {
    let held = hand(view);
    let of_suit = |choice: &&Declaration| {
        let trumps = held.iter().filter(|card| card.suit() == choice.card.suit() && !card.is_joker());
        trumps.count()
    };
    let is_long = |choice: &&Declaration| of_suit(choice) >= 5 && 3 * of_suit(choice) >= held.len() as usize;
    let choice =
        options.choices.iter().filter(|_| options.standing.is_none()).filter(is_long).max_by_key(of_suit);
    let declares = choice.map(|choice| Action::Declare { card: choice.card, pair: choice.pair });
    let is_dealt = held.len() >= 25 || view.trump.is_some();
    declares.or_else(|| is_dealt.then_some(Action::Pass {}))
}

/// Buries the cards that it values least: low plain cards without points.
fn buried(options: BuryOptions) -> Action {
    Action::Bury { cards: options.suggested }
}

/// Leads an ace or its highest card, tractors and pairs first, and a low card if it has nothing high.
fn led(witness: &Witness<Shengji>, view: &View) -> Option<Action> {
    let order = order(witness, view)?;
    let plays = plays(witness);
    let worth = |cards: &Cards| {
        let lead = Lead::of(&order, *cards);
        if lead.is_none_or(|lead| lead.is_throw()) {
            return i32::MIN;
        }
        let top = cards.kinds().map(|card| i32::from(order.height(card))).max().unwrap_or(0);
        let size = cards.len().cast_signed();
        let is_plain = cards.kinds().all(|card| order.group(card) != Group::Trump);
        let is_ace = is_plain && top >= 11;
        match (size, is_ace) {
            (4.., _) => 100 + size + top,
            (2.., _) => 50 + top,
            (_, true) => 80,
            (_, false) => 20 - top - 4 * i32::from(points(*cards)) / 5 - if is_plain { 0 } else { 10 },
        }
    };
    played(plays.into_iter().max_by_key(worth))
}

/// Wins tricks with points as cheaply as it can, gives points to a partner who is winning, and otherwise plays low.
fn followed(witness: &Witness<Shengji>, view: &View) -> Option<Action> {
    let order = order(witness, view)?;
    let trick = view.trick.as_ref()?;
    let so_far = laid(trick)?;
    let lead = Lead::of(&order, *so_far.first()?)?;
    let evaluation = witness.setup().rules.throw_evaluation;
    let best = winner(&order, evaluation, &lead, &so_far);
    let is_partner = best + 2 == so_far.len();
    let at_stake: u16 = so_far.iter().map(|&play| points(play)).sum();
    let wins = |play: &Cards| {
        let all: Vec<Cards> = so_far.iter().copied().chain([*play]).collect();
        winner(&order, evaluation, &lead, &all) == so_far.len()
    };
    let height = |play: &Cards| -> i32 {
        let of = |card: Card| {
            i32::from(order.height(card)) + if order.group(card) == Group::Trump { 12 } else { 0 }
        };
        play.iter().map(of).sum()
    };
    let plays = plays(witness);
    let is_last = so_far.len() == 3;
    if is_partner {
        let given = |play: &Cards| (i32::from(points(*play)), -height(play));
        let cheap = plays.iter().filter(|play| !wins(play)).max_by_key(|play| given(play)).copied();
        return played(cheap.or_else(|| plays.into_iter().min_by_key(height)));
    }
    let wants_it = at_stake > 0 || !is_last;
    let cheapest_win =
        plays.iter().filter(|play| wants_it && wins(play)).min_by_key(|play| height(play)).copied();
    let lowest = |play: &Cards| 2 * i32::from(points(*play)) + height(play);
    played(cheapest_win.or_else(|| plays.into_iter().min_by_key(lowest)))
}

fn order(witness: &Witness<Shengji>, view: &View) -> Option<Order> {
    view.trump.map(|trump| Order::new(trump, witness.setup().rules.adjacency))
}

fn laid(trick: &TrickView) -> Option<Vec<Cards>> {
    trick.plays.iter().map(|play| Cards::gathered(&play.cards)).collect()
}

fn plays(witness: &Witness<Shengji>) -> Vec<Cards> {
    let cards = |action| match action {
        Action::Play { cards } => Cards::gathered(&cards),
        _ => None,
    };
    witness.moves().into_iter().filter_map(cards).collect()
}

fn played(cards: Option<Cards>) -> Option<Action> {
    cards.map(|cards| Action::Play { cards: cards.iter().collect() })
}
