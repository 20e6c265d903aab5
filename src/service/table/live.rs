//! One version of a table: its record and its replayed hand.

use std::ops::RangeInclusive;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::error::OutOfOrder;
use super::state::{ReservedChair, Sitting, Wait, WaitReason};
use super::time::later;
use crate::service::table::seats::bots::BotMove;
use crate::service::table::seats::waiting::{CALL_TIME, REST_TIME};
use crate::service::table::stored::change::Change;
use crate::service::table::stored::decision::StoredDecision;
use crate::service::table::stored::options::StoredDealing;
use crate::service::table::stored::preferences::StoredPace;
use crate::service::table::stored::record::{HandRecord, TableRecord};
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::{AnyHand, AnyWishes};
use cardroom_rules::games::game::{Chair, Game, Step};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::{Seat, Seats};

/// A table. It never changes: a [`Draft`](super::draft::Draft) makes the next one.
#[derive(Clone, Debug)]
pub struct Table {
    /// The stored record.
    pub record: TableRecord,
    /// The hand that is being played.
    pub hand: Option<LiveHand>,
    /// The hand that ended last, until the next is dealt; none if it was voided.
    pub ended: Option<Arc<LiveHand>>,
}

/// A hand that is being played, or was until a moment ago.
#[derive(Clone, Debug)]
pub struct LiveHand {
    /// The stored record.
    pub record: Arc<HandRecord>,
    /// Its rules, with every event so far recorded.
    pub game: AnyHand,
}

impl LiveHand {
    /// Whether it was played to its end; a voided hand was not.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.game.step(), Step::Over(_))
    }

    /// Whether it ended and counts for nobody, for instance a hand of Shengji in which nobody declared.
    pub(super) fn is_void(&self) -> bool {
        matches!(self.game.step(), Step::Over(outcome) if outcome.void)
    }

    /// Which seats are on the clock.
    pub(in crate::service) fn awaited(&self) -> Seats {
        match self.game.step() {
            Step::Await(seats) => seats,
            Step::Now(_) | Step::After(..) | Step::Over(_) => Seats::default(),
        }
    }
}

impl Table {
    /// Whether the time of a level runs.
    pub(in crate::service) fn has_running_level(&self) -> bool {
        self.record.state.level.is_some_and(|level| level.since.is_some())
    }

    /// Lets the time of the level count from this moment on at the earliest, because the server was down before.
    pub(in crate::service) fn count_level_from(&mut self, moment: Timestamp) {
        if let Some(since) = self.record.state.level.as_mut().and_then(|level| level.since.as_mut()) {
            *since = (*since).max(moment);
        }
    }

    /// How long a table stays open without any event. Its host may be a guest whose tokens are lost: then nobody else could close
    /// it, and the chips on it would stay there forever.
    pub const IDLE_TIME: SignedDuration = SignedDuration::from_hours(24);

    /// In how many hands of a table one person among computers has a long decision time.
    const FIRST_HANDS: u64 = 3;

    /// How many seconds that is.
    const LONG_DECISION: u16 = 600;

    /// The table of a record, with the changes of its hand; if none is played, of the hand that ended last. The last hand only
    /// shows how it ended: if it does not replay, the table goes on without it.
    ///
    /// Stored deadlines stand, but none is further ahead than when it was set: if the clock was set back while the process was
    /// down, nobody waits longer.
    pub fn load(
        record: TableRecord,
        hand: Option<(HandRecord, Vec<Change>)>,
        now: Timestamp,
    ) -> Result<Self, OutOfOrder> {
        check(&record)?;
        let live = |(hand, changes): (HandRecord, Vec<Change>)| {
            let game = hand.replay(&changes)?;
            Ok::<_, OutOfOrder>(LiveHand { record: Arc::new(hand), game })
        };
        let (hand, ended) = match record.hand {
            Some(_) => (hand.map(live).transpose()?, None),
            None => (None, hand.and_then(|hand| live(hand).ok()).filter(LiveHand::is_over).map(Arc::new)),
        };
        let mut table = Self { hand, ended, ..Self::between_hands(record) };
        table.limit_deadlines(now);
        Ok(table)
    }

