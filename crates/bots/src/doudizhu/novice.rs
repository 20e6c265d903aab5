//! The novice level: it leads the lowest cards, answers with the cheapest play, and does not beat its partner.

use std::cmp::Reverse;

use super::bidding;
use super::candidates;
use super::notes::Notes;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::event::Seen;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::Play;
use cardroom_rules::games::doudizhu::score::doubles;
use cardroom_rules::games::witness::Witness;

/// The novice level.
#[derive(Debug, Default)]
pub struct Novice {
    notes: Notes,
}

impl Strategy<Doudizhu> for Novice {
    fn begin(&mut self, witness: &Witness<Doudizhu>) {
        self.notes = Notes::new(witness);
    }

    fn watch(&mut self, _: &Witness<Doudizhu>, seen: &Seen) {
        self.notes.watch(seen);
    }

    fn act(&mut self, witness: &Witness<Doudizhu>, _: &mut Generator) -> Option<Action> {
        let notes = &self.notes;
        if notes.plays(witness) {
            Some(play(notes).map_or(Action::Pass {}, |play| notes.action(play)))
        } else {
            bidding::answer(&witness.options()?, || probability(notes.hand.counts()))
        }
    }
}

/// A novice uses its bombs when an enemy has this many cards or fewer.
const NEAR: u32 = 5;

/// Its play; `None` passes.
fn play(notes: &Notes) -> Option<Play> {
    let hand = notes.hand.counts();
    let plays = candidates::plays(notes);
    if let Some(last) = plays.iter().find(|play| play.cards == hand) {
        return Some(*last);
    }
    match notes.table {
        None => plays.into_iter().min_by_key(lead_key),
        Some((owner, _)) => {
            let is_partner = !notes.is_landlord() && notes.landlord != Some(owner);
            let near = notes.lengths.get(owner).is_some_and(|&length| length <= NEAR);
            let may = |play: &Play| !is_partner && (near || !doubles(play.reading.kind));
            plays.into_iter().filter(may).min_by_key(|play| answer_key(play, hand))
        }
    }
}

/// A novice leads its lowest card, with as many others as go with it, and keeps its bombs.
fn lead_key(play: &Play) -> (bool, Option<Rank>, Reverse<u32>) {
    (doubles(play.reading.kind), play.cards.ranks().lowest(), Reverse(play.cards.len()))
}

/// It answers without breaking up more than it has to, then as low as it can.
fn answer_key(play: &Play, hand: Counts) -> (bool, u32, u8) {
    let left = hand.without(play.cards).among(play.cards.ranks());
    (doubles(play.reading.kind), left.len(), play.reading.main.number())
}

/// The probability to win in hundredths, by high cards alone.
fn probability(hand: Counts) -> u32 {
    let high = |ranks: Ranks, points: u32| points * hand.among(ranks).len();
    let points = high(Ranks::one(Rank::BIG_JOKER), 4)
        + high(Ranks::one(Rank::SMALL_JOKER), 3)
        + high(Ranks::one(Rank::TWO), 2)
        + high(Ranks::one(Rank::ACE), 1)
        + 6 * hand.at_least(4).len();
    (10 + 4 * points).min(100)
}
