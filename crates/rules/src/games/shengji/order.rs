//! The order of cards (rules, section 1): the group of a card, its height in it, and which heights are neighbours.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::level::TeamLevel;
use crate::cards::card::{Card, Suit};
use crate::cards::set::CardSet;

/// The trumps of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Trump)]
pub struct Trump {
    /// The trump suit; absent at no-trump.
    pub suit: Option<Suit>,
    /// The level whose cards are trumps; if absent, no level's are.
    pub level: Option<TeamLevel>,
}

/// The order of cards, as far as tables differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = shengji::Adjacency)]
pub struct Adjacency {
    /// Whether the ranks on either side of the level are neighbours: 2244 at level 3.
    pub across_level: bool,
    /// Whether level cards and jokers join tractors. If not, only the small and big jokers make one.
    pub level_cards: bool,
    /// Whether every 2 is a trump, below the level cards.
    pub permanent_twos: bool,
}

impl Default for Adjacency {
    fn default() -> Self {
        Self { across_level: true, level_cards: true, permanent_twos: false }
    }
}

/// The group of a card: its suit, or the trumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::Group)]
pub enum Group {
    /// Plain spades.
    Spades,
    /// Plain hearts.
    Hearts,
    /// Plain clubs.
    Clubs,
    /// Plain diamonds.
    Diamonds,
    /// The trumps: the trump suit, the level cards and the jokers.
    Trump,
}

impl Group {
    /// Every group, the trumps last.
    pub const ALL: [Self; 5] = [Self::Spades, Self::Hearts, Self::Clubs, Self::Diamonds, Self::Trump];

    const fn plain(suit: Suit) -> Self {
        match suit {
            Suit::Spades => Self::Spades,
            Suit::Hearts => Self::Hearts,
            Suit::Clubs => Self::Clubs,
            Suit::Diamonds => Self::Diamonds,
        }
    }
}

/// The height of a card in its group, from 0. Of cards of equal height the first that was played wins.
pub type CardHeight = u8;

/// A card's position in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPosition {
    /// The group to which the card belongs.
    pub group: Group,
    /// Its height there.
    pub height: CardHeight,
}

/// The order of all cards under one trump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    places: [CardPosition; Card::COUNT as usize],
    /// The cards of each group, one bit each by number.
    members: [CardSet; 5],
    /// For plain groups, and for the trumps: the heights whose next height is their neighbour, one octal digit each.
    joins: [u64; 2],
}

impl Order {
    /// The order under this trump.
    pub fn new(trump: Trump, adjacency: Adjacency) -> Self {
        let ladder = Ladder::new(trump, adjacency);
        let places = Card::ALL.map(|card| ladder.place(card));
        let of_group = |group: Group| {
            let members = Card::ALL.into_iter().zip(&places).filter(|(_, place)| place.group == group);
            members.map(|(card, _)| card).collect()
        };
        let members = Group::ALL.map(of_group);
        Self { places, members, joins: [ladder.plain_joins(), ladder.trump_joins()] }
    }

    /// The position of this card.
    pub fn place(&self, card: Card) -> CardPosition {
        self.places[usize::from(card.index())]
    }

    /// The group of this card.
    pub fn group(&self, card: Card) -> Group {
        self.place(card).group
    }

    /// The height of this card in its group.
    pub fn height(&self, card: Card) -> CardHeight {
        self.place(card).height
    }

    /// Those of `cards` that belong to `group`.
    pub fn within(&self, cards: Cards, group: Group) -> Cards {
        cards.among(self.members[group as usize])
    }

    /// The one group that all of `cards` belong to; `None` if there are several, or no cards.
    pub fn only_group(&self, cards: Cards) -> Option<Group> {
        let group = self.group(cards.kinds().next()?);
        (self.within(cards, group) == cards).then_some(group)
    }

    /// The heights of a group whose next height is their neighbour, one octal digit each.
    pub(super) fn joins(&self, group: Group) -> u64 {
        self.joins[usize::from(group == Group::Trump)]
    }

    /// A key that sorts a hand: by group, then from low to high; cards of equal height by suit S, H, D, C.
    pub fn sorting_key(&self, card: Card) -> (Group, CardHeight, u8) {
        let CardPosition { group, height } = self.place(card);
        (group, height, by_suit(card))
    }

    /// The cards, sorted by group and height.
    pub fn sorted(&self, cards: Cards) -> Vec<Card> {
        let mut sorted: Vec<Card> = cards.iter().collect();
        sorted.sort_by_key(|&card| self.sorting_key(card));
        sorted
    }
}

/// The order of suits among cards of equal height: S, H, D, C.
pub(super) fn by_suit(card: Card) -> u8 {
    match card.suit() {
        Some(Suit::Spades) => 0,
        Some(Suit::Hearts) => 1,
        Some(Suit::Diamonds) => 2,
        Some(Suit::Clubs) | None => 3,
    }
}

