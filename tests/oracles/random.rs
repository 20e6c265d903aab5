//! Random hands that other implementations played and judged.

use std::collections::BTreeSet;
use std::path::Path;

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use serde::Deserialize;

use super::lines;
use super::played::{Now, Played};
use super::table::Table;
use super::tally::{Tally, compare};

#[derive(Deserialize)]
struct Hand {
    id: String,
    variant: String,
    ante_type: String,
    antes: Vec<Chips>,
    blinds: Vec<Chips>,
    starting_stacks: Vec<Chips>,
    posted: Posted,
    deck: Vec<Card>,
    board: Vec<Card>,
    actions: Vec<Decision>,
    contributed: Vec<Chips>,
    uncalled: Option<Uncalled>,
    pots: Vec<Pot>,
    final_stacks: Vec<Chips>,
    showdown: Option<Vec<Showdown>>,
    tags: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Posted {
    antes: Vec<Chips>,
    blinds: Vec<Chips>,
}

#[derive(Deserialize)]
struct Decision {
    s: u8,
    k: String,
    to: Option<Chips>,
    allin: bool,
    legal: Legal,
}

#[derive(Deserialize)]
struct Legal {
    to_call: Chips,
    call: Chips,
    raise_min: Option<Chips>,
    raise_max: Option<Chips>,
}

#[derive(Deserialize)]
struct Uncalled {
    seat: u8,
    amount: Chips,
}

#[derive(Deserialize)]
pub struct Pot {
    pub amount: Chips,
    pub eligible: Vec<u8>,
    pub winners: Vec<u8>,
    pub shares: Vec<(u8, Chips)>,
}

#[derive(Deserialize)]
struct Showdown {
    seat: u8,
    category: String,
    best5: Vec<Card>,
    place: usize,
}

/// Plays every hand of a file.
pub fn check(file: &Path) -> Tally {
    check_all(file, false)
}

/// Plays every hand of a file of tournaments, where the big blind is posted before its ante.
pub fn check_blind_first(file: &Path) -> Tally {
    check_all(file, true)
}

fn check_all(file: &Path, blind_first: bool) -> Tally {
    let mut tally = Tally::default();
    for hand in lines::records::<Hand>(file) {
        tally.hand(&hand.id, hand.actions.len(), differences(&hand, blind_first));
    }
    tally
}

fn differences(hand: &Hand, blind_first: bool) -> Vec<String> {
    let table = Table {
        variant: &hand.variant,
        stacks: &hand.starting_stacks,
        blinds: &hand.blinds,
        antes: &hand.antes,
        dead_ante: table_ante(hand),
        blind_first,
    };
    let mut played = Played::new(table.hand(hand.deck.clone()));
    let mut found = Vec::new();
    for (nth, decision) in hand.actions.iter().enumerate() {
        if let Err(why) = decide(hand, &mut played, decision, &mut found) {
            found.push(format!("decision {nth}: {why}"));
            return found;
        }
    }
    match played.go_on() {
        Now::Asks(seat) => found.push(format!("{seat} is asked, but the hand is over")),
        Now::Over(stacks) => {
            compare(&mut found, "final stacks", &stacks, &hand.final_stacks);
            compare_end(hand, &played, &mut found);
        }
    }
    found
}

/// Whether one seat posted the ante for the table.
fn table_ante(hand: &Hand) -> bool {
    matches!(hand.ante_type.as_str(), "bb" | "button")
}

fn decide(
    hand: &Hand,
    played: &mut Played,
    decision: &Decision,
    found: &mut Vec<String>,
) -> Result<(), String> {
    let Now::Asks(seat) = played.go_on() else { return Err("the hand is over".to_owned()) };
    if seat != Seat(decision.s) {
        return Err(format!("{seat} is asked, not seat {}", decision.s));
    }
    let legal = &decision.legal;
    let before = played.player(decision.s);
    compare(found, "price", &(played.view().price - before.bet), &legal.to_call);
    let (call, least, most) = played.offer(seat);
    // The data follow another rule for a short blind in the pot.
    let is_unsure = hand.variant == "PL" && hand.tags.contains("short_blind");
    let theirs = if is_unsure { most } else { legal.raise_max };
    compare(found, "offer", &(call, least, most), &(legal.call, legal.raise_min, theirs));
    played.act(seat, &played.named(&decision.k, decision.to))?;
    let after = played.player(decision.s);
    if let Some(to) = decision.to {
        compare(
            found,
            "total",
            &(before.bet + before.stack - after.stack, after.stack == 0),
            &(to, decision.allin),
        );
    }
    Ok(())
}

fn compare_end(hand: &Hand, played: &Played, found: &mut Vec<String>) {
    compare(found, "antes", &played.antes, &hand.posted.antes);
    compare(found, "blinds", &played.blinds, &hand.posted.blinds);
    let uncalled = hand.uncalled.as_ref().map(|uncalled| (uncalled.seat, uncalled.amount));
    compare(found, "uncalled", &played.uncalled, &uncalled);
    let view = played.view();
    // Dead antes are left out there.
    let dead = |seat: usize| if table_ante(hand) { hand.posted.antes[seat] } else { 0 };
    let paid = view.players.iter().map(|player| player.paid - dead(player.seat.index()));
    let paid: Vec<Chips> = paid.collect();
    compare(found, "contributed", &paid, &hand.contributed);
    compare(found, "board", &texts(&view.boards[0]), &texts(&hand.board));
    compare_pots(played, &hand.pots, found);
    compare_showdown(hand, played, found);
}

/// Compares the pots, and their winners.
pub fn compare_pots(played: &Played, theirs: &[Pot], found: &mut Vec<String>) {
    let ours: Vec<_> = played.pots.iter().map(|pot| (pot.amount, seats(&pot.eligible))).collect();
    let pots: Vec<_> = theirs.iter().map(|pot| (pot.amount, pot.eligible.clone())).collect();
    compare(found, "pots", &ours, &pots);
    let shares: Vec<_> = theirs.iter().map(|pot| pot.shares.clone()).collect();
    compare(found, "shares", &played.shares, &shares);
    let winners = |shares: &Vec<(u8, Chips)>| shares.iter().map(|&(seat, _)| seat).collect::<Vec<_>>();
    let ours: Vec<_> = played.shares.iter().map(winners).collect();
    let theirs: Vec<_> = theirs.iter().map(|pot| pot.winners.clone()).collect();
    compare(found, "winners", &ours, &theirs);
}

fn compare_showdown(hand: &Hand, played: &Played, found: &mut Vec<String>) {
    let at_showdown = |of: &Showdown| played.player(of.seat).best.first().map(|made| made.best);
    let showdown = hand.showdown.as_deref().unwrap_or_default();
    let bests: Vec<_> = showdown.iter().map(at_showdown).collect();
    for (theirs, ours) in showdown.iter().zip(&bests) {
        let Some(ours) = ours else {
            found.push(format!("seat {} has no hand at the showdown", theirs.seat));
            continue;
        };
        let better: BTreeSet<u16> = bests.iter().flatten().map(|best| best.rank).collect();
        compare(found, "place", &(better.range(..ours.rank).count() + 1), &theirs.place);
        compare(found, "category", &category(ours.category), &theirs.category.as_str());
        compare(found, "best five", &ranks(&ours.cards), &ranks(&theirs.best5));
    }
}

/// A category by the data's name.
fn category(category: cardroom_rules::games::holdem::category::Category) -> &'static str {
    use cardroom_rules::games::holdem::category::Category;
    match category {
        Category::HighCard => "high_card",
        Category::OnePair => "pair",
        Category::TwoPair => "two_pair",
        Category::ThreeOfAKind => "trips",
        Category::Straight => "straight",
        Category::Flush => "flush",
        Category::FullHouse => "full_house",
        Category::FourOfAKind => "quads",
        Category::StraightFlush => "straight_flush",
    }
}

/// The ranks of five cards. Which of two equal kickers is taken is of no account.
fn ranks(cards: &[Card]) -> Vec<Option<u8>> {
    let mut ranks: Vec<_> = cards.iter().map(|card| card.rank()).collect();
    ranks.sort_unstable();
    ranks
}

fn seats(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}
