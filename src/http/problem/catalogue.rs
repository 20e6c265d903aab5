//! The catalogue of problems, from `docs/errors.md`, which is part of the program.

use std::sync::LazyLock;

use cardroom_api::problem::ProblemKind;

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
    Some(ProblemKind {
        address: address(code),
        code: code.into(),
        title: title(code),
        status,
        when: when.into(),
        remedy: remedy.into(),
    })
}

/// The title of a code: `Below min raise` for `below_min_raise` of any game.
pub fn title(code: &str) -> String {
    let words = code.rsplit('.').next().unwrap_or(code).replace('_', " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
