//! The permit of a connection: one of all connections, and one of its address.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::OwnedSemaphorePermit;

use crate::service::limits::network_permits::NetworkPermit;
use crate::service::lock::lock;

/// The permit of a connection. A socket keeps the permit of the connection that it was.
#[derive(Debug, Default)]
pub struct ConnectionPermit {
    _of_all: Option<OwnedSemaphorePermit>,
    of_address: Mutex<Option<NetworkPermit>>,
    is_drained: AtomicBool,
}

impl ConnectionPermit {
    /// A permit of all connections, and one of the address if the address is limited.
    pub fn new(of_all: Option<OwnedSemaphorePermit>, of_address: Option<NetworkPermit>) -> Self {
        Self { _of_all: of_all, of_address: Mutex::new(of_address), is_drained: AtomicBool::new(false) }
    }

    /// Releases the permit of the address before the connection has ended, so that the address may open another.
    pub fn release_address(&self) {
        drop(lock(&self.of_address).take());
    }

    /// Has the connection drained once it is closed: the client is still sending, and would lose the last answer otherwise.
    pub fn drain(&self) {
        self.is_drained.store(true, Ordering::Relaxed);
    }

    /// Whether the connection is drained once it is closed.
    pub fn is_drained(&self) -> bool {
        self.is_drained.load(Ordering::Relaxed)
    }
}
