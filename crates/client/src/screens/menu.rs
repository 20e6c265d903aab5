//! The actions at a table beside playing.

use serde_json::{Value, json};
use ureq::http::Method;

use super::ask::{Ask, Purpose, Then};
use super::between;
use super::queue::{self, Guest, Way};
use crate::look;
use crate::model::Table;
use crate::order::Write;
use crate::words::Language;

/// The levels of computer players.
pub const LEVELS: [&str; 3] = ["novice", "intermediate", "advanced"];

/// The emotes that the server knows.
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

/// The menu of a table for this player.
pub fn of(table: &Table, guest: Guest, language: Language) -> Ask {
    let me = table.me.as_str();
    let mut items = Vec::new();
    let post = |path: &str| Then::Write(Write::post(path, None));
    let say = |key: &str| language.say(key).to_owned();
    let chair = table.my_chair();
    match chair {
        Some(chair) => {
            items.push((say("menu.say"), emotes(language)));
            if chair.sits_out() {
                items.push((say("menu.comeBack"), Then::Write(between::come_back())));
            } else {
                items.push((say("menu.sitOut"), post("/seats/me/sit-out")));
                if table.view.hand.is_some() {
                    items.push((say("menu.away"), post("/seats/me/away")));
                }
            }
            let room = table.view.options.max_buy_in.saturating_sub(chair.chips);
            if room > 0 && table.view.hand.is_none() {
                let question = language.fill("ask.topup", &[&language.chips(room)]);
                let usual = guest.purse.map_or(room, |purse| purse.min(room)).max(1);
                let ask = Ask::number(question, (1, room), usual, Purpose::TopUp);
                items.push((say("menu.topUp"), Then::Ask(Box::new(ask))));
            }
            wishes(table, language, &mut items);
        }
        None => line(table, guest, language, &mut items),
    }
    computers(table, me, language, &mut items);
    if table.view.host == me {
        let question = language.say("ask.close").to_owned();
        items.push((say("menu.close"), confirmed(question, Write::delete(""))));
    }
    if chair.is_some() {
        let question = language.say("ask.leave").to_owned();
        items.push((say("menu.standUp"), confirmed(question, Write::delete("/seats/me"))));
    }
    let code = table.view.you.as_ref().and_then(|you| you.invite_code.as_ref());
    let title = match code {
        Some(code) => language.fill("table.invite", &[code]),
        None => look::plain(&table.view.options.name),
    };
    Ask::Menu { title, items, at: 0 }
}

/// Asks for the chips to sit down with: up to the maximum, or all that the player has.
pub fn sit_down(table: &Table, guest: Guest, language: Language) -> Ask {
    let options = &table.view.options;
    let (least, most) = (options.min_buy_in, options.max_buy_in);
    let usual = guest.purse.map_or(most, |purse| purse.min(most)).max(least);
    let question = language.fill("ask.buyin", &[&language.chips(least), &language.chips(most)]);
    Ask::number(question, (least, most), usual, Purpose::SitDown(guest.code.map(str::to_owned)))
}

/// The actions of a player without a chair.
fn line(table: &Table, guest: Guest, language: Language, items: &mut Vec<(String, Then)>) {
    if matches!(queue::way(table), Way::Kept(_)) {
        items.push((language.say("menu.comeBack").to_owned(), Then::Write(between::come_back())));
    }
    if queue::may_sit(table) {
        let ask = sit_down(table, guest, language);
        items.push((language.say("menu.sitDown").to_owned(), Then::Ask(Box::new(ask))));
    }
    if let Some(write) = queue::write(table, guest.code) {
        let waits = queue::way(table) == Way::Full;
        let key = if waits { "menu.waitHere" } else { "menu.stopWaiting" };
        items.push((language.say(key).to_owned(), Then::Write(write)));
    }
}

/// Whether this player has automatic passes at Dou Dizhu, and the write that toggles them. Nothing at another table.
pub fn auto_pass(table: &Table) -> Option<(bool, Write)> {
    table.view.options.game.doudizhu.as_ref()?;
    let wished = table.my_chair()?.wishes.as_ref().and_then(|wishes| wishes.doudizhu.as_ref());
    let is = wished.is_some_and(|wishes| wishes.auto_pass);
    Some((is, wish(json!({ "doudizhu": { "auto_pass": !is } }))))
}

fn wish(body: Value) -> Write {
    Write { method: Method::PUT, path: "/seats/me/wishes".to_owned(), body: Some(body) }
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
    Then::Ask(Box::new(Ask::Menu { title: language.say("menu.say").to_owned(), items, at: 0 }))
}

/// The wishes that a seat may set for the hands to come.
fn wishes(table: &Table, language: Language, items: &mut Vec<(String, Then)>) {
    let state = |is: bool| language.say(if is { "menu.on" } else { "menu.off" });
    let wished = table.my_chair().and_then(|chair| chair.wishes.clone());
    let wished = wished.unwrap_or_default();
    let rules = &table.view.options.game;
    if let Some((is, write)) = auto_pass(table) {
        items.push((language.fill("menu.autopass", &[state(is)]), Then::Write(write)));
    }
    if rules.holdem.as_ref().is_some_and(|rules| rules.straddle == "voluntary") {
        let is = wished.holdem.is_some_and(|wishes| wishes.straddle);
        let body = json!({ "holdem": { "straddle": !is } });
        items.push((language.fill("menu.straddle", &[state(is)]), Then::Write(wish(body))));
    }
}

/// Adds and removes computer players, if the table's options let this player do so.
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
