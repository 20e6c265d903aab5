//! A tournament as each caller may know it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

use super::live::{LiveTournament, number_of, player_of};
use super::stored::{StoredNumbers, TournamentRecord};
use super::time::moment;
use cardroom_api::id::PlayerId;
use cardroom_api::table::bots::Computer;
use cardroom_api::tournament::view::{
    DealShare, ProposedDeal, TournamentEntries, TournamentEntryView, TournamentHost, TournamentLevel,
    TournamentSummary, TournamentTableView, TournamentView,
};
use cardroom_rules::tournament::director::entry::TournamentEntry;
use cardroom_rules::tournament::director::event::EntryAmount;
use cardroom_rules::tournament::director::money::agreement::{Proposal, ProposalStage};
use cardroom_rules::tournament::director::state::{Director, LevelStage};
use cardroom_rules::tournament::director::step::clock::StageEnd;
use cardroom_rules::tournament::director::time::Millis;

impl TournamentRecord {
    /// The tournament in a list, to a caller who plays in it or not. The name of its host is not in it yet.
    pub fn summary(&self, you: bool) -> TournamentSummary {
        let StoredNumbers { registration_open, entered, left, pool, guarantee_met, level, big_blind, paused } =
            self.numbers;
        TournamentSummary {
            id: self.id,
            version: self.version,
            options: self.options.sent_in_lists(),
            host: self.unnamed_host(),
            phase: self.phase.into(),
            created_at: self.created_at,
            registration_open,
            entered,
            left,
            pool,
            guarantee_met,
            level,
            big_blind,
            paused,
            you,
        }
    }

    fn unnamed_host(&self) -> TournamentHost {
        TournamentHost { id: self.host, name: String::new(), avatar: None }
    }
}

impl LiveTournament {
    /// Its numbers in lists.
    pub fn numbers(&self) -> StoredNumbers {
        let director = &self.director;
        let level = director.stacks().and_then(Director::level);
        let pool = director.pool();
        StoredNumbers {
            registration_open: director.is_registration_open(),
            entered: count(director.entered()),
            left: count(director.left()),
            pool: pool.total(),
            guarantee_met: pool.overlay() == 0,
            level: level.map(|(number, _)| number),
            big_blind: level.map(|(_, posts)| posts.big_blind),
            paused: director.is_paused(),
        }
    }

    /// The tournament as this caller may know it. The names of people are not in it yet.
    pub fn view(&self, caller: Option<PlayerId>) -> TournamentView {
        let director = &self.director;
        let stacks = director.stacks();
        let tables = director.open_tables().into_iter().filter_map(|(number, players)| {
            let id = self.tables.get(&number).copied()?;
            Some(TournamentTableView { number: number.0, table: id, players: count(players) })
        });
        let has_entered = caller.is_some_and(|caller| director.has_entered(number_of(caller)));
        let knows_code = has_entered || caller == Some(self.record.host);
        let level = stacks.and_then(Director::level);
        TournamentView {
            id: self.record.id,
            version: self.record.version,
            options: self.record.options.sent(),
            host: self.record.unnamed_host(),
            invite_code: self.record.invite_code.clone().filter(|_| knows_code),
            phase: self.phase().into(),
            cancelled_because: self.why.clone(),
            created_at: self.record.created_at,
            registration_open: director.is_registration_open(),
            entered: count(director.entered()),
            left: count(director.left()),
            chips_in_play: stacks.map_or(0, Director::chips_in_play),
            pool: director.pool().total(),
            prizes: director.prizes(),
            level: level.map(|(number, posts)| TournamentLevel {
                number,
                posts,
                played_millis: stacks.map_or(0, Director::level_played),
            }),
            next_level: level.and_then(|(number, _)| stacks?.setup().structure.level(number as usize)),
            on_break: stacks.is_some_and(|director| matches!(director.stage(), LevelStage::Break(_))),
            break_seconds: stacks.and_then(Director::next_break),
            ends_at: stacks.and_then(ends_at),
            left_millis: stacks.and_then(left_millis),
            paused: director.is_paused(),
            hand_for_hand: stacks.is_some_and(|director| director.round().is_some()),
            rounds: self.rounds(),
            team_code: caller.and_then(|caller| self.team_code(caller)),
            deal: stacks.and_then(|director| Some(self.proposed(director, director.proposal()?))),
            tables: tables.collect(),
            you: caller.filter(|_| has_entered).and_then(|caller| self.own_entry(caller)),
        }
    }

