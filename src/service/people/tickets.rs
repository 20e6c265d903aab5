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
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::time::later;

/// The lifetime of a ticket. It is measured by how long the process has run, because a clock that is set back would prolong it by
/// hours.
pub const TICKET_TIME: SignedDuration = SignedDuration::from_secs(30);

/// How many tickets one player may hold. One more invalidates the oldest.
pub const MOST_TICKETS: usize = 16;

/// The tickets that were given and not used. They are in memory only: after a restart a client requests another one, as it does
/// for each connection. Several servers keep them in their database.
#[derive(Clone)]
pub struct Tickets {
    given: Arc<Mutex<VecDeque<Given>>>,
    store: Arc<dyn Store>,
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

/// Why there is no ticket.
#[derive(Debug, thiserror::Error)]
pub enum NoTicket {
    /// It is unknown, was used, or has expired.
    #[error("the ticket was used, has expired, or was never issued; request another one")]
    Unknown,
    /// None can be made.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Tickets {
    /// Over this store and clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, entropy: Arc<dyn Dealer>) -> Self {
        Self { given: Arc::default(), store, clock, entropy }
    }

    /// A ticket for a sign-in.
    pub async fn give(&self, to: SignedIn) -> Result<Ticket, NoTicket> {
        let token = Token::new(TokenKind::Ticket, &*self.entropy)?;
        let until = later(self.clock.now(), TICKET_TIME);
        match self.store.shared() {
            Some(shared) => shared.keep_ticket(token.hash(), to, until, MOST_TICKETS).await?,
            None => self.keep(token.hash(), to),
        }
        Ok(Ticket { token, until })
    }

    fn keep(&self, ticket: TokenHash, to: SignedIn) {
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
        given.push_back(Given { ticket, to, until });
    }

    /// Uses up a ticket, and returns the sign-in that it belongs to.
    pub async fn take(&self, ticket: &str) -> Result<SignedIn, NoTicket> {
        let ticket = Token::parse(TokenKind::Ticket, ticket).ok_or(NoTicket::Unknown)?.hash();
        let taken = match self.store.shared() {
            Some(shared) => shared.take_ticket(ticket, self.clock.now()).await?,
            None => self.take_kept(ticket),
        };
        taken.ok_or(NoTicket::Unknown)
    }

    fn take_kept(&self, ticket: TokenHash) -> Option<SignedIn> {
        let mut given = self.given();
        let place = given.iter().position(|given| given.ticket == ticket)?;
        let taken = given.remove(place)?;
        (taken.until > self.clock.lived()).then_some(taken.to)
    }

    fn given(&self) -> MutexGuard<'_, VecDeque<Given>> {
        lock(&self.given)
    }
}
