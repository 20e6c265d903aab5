//! The rows of the lobby and their texts.

use cardroom_api::id::PlayerId;
use cardroom_api::player::me::Me;
use cardroom_api::table::lobby::{SeatedTable, TableSummary};
use cardroom_api::table::options::TableOptions;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::any::{AnyHand, AnyRules, GameKind};
use cardroom_rules::games::game::Game;

use super::{Context, queue};
use crate::look;

/// The content of the lobby.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The player who is signed in.
    pub me: Me,
    /// The tables at which the player waits for a chair.
    pub waits: Vec<TableView>,
    /// The tables at which the player sits.
    pub mine: Vec<SeatedTable>,
    /// The open tables.
    pub tables: Vec<TableSummary>,
    /// In how many tournaments the player plays or will play.
    pub tournaments: usize,
    /// The name of a table that only a newer program can read.
    pub newer: Option<String>,
}

impl Listed {
    /// Whether this player may have new chips.
    pub fn is_broke(&self) -> bool {
        self.mine.is_empty() && self.me.refill.as_ref().is_some_and(|refill| self.me.chips < refill.below)
    }
}

/// A row that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A table at which the player waits.
    Waits(usize),
    /// A table at which the player sits.
    Mine(usize),
    /// New chips.
    Refill,
    /// A quick seat at one of the games.
    Quick(GameKind),
    /// Opening a table.
    New,
    /// An invite code.
    Code,
    /// The player's hands.
    Hands,
    /// The tournaments.
    Tournaments,
    /// An open table.
    Table(usize),
}

/// The texts of a row at its left and at its right.
pub fn text(row: Row, listed: &Listed, context: Context) -> (String, String) {
    let language = context.language;
    let say = |key: &str| language.say(key).to_owned();
    match row {
        Row::Mine(at) => {
            let Some(mine) = listed.mine.get(at) else { return Default::default() };
            let (left, right) = summary(&mine.table, context);
            let asked = mine.decision.as_ref().is_some_and(|decision| decision.clock.is_some());
            (left, if asked { say("lobby.yourturn") } else { right })
        }
        Row::Quick(game) => {
            let game = game.name();
            (say(&format!("game.{game}")), say(&format!("about.{game}")))
        }
        Row::New => (say("lobby.openTable"), String::new()),
        Row::Waits(at) => {
            listed.waits.get(at).map(|table| line(table, listed.me.id, context)).unwrap_or_default()
        }
        Row::Refill => {
            let chips = listed.me.refill.as_ref().map_or(0, |refill| refill.chips);
            (language.fill("lobby.refill", &[&language.chips(chips)]), String::new())
        }
        Row::Code => (say("lobby.withcode"), String::new()),
        Row::Hands => (say("lobby.hands"), String::new()),
        Row::Tournaments => {
            let entered = match listed.tournaments {
                0 => String::new(),
                count => language.count("lobby.entered", &count),
            };
            (say("lobby.tournaments"), entered)
        }
        Row::Table(at) => listed.tables.get(at).map(|table| summary(table, context)).unwrap_or_default(),
    }
}

/// Whether a chair is kept for the player at a table.
pub fn is_called(table: &TableView, me: PlayerId) -> bool {
    table.waiting.iter().any(|waiting| waiting.player == me && waiting.called_until.is_some())
}

/// A table at which the player waits: its name and game, and the place in the line.
fn line(table: &TableView, me: PlayerId, context: Context) -> (String, String) {
    let place = table.waiting.iter().position(|waiting| waiting.player == me).unwrap_or_default() + 1;
    let state = if is_called(table, me) {
        context.language.say("queue.kept").to_owned()
    } else {
        queue::place_in_words(place, context)
    };
    (table_text(&table.options, context), state)
}

fn table_text(options: &TableOptions, context: Context) -> String {
    let name = look::clip(&look::plain(&options.name), 30);
    format!("{name}   {}", game_text(&options.game, context))
}

/// A table in one line: its name and game, and its players.
fn summary(table: &TableSummary, context: Context) -> (String, String) {
    let language = context.language;
    let taken = table.options.seats.saturating_sub(table.free_seats).to_string();
    let seats = language.fill("lobby.seats", &[&taken, &table.options.seats.to_string()]);
    let state = language.say(if table.in_hand { "waits.inPlay" } else { "waits.waiting" });
    (table_text(&table.options, context), format!("{seats} · {state}"))
}

fn game_text(rules: &AnyRules, context: Context) -> String {
    let language = context.language;
    let stakes = match (rules, AnyHand::stake(rules)) {
        (AnyRules::Holdem(rules), _) => {
            format!("{}/{}", language.chips(rules.small_blind), language.chips(rules.big_blind))
        }
        (_, 0) => language.say("lobby.nostake").to_owned(),
        (_, stake) => language.fill("lobby.stake", &[&language.chips(stake)]),
    };
    format!("{} {stakes}", language.say(&format!("game.{}", rules.kind().name())))
}
