//! Computer players: seating, removing, filling chairs, and the moments of their moves.

use jiff::{SignedDuration, Timestamp};

use super::Draft;
use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::table::error::DraftError;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::seats::bots::{Bot, BotMove, Successor};
use crate::service::table::state::{Sitting, WaitReason};
use crate::service::table::stored::decision::StoredDecision;
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::stored::ledger::Account;
use crate::service::table::stored::options::{StoredBotPace, StoredBotsBy, StoredFillWithBots};
use crate::service::table::stored::record::HandRecord;
use crate::service::table::time::later;
use cardroom_api::id::PlayerId;
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::game::{Absence, Chips, Entry};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;

/// The shortest time that a computer player takes at a human pace, in milliseconds.
const SHORTEST: i64 = 700;
/// How much longer the longest is.
const SPREAD: i64 = 2_300;
/// The longest extra time if one person plays among computers and waits for nobody else; and for the first decision of a table's
/// first hand, which should come soon.
const SPREAD_FOR_ONE: i64 = 1_100;
const SPREAD_AT_FIRST: i64 = 300;
const _: () = assert!((SHORTEST + SPREAD) as i128 == BotMove::LONGEST.as_millis());
/// The time for a move if no person plays and no pace is set. Nobody waits, and there may be many such tables.
const AMONG_THEMSELVES: SignedDuration = SignedDuration::from_secs(1);

/// The default names of computer players. There are more than a table has chairs.
const NAMES: [&str; 12] = [
    "Finch", "Heron", "Wren", "Magpie", "Plover", "Swift", "Robin", "Egret", "Lark", "Crane", "Starling",
    "Kite",
];

