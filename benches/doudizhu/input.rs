//! The input of the measurements, made before the clock starts.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::doudizhu::cards::Cards;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::hint::cheapest_first;
use cardroom_rules::games::doudizhu::play::PlayRules;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Play, Reading};
use cardroom_rules::games::doudizhu::wings::Wings;
use serde::Deserialize;

use super::rng::TestRng;

/// The number of plays of each shape.
const OF_EACH_SHAPE: usize = 512;
/// The number that is too large for a processor's branch prediction to learn from run to run.
const MANY_OF_EACH_SHAPE: usize = 8192;
/// The number of games that are played if none are recorded.
const GAMES: u32 = 1500;

/// Cards and the play on the table, and whether they beat it.
pub struct Follow {
    pub cards: Cards,
    pub table: Reading,
    pub beats: bool,
}

/// Everything that is judged.
#[derive(Default)]
pub struct Input {
    /// Plays of the 37 shapes, the same number of each, in random order.
    pub mixed: Vec<(Cards, Reading)>,
    /// The same, many more.
    pub many: Vec<(Cards, Reading)>,
    /// The plays of games.
    pub played: Vec<(Cards, Reading)>,
    /// The plays of followers in games, and as many others that they hold.
    pub follows: Vec<Follow>,
    /// Hands of 17 to 20 cards that follow in games, with the play on the table.
    pub hands: Vec<(Cards, Reading)>,
    /// Hands of 20 cards that lead.
    pub leads: Vec<Cards>,
}

impl Input {
    pub fn new(forbidden: Wings) -> Self {
        let rules = PlayRules { forbidden, wild: Ranks::NONE };
        let mut rng = TestRng::new(3);
        let mut input = Self {
            mixed: mixed(rules, OF_EACH_SHAPE, &mut rng),
            many: mixed(rules, MANY_OF_EACH_SHAPE, &mut rng),
            ..Self::default()
        };
        let file = std::env::var_os("CARDROOM_ORACLES")
            .map(|folder| PathBuf::from(folder).join("doudizhu/games.jsonl.gz"));
        if let Some(file) = file.filter(|file| file.is_file()) {
            println!("games as they were recorded");
            recorded(&file).for_each(|game| input.game(rules, game.hands, &mut game.moves(), &mut rng));
        } else {
            println!("games as hints play them");
            for _ in 0..GAMES {
                let hands = dealt(&mut rng);
                input.game(rules, hands, &mut |_, plays| plays.first().copied(), &mut rng);
            }
        }
        input
    }

    /// Adds one game. `choose` selects among the plays of a hand, cheapest first, or passes.
    fn game(
        &mut self,
        rules: PlayRules,
        mut hands: [Cards; 3],
        choose: &mut dyn FnMut(Counts, &[Play]) -> Option<Play>,
        rng: &mut TestRng,
    ) {
        self.leads.push(hands[0]);
        let mut table: Option<(usize, Reading)> = None;
        for seat in [0, 1, 2].into_iter().cycle() {
            let hand = hands[seat];
            let follows = table.filter(|&(last, _)| last != seat).map(|(_, reading)| reading);
            let plays = plays(rules, hand.counts(), follows);
            if let Some(on_table) = follows {
                self.other_things(rules, hand, on_table, rng);
            }
            if let Some(play) = choose(hand.counts(), &plays) {
                let cards = hand.pick(play.cards).expect("cards of the hand");
                self.played.push((cards, play.reading));
                if let Some(table) = follows {
                    self.follows.push(Follow { cards, table, beats: true });
                }
                table = Some((seat, play.reading));
                hands[seat] = hand.without(cards);
                if hands[seat].is_empty() {
                    return;
                }
            }
        }
    }

    /// Adds a follower's hand while it is large, and another play that it might try.
    fn other_things(&mut self, rules: PlayRules, hand: Cards, table: Reading, rng: &mut TestRng) {
        if hand.len() >= 17 {
            self.hands.push((hand, table));
        }
        let all = plays(rules, hand.counts(), None);
        let tried = rng.pick(&all).expect("a lead");
        let cards = hand.pick(tried.cards).expect("cards of the hand");
        let readings = rules.readings(tried.cards);
        let beats = readings.iter().any(|reading| reading.beats(table));
        self.follows.push(Follow { cards, table, beats });
    }
}

/// The leads of a hand, or the answers to the table, the cheapest first.
fn plays(rules: PlayRules, hand: Counts, table: Option<Reading>) -> Vec<Play> {
    let mut plays = Vec::new();
    match table {
        Some(table) => rules.answers(hand, table, |play| plays.push(play)),
        None => rules.leads(hand, |play| plays.push(play)),
    }
    cheapest_first(&mut plays, hand);
    plays
}

fn mixed(rules: PlayRules, of_each: usize, rng: &mut TestRng) -> Vec<(Cards, Reading)> {
    let mut shapes: BTreeMap<(Kind, u8), Vec<Counts>> = BTreeMap::new();
    rules.leads(Counts::PACK, |play| {
        shapes.entry((play.reading.kind, play.reading.length)).or_default().push(play.cards);
    });
    let mut mixed = Vec::new();
    for of_shape in shapes.values() {
        for _ in 0..of_each {
            let counts = *rng.pick(of_shape).expect("a play");
            let reading = rules.lead(counts, None).expect("a reading");
            mixed.push((any_suits(counts, rng), reading));
        }
    }
    for place in (1..mixed.len()).rev() {
        let other = usize::try_from(rng.below(place as u64 + 1)).expect("a place");
        mixed.swap(place, other);
    }
    mixed
}

/// Cards of these ranks, of any suits.
fn any_suits(counts: Counts, rng: &mut TestRng) -> Cards {
    let pack = Deck::shuffled((0..Card::COUNT).filter_map(Card::from_index).collect(), rng.seed());
    let mut left = counts;
    let mut cards = Cards::NONE;
    for card in pack.cards {
        let one = Counts::of(Rank::of(card), 1);
        if left.contain(one) {
            left = left.without(one);
            cards = cards.with(Cards::one(card));
        }
    }
    cards
}

fn dealt(rng: &mut TestRng) -> [Cards; 3] {
    let pack = Deck::shuffled((0..Card::COUNT).filter_map(Card::from_index).collect(), rng.seed());
    let hand = |from: usize, to: usize| Cards::gathered(&pack.cards[from..to]).expect("different cards");
    [hand(0, 20), hand(20, 37), hand(37, 54)]
}

/// A game as it was recorded.
struct Game {
    hands: [Cards; 3],
    moves: Vec<Counts>,
}

impl Game {
    /// The plays, one after the other.
    fn moves(self) -> impl FnMut(Counts, &[Play]) -> Option<Play> {
        let mut moves = self.moves.into_iter();
        move |_, plays| {
            let cards = moves.next().expect("a move");
            plays.iter().find(|play| play.cards == cards).copied()
        }
    }
}

fn recorded(file: &Path) -> impl Iterator<Item = Game> {
    #[derive(Deserialize)]
    struct Record {
        hands: [String; 3],
        moves: Vec<String>,
    }
    let file = std::fs::File::open(file).expect("a readable file");
    BufReader::new(flate2::read::GzDecoder::new(file)).lines().map(|line| {
        let record: Record = serde_json::from_str(&line.expect("a line of text")).expect("a record");
        let counts = |text: &String| text.parse::<Counts>().expect("cards");
        let cards = |text: &String| Cards::PACK.pick(counts(text)).expect("cards");
        Game {
            hands: std::array::from_fn(|seat| cards(&record.hands[seat])),
            moves: record.moves.iter().map(counts).collect(),
        }
    })
}