    /// Limits each deadline to what it would be if it were set now.
    pub(super) fn limit_deadlines(&mut self, now: Timestamp) {
        let table = self;
        let mut decisions = table.record.decisions.to_vec();
        for decision in &mut decisions {
            if let Some(clock) = &mut decision.clock {
                let bank = clock.due.duration_since(clock.bank_from);
                clock.bank_from = clock.bank_from.min(later(now, table.decision_time(decision.seat)));
                clock.due = clock.due.min(later(clock.bank_from, bank));
            }
        }
        let record = &mut table.record;
        record.decisions = decisions.into();
        for until in record.state.waiting.iter_mut().filter_map(|waiting| waiting.called_until.as_mut()) {
            *until = (*until).min(later(now, CALL_TIME));
        }
        for since in record.state.chairs.iter_mut().filter_map(|chair| chair.rests_since.as_mut()) {
            *since = (*since).min(later(now, REST_TIME));
        }
        let past = |chair: &mut Sitting| {
            for since in [&mut chair.idle_since, &mut chair.tops_up_since].into_iter().flatten() {
                *since = (*since).min(now);
            }
        };
        record.state.chairs.iter_mut().for_each(past);
        if let Some(since) = record.state.level.as_mut().and_then(|level| level.since.as_mut()) {
            *since = (*since).min(now);
        }
        for planned in &mut record.state.bot_moves {
            planned.at = planned.at.min(later(now, BotMove::LONGEST));
        }
        let latest = table.record.state.wait.as_ref().map(|wait| later(now, table.allotment(&wait.reason)));
        if let (Some(wait), Some(latest)) = (&mut table.record.state.wait, latest) {
            wait.until = wait.until.min(latest);
        }
    }

    /// Postpones the deadlines of people. The closing of a table after a day is not postponed, because the day has passed; nor are
    /// the moves of computer players, because they have waited long enough.
    pub(super) fn postpone(&mut self, by: SignedDuration) {
        let mut decisions = self.record.decisions.to_vec();
        for clock in decisions.iter_mut().filter_map(|decision| decision.clock.as_mut()) {
            clock.bank_from = later(clock.bank_from, by);
            clock.due = later(clock.due, by);
        }
        self.record.decisions = decisions.into();
        let state = &mut self.record.state;
        let waits = state.wait.iter_mut().filter(|wait| wait.reason != WaitReason::Idle);
        let called = state.waiting.iter_mut().filter_map(|waiting| waiting.called_until.as_mut());
        let chairs = state.chairs.iter_mut().flat_map(|chair| {
            [&mut chair.rests_since, &mut chair.idle_since, &mut chair.tops_up_since].into_iter().flatten()
        });
        let levels = state.level.iter_mut().filter_map(|level| level.since.as_mut());
        for moment in waits.map(|wait| &mut wait.until).chain(called).chain(chairs).chain(levels) {
            *moment = later(*moment, by);
        }
    }

    /// The table of a record without a hand.
    pub fn between_hands(record: TableRecord) -> Self {
        Self { record, hand: None, ended: None }
    }

    /// How long the table waits for this.
    pub(super) fn allotment(&self, reason: &WaitReason) -> SignedDuration {
        match (reason, self.record.options.dealing) {
            (WaitReason::Step, _) => match self.hand.as_ref().map(|hand| hand.game.step()) {
                Some(Step::After(pause, _)) => SignedDuration::from_millis(pause.millis.into()),
                _ => SignedDuration::ZERO,
            },
            (WaitReason::Deal, StoredDealing::Automatic { pause_seconds }) => {
                SignedDuration::from_secs(pause_seconds.into())
            }
            (WaitReason::Fill, _) => {
                let fill = self.record.options.fill_with_bots;
                SignedDuration::from_secs(fill.map_or(0, |fill| fill.after_seconds).into())
            }
            (WaitReason::Substitutes(_), _)
            | (WaitReason::Deal, StoredDealing::ByHand {} | StoredDealing::WhenReady {}) => {
                SignedDuration::ZERO
            }
            (WaitReason::Idle, _) => Self::IDLE_TIME,
        }
    }

    /// Whether the next hand is due by then without a request.
    pub(in crate::service) fn deals_by(&self, now: Timestamp) -> bool {
        let wait = self.record.state.wait.as_ref();
        wait.is_some_and(|wait| wait.reason == WaitReason::Deal && wait.until <= now)
    }

