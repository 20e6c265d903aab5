//! The actions at a table beside playing.

use cardroom_api::requests::seats::{NewBot, ShowEmote};
use cardroom_api::table::bots::BotsBy;
use cardroom_api::table::emote::Emote;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::any::{AnyRules, AnyWishes};
use cardroom_rules::games::holdem::rules::Straddle;
use cardroom_rules::games::level::Level;
use cardroom_rules::games::{doudizhu, holdem};
use strum::VariantArray;

use super::ask::{Ask, Purpose, Then};
use super::between;
use super::queue::{self, Guest, Way};
use crate::look;
use crate::model::{Table, sits_out};
use crate::order::Write;
use crate::read::name_of;
use crate::words::Language;

/// The levels of computer players.
pub const LEVELS: [Level; 3] = [Level::Novice, Level::Intermediate, Level::Advanced];

/// The menu of a table for this player.
pub fn of(table: &Table, guest: Guest, language: Language) -> Ask {
    let mut items = Vec::new();
    let Some(view) = &table.view else { return Ask::Menu { title: String::new(), items, at: 0 } };
    let post = |path: &str| Then::Write(Write::post(path));
    let say = |key: &str| language.say(key).to_owned();
    let chair = table.my_chair();
    // A tournament decides who sits at its tables, and with which chips.
    let is_free = view.tournament.is_none();
    match chair {
        Some(chair) => {
            items.push((say("menu.say"), emotes(language)));
            if sits_out(chair) {
                items.push((say("menu.comeBack"), Then::Write(between::come_back())));
            } else {
                items.push((say("menu.sitOut"), post("/seats/me/sit-out")));
                if view.hand.is_some() {
                    items.push((say("menu.away"), post("/seats/me/away")));
                }
            }
            let room = view.options.max_buy_in.saturating_sub(chair.chips);
            if room > 0 && view.hand.is_none() && is_free {
                let question = language.fill("ask.topup", &[&language.chips(room)]);
                let usual = guest.purse.map_or(room, |purse| purse.min(room)).max(1);
                let ask = Ask::number(question, (1, room), usual, Purpose::TopUp);
                items.push((say("menu.topUp"), Then::Ask(Box::new(ask))));
            }
            wishes(table, view, language, &mut items);
        }
        None => line(table, view, guest, language, &mut items),
    }
    computers(table, view, language, &mut items);
    if table.is_hosted_by_me() && is_free {
        let question = language.say("ask.close").to_owned();
        items.push((say("menu.close"), confirmed(question, Write::delete(""))));
    }
    if chair.is_some() && is_free {
        let question = language.say("ask.leave").to_owned();
        items.push((say("menu.standUp"), confirmed(question, Write::delete("/seats/me"))));
    }
    let code = view.you.as_ref().and_then(|you| you.invite_code.as_ref());
    let title = match code {
        Some(code) => language.fill("table.invite", &[code]),
        None => look::plain(&view.options.name),
    };
    Ask::Menu { title, items, at: 0 }
}

/// Asks for the chips to sit down with: up to the maximum, or all that the player has.
pub fn sit_down(view: &TableView, guest: Guest, language: Language) -> Ask {
    let options = &view.options;
    let (least, most) = (options.min_buy_in, options.max_buy_in);
    let usual = guest.purse.map_or(most, |purse| purse.min(most)).max(least);
    let question = language.fill("ask.buyin", &[&language.chips(least), &language.chips(most)]);
    Ask::number(question, (least, most), usual, Purpose::SitDown(guest.code.map(str::to_owned)))
}

/// The actions of a player without a chair.
fn line(table: &Table, view: &TableView, guest: Guest, language: Language, items: &mut Vec<(String, Then)>) {
    if matches!(queue::way(table), Way::Kept(_)) {
        items.push((language.say("menu.comeBack").to_owned(), Then::Write(between::come_back())));
    }
    if queue::may_sit(table) {
        let ask = sit_down(view, guest, language);
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
    let AnyRules::Doudizhu(_) = table.view.as_ref()?.options.game else { return None };
    let is = matches!(table.my_chair()?.wishes, Some(AnyWishes::Doudizhu(wishes)) if wishes.auto_pass);
    Some((is, wish(&doudizhu::wishes::Wishes { auto_pass: !is }.into())))
}

fn wish(wishes: &AnyWishes) -> Write {
    Write::put("/seats/me/wishes", wishes)
}

fn confirmed(question: String, write: Write) -> Then {
    Then::Ask(Box::new(Ask::Confirm { question, then: Then::Write(write) }))
}

fn emotes(language: Language) -> Then {
    let item = |&emote: &Emote| {
        let words = language.say(&format!("emote.{}", name_of(&emote))).to_owned();
        (words, Then::Write(Write::send("/emotes", &ShowEmote { emote })))
    };
    let items = Emote::VARIANTS.iter().map(item).collect();
    Then::Ask(Box::new(Ask::Menu { title: language.say("menu.say").to_owned(), items, at: 0 }))
}

/// The wishes that a seat may set for the hands to come.
fn wishes(table: &Table, view: &TableView, language: Language, items: &mut Vec<(String, Then)>) {
    let state = |is: bool| language.say(if is { "menu.on" } else { "menu.off" });
    if let Some((is, write)) = auto_pass(table) {
        items.push((language.fill("menu.autopass", &[state(is)]), Then::Write(write)));
    }
    if let AnyRules::Holdem(holdem::rules::Rules { straddle: Straddle::Voluntary, .. }) = view.options.game {
        let wished = table.my_chair().and_then(|chair| chair.wishes.as_ref());
        let is = matches!(wished, Some(AnyWishes::Holdem(wishes)) if wishes.straddle);
        let write = wish(&holdem::wishes::Wishes { straddle: !is }.into());
        items.push((language.fill("menu.straddle", &[state(is)]), Then::Write(write)));
    }
}

/// Adds and removes computer players, if the table's options let this player do so.
fn computers(table: &Table, view: &TableView, language: Language, items: &mut Vec<(String, Then)>) {
    let is_host = table.is_hosted_by_me();
    let may = match view.options.bots {
        BotsBy::Host => is_host,
        BotsBy::Players => is_host || table.my_seat().is_some(),
        BotsBy::Nobody => false,
    };
    if !may || view.closed_at.is_some() || view.tournament.is_some() {
        return;
    }
    if view.chairs.len() < view.options.seats.into() {
        for level in LEVELS {
            let write = Write::send("/bots", &NewBot { seat: None, level, name: None });
            items.push((language.say(&format!("menu.bot.{level}")).to_owned(), Then::Write(write)));
        }
    }
    for chair in view.chairs.iter().filter(|chair| chair.computer.is_some()) {
        let label = language.fill("menu.nobot", &[&look::plain(&chair.name)]);
        items.push((label, Then::Write(Write::delete(&format!("/bots/{}", chair.seat.0)))));
    }
}
