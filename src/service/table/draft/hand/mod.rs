//! Dealing, acting and settling.

mod rated;

use std::sync::Arc;

use super::Draft;
use super::bots::won_from_bots;
use super::tournament::CARD_MILLIS;
use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::table::error::DraftError;
use crate::service::table::live::LiveHand;
use crate::service::table::randomness::shuffle::Shuffle;
use crate::service::table::refused::Refused;
use crate::service::table::state::Sitting;
use crate::service::table::stored::commit::EndedHand;
use crate::service::table::stored::event::{StoredEvent, StoredStack};
use crate::service::table::stored::figures::HandFigures;
use crate::service::table::stored::hand_player::HandPlayer;
use crate::service::table::stored::ledger::Account;
use crate::service::table::stored::options::StoredDealing;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::PlayerId;
use cardroom_api::player::ledger::Reason;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::{AnyAction, AnyHand, AnySetup, AnyStanding};
use cardroom_rules::games::game::{Chips, Entry, Game, Outcome, RULES_RELEASE};
use cardroom_rules::games::seat::Seat;

impl Draft<'_> {
    /// Deals the next hand at a player's request.
    pub(super) fn deal_by_hand(&mut self, player: PlayerId) -> Result<(), DraftError> {
        self.seat_of(player)?;
        match self.table.record.options.dealing {
            StoredDealing::ByHand {} => self.deal(),
            StoredDealing::Automatic { .. } | StoredDealing::WhenReady {} => {
                Err(Refused::OtherDealing.into())
            }
        }
    }

    /// Deals the next hand.
    pub fn deal(&mut self) -> Result<(), DraftError> {
        if self.table.hand.is_some() {
            return Err(Refused::HandInPlay.into());
        }
        if self.table.record.state.paused {
            return Err(Refused::Paused.into());
        }
        self.take_level();
        let fewer = self.sit_out_who_won_enough() | self.sit_out_before_the_big_blind();
        let setup = match self.next_setup() {
            Some(setup) if self.table.is_for_one() => AnyHand::hastened(setup),
            Some(setup) => setup,
            None if fewer => return Ok(()),
            None => return Err(Refused::TooFewPlayers.into()),
        };
        self.start_hand(setup)
    }

    /// Deals a hand from this setup.
    pub(super) fn start_hand(&mut self, setup: AnySetup) -> Result<(), DraftError> {
        let shuffle = self.dealer.shuffle(&AnyHand::pack(&setup))?;
        self.start_hand_with(setup, shuffle)
    }

    /// Deals a hand from this setup, with this shuffle.
    pub(super) fn start_hand_with(&mut self, setup: AnySetup, shuffle: Shuffle) -> Result<(), DraftError> {
        let pack = AnyHand::pack(&setup);
        let deck = shuffle.deck(pack);
        let root = self.dealer.root(&shuffle, &deck);
        let game = AnyHand::new(&setup, deck)?;
        let players = AnyHand::players(&setup);
        for &(seat, _) in &players {
            self.deal_in(seat);
        }
        self.count_hand_of_level();
        for chair in &mut self.table.record.state.chairs {
            chair.ready = false;
        }
        let state = &mut self.table.record.state;
        state.hands_dealt += 1;
        state.wait = None;
        let record = Arc::new(HandRecord {
            id: new_id(self.now, self.dealer)?,
            table: self.table.record.id,
            number: self.table.record.state.hands_dealt,
            rules_version: RULES_RELEASE,
            setup,
            players: self.hand_players(&players),
            shuffle,
            root,
            mix: String::new(),
            started_at: self.now,
            first_version: self.version(),
            last_version: None,
        });
        self.push_event(StoredEvent::HandStarted {
            hand: record.id,
            number: record.number,
            root: record.root.clone(),
        });
        self.follow_match(&record);
        self.hand_started = Some(Arc::clone(&record));
        self.table.hand = Some(LiveHand { record, game });
        self.table.ended = None;
        self.advance()
    }

    /// Sits out the players who would post the big blind next and prefer to sit out then; returns whether there are any.
    fn sit_out_before_the_big_blind(&mut self) -> bool {
        let mut any = false;
        while let Some(seat) = self.next_setup().as_ref().and_then(AnyHand::big_blind)
            && let Some(chair) = self.chair_mut(seat)
            && std::mem::take(&mut chair.preferences.sit_out_next_big_blind)
        {
            chair.entry = Entry::Out;
            self.push_event(StoredEvent::SatOut { seat, away: false });
            any = true;
        }
        any
    }

    /// A seat is dealt in: its player is not a newcomer any more, and gets a tenth of the time bank back, unless it grows with levels.
    fn deal_in(&mut self, seat: Seat) {
        let full = u32::from(self.table.record.options.time_bank_seconds) * 1_000;
        if let Some(chair) = self.chair_mut(seat) {
            chair.newcomer = false;
            chair.rests_since = None;
            chair.brought.get_or_insert(chair.chips.into());
            chair.idle_since = None;
            if chair.bank_level.is_none() {
                chair.bank_millis = (chair.bank_millis + full / 10).min(full);
            }
        }
    }

    fn hand_players(&self, players: &[(Seat, Chips)]) -> Vec<HandPlayer> {
        let chairs = players.iter().filter_map(|&(seat, _)| self.table.chair(seat));
        let player = |chair: &Sitting| HandPlayer {
            seat: chair.seat,
            player: chair.player,
            name: chair.name.clone(),
            computer: chair.computer(),
        };
        chairs.map(player).collect()
    }

    /// A player acts.
    pub(super) fn act(
        &mut self,
        player: PlayerId,
        at: Version,
        action: &AnyAction,
    ) -> Result<(), DraftError> {
        let (seat, event) = self.before.judge(player, at, |game, seat| game.accept(seat, action))?;
        self.record(event)?;
        self.acted = self.acted.with(seat);
        self.count_turn(seat, false);
        self.use_bank(seat);
        self.advance()
    }

    /// The seat has answered: the used part of its time bank is gone, and it is not away.
    fn use_bank(&mut self, seat: Seat) {
        let clock = self.before.decision(seat).and_then(|decision| decision.clock);
        let used = clock.map_or(0, |clock| self.now.duration_since(clock.bank_from).as_millis().max(0));
        let mut used = u32::try_from(used).unwrap_or(u32::MAX);
        if self.table.has_shot_clock() {
            used = used.checked_next_multiple_of(CARD_MILLIS).unwrap_or(u32::MAX);
        }
        if let Some(chair) = self.chair_mut(seat) {
            chair.bank_millis = chair.bank_millis.saturating_sub(used);
            chair.timeouts = 0;
            chair.unseen = false;
        }
    }

    /// Pays the hand out, and carries out what waited for its end.
    pub(super) fn settle(&mut self, outcome: Outcome<AnyStanding>) -> Result<(), NoEntropy> {
        let Some(hand) = self.table.hand.take() else { return Ok(()) };
        let (id, pot) = (self.table.record.id, Account::Pot(self.table.record.id));
        let mut stacks = Vec::new();
        let mut wins = Vec::new();
        for &(seat, chips) in &outcome.stacks {
            stacks.push(StoredStack { seat, chips });
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
        if !self.table.is_of_tournament() {
            self.bots.won = won_from_bots(&hand.record, &outcome.stacks);
            self.counted = HandFigures::all(&hand, &outcome);
        }
        self.table.record.state.standing = outcome.standing;
        self.end_match(&hand)?;
        if !outcome.void {
            let took = self.now.duration_since(hand.record.started_at).as_secs().max(0);
            self.table.record.state.time_hand(u32::try_from(took).unwrap_or(u32::MAX));
        }
        let people = hand.record.people().map(|player| player.player).collect();
        let ended = EndedHand { id: hand.record.id, people: Some(people), shown: hand.shown_cards() };
        self.end_hand(ended, outcome.void, stacks, outcome.rake)?;
        self.table.ended = Some(Arc::new(hand));
        Ok(())
    }

    /// Voids the hand; it need not be in memory.
    pub fn void_hand(&mut self) -> Result<(), DraftError> {
        let hand = self.before.record.hand.ok_or(Refused::NoHand)?;
        self.table.hand = None;
        let stack = |chair: &Sitting| StoredStack { seat: chair.seat, chips: chair.chips };
        let stacks = self.table.record.state.chairs.iter().map(stack).collect();
        Ok(self.end_hand(EndedHand { id: hand, people: None, shown: Vec::new() }, true, stacks, 0)?)
    }

    fn end_hand(
        &mut self,
        ended: EndedHand,
        void: bool,
        stacks: Vec<StoredStack>,
        rake: Chips,
    ) -> Result<(), NoEntropy> {
        let hand = ended.id;
        self.hand_ended = Some(ended);
        let (state, now) = (&mut self.table.record.state, self.now);
        state.wait = None;
        state.last_hand = Some(hand);
        for chair in &mut state.chairs {
            chair.idle_since.get_or_insert(now);
        }
        self.push_event(StoredEvent::HandEnded { hand, void, stacks, rake });
        if let Some(options) = self.table.record.state.next_options.take() {
            self.adopt(options)?;
        }
        self.let_go();
        Ok(())
    }

    /// Players who stood up during the hand leave now; a closing table closes.
    fn let_go(&mut self) {
        let leaving = self.table.record.state.chairs.iter().filter(|chair| chair.goes());
        let leaving: Vec<Seat> = leaving.map(|chair| chair.seat).collect();
        for seat in leaving {
            self.free_chair(seat);
        }
        if self.table.record.state.closing {
            self.shut();
        } else if !self.table.is_of_tournament() {
            self.refill_or_send_away_bots();
        }
    }
}
