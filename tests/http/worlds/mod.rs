//! Two worlds that differ only in cards that are hidden from a viewer: whatever the viewer requests, on every route,
//! and whatever they follow, the answers are the same, byte for byte. Both worlds have the same times, tokens and
//! identifiers, because all randomness comes from the same seed; only the decks are stacked differently. A new route
//! joins by itself.

mod actions;
mod asking;
mod routes;
mod taps;
mod world;

use std::collections::BTreeSet;

use cardroom_rules::cards::card::Card;
use serde_json::{Value, json};

use self::world::World;
use crate::deals::doudizhu::Deal;
use crate::deals::shengji;

/// A hand of a game up to a point at which much is hidden, and cards to exchange.
struct Scene {
    game: &'static str,
    rules: Value,
    buy_in: u64,
    /// The cards of each seat; the last pile is dealt to no seat.
    piles: Vec<Vec<String>>,
    /// The deck from its top, for these piles.
    deck: fn(&[Vec<String>]) -> String,
    script: Vec<Step>,
    /// Whether that is the whole hand.
    ends: bool,
    /// The seat that has seen the pile that was dealt to no seat.
    taker: Option<usize>,
    /// Positions of two cards, each by pile and index in it.
    swaps: Vec<[(usize, usize); 2]>,
}

/// The next step in a scene.
enum Step {
    /// The seat whose turn it is does this.
    Turn(Value),
    /// The seat whose turn it is plays the first card that it was dealt.
    Lead,
    /// The seat whose turn it is buries the last eight cards that it was dealt.
    Bury,
    /// A seat does this, in turn or not.
    Act(usize, Value),
}

impl Scene {
    fn seats(&self) -> usize {
        self.piles.len() - 1
    }
}

/// The piles with two cards exchanged.
fn swapped(piles: &[Vec<String>], [one, other]: [(usize, usize); 2]) -> Vec<Vec<String>> {
    let mut piles = piles.to_vec();
    let card = std::mem::take(&mut piles[one.0][one.1]);
    let card = std::mem::replace(&mut piles[other.0][other.1], card);
    piles[one.0][one.1] = card;
    piles
}

/// How much was compared, and how many of these were actions that were judged legal, or done.
#[derive(Debug, Default)]
struct Compared {
    answers: usize,
    previews: usize,
    done: usize,
    streams: usize,
}

async fn assert_alike(scene: Scene) {
    let viewers = std::iter::once(None).chain((0..scene.seats()).map(Some));
    let mut compared = Compared::default();
    let mut well = BTreeSet::new();
    for viewer in viewers {
        let (before, answered_well) = World::record(&scene, &scene.piles, viewer).await;
        well.extend(answered_well);
        for swap in &scene.swaps {
            let knows = |pile: usize| {
                viewer.is_some() && (viewer == Some(pile) || (pile == scene.seats() && viewer == scene.taker))
            };
            if swap.iter().any(|(pile, _)| knows(*pile)) {
                continue;
            }
            let (after, _) = World::record(&scene, &swapped(&scene.piles, *swap), viewer).await;
            assert_eq!(before.len(), after.len());
            for ((asked, one), (_, other)) in before.iter().zip(&after) {
                let text = String::from_utf8_lossy(one);
                assert!(
                    one == other,
                    "{viewer:?}, {swap:?}: {asked}\n{text}\n{}",
                    String::from_utf8_lossy(other)
                );
                let acted = asked.contains("/actions {") && text.starts_with("200");
                compared.answers += 1;
                compared.previews += usize::from(acted && asked.contains("\"dry_run\":true"));
                compared.done += usize::from(acted && asked.contains("\"dry_run\":false"));
                compared.streams += usize::from(!asked.starts_with(char::is_uppercase));
            }
        }
    }
    println!("{}: the same in two worlds: {compared:?}", scene.game);
    assert!(compared.answers > 500 && compared.streams > 30, "{compared:?}");
    assert!(compared.previews > 0 && compared.done > 0, "{compared:?}");
    if !scene.ends {
        assert_answered_well(&well);
    }
}

/// Every route must have answered some viewer with success, or only refusals would be compared. A new route needs an
/// entry that says how to request it.
fn assert_answered_well(well: &BTreeSet<String>) {
    let routes = routes::routes().into_iter().map(|(method, path)| format!("{method} {path}"));
    let never: Vec<String> = routes.filter(|route| !well.contains(route)).collect();
    let unknown: Vec<_> =
        never.iter().filter(|route| !routes::NEVER_WELL.contains(&route.as_str())).collect();
    assert!(unknown.is_empty(), "never answered well: {unknown:?}");
    assert_eq!(never.len(), routes::NEVER_WELL.len(), "some are answered well after all: {never:?}");
}

/// Hold'em for three, played so far.
fn at_holdem(script: Vec<Step>, ends: bool) -> Scene {
    let all = || Card::french().map(|card| card.to_string());
    Scene {
        game: "holdem",
        rules: json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10}),
        buy_in: 1_000,
        piles: vec![
            all().take(2).collect(),
            all().skip(2).take(2).collect(),
            all().skip(4).take(2).collect(),
            all().skip(6).collect(),
        ],
        // Two rounds of one card each, from the small blind on: seat 2 has the button of the first hand.
        deck: |piles| {
            let order = [0, 1, 2].map(|seat: usize| &piles[seat]);
            let held = (0..2).flat_map(|round| order.map(|pile| pile[round].clone()));
            held.chain(piles[3].iter().cloned()).collect::<Vec<_>>().join(" ")
        },
        taker: None,
        script,
        ends,
        swaps: vec![
            [(1, 0), (2, 1)],
            [(0, 0), (2, 0)],
            [(0, 1), (3, 40)],
            [(1, 1), (3, 5)],
            [(3, 20), (3, 45)],
        ],
    }
}

