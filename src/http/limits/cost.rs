//! The cost of a request: which of the quotas of its address and its player it counts against.

use std::sync::Arc;

use axum::http::Method;

use super::quota::{LimitExceeded, Quota, QuotaKey, Remaining};
use crate::http::limit_settings::{LimitSettings, a_day, a_second, an_hour};
use crate::service::ports::clock::Clock;
use cardroom_rules::games::any::GameKind;

/// The cost of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// It changes nothing that lasts.
    Read,
    /// It makes a durable change.
    Write,
    /// It changes a wish for the hands to come, which a player may do at any time and any number of times.
    Wish,
    /// It may open a table.
    Opening,
    /// It changes a player's name or picture, so tables that show it are read again.
    Rename,
}

impl Cost {
    /// The cost of a request, as far as its method and its route tell.
    pub fn of(method: &Method, route: &str) -> Self {
        if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
            return Self::Read;
        }
        match route {
            // A dry run is a read. An action counts as a write besides.
            "/v1/tables/{id}/actions" => Self::Read,
            "/v1/tables/{id}/seats/me/wishes" | "/v1/tables/{id}/seats/me/preferences" => Self::Wish,
            "/v1/tables" | "/v1/quick-seat" | "/v1/tournaments" => Self::Opening,
            "/v1/me" if *method == Method::PATCH => Self::Rename,
            route if is_tool(route) => Self::Read,
            _ => Self::Write,
        }
    }
}

/// Whether a request only asks for the server's health. A monitor gets an answer however much else its address asks for.
pub fn is_free(method: &Method, path: &str) -> bool {
    matches!(*method, Method::GET | Method::HEAD) && matches!(path, "/healthz" | "/readyz")
}

/// Whether a route is a tool of a game, which stores nothing. Its path begins with the game's name.
fn is_tool(route: &str) -> bool {
    let named = route.strip_prefix("/v1/").and_then(|path| path.split('/').next());
    GameKind::ALL.iter().any(|game| named == Some(game.name()))
}

/// The quotas for requests of each cost, of all addresses or of all players.
#[derive(Debug)]
pub struct CostQuotas {
    reads: Quota,
    writes: Quota,
    writes_a_day: Quota,
    wishes: Quota,
    openings: Quota,
    renames: Quota,
}

impl CostQuotas {
    /// Those of addresses.
    pub fn of_addresses(limits: &LimitSettings, clock: &Arc<dyn Clock>) -> Self {
        let quota = |name, rate| Quota::new(name, rate, clock);
        Self {
            reads: quota("address-reads", a_second(limits.reads_of_address)),
            writes: quota("address-writes", a_second(limits.writes_of_address)),
            writes_a_day: quota("address-writes-a-day", a_day(limits.writes_of_address_a_day)),
            wishes: quota("address-wishes", None),
            openings: quota("address-openings", an_hour(limits.openings_of_address)),
            renames: quota("address-renames", an_hour(limits.renames_of_address)),
        }
    }

    /// Those of players.
    pub fn of_players(limits: &LimitSettings, clock: &Arc<dyn Clock>) -> Self {
        let quota = |name, rate| Quota::new(name, rate, clock);
        Self {
            reads: quota("player-reads", a_second(limits.reads_of_player)),
            writes: quota("player-writes", a_second(limits.writes_of_player)),
            writes_a_day: quota("player-writes-a-day", None),
            wishes: quota("player-wishes", a_second(limits.wishes_of_player)),
            openings: quota("player-openings", an_hour(limits.openings_of_player)),
            renames: quota("player-renames", an_hour(limits.renames_of_player)),
        }
    }

    /// Counts a request. Wishes, openings and renames also count as writes.
    pub fn spend(&self, key: QuotaKey, cost: Cost) -> Result<Option<Remaining>, LimitExceeded> {
        let rarer = match cost {
            Cost::Read => return self.reads.spend(key),
            Cost::Write => None,
            Cost::Wish => self.wishes.spend(key)?,
            Cost::Opening => self.openings.spend(key)?,
            Cost::Rename => self.renames.spend(key)?,
        };
        let remaining = self.writes.spend(key)?;
        let remaining_today = self.writes_a_day.spend(key)?;
        Ok(remaining.or(rarer).or(remaining_today))
    }
}
