//! The input of a comparison: the ranges of two to ten players, the board so far, and the dead cards.

use std::fmt;

use serde::{Serialize, Serializer};

use super::combo::Combo;
use super::range::Range;
use super::tally::MOST_PLAYERS;
use crate::cards::card::Card;
use crate::cards::combinations::choose;
use crate::cards::set::CardSet;
use crate::games::viewer::ViewerSafe;

/// How many cards a complete board has.
const BOARD: usize = 5;
/// After this many tries to deal hands without an end, some deal is assumed to exist.
const TRIES: u32 = 100_000;

/// Players, a board, dead cards: all possible together.
#[derive(Clone, Debug)]
pub struct Spot {
    players: Vec<Range>,
    board: Vec<Card>,
    dead: Vec<Card>,
}

/// A place in the request: `board[2]`, from 0, or `board` for all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestPath {
    /// The list: `players`, `board` or `dead`.
    pub list: &'static str,
    /// The index in it; all of it if absent.
    pub index: Option<usize>,
}

impl RequestPath {
    /// All of a list.
    pub const fn all_of(list: &'static str) -> Self {
        Self { list, index: None }
    }

    /// One of a list.
    pub const fn one_of(list: &'static str, index: usize) -> Self {
        Self { list, index: Some(index) }
    }
}

impl fmt::Display for RequestPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            None => out.write_str(self.list),
            Some(index) => write!(out, "{}[{index}]", self.list),
        }
    }
}

impl Serialize for RequestPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why there is nothing to compare, with the data that shows it.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[strum(serialize_all = "snake_case")]
#[serde(untagged)]
pub enum Impossible {
    /// Too few players, or too many.
    #[error("2 to {MOST_PLAYERS} players are compared, not {players}")]
    PlayerCount {
        /// How many there were.
        players: usize,
        /// The place in the request.
        path: RequestPath,
    },
    /// Too few cards on the board, or too many.
    #[error("a board has 0, 3, 4 or 5 cards, not {cards}")]
    BoardSize {
        /// How many there were.
        cards: usize,
        /// The place in the request.
        path: RequestPath,
    },
    /// There are no jokers in poker.
    #[error("{path} is a joker, and poker is played without jokers")]
    Joker {
        /// The place in the request.
        path: RequestPath,
    },
    /// A card was given twice.
    #[error("{path} repeats the card {card}")]
    DuplicateCard {
        /// The card that is given twice.
        card: Card,
        /// The second place where it was given.
        path: RequestPath,
    },
    /// There are more players than the cards suffice for.
    #[error("{players} players and a board need {needed} cards, and {left} are left")]
    TooFewCards {
        /// How many players there are.
        players: usize,
        /// How many cards they and the board need.
        needed: usize,
        /// How many cards are left.
        left: usize,
        /// The place of the first player too many.
        path: RequestPath,
    },
    /// Each hand of a range has a card that is on the board or dead.
    #[error("the board and the dead cards leave no hand in {path}")]
    NoHandLeft {
        /// The path to the player who can hold no hand.
        path: RequestPath,
    },
    /// The ranges are impossible together.
    #[error("{path} cannot be dealt together with the hands before it")]
    Conflict {
        /// The first range that has no hand left, whichever hands the ranges before it are dealt.
        path: RequestPath,
    },
}

impl ViewerSafe for Impossible {}

impl Impossible {
    /// Too few players, or too many.
    pub(super) fn players(players: usize) -> Self {
        Self::PlayerCount { players, path: RequestPath::all_of("players") }
    }
}

