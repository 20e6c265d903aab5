//! Dealing, acting, the clock's part, and settling.

use std::sync::Arc;

use super::change::{Ask, Stack, TableEvent, Version};
use super::clock::later;
use super::draft::Draft;
use super::fairness;
use super::id::{HandId, PlayerId};
use super::ledger::{Account, Reason};
use super::refused::Refused;
use super::store::{HandPlayer, HandRecord};
use super::table::LiveHand;
use super::table_options::Dealing;
use super::table_state::{Pause, Sitting, WaitsFor};
use crate::games::any::{AnyAction, AnyHand, AnyOptions, AnyRefusal, AnyStanding};
use crate::games::game::{Absence, Chips, Entry, Game, Misfit, Outcome, Seat, Seats, Step};

/// Which release of the rules new hands are dealt under.
pub const RULES_VERSION: u32 = 1;

/// More steps than any hand takes by itself; beyond it the rules are broken, and the table stops rather than hangs.
const MOST_STEPS: usize = 10_000;

impl Draft<'_> {
    /// Deals the next hand because a player asks for it.
    pub(super) fn deal_by_hand(&mut self, player: PlayerId) -> Result<(), Refused> {
        self.seat_of(player)?;
        match self.table.record.options.dealing {
            Dealing::ByHand {} => self.deal(),
            Dealing::Automatic { .. } | Dealing::WhenReady {} => Err(Refused::OtherDealing),
        }
    }

    fn deal(&mut self) -> Result<(), Refused> {
        if self.table.hand.is_some() {
            return Err(Refused::HandInPlay);
        }
        let setup = self.next_setup().ok_or(Refused::TooFewPlayers)?;
        let pack = AnyHand::pack(&setup);
        let shuffle = self.dealer.shuffle(self.table.record.id, &pack)?;
        let deck = shuffle.deck(pack);
        let root = fairness::root(&shuffle, &deck);
        let game = AnyHand::new(&setup, deck)?;
        let players = AnyHand::players(&setup);
        for &(seat, _) in &players {
            self.deal_in(seat);
        }
        for chair in &mut self.table.record.state.chairs {
            chair.ready = false;
        }
        let state = &mut self.table.record.state;
        state.hands_dealt += 1;
        state.pause = None;
        let record = Arc::new(HandRecord {
            id: HandId::made_at(self.now),
            table: self.table.record.id,
            number: self.table.record.state.hands_dealt,
            rules_version: RULES_VERSION,
            setup,
            players: self.hand_players(&players),
            shuffle,
            root,
            mix: String::new(),
            started_at: self.now,
            first_version: self.version(),
            last_version: None,
        });
        self.tell(TableEvent::HandStarted {
            hand: record.id,
            number: record.number,
            root: record.root.clone(),
        });
        self.hand_started = Some(Arc::clone(&record));
        self.table.hand = Some(LiveHand { record, game });
        self.advance()
    }

    /// A seat is dealt in: it is no newcomer any more, and a tenth of its time bank comes back.
    fn deal_in(&mut self, seat: Seat) {
        let full = u32::from(self.table.record.options.time_bank_seconds) * 1_000;
        if let Some(chair) = self.chair_mut(seat) {
            chair.newcomer = false;
            chair.bank_millis = (chair.bank_millis + full / 10).min(full);
        }
    }

    fn hand_players(&self, players: &[(Seat, Chips)]) -> Vec<HandPlayer> {
        let chairs = players.iter().filter_map(|&(seat, _)| self.table.chair(seat));
        let player =
            |chair: &Sitting| HandPlayer { seat: chair.seat, player: chair.player, name: chair.name.clone() };
        chairs.map(player).collect()
    }

    /// A player acts. Staleness is judged before the rules are.
    pub(super) fn act(&mut self, player: PlayerId, at: Version, action: &AnyAction) -> Result<(), Refused> {
        let version = self.before.version();
        let hand = self.table.hand.as_ref().ok_or(Refused::NoHand)?;
        let seat = hand.record.seat_of(player).ok_or(Refused::NotInHand)?;
        let options = || hand.game.options(seat).map(Box::new);
        if at > version {
            return Err(Refused::Ahead { version });
        }
        if let Some(Ask { since, .. }) = self.before.ask(seat).filter(|ask| at < ask.since) {
            return Err(Refused::Stale { at, since: *since, version, options: options() });
        }
        let event =
            hand.game.accept(seat, action).map_err(|refusal| rule_broken(refusal, version, options()))?;
        self.record(event)?;
        self.actor = Some(seat);
        self.use_bank(seat);
        self.advance()
    }

    /// The seat has answered: what it used of its time bank is gone, and it is not away.
    fn use_bank(&mut self, seat: Seat) {
        let clock = self.before.ask(seat).and_then(|ask| ask.clock);
        let used = clock.map_or(0, |clock| self.now.duration_since(clock.bank_from).as_millis().max(0));
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        if let Some(chair) = self.chair_mut(seat) {
            chair.bank_millis = chair.bank_millis.saturating_sub(used);
            chair.timeouts = 0;
        }
    }

    /// What time brings: decisions that are late, a pause that is over, the next deal.
    pub(super) fn tick(&mut self) -> Result<(), Refused> {
        let late = |ask: &&Ask| ask.clock.is_some_and(|clock| clock.due <= self.now);
        let late: Vec<Seat> = self.before.record.state.asks.iter().filter(late).map(|ask| ask.seat).collect();
        for seat in late {
            self.time_out(seat)?;
        }
        match self.table.record.state.pause {
            Some(Pause { until, waits_for: WaitsFor::Deal }) if until <= self.now => {
                // Whoever made the deal possible may have left since; then there is nothing to do.
                if self.next_setup().is_some() { self.deal() } else { Ok(()) }
            }
            Some(Pause { until, waits_for: WaitsFor::Company }) if until <= self.now => {
                self.shut();
                Ok(())
            }
            _ => self.advance(),
        }
    }

    /// The clock plays for a seat, unless what came before has already answered for it.
    fn time_out(&mut self, seat: Seat) -> Result<(), Refused> {
        if !self.awaited().contains(seat) {
            return Ok(());
        }
        if let Some(chair) = self.chair_mut(seat) {
            chair.bank_millis = 0;
            chair.timeouts = chair.timeouts.saturating_add(1);
            if chair.is_away() && chair.entry != Entry::Out {
                chair.entry = Entry::Out;
                self.tell(TableEvent::SatOut { seat, away: true });
            }
        }
        let hand = self.table.hand.as_ref().ok_or(Refused::NoHand)?;
        let action = hand.game.fallback(seat, Absence::Late);
        self.play_for(seat, &action)?;
        self.actor = Some(seat);
        self.advance()
    }

    fn awaited(&self) -> Seats {
        match self.table.hand.as_ref().map(|hand| hand.game.step()) {
            Some(Step::Await(seats)) => seats,
            Some(Step::Now(_) | Step::After(..) | Step::Over(_)) | None => Seats::default(),
        }
    }

    /// Plays for a seat what the rules have chosen for it.
    fn play_for(&mut self, seat: Seat, action: &AnyAction) -> Result<(), Refused> {
        let hand = self.table.hand.as_ref().ok_or(Refused::NoHand)?;
        let event = hand
            .game
            .accept(seat, action)
            .map_err(|_| Refused::OutOfOrder(Misfit("the rules refuse what they have chosen")))?;
        Ok(self.record(event)?)
    }

    /// Lets the hand run until it waits for somebody, for time, or is over.
    pub(super) fn advance(&mut self) -> Result<(), Refused> {
        for _ in 0..MOST_STEPS {
            let Some(hand) = &self.table.hand else { return Ok(()) };
            match hand.game.step() {
                Step::Now(event) => self.record(event)?,
                Step::After(beat, event) => {
                    let waits_for = WaitsFor::Beat(beat);
                    if self.must_wait(waits_for) {
                        return Ok(());
                    }
                    self.record(event)?;
                }
                Step::Await(seats) => {
                    let unasked = |seat| Some((seat, self.unasked(&hand.game, seat)?));
                    let Some((seat, action)) = seats.iter().find_map(unasked) else { return Ok(()) };
                    self.play_for(seat, &action)?;
                    self.actor = Some(seat);
                }
                Step::Over(outcome) => {
                    self.settle(outcome);
                    return Ok(());
                }
            }
        }
        Err(Refused::OutOfOrder(Misfit("the hand does not come to an end")))
    }

    /// Whether the pause before a step is still to be waited out; it is set where it was not yet.
    fn must_wait(&mut self, waits_for: WaitsFor) -> bool {
        let allotment = self.table.allotment(waits_for);
        let pause = self.table.record.state.pause.filter(|pause| pause.waits_for == waits_for);
        let until = pause.map_or_else(|| later(self.now, allotment), |pause| pause.until);
        self.table.record.state.pause = Some(Pause { until, waits_for });
        until > self.now
    }

    /// What is played for an awaited seat at once: for who is away, and for who wants to pass without being asked.
    fn unasked(&self, game: &AnyHand, seat: Seat) -> Option<AnyAction> {
        let chair = self.table.chair(seat)?;
        if chair.leaving {
            Some(game.fallback(seat, Absence::Gone))
        } else if chair.is_away() {
            Some(game.fallback(seat, Absence::Late))
        } else if chair.auto_pass {
            game.forced(seat)
        } else {
            None
        }
    }

    /// Pays the hand out, and frees what waited for its end.
    fn settle(&mut self, outcome: Outcome<AnyStanding>) {
        let Some(hand) = self.table.hand.take() else { return };
        let (id, pot) = (self.table.record.id, Account::Pot(self.table.record.id));
        let mut stacks = Vec::new();
        let mut wins = Vec::new();
        for &(seat, chips) in &outcome.stacks {
            stacks.push(Stack { seat, chips });
            let Some(chair) = self.chair_mut(seat) else { continue };
            let before = std::mem::replace(&mut chair.chips, chips);
            let stack = Account::Stack(id, chair.player);
            self.pay(stack, pot, before.saturating_sub(chips), Reason::Loss);
            wins.push((stack, chips.saturating_sub(before)));
        }
        for (stack, won) in wins {
            self.pay(pot, stack, won, Reason::Win);
        }
        self.pay(pot, Account::House, outcome.rake, Reason::Rake);
        self.table.record.state.standing = outcome.standing;
        self.end_hand(hand.record.id, outcome.void, stacks, outcome.rake);
    }

    /// Ends the hand as if it had never been dealt; it need not be in memory.
    pub(super) fn void_hand(&mut self) -> Result<(), Refused> {
        let hand = self.before.record.hand.ok_or(Refused::NoHand)?;
        self.table.hand = None;
        let stack = |chair: &Sitting| Stack { seat: chair.seat, chips: chair.chips };
        let stacks = self.table.record.state.chairs.iter().map(stack).collect();
        self.end_hand(hand, true, stacks, 0);
        Ok(())
    }

    fn end_hand(&mut self, hand: HandId, void: bool, stacks: Vec<Stack>, rake: Chips) {
        self.hand_ended = Some(hand);
        self.table.record.state.pause = None;
        self.table.record.state.last_hand = Some(hand);
        self.tell(TableEvent::HandEnded { hand, void, stacks, rake });
        self.let_go();
    }

    /// Whoever stood up during the hand leaves now; a closing table closes.
    fn let_go(&mut self) {
        let leaving = self.table.record.state.chairs.iter().filter(|chair| chair.leaving);
        let leaving: Vec<Seat> = leaving.map(|chair| chair.seat).collect();
        for seat in leaving {
            self.free_chair(seat);
        }
        if self.table.record.state.closing {
            self.shut();
        }
    }
}

fn rule_broken(refusal: AnyRefusal, version: Version, options: Option<Box<AnyOptions>>) -> Refused {
    Refused::Rule { refusal: Box::new(refusal), version, options }
}