    /// Whether the next hand is dealt after this time without a request; also if computers sit down first.
    pub(in crate::service) fn deals_within(
        &self,
        now: Timestamp,
        time: RangeInclusive<SignedDuration>,
    ) -> bool {
        let fills_first = |wait: &Wait| {
            wait.reason == WaitReason::Fill
                && self.record.state.hands_dealt == 0
                && wait.until <= later(now, *time.end())
        };
        let is_near =
            |wait: &Wait| wait.reason == WaitReason::Deal && time.contains(&wait.until.duration_since(now));
        self.record.state.wait.as_ref().is_some_and(|wait| fills_first(wait) || is_near(wait))
    }

    /// The count of its changes.
    pub fn version(&self) -> Version {
        self.record.version
    }

    /// All deadlines of the table.
    pub(in crate::service) fn deadlines(&self) -> impl Iterator<Item = Timestamp> {
        let is_asked = |decision: &&StoredDecision| !self.is_bot(decision.seat);
        let asked = self.record.decisions.iter().filter(is_asked);
        let clocks = asked.filter_map(|decision| decision.clock).map(|clock| clock.due);
        let waits = self.record.state.wait.iter().map(|wait: &Wait| wait.until);
        let bots = self.record.state.bot_moves.iter().map(BotMove::thinks_from);
        let calls = self.record.state.waiting.iter().filter_map(|waiting| waiting.called_until);
        let given_up = self.next_given_up(&[]).map(|(until, ..)| until);
        let filled_up = self.record.state.chairs.iter().filter_map(|chair| chair.tops_up_since);
        let others = self.closes_if_it_rests().into_iter().chain(given_up).chain(filled_up);
        clocks.chain(waits).chain(bots).chain(calls).chain(others)
    }

    /// The time at which a table at rest closes if no people are there; `None` if it does not close.
    pub(super) fn closes_if_it_rests(&self) -> Option<Timestamp> {
        let wait = self.record.state.wait.as_ref()?;
        let can_rest = matches!(wait.reason, WaitReason::Deal) && self.has_bots();
        (can_rest || matches!(wait.reason, WaitReason::Fill)).then(|| later(wait.until, Self::IDLE_TIME))
    }

