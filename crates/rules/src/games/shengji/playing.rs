//! The events that follow in play: throws are compared with the other hands, tricks are won, and the hand is scored.

use super::cards::Cards;
use super::event::{Event, Scored, ThrowJudged, TrickWon};
use super::hand::Shengji;
use super::lead::Lead;
use super::level::TeamLevel;
use super::order::Order;
use super::phase::{FinishedTrick, Playing};
use super::rules::KittyMultiplier;
use super::score::{self, Points, Progress, Team};
use super::setup::{SEATS, Setup, Standing};
use super::{throw, trick};
use crate::games::game::{Chips, Step};
use crate::games::seat::Seat;

impl Shengji {
    /// Whether a seat has to lead or to follow.
    pub(super) fn is_to_play(&self, playing: &Playing) -> bool {
        let trick = &playing.trick;
        trick.thrown.is_none() && !trick.is_full() && !self.held(trick.turn()).is_empty()
    }

    pub(super) fn playing(&self, playing: &Playing) -> Step<Event, Standing> {
        if let Some(thrown) = playing.trick.thrown {
            Step::Now(Event::ThrowJudged(self.judge_throw(playing, thrown)))
        } else if playing.trick.is_full() {
            Step::Now(Event::TrickWon(self.trick_won(playing)))
        } else if self.is_to_play(playing) {
            Step::Await(self.awaited())
        } else {
            Step::Now(Event::Scored(self.scored(playing)))
        }
    }

    /// Compares a throw with the other hands. Every viewer learns all its cards, and none whose cards were higher.
    fn judge_throw(&self, playing: &Playing, thrown: Cards) -> ThrowJudged {
        let (seat, order) = (playing.trick.turn(), &playing.contract.order);
        let others = Seat::first(SEATS).filter(|&other| other != seat).map(|other| self.held(other));
        let others: Vec<Cards> = others.collect();
        let throw::Tested { beaten, led, penalty, .. } =
            throw::test(order, thrown, &others, self.setup.rules.throw_penalty);
        ThrowJudged {
            seat,
            stands: beaten.is_empty(),
            led: order.sorted(led),
            returned: order.sorted(thrown.without(led)),
            penalty,
        }
    }

    fn trick_won(&self, playing: &Playing) -> TrickWon {
        let trick = &playing.trick;
        TrickWon {
            seat: self.winning(playing).unwrap_or(trick.leader),
            points: trick.plays.iter().map(|&play| trick::points(play)).sum(),
        }
    }

    /// The seat whose play wins the trick so far; none before a lead.
    pub(super) fn winning(&self, playing: &Playing) -> Option<Seat> {
        let trick = &playing.trick;
        let evaluation = self.setup.rules.throw_evaluation;
        let lead = trick.lead.as_ref()?;
        Some(trick.seat_at(trick::winner(&playing.contract.order, evaluation, lead, &trick.plays)))
    }

    fn scored(&self, playing: &Playing) -> Scored {
        let rules = &self.setup.rules;
        let kitty_points = trick::points(playing.kitty);
        let order = &playing.contract.order;
        let taken = playing.last.as_deref().filter(|last| playing.contract.is_attacker(last.winner));
        let multiplier = taken.map_or(0, |last| rules.kitty_multiplier.of(order, last));
        let points = playing.points + Points::from(kitty_points) * Points::from(multiplier);
        let hooked = rules.hook_jack
            && playing.contract.trump.level == Some(TeamLevel::JACK)
            && taken.is_some_and(FinishedTrick::is_won_with_a_jack);
        let progress = score::progress(
            rules.thresholds,
            rules.must_play,
            self.setup.levels,
            playing.contract.declarer,
            points,
            hooked,
        );
        Scored {
            kitty: order.sorted(playing.kitty),
            kitty_points,
            multiplier,
            points,
            hooked,
            stacks: paid(&self.setup, playing.contract.declarer, &progress),
            progress,
        }
    }
}

