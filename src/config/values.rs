//! The values that settings have, beside numbers and paths.

use std::net::IpAddr;
use std::path::Path;

use axum::http::HeaderValue;
use ipnet::IpNet;
use strum::{EnumString, IntoStaticStr, VariantArray};
use tracing_subscriber::EnvFilter;

use crate::http::bounds::Bound;

/// How logs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one object a line.
    Json,
}

/// The limits that are in force unless they are set one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Profile {
    /// For a home network.
    Private,
    /// For the open internet.
    Public,
    /// None.
    Off,
}

impl Profile {
    /// The value that the profile gives to a limit.
    pub fn of(self, bound: &Bound) -> u32 {
        match self {
            Self::Private => bound.private,
            Self::Public => bound.public,
            Self::Off => bound.off,
        }
    }
}

/// Which database: `sqlite:FILE`, or `sqlite::memory:` for one that is gone with the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// The usual one in a data folder.
    pub fn within(folder: &Path) -> Self {
        Self(format!("sqlite:{}", folder.join("cardroom.sqlite").display()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A URL that names no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("only sqlite:FILE is supported, without options")]
pub struct NotADatabase;

impl std::str::FromStr for DatabaseUrl {
    type Err = NotADatabase;

    fn from_str(text: &str) -> Result<Self, NotADatabase> {
        let file = text.strip_prefix("sqlite:").ok_or(NotADatabase)?;
        let file = file.strip_prefix("//").unwrap_or(file);
        let fits = !file.is_empty() && !file.contains('?');
        if fits { Ok(Self(text.to_owned())) } else { Err(NotADatabase) }
    }
}

/// A filter of log lines, if the text is one.
pub(super) fn filter(text: &str) -> Option<String> {
    EnvFilter::try_new(text).ok().map(|_| text.to_owned())
}

/// An origin of web pages, if the text is one. Pages within an app have the app's own scheme: `capacitor://localhost`.
pub(super) fn origin(text: &str) -> Option<HeaderValue> {
    let (scheme, host) = text.split_once("://")?;
    let mut letters = scheme.chars();
    let is_scheme = letters.next().is_some_and(|letter| letter.is_ascii_lowercase())
        && letters
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "+-.".contains(letter));
    let is_host = !host.is_empty() && !host.contains(['/', '*', '?', '#', ' ']);
    HeaderValue::from_str(text).ok().filter(|_| is_scheme && is_host)
}

/// A network, if the text is an address or a network.
pub(super) fn network(text: &str) -> Option<IpNet> {
    let address = text.parse::<IpAddr>().map(IpNet::from).ok();
    address.or_else(|| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn pages_within_an_app_have_an_origin() {
        for fits in
            ["https://a.example", "http://localhost:5173", "capacitor://localhost", "ionic://localhost"]
        {
            assert!(origin(fits).is_some(), "{fits}");
        }
        for bad in ["localhost", "https://", "https://a/b", "*", "ca pa://x", "://x"] {
            assert!(origin(bad).is_none(), "{bad}");
        }
    }
}
