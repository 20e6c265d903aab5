//! Compares candidates by playing them out, all in the same worlds. Only the better half of the candidates stays, until
//! one is left (sequential halving: Karnin, Koren and Somekh, 2013).

use super::chain::{self, Chain, Scales};
use super::evidence::{Evidence, Trust};
use super::mind::Weights;
use super::pile::Pile;
use super::position::SEATS;
use super::ranking::Ranking;
use super::stakes::Stakes;
use super::table::Table;
use super::worlds::{Hidden, dealt};
use crate::search_rng::SearchRng;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::rules::ThrowPenalty;
use cardroom_rules::games::shengji::throw;

/// The parameters of sampling worlds.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// The number of worlds.
    pub worlds: u32,
    /// The likeliest of this many deals starts the walk to a world.
    pub begins: u32,
    /// The number of steps that lead to it.
    pub steps: u32,
}

impl Walk {
    /// Many worlds, each a little likelier than a random one: few and very likely ones mislead far more.
    pub const USUAL: Self = Self { worlds: 40, begins: 2, steps: 12 };
}

/// The subject and the parameters of a search.
pub struct Search<'a> {
    /// The order of the cards.
    pub ranking: &'a Ranking,
    /// The weights of all players in play-outs.
    pub weights: &'a Weights,
    /// The values of results.
    pub stakes: Stakes,
    /// The penalty for a throw that fails.
    pub throw_penalty: ThrowPenalty,
    /// The seat that decides.
    pub seat: u8,
    /// The table as the seat sees it: its own hand, and the kitty if it knows it.
    pub table: Table,
    /// The parameters of sampling worlds.
    pub walk: Walk,
    /// A play replaces the rule of thumb's own if it is better by this many standard errors.
    pub caution: f32,
    /// The cards that it does not see.
    pub hidden: Hidden,
    /// The others' plays.
    pub evidence: Evidence,
    /// How much they count.
    pub trust: &'a Trust,
}

/// A candidate, and how much better it was so far than the rule of thumb's own play, in the same worlds.
#[derive(Clone, Copy)]
struct Tried {
    play: Pile,
    count: f32,
    sum: f32,
    squares: f32,
}

impl Tried {
    fn add(&mut self, more: f32) {
        self.count += 1.0;
        self.sum += more;
        self.squares += more * more;
    }

    fn mean(&self) -> f32 {
        self.sum / self.count.max(1.0)
    }

    /// Its advantage, this many standard errors below the mean.
    fn promised(&self, errors: f32) -> f32 {
        let variance = (self.squares / self.count.max(1.0) - self.mean() * self.mean()).max(0.0);
        self.mean() - errors * (variance / self.count.max(1.0)).sqrt()
    }
}

impl Search<'_> {
    /// The best of these, of which the first is the rule of thumb's own, by about this many play-outs.
    pub fn best(&self, candidates: &[Pile], play_outs: u32, rng: &mut SearchRng) -> Option<Pile> {
        self.halved(candidates, play_outs, rng, |world, play| self.played_out(world, play))
    }

    /// The best of these kitties to bury.
    pub fn best_kitty(&self, kitties: &[Pile], play_outs: u32, rng: &mut SearchRng) -> Option<Pile> {
        self.halved(kitties, play_outs, rng, |mut world, kitty| {
            let hand = &mut world.hands[usize::from(self.seat)];
            *hand = hand.without(kitty);
            world.kitty = kitty;
            self.finished(world)
        })
    }

    fn halved(
        &self,
        candidates: &[Pile],
        play_outs: u32,
        rng: &mut SearchRng,
        value: impl Fn(Table, Pile) -> f32,
    ) -> Option<Pile> {
        let (&first, others) = candidates.split_first()?;
        let untried = |&play| Tried { play, count: 0.0, sum: 0.0, squares: 0.0 };
        let mut alive: Vec<Tried> = others.iter().map(untried).collect();
        let pool = self.pool(rng);
        let mut worlds = pool.iter().cycle();
        let rounds = alive.len().next_power_of_two().trailing_zeros() + 1;
        for _ in 0..rounds {
            let each = u32::try_from(alive.len()).unwrap_or(0) + 1;
            for &world in worlds.by_ref().take((play_outs / rounds / each).max(1) as usize) {
                let plain = value(world, first);
                for tried in &mut alive {
                    tried.add(value(world, tried.play) - plain);
                }
            }
            alive.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
            alive.truncate(alive.len().div_ceil(2));
        }
        let best = alive.first().filter(|tried| tried.promised(self.caution) > 0.0);
        Some(best.map_or(first, |tried| tried.play))
    }

    /// Worlds, sampled in proportion to how well they explain the plays.
    fn pool(&self, rng: &mut SearchRng) -> Vec<Table> {
        let scales = Scales {
            ranking: self.ranking,
            weights: self.weights,
            trust: self.trust,
            evidence: &self.evidence,
            shown: &self.hidden.shown,
            hidden: chain::hidden(&self.hidden.room),
        };
        let walked = |_| {
            let begins = (0..self.walk.begins).map(|_| Chain::new(scales, self.world(rng)));
            let mut chain = begins.min_by(|one, other| one.total().total_cmp(&other.total()))?;
            (0..self.walk.steps).for_each(|_| chain.step(rng));
            Some(chain.world)
        };
        (0..self.walk.worlds).filter_map(walked).collect()
    }

    /// The table with the hidden cards dealt to it.
    fn world(&self, rng: &mut SearchRng) -> Table {
        let mut table = self.table;
        let piles = dealt(self.ranking, &table.position, &self.hidden, rng);
        for (seat, &pile) in piles.iter().take(SEATS).enumerate() {
            table.hands[seat] = table.hands[seat].with(pile);
        }
        table.kitty = table.kitty.with(piles[SEATS]);
        table
    }

    /// The result of a candidate in this world.
    fn played_out(&self, mut world: Table, play: Pile) -> f32 {
        let play = if world.position.lead.is_none() { self.stands(&mut world, play) } else { play };
        world.play(self.ranking, play);
        self.finished(world)
    }

    fn finished(&self, mut world: Table) -> f32 {
        world.play_out(self.ranking, [self.weights; 2]);
        self.stakes.worth(self.ranking, &world, self.seat)
    }

    /// The cards of a throw that are led in this world, after the penalty is counted.
    fn stands(&self, world: &mut Table, play: Pile) -> Pile {
        let lead = super::shape::Lead::of(self.ranking, play);
        if lead.is_none_or(|lead| !lead.is_throw()) {
            return play;
        }
        let others = (0u8..).zip(world.hands).filter(|&(seat, _)| seat != self.seat);
        let others: Vec<Cards> = others.map(|(_, hand)| self.ranking.cards(hand)).collect();
        let tested = throw::test(&self.ranking.order, self.ranking.cards(play), &others, self.throw_penalty);
        let penalty = i16::try_from(tested.penalty).unwrap_or(i16::MAX);
        world.position.points += if world.position.attacks(self.seat) { -penalty } else { penalty };
        self.ranking.pile(tested.led)
    }
}