impl FinishedTrick {
    /// The winner's play.
    fn winning_play(&self) -> Cards {
        let played = self.trick.plays.iter().enumerate();
        let mut by_winner = played.filter(|&(place, _)| self.trick.seat_at(place) == self.winner);
        by_winner.next().map(|(_, &play)| play).unwrap_or_default()
    }

    fn is_won_with_a_jack(&self) -> bool {
        self.winning_play().kinds().any(|card| card.rank() == Some(TeamLevel::JACK.rank()))
    }
}

impl KittyMultiplier {
    /// The multiplier of the kitty's points for attackers who have won this trick, the last one.
    fn of(self, order: &Order, last: &FinishedTrick) -> u32 {
        let by_lead = last.trick.lead.map_or(1, |lead| lead.largest());
        let by_winner = || Lead::of(order, last.winning_play()).map_or(1, |play| play.largest());
        match self {
            Self::TwicePerCard => 2 * u32::from(by_lead),
            Self::PowerOfTwo => 1 << by_lead,
            Self::ByWinningPlay => 2 * u32::from(by_winner()),
        }
    }
}

/// The seats' chips after the losers have paid: each pays the winner after it, as far as its stack goes.
fn paid(setup: &Setup, declarer: Seat, progress: &Progress) -> [Chips; 4] {
    let mut stacks = setup.stacks;
    let declarers_lose = !progress.won.held;
    let price = setup.rules.stake.saturating_mul(progress.won.levels.into());
    for loser in Seat::first(SEATS).filter(|&seat| (Team::of(seat) == Team::of(declarer)) == declarers_lose) {
        let payment = price.min(setup.stacks[loser.index()]);
        stacks[loser.index()] -= payment;
        stacks[loser.after(SEATS).index()] += payment;
    }
    stacks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card::{Card, Suit};
    use crate::games::shengji::order::{Adjacency, Trump};
    use crate::games::shengji::phase::Trick;

    fn order() -> Order {
        Order::new(Trump { suit: Some(Suit::Spades), level: Some(TeamLevel::TWO) }, Adjacency::default())
    }

    fn cards(text: &str) -> Cards {
        let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        Cards::gathered(&cards).unwrap()
    }

    fn multiplied(multiplier: KittyMultiplier, lead: &str, won_by: &str) -> u32 {
        let plays = [lead, won_by, "", ""].map(cards).to_vec();
        let lead = Lead::of(&order(), plays[0]);
        let trick = Trick { leader: Seat(0), thrown: None, plays, lead };
        multiplier.of(&order(), &FinishedTrick { trick, winner: Seat(1) })
    }

    #[test]
    fn the_kitty_counts_by_the_largest_component_of_the_last_lead() {
        let twice = KittyMultiplier::TwicePerCard;
        assert_eq!(multiplied(twice, "3h", "4h"), 2);
        assert_eq!(multiplied(twice, "3h 3h", "4h 4h"), 4);
        assert_eq!(multiplied(twice, "3h 3h 4h 4h", "5h 5h 6h 6h"), 8);
        assert_eq!(multiplied(twice, "3h 4h", "5s 5s"), 2, "whatever it was ruffed with");
    }

    #[test]
    fn the_kitty_multiplier_is_an_option() {
        assert_eq!(multiplied(KittyMultiplier::PowerOfTwo, "3h", "4h"), 2);
        assert_eq!(multiplied(KittyMultiplier::PowerOfTwo, "3h 3h 4h 4h", "5h 5h 6h 6h"), 16);
        assert_eq!(multiplied(KittyMultiplier::ByWinningPlay, "3h 4h", "5s 5s"), 4);
    }

    #[test]
    fn a_jack_wins_the_last_trick_if_the_winner_played_it() {
        let won_with = |plays: [&str; 4]| {
            let trick = Trick { leader: Seat(2), thrown: None, plays: plays.map(cards).to_vec(), lead: None };
            FinishedTrick { trick, winner: Seat(3) }.is_won_with_a_jack()
        };
        assert!(won_with(["Jh", "Js", "3h", "4h"]));
        assert!(!won_with(["Jh", "X1", "3h", "4h"]));
    }
}
