//! The tarpit: a refusal waits before it is sent. Refusing costs time as well, and a client that is refused at once asks again at once.

use std::time::Duration;

use tokio::time;

use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::network_permits::NetworkPermits;

/// How long a refusal waits, and how much longer for each refusal of the same address that waits already. So an address gets at most a
/// hundred refusals a second, on any number of connections.
const DELAY: Duration = Duration::from_millis(100);
const DELAY_FOR_EACH: Duration = Duration::from_millis(10);
/// How many refusals of one address may wait: as many as it may have connections by default. An HTTP/2 connection carries several.
const MOST: u32 = 512;

/// The refusals that wait, by address.
#[derive(Debug, Default)]
pub struct Tarpit(NetworkPermits);

/// Too many refusals of an address wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TarpitFull;

/// On an answer: the connection ends instead of sending it.
#[derive(Clone, Copy, Debug)]
pub struct Disconnect;

impl Tarpit {
    /// Returns when a refusal may be sent to this address. A refusal keeps its permit until then, even if its client has disconnected.
    /// On a shared connection, such as a proxy's, each waits for the same short time.
    pub async fn wait(&self, address: ClientNetwork, is_shared: bool) -> Result<(), TarpitFull> {
        let others = u32::try_from(self.0.count(address)).unwrap_or(MOST).min(MOST);
        let permit = self.0.acquire(address, MOST as usize, usize::MAX).ok_or(TarpitFull)?;
        let delay = if is_shared { DELAY } else { DELAY + DELAY_FOR_EACH * others };
        let waited = tokio::spawn(async move {
            time::sleep(delay).await;
            drop(permit);
        });
        waited.await.map_err(|_| TarpitFull)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt;
    use tokio::time::{sleep, timeout};

    use super::{DELAY, DELAY_FOR_EACH, MOST, Tarpit, TarpitFull};
    use crate::service::limits::client_network::ClientNetwork;

    const HERE: ClientNetwork = ClientNetwork { network: 1, site: None };
    /// Much less than the longest delay.
    const SOON: Duration = Duration::from_secs(2);

    #[tokio::test]
    async fn a_refusal_waits_even_if_its_client_has_disconnected() {
        let tarpit = Tarpit::default();
        for _ in 0..MOST {
            assert_eq!(tarpit.wait(HERE, false).now_or_never(), None);
        }
        assert_eq!(tarpit.wait(HERE, false).now_or_never(), Some(Err(TarpitFull)));
        // The first of them has waited to its end.
        sleep(DELAY + DELAY_FOR_EACH * 10).await;
        assert_eq!(tarpit.wait(HERE, false).now_or_never(), None);
    }

    /// Many clients share the connections of a proxy.
    #[tokio::test]
    async fn refusals_on_a_proxys_connection_wait_for_a_short_time() {
        let tarpit = Tarpit::default();
        for _ in 1..MOST {
            assert_eq!(tarpit.wait(HERE, true).now_or_never(), None);
        }
        assert_eq!(timeout(SOON, tarpit.wait(HERE, true)).await, Ok(Ok(())));
    }
}