/// The heights of one trump: plain ranks at the bottom, then 2s (if they are always trumps), level cards, jokers.
struct Ladder {
    trump: Trump,
    adjacency: Adjacency,
}

impl Ladder {
    fn new(trump: Trump, adjacency: Adjacency) -> Self {
        // The 2s of level 2 are its level cards.
        let permanent_twos = adjacency.permanent_twos && trump.level != Some(TeamLevel::TWO);
        Self { trump, adjacency: Adjacency { permanent_twos, ..adjacency } }
    }

    fn place(&self, card: Card) -> CardPosition {
        let trump = |height| CardPosition { group: Group::Trump, height };
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else {
            return trump(self.jokers() + u8::from(card == Card::BIG_JOKER));
        };
        let in_trump_suit = Some(suit) == self.trump.suit;
        if self.is_level(rank) {
            trump(self.level_cards() + u8::from(in_trump_suit))
        } else if rank == 2 && self.adjacency.permanent_twos {
            trump(self.plain_ranks() + u8::from(in_trump_suit))
        } else {
            let group = if in_trump_suit { Group::Trump } else { Group::plain(suit) };
            CardPosition { group, height: self.plain_height(rank) }
        }
    }

    fn is_level(&self, rank: u8) -> bool {
        self.trump.level.is_some_and(|level| level.rank() == rank)
    }

    fn is_plain(&self, rank: u8) -> bool {
        !(self.is_level(rank) || rank == 2 && self.adjacency.permanent_twos)
    }

    /// The number of plain ranks below this one: the ranks close up over those that are trumps.
    fn plain_height(&self, rank: u8) -> CardHeight {
        (2..rank).map(|below| u8::from(self.is_plain(below))).sum()
    }

    fn plain_ranks(&self) -> u8 {
        self.plain_height(15)
    }

    /// The number of heights of a rank of which all eight cards are trumps.
    fn rungs(&self) -> u8 {
        if self.trump.suit.is_some() { 2 } else { 1 }
    }

    /// The height of the level cards that are not of the trump suit.
    fn level_cards(&self) -> CardHeight {
        self.plain_ranks() + if self.adjacency.permanent_twos { self.rungs() } else { 0 }
    }

    /// The height of the small jokers.
    fn jokers(&self) -> CardHeight {
        self.level_cards() + if self.trump.level.is_some() { self.rungs() } else { 0 }
    }

    /// The plain heights that are neighbours of the next.
    fn plain_joins(&self) -> u64 {
        let all = digits_below(self.plain_ranks() - 1);
        match self.trump.level {
            Some(level) if !self.adjacency.across_level && self.plain_height(level.rank()) > 0 => {
                all & !digit(self.plain_height(level.rank()) - 1)
            }
            _ => all,
        }
    }

    /// The heights of the trumps that are neighbours of the next; the highest plain rank is a neighbour of the lowest
    /// above it.
    fn trump_joins(&self) -> u64 {
        let jokers = self.jokers();
        let among_plain = self.plain_joins() | digit(self.plain_ranks() - 1);
        let above = digits_below(jokers + 1) & !digits_below(self.plain_ranks());
        let apart = digits_below(jokers) & !digits_below(self.level_cards() - 1);
        let all = among_plain | above;
        if self.adjacency.level_cards { all } else { all & !apart }
    }
}

/// The octal digit of a height.
const fn digit(height: CardHeight) -> u64 {
    1 << (3 * height)
}

