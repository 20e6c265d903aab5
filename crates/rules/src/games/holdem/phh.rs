//! A finished hand as a file of the poker hand history standard (PHH, <https://phh.readthedocs.io>): TOML.
//!
//! It is written from a viewer's events alone, so it holds no card that the viewer may not know. Cards that were shown
//! are listed with the deal, others as `????`. Players are numbered clockwise from left of the button; heads-up that
//! makes the big blind `p1`, and the standard then lists antes and blinds the other way round.
//!
//! The standard cannot express some things:
//! - It has no pot-limit Hold'em: such a hand is a no-limit one with `_betting = "pot_limit"`.
//! - A board run twice: the second board is a comment, and a parser that replays the hand shares the pots by the first.
//! - Rake: a parser that replays the hand pays it to the winners; `_rake` and `finishing_stacks` have the true amounts.
//! - A missed small blind is an ante of its own. Beside uniform antes, a seat too short for its ante can then win all
//!   of the antes in a replay.
//! - The blind of a newcomer is negative among the blinds, which is how PokerKit tells it from a straddle.

use std::collections::BTreeMap;

use serde::Serialize;
use toml::value::Datetime;

use super::event::Seen;
use super::rules::{Ante, Betting};
use super::setup::{Player, Setup};
use crate::cards::card::Card;
use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::games::viewer::Viewer;

/// The data of a file beside the hand itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// The hand's number at its table, from 1.
    pub hand: u64,
    /// The name of the table.
    pub table: String,
    /// When the hand began, in UTC.
    pub began: Option<Datetime>,
    /// The players' names; an absent player has none.
    pub names: BTreeMap<Seat, String>,
    /// The tournament, if the table belongs to one.
    pub tournament: Option<TournamentHeading>,
}

/// The tournament of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentHeading {
    /// Its name.
    pub name: String,
    /// Its identifier.
    pub id: String,
    /// The level of the hand, 1 is the first; `None` if several levels have the same blinds and antes.
    pub level: Option<u32>,
    /// The number of the table in the tournament.
    pub table: u32,
}

/// The file, with the standard's own names. Our own names begin with an underscore.
#[derive(Serialize)]
struct File {
    variant: &'static str,
    ante_trimming_status: bool,
    antes: Vec<Chips>,
    blinds_or_straddles: Vec<i64>,
    min_bet: Option<Chips>,
    small_bet: Option<Chips>,
    big_bet: Option<Chips>,
    starting_stacks: Vec<Chips>,
    actions: Vec<String>,
    time: Option<Datetime>,
    day: Option<u8>,
    month: Option<u8>,
    year: Option<u16>,
    event: Option<String>,
    hand: u64,
    level: Option<u32>,
    table: String,
    seats: Vec<Seat>,
    players: Vec<String>,
    finishing_stacks: Vec<i64>,
    #[serde(rename = "_betting")]
    betting: Betting,
    #[serde(rename = "_rake")]
    rake: Chips,
    #[serde(rename = "_tournament")]
    tournament: Option<String>,
    #[serde(rename = "_tournament_table")]
    tournament_table: Option<u32>,
}

