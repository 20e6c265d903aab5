//! What may be done at a table beside playing.

use serde_json::json;
use ureq::http::Method;

use super::ask::{Ask, Purpose, Then};
use crate::play::look;
use crate::play::model::Table;
use crate::play::order::Write;
use crate::play::words::Language;

/// The levels of computer players.
pub const LEVELS: [&str; 3] = ["novice", "intermediate", "advanced"];

/// What the server lets players say.
const EMOTES: [&str; 16] = [
    "hello",
    "good_luck",
    "nice_hand",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "smile",
    "laugh",
    "cry",
    "thinking",
    "your_turn",
    "one_more",
    "back_soon",
    "goodbye",
];

/// The menu of a table, for whoever looks at it.
pub fn of(table: &Table, me: &str, language: Language) -> Ask {
    let mut items = Vec::new();
    let post = |path: &str| Then::Write(Write::post(path, None));
    let say = |key: &str| language.say(key).to_owned();
    let chair = table.my_seat().and_then(|seat| table.chair(seat));
    match chair {
        Some(chair) => {
            items.push((say("menu.emote"), emotes(language)));
            if chair.away {
                let body = Some(json!({}));
                items.push((say("menu.back"), Then::Write(Write::post("/seats/me/return", body))));
            } else {
                items.push((say("menu.sitout"), post("/seats/me/sit-out")));
                if table.view.hand.is_some() {
                    items.push((say("menu.away"), post("/seats/me/away")));
                }
            }
            let room = table.view.options.max_buy_in.saturating_sub(chair.chips);
            if room > 0 && table.view.hand.is_none() {
                let question = language.fill("ask.topup", &[&language.chips(room)]);
                let ask = Ask::number(question, (1, room), room, Purpose::TopUp);
                items.push((say("menu.topup"), Then::Ask(Box::new(ask))));
            }
            wishes(table, language, &mut items);
        }
        None if has_room(table) => {
            items.push((say("menu.sit"), Then::Ask(Box::new(sit_down(table, language)))));
        }
        None => {}
    }
    computers(table, me, language, &mut items);
    if table.view.host == me {
        let question = language.say("ask.close").to_owned();
        items.push((say("menu.close"), confirmed(question, Write::delete(""))));
    }
    if chair.is_some() {
        let question = language.say("ask.leave").to_owned();
        items.push((say("menu.leave"), confirmed(question, Write::delete("/seats/me"))));
    }
    let code = table.view.you.as_ref().and_then(|you| you.invite_code.as_ref());
    let title = match code {
        Some(code) => language.fill("table.invite", &[code]),
        None => look::plain(&table.view.options.name),
    };
    Ask::Menu { title, items, at: 0 }
}

/// The question with how many chips to sit down.
pub fn sit_down(table: &Table, language: Language) -> Ask {
    let (least, most) = (table.view.options.min_buy_in, table.view.options.max_buy_in);
    let question = language.fill("ask.buyin", &[&language.chips(least), &language.chips(most)]);
    Ask::number(question, (least, most), most, Purpose::SitDown)
}

/// Whether somebody may sit down: a chair is free, or a computer player would leave one.
pub fn has_room(table: &Table) -> bool {
    let view = &table.view;
    let is_open = view.closed_at.is_none() && view.version > 0;
    is_open
        && (view.chairs.len() < view.options.seats
            || view.chairs.iter().any(|chair| chair.computer.is_some()))
}

fn confirmed(question: String, write: Write) -> Then {
    Then::Ask(Box::new(Ask::Confirm { question, then: Then::Write(write) }))
}

fn emotes(language: Language) -> Then {
    let item = |emote: &&str| {
        let words = language.say(&format!("emote.{emote}")).to_owned();
        (words, Then::Write(Write::post("/emotes", Some(json!({ "emote": emote })))))
    };
    let items = EMOTES.iter().map(item).collect();
    Then::Ask(Box::new(Ask::Menu { title: language.say("menu.emote").to_owned(), items, at: 0 }))
}

/// What a seat may wish for the hands to come.
fn wishes(table: &Table, language: Language, items: &mut Vec<(String, Then)>) {
    let put = |body| {
        Then::Write(Write { method: Method::PUT, path: "/seats/me/wishes".to_owned(), body: Some(body) })
    };
    let state = |is: bool| language.say(if is { "menu.on" } else { "menu.off" });
    let wished = table.my_seat().and_then(|seat| table.chair(seat)).and_then(|chair| chair.wishes.clone());
    let wished = wished.unwrap_or_default();
    let rules = &table.view.options.game;
    if rules.doudizhu.is_some() {
        let is = wished.doudizhu.is_some_and(|wishes| wishes.auto_pass);
        let body = json!({ "doudizhu": { "auto_pass": !is } });
        items.push((language.fill("menu.autopass", &[state(is)]), put(body)));
    }
    if rules.holdem.as_ref().is_some_and(|rules| rules.straddle == "voluntary") {
        let is = wished.holdem.is_some_and(|wishes| wishes.straddle);
        let body = json!({ "holdem": { "straddle": !is } });
        items.push((language.fill("menu.straddle", &[state(is)]), put(body)));
    }
}

/// Computer players come and go as the table's options let whoever asks say so.
fn computers(table: &Table, me: &str, language: Language, items: &mut Vec<(String, Then)>) {
    let view = &table.view;
    let may = match view.options.bots.as_str() {
        "host" => view.host == me,
        "players" => view.host == me || table.my_seat().is_some(),
        _ => false,
    };
    if !may || view.closed_at.is_some() {
        return;
    }
    if view.chairs.len() < view.options.seats {
        for level in LEVELS {
            let write = Write::post("/bots", Some(json!({ "level": level })));
            items.push((language.say(&format!("menu.bot.{level}")).to_owned(), Then::Write(write)));
        }
    }
    for chair in view.chairs.iter().filter(|chair| chair.computer.is_some()) {
        let label = language.fill("menu.nobot", &[&look::plain(&chair.name)]);
        items.push((label, Then::Write(Write::delete(&format!("/bots/{}", chair.seat)))));
    }
}
