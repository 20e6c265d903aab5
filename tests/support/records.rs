//! A small maker of records: it makes the records of the story, and remembers nothing but its last number.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::slice;
use std::sync::Arc;

use cardroom::service::people::player::Player;
use cardroom::service::people::session::{Session, TokenHash};
use cardroom::service::ports::commits::{Batch, Committed};
use cardroom::service::ports::store::Store;
use cardroom::service::room::writer::{WriteError, Writer};
use cardroom::service::table::live::Table;
use cardroom::service::table::options::check::MOST_BUY_IN;
use cardroom::service::table::randomness::shuffle::Shuffle;
use cardroom::service::table::state::{Sitting, TableState};
use cardroom::service::table::stored::change::{Author, Body, Change, Event};
use cardroom::service::table::stored::commit::{BotSeating, Columns, Commit, DoneRequest, EndedHand, Write};
use cardroom::service::table::stored::decision::{StoredDecision, StoredDecisionClock};
use cardroom::service::table::stored::event::StoredEvent;
use cardroom::service::table::stored::hand_player::HandPlayer;
use cardroom::service::table::stored::ledger::{Account, ChipMovement};
use cardroom::service::table::stored::options::{
    StoredAbsent, StoredAccess, StoredBotPace, StoredBotsBy, StoredDealing, StoredOptions,
};
use cardroom::service::table::stored::preferences::StoredPreferences;
use cardroom::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use cardroom_api::avatar::Avatar;
use cardroom_api::id::{HandId, MovementId, PlayerId, SessionId, TableId};
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::any::{AnyEvent, AnyHand, AnyRules, AnySetup};
use cardroom_rules::games::game::{Chair, Chips, Entry as Terms, Game as _, Step};
use cardroom_rules::games::holdem::event::{Event::Folded, Turn};
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::seat::Seat;
use jiff::Timestamp;
use uuid::Uuid;

/// How many open tables a host of the story may have.
const MOST_HOSTED: u64 = 1_000;

/// The chips of each player at the start.
pub const GRANT: Chips = 10_000;

/// Makes records. Its identifiers and tokens are counted, so they sort in the order in which they were made.
#[derive(Debug)]
pub struct RecordMaker {
    last: u64,
}

/// This many milliseconds after the start of the story.
pub fn time(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(1_800_000_000_000 + millis).unwrap()
}

/// A table's options at this big blind.
pub fn options(big_blind: Chips) -> StoredOptions {
    let rules = Rules {
        betting: Betting::NoLimit,
        small_blind: big_blind.div_ceil(2),
        big_blind,
        ante: Ante::None {},
        straddle: Straddle::None,
        rake: Rake::default(),
        uncapped_heads_up: false,
        run_it_twice: false,
        table_all_ins: false,
        blind_first: false,
        showdown_seconds: 3,
    };
    StoredOptions {
        name: "Ünder the \"bridge\" 🂡".to_owned(),
        game: AnyRules::Holdem(rules),
        seats: 6,
        min_buy_in: 1,
        max_buy_in: MOST_BUY_IN,
        decision_seconds: 20,
        time_bank_seconds: 30,
        dealing: StoredDealing::WhenReady {},
        access: StoredAccess::Public,
        bots: StoredBotsBy::default(),
        bot_pace: StoredBotPace::default(),
        fill_with_bots: None,
        absent: StoredAbsent::default(),
        levels: Vec::new(),
        rated: false,
    }
}

impl RecordMaker {
    /// A server whose numbers begin here; two that share a store begin far apart.
    pub fn starting_at(last: u64) -> Self {
        Self { last }
    }

    fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    fn uuid(&mut self) -> Uuid {
        Uuid::from_u128(self.number().into())
    }

    /// A new token's hash.
    pub fn token(&mut self) -> TokenHash {
        let mut hash = [0; 32];
        hash[..8].copy_from_slice(&self.number().to_be_bytes());
        TokenHash(hash)
    }

