//! What is built of a table, its changes and its hands for one asker.

use super::change::{Ask, Change, Happening};
use super::id::PlayerId;
use super::refused::Refused;
use super::store::{HandRecord, TableRecord};
use super::table::{LiveHand, Table};
use super::table_state::{Sitting, WaitsFor};
use super::view::{
    ChairView, Decision, HandHistory, HandSeat, HandSummary, HandView, SeatedTable, SeenChange,
    SeenHappening, TableSummary, TableView, You,
};
use crate::games::any::AnyHand;
use crate::games::game::{Game, Viewer};

impl Table {
    /// The table as this asker may know it.
    pub fn view(&self, asker: Option<PlayerId>) -> TableView {
        let TableRecord { id, version, ref options, ref state, created_at, closed_at, .. } = self.record;
        let waits_for = |what| {
            let pause = state.pause.filter(|pause| pause.waits_for == what);
            pause.map(|pause| pause.until)
        };
        TableView {
            id,
            version,
            options: options.clone(),
            host: state.host,
            created_at,
            closing: state.closing,
            closed_at,
            chairs: state.chairs.iter().map(ChairView::of).collect(),
            hand: self.hand.as_ref().map(|hand| self.hand_view(hand, asker)),
            next_hand_at: waits_for(WaitsFor::Deal),
            closes_at: waits_for(WaitsFor::Company),
            last_hand: state.last_hand,
            you: asker.and_then(|asker| self.you(asker)),
        }
    }

    fn hand_view(&self, hand: &LiveHand, asker: Option<PlayerId>) -> HandView {
        HandView {
            id: hand.record.id,
            number: hand.record.number,
            state: hand.game.view(hand.record.viewer(asker)),
            decisions: self.record.state.asks.iter().map(Decision::of).collect(),
            goes_on_at: self.record.state.pause.map(|pause| pause.until),
        }
    }

    /// What concerns this asker alone; `None` for a watcher.
    fn you(&self, asker: PlayerId) -> Option<You> {
        let chair = self.sitting(asker);
        let plays = self.hand.as_ref().and_then(|hand| Some((hand, hand.record.seat_of(asker)?)));
        if chair.is_none() && plays.is_none() && self.record.state.host != asker {
            return None;
        }
        Some(You {
            seat: chair.map(|chair| chair.seat),
            options: plays.and_then(|(hand, seat)| hand.game.options(seat)),
            invite_code: self.record.state.invite_code.clone(),
        })
    }
}

impl ChairView {
    fn of(sitting: &Sitting) -> Self {
        Self {
            seat: sitting.seat,
            player: sitting.player,
            name: sitting.name.clone(),
            chips: sitting.chips,
            entry: sitting.entry,
            newcomer: sitting.newcomer,
            straddles: sitting.straddles,
            auto_pass: sitting.auto_pass,
            ready: sitting.ready,
            leaving: sitting.leaving,
            away: sitting.is_away(),
            time_bank_ms: sitting.bank_millis,
        }
    }
}

impl Decision {
    fn of(ask: &Ask) -> Self {
        Self { seat: ask.seat, since: ask.since, clock: ask.clock }
    }
}

impl SeenChange {
    /// A change as this asker may know it. `hand` is the hand that the change belongs to; without it, its events
    /// are seen as by a watcher.
    pub fn of(change: &Change, hand: Option<&HandRecord>, asker: Option<PlayerId>) -> Self {
        let viewer = hand.map_or(Viewer::Watcher, |hand| hand.viewer(asker));
        let seen = |happening: &Happening| match happening {
            Happening::Hand(event) => SeenHappening::Hand(AnyHand::seen(event, viewer)),
            Happening::Table(event) => SeenHappening::Table(event.clone()),
            Happening::Equity(overlay) => SeenHappening::Equity(overlay.seen()),
        };
        Self {
            version: change.version,
            at: change.at,
            hand: change.hand,
            events: change.body.events.iter().map(seen).collect(),
            decisions: change.body.asks.iter().map(Decision::of).collect(),
        }
    }
}

impl TableSummary {
    /// A table as the lobby lists it.
    pub fn of(record: TableRecord) -> Self {
        Self {
            id: record.id,
            options: record.options,
            free_seats: record.free_seats,
            in_hand: record.hand.is_some(),
            created_at: record.created_at,
        }
    }
}

impl SeatedTable {
    /// A table where this player sits; `None` where they do not.
    pub fn of(record: TableRecord, player: PlayerId) -> Option<Self> {
        let chair = ChairView::of(record.state.chairs.iter().find(|chair| chair.player == player)?);
        let ask = record.state.asks.iter().find(|ask| ask.seat == chair.seat);
        let decision = ask.map(Decision::of);
        Some(Self { table: TableSummary::of(record), chair, decision })
    }
}

impl HandSummary {
    /// A hand in a table's list.
    pub fn of(hand: &HandRecord) -> Self {
        Self {
            id: hand.id,
            number: hand.number,
            started_at: hand.started_at,
            over: hand.last_version.is_some(),
            players: HandSeat::all(hand),
        }
    }
}

impl HandSeat {
    /// Everybody who plays a hand.
    fn all(hand: &HandRecord) -> Vec<Self> {
        let chips = AnyHand::players(&hand.setup);
        let brought = |seat| chips.iter().find(|(of, _)| *of == seat).map_or(0, |&(_, chips)| chips);
        let seat = |player: &super::store::HandPlayer| Self {
            seat: player.seat,
            player: player.player,
            name: player.name.clone(),
            chips: brought(player.seat),
        };
        hand.players.iter().map(seat).collect()
    }
}

impl HandHistory {
    /// A hand as this asker may know it, from the changes that hold its events.
    pub fn of(hand: &HandRecord, changes: &[Change], asker: Option<PlayerId>) -> Result<Self, Refused> {
        let game = hand.replay(changes)?;
        let viewer = hand.viewer(asker);
        let of_hand = changes.iter().filter(|change| change.hand == Some(hand.id));
        Ok(Self {
            id: hand.id,
            table: hand.table,
            number: hand.number,
            started_at: hand.started_at,
            over: hand.last_version.is_some(),
            players: HandSeat::all(hand),
            root: hand.root.clone(),
            rules: hand.setup.rules(),
            your_seat: asker.and_then(|asker| hand.seat_of(asker)),
            changes: of_hand.map(|change| SeenChange::of(change, Some(hand), asker)).collect(),
            state: game.view(viewer),
        })
    }
}
