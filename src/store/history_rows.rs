//! What is kept of the hands that each player has played, row by row.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::FromRow;

use super::column::{Row, unavailable};
use super::rows::HandRow;
use crate::service::id::PlayerId;
use crate::service::ports::error::StoreError;
use crate::service::table::figures::{Counted, DayFigures, Figures};
use crate::service::table::my_hands::PlayedHand;
use crate::service::table::record::HandRecord;

/// A new row of `hands_of_players`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewHandOfPlayer {
    pub player_id: String,
    pub hand_id: String,
    pub game: &'static str,
}

impl NewHandOfPlayer {
    /// The rows of the people who were just dealt a hand.
    pub fn all(hand: &HandRecord) -> impl Iterator<Item = Self> {
        let row =
            |player| Self { player_id: player, hand_id: hand.id.to_string(), game: hand.setup.kind().name() };
        hand.people().map(move |person| row(person.player.to_string()))
    }
}

/// What each person won in a hand, of those for whom it counts: `hands.nets`.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Nets(BTreeMap<PlayerId, i64>);

impl Nets {
    /// Of a hand that has ended.
    pub fn of(counted: &[Counted]) -> Self {
        Self(counted.iter().map(|counted| (counted.player, counted.net)).collect())
    }
}

/// What a hand that counts adds to the sums of a player, in `figures` and in `days_of_players`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewFigures {
    pub player_id: String,
    pub game: &'static str,
    pub with_computers: bool,
    pub day: i64,
    pub net: i64,
    /// The game's own counts, by their names.
    tally: Map<String, Value>,
}

impl NewFigures {
    /// What a hand that ended on this day adds.
    pub fn of(counted: &Counted, day: i64) -> Result<Self, StoreError> {
        let Counted { player, net, with_computers, ref tally } = *counted;
        let game = tally.kind().name();
        let mut tally = serde_json::to_value(tally).map_err(unavailable)?;
        let tally = match tally.get_mut(game).map(Value::take) {
            Some(Value::Object(tally)) => tally,
            _ => Map::new(),
        };
        Ok(Self { player_id: player.to_string(), game, with_computers, day, net, tally })
    }

    /// The game's own counts, of those that are not 0. What every game counts is kept day by day, and added up when it is asked
    /// for.
    pub fn amounts(&self) -> impl Iterator<Item = (&str, i64)> {
        let amounts = self.tally.iter().filter_map(|(name, amount)| Some((name.as_str(), amount.as_i64()?)));
        amounts.filter(|(_, amount)| *amount != 0)
    }
}

/// What the hands of one game come to, among people or with computer players.
#[derive(FromRow)]
pub struct FiguresRow {
    game: String,
    with_computers: bool,
    hands: i64,
    net: i64,
    tally: String,
}

impl FiguresRow {
    /// The figures they hold, and of these days those that belong to them.
    pub fn figures(&self, days: &[DayRow]) -> Result<Figures, StoreError> {
        let row = Row { table: "figures", key: &self.game };
        let is_ours = |day: &&DayRow| day.game == self.game && day.with_computers == self.with_computers;
        Ok(Figures {
            game: row.word("game", &self.game)?,
            with_computers: self.with_computers,
            hands: row.number("hands", self.hands)?,
            net: self.net,
            tally: row.json("tally", &self.tally)?,
            days: days.iter().filter(is_ours).map(DayRow::figures).collect::<Result<_, _>>()?,
        })
    }
}

/// A row of `days_of_players`.
#[derive(FromRow)]
pub struct DayRow {
    game: String,
    with_computers: bool,
    day: i64,
    hands: i64,
    net: i64,
}

impl DayRow {
    fn figures(&self) -> Result<DayFigures, StoreError> {
        let row = Row { table: "days_of_players", key: &self.game };
        Ok(DayFigures { day: self.day, hands: row.number("hands", self.hands)?, net: self.net })
    }
}

/// A row of `hands_of_players`, with the hand and the name of its table.
#[derive(FromRow)]
pub struct PlayedHandRow {
    #[sqlx(flatten)]
    hand: HandRow,
    table_name: Option<String>,
    net: Option<i64>,
    shown: Option<String>,
}

impl PlayedHandRow {
    /// The hand's key, to go on from.
    pub fn key(&self) -> &str {
        self.hand.key()
    }

    /// The hand it holds.
    pub fn played(self) -> Result<PlayedHand, StoreError> {
        let row = Row { table: "hands_of_players", key: self.hand.key() };
        let table_name = self.table_name.ok_or_else(|| row.missing("tables.options"))?;
        let shown = self.shown.map(|shown| row.json("hands.shown", &shown)).transpose()?;
        Ok(PlayedHand { hand: self.hand.hand()?, table_name, net: self.net, shown })
    }
}
