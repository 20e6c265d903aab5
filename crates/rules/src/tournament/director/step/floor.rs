//! Breaking, balancing, the final table, and hand for hand.

use super::Due;
use crate::tournament::director::event::DirectorEvent;
use crate::tournament::director::floor::balance::Rearrangement;
use crate::tournament::director::floor::place::Placement;
use crate::tournament::director::floor::seating;
use crate::tournament::director::state::Director;
use crate::tournament::director::time::Millis;

/// Hand for hand ends in the money, and at the final table.
pub(super) fn end_hand_for_hand(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    let is_over = director.round.is_some() && director.is_round_over();
    let is_in_the_money = || director.paid_places().is_some_and(|paid| director.left() <= paid);
    let ends = is_over && (director.tables.len() < 2 || is_in_the_money());
    ends.then_some(DirectorEvent::HandForHandEnded {})
}

/// Tables break and are balanced. Hand for hand, this waits until all have finished the round.
pub(super) fn rearrange(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    if !director.is_round_over() {
        return None;
    }
    let mut lots = director.lots.next();
    let tables = &director.tables;
    match director.rearrangement()? {
        Rearrangement::AwaitFinalTable {} | Rearrangement::AwaitBreak { .. } => None,
        Rearrangement::Move { entry, to, .. } => {
            Some(DirectorEvent::Moved { placement: Placement { entry, place: to } })
        }
        Rearrangement::Break { table, arrivals } => {
            let broken = director.table(table)?;
            let others: Vec<_> = tables.iter().filter(|other| other.number != table).cloned().collect();
            let placements = seating::of_a_break(broken, &arrivals, &others, director.setup.seats, &mut lots);
            Some(DirectorEvent::TableBroken { table, placements })
        }
        Rearrangement::FinalTable {} => {
            let table = tables.first()?.number;
            let entries = tables.iter().flat_map(|table| table.players().map(|(_, entry)| entry)).collect();
            let seats = director.setup.sizes().final_table.max(director.setup.seats);
            let (placements, button) = seating::of_the_final(table, entries, seats, &mut lots);
            Some(DirectorEvent::FinalTableFormed { table, placements, button })
        }
    }
}

/// Hand for hand begins shortly before the money, with two tables or more.
pub(super) fn begin_hand_for_hand(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    if director.round.is_some() || director.tables.len() < 2 {
        return None;
    }
    let paid = director.paid_places()?;
    let until = paid + director.setup.hand_for_hand_at as usize;
    let left = director.left();
    (left > paid && left <= until).then_some(DirectorEvent::HandForHandBegan {})
}
