//! A table in memory: what is kept of it, with the hand that is being played brought back to life.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::change::{Ask, Change, Happening, Version};
use super::clock::later;
use super::id::PlayerId;
use super::store::{HandRecord, TableRecord};
use super::table_options::Dealing;
use super::table_state::{Pause, Sitting, WaitsFor};
use crate::games::any::AnyHand;
use crate::games::game::{Beat, Chair, Game, Misfit, Seat, Viewer};

/// A table. Never changed: a [`Draft`](super::draft::Draft) makes the next one.
#[derive(Clone, Debug)]
pub struct Table {
    /// As it is kept.
    pub record: TableRecord,
    /// The hand that is being played.
    pub hand: Option<LiveHand>,
}

/// The hand that is being played.
#[derive(Clone, Debug)]
pub struct LiveHand {
    /// As it is kept.
    pub record: Arc<HandRecord>,
    /// Its rules, with every event so far recorded.
    pub game: AnyHand,
}

impl HandRecord {
    /// The hand with these changes' events recorded; a [`Misfit`] where they do not fit its rules.
    pub fn replay<'a>(&self, changes: impl IntoIterator<Item = &'a Change>) -> Result<AnyHand, Misfit> {
        let pack = AnyHand::pack(&self.setup);
        let mut game = AnyHand::new(&self.setup, self.shuffle.deck(pack))?;
        for change in changes.into_iter().filter(|change| change.hand == Some(self.id)) {
            for happening in &change.body.events {
                if let Happening::Hand(event) = happening {
                    game.record(event)?;
                }
            }
        }
        Ok(game)
    }

    /// Which viewer of this hand a player is: by its own list, not by who sits there now.
    pub fn viewer(&self, asker: Option<PlayerId>) -> Viewer {
        asker.and_then(|asker| self.seat_of(asker)).map_or(Viewer::Watcher, Viewer::Seat)
    }

    /// Where a player plays this hand.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.players.iter().find(|each| each.player == player).map(|each| each.seat)
    }
}

impl Sitting {
    /// How often running the clock may play for a seat before it is marked away.
    pub const PATIENCE: u8 = 3;

    /// Whether the clock has played for this seat too often; it then plays at once.
    pub fn is_away(&self) -> bool {
        self.timeouts >= Self::PATIENCE
    }
}

impl Table {
    /// How long a table stays open where nothing happens. Its host may be a guest whose tokens are lost: then nobody
    /// else could close it, and the chips on it would lie there for ever.
    pub const IDLE_TIME: SignedDuration = SignedDuration::from_hours(24);

    /// The table as its record and, where a hand is played, that hand and its changes tell it.
    ///
    /// Deadlines stand as they were kept, but none is further ahead than it was when it was set: a wall clock that
    /// was set back while the process was down makes nobody wait.
    pub fn load(
        mut record: TableRecord,
        hand: Option<(HandRecord, Vec<Change>)>,
        now: Timestamp,
    ) -> Result<Self, Misfit> {
        let hand = match hand {
            Some((hand, changes)) => {
                let game = hand.replay(&changes)?;
                Some(LiveHand { record: Arc::new(hand), game })
            }
            None => None,
        };
        let decision = SignedDuration::from_secs(record.options.decision_seconds.into());
        for ask in &mut record.state.asks {
            if let Some(clock) = &mut ask.clock {
                let bank = clock.due.duration_since(clock.bank_from);
                clock.bank_from = clock.bank_from.min(later(now, decision));
                clock.due = clock.due.min(later(clock.bank_from, bank));
            }
        }
        let mut table = Self { record, hand };
        if let Some(pause) = table.record.state.pause {
            let until = pause.until.min(later(now, table.allotment(pause.waits_for)));
            table.record.state.pause = Some(Pause { until, ..pause });
        }
        Ok(table)
    }

    /// How long the table waits for this.
    pub fn allotment(&self, waits_for: WaitsFor) -> SignedDuration {
        let options = &self.record.options;
        let seconds = |seconds: u16| SignedDuration::from_secs(seconds.into());
        match (waits_for, options.dealing) {
            (WaitsFor::Beat(Beat::Showdown), _) => seconds(options.showdown_seconds),
            (WaitsFor::Beat(Beat::Card), _) => SignedDuration::from_millis(options.card_millis.into()),
            (WaitsFor::Beat(Beat::Declaring), _) => seconds(options.declaring_seconds),
            (WaitsFor::Deal, Dealing::Automatic { pause_seconds }) => seconds(pause_seconds),
            (WaitsFor::Deal, Dealing::ByHand {} | Dealing::WhenReady {}) => SignedDuration::ZERO,
            (WaitsFor::Company, _) => Self::IDLE_TIME,
        }
    }

    /// The count of its changes.
    pub fn version(&self) -> Version {
        self.record.version
    }

    /// Who sits on this chair.
    pub fn chair(&self, seat: Seat) -> Option<&Sitting> {
        self.record.state.chairs.iter().find(|chair| chair.seat == seat)
    }

    /// Where this player sits.
    pub fn sitting(&self, player: PlayerId) -> Option<&Sitting> {
        self.record.state.chairs.iter().find(|chair| chair.player == player)
    }

    /// The open decision of this seat.
    pub fn ask(&self, seat: Seat) -> Option<&Ask> {
        self.record.state.asks.iter().find(|ask| ask.seat == seat)
    }

    /// Whether this player is in the hand that is being played.
    pub fn plays(&self, player: PlayerId) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.record.seat_of(player).is_some())
    }

    /// The chairs as the rules see them.
    pub fn chairs(&self) -> Vec<Chair> {
        let chair = |sitting: &Sitting| Chair {
            seat: sitting.seat,
            chips: sitting.chips,
            newcomer: sitting.newcomer,
            entry: sitting.entry,
            straddles: sitting.straddles,
        };
        self.record.state.chairs.iter().map(chair).collect()
    }

    /// Whether a player may look at the table: everybody at a public one; at another its host, who sits there, who
    /// plays its hand, and who has its code.
    pub fn is_open_to(&self, asker: Option<PlayerId>, invite_code: Option<&str>) -> bool {
        let state = &self.record.state;
        let knows_code = match (&state.invite_code, invite_code) {
            (None, _) => true,
            (Some(code), Some(given)) => code == given,
            (Some(_), None) => false,
        };
        knows_code
            || asker.is_some_and(|asker| {
                state.host == asker || self.sitting(asker).is_some() || self.plays(asker)
            })
    }
}
