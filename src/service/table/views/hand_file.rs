//! A hand as a file for other programs.

use crate::service::table::error::DraftError;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::{Change, Event};
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::any::{AnyEvent, AnySetup};
use cardroom_rules::games::game::Game;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::phh::{self, Heading, TournamentHeading};

impl HandRecord {
    /// The hand as this caller may know it, in the poker hand history standard (PHH), from the changes that hold
    /// its events. Only Hold'em has such a file.
    pub fn file(
        &self,
        changes: &[Change],
        caller: Option<PlayerId>,
        tournament: Option<TournamentHeading>,
    ) -> Result<String, DraftError> {
        let AnySetup::Holdem(setup) = &self.setup else {
            return Err(Refused::NoHandFile { game: self.setup.kind() }.into());
        };
        self.check_release()?;
        let viewer = self.viewer(caller);
        let of_hand = changes.iter().filter(|change| change.hand == Some(self.id));
        let events = of_hand.flat_map(|change| &change.body.events).filter_map(|event| match event {
            Event::Hand(AnyEvent::Holdem(event)) => Some(Holdem::seen(event, viewer)),
            Event::Hand(_) | Event::Table(_) => None,
        });
        let events: Vec<_> = events.collect();
        Ok(phh::write(&self.heading(tournament), setup, &events, viewer)?)
    }

    fn heading(&self, tournament: Option<TournamentHeading>) -> Heading {
        Heading {
            hand: self.number,
            table: self.table.to_string(),
            began: self.started_at.to_string().parse().ok(),
            names: self.players.iter().map(|player| (player.seat, player.name.clone())).collect(),
            tournament,
        }
    }
}
