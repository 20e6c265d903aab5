//! Shengji against other programs' answers: order, follows, throws, tricks, declarations and scores.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cardroom_rules::cards::card::{Card, Suit};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::declare::{Declaration, Policy, showable};
use cardroom_rules::games::shengji::lead::{Component, Lead};
use cardroom_rules::games::shengji::order::{Adjacency, CardPosition, Group, Order, Trump};
use cardroom_rules::games::shengji::score::{Thresholds, Won};
use cardroom_rules::games::shengji::trick::ThrowEvaluation;
use cardroom_rules::games::shengji::{follow, lead, throw, trick};
use serde::Deserialize;

use super::each::{Compared, each};
use super::tally::Tally;

/// A card as the oracles write it: suit, then rank.
fn card(text: &str) -> Card {
    let (first, second) = text.split_at(1);
    let server = if first == "X" { text.to_owned() } else { format!("{second}{}", first.to_lowercase()) };
    server.parse().unwrap_or_else(|_| panic!("not a card: {text}"))
}

fn cards(text: &str) -> Cards {
    let cards: Vec<Card> = text.split_whitespace().map(card).collect();
    Cards::gathered(&cards).unwrap_or_else(|| panic!("a card comes a third time: {text}"))
}

/// The order under a trump such as `D6`, `N6` (no-trump at level 6) or `N-` (only jokers are trumps).
fn order_of(trump: &str) -> Order {
    let (suit, level) = trump.split_at(1);
    let suit = match suit {
        "S" => Some(Suit::Spades),
        "H" => Some(Suit::Hearts),
        "C" => Some(Suit::Clubs),
        "D" => Some(Suit::Diamonds),
        _ => None,
    };
    Order::new(Trump { suit, level: level.parse().ok() }, Adjacency::default())
}

fn led(order: &Order, text: &str) -> Lead {
    Lead::of(order, cards(text)).unwrap_or_else(|| panic!("not one group: {text}"))
}

fn taken_apart(order: &Order, text: &str) -> Vec<Component> {
    lead::components(order, cards(text))
}

/// The components' cards, in an order that does not depend on who lists them.
fn units(components: &[Component]) -> BTreeSet<Vec<String>> {
    components.iter().map(|component| texts(&component.cards)).collect()
}

fn listed(units: &[String]) -> BTreeSet<Vec<String>> {
    units.iter().map(|unit| texts(&unit.split_whitespace().map(card).collect::<Vec<Card>>())).collect()
}

fn texts(cards: &[Card]) -> Vec<String> {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(ToString::to_string).collect()
}

/// `order`: every card's group and height.
pub fn order(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        t: String,
        low_to_high: BTreeMap<String, Vec<Vec<String>>>,
    }
    each(file, |record: &Record, compared| {
        let order = order_of(&record.t);
        for (name, heights) in &record.low_to_high {
            let group = match name.as_str() {
                "S" => Group::Spades,
                "H" => Group::Hearts,
                "C" => Group::Clubs,
                "D" => Group::Diamonds,
                _ => Group::Trump,
            };
            // Heights are counted from the group's lowest card: at no-trump the trumps begin above 0.
            let lowest = heights[0].iter().map(|each| order.height(card(each))).min().unwrap_or(0);
            for (height, equals) in (lowest..).zip(heights) {
                for each in equals {
                    compared.compare(each, &order.place(card(each)), &CardPosition { group, height });
                }
            }
        }
    })
}

/// `follow`, `follow_dense`: which plays follow a lead.
pub fn follow(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        trump: String,
        lead: String,
        units: Vec<String>,
        hand: String,
        plays: Vec<(String, u8)>,
    }
    each(file, |record: &Record, compared| {
        let order = order_of(&record.trump);
        let lead = led(&order, &record.lead);
        compared.compare(&record.lead, &units(&taken_apart(&order, &record.lead)), &listed(&record.units));
        for (play, legal) in &record.plays {
            let judged = follow::judge(&order, &lead, cards(&record.hand), cards(play));
            let about = format!("{play} on {} from {}", record.lead, record.hand);
            compared.compare(&about, &judged.is_ok(), &(*legal == 1));
        }
    })
}

/// The forced part if this is led against the other hands; `None` if it stands.
fn forced(order: &Order, tried: &str, hands: &[String]) -> Option<Cards> {
    // The leader is the first hand that holds it.
    let leader = hands.iter().position(|hand| cards(hand).contain(cards(tried)));
    let others = hands.iter().enumerate().filter(|&(seat, _)| Some(seat) != leader);
    let others: Vec<Cards> = others.map(|(_, hand)| cards(hand)).collect();
    let components = taken_apart(order, tried);
    let beaten = throw::illegal_part(order, &components, &others);
    throw::forced(&beaten).and_then(|component| Cards::gathered(&component.cards))
}

