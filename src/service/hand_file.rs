//! A hand as a file that other programs read.

use super::change::{Change, Happening};
use super::id::PlayerId;
use super::store::HandRecord;
use crate::games::any::{AnyHand, AnySeen, AnySetup};
use crate::games::game::{Game, Misfit};
use crate::games::holdem::phh::{self, Heading};

impl HandRecord {
    /// The hand as this asker may know it, in the poker hand history standard (PHH), from the changes that hold
    /// its events.
    pub fn file(&self, changes: &[Change], asker: Option<PlayerId>) -> Result<String, Misfit> {
        let viewer = self.viewer(asker);
        let of_hand = changes.iter().filter(|change| change.hand == Some(self.id));
        let events = of_hand.flat_map(|change| &change.body.events).filter_map(|happening| match happening {
            Happening::Hand(event) => Some(AnyHand::seen(event, viewer)),
            Happening::Table(_) => None,
        });
        let AnySetup::Holdem(setup) = &self.setup;
        let events: Vec<_> = events.map(|AnySeen::Holdem(event)| event).collect();
        phh::write(&self.heading(), setup, &events, viewer)
    }

    fn heading(&self) -> Heading {
        Heading {
            hand: self.number,
            table: self.table.to_string(),
            began: self.started_at.to_string().parse().ok(),
            names: self.players.iter().map(|player| (player.seat, player.name.clone())).collect(),
        }
    }
}
