//! Whole games of Dou Dizhu, played by another engine: every play is accepted, as many are on offer, and the score is
//! the same.

use std::path::Path;

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::cards::Cards;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::refusal::Refusal;
use cardroom_rules::games::doudizhu::rules::Rules;
use cardroom_rules::games::doudizhu::score::Spring;
use cardroom_rules::games::doudizhu::setup::Setup;
use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::games::refusal::NotAccepted;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use serde::Deserialize;

use super::lines::records;
use super::tally::{Tally, compare};

#[derive(Deserialize)]
struct Record {
    id: u32,
    dealt: [String; 3],
    bottom: String,
    landlord: u8,
    hands: [String; 3],
    moves: Vec<String>,
    n_legal: Vec<usize>,
    winner_seat: u8,
    winner: String,
    bombs: u8,
    spring: bool,
    anti_spring: bool,
    plays_by_seat: [u8; 3],
}

/// `games`: every game's moves, and the legal moves at each.
pub fn check(file: &Path) -> Tally {
    let mut tally = Tally::default();
    for record in records::<Record>(file) {
        let mut differences = Vec::new();
        let decisions = Replay::of(&record).played(&record, &mut differences);
        tally.hand(&format!("game {}", record.id), decisions, differences);
    }
    tally
}

struct Replay {
    hand: Doudizhu,
}

impl Replay {
    /// The game dealt, and its landlord found by a bid of three.
    fn of(record: &Record) -> Self {
        let setup = Setup { rules: Rules::default(), void_deals: 0, stacks: [1_000; 3] };
        let hand = Doudizhu::new(&setup, deck(record)).expect("a whole deck");
        let mut replay = Self { hand };
        replay.run();
        while let Step::Await(seats) = replay.hand.step()
            && replay.hand.view(Viewer::Watcher).landlord.is_none()
        {
            let seat = seats.iter().next().expect("a seat is asked");
            let bid = if seat.0 == record.landlord { Action::Bid { points: 3 } } else { Action::Pass {} };
            replay.act(seat, &bid).expect("a bid");
        }
        replay
    }

    /// Plays the moves; how many decisions there were.
    fn played(mut self, record: &Record, differences: &mut Vec<String>) -> usize {
        for seat in (0..3).map(Seat) {
            let view = self.hand.view(Viewer::Seat(seat));
            let held = ranks(&view.hand.expect("a hand"));
            compare(differences, "hand", &held, &record.hands[seat.index()]);
        }
        for (nth, (cards, &legal)) in record.moves.iter().zip(&record.n_legal).enumerate() {
            let Some(seat) = self.hand.view(Viewer::Watcher).awaited.first().copied() else {
                differences.push(format!("move {nth}: no seat is asked"));
                return nth;
            };
            let mut listed: Vec<String> = self.hand.moves(seat).iter().map(played_ranks).collect();
            listed.sort();
            listed.dedup();
            compare(differences, &format!("move {nth}, on offer"), &listed.len(), &legal);
            if let Err(refusal) = self.act(seat, &self.action(seat, cards)) {
                differences.push(format!("move {nth}, {cards}: {refusal}"));
                return nth;
            }
        }
        self.compare_score(record, differences);
        record.moves.len()
    }

    fn compare_score(&self, record: &Record, differences: &mut Vec<String>) {
        let view = self.hand.view(Viewer::Watcher);
        let Some(scored) = view.score else { return differences.push("the game is not over".to_owned()) };
        let spring = match (record.spring, record.anti_spring) {
            (true, _) => Some(Spring::Spring),
            (_, true) => Some(Spring::AntiSpring),
            _ => None,
        };
        let plays: Vec<u8> = view.players.iter().map(|player| player.plays).collect();
        compare(differences, "winner", &scored.winner.0, &record.winner_seat);
        compare(differences, "landlord won", &scored.landlord_won, &(record.winner == "landlord"));
        compare(differences, "bombs", &scored.multiplier.bombs, &record.bombs);
        compare(differences, "spring", &scored.multiplier.spring, &spring);
        compare(differences, "plays", &plays, &record.plays_by_seat.to_vec());
    }

    /// These ranks out of the seat's cards; none are a pass.
    fn action(&self, seat: Seat, text: &str) -> Action {
        if text.is_empty() {
            return Action::Pass {};
        }
        let hand = self.hand.view(Viewer::Seat(seat)).hand.expect("a hand");
        let held = Cards::gathered(&hand).expect("a hand");
        let picked = held.pick(text.parse().expect("ranks")).expect("cards of the hand");
        Action::Play { cards: picked.iter().collect(), named: None }
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<(), NotAccepted<Refusal>> {
        let event = self.hand.accept(seat, action)?;
        self.hand.record(&event).expect("what is accepted fits");
        self.run();
        Ok(())
    }

    /// Plays the hand on until a seat has to decide.
    fn run(&mut self) {
        while let Step::Now(event) | Step::After(_, event) = self.hand.step() {
            self.hand.record(&event).expect("its own event fits");
        }
    }
}

/// The deck that deals these hands, with suits as they come.
fn deck(record: &Record) -> Deck {
    let mut left = Cards::PACK;
    let mut take = |text: &String| -> Vec<Card> {
        let cards = left.pick(text.parse().expect("ranks")).expect("cards of one pack");
        left = left.without(cards);
        cards.iter().collect()
    };
    let hands = record.dealt.each_ref().map(&mut take);
    let bottom = take(&record.bottom);
    let dealt = (0..17).flat_map(|nth| hands.each_ref().map(|hand| hand[nth]));
    Deck::stacked(dealt.chain(bottom).collect())
}

fn ranks(cards: &[Card]) -> String {
    Cards::gathered(cards).expect("cards of one pack").counts().to_string()
}

fn played_ranks(action: &Action) -> String {
    match action {
        Action::Play { cards, .. } => ranks(cards),
        _ => String::new(),
    }
}
