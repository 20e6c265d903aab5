//! What the ended hands of a batch add to the sums of days.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::service::ports::error::StoreError;
use crate::store::batch_rows::HandEnd;
use crate::store::column::json;
use crate::store::day_sums::DaySums;
use cardroom_api::id::PlayerId;

/// New rows of `days_of_players`, column by column.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct DayRows {
    pub player_id: Vec<Uuid>,
    pub game: Vec<&'static str>,
    pub with_computers: Vec<bool>,
    pub day: Vec<i64>,
    pub hands: Vec<i64>,
    pub net: Vec<i64>,
    pub tally: Vec<String>,
}

impl DayRows {
    /// One row for each person, game, company and day, in this order, in which all batches write them.
    pub fn of(ended: &[HandEnd<'_>]) -> Result<Self, StoreError> {
        let mut sums: BTreeMap<(PlayerId, &'static str, bool, i64), DaySums> = BTreeMap::new();
        for HandEnd { day, counted, .. } in ended {
            for counted in *counted {
                let key = (counted.player, counted.tally.kind().name(), counted.with_computers, *day);
                sums.entry(key).or_default().add(counted)?;
            }
        }
        let mut rows = Self::default();
        for ((player, game, with_computers, day), DaySums { hands, net, tally }) in sums {
            rows.player_id.push(player.0);
            rows.game.push(game);
            rows.with_computers.push(with_computers);
            rows.day.push(day);
            rows.hands.push(hands);
            rows.net.push(net);
            rows.tally.push(json(&tally)?);
        }
        Ok(rows)
    }
}
