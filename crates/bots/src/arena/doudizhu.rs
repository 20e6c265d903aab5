//! Dou Dizhu in the arena: the score of a hand, and how often each role wins.

use super::contest::{Contest, Figure, Terms, distinct, rotations};
use super::error::ArenaError;
use super::estimate::Sample;
use super::table::{Randomness, Table};
use crate::doudizhu::STRATEGIES;
use crate::strategy::Named;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::rules::Rules;
use cardroom_rules::games::doudizhu::setup::{SEATS, Setup, Standing, VOID_DEALS};
use cardroom_rules::games::game::{Chair, Chips, Entry, Game};
use cardroom_rules::games::seat::Seat;

/// Two names stand for all their line-ups: one player against two of the other, both ways round. Three players sit as
/// named, and rotate.
///
/// If the options force a landlord, the lot always chooses it and there is no auction. Each of two players is then once
/// in every deal the landlord against two of the other, and once both peasants against the other: `one v two wins`
/// counts these hands alone.
pub struct DoudizhuContest {
    players: Vec<String>,
    names: Vec<String>,
    setup: Setup,
    stack: Chips,
    stake: Chips,
}

/// The figures of each player.
const FIGURES: [&str; 4] = ["stakes/hand", "landlord wins", "peasant wins", "one v two wins"];

impl Contest for DoudizhuContest {
    type Game = Doudizhu;

    fn strategies() -> &'static [Named<Doudizhu>] {
        STRATEGIES
    }

    fn new(terms: &Terms) -> Result<Self, ArenaError> {
        let given = terms.players.len();
        if ![2, usize::from(SEATS)].contains(&given) {
            return Err(ArenaError::Seats { game: "Dou Dizhu", wanted: "2 or 3", given });
        }
        let options = terms.options.as_deref();
        let rules: Rules = options.map(serde_json::from_str).transpose()?.unwrap_or_default();
        Doudizhu::check(&rules).map_err(ArenaError::Options)?;
        let (stake, stack) = (rules.stake.max(1), rules.stake.saturating_mul(1 << 24));
        let chair = |seat| Chair { seat, chips: stack, newcomer: false, entry: Entry::Wait, wishes: None };
        let chairs: Vec<_> = Seat::first(SEATS).map(chair).collect();
        // A forced landlord needs this many void deals before. Without one they change nothing.
        let standing = Standing { void_deals: VOID_DEALS };
        let setup = Doudizhu::setup(&rules, &standing, &chairs).ok_or(ArenaError::NoHand)?;
        Ok(Self { names: distinct(&terms.players), players: terms.players.clone(), setup, stack, stake })
    }

    fn seatings(&self) -> Vec<Vec<String>> {
        match self.players.as_slice() {
            [one, other] => {
                let alone = |one: &String, other: &String| [one.clone(), other.clone(), other.clone()];
                [rotations(&alone(one, other)), rotations(&alone(other, one))].concat()
            }
            players => rotations(players),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let figure = |name: &String, tells: &str| Figure { player: name.clone(), tells: tells.to_owned() };
        self.names.iter().flat_map(|name| FIGURES.map(|tells| figure(name, tells))).collect()
    }

    #[allow(clippy::cast_precision_loss, reason = "chips stay below 2^53")]
    fn deal(
        &self,
        tables: &mut [Table<Doudizhu>],
        randomness: Randomness,
    ) -> Result<Vec<Sample>, ArenaError> {
        let mut samples = vec![[Sample::default(); FIGURES.len()]; self.names.len()];
        for (table, seating) in tables.iter_mut().zip(self.seatings()) {
            let played = table.play(&self.setup, randomness)?;
            let lord = played.view.landlord;
            let is_one_against_two = lord.is_some_and(|lord| is_one_against_two(&seating, lord));
            for (seat, chips) in played.outcome.stacks {
                let name = seating.get(seat.index());
                let Some(place) = self.names.iter().position(|each| Some(each) == name) else { continue };
                let won = (chips as f64 - self.stack as f64) / self.stake as f64;
                let [score, landlord, peasant, one_against_two] = &mut samples[place];
                score.amount += won;
                score.of += 1.0;
                let Some(lord) = lord else { continue };
                let win = f64::from(u8::from(won > 0.0));
                let role = if lord == seat { landlord } else { peasant };
                role.amount += win;
                role.of += 1.0;
                if is_one_against_two {
                    // Both peasants are one player, and win or lose together.
                    let share = if lord == seat { 1.0 } else { 0.5 };
                    one_against_two.amount += share * win;
                    one_against_two.of += share;
                }
            }
        }
        Ok(samples.into_flattened())
    }
}

/// Whether the landlord plays against two chairs of one other player.
fn is_one_against_two(seating: &[String], landlord: Seat) -> bool {
    let alone = seating.get(landlord.index());
    let others: Vec<_> = seating.iter().filter(|name| Some(*name) != alone).collect();
    others.len() == 2 && others[0] == others[1]
}
