//! A hand as a file that other programs read.

use super::change::{Change, Happening};
use super::id::PlayerId;
use super::refused::Refused;
use super::store::HandRecord;
use crate::games::any::{AnyEvent, AnySetup};
use crate::games::game::Game;
use crate::games::holdem::hand::Holdem;
use crate::games::holdem::phh::{self, Heading};

impl HandRecord {
    /// The hand as this asker may know it, in the poker hand history standard (PHH), from the changes that hold
    /// its events. Only Hold'em has such a file.
    pub fn file(&self, changes: &[Change], asker: Option<PlayerId>) -> Result<String, Refused> {
        let AnySetup::Holdem(setup) = &self.setup else {
            return Err(Refused::NoHandFile { game: self.setup.kind() });
        };
        let viewer = self.viewer(asker);
        let of_hand = changes.iter().filter(|change| change.hand == Some(self.id));
        let events = of_hand.flat_map(|change| &change.body.events).filter_map(|happening| match happening {
            Happening::Hand(AnyEvent::Holdem(event)) => Some(Holdem::seen(event, viewer)),
            Happening::Hand(_) | Happening::Table(_) | Happening::Equity(_) => None,
        });
        let events: Vec<_> = events.collect();
        Ok(phh::write(&self.heading(), setup, &events, viewer)?)
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