impl Spot {
    /// A spot of these ranges, board and dead cards, if they are possible together.
    pub fn new(players: &[Range], board: Vec<Card>, dead: Vec<Card>) -> Result<Self, Impossible> {
        if !(2..=MOST_PLAYERS).contains(&players.len()) {
            return Err(Impossible::players(players.len()));
        }
        if !matches!(board.len(), 0 | 3 | 4 | 5) {
            return Err(Impossible::BoardSize { cards: board.len(), path: RequestPath::all_of("board") });
        }
        let placed = |list, cards: &[Card]| {
            let placed =
                cards.iter().enumerate().map(move |(index, &card)| (card, RequestPath::one_of(list, index)));
            placed.collect::<Vec<_>>()
        };
        let gone = different(placed("board", &board).into_iter().chain(placed("dead", &dead)))?;
        let left = usize::from(Card::FRENCH) - board.len() - dead.len();
        let needed = 2 * players.len() + BOARD - board.len();
        if needed > left {
            let path = RequestPath::all_of("players");
            return Err(Impossible::TooFewCards { players: players.len(), needed, left, path });
        }
        let players: Vec<_> = players.iter().map(|range| range.without(gone)).collect();
        if let Some(player) = players.iter().position(|range| range.hands().is_empty()) {
            return Err(Impossible::NoHandLeft { path: RequestPath::one_of("players", player) });
        }
        if !can_all_be_dealt(&players) {
            let alone = (1..players.len()).find(|&last| !can_all_be_dealt(&players[..=last]));
            let path = RequestPath::one_of("players", alone.unwrap_or_default());
            return Err(Impossible::Conflict { path });
        }
        Ok(Self { players, board, dead })
    }

    /// The players' ranges, without the cards of the board and the dead ones.
    pub fn players(&self) -> &[Range] {
        &self.players
    }

    /// The board so far.
    pub fn board(&self) -> &[Card] {
        &self.board
    }

    /// The cards of the board and the dead ones, one bit each.
    pub(super) fn gone(&self) -> CardSet {
        self.board.iter().chain(&self.dead).copied().collect()
    }

    /// Whether every player's hand is known.
    pub(super) fn is_open(&self) -> bool {
        self.gone().is_empty()
    }

    /// The number of ways to deal a hand to every player if no two hands could share a card: an upper bound.
    pub fn deals(&self) -> u128 {
        self.players.iter().map(|range| range.hands().len() as u128).product()
    }

    /// The number of boards for each deal.
    pub fn boards(&self) -> u64 {
        let left = usize::from(Card::FRENCH) - self.board.len() - self.dead.len() - 2 * self.players.len();
        choose(left, BOARD - self.board.len())
    }

    /// An upper bound of the counts of an exact comparison; `None` if it is above all numbers.
    pub(super) fn most_counted(&self) -> Option<u128> {
        let weights = self
            .players
            .iter()
            .map(|range| range.hands().iter().map(|&(_, weight)| u128::from(weight)).sum());
        weights
            .chain([u128::from(self.boards())])
            .try_fold(1u128, |product, weight: u128| product.checked_mul(weight))
    }
}

/// Whether every player can have a hand. The narrowest ranges are dealt first. If the search takes too long there are
/// so many hands to choose from that the answer is assumed to be yes.
fn can_all_be_dealt(players: &[Range]) -> bool {
    let mut ranges: Vec<_> = players.iter().map(Range::hands).collect();
    ranges.sort_by_key(|hands| hands.len());
    let mut tries = TRIES;
    has_enough_cards(&ranges) && can_be_dealt(&ranges, CardSet::NONE, &mut tries)
}

/// Whether the narrowest ranges, however many, have two cards for each player.
fn has_enough_cards(ranges: &[&[(Combo, u32)]]) -> bool {
    let mut cards = CardSet::NONE;
    ranges.iter().enumerate().all(|(before, hands)| {
        cards = hands.iter().fold(cards, |cards, (hand, _)| cards.with(hand.set()));
        cards.len() as usize >= 2 * (before + 1)
    })
}

fn can_be_dealt(ranges: &[&[(Combo, u32)]], used: CardSet, tries: &mut u32) -> bool {
    let Some((hands, others)) = ranges.split_first() else { return true };
    hands.iter().filter(|(hand, _)| !hand.set().meet(used)).any(|(hand, _)| {
        *tries = tries.saturating_sub(1);
        *tries == 0 || can_be_dealt(others, used.with(hand.set()), tries)
    })
}

