//! Cards and orders from text.

use cardroom_rules::cards::card::{Card, Suit};
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::lead::Lead;
use cardroom_rules::games::shengji::order::{Adjacency, Order, Trump};

/// Cards such as `As Td X1`.
pub fn list(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().expect("a card")).collect()
}

/// The same as a set.
pub fn cards(text: &str) -> Cards {
    Cards::gathered(&list(text)).expect("two decks")
}

/// A trump such as `s2`, or `n2` for no-trump.
pub fn trump(text: &str) -> Trump {
    let suit = match &text[..1] {
        "s" => Some(Suit::Spades),
        "h" => Some(Suit::Hearts),
        "c" => Some(Suit::Clubs),
        "d" => Some(Suit::Diamonds),
        _ => None,
    };
    Trump { suit, level: text[1..].parse().ok() }
}

pub fn order(text: &str) -> Order {
    Order::new(trump(text), Adjacency::default())
}

pub fn lead(order: &Order, text: &str) -> Lead {
    Lead::of(order, cards(text)).expect("one group")
}

/// The text of cards, by group and height.
pub fn text_of(order: &Order, cards: Cards) -> String {
    let texts: Vec<String> = order.sorted(cards).iter().map(ToString::to_string).collect();
    texts.join(" ")
}