fn act(kind: &str) -> Step {
    Step::Turn(json!({"type": kind}))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_leaks_holdem_cards() {
    assert_alike(at_holdem(vec![act("call"), act("call"), act("check"), act("check")], false)).await;
}

/// Nor do lists of hands, replays and figures, once a hand is over.
#[tokio::test(flavor = "multi_thread")]
async fn no_route_leaks_unshown_holdem_cards() {
    assert_alike(at_holdem(vec![act("fold"), act("fold"), act("muck")], true)).await;
}

/// Dou Dizhu with this deal, played so far.
fn at_doudizhu(Deal { hands, bottom }: Deal, script: Vec<Step>, ends: bool) -> Scene {
    Scene {
        game: "doudizhu",
        rules: json!({"bidding": "points", "stake": 1, "reveal": !ends}),
        buy_in: 1_000,
        piles: hands.into_iter().chain([bottom]).collect(),
        deck: |piles| {
            let [a, b, c, bottom] = piles else { panic!("four piles") };
            Deal { hands: [a.clone(), b.clone(), c.clone()], bottom: bottom.clone() }.deck()
        },
        taker: None,
        ends,
        script,
        swaps: vec![[(0, 3), (1, 9)], [(1, 5), (2, 12)], [(0, 16), (2, 1)]],
    }
}

fn bid(points: u8) -> Step {
    Step::Turn(json!({"type": "bid", "points": points}))
}

fn play(cards: &str) -> Step {
    Step::Turn(json!({"type": "play", "cards": cards.split(' ').collect::<Vec<_>>()}))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_leaks_dou_dizhu_cards() {
    let deal = Deal::shuffled([5; 32]);
    assert_alike(at_doudizhu(deal, vec![bid(3), Step::Lead, act("pass")], false)).await;
}

/// Nor the rest of the peasants' cards, once the landlord is out, if the table does not show them.
#[tokio::test(flavor = "multi_thread")]
async fn no_route_leaks_unplayed_dou_dizhu_cards() {
    let deal = Deal::of(["3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 3h 3c 3d 4h 4c", "", ""], "4d 9h Th");
    let whole = vec![
        bid(3),
        play("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"),
        act("pass"),
        act("pass"),
        play("3h 3c 3d 4h 4c 4d 9h Th"),
    ];
    let scene = at_doudizhu(deal, whole, true);
    let hidden = vec![[(1, 5), (2, 12)], [(1, 0), (2, 16)], [(1, 16), (2, 3)]];
    assert_alike(Scene { swaps: hidden, ..scene }).await;
}

/// Nor anything of a hand in which every seat passed.
#[tokio::test(flavor = "multi_thread")]
async fn no_route_leaks_dou_dizhu_cards_of_a_void_hand() {
    let scene = at_doudizhu(Deal::shuffled([5; 32]), vec![act("pass"), act("pass"), act("pass")], true);
    assert_alike(Scene { swaps: vec![[(0, 3), (1, 9)], [(2, 1), (3, 2)]], ..scene }).await;
}

/// Shengji with much hidden, played so far.
fn at_shengji(script: Vec<Step>, ends: bool) -> Scene {
    let shengji::Deal { hands, kitty } = shengji::Deal::of(["2s 3s", "4h 5h", "6d 7d", "8c 9c"], "Td Jd");
    Scene {
        game: "shengji",
        rules: json!({"card_millis": 0}),
        buy_in: 0,
        piles: hands.into_iter().chain([kitty]).collect(),
        deck: |piles| {
            let [a, b, c, d, kitty] = piles else { panic!("five piles") };
            let hands = [a.clone(), b.clone(), c.clone(), d.clone()];
            shengji::Deal { hands, kitty: kitty.clone() }.deck(0)
        },
        taker: Some(0),
        ends,
        script,
        swaps: vec![[(1, 3), (2, 9)], [(2, 5), (3, 12)], [(1, 16), (3, 1)], [(2, 7), (4, 3)]],
    }
}

fn passes(seats: impl IntoIterator<Item = usize>) -> Vec<Step> {
    seats.into_iter().map(|seat| Step::Act(seat, json!({"type": "pass"}))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_leaks_shengji_cards() {
    let mut script = vec![Step::Act(0, json!({"type": "declare", "card": "2s", "pair": false}))];
    script.extend(passes([1, 2, 3, 0]));
    script.extend([Step::Bury, Step::Lead]);
    assert_alike(at_shengji(script, false)).await;
}

/// Nor of a hand without a declaration. A hand that is played shows every card by its end, the kitty last.
#[tokio::test(flavor = "multi_thread")]
async fn no_route_leaks_shengji_cards_of_an_undeclared_hand() {
    assert_alike(Scene { taker: None, ..at_shengji(passes(0..4), true) }).await;
}
