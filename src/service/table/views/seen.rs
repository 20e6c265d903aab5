//! Building views: a table, its changes and its hands for one caller.

use jiff::Timestamp;

use super::lookalikes::Lookalikes;
use crate::service::table::error::OutOfOrder;
use crate::service::table::live::{LiveHand, Table};
use crate::service::table::seats::waiting::Waiting;
use crate::service::table::state::{Sitting, WaitReason};
use crate::service::table::stored::change::{Change, Event};
use crate::service::table::stored::decision::sent;
use crate::service::table::stored::hand_player::HandPlayer;
use crate::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::{SeenChange, SeenEvent, Version};
use cardroom_api::table::hand::{HandHistory, HandSeat, HandSummary};
use cardroom_api::table::lobby::{Seated, SeatedTable, TableSummary};
use cardroom_api::table::presence::Presence;
use cardroom_api::table::view::{
    ChairView, HandResult, HandView, KeptChair, NextSitter, PlayerResult, TableView, WaitingView, You,
};
use cardroom_api::tournament::progress::TableTournament;
use cardroom_rules::games::any::{AnyHand, AnyView};
use cardroom_rules::games::game::{Game, Outcome, Step};
use cardroom_rules::games::viewer::Viewer;

impl Table {
    /// The table as this caller may know it, with views of its chairs and its hand that may have been built before.
    pub(in crate::service) fn view(
        &self,
        caller: Option<PlayerId>,
        chairs: CachedJson<Vec<ChairView>>,
        state_of: impl FnOnce(&LiveHand) -> CachedJson<AnyView>,
        presence: CachedJson<Presence>,
        now: Timestamp,
    ) -> TableView {
        let TableRecord { id, version, ref options, ref state, created_at, closed_at, .. } = self.record;
        let waits_for = |reason: &WaitReason| {
            state.wait.as_ref().filter(|wait| wait.reason == *reason).map(|wait| wait.until)
        };
        TableView {
            id,
            version,
            options: options.sent(),
            host: state.host,
            host_name: self.record.host_name.clone(),
            created_at,
            closing: state.closing,
            closed_at,
            paused: state.paused,
            banned: state.banned.clone(),
            level: state.level.and_then(|level| level.clock(&options.levels)),
            tournament: state.tournament.map(|place| TableTournament {
                id: place.id,
                name: options.name.clone(),
                table_number: place.number.0,
                progress: None,
            }),
            next_options: state.next_options.as_ref().map(|options| options.sent()),
            chairs,
            waiting: state.waiting.iter().map(Waiting::view).collect(),
            hand: self.hand.as_ref().map(|hand| self.hand_view(hand, state_of(hand))),
            typical_hand_seconds: state.typical_hand_seconds(),
            next_hand_at: waits_for(&WaitReason::Deal),
            fills_at: waits_for(&WaitReason::Fill),
            closes_at: waits_for(&WaitReason::Idle),
            last_hand: state.last_hand,
            last_result: self.ended.as_ref().and_then(|hand| hand.result(caller)),
            you: caller.and_then(|caller| self.you(caller)),
            presence,
            now,
        }
    }

    fn hand_view(&self, hand: &LiveHand, state: CachedJson<AnyView>) -> HandView {
        HandView {
            id: hand.record.id,
            number: hand.record.number,
            started_at: hand.record.started_at,
            state,
            decisions: sent(&self.record.decisions),
            goes_on_at: self.goes_on_at(),
        }
    }

    /// When the hand goes on, if it waits for time alone.
    fn goes_on_at(&self) -> Option<Timestamp> {
        let wait = self.record.state.wait.as_ref().filter(|wait| wait.reason == WaitReason::Step);
        wait.map(|wait| wait.until)
    }

    /// The caller's own part; `None` for a watcher.
    fn you(&self, caller: PlayerId) -> Option<You> {
        let chair = self.sitting(caller);
        let plays = self.hand.as_ref().and_then(|hand| Some((hand, hand.record.seat_of(caller)?)));
        let comes = self.awaiting(caller).is_some();
        let belongs = chair.is_some() || plays.is_some() || comes || self.record.state.host == caller;
        let kept = self.kept_for(caller).map(|kept| KeptChair { seat: kept.seat, chips: kept.chips });
        (belongs || kept.is_some()).then(|| You {
            seat: chair.map(|chair| chair.seat),
            options: plays.and_then(|(hand, seat)| hand.game.options(seat)),
            preferences: chair.map(|chair| chair.preferences.into()),
            invite_code: self.record.state.invite_code.clone().filter(|_| belongs),
            kept,
        })
    }
}

impl Waiting {
    fn view(&self) -> WaitingView {
        let Self { player, name, called_until } = self.clone();
        WaitingView { player, name, called_until }
    }
}

impl Sitting {
    /// The chair, as everybody sees it.
    pub(super) fn view(&self, lookalikes: &Lookalikes) -> ChairView {
        ChairView {
            seat: self.seat,
            player: self.player,
            name: self.name.clone(),
            tag: lookalikes.tag(self.player),
            avatar: self.who().avatar,
            chips: self.chips,
            session_net: self.session_net(),
            entry: self.entry,
            newcomer: self.newcomer,
            wishes: self.wishes.clone(),
            ready: self.ready,
            leaving: self.goes(),
            away: self.is_away(),
            time_bank_ms: self.bank_millis,
            computer: self.computer().map(Into::into),
            next: self.successor.as_ref().map(|next| NextSitter {
                player: next.player,
                name: next.name.clone(),
                chips: next.chips,
            }),
        }
    }
    fn seated(&self) -> Seated {
        Seated {
            seat: self.seat,
            player: self.player,
            name: self.name.clone(),
            computer: self.computer().map(Into::into),
        }
    }
}

