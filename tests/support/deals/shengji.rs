//! Decks in which one team holds everything that wins.

use cardroom_rules::cards::card::{Card, Suit};
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::order::{Adjacency, Group, Order, Trump};
use cardroom_rules::games::shengji::trick::points_of;

/// The cards of each seat. Nearly every card has its double in the same hand, so that a card sent to the wrong seat
/// is noticed.
pub struct Deal {
    pub hands: [Vec<String>; 4],
    pub kitty: Vec<String>,
}

impl Deal {
    /// With spades trumps at this level, `strong` and its partner hold every trump and the two highest kinds of each
    /// other suit; the kitty is four pairs without points.
    pub fn for_team_of(strong: usize, level: &str) -> Self {
        let trump = Trump { suit: Some(Suit::Spades), level: level.parse().ok() };
        let order = Order::new(trump, Adjacency::default());
        let all: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
        let mut kinds = order.sorted(Cards::gathered(&all).unwrap());
        let is_high = |card: &Card| {
            let group = kinds.iter().filter(|&&other| order.group(other) == order.group(*card));
            order.group(*card) == Group::Trump
                || group.filter(|&&other| order.height(other) > order.height(*card)).count() < 2
        };
        let high: Vec<Card> = kinds.iter().copied().filter(is_high).collect();
        kinds.retain(|card| !high.contains(card));
        let (mut low, worth): (Vec<Card>, Vec<Card>) =
            kinds.into_iter().partition(|&card| points_of(card) == 0);
        let kitty: Vec<Card> = low.drain(..4).collect();
        low.extend(worth);

        let mut hands: [Vec<String>; 4] = Default::default();
        let mut give = |seat: usize, card: &Card| hands[seat % 4].push(card.to_string());
        for (place, card) in high.iter().enumerate() {
            let seat = strong + 2 * (place / 2 % 2);
            (0..2).for_each(|_| give(seat, card));
        }
        for (place, card) in low.iter().enumerate() {
            let weak = strong + 1 + 2 * (place % 2);
            // The last two kinds are parted, one card to each seat.
            let seats = if place < 24 { [weak, weak] } else { [weak, weak + 1] };
            for seat in seats {
                give(seat, card);
            }
        }
        Self { hands, kitty: kitty.iter().flat_map(|card| [card, card]).map(ToString::to_string).collect() }
    }

    /// These hands and this kitty; each pile is filled up from the rest of two decks.
    pub fn of(hands: [&str; 4], kitty: &str) -> Self {
        let all = (0..Card::COUNT).filter_map(Card::from_index).map(|card| card.to_string());
        let mut rest: Vec<String> = all.flat_map(|card| [card.clone(), card]).collect();
        let mut take = |text: &str| -> Vec<String> {
            let named: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            for card in &named {
                rest.remove(rest.iter().position(|each| each == card).unwrap());
            }
            named
        };
        let (mut hands, mut kitty) = (hands.map(&mut take), take(kitty));
        for hand in &mut hands {
            hand.extend(rest.drain(..25 - hand.len()));
        }
        kitty.append(&mut rest);
        Self { hands, kitty }
    }

    /// The deck from its top, if this seat draws first.
    pub fn deck(&self, first: usize) -> String {
        let drawn = (0..100).map(|draw| &self.hands[(first + draw) % 4][draw / 4]);
        drawn.chain(&self.kitty).map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}
