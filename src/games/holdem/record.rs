//! The fold: what each event does to the hand, and what follows it. It judges no rule, so a log outlives a change
//! of the rules; it only refuses what could not have happened to these chips and cards.

use super::event::{Answered, Awarded, Dealt, Event, Post, Posted, Raked, Returned, Shown, Street};
use super::event::{StreetName, Swept, Wager};
use super::hand::{Fate, Holdem, Phase};
use super::pots::{self, Stake};
use crate::games::game::{Chips, Misfit, Seat};

impl Holdem {
    /// Applies an event, and says what happens next. An event that does not fit changes nothing.
    pub(super) fn fold(&mut self, event: &Event) -> Result<Phase, Misfit> {
        match event {
            Event::Posted(posted) => self.posted(posted),
            Event::Dealt(dealt) => self.dealt(dealt),
            Event::Folded(turn) => {
                let place = self.claimant(turn.seat)?;
                self.players[place].fate = Fate::Folded;
                Ok(self.acted(place))
            }
            Event::Checked(turn) => Ok(self.acted(self.claimant(turn.seat)?)),
            Event::Called(wager) => self.wagered(wager, false),
            Event::Bet(wager) | Event::Raised(wager) => self.wagered(wager, true),
            Event::Returned(returned) => self.returned(returned),
            Event::Swept(swept) => self.swept(swept),
            Event::Street(street) => self.street_dealt(street),
            Event::Answered(answered) => self.answered(answered),
            Event::Shown(shown) => self.shown(shown),
            Event::Mucked(turn) => {
                let place = self.claimant(turn.seat)?;
                self.players[place].fate = Fate::Mucked;
                Ok(self.betting_is_over())
            }
            Event::Raked(raked) => self.raked(raked),
            Event::Awarded(awarded) => self.awarded(awarded),
        }
    }

    fn place(&self, seat: Seat) -> Result<usize, Misfit> {
        self.place_of(seat).ok_or(Misfit("the seat was not dealt in"))
    }

    /// The place of a seat that has cards and has not folded.
    fn claimant(&self, seat: Seat) -> Result<usize, Misfit> {
        let place = self.place(seat)?;
        let player = &self.players[place];
        fits(player.cards.is_some() && !player.has_folded(), "the seat has no hand")?;
        Ok(place)
    }

    /// Moves chips from a stack to the middle.
    pub(super) fn pay(&mut self, place: usize, amount: Chips) {
        self.players[place].stack -= amount;
        self.middle += amount;
    }

