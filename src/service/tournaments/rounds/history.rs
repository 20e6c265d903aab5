//! What has happened in an event of rounds. Results of single deals are not part of it: they stay at their tables until all have
//! finished the round.

use crate::service::tournaments::live::player_at;
use crate::service::tournaments::views::count;
use cardroom_api::id::PlayerId;
use cardroom_api::tournament::history::{PaidToEntry, PaidToPlayer, TournamentHappening as Happening};
use cardroom_rules::tournament::director::duplicate::event::{DuplicateEvent, DuplicatePlayer};
use cardroom_rules::tournament::director::entry::PlayerNumber;
use cardroom_rules::tournament::director::event::EntryAmount;
use cardroom_rules::tournament::director::floor::place::EntryId;
use cardroom_rules::tournament::director::teams::event::{PlayerAmount, TeamEvent};

/// What an event of duplicate rounds says to everybody.
pub(in crate::service::tournaments) fn of_duplicate(
    event: &DuplicateEvent,
    why: Option<&String>,
) -> Vec<Happening> {
    let taken_back = |entry: &EntryId| Happening::TakenBack { entry: entry.0 };
    let happening = match event {
        &DuplicateEvent::Registered { entry, player } => {
            Happening::Entered { entry: entry.0, player: player_at(player) }
        }
        DuplicateEvent::Unregistered { entry } => taken_back(entry),
        DuplicateEvent::Started { reserve, .. } => {
            let started = Happening::Started { seats: Vec::new() };
            return reserve.iter().map(taken_back).chain([started]).collect();
        }
        DuplicateEvent::RoundBegan { number, tables } => {
            let entry = |player| match player {
                DuplicatePlayer::Entry(entry) => Some(entry.0),
                DuplicatePlayer::Computer(_) => None,
            };
            let tables = tables.iter().map(|seats| seats.map(entry)).collect();
            Happening::DuplicateRound { number: *number, tables }
        }
        DuplicateEvent::RoundEnded {} => Happening::RoundEnded {},
        DuplicateEvent::Ranked { added, prizes } => {
            let ranked = Happening::Ranked { added: *added, entries: paid(prizes), players: Vec::new() };
            return vec![ranked, Happening::Finished {}];
        }
        DuplicateEvent::Cancelled { refunds, .. } => {
            Happening::Cancelled { refunds: paid(refunds), why: why.cloned() }
        }
        DuplicateEvent::Paused {} => Happening::Paused {},
        DuplicateEvent::Resumed {} => Happening::Resumed {},
        DuplicateEvent::Restarted {} => Happening::Restarted {},
        DuplicateEvent::DealBegan { .. }
        | DuplicateEvent::DealEnded { .. }
        | DuplicateEvent::ClockSaved {} => {
            return Vec::new();
        }
    };
    vec![happening]
}

/// What an event of teams says to everybody.
pub(in crate::service::tournaments) fn of_teams(event: &TeamEvent, why: Option<&String>) -> Vec<Happening> {
    let happening = match event {
        TeamEvent::Registered { players, .. } => {
            Happening::TeamEntered { players: players.iter().copied().map(player_at).collect() }
        }
        &TeamEvent::Joined { player, with, .. } => {
            Happening::PartnerEntered { player: player_at(player), with: player_at(with) }
        }
        &TeamEvent::Unregistered { player } => Happening::TeamTakenBack { player: player_at(player) },
        TeamEvent::Started { teams, reserve, .. } => {
            let of_team = |team: &[PlayerNumber; 2]| team.map(player_at);
            let reserve: Option<PlayerId> = reserve.map(player_at);
            Happening::TeamsDrawn { teams: teams.iter().map(of_team).collect(), reserve }
        }
        TeamEvent::RoundBegan { number, pairs, byes } => {
            let matches = pairs.iter().map(|&(one, other)| [one, other]).collect();
            Happening::MatchRound { number: *number, matches, byes: byes.clone() }
        }
        &TeamEvent::MatchEnded { nth, heights } => {
            Happening::MatchEnded { number: count(nth + 1), heights: [heights.0, heights.1] }
        }
        TeamEvent::Ranked { added, prizes } => {
            let ranked =
                Happening::Ranked { added: *added, entries: Vec::new(), players: paid_to_players(prizes) };
            return vec![ranked, Happening::Finished {}];
        }
        TeamEvent::Cancelled { refunds, .. } => {
            let refunded = Happening::PlayersRefunded { players: paid_to_players(refunds) };
            return vec![refunded, Happening::Cancelled { refunds: Vec::new(), why: why.cloned() }];
        }
        TeamEvent::Paused {} => Happening::Paused {},
        TeamEvent::Resumed {} => Happening::Resumed {},
        TeamEvent::Restarted {} => Happening::Restarted {},
        TeamEvent::HandBegan { .. } | TeamEvent::HandEnded { .. } => return Vec::new(),
    };
    vec![happening]
}

fn paid_to_players(amounts: &[PlayerAmount]) -> Vec<PaidToPlayer> {
    let paid = |paid: &PlayerAmount| PaidToPlayer { player: player_at(paid.player), amount: paid.amount };
    amounts.iter().map(paid).collect()
}

/// What entries are paid.
pub(in crate::service::tournaments) fn paid(amounts: &[EntryAmount]) -> Vec<PaidToEntry> {
    amounts.iter().map(|paid| PaidToEntry { entry: paid.entry.0, amount: paid.amount }).collect()
}