/// Writes a finished hand as `viewer` knows it: `events` are what that viewer saw, from first to last.
///
/// A [`ReplayError`] if an amount is beyond TOML's integers, which no table has.
pub fn write(
    heading: &Heading,
    setup: &Setup,
    events: &[Seen],
    viewer: Viewer,
) -> Result<String, ReplayError> {
    let story = Story { setup, events, viewer };
    let fixed = setup.rules.betting == Betting::FixedLimit;
    let big_blind = setup.rules.big_blind;
    let (date, time) = heading.began.map_or((None, None), |began| (began.date, began.time));
    let players = || setup.players.iter();
    let tournament = heading.tournament.as_ref();
    let file = File {
        variant: if fixed { "FT" } else { "NT" },
        ante_trimming_status: story.trims_antes(),
        antes: story.forced(ante),
        blinds_or_straddles: story.forced(blind),
        min_bet: (!fixed).then_some(big_blind),
        small_bet: fixed.then_some(big_blind),
        big_bet: fixed.then_some(2 * big_blind),
        starting_stacks: players().map(|player| player.stack).collect(),
        actions: story.actions(),
        time: time.map(|time| Datetime { date: None, time: Some(time), offset: None }),
        day: date.map(|date| date.day),
        month: date.map(|date| date.month),
        year: date.map(|date| date.year),
        event: tournament.map(|tournament| tournament.name.clone()),
        hand: heading.hand,
        level: tournament.and_then(|tournament| tournament.level),
        table: heading.table.clone(),
        seats: players().map(|player| player.seat).collect(),
        players: players().map(|player| heading.name(player.seat)).collect(),
        finishing_stacks: story.finishing_stacks(),
        betting: setup.rules.betting,
        rake: story.rake(),
        tournament: tournament.map(|tournament| tournament.id.clone()),
        tournament_table: tournament.map(|tournament| tournament.table),
    };
    toml::to_string(&file).map_err(|_| ReplayError("an amount is beyond the integers of a file"))
}

impl Heading {
    fn name(&self, seat: Seat) -> String {
        self.names.get(&seat).cloned().unwrap_or_default()
    }
}

/// A hand as one viewer knows it.
struct Story<'a> {
    setup: &'a Setup,
    events: &'a [Seen],
    viewer: Viewer,
}

impl Story<'_> {
    /// Whether a seat's antes belong to it when the pots are made. If not, they are dead money.
    fn trims_antes(&self) -> bool {
        let players = &self.setup.players;
        matches!(self.setup.rules.ante, Ante::Uniform { .. })
            && players.iter().all(|player| !player.dead_blind)
    }

    /// The amount that each player has to post, by `due`, even if its stack is shorter.
    fn forced<T>(&self, due: impl Fn(&Setup, &Player) -> T) -> Vec<T> {
        let mut forced: Vec<T> = self.setup.players.iter().map(|player| due(self.setup, player)).collect();
        if forced.len() == 2 {
            forced.reverse();
        }
        forced
    }

    fn actions(&self) -> Vec<String> {
        let without_showdown = self.folds() + 1 == self.setup.players.len();
        let mut actions = Vec::new();
        for event in self.events {
            match event {
                Seen::Dealt(dealt) => actions.extend(dealt.seats.iter().map(|&seat| self.dealt(seat))),
                Seen::Shown(_) | Seen::Mucked(_) if without_showdown => {}
                _ => actions.extend(self.action(event)),
            }
        }
        actions
    }

    fn folds(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Seen::Folded(_))).count()
    }

    fn action(&self, event: &Seen) -> Option<String> {
        let player = |seat| self.player(seat);
        Some(match event {
            Seen::Folded(turn) => format!("{} f", player(turn.seat)),
            Seen::Checked(turn) => format!("{} cc", player(turn.seat)),
            Seen::Called(wager) => format!("{} cc", player(wager.seat)),
            Seen::Bet(wager) | Seen::Raised(wager) => format!("{} cbr {}", player(wager.seat), wager.to),
            Seen::Street(street) if street.board == 0 => format!("d db {}", joined(&street.cards)),
            Seen::Street(street) => format!("# second board: {}", joined(&street.cards)),
            Seen::Shown(shown) => format!("{} sm {}", player(shown.seat), joined(&shown.cards)),
            Seen::Mucked(turn) => format!("{} sm", player(turn.seat)),
            _ => return None,
        })
    }

    fn dealt(&self, seat: Seat) -> String {
        let cards = self.known(seat).map_or("????".to_owned(), |cards| joined(&cards));
        format!("d dh {} {cards}", self.player(seat))
    }

    /// The hole cards of a seat, if the viewer held them or saw them shown.
    fn known(&self, seat: Seat) -> Option<[Card; 2]> {
        self.events.iter().find_map(|event| match event {
            Seen::Dealt(dealt) if self.viewer.is(seat) => dealt.cards,
            Seen::Shown(shown) if shown.seat == seat => Some(shown.cards),
            _ => None,
        })
    }

    /// `p1` for the first player.
    fn player(&self, seat: Seat) -> String {
        let before = self.setup.players.iter().take_while(|player| player.seat != seat);
        format!("p{}", before.count() + 1)
    }

    fn finishing_stacks(&self) -> Vec<i64> {
        let finishing = |player: &Player| {
            let changes = self.events.iter().map(|event| change(event, player.seat));
            player.stack.cast_signed() + changes.sum::<i64>()
        };
        self.setup.players.iter().map(finishing).collect()
    }

    fn rake(&self) -> Chips {
        let raked = |event: &Seen| if let Seen::Raked(raked) = event { raked.amount } else { 0 };
        self.events.iter().map(raked).sum()
    }
}

