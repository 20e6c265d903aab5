//! The start of a tournament, or its cancellation because too few have registered.

use super::Due;
use crate::tournament::director::event::{Cancellation, DirectorEvent, EntryAmount};
use crate::tournament::director::floor::seating;
use crate::tournament::director::setup::StartRule;
use crate::tournament::director::state::Director;
use crate::tournament::director::time::Millis;

pub(super) fn start(director: &Director, now: Millis, due: &mut Due) -> Option<DirectorEvent> {
    let entries: Vec<_> =
        director.entries.iter().filter(|entry| entry.is_left()).map(|entry| entry.number).collect();
    let wanted = match director.setup.start {
        StartRule::SitAndGo {} if entries.len() < director.setup.max_entrants as usize => return None,
        StartRule::SitAndGo {} => 2,
        StartRule::Scheduled { at, .. } if !due.has_come(at, now) => return None,
        StartRule::Scheduled { min_entrants, .. } => min_entrants,
    };
    if entries.len() < wanted as usize {
        return Some(DirectorEvent::Cancelled {
            why: Cancellation::TooFew {},
            refunds: director.whole_prices(),
        });
    }
    let mut lots = director.lots.next();
    Some(DirectorEvent::Started {
        placements: seating::at_the_start(entries, director.setup.seats, &mut lots),
    })
}

impl Director {
    /// What goes back before the start: each entry's price.
    pub(in crate::tournament::director) fn whole_prices(&self) -> Vec<EntryAmount> {
        let amount = self.setup.price.total();
        let entries = self.entries.iter().filter(|entry| entry.counts());
        entries.map(|entry| EntryAmount { entry: entry.number, amount }).collect()
    }
}