/// The set of these cards, which must be French and different.
fn different(mut cards: impl Iterator<Item = (Card, RequestPath)>) -> Result<CardSet, Impossible> {
    cards.try_fold(CardSet::NONE, |seen, (card, path)| {
        if card.is_joker() {
            Err(Impossible::Joker { path })
        } else if seen.contains(card) {
            Err(Impossible::DuplicateCard { card, path })
        } else {
            Ok(seen.with(CardSet::one(card)))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    fn judged(players: &[&str], board: &str, dead: &str) -> Result<Spot, Impossible> {
        let players: Vec<Range> = players.iter().map(|text| Range::parse(text).unwrap()).collect();
        Spot::new(&players, cards(board), cards(dead))
    }

    #[test]
    fn impossible_spots_are_named() {
        let pair = ["AA", "KK"];
        let problem = |players: &[&str], board, dead| judged(players, board, dead).unwrap_err();
        assert_eq!(problem(&pair[..1], "", ""), Impossible::players(1));
        assert_eq!(problem(&["AA"; 11], "", ""), Impossible::players(11));
        let board = |cards| Impossible::BoardSize { cards, path: RequestPath::all_of("board") };
        assert_eq!(problem(&pair, "2s 3s", ""), board(2));
        assert_eq!(problem(&pair, "2s 3s 4s 5s 6s 7s", ""), board(6));
        let path = RequestPath::one_of;
        assert_eq!(problem(&pair, "2s 3s X1", ""), Impossible::Joker { path: path("board", 2) });
        let card = "3s".parse().unwrap();
        assert_eq!(
            problem(&pair, "2s 3s 4s", "5s 3s"),
            Impossible::DuplicateCard { card, path: path("dead", 1) }
        );
        assert_eq!(problem(&pair, "Ks Kh Kc", ""), Impossible::NoHandLeft { path: path("players", 1) });
        assert_eq!(
            problem(&["AhKh", "QQ"], "2s 3s 4s", "Kh"),
            Impossible::NoHandLeft { path: path("players", 0) }
        );
        let dead: Vec<Card> = Card::french().filter(|card| card.index() % 13 < 11).collect();
        let ranges = [Range::parse("AA").unwrap(), Range::parse("KK").unwrap()];
        let few = Spot::new(&ranges, vec![], dead).unwrap_err();
        assert_eq!(
            few,
            Impossible::TooFewCards { players: 2, needed: 9, left: 8, path: RequestPath::all_of("players") }
        );
    }

    #[test]
    fn ranges_that_cannot_meet_are_noticed_soon() {
        let conflict = |players: &[&str], board, index| {
            let path = RequestPath::one_of("players", index);
            assert_eq!(judged(players, board, "").unwrap_err(), Impossible::Conflict { path });
        };
        conflict(&["AhKh", "AhQh"], "", 1);
        conflict(&["QQ", "AA", "KK", "AA", "AA", "random"], "", 4);
        conflict(&["random", "AA", "AA"], "As 2s 3s", 2);
        // Twelve cards, from which seven hands would need fourteen.
        conflict(&[&["random"][..], &["AK, AQ, KQ"; 7]].concat(), "", 7);
        assert!(judged(&["AA", "AA"], "2s 3s 4s", "").is_ok());
        assert!(judged(&["random"; 10], "", "").is_ok());
        let few = ["22+, AK"; 10];
        assert!(judged(&few, "", "").is_ok());
    }

    /// Five hands, each with one of four aces: a full search would try everything.
    #[test]
    fn the_search_for_a_deal_ends() {
        assert!(judged(&["AK, AQ, AJ"; 5], "", "").is_ok());
    }

    #[test]
    fn the_size_is_known_beforehand() {
        let spot = judged(&["AA", "KK"], "", "").unwrap();
        assert_eq!((spot.deals(), spot.boards()), (36, 1_712_304));
        let spot = judged(&["AA", "KK", "random"], "As 2s 3s", "").unwrap();
        assert_eq!((spot.deals(), spot.boards()), (3 * 6 * 1176, 903));
        let spot = judged(&["random"; 10], "", "").unwrap();
        assert_eq!(spot.deals(), 1326u128.pow(10));
        assert_eq!(spot.most_counted(), Some(1326u128.pow(10) * u128::from(spot.boards())));
    }
}