    /// A new sign-in.
    pub fn session(&mut self, player: PlayerId) -> Session {
        Session {
            id: SessionId(self.uuid()),
            player,
            access: self.token(),
            access_until: time(60_000),
            refresh: self.token(),
            refresh_until: time(600_000),
            replaced: None,
            family: Some(self.token()),
            created_at: time(0),
            device: None,
        }
    }

    /// A stored guest, with [`GRANT`].
    pub async fn guest(&mut self, store: &dyn Store) -> Player {
        let (player, grant, session) = self.newcomer();
        store.create_player(&player, &[grant], &session).await.unwrap();
        player
    }

    /// A guest, the first chips and the first sign-in.
    pub fn newcomer(&mut self) -> (Player, ChipMovement, Session) {
        let id = PlayerId(self.uuid());
        let player = Player {
            id,
            name: "Ann".to_owned(),
            avatar: Avatar::of(id.0),
            login: None,
            created_at: time(0),
            chips: GRANT,
            refilled_at: None,
        };
        let grant = self.movement(Account::Mint, Account::Wallet(id), GRANT, Reason::Grant, Some(id));
        let session = self.session(id);
        (player, grant, session)
    }

    /// A movement outside any table.
    pub fn movement(
        &mut self,
        debit: Account,
        credit: Account,
        amount: Chips,
        reason: Reason,
        player: Option<PlayerId>,
    ) -> ChipMovement {
        let id = MovementId(self.uuid());
        ChipMovement { id, at: time(1), debit, credit, amount, reason, player, table: None }
    }

    /// Opens a table.
    pub fn open(&mut self, host: PlayerId, options: StoredOptions) -> Commit {
        let id = TableId(self.uuid());
        let state = TableState {
            host,
            invite_code: Some("K7".to_owned()),
            chairs: vec![],
            standing: AnyHand::opening(&options.game),
            wait: None,
            hands_dealt: 0,
            last_hand: None,
            closing: false,
            bot_moves: vec![],
            paused: false,
            banned: vec![],
            next_options: None,
            waiting: vec![],
            chooses: false,
            emotes: vec![],
            hand_seconds: vec![],
            kept: vec![],
            level: None,
            tournament: None,
            rated_match: None,
        };
        let table = TableRecord {
            id,
            host_name: "Ann".to_owned(),
            free_seats: options.seats,
            listed: options.access == StoredAccess::Public,
            options: options.into(),
            state,
            decisions: vec![].into(),
            version: 1,
            hand: None,
            due_at: None,
            created_at: time(2),
            closed_at: None,
        };
        let open = Write::Open;
        Commit {
            write: open,
            most_hosted: Some(MOST_HOSTED),
            ..write(table, Author::Player(host), vec![StoredEvent::Opened {}])
        }
    }

    /// Sits a player down.
    pub fn sit(&mut self, table: &TableRecord, player: &Player, chips: Chips) -> Commit {
        let mut table = next(table);
        let seat = Seat(u8::try_from(table.state.chairs.len()).unwrap());
        let sitting = Sitting {
            seat,
            player: player.id,
            name: player.name.clone(),
            avatar: Some(player.avatar),
            chips,
            entry: Terms::Post,
            newcomer: true,
            wishes: None,
            ready: false,
            leaving: false,
            timeouts: 0,
            unseen: false,
            bank_millis: 30_000,
            bank_level: None,
            bot: None,
            successor: None,
            removed: false,
            rests_since: None,
            brought: Some(chips.into()),
            preferences: StoredPreferences::default(),
            tops_up_since: None,
            idle_since: None,
        };
        table.state.chairs.push(sitting);
        table.free_seats -= 1;
        let (wallet, stack) = (Account::Wallet(player.id), Account::Stack(table.id, player.id));
        let bought = self.movement(wallet, stack, chips, Reason::BuyIn, Some(player.id));
        let name = player.name.clone();
        let event =
            StoredEvent::SatDown { seat, player: player.id, name, chips, entry: Terms::Post, computer: None };
        let commit = write(table, Author::Player(player.id), vec![event]);
        let commit = Commit { sat_down: vec![player.id], ..with_movements(commit, vec![bought]) };
        writing(Columns::State, commit)
    }

