//! The intermediate level: the hand taken apart into the fewest plays, and played by rule of thumb.

use super::notes::Notes;
use super::plan::Plan;
use super::policy::{Sight, WEIGHTS};
use crate::cards::card::Card;
use crate::cards::generator::Generator;
use crate::games::doudizhu::action::Action;
use crate::games::doudizhu::event::Seen;
use crate::games::doudizhu::hand::Doudizhu;
use crate::games::doudizhu::reading::Play;
use crate::games::witness::Witness;
use crate::bots::strategy::Strategy;

/// The intermediate level.
#[derive(Debug, Default)]
pub struct Intermediate {
    notes: Notes,
}

impl Strategy<Doudizhu> for Intermediate {
    fn begin(&mut self, witness: &Witness<Doudizhu>) {
        self.notes = Notes::new(witness.viewer());
    }

    fn watch(&mut self, _: &Witness<Doudizhu>, seen: &Seen) {
        self.notes.watch(seen);
    }

    fn act(&mut self, _: &Witness<Doudizhu>, _: &mut Generator) -> Option<Action> {
        let notes = &self.notes;
        let Some(landlord) = notes.landlord else { return Some(Action::Pass {}) };
        let from_landlord = |seat: usize| (seat + 3 - landlord) % 3;
        let mut lengths = [0; 3];
        for seat in 0..3 {
            lengths[from_landlord(seat)] = notes.lengths[seat];
        }
        let sight = Sight {
            me: from_landlord(notes.me),
            plan: Plan::of(notes.hand.counts()),
            lengths,
            table: notes.table.map(|(seat, reading)| (from_landlord(seat), reading)),
            others: notes.unseen(),
        };
        let chosen = match sight.table {
            None => Some(sight.lead(&WEIGHTS)),
            Some(table) => sight.follow(table, &WEIGHTS, true),
        };
        Some(chosen.map_or(Action::Pass {}, |chosen| action(notes, chosen.play)))
    }
}

/// A play as an action.
pub fn action(notes: &Notes, play: Play) -> Action {
    let cards: Vec<Card> = notes.hand.pick(play.cards).unwrap_or_default().iter().collect();
    Action::Play { cards, named: Some(play.reading.named()) }
}
