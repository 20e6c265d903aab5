//! A table's whole life follows from a seed: which commands come, when, and with which random numbers. The same seed
//! gives the same commits, byte for byte; and at every moment the stored table is the one in memory.

use std::collections::HashMap;

use cardroom::service::table::command::Command;
use cardroom::service::table::error::DraftError;
use cardroom::service::table::live::Table;
use cardroom::service::table::state::WaitReason;
use cardroom::service::table::stored::change::{Change, Event};
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::event::StoredEvent;
use cardroom::service::table::stored::figures::HandFigures;
use cardroom::service::table::stored::hand_player::HandPlayer;
use cardroom::service::table::stored::ledger::Account;
use cardroom::service::table::stored::record::HandRecord;
use cardroom_api::table::options::{Dealing, TableOptions};
use cardroom_rules::games::any::{AnyAction, AnyEvent, AnyHand, AnyRules, AnyWishes, GameKind};
use cardroom_rules::games::doudizhu::rules::Rules as DoudizhuRules;
use cardroom_rules::games::doudizhu::wishes::Wishes as DoudizhuWishes;
use cardroom_rules::games::game::{Absence, Entry, Game};
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules as HoldemRules, Straddle};
use cardroom_rules::games::holdem::wishes::Wishes as HoldemWishes;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::rules::Rules as ShengjiRules;
use cardroom_rules::games::shengji::wishes::Wishes as ShengjiWishes;
use serde_json::{Value, json};

use crate::manual::SeededDealer;
use crate::pure::{self, Pure, player, sit};
use crate::recount::recount;
use crate::rng::TestRng;

/// The players who come and go: more than there are chairs.
const PLAYERS: u64 = 12;

/// A table's life, and its record.
struct Life {
    table: Pure<SeededDealer>,
    rng: TestRng,
    /// Every commit, and every refusal.
    record: Vec<String>,
    changes: Vec<Change>,
    hands: Vec<HandRecord>,
    balances: HashMap<Account, i128>,
}

/// Lives a life of this many steps, and closes the table.
fn live(options: &TableOptions, seed: u64, asked: usize) -> Life {
    let (opened, table) = Pure::open(options.clone(), SeededDealer::new(seed));
    let mut life = Life {
        table,
        rng: TestRng::new(seed),
        record: Vec::new(),
        changes: Vec::new(),
        hands: Vec::new(),
        balances: HashMap::new(),
    };
    life.take(&opened);
    for _ in 0..asked {
        life.go_on();
    }
    life.ask(0, &Command::Close);
    while life.table.table.record.closed_at.is_none() {
        life.wait();
    }
    life
}

impl Life {
    /// One step: mostly an action of a seat that may act, sometimes time passes, sometimes there is another command.
    fn go_on(&mut self) {
        let decisions = &self.table.table.record.decisions;
        let seats: Vec<Seat> = decisions.iter().map(|decision| decision.seat).collect();
        match (self.rng.below(20), self.rng.pick(&seats).copied()) {
            (0..=1, _) => {
                let (by, command) = self.command();
                self.ask(by, &command);
            }
            (2..=6, _) | (_, None) => self.wait(),
            (_, Some(seat)) => self.act(seat),
        }
    }

    /// Time passes: a moment, or until the table has something to do; but no whole day without a command.
    fn wait(&mut self) {
        let record = &self.table.table.record;
        let is_idle = record.state.wait.as_ref().is_some_and(|wait| wait.reason == WaitReason::Idle);
        match record.due_at.filter(|_| !is_idle && !self.rng.one_in(4)) {
            Some(due) => self.table.now = self.table.now.max(due),
            None => self.table.wait(i64::try_from(self.rng.below(20_000)).unwrap()),
        }
        if is_idle {
            let (by, seat) = self.any_player();
            let commands = [
                sit(seat, 1_000),
                Command::ComeBack { entry: Entry::Post },
                Command::Ready,
                Command::Ready,
                Command::Deal,
            ];
            let command = self.rng.pick(&commands).cloned().unwrap();
            self.ask(by, &command);
        }
        while self.table.table.record.due_at.is_some_and(|due| due <= self.table.now) {
            let Some(commit) = self.table.tick() else { break };
            self.take(&commit);
        }
    }

