//! Settings that cannot be used, and names of earlier releases.

use ::config::ConfigError;

use super::keys::{Key, SettingKind};
use super::values::without_password;

/// The file that is read if no other is named, in the working directory.
pub const FILE: &str = "cardroom.toml";

/// A setting that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WrongSetting {
    /// The file cannot be read.
    #[error("cannot read {0}")]
    Unreadable(String, #[source] std::io::Error),
    /// The file is not of TOML.
    #[error("{0} is not TOML")]
    NotToml(String, #[source] ConfigError),
    /// A variable is no text.
    #[error("{0} is not Unicode")]
    NotUnicode(String),
    /// Nothing has this name.
    #[error("{file}: there is no setting {name}; allowed here: {allowed}")]
    Unknown {
        /// The name, with its section.
        name: String,
        /// The file that has it.
        file: String,
        /// The names that may be there.
        allowed: String,
    },
    /// It may not have this value.
    #[error("{name} must be {allowed}, not {given} ({origin})")]
    Value {
        /// The name, with its section.
        name: &'static str,
        /// The allowed values.
        allowed: String,
        /// The value that was given.
        given: String,
        /// The file, flag or variable that gives it.
        origin: String,
    },
}

/// A name of an earlier release that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldName {
    /// The flag or the variable.
    pub name: String,
    /// The name to write instead.
    pub instead: String,
}

impl OldName {
    pub(super) fn of(name: String, key: Key) -> Self {
        let (section, own) = key.in_section();
        let instead =
            format!("`{own}` in the section [{section}] of {FILE}, or the variable {}", key.variable());
        Self { name, instead }
    }
}

/// That a setting may not have this value, which stays unsaid if it is secret.
pub(super) fn wrong(key: Key, given: &str, origin: &str) -> WrongSetting {
    let given = match key.kind {
        SettingKind::Secret(_) => "what was given".to_owned(),
        SettingKind::Url(_) => format!("{:?}", without_password(given)),
        SettingKind::Text(_) | SettingKind::List(_) | SettingKind::Number(..) => format!("{given:?}"),
    };
    WrongSetting::Value { name: key.name, allowed: key.allowed(), given, origin: origin.to_owned() }
}
