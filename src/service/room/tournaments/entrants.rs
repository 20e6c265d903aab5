//! Computer players who fill a tournament up.

use jiff::SignedDuration;

use super::TournamentHandle;
use super::directing::Decisions;
use crate::service::id::new_id;
use crate::service::limits::network_permits::NetworkPermit;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::table::time::{day_of, later};
use crate::service::tournaments::live::{LiveTournament, number_of};
use crate::service::tournaments::stored::{NewComputers, TournamentComputer};
use cardroom_api::id::PlayerId;
use cardroom_rules::tournament::director::command::DirectorCommand;

/// How long a tournament waits if there are too many computer players for it.
const WAITS_FOR_COMPUTERS: SignedDuration = SignedDuration::from_secs(10);

/// The names of computer players.
const NAMES: [&str; 12] = [
    "Finch", "Heron", "Wren", "Magpie", "Plover", "Swift", "Robin", "Egret", "Lark", "Crane", "Starling",
    "Kite",
];

/// The names of those who take the seats that are left at a last table.
const FILLERS: [&str; 2] = ["Dunlin", "Siskin"];

impl RoomCore {
    /// Computer players are kept ready for the seats that are left at a last table. They are limited as those that fill up: the
    /// permits are for them.
    pub(super) fn keep_fillers(&self, decisions: &mut Decisions) -> Result<Vec<NetworkPermit>, RoomError> {
        let Some(level) = decisions.live.record.options.fillers() else { return Ok(Vec::new()) };
        let permits = self.quotas.fill(decisions.live.record.host, FILLERS.len())?;
        let most = self.bots.limits.into();
        decisions.filled = Some(NewComputers { count: FILLERS.len() as u64, most });
        for (fills, name) in (1..).zip(FILLERS) {
            let player = new_id::<PlayerId>(decisions.at, &*self.dealer)?;
            decisions.invite(TournamentComputer { player, name: name.to_owned(), level, fills: Some(fills) });
        }
        Ok(permits)
    }

    /// Computer players enter until the tournament is full. If there are too many already, it waits for people, and for some of
    /// them to leave. The caller holds the `directing` lock.
    pub(super) async fn fill_tournament(
        &self,
        handle: &TournamentHandle,
        live: &LiveTournament,
    ) -> Result<(), RoomError> {
        match self.try_to_fill(handle, live).await {
            Err(RoomError::Refused(
                Refused::TooManyBots { .. }
                | Refused::TooManyBotsOfHost { .. }
                | Refused::TooManyBotsOfAddress { .. },
            )) => {
                handle.set_due(Some(later(self.clock.now(), WAITS_FOR_COMPUTERS)));
                Ok(())
            }
            filled => filled,
        }
    }

    async fn try_to_fill(&self, handle: &TournamentHandle, live: &LiveTournament) -> Result<(), RoomError> {
        let Some(fill) = live.record.options.fill_with_bots else { return Ok(()) };
        let now = self.clock.now();
        let mut decisions = Decisions::new(live, now);
        for player in self.have_won_enough(live).await? {
            match decisions.accept(&DirectorCommand::Unregister { player: number_of(player) }.into()) {
                // A partner took the player along.
                Ok(()) | Err(RoomError::Refused(Refused::ByDirector(_))) => {}
                Err(error) => return Err(error),
            }
        }
        if !decisions.is_empty() {
            // The clock looks again at once, and computer players come if somebody is left.
            return self.carry_out_decisions(handle, decisions, Author::Clock, None).await.map(drop);
        }
        let free = (live.director.max_entrants() as usize).saturating_sub(live.director.left());
        let permits = self.quotas.fill(live.record.host, free)?;
        decisions.filled = Some(NewComputers { count: free as u64, most: self.bots.limits.into() });
        for nth in 0..free {
            let player = new_id::<PlayerId>(now, &*self.dealer)?;
            let round = nth / NAMES.len();
            let name = NAMES[nth % NAMES.len()];
            let name = if round == 0 { name.to_owned() } else { format!("{name} {}", round + 1) };
            decisions.invite(TournamentComputer { player, name, level: fill.level, fills: None });
            decisions.accept(&DirectorCommand::Register { player: number_of(player) }.into())?;
        }
        if self.carry_out_decisions(handle, decisions, Author::Clock, None).await?.is_some() {
            self.tournaments.hold(live.record.id, permits);
        }
        Ok(())
    }

    /// The people who have won enough from computer players today since they entered, if some would play for chips.
    async fn have_won_enough(&self, live: &LiveTournament) -> Result<Vec<PlayerId>, RoomError> {
        let (most, day) = (self.bots.limits.winnings_a_day, day_of(self.clock.now()));
        if most == 0 || !live.record.options.meets_computers_for_chips() {
            return Ok(Vec::new());
        }
        let people: Vec<PlayerId> = live.people().collect();
        Ok(self.store.won_enough(&people, day, most).await?.into_iter().collect())
    }
}
