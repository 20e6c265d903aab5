//! A tournament as each caller may know it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use jiff::Timestamp;

use super::live::{LiveTournament, number_of, player_of};
use super::stored::TournamentRecord;
use super::time::moment;
use cardroom_api::id::PlayerId;
use cardroom_api::table::bots::Computer;
use cardroom_api::tournament::view::{
    DealShare, ProposedDeal, TournamentEntries, TournamentEntryView, TournamentLevel, TournamentSummary,
    TournamentTableView, TournamentView,
};
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::director::entry::TournamentEntry;
use cardroom_rules::tournament::director::event::EntryAmount;
use cardroom_rules::tournament::director::money::agreement::{Proposal, ProposalStage};
use cardroom_rules::tournament::director::state::{Director, LevelStage};
use cardroom_rules::tournament::director::step::clock::StageEnd;
use cardroom_rules::tournament::director::time::Millis;

impl TournamentRecord {
    /// The tournament in a list.
    pub fn summary(&self) -> TournamentSummary {
        TournamentSummary {
            id: self.id,
            options: self.options.sent(),
            host: self.host,
            phase: self.phase.into(),
            created_at: self.created_at,
        }
    }
}

impl LiveTournament {
    /// The tournament as this caller may know it.
    pub fn view(&self, caller: Option<PlayerId>) -> TournamentView {
        let director = &self.director;
        let tables = director.tables().iter().filter_map(|table| {
            let id = self.tables.get(&table.number).copied()?;
            Some(TournamentTableView { number: table.number.0, table: id, players: count(table.count()) })
        });
        let provisional = || director.setup().reward.prizes(&director.pool());
        let prizes: Vec<Chips> = director.prizes().map_or_else(provisional, <[Chips]>::to_vec);
        let own = caller.and_then(|caller| director.entry_of(number_of(caller)));
        let knows_code = own.is_some() || caller == Some(self.record.host);
        TournamentView {
            id: self.record.id,
            version: self.record.version,
            options: self.record.options.sent(),
            host: self.record.host,
            invite_code: self.record.invite_code.clone().filter(|_| knows_code),
            phase: self.phase().into(),
            cancelled_because: self.why.clone(),
            created_at: self.record.created_at,
            registration_open: director.is_registration_open(),
            entered: count(director.entered()),
            left: count(director.left()),
            chips_in_play: director.chips_in_play(),
            pool: director.pool().total(),
            prizes,
            level: director.level().map(|(number, posts)| TournamentLevel {
                number,
                posts,
                played_millis: director.level_played(),
            }),
            next_level: director
                .level()
                .and_then(|(number, _)| director.setup().structure.level(number as usize)),
            on_break: matches!(director.stage(), LevelStage::Break(_)),
            break_seconds: director.next_break(),
            ends_at: ends_at(director),
            left_millis: left_millis(director),
            paused: director.is_paused(),
            hand_for_hand: director.round().is_some(),
            deal: director.proposal().map(proposed),
            tables: tables.collect(),
            you: own.map(|entry| self.entry_view(entry, &self.places())),
        }
    }

    /// A page of its entries, after so many: those that are left by their chips, then those that are out by their places.
    pub fn entries(&self, after: u32, limit: u32) -> TournamentEntries {
        let places = self.places();
        let entries = self.director.entries().iter().filter(|entry| entry.counts());
        let mut entries: Vec<_> = entries.map(|entry| self.entry_view(entry, &places)).collect();
        entries.sort_by_key(|entry| (entry.place.unwrap_or(0), Reverse(entry.chips), entry.number));
        let all = entries.len();
        let page: Vec<_> = entries.into_iter().skip(after as usize).take(limit as usize).collect();
        let shown = after as usize + page.len();
        TournamentEntries { next: (shown < all).then(|| count(shown)), entries: page }
    }

    /// The places of the entries that are out or have won, by their numbers.
    pub fn places(&self) -> BTreeMap<u32, u32> {
        self.director.ranks().iter().map(|ranked| (ranked.entry, count(ranked.place))).collect()
    }

    fn entry_view(&self, entry: &TournamentEntry, places: &BTreeMap<u32, u32>) -> TournamentEntryView {
        let player = player_of(entry);
        TournamentEntryView {
            number: entry.number.0,
            player,
            computer: self.computers.get(&player).map(|it| Computer { level: it.level }),
            head: entry.head,
            rebuys: entry.rebuys,
            deciding: entry.is_deciding(),
            chips: if entry.is_left() { entry.chips } else { 0 },
            table: entry.place().and_then(|place| self.tables.get(&place.table).copied()),
            seat: entry.place().map(|place| place.seat),
            place: places.get(&entry.number.0).copied(),
            prize: self.paid.get(&entry.number).copied().unwrap_or(0),
        }
    }
}

fn proposed(proposal: &Proposal) -> ProposedDeal {
    let (amounts, accepted) = match &proposal.stage {
        ProposalStage::Offered { amounts, accepted, .. } => (amounts.as_slice(), accepted.as_slice()),
        ProposalStage::Waiting {} => (&[][..], &[][..]),
    };
    let share = |offered: &EntryAmount| DealShare { entry: offered.entry.0, amount: offered.amount };
    ProposedDeal {
        by: proposal.by.0,
        basis: proposal.terms.basis,
        keep: proposal.terms.keep,
        amounts: amounts.iter().map(share).collect(),
        accepted: accepted.iter().map(|entry| entry.0).collect(),
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
