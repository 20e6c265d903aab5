//! How much anonymous clients and players may ask for: one list of limits, with the values of each profile.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::service::limits::rate_limiter::Rate;
use crate::service::room::limits::BotLimits;
use crate::service::room::limits::RoomLimits;

/// One limit, as the settings and the documents have it.
#[derive(Clone, Copy, Debug)]
pub struct LimitSetting {
    /// Its key in the settings.
    pub key: &'static str,
    /// The thing that is limited, in a few words.
    pub doc: &'static str,
    /// Its value in a home network.
    pub private: u32,
    /// Its value on the open internet.
    pub public: u32,
    /// Its value if nothing is limited.
    pub off: u32,
}

/// Makes the limits, their profiles and their list from one table: each name, and its values for `private`, `public` and `off`.
macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $private:expr, $public:expr, $off:expr;)+) => {
        /// How much anonymous clients and players may ask for. 0 is no limit, except for `bots` and `bots_of_host`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct LimitSettings {
            $($(#[doc = $doc])+ pub $name: u32,)+
        }

        impl LimitSettings {
            /// For a home network: two hundred people behind one address who register within an hour and sit down beside computer
            /// players, forty who open the page at once, and a player at three tables who is dealt Shengji card by card.
            pub const PRIVATE: Self = Self { $($name: $private,)+ };
            /// For the open internet: some twenty people behind one address. One player may do as much as in a home network, and all
            /// together as much.
            pub const PUBLIC: Self = Self { $($name: $public,)+ };
            /// No limits.
            pub const NONE: Self = Self { $($name: $off,)+ };

            /// All limits, in the order in which `cardroom config` prints them.
            pub const ALL: &[LimitSetting] = &[$(
                LimitSetting {
                    key: concat!("limits.", stringify!($name)),
                    doc: concat!($($doc),+),
                    private: $private,
                    public: $public,
                    off: $off,
                },
            )+];

            /// The limits, each with the value that `value` finds for its key.
            pub fn read<E>(mut value: impl FnMut(&'static str) -> Result<u32, E>) -> Result<Self, E> {
                Ok(Self { $($name: value(concat!("limits.", stringify!($name)))?,)+ })
            }
        }
    };
}

/// More computer players than any machine holds.
const UNLIMITED_BOTS: u32 = 1_000_000;

limits! {
    /// Connections at once. It is fewer if the system lets the process open fewer files; the log says so.
    connections: 16_384, 16_384, 0;
    /// Connections of one address.
    connections_of_address: 512, 128, 0;
    /// Streams, sockets and waits of one address at once.
    streams_of_address: 480, 96, 0;
    /// Requests of one address under way, until their answers are sent. Streams and waits are counted apart.
    requests_of_address: 256, 64, 0;
    /// Requests of one address that are worked on at once, and its streams and waits that read. The others of the address wait.
    turns_of_address: 4, 2, 0;
    /// Streams, sockets and waits of one player at once.
    streams_of_player: 16, 16, 0;
    /// Streams, sockets and waits that follow one table without a seat at it, one tournament without an entry in it, or the lobby.
    streams_of_table: 1_000, 1_000, 0;
    /// Reads per second of one address; thirty times as many at once.
    reads_of_address: 200, 50, 0;
    /// Checks of health and CORS preflights per second of one address, before they count as reads; thirty times as many at once.
    free_of_address: 100, 25, 0;
    /// Durable changes per second of one address; thirty times as many at once.
    writes_of_address: 100, 25, 0;
    /// Durable changes per day of one address. Computer players and the clock at its tables make as many again.
    writes_of_address_a_day: 1_000_000, 200_000, 0;
    /// Open tables that one address has opened.
    tables_of_address: 400, 40, 0;
    /// Computer players at the tables that one address has opened.
    bots_of_address: 1_500, 200, 0;
    /// Moves per second of computer players and of the clock at the tables that one address has opened; thirty times as many at once.
    moves_of_address: 300, 60, 0;
    /// Changes of name or picture per hour by the players of one address.
    renames_of_address: 400, 100, 0;
    /// Changes of name or picture per hour by one player.
    renames_of_player: 60, 60, 0;
    /// Players of one address who wait for a seat at one table.
    waiting_of_address: 5, 2, 0;
    /// Chairs of one public table that players of one address have, if its host has another address. They never have all chairs.
    chairs_of_address: 6, 2, 0;
    /// Friend requests per day from the players of one address to one player.
    friend_requests_of_address: 50, 10, 0;
    /// Tables per hour that one address opens. A quick seat counts as one, and so does a tournament that is announced.
    openings_of_address: 400, 100, 0;
    /// Reads per second of one player; thirty times as many at once.
    reads_of_player: 20, 20, 0;
    /// Durable changes per second of one player; thirty times as many at once.
    writes_of_player: 5, 5, 0;
    /// Wishes per second of one player, which are writes as well; thirty times as many at once.
    wishes_of_player: 1, 1, 0;
    /// Requests for advice per second of one player; thirty times as many at once.
    advice_of_player: 1, 1, 0;
    /// Tables per hour that one player opens. A quick seat counts as one, and so does a tournament that is announced.
    openings_of_player: 60, 60, 0;
    /// New guests per hour from one address.
    guests_per_hour: 400, 60, 0;
    /// Passwords and codes per hour that one address tries or sets.
    passwords_per_hour: 400, 60, 0;
    /// Passwords and codes per hour that all addresses try on one account. Counted apart: its signed-in devices, and addresses that
    /// have signed in to it since the server started.
    passwords_of_account: 400, 100, 0;
    /// Invite codes per hour that one address looks up. A wrong code counts wherever a request shows one.
    invites_per_hour: 600, 100, 0;
    /// Admin requests per hour of one address, with a right token or a wrong one.
    admin_requests_per_hour: 120, 30, 0;
    /// Computer players at all tables; 0 is none.
    bots: BotLimits::MOST, BotLimits::MOST, UNLIMITED_BOTS;
    /// Computer players at the tables of one host; 0 is none.
    bots_of_host: 60, 60, UNLIMITED_BOTS;
    /// Chips that one player wins from computer players per day (UTC).
    bot_winnings_per_day: 100_000, 100_000, 0;
}

impl LimitSettings {
    /// The part of them that the room applies.
    pub fn room(&self) -> RoomLimits {
        RoomLimits {
            bots: BotLimits {
                most: self.bots,
                most_of_host: self.bots_of_host,
                winnings_a_day: self.bot_winnings_per_day.into(),
            },
            bots_of_address: most(self.bots_of_address),
            tables_of_address: most(self.tables_of_address),
            waiting_of_address: most(self.waiting_of_address),
            chairs_of_address: most(self.chairs_of_address),
            moves_of_address: a_second(self.moves_of_address),
            moves_of_address_a_day: a_day(self.writes_of_address_a_day),
            streams_of_player: most(self.streams_of_player),
            streams_of_table: most(self.streams_of_table),
        }
    }
}

/// Over how many seconds a limit per second is counted.
const WINDOW: u32 = 30;

/// A rate per second.
pub fn a_second(times: u32) -> Option<Rate> {
    let times = NonZeroU32::new(times.saturating_mul(WINDOW))?;
    Some(Rate { times, within: Duration::from_secs(WINDOW.into()) })
}

/// A rate per hour.
pub fn an_hour(times: u32) -> Option<Rate> {
    NonZeroU32::new(times).map(|times| Rate { times, within: Duration::from_hours(1) })
}

/// A rate per day.
pub fn a_day(times: u32) -> Option<Rate> {
    NonZeroU32::new(times).map(|times| Rate { times, within: Duration::from_hours(24) })
}

/// A limit, if there is one.
pub fn most(number: u32) -> usize {
    match number {
        0 => usize::MAX,
        number => usize::try_from(number).unwrap_or(usize::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::{LimitSetting, LimitSettings};

    #[test]
    fn the_internet_is_given_no_more_than_a_home() {
        for LimitSetting { key, private, public, .. } in LimitSettings::ALL {
            assert!(0 < *public && public <= private, "{key}");
            let is_of_address = key.ends_with("_of_address") || key.ends_with("_per_hour");
            assert!(!is_of_address || *public <= private.div_ceil(2), "{key}");
        }
    }

    #[test]
    fn an_address_may_do_as_much_as_one_of_its_players() {
        for limits in [LimitSettings::PRIVATE, LimitSettings::PUBLIC] {
            assert!(limits.streams_of_address < limits.connections_of_address);
            assert!(limits.streams_of_player <= limits.streams_of_address);
            assert!(limits.reads_of_player <= limits.reads_of_address);
            assert!(limits.writes_of_player <= limits.writes_of_address);
            assert!(limits.renames_of_player <= limits.renames_of_address);
            assert!(limits.openings_of_player <= limits.openings_of_address);
            assert!(limits.bots_of_host <= limits.bots_of_address);
        }
    }

    #[test]
    fn without_limits_there_is_no_end() {
        let room = LimitSettings::NONE.room();
        assert!(room.moves_of_address.is_none() && room.moves_of_address_a_day.is_none());
        assert_eq!((room.tables_of_address, room.streams_of_table), (usize::MAX, usize::MAX));
        assert!(room.bots.most > 0 && room.bots.winnings_a_day == 0);
    }
}
