//! The keys of tournaments: in the list, at one of them, and at its tables.

use std::sync::Arc;

use cardroom_api::tournament::options::TournamentOptions;
use ratatui::crossterm::event::KeyCode::{self, Char, Down, Enter, Right};
use serde_json::{Value, json};

use super::tournaments::{TABLE_1, TABLE_2, followed, registering, share, table_of, with};
use super::{ANN, LATER, ME, NOW, context, key, me, recorded};
use crate::Place;
use crate::app::First;
use crate::order::{Order, Write};
use crate::screens::ask::Ask;
use crate::screens::tournaments::announce::Announce;
use crate::screens::tournaments::list::{TournamentsScreen, link};
use crate::screens::tournaments::one::TournamentScreen;
use crate::tournament::calls;
use crate::tournament::found::Tournaments;
use crate::words::Language;

#[test]
fn a_link_leads_to_its_tournament() {
    let id = "01a22864-2272-7e38-b685-55b95898ab26";
    let with_code = Some((id.to_owned(), Some("c0de".to_owned())));
    assert_eq!(link(&format!("http://127.0.0.1:8080/tournaments/{id}#c0de")), with_code);
    assert_eq!(link(&format!(" {id}#c0de ")), with_code);
    assert_eq!(link(&format!("{id}/#")), Some((id.to_owned(), None)));
    for wrong in ["", "#c0de", "../me", "http://x/t/1", "<b>"] {
        assert_eq!(link(wrong), None, "{wrong}");
    }
}

#[test]
fn an_address_may_be_a_link_to_a_table_or_to_a_tournament() {
    let first = |url: &str| {
        let place = Place::of(url);
        assert_eq!(place.base, "http://here:8080", "{url}");
        place.first
    };
    let (id, code) = ("ab-1".to_owned(), Some("c0de".to_owned()));
    assert_eq!(first("here:8080/"), None);
    assert_eq!(first("here:8080/t/ab-1#c0de"), Some(First::Table(id.clone(), code.clone())));
    assert_eq!(first("here:8080/t/ab-1#"), Some(First::Table(id.clone(), None)));
    assert_eq!(first("http://here:8080/tournaments/ab-1#c0de"), Some(First::Tournament(id, code)));
}

/// The list of these tournaments, none of which is the player's.
pub(super) fn listed(others: &[Value], mine: &[Value]) -> Tournaments {
    let read = |value: &Value| serde_json::from_value(value["tournament"].clone()).unwrap();
    let summary = |each: &Value| {
        let mut summary = each["tournament"].clone();
        summary["level"] = summary["level"]["number"].clone();
        for (member, value) in
            [("big_blind", json!(null)), ("guarantee_met", json!(true)), ("you", json!(false))]
        {
            summary[member] = value;
        }
        serde_json::from_value(summary).unwrap()
    };
    let others: Vec<_> = others.iter().map(summary).collect();
    let mine = mine.iter().map(read).collect();
    let now = Some(NOW.parse().unwrap());
    Tournaments { me: me(ME), mine, others, now, newer: None }
}

#[test]
fn the_cursor_of_the_list_stays_on_its_tournament() {
    let other = |id: &str| {
        let mut other = registering();
        other["tournament"]["id"] = json!(id);
        other
    };
    let mut list = TournamentsScreen::default();
    let press = |list: &mut TournamentsScreen, code| list.press(key(code), context(Language::En, LATER));
    assert_eq!(press(&mut list, Enter), []);
    list.show(listed(&[other(ME), other(ANN)], &[]), context(Language::En, LATER));
    assert_eq!(press(&mut list, Down), []);
    list.show(listed(&[other(TABLE_1), other(ME), other(ANN)], &[]), context(Language::En, LATER));
    let open = Order::ToTournament { id: ANN.to_owned(), code: None };
    assert_eq!(press(&mut list, Enter), [open]);
    press(&mut list, Char('i'));
    assert!(list.is_typing() && list.is_busy());
    list.paste(&format!("http://here/tournaments/{TABLE_2}#c0de"));
    let open = Order::ToTournament { id: TABLE_2.to_owned(), code: Some("c0de".to_owned()) };
    assert_eq!(press(&mut list, Enter), [open]);
    assert_eq!(press(&mut list, Char('q')), [Order::ToLobby]);
}

/// Each kind at each start is a request that the server can read.
#[test]
fn what_is_announced_is_what_was_chosen() {
    let now = Some(NOW.parse().unwrap());
    let context = context(Language::En, LATER);
    for kind in 0..6 {
        for start in 0..5 {
            let mut sheet = Announce::new("Ada", now);
            let mut press = |code: KeyCode, times: usize| {
                for _ in 0..times {
                    assert_eq!(sheet.press(key(code), context), Some(vec![]));
                }
            };
            press(Right, kind);
            press(Down, 2);
            press(Right, start);
            let orders = sheet.press(key(Enter), context).unwrap();
            let [Order::Announce(body)] = orders.as_slice() else { panic!("{orders:?}") };
            let options: TournamentOptions = serde_json::from_value(body.clone()).unwrap();
            assert_eq!(options.name, "Ada's tournament");
            assert_eq!(options.starts_at.is_some(), start > 0);
            assert_eq!(options.fill_with_bots.is_some(), start == 0);
            assert_eq!(body["game"]["holdem"]["bounty"], if kind == 4 { 25 } else { 0 });
            assert_eq!(body["prize"], if kind == 4 { 25 } else { 50 });
            assert_eq!(body["game"]["holdem"]["rebuy"].is_null(), kind != 5);
            // One press is one request.
            assert_eq!(sheet.press(key(Enter), context), Some(vec![]));
            sheet.refuse("no".to_owned());
            assert_eq!(sheet.press(key(Enter), context).unwrap(), orders);
        }
    }
    let mut without_time = Announce::new("Ada", None);
    for code in [Down, Down, Right] {
        without_time.press(key(code), context);
    }
    let orders = without_time.press(key(Enter), context).unwrap();
    let [Order::Announce(body)] = orders.as_slice() else { panic!("{orders:?}") };
    assert_eq!(body["starts_at"], Value::Null);
}

