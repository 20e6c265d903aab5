//! Rows of the hands that each player has played.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use sqlx::FromRow;

use super::column::{Row, unavailable};
use super::rows::HandRow;
use crate::service::ports::error::StoreError;
use crate::service::table::stored::figures::HandFigures;
use crate::service::table::stored::hand_player::HandPlayer;
use crate::service::table::views::my_hands::PlayedHand;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::player::statistics::{DayFigures, Figures};
use cardroom_rules::games::any::AnyTally;

/// What each person won in a hand that counts for them: `ended_hands.nets`.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Nets(BTreeMap<PlayerId, i64>);

impl Nets {
    /// Of a hand that has ended.
    pub fn of(counted: &[HandFigures]) -> Self {
        Self(counted.iter().map(|counted| (counted.player, counted.net)).collect())
    }
}

/// The people who played a hand, by its column `players`. If that cannot be read, the hand ends all the same, and is in nobody's
/// list.
pub fn people_of(hand: HandId, players: &str) -> Vec<PlayerId> {
    let players: Vec<HandPlayer> = serde_json::from_str(players).unwrap_or_else(|error| {
        tracing::error!(%hand, column = error.column(), "it cannot be read who played a hand");
        Vec::new()
    });
    let people = players.iter().filter(|player| player.computer.is_none());
    people.map(|player| player.player).collect()
}

/// A game's own counts of a hand that are not 0. The counts of all games are stored beside them.
pub fn tally_of(tally: &AnyTally) -> Result<Vec<(String, i64)>, StoreError> {
    let mut json = serde_json::to_value(tally).map_err(unavailable)?;
    let Some(Value::Object(tally)) = json.get_mut(tally.kind().name()).map(Value::take) else {
        return Ok(Vec::new());
    };
    let amounts = tally.into_iter().filter_map(|(name, amount)| Some((name, amount.as_i64()?)));
    Ok(amounts.filter(|(_, amount)| *amount != 0).collect())
}

/// The sums of the hands of one game, among people or with computer players.
#[derive(FromRow)]
pub struct FiguresRow {
    game: String,
    with_computers: bool,
    hands: i64,
    net: i64,
    tally: String,
}

impl FiguresRow {
    /// The figures of the row, with the days that belong to it.
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

/// A row of `hands` as one player has played it, with the name of its table.
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
        let row = Row { table: "hands", key: self.hand.key() };
        let table_name = self.table_name.ok_or_else(|| row.missing("tables.options"))?;
        let shown = self.shown.map(|shown| row.json("ended_hands.shown", &shown)).transpose()?;
        Ok(PlayedHand { hand: self.hand.hand()?, table_name, net: self.net, shown })
    }
}
