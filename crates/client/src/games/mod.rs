//! The three games. Each draws its felt, says what is asked, and makes actions of keys; the screen around them knows no
//! more of a game than this.

pub mod doudizhu;
pub mod hand;
pub mod holdem;
pub mod in_hand;
pub mod lift;
pub mod scene;
pub mod shengji;
pub mod title;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use serde_json::{Value, json};

use self::in_hand::Play;
use self::scene::Scene;
use super::model::Table;
use super::teller::Teller;
use super::wire::doudizhu::Reading;

/// The names that the server gives the games.
pub const NAMES: [&str; 3] = ["holdem", "doudizhu", "shengji"];

/// What came of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// It means nothing here.
    Unused,
    /// Something looks different.
    Changed,
    /// Do this.
    Act(Value),
    /// Ask whether to do this.
    Confirm(String, Value),
    /// Ask for an amount between these.
    Amount(u64, u64),
    /// Ask the server what these cards can be.
    Read(Vec<String>),
}

/// Which game is played at a table. `None` where this program does not know it.
pub fn of(table: &Table) -> Option<&'static str> {
    let rules = &table.view.options.game;
    let known = [rules.holdem.is_some(), rules.doudizhu.is_some(), rules.shengji.is_some()];
    NAMES.into_iter().zip(known).find_map(|(name, is)| is.then_some(name))
}

/// Draws what lies on the table and who sits around it.
pub fn draw(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    match of(scene.table) {
        Some("holdem") => holdem::felt::draw(scene, area, buffer),
        Some("doudizhu") => doudizhu::felt::draw(scene, area, buffer),
        Some("shengji") => shengji::felt::draw(scene, area, buffer),
        _ => {}
    }
}

/// The stakes, the trumps, what the header says beside the table's name.
pub fn headline(scene: &Scene) -> String {
    match of(scene.table) {
        Some("holdem") => holdem::felt::headline(scene),
        Some("doudizhu") => doudizhu::felt::headline(scene),
        Some("shengji") => shengji::felt::headline(scene),
        _ => String::new(),
    }
}

/// What is asked now, in one sentence.
pub fn asked(scene: &Scene) -> String {
    match of(scene.table) {
        Some("holdem") => holdem::keys::asked(scene),
        Some("doudizhu") => doudizhu::keys::asked(scene),
        Some("shengji") => shengji::keys::asked(scene),
        _ => String::new(),
    }
}

/// How the last hand ended, in one sentence.
pub fn result(scene: &Scene) -> String {
    match of(scene.table) {
        Some("holdem") => holdem::felt::result(scene),
        Some("doudizhu") => doudizhu::felt::result(scene),
        Some("shengji") => shengji::felt::result(scene),
        _ => String::new(),
    }
}

/// The keys that do something now.
pub fn keys(scene: &Scene) -> Vec<String> {
    match of(scene.table) {
        Some("holdem") => holdem::keys::keys(scene),
        Some("doudizhu") => doudizhu::keys::keys(scene),
        Some("shengji") => shengji::keys::keys(scene),
        _ => Vec::new(),
    }
}

/// What a key does. What it makes is the game's own action.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    match of(scene.table) {
        Some("holdem") => holdem::keys::press(scene, play, key),
        Some("doudizhu") => doudizhu::keys::press(scene, play, key),
        Some("shengji") => shengji::keys::press(scene, play, key),
        _ => Step::Unused,
    }
}

/// A new decision: what was set for the one before is gone. Cards stay lifted as long as they are in the hand.
pub fn begin(table: &Table, play: &mut Play) {
    play.hint = None;
    play.judged = None;
    let Some(options) = table.options() else { return };
    if let Some(holdem) = &options.holdem {
        play.amount = holdem.raise_min.unwrap_or_default();
    }
    // What was lifted before the turn stays, as long as it has all that must be played.
    if let Some(follow) = options.shengji.as_ref().filter(|options| options.kind == "follow")
        && !play.lift.has(&follow.must)
    {
        play.lift.set(follow.must.clone());
    }
}

/// What of the hand is lifted, after the hand may have changed. Whether what was chosen ahead was dropped for its price.
pub fn settle(table: &Table, play: &mut Play) -> bool {
    let held = match table.state() {
        Some((state, false)) => {
            let doudizhu = state.doudizhu.as_ref().map(doudizhu::felt::held);
            doudizhu.or_else(|| state.shengji.as_ref().map(shengji::felt::held)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    play.lift.settle(&held.concat());
    if let Some(options) = table.options().and_then(|options| options.holdem.as_ref()) {
        let (least, most) = (options.raise_min.unwrap_or_default(), options.raise_max.unwrap_or_default());
        play.amount = play.amount.clamp(least.min(most), most);
    }
    holdem::ahead::settle(table, play) == holdem::ahead::Kept::OtherPrice
}

/// The action that was chosen before the turn, once it is the turn. Nothing where it no longer fits.
pub fn chosen_ahead(table: &Table, play: &mut Play) -> Option<Value> {
    holdem::ahead::take(table, play)
}

/// The action that the cards which are lifted would make, to be judged before it is sent.
pub fn considered(table: &Table, play: &Play) -> Option<Value> {
    let cards = play.lift.cards();
    let options = table.options()?;
    if cards.is_empty() {
        return None;
    }
    let action = json!({ "type": "play", "cards": cards });
    match (&options.doudizhu, &options.shengji) {
        (Some(doudizhu), _) if doudizhu.kind == "play" => Some(json!({ "doudizhu": action })),
        (_, Some(shengji)) if ["lead", "follow"].contains(&shengji.kind.as_str()) => {
            Some(json!({ "shengji": action }))
        }
        _ => None,
    }
}

/// An action that says which of several plays the cards shall be.
pub fn play_as(cards: &[String], reading: Option<&Reading>) -> Value {
    match reading {
        Some(Reading { kind, main, .. }) => {
            json!({ "type": "play", "cards": cards, "as": { "kind": kind, "main": main } })
        }
        None => json!({ "type": "play", "cards": cards }),
    }
}

/// An event of a game in one sentence.
pub fn describe(game: &str, told: &Teller) -> Option<String> {
    match game {
        "holdem" => holdem::told::line(told),
        "doudizhu" => doudizhu::told::line(told),
        "shengji" => shengji::told::line(told),
        _ => Some(told.language.fill("event.unknown", &[told.kind()])),
    }
}
