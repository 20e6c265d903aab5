//! Where a request comes from.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

use super::settings::Settings;
use crate::service::room::origins::Origin;

/// The network that a request comes from, for bounding how much one client may ask: an IPv4 address, or an IPv6
/// network of 64 bits, because every household has that many addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientNetwork(pub IpAddr);

impl ClientNetwork {
    /// The site that a network of IPv6 belongs to.
    pub fn site(self) -> Option<IpAddr> {
        self.0.is_ipv6().then(|| site(self.0))
    }

    /// The same, as the room counts it.
    pub fn origin(self) -> Origin {
        let bits = |address| match address {
            IpAddr::V4(address) => Ipv4Addr::to_ipv6_mapped(&address).to_bits(),
            IpAddr::V6(address) => address.to_bits(),
        };
        Origin { network: bits(self.0), site: self.site().map(bits) }
    }
}

/// The network that a request comes from, with this address at the other end of the connection.
pub fn client_network(peer: IpAddr, headers: &HeaderMap, settings: &Settings) -> ClientNetwork {
    ClientNetwork(network(client(peer, headers, &settings.trusted_proxies)))
}

static FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whether a proxy is at the other end of a connection, which stands for many clients.
pub fn is_proxy(peer: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|net| net.contains(&peer.to_canonical()))
}

/// The client's address: the nearest one that is no trusted proxy, read from the connection backwards through
/// `X-Forwarded-For`. What an untrusted client writes there is never reached.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let mut nearest = peer.to_canonical();
    for value in headers.get_all(&FORWARDED_FOR).iter().rev() {
        for hop in value.to_str().unwrap_or_default().rsplit(',') {
            let Ok(hop) = hop.trim().parse::<IpAddr>() else { return nearest };
            if !is_proxy(nearest, trusted) {
                return nearest;
            }
            nearest = hop.to_canonical();
        }
    }
    nearest
}

/// The network of an address, as one client.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

/// The site of an address: what a provider gives to one customer, an IPv4 address or 48 bits of IPv6.
pub fn site(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80)).into(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::{client, network, site};

    fn told(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(told("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(told("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(told("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(told("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(told("10.0.0.1", &["6.6.6.6, 198.51.100.1", "10.0.0.2"]), "198.51.100.1");
        assert_eq!(told("10.0.0.1", &["6.6.6.6, nonsense"]), "10.0.0.1");
    }

    #[test]
    fn a_household_is_one_client() {
        let network = |address: &str| network(address.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("203.0.113.9"), "203.0.113.9");
        let site = |address: &str| site(address.parse().unwrap()).to_string();
        assert_eq!(site("2001:db8:1:2:3:4:5:6"), "2001:db8:1::");
        assert_eq!(site("203.0.113.9"), "203.0.113.9");
    }
}
