//! The intermediate level: it splits the hand into the fewest plays, and plays by the rule of thumb.

use super::bidding;
use super::candidates::candidates;
use super::notes::Notes;
use super::plan::Plan;
use super::roles::Roles;
use super::wild::settled;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::event::Seen;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::reading::Play;
use cardroom_rules::games::witness::Witness;

/// The intermediate level.
#[derive(Debug, Default)]
pub struct Intermediate {
    notes: Notes,
}

impl Strategy<Doudizhu> for Intermediate {
    fn begin(&mut self, witness: &Witness<Doudizhu>) {
        self.notes = Notes::new(witness);
    }

    fn watch(&mut self, _: &Witness<Doudizhu>, seen: &Seen) {
        self.notes.watch(seen);
    }

    fn act(&mut self, witness: &Witness<Doudizhu>, _: &mut Generator) -> Option<Action> {
        let notes = &self.notes;
        match Roles::of(notes).filter(|_| notes.plays(witness)) {
            Some(roles) => Some(play(notes, roles).map_or(Action::Pass {}, |play| notes.action(play))),
            None => bidding::answer(&witness.options()?, || probability(notes)),
        }
    }
}

impl Intermediate {
    /// The notes and the plan of its hand.
    pub(super) fn notes(&self) -> &Notes {
        &self.notes
    }
}

/// The cheapest play; `None` passes.
fn play(notes: &Notes, roles: Roles) -> Option<Play> {
    if notes.rules.wild.is_empty() {
        roles.sight(notes).chosen_thoroughly().map(|chosen| chosen.play)
    } else {
        candidates(notes, roles, 1).first().and_then(|candidate| candidate.play)
    }
}

/// The probability to win in hundredths, by the cost of the hand: straight lines that were drawn by hand, so that
/// auctions end about as they do among people. They were not fitted.
fn probability(notes: &Notes) -> u32 {
    let cost = Plan::of(settled(notes.hand.counts(), notes.rules.wild)).cost;
    let (even, slope) = match notes.landlord {
        None => (250, 8),
        Some(_) if notes.is_landlord() => (280, 8),
        Some(_) => (250, 20),
    };
    u32::try_from((50 + (even - cost) / slope).clamp(0, 100)).unwrap_or_default()
}
