//! Warnings about proxies whose `X-Forwarded-For` is not read.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Mutex;

use super::address::{ProxyFault, network_of};
use crate::service::limits::client_network::ClientNetwork;
use crate::service::lock::lock;

/// For how many networks each warning is logged. A client can send the header without any proxy, and must not fill the log.
const MOST: usize = 32;

/// The networks for which a warning has been logged, by what is wrong with their proxies.
#[derive(Debug, Default)]
pub struct ProxyWarnings {
    untrusted: Mutex<HashSet<ClientNetwork>>,
    unreadable: Mutex<HashSet<ClientNetwork>>,
}

impl ProxyWarnings {
    /// Warns that the `X-Forwarded-For` of a request is not read, once for each network that connects.
    pub fn warn(&self, peer: IpAddr, fault: ProxyFault) {
        match fault {
            ProxyFault::Untrusted if is_new(&self.untrusted, peer) => {
                tracing::warn!(%peer, "X-Forwarded-For comes from an address that is no trusted proxy, and is not read: see trusted_proxies in the settings");
            }
            ProxyFault::Unreadable if is_new(&self.unreadable, peer) => {
                tracing::warn!(%peer, "X-Forwarded-For of a trusted proxy is not read: the proxy has written no address there");
            }
            _ => {}
        }
    }
}

fn is_new(named: &Mutex<HashSet<ClientNetwork>>, peer: IpAddr) -> bool {
    let mut named = lock(named);
    named.len() < MOST && named.insert(network_of(peer.to_canonical()))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{MOST, ProxyWarnings, is_new};

    #[test]
    fn a_network_is_named_once_and_not_every_one_is() {
        let ProxyWarnings { untrusted, unreadable } = ProxyWarnings::default();
        let new = |address: &str| is_new(&untrusted, address.parse().unwrap());
        assert!(new("2001:db8::1") && new("203.0.113.9"));
        assert!(!new("2001:db8::2") && !new("::ffff:203.0.113.9"));
        let addresses = (0..100).filter(|&last| is_new(&untrusted, IpAddr::from([198, 51, 100, last])));
        assert_eq!(addresses.count(), MOST - 2);
        // They leave room for the operator's own proxies.
        assert!(is_new(&unreadable, IpAddr::from([10, 0, 0, 1])));
    }
}
