//! Hands exported as PHH files: a file has no hidden card, and PokerKit replays it to the same stacks, except where
//! the server's rules differ as documented.

mod sessions;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::event::Event;
use cardroom_rules::games::holdem::phh::{self, Heading};
use cardroom_rules::games::holdem::rules::{Ante, Betting};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use sessions::{Played, Session};

const SESSIONS: u64 = 60;
const HANDS: usize = 20;

/// Why PokerKit may end a hand with other stacks, or refuse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    /// It gives all odd chips of a pot to one winner.
    OddChips,
    /// It pays out the rake, because a file does not have its rule.
    Rake,
    /// It knows one board.
    SecondBoard,
    /// It takes the payment of a short blind or straddle for the price.
    ShortBlind,
    /// In pot limit it does not count a small blind that nobody posts.
    DeadBlind,
    /// It has no completion: over a short all-in in fixed limit it wants a full raise.
    Completion,
    /// Beside dead blinds the antes are dead too, of which a seat too short for its own can win more.
    DeadAntes,
    /// It sums the latest short all-ins, and begins again once they make a full raise.
    ShortRaises,
}

fn played() -> Vec<Played> {
    let session = |seed| {
        let mut session = Session::new(seed);
        (0..HANDS).filter_map(move |_| session.play()).collect::<Vec<_>>()
    };
    (0..SESSIONS).flat_map(session).collect()
}

fn file(hand: &Played, viewer: Viewer) -> String {
    let heading = Heading {
        hand: 1,
        table: "random".to_owned(),
        began: None,
        names: BTreeMap::new(),
        tournament: None,
    };
    let seen: Vec<_> = hand.events.iter().map(|event| event.seen(viewer)).collect();
    phh::write(&heading, &hand.setup, &seen, viewer).unwrap()
}

/// The hole cards that were neither `viewer`'s own nor ever shown.
fn hidden(hand: &Played, viewer: Viewer) -> Vec<String> {
    let shown =
        |seat| hand.events.iter().any(|event| matches!(event, Event::Shown(shown) if shown.seat == seat));
    let dealt =
        hand.events.iter().find_map(|event| if let Event::Dealt(dealt) = event { Some(dealt) } else { None });
    let hands = dealt.into_iter().flat_map(|dealt| &dealt.hands);
    let hidden = hands.filter(|hand| !viewer.is(hand.seat) && !shown(hand.seat));
    hidden.flat_map(|hand| hand.cards).map(|card| card.to_string()).collect()
}

#[test]
fn a_file_holds_no_card_that_its_viewer_may_not_know() {
    let mut checked = 0;
    for hand in played() {
        let seats = hand.setup.players.iter().map(|player| Viewer::Seat(player.seat));
        for viewer in seats.chain([Viewer::Watcher]) {
            let file: toml::Table = file(&hand, viewer).parse().unwrap();
            let actions = file["actions"].to_string();
            for card in hidden(&hand, viewer) {
                assert!(!actions.contains(&card), "{card} in {actions}");
                checked += 1;
            }
        }
    }
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn finishing_stacks_are_those_of_the_hand() {
    for hand in played() {
        let file: toml::Table = file(&hand, Viewer::Watcher).parse().unwrap();
        let finishing: Vec<Chips> = file["finishing_stacks"].clone().try_into().unwrap();
        assert_eq!(finishing, stacks(&hand));
    }
}

#[test]
fn pokerkit_replays_every_hand_to_the_same_stacks() {
    if !has_pokerkit() {
        println!("phh: skipped, python3 has no pokerkit");
        return;
    }
    let hands = played();
    let viewer = |number: usize, hand: &Played| {
        let players = &hand.setup.players;
        players.get(number % (players.len() + 1)).map_or(Viewer::Watcher, |player| Viewer::Seat(player.seat))
    };
    let files: Vec<String> =
        hands.iter().enumerate().map(|(number, hand)| file(hand, viewer(number, hand))).collect();
    let replays = replay(&files);
    let mut differing = BTreeMap::new();
    for ((hand, file), replay) in hands.iter().zip(&files).zip(&replays) {
        if replay["stacks"] == serde_json::json!(stacks(hand)) {
            continue;
        }
        let differences = differences(hand);
        assert!(!differences.is_empty(), "{replay}\nfor\n{file}");
        *differing.entry(differences).or_insert(0) += 1;
    }
    let alike = hands.len() - differing.values().sum::<usize>();
    println!("phh: {} hands, {alike} replayed alike, others: {differing:?}", hands.len());
    assert!(alike * 5 > hands.len() * 4, "too many hands differ");
}

fn stacks(hand: &Played) -> Vec<Chips> {
    let stack = |seat| hand.outcome.stacks.iter().find(|&&(other, _)| other == seat).unwrap().1;
    hand.setup.players.iter().map(|player| stack(player.seat)).collect()
}

/// Every reason for which this hand may differ.
fn differences(hand: &Played) -> Vec<Difference> {
    let any = |is: &dyn Fn(&Event) -> bool| hand.events.iter().any(is);
    let odd = |event: &Event| match event {
        Event::Awarded(awarded) => awarded.shares.windows(2).any(|pair| pair[0].amount != pair[1].amount),
        _ => false,
    };
    let setup = &hand.setup;
    let put_in = |seat: Seat| -> Chips {
        let of_seat = hand.events.iter().map(|event| match event {
            Event::Posted(posted) if posted.seat == seat && posted.post.is_bet() => posted.amount,
            _ => 0,
        });
        of_seat.sum()
    };
    let is_short = put_in(setup.positions.big_blind) < setup.rules.big_blind
        || setup.straddle.is_some_and(|seat| put_in(seat) < 2 * setup.rules.big_blind);
    let is_dead = setup.players.iter().all(|player| player.seat != setup.positions.small_blind);
    let all_in_raise = |event: &Event| match event {
        Event::Bet(wager) | Event::Raised(wager) => wager.all_in,
        _ => false,
    };
    let raises = hand.events.iter().filter(|&event| all_in_raise(event)).count();
    let ante = setup.rules.ante.amount();
    let dead_antes = matches!(setup.rules.ante, Ante::Uniform { .. })
        && setup.players.iter().any(|player| player.dead_blind)
        && setup.players.iter().any(|player| player.stack < ante);
    let reasons = [
        (any(&odd), Difference::OddChips),
        (any(&|event| matches!(event, Event::Raked(_))), Difference::Rake),
        (any(&|event| matches!(event, Event::Street(street) if street.board == 1)), Difference::SecondBoard),
        (is_short, Difference::ShortBlind),
        (is_dead && setup.rules.betting == Betting::PotLimit, Difference::DeadBlind),
        (raises > 0 && setup.rules.betting == Betting::FixedLimit, Difference::Completion),
        (dead_antes, Difference::DeadAntes),
        (raises > 1, Difference::ShortRaises),
    ];
    reasons.into_iter().filter_map(|(holds, reason)| holds.then_some(reason)).collect()
}

fn has_pokerkit() -> bool {
    let found = Command::new("python3").args(["-c", "import pokerkit"]).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// PokerKit's replay of each file.
fn replay(files: &[String]) -> Vec<serde_json::Value> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/phh/replay.py");
    let mut python = Command::new("python3");
    let mut child = python.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let lines: String = files.iter().map(|file| serde_json::json!(file).to_string() + "\n").collect();
    // A thread of its own, because the answers would fill their pipe before the last question is sent.
    let asking = std::thread::spawn(move || to.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    asking.join().unwrap().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
