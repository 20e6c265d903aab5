//! Rules of thumb, weighted in points: the leads and follows of a decent player.
//!
//! They use only the view of the seat: its hand, the plays, and the voids. Play-outs and the intermediate level share
//! them.

use super::answers::Answer;
use super::leads;
use super::odds::Count;
use super::pile::Pile;
use super::position::{Position, same_side};
use super::price::{Prices, Worth};
use super::ranking::{Ranking, TRUMP};
use super::shape::{Lead, Strength};

/// The weights of plays, in points.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The values of cards that are kept.
    pub worth: Worth,
    /// The points that a seat still to play is expected to add to the trick, for each card.
    pub to_come: f32,
    /// The value of leading the next trick.
    pub to_lead: f32,
    /// The share of a card's value that is lost when it is cashed.
    pub cashing: f32,
    /// The same for trumps.
    pub cashing_trumps: f32,
    /// The probability that the partner wins a trick that the seat itself does not win.
    pub partner: f32,
    /// The same if the partner is known to ruff.
    pub partner_ruffs: f32,
    /// The value of drawing trumps, for each trump that the seat has more than its share.
    pub drawing: f32,
    /// The value of each further card of a long plain group when a low one is led.
    pub long: f32,
}

impl Weights {
    /// Tuned by playing against itself.
    pub const TUNED: Self = Self {
        worth: Worth::TUNED,
        to_come: 2.5,
        to_lead: 1.2,
        cashing: 0.35,
        cashing_trumps: 0.7,
        partner: 0.32,
        partner_ruffs: 0.8,
        drawing: 0.7,
        long: 0.3,
    };
}

/// A seat that is to play.
pub struct Mind<'a> {
    /// Its count of the cards.
    pub count: Count<'a>,
    /// Its weights.
    pub weights: &'a Weights,
    /// The seat.
    pub seat: u8,
    /// Its cards.
    pub hand: Pile,
}

/// The best play so far.
struct Best {
    play: Pile,
    value: f32,
}

impl Best {
    fn consider(&mut self, play: Pile, value: f32) {
        if value > self.value {
            *self = Self { play, value };
        }
    }
}

impl<'a> Mind<'a> {
    /// The seat that is to play, if it holds `hand` and `unseen` is elsewhere.
    pub fn new(
        ranking: &'a Ranking,
        position: &'a Position,
        weights: &'a Weights,
        hand: Pile,
        unseen: Pile,
    ) -> Self {
        let within = position.lead.as_ref().map(Lead::group).filter(|&group| {
            let own = hand.among(ranking.groups[group]);
            own.len() > position.lead.map_or(0, |lead| lead.size.into())
        });
        let count = match within {
            Some(group) => Count::of_group(ranking, position, unseen, group),
            None => Count::new(ranking, position, unseen),
        };
        Self { count, weights, seat: position.turn(), hand }
    }