    /// Sends the last player who sat down home.
    pub fn leave(&mut self, table: &TableRecord) -> Commit {
        let mut table = next(table);
        let left = table.state.chairs.pop().unwrap();
        table.free_seats += 1;
        let (stack, wallet) = (Account::Stack(table.id, left.player), Account::Wallet(left.player));
        let home = (left.chips > 0)
            .then(|| self.movement(stack, wallet, left.chips, Reason::CashOut, Some(left.player)));
        let event = StoredEvent::Left { seat: left.seat, player: left.player, chips: left.chips };
        let commit = write(table, Author::Admin, vec![event]);
        let commit = Commit { left: vec![left.player], ..with_movements(commit, home.into_iter().collect()) };
        writing(Columns::State, commit)
    }

    /// Deals a hand to every player at the table; it is the first seat's turn, until `due`.
    pub fn deal(&mut self, table: &TableRecord, due: Timestamp) -> Commit {
        let mut table = next(table);
        let hand = self.hand(&table);
        table.hand = Some(hand.id);
        table.due_at = Some(due);
        table.state.hands_dealt += 1;
        let clock = Some(StoredDecisionClock { bank_from: time(5), due });
        table.decisions = vec![StoredDecision { seat: Seat(0), since: table.version, clock }].into();
        let started =
            StoredEvent::HandStarted { hand: hand.id, number: hand.number, root: hand.root.clone() };
        let mut commit = write(table, Author::Clock, vec![started]);
        Arc::make_mut(&mut commit.change).body.events.extend(dealt(&hand));
        writing(Columns::State, Commit { hand_started: Some(Arc::new(hand)), ..commit })
    }

    /// Ends the hand: the first seat folds and loses `lost` to the second, of which the maker keeps `rake`.
    pub fn finish(&mut self, table: &TableRecord, lost: Chips, rake: Chips) -> Commit {
        let mut table = next(table);
        let hand = table.hand.take();
        table.due_at = None;
        table.decisions = vec![].into();
        table.state.last_hand = hand;
        table.state.chairs[0].chips -= lost;
        table.state.chairs[1].chips += lost - rake;
        let [loser, winner] = [0, 1].map(|chair: usize| table.state.chairs[chair].player);
        let pot = Account::Pot(table.id);
        let mut movements = vec![
            self.movement(Account::Stack(table.id, loser), pot, lost, Reason::Loss, Some(loser)),
            self.movement(pot, Account::Stack(table.id, winner), lost - rake, Reason::Win, Some(winner)),
        ];
        if rake > 0 {
            movements.push(self.movement(pot, Account::House, rake, Reason::Rake, None));
        }
        let mut commit = write(table, Author::Player(loser), vec![]);
        let change = Arc::make_mut(&mut commit.change);
        change.hand = hand;
        let folded = AnyEvent::Holdem(Folded(Turn { seat: Seat(0) }));
        change.body.events.push(Event::Hand(folded));
        let people = Some(vec![loser, winner]);
        let ended = hand.map(|id| EndedHand { id, people, shown: vec![] });
        writing(Columns::State, Commit { hand_ended: ended, ..with_movements(commit, movements) })
    }

    fn hand(&mut self, table: &TableRecord) -> HandRecord {
        HandRecord {
            id: HandId(self.uuid()),
            table: table.id,
            number: table.state.hands_dealt + 1,
            rules_version: 1,
            setup: setup(table),
            players: table.state.chairs.iter().map(hand_player).collect(),
            shuffle: Shuffle::ChaCha20 { seed: [7; 32] },
            root: "c0ffee".to_owned(),
            mix: String::new(),
            started_at: time(4),
            first_version: table.version,
            last_version: None,
        }
    }
}