/// `forced_component`: the lead instead of a throw that does not stand.
pub fn forced_component(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        trump: String,
        lead_tried: String,
        units: Vec<String>,
        hands: Vec<String>,
        expected_forced: String,
    }
    each(file, |record: &Record, compared| {
        let order = order_of(&record.trump);
        let tried = &record.lead_tried;
        compared.compare(tried, &units(&taken_apart(&order, tried)), &listed(&record.units));
        let forced = forced(&order, tried, &record.hands);
        compared.compare(tried, &forced.map(text_of), &Some(text_of(cards(&record.expected_forced))));
    })
}

fn text_of(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// `tricks`: throws that stand or fail, follows, winners by each evaluation, points.
pub fn tricks(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        trump: String,
        hands: Vec<String>,
        lead_tried: String,
        throw_failed: bool,
        units: Vec<String>,
        plays: Vec<String>,
        winner: usize,
        winner_all: usize,
        winner_highest: usize,
        points: u16,
        unit_cards: u8,
    }
    each(file, |record: &Record, compared| {
        let order = order_of(&record.trump);
        let tried = &record.lead_tried;
        let is_throw = led(&order, tried).is_throw();
        let forced = if is_throw { forced(&order, tried, &record.hands) } else { None };
        compared.compare("failed", &forced.is_some(), &record.throw_failed);
        let plays: Vec<Cards> = record.plays.iter().map(|play| cards(play)).collect();
        compared.compare("led", &text_of(forced.unwrap_or(cards(tried))), &text_of(plays[0]));
        let lead = led(&order, &record.plays[0]);
        compared.compare("units", &units(&taken_apart(&order, &record.plays[0])), &listed(&record.units));
        for (hand, &play) in record.hands.iter().zip(&plays).skip(1) {
            compared.compare("follows", &follow::judge(&order, &lead, cards(hand), play).is_ok(), &true);
        }
        let winner = |evaluation| trick::winner(&order, evaluation, &lead, &plays);
        compared.compare("winner", &winner(ThrowEvaluation::LargestComponent), &record.winner);
        compared.compare("winner by all", &winner(ThrowEvaluation::EveryComponent), &record.winner_all);
        compared.compare("winner by one", &winner(ThrowEvaluation::HighestCard), &record.winner_highest);
        compared.compare(
            "points",
            &plays.iter().map(|&play| trick::points(play)).sum::<u16>(),
            &record.points,
        );
        compared.compare("largest", &lead.largest(), &record.unit_cards);
    })
}

/// `bids`: which declarations may follow, by all nine pairs of policies.
pub fn bids(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        held: Vec<String>,
        level: String,
        steps: Vec<Step>,
    }
    #[derive(Deserialize)]
    struct Step {
        player: u8,
        made: Option<String>,
        valid: BTreeMap<String, BTreeSet<String>>,
    }
    each(file, |record: &Record, compared| {
        let level = if record.level == "10" { "T" } else { &record.level }.parse().expect("a level");
        let mut made: Vec<Declaration> = Vec::new();
        for step in &record.steps {
            let seat = Seat(step.player);
            let held = cards(&record.held[seat.index()]);
            for (name, valid) in &step.valid {
                let policy = policy(name);
                let may = |new: &Declaration| policy.may_follow(*new, &made);
                let ours: BTreeSet<String> = showable(seat, held, level).filter(may).map(bid_text).collect();
                let theirs = valid.iter().map(|text| bid_text(bid(seat, text))).collect();
                compared.compare(name, &ours, &theirs);
            }
            made.extend(step.made.iter().map(|text| bid(seat, text)));
        }
    })
}

/// A declaration as the oracles write it: the card, and how many of it.
fn bid(seat: Seat, text: &str) -> Declaration {
    let (shown, count) = text.split_once('x').expect("a card and a count");
    Declaration { seat, card: card(shown), pair: count == "2" }
}

fn bid_text(bid: Declaration) -> String {
    format!("{}{}", bid.card, if bid.pair { " twice" } else { "" })
}

fn policy(name: &str) -> Policy {
    let (bidding, reinforcing) = name.split_once('/').expect("two policies");
    Policy {
        bidding: serde_json::from_value(bidding.into()).expect("a bid policy"),
        reinforcing: serde_json::from_value(reinforcing.into()).expect("a reinforcement policy"),
    }
}

/// `scoring`: points to levels.
pub fn scoring(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Table {
        rows: Vec<(i64, u8, u32, u32)>,
    }
    let text = std::fs::read_to_string(file).expect("a readable file");
    let table: Table = serde_json::from_str(&text).expect("a table");
    let mut tally = Tally::default();
    for (points, held, declarers, attackers) in table.rows {
        let theirs = Won { held: held == 1, levels: declarers.max(attackers) };
        let mut compared = Compared::default();
        compared.compare("won", &Thresholds::default().won(points), &theirs);
        tally.hand(&format!("{points} points"), compared.decisions, compared.differences);
    }
    tally
}
