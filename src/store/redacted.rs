//! Redacted logs: they hold the identifiers of people, and not their names.

use std::borrow::Cow;

use crate::service::table::stored::change::{Body, Event};
use crate::service::table::stored::hand_player::HandPlayer;
use cardroom_api::id::PlayerId;

/// The name of a person in an event, and their identifier. Names of computer players stay.
pub fn in_event(event: &mut Event) -> Option<(PlayerId, &mut String)> {
    let Event::Table(event) = event else { return None };
    Some((event.named()?, event.name_mut()?))
}

/// The name of a person who played a hand, and their identifier.
pub fn in_player(player: &mut HandPlayer) -> Option<(PlayerId, &mut String)> {
    if player.computer.is_some() { None } else { Some((player.player, &mut player.name)) }
}

/// The stored form of a change's body.
pub fn body(body: &Body) -> Cow<'_, Body> {
    let has_name = |event: &Event| matches!(event, Event::Table(event) if event.named().is_some());
    if !body.events.iter().any(has_name) {
        return Cow::Borrowed(body);
    }
    let mut body = body.clone();
    for (_, name) in body.events.iter_mut().filter_map(in_event) {
        name.clear();
    }
    Cow::Owned(body)
}

/// The stored form of a hand's players.
pub fn players(players: &[HandPlayer]) -> Vec<HandPlayer> {
    let mut players = players.to_vec();
    for (_, name) in players.iter_mut().filter_map(in_player) {
        name.clear();
    }
    players
}
