//! What the server says when it listens: where to play, from here and from other devices.

use std::io::{self, IsTerminal};
use std::iter;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use if_addrs::Interface;
use jiff::Timestamp;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use serde_json::{Value, json};

/// The greeting of a server that listens here.
pub fn greeting(address: SocketAddr) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let url = format!("http://{}", reachable(address));
    let others = elsewhere(address, || if_addrs::get_if_addrs().unwrap_or_default());
    let mut text =
        format!("Cardroom {version} listens on {address}: play at {url}\nIts API is at {url}/docs\n");
    let words = iter::once("From other devices in your network:").chain(iter::repeat("or"));
    text.extend(words.zip(&others).map(|(words, other)| format!("{words} http://{other}\n")));
    if let Some(first) = others.first().filter(|_| io::stdout().is_terminal())
        && let Ok(code) = QrCode::new(format!("http://{first}"))
    {
        // Dark on light, whatever the terminal's own colours are.
        let picture =
            code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build();
        text.extend(["\n", &picture, "\n"]);
    }
    text
}

/// The greeting as one line of a log of JSON.
pub fn greeting_as_json(address: SocketAddr) -> String {
    let url = format!("http://{}", reachable(address));
    line(
        "INFO",
        &json!({"message": "listening", "version": env!("CARGO_PKG_VERSION"), "address": address, "url": url}),
    )
}

/// Why the program ended, as one line of a log of JSON.
pub fn failed_as_json(why: &str) -> String {
    line("ERROR", &json!({"message": "cannot go on", "error": why}))
}

/// A line of the shape that the other lines of the log have.
#[allow(clippy::disallowed_methods, reason = "the line is of the system's time, as those of the log are")]
fn line(level: &str, fields: &Value) -> String {
    let timestamp = Timestamp::now();
    format!("{}\n", json!({"timestamp": timestamp, "level": level, "fields": fields, "target": "cardroom"}))
}

/// Where to reach, from here, a server that listens everywhere.
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(_) if address.ip().is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        SocketAddr::V6(_) if address.ip().is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Where other devices reach it, those of a home network first; none where it listens for its own machine alone.
fn elsewhere(listens: SocketAddr, interfaces: impl FnOnce() -> Vec<Interface>) -> Vec<SocketAddr> {
    if listens.ip().is_loopback() {
        return Vec::new();
    }
    if !listens.ip().is_unspecified() {
        return vec![listens];
    }
    let of_both = listens.is_ipv6();
    let interfaces = interfaces().into_iter().filter(|interface| !interface.is_loopback());
    let addresses = interfaces.map(|interface| interface.ip());
    let mut fit: Vec<IpAddr> = addresses.filter(|address| is_for_others(*address, of_both)).collect();
    fit.sort_by_key(|address| match address {
        IpAddr::V4(address) if address.is_private() => 0,
        IpAddr::V4(_) => 1,
        IpAddr::V6(_) => 2,
    });
    fit.into_iter().map(|address| SocketAddr::new(address, listens.port())).collect()
}

/// Whether others can write an address down and use it.
fn is_for_others(address: IpAddr, of_both: bool) -> bool {
    match address {
        IpAddr::V4(address) => !address.is_link_local(),
        IpAddr::V6(address) => of_both && !address.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr, Interface};

    use super::{elsewhere, reachable};

    fn interface(address: &str) -> Interface {
        let addr = match address.parse().unwrap() {
            IpAddr::V4(ip) => {
                IfAddr::V4(Ifv4Addr { ip, netmask: Ipv4Addr::BROADCAST, prefixlen: 24, broadcast: None })
            }
            IpAddr::V6(ip) => {
                IfAddr::V6(Ifv6Addr { ip, netmask: Ipv6Addr::UNSPECIFIED, prefixlen: 64, broadcast: None })
            }
        };
        Interface { name: "one".to_owned(), addr, index: None, oper_status: IfOperStatus::Up, is_p2p: false }
    }

    fn shown(listens: &str) -> Vec<String> {
        let here = ["127.0.0.1", "203.0.113.7", "192.168.1.5", "169.254.3.4", "fe80::1", "2001:db8::7"]
            .map(interface);
        elsewhere(listens.parse().unwrap(), || here.into()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_greeting_names_the_addresses_for_other_devices() {
        assert!(shown("127.0.0.1:8080").is_empty());
        assert_eq!(shown("0.0.0.0:8080"), ["192.168.1.5:8080", "203.0.113.7:8080"]);
        assert_eq!(shown("[::]:80"), ["192.168.1.5:80", "203.0.113.7:80", "[2001:db8::7]:80"]);
        assert_eq!(shown("192.168.1.5:8080"), ["192.168.1.5:8080"]);
    }

    #[test]
    fn from_here_it_is_reached_at_home() {
        let reached = |address: &str| reachable(address.parse().unwrap()).to_string();
        assert_eq!(reached("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(reached("[::]:8080"), "[::1]:8080");
        assert_eq!(reached("192.168.1.5:80"), "192.168.1.5:80");
    }
}
