//! Building views: a table, its changes and its hands for one caller.

use jiff::Timestamp;

use super::cached_json::CachedJson;
use super::change::{Change, Event, Version};
use super::error::OutOfOrder;
use super::live::{LiveHand, Table};
use super::lookalikes::Lookalikes;
use super::presence::Presence;
use super::record::{HandPlayer, HandRecord, ListedTable, TableRecord};
use super::seen_by::{Audience, SeenBy};
use super::state::{Sitting, WaitReason};
use super::view::{
    ChairView, HandHistory, HandResult, HandSeat, HandSummary, HandView, KeptChair, NextSitter, PlayerResult,
    Seated, SeatedTable, SeenChange, SeenEvent, TableSummary, TableView, WaitingView, You,
};
use super::waiting::Waiting;
use crate::service::id::PlayerId;
use cardroom_rules::games::any::AnyHand;
use cardroom_rules::games::game::{Game, Outcome, Step};
use cardroom_rules::games::viewer::Viewer;

impl Table {
    /// The table as this caller may know it.
    pub fn view(
        &self,
        caller: Option<PlayerId>,
        audience: Audience,
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
            options: options.clone(),
            host: state.host,
            host_name: self.record.host_name.clone(),
            created_at,
            closing: state.closing,
            closed_at,
            paused: state.paused,
            banned: state.banned.clone(),
            next_options: state.next_options.clone(),
            chairs: self.views.chairs.cached(),
            waiting: state.waiting.iter().map(WaitingView::of).collect(),
            hand: self.hand.as_ref().map(|hand| self.hand_view(hand, caller, audience)),
            typical_hand_seconds: state.typical_hand_seconds(),
            next_hand_at: waits_for(&WaitReason::Deal),
            fills_at: waits_for(&WaitReason::Fill),
            closes_at: waits_for(&WaitReason::Idle),
            last_hand: state.last_hand,
            last_result: self.ended.as_ref().and_then(|hand| HandResult::of(hand, caller)),
            you: caller.and_then(|caller| self.you(caller)),
            presence,
            now,
        }
    }

    fn hand_view(&self, hand: &LiveHand, caller: Option<PlayerId>, audience: Audience) -> HandView {
        let viewer = hand.record.viewer(caller);
        HandView {
            id: hand.record.id,
            number: hand.record.number,
            started_at: hand.record.started_at,
            state: self.views.hand.by(viewer, audience, || hand.game.view(viewer)),
            decisions: self.record.decisions.clone(),
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
            preferences: chair.map(|chair| chair.preferences),
            invite_code: self.record.state.invite_code.clone().filter(|_| belongs),
            kept,
        })
    }
}

impl WaitingView {
    fn of(waiting: &Waiting) -> Self {
        let Waiting { player, name, called_until } = waiting.clone();
        Self { player, name, called_until }
    }
}

impl ChairView {
    /// A chair, as everybody sees it.
    pub(super) fn of(sitting: &Sitting, lookalikes: &Lookalikes) -> Self {
        Self {
            seat: sitting.seat,
            player: sitting.player,
            name: sitting.name.clone(),
            tag: lookalikes.tag(sitting.player),
            avatar: sitting.who().avatar,
            chips: sitting.chips,
            session_net: sitting.session_net(),
            entry: sitting.entry,
            newcomer: sitting.newcomer,
            wishes: sitting.wishes.clone(),
            ready: sitting.ready,
            leaving: sitting.goes(),
            away: sitting.is_away(),
            time_bank_ms: sitting.bank_millis,
            computer: sitting.computer(),
            next: sitting.successor.as_ref().map(|next| NextSitter {
                player: next.player,
                name: next.name.clone(),
                chips: next.chips,
            }),
        }
    }
}

impl HandResult {
    /// How a hand ended, as this caller may know it; `None` if it has not ended.
    fn of(hand: &LiveHand, caller: Option<PlayerId>) -> Option<Self> {
        let Step::Over(outcome) = hand.game.step() else { return None };
        let Outcome { void, stacks, rake, .. } = outcome;
        let chips_after = |seat| stacks.iter().find(|(of, _)| *of == seat).map_or(0, |&(_, chips)| chips);
        let result = |HandSeat { seat, player, name, chips, .. }| {
            let stack = chips_after(seat);
            PlayerResult { seat, player, name, stack, net: stack.cast_signed() - chips.cast_signed() }
        };
        Some(Self {
            id: hand.record.id,
            number: hand.record.number,
            void,
            rake,
            players: HandSeat::all(&hand.record).into_iter().map(result).collect(),
            your_seat: caller.and_then(|caller| hand.record.seat_of(caller)),
            state: hand.game.view(hand.record.viewer(caller)),
        })
    }
}

