//! Stacked decks of Dou Dizhu.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;

/// Three hands of seventeen, and the bottom cards.
pub struct Deal {
    pub hands: [Vec<String>; 3],
    pub bottom: Vec<String>,
}

impl Deal {
    /// A shuffle of the pack.
    pub fn shuffled(seed: [u8; 32]) -> Self {
        let pack = (0..Card::COUNT).filter_map(Card::from_index).collect();
        let cards: Vec<String> = Deck::shuffled(pack, seed).cards.iter().map(ToString::to_string).collect();
        let hand = |seat: usize| cards[17 * seat..17 * (seat + 1)].to_vec();
        Self { hands: [hand(0), hand(1), hand(2)], bottom: cards[51..].to_vec() }
    }

    /// These hands and these bottom cards; the rest is filled up.
    pub fn of(hands: [&str; 3], bottom: &str) -> Self {
        let all = (0..Card::COUNT).filter_map(Card::from_index);
        let mut rest: Vec<String> = all.map(|card| card.to_string()).collect();
        let mut take = |text: &str| -> Vec<String> {
            let named: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            rest.retain(|card| !named.contains(card));
            named
        };
        let (mut hands, bottom) = (hands.map(&mut take), take(bottom));
        for hand in &mut hands {
            hand.extend(rest.drain(..17 - hand.len()));
        }
        Self { hands, bottom }
    }

    /// The deck from its top; seat 0 draws first.
    pub fn deck(&self) -> String {
        let drawn = (0..51).map(|draw| &self.hands[draw % 3][draw / 3]);
        drawn.chain(&self.bottom).map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}
