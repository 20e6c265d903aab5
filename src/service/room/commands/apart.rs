//! Blocks between players, mutes, and bans from a table.

use jiff::SignedDuration;

use crate::service::ports::error::StoreError;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::command::Command;
use crate::service::table::draft::DraftContext;
use crate::service::table::draft::host::MOST_BANNED;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::{SeenChange, SeenEvent};
use cardroom_api::table::event::TableEvent;

/// How long a ban of a guest also bans their network.
const NETWORK_BAN_TIME: SignedDuration = SignedDuration::from_hours(24);

impl RoomCore {
    /// Whether there was a block between this player and one at the table before it was opened. Then they do not sit down
    /// together.
    pub(super) async fn has_block(&self, table: &Table, player: PlayerId) -> Result<bool, StoreError> {
        let others: Vec<PlayerId> = table.seated_or_promised().collect();
        if others.is_empty() {
            return Ok(false);
        }
        self.store.were_apart(player, &others, table.record.created_at).await
    }

    /// Adds to the context what a command about people needs: blocks, and which bans may be dropped. Refuses a player from a
    /// banned network.
    pub(in crate::service::room) async fn add_people_context(
        &self,
        by: PlayerId,
        command: &Command,
        table: &Table,
        context: &mut DraftContext,
    ) -> Result<(), RoomError> {
        let banned = &table.record.state.banned;
        match command {
            Command::Sit { .. } | Command::Wait { .. } => {
                let is_newcomer = table.record.state.host != by && table.sitting(by).is_none();
                if is_newcomer && self.quotas.network_bans.is_banned(table.record.id, by, self.clock.now()) {
                    return Err(Refused::Banned.into());
                }
                context.kept_apart = self.has_block(table, by).await?;
            }
            Command::ComeBack { .. } if table.kept_for(by).is_some() => {
                if self.quotas.network_bans.is_banned(table.record.id, by, self.clock.now()) {
                    return Err(Refused::Banned.into());
                }
                context.kept_apart = self.has_block(table, by).await?;
                context.wallet = self.store.player(by).await?.map(|player| player.chips);
            }
            Command::Ban { .. } if banned.len() >= MOST_BANNED => {
                context.banned_accounts = self.store.with_account(banned).await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A ban of a guest bans their network for a day, because the next guest is created at once.
    pub(in crate::service::room) async fn ban_network(
        &self,
        table: TableId,
        host: PlayerId,
        command: &Command,
    ) {
        match *command {
            Command::Ban { player } => match self.store.with_account(&[player]).await {
                Ok(accounts) if accounts.is_empty() => {
                    self.quotas.network_bans.ban(
                        table,
                        player,
                        host,
                        later(self.clock.now(), NETWORK_BAN_TIME),
                    );
                }
                Ok(_) => {}
                // The ban itself stands.
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(%table, error, "it is unknown whether a banned player is a guest");
                }
            },
            Command::Unban { player } => self.quotas.network_bans.lift(table, player),
            _ => {}
        }
    }

    /// Removes events of players whom this viewer has muted or blocked. Emotes are rare: if there is none, nothing is looked up.
    pub(in crate::service::room) async fn remove_unheard(
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

/// The player who sent an emote.
fn speaker(event: &SeenEvent) -> Option<PlayerId> {
    match event {
        SeenEvent::Table(TableEvent::Emoted { player, .. }) => Some(*player),
        SeenEvent::Table(_) | SeenEvent::Hand(_) => None,
    }
}
