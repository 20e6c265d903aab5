//! Reads the context in which a table's changes are drafted.

use crate::service::ports::error::StoreError;
use crate::service::room::error::RoomError;
use crate::service::room::presence::sharing::READ_LATELY;
use crate::service::room::room_core::RoomCore;
use crate::service::table::command::Command;
use crate::service::table::draft::DraftContext;
use crate::service::table::draft::host::MOST_BANNED;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::options::StoredOptions;
use crate::service::table::time::{begin_of_day, day_of};
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::Chips;

impl RoomCore {
    /// The context of a table; `seating` if a person wants to be dealt in.
    pub(in crate::service::room) async fn draft_context(
        &self,
        table: &Table,
        by: Option<PlayerId>,
        seating: bool,
    ) -> Result<DraftContext, StoreError> {
        self.presence.read_others(&*self.store, &[table.record.id], READ_LATELY).await?;
        let gone = self.presence.gone(table);
        let wallets = self.wallets(table).await?;
        let context = DraftContext { wallets, gone, ..self.context_without_bots() };
        if table.is_for_people_alone() {
            return Ok(context);
        }
        let human_present = seating || self.presence.is_human_present(table);
        let context = DraftContext { human_present, ..context };
        if !(seating || table.hand.is_none()) {
            return Ok(context);
        }
        let people: Vec<PlayerId> = table.people().map(|chair| chair.player).chain(by).collect();
        self.with_winnings(context, &people).await
    }

    /// The wallets of the players whose stacks are to be topped up.
    async fn wallets(&self, table: &Table) -> Result<Vec<(PlayerId, Chips)>, StoreError> {
        let mut wallets = Vec::new();
        for chair in table.tops_up() {
            wallets.extend(self.store.player(chair.player).await?.map(|player| (player.id, player.chips)));
        }
        Ok(wallets)
    }

    /// The context of a table without computer players.
    pub(in crate::service::room) fn context_without_bots(&self) -> DraftContext {
        DraftContext { most_bots: self.bots.limits.into(), ..DraftContext::default() }
    }

    /// The context of a new table.
    pub(in crate::service::room) async fn new_table_context(
        &self,
        by: PlayerId,
        options: &StoredOptions,
    ) -> Result<DraftContext, StoreError> {
        let host_name = self.players.session_cache.looks(&*self.store, by).await?;
        let host_name = host_name.map(|looks| looks.name.to_string()).unwrap_or_default();
        let context = DraftContext { host_name, ..self.context_without_bots() };
        if options.fill_with_bots.is_some() { self.with_winnings(context, &[by]).await } else { Ok(context) }
    }

    async fn with_winnings(
        &self,
        context: DraftContext,
        people: &[PlayerId],
    ) -> Result<DraftContext, StoreError> {
        let most = self.bots.limits.winnings_a_day;
        if most == 0 {
            return Ok(context);
        }
        let day = day_of(self.clock.now());
        let won_enough = self.store.won_enough(people, day, most).await?;
        Ok(DraftContext { won_enough, winnings: Some((most, begin_of_day(day + 1))), ..context })
    }

    /// Whether there was a block between this player and one at the table before it was opened. Then they do not sit down
    /// together.
    async fn has_block(&self, table: &Table, player: PlayerId) -> Result<bool, StoreError> {
        let others: Vec<PlayerId> = table.seated_or_promised().collect();
        if others.is_empty() {
            return Ok(false);
        }
        self.store.were_apart(player, &others, table.record.created_at).await
    }

    /// Adds to the context what a command about people needs: blocks, and which bans may be dropped. Refuses a player from a
    /// banned network.
    pub(in crate::service::room) async fn add_command_context(
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
}
