//! The address that a request comes from.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;

use crate::service::limits::client_network::ClientNetwork;

/// The network that a request comes from, on a connection from `peer`; and what is wrong with its `X-Forwarded-For`, if anything is.
pub fn client_network(
    peer: IpAddr,
    headers: &HeaderMap,
    trusted: &[IpNet],
) -> (ClientNetwork, Option<ProxyFault>) {
    let client = client(peer, headers, trusted);
    let (Ok(address) | Err(address)) = client;
    let fault = if client.is_err() {
        Some(ProxyFault::Unreadable)
    } else if headers.contains_key(&FORWARDED_FOR) && !is_proxy(peer, trusted) {
        Some(ProxyFault::Untrusted)
    } else {
        None
    };
    (network_of(address), fault)
}

static FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whether a connection comes from a trusted proxy, which carries the requests of many clients.
pub fn is_proxy(peer: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|net| net.contains(&peer.to_canonical()))
}

/// The client's address: the nearest one that is no trusted proxy, from the connection backwards through `X-Forwarded-For`. So what an
/// untrusted client writes there is never read. If a trusted proxy has written no address, the error is the proxy's own address.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Result<IpAddr, IpAddr> {
    let mut nearest = peer.to_canonical();
    for hop in headers.get_all(&FORWARDED_FOR).iter().rev().flat_map(hops) {
        if !is_proxy(nearest, trusted) {
            break;
        }
        nearest = hop_address(hop).ok_or(nearest)?.to_canonical();
    }
    Ok(nearest)
}

/// The entries of an `X-Forwarded-For` line, from right to left. Each is parsed alone, because clients may write anything into those on
/// the left. Empty entries are skipped (RFC 9110, section 5.6.1.2).
fn hops(line: &HeaderValue) -> impl Iterator<Item = &[u8]> {
    line.as_bytes().rsplit(|&byte| byte == b',').map(<[u8]>::trim_ascii).filter(|hop| !hop.is_empty())
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn hop_address(hop: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(hop).ok()?;
    let in_brackets =
        || text.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::from);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

/// Why the `X-Forwarded-For` of a request is not read. Then all clients behind its proxy count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyFault {
    /// The proxy is not trusted.
    Untrusted,
    /// The proxy is trusted, and has written no address.
    Unreadable,
}

/// The network of an address, and its site if that has many networks.
pub fn network_of(address: IpAddr) -> ClientNetwork {
    match address {
        IpAddr::V4(address) => ClientNetwork { network: address.to_ipv6_mapped().to_bits(), site: None },
        IpAddr::V6(address) => {
            let bits = address.to_bits();
            ClientNetwork { network: bits & (u128::MAX << 64), site: Some(bits & (u128::MAX << 80)) }
        }
    }
}

/// A network as an address, for the log.
pub fn shown(ClientNetwork { network, .. }: ClientNetwork) -> IpAddr {
    Ipv6Addr::from_bits(network).to_canonical()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};
    use ipnet::IpNet;

    use super::{ProxyFault, client, client_network, network_of, shown};
    use crate::service::limits::client_network::ClientNetwork;

    fn forwarded_for(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        headers
    }

    fn trusted() -> [IpNet; 2] {
        ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()]
    }

    fn client_of(peer: &str, forwarded: &[&str]) -> String {
        let headers = forwarded_for(forwarded);
        let (Ok(address) | Err(address)) = client(peer.parse().unwrap(), &headers, &trusted());
        address.to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(client_of("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(client_of("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client_of("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["6.6.6.6, 198.51.100.1", "10.0.0.2"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["6.6.6.6, nonsense"]), "10.0.0.1");
    }

    #[test]
    fn an_address_is_read_however_a_proxy_writes_it() {
        assert_eq!(client_of("10.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(client_of("10.0.0.1", &["[2001:db8::1]"]), "2001:db8::1");
        assert_eq!(client_of("10.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(client_of("10.0.0.1", &["[::ffff:198.51.100.1]:4711"]), "198.51.100.1");
    }

    #[test]
    fn a_forged_header_does_not_hide_the_proxys_entry() {
        assert_eq!(client_of("10.0.0.1", &["\u{e9}, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["nonsense,198.51.100.1 , 10.0.0.2"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["198.51.100.1, ", ""]), "198.51.100.1");
    }

    #[test]
    fn a_header_that_is_not_read_has_a_reason() {
        let fault = |peer: &str, lines: &[&str]| {
            client_network(peer.parse().unwrap(), &forwarded_for(lines), &trusted()).1
        };
        assert_eq!(fault("203.0.113.9", &["198.51.100.1"]), Some(ProxyFault::Untrusted));
        assert_eq!(fault("10.0.0.1", &["198.51.100.1, unknown"]), Some(ProxyFault::Unreadable));
        assert_eq!(fault("10.0.0.1", &["unknown, 198.51.100.1"]), None);
        assert_eq!(fault("10.0.0.1", &[]), None);
        assert_eq!(fault("203.0.113.9", &[]), None);
    }

    #[test]
    fn a_household_is_one_client() {
        let of = |address: &str| network_of(address.parse().unwrap());
        let network = |address: &str| shown(of(address)).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("203.0.113.9"), "203.0.113.9");
        let site = |address: &str| {
            of(address).site.map(|site| shown(ClientNetwork { network: site, site: None }).to_string())
        };
        assert_eq!(site("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1::"));
        assert_eq!(site("203.0.113.9"), None);
    }
}
