//! The hand as the search and the rule of thumb see it: seats counted from the landlord.

use super::notes::Notes;
use super::plan::Plan;
use super::sight::Sight;
use cardroom_rules::games::doudizhu::reading::Reading;
use cardroom_rules::games::doudizhu::setup::SEATS;

/// The role of each seat.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    landlord: usize,
}

impl Roles {
    /// The roles of a hand whose landlord is known.
    pub fn of(notes: &Notes) -> Option<Self> {
        notes.landlord.map(|landlord| Self { landlord })
    }

    /// The roles if this seat is the landlord.
    pub fn with_landlord(landlord: usize) -> Self {
        Self { landlord }
    }

    /// A seat's place after the landlord.
    pub fn role(self, seat: usize) -> usize {
        (seat + usize::from(SEATS) - self.landlord) % usize::from(SEATS)
    }

    /// The seat of such a place.
    pub fn seat(self, role: usize) -> usize {
        (role + self.landlord) % usize::from(SEATS)
    }

    /// The play to beat, and its seat.
    pub fn table(self, table: Option<(usize, Reading)>) -> Option<(usize, Reading)> {
        table.map(|(seat, reading)| (self.role(seat), reading))
    }

    /// The input of a seat's decision, from these notes alone.
    pub fn sight(self, notes: &Notes) -> Sight {
        let others = notes.unseen();
        Sight {
            me: self.role(notes.me),
            plan: Plan::of(notes.hand.counts()),
            lengths: [0, 1, 2].map(|role| notes.lengths[self.seat(role)]),
            table: self.table(notes.table),
            others,
            tops: Sight::tops(others),
        }
    }
}
