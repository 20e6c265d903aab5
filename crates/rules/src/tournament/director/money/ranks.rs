//! Ranks: the places of the entries.

use std::cmp::Reverse;

use crate::games::game::Chips;
use crate::tournament::director::entry::{EntryState, Exit, TournamentEntry};
use crate::tournament::prizes::placing::PlacedEntry;

/// The places of all entries that are out or have won, the best first, and of equals the lowest number first. Entries of
/// one hand, or of one round of hand for hand, are placed by their stacks at its start; equal stacks tie.
pub fn ranks(entries: &[TournamentEntry]) -> Vec<PlacedEntry> {
    let left = entries.iter().filter(|entry| entry.is_left()).count();
    let key = |entry: &TournamentEntry| match entry.state {
        EntryState::Out(Exit { order, stack, .. }) => Some((order, stack)),
        EntryState::Won { .. } => Some((u32::MAX, 0)),
        _ => None,
    };
    let mut out: Vec<((u32, Chips), u32)> =
        entries.iter().filter_map(|entry| Some((key(entry)?, entry.number.0))).collect();
    out.sort_by_key(|&(key, entry)| (Reverse(key), entry));
    let mut ranks = Vec::with_capacity(out.len());
    for group in out.chunk_by(|one, next| one.0 == next.0) {
        let place = left + ranks.len() + 1;
        ranks.extend(group.iter().map(|&(_, entry)| PlacedEntry { entry, place, tied: group.len() }));
    }
    ranks
}
