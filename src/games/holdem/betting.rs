//! One round of betting: the price, what a raise must be, and who may make one.

use super::event::StreetName;
use super::hand::Holdem;
use super::phase::Phase;
use super::refusal::NoRaise;
use super::rules::{Betting, Rules};
use crate::games::game::Chips;

/// The betting of one street so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Round {
    /// The highest total on this street, which a call matches. A short blind does not lower it.
    pub(super) price: Chips,
    /// The largest bet or raise so far, at least the least bet: a raise is by no less. In fixed limit, the bet.
    raise_by: Chips,
    /// Fixed limit: the total that the last full bet or raise made; the next one is on top of it.
    full: Chips,
    /// Fixed limit: how many bets and raises were made; the big blind is one.
    bets: u8,
    /// Fixed limit: the cap was reached while more than two were left, so no later fold lifts it.
    capped: bool,
    /// What short blinds and a short straddle would have added to the pot.
    short_posts: Chips,
    /// Who made the last bet or raise.
    pub(super) aggressor: Option<usize>,
}

/// The most bets and raises on a street of fixed limit.
const CAP: u8 = 4;

/// What a seat that has to act is offered.
pub(super) struct Offer {
    /// The chips that a call costs; 0 where it may check.
    pub(super) call: Chips,
    /// The least and the largest total that a bet or raise may make.
    pub(super) raise: Result<(Chips, Chips), NoRaise>,
}

impl Round {
    /// The betting before the flop, where the blinds are a bet, and the straddle, also when posted short, is two.
    pub(super) fn preflop(rules: &Rules, straddled: bool, short_posts: Chips) -> Self {
        let bets = if straddled { 2 } else { 1 };
        let price = rules.big_blind * Chips::from(bets);
        let raise_by = if rules.betting == Betting::FixedLimit { rules.big_blind } else { price };
        Self { price, raise_by, full: price, bets, capped: false, short_posts, aggressor: None }
    }

    /// The betting on the flop, the turn or the river.
    pub(super) fn postflop(rules: &Rules, street: StreetName) -> Self {
        let is_big = rules.betting == Betting::FixedLimit && street >= StreetName::Turn;
        let raise_by = if is_big { 2 * rules.big_blind } else { rules.big_blind };
        Self { price: 0, raise_by, full: 0, bets: 0, capped: false, short_posts: 0, aggressor: None }
    }

    /// Takes up a bet or raise to this total. One that is short of a full one sets the price only; in fixed limit
    /// half a bet counts as a full one.
    fn raise(&mut self, betting: Betting, place: usize, to: Chips, is_heads_up: bool) {
        if betting == Betting::FixedLimit {
            if 2 * to.saturating_sub(self.full) >= self.raise_by {
                self.full = to;
                self.bets = self.bets.saturating_add(1);
                self.capped |= self.bets >= CAP && !is_heads_up;
            }
        } else {
            self.raise_by = self.raise_by.max(to.saturating_sub(self.price));
        }
        self.price = self.price.max(to);
        self.aggressor = Some(place);
    }

    /// Whether a seat that has acted may raise when it faces this much more (TDA 47).
    fn is_reopened_by(&self, betting: Betting, faced: Chips) -> bool {
        match betting {
            Betting::FixedLimit => 2 * faced >= self.raise_by,
            Betting::NoLimit | Betting::PotLimit => faced >= self.raise_by,
        }
    }

    /// The total of the least full bet or raise.
    fn least(&self, betting: Betting) -> Chips {
        match betting {
            Betting::FixedLimit => self.full + self.raise_by,
            Betting::NoLimit | Betting::PotLimit => self.price + self.raise_by,
        }
    }
}

impl Holdem {
    /// Opens the betting of the street that was dealt.
    pub(super) fn open_betting(&mut self) -> Phase {
        let rules = &self.setup.rules;
        self.round = match self.street {
            StreetName::Preflop => Round::preflop(rules, self.setup.straddle.is_some(), self.short_posts()),
            street => Round::postflop(rules, street),
        };
        self.players.iter_mut().for_each(|player| player.has_acted = false);
        let last_to_act = match self.street {
            StreetName::Preflop => self.last_poster(),
            _ => self.players.len() - 1,
        };
        self.betting_after(last_to_act)
    }

