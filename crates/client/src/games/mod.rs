//! The three games. Each draws its felt, gives its question, and turns keys into actions; the screen around them knows
//! nothing else of a game.

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
use super::event_reader::EventReader;
use super::model::Table;
use super::wire::doudizhu::Reading;

/// The games' names in the API.
pub const NAMES: [&str; 3] = ["holdem", "doudizhu", "shengji"];

/// The effect of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// None.
    Unused,
    /// The screen changes.
    Changed,
    /// Do this.
    Act(Value),
    /// Ask whether to do this.
    Confirm(String, Value),
    /// Ask for an amount in this range.
    Amount(u64, u64),
    /// Ask the server for the readings of these cards.
    Read(Vec<String>),
}

/// The game of a table. `None` if this program does not know it.
pub fn of(table: &Table) -> Option<&'static str> {
    let rules = &table.view.options.game;
    let known = [rules.holdem.is_some(), rules.doudizhu.is_some(), rules.shengji.is_some()];
    NAMES.into_iter().zip(known).find_map(|(name, is)| is.then_some(name))
}

/// Draws the cards on the table and the seats around it.
pub fn draw(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    match of(scene.table) {
        Some("holdem") => holdem::felt::draw(scene, area, buffer),
        Some("doudizhu") => doudizhu::felt::draw(scene, area, buffer),
        Some("shengji") => shengji::felt::draw(scene, area, buffer),
        _ => {}
    }
}

/// The stakes or the trumps: the header's text beside the table's name.
pub fn headline(scene: &Scene) -> String {
    match of(scene.table) {
        Some("holdem") => holdem::felt::headline(scene),
        Some("doudizhu") => doudizhu::felt::headline(scene),
        Some("shengji") => shengji::felt::headline(scene),
        _ => String::new(),
    }
}

/// The current question to the player, in one sentence.
pub fn asked(scene: &Scene) -> String {
    match of(scene.table) {
        Some("holdem") => holdem::keys::asked(scene),
        Some("doudizhu") => doudizhu::keys::asked(scene),
        Some("shengji") => shengji::keys::asked(scene),
        _ => String::new(),
    }
}

/// The result of the last hand, in one sentence.
pub fn result(scene: &Scene) -> String {
    match of(scene.table) {
        Some("holdem") => holdem::felt::result(scene),
        Some("doudizhu") => doudizhu::felt::result(scene),
        Some("shengji") => shengji::felt::result(scene),
        _ => String::new(),
    }
}

/// The keys with an effect now.
pub fn keys(scene: &Scene) -> Vec<String> {
    match of(scene.table) {
        Some("holdem") => holdem::keys::keys(scene),
        Some("doudizhu") => doudizhu::keys::keys(scene),
        Some("shengji") => shengji::keys::keys(scene),
        _ => Vec::new(),
    }
}

/// What a key does. Its action is the game's own.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    match of(scene.table) {
        Some("holdem") => holdem::keys::press(scene, play, key),
        Some("doudizhu") => doudizhu::keys::press(scene, play, key),
        Some("shengji") => shengji::keys::press(scene, play, key),
        _ => Step::Unused,
    }
}

/// A new decision: the input for the last one is cleared. Cards stay lifted as long as they are in the hand.
pub fn begin(table: &Table, play: &mut Play) {
    play.hint = None;
    play.judged = None;
    let Some(options) = table.options() else { return };
    if let Some(holdem) = &options.holdem {
        play.amount = holdem.raise_min.unwrap_or_default();
    }
    // Cards that were lifted before the turn stay lifted, if they contain all cards that must be played.
    if let Some(follow) = options.shengji.as_ref().filter(|options| options.kind == "follow")
        && !play.lift.has(&follow.must)
    {
        play.lift.set(follow.must.clone());
    }
}

/// Updates the lifted cards after the hand may have changed. Returns whether a choice made ahead was dropped because of
/// its price.
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

/// The action that was chosen before the turn, once the turn has come. Nothing if it no longer fits.
pub fn chosen_ahead(table: &Table, play: &mut Play) -> Option<Value> {
    holdem::ahead::take(table, play)
}

/// The action of the lifted cards, for a preview before it is sent.
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

/// An action that names one of several readings.
pub fn play_as(cards: &[String], reading: Option<&Reading>) -> Value {
    match reading {
        Some(Reading { kind, main, .. }) => {
            json!({ "type": "play", "cards": cards, "as": { "kind": kind, "main": main } })
        }
        None => json!({ "type": "play", "cards": cards }),
    }
}

/// An event of a game in one sentence.
pub fn describe(game: &str, event: &EventReader) -> Option<String> {
    match game {
        "holdem" => holdem::sentences::line(event),
        "doudizhu" => doudizhu::sentences::line(event),
        "shengji" => shengji::sentences::line(event),
        _ => Some(event.language.fill("event.unknown", &[event.kind()])),
    }
}
