//! A player who asks something of a table.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;

use super::answer::Answer;
use super::extract::{Keyed, Path};
use super::problem::Problem;
use super::services::Services;
use crate::games::any::AnyAction;
use crate::service::id::{PlayerId, TableId};
use crate::service::people::sessions::SignedIn;
use crate::service::table::change::Version;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::table::view::{DryRun, TableAnswer};

/// This player, at this table, under this idempotency key.
pub struct AtTable {
    services: Arc<Services>,
    table: TableId,
    player: PlayerId,
    key: Option<IdempotencyKey>,
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
        Ok(Self { services: Arc::clone(services), table, player, key })
    }
}

impl AtTable {
    /// Asks it of the table, and takes what came of it.
    pub async fn done(self, command: Command) -> Result<TableAnswer, Problem> {
        let Self { services, table, player, key } = self;
        Ok(services.room.command(table, player, command, key).await?)
    }

    /// Has an action judged, and not done. It never takes the key.
    pub async fn dry_run(self, at: Version, action: &AnyAction) -> Result<DryRun, Problem> {
        let Self { services, table, player, key: _ } = self;
        Ok(services.room.dry_run(table, player, at, action).await?)
    }

    /// Asks it of the table.
    pub async fn ask(self, command: Command) -> Result<Answer<TableAnswer>, Problem> {
        self.done(command).await.map(Answer::ok)
    }
}
