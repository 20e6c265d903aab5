//! The fold: how each event changes the hand, and its next phase. It judges no rule, so a log stays valid when the
//! rules change. It rejects only what is impossible with these chips and cards.

use super::event::{Answered, Awarded, Dealt, Event, Post, Posted, Raked, Returned, Shown, Street};
use super::event::{Swept, Wager};
use super::hand::{Fate, Holdem};
use super::last_action::LastAction;
use super::phase::Phase;
use super::pots::{self, Stake};
use super::street::StreetName;
use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;

/// Applies an event and returns the phase after it. An event that does not fit changes nothing.
pub(super) fn record(hand: &mut Holdem, event: &Event) -> Result<Phase, ReplayError> {
    match event {
        Event::Posted(posted) => hand.posted(posted),
        Event::Dealt(dealt) => hand.dealt(dealt),
        Event::Folded(turn) => hand.folded(turn.seat),
        Event::Checked(turn) => hand.checked(turn.seat),
        Event::Called(wager) => hand.wagered(wager, LastAction::call(wager)),
        Event::Bet(wager) => hand.wagered(wager, LastAction::bet(wager)),
        Event::Raised(wager) => hand.wagered(wager, LastAction::raise(wager)),
        Event::Returned(returned) => hand.returned(returned),
        Event::Swept(swept) => hand.swept(swept),
        Event::Street(street) => hand.street_dealt(street),
        Event::Answered(answered) => hand.answered(answered),
        Event::Shown(shown) => hand.shown(shown),
        Event::Mucked(turn) => hand.mucked(turn.seat),
        Event::Equity(_) => Ok(hand.phase.clone()),
        Event::Raked(raked) => hand.raked(raked),
        Event::Awarded(awarded) => hand.awarded(awarded),
    }
}

impl Holdem {
    fn place(&self, seat: Seat) -> Result<usize, ReplayError> {
        self.place_of(seat).ok_or(ReplayError("the seat was not dealt in"))
    }

    /// The place of a seat that has cards and has not folded.
    fn claimant(&self, seat: Seat) -> Result<usize, ReplayError> {
        let place = self.place(seat)?;
        let player = &self.players[place];
        ReplayError::unless(player.cards.is_some() && !player.has_folded(), "the seat has no hand")?;
        Ok(place)
    }

    fn folded(&mut self, seat: Seat) -> Result<Phase, ReplayError> {
        let place = self.claimant(seat)?;
        self.players[place].fate = Fate::Folded;
        self.players[place].last_action = Some(LastAction::Fold {});
        Ok(self.acted(place))
    }

    fn checked(&mut self, seat: Seat) -> Result<Phase, ReplayError> {
        let place = self.claimant(seat)?;
        self.players[place].last_action = Some(LastAction::Check {});
        Ok(self.acted(place))
    }

    fn mucked(&mut self, seat: Seat) -> Result<Phase, ReplayError> {
        let place = self.claimant(seat)?;
        self.players[place].fate = Fate::Mucked;
        self.players[place].last_action = Some(LastAction::Muck {});
        Ok(self.betting_is_over())
    }

    /// Moves chips from a stack into the pot.
    pub(super) fn pay(&mut self, place: usize, amount: Chips) {
        self.players[place].stack -= amount;
        self.middle += amount;
    }

    fn posted(&mut self, posted: &Posted) -> Result<Phase, ReplayError> {
        let &Posted { seat, post, amount, all_in } = posted;
        let place = self.place(seat)?;
        ReplayError::unless(amount <= self.players[place].stack, "the seat posts more than it has")?;
        ReplayError::unless(self.players[place].cards.is_none(), "the cards were dealt before")?;
        self.pay(place, amount);
        let player = &mut self.players[place];
        player.last_action = Some(LastAction::Post { post, amount, all_in });
        match post {
            Post::TableAnte | Post::DeadBlind => player.dead += amount,
            Post::Ante => player.total += amount,
            Post::SmallBlind | Post::BigBlind | Post::EntryBlind | Post::Straddle => {
                player.total += amount;
                player.bet += amount;
            }
        }
        Ok(self.post_after(post, place))
    }

