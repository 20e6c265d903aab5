//! Tickets: each opens one stream if the client cannot send headers, so that no token is ever in a URL.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::session::SignedIn;
use super::session::TokenHash;
use super::tokens::{Token, TokenKind};
use crate::service::entropy::NoEntropy;
use crate::service::lock::lock;
use crate::service::ports::clock::Clock;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::time::later;

/// The lifetime of a ticket. It is measured by how long the process has run, because a clock that is set back would prolong it by
/// hours.
pub const TICKET_TIME: SignedDuration = SignedDuration::from_secs(30);

/// How many tickets one player may hold. One more invalidates the oldest.
pub const MOST_TICKETS: usize = 16;

/// The tickets that were given and not used. They are in memory only: after a restart a client requests another one, as it does
/// for each connection.
#[derive(Clone)]
pub struct Tickets {
    given: Arc<Mutex<VecDeque<Given>>>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Dealer>,
}

struct Given {
    ticket: TokenHash,
    to: SignedIn,
    /// How long the process has run when it expires.
    until: Duration,
}

/// A ticket, for its holder alone.
#[derive(Debug)]
pub struct Ticket {
    /// The token that opens the stream.
    pub token: Token,
    /// The time at which it ends.
    pub until: Timestamp,
}

/// The ticket is unknown, was used, or has expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the ticket was used, has expired, or was never issued; request another one")]
pub struct NoTicket;

impl Tickets {
    /// By this clock.
    pub fn new(clock: Arc<dyn Clock>, entropy: Arc<dyn Dealer>) -> Self {
        Self { given: Arc::default(), clock, entropy }
    }

    /// A ticket for a sign-in.
    pub fn give(&self, to: SignedIn) -> Result<Ticket, NoEntropy> {
        let token = Token::new(TokenKind::Ticket, &*self.entropy)?;
        let lived = self.clock.lived();
        let mut given = self.given();
        // All have the same lifetime, so they expire in the order in which they were given.
        while given.front().is_some_and(|first| first.until <= lived) {
            given.pop_front();
        }
        if given.iter().filter(|ticket| ticket.to.player == to.player).count() >= MOST_TICKETS
            && let Some(oldest) = given.iter().position(|ticket| ticket.to.player == to.player)
        {
            given.remove(oldest);
        }
        let until = lived.saturating_add(TICKET_TIME.unsigned_abs());
        given.push_back(Given { ticket: token.hash(), to, until });
        Ok(Ticket { token, until: later(self.clock.now(), TICKET_TIME) })
    }

    /// Uses up a ticket, and returns the sign-in that it belongs to.
    pub fn take(&self, ticket: &str) -> Result<SignedIn, NoTicket> {
        let ticket = Token::parse(TokenKind::Ticket, ticket).ok_or(NoTicket)?.hash();
        let mut given = self.given();
        let place = given.iter().position(|given| given.ticket == ticket).ok_or(NoTicket)?;
        let taken = given.remove(place).ok_or(NoTicket)?;
        if taken.until > self.clock.lived() { Ok(taken.to) } else { Err(NoTicket) }
    }

    fn given(&self) -> MutexGuard<'_, VecDeque<Given>> {
        lock(&self.given)
    }
}
