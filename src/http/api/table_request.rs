//! A request of a player to a table.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures::TryFutureExt;
use serde::Deserialize;

use crate::http::answer::Answer;
use crate::http::extract::headers::Keyed;
use crate::http::extract::path::Path;
use crate::http::limits::cost::Cost;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::Problem;
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::table::command::{Command, IdempotencyKey};
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::advice::Advice;
use cardroom_api::table::answer::{DryRun, TableAnswer};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::AnyAction;

/// A request of a player to a table, with its idempotency key.
pub struct TableRequest {
    services: Arc<Services>,
    table: TableId,
    player: PlayerId,
    key: Option<IdempotencyKey>,
    usage: RequestUsage,
}

/// Which table the path names.
#[derive(Deserialize)]
struct TablePath {
    id: TableId,
}

impl FromRequestParts<Arc<Services>> for TableRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let SignedIn { player, .. } = SignedIn::from_request_parts(parts, services).await?;
        let Path(TablePath { id: table }) = Path::from_request_parts(parts, services).await?;
        let Keyed(key) = Keyed::from_request_parts(parts, services).await?;
        let usage = RequestUsage::of(&parts.extensions)?.clone();
        Ok(Self { services: Arc::clone(services), table, player, key, usage })
    }
}

impl TableRequest {
    /// Shows the invite code of a body, if there is one. Fails if the address has shown too many wrong ones.
    pub fn show_code(&self, code: Option<&String>) -> Result<(), Problem> {
        if code.is_some() { self.usage.show_code(&self.services.quotas) } else { Ok(()) }
    }

    /// Sends a command to the table. `make` turns the answer into the result while the change is being written to disk.
    pub fn command_and<T, M>(
        self,
        command: Command,
        make: M,
    ) -> impl Future<Output = Result<T, Problem>> + Send
    where
        T: Send + 'static,
        M: Fn(TableAnswer) -> T + Send + Sync + 'static,
    {
        // Not an `async fn`, whose future would hold the command twice.
        let Self { services, table, player, key, .. } = self;
        services.room.command_and(table, player, command, key, make).err_into()
    }

    /// Counts a further cost, which depends on the body.
    pub fn spend(&self, cost: Cost) -> Result<(), Problem> {
        self.usage.spend_more(&self.services.quotas, self.player, cost)
    }

    /// Judges an action without doing it. The idempotency key is not used up.
    pub async fn dry_run(self, at: Version, action: &AnyAction) -> Result<DryRun, Problem> {
        let Self { services, table, player, .. } = self;
        Ok(services.room.dry_run(table, player, at, action).await?)
    }

    /// Asks what a good player would do in this player's seat.
    pub async fn advice(self) -> Result<Advice, Problem> {
        let Self { services, table, player, usage, .. } = self;
        usage.note(services.quotas.spend_advice(player))?;
        Ok(services.room.advice(table, player).await?)
    }

    /// Sends a command to the table.
    pub async fn command(self, command: Command) -> Result<Answer<TableAnswer>, Problem> {
        self.command_and(command, |answer| answer).await.map(Answer::ok)
    }
}
