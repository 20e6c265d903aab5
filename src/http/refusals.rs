//! Whoever asks too much, and waits to be told so: to refuse takes time as well, and who is refused at once asks again at once.

use std::time::Duration;

use tokio::time;

use super::address::ClientNetwork;
use super::at_once::AtOnce;

/// How long one waits to be refused, and how much longer for each of their address who waits already: so a hundred a second are
/// told, however many connections carry them.
const AFTER: Duration = Duration::from_millis(100);
const APART: Duration = Duration::from_millis(10);
/// How many of an address wait so: as many as it may have connections by default. Over HTTP/2 one connection carries many.
const MOST: u32 = 512;
/// How long the last of them waits.
const LONGEST: Duration = AFTER.saturating_add(APART.saturating_mul(MOST));

/// Those who wait to be refused.
#[derive(Debug, Default)]
pub struct Refusals(AtOnce);

/// So many of an address wait to be refused that one more is told nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyRefused;

/// On an answer: instead of being told, the connection ends.
#[derive(Clone, Copy, Debug)]
pub struct HangUp;

impl Refusals {
    /// Returns when somebody of this address is to be told that they are refused.
    pub async fn wait(&self, address: ClientNetwork) -> Result<(), TooManyRefused> {
        let others = u32::try_from(self.0.count(address)).unwrap_or(MOST).min(MOST);
        let _place = self.0.begin(address, MOST as usize, usize::MAX).ok_or(TooManyRefused)?;
        time::sleep(AFTER + APART * others).await;
        Ok(())
    }

    /// Returns after the longest wait: for who is refused on a connection that carries others too, and does not end for it.
    pub async fn wait_longest(&self) {
        time::sleep(LONGEST).await;
    }
}
