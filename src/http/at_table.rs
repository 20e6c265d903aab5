//! A player who asks something of a table.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures::TryFutureExt;
use serde::Deserialize;

use super::answer::Answer;
use super::extract::{Keyed, Path};
use super::limits::Cost;
use super::meter::Meter;
use super::problem::Problem;
use super::services::Services;
use crate::service::id::{PlayerId, TableId};
use crate::service::people::session::SignedIn;
use crate::service::table::advice::Advice;
use crate::service::table::change::Version;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::table::view::{DryRun, TableAnswer};
use cardroom_rules::games::any::AnyAction;

/// This player, at this table, under this idempotency key.
pub struct AtTable {
    services: Arc<Services>,
    table: TableId,
    player: PlayerId,
    key: Option<IdempotencyKey>,
    meter: Meter,
}

/// Which table the path names.
#[derive(Deserialize)]
struct TablePath {
    id: TableId,
}

impl FromRequestParts<Arc<Services>> for AtTable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let SignedIn { player, .. } = SignedIn::from_request_parts(parts, services).await?;
        let Path(TablePath { id: table }) = Path::from_request_parts(parts, services).await?;
        let Keyed(key) = Keyed::from_request_parts(parts, services).await?;
        let meter = Meter::of(&parts.extensions)?.clone();
        Ok(Self { services: Arc::clone(services), table, player, key, meter })
    }
}

impl AtTable {
    /// Shows an invite code that the body has, where it has one and one may be shown.
    pub fn show_code(&self, code: Option<&String>) -> Result<(), Problem> {
        if code.is_some() { self.meter.show_code(&self.services) } else { Ok(()) }
    }

    /// Asks it of the table, and makes something of the answer while the change is on its way to the disk.
    pub fn done_and<T, M>(self, command: Command, make: M) -> impl Future<Output = Result<T, Problem>> + Send
    where
        T: Send + 'static,
        M: Fn(TableAnswer) -> T + Send + Sync + 'static,
    {
        // No `async fn`, which would keep the command a second time.
        let Self { services, table, player, key, .. } = self;
        services.room.command_and(table, player, command, key, make).err_into()
    }

    /// Counts what this costs, of which only the body tells.
    pub fn costs(&self, cost: Cost) -> Result<(), Problem> {
        self.meter.charge(&self.services, self.player, cost)
    }

    /// Has an action judged, and not done. It never takes the key.
    pub async fn dry_run(self, at: Version, action: &AnyAction) -> Result<DryRun, Problem> {
        let Self { services, table, player, .. } = self;
        Ok(services.room.dry_run(table, player, at, action).await?)
    }

    /// What a good player would do in this player's seat.
    pub async fn advice(self) -> Result<Advice, Problem> {
        let Self { services, table, player, meter, .. } = self;
        meter.note(services.limits.advice(player))?;
        Ok(services.room.advice(table, player).await?)
    }

    /// Asks it of the table.
    pub async fn ask(self, command: Command) -> Result<Answer<TableAnswer>, Problem> {
        self.done_and(command, |answer| answer).await.map(Answer::ok)
    }
}
