//! Cards in the hand: which are lifted, and the position of the cursor.

use cardroom_rules::cards::card::Card;

use crate::cards;

/// The lifted cards of a hand. Equal cards of two packs are not distinguished: only their number counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lift {
    lifted: Vec<Card>,
    /// The cursor, once it was moved.
    pub mark: Option<usize>,
}

impl Lift {
    /// Lifts these and no others.
    pub fn set(&mut self, cards: Vec<Card>) {
        self.lifted = cards;
    }

    /// The lifted cards.
    pub fn cards(&self) -> Vec<Card> {
        self.lifted.clone()
    }

    /// The number of lifted cards.
    pub fn count(&self) -> usize {
        self.lifted.len()
    }

    /// Whether all of these are lifted.
    pub fn has(&self, cards: &[Card]) -> bool {
        let mut rest = self.lifted.clone();
        cards.iter().all(|card| {
            let at = rest.iter().position(|lifted| lifted == card);
            at.map(|at| rest.swap_remove(at)).is_some()
        })
    }

    /// Removes cards that are no longer in the hand, and keeps the cursor inside.
    pub fn settle(&mut self, hand: &[Card]) {
        let mut rest = hand.to_vec();
        self.lifted.retain(|card| match rest.iter().position(|held| held == card) {
            Some(at) => {
                rest.swap_remove(at);
                true
            }
            None => false,
        });
        self.mark = self.mark.filter(|_| !hand.is_empty()).map(|mark| mark.min(hand.len() - 1));
    }

    /// Whether the card at this index is lifted; of equal cards the first ones are.
    pub fn is_lifted(&self, hand: &[Card], at: usize) -> bool {
        let Some(card) = hand.get(at) else { return false };
        let before = hand.iter().take(at).filter(|held| *held == card).count();
        self.lifted.iter().filter(|lifted| *lifted == card).count() > before
    }

    /// Lifts or lowers the card at this index.
    pub fn turn(&mut self, hand: &[Card], at: usize) {
        let Some(card) = hand.get(at) else { return };
        if self.is_lifted(hand, at) {
            if let Some(lifted) = self.lifted.iter().position(|lifted| lifted == card) {
                self.lifted.remove(lifted);
            }
        } else {
            self.lifted.push(*card);
        }
    }

    /// Lifts one more card of a rank, the lowest first, and those in `before` earlier. If all are lifted, lowers them
    /// all. False if the hand has none.
    pub fn turn_rank(&mut self, hand: &[Card], rank: char, preferred: &[Card]) -> bool {
        let of_rank: Vec<usize> = (0..hand.len())
            .rev()
            .filter(|&at| hand.get(at).is_some_and(|card| cards::rank(*card) == rank))
            .collect();
        let is_low = |at: &&usize| !self.is_lifted(hand, **at);
        let is_preferred = |at: &&usize| hand.get(**at).is_some_and(|card| preferred.contains(card));
        let next = of_rank.iter().filter(is_low).find(is_preferred).or_else(|| of_rank.iter().find(is_low));
        match next {
            Some(&at) => {
                let first_low =
                    (0..=at).find(|&low| hand.get(low) == hand.get(at) && !self.is_lifted(hand, low));
                self.turn(hand, first_low.unwrap_or(at));
            }
            None => self.lifted.retain(|card| cards::rank(*card) != rank),
        }
        !of_rank.is_empty()
    }

    /// Moves the cursor along the hand.
    pub fn step(&mut self, count: usize, by: isize) {
        if count == 0 {
            return;
        }
        let from = self.mark.map_or(if by < 0 { 0 } else { count - 1 }, |mark| mark);
        self.mark = Some(from.saturating_add(count).saturating_add_signed(by) % count);
    }

    /// Moves the cursor to the row above or below.
    pub fn step_row(&mut self, rows: &[Vec<usize>], by: isize) {
        let Some(mark) = self.mark else { return self.step(rows.iter().map(Vec::len).sum(), 1) };
        let Some((row, column)) = rows
            .iter()
            .enumerate()
            .find_map(|(row, places)| Some((row, places.iter().position(|&place| place == mark)?)))
        else {
            return;
        };
        if let Some(places) = row.checked_add_signed(by).and_then(|row| rows.get(row)) {
            self.mark = places.get(column).or(places.last()).copied();
        }
    }
}

/// The rank that a key names: `0` is the ten, `x` a joker.
pub fn rank_of_key(key: char) -> Option<char> {
    match key.to_ascii_uppercase() {
        '0' => Some('T'),
        rank @ ('2'..='9' | 'J' | 'Q' | 'K' | 'A' | 'X') => Some(rank),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn a_rank_is_lifted_card_by_card_and_then_lowered() {
        let hand = hand("X2 X1 3s 3h 3c");
        let mut lift = Lift::default();
        for count in 1..=3 {
            assert!(lift.turn_rank(&hand, '3', &[]));
            assert_eq!(lift.count(), count);
        }
        lift.turn_rank(&hand, '3', &[]);
        assert_eq!(lift.count(), 0);
        lift.turn_rank(&hand, 'X', &[]);
        assert_eq!(lift.cards(), [Card::SMALL_JOKER], "the small joker first");
        assert!(!lift.turn_rank(&hand, '9', &[]));
    }

    #[test]
    fn equal_cards_of_two_packs_are_counted() {
        let (pair, hand) = (hand("Ks Ks"), hand("Ks Ks 5s"));
        let mut lift = Lift::default();
        lift.turn(&hand, 1);
        assert!(lift.is_lifted(&hand, 0) && !lift.is_lifted(&hand, 1));
        lift.turn(&hand, 1);
        assert_eq!(lift.cards(), pair);
        lift.settle(&pair[..1]);
        assert_eq!(lift.cards(), pair[..1]);
    }

    #[test]
    fn what_is_preferred_is_lifted_first() {
        let (spade, hand) = (hand("5s"), hand("5s 5h 5c"));
        let mut lift = Lift::default();
        lift.turn_rank(&hand, '5', &spade);
        assert_eq!(lift.cards(), spade);
    }

    #[test]
    fn the_mark_goes_around_and_between_rows() {
        let mut lift = Lift::default();
        lift.step(3, 1);
        assert_eq!(lift.mark, Some(0));
        lift.step(3, -1);
        assert_eq!(lift.mark, Some(2));
        lift.step_row(&[vec![0], vec![1, 2]], -1);
        assert_eq!(lift.mark, Some(0));
    }
}