    /// Whether a computer plays on this chair.
    pub fn is_bot(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.bot.is_some())
    }

    /// The table's first deadline after `now`.
    pub fn due_after(&self, now: Timestamp) -> Option<Timestamp> {
        self.deadlines().filter(|&due| due > now).min()
    }

    /// The chair of this seat.
    pub fn chair(&self, seat: Seat) -> Option<&Sitting> {
        self.record.state.chairs.iter().find(|chair| chair.seat == seat)
    }

    /// The chair of this player.
    pub fn sitting(&self, player: PlayerId) -> Option<&Sitting> {
        self.record.state.chairs.iter().find(|chair| chair.player == player)
    }

    /// The chair of the computer player that this player will replace.
    pub fn awaiting(&self, player: PlayerId) -> Option<&Sitting> {
        let comes = |chair: &&Sitting| chair.successor.as_ref().is_some_and(|next| next.player == player);
        self.record.state.chairs.iter().find(comes)
    }

    /// The chair that is kept for this player.
    pub fn kept_for(&self, player: PlayerId) -> Option<&ReservedChair> {
        self.record.state.kept.iter().find(|kept| kept.player == player)
    }

    /// Whether this player waits for a chair.
    pub fn waits(&self, player: PlayerId) -> bool {
        self.record.state.waiting.iter().any(|waiting| waiting.player == player)
    }

    /// Whether a computer plays here.
    pub fn has_bots(&self) -> bool {
        self.record.state.chairs.iter().any(|chair| chair.bot.is_some())
    }

    /// Whether no computer plays here, or will sit down.
    pub fn is_for_people_alone(&self) -> bool {
        !self.has_bots() && self.record.options.fill_with_bots.is_none()
    }

    /// Whether a person sits here.
    pub fn has_people(&self) -> bool {
        self.people().next().is_some()
    }

    /// The chairs of people.
    pub fn people(&self) -> impl Iterator<Item = &Sitting> {
        self.record.state.chairs.iter().filter(|chair| chair.bot.is_none())
    }

    /// The people who have a chair, or will get one.
    pub(in crate::service) fn seated_or_promised(&self) -> impl Iterator<Item = PlayerId> {
        let promised = self.record.state.chairs.iter().filter_map(|chair| chair.successor.as_ref());
        self.people().map(|chair| chair.player).chain(promised.map(|next| next.player))
    }

    /// Whether a chair is free.
    pub(in crate::service) fn has_free_chair(&self) -> bool {
        self.record.state.chairs.len() < usize::from(self.record.options.seats)
    }

    /// The computer players that move about now.
    pub fn bots_at_work(&self, now: Timestamp) -> impl Iterator<Item = &BotMove> {
        self.record.state.bot_moves.iter().filter(move |bot_move| bot_move.thinks_from() <= now)
    }

    /// The open decision of this seat.
    pub fn decision(&self, seat: Seat) -> Option<&StoredDecision> {
        self.record.decisions.iter().find(|decision| decision.seat == seat)
    }

    /// The pace of the hand: the usual one while a person may still have a decision, and then the slowest that a connected person
    /// prefers. A person who is not connected may return in the middle of the hand, and must not read from the times of moves how
    /// hard they were. It follows from what everybody sees.
    pub(in crate::service) fn pace(&self, is_connected: impl Fn(PlayerId) -> bool) -> StoredPace {
        let Some(hand) = &self.hand else { return StoredPace::Normal };
        let may_decide = |chair: &Sitting| {
            let seat = hand.record.seat_of(chair.player);
            !chair.leaving && seat.is_some_and(|seat| hand.game.may_still_act(seat))
        };
        if self.people().any(may_decide) {
            return StoredPace::Normal;
        }
        let is_there = |chair: &&Sitting| !chair.is_absent() && is_connected(chair.player);
        self.people().filter(is_there).map(|chair| chair.preferences.pace).min().unwrap_or_default()
    }

    /// Whether exactly one person plays here, or will.
    pub(super) fn is_for_one(&self) -> bool {
        let comes = self.record.state.chairs.iter().filter(|chair| chair.successor.is_some()).count();
        self.people().count() + comes == 1
    }

    /// The time for a decision of this seat, before its time bank runs. In the first hands of a table one person among computers
    /// has the longest possible time: they may be playing for the first time.
    pub(super) fn decision_time(&self, seat: Seat) -> SignedDuration {
        let is_early = self.record.state.hands_dealt <= Self::FIRST_HANDS;
        let is_learning = is_early && self.is_for_one() && !self.is_bot(seat) && !self.is_of_tournament();
        let seconds = self.record.options.decision_seconds;
        SignedDuration::from_secs(if is_learning { Self::LONG_DECISION.max(seconds) } else { seconds }.into())
    }

    /// Whether this player is in the hand that is being played.
    pub fn plays(&self, player: PlayerId) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.record.seat_of(player).is_some())
    }

    /// The chairs as the rules see them.
    pub(super) fn chairs(&self) -> Vec<Chair<AnyWishes>> {
        let chair = |sitting: &Sitting| Chair {
            seat: sitting.seat,
            chips: sitting.chips,
            newcomer: sitting.newcomer,
            entry: sitting.entry,
            wishes: sitting.wishes.clone(),
        };
        self.record.state.chairs.iter().map(chair).collect()
    }

    /// Whether a player may see the table: everybody sees a public one; another one is visible to its host, its seated players,
    /// the players of its hand, and callers with its invite code. While other tables play the same deals, only those who sit there
    /// see it.
    pub fn is_open_to(&self, caller: Option<PlayerId>, invite_code: Option<&str>) -> bool {
        if self.keeps_deals_secret() {
            return caller.is_some_and(|caller| self.sitting(caller).is_some());
        }
        let state = &self.record.state;
        let knows_code = match (&state.invite_code, invite_code) {
            (None, _) => true,
            (Some(code), Some(given)) => code == given,
            (Some(_), None) => false,
        };
        let is_banned = caller.is_some_and(|caller| state.banned.contains(&caller));
        knows_code && !(is_banned && state.invite_code.is_some())
            || caller.is_some_and(|caller| {
                state.host == caller
                    || self.sitting(caller).is_some()
                    || self.awaiting(caller).is_some()
                    || self.waits(caller)
                    || self.plays(caller)
                    || self.kept_for(caller).is_some()
            })
    }
}

/// Whether all stored data of a table is of one game.
fn check(record: &TableRecord) -> Result<(), ReplayError> {
    let played = record.options.game.kind();
    let is_own = |wishes: &AnyWishes| wishes.kind() == played;
    let wishes = record.state.chairs.iter().filter_map(|chair| chair.wishes.as_ref());
    ReplayError::unless(record.state.standing.kind() == played, "the standing is of another game")?;
    ReplayError::unless(wishes.into_iter().all(is_own), "a wish is of another game")
}
