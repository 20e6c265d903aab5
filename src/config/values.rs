//! The values that settings have, beside numbers and paths.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;
use std::path::Path;

use axum::http::HeaderValue;
use ipnet::IpNet;
use strum::{EnumString, IntoStaticStr, VariantArray};
use tracing_subscriber::EnvFilter;

use crate::http::limit_settings::LimitSetting;

/// How logs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one object a line.
    Json,
}

/// When a database of an older release is migrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum MigrateWhen {
    /// When a server starts.
    Start,
    /// By the command alone: a server does not start before.
    Command,
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
    pub fn of(self, limit: &LimitSetting) -> u32 {
        match self {
            Self::Private => limit.private,
            Self::Public => limit.public,
            Self::Off => limit.off,
        }
    }
}

/// Which database: `sqlite:FILE`, `sqlite::memory:` for one that is gone with the process, or
/// `postgres://USER:PASSWORD@HOST/DATABASE`. `Debug` shows no password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// The usual one in a data folder.
    pub fn within(folder: &Path) -> Self {
        Self(format!("sqlite:{}", folder.join("cardroom.sqlite").display()))
    }

    /// As text, with the password.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("DatabaseUrl").field(&without_password(&self.0)).finish()
    }
}

/// A URL that names no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither sqlite:FILE, without options, nor postgres://USER:PASSWORD@HOST/DATABASE")]
pub struct NotADatabase;

impl std::str::FromStr for DatabaseUrl {
    type Err = NotADatabase;

    fn from_str(text: &str) -> Result<Self, NotADatabase> {
        let fits = match text.strip_prefix("sqlite:") {
            Some(file) => {
                let file = file.strip_prefix("//").unwrap_or(file);
                !file.is_empty() && !file.contains('?')
            }
            None => ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)),
        };
        if fits { Ok(Self(text.to_owned())) } else { Err(NotADatabase) }
    }
}

/// A URL as it may be shown: without the password of a server's user.
pub fn without_password(url: &str) -> Cow<'_, str> {
    let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| *scheme != "sqlite") else {
        return Cow::Borrowed(url);
    };
    // A password may have any of these characters if somebody forgot to escape them.
    let (user, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    let (place, options) = place.split_once('?').map_or((place, ""), |(place, options)| (place, options));
    let user = user.split_once(':').map_or(user, |(user, _)| user);
    let at = if user.is_empty() { String::new() } else { format!("{user}:(hidden)@") };
    let option = |option: &str| {
        let (name, _) = option.split_once('=').unwrap_or((option, ""));
        if name.contains("pass") { format!("{name}=(hidden)") } else { option.to_owned() }
    };
    let options: Vec<String> = options.split('&').filter(|text| !text.is_empty()).map(option).collect();
    let mark = if options.is_empty() { "" } else { "?" };
    Cow::Owned(format!("{scheme}://{at}{place}{mark}{}", options.join("&")))
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
    use super::{DatabaseUrl, origin, without_password};

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
    #[test]
    fn a_password_in_a_url_is_not_shown() {
        for (url, shown) in [
            ("sqlite:data/a@b.sqlite", "sqlite:data/a@b.sqlite"),
            ("postgres://ann:secret@host:5432/cards", "postgres://ann:(hidden)@host:5432/cards"),
            ("postgres://ann:se/cr@et?@host/cards", "postgres://ann:(hidden)@host/cards"),
            ("postgresql://host/cards?password=secret&a=b", "postgresql://host/cards?password=(hidden)&a=b"),
            ("mysql://ann:secret@host/db", "mysql://ann:(hidden)@host/db"),
            ("postgres://host/cards", "postgres://host/cards"),
        ] {
            assert_eq!(without_password(url), shown);
        }
        let url: DatabaseUrl = "postgres://ann:secret@host/cards".parse().unwrap();
        assert!(!format!("{url:?}").contains("secret"));
    }
}
