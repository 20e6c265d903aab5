//! Opening a table.

use std::sync::Arc;

use jiff::Timestamp;

use crate::games::any::AnyHand;
use crate::games::game::Game;
use crate::service::entropy::NoEntropy;
use crate::service::id::{PlayerId, TableId};
use crate::service::table::change::{Author, Body, Change, Event, TableEvent};
use crate::service::table::commit::{Bots, Commit, Write};
use crate::service::table::dealer::Dealer;
use crate::service::table::error::DraftError;
use crate::service::table::live::Table;
use crate::service::table::options::{Access, TableOptions};
use crate::service::table::record::TableRecord;
use crate::service::table::refused::Refused;
use crate::service::table::state::{TableState, Wait, WaitReason};
use crate::service::table::time::later;

/// How many open tables one player may have opened.
const MOST_HOSTED: u64 = 20;

impl Table {
    /// A new table, and the change that opens it.
    pub fn open(
        host: PlayerId,
        options: TableOptions,
        now: Timestamp,
        dealer: &dyn Dealer,
    ) -> Result<(Commit, Self), DraftError> {
        options.check().map_err(Refused::from)?;
        let invite_code = match options.access {
            Access::Public => None,
            Access::Invite => Some(invite_code(dealer)?),
        };
        let closes_at = later(now, Self::IDLE_TIME);
        let state = TableState {
            host,
            invite_code,
            chairs: Vec::new(),
            standing: AnyHand::opening(&options.game),
            wait: Some(Wait { until: closes_at, reason: WaitReason::Company }),
            hands_dealt: 0,
            last_hand: None,
            closing: false,
            bot_moves: Vec::new(),
        };
        let record = TableRecord {
            id: TableId::made_at(now, dealer)?,
            listed: options.access == Access::Public,
            free_seats: options.seats,
            options: Arc::new(options),
            state,
            decisions: Vec::new(),
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
            body: Body { events: vec![Event::Table(TableEvent::Opened {})], decisions: Vec::new() },
        };
        let commit = Commit {
            write: Write::Open { most_hosted: MOST_HOSTED },
            table: record.clone(),
            change,
            hand_started: None,
            hand_ended: None,
            counted: Vec::new(),
            sat_down: Vec::new(),
            left: Vec::new(),
            bots: Bots::default(),
            movements: Vec::new(),
            request: None,
        };
        Ok((commit, Self { record, hand: None, ended: None }))
    }
}

/// Eight letters and digits that are hard to confuse: 40 bits, and every wrong guess costs a request.
fn invite_code(dealer: &dyn Dealer) -> Result<String, NoEntropy> {
    const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut bytes = [0; 8];
    dealer.fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}
