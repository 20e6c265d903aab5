//! A tournament as everybody may know it.

use super::live::{LiveTournament, player_of};
use super::stored::TournamentRecord;
use cardroom_api::table::bots::Computer;
use cardroom_api::tournament::view::{
    TournamentEntryView, TournamentLevel, TournamentSummary, TournamentTableView, TournamentView,
};
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::director::entry::TournamentEntry;
use cardroom_rules::tournament::director::state::LevelStage;

impl TournamentRecord {
    /// The tournament in a list.
    pub fn summary(&self) -> TournamentSummary {
        TournamentSummary {
            id: self.id,
            options: self.options.clone(),
            host: self.host,
            phase: self.phase,
            created_at: self.created_at,
        }
    }
}

impl LiveTournament {
    /// The tournament as everybody may know it.
    pub fn view(&self) -> TournamentView {
        let director = &self.director;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let ranks = director.ranks();
        let place = |entry: &TournamentEntry| {
            ranks.iter().find(|ranked| ranked.entry == entry.number.0).map(|ranked| count(ranked.place))
        };
        let entry = |entry: &TournamentEntry| {
            let player = player_of(entry);
            TournamentEntryView {
                number: entry.number.0,
                player,
                computer: self.computers.get(&player).map(|it| Computer { level: it.level }),
                chips: if entry.is_left() { entry.chips } else { 0 },
                table: entry.place().and_then(|place| self.tables.get(&place.table).copied()),
                seat: entry.place().map(|place| place.seat),
                place: place(entry),
                prize: self.paid.get(&entry.number).copied().unwrap_or(0),
            }
        };
        let tables = director.tables().iter().filter_map(|table| {
            let id = self.tables.get(&table.number).copied()?;
            Some(TournamentTableView { number: table.number.0, table: id, players: count(table.count()) })
        });
        let provisional = || director.setup().reward.prizes(&director.pool());
        let prizes: Vec<Chips> = director.prizes().map_or_else(provisional, <[Chips]>::to_vec);
        TournamentView {
            id: self.record.id,
            version: self.record.version,
            options: self.record.options.clone(),
            host: self.record.host,
            phase: self.phase(),
            created_at: self.record.created_at,
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
            on_break: matches!(director.stage(), LevelStage::Break(_)),
            hand_for_hand: director.round().is_some(),
            tables: tables.collect(),
            entries: director.entries().iter().filter(|entry| entry.counts()).map(entry).collect(),
        }
    }
}
