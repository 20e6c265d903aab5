//! A comparison as clients ask for it, and its result.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fault::Fault;
use super::range::{Range, Unreadable};
use super::spot::{Impossible, RequestPath, Spot};
use super::tally::{MOST_PLAYERS, WinTally};
use crate::cards::card::Card;
use crate::games::viewer::ViewerSafe;

/// How many characters of a wrong part of a range an error holds.
const SHOWN: usize = 40;

/// The hands to compare, and the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = holdem::EquityQuestion, example = json!({
    "players": ["AhKh", "QQ+, A5s-A2s, 76s+, KTo+@50"], "board": ["2h", "7h", "Tc"], "dead": ["Qs"]
}))]
pub struct Question {
    /// Two to ten hands or ranges, one for each player: `AhKh`; `QQ+`, `AKs`, `A5s-A2s`, `76s+`, `KTo+`, separated by
    /// commas, each with an optional weight of 0 to 100 percent (`AQs@50`); `40%` for the best by equity against a
    /// random hand; `random` for any.
    #[schema(min_items = 2, max_items = 10)]
    pub players: Vec<String>,
    /// Nothing, or three to five cards.
    #[serde(default)]
    #[schema(max_items = 5)]
    pub board: Vec<Card>,
    /// Cards that are out of play.
    #[serde(default)]
    pub dead: Vec<Card>,
    /// Whether the answer has to be exact: a comparison that is too large to count is then refused and not estimated.
    #[serde(default)]
    pub exact: bool,
}

/// Why a question has no answer, with the data that shows it.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[strum(serialize_all = "snake_case")]
#[serde(untagged)]
pub enum EquityRefusal {
    /// A range cannot be read.
    #[error("{path}: {fault}: `{text}`, from byte {from} to {to}")]
    Range {
        /// The path to the range: the player whose range it is.
        path: RequestPath,
        /// The start of the part that is wrong, in bytes.
        from: usize,
        /// The end of the part, in bytes; the byte there is no longer wrong.
        to: usize,
        /// The part, or its first characters.
        text: String,
        /// The error in the part.
        #[serde(skip)]
        fault: Fault,
    },
    /// It can be read, but the cards are impossible together.
    #[error(transparent)]
    #[strum(transparent)]
    Impossible(#[from] Impossible),
}

impl ViewerSafe for EquityRefusal {}

impl Question {
    /// Reads and checks it.
    pub fn spot(self) -> Result<Spot, EquityRefusal> {
        let players = self.players.len();
        if !(2..=MOST_PLAYERS).contains(&players) {
            return Err(Impossible::players(players).into());
        }
        let read = |(index, text): (usize, &String)| {
            Range::parse(text).map_err(|wrong| unreadable(index, text, wrong))
        };
        let ranges: Vec<Range> = self.players.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Spot::new(&ranges, self.board, self.dead)?)
    }
}

fn unreadable(player: usize, text: &str, Unreadable { fault, at }: Unreadable) -> EquityRefusal {
    let path = RequestPath::one_of("players", player);
    let part = text.get(at.clone()).unwrap_or_default();
    EquityRefusal::Range { path, from: at.start, to: at.end, text: part.chars().take(SHOWN).collect(), fault }
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = holdem::Equities)]
pub struct Equities {
    /// Whether every deal and every board was counted. Otherwise it is an estimate from random ones.
    pub exact: bool,
    /// The amount compared: deals by their weights, times boards.
    #[schema(example = 1_712_304)]
    pub total: u64,
    /// The players, in the order in which they were given.
    pub players: Vec<PlayerEquity>,
}

/// The result of a player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = holdem::Equity)]
pub struct PlayerEquity {
    /// The share of all pots, 0 to 1. A tie counts for each player with its part.
    #[schema(example = 0.4621)]
    pub equity: f64,
    /// The standard error of the estimate. Absent if the answer is exact.
    pub standard_error: Option<f64>,
    /// How often this player wins alone.
    #[schema(example = 787_966)]
    pub win: u64,
    /// How often this player shares: with one other, with two others, and so on.
    #[schema(example = json!([6_732]))]
    pub tie: Vec<u64>,
    /// How often this player loses.
    #[schema(example = 917_606)]
    pub lose: u64,
}

impl ViewerSafe for Equities {}

impl Equities {
    /// Everything was counted.
    pub fn exact(tally: &WinTally) -> Self {
        Self::of(tally, true)
    }

    /// Some of it was sampled.
    pub fn estimated(tally: &WinTally) -> Self {
        Self::of(tally, false)
    }

    fn of(tally: &WinTally, exact: bool) -> Self {
        let players = tally.players().map(|player| tally.shares(player));
        let players = players.map(|shares| PlayerEquity {
            equity: shares.equity(),
            standard_error: (!exact).then(|| shares.standard_error()),
            win: shares.win,
            lose: shares.lose,
            tie: shares.tie,
        });
        Self { exact, total: tally.total(), players: players.collect() }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::refusal::Coded;

    use super::*;

    fn unclear(players: &[&str]) -> EquityRefusal {
        let players = players.iter().map(|&text| text.to_owned()).collect();
        Question { players, ..Question::default() }.spot().unwrap_err()
    }

    #[test]
    fn an_error_in_a_range_is_reported_with_its_position() {
        let EquityRefusal::Range { path, from, to, text, fault } = unclear(&["AA", "KK, Q3x+, JJ"]) else {
            panic!()
        };
        assert_eq!((path.to_string().as_str(), from, to, text.as_str()), ("players[1]", 4, 8, "Q3x+"));
        assert_eq!(fault, Fault::NotAHand);
        let long = "x".repeat(10_000);
        let EquityRefusal::Range { text, to, .. } = unclear(&[&long, "AA"]) else { panic!() };
        assert_eq!((text.len(), to), (SHOWN, 10_000));
    }

    /// No part is read, however many there are.
    #[test]
    fn a_million_ranges_are_too_many_players() {
        assert_eq!(unclear(&vec!["?"; 1_000_000]), Impossible::players(1_000_000).into());
        assert_eq!(unclear(&[]).code(), "player_count");
    }
}
