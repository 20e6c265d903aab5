//! The intermediate level: it plays by what experienced players teach, with counting and weighted rules of thumb.

use super::burial::{self, Caution};
use super::mind::{Mind, Weights};
use super::notes::Notes;
use super::seat::Watched;
use super::trumps::{self, Boldness};
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::event::Seen;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::options::Options;
use cardroom_rules::games::witness::Witness;

/// Plays by rules of thumb.
#[derive(Debug, Default)]
pub struct Intermediate {
    watched: Watched,
}

impl Intermediate {
    /// Its notes, once a hand has begun.
    pub(super) fn notes(&self) -> Option<&Notes> {
        self.watched.notes()
    }
}

impl Strategy<Shengji> for Intermediate {
    fn begin(&mut self, witness: &Witness<Shengji>) {
        self.watched.begin(witness);
    }

    fn watch(&mut self, _: &Witness<Shengji>, seen: &Seen) {
        self.watched.watch(seen);
    }

    fn act(&mut self, witness: &Witness<Shengji>, _: &mut Generator) -> Option<Action> {
        let notes = self.watched.notes()?;
        match witness.options()? {
            Options::Declare(options) => trumps::answer(notes, &options, &Boldness::TUNED),
            Options::Bury(options) => {
                let ranking = &notes.contract.as_ref()?.ranking;
                let hand = ranking.pile(notes.hand);
                let kitties = burial::kitties(ranking, hand, &Weights::TUNED.worth, &Caution::TUNED);
                let kitty = kitties.list().first().map(|&kitty| ranking.cards(kitty).iter().collect());
                Some(Action::Bury { cards: kitty.unwrap_or(options.suggested) })
            }
            Options::Lead(_) | Options::Follow(_) => {
                let contract = notes.contract.as_ref()?;
                let hand = contract.ranking.pile(notes.hand);
                let unseen = contract.unseen(hand);
                let mind = Mind::new(&contract.ranking, &contract.position, &Weights::TUNED, hand, unseen);
                let play = mind.choose();
                notes.lay(witness, play)
            }
        }
    }
}
