//! The answers to commands.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::{SeenChange, Version};
use super::view::TableView;
use crate::cached_json::CachedJson;
use crate::moment;
use cardroom_rules::games::any::AnyPreview;
use cardroom_rules::games::viewer::ViewerSafe;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TableAnswer {
    /// The change that the command caused.
    pub change: SeenChange,
    /// The table as it is now.
    #[schema(value_type = TableView)]
    pub table: CachedJson<TableView>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// The result of an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ActionResult {
    /// The change that the action caused.
    pub change: SeenChange,
    /// The table as it is now. Null over a socket and with `Prefer: return=minimal`: it comes with the message that has the
    /// change.
    #[schema(required, value_type = Option<TableView>)]
    pub table: Option<CachedJson<TableView>>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

impl ActionResult {
    /// The shorter answer for a client that follows the table.
    #[must_use]
    pub fn brief(self) -> Self {
        Self { table: None, ..self }
    }
}

impl From<TableAnswer> for ActionResult {
    fn from(TableAnswer { change, table, now }: TableAnswer) -> Self {
        Self { change, table: Some(table), now }
    }
}

/// The preview of an action: nothing was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DryRun {
    /// Always true: an action that would be refused is answered by the same problem as the action itself.
    #[schema(example = true)]
    pub accepted: bool,
    /// The table's version on which it was judged.
    pub version: Version,
    /// How it is read and what it costs, by game.
    pub preview: AnyPreview,
}

/// The result of an action or of a dry run.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ActionAnswer {
    /// The action was done.
    Done(Box<ActionResult>),
    /// The action was only judged.
    Judged(DryRun),
}

impl ViewerSafe for TableAnswer {}
impl ViewerSafe for DryRun {}
impl ViewerSafe for ActionAnswer {}