/// The ante that a player owes, and its dead small blind.
fn ante(setup: &Setup, player: &Player) -> Chips {
    let ante = match setup.rules.ante {
        Ante::Uniform { amount } => amount,
        Ante::BigBlind { amount } if player.seat == setup.positions.big_blind => amount,
        Ante::Button { amount } if player.seat == setup.positions.button => amount,
        Ante::None {} | Ante::BigBlind { .. } | Ante::Button { .. } => 0,
    };
    let dead = if player.dead_blind { setup.rules.small_blind } else { 0 };
    ante + dead
}

/// The live blind or straddle that a player owes; negative for a newcomer's.
fn blind(setup: &Setup, player: &Player) -> i64 {
    let (small, big) = (setup.rules.small_blind.cast_signed(), setup.rules.big_blind.cast_signed());
    match player.seat {
        seat if setup.straddle == Some(seat) => 2 * big,
        seat if seat == setup.positions.big_blind => big,
        seat if seat == setup.positions.small_blind => small,
        _ if player.entry_blind => -big,
        _ => 0,
    }
}

/// The change of a seat's stack by an event.
fn change(event: &Seen, seat: Seat) -> i64 {
    match event {
        Seen::Posted(posted) if posted.seat == seat => -posted.amount.cast_signed(),
        Seen::Called(wager) | Seen::Bet(wager) | Seen::Raised(wager) if wager.seat == seat => {
            -wager.amount.cast_signed()
        }
        Seen::Returned(returned) if returned.seat == seat => returned.amount.cast_signed(),
        Seen::Awarded(awarded) => {
            let shares = awarded.shares.iter().filter(|share| share.seat == seat);
            shares.map(|share| share.amount.cast_signed()).sum()
        }
        _ => 0,
    }
}

