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
    /// Returns when somebody of this address is to be told that they are refused. Whoever hangs up meanwhile has it waited for all the
    /// same. On a connection that carries others too nobody waits for long.
    pub async fn wait(&self, address: ClientNetwork, carries_others: bool) -> Result<(), TooManyRefused> {
        let others = u32::try_from(self.0.count(address)).unwrap_or(MOST).min(MOST);
        let place = self.0.begin(address, MOST as usize, usize::MAX).ok_or(TooManyRefused)?;
        let wait = if carries_others { AFTER } else { AFTER + APART * others };
        let waited = tokio::spawn(async move {
            time::sleep(wait).await;
            drop(place);
        });
        waited.await.map_err(|_| TooManyRefused)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt;
    use tokio::time::{sleep, timeout};

    use super::{AFTER, APART, MOST, Refusals, TooManyRefused};
    use crate::http::address::ClientNetwork;

    const HERE: ClientNetwork = ClientNetwork(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));
    /// Much less than the last of all waits that may wait.
    const SOON: Duration = Duration::from_secs(2);

    #[tokio::test]
    async fn who_hangs_up_has_it_waited_for_all_the_same() {
        let refusals = Refusals::default();
        for _ in 0..MOST {
            assert_eq!(refusals.wait(HERE, false).now_or_never(), None);
        }
        assert_eq!(refusals.wait(HERE, false).now_or_never(), Some(Err(TooManyRefused)));
        // The first of them has waited to its end.
        sleep(AFTER + APART * 10).await;
        assert_eq!(refusals.wait(HERE, false).now_or_never(), None);
    }

    /// The connections of a proxy are everybody's.
    #[tokio::test]
    async fn on_a_proxys_connection_nobody_waits_for_long() {
        let refusals = Refusals::default();
        for _ in 1..MOST {
            assert_eq!(refusals.wait(HERE, true).now_or_never(), None);
        }
        assert_eq!(timeout(SOON, refusals.wait(HERE, true)).await, Ok(Ok(())));
    }
}
