//! Players who want nothing to do with each other, do not hear each other, or are banned from a table.

use jiff::SignedDuration;

use super::error::RoomError;
use super::shared::Shared;
use crate::service::id::{PlayerId, TableId};
use crate::service::ports::error::StoreError;
use crate::service::table::change::TableEvent;
use crate::service::table::command::Command;
use crate::service::table::draft::Surroundings;
use crate::service::table::draft::host::MOST_BANNED;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::time::later;
use crate::service::table::view::{SeenChange, SeenEvent};

/// How long a ban of a guest holds for where they came from.
const BARRED: SignedDuration = SignedDuration::from_hours(24);

impl Shared {
    /// Whether somebody at the table and this player were apart before it was opened: then neither sits beside the other.
    pub(super) async fn is_kept_apart(&self, table: &Table, player: PlayerId) -> Result<bool, StoreError> {
        let others: Vec<PlayerId> = table.seated_or_promised().collect();
        if others.is_empty() {
            return Ok(false);
        }
        self.store.were_apart(player, &others, table.record.created_at).await
    }

    /// Notes what matters for a command about people: who wants nothing to do with whom, and which bans give way. Refuses who comes
    /// from where a guest came from who is banned.
    pub(super) async fn look_who(
        &self,
        asks: PlayerId,
        command: &Command,
        table: &Table,
        around: &mut Surroundings,
    ) -> Result<(), RoomError> {
        let banned = &table.record.state.banned;
        match command {
            Command::Sit { .. } | Command::Wait { .. } => {
                let comes = table.record.state.host != asks && table.sitting(asks).is_none();
                if comes && self.origins.is_barred(table.record.id, asks, self.clock.now()) {
                    return Err(Refused::Banned.into());
                }
                around.kept_apart = self.is_kept_apart(table, asks).await?;
            }
            Command::ComeBack { .. } if table.kept_for(asks).is_some() => {
                if self.origins.is_barred(table.record.id, asks, self.clock.now()) {
                    return Err(Refused::Banned.into());
                }
                around.kept_apart = self.is_kept_apart(table, asks).await?;
                around.wallet = self.store.player(asks).await?.map(|player| player.chips);
            }
            Command::Ban { .. } if banned.len() >= MOST_BANNED => {
                around.banned_accounts = self.store.with_account(banned).await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A ban of a guest holds for a day for all who come from where they came from: the next guest is there at once.
    pub(super) async fn bar(&self, table: TableId, host: PlayerId, command: &Command) {
        match *command {
            Command::Ban { player } => match self.store.with_account(&[player]).await {
                Ok(accounts) if accounts.is_empty() => {
                    self.origins.bar(table, player, host, later(self.clock.now(), BARRED));
                }
                Ok(_) => {}
                // The ban itself stands.
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(%table, error, "whether somebody who is banned is a guest is unknown");
                }
            },
            Command::Unban { player } => self.origins.unbar(table, player),
            _ => {}
        }
    }

    /// Takes from changes what this viewer does not hear. Emotes are rare: where there is none, nothing is looked up.
    pub(super) async fn hush(
        &self,
        changes: &mut [SeenChange],
        viewer: Option<PlayerId>,
    ) -> Result<(), StoreError> {
        let Some(viewer) = viewer else { return Ok(()) };
        let events = changes.iter().flat_map(|change| &*change.events);
        let speakers: Vec<PlayerId> = events.filter_map(speaker).filter(|&player| player != viewer).collect();
        if speakers.is_empty() {
            return Ok(());
        }
        let unheard = self.store.unheard(viewer, &speakers).await?;
        let is_unheard = |event: &SeenEvent| speaker(event).is_some_and(|player| unheard.contains(&player));
        for change in changes.iter_mut().filter(|change| change.events.iter().any(is_unheard)) {
            let heard = change.events.iter().filter(|event| !is_unheard(event));
            change.events = heard.cloned().collect::<Vec<_>>().into();
        }
        Ok(())
    }
}

/// Who says something by an event.
fn speaker(event: &SeenEvent) -> Option<PlayerId> {
    match event {
        SeenEvent::Table(TableEvent::Emoted { player, .. }) => Some(*player),
        SeenEvent::Table(_) | SeenEvent::Hand(_) => None,
    }
}
