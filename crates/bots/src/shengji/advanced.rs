//! The advanced level: it plays its candidates out in worlds that fit what was seen.

use super::burial::{BURIED, Caution, kitties};
use super::candidates::candidates;
use super::evidence::{Evidence, Trust};
use super::mind::{Mind, Weights};
use super::notes::{Contract, Notes};
use super::pile::Pile;
use super::position::SEATS;
use super::search::{Search, Walk};
use super::seat::Watched;
use super::stakes::Stakes;
use super::table::Table;
use super::trumps::{self, Boldness};
use super::worlds::{Hidden, KITTY, PLACES};
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::event::Seen;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::options::Options;
use cardroom_rules::games::witness::Witness;

/// The budget of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of cards that are played out: a decision costs about the same early and late in a hand.
    pub cards: u32,
    /// How worlds are drawn.
    pub walk: Walk,
}

impl Effort {
    /// With this budget the hundred decisions of a hand take less than a second of one core.
    const USUAL: Self = Self { cards: 1_900, walk: Walk::USUAL };

    /// The number of play-outs of a decision with this many cards in hand.
    fn play_outs(self, cards: u32) -> u32 {
        (self.cards / cards.max(1)).min(MOST_PLAY_OUTS)
    }
}

/// The most play-outs for one decision.
const MOST_PLAY_OUTS: u32 = 2_000;
/// The most kitties that are compared.
const MOST_KITTIES: usize = 12;
/// The number of cards that a seat plays.
const DEALT: u8 = 25;
/// A play replaces the rule of thumb's own if it is better by this many standard errors.
const CAUTION: f32 = 1.0;

/// Searches.
#[derive(Debug)]
pub struct Advanced {
    watched: Watched,
    effort: Effort,
}

impl Default for Advanced {
    fn default() -> Self {
        Self::with(Effort::USUAL)
    }
}

impl Advanced {
    /// The same with another budget.
    pub fn with(effort: Effort) -> Self {
        Self { watched: Watched::default(), effort }
    }
}

impl Strategy<Shengji> for Advanced {
    fn begin(&mut self, witness: &Witness<Shengji>) {
        self.watched.begin(witness);
    }

    fn watch(&mut self, _: &Witness<Shengji>, seen: &Seen) {
        self.watched.watch(seen);
    }

    fn act(&mut self, witness: &Witness<Shengji>, dice: &mut Generator) -> Option<Action> {
        let notes = self.watched.notes()?;
        match witness.options()? {
            Options::Declare(options) => trumps::answer(notes, &options, &Boldness::TUNED),
            Options::Bury(options) => {
                let kitty = buried(notes, self.effort, &mut SearchRng::seeded(dice));
                Some(Action::Bury { cards: kitty.unwrap_or(options.suggested) })
            }
            Options::Lead(_) | Options::Follow(_) => {
                let play = chosen(notes, self.effort, &mut SearchRng::seeded(dice))?;
                notes.lay(witness, play)
            }
        }
    }
}

/// The cards that it plays.
fn chosen(notes: &Notes, effort: Effort, rng: &mut SearchRng) -> Option<Pile> {
    let contract = notes.contract.as_ref()?;
    let hand = contract.ranking.pile(notes.hand);
    let unseen = contract.unseen(hand);
    let mind = Mind::new(&contract.ranking, &contract.position, &Weights::TUNED, hand, unseen);
    let plays = candidates(&mind);
    match plays.list() {
        [] => None,
        [only] => Some(*only),
        several => {
            let search = search(notes, contract, effort.walk, room(notes, contract));
            search.best(several, effort.play_outs(hand.len()), rng)
        }
    }
}

/// The cards that it buries.
fn buried(notes: &Notes, effort: Effort, rng: &mut SearchRng) -> Option<Vec<Card>> {
    let contract = notes.contract.as_ref()?;
    let ranking = &contract.ranking;
    let kitties = kitties(ranking, ranking.pile(notes.hand), &Weights::TUNED.worth, &Caution::TUNED);
    let likely = kitties.list().iter().copied().take(MOST_KITTIES).collect::<Vec<Pile>>();
    let mut room = [DEALT; PLACES];
    (room[usize::from(notes.seat)], room[KITTY]) = (0, 0);
    let search = search(notes, contract, effort.walk, room);
    let kitty = search.best_kitty(&likely, effort.play_outs(DEALT.into()), rng)?;
    Some(ranking.cards(kitty).iter().collect())
}

/// The number of hidden cards at each place while tricks are played.
fn room(notes: &Notes, contract: &Contract) -> [u8; PLACES] {
    let position = &contract.position;
    let held = u8::try_from(notes.hand.len()).unwrap_or(0);
    let led = position.lead.map_or(0, |lead| lead.size);
    let has_played = |seat: u8| (seat + 4 - position.leader) % 4 < position.count;
    let mut room = [held; PLACES];
    for seat in (0..4).filter(|&seat| has_played(seat)) {
        room[usize::from(seat)] = held.saturating_sub(led);
    }
    room[usize::from(notes.seat)] = 0;
    room[KITTY] = if contract.kitty.is_some() { 0 } else { BURIED };
    room
}

/// The table as the seat sees it, with this many hidden cards at each place.
fn search<'a>(notes: &Notes, contract: &'a Contract, walk: Walk, room: [u8; PLACES]) -> Search<'a> {
    let ranking = &contract.ranking;
    let hand = ranking.pile(notes.hand);
    let mut hands = [Pile::NONE; SEATS];
    hands[usize::from(notes.seat)] = hand;
    let kitty = contract.kitty.map(|kitty| ranking.pile(kitty)).unwrap_or_default();
    Search {
        ranking,
        weights: &Weights::TUNED,
        stakes: Stakes::of(&notes.rules),
        throw_penalty: notes.rules.throw_penalty,
        seat: notes.seat,
        table: Table { hands, kitty, taker: contract.taker, position: contract.position },
        walk,
        caution: CAUTION,
        hidden: Hidden {
            unseen: contract.unseen(hand),
            room,
            shown: notes.shown.map(|cards| ranking.pile(cards)),
        },
        evidence: Evidence::against(notes.seat, &contract.records),
        trust: &Trust::USUAL,
    }
}
