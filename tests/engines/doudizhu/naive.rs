//! The definition of a play, written down a second time: slowly, card by card, straight from the rules.

use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Purity, Reading};
use cardroom_rules::games::doudizhu::wings::{Wing, Wings};

/// How many cards of each rank.
pub type Held = [u8; 15];

pub fn held(cards: Counts) -> Held {
    let mut held = [0; 15];
    cards.iter().for_each(|rank| held[usize::from(rank.number())] += 1);
    held
}

pub fn rank(number: usize) -> Rank {
    Rank::new(u8::try_from(number).expect("small")).expect("a rank")
}

/// The shapes: kind, length, cards of each main rank, how many wings and cards of each.
fn shapes() -> Vec<(Kind, usize, u8, usize, u8)> {
    let mut shapes = vec![
        (Kind::Single, 1, 1, 0, 0),
        (Kind::Pair, 1, 2, 0, 0),
        (Kind::Trio, 1, 3, 0, 0),
        (Kind::TrioSingle, 1, 3, 1, 1),
        (Kind::TrioPair, 1, 3, 1, 2),
        (Kind::QuadSingles, 1, 4, 2, 1),
        (Kind::QuadPairs, 1, 4, 2, 2),
        (Kind::Bomb, 1, 4, 0, 0),
    ];
    shapes.extend((5..=12).map(|length| (Kind::Straight, length, 1, 0, 0)));
    shapes.extend((3..=10).map(|length| (Kind::PairChain, length, 2, 0, 0)));
    shapes.extend((2..=6).map(|length| (Kind::Airplane, length, 3, 0, 0)));
    shapes.extend((2..=5).map(|length| (Kind::AirplaneSingles, length, 3, length, 1)));
    shapes.extend((2..=4).map(|length| (Kind::AirplanePairs, length, 3, length, 2)));
    shapes
}

/// How many shapes there are, the rocket among them.
pub fn shapes_in_all() -> usize {
    shapes().len() + 1
}

/// Every reading of cards that are all their own ranks.
pub fn readings(held: Held, forbidden: Wings) -> Vec<Reading> {
    let mut found = Vec::new();
    let cards: u8 = held.iter().sum();
    if cards == 2 && held[13] == 1 && held[14] == 1 {
        found.push(Reading::ROCKET);
    }
    for (kind, length, body, wings, each) in shapes() {
        let size = length * usize::from(body) + wings * usize::from(each);
        if size != usize::from(cards) {
            continue;
        }
        let top = if length > 1 { 12 } else { 15 };
        for main in 0..=top - length {
            let mut rest = held;
            let chain = main..main + length;
            if chain.clone().any(|rank| held[rank] < body) {
                continue;
            }
            chain.clone().for_each(|rank| rest[rank] -= body);
            let own = length == 1 && rest[main] > 0;
            let pairs = each != 2 || rest.iter().all(|count| count % 2 == 0);
            if !own && pairs && !uses_forbidden(kind, chain, &rest, forbidden) {
                let length = u8::try_from(if kind == Kind::Bomb { 4 } else { length }).expect("small");
                found.push(Reading { kind, main: rank(main), length, purity: Purity::Natural });
            }
        }
    }
    found
}

fn uses_forbidden(kind: Kind, chain: std::ops::Range<usize>, wings: &Held, forbidden: Wings) -> bool {
    let equal = |least: u8| wings.iter().any(|&count| count >= least);
    let singles = matches!(kind, Kind::AirplaneSingles | Kind::QuadSingles);
    let pairs = matches!(kind, Kind::AirplanePairs | Kind::QuadPairs);
    let beside = [chain.start.wrapping_sub(1), chain.end];
    forbidden.iter().any(|wing| match wing {
        Wing::OfChain => singles && chain.clone().any(|rank| wings[rank] > 0),
        Wing::BothJokers => singles && wings[13] + wings[14] == 2,
        Wing::TwoEqual => singles && equal(2),
        Wing::ThreeEqual => singles && equal(3),
        Wing::FourEqual => singles && equal(4),
        Wing::LongerChain => singles && beside.iter().any(|&rank| rank < 12 && wings[rank] >= 3),
        Wing::QuadAsPairs => pairs && equal(4),
        Wing::QuadWithTwo => matches!(kind, Kind::QuadSingles | Kind::QuadPairs),
    })
}

/// Every reading of cards some of which are wild: those of all cards that the wild ones may stand for.
pub fn wild_readings(cards: Counts, forbidden: Wings, wild: Ranks) -> Vec<Reading> {
    let mut natural = held(cards);
    let mut wilds = 0;
    for rank in wild.iter() {
        wilds += std::mem::take(&mut natural[usize::from(rank.number())]);
    }
    let all_wild = natural.iter().all(|&count| count == 0);
    let own = wilds == 0 || all_wild && wild.iter().filter(|&rank| cards.count(rank) > 0).count() == 1;
    let purity = match (all_wild, wilds) {
        (true, _) => Purity::AllWild,
        (_, 0) => Purity::Natural,
        _ => Purity::WithWilds,
    };
    let mut found = Vec::new();
    if own {
        found = readings(held(cards), forbidden);
    } else {
        stand(&mut natural, 0, wilds, forbidden, &mut found);
    }
    for bomb in found.iter_mut().filter(|reading| reading.kind == Kind::Bomb) {
        bomb.purity = purity;
    }
    found
}

/// Lets the wild cards stand for every rank from `from` on.
fn stand(held: &mut Held, from: usize, wilds: u8, forbidden: Wings, found: &mut Vec<Reading>) {
    if wilds == 0 {
        let most = *held.iter().max().expect("ranks");
        let of_one = held.iter().filter(|&&count| count > 0).count() == 1;
        let more = if most <= 4 {
            readings(*held, forbidden)
        } else if of_one {
            // Only a bomb has more than four cards of a rank.
            let main = held.iter().position(|&count| count > 0).expect("a rank");
            vec![Reading { kind: Kind::Bomb, main: rank(main), length: most, purity: Purity::Natural }]
        } else {
            vec![]
        };
        for reading in more {
            if !found.contains(&reading) {
                found.push(reading);
            }
        }
    } else if from <= 12 {
        for here in 0..=wilds {
            held[from] += here;
            stand(held, from + 1, wilds - here, forbidden, found);
            held[from] -= here;
        }
    }
}