    fn ranking(&self) -> &'a Ranking {
        self.count.ranking
    }

    fn position(&self) -> &'a Position {
        self.count.position
    }

    /// Its play.
    pub fn choose(&self) -> Pile {
        match self.position().lead {
            Some(lead) => self.follow(lead),
            None => self.lead(),
        }
    }

    /// The seats that play after it in this trick.
    fn to_play(&self) -> impl Iterator<Item = u8> + use<> {
        let (seat, count) = (self.seat, self.position().count);
        (1..4 - count.min(3)).map(move |after| (seat + after) % 4)
    }

    fn points(&self, play: Pile) -> f32 {
        f32::from(self.ranking().points(play))
    }

    /// The points that the others are expected to add to the trick.
    fn to_come(&self, lead: &Lead) -> f32 {
        self.weights.to_come * f32::from(lead.size) * f32::from(3 - self.position().count.min(3))
    }

    fn follow(&self, lead: Lead) -> Pile {
        let (ranking, position) = (self.ranking(), self.position());
        let own = self.hand.among(ranking.groups[lead.group()]);
        let size = u32::from(lead.size);
        if own.len() == size || self.hand.len() == size {
            return if own.len() == size { own } else { self.hand };
        }
        let answer = Answer { ranking, lead, hand: self.hand };
        let stake = f32::from(position.at_stake) + self.to_come(&lead);
        let keep = self.keeping(&lead);
        let left = self.left_to_others(&lead);
        let low = answer.cheapest(&keep.with_points(&self.count, self.hand, 1.0 - 2.0 * left));
        let value_of = |play: Pile, ours: f32| {
            let swing = (2.0 * ours - 1.0) * (stake + self.points(play));
            swing + self.weights.to_lead * ours - keep.of(play)
        };
        let mut best = Best { play: low, value: value_of(low, left) };
        let winning = || keep.with_points(&self.count, self.hand, -0.8);
        answer.beating(position.strength, winning, &mut |play| {
            let holds = self.holds(&lead, lead.strength(ranking, play));
            best.consider(play, value_of(play, holds));
        });
        best.play
    }

    /// The values of keeping the cards that it may play on this lead.
    pub fn keeping(&self, lead: &Lead) -> Prices {
        let group = lead.group();
        let own = self.hand.among(self.ranking().groups[group]);
        if own.len() > lead.size.into() {
            Prices::keeping_group(&self.count, &self.weights.worth, self.hand, group)
        } else {
            Prices::keeping(&self.count, &self.weights.worth, self.hand)
        }
    }

    /// The probability that its own play of this strength wins the trick for its side.
    fn holds(&self, lead: &Lead, strength: Strength) -> f32 {
        self.count.holds_against(self.seat, lead, strength, self.to_play())
    }

    /// The probability that its side wins the trick without it.
    pub fn left_to_others(&self, lead: &Lead) -> f32 {
        let position = self.position();
        if same_side(position.best, self.seat) {
            return self.holds(lead, position.strength);
        }
        let partner = self.to_play().find(|&seat| same_side(seat, self.seat));
        partner.map_or(0.0, |partner| 0.8 * self.count.beats(partner, lead, position.strength))
    }

    fn lead(&self) -> Pile {
        let keep = Prices::keeping(&self.count, &self.weights.worth, self.hand);
        let mut best = Best { play: Pile::NONE, value: f32::NEG_INFINITY };
        leads::sensible(&self.count, self.hand, &mut |lead, play| {
            best.consider(play, self.value_of_lead(&lead, play, &keep));
        });
        best.play
    }

    /// The expected value of leading this.
    pub fn value_of_lead(&self, lead: &Lead, play: Pile, keep: &Prices) -> f32 {
        let (weights, group) = (self.weights, lead.group());
        let strength = lead.strength(self.ranking(), play);
        let holds = self.holds(lead, strength);
        let ours = holds + (1.0 - holds) * self.partner_wins(lead);
        let cashing = if group == TRUMP { weights.cashing_trumps } else { weights.cashing };
        let cost = keep.of(play) * (1.0 - holds * (1.0 - cashing));
        let swing = (2.0 * ours - 1.0) * (self.points(play) + self.to_come(lead));
        let own = self.hand.among(self.ranking().groups[group]).len();
        let shape = if group == TRUMP {
            let share = small(own) - small(self.count.out(TRUMP)) / 3.0;
            if self.count.out(TRUMP) == 0 { 0.0 } else { weights.drawing * share * f32::from(lead.size) }
        } else {
            weights.long * small(own)
        };
        swing + shape + weights.to_lead * ours - cost
    }

    /// The probability that the partner wins a trick that this seat leads and does not win.
    fn partner_wins(&self, lead: &Lead) -> f32 {
        let partner = (self.seat + 2) % 4;
        let (position, group) = (self.position(), lead.group());
        let ruffs = group != TRUMP && position.is_void(partner, group) && !position.is_void(partner, TRUMP);
        let by_shape = if lead.size == 1 { 1.0 } else { 0.5 };
        by_shape * if ruffs { self.weights.partner_ruffs } else { self.weights.partner }
    }
}

/// A number of cards as a floating-point number.
fn small(count: u32) -> f32 {
    u16::try_from(count).map_or(0.0, f32::from)
}
