//! Shengji in the arena: the share of all levels that a side wins.

use super::contest::{Contest, Figure, Terms, distinct, rotations};
use super::error::ArenaError;
use super::estimate::Sample;
use super::table::{Randomness, Table};
use crate::shengji::STRATEGIES;
use crate::strategy::Named;
use cardroom_rules::games::game::{Chair, Entry, Game};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::rules::Rules;
use cardroom_rules::games::shengji::setup::{SEATS, Standing};

/// The number of hands in a deal. They follow each other as at a table: the declarer and the level come from the hand
/// before.
const HANDS: u32 = 8;

/// Two players are two sides, which swap. Four sit as named, and rotate by one.
pub struct ShengjiContest {
    players: Vec<String>,
    names: Vec<String>,
    rules: Rules,
}

impl Contest for ShengjiContest {
    type Game = Shengji;

    fn strategies() -> &'static [Named<Shengji>] {
        STRATEGIES
    }

    fn new(terms: &Terms) -> Result<Self, ArenaError> {
        let players = match terms.players.as_slice() {
            [one, other] => [one, other, one, other].map(String::clone).to_vec(),
            players if players.len() == usize::from(SEATS) => players.to_vec(),
            players => {
                return Err(ArenaError::Seats { game: "Shengji", wanted: "2 or 4", given: players.len() });
            }
        };
        let options = terms.options.as_deref();
        let rules: Rules = options.map(serde_json::from_str).transpose()?.unwrap_or_default();
        Shengji::check(&rules).map_err(ArenaError::Options)?;
        Ok(Self { names: distinct(&players), players, rules })
    }

    fn seatings(&self) -> Vec<Vec<String>> {
        rotations(&self.players).into_iter().take(2).collect()
    }

    fn figures(&self) -> Vec<Figure> {
        let figure = |name: &String| Figure { player: name.clone(), tells: "share of levels".to_owned() };
        self.names.iter().map(figure).collect()
    }

    fn deal(&self, tables: &mut [Table<Shengji>], randomness: Randomness) -> Result<Vec<Sample>, ArenaError> {
        let mut gained = vec![0.0; self.names.len()];
        for (table, seating) in tables.iter_mut().zip(self.seatings()) {
            let mut standing = Standing::OPENING;
            for hand in 0..HANDS {
                let chair =
                    |seat| Chair { seat, chips: 0, newcomer: false, entry: Entry::Wait, wishes: None };
                let chairs: Vec<_> = Seat::first(SEATS).map(chair).collect();
                let setup = Shengji::setup(&self.rules, &standing, &chairs).ok_or(ArenaError::NoHand)?;
                let played = table.play(&setup, Randomness { hand, ..randomness })?;
                let before = std::mem::replace(&mut standing, played.outcome.standing);
                for (side, levels) in gains(&before, &standing).into_iter().enumerate() {
                    let name = seating.get(side);
                    if let Some(place) = self.names.iter().position(|each| Some(each) == name) {
                        gained[place] += levels;
                    }
                }
            }
        }
        let all: f64 = gained.iter().sum();
        Ok(gained.into_iter().map(|amount| Sample { amount, of: all }).collect())
    }
}

/// The levels that each side has gained: seats 0 and 2, then 1 and 3. After a game that was won a new one begins; it
/// counts one level for its winner, who declared.
fn gains(before: &Standing, after: &Standing) -> [f64; 2] {
    if let (Some(declarer), None) = (before.declarer, after.declarer) {
        return if declarer.0.is_multiple_of(2) { [1.0, 0.0] } else { [0.0, 1.0] };
    }
    let of = |standing: &Standing| [standing.levels.even.rank(), standing.levels.odd.rank()].map(f64::from);
    let (before, after) = (of(before), of(after));
    [after[0] - before[0], after[1] - before[1]].map(|levels| levels.max(0.0))
}
