//! The catalogue of problems, from `docs/errors.md`, which is part of the program.

use std::sync::LazyLock;

use serde::Serialize;
use utoipa::ToSchema;

use cardroom_rules::games::viewer::ViewerSafe;

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemKind {
    /// The address that explains it, to which the `type` of such a problem refers.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", example = "/errors/stale")]
    pub address: String,
    /// Its code, for programs to switch on.
    #[schema(example = "stale")]
    pub code: &'static str,
    /// Its title in words.
    #[schema(example = "Stale")]
    pub title: String,
    /// Its HTTP status.
    #[schema(example = 409, minimum = 400, maximum = 599)]
    pub status: u16,
    /// When it occurs, and which members explain it, in Markdown.
    #[schema(example = "the decision has changed since `at`")]
    pub when: &'static str,
    /// What to do; empty if the problem says it.
    #[schema(example = "show the new options, and ask the player again")]
    pub remedy: &'static str,
}

/// All kinds of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemKinds {
    /// The kinds that all games share, then each game's own.
    pub problems: Vec<ProblemKind>,
}

impl ViewerSafe for ProblemKind {}
impl ViewerSafe for ProblemKinds {}

static KINDS: LazyLock<Vec<ProblemKind>> =
    LazyLock::new(|| include_str!("../../../docs/errors.md").lines().filter_map(kind).collect());

/// All kinds of problem.
pub fn kinds() -> &'static [ProblemKind] {
    &KINDS
}

/// The kind with this code.
pub fn kind_of(code: &str) -> Option<&'static ProblemKind> {
    kinds().iter().find(|kind| kind.code == code)
}

/// The address that explains a kind of problem: a relative reference, which every server of this program answers.
pub fn address(code: &str) -> String {
    format!("/errors/{code}")
}

/// The kind in a row of a table: its code in backticks, its status, when it occurs, what to do.
fn kind(line: &'static str) -> Option<ProblemKind> {
    let cells = line.strip_prefix("| `")?.strip_suffix('|')?;
    let mut cells = cells.split('|').map(str::trim);
    let code = cells.next()?.strip_suffix('`')?;
    let status = cells.next()?.parse().ok()?;
    let (when, remedy) = (cells.next()?, cells.next()?);
    Some(ProblemKind { address: address(code), code, title: title(code), status, when, remedy })
}

/// The title of a code: `Below min raise` for `below_min_raise` of any game.
pub fn title(code: &str) -> String {
    let words = code.rsplit('.').next().unwrap_or(code).replace('_', " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
