//! What the operator does with tournaments: fees and guarantees, disqualification, and cancellation after the start.

use std::sync::Arc;

use super::commands::Announcement;
use super::directing::Decisions;
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::RoomCore;
use crate::service::room::run_detached::run_detached;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::tournaments::live::number_of;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::text::{has_many_marks, is_unprintable, shows};
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentView;
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::tournament::director::command::DirectorCommand;

/// How long the reason of a cancellation may be, in characters.
const LONGEST_REASON: usize = 200;

/// The refusal of a guarantee that the house cannot put aside.
pub(super) fn house_is_short() -> Refused {
    BadOption { option: "guarantee", must: "at most the chips of the house".into() }.into()
}

/// What the operator asks of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseAction {
    /// To take a player out.
    Disqualify {
        /// The player.
        player: PlayerId,
    },
    /// To cancel it, before its start or after it.
    Cancel {
        /// Why; everybody may read it.
        why: String,
    },
}

impl CardRoom {
    /// Announces a tournament of this host for the house, which may set a fee and a guarantee.
    pub async fn announce_for_house(
        &self,
        host: PlayerId,
        options: TournamentOptions,
    ) -> Result<TournamentView, RoomError> {
        let core = Arc::clone(&self.core);
        run_detached(async move {
            if core.players.session_cache.looks(&*core.store, host).await?.is_none() {
                return Err(Refused::NoSuchPlayer.into());
            }
            core.announce(host, options, Announcement { by: Author::Admin, permit: None, request: None })
                .await
        })
        .await
    }

    /// Carries out what the operator asks of a tournament.
    pub async fn in_tournament_for_house(
        &self,
        id: TournamentId,
        action: HouseAction,
    ) -> Result<TournamentView, RoomError> {
        if let HouseAction::Cancel { why } = &action {
            let printable =
                !why.chars().any(is_unprintable) && why.chars().any(shows) && !has_many_marks(why);
            let fits = (1..=LONGEST_REASON).contains(&why.chars().count()) && printable;
            BadOption::unless(fits, "why", "1 to 200 printable characters").map_err(Refused::from)?;
        }
        let core = Arc::clone(&self.core);
        run_detached(async move { core.in_tournament_for_house(id, &action).await }).await
    }
}

impl RoomCore {
    async fn in_tournament_for_house(
        &self,
        id: TournamentId,
        action: &HouseAction,
    ) -> Result<TournamentView, RoomError> {
        let (handle, _) = self.tournament(id).await?;
        for _ in 0..self.most_tries() {
            let _no_step = self.tables.no_step().await;
            let _turn = handle.directing.lock().await;
            let live = self.load_tournament(&handle).await?;
            let mut decisions = Decisions::new(&live, self.clock.now());
            match action {
                HouseAction::Disqualify { player } => {
                    decisions.accept(&DirectorCommand::Disqualify { player: number_of(*player) }.into())?;
                }
                HouseAction::Cancel { why } => {
                    decisions.accept(&DirectorCommand::Cancel {}.into())?;
                    decisions.explain(why.clone());
                }
            }
            if self.carry_out_decisions(&handle, decisions, Author::Admin, None).await?.is_some() {
                let live = handle.current().ok_or(Failed::Contended)?;
                return self.view_of(&live, None).await;
            }
        }
        Err(Failed::Contended.into())
    }
}