impl SeenChange {
    /// A change as this caller may know it. `hand` is the hand that the change belongs to; without it, its events
    /// are seen as by a watcher.
    pub fn of(change: &Change, hand: Option<&HandRecord>, caller: Option<PlayerId>) -> Self {
        Self::telling(change, SeenEvent::all(change, viewer_of(hand, caller)).into())
    }

    /// The same for a change with many viewers, from the cache of its events.
    pub fn among(
        change: &Change,
        hand: Option<&HandRecord>,
        caller: Option<PlayerId>,
        audience: Audience,
        seen: &SeenBy<Vec<SeenEvent>>,
    ) -> Self {
        let viewer = viewer_of(hand, caller);
        Self::telling(change, seen.by(viewer, audience, || SeenEvent::all(change, viewer)))
    }

    fn telling(change: &Change, events: CachedJson<Vec<SeenEvent>>) -> Self {
        let Change { version, at, hand, ref body, .. } = *change;
        Self { version, at, hand, events, decisions: body.decisions.clone() }
    }
}

impl SeenEvent {
    fn all(change: &Change, viewer: Viewer) -> Vec<Self> {
        let seen = |event: &Event| match event {
            Event::Hand(event) => Self::Hand(AnyHand::seen(event, viewer)),
            Event::Table(event) => Self::Table(event.clone()),
        };
        change.body.events.iter().map(seen).collect()
    }
}

/// The viewer that this caller is in a hand.
fn viewer_of(hand: Option<&HandRecord>, caller: Option<PlayerId>) -> Viewer {
    hand.map_or(Viewer::Watcher, |hand| hand.viewer(caller))
}

impl TableSummary {
    /// A table as the lobby lists it, with its number of watchers.
    pub fn of(table: ListedTable, watching: u32) -> Self {
        let ListedTable { id, options, host_name, in_hand, free_seats, seated, created_at } = table;
        let seated = seated.iter().map(Seated::of).collect();
        Self { id, options, host_name, free_seats, seated, watching, in_hand, created_at }
    }
}

impl Seated {
    fn of(chair: &Sitting) -> Self {
        Self { seat: chair.seat, player: chair.player, name: chair.name.clone(), computer: chair.computer() }
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

impl SeatedTable {
    /// A table where this player sits, with its number of watchers; `None` if they do not sit there.
    pub fn of(record: TableRecord, player: PlayerId, watching: u32) -> Option<Self> {
        let chairs = &record.state.chairs;
        let sitting = chairs.iter().find(|sitting| sitting.player == player)?;
        let chair = ChairView::of(sitting, &Lookalikes::among(chairs));
        let decision = record.decisions.iter().find(|decision| decision.seat == chair.seat).copied();
        Some(Self { table: TableSummary::of(record.into(), watching), chair, decision })
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
    /// All players of a hand.
    pub(super) fn all(hand: &HandRecord) -> Vec<Self> {
        let chips = AnyHand::players(&hand.setup);
        let brought = |seat| chips.iter().find(|(of, _)| *of == seat).map_or(0, |&(_, chips)| chips);
        let seat = |player: &HandPlayer| Self {
            seat: player.seat,
            player: player.player,
            name: player.name.clone(),
            chips: brought(player.seat),
            computer: player.computer,
        };
        hand.players.iter().map(seat).collect()
    }
}

impl HandHistory {
    /// A hand as this caller may know it, from the changes that hold its events; on request, with its views after a version.
    pub fn of(
        hand: &HandRecord,
        changes: &[Change],
        caller: Option<PlayerId>,
        views_after: Option<Version>,
    ) -> Result<Self, OutOfOrder> {
        let game = hand.replay(changes)?;
        let viewer = hand.viewer(caller);
        let of_hand = changes.iter().filter(|change| change.hand == Some(hand.id));
        Ok(Self {
            id: hand.id,
            table: hand.table,
            number: hand.number,
            started_at: hand.started_at,
            over: hand.last_version.is_some(),
            players: HandSeat::all(hand),
            root: hand.root.clone(),
            rules: AnyHand::rules(&hand.setup),
            your_seat: caller.and_then(|caller| hand.seat_of(caller)),
            changes: of_hand.map(|change| SeenChange::of(change, Some(hand), caller)).collect(),
            state: game.view(viewer),
            views: views_after.map(|after| hand.views(changes, caller, after)).transpose()?,
        })
    }
}
