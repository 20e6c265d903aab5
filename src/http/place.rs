//! What counts a connection.

use std::sync::Mutex;

use tokio::sync::OwnedSemaphorePermit;

use super::at_once::AddressPlace;
use crate::service::whole::whole;

/// What counts a connection, until it is dropped.
#[derive(Debug, Default)]
pub struct Place {
    _of_all: Option<OwnedSemaphorePermit>,
    of_address: Mutex<Option<AddressPlace>>,
}

impl Place {
    /// One of all, and one of its address, if that is bounded.
    pub fn new(of_all: Option<OwnedSemaphorePermit>, of_address: Option<AddressPlace>) -> Self {
        Self { _of_all: of_all, of_address: Mutex::new(of_address) }
    }

    /// The connection ends in a moment: its address may have another.
    pub fn leave_to_others(&self) {
        drop(whole(&self.of_address).take());
    }
}
