//! Every setting: its key in the file, what it means, and what it may be.

use crate::http::limit_settings::LimitSettings;
use cardroom_rules::games::game::{Chips, MOST_CHIPS};

/// A setting.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name in the file; with a section in front, as in `limits.profile`.
    pub name: &'static str,
    /// The meaning, in a sentence.
    pub doc: &'static str,
    /// The kind of its value.
    pub kind: SettingKind,
    /// Its value if nothing sets it, and no profile.
    pub default: Option<&'static str>,
}

/// The kind of a setting's value.
#[derive(Clone, Copy, Debug)]
pub enum SettingKind {
    /// A text that must be of a form, which this says.
    Text(&'static str),
    /// The same, and nobody may see it.
    Secret(&'static str),
    /// A URL that must be of a form, which this says. Nobody may see the password in it.
    Url(&'static str),
    /// A list of texts that must be of a form, which this says.
    List(&'static str),
    /// A whole number of at least this and at most that.
    Number(u64, u64),
}

/// How the names of all variables begin.
pub const PREFIX: &str = "CARDROOM_";

/// The largest grant: eight million players may have it before their chips pass [`MOST_CHIPS`].
const MOST_GRANT: Chips = MOST_CHIPS >> 23;

/// The address and port.
pub const LISTEN: Key = Key {
    name: "listen",
    doc: "The address and port to listen on.",
    kind: SettingKind::Text("an address and a port, such as 127.0.0.1:8080"),
    default: Some("127.0.0.1:8080"),
};
/// The data folder.
pub const DATA: Key = Key {
    name: "data",
    doc: "The folder for the database and the rank table.",
    kind: SettingKind::Text("a path"),
    default: Some("data"),
};
/// The database.
pub const DATABASE_URL: Key = Key {
    name: "database_url",
    doc: "The database: `sqlite:FILE`, or `postgres://USER:PASSWORD@HOST/DATABASE`. Unset, it is `cardroom.sqlite` in the data folder.",
    kind: SettingKind::Url("sqlite:FILE, without options, or postgres://USER:PASSWORD@HOST/DATABASE"),
    default: None,
};
/// When the database is migrated.
pub const MIGRATE: Key = Key {
    name: "migrate",
    doc: "When a database of an older release is migrated: `start`, or `command` if only `cardroom migrate` does it.",
    kind: SettingKind::Text("start or command"),
    default: Some("start"),
};
/// The kinds of table.
pub const PRESETS: Key = Key {
    name: "presets",
    doc: "A file with the kinds of table to offer: a JSON list of tables' options. Unset, there are three for each game.",
    kind: SettingKind::Text("a path"),
    default: None,
};
/// The filter of the log.
pub const LOG: Key = Key {
    name: "log",
    doc: "What is logged: a level, or `target=level` with commas between.",
    kind: SettingKind::Text("a level, or target=level with commas between"),
    default: Some("info"),
};
/// How it is logged.
pub const LOG_FORMAT: Key = Key {
    name: "log_format",
    doc: "How it is logged: `text`, or `json` with one object a line.",
    kind: SettingKind::Text("text or json"),
    default: Some("text"),
};
/// The admin's token.
pub const ADMIN_TOKEN: Key = Key {
    name: "admin_token",
    doc: "The token for `/v1/admin`. Unset, nobody may use these routes.",
    kind: SettingKind::Secret("16 to 256 visible ASCII characters"),
    default: None,
};
/// The origins of web pages.
pub const CORS_ORIGINS: Key = Key {
    name: "cors_origins",
    doc: "The origins of the web pages whose scripts may use the API.",
    kind: SettingKind::List("origins, such as https://play.example.org"),
    default: Some(""),
};
/// The proxies.
pub const TRUSTED_PROXIES: Key = Key {
    name: "trusted_proxies",
    doc: "The proxies whose `X-Forwarded-For` is believed: addresses or networks.",
    kind: SettingKind::List("addresses or networks, such as 10.0.0.0/8"),
    default: Some(""),
};
/// The first grant.
pub const GUEST_CHIPS: Key = Key {
    name: "grants.guest_chips",
    doc: "The play chips of a new player.",
    kind: SettingKind::Number(0, MOST_GRANT),
    default: Some("10000"),
};
/// The refill.
pub const REFILL: Key = Key {
    name: "grants.refill",
    doc: "The play chips that a player who has lost theirs may ask for; 0 is none.",
    kind: SettingKind::Number(0, MOST_GRANT),
    default: Some("2000"),
};
/// The time between refills.
pub const REFILL_EVERY: Key = Key {
    name: "grants.refill_every",
    doc: "The hours between two refills of one player.",
    kind: SettingKind::Number(1, 65_535),
    default: Some("24"),
};
/// Who may have one.
pub const REFILL_BELOW: Key = Key {
    name: "grants.refill_below",
    doc: "A player with as many chips, those at tables counted, gets no refill.",
    kind: SettingKind::Number(0, MOST_GRANT),
    default: Some("500"),
};
/// The limits that hold unless they are set one by one.
pub const PROFILE: Key = Key {
    name: "limits.profile",
    doc: "The limits: `private` for a home network, `public` for the open internet, or `off` for none.",
    kind: SettingKind::Text("private, public or off"),
    default: Some("private"),
};

/// All settings but the limits themselves.
const KEYS: [Key; 15] = [
    LISTEN,
    DATA,
    DATABASE_URL,
    MIGRATE,
    PRESETS,
    LOG,
    LOG_FORMAT,
    ADMIN_TOKEN,
    CORS_ORIGINS,
    TRUSTED_PROXIES,
    GUEST_CHIPS,
    REFILL,
    REFILL_EVERY,
    REFILL_BELOW,
    PROFILE,
];

/// All settings, section by section.
pub fn keys() -> impl Iterator<Item = Key> {
    KEYS.into_iter().chain(LimitSettings::ALL.iter().map(|limit| Key::limit(limit.key, limit.doc)))
}

/// The setting of this name.
pub fn key(name: &str) -> Option<Key> {
    keys().find(|key| key.name == name)
}

impl Key {
    /// A limit; its profile has its value.
    pub(super) fn limit(name: &'static str, doc: &'static str) -> Self {
        Self { name, doc: doc.trim_ascii(), kind: SettingKind::Number(0, u32::MAX.into()), default: None }
    }

    /// Its section of the file, and its name there.
    pub fn in_section(&self) -> (&'static str, &'static str) {
        self.name.split_once('.').unwrap_or(("", self.name))
    }

    /// Whether a flag sets it. What has none is set by the file or by a variable.
    pub fn has_flag(&self) -> bool {
        self.in_section().0.is_empty() || self.name == PROFILE.name
    }

    /// The flag that sets it; of one that has none, the flag that did until this release.
    pub fn flag(&self) -> String {
        let name = if self.has_flag() { self.name } else { self.in_section().1 };
        name.replace(['.', '_'], "-")
    }

    /// The variable that sets it.
    pub fn variable(&self) -> String {
        variable(self.name)
    }

    /// The variable that did until this release.
    pub fn old_variable(&self) -> Option<String> {
        (!self.has_flag()).then(|| variable(self.in_section().1))
    }

    /// What it may be, for people.
    pub fn allowed(&self) -> String {
        match self.kind {
            SettingKind::Text(form)
            | SettingKind::Secret(form)
            | SettingKind::Url(form)
            | SettingKind::List(form) => form.to_owned(),
            SettingKind::Number(least, most) => format!("a whole number from {least} to {most}"),
        }
    }
}

fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.replace('.', "_").to_uppercase())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::keys;

    #[test]
    fn no_two_settings_have_a_flag_or_a_variable_in_common() {
        let (mut flags, mut variables) = (BTreeSet::new(), BTreeSet::new());
        for key in keys() {
            assert!(flags.insert(key.flag()), "{}", key.name);
            for variable in [Some(key.variable()), key.old_variable()].into_iter().flatten() {
                assert!(variables.insert(variable), "{}", key.name);
            }
        }
    }

    #[test]
    fn few_flags_are_enough() {
        // Beside these are `--config` and `--accept-loss`.
        assert_eq!(keys().filter(super::Key::has_flag).count(), 11);
    }
}
