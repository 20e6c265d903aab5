//! A seat's options as a list of actions, the action that is taken for an absent seat, and the automatic pass.

use super::action::Action;
use super::choices::Choices;
use super::hand::Doudizhu;
use super::options::{BidOptions, Options, options};
use super::phase::Phase;
use super::play::PlayRules;
use super::reading::Play;
use super::score::doubles;
use super::wishes::Wishes;
use crate::games::seat::Seat;

/// The number of plays that are listed if there are wild cards, which make tens of thousands.
const MOST_LISTED: usize = 1_000;

/// The options as a list. If wild cards make more plays than can be tried, it has some spread evenly over all.
pub(super) fn moves(hand: &Doudizhu, seat: Seat) -> Vec<Action> {
    if let Phase::Playing(playing) = &hand.phase {
        let pass = playing.table().map(|_| Action::Pass {});
        let is_asked = hand.awaited().contains(seat);
        return pass.into_iter().chain(plays(hand, seat)).filter(|_| is_asked).collect();
    }
    let Some(options) = options(hand, seat) else { return Vec::new() };
    let pass = std::iter::once(Action::Pass {});
    match options {
        Options::Show(_) => pass.chain([Action::Show {}]).collect(),
        Options::Bid(BidOptions { points }) => {
            pass.chain(points.into_iter().map(|points| Action::Bid { points })).collect()
        }
        Options::Call(_) => pass.chain([Action::Call {}]).collect(),
        Options::Rob(_) => pass.chain([Action::Rob {}]).collect(),
        Options::Double(_) => pass.chain([Action::Double {}]).collect(),
        Options::Play(_) => Vec::new(),
    }
}

fn plays(hand: &Doudizhu, seat: Seat) -> impl Iterator<Item = Action> {
    let (choices, rules) = (hand.choices(seat), hand.play_rules());
    let plays = choices.all();
    let every = if hand.wild.is_empty() { 1 } else { plays.len().div_ceil(MOST_LISTED).max(1) };
    plays.into_iter().step_by(every).map(move |play| action(&choices, rules, &play))
}

/// A play as an action, which names the reading if the cards have several.
fn action(choices: &Choices, rules: PlayRules, play: &Play) -> Action {
    let is_named = rules.must_be_named(play.cards) || rules.readings(play.cards).len() > 1;
    Action::Play { cards: choices.cards(play), named: is_named.then(|| play.reading.named()) }
}

/// The clock's action. It keeps the hand hidden, passes in the auction, doubles nothing, and leads the cheapest play.
/// It answers with the cheapest play, but passes rather than use a bomb or beat the other peasant.
pub(super) fn fallback(hand: &Doudizhu, seat: Seat) -> Action {
    let Phase::Playing(playing) = &hand.phase else { return Action::Pass {} };
    let partner = playing.contract.peasants().into_iter().filter(|_| seat != playing.contract.landlord);
    let by_partner = playing.table().is_some_and(|laid| partner.into_iter().any(|each| each == laid.seat));
    let choices = hand.choices(seat);
    let is_spared = |play: &Play| playing.table().is_some() && (by_partner || doubles(play.reading.kind));
    match choices.cheapest().filter(|play| !is_spared(play)) {
        Some(play) => action(&choices, hand.play_rules(), &play),
        None => Action::Pass {},
    }
}

/// A pass, if the seat wishes so, is to play, and holds nothing that beats the table.
pub(super) fn automatic_action(hand: &Doudizhu, seat: Seat, wishes: Wishes) -> Option<Action> {
    let Phase::Playing(playing) = &hand.phase else { return None };
    let can_answer = |table| hand.play_rules().can_answer(hand.held(seat).counts(), table);
    let is_asked = wishes.auto_pass && hand.awaited().contains(seat);
    (is_asked && playing.to_beat().is_some_and(|table| !can_answer(table))).then_some(Action::Pass {})
}
