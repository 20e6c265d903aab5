//! What every strategy that counts does alike: it keeps notes, and sees that what it plays is legal.

use super::notes::Notes;
use super::pile::Pile;
use crate::games::shengji::action::Action;
use crate::games::shengji::cards::Cards;
use crate::games::shengji::event::Seen;
use crate::games::shengji::hand::Shengji;
use crate::games::shengji::options::Options;
use crate::games::witness::Witness;

/// The notes of a seat, once a hand has begun.
#[derive(Debug, Default)]
pub struct Watched {
    notes: Option<Notes>,
}

impl Watched {
    /// A hand begins.
    pub fn begin(&mut self, witness: &Witness<Shengji>) {
        self.notes = Some(Notes::new(witness));
    }

    /// The witness has just learned this.
    pub fn watch(&mut self, witness: &Witness<Shengji>, seen: &Seen) {
        if let Some(notes) = &mut self.notes {
            notes.watch(witness, seen);
        }
    }

    /// The notes; none before a hand has begun.
    pub fn notes(&mut self) -> Option<&mut Notes> {
        self.notes.as_mut()
    }
}

impl Notes {
    /// Lays these cards on the table, or where the rules might not take them, the first that they list.
    pub fn lay(&mut self, witness: &Witness<Shengji>, play: Pile) -> Option<Action> {
        let contract = self.contract.as_ref()?;
        let cards = contract.ranking.cards(play);
        if self.is_legal(witness, cards) {
            return Some(Action::Play { cards: cards.iter().collect() });
        }
        witness.moves().into_iter().next()
    }

    fn is_legal(&mut self, witness: &Witness<Shengji>, play: Cards) -> bool {
        let Some(trump) = self.contract.as_ref().map(|contract| contract.trump) else { return false };
        let Some(lead) = self.led else {
            return self.hand.contain(play) && self.customs.all_lead(trump, play);
        };
        if self.customs.all_take(trump, lead, self.hand, play) {
            return true;
        }
        let before = self.customs.likely();
        if let Some(Options::Follow(options)) = witness.options() {
            self.customs.see_owed(trump, lead, self.hand, &options.owed);
        }
        self.tell_again(before);
        self.customs.all_take(trump, lead, self.hand, play)
    }
}