impl LiveHand {
    /// How the hand ended, as this caller may know it; `None` if it has not ended.
    fn result(&self, caller: Option<PlayerId>) -> Option<HandResult> {
        let Step::Over(outcome) = self.game.step() else { return None };
        let Outcome { void, stacks, rake, .. } = outcome;
        let chips_after = |seat| stacks.iter().find(|(of, _)| *of == seat).map_or(0, |&(_, chips)| chips);
        let result = |HandSeat { seat, player, name, chips, .. }| {
            let stack = chips_after(seat);
            PlayerResult { seat, player, name, stack, net: stack.cast_signed() - chips.cast_signed() }
        };
        Some(HandResult {
            id: self.record.id,
            number: self.record.number,
            void,
            rake,
            players: self.record.seats().into_iter().map(result).collect(),
            your_seat: caller.and_then(|caller| self.record.seat_of(caller)),
            state: self.game.view(self.record.viewer(caller)),
        })
    }
}

impl Change {
    /// The change as this caller may know it. `hand` is the hand that the change belongs to; without it, its events
    /// are seen as by a watcher.
    pub fn seen(&self, hand: Option<&HandRecord>, caller: Option<PlayerId>) -> SeenChange {
        self.with_events(self.seen_events(viewer_of(hand, caller)).into())
    }

    /// The change with its events as one viewer may know them.
    pub(in crate::service) fn with_events(&self, events: CachedJson<Vec<SeenEvent>>) -> SeenChange {
        let Self { version, at, hand, ref body, .. } = *self;
        SeenChange { version, at, hand, events, decisions: sent(&body.decisions) }
    }

    /// Its events, as this viewer may know them.
    pub(in crate::service) fn seen_events(&self, viewer: Viewer) -> Vec<SeenEvent> {
        let seen = |event: &Event| match event {
            Event::Hand(event) => SeenEvent::Hand(AnyHand::seen(event, viewer)),
            Event::Table(event) => SeenEvent::Table(event.clone().into()),
        };
        self.body.events.iter().map(seen).collect()
    }
}

/// The viewer that this caller is in a hand.
pub(in crate::service) fn viewer_of(hand: Option<&HandRecord>, caller: Option<PlayerId>) -> Viewer {
    hand.map_or(Viewer::Watcher, |hand| hand.viewer(caller))
}

impl ListedTable {
    /// The table as the lobby lists it, with its number of watchers.
    pub fn summary(self, watching: u32) -> TableSummary {
        let Self { id, options, host_name, in_hand, free_seats, seated, created_at } = self;
        let seated = seated.iter().map(Sitting::seated).collect();
        let options = options.sent();
        TableSummary { id, options, host_name, free_seats, seated, watching, in_hand, created_at }
    }
}

impl From<TableRecord> for ListedTable {
    fn from(record: TableRecord) -> Self {
        Self {
            id: record.id,
            options: record.options,
            host_name: record.host_name,
            free_seats: record.free_seats,
            in_hand: record.hand.is_some(),
            seated: record.state.chairs,
            created_at: record.created_at,
        }
    }
}

impl TableRecord {
    /// The table in the list of this player, with its number of watchers; `None` if they do not sit there.
    pub fn seated(self, player: PlayerId, watching: u32) -> Option<SeatedTable> {
        let chairs = &self.state.chairs;
        let sitting = chairs.iter().find(|sitting| sitting.player == player)?;
        let chair = sitting.view(&Lookalikes::among(chairs));
        let decision = self.decisions.iter().find(|decision| decision.seat == chair.seat);
        let decision = decision.copied().map(Into::into);
        Some(SeatedTable { table: ListedTable::from(self).summary(watching), chair, decision })
    }
}

impl HandRecord {
    /// The hand in its table's list.
    pub fn summary(&self) -> HandSummary {
        HandSummary {
            id: self.id,
            number: self.number,
            started_at: self.started_at,
            over: self.last_version.is_some(),
            players: self.seats(),
        }
    }

    /// All its players.
    pub(super) fn seats(&self) -> Vec<HandSeat> {
        let chips = AnyHand::players(&self.setup);
        let brought = |seat| chips.iter().find(|(of, _)| *of == seat).map_or(0, |&(_, chips)| chips);
        let seat = |player: &HandPlayer| HandSeat {
            seat: player.seat,
            player: player.player,
            name: player.name.clone(),
            chips: brought(player.seat),
            computer: player.computer.map(Into::into),
        };
        self.players.iter().map(seat).collect()
    }

    /// The hand as this caller may know it, from the changes that hold its events; on request, with its views after a version.
    pub fn history(
        &self,
        changes: &[Change],
        caller: Option<PlayerId>,
        views_after: Option<Version>,
    ) -> Result<HandHistory, OutOfOrder> {
        let game = self.replay(changes)?;
        let viewer = self.viewer(caller);
        let of_hand = changes.iter().filter(|change| change.hand == Some(self.id));
        Ok(HandHistory {
            id: self.id,
            table: self.table,
            number: self.number,
            started_at: self.started_at,
            over: self.last_version.is_some(),
            players: self.seats(),
            root: self.root.clone(),
            rules: AnyHand::rules(&self.setup),
            your_seat: caller.and_then(|caller| self.seat_of(caller)),
            changes: of_hand.map(|change| change.seen(Some(self), caller)).collect(),
            state: game.view(viewer),
            views: views_after.map(|after| self.views(changes, caller, after)).transpose()?,
        })
    }
}
