//! Weighs what the others may hold: plays its candidates out in worlds consistent with what was seen.

use super::burial::{self, Caution};
use super::candidates::candidates;
use super::evidence::{Evidence, Trust};
use super::mind::{Mind, Weights};
use super::notes::Notes;
use super::pile::Pile;
use super::position::SEATS;
use super::search::Search;
use super::seat::Watched;
use super::stakes::Stakes;
use super::table::Table;
use super::trumps::{self, Boldness};
use super::worlds::{Chance, Hidden};
use crate::bots::strategy::Strategy;
use crate::cards::generator::Generator;
use crate::games::shengji::action::Action;
use crate::games::shengji::event::Seen;
use crate::games::shengji::hand::Shengji;
use crate::games::shengji::options::Options;
use crate::games::witness::Witness;

/// How many cards are played out for one decision, each as often as a hand has cards: so that a decision costs about the
/// same early and late.
const EFFORT: u32 = 300 * 25;
/// The most play-outs for one decision.
const MOST_PLAY_OUTS: u32 = 2_000;

/// Searches.
#[derive(Debug, Default)]
pub struct Advanced {
    watched: Watched,
}

impl Strategy<Shengji> for Advanced {
    fn begin(&mut self, witness: &Witness<Shengji>) {
        self.watched.begin(witness);
    }

    fn watch(&mut self, witness: &Witness<Shengji>, seen: &Seen) {
        self.watched.watch(witness, seen);
    }

    fn act(&mut self, witness: &Witness<Shengji>, dice: &mut Generator) -> Option<Action> {
        let notes = self.watched.notes()?;
        match witness.options()? {
            Options::Declare(options) => trumps::answer(notes, &options, &Boldness::TUNED),
            Options::Bury(options) => {
                let kitty = buried(notes, &mut Chance::new(dice));
                Some(Action::Bury { cards: kitty.unwrap_or(options.suggested) })
            }
            Options::Lead(_) | Options::Follow(_) => {
                let play = chosen(notes, &mut Chance::new(dice))?;
                notes.lay(witness, play)
            }
        }
    }
}

/// How many play-outs a decision with so many cards in hand gets.
fn play_outs(cards: u32) -> u32 {
    (EFFORT / cards.max(1)).min(MOST_PLAY_OUTS)
}

/// What it plays.
fn chosen(notes: &Notes, chance: &mut Chance) -> Option<Pile> {
    let contract = notes.contract.as_ref()?;
    let hand = contract.ranking.pile(notes.hand);
    let unseen = contract.unseen(hand);
    let mind = Mind::new(&contract.ranking, &contract.position, &Weights::TUNED, hand, unseen);
    let plays = candidates(&mind);
    if plays.list().len() < 2 {
        return plays.list().first().copied();
    }
    let search = search(notes, hand, unseen, None)?;
    search.best(plays.list(), play_outs(hand.len()), chance)
}

/// What it buries.
fn buried(notes: &Notes, chance: &mut Chance) -> Option<Vec<crate::cards::card::Card>> {
    let contract = notes.contract.as_ref()?;
    let hand = contract.ranking.pile(notes.hand);
    let kitties = burial::kitties(&contract.ranking, hand, &Weights::TUNED.worth, &Caution::TUNED);
    let unseen = contract.unseen(hand);
    let candidates = &kitties.list()[..kitties.list().len().min(12)];
    let search = search(notes, hand, unseen, Some(()))?;
    let kitty = search.best_kitty(candidates, play_outs(25), chance)?;
    Some(contract.ranking.cards(kitty).iter().collect())
}

/// The table as the seat sees it.
fn search(notes: &Notes, hand: Pile, unseen: Pile, burying: Option<()>) -> Option<Search<'_>> {
    let contract = notes.contract.as_ref()?;
    let (ranking, position) = (&contract.ranking, contract.position);
    let mut hands = [Pile::NONE; SEATS];
    let mut room = [0; SEATS + 1];
    let own = usize::from(notes.seat);
    let size = if burying.is_some() { 25 } else { u8::try_from(hand.len()).ok()? };
    for seat in 0..4u8 {
        let played_already = (seat + 4 - position.leader) % 4 < position.count;
        let mine = (notes.seat + 4 - position.leader) % 4 < position.count;
        let lead = position.lead.map_or(0, |lead| lead.size);
        let more = if played_already && !mine { lead } else { 0 };
        room[usize::from(seat)] = size - more;
    }
    room[own] = 0;
    hands[own] = hand;
    let kitty = contract.kitty.map(|kitty| ranking.pile(kitty)).unwrap_or_default();
    room[SEATS] = if burying.is_some() || contract.kitty.is_some() { 0 } else { 8 };
    let mut shown = notes.shown.map(|cards| ranking.pile(cards));
    shown[own] = Pile::NONE;
    Some(Search {
        ranking,
        weights: &Weights::TUNED,
        stakes: &Stakes::USUAL,
        seat: notes.seat,
        table: Table { hands, kitty, taker: contract.taker, position },
        worlds: 128,
        hidden: Hidden { unseen, room, shown },
        evidence: Evidence::against(notes.seat, &contract.records),
        trust: &Trust::TUNED,
    })
}