impl Draft<'_> {
    /// Seats a computer player that a player asked for.
    pub(super) fn seat_bot_by(
        &mut self,
        by: PlayerId,
        seat: Option<Seat>,
        level: Level,
        name: Option<&str>,
    ) -> Result<(), DraftError> {
        self.check_may_seat_bots(by)?;
        if self.table.record.state.closing || self.table.record.closed_at.is_some() {
            return Err(Refused::TableClosed.into());
        }
        let seat = self.free_seat(seat)?;
        self.check_free()?;
        self.seat_bot(seat, level, name, false)?;
        Ok(())
    }

    /// Seats a computer player on a free chair.
    pub(super) fn seat_bot(
        &mut self,
        seat: Seat,
        level: Level,
        name: Option<&str>,
        fills: bool,
    ) -> Result<(), NoEntropy> {
        let player = new_id::<PlayerId>(self.now, self.dealer)?;
        let name = name.unwrap_or_else(|| self.bot_name(seat)).to_owned();
        let chips = self.table.record.options.bot_buy_in();
        let bot = Bot { level, buy_in: chips, fills };
        self.take_chair(seat, Successor { player, name, avatar: None, chips, entry: Entry::Post }, Some(bot));
        self.pay(Account::Bots, Account::Stack(self.table.record.id, player), chips, Reason::BuyIn);
        self.bots.sat_down.push(player);
        self.bots.most = Some(self.context.most_bots);
        Ok(())
    }

    /// Sends a computer player away because a player asked for it.
    pub(super) fn send_bot_away_by(&mut self, by: PlayerId, seat: Seat) -> Result<(), Refused> {
        self.check_may_seat_bots(by)?;
        let chair = self.table.chair(seat).filter(|chair| chair.bot.is_some());
        let chair = chair.ok_or(Refused::NoSuchBot { seat })?;
        if chair.leaving {
            return Err(Refused::Leaving);
        }
        self.send_bot_away(seat);
        Ok(())
    }

    /// A name that nobody at this table has.
    fn bot_name(&self, seat: Seat) -> &'static str {
        let is_free = |name: &&&str| self.table.record.state.chairs.iter().all(|chair| chair.name != **name);
        let first = usize::from(seat.0) % NAMES.len();
        NAMES[first..].iter().chain(&NAMES[..first]).find(is_free).copied().unwrap_or("Computer")
    }

    fn check_may_seat_bots(&self, by: PlayerId) -> Result<(), Refused> {
        let record = &self.table.record;
        let is_host = record.state.host == by;
        match record.options.bots {
            StoredBotsBy::Nobody => Err(Refused::NoBotsHere),
            StoredBotsBy::Host if is_host => Ok(()),
            StoredBotsBy::Host => Err(Refused::NotHost),
            StoredBotsBy::Players if is_host || self.table.sitting(by).is_some() => Ok(()),
            StoredBotsBy::Players => Err(Refused::NotSeated),
        }
    }

    /// A computer player leaves: at once, or when its hand is over.
    pub(super) fn send_bot_away(&mut self, seat: Seat) {
        let plays = self.table.chair(seat).is_some_and(|chair| self.table.plays(chair.player));
        if !plays {
            return self.free_chair(seat);
        }
        if let Some(chair) = self.chair_mut(seat).filter(|chair| !chair.leaving) {
            chair.leaving = true;
            self.push_event(StoredEvent::Leaving { seat });
        }
    }

    /// A chair that a computer player gives up for a person: the requested one, or the first.
    pub(super) fn seat_of_a_bot(&self, wanted: Option<Seat>) -> Option<Seat> {
        let is_wanted = |seat| wanted.is_none_or(|wanted| wanted == seat);
        let bots = self.table.record.state.chairs.iter().filter(|chair| chair.is_replaceable());
        bots.map(|chair| chair.seat).find(|&seat| is_wanted(seat))
    }

    /// Gives a player a chair, at once or after the hand of the computer player there.
    pub(super) fn succeed(&mut self, seat: Seat, next: Successor) {
        if self.table.chair(seat).is_some() {
            self.send_bot_away(seat);
        }
        let Some(chair) = self.chair_mut(seat) else { return self.take_chair(seat, next, None) };
        let Successor { player, name, chips, .. } = next.clone();
        chair.successor = Some(next);
        self.push_event(StoredEvent::Coming { seat, player, name, chips });
    }

    /// The player who was to take this chair does not come: their chips return to their wallet. The computer player leaves all the same.
    pub(super) fn turn_back(&mut self, seat: Seat) {
        let next = self.chair_mut(seat).and_then(|chair| chair.successor.take());
        let Some(Successor { player, chips, .. }) = next else { return };
        let stack = Account::Stack(self.table.record.id, player);
        self.pay(stack, Account::Wallet(player), chips, Reason::CashOut);
        self.left.push(player);
        self.push_event(StoredEvent::NotComing { seat, player, chips });
    }

    /// Whether computer players should sit down on the free chairs.
    pub(super) fn wants_bots(&self) -> bool {
        let record = &self.table.record;
        let Some(fill) = record.options.fill_with_bots else { return false };
        let is_open = record.closed_at.is_none() && !record.state.closing && self.table.hand.is_none();
        let is_filled = |chair: &Sitting| chair.bot.is_some_and(|bot| bot.fills);
        let has_begun = fill.after_seconds == 0 || record.state.chairs.iter().any(is_filled);
        is_open
            && self.context.human_present
            && !self.context.full_of_bots
            && self.table.has_people()
            && self.free_seat(None).is_ok()
            && (has_begun || self.next_setup().is_none())
    }

    /// Seats computer players on every free chair. If the limit is reached, those who are there play.
    pub(super) fn fill(&mut self) -> Result<(), DraftError> {
        if self.context.full_of_bots {
            return if self.may_deal_by_itself() { self.deal() } else { Ok(()) };
        }
        let Some(fill) = self.table.record.options.fill_with_bots.filter(|_| self.wants_bots()) else {
            return Ok(());
        };
        while let Ok(seat) = self.free_seat(None) {
            self.seat_bot(seat, fill.level, None, true)?;
        }
        Ok(())
    }

    /// Computer players of the table's level replace those of another level that fill its chairs.
    pub(super) fn match_level(&mut self) -> Result<(), NoEntropy> {
        let Some(StoredFillWithBots { level, .. }) = self.table.record.options.fill_with_bots else {
            return Ok(());
        };
        let differs =
            |chair: &&Sitting| !chair.goes() && chair.bot.is_some_and(|bot| bot.fills && bot.level != level);
        let seats = self.table.record.state.chairs.iter().filter(differs).map(|chair| chair.seat);
        for seat in seats.collect::<Vec<_>>() {
            self.free_chair(seat);
            self.seat_bot(seat, level, None, true)?;
        }
        Ok(())
    }

    /// Computer players that only fill a chair leave with the last person. Those with too few chips rebuy.
    pub(super) fn refill_or_send_away_bots(&mut self) {
        let state = &self.table.record.state;
        let seats_of = |picked: &dyn Fn(&Bot) -> bool| -> Vec<Seat> {
            let bots = state.chairs.iter().filter(|chair| chair.bot.as_ref().is_some_and(picked));
            bots.map(|chair| chair.seat).collect()
        };
        if self.table.has_people() || state.chairs.iter().any(|chair| chair.successor.is_some()) {
            for seat in seats_of(&|_| true) {
                self.refill(seat);
            }
        } else {
            for seat in seats_of(&|bot| bot.fills) {
                self.send_bot_away(seat);
            }
        }
    }

    fn refill(&mut self, seat: Seat) {
        let (id, least) = (self.table.record.id, self.table.record.options.min_buy_in);
        let Some(chair) = self.table.chair(seat).filter(|chair| !self.table.plays(chair.player)) else {
            return;
        };
        let (player, has) = (chair.player, chair.chips);
        let Some(buy_in) = chair.bot.map(|bot| bot.buy_in).filter(|_| has < least) else { return };
        let amount = buy_in.saturating_sub(has);
        self.pay(Account::Bots, Account::Stack(id, player), amount, Reason::TopUp);
        if let Some(chair) = self.chair_mut(seat) {
            chair.bring(amount);
        }
        self.push_event(StoredEvent::ToppedUp { seat, amount, chips: buy_in });
    }

    /// Whether nothing is dealt because no person is present.
    pub(super) fn is_at_rest(&self) -> bool {
        let waits_to_fill = self.waits_for(&WaitReason::Fill);
        !self.context.human_present && self.table.hand.is_none() && (waits_to_fill || self.table.has_bots())
    }

    /// Closes a table without people after a long time.
    pub(super) fn close_at_rest(&mut self) {
        if self.has_rested(Table::IDLE_TIME) {
            self.shut();
        }
    }

    /// Computer players leave a table without people after this time, because other tables need them.
    pub fn send_resting_bots_away(&mut self, rest: SignedDuration) {
        if self.is_at_rest() && self.has_rested(rest) {
            let bots = self.table.record.state.chairs.iter().filter(|chair| chair.bot.is_some());
            for seat in bots.map(|chair| chair.seat).collect::<Vec<_>>() {
                self.send_bot_away(seat);
            }
        }
    }

    /// Whether the table has been at rest for this long.
    fn has_rested(&self, time: SignedDuration) -> bool {
        let planned = self.table.record.state.wait.as_ref();
        let planned = planned.filter(|wait| wait.reason == WaitReason::Idle).map(|wait| wait.until);
        let closes = planned.or_else(|| self.table.closes_if_it_rests());
        closes.is_some_and(|closes| later(closes, time - Table::IDLE_TIME) <= self.now)
    }

    /// Resumes a table that was at rest once a person is present; whether it does.
    pub(super) fn wakes(&self) -> bool {
        self.context.human_present
            && self.table.hand.is_none()
            && self.waits_for(&WaitReason::Idle)
            && (self.wants_bots() || self.table.has_bots() && self.may_deal_by_itself())
    }

    fn waits_for(&self, reason: &WaitReason) -> bool {
        self.table.record.state.wait.as_ref().is_some_and(|wait| wait.reason == *reason)
    }

    /// When each computer player with a decision moves. A drawn moment stands as long as its decision does. A seat that may act
    /// but is not awaited is checked again and again.
    pub(super) fn bot_moves(&self) -> Result<Vec<BotMove>, NoEntropy> {
        let asked = self.table.record.decisions.iter().filter(|decision| self.table.is_bot(decision.seat));
        asked.map(|decision| self.bot_move(decision)).collect()
    }

    fn bot_move(&self, decision: &StoredDecision) -> Result<BotMove, NoEntropy> {
        let seat = decision.seat;
        let is_same = self.before.decision(seat).is_some_and(|before| before.since == decision.since);
        let mut planned = self.before.record.state.bot_moves.iter().filter(|planned| planned.seat == seat);
        let stands = |planned: &&BotMove| is_same && (decision.clock.is_some() || planned.at > self.now);
        match planned.find(stands) {
            // No later than one that is drawn now would be: the hand may go on more quickly from now on.
            Some(planned) => {
                let longest = if self.is_unpaced() { BotMove::THOUGHT } else { self.paced(BotMove::LONGEST) };
                let latest = later(self.now, longest);
                Ok(BotMove { at: planned.at.min(latest), ..*planned })
            }
            None => Ok(BotMove { seat, at: self.drawn_moment()? }),
        }
    }

    /// When a computer player moves whose decision arises now. It does not depend on the hand's events.
    ///
    /// At a human pace a move may come as soon as it is found, if people prefer a hand to go on quickly in which no person has a
    /// decision left. A watcher then learns how hard a move was, which no player can use in that hand.
    fn drawn_moment(&self) -> Result<Timestamp, NoEntropy> {
        let options = &self.table.record.options;
        match options.bot_pace {
            StoredBotPace::None if self.is_unpaced() => Ok(later(self.now, BotMove::THOUGHT)),
            StoredBotPace::None => Ok(later(self.now, self.paced(AMONG_THEMSELVES))),
            StoredBotPace::Human => {
                let mut randomness = [0; 2];
                self.dealer.fill(&mut randomness)?;
                // Squared: most moves are quick, some take long.
                let share = i64::from(u16::from_be_bytes(randomness)).pow(2) >> 16;
                let longest = (i64::from(options.decision_seconds) * 500).min(self.half_of_pause());
                let spread = match self.table.record.state.hands_dealt {
                    _ if !self.table.is_for_one() => SPREAD,
                    ..=1 => SPREAD_AT_FIRST,
                    _ => SPREAD_FOR_ONE,
                };
                let millis = (SHORTEST + ((spread * share) >> 16)).min(longest);
                Ok(later(self.now, self.paced(SignedDuration::from_millis(millis))))
            }
        }
    }

    /// A time at the pace of the hand.
    fn paced(&self, time: SignedDuration) -> SignedDuration {
        let millis = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        SignedDuration::from_millis(self.pace().of(millis))
    }

    /// Whether each move takes exactly as long as the longest thought, whatever people prefer: if no pace is set, and a person
    /// plays the hand.
    fn is_unpaced(&self) -> bool {
        let players = self.table.hand.iter().flat_map(|hand| &hand.record.players);
        self.table.record.options.bot_pace == StoredBotPace::None
            && players.into_iter().any(|player| player.computer.is_none())
    }

    /// Half of the rest of a pause in which players may act, in milliseconds. A pause between two cards is too short for that.
    fn half_of_pause(&self) -> i64 {
        let pause = self.table.record.state.wait.as_ref().filter(|wait| wait.reason == WaitReason::Step);
        let left = pause.map(|wait| wait.until.duration_since(self.now).as_millis());
        let left = left.and_then(|left| i64::try_from(left).ok()).filter(|&left| left >= SHORTEST);
        left.map_or(i64::MAX, |left| left / 2)
    }

    /// Plays for a computer player that gave no answer.
    pub fn play_for_bot(&mut self, seat: Seat) -> Result<(), DraftError> {
        if self.table.is_bot(seat) && self.awaited().contains(seat) {
            self.fall_back(seat, Absence::Late)?;
        }
        Ok(())
    }

    /// A player who has won the daily limit from computer players is not dealt into another hand with them.
    pub(super) fn check_winnings(&self, player: PlayerId) -> Result<(), Refused> {
        let meets_bots = self.table.has_bots() || self.table.record.options.fill_with_bots.is_some();
        match self.context.winnings.filter(|_| meets_bots && self.context.won_enough.contains(&player)) {
            Some((most, until)) => Err(Refused::WonEnough { most, until }),
            None => Ok(()),
        }
    }

    /// Before a deal; returns whether any player had to sit out.
    pub(super) fn sit_out_who_won_enough(&mut self) -> bool {
        let plays = |seat: &Seat| self.table.chair(*seat).is_some_and(|chair| chair.entry != Entry::Out);
        let people = self.table.people().filter(|chair| self.check_winnings(chair.player).is_err());
        let seats: Vec<Seat> = people.map(|chair| chair.seat).filter(plays).collect();
        for &seat in &seats {
            if let Some(chair) = self.chair_mut(seat) {
                chair.entry = Entry::Out;
            }
            self.push_event(StoredEvent::SatOut { seat, away: false });
        }
        !seats.is_empty()
    }
}

/// What each person won from the computer players in a hand, below 0 if they lost: the computer players' loss, shared in
/// proportion to the people's wins, or the other way round.
pub(super) fn won_from_bots(hand: &HandRecord, stacks: &[(Seat, Chips)]) -> Vec<(PlayerId, i64)> {
    let nets = hand.nets(stacks).into_iter().map(|(player, net)| (player, i128::from(net)));
    let (bots, people): (Vec<_>, Vec<_>) = nets.partition(|(player, _)| player.computer.is_some());
    let lost: i128 = -bots.iter().map(|(_, net)| net).sum::<i128>();
    let nets = people.into_iter().map(|(person, net)| (person.player, net));
    let nets: Vec<_> = nets.filter(|(_, net)| lost != 0 && net.signum() == lost.signum()).collect();
    let all: i128 = nets.iter().map(|(_, net)| net).sum();
    let won = |&(player, net): &(PlayerId, i128)| {
        let share = (lost * net / all).abs().min(net.abs()) * lost.signum();
        (player, i64::try_from(share).unwrap_or(0))
    };
    nets.iter().map(won).collect()
}
