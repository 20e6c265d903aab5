//! Sitting down, topping up, sitting out, coming back, standing up, and closing the table.

use super::Draft;
use crate::service::table::command::ActingPlayer;
use crate::service::table::refused::Refused;
use crate::service::table::seats::bots::{Bot, Successor};
use crate::service::table::seats::emote::{ShownEmote, until_another};
use crate::service::table::state::Sitting;
use crate::service::table::stored::event::{StoredEmote, StoredEvent};
use crate::service::table::stored::ledger::Account;
use crate::service::table::stored::options::StoredDealing;
use crate::service::table::stored::preferences::StoredPreferences;
use cardroom_api::id::PlayerId;
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::any::{AnyHand, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry, Game};
use cardroom_rules::games::seat::Seat;

/// A player who takes a chair.
pub(super) struct Newcomer<'a> {
    pub(super) who: ActingPlayer<'a>,
    pub(super) seat: Option<Seat>,
    pub(super) buy_in: Chips,
    pub(super) entry: Entry,
    pub(super) invite_code: Option<&'a str>,
}

impl Draft<'_> {
    pub(super) fn sit(&mut self, newcomer: &Newcomer) -> Result<(), Refused> {
        let &Newcomer { who: ActingPlayer { id: player, name, avatar }, buy_in: chips, entry, .. } = newcomer;
        self.check_may_come(player, newcomer.invite_code)?;
        let options = &self.table.record.options;
        let (min, max) = (options.min_buy_in, options.max_buy_in);
        if !(min..=max).contains(&chips) {
            return Err(Refused::BuyInOutOfBounds { min, max });
        }
        self.check_winnings(player)?;
        let seat = match self.free_seat(newcomer.seat) {
            Ok(seat) => seat,
            Err(refused) => self.seat_of_a_bot(newcomer.seat).ok_or(refused)?,
        };
        self.check_turn(player)?;
        self.come_to(seat, Successor { player, name: name.to_owned(), avatar: Some(avatar), chips, entry });
        Ok(())
    }

    /// A player buys in, and has a chair: at once, or in place of the computer player there.
    pub(super) fn come_to(&mut self, seat: Seat, next: Successor) {
        let Successor { player, chips, .. } = next;
        self.strike_off(player);
        self.keep_no_more(player);
        self.pay(Account::Wallet(player), Account::Stack(self.table.record.id, player), chips, Reason::BuyIn);
        self.sat_down.push(player);
        self.succeed(seat, next);
    }

    /// Whether a player may have a chair here, if one is free.
    pub(super) fn check_may_come(&self, player: PlayerId, invite_code: Option<&str>) -> Result<(), Refused> {
        let record = &self.table.record;
        if record.state.closing || record.closed_at.is_some() {
            return Err(Refused::TableClosed);
        }
        if record.state.banned.contains(&player) {
            return Err(Refused::Banned);
        }
        if !self.table.is_open_to(Some(player), invite_code) {
            return Err(Refused::InviteNeeded);
        }
        match self.table.sitting(player).or_else(|| self.table.awaiting(player)) {
            Some(chair) => Err(Refused::AlreadySeated { seat: chair.seat }),
            None if self.context.kept_apart => Err(Refused::KeptApart),
            None => Ok(()),
        }
    }

    /// Gives a player a chair; their chips are at the table.
    pub(super) fn take_chair(&mut self, seat: Seat, newcomer: Successor, bot: Option<Bot>) {
        let Successor { player, name, avatar, chips, entry } = newcomer;
        let record = &mut self.table.record;
        let sitting = Sitting {
            seat,
            player,
            name: name.clone(),
            avatar,
            chips,
            entry,
            newcomer: true,
            wishes: None,
            ready: false,
            leaving: false,
            timeouts: 0,
            unseen: false,
            bank_millis: u32::from(record.options.time_bank_seconds) * 1_000,
            bank_level: None,
            bot,
            successor: None,
            removed: false,
            rests_since: None,
            brought: Some(chips.into()),
            preferences: StoredPreferences::default(),
            tops_up_since: None,
            idle_since: Some(self.now),
        };
        let computer = sitting.computer();
        record.state.chairs.push(sitting);
        record.state.chairs.sort_by_key(|chair| chair.seat);
        self.push_event(StoredEvent::SatDown { seat, player, name, chips, entry, computer });
    }

    /// The requested chair, or the first free one.
    pub(super) fn free_seat(&self, wanted: Option<Seat>) -> Result<Seat, Refused> {
        let seats = self.table.record.options.seats;
        match wanted {
            Some(seat) if seat.0 >= seats => Err(Refused::NoSuchSeat { last: Seat(seats.saturating_sub(1)) }),
            Some(seat) if self.table.chair(seat).is_some() => Err(Refused::SeatTaken { seat }),
            Some(seat) => Ok(seat),
            None => {
                let free = |&seat: &Seat| self.table.chair(seat).is_none();
                Seat::first(seats).find(free).ok_or(Refused::TableFull)
            }
        }
    }

    pub(super) fn top_up(&mut self, player: PlayerId, amount: Chips) -> Result<(), Refused> {
        let seat = self.seat_of(player)?;
        if self.table.plays(player) {
            return Err(Refused::InHand);
        }
        let (id, most) = (self.table.record.id, self.table.record.options.max_buy_in);
        let chair = self.chair_mut(seat).ok_or(Refused::NotSeated)?;
        let room = most.saturating_sub(chair.chips);
        if amount < 1 || amount > room {
            return Err(Refused::BuyInOutOfBounds { min: room.min(1), max: room });
        }
        chair.bring(amount);
        let chips = chair.chips;
        self.pay(Account::Wallet(player), Account::Stack(id, player), amount, Reason::TopUp);
        self.push_event(StoredEvent::ToppedUp { seat, amount, chips });
        Ok(())
    }

    pub(super) fn sit_out(&mut self, player: PlayerId) -> Result<(), Refused> {
        let seat = self.seat_of(player)?;
        let chair = self.chair_mut(seat).ok_or(Refused::NotSeated)?;
        chair.entry = Entry::Out;
        chair.ready = false;
        self.push_event(StoredEvent::SatOut { seat, away: false });
        Ok(())
    }

    /// Lets the clock play for them at once, until they come back.
    pub(super) fn go_away(&mut self, player: PlayerId) -> Result<(), Refused> {
        let seat = self.seat_of(player)?;
        let chair = self.chair_mut(seat).ok_or(Refused::NotSeated)?;
        if chair.is_away() {
            return Err(Refused::AlreadySo);
        }
        chair.timeouts = Sitting::PATIENCE;
        chair.entry = Entry::Out;
        chair.ready = false;
        self.push_event(StoredEvent::SatOut { seat, away: true });
        Ok(())
    }

    /// Sends an emote, a few times in a few seconds.
    pub(super) fn emote(&mut self, player: PlayerId, emote: StoredEmote) -> Result<(), Refused> {
        let (seat, now) = (self.seat_of(player)?, self.now);
        let shown = &mut self.table.record.state.emotes;
        shown.retain(|emote| emote.counts(now));
        if let Some(until) = until_another(shown, player) {
            return Err(Refused::TooManyEmotes { until, wait: until.duration_since(now) });
        }
        shown.push(ShownEmote { player, at: now });
        self.push_event(StoredEvent::Emoted { seat, player, emote });
        Ok(())
    }

    pub(super) fn come_back(&mut self, who: ActingPlayer, entry: Entry) -> Result<(), Refused> {
        let player = who.id;
        if let Some(&kept) = self.table.kept_for(player) {
            return self.take_up(who, kept, entry);
        }
        let seat = self.seat_of(player)?;
        self.check_winnings(player)?;
        let chair = self.chair_mut(seat).ok_or(Refused::NotSeated)?;
        if chair.goes() {
            return Err(Refused::Leaving);
        }
        chair.entry = entry;
        chair.timeouts = 0;
        chair.unseen = false;
        self.push_event(StoredEvent::CameBack { seat, entry });
        Ok(())
    }

    /// It takes effect from the next deal or the next decision on, as the game defines.
    pub(super) fn wish(&mut self, player: PlayerId, wishes: &AnyWishes) -> Result<(), Refused> {
        let seat = self.seat_of(player)?;
        if self.chair_mut(seat).ok_or(Refused::NotSeated)?.goes() {
            return Err(Refused::Leaving);
        }
        AnyHand::check_wishes(&self.table.record.options.game, wishes)
            .map_err(|refusal| Refused::Wish { refusal: Box::new(refusal) })?;
        self.chair_mut(seat).ok_or(Refused::NotSeated)?.wishes = Some(wishes.clone());
        self.push_event(StoredEvent::Wished { seat, wishes: wishes.clone() });
        Ok(())
    }

    /// Sets a player's preferences for the table, in place of the earlier ones. There is no event.
    pub(super) fn prefer(&mut self, player: PlayerId, preferences: StoredPreferences) -> Result<(), Refused> {
        let seat = self.seat_of(player)?;
        self.chair_mut(seat).ok_or(Refused::NotSeated)?.preferences = preferences;
        Ok(())
    }

    pub(super) fn ready(&mut self, player: PlayerId) -> Result<(), Refused> {
        let seat = self.seat_of(player)?;
        if matches!(self.table.record.options.dealing, StoredDealing::ByHand {}) {
            return Err(Refused::OtherDealing);
        }
        if self.table.hand.is_some() {
            return Err(Refused::HandInPlay);
        }
        self.chair_mut(seat).ok_or(Refused::NotSeated)?.ready = true;
        self.push_event(StoredEvent::Ready { seat });
        Ok(())
    }

    /// Frees the chair at once, or when the hand that the player is in is over.
    pub(super) fn stand_up(&mut self, player: PlayerId) -> Result<(), Refused> {
        if let Some(seat) = self.table.awaiting(player).map(|chair| chair.seat) {
            self.turn_back(seat);
            return Ok(());
        }
        let seat = self.seat_of(player)?;
        if !self.table.plays(player) {
            self.free_chair(seat);
            self.refill_or_send_away_bots();
            return Ok(());
        }
        let chair = self.chair_mut(seat).ok_or(Refused::NotSeated)?;
        if chair.leaving {
            return Err(Refused::Leaving);
        }
        chair.leaving = true;
        chair.entry = Entry::Out;
        self.push_event(StoredEvent::Leaving { seat });
        Ok(())
    }

    /// Returns the chips of a chair to the wallet, and frees the chair.
    pub(super) fn free_chair(&mut self, seat: Seat) {
        let chairs = &mut self.table.record.state.chairs;
        let Some(place) = chairs.iter().position(|chair| chair.seat == seat) else { return };
        let chair = chairs.remove(place);
        let stack = Account::Stack(self.table.record.id, chair.player);
        self.pay(stack, chair.purse(), chair.chips, Reason::CashOut);
        if chair.bot.is_some() { &mut self.bots.left } else { &mut self.left }.push(chair.player);
        self.push_event(StoredEvent::Left { seat, player: chair.player, chips: chair.chips });
        if let Some(next) = chair.successor {
            self.take_chair(seat, next, None);
        }
    }

    pub(super) fn close(&mut self, player: PlayerId) -> Result<(), Refused> {
        self.check_host(player)?;
        let state = &mut self.table.record.state;
        if self.table.hand.is_some() {
            state.closing = true;
            self.push_event(StoredEvent::Closing {});
        } else {
            self.shut();
        }
        Ok(())
    }

    /// Returns all chips to the wallets, and closes the table for good.
    pub(super) fn shut(&mut self) {
        while let Some(seat) = self.table.record.state.chairs.first().map(|chair| chair.seat) {
            self.turn_back(seat);
            self.free_chair(seat);
        }
        self.table.record.state.kept.clear();
        self.table.record.closed_at = Some(self.now);
        self.push_event(StoredEvent::Closed {});
    }
}
