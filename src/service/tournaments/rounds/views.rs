//! An event of rounds as everybody may know it. Results are those of rounds that have ended: nothing of a deal is known here before all
//! tables have finished it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::service::tournaments::live::{LiveTournament, number_of, player_at};
use crate::service::tournaments::time::moment;
use crate::service::tournaments::views::count;
use cardroom_api::id::PlayerId;
use cardroom_api::tournament::rounds::{DuplicateResults, TeamMatchView, TeamResults, TournamentRounds};
use cardroom_api::tournament::view::TournamentEntryView;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::any::AnyDirector;
use cardroom_rules::tournament::director::duplicate::event::DuplicatePlayer;
use cardroom_rules::tournament::director::duplicate::setup::DuplicateFormat;
use cardroom_rules::tournament::director::duplicate::state::DuplicateDirector;
use cardroom_rules::tournament::director::floor::place::EntryId;
use cardroom_rules::tournament::director::state::Phase;
use cardroom_rules::tournament::director::teams::setup::TeamFormat;
use cardroom_rules::tournament::director::teams::state::{TeamDirector, TeamMatch};
use cardroom_rules::tournament::teams::TeamNumber;
use cardroom_rules::tournament::teams::standing::at_the_end;
use cardroom_rules::tournament::teams::swiss::rounds;

impl LiveTournament {
    /// How far its rounds are; `None` if it is played for stacks.
    pub(in crate::service::tournaments) fn rounds(&self) -> Option<TournamentRounds> {
        match &self.director {
            AnyDirector::Stacks(_) => None,
            AnyDirector::Duplicate(director) => Some(TournamentRounds {
                number: director.rounds_begun(),
                of: match director.setup().format {
                    DuplicateFormat::Duplicate { rounds } => Some(rounds),
                    DuplicateFormat::KnockOut {} => None,
                },
                ends_at: director.round_ends().map(moment),
                matches: Vec::new(),
                byes: Vec::new(),
            }),
            AnyDirector::Teams(director) => Some(self.rounds_of_teams(director)),
        }
    }

    fn rounds_of_teams(&self, director: &TeamDirector) -> TournamentRounds {
        let round = director.round();
        let matches = (0..).zip(round.map_or(&[][..], |round| &round.matches));
        let view = |(nth, own): (usize, &TeamMatch)| {
            let table = self.tables.get(&director.table_number(nth)).copied();
            TeamMatchView {
                teams: [own.teams.0, own.teams.1],
                heights: [own.now.0, own.now.1],
                hands: own.hands,
                table: table.filter(|_| own.heights.is_none()),
            }
        };
        let teams = director.teams().len();
        let is_swiss = director.setup().format == TeamFormat::Swiss && teams > 0;
        TournamentRounds {
            number: round.map_or_else(|| count(director.rounds_played()), |round| round.number),
            of: is_swiss.then(|| rounds(teams)),
            ends_at: None,
            matches: matches.map(view).collect(),
            byes: round.map_or_else(Vec::new, |round| round.byes.clone()),
        }
    }

    /// The entries of an event of rounds by their standing; before the start in their order.
    pub(in crate::service::tournaments) fn entries_of_rounds(&self) -> Arc<[TournamentEntryView]> {
        let entries = || match &self.director {
            AnyDirector::Stacks(_) => Arc::default(),
            AnyDirector::Duplicate(director) => self.entries_of_duplicate(director).into(),
            AnyDirector::Teams(director) => self.entries_of_teams(director).into(),
        };
        Arc::clone(self.standing.get_or_init(entries))
    }