    fn posted(&mut self, posted: &Posted) -> Result<Phase, Misfit> {
        let &Posted { seat, post, amount, .. } = posted;
        let place = self.place(seat)?;
        fits(amount <= self.players[place].stack, "the seat posts more than it has")?;
        fits(self.players[place].cards.is_none(), "the cards were dealt before")?;
        self.pay(place, amount);
        let player = &mut self.players[place];
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

    fn dealt(&mut self, dealt: &Dealt) -> Result<Phase, Misfit> {
        let seats = dealt.hands.iter().map(|hand| hand.seat);
        fits(seats.eq(self.players.iter().map(|player| player.seat)), "others were dealt in")?;
        fits(self.players.iter().all(|player| player.cards.is_none()), "the cards were dealt before")?;
        for (player, hand) in self.players.iter_mut().zip(&dealt.hands) {
            player.cards = Some(hand.cards);
        }
        self.used = 2 * self.players.len();
        Ok(self.open_betting())
    }

    fn wagered(&mut self, wager: &Wager, raises: bool) -> Result<Phase, Misfit> {
        let place = self.claimant(wager.seat)?;
        let player = &self.players[place];
        fits(wager.amount <= player.stack, "the seat bets more than it has")?;
        fits(wager.to == player.bet + wager.amount, "the bet does not add up")?;
        Ok(self.wager(place, wager.amount, raises))
    }

    /// What follows when nobody has to act any more on this street.
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

    fn returned(&mut self, returned: &Returned) -> Result<Phase, Misfit> {
        let &Returned { seat, amount } = returned;
        let place = self.place(seat)?;
        let player = &mut self.players[place];
        fits(amount <= player.total.min(self.middle), "more goes back than was bet")?;
        player.stack += amount;
        player.total -= amount;
        player.bet = player.bet.saturating_sub(amount);
        self.middle -= amount;
        Ok(self.sweeping())
    }

    /// The sweep, where it changes the pots.
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

    fn swept(&mut self, swept: &Swept) -> Result<Phase, Misfit> {
        let swept_up = swept.pots.iter().try_fold(0, |sum: Chips, pot| sum.checked_add(pot.amount));
        fits(swept_up == Some(self.middle), "the pots are not what lies in the middle")?;
        self.pots.clone_from(&swept.pots);
        self.players.iter_mut().for_each(|player| player.bet = 0);
        self.round.price = 0;
        Ok(self.betting_is_over())
    }

    /// What follows when the bets of a street are in the pots.
    fn betting_is_over(&self) -> Phase {
        let mut unfolded = self.unfolded();
        let board = self.boards.iter().position(|board| board.len() < 5);
        match (unfolded.next(), unfolded.next(), board) {
            (Some(place), None, _) if self.players[place].fate == Fate::Held => Phase::Winning { place },
            (_, None, _) => self.raking_from(0),
            (_, _, None) => self.showdown(),
            (_, _, Some(board)) if self.can_betting_go_on() => Phase::Running { board },
            (_, _, Some(board)) => self.run_out(board),
        }
    }

    /// Everybody is all in before the river: hands are tabled (TDA 16), boards agreed on, and run out.
    fn run_out(&self, board: usize) -> Phase {
        match self.next_to_show() {
            Some(place) => Phase::Tabling { place },
            None if self.setup.rules.run_it_twice && self.twice.is_none() => Phase::Asking,
            None => Phase::Running { board },
        }
    }

    fn street_dealt(&mut self, dealt: &Street) -> Result<Phase, Misfit> {
        let Some(board) = self.boards.get_mut(usize::from(dealt.board)) else {
            return Err(Misfit("there is no such board"));
        };
        let fit = if board.is_empty() { 3 } else { 1 };
        fits(dealt.cards.len() == fit && board.len() < 5, "the board does not grow like that")?;
        fits(dealt.street > StreetName::Preflop, "no cards come to the board before the flop")?;
        board.extend_from_slice(&dealt.cards);
        self.used += 1 + dealt.cards.len();
        self.street = dealt.street;
        if self.can_betting_go_on() { Ok(self.open_betting()) } else { Ok(self.betting_is_over()) }
    }

    fn answered(&mut self, answered: &Answered) -> Result<Phase, Misfit> {
        let place = self.claimant(answered.seat)?;
        fits(self.twice.is_none(), "the number of boards was decided before")?;
        self.players[place].agrees = answered.agree;
        if !answered.agree {
            self.twice = Some(false);
        } else if self.unfolded().all(|place| self.players[place].agrees) {
            self.twice = Some(true);
            self.boards.push(self.boards[0].clone());
        }
        Ok(self.betting_is_over())
    }

    fn shown(&mut self, shown: &Shown) -> Result<Phase, Misfit> {
        let place = self.claimant(shown.seat)?;
        fits(self.players[place].cards == Some(shown.cards), "the seat holds other cards")?;
        self.players[place].fate = Fate::Shown;
        Ok(self.betting_is_over())
    }

    fn raked(&mut self, raked: &Raked) -> Result<Phase, Misfit> {
        let pot = usize::from(raked.pot);
        self.take(pot, raked.amount)?;
        self.rake += raked.amount;
        Ok(self.raking_from(pot + 1))
    }

    fn awarded(&mut self, awarded: &Awarded) -> Result<Phase, Misfit> {
        let shares = awarded.shares.iter().map(|share| Ok((self.place(share.seat)?, share.amount)));
        let shares: Vec<(usize, Chips)> = shares.collect::<Result<_, Misfit>>()?;
        let sum = shares.iter().try_fold(0, |sum: Chips, (_, amount)| sum.checked_add(*amount));
        let pot = usize::from(awarded.pot);
        self.take(pot, sum.ok_or(Misfit("the shares are too large"))?)?;
        for (place, amount) in shares {
            self.players[place].stack += amount;
            self.players[place].won += amount;
        }
        Ok(self.awarding_after(pot, awarded.board.into()))
    }

    /// Takes chips out of a pot.
    fn take(&mut self, pot: usize, amount: Chips) -> Result<(), Misfit> {
        let pot = self.pots.get_mut(pot).ok_or(Misfit("there is no such pot"))?;
        fits(amount <= pot.amount.min(self.middle), "the pot is not that large")?;
        pot.amount -= amount;
        self.middle -= amount;
        Ok(())
    }
}

fn fits(holds: bool, why: &'static str) -> Result<(), Misfit> {
    if holds { Ok(()) } else { Err(Misfit(why)) }
}
