//! Problems in the form of RFC 9457: `application/problem+json`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use cardroom_rules::games::viewer::ViewerSafe;

/// A problem, for programs and for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// The kind of problem, as the address where this server explains it.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", example = "/errors/stale")]
    pub address: String,
    /// The kind of problem in words. It is the same for every problem of the kind.
    #[schema(example = "Stale")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 409)]
    pub status: u16,
    /// What happened this time, for a person.
    #[schema(example = "the decision has changed since version 41")]
    pub detail: String,
    /// The kind of problem, for a program to switch on. It never changes its meaning.
    #[schema(example = "stale")]
    pub code: String,
    /// The data of the problem, depending on its kind: amounts, versions, the legal options.
    #[serde(flatten)]
    pub data: Map<String, Value>,
}

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProblemKind {
    /// The address that explains it, to which the `type` of such a problem refers.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", example = "/errors/stale")]
    pub address: String,
    /// Its code, for programs to switch on.
    #[schema(example = "stale")]
    pub code: Cow<'static, str>,
    /// Its title in words.
    #[schema(example = "Stale")]
    pub title: String,
    /// Its HTTP status.
    #[schema(example = 409, minimum = 400, maximum = 599)]
    pub status: u16,
    /// When it occurs, and which members explain it, in Markdown.
    #[schema(example = "the decision has changed since `at`")]
    pub when: Cow<'static, str>,
    /// Advice on what to do; empty if the problem itself says it.
    #[schema(example = "show the new options, and ask the player again")]
    pub remedy: Cow<'static, str>,
}

/// All kinds of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProblemKinds {
    /// The kinds that all games share, then each game's own.
    pub problems: Vec<ProblemKind>,
}

impl ViewerSafe for ProblemKind {}
impl ViewerSafe for ProblemKinds {}
