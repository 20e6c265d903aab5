//! Computer players who fill a tournament up.

use super::TournamentHandle;
use super::directing::Decisions;
use crate::service::id::new_id;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::stored::change::Author;
use crate::service::tournaments::live::{LiveTournament, number_of};
use crate::service::tournaments::stored::TournamentComputer;
use cardroom_api::id::PlayerId;
use cardroom_rules::tournament::director::command::DirectorCommand;

/// The names of computer players.
const NAMES: [&str; 12] = [
    "Finch", "Heron", "Wren", "Magpie", "Plover", "Swift", "Robin", "Egret", "Lark", "Crane", "Starling",
    "Kite",
];

impl RoomCore {
    /// Computer players enter until the tournament is full. The caller holds the `directing` lock.
    pub(super) async fn fill_tournament(
        &self,
        handle: &TournamentHandle,
        live: &LiveTournament,
    ) -> Result<(), RoomError> {
        let Some(fill) = live.record.options.fill_with_bots else { return Ok(()) };
        let now = self.clock.now();
        let mut decisions = Decisions::new(live, now);
        let free = (live.director.setup().max_entrants as usize).saturating_sub(live.director.left());
        for nth in 0..free {
            let player = new_id::<PlayerId>(now, &*self.dealer)?;
            let round = nth / NAMES.len();
            let name = NAMES[nth % NAMES.len()];
            let name = if round == 0 { name.to_owned() } else { format!("{name} {}", round + 1) };
            decisions.invite(TournamentComputer { player, name, level: fill.level });
            decisions.accept(&DirectorCommand::Register { player: number_of(player) })?;
        }
        self.carry_out_decisions(handle, decisions, Author::Clock, None).await.map(drop)
    }
}
