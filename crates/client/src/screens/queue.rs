//! The way to a chair: sit down, wait if every chair is taken, come when called.

use cardroom_api::requests::seats::TakeNumber;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::game::Chips;
use jiff::Timestamp;

use super::Context;
use crate::model::Table;
use crate::order::Write;

/// How a watcher gets a chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Not at all: they sit, or the table is closed or of a tournament.
    Closed,
    /// A chair is free, or a computer player gives up its own.
    Free,
    /// Every chair is taken, or others wait.
    Full,
    /// They wait, at this place from 1.
    InLine(usize),
    /// A chair is kept for them until then.
    Called(Timestamp),
    /// They were gone, and get their chair again when they come back, with this many chips.
    Kept(Chips),
}

/// The player, as far as sitting down goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guest<'a> {
    /// The invite code, if there is one.
    pub code: Option<&'a str>,
    /// Chips away from tables, if known.
    pub purse: Option<Chips>,
}

/// The way at this table.
pub fn way(table: &Table) -> Way {
    let Some(view) = &table.view else { return Way::Closed };
    // A tournament decides who sits at its tables.
    if view.closed_at.is_some() || table.my_seat().is_some() || view.tournament.is_some() {
        return Way::Closed;
    }
    if let Some((place, waiting)) = table.place_in_line() {
        return waiting.called_until.map_or(Way::InLine(place + 1), Way::Called);
    }
    if let Some(kept) = view.you.as_ref().and_then(|you| you.kept.as_ref()).filter(|_| has_room(view)) {
        return Way::Kept(kept.chips);
    }
    // Computer players that only fill the table give up their chairs.
    let fills = view.options.fill_with_bots.is_some();
    let stays = view.chairs.iter().filter(|chair| chair.computer.is_none() || chair.next.is_some() || !fills);
    if stays.count() < view.options.seats.into() && view.waiting.is_empty() { Way::Free } else { Way::Full }
}

/// Whether there is a chair for a player who was gone. Every computer player gives up its chair for them, however it
/// came.
fn has_room(view: &TableView) -> bool {
    let stays = view.chairs.iter().filter(|chair| chair.computer.is_none() || chair.next.is_some());
    stays.count() < view.options.seats.into() && !view.closing
}

/// Whether the player may sit down.
pub fn may_sit(table: &Table) -> bool {
    matches!(way(table), Way::Free | Way::Called(_))
}

/// Joins the waiting line, or leaves it.
pub fn write(table: &Table, code: Option<&str>) -> Option<Write> {
    match way(table) {
        Way::Full => Some(Write::send("/waiting", &TakeNumber { invite_code: code.map(str::to_owned) })),
        Way::InLine(_) | Way::Called(_) => Some(Write::delete("/waiting/me")),
        Way::Closed | Way::Free | Way::Kept(_) => None,
    }
}

/// The keys of the way.
pub fn keys(table: &Table, context: Context) -> Vec<String> {
    let say = |sign: &str, key: &str| format!("{sign} {}", context.language.say(key));
    match way(table) {
        // The key to come back is not among them.
        Way::Closed | Way::Kept(_) => Vec::new(),
        Way::Free => vec![say("s", "table.sit")],
        Way::Full => vec![say("w", "queue.wait")],
        Way::InLine(_) => vec![say("w", "queue.stop")],
        Way::Called(_) => vec![say("s", "table.sit"), say("w", "queue.stop")],
    }
}

/// The player's place in the line, or the chair that is kept for the player; `None` if neither applies. The screen shows it
/// instead of the state of the hand.
pub fn status_text(table: &Table, context: Context) -> Option<String> {
    match way(table) {
        Way::InLine(place) => Some(place_in_words(place, context)),
        Way::Called(until) => {
            let left = (table.until(until, context.here).max(0) + 999) / 1000;
            Some(context.language.fill("queue.called", &[&left.to_string()]))
        }
        Way::Kept(0) => Some(context.language.say("queue.ownfree").to_owned()),
        Way::Kept(chips) => Some(context.language.fill("queue.own", &[&context.language.chips(chips)])),
        Way::Closed | Way::Free | Way::Full => None,
    }
}

/// The line between hands for a watcher.
pub fn looks_on(table: &Table, context: Context) -> String {
    match (way(table), table.view.as_ref().map_or(0, |view| view.waiting.len())) {
        (Way::Full, 0) => context.language.say("menu.full").to_owned(),
        (Way::Full, waiting) => context.language.count("queue.fullof", &waiting),
        _ => context.language.say("table.watching").to_owned(),
    }
}

/// A place in the line, from 1.
pub fn place_in_words(place: usize, context: Context) -> String {
    match place {
        1 => context.language.say("inLine.first").to_owned(),
        place => context.language.fill("inLine.later", &[&place.to_string()]),
    }
}
