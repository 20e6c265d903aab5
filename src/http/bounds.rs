//! How much there may be of what strangers and players ask for.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::Args;

use crate::service::people::throttle::Rate;

/// How much there may be of what strangers and players ask for; 0 is no bound.
///
/// The defaults leave room for two hundred people behind one address who register within an hour and sit down beside computers, for
/// forty who open the page at once, and for a player at three tables who is dealt Shengji card by card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Bounds {
    /// How many connections there may be at once; fewer where the system lets the process open fewer files.
    #[arg(long, env = "CARDROOM_CONNECTIONS", value_name = "NUMBER", default_value_t = 16_384)]
    pub connections: u32,
    /// How many of them one address may have.
    #[arg(long, env = "CARDROOM_CONNECTIONS_OF_ADDRESS", value_name = "NUMBER", default_value_t = 512)]
    pub connections_of_address: u32,
    /// How many streams, sockets and waits one address may have at once.
    #[arg(long, env = "CARDROOM_STREAMS_OF_ADDRESS", value_name = "NUMBER", default_value_t = 480)]
    pub streams_of_address: u32,
    /// How many requests of one address may be under way at once, until their answers are sent; streams and waits are apart.
    #[arg(long, env = "CARDROOM_REQUESTS_OF_ADDRESS", value_name = "NUMBER", default_value_t = 256)]
    pub requests_of_address: u32,
    /// How many requests of one address are worked on at once; the others wait for each other, and nobody else for them.
    #[arg(long, env = "CARDROOM_TURNS_OF_ADDRESS", value_name = "NUMBER", default_value_t = 4)]
    pub turns_of_address: u32,
    /// How many streams, sockets and waits one player may have at once.
    #[arg(long, env = "CARDROOM_STREAMS_OF_PLAYER", value_name = "NUMBER", default_value_t = 16)]
    pub streams_of_player: u32,
    /// How many may follow one table at once without a seat, and how many the lobby.
    #[arg(long, env = "CARDROOM_STREAMS_OF_TABLE", value_name = "NUMBER", default_value_t = 1_000)]
    pub streams_of_table: u32,
    /// How many times a second one address may read; thirty times as often at once.
    #[arg(long, env = "CARDROOM_READS_OF_ADDRESS", value_name = "A_SECOND", default_value_t = 200)]
    pub reads_of_address: u32,
    /// How many times a second one address may ask whether the house is well, or whether its pages may call, before that is
    /// reading; thirty times as often at once.
    #[arg(long, env = "CARDROOM_FREE_OF_ADDRESS", value_name = "A_SECOND", default_value_t = 100)]
    pub free_of_address: u32,
    /// How many times a second one address may write; thirty times as often at once.
    #[arg(long, env = "CARDROOM_WRITES_OF_ADDRESS", value_name = "A_SECOND", default_value_t = 100)]
    pub writes_of_address: u32,
    /// How many durable changes a day one address may make; computer players and the clock at its tables as many again.
    #[arg(long, env = "CARDROOM_WRITES_OF_ADDRESS_A_DAY", value_name = "A_DAY", default_value_t = 1_000_000)]
    pub writes_of_address_a_day: u32,
    /// How many open tables there may be that one address has opened.
    #[arg(long, env = "CARDROOM_TABLES_OF_ADDRESS", value_name = "NUMBER", default_value_t = 400)]
    pub tables_of_address: u32,
    /// How many computer players may sit at the tables that were opened from one address.
    #[arg(long, env = "CARDROOM_BOTS_OF_ADDRESS", value_name = "NUMBER", default_value_t = 1_500)]
    pub bots_of_address: u32,
    /// How many times a second computer players and the clock may move at the tables of one address; thirty times as often at
    /// once. Beyond it they wait.
    #[arg(long, env = "CARDROOM_MOVES_OF_ADDRESS", value_name = "A_SECOND", default_value_t = 300)]
    pub moves_of_address: u32,
    /// How many times an hour players of one address may take another name or picture.
    #[arg(long, env = "CARDROOM_RENAMES_OF_ADDRESS", value_name = "AN_HOUR", default_value_t = 400)]
    pub renames_of_address: u32,
    /// How many times an hour one player may take another name or picture.
    #[arg(long, env = "CARDROOM_RENAMES_OF_PLAYER", value_name = "AN_HOUR", default_value_t = 60)]
    pub renames_of_player: u32,
    /// How many players of one address may wait for a seat at one table.
    #[arg(long, env = "CARDROOM_WAITING_OF_ADDRESS", value_name = "NUMBER", default_value_t = 5)]
    pub waiting_of_address: u32,
    /// How many chairs of one public table people of one address may have, where its host comes from elsewhere.
    #[arg(long, env = "CARDROOM_CHAIRS_OF_ADDRESS", value_name = "NUMBER", default_value_t = 6)]
    pub chairs_of_address: u32,
    /// How many times a day players of one address may ask the same player to be a friend.
    #[arg(long, env = "CARDROOM_FRIEND_REQUESTS_OF_ADDRESS", value_name = "A_DAY", default_value_t = 50)]
    pub friend_requests_of_address: u32,
    /// How many tables an hour one address may open, quick seats counted.
    #[arg(long, env = "CARDROOM_OPENINGS_OF_ADDRESS", value_name = "AN_HOUR", default_value_t = 400)]
    pub openings_of_address: u32,
    /// How many times a second one player may read; thirty times as often at once.
    #[arg(long, env = "CARDROOM_READS_OF_PLAYER", value_name = "A_SECOND", default_value_t = 20)]
    pub reads_of_player: u32,
    /// How many times a second one player may write; thirty times as often at once.
    #[arg(long, env = "CARDROOM_WRITES_OF_PLAYER", value_name = "A_SECOND", default_value_t = 5)]
    pub writes_of_player: u32,
    /// How many times a second one player may wish something for the hands to come; thirty times as often at once.
    #[arg(long, env = "CARDROOM_WISHES_OF_PLAYER", value_name = "A_SECOND", default_value_t = 1)]
    pub wishes_of_player: u32,
    /// How many times a second one player may ask for advice; thirty times as often at once.
    #[arg(long, env = "CARDROOM_ADVICE_OF_PLAYER", value_name = "A_SECOND", default_value_t = 1)]
    pub advice_of_player: u32,
    /// How many tables an hour one player may open, quick seats counted.
    #[arg(long, env = "CARDROOM_OPENINGS_OF_PLAYER", value_name = "AN_HOUR", default_value_t = 60)]
    pub openings_of_player: u32,
    /// How many guests an hour may come from one address.
    #[arg(long, env = "CARDROOM_GUESTS_PER_HOUR", value_name = "NUMBER", default_value_t = 400)]
    pub guests_per_hour: u32,
    /// How many passwords and codes an hour may be tried or set from one address.
    #[arg(long, env = "CARDROOM_PASSWORDS_PER_HOUR", value_name = "NUMBER", default_value_t = 400)]
    pub passwords_per_hour: u32,
    /// How many passwords and codes an hour may be tried on one account, from wherever. Who is signed in to it is counted apart.
    #[arg(long, env = "CARDROOM_PASSWORDS_OF_ACCOUNT", value_name = "AN_HOUR", default_value_t = 400)]
    pub passwords_of_account: u32,
    /// How many invite codes an hour may be looked up from one address.
    #[arg(long, env = "CARDROOM_INVITES_PER_HOUR", value_name = "NUMBER", default_value_t = 600)]
    pub invites_per_hour: u32,
    /// How many requests an hour one address may make at the admin's doors, with a right token or a wrong one.
    #[arg(long, env = "CARDROOM_ADMIN_REQUESTS_PER_HOUR", value_name = "NUMBER", default_value_t = 120)]
    pub admin_requests_per_hour: u32,
}