    fn entries_of_duplicate(&self, director: &DuplicateDirector) -> Vec<TournamentEntryView> {
        let left = director.left();
        let seats = director.round().into_iter().flat_map(|round| (0..).zip(&round.tables));
        let seats = seats.flat_map(|(table, own)| {
            let number = director.table_number(table);
            (0..).map(Seat).zip(own.seats).map(move |(seat, player)| (player, (number, seat)))
        });
        let seats: BTreeMap<DuplicatePlayer, _> = seats.collect();
        let results: BTreeMap<DuplicatePlayer, DuplicateResults> = director
            .players()
            .iter()
            .map(|own| {
                let results = DuplicateResults {
                    stage: own.stage,
                    matchpoints: own.played.matchpoints,
                    score: own.played.score,
                    landlord_wins: own.played.landlord_wins,
                };
                (own.player, results)
            })
            .collect();
        let view = |entry: EntryId, place: Option<usize>| {
            let player = director.entries().get(entry.index()).copied().flatten()?;
            let own = DuplicatePlayer::Entry(entry);
            let seat = seats.get(&own);
            let is_out = match director.phase() {
                Phase::Registering | Phase::Cancelled => false,
                Phase::Playing => !left.contains(&player),
                Phase::Finished => true,
            };
            Some(TournamentEntryView {
                number: entry.0,
                table: seat.and_then(|(number, _)| self.tables.get(number).copied()),
                seat: seat.map(|(_, seat)| *seat),
                place: place.filter(|_| is_out).map(count),
                prize: self.paid.get(&entry).copied().unwrap_or(0),
                duplicate: Some(results.get(&own).copied().unwrap_or_default()),
                ..self.bare_entry(player_at(player))
            })
        };
        if director.players().is_empty() {
            let all = (1..).map(EntryId).take(director.entries().len());
            return all.filter_map(|entry| view(entry, None)).collect();
        }
        let ranks = director.ranks().into_iter();
        ranks.filter_map(|ranked| view(EntryId(ranked.entry), Some(ranked.place))).collect()
    }

    fn entries_of_teams(&self, director: &TeamDirector) -> Vec<TournamentEntryView> {
        let mut entries = Vec::new();
        let mut add = |player: PlayerId, place: Option<usize>, team: TeamResults| {
            let number = number_of(player);
            let table = self.director.table_of(number);
            let seat = table.and_then(|table| {
                let own = director.round()?.matches.get(director.match_at(table)?)?;
                director.seats(own)?.iter().position(|&seated| seated == number)
            });
            entries.push(TournamentEntryView {
                number: count(entries.len() + 1),
                table: table.and_then(|table| self.tables.get(&table).copied()),
                seat: seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat),
                place: place.map(count),
                prize: self.paid_to_players.get(&number).copied().unwrap_or(0),
                team: Some(team),
                ..self.bare_entry(player)
            });
        };
        if director.teams().is_empty() {
            for players in director.entered() {
                for &player in players {
                    let partner = players.iter().copied().find(|&other| other != player).map(player_at);
                    add(player_at(player), None, TeamResults { partner, ..TeamResults::default() });
                }
            }
            return entries;
        }
        let numbers: Vec<TeamNumber> = (1..).take(director.teams().len()).collect();
        let results = at_the_end(&numbers, &director.results().concat());
        let left = director.left();
        for ranked in director.ranks() {
            let Some(&[one, other]) = director.teams().get((ranked.entry as usize).saturating_sub(1)) else {
                continue;
            };
            let own = results.iter().find(|own| own.team == ranked.entry).copied().unwrap_or_default();
            let is_out = director.phase() == Phase::Finished || !left.contains(&one);
            for (player, partner) in [(one, other), (other, one)] {
                let team = TeamResults {
                    team: Some(ranked.entry),
                    partner: Some(player_at(partner)),
                    points: own.points,
                    buchholz: own.buchholz,
                    difference: own.difference,
                };
                add(player_at(player), Some(ranked.place).filter(|_| is_out), team);
            }
        }
        entries
    }

    /// An entry of an event of rounds without results, which has no chips.
    fn bare_entry(&self, player: PlayerId) -> TournamentEntryView {
        let chips: Chips = 0;
        TournamentEntryView {
            number: 0,
            player,
            name: self.name_of_computer(player),
            avatar: None,
            computer: self.computer(player),
            head: chips,
            rebuys: 0,
            deciding: false,
            chips,
            table: None,
            seat: None,
            place: None,
            prize: chips,
            duplicate: None,
            team: None,
        }
    }
}