    fn dealt(&mut self, dealt: &Dealt) -> Result<Phase, ReplayError> {
        let seats = dealt.hands.iter().map(|hand| hand.seat);
        ReplayError::unless(seats.eq(self.players.iter().map(|player| player.seat)), "others were dealt in")?;
        ReplayError::unless(
            self.players.iter().all(|player| player.cards.is_none()),
            "the cards were dealt before",
        )?;
        ReplayError::unless(self.holes().eq(dealt.hands.iter().cloned()), "other cards lie in the deck")?;
        for (player, hand) in self.players.iter_mut().zip(&dealt.hands) {
            player.cards = Some(hand.cards);
        }
        self.used = 2 * self.players.len();
        Ok(self.open_betting())
    }

    fn wagered(&mut self, wager: &Wager, done: LastAction) -> Result<Phase, ReplayError> {
        let place = self.claimant(wager.seat)?;
        let player = &self.players[place];
        ReplayError::unless(wager.amount <= player.stack, "the seat bets more than it has")?;
        ReplayError::unless(wager.to == player.bet + wager.amount, "the bet does not add up")?;
        self.players[place].last_action = Some(done);
        Ok(self.wager(place, wager.amount, !matches!(done, LastAction::Call { .. })))
    }

    /// The phase after a street on which no seat has to act any more.
    pub(super) fn betting_closed(&self) -> Phase {
        match self.uncalled() {
            Some((place, amount)) => Phase::Returning { place, amount },
            None => self.sweeping(),
        }
    }

    /// By how much the largest total of an unfolded seat exceeds all others, folded ones included.
    fn uncalled(&self) -> Option<(usize, Chips)> {
        let top = self.unfolded().max_by_key(|&place| self.players[place].total)?;
        let others = self.places().filter(|&place| place != top);
        let second = others.map(|place| self.players[place].total).max()?;
        let amount = self.players[top].total.saturating_sub(second);
        (amount > 0).then_some((top, amount))
    }

    fn returned(&mut self, returned: &Returned) -> Result<Phase, ReplayError> {
        let &Returned { seat, amount } = returned;
        let place = self.place(seat)?;
        let player = &mut self.players[place];
        ReplayError::unless(amount <= player.total.min(self.middle), "more goes back than was bet")?;
        player.stack += amount;
        player.total -= amount;
        player.bet = player.bet.saturating_sub(amount);
        self.middle -= amount;
        self.returned = Some(returned.clone());
        Ok(self.sweeping())
    }

    /// The sweep, if it changes the pots.
    fn sweeping(&self) -> Phase {
        let stake = |place: usize| {
            let player = &self.players[place];
            Stake {
                seat: player.seat,
                total: player.total,
                dead: player.dead,
                folded: player.has_folded(),
                all_in: player.stack == 0,
            }
        };
        let stakes: Vec<Stake> = self.places().map(stake).collect();
        let pots = pots::layered(&stakes);
        if pots == self.pots { self.betting_is_over() } else { Phase::Sweeping { pots } }
    }

    fn swept(&mut self, swept: &Swept) -> Result<Phase, ReplayError> {
        let swept_up = swept.pots.iter().try_fold(0, |sum: Chips, pot| sum.checked_add(pot.amount));
        ReplayError::unless(swept_up == Some(self.middle), "the pots are not what lies in the middle")?;
        self.pots.clone_from(&swept.pots);
        self.players.iter_mut().for_each(|player| player.bet = 0);
        self.round.price = 0;
        Ok(self.betting_is_over())
    }

    /// The phase after the bets of a street are in the pots.
    fn betting_is_over(&self) -> Phase {
        let mut unfolded = self.unfolded();
        let board = self.boards.iter().position(|board| board.len() < 5);
        match (unfolded.next(), unfolded.next(), board) {
            (Some(place), None, _) if self.players[place].fate == Fate::Held => Phase::Winning { place },
            (_, None, _) => self.raking_from(0),
            (_, _, None) => self.tabling_or_showdown(),
            (_, _, Some(board)) if self.can_betting_go_on() => Phase::Running { board },
            (_, _, Some(board)) => self.run_out(board),
        }
    }

