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

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::{AnyAction, AnyOptions, AnyRules, AnySeen, AnyView, GameKind};
use cardroom_rules::games::doudizhu::options::Options as DoudizhuOptions;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::options::Options as HoldemOptions;
use cardroom_rules::games::shengji::action::Action as ShengjiAction;
use cardroom_rules::games::shengji::options::Options as ShengjiOptions;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use self::in_hand::Play;
use self::scene::Scene;
use super::event_reader::EventReader;
use super::model::Table;

/// The effect of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// None.
    Unused,
    /// The screen changes.
    Changed,
    /// Do this.
    Act(AnyAction),
    /// Ask whether to do this.
    Confirm(String, AnyAction),
    /// Ask for an amount in this range.
    Amount(Chips, Chips),
    /// Ask the server for the readings of these cards.
    Read(Vec<Card>),
}

/// The game of a table; absent before the first view.
pub fn of(table: &Table) -> Option<GameKind> {
    table.view.as_ref().map(|view| view.options.game.kind())
}

/// Draws the cards on the table and the seats around it.
pub fn draw(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    match scene.view.options.game {
        AnyRules::Holdem(_) => holdem::felt::draw(scene, area, buffer),
        AnyRules::Doudizhu(_) => doudizhu::felt::draw(scene, area, buffer),
        AnyRules::Shengji(_) => shengji::felt::draw(scene, area, buffer),
    }
}

/// The stakes or the trumps: the header's text beside the table's name.
pub fn headline(scene: &Scene) -> String {
    match &scene.view.options.game {
        AnyRules::Holdem(rules) => holdem::felt::headline(scene, rules),
        AnyRules::Doudizhu(rules) => doudizhu::felt::headline(scene, rules),
        AnyRules::Shengji(rules) => shengji::felt::headline(scene, rules),
    }
}

/// The current question to the player, in one sentence.
pub fn asked(scene: &Scene) -> String {
    match scene.view.options.game {
        AnyRules::Holdem(_) => holdem::keys::asked(scene),
        AnyRules::Doudizhu(_) => doudizhu::keys::asked(scene),
        AnyRules::Shengji(_) => shengji::keys::asked(scene),
    }
}

/// The result of the last hand, in one sentence.
pub fn result(scene: &Scene) -> String {
    match &scene.view.options.game {
        AnyRules::Holdem(_) => holdem::felt::result(scene),
        AnyRules::Doudizhu(rules) => doudizhu::felt::result(scene, rules),
        AnyRules::Shengji(_) => shengji::felt::result(scene),
    }
}

/// The keys with an effect now.
pub fn keys(scene: &Scene) -> Vec<String> {
    match scene.view.options.game {
        AnyRules::Holdem(_) => holdem::keys::keys(scene),
        AnyRules::Doudizhu(_) => doudizhu::keys::keys(scene),
        AnyRules::Shengji(_) => shengji::keys::keys(scene),
    }
}

/// Handles a key. Its action is the game's own.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    match &scene.view.options.game {
        AnyRules::Holdem(rules) => holdem::keys::press(scene, rules, play, key),
        AnyRules::Doudizhu(_) => doudizhu::keys::press(scene, play, key),
        AnyRules::Shengji(_) => shengji::keys::press(scene, play, key),
    }
}

/// A new decision: the input for the last one is cleared. Cards stay lifted as long as they are in the hand.
pub fn begin(table: &Table, play: &mut Play) {
    play.hint = None;
    play.judged = None;
    match table.any_options() {
        Some(AnyOptions::Holdem(options)) => play.amount = options.raise_min.unwrap_or_default(),
        // Cards that were lifted before the turn stay lifted, if they contain all cards that must be played.
        Some(AnyOptions::Shengji(ShengjiOptions::Follow(follow))) if !play.lift.has(&follow.must) => {
            play.lift.set(follow.must.clone());
        }
        _ => {}
    }
}

/// Updates the lifted cards after the hand may have changed. Returns whether a choice made ahead was dropped because of
/// its price.
pub fn settle(table: &Table, play: &mut Play) -> bool {
    let held = match table.state::<AnyView>() {
        Some((AnyView::Doudizhu(state), false)) => doudizhu::felt::held(state),
        Some((AnyView::Shengji(state), false)) => shengji::felt::held(state),
        _ => Vec::new(),
    };
    play.lift.settle(&held.concat());
    if let Some(options) = table.options::<HoldemOptions>() {
        let (least, most) = (options.raise_min.unwrap_or_default(), options.raise_max.unwrap_or_default());
        play.amount = play.amount.clamp(least.min(most), most);
    }
    holdem::ahead::settle(table, play) == holdem::ahead::Kept::OtherPrice
}

/// The action that was chosen before the turn, once the turn has come. Nothing if it no longer fits.
pub fn chosen_ahead(table: &Table, play: &mut Play) -> Option<AnyAction> {
    holdem::ahead::take(table, play)
}

/// The action of the lifted cards, for a preview before it is sent.
pub fn considered(table: &Table, play: &Play) -> Option<AnyAction> {
    let cards = play.lift.cards();
    if cards.is_empty() {
        return None;
    }
    match table.any_options()? {
        AnyOptions::Doudizhu(DoudizhuOptions::Play(_)) => Some(doudizhu::keys::play_as(cards, None)),
        AnyOptions::Shengji(ShengjiOptions::Lead(_) | ShengjiOptions::Follow(_)) => {
            Some(ShengjiAction::Play { cards }.into())
        }
        _ => None,
    }
}

/// An event of a game in one sentence.
pub fn describe(event: &AnySeen, reader: EventReader) -> Option<String> {
    match event {
        AnySeen::Holdem(event) => holdem::sentences::line(event, reader),
        AnySeen::Doudizhu(event) => doudizhu::sentences::line(event, reader),
        AnySeen::Shengji(event) => shengji::sentences::line(event, reader),
    }
}