    /// A seat makes one of its moves, seldom one that gives up, and seldom too late.
    fn act(&mut self, seat: Seat) {
        let hand = self.table.table.hand.as_ref().unwrap();
        let mut moves = hand.game.moves(seat);
        let gives_up = hand.game.fallback(seat, Absence::Gone);
        if moves.len() > 1 && !self.rng.one_in(8) {
            moves.retain(|action| *action != gives_up);
        }
        let action: AnyAction = self.rng.pick(&moves).cloned().unwrap();
        let who = hand.record.players.iter().find(|player| player.seat == seat).unwrap().player;
        let by = (0..=u8::MAX).find(|&number| player(number) == who).unwrap();
        let late = if self.rng.one_in(20) { self.rng.below(4) } else { 0 };
        let at = self.table.table.version().saturating_sub(late);
        self.ask(by, &Command::Act { at, action });
    }

    /// Any command, legal or not.
    fn command(&mut self) -> (u8, Command) {
        let (by, seat) = self.any_player();
        let rng = &mut self.rng;
        let on = rng.one_in(2);
        let wishes: AnyWishes = match self.table.table.record.options.game.kind() {
            GameKind::Holdem => HoldemWishes { straddle: on }.into(),
            GameKind::Doudizhu => DoudizhuWishes { auto_pass: on }.into(),
            GameKind::Shengji => ShengjiWishes {}.into(),
        };
        let commands = [
            sit(seat, 100 + rng.below(1_900)),
            sit(seat, 1_000),
            sit(seat, 1_000),
            Command::TopUp { amount: 1 + rng.below(500) },
            Command::SitOut,
            Command::ComeBack { entry: Entry::Post },
            Command::ComeBack { entry: Entry::Wait },
            Command::Wish { wishes },
            Command::Ready,
            Command::Ready,
            Command::Deal,
            Command::Deal,
            Command::StandUp,
            Command::StandUp,
        ];
        (by, rng.pick(&commands).cloned().unwrap())
    }

    /// A player, and a chair.
    fn any_player(&mut self) -> (u8, Seat) {
        let seats = self.table.table.record.options.seats;
        let mut below = |bound: u64| u8::try_from(self.rng.below(bound)).unwrap();
        (below(PLAYERS), Seat(below(seats.into())))
    }

    fn ask(&mut self, by: u8, command: &Command) {
        match self.table.ask(by, command) {
            Ok(commit) => self.take(&commit),
            Err(DraftError::Refused(refused)) => self.record.push(format!("{refused:?}")),
            Err(error) => panic!("{command:?}: {error}"),
        }
    }

    /// Records a commit, and compares the table with its stored form.
    fn take(&mut self, commit: &Commit) {
        self.record.push(text(commit));
        self.changes.push(Change::clone(&commit.change));
        self.hands.extend(commit.hand_started.as_deref().cloned());
        for movement in &commit.movements {
            *self.balances.entry(movement.debit).or_default() -= i128::from(movement.amount);
            *self.balances.entry(movement.credit).or_default() += i128::from(movement.amount);
        }
        let table = &self.table.table;
        assert_eq!(commit.table.record, table.record);
        for chair in &table.record.state.chairs {
            let stack = self.balances.get(&Account::Stack(table.record.id, chair.player));
            assert_eq!(stack.copied().unwrap_or(0), i128::from(chair.chips), "{chair:?}");
        }
        assert_eq!(self.balances.get(&Account::Pot(table.record.id)).copied().unwrap_or(0), 0);
        let sum: i128 = self.balances.values().sum();
        assert_eq!(sum, 0);
        self.assert_counted(commit);
        if self.record.len().is_multiple_of(7) {
            self.assert_stored();
        }
    }