    /// The board is complete. If the table tables all-ins, all hands are tabled once one of them is all in.
    fn tabling_or_showdown(&self) -> Phase {
        let is_all_in = |place: usize| self.players[place].stack == 0;
        match self.next_to_show() {
            Some(place) if self.setup.rules.table_all_ins && self.unfolded().any(is_all_in) => {
                Phase::Tabling { place }
            }
            _ => self.showdown(),
        }
    }

    /// Every seat is all in before the river: hands are tabled (TDA 16), boards agreed on, and dealt to the end.
    fn run_out(&self, board: usize) -> Phase {
        match self.next_to_show() {
            Some(place) => Phase::Tabling { place },
            None if self.setup.rules.run_it_twice && self.twice.is_none() => Phase::Asking,
            None => Phase::Running { board },
        }
    }

    fn street_dealt(&mut self, dealt: &Street) -> Result<Phase, ReplayError> {
        let Some(board) = self.boards.get_mut(usize::from(dealt.board)) else {
            return Err(ReplayError("there is no such board"));
        };
        let fit = if board.is_empty() { 3 } else { 1 };
        ReplayError::unless(
            dealt.cards.len() == fit && board.len() < 5,
            "the board does not grow like that",
        )?;
        ReplayError::unless(
            dealt.street > StreetName::Preflop,
            "no cards come to the board before the flop",
        )?;
        let next = self.deck.cards.get(self.used + 1..).unwrap_or_default();
        ReplayError::unless(next.starts_with(&dealt.cards), "other cards lie in the deck")?;
        board.extend_from_slice(&dealt.cards);
        self.used += 1 + dealt.cards.len();
        self.street = dealt.street;
        self.players.iter_mut().for_each(|player| player.last_action = None);
        if self.can_betting_go_on() { Ok(self.open_betting()) } else { Ok(self.betting_is_over()) }
    }

    fn answered(&mut self, answered: &Answered) -> Result<Phase, ReplayError> {
        let place = self.claimant(answered.seat)?;
        ReplayError::unless(self.twice.is_none(), "the number of boards was decided before")?;
        self.players[place].agrees = answered.agree;
        self.players[place].last_action = Some(LastAction::RunTwice { agree: answered.agree });
        if !answered.agree {
            self.twice = Some(false);
        } else if self.unfolded().all(|place| self.players[place].agrees) {
            self.twice = Some(true);
            self.boards.push(self.boards[0].clone());
        }
        Ok(self.betting_is_over())
    }

    fn shown(&mut self, shown: &Shown) -> Result<Phase, ReplayError> {
        let place = self.claimant(shown.seat)?;
        ReplayError::unless(self.players[place].cards == Some(shown.cards), "the seat holds other cards")?;
        self.players[place].fate = Fate::Shown;
        if matches!(self.phase, Phase::Showing { .. } | Phase::Winning { .. }) {
            self.players[place].last_action = Some(LastAction::Show {});
        }
        Ok(self.betting_is_over())
    }

    fn raked(&mut self, raked: &Raked) -> Result<Phase, ReplayError> {
        let pot = usize::from(raked.pot);
        self.take(pot, raked.amount)?;
        self.rake += raked.amount;
        Ok(self.raking_from(pot + 1))
    }

    fn awarded(&mut self, awarded: &Awarded) -> Result<Phase, ReplayError> {
        let shares = awarded.shares.iter().map(|share| Ok((self.place(share.seat)?, share.amount)));
        let shares: Vec<(usize, Chips)> = shares.collect::<Result<_, ReplayError>>()?;
        let sum = shares.iter().try_fold(0, |sum: Chips, (_, amount)| sum.checked_add(*amount));
        let pot = usize::from(awarded.pot);
        self.take(pot, sum.ok_or(ReplayError("the shares are too large"))?)?;
        for (place, amount) in shares {
            self.players[place].stack += amount;
            self.players[place].won += amount;
        }
        self.awards.push(awarded.clone());
        Ok(self.awarding_after(pot, awarded.board.into()))
    }

    /// Takes chips out of a pot.
    fn take(&mut self, pot: usize, amount: Chips) -> Result<(), ReplayError> {
        let pot = self.pots.get_mut(pot).ok_or(ReplayError("there is no such pot"))?;
        ReplayError::unless(amount <= pot.amount.min(self.middle), "the pot is not that large")?;
        pot.amount -= amount;
        self.middle -= amount;
        Ok(())
    }
}
