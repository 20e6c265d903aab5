//! Satellites: the prizes are tickets, entries of another tournament.

use serde::Serialize;

use super::placing::{EntryNumber, PlacedEntry};
use super::shares;
use crate::games::game::{Chips, MOST_CHIPS};

/// What a satellite pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SatelliteTickets {
    /// How many of the first places get a ticket.
    pub count: usize,
    /// The value of a ticket, in chips.
    pub value: Chips,
    /// What is paid besides, for the places after the tickets. If every entry gets a ticket, all share it.
    pub cash: Chips,
}

/// The reward of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TicketAward {
    /// The entry.
    pub entry: EntryNumber,
    /// Whether it gets a ticket.
    pub ticket: bool,
    /// What it is paid besides, in chips.
    pub cash: Chips,
}

/// The rule that a satellite breaks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[serde(untagged)]
#[strum(serialize_all = "snake_case")]
pub enum SatelliteFault {
    /// A ticket is worth nothing.
    #[error("a ticket is worth at least 1")]
    WorthlessTicket {},
    /// The pool exceeds the largest amount.
    #[error("the pool has more than {MOST_CHIPS} chips")]
    PoolTooLarge {},
    /// There is no entry.
    #[error("a satellite has at least one entry")]
    NoEntry {},
}

impl SatelliteTickets {
    /// The tickets that a pool buys, at most one an entry. What is left goes to the place after them. If it buys none,
    /// the winner gets the pool.
    ///
    /// Source: `tournaments`, section 11.
    ///
    /// ```
    /// use cardroom_rules::tournament::prizes::satellite::SatelliteTickets;
    ///
    /// let tickets = SatelliteTickets::bought(2_450, 1_000, 30)?;
    /// assert_eq!((tickets.count, tickets.cash), (2, 450));
    /// # Ok::<(), cardroom_rules::tournament::prizes::satellite::SatelliteFault>(())
    /// ```
    pub fn bought(pool: Chips, value: Chips, entries: u32) -> Result<Self, SatelliteFault> {
        if value == 0 {
            return Err(SatelliteFault::WorthlessTicket {});
        }
        if pool > MOST_CHIPS {
            return Err(SatelliteFault::PoolTooLarge {});
        }
        if entries == 0 {
            return Err(SatelliteFault::NoEntry {});
        }
        let count = (pool / value).min(u64::from(entries));
        let cash = pool - count * value;
        Ok(Self { count: usize::try_from(count).unwrap_or(usize::MAX), value, cash })
    }

    /// How many entries are left when the satellite ends: those that get tickets, or the winner.
    pub fn left_at_the_end(&self) -> usize {
        self.count.max(1)
    }

    /// The reward of each entry, when all are placed. Entries that tie over the last ticket get none: the value of the
    /// tickets in their places, and the cash, are shared. Odd chips go one each from the lowest entry number.
    ///
    /// The entries that are left at the end share the first place among them, as [`left_at_the_end`] tie there.
    ///
    /// [`left_at_the_end`]: Self::left_at_the_end
    pub fn awarded(&self, placed: &[PlacedEntry]) -> Vec<TicketAward> {
        let mut order = placed.to_vec();
        order.sort_by_key(|each| (each.place, each.entry));
        let everybody = order.len() <= self.count;
        let groups = order.chunk_by(|one, other| one.place == other.place);
        let mut awards: Vec<TicketAward> = groups.flat_map(|group| self.of_group(group)).collect();
        if everybody {
            awards.sort_by_key(|award| award.entry);
            for (award, part) in awards.iter_mut().zip(shares::equally(self.cash, order.len())) {
                award.cash = part;
            }
        }
        awards
    }

    fn of_group(&self, group: &[PlacedEntry]) -> Vec<TicketAward> {
        let awards = self.of_place(group[0].place, group.len());
        let award =
            |(each, (ticket, cash)): (&PlacedEntry, _)| TicketAward { entry: each.entry, ticket, cash };
        group.iter().zip(awards).map(award).collect()
    }

