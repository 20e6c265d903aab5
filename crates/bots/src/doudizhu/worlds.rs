//! Hands that the others may hold, drawn by rank.

use super::notes::Notes;
use super::roles::Roles;
use crate::search_rng::SearchRng;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::rank::Rank;

/// How many cards the landlord takes from the bottom.
const BOTTOM: usize = 3;

/// Draws hands for the other two seats that fit what a seat knows.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The known cards of each hand: all cards of this seat's own.
    known: [Counts; 3],
    /// The seat whose unknown cards are drawn, and the one that gets the rest.
    drawn: [usize; 2],
    wanted: usize,
    hidden: Vec<Rank>,
}

impl Worlds {
    /// The worlds that these notes leave open, after the auction.
    pub fn new(notes: &Notes, roles: Roles) -> Self {
        let me = roles.role(notes.me);
        let known = [0, 1, 2].map(|role| notes.known[roles.seat(role)].counts());
        let open = known.iter().fold(Counts::PACK.without(notes.played), |open, &known| open.without(known));
        let others = [(me + 1) % 3, (me + 2) % 3];
        let wanted = |role: usize| notes.lengths[roles.seat(role)].saturating_sub(known[role].len()) as usize;
        Self { known, drawn: others, wanted: wanted(others[0]), hidden: open.iter().collect() }
    }

    /// Hands that fit, from the landlord on.
    pub fn draw(&mut self, rng: &mut SearchRng) -> [Counts; 3] {
        let mut hands = self.known;
        self.shuffle(self.wanted, rng);
        let (drawn, rest) = self.hidden.split_at(self.wanted.min(self.hidden.len()));
        for (role, ranks) in self.drawn.into_iter().zip([drawn, rest]) {
            hands[role] = gathered(hands[role], ranks);
        }
        hands
    }

    /// Puts a random choice of this many cards in front.
    fn shuffle(&mut self, wanted: usize, rng: &mut SearchRng) {
        let total = self.hidden.len();
        for place in 0..wanted.min(total) {
            self.hidden.swap(place, place + rng.below(total - place));
        }
    }
}

/// Draws the bottom cards and the others' hands, as if the seat were the landlord.
#[derive(Clone, Debug)]
pub struct Auctions {
    own: Counts,
    hidden: Worlds,
}

impl Auctions {
    /// The worlds that these notes leave open, before the landlord is known.
    pub fn new(notes: &Notes) -> Self {
        let mut hidden = Worlds::new(notes, Roles::with_landlord(notes.me));
        let own = hidden.known[0];
        hidden.wanted += BOTTOM;
        Self { own, hidden }
    }

    /// Hands that fit, this seat's first.
    pub fn draw(&mut self, rng: &mut SearchRng) -> [Counts; 3] {
        let Worlds { known, wanted, .. } = self.hidden;
        self.hidden.shuffle(wanted, rng);
        let hidden = &self.hidden.hidden;
        let (bottom, others) = hidden.split_at(BOTTOM.min(hidden.len()));
        let (one, other) = others.split_at(wanted.saturating_sub(BOTTOM).min(others.len()));
        [gathered(self.own, bottom), gathered(known[1], one), gathered(known[2], other)]
    }
}

fn gathered(hand: Counts, ranks: &[Rank]) -> Counts {
    ranks.iter().fold(hand, |hand, &rank| hand.with(Counts::of(rank, 1)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{notes_of, watched};
    use super::*;

    #[test]
    fn worlds_match_the_events() {
        let mut rng = SearchRng::new(5);
        for hand in 0..40 {
            for notes in watched(hand, 30) {
                let Some(roles) = Roles::of(&notes) else { continue };
                let mut worlds = Worlds::new(&notes, roles);
                let hands = worlds.draw(&mut rng);
                let all = hands.iter().fold(notes.played, |all, &hand| all.with(hand));
                assert_eq!(all, Counts::PACK, "every card lies somewhere");
                for (role, held) in hands.into_iter().enumerate() {
                    let seat = roles.seat(role);
                    assert_eq!(held.len(), notes.lengths[seat]);
                    assert!(held.contain(notes.known[seat].counts()));
                }
            }
        }
    }

    #[test]
    fn in_an_auction_the_bottom_is_drawn_too() {
        let notes = notes_of(7, 1);
        let hands = Auctions::new(&notes).draw(&mut SearchRng::new(6));
        assert_eq!(hands.map(Counts::len), [20, 17, 17]);
        assert!(hands[0].contain(notes.hand.counts()));
        assert_eq!(hands.into_iter().fold(Counts::NONE, Counts::with), Counts::PACK);
    }
}
