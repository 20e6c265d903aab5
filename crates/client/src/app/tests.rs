//! The way of a player through the screens of a tournament, without a server.

use std::sync::Arc;

use serde_json::{Value, json};

use super::tournaments::JUMP_AFTER;
use super::{App, Shown, Start};
use crate::look::Look;
use crate::net::client::Client;
use crate::net::sse::ServerEvent;
use crate::net::stream;
use crate::net::tokens::TokenFile;
use crate::screens::Context;
use crate::tests::tournaments::{TABLE_1, TABLE_2, registering, table_of, with};
use crate::words::Language;

/// The program, with a server that does not answer.
fn app() -> App {
    let client = Arc::new(Client::new("http://127.0.0.1:9", TokenFile::none()));
    let look = Look { has_colour: true, is_ascii: false, language: Language::En };
    App::new(Start { client, language: Language::En, look, level: None, first: None })
}

fn hear(app: &mut App, message: &Value) {
    let event = ServerEvent { event: "tournament".to_owned(), data: message.to_string(), id: None };
    app.tournament_streamed(stream::Update::Message(event));
}

fn follow(app: &mut App, message: &Value) {
    app.follow(message["tournament"]["id"].as_str().unwrap(), None);
    hear(app, message);
}

fn shown_table(app: &App) -> Option<&str> {
    match &app.shown {
        Shown::Table(screen) => Some(&screen.id),
        _ => None,
    }
}

fn moved() -> Value {
    with(&json!({ "version": 60, "you": { "table": TABLE_1 } }))
}

/// The last hand is seen for a moment; then the new table opens by itself.
#[test]
fn a_player_who_is_moved_sees_the_new_table() {
    let (mut app, message) = (app(), with(&json!({})));
    follow(&mut app, &message);
    let mut screen = table_of(&message);
    screen.id = TABLE_2.to_owned();
    app.shown = Shown::Table(Box::new(screen));
    hear(&mut app, &moved());
    assert_eq!(shown_table(&app), Some(TABLE_2));
    let context = app.context();
    app.tick_tournament(context);
    assert_eq!(shown_table(&app), Some(TABLE_2), "it is too early");
    app.tick_tournament(Context { here: context.here + JUMP_AFTER, ..context });
    let Shown::Table(screen) = &app.shown else { panic!("no table") };
    assert_eq!((screen.id.as_str(), screen.jump), (TABLE_1, None));
    assert!(
        screen.bell && screen.notice.as_ref().is_some_and(|(text, ..)| text.contains("moved to table 1"))
    );
    // The same news again changes nothing.
    hear(&mut app, &moved());
    assert_eq!(shown_table(&app), Some(TABLE_1));
}

/// The first seat opens from the lobby, unless the player does something else.
#[test]
fn the_first_seat_opens_by_itself() {
    let start = || {
        let playing = with(&json!({}));
        let mut start = registering();
        for member in ["phase", "you", "tables", "level"] {
            start["tournament"][member] = playing["tournament"][member].clone();
        }
        start["tournament"]["version"] = json!(60);
        start
    };
    let mut app = app();
    follow(&mut app, &registering());
    app.shown = Shown::Lobby(Box::default());
    hear(&mut app, &start());
    assert_eq!(shown_table(&app), Some(TABLE_2));

    let mut app = super::tests::app();
    follow(&mut app, &registering());
    app.show_tournaments();
    follow(&mut app, &registering());
    app.paste("");
    app.press(ratatui::crossterm::event::KeyCode::Char('i').into());
    hear(&mut app, &start());
    assert!(matches!(app.shown, Shown::Tournaments(_)), "a link is typed");

    let mut app = super::tests::app();
    follow(&mut app, &registering());
    app.show_table("another", None);
    hear(&mut app, &start());
    let Shown::Table(screen) = &app.shown else { panic!("no table") };
    assert_eq!(screen.id, "another");
    assert!(screen.bell && screen.notice.as_ref().is_some_and(|(text, ..)| text.contains("Sunday club")));
}

/// A tournament is followed as long as the player plays in it.
#[test]
fn it_is_followed_to_its_end() {
    let mut app = app();
    follow(&mut app, &with(&json!({})));
    app.show_lobby();
    assert!(app.following.is_some());
    hear(&mut app, &with(&json!({ "version": 60, "you": { "place": 5, "table": null } })));
    assert!(app.following.as_ref().is_some_and(|it| !it.followed.are_you_left()));
    app.show_lobby();
    assert!(app.following.is_none());
}
