//! Places of entries that go out, and the prizes of places that are tied.

use serde::Serialize;

use super::shares;
use crate::games::game::Chips;

/// The number of an entry: entries are counted from 1 in the order in which they were paid.
pub type EntryNumber = u32;

/// An entry that goes out in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoingOut {
    /// The entry.
    pub entry: EntryNumber,
    /// Its chips at the start of that hand.
    pub stack: Chips,
}

/// The place of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedEntry {
    /// The entry.
    pub entry: EntryNumber,
    /// Its place: one more than the entries that went out after it, or are left.
    pub place: usize,
    /// How many entries share the place; 1 if it is not tied. They take this many places from it on.
    pub tied: usize,
}

/// How entries that go out together are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// The larger stack at the start of the hand places higher; equal stacks tie.
    ByStack,
    /// All tie.
    AllTie,
}

/// Places entries that went out together, the best first; tied entries by their numbers. `left` entries are left after
/// them.
///
/// Source: `tournaments`, section 5.
///
/// ```
/// use cardroom_rules::tournament::prizes::placing::{GoingOut, Together, placed};
///
/// // Five were left before this hand.
/// let out = [GoingOut { entry: 2, stack: 300 }, GoingOut { entry: 3, stack: 500 }];
/// let placed = placed(&out, 3, Together::ByStack);
/// assert_eq!((placed[0].entry, placed[0].place), (3, 4));
/// assert_eq!((placed[1].entry, placed[1].place), (2, 5));
/// ```
pub fn placed(out: &[GoingOut], left: usize, together: Together) -> Vec<PlacedEntry> {
    let rank = |each: &GoingOut| match together {
        Together::ByStack => each.stack,
        Together::AllTie => 0,
    };
    let mut order = out.to_vec();
    order.sort_by_key(|each| (std::cmp::Reverse(rank(each)), each.entry));
    let mut places = Vec::with_capacity(order.len());
    for group in order.chunk_by(|one, other| rank(one) == rank(other)) {
        let place = left + places.len() + 1;
        places.extend(group.iter().map(|each| PlacedEntry { entry: each.entry, place, tied: group.len() }));
    }
    places
}

/// The prize of each placed entry. Entries that tie share the prizes of the places they take equally; odd chips go one
/// each from the lowest entry number.
///
/// All entries that share a place have to be among those given.
///
/// ```
/// use cardroom_rules::tournament::prizes::placing::{GoingOut, Together, paid, placed};
///
/// let out = [1, 2, 3].map(|entry| GoingOut { entry, stack: 100 });
/// let placed = placed(&out, 3, Together::ByStack);
/// let prizes = [500, 300, 200, 100, 60];
/// assert_eq!(paid(&placed, &prizes), [(1, 54), (2, 53), (3, 53)]);
/// ```
pub fn paid(placed: &[PlacedEntry], prizes: &[Chips]) -> Vec<(EntryNumber, Chips)> {
    let mut order = placed.to_vec();
    order.sort_by_key(|each| (each.place, each.entry));
    let shared = |group: &[PlacedEntry]| {
        let first = group[0].place.saturating_sub(1);
        let sum = prizes.iter().skip(first).take(group.len()).sum();
        let entries = group.iter().map(|each| each.entry).collect::<Vec<_>>();
        entries.into_iter().zip(shares::equally(sum, group.len()))
    };
    order.chunk_by(|one, other| one.place == other.place).flat_map(shared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn going_out(out: &[(EntryNumber, Chips)]) -> Vec<GoingOut> {
        out.iter().map(|&(entry, stack)| GoingOut { entry, stack }).collect()
    }

    #[test]
    fn equal_stacks_tie_for_the_best_of_their_places() {
        let placed = placed(&going_out(&[(3, 300), (2, 300)]), 3, Together::ByStack);
        assert_eq!(placed[0], PlacedEntry { entry: 2, place: 4, tied: 2 });
        assert_eq!(placed[1], PlacedEntry { entry: 3, place: 4, tied: 2 });
    }

    #[test]
    fn all_of_a_round_may_tie() {
        let placed = placed(&going_out(&[(7, 10), (2, 900), (5, 300)]), 1, Together::AllTie);
        assert!(placed.iter().all(|each| (each.place, each.tied) == (2, 3)));
        assert_eq!(paid(&placed, &[50, 30, 21]), [(2, 17), (5, 17), (7, 17)]);
    }

    proptest! {
        #[test]
        fn everything_is_paid_once(
            stacks in prop::collection::vec(1_u64..6, 1..12),
            prizes in prop::collection::vec(0_u64..1_000, 0..12),
        ) {
            let out: Vec<_> = (1..).zip(&stacks).map(|(entry, &stack)| GoingOut { entry, stack }).collect();
            let paid = paid(&placed(&out, 0, Together::ByStack), &prizes);
            let taken: Chips = prizes.iter().take(stacks.len()).sum();
            prop_assert_eq!(paid.iter().map(|(_, prize)| prize).sum::<Chips>(), taken);
        }
    }
}
