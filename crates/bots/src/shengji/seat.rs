//! The common part of all strategies with notes: it keeps the notes, and checks that a play is legal.

use super::notes::Notes;
use super::pile::Pile;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::event::Seen;
use cardroom_rules::games::shengji::follow;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::lead::Lead;
use cardroom_rules::games::shengji::order::Order;
use cardroom_rules::games::witness::Witness;

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

    /// The seat has seen this.
    pub fn watch(&mut self, seen: &Seen) {
        if let Some(notes) = &mut self.notes {
            notes.watch(seen);
        }
    }

    /// The notes; none before a hand has begun.
    pub fn notes(&self) -> Option<&Notes> {
        self.notes.as_ref()
    }
}

impl Notes {
    /// Plays these cards, or if the rules do not accept them, the first play that the rules list.
    pub fn lay(&self, witness: &Witness<Shengji>, play: Pile) -> Option<Action> {
        let contract = self.contract.as_ref()?;
        let cards = contract.ranking.cards(play);
        if self.is_legal(&contract.ranking.order, cards) {
            return Some(Action::Play { cards: cards.iter().collect() });
        }
        witness.moves().into_iter().next()
    }

    fn is_legal(&self, order: &Order, play: Cards) -> bool {
        let Some(led) = self.led else {
            return self.hand.contain(play) && order.only_group(play).is_some();
        };
        Lead::of(order, led).is_some_and(|lead| follow::judge(order, &lead, self.hand, play).is_ok())
    }
}