/// The octal digits of all heights below this one.
fn digits_below(height: CardHeight) -> u64 {
    (0..height).map(digit).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(trump: &str, adjacency: Adjacency) -> Order {
        Order::new(trump_of(trump), adjacency)
    }

    fn trump_of(text: &str) -> Trump {
        let suit = match &text[..1] {
            "s" => Some(Suit::Spades),
            "h" => Some(Suit::Hearts),
            "c" => Some(Suit::Clubs),
            "d" => Some(Suit::Diamonds),
            _ => None,
        };
        Trump { suit, level: text[1..].parse().ok() }
    }

    fn place(order: &Order, card: &str) -> (Group, CardHeight) {
        let CardPosition { group, height } = order.place(card.parse().unwrap());
        (group, height)
    }

    fn neighbours(order: &Order, group: Group, low: &str, high: &str) -> bool {
        let (low, high) = (place(order, low).1, place(order, high).1);
        high == low + 1 && order.joins(group) & digit(low) != 0
    }

    #[test]
    fn heights_are_those_of_the_rules() {
        let six = order("d6", Adjacency::default());
        assert_eq!(place(&six, "2h"), (Group::Hearts, 0));
        assert_eq!(place(&six, "5h"), (Group::Hearts, 3));
        assert_eq!(place(&six, "7h"), (Group::Hearts, 4));
        assert_eq!(place(&six, "Ad"), (Group::Trump, 11));
        assert_eq!(place(&six, "6h"), (Group::Trump, 12));
        assert_eq!(place(&six, "6d"), (Group::Trump, 13));
        assert_eq!(place(&six, "X1"), (Group::Trump, 14));
        assert_eq!(place(&six, "X2"), (Group::Trump, 15));
        let none = order("n6", Adjacency::default());
        assert_eq!(place(&none, "6d"), (Group::Trump, 12));
        assert_eq!(place(&none, "X1"), (Group::Trump, 13));
        assert_eq!(place(&none, "Ad"), (Group::Diamonds, 11));
    }

    #[test]
    fn ranks_close_up_over_the_level_unless_the_table_says_no() {
        let closed = order("s3", Adjacency::default());
        let open = order("s3", Adjacency { across_level: false, ..Adjacency::default() });
        assert!(neighbours(&closed, Group::Hearts, "2h", "4h"));
        assert!(neighbours(&closed, Group::Trump, "2s", "4s"));
        assert!(!neighbours(&open, Group::Hearts, "2h", "4h"));
        assert!(!neighbours(&open, Group::Trump, "2s", "4s"));
        assert!(neighbours(&open, Group::Hearts, "4h", "5h"));
        assert!(neighbours(&open, Group::Trump, "As", "3h"));
        for level in ["s2", "sA"] {
            let open = order(level, Adjacency { across_level: false, ..Adjacency::default() });
            assert_eq!(open, order(level, Adjacency::default()), "the level lies at an end: {level}");
        }
    }

    #[test]
    fn level_cards_and_jokers_join_unless_the_table_says_no() {
        let joined = order("s3", Adjacency::default());
        let apart = order("s3", Adjacency { level_cards: false, ..Adjacency::default() });
        for (low, high) in [("As", "3h"), ("3h", "3s"), ("3s", "X1")] {
            assert!(neighbours(&joined, Group::Trump, low, high), "{low} {high}");
            assert!(!neighbours(&apart, Group::Trump, low, high), "{low} {high}");
        }
        for order in [&joined, &apart] {
            assert!(neighbours(order, Group::Trump, "X1", "X2"));
            assert!(neighbours(order, Group::Trump, "Ks", "As"));
            assert!(neighbours(order, Group::Hearts, "Kh", "Ah"));
        }
        let none = order("n3", Adjacency::default());
        assert!(neighbours(&none, Group::Trump, "3c", "X1"));
        let apart = Adjacency { level_cards: false, ..Adjacency::default() };
        let none = order("n3", apart);
        assert!(!neighbours(&none, Group::Trump, "3c", "X1"));
        assert!(neighbours(&none, Group::Trump, "X1", "X2"));
        let without_level = order("s-", apart);
        assert!(!neighbours(&without_level, Group::Trump, "As", "X1"));
        assert!(neighbours(&without_level, Group::Trump, "X1", "X2"));
    }

    #[test]
    fn permanent_twos_lie_under_the_level_cards() {
        let twos = Adjacency { permanent_twos: true, ..Adjacency::default() };
        let six = order("d6", twos);
        assert_eq!(place(&six, "3h"), (Group::Hearts, 0));
        assert_eq!(place(&six, "Ad"), (Group::Trump, 10));
        assert_eq!(place(&six, "2s"), (Group::Trump, 11));
        assert_eq!(place(&six, "2d"), (Group::Trump, 12));
        assert_eq!(place(&six, "6s"), (Group::Trump, 13));
        assert_eq!(place(&six, "6d"), (Group::Trump, 14));
        assert_eq!(place(&six, "X2"), (Group::Trump, 16));
        assert!(neighbours(&six, Group::Trump, "Ad", "2s"));
        assert!(neighbours(&six, Group::Trump, "2d", "6s"));
        let none = order("n6", twos);
        assert_eq!(place(&none, "2d"), (Group::Trump, 11));
        assert_eq!(place(&none, "6d"), (Group::Trump, 12));
        assert_eq!(order("d2", twos), order("d2", Adjacency::default()));
    }

    #[test]
    fn a_hand_is_sorted_by_group_and_height() {
        let order = order("h5", Adjacency::default());
        let cards: Vec<Card> =
            "X1 5c 5s 5d 5h 2h Kd 3s As".split(' ').map(|card| card.parse().unwrap()).collect();
        let sorted = order.sorted(Cards::gathered(&cards).unwrap());
        let texts: Vec<String> = sorted.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["3s", "As", "Kd", "2h", "5s", "5d", "5c", "5h", "X1"]);
    }
}
