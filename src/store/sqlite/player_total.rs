//! What a person has played and moved: the places of their last hand and movement, and the sums of their hands of today.
//!
//! Hands and movements lie in order of arrival, and each has the place of its person's previous one. So only one row is written
//! for a person, however much they have played.

use std::collections::BTreeMap;

use serde::Serialize;
use sqlx::FromRow;

use crate::service::ports::error::StoreError;
use crate::service::table::stored::figures::HandFigures;
use crate::store::column::Row;
use crate::store::day_sums::DaySums;
use cardroom_api::id::PlayerId;

/// A row of `heads_of_players`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerTotal {
    /// Its key; none before it is written.
    pub number: Option<i64>,
    /// The place of the last movement.
    pub last_movement: Option<i64>,
    /// The place of the last hand.
    pub last_hand: Option<i64>,
    /// The same by game.
    pub last_hands: BTreeMap<String, i64>,
    /// The sums of the last day.
    pub today: Option<Today>,
}

/// The sums of a person's hands of their last day, of one game, among people or with computers.
#[derive(Clone, Debug, PartialEq)]
pub struct Today {
    /// Of which hands.
    pub of: HandsOfDay,
    /// Their sums.
    pub sums: DaySums,
}

/// Hands of one game on one day, among people or with computers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandsOfDay {
    /// The name of the game.
    pub game: String,
    /// Whether computers played too.
    pub with_computers: bool,
    /// In days since 1970.
    pub day: i64,
}

/// Sums that are added to the row of their day, in `days_of_players`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PastDay {
    player_id: PlayerId,
    #[serde(flatten)]
    of: HandsOfDay,
    hands: i64,
    net: i64,
    tally: BTreeMap<String, i64>,
}

/// The places of the hands before one: of any game, and of its own.
pub type HandsBefore = [Option<i64>; 2];

impl PlayerTotal {
    /// Notes that the person has played the hand at this place; returns the places of their hands before it.
    pub fn play(&mut self, game: &str, place: i64) -> HandsBefore {
        let before = self.last_hand.replace(place);
        [before, self.last_hands.insert(game.to_owned(), place)]
    }

    /// Adds a hand that ended on this day. Returns the sums of another day or game, which are first added to their own row.
    pub fn count(&mut self, counted: &HandFigures, day: i64) -> Result<Option<PastDay>, StoreError> {
        let HandFigures { player, with_computers, ref tally, .. } = *counted;
        let of = HandsOfDay { game: tally.kind().name().to_owned(), with_computers, day };
        let past = self.today.take_if(|today| today.of != of);
        self.today.get_or_insert_with(|| Today { of, sums: DaySums::default() }).sums.add(counted)?;
        Ok(past.map(|past| past.of(player)))
    }
}

impl Today {
    fn of(self, player_id: PlayerId) -> PastDay {
        let Self { of, sums: DaySums { hands, net, tally } } = self;
        PastDay { player_id, of, hands, net, tally }
    }
}

/// A row of `heads_of_players`, as it is read.
#[derive(FromRow)]
pub struct PlayerTotalRow {
    player_id: String,
    number: i64,
    last_movement: Option<i64>,
    last_hand: Option<i64>,
    last_hands: String,
    game: Option<String>,
    with_computers: Option<bool>,
    day: Option<i64>,
    hands: Option<i64>,
    net: Option<i64>,
    tally: Option<String>,
}

impl PlayerTotalRow {
    /// The player and the totals.
    pub fn total(self) -> Result<(PlayerId, PlayerTotal), StoreError> {
        let row = Row { table: "heads_of_players", key: &self.player_id };
        let player = row.text("player_id", &self.player_id)?;
        // All of these columns are null, or none is.
        let today = match (self.game, self.with_computers, self.day, self.hands, self.net, self.tally) {
            (Some(game), Some(with_computers), Some(day), Some(hands), Some(net), Some(tally)) => {
                Some(Today {
                    of: HandsOfDay { game, with_computers, day },
                    sums: DaySums { hands, net, tally: counts(&tally) },
                })
            }
            _ => None,
        };
        let total = PlayerTotal {
            number: Some(self.number),
            last_movement: self.last_movement,
            last_hand: self.last_hand,
            last_hands: counts(&self.last_hands),
            today,
        };
        Ok((player, total))
    }
}

/// Numbers by name. Damaged ones count nothing, and stop nobody's hand.
fn counts(text: &str) -> BTreeMap<String, i64> {
    serde_json::from_str(text).unwrap_or_else(|error| {
        tracing::error!(column = error.column(), "what a player has played is damaged, and begins anew");
        BTreeMap::new()
    })
}
