//! What is read of the server's answers: as much as is drawn. Members that are not named here are stepped over, and one
//! that is missing is empty, so that a newer server is understood as far as it goes.

pub mod doudizhu;
pub mod history;
pub mod holdem;
pub mod lobby;
pub mod shengji;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::look;

/// A place at a table, from 0.
pub type Seat = usize;

/// A table as it is now, for whoever asks.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TableView {
    /// Which table.
    pub id: String,
    /// How many changes it has seen.
    pub version: u64,
    /// What it was opened with.
    pub options: TableOptions,
    /// Whoever may change it.
    pub host: String,
    /// Who sits there.
    pub chairs: Vec<Chair>,
    /// What concerns this player alone.
    pub you: Option<You>,
    /// The hand that is played.
    pub hand: Option<HandView>,
    /// How the hand before ended, until the next is dealt.
    pub last_result: Option<HandResult>,
    /// When the next hand is dealt.
    pub next_hand_at: Option<Timestamp>,
    /// When computer players take the free chairs.
    pub fills_at: Option<Timestamp>,
    /// Whether it closes after this hand.
    pub closing: bool,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
    /// Whether the host lets no further hand be dealt.
    pub paused: bool,
    /// Who is connected.
    pub presence: Presence,
    /// Who waits for a chair, the first in front.
    pub waiting: Vec<Waiting>,
    /// The server's time.
    pub now: Option<Timestamp>,
}

/// Somebody who waits for a chair.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Waiting {
    /// Who.
    pub player: String,
    /// What others call them.
    pub name: String,
    /// Until when a chair is kept for them, once one is free.
    pub called_until: Option<Timestamp>,
}

/// What a table was opened with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TableOptions {
    /// What the lobby calls it.
    pub name: String,
    /// The game and its own options.
    pub game: Rules,
    /// How many chairs there are.
    pub seats: usize,
    /// The least to sit down with.
    pub min_buy_in: u64,
    /// The most to sit down with.
    pub max_buy_in: u64,
    /// When hands are dealt.
    pub dealing: Dealing,
    /// How long a decision may take.
    pub decision_seconds: u64,
    /// Who may seat computer players.
    pub bots: String,
    /// Whether computer players take the chairs that stay free: then they make room for people. How is not drawn.
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

/// What may be done in one of the games.
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
    /// Which one.
    pub seat: Seat,
    /// Who sits there.
    pub player: String,
    /// What others call them.
    pub name: String,
    /// Tells them apart from somebody here whose name looks the same.
    pub tag: Option<String>,
    /// Chips before the hand.
    pub chips: u64,
    /// On what terms they are dealt in: `out` where they sit out.
    pub entry: String,
    /// Whether they are played for at once.
    pub away: bool,
    /// Whether it leaves after the hand.
    pub leaving: bool,
    /// Whether it has said that it is ready for the next hand.
    pub ready: bool,
    /// The level, of a computer player.
    pub computer: Option<Computer>,
    /// Who takes the chair when it is free.
    pub next: Option<Next>,
    /// What the seat wishes for the hands to come.
    pub wishes: Option<Wishes>,
}

impl Chair {
    /// The name as it can be drawn, with what tells it apart.
    pub fn full_name(&self) -> String {
        let name = look::plain(&self.name);
        match &self.tag {
            Some(tag) => format!("{name} #{}", look::plain(tag)),
            None => name,
        }
    }

    /// Whether they get no cards, or are played for, until they come back. Who leaves cannot come back.
    pub fn sits_out(&self) -> bool {
        !self.leaving && (self.away || self.entry == "out")
    }
}

/// Who takes a chair when it is free.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Next {
    /// Who comes.
    pub player: String,
}

/// A computer player.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Computer {
    /// `novice`, `intermediate` or `advanced`.
    pub level: String,
}

/// What a seat wishes for the hands to come.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// At Dou Dizhu.
    pub doudizhu: Option<doudizhu::Wishes>,
    /// At Hold'em.
    pub holdem: Option<holdem::Wishes>,
}

/// What concerns this player alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct You {
    /// Where they sit.
    pub seat: Option<Seat>,
    /// What they may do now.
    pub options: Option<Options>,
    /// What lets others in.
    pub invite_code: Option<String>,
    /// The chair that is kept for them, who were gone when it was given up.
    pub kept: Option<KeptChair>,
}

/// A chair that is kept for a player who was gone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct KeptChair {
    /// The chips that they had there, which are in their wallet.
    pub chips: u64,
}

/// A hand that is played.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HandView {
    /// Which hand.
    pub id: String,
    /// The how many-th of the table.
    pub number: u64,
    /// As far as this player may know it.
    pub state: State,
    /// Who is asked.
    pub decisions: Vec<Decision>,
    /// When it goes on by itself.
    pub goes_on_at: Option<Timestamp>,
}

/// Somebody is asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Decision {
    /// Who.
    pub seat: Seat,
    /// Since which version.
    pub since: u64,
    /// Until when; absent where nobody waits for the answer.
    pub clock: Option<DecisionClock>,
}

/// Until when somebody is asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct DecisionClock {
    /// From then on the reserve is used.
    pub bank_from: Option<Timestamp>,
    /// Then the clock plays.
    pub due: Option<Timestamp>,
}

/// How a hand ended.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HandResult {
    /// Which hand.
    pub id: String,
    /// The how many-th of the table.
    pub number: u64,
    /// Whether it counts for nothing.
    pub void: bool,
    /// What each had before and after.
    pub players: Vec<PlayerResult>,
    /// Where whoever asks sat in it; nowhere for whoever came later.
    pub your_seat: Option<Seat>,
    /// Its end, as far as this player may know it.
    pub state: State,
}

/// What a hand brought a player.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PlayerResult {
    /// Where they sat.
    pub seat: Seat,
    /// What others call them.
    pub name: String,
    /// What they have now.
    pub stack: u64,
    /// What they won or lost.
    pub net: i64,
}

/// Who is connected.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Presence {
    /// By seat.
    pub chairs: Vec<Connection>,
    /// How many look on.
    pub watching: u64,
}

/// Whether a seat's player is connected.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Connection {
    /// Which seat.
    pub seat: Seat,
    /// Whether.
    pub connected: bool,
}

/// One change of a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Change {
    /// The version that it led to.
    pub version: u64,
    /// What happened, in order. They are told as text, so they are read where they are told.
    pub events: Vec<Value>,
}
