//! The catalogue of problems: `docs/errors.md`, which is a part of the program.

use std::sync::LazyLock;

use serde::Serialize;
use utoipa::ToSchema;

use cardroom_rules::games::viewer::ViewerSafe;

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemKind {
    /// Where this is told: what the `type` of such a problem refers to.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", example = "/errors/stale")]
    pub address: String,
    /// Its name, for a program to switch on.
    #[schema(example = "stale")]
    pub code: &'static str,
    /// In words.
    #[schema(example = "Stale")]
    pub title: String,
    /// The HTTP status that it comes with.
    #[schema(example = 409, minimum = 400, maximum = 599)]
    pub status: u16,
    /// When it comes, and which members explain it; in Markdown.
    #[schema(example = "the decision has changed since `at`")]
    pub when: &'static str,
    /// What to do; empty where the problem says it.
    #[schema(example = "show the new options, and ask the player again")]
    pub remedy: &'static str,
}

/// Every kind of problem there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemKinds {
    /// Those of every game, then each game's own.
    pub problems: Vec<ProblemKind>,
}

impl ViewerSafe for ProblemKind {}
impl ViewerSafe for ProblemKinds {}

static KINDS: LazyLock<Vec<ProblemKind>> =
    LazyLock::new(|| include_str!("../../docs/errors.md").lines().filter_map(kind).collect());

/// Every kind of problem.
pub fn kinds() -> &'static [ProblemKind] {
    &KINDS
}

/// The kind of this code.
pub fn kind_of(code: &str) -> Option<&'static ProblemKind> {
    kinds().iter().find(|kind| kind.code == code)
}

/// Where a kind of problem is told: a reference that any server of this program resolves itself.
pub fn address(code: &str) -> String {
    format!("/errors/{code}")
}

/// A row of a table: its code between backticks, its status, when it comes, what to do.
fn kind(line: &'static str) -> Option<ProblemKind> {
    let cells = line.strip_prefix("| `")?.strip_suffix('|')?;
    let mut cells = cells.split('|').map(str::trim);
    let code = cells.next()?.strip_suffix('`')?;
    let status = cells.next()?.parse().ok()?;
    let (when, remedy) = (cells.next()?, cells.next()?);
    Some(ProblemKind { address: address(code), code, title: title(code), status, when, remedy })
}

/// `below_min_raise`, of whichever game, as `Below min raise`.
pub fn title(code: &str) -> String {
    let words = code.rsplit('.').next().unwrap_or(code).replace('_', " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