    /// The end of a hand adds to its players' figures what the hand's log gives.
    fn assert_counted(&self, commit: &Commit) {
        let ends = commit.change.body.events.iter().find_map(|event| match event {
            Event::Table(StoredEvent::HandEnded { hand, void, stacks, .. }) => Some((hand, *void, stacks)),
            _ => None,
        });
        assert_eq!(ends.map(|(hand, ..)| *hand), commit.hand_ended.as_ref().map(|ended| ended.id));
        let Some((hand, false, stacks)) = ends else {
            assert_eq!(commit.counted, []);
            return;
        };
        let record = self.hands.iter().find(|record| record.id == *hand).unwrap();
        let changes = self.changes.iter().filter(|change| change.hand == Some(*hand));
        let events = changes.flat_map(|change| &change.body.events);
        let log: Vec<AnyEvent> = events
            .filter_map(|event| match event {
                Event::Hand(event) => Some(event.clone()),
                Event::Table(_) => None,
            })
            .collect();
        let dealt = record.replay([]).unwrap();
        let brought = AnyHand::players(&record.setup);
        let counted = |player: &HandPlayer| {
            let before = brought.iter().find(|(seat, _)| *seat == player.seat).unwrap().1;
            let after = stacks.iter().find(|stack| stack.seat == player.seat).unwrap().chips;
            HandFigures {
                player: player.player,
                net: after.cast_signed() - before.cast_signed(),
                with_computers: false,
                tally: recount(&dealt, &log, player.seat),
            }
        };
        assert_eq!(commit.counted, record.players.iter().map(counted).collect::<Vec<_>>());
    }

    /// The stored table makes the one in memory.
    fn assert_stored(&self) {
        let table = &self.table.table;
        let hand = table.record.hand.or(table.record.state.last_hand).map(|id| {
            let hand = self.hands.iter().find(|hand| hand.id == id).unwrap().clone();
            (hand, self.changes.clone())
        });
        let kept = Table::load(table.record.clone(), hand, self.table.now).unwrap();
        assert_eq!(kept.record, table.record);
        assert_eq!(
            kept.hand.as_ref().map(|hand| hand.game.clone()),
            table.hand.as_ref().map(|hand| hand.game.clone())
        );
        let ended = |table: &Table| table.ended.as_ref().map(|hand| (hand.record.id, hand.game.clone()));
        assert_eq!(ended(&kept), ended(table));
    }

    fn count(&self, is: fn(&StoredEvent) -> bool) -> usize {
        let events = self.changes.iter().flat_map(|change| &change.body.events);
        events.filter(|event| matches!(event, Event::Table(event) if is(event))).count()
    }
}

/// A commit with all that is in it.
fn text(commit: &Commit) -> String {
    let Commit {
        write,
        table,
        change,
        deal,
        hand_started,
        hand_ended,
        counted,
        sat_down,
        left,
        waits,
        stops_waiting,
        bots,
        most_hosted,
        movements,
        request,
        rated,
    } = commit;
    assert!(request.is_none() && deal.is_none() && rated.is_none());
    let hand: Option<Value> = hand_started.as_ref().map(|hand| {
        json!([
            hand.id,
            hand.table,
            hand.number,
            hand.rules_version,
            hand.setup,
            hand.players,
            hand.shuffle,
            hand.root,
            hand.mix,
            hand.started_at,
            hand.first_version,
            hand.last_version,
        ])
    });
    let table = json!([
        table.record.id,
        table.record.options,
        table.record.state,
        table.record.decisions,
        table.record.version,
        table.record.hand,
        table.record.due_at,
        table.record.listed,
        table.record.free_seats,
        table.record.created_at,
        table.record.closed_at,
    ]);
    let author = format!("{:?}", change.author);
    let change = json!([change.table, change.version, change.at, change.hand, author, change.body]);
    let rest = format!(
        "{write:?} {most_hosted:?} {waits:?} {stops_waiting:?} {hand_ended:?} {counted:?} {bots:?} {movements:?}"
    );
    json!([table, change, hand, sat_down, left, rest]).to_string()
}

