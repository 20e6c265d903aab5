//! Hold'em in the arena: big blinds won in a hundred hands.

use super::contest::{Contest, Figure, Terms, distinct, rotations};
use super::error::ArenaError;
use super::estimate::Sample;
use super::table::{Randomness, Table};
use crate::holdem::STRATEGIES;
use crate::strategy::Named;
use cardroom_rules::games::game::{Chair, Chips, Entry, Game};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::rules::Rules;
use cardroom_rules::games::holdem::setup::Setup;
use cardroom_rules::games::seat::Seat;

/// No-limit Hold'em with blinds of 50 and 100: fine enough for any raise.
const RULES: &str = r#"{"betting": "no_limit", "small_blind": 50, "big_blind": 100}"#;

/// Every player begins each hand with the same chips. The button is at the last seat, so the rotation gives every
/// player every position with every hand of the deal.
pub struct HoldemContest {
    players: Vec<String>,
    names: Vec<String>,
    setup: Setup,
    rules: Rules,
    stack: Chips,
}

impl Contest for HoldemContest {
    type Game = Holdem;

    fn strategies() -> &'static [Named<Holdem>] {
        STRATEGIES
    }

    fn new(terms: &Terms) -> Result<Self, ArenaError> {
        let rules: Rules = serde_json::from_str(terms.options.as_deref().unwrap_or(RULES))?;
        Holdem::check(&rules).map_err(ArenaError::Options)?;
        let (players, given) = (terms.players.clone(), terms.players.len());
        let seats = u8::try_from(given).ok().filter(|&seats| Holdem::seats(&rules).contains(&seats));
        let seats = seats.ok_or(ArenaError::Seats { game: "Hold'em", wanted: "2 to 10", given })?;
        let stack = rules.big_blind.saturating_mul(terms.depth);
        let chair = |seat| Chair { seat, chips: stack, newcomer: false, entry: Entry::Wait, wishes: None };
        let chairs: Vec<_> = Seat::first(seats).map(chair).collect();
        let setup = Holdem::setup(&rules, &Holdem::opening(&rules), &chairs).ok_or(ArenaError::NoHand)?;
        Ok(Self { names: distinct(&players), players, setup, rules, stack })
    }

    fn seatings(&self) -> Vec<Vec<String>> {
        rotations(&self.players)
    }

    fn figures(&self) -> Vec<Figure> {
        let figure = |name: &String| Figure { player: name.clone(), tells: "bb/100".to_owned() };
        self.names.iter().map(figure).collect()
    }

    #[allow(clippy::cast_precision_loss, reason = "chips stay below 2^53")]
    fn deal(&self, tables: &mut [Table<Holdem>], randomness: Randomness) -> Result<Vec<Sample>, ArenaError> {
        let mut won = vec![Sample::default(); self.names.len()];
        for (table, seating) in tables.iter_mut().zip(self.seatings()) {
            let stacks = table.play(&self.setup, randomness)?.outcome.stacks;
            for (seat, chips) in stacks {
                let name = seating.get(seat.index());
                if let Some(place) = self.names.iter().position(|each| Some(each) == name) {
                    let chips = chips as f64 - self.stack as f64;
                    won[place].amount += 100.0 * chips / self.rules.big_blind as f64;
                    won[place].of += 1.0;
                }
            }
        }
        Ok(won)
    }
}
