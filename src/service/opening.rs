//! Opening a table.

use jiff::Timestamp;
use rand::TryRng;
use rand::rngs::SysRng;

use super::change::{Author, Body, Change, Happening, TableEvent};
use super::clock::later;
use super::dealer::NoEntropy;
use super::id::{PlayerId, TableId};
use super::refused::Refused;
use super::store::{Commit, TableRecord};
use super::table::Table;
use super::table_options::{Access, TableOptions};
use super::table_state::{Pause, TableState, WaitsFor};
use crate::games::any::AnyHand;
use crate::games::game::Game;

impl Table {
    /// A new table, and the change that opens it.
    pub fn open(host: PlayerId, options: TableOptions, now: Timestamp) -> Result<(Commit, Self), Refused> {
        options.check()?;
        let invite_code = match options.access {
            Access::Public => None,
            Access::Invite => Some(invite_code()?),
        };
        let closes_at = later(now, Self::IDLE_TIME);
        let state = TableState {
            host,
            invite_code,
            chairs: Vec::new(),
            standing: AnyHand::opening(&options.game),
            asks: Vec::new(),
            pause: Some(Pause { until: closes_at, waits_for: WaitsFor::Company }),
            hands_dealt: 0,
            last_hand: None,
            closing: false,
        };
        let record = TableRecord {
            id: TableId::made_at(now),
            listed: options.access == Access::Public,
            free_seats: options.seats,
            options,
            state,
            version: 1,
            hand: None,
            due_at: Some(closes_at),
            created_at: now,
            closed_at: None,
        };
        let change = Change {
            table: record.id,
            version: 1,
            at: now,
            hand: None,
            author: Author::Player(host),
            body: Body { events: vec![Happening::Table(TableEvent::Opened {})], asks: Vec::new() },
        };
        let commit = Commit {
            was: None,
            table: record.clone(),
            change,
            hand_started: None,
            hand_ended: None,
            entries: Vec::new(),
            reply: None,
        };
        Ok((commit, Self { record, hand: None }))
    }
}

/// Eight letters and digits that are hard to confuse: 40 bits, and every wrong guess costs a request.
fn invite_code() -> Result<String, NoEntropy> {
    const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut bytes = [0; 8];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoEntropy)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}