    /// For each of the entries that share a place, in the order of their numbers: whether it gets a ticket, and its cash. Not every
    /// entry of the satellite gets a ticket.
    pub fn of_place(&self, place: usize, tied: usize) -> Vec<(bool, Chips)> {
        let before = place.saturating_sub(1);
        if before + tied <= self.count {
            return vec![(true, 0); tied];
        }
        let tickets = self.count.saturating_sub(before) as u64;
        let cash = if before <= self.count { self.cash } else { 0 };
        let parts = shares::equally(tickets * self.value + cash, tied);
        parts.into_iter().map(|cash| (false, cash)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::placing::{self, GoingOut, Together};
    use super::*;
    use proptest::prelude::*;

    fn placed(places: &[(EntryNumber, usize)]) -> Vec<PlacedEntry> {
        let tied = |place| places.iter().filter(|(_, other)| *other == place).count();
        places.iter().map(|&(entry, place)| PlacedEntry { entry, place, tied: tied(place) }).collect()
    }

    fn awards(
        tickets: &SatelliteTickets,
        places: &[(EntryNumber, usize)],
    ) -> Vec<(EntryNumber, bool, Chips)> {
        let awards = tickets.awarded(&placed(places));
        awards.iter().map(|award| (award.entry, award.ticket, award.cash)).collect()
    }

    #[test]
    fn two_tickets_and_some_cash() {
        let tickets = SatelliteTickets::bought(2_450, 1_000, 30).unwrap();
        assert_eq!(tickets.left_at_the_end(), 2);
        let places = [(7, 1), (9, 1), (4, 3), (5, 4)];
        let expected = [(7, true, 0), (9, true, 0), (4, false, 450), (5, false, 0)];
        assert_eq!(awards(&tickets, &places), expected);
    }

    #[test]
    fn a_tie_over_the_last_ticket_shares_it() {
        let tickets = SatelliteTickets::bought(2_450, 1_000, 30).unwrap();
        let expected = [(7, true, 0), (4, false, 725), (9, false, 725), (5, false, 0)];
        assert_eq!(awards(&tickets, &[(7, 1), (9, 2), (4, 2), (5, 4)]), expected);
        let expected = [(7, true, 0), (2, true, 0), (3, false, 225), (4, false, 225)];
        assert_eq!(awards(&tickets, &[(7, 1), (2, 2), (3, 3), (4, 3)]), expected);
    }

    #[test]
    fn a_pool_below_a_ticket_is_the_winners() {
        let tickets = SatelliteTickets::bought(900, 1_000, 9).unwrap();
        assert_eq!((tickets.count, tickets.left_at_the_end()), (0, 1));
        assert_eq!(awards(&tickets, &[(3, 1), (4, 2)]), [(3, false, 900), (4, false, 0)]);
    }

    #[test]
    fn everybody_may_get_a_ticket() {
        let tickets = SatelliteTickets::bought(2_501, 1_000, 2).unwrap();
        assert_eq!((tickets.count, tickets.cash), (2, 501));
        assert_eq!(awards(&tickets, &[(2, 1), (1, 1)]), [(1, true, 251), (2, true, 250)]);
    }

    #[test]
    fn wrong_satellites_are_refused() {
        assert_eq!(SatelliteTickets::bought(1, 0, 9), Err(SatelliteFault::WorthlessTicket {}));
        assert_eq!(SatelliteTickets::bought(MOST_CHIPS + 1, 1, 9), Err(SatelliteFault::PoolTooLarge {}));
        assert_eq!(SatelliteTickets::bought(1, 1, 0), Err(SatelliteFault::NoEntry {}));
    }

    proptest! {
        #[test]
        fn tickets_and_cash_are_worth_the_pool(
            pool in 0_u64..20_000,
            value in 1_u64..5_000,
            stacks in prop::collection::vec(1_u64..4, 1..12),
        ) {
            let out: Vec<_> = (1..).zip(&stacks).map(|(entry, &stack)| GoingOut { entry, stack }).collect();
            let placed = placing::placed(&out, 0, Together::ByStack);
            let tickets = SatelliteTickets::bought(pool, value, u32::try_from(stacks.len()).unwrap()).unwrap();
            let worth = |award: &TicketAward| award.cash + if award.ticket { value } else { 0 };
            prop_assert_eq!(tickets.awarded(&placed).iter().map(worth).sum::<Chips>(), pool);
        }
    }
}
