//! The parts of the server's answers that are read: only those that are drawn. Other members are skipped, and a missing
//! one is empty, so that the client works with a newer server as far as possible.

pub mod doudizhu;
pub mod history;
pub mod holdem;
pub mod lobby;
pub mod shengji;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::look;

/// A seat at a table, from 0.
pub type Seat = usize;

/// A table as it is now, for this player.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TableView {
    /// The table.
    pub id: String,
    /// The number of its changes.
    pub version: u64,
    /// Its options.
    pub options: TableOptions,
    /// The host.
    pub host: String,
    /// The chairs that are taken.
    pub chairs: Vec<Chair>,
    /// The player's own part.
    pub you: Option<You>,
    /// The hand in play.
    pub hand: Option<HandView>,
    /// The result of the last hand, until the next is dealt.
    pub last_result: Option<HandResult>,
    /// When the next hand is dealt.
    pub next_hand_at: Option<Timestamp>,
    /// When computer players take the free chairs.
    pub fills_at: Option<Timestamp>,
    /// Whether it closes after this hand.
    pub closing: bool,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
    /// Whether the host has paused the table.
    pub paused: bool,
    /// The presence of the players.
    pub presence: Presence,
    /// The players who wait for a chair, the first in front.
    pub waiting: Vec<Waiting>,
    /// The server's time.
    pub now: Option<Timestamp>,
}

/// A player who waits for a chair.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Waiting {
    /// The player.
    pub player: String,
    /// The name.
    pub name: String,
    /// Until when a chair is kept for them, if one is.
    pub called_until: Option<Timestamp>,
}

/// The options of a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TableOptions {
    /// Its name in the lobby.
    pub name: String,
    /// The game and its own options.
    pub game: Rules,
    /// The number of chairs.
    pub seats: usize,
    /// The least buy-in.
    pub min_buy_in: u64,
    /// The largest buy-in.
    pub max_buy_in: u64,
    /// When hands are dealt.
    pub dealing: Dealing,
    /// The time of a decision.
    pub decision_seconds: u64,
    /// Who may seat computer players.
    pub bots: String,
    /// Whether computer players take the chairs that stay free; they give them up for people. The details are not
    /// drawn.
    pub fill_with_bots: Option<Value>,
}

/// When hands are dealt.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Dealing {
    /// `automatic`, `by_hand` or `when_ready`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// The rules of one of the games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Of Hold'em.
    pub holdem: Option<holdem::Rules>,
    /// Of Dou Dizhu.
    pub doudizhu: Option<doudizhu::Rules>,
    /// Of Shengji.
    pub shengji: Option<shengji::Rules>,
}

/// A state of one of the games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct State {
    /// Of Hold'em.
    pub holdem: Option<holdem::State>,
    /// Of Dou Dizhu.
    pub doudizhu: Option<doudizhu::State>,
    /// Of Shengji.
    pub shengji: Option<shengji::State>,
}

/// The options of a seat in one of the games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Options {
    /// At Hold'em.
    pub holdem: Option<holdem::Options>,
    /// At Dou Dizhu.
    pub doudizhu: Option<doudizhu::Options>,
    /// At Shengji.
    pub shengji: Option<shengji::Options>,
}

/// A chair that is taken.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Chair {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: String,
    /// The name.
    pub name: String,
    /// Distinguishes them from another player here whose name looks the same.
    pub tag: Option<String>,
    /// Chips before the hand.
    pub chips: u64,
    /// The terms of their next deal: `out` if they sit out.
    pub entry: String,
    /// Whether the clock acts for them at once.
    pub away: bool,
    /// Whether it leaves after the hand.
    pub leaving: bool,
    /// Whether they are ready for the next hand.
    pub ready: bool,
    /// The level, of a computer player.
    pub computer: Option<Computer>,
    /// The player who takes the chair when it is free.
    pub next: Option<Next>,
    /// The seat's wishes for the hands to come.
    pub wishes: Option<Wishes>,
}

impl Chair {
    /// The name as it can be drawn, with its tag.
    pub fn full_name(&self) -> String {
        let name = look::plain(&self.name);
        match &self.tag {
            Some(tag) => format!("{name} #{}", look::plain(tag)),
            None => name,
        }
    }

    /// Whether they get no cards, or the clock acts for them, until they come back. A player who leaves cannot come
    /// back.
    pub fn sits_out(&self) -> bool {
        !self.leaving && (self.away || self.entry == "out")
    }
}

/// The player who takes a chair when it is free.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Next {
    /// The player.
    pub player: String,
}

/// A computer player.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Computer {
    /// `novice`, `intermediate` or `advanced`.
    pub level: String,
}

/// A seat's wishes for the hands to come.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// At Dou Dizhu.
    pub doudizhu: Option<doudizhu::Wishes>,
    /// At Hold'em.
    pub holdem: Option<holdem::Wishes>,
}

/// The player's own part of a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct You {
    /// Their seat.
    pub seat: Option<Seat>,
    /// Their options.
    pub options: Option<Options>,
    /// The invite code of the table.
    pub invite_code: Option<String>,
    /// The chair that is kept for them while they are gone.
    pub kept: Option<KeptChair>,
}

/// A chair that is kept for a player who is gone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct KeptChair {
    /// The chips that they had there, which are in their wallet now.
    pub chips: u64,
}

/// A hand in play.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HandView {
    /// The hand.
    pub id: String,
    /// Its number at the table.
    pub number: u64,
    /// The state, as far as this player may know it.
    pub state: State,
    /// The open decisions.
    pub decisions: Vec<Decision>,
    /// When it continues by itself.
    pub goes_on_at: Option<Timestamp>,
}

/// An open decision.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Decision {
    /// The seat.
    pub seat: Seat,
    /// The version since which it is open.
    pub since: u64,
    /// The time limit; absent if the hand does not await it.
    pub clock: Option<DecisionClock>,
}

/// The time limit of a decision.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct DecisionClock {
    /// From then on the time bank is used.
    pub bank_from: Option<Timestamp>,
    /// Then the clock acts for the seat.
    pub due: Option<Timestamp>,
}

/// The result of a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HandResult {
    /// The hand.
    pub id: String,
    /// Its number at the table.
    pub number: u64,
    /// Whether it is void.
    pub void: bool,
    /// Each player's chips before and after.
    pub players: Vec<PlayerResult>,
    /// This player's seat in it; absent if they came later.
    pub your_seat: Option<Seat>,
    /// Its last state, as far as this player may know it.
    pub state: State,
}

/// A player's result of a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PlayerResult {
    /// Their seat.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// Their chips now.
    pub stack: u64,
    /// The chips won or lost.
    pub net: i64,
}

/// The presence of the players.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Presence {
    /// By seat.
    pub chairs: Vec<Connection>,
    /// The number of watchers.
    pub watching: u64,
}

/// Whether a seat's player is connected.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Connection {
    /// The seat.
    pub seat: Seat,
    /// Whether its player is connected.
    pub connected: bool,
}

/// One change of a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Change {
    /// Its version.
    pub version: u64,
    /// The events, in order. Each is read when it is shown, so they are kept as JSON.
    pub events: Vec<Value>,
}
