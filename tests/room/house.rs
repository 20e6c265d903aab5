//! A card room on a database in memory, with a clock that the test moves and decks that it stacks.

use std::sync::Arc;
use std::time::Duration;

use cardroom::games::any::{AnyAction, AnyRules};
use cardroom::games::game::{Chips, Entry as Terms};
use cardroom::games::holdem::action::Action;
use cardroom::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom::games::seat::Seat;
use cardroom::service::change::Version;
use cardroom::service::clock::Clock;
use cardroom::service::command::{Command, Key};
use cardroom::service::id::{EntryId, PlayerId, SessionId, TableId};
use cardroom::service::ledger::{Account, Entry, Reason};
use cardroom::service::player::Player;
use cardroom::service::reading::Asker;
use cardroom::service::refused::Refused;
use cardroom::service::room::Room;
use cardroom::service::session::{Session, TokenHash};
use cardroom::service::store::Store;
use cardroom::service::table_options::{Access, Dealing, TableOptions};
use cardroom::service::view::{SeenChange, TableAnswer, TableView};
use cardroom::store::sqlite::Sqlite;

use crate::manual::{ManualClock, StackedDealer};

/// What every player starts with.
pub const GRANT: Chips = 10_000;

/// The room, and all that it stands on.
pub struct House {
    pub room: Room,
    pub clock: Arc<ManualClock>,
    pub dealer: Arc<StackedDealer>,
    pub store: Arc<dyn Store>,
}

impl House {
    pub async fn open() -> Self {
        let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
        let (clock, dealer) = (Arc::new(ManualClock::start()), Arc::new(StackedDealer::default()));
        let room = Room::start(Arc::clone(&store), clock.clone(), dealer.clone()).await.unwrap();
        Self { room, clock, dealer, store }
    }

    /// Stops the room and opens another one on what it kept.
    pub async fn restart(&mut self) {
        self.room.drain().await;
        self.room =
            Room::start(Arc::clone(&self.store), self.clock.clone(), self.dealer.clone()).await.unwrap();
    }

    /// Puts these cards on top of the next deck.
    pub fn stack(&self, top: &str) {
        self.dealer.stack(top);
    }

    pub async fn player(&self, name: &str) -> PlayerId {
        let at = self.clock.now();
        let id = PlayerId::made_at(at);
        let player = Player { id, name: name.to_owned(), login: None, created_at: at, chips: GRANT };
        let grant = Entry {
            id: EntryId::made_at(at),
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
            id: SessionId::made_at(at),
            player: id,
            access: TokenHash(token),
            access_until: at,
            refresh: TokenHash(token),
            refresh_until: at,
            replaced: None,
            created_at: at,
        };
        self.store.create_player(&player, &[grant], &session).await.unwrap();
        id
    }

    pub async fn table(&self, host: PlayerId, options: TableOptions) -> TableId {
        self.room.open_table(host, options, None).await.unwrap().table.id
    }

    pub async fn command(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
    ) -> Result<TableAnswer, Refused> {
        let answer = self.room.command(table, by, command, None).await;
        self.assert_every_chip_is_accounted_for().await;
        answer
    }

    pub async fn keyed(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
        key: &str,
    ) -> Result<TableAnswer, Refused> {
        let key: Key = key.parse().unwrap();
        self.room.command(table, by, command, Some(key)).await
    }

    pub async fn sit(&self, table: TableId, by: PlayerId, seat: u8, buy_in: Chips) -> TableAnswer {
        self.command(table, by, sit(Some(seat), buy_in)).await.unwrap()
    }

    pub async fn act(&self, table: TableId, by: PlayerId, action: Action) -> Result<TableAnswer, Refused> {
        let at = self.view(table, by).await.version;
        self.command(table, by, act(at, action)).await
    }

    pub async fn view(&self, table: TableId, by: PlayerId) -> TableView {
        self.room.table(table, &asker(by)).await.unwrap()
    }

    /// The first change after `version`; it may have yet to come.
    pub async fn change_after(&self, table: TableId, by: PlayerId, version: Version) -> SeenChange {
        let wait = Duration::from_secs(20);
        let page = self.room.events(table, &asker(by), version, 1, wait).await.unwrap();
        self.assert_every_chip_is_accounted_for().await;
        page.changes.into_iter().next().expect("a change")
    }

    pub async fn chips(&self, player: PlayerId) -> Chips {
        self.store.player(player).await.unwrap().unwrap().chips
    }

    pub async fn assert_every_chip_is_accounted_for(&self) {
        let audit = self.room.audit().await.unwrap();
        assert!(audit.holds(), "{audit:?}");
    }
}

pub fn asker(player: PlayerId) -> Asker {
    Asker { player: Some(player), invite_code: None }
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
    };
    TableOptions {
        name: "Main".to_owned(),
        game: AnyRules::Holdem(rules),
        seats: 6,
        min_buy_in: 100,
        max_buy_in: 2_000,
        decision_seconds: 20,
        time_bank_seconds: 30,
        showdown_seconds: 0,
        card_millis: 0,
        declaring_seconds: 5,
        dealing: Dealing::ByHand {},
        access: Access::Public,
    }
}