/// The same life twice, and another one by another seed.
fn lives_again(options: &TableOptions, asked: usize) -> Life {
    let life = live(options, 1, asked);
    let again = live(options, 1, asked);
    for (place, (one, other)) in life.record.iter().zip(&again.record).enumerate() {
        assert_eq!(one, other, "thing {place}");
    }
    assert_eq!(life.record.len(), again.record.len());
    assert_ne!(life.record, live(options, 2, asked).record, "another seed is another life");
    life
}

#[test]
fn a_holdem_tables_life_follows_from_its_seed() {
    let rules = HoldemRules {
        betting: Betting::NoLimit,
        small_blind: 5,
        big_blind: 10,
        ante: Ante::BigBlind { amount: 10 },
        straddle: Straddle::Voluntary,
        rake: Rake { basis_points: 300, cap: Some(9), no_flop_no_drop: true },
        uncapped_heads_up: false,
        run_it_twice: true,
        table_all_ins: false,
        blind_first: false,
        showdown_seconds: 3,
    };
    let dealing = Dealing::Automatic { pause_seconds: 2 };
    let options = TableOptions { dealing, ..pure::options(AnyRules::Holdem(rules), 6) };
    let life = lives_again(&options, 4_000);
    assert_lived(&life, 100);
    assert!(life.count(|event| matches!(event, StoredEvent::HandEnded { rake, .. } if *rake > 0)) > 10);
}

#[test]
fn a_doudizhu_tables_life_follows_from_its_seed() {
    let rules = DoudizhuRules { open_hand: true, doubling: true, ..DoudizhuRules::default() };
    let life = lives_again(&pure::options(AnyRules::Doudizhu(rules), 3), 6_000);
    assert_lived(&life, 10);
}

#[test]
fn a_shengji_tables_life_follows_from_its_seed() {
    let rules = ShengjiRules {
        steal: true,
        reveal_kitty: true,
        stake: 10,
        card_millis: 0,
        ..ShengjiRules::default()
    };
    let dealing = Dealing::WhenReady {};
    let options = TableOptions { dealing, ..pure::options(AnyRules::Shengji(rules), 4) };
    let life = lives_again(&options, 8_000);
    assert_lived(&life, 10);
}

/// The name of a kind of event here.
type Mark = (&'static str, fn(&StoredEvent) -> bool);

/// Nearly everything has happened that can happen at a table, and this many hands.
fn assert_lived(life: &Life, hands: usize) {
    let ended = life.count(|event| matches!(event, StoredEvent::HandEnded { .. }));
    println!("{} records, {ended} hands", life.record.len());
    assert!(ended >= hands, "only {ended} hands");
    let happened: [Mark; 10] = [
        ("sat down", |event| matches!(event, StoredEvent::SatDown { .. })),
        ("sat out", |event| matches!(event, StoredEvent::SatOut { away: false, .. })),
        ("away", |event| matches!(event, StoredEvent::SatOut { away: true, .. })),
        ("came back", |event| matches!(event, StoredEvent::CameBack { .. })),
        ("wished", |event| matches!(event, StoredEvent::Wished { .. })),
        ("topped up", |event| matches!(event, StoredEvent::ToppedUp { .. })),
        ("leaving", |event| matches!(event, StoredEvent::Leaving { .. })),
        ("left", |event| matches!(event, StoredEvent::Left { .. })),
        ("started", |event| matches!(event, StoredEvent::HandStarted { .. })),
        ("closed", |event| matches!(event, StoredEvent::Closed {})),
    ];
    let missing: Vec<&str> =
        happened.iter().filter(|(_, is)| life.count(*is) == 0).map(|(name, _)| *name).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
}