    /// The seat that acts last before the flop when nobody raises: the straddler, or else the big blind.
    fn last_poster(&self) -> usize {
        let seat = self.setup.straddle.unwrap_or(self.setup.positions.big_blind);
        self.place_of(seat).unwrap_or(0)
    }

    /// Puts chips in by choice.
    pub(super) fn wager(&mut self, place: usize, amount: Chips, raises: bool) -> Phase {
        self.pay(place, amount);
        let player = &mut self.players[place];
        player.total += amount;
        player.bet += amount;
        if raises {
            let (to, is_heads_up) = (player.bet, self.is_heads_up());
            self.round.raise(self.setup.rules.betting, place, to, is_heads_up);
        }
        self.acted(place)
    }

    /// Ends a seat's turn.
    pub(super) fn acted(&mut self, place: usize) -> Phase {
        self.players[place].has_acted = true;
        self.betting_after(place)
    }

    fn betting_after(&self, place: usize) -> Phase {
        let next = self.clockwise_from(place + 1).find(|&place| self.must_act(place));
        next.map_or_else(|| self.betting_closed(), |place| Phase::Betting { place })
    }

    /// Whether a seat has to act before the street can end. While all opponents are all in or have folded, it has
    /// to only where one of them has bet more; where the price stands above all of them, because a blind was
    /// posted short, there is nothing that it could win or lose by calling.
    fn must_act(&self, place: usize) -> bool {
        let player = &self.players[place];
        if !player.has_chips_to_bet() {
            return false;
        }
        let opponents = || self.opponents(place);
        if opponents().any(|place| self.players[place].has_chips_to_bet()) {
            !player.has_acted || player.bet < self.round.price
        } else {
            opponents().any(|place| self.players[place].bet > player.bet)
        }
    }

    /// What this seat is offered at its turn.
    pub(super) fn offer(&self, place: usize) -> Offer {
        let player = &self.players[place];
        let call = self.round.price.saturating_sub(player.bet).min(player.stack);
        Offer { call, raise: self.raise_bounds(place) }
    }

    fn raise_bounds(&self, place: usize) -> Result<(Chips, Chips), NoRaise> {
        let (round, player) = (&self.round, &self.players[place]);
        let betting = self.setup.rules.betting;
        let all_in = player.bet + player.stack;
        let faced = round.price.saturating_sub(player.bet);
        if all_in <= round.price {
            return Err(NoRaise::StackTooShort);
        }
        if !self.opponents(place).any(|place| self.could_call_more(place)) {
            return Err(NoRaise::NobodyToCall);
        }
        if player.has_acted && !round.is_reopened_by(betting, faced) {
            return Err(NoRaise::NotReopened);
        }
        if self.is_capped() {
            return Err(NoRaise::Capped);
        }
        let least = round.least(betting);
        let most = match betting {
            Betting::NoLimit => all_in,
            Betting::PotLimit => (round.price + self.middle + round.short_posts + faced).max(least),
            Betting::FixedLimit => least,
        };
        Ok((least.min(all_in), most.min(all_in)))
    }

    fn could_call_more(&self, place: usize) -> bool {
        let player = &self.players[place];
        player.has_chips_to_bet() && player.bet + player.stack > self.round.price
    }

    /// Whether two seats are left.
    fn is_heads_up(&self) -> bool {
        self.unfolded().count() == 2
    }

    /// Whether a bet and three raises were made; among two the table may lift that (Robert's Rules, "Limit poker"), but
    /// not where the street was capped before it came to two.
    fn is_capped(&self) -> bool {
        let rules = &self.setup.rules;
        let lifted = rules.uncapped_heads_up && self.is_heads_up() && !self.round.capped;
        rules.betting == Betting::FixedLimit && self.round.bets >= CAP && !lifted
    }
}
