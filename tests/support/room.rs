//! A card room on a database in memory, with a clock that the test moves and decks that it stacks.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::sync::Arc;
use std::time::Duration;

use cardroom::service::id::new_id;
use cardroom::service::people::player::Player;
use cardroom::service::people::session::{Session, TokenHash};
use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::store::Store;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::table::command::{Command, IdempotencyKey};
use cardroom::service::table::refused::Refused;
use cardroom::service::table::stored::ledger::{Account, ChipMovement};
use cardroom::store::sqlite::Sqlite;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::player::ledger::Reason;
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::bots::{BotPace, BotsBy};
use cardroom_api::table::change::{SeenChange, Version};
use cardroom_api::table::options::{Absent, Access, Dealing, TableOptions};
use cardroom_api::table::view::TableView;
use cardroom_rules::games::any::{AnyAction, AnyRules};
use cardroom_rules::games::game::{Chips, Entry as Terms};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::seat::Seat;

use crate::manual::{ManualClock, StackedDealer};

/// The chips of each player at the start.
pub const GRANT: Chips = 10_000;

/// The room, its store, its clock and its randomness.
pub struct TestRoom {
    pub card_room: CardRoom,
    pub clock: Arc<ManualClock>,
    pub dealer: Arc<StackedDealer>,
    pub store: Arc<dyn Store>,
    pub session_cache: SessionCache,
}

impl TestRoom {
    pub async fn open() -> Self {
        Self::over(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap())).await
    }

    /// A card room over this store.
    pub async fn over(store: Arc<dyn Store>) -> Self {
        let (clock, dealer) = (Arc::new(ManualClock::start()), Arc::new(StackedDealer::default()));
        let (cache, limits) = (SessionCache::of(&*store), RoomLimits::default());
        let started =
            CardRoom::start(Arc::clone(&store), clock.clone(), dealer.clone(), cache.clone(), limits);
        Self { card_room: started.await.unwrap(), clock, dealer, store, session_cache: cache }
    }

    /// Stops the room, and opens another one on its data.
    pub async fn restart(&mut self) {
        self.restart_within(RoomLimits::default()).await;
    }

    /// The same, with other limits.
    pub async fn restart_within(&mut self, limits: RoomLimits) {
        self.card_room.drain().await;
        let (store, clock) = (Arc::clone(&self.store), self.clock.clone());
        let cache = SessionCache::of(&*store);
        self.session_cache = cache.clone();
        self.card_room = CardRoom::start(store, clock, self.dealer.clone(), cache, limits).await.unwrap();
    }

    /// Puts these cards on top of the next deck.
    pub fn stack(&self, top: &str) {
        self.dealer.stack(top);
    }

    pub async fn player(&self, name: &str) -> PlayerId {
        let at = self.clock.now();
        let id = new_id::<PlayerId>(at, &*self.dealer).unwrap();
        let player = Player {
            id,
            name: name.to_owned(),
            avatar: Avatar::of(id.0),
            login: None,
            created_at: at,
            chips: GRANT,
            refilled_at: None,
        };
        let grant = ChipMovement {
            id: new_id(at, &*self.dealer).unwrap(),
            at,
            debit: Account::Mint,
            credit: Account::Wallet(id),
            amount: GRANT,
            reason: Reason::Grant,
            player: Some(id),
            table: None,
        };
        let mut token = [0; 32];
        token[..16].copy_from_slice(id.0.as_bytes());
        let session = Session {
            id: new_id(at, &*self.dealer).unwrap(),
            player: id,
            access: TokenHash(token),
            access_until: at,
            refresh: TokenHash(token),
            refresh_until: at,
            replaced: None,
            family: None,
            created_at: at,
            device: None,
        };
        self.store.create_player(&player, &[grant], &session).await.unwrap();
        id
    }

    pub async fn table(&self, host: PlayerId, options: TableOptions) -> TableId {
        self.card_room.open_table(host, options, None, None).await.unwrap().table.id
    }

    pub async fn command(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
    ) -> Result<TableAnswer, Refused> {
        let answer = self.card_room.command(table, by, command, None).await;
        self.assert_every_chip_is_accounted_for().await;
        judged(answer)
    }

    pub async fn keyed(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
        key: &str,
    ) -> Result<TableAnswer, Refused> {
        judged(self.keyed_anyway(table, by, command, key).await)
    }

    /// The same, but it may fail.
    pub async fn keyed_anyway(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
        key: &str,
    ) -> Result<TableAnswer, RoomError> {
        let key: IdempotencyKey = key.parse().unwrap();
        self.card_room.command(table, by, command, Some(key)).await
    }

    pub async fn sit(&self, table: TableId, by: PlayerId, seat: u8, buy_in: Chips) -> TableAnswer {
        self.command(table, by, sit(Some(seat), buy_in)).await.unwrap()
    }

    pub async fn act(&self, table: TableId, by: PlayerId, action: Action) -> Result<TableAnswer, Refused> {
        let at = self.view(table, by).await.version;
        self.command(table, by, act(at, action)).await
    }

    pub async fn view(&self, table: TableId, by: PlayerId) -> TableView {
        self.card_room.table(table, &caller(by)).await.unwrap()
    }

    /// The first change after `version`; waits for it.
    pub async fn change_after(&self, table: TableId, by: PlayerId, version: Version) -> SeenChange {
        let wait = Duration::from_secs(20);
        let page = self.card_room.events(table, &caller(by), Some(version), 1, wait).await.unwrap();
        self.assert_every_chip_is_accounted_for().await;
        page.changes.into_iter().next().expect("a change")
    }

    pub async fn chips(&self, player: PlayerId) -> Chips {
        self.store.player(player).await.unwrap().unwrap().chips
    }

    pub async fn assert_every_chip_is_accounted_for(&self) {
        let audit = self.card_room.audit().await.unwrap();
        assert!(audit.holds(), "{audit:?}");
    }
}

/// The room's result or refusal; panics if it failed.
pub fn judged<T>(answer: Result<T, RoomError>) -> Result<T, Refused> {
    answer.map_err(|error| match error {
        RoomError::Refused(refused) => refused,
        RoomError::Failed(failed) => panic!("{failed:?}"),
    })
}

pub fn caller(player: PlayerId) -> Caller {
    Caller { player: Some(player), ..Caller::default() }
}

pub fn sit(seat: Option<u8>, buy_in: Chips) -> Command {
    Command::Sit { seat: seat.map(Seat), buy_in, entry: Terms::Post, invite_code: None }
}

pub fn act(at: Version, action: Action) -> Command {
    Command::Act { at, action: AnyAction::Holdem(action) }
}

/// Six seats, 5/10 no limit, dealt by hand, 20 seconds and a bank of 30, no pause at the showdown.
pub fn options() -> TableOptions {
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
        showdown_seconds: 0,
    };
    TableOptions {
        name: "Main".to_owned(),
        game: AnyRules::Holdem(rules),
        seats: 6,
        min_buy_in: 100,
        max_buy_in: 2_000,
        decision_seconds: 20,
        time_bank_seconds: 30,
        dealing: Dealing::ByHand {},
        access: Access::Public,
        bots: BotsBy::default(),
        bot_pace: BotPace::default(),
        fill_with_bots: None,
        absent: Absent::default(),
        levels: Vec::new(),
        rated: false,
    }
}
