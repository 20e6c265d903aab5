//! Events as sentences of the log. An event that only a newer program can read is shown by its name.

use cardroom_api::table::change::SeenEvent;
use cardroom_api::table::event::TableEvent;

use super::event_reader::EventReader;
use super::games;
use super::look::plain;
use super::model::{LogEntry, Logged, Table};
use super::read::{Read, name_of, type_in};
use super::words::{Language, Who};

/// An event in one sentence; `None` if it is not worth one.
pub fn line(logged: &Logged, table: &Table, language: Language) -> Option<String> {
    let reader = EventReader { language, table, seated: &logged.seated };
    let event = match &logged.entry {
        LogEntry::Event(event) => event,
        LogEntry::Told(told) => return Some(told.line(language)),
    };
    match event {
        Read::Known(SeenEvent::Hand(event)) => games::describe(event, reader),
        Read::Known(SeenEvent::Table(event)) => of_table(event, reader),
        Read::Unknown(event) => Some(reader.fill("event.unknown", type_in(event).unwrap_or("?"))),
    }
}

fn of_table(event: &TableEvent, reader: EventReader) -> Option<String> {
    use TableEvent as E;
    Some(match event {
        // At a table without stakes there is no buy-in.
        E::SatDown { seat, chips, .. } if *chips == 0 || reader.table.is_of_rounds() => {
            reader.sentence("event.sits", *seat, &[])
        }
        E::SatDown { seat, chips, .. } => reader.sentence("event.sat_down", *seat, &[&reader.chips(*chips)]),
        // The chair still belongs to another player: the event has the name.
        E::Coming { name, .. } => {
            let who = Who { name: plain(name), is_you: false };
            reader.language.tell("event.coming", &who, &[])
        }
        E::ToppedUp { seat, amount, .. } => {
            reader.sentence("event.topped_up", *seat, &[&reader.chips(*amount)])
        }
        E::SatOut { seat, .. } => reader.sentence("event.sat_out", *seat, &[]),
        E::CameBack { seat, .. } => reader.sentence("event.came_back", *seat, &[]),
        E::Leaving { seat } => reader.sentence("event.leaving", *seat, &[]),
        // The player who left before the first view is not known by name here, and is not the one who has the chair
        // now.
        E::Left { seat, player, .. } if reader.who(*seat).is_you && !reader.table.is_me(*player) => {
            return None;
        }
        E::Left { seat, .. } => reader.sentence("event.left", *seat, &[]),
        E::Ready { seat } => reader.sentence("event.ready", *seat, &[]),
        E::HandStarted { number, .. } => reader.fill("event.hand_started", &number.to_string()),
        E::HandEnded { void: true, .. } => reader.say("event.void"),
        E::HandEnded { .. } => reader.say("event.hand_ended"),
        E::Closing {} => reader.say("event.closing"),
        E::Closed {} => reader.say("event.closed"),
        E::Paused {} => reader.say("event.paused"),
        E::Resumed {} => reader.say("event.resumed"),
        E::Emoted { seat, emote, .. } => {
            let key = format!("emote.{}", name_of(emote));
            reader.sentence("event.emoted", *seat, &[reader.language.say(&key)])
        }
        E::Waiting { player, .. } => reader.about("event.waiting", *player),
        E::NotWaiting { player } => reader.about("event.not_waiting", *player),
        E::Called { player, .. } => reader.about("event.called", *player),
        E::Banned { player } => reader.about("event.banned", *player),
        E::Unbanned { player } => reader.about("event.unbanned", *player),
        E::HostChanged { host } => reader.about("event.host_changed", *host),
        E::Removed { seat, .. } => reader.sentence("event.removed", *seat, &[]),
        E::OptionsChanged { .. } => reader.say("event.options_changed"),
        E::LevelBegan { posts, .. } => {
            reader.fill("event.level_began", &format!("{}/{}", posts.small_blind, posts.big_blind))
        }
        E::OptionsPlanned { .. } => reader.say("event.options_planned"),
        E::InviteReplaced {} => reader.say("event.invite_replaced"),
        E::Opened {} | E::Wished { .. } | E::NotComing { .. } => return None,
    })
}

/// The lines of a log, the newest last.
pub fn lines(table: &Table, language: Language) -> Vec<String> {
    table.log.iter().filter_map(|logged| line(logged, table, language)).collect()
}