/// Over how many seconds what is bounded by the second is counted.
const WINDOW: u32 = 30;

impl Bounds {
    /// No bounds.
    pub const NONE: Self = Self {
        connections: 0,
        connections_of_address: 0,
        streams_of_address: 0,
        requests_of_address: 0,
        turns_of_address: 0,
        streams_of_player: 0,
        streams_of_table: 0,
        reads_of_address: 0,
        free_of_address: 0,
        writes_of_address: 0,
        writes_of_address_a_day: 0,
        tables_of_address: 0,
        bots_of_address: 0,
        moves_of_address: 0,
        renames_of_address: 0,
        renames_of_player: 0,
        waiting_of_address: 0,
        chairs_of_address: 0,
        friend_requests_of_address: 0,
        openings_of_address: 0,
        reads_of_player: 0,
        writes_of_player: 0,
        wishes_of_player: 0,
        advice_of_player: 0,
        openings_of_player: 0,
        guests_per_hour: 0,
        passwords_per_hour: 0,
        passwords_of_account: 0,
        invites_per_hour: 0,
        admin_requests_per_hour: 0,
    };
}

/// So many times a second.
pub fn a_second(times: u32) -> Option<Rate> {
    let times = NonZeroU32::new(times.saturating_mul(WINDOW))?;
    Some(Rate { times, within: Duration::from_secs(WINDOW.into()) })
}

/// So many times an hour.
pub fn an_hour(times: u32) -> Option<Rate> {
    NonZeroU32::new(times).map(|times| Rate { times, within: Duration::from_hours(1) })
}

/// So many times a day.
pub fn a_day(times: u32) -> Option<Rate> {
    NonZeroU32::new(times).map(|times| Rate { times, within: Duration::from_hours(24) })
}

/// A number, where it bounds at all.
pub fn most(number: u32) -> usize {
    match number {
        0 => usize::MAX,
        number => usize::try_from(number).unwrap_or(usize::MAX),
    }
}
