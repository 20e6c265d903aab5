//! The levels of a table whose blinds rise: how far they are.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::time::later;
use cardroom_api::table::level_clock::LevelClock;
use cardroom_rules::tournament::levels::structure::{Length, Level};

/// How far the levels of a table are. The time counts from the first deal on, while a hand is played or can be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelProgress {
    /// The number of the level; 1 is the first.
    pub number: u32,
    /// The hands that were dealt at it.
    pub hands: u32,
    /// The time that was played at it, in milliseconds, up to `since`.
    pub played_millis: u64,
    /// Since when the time runs; absent while it stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
}

impl LevelProgress {
    /// The first level, before its first hand.
    pub const FIRST: Self = Self { number: 1, hands: 0, played_millis: 0, since: None };

    /// The level that is played; `None` if there are no levels.
    pub fn level(self, levels: &[Level]) -> Option<Level> {
        levels.get(self.number.checked_sub(1)? as usize).copied()
    }

    /// Counts the time up to now, if it runs.
    pub(super) fn count(&mut self, now: Timestamp) {
        let Some(since) = &mut self.since else { return };
        let gone = now.duration_since(*since).as_millis().max(0);
        self.played_millis = self.played_millis.saturating_add(u64::try_from(gone).unwrap_or(u64::MAX));
        // Less than a millisecond is counted with the next change.
        *since = later(*since, SignedDuration::from_millis(i64::try_from(gone).unwrap_or(i64::MAX)));
    }

    /// Lets the time run from now on, or stand still.
    pub(super) fn run(&mut self, runs: bool, now: Timestamp) {
        self.count(now);
        self.since = self.since.or(Some(now)).filter(|_| runs);
    }

    /// Whether a hand was dealt at any of the levels.
    pub(super) fn has_begun(self) -> bool {
        self.number > 1 || self.hands > 0
    }

    /// Goes on to the level of the hand that is dealt now; returns whether it is another one. The last level stays.
    pub(super) fn rise(&mut self, levels: &[Level]) -> bool {
        let before = self.number;
        while (self.number as usize) < levels.len()
            && let Some(level) = self.level(levels)
        {
            match level.length {
                Length::Seconds(seconds) => {
                    let Some(rest) = self.played_millis.checked_sub(millis(seconds)) else { break };
                    self.played_millis = rest;
                }
                Length::Hands(hands) if self.hands >= hands => self.played_millis = 0,
                Length::Hands(_) => break,
            }
            self.number += 1;
            self.hands = 0;
        }
        self.number != before
    }

    /// The level, and when the next one comes; `None` if there are no levels.
    pub(super) fn clock(self, levels: &[Level]) -> Option<LevelClock> {
        let posts = self.level(levels)?;
        let next = levels.get(self.number as usize).copied();
        let (mut ends_at, mut left_millis, mut left_hands) = (None, None, None);
        match posts.length {
            _ if next.is_none() => {}
            Length::Hands(hands) => left_hands = Some(hands.saturating_sub(self.hands)),
            Length::Seconds(seconds) => {
                let left = millis(seconds).saturating_sub(self.played_millis);
                let of = |since| {
                    later(since, SignedDuration::from_millis(i64::try_from(left).unwrap_or(i64::MAX)))
                };
                ends_at = self.since.map(of);
                left_millis = Some(left).filter(|_| self.since.is_none());
            }
        }
        let number = self.number;
        Some(LevelClock {
            number,
            posts,
            next,
            break_seconds: None,
            on_break: false,
            ends_at,
            left_millis,
            left_hands,
        })
    }
}

fn millis(seconds: u32) -> u64 {
    u64::from(seconds) * 1_000
}
