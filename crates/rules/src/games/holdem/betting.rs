//! One round of betting: the price, the least raise, and the seats that may raise.

use super::hand::Holdem;
use super::phase::Phase;
use super::refusal::NoRaise;
use super::round::{CAP, Round};
use super::rules::Betting;
use super::street::StreetName;
use crate::games::game::Chips;

/// The options of a seat that has to act.
pub(super) struct Offer {
    /// The chips that a call costs; 0 if it may check.
    pub(super) call: Chips,
    /// The least and the largest total that a bet or raise may make.
    pub(super) raise: Result<(Chips, Chips), NoRaise>,
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

    /// The seat that acts last before the flop if nobody raises: the straddler, or else the big blind.
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

    /// Whether a seat has to act before the street can end. If all opponents are all in or have folded, it has to act
    /// only if one of them has bet more than it has. If the price is above all of their bets, because a blind was
    /// posted short, it could win or lose nothing by calling.
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

    /// The options of this seat at its turn.
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
            Betting::PotLimit => self.raise_by_pot(place, 1, 1).max(least),
            Betting::FixedLimit => least,
        };
        Ok((least.min(all_in), most.min(all_in)))
    }

    /// The total of a raise by this part of the pot, rounded down: the price, and that part of the pot after this
    /// seat's call (Robert's Rules, "Pot-limit": the most a player can raise is the amount in the pot after the call).
    /// A short or dead blind counts as the full one (TDA 54-B).
    pub(super) fn raise_by_pot(&self, place: usize, parts: Chips, of: Chips) -> Chips {
        let round = &self.round;
        let faced = round.price.saturating_sub(self.players[place].bet);
        round.price + (self.middle + round.short_posts + faced) * parts / of
    }

    fn could_call_more(&self, place: usize) -> bool {
        let player = &self.players[place];
        player.has_chips_to_bet() && player.bet + player.stack > self.round.price
    }

    /// Whether two seats are left.
    fn is_heads_up(&self) -> bool {
        self.unfolded().count() == 2
    }

    /// Whether a bet and three raises were made. The table may lift this cap for two players (Robert's Rules, "Limit
    /// poker"), but not if the street was capped while more were left.
    fn is_capped(&self) -> bool {
        let rules = &self.setup.rules;
        let lifted = rules.uncapped_heads_up && self.is_heads_up() && !self.round.capped;
        rules.betting == Betting::FixedLimit && self.round.bets >= CAP && !lifted
    }
}
