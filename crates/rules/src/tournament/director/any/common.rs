//! The commands that all tournaments have, as each kind of director knows them.

use crate::tournament::director::command::DirectorCommand;
use crate::tournament::director::duplicate::event::DuplicateCommand;
use crate::tournament::director::refusal::TournamentRefusal;
use crate::tournament::director::teams::event::TeamCommand;
use crate::tournament::prizes::deal::MOST_DEALERS;

/// The same command in an event of Dou Dizhu.
pub(super) fn of_duplicate(command: &DirectorCommand) -> Result<DuplicateCommand, TournamentRefusal> {
    Ok(match *command {
        DirectorCommand::Register { player } => DuplicateCommand::Register { player },
        DirectorCommand::Unregister { player } => DuplicateCommand::Unregister { player },
        DirectorCommand::Pause {} => DuplicateCommand::Pause {},
        DirectorCommand::Resume {} => DuplicateCommand::Resume {},
        DirectorCommand::Cancel {} => DuplicateCommand::Cancel {},
        DirectorCommand::SaveClock {} => DuplicateCommand::SaveClock {},
        DirectorCommand::Restart {} => DuplicateCommand::Restart {},
        _ => return Err(not_here(command)),
    })
}

/// The same command in an event of Teams. Players enter alone; a partner may join them.
pub(super) fn of_teams(command: &DirectorCommand) -> Result<TeamCommand, TournamentRefusal> {
    Ok(match *command {
        DirectorCommand::Register { player } => TeamCommand::Register { players: vec![player], rating: None },
        DirectorCommand::Unregister { player } => TeamCommand::Unregister { player },
        DirectorCommand::Pause {} => TeamCommand::Pause {},
        DirectorCommand::Resume {} => TeamCommand::Resume {},
        DirectorCommand::Cancel {} => TeamCommand::Cancel {},
        DirectorCommand::Restart {} => TeamCommand::Restart {},
        _ => return Err(not_here(command)),
    })
}

/// Why a command of Hold'em is refused in an event of rounds.
fn not_here(command: &DirectorCommand) -> TournamentRefusal {
    match command {
        DirectorCommand::Rebuy { .. } => TournamentRefusal::NoRebuyNow {},
        DirectorCommand::DeclineRebuy { .. } => TournamentRefusal::NothingToDecline {},
        DirectorCommand::AddOn { .. } => TournamentRefusal::NoAddOnNow {},
        DirectorCommand::ProposeDeal { .. } => TournamentRefusal::NoDealNow { most: MOST_DEALERS },
        DirectorCommand::AnswerDeal { .. } => TournamentRefusal::NothingProposed {},
        DirectorCommand::EndHand { table, .. } => TournamentRefusal::NoHand { table: *table },
        _ => TournamentRefusal::NotInThisGame {},
    }
}
