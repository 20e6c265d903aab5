//! Weighs candidates by playing them out, all in the same worlds; of the candidates only the better half goes on, until
//! one is left (sequential halving: Karnin, Koren and Somekh, 2013).

use super::chain::{self, Chain, Scales};
use super::evidence::{Evidence, Trust};
use super::mind::Weights;
use super::pile::Pile;
use super::position::SEATS;
use super::ranking::Ranking;
use super::stakes::Stakes;
use super::table::Table;
use super::worlds::{Chance, Hidden, dealt};
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::rules::ThrowPenalty;
use cardroom_rules::games::shengji::throw;

/// How worlds are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// How many worlds are drawn.
    pub worlds: u32,
    /// Of how many deals the likeliest begins the walk to a world.
    pub begins: u32,
    /// How many steps lead to it.
    pub steps: u32,
}

impl Walk {
    /// Many worlds, each of them a little likelier than a random one: few and very likely ones mislead far more.
    pub const USUAL: Self = Self { worlds: 40, begins: 2, steps: 12 };
}

/// What is searched, and by which rules.
pub struct Search<'a> {
    /// The order of the cards.
    pub ranking: &'a Ranking,
    /// What everybody plays by in play-outs.
    pub weights: &'a Weights,
    /// What results are worth.
    pub stakes: Stakes,
    /// What a throw that does not stand costs.
    pub throw_penalty: ThrowPenalty,
    /// Which seat decides.
    pub seat: u8,
    /// The table as the seat sees it: its own hand, and the kitty where it knows it.
    pub table: Table,
    /// How worlds are drawn.
    pub walk: Walk,
    /// By how many standard errors a play has to be better than what rules of thumb say.
    pub caution: f32,
    /// What it does not see.
    pub hidden: Hidden,
    /// What the others have played.
    pub evidence: Evidence,
    /// How much that tells.
    pub trust: &'a Trust,
}

/// A candidate, and how much more it came to so far than what rules of thumb say, in the same worlds.
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

    /// How much more it promises, so many standard errors below the mean.
    fn promised(&self, errors: f32) -> f32 {
        let variance = (self.squares / self.count.max(1.0) - self.mean() * self.mean()).max(0.0);
        self.mean() - errors * (variance / self.count.max(1.0)).sqrt()
    }
}

impl Search<'_> {
    /// The best of these, of which the first is what rules of thumb say, by about so many play-outs.
    pub fn best(&self, candidates: &[Pile], play_outs: u32, chance: &mut Chance) -> Option<Pile> {
        self.halved(candidates, play_outs, chance, |world, play| self.played_out(world, play))
    }

    /// The best of these kitties to bury.
    pub fn best_kitty(&self, kitties: &[Pile], play_outs: u32, chance: &mut Chance) -> Option<Pile> {
        self.halved(kitties, play_outs, chance, |mut world, kitty| {
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
        chance: &mut Chance,
        value: impl Fn(Table, Pile) -> f32,
    ) -> Option<Pile> {
        let (&first, others) = candidates.split_first()?;
        let untried = |&play| Tried { play, count: 0.0, sum: 0.0, squares: 0.0 };
        let mut alive: Vec<Tried> = others.iter().map(untried).collect();
        let pool = self.pool(chance);
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

    /// Worlds, each as likely as it explains what was played.
    fn pool(&self, chance: &mut Chance) -> Vec<Table> {
        let scales = Scales {
            ranking: self.ranking,
            weights: self.weights,
            trust: self.trust,
            evidence: &self.evidence,
            shown: &self.hidden.shown,
            hidden: chain::hidden(&self.hidden.room),
        };
        let walked = |_| {
            let begins = (0..self.walk.begins).map(|_| Chain::new(scales, self.world(chance)));
            let mut chain = begins.min_by(|one, other| one.total().total_cmp(&other.total()))?;
            (0..self.walk.steps).for_each(|_| chain.step(chance));
            Some(chain.world)
        };
        (0..self.walk.worlds).filter_map(walked).collect()
    }

    /// The table with the hidden cards dealt to it.
    fn world(&self, chance: &mut Chance) -> Table {
        let mut table = self.table;
        let piles = dealt(self.ranking, &table.position, &self.hidden, chance);
        for (seat, &pile) in piles.iter().take(SEATS).enumerate() {
            table.hands[seat] = table.hands[seat].with(pile);
        }
        table.kitty = table.kitty.with(piles[SEATS]);
        table
    }

    /// What a candidate comes to in this world.
    fn played_out(&self, mut world: Table, play: Pile) -> f32 {
        let play = if world.position.lead.is_none() { self.stands(&mut world, play) } else { play };
        world.play(self.ranking, play);
        self.finished(world)
    }

    fn finished(&self, mut world: Table) -> f32 {
        world.play_out(self.ranking, [self.weights; 2]);
        self.stakes.worth(self.ranking, &world, self.seat)
    }

    /// What is led of a throw in this world, once what it costs is paid.
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