    fn own_entry(&self, caller: PlayerId) -> Option<TournamentEntryView> {
        match self.director.stacks() {
            Some(director) => {
                let entry = director.entry_of(number_of(caller))?;
                Some(self.entry_view(entry, &self.places()))
            }
            None => self.entries_of_rounds().iter().find(|entry| entry.player == caller).cloned(),
        }
    }

    /// A page of its entries, after so many: those that are left by their chips, then those that are out by their places. In an
    /// event of rounds, all by their standing.
    pub fn entries(&self, after: u32, limit: u32) -> TournamentEntries {
        let entries = match self.director.stacks() {
            Some(director) => {
                let places = self.places();
                let entries = director.entries().iter().filter(|entry| entry.counts());
                let mut entries: Vec<_> = entries.map(|entry| self.entry_view(entry, &places)).collect();
                entries.sort_by_key(|entry| (entry.place.unwrap_or(0), Reverse(entry.chips), entry.number));
                entries
            }
            None => self.entries_of_rounds().to_vec(),
        };
        let all = entries.len();
        let page: Vec<_> = entries.into_iter().skip(after as usize).take(limit as usize).collect();
        let shown = after as usize + page.len();
        let version = self.record.version;
        TournamentEntries { version, next: (shown < all).then(|| count(shown)), entries: page }
    }

    /// The places of the entries that are out or have won, by their numbers; none in an event of rounds.
    pub fn places(&self) -> Arc<BTreeMap<u32, u32>> {
        let places = || {
            let ranks = self.director.stacks().map(Director::ranks).unwrap_or_default();
            Arc::new(ranks.iter().map(|ranked| (ranked.entry, count(ranked.place))).collect())
        };
        Arc::clone(self.ranked.get_or_init(places))
    }

    fn entry_view(&self, entry: &TournamentEntry, places: &BTreeMap<u32, u32>) -> TournamentEntryView {
        let player = player_of(entry);
        TournamentEntryView {
            number: entry.number.0,
            player,
            name: self.name_of_computer(player),
            avatar: None,
            computer: self.computer(player),
            head: entry.head,
            rebuys: entry.rebuys,
            deciding: entry.is_deciding(),
            chips: if entry.is_left() { entry.chips } else { 0 },
            table: entry.place().and_then(|place| self.tables.get(&place.table).copied()),
            seat: entry.place().map(|place| place.seat),
            place: places.get(&entry.number.0).copied(),
            prize: self.paid.get(&entry.number).copied().unwrap_or(0),
            duplicate: None,
            team: None,
        }
    }

    fn proposed(&self, director: &Director, proposal: &Proposal) -> ProposedDeal {
        let (amounts, accepted) = match &proposal.stage {
            ProposalStage::Offered { amounts, accepted, .. } => (amounts.as_slice(), accepted.as_slice()),
            ProposalStage::Waiting {} => (&[][..], &[][..]),
        };
        let share = |offered: &EntryAmount| {
            let player = player_of(director.entries().iter().find(|entry| entry.number == offered.entry)?);
            Some(DealShare {
                entry: offered.entry.0,
                player,
                name: self.name_of_computer(player),
                avatar: None,
                computer: self.computer(player),
                amount: offered.amount,
            })
        };
        ProposedDeal {
            by: proposal.by.0,
            basis: proposal.terms.basis,
            keep: proposal.terms.keep,
            amounts: amounts.iter().filter_map(share).collect(),
            accepted: accepted.iter().map(|entry| entry.0).collect(),
        }
    }

    /// The name of a player who is a computer; empty for a person.
    pub(super) fn name_of_computer(&self, player: PlayerId) -> String {
        self.computers.get(&player).map(|it| it.name.clone()).unwrap_or_default()
    }

    /// The level of a player who is a computer.
    pub(super) fn computer(&self, player: PlayerId) -> Option<Computer> {
        self.computers.get(&player).map(|it| Computer { level: it.level })
    }
}

/// When the level ends, or the break; `None` while its time stands still, and if it counts hands.
pub(super) fn ends_at(director: &Director) -> Option<Timestamp> {
    match director.stage_end()? {
        StageEnd::At(at) => Some(moment(at)),
        StageEnd::After(_) => None,
    }
}

/// How much of the level or the break is left, in milliseconds, while its time stands still.
pub(super) fn left_millis(director: &Director) -> Option<Millis> {
    match director.stage_end()? {
        StageEnd::At(_) => None,
        StageEnd::After(left) => Some(left),
    }
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
