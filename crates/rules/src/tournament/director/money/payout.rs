//! The reward of each place, and the number of entries with which a tournament ends.

use serde::{Deserialize, Serialize};

use crate::games::game::Chips;
use crate::games::refusal::BadOption;
use crate::tournament::prizes::payouts::{Payouts, PrizePool};
use crate::tournament::prizes::satellite::SatelliteTickets;
use crate::tournament::prizes::shares;

/// What a tournament pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reward {
    /// Chips.
    Chips(Payouts),
    /// Entries of another tournament, and what is left of the pool to the place after them.
    Tickets {
        /// The value of a ticket in chips of the wallet.
        value: Chips,
    },
}

/// The payment of one entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidPrize {
    /// In chips of the wallet.
    pub cash: Chips,
    /// The value of the ticket that it gets; 0 if it gets none.
    pub ticket: Chips,
}

impl PaidPrize {
    /// The chips that leave the account.
    pub fn total(self) -> Chips {
        self.cash + self.ticket
    }
}

impl Reward {
    /// Whether a tournament can be announced with it.
    pub fn check(&self) -> Result<(), BadOption> {
        match self {
            Self::Chips(payouts) => {
                let fault = payouts.check().err();
                fault.map_or(Ok(()), |fault| {
                    Err(BadOption { option: "payouts", must: fault.to_string().into() })
                })
            }
            Self::Tickets { value } => BadOption::unless(*value > 0, "satellite_to", "at least 1"),
        }
    }

    /// The prizes of a pool, the best place first; tickets by their value. They sum to the pool.
    pub fn prizes(&self, pool: &PrizePool) -> Vec<Chips> {
        match self {
            Self::Chips(payouts) => payouts.prizes(pool).unwrap_or_default(),
            Self::Tickets { value } => {
                let total = pool.total();
                let Ok(SatelliteTickets { count, cash, .. }) =
                    SatelliteTickets::bought(total, *value, pool.entries)
                else {
                    return Vec::new();
                };
                if count == pool.entries as usize {
                    return shares::equally(total, count);
                }
                let rest = (cash > 0).then_some(cash);
                std::iter::repeat_n(*value, count).chain(rest).collect()
            }
        }
    }

    /// The payments of the entries that share a place, in the order of their numbers.
    pub fn paid(&self, pool: &PrizePool, prizes: &[Chips], place: usize, tied: usize) -> Vec<PaidPrize> {
        if let Self::Tickets { value } = *self
            && let Ok(tickets) = SatelliteTickets::bought(pool.total(), value, pool.entries)
            && tickets.count < pool.entries as usize
        {
            let awards = tickets.of_place(place, tied);
            let paid = |(has_ticket, cash)| PaidPrize { cash, ticket: if has_ticket { value } else { 0 } };
            return awards.into_iter().map(paid).collect();
        }
        let ticket = if let Self::Tickets { value } = *self { value } else { 0 };
        let sum: Chips = prizes.iter().skip(place.saturating_sub(1)).take(tied).sum();
        // If every entry gets a ticket, all share what is left of the pool.
        let cash = sum.saturating_sub(ticket.saturating_mul(tied as Chips));
        shares::equally(cash, tied).into_iter().map(|cash| PaidPrize { cash, ticket }).collect()
    }

    /// With how many entries left it ends.
    pub fn last_left(&self, pool: &PrizePool) -> usize {
        match self {
            Self::Chips(Payouts::DoubleUp {}) => (pool.entries as usize / 2).max(1),
            Self::Chips(_) => 1,
            Self::Tickets { value } => {
                let tickets = SatelliteTickets::bought(pool.total(), *value, pool.entries);
                tickets.map_or(1, |tickets| tickets.left_at_the_end())
            }
        }
    }
}