/// The same commit, under a key.
pub fn under_key(commit: Commit, player: PlayerId, key: &str, at: Timestamp) -> Commit {
    let request = DoneRequest {
        player,
        key: key.to_owned(),
        digest: [7; 32],
        table: commit.table.record.id,
        version: commit.table.record.version,
        at,
    };
    Commit { request: Some(request), ..commit }
}

/// A batch of these.
pub fn batch(commits: &[Commit]) -> Arc<Batch> {
    Batch::of(commits.iter().cloned().map(Box::new)).into()
}

/// Commits alone; the table after it.
pub async fn done(store: &dyn Store, commit: Commit) -> TableRecord {
    assert_eq!(store.commit(batch(slice::from_ref(&commit))).await.unwrap(), [Committed::Done]);
    commit.table.record.clone()
}

/// The result of a commit, once it is written.
pub async fn written(writer: &Writer, commit: Commit) -> Result<Committed, WriteError> {
    writer.begin(Box::new(commit)).await?.written().await
}

/// A table as the lobby lists it.
pub fn listed(table: &TableRecord) -> ListedTable {
    ListedTable {
        id: table.id,
        options: table.options.clone(),
        host_name: table.host_name.clone(),
        in_hand: table.hand.is_some(),
        free_seats: table.free_seats,
        seated: table.state.chairs.clone(),
        created_at: table.created_at,
    }
}

/// The table one version on.
pub fn next(table: &TableRecord) -> TableRecord {
    TableRecord { version: table.version + 1, ..table.clone() }
}

/// A table of which only this is known.
pub fn recorded(record: TableRecord) -> Table {
    Table::between_hands(record)
}

/// A change that leads to the table's current state.
pub fn write(table: TableRecord, author: Author, events: Vec<StoredEvent>) -> Commit {
    let body =
        Body { events: events.into_iter().map(Event::Table).collect(), decisions: table.decisions.clone() };
    let change =
        Change { table: table.id, version: table.version, at: time(3), hand: table.hand, author, body };
    Commit {
        write: Write::Update { was: table.version.saturating_sub(1), columns: Columns::AndListed },
        table: Arc::new(recorded(table)),
        change: Arc::new(change),
        deal: None,
        most_hosted: None,
        hand_started: None,
        hand_ended: None,
        counted: vec![],
        sat_down: vec![],
        left: vec![],
        waits: vec![],
        stops_waiting: vec![],
        bots: BotSeating::default(),
        movements: vec![],
        request: None,
        rated: None,
    }
}

/// The same commit, which writes no more of the table's row than these columns.
pub fn writing(columns: Columns, commit: Commit) -> Commit {
    let was = commit.table.record.version.saturating_sub(1);
    Commit { write: Write::Update { was, columns }, ..commit }
}

fn with_movements(mut commit: Commit, movements: Vec<ChipMovement>) -> Commit {
    let table = Some((commit.table.record.id, commit.table.record.version));
    commit.movements = movements.into_iter().map(|movement| ChipMovement { table, ..movement }).collect();
    commit
}

fn setup(table: &TableRecord) -> AnySetup {
    let chair = |sitting: &Sitting| Chair {
        seat: sitting.seat,
        chips: sitting.chips,
        newcomer: sitting.newcomer,
        entry: sitting.entry,
        wishes: sitting.wishes.clone(),
    };
    let chairs: Vec<_> = table.state.chairs.iter().map(chair).collect();
    AnyHand::setup(&table.options.game, &table.state.standing, &chairs).unwrap()
}

/// The events of a hand until a seat has to decide.
fn dealt(hand: &HandRecord) -> Vec<Event> {
    let deck = hand.shuffle.deck(AnyHand::pack(&hand.setup));
    let mut playing = AnyHand::new(&hand.setup, deck).unwrap();
    let mut events = vec![];
    while let Step::Now(event) = playing.step() {
        playing.record(&event).unwrap();
        events.push(Event::Hand(event));
    }
    events
}

fn hand_player(chair: &Sitting) -> HandPlayer {
    HandPlayer {
        seat: chair.seat,
        player: chair.player,
        name: chair.name.clone(),
        computer: chair.computer(),
    }
}
