//! Judges commands.

use super::event::{DuplicateCommand, DuplicateEvent};
use super::state::DuplicateDirector;
use crate::games::game::MOST_CHIPS;
use crate::tournament::director::event::{Cancellation, EntryAmount};
use crate::tournament::director::floor::place::EntryId;
use crate::tournament::director::refusal::{TournamentRefusal as Refusal, unless};
use crate::tournament::director::state::Phase;

/// Judges a command, and changes nothing.
pub(super) fn accept(
    director: &DuplicateDirector,
    command: &DuplicateCommand,
) -> Result<DuplicateEvent, Refusal> {
    if director.phase.is_over() {
        return Err(Refusal::TournamentOver {});
    }
    let has_started = director.phase == Phase::Playing;
    match command {
        &DuplicateCommand::Register { player } => {
            unless(!has_started, Refusal::RegistrationClosed {})?;
            unless(director.entry_of(player).is_none(), Refusal::AlreadyRegistered {})?;
            director.withdrawals.check(player)?;
            let most = director.setup.max_entrants;
            unless(director.entered() < most as usize, Refusal::TournamentFull { most })?;
            let entry = u32::try_from(director.entries.len() + 1).unwrap_or(u32::MAX);
            Ok(DuplicateEvent::Registered { entry: EntryId(entry), player })
        }
        &DuplicateCommand::Unregister { player } => {
            unless(!has_started, Refusal::AlreadyStarted {})?;
            let entry = director.entry_of(player).ok_or(Refusal::NotRegistered {})?;
            Ok(DuplicateEvent::Unregistered { entry })
        }
        DuplicateCommand::Cancel {} => {
            let why = Cancellation::ByTheHouse {};
            Ok(DuplicateEvent::Cancelled { why, refunds: director.whole_prices() })
        }
        _ if !has_started => Err(Refusal::NotStarted {}),
        &DuplicateCommand::EndDeal { table, result } => {
            let at = director.round.as_ref().and_then(|round| round.tables.get(table));
            unless(at.is_some_and(|at| at.is_playing), Refusal::NoDeal { table })?;
            let sum: i128 = result.scores.iter().map(|&score| i128::from(score)).sum();
            let landlord = result.landlord_won.is_none_or(|seat| seat.0 < 3);
            let is_small = result.scores.iter().all(|score| score.unsigned_abs() <= MOST_CHIPS);
            unless(sum == 0 && landlord && is_small, Refusal::ResultDoesNotFit {})?;
            Ok(DuplicateEvent::DealEnded { table, result })
        }
        DuplicateCommand::Pause {} => {
            director.time.may_pause()?;
            Ok(DuplicateEvent::Paused {})
        }
        DuplicateCommand::Resume {} => {
            unless(director.time.is_paused(), Refusal::NothingToChange {})?;
            Ok(DuplicateEvent::Resumed {})
        }
        DuplicateCommand::SaveClock {} => Ok(DuplicateEvent::ClockSaved {}),
        DuplicateCommand::Restart {} => Ok(DuplicateEvent::Restarted {}),
    }
}

impl DuplicateDirector {
    /// The whole price of each entry that plays or is registered.
    pub(super) fn whole_prices(&self) -> Vec<EntryAmount> {
        let amount = self.setup.price.total();
        let entries = (1..).map(EntryId).zip(&self.entries).filter(|(_, player)| player.is_some());
        entries.map(|(entry, _)| EntryAmount { entry, amount }).collect()
    }
}
