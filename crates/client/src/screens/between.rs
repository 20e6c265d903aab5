//! The keys for a player's own chair: to be ready for the next hand or to deal it, and to come back.

use cardroom_api::requests::seats::ComeBack;
use cardroom_api::table::options::Dealing;
use cardroom_api::table::view::ChairView;
use cardroom_rules::games::game::Entry;

use super::queue::{self, Way};
use crate::model::{Table, sits_out};
use crate::order::Write;
use crate::words::Language;

/// The write of one of these keys, if it has an effect now.
pub fn write(table: &Table, sign: char) -> Option<Write> {
    match sign {
        'b' if may_come_back(table) => Some(come_back()),
        'r' if may_be_ready(table) => Some(Write::post("/seats/me/ready")),
        'd' if may_deal(table) => Some(Write::post("/hands")),
        _ => None,
    }
}

/// The keys with an effect now.
pub fn keys(table: &Table, language: Language) -> Vec<String> {
    let is_automatic = matches!(dealing(table), Some(Dealing::Automatic { .. }));
    let ready = if is_automatic { "table.goon" } else { "table.iamready" };
    let all = [('b', "menu.comeBack"), ('r', ready), ('d', "table.deal")];
    let offered = all.into_iter().filter(|(sign, _)| write(table, *sign).is_some());
    offered.map(|(sign, key)| format!("{sign} {}", language.say(key))).collect()
}

/// Ends sitting out, or takes the chair that is kept.
pub fn come_back() -> Write {
    Write::send("/seats/me/return", &ComeBack { entry: Entry::Wait })
}

fn may_come_back(table: &Table) -> bool {
    match table.my_chair() {
        // At the player's turn the games use the key.
        Some(chair) => sits_out(chair) && !table.is_my_turn() && !is_closed(table),
        None => matches!(queue::way(table), Way::Kept(_)),
    }
}

/// Whether the table is closed: the last hand of a tournament stays on the screen.
fn is_closed(table: &Table) -> bool {
    table.view.as_ref().is_some_and(|view| view.closed_at.is_some())
}

/// At a table that deals automatically, the next hand is dealt at once when all are ready.
fn may_be_ready(table: &Table) -> bool {
    let Some(view) = &table.view else { return false };
    // A tournament deals by itself.
    if view.tournament.is_some() {
        return false;
    }
    let is_awaited = match view.options.dealing {
        Dealing::WhenReady {} => true,
        Dealing::Automatic { .. } => view.last_result.is_some() || view.next_hand_at.is_some(),
        Dealing::ByHand {} => false,
    };
    is_awaited && waiting_chair(table).is_some_and(|chair| !chair.ready)
}

fn may_deal(table: &Table) -> bool {
    dealing(table) == Some(Dealing::ByHand {})
        && table.tournament().is_none()
        && waiting_chair(table).is_some()
}

fn dealing(table: &Table) -> Option<Dealing> {
    table.view.as_ref().map(|view| view.options.dealing)
}

/// The own chair, if it is to be dealt into the next hand and no hand is in play.
fn waiting_chair(table: &Table) -> Option<&ChairView> {
    let view = table.view.as_ref()?;
    // A hand that only a newer program can read may be in play.
    let is_idle = view.hand.is_none() && table.newer.is_none();
    let goes_on = is_idle && !view.closing && view.closed_at.is_none();
    table.my_chair().filter(|chair| goes_on && !sits_out(chair))
}
