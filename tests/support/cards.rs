//! Searches for cards in answers.

#![allow(dead_code, reason = "each test takes what it needs")]

use cardroom_rules::cards::card::Card;

/// Every word of a text that reads as a card or a list of cards; identifiers are left out.
pub fn cards_in(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_cards = |word: &&str| {
        word.len() >= 2
            && word.len().is_multiple_of(2)
            && word.len() <= 10
            && pairs(word).all(|card| card.parse::<Card>().is_ok())
    };
    words.filter(is_cards).flat_map(pairs).map(str::to_owned).collect()
}

fn pairs(word: &str) -> impl Iterator<Item = &str> {
    (0..word.len() / 2).map(move |place| &word[2 * place..2 * place + 2])
}