fn joined(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::holdem::evaluate;
    use crate::games::holdem::event::{
        Awarded, DealtSeen, Post, Posted, Raked, Returned, Share, Shown, Street, Turn, Wager,
    };
    use crate::games::holdem::rules::{Rake, Rules, Straddle};
    use crate::games::holdem::setup::Positions;
    use crate::games::holdem::street::StreetName;

    fn cards<const N: usize>(text: &str) -> [Card; N] {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        cards.try_into().unwrap()
    }

    fn setup(stacks: &[(u8, Chips)]) -> Setup {
        let player = |&(seat, stack): &(u8, Chips)| Player {
            seat: Seat(seat),
            stack,
            dead_blind: false,
            entry_blind: false,
        };
        let rules = Rules {
            betting: Betting::NoLimit,
            small_blind: 5,
            big_blind: 10,
            ante: Ante::None {},
            straddle: Straddle::None,
            rake: Rake::default(),
            uncapped_heads_up: false,
            run_it_twice: false,
            table_all_ins: false,
            blind_first: false,
            showdown_seconds: 3,
        };
        let seat = |place: usize| Seat(stacks[place % stacks.len()].0);
        let button = seat(stacks.len() - 1);
        let positions = match stacks.len() {
            2 => Positions { button, small_blind: button, big_blind: seat(0) },
            _ => Positions { button, small_blind: seat(0), big_blind: seat(1) },
        };
        Setup { rules, positions, players: stacks.iter().map(player).collect(), straddle: None, dues: vec![] }
    }

    fn heading() -> Heading {
        Heading {
            hand: 7,
            table: "north".to_owned(),
            began: "2026-03-04T05:06:07Z".parse().ok(),
            names: [(Seat(1), "Ann".to_owned()), (Seat(4), "Bob".to_owned())].into(),
            tournament: None,
        }
    }

    fn posted(seat: u8, post: Post, amount: Chips) -> Seen {
        Seen::Posted(Posted { seat: Seat(seat), post, amount, all_in: false })
    }

    fn wager(seat: u8, amount: Chips, to: Chips) -> Wager {
        Wager { seat: Seat(seat), amount, to, all_in: false }
    }

    fn turn(seat: u8) -> Turn {
        Turn { seat: Seat(seat) }
    }

    fn street(street: StreetName, board: u8, text: &str) -> Seen {
        let cards = text.split(' ').map(|card| card.parse().unwrap()).collect();
        Seen::Street(Street { street, board, cards })
    }

    fn awarded(seat: u8, amount: Chips) -> Seen {
        let share = Share { seat: Seat(seat), amount, best: None };
        Seen::Awarded(Awarded { pot: 0, board: 0, shares: vec![share] })
    }

    /// Three players, seen from seat 4: seat 5 folds, seat 1 shows, seat 4 mucks.
    fn three_handed(own: Option<[Card; 2]>) -> Vec<Seen> {
        let shown = cards("As Kh");
        let board: [Card; 5] = cards("Ah 7c 2d 9s 3h");
        let best = evaluate::best(&[&shown[..], &board].concat()).ok();
        vec![
            posted(1, Post::SmallBlind, 5),
            posted(4, Post::BigBlind, 10),
            Seen::Dealt(DealtSeen { seats: vec![Seat(1), Seat(4), Seat(5)], cards: own }),
            Seen::Folded(turn(5)),
            Seen::Raised(wager(1, 25, 30)),
            Seen::Called(wager(4, 20, 30)),
            street(StreetName::Flop, 0, "Ah 7c 2d"),
            Seen::Bet(wager(1, 40, 40)),
            Seen::Called(wager(4, 40, 40)),
            street(StreetName::Turn, 0, "9s"),
            Seen::Checked(turn(1)),
            Seen::Checked(turn(4)),
            street(StreetName::River, 0, "3h"),
            Seen::Checked(turn(1)),
            Seen::Checked(turn(4)),
            Seen::Shown(Shown { seat: Seat(1), cards: shown, best }),
            Seen::Mucked(turn(4)),
            awarded(1, 140),
        ]
    }

    #[test]
    fn a_file_has_the_hand_as_its_viewer_knows_it() {
        let setup = setup(&[(1, 1_000), (4, 900), (5, 800)]);
        let own = Some(cards("Qs Qh"));
        let file = write(&heading(), &setup, &three_handed(own), Viewer::Seat(Seat(4))).unwrap();
        let expected = r#"variant = "NT"
ante_trimming_status = false
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 900, 800]
actions = ["d dh p1 AsKh", "d dh p2 QsQh", "d dh p3 ????", "p3 f", "p1 cbr 30", "p2 cc", "d db Ah7c2d", "p1 cbr 40", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "d db 3h", "p1 cc", "p2 cc", "p1 sm AsKh", "p2 sm"]
time = 05:06:07
day = 4
month = 3
year = 2026
hand = 7
table = "north"
seats = [1, 4, 5]
players = ["Ann", "Bob", ""]
finishing_stacks = [1070, 830, 800]
_betting = "no_limit"
_rake = 0
"#;
        assert_eq!(file, expected);
        let watched = write(&heading(), &setup, &three_handed(None), Viewer::Watcher).unwrap();
        assert_eq!(watched, expected.replace("QsQh", "????"));
    }

    fn read(setup: &Setup, events: &[Seen]) -> toml::Table {
        write(&heading(), setup, events, Viewer::Watcher).unwrap().parse().unwrap()
    }

    fn array<T: Into<toml::Value>>(values: impl IntoIterator<Item = T>) -> toml::Value {
        toml::Value::Array(values.into_iter().map(Into::into).collect())
    }

    /// The big blind is `p1` and the button `p2`, and their posts are listed in reverse.
    #[test]
    fn heads_up_the_posts_are_reversed_and_a_hand_shown_unasked_stands_with_the_deal() {
        let mut setup = setup(&[(3, 100), (2, 200)]);
        setup.rules.ante = Ante::BigBlind { amount: 10 };
        let events = [
            posted(3, Post::TableAnte, 10),
            posted(2, Post::SmallBlind, 5),
            posted(3, Post::BigBlind, 10),
            Seen::Dealt(DealtSeen { seats: vec![Seat(3), Seat(2)], cards: None }),
            Seen::Folded(turn(2)),
            Seen::Returned(Returned { seat: Seat(3), amount: 5 }),
            awarded(3, 20),
            Seen::Shown(Shown { seat: Seat(3), cards: cards("7s 2h"), best: None }),
        ];
        let file = read(&setup, &events);
        assert_eq!(file["antes"], array([0, 10]));
        assert_eq!(file["blinds_or_straddles"], array([5, 10]));
        assert_eq!(file["actions"], array(["d dh p1 7s2h", "d dh p2 ????", "p2 f"]));
        assert_eq!(file["finishing_stacks"], array([105, 195]));
    }

    #[test]
    fn every_post_has_its_position_even_if_a_stack_is_short() {
        let mut setup = setup(&[(0, 100), (1, 100), (2, 100), (3, 7), (4, 100)]);
        setup.rules.ante = Ante::Uniform { amount: 2 };
        setup.rules.betting = Betting::FixedLimit;
        setup.straddle = Some(Seat(2));
        setup.players[2].entry_blind = true;
        setup.players[3].entry_blind = true;
        let file = read(&setup, &[]);
        assert_eq!(file["ante_trimming_status"], true.into());
        assert_eq!(file["antes"], array([2, 2, 2, 2, 2]));
        assert_eq!(file["blinds_or_straddles"], array([5, 10, 20, -10, 0]));
        assert_eq!(file["variant"], "FT".into());
        assert_eq!((&file["small_bet"], &file["big_bet"]), (&10.into(), &20.into()));
        assert!(!file.contains_key("min_bet"));

        setup.players[4].dead_blind = true;
        setup.players[4].entry_blind = true;
        setup.positions.small_blind = Seat(9);
        let file = read(&setup, &[]);
        assert_eq!(file["ante_trimming_status"], false.into());
        assert_eq!(file["antes"], array([2, 2, 2, 2, 7]));
        assert_eq!(file["blinds_or_straddles"], array([0, 10, 20, -10, -10]));

        setup.rules.ante = Ante::Button { amount: 8 };
        assert_eq!(read(&setup, &[])["antes"], array([0, 0, 0, 0, 13]));
    }

    #[test]
    fn a_second_board_and_the_rake_are_written_beside_the_hand() {
        let mut setup = setup(&[(0, 100), (1, 100)]);
        setup.rules.betting = Betting::PotLimit;
        let events = [
            street(StreetName::River, 0, "2h"),
            street(StreetName::River, 1, "3h"),
            Seen::Raked(Raked { pot: 0, amount: 4 }),
            Seen::Raked(Raked { pot: 1, amount: 1 }),
        ];
        let file = read(&setup, &events);
        assert_eq!(file["actions"], array(["d db 2h", "# second board: 3h"]));
        assert_eq!(file["_rake"], 5.into());
        assert_eq!((&file["variant"], &file["_betting"]), (&"NT".into(), &"pot_limit".into()));
    }
}