fn write(write: Write) -> Vec<Order> {
    vec![Order::InTournament(write)]
}

#[test]
fn a_tournament_is_entered_left_paused_and_cancelled() {
    let press = |message: &Value, by: &str, code: KeyCode| {
        let mut one = TournamentScreen::new(Arc::new(followed(message)), Some(&me(by)));
        one.press(key(code), context(Language::En, LATER))
    };
    let host = recorded("tournament")["tournament"]["host"]["id"].as_str().unwrap().to_owned();
    let entered = {
        let mut message = registering();
        message["tournament"]["you"] = recorded("tournament")["tournament"]["you"].clone();
        message
    };
    assert_eq!(press(&registering(), ANN, Char('r')), write(calls::register()));
    assert_eq!(press(&registering(), ANN, Char('u')), []);
    assert_eq!(press(&entered, ANN, Char('r')), []);
    assert_eq!(press(&entered, ANN, Char('u')), write(calls::unregister()));
    let playing = with(&json!({}));
    let to_table = vec![Order::ToTable { id: TABLE_2.to_owned(), code: None }];
    assert_eq!(press(&playing, ANN, Enter), to_table);
    assert_eq!(press(&playing, ANN, Char('p')), [], "only the host pauses");
    assert_eq!(press(&playing, &host, Char('p')), write(calls::pause()));
    assert_eq!(press(&with(&json!({ "paused": true })), &host, Char('p')), write(calls::resume()));
    assert_eq!(press(&playing, &host, Char('x')), []);
    let out = with(&json!({ "registration_open": true, "you": { "place": 11, "table": null } }));
    assert_eq!(press(&out, ANN, Char('r')), write(calls::register()), "one may enter again");

    let mut one = TournamentScreen::new(Arc::new(followed(&registering())), Some(&me(&host)));
    let mut press = |code| one.press(key(code), context(Language::En, LATER));
    assert_eq!(press(Char('x')), [], "cancelling is asked");
    assert_eq!(press(Char('y')), write(calls::cancel()));
    assert_eq!(press(Char('r')), [], "one write at a time");
    let mut one = TournamentScreen::new(Arc::new(followed(&playing)), None);
    let mut press = |code| one.press(key(code), context(Language::En, LATER));
    assert_eq!(press(Char('w')), []);
    assert_eq!(press(Down), []);
    assert_eq!(press(Enter), to_table, "the second table is looked at");
}

#[test]
fn rebuys_add_ons_and_deals_have_their_keys_at_the_table() {
    let press = |members: Value, signs: &str| {
        let mut table = table_of(&with(&members));
        let mut orders = Vec::new();
        for sign in signs.chars() {
            orders = table.press(key(Char(sign)), context(Language::En, LATER));
        }
        orders
    };
    let deciding = || json!({ "you": { "deciding": true, "chips": 0 } });
    assert_eq!(press(json!({}), "y"), []);
    assert_eq!(press(deciding(), "y"), write(calls::rebuy()));
    assert_eq!(press(deciding(), "n"), [], "being out is asked");
    assert_eq!(press(deciding(), "nx"), []);
    assert_eq!(press(deciding(), "ny"), write(calls::decline_rebuy()));
    assert_eq!(press(json!({ "on_break": true }), "a"), [], "it is another break");
    assert_eq!(press(json!({ "on_break": true, "level": { "number": 4 } }), "a"), write(calls::add_on()));
    let deal = |accepted: &[u32]| {
        let amounts = json!([share(1, "Ada", 500), share(2, "小明", 1300)]);
        json!({ "left": 2, "deal": { "by": 2, "basis": "icm", "keep": 0, "amounts": amounts, "accepted": accepted } })
    };
    assert_eq!(press(deal(&[2]), "y"), write(calls::answer_deal(true)));
    assert_eq!(press(deal(&[2]), "n"), write(calls::answer_deal(false)));
    assert_eq!(press(deal(&[1, 2]), "y"), [], "it is answered");
    let id = recorded("tournament")["tournament"]["id"].as_str().unwrap().to_owned();
    assert_eq!(press(json!({}), "t"), [Order::ToTournament { id, code: None }]);
}

#[test]
fn a_table_of_a_tournament_offers_only_what_players_decide_there() {
    let labels = |members: Value| {
        let mut table = table_of(&with(&members));
        table.press(key(Char('m')), context(Language::En, LATER));
        let Some(Ask::Menu { items, .. }) = table.ask else { panic!("no menu") };
        items.into_iter().map(|(label, _)| label).collect::<Vec<_>>()
    };
    let usual = labels(json!({}));
    assert_eq!(usual.first().unwrap(), "Look at the tournament");
    for word in ["Stand", "Add chips", "Close", "computer", "Rebuy", "deal"] {
        assert!(!usual.iter().any(|label| label.contains(word)), "{word}: {usual:?}");
    }
    let early = json!({ "level": { "number": 3 }, "you": { "chips": 900 } });
    assert!(labels(early).contains(&"Rebuy: 100 for 1,500 chips".to_owned()));
    let few = labels(json!({ "left": 3 }));
    assert_eq!(few.iter().filter(|label| label.contains("deal")).count(), 3, "{few:?}");
    let mut table = table_of(&with(&json!({})));
    for sign in ['s', 'w', 'r', 'd'] {
        assert_eq!(table.press(key(Char(sign)), context(Language::En, LATER)), [], "{sign}");
    }
}
