//! The sources of settings: a file, variables of the environment, and flags. Merged, they are [`InForce`].

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use ::config::{Config, ConfigError, File, FileFormat, Map, Source, Value, ValueKind};

use super::flags::Flags;
use super::in_force::{InForce, Setting};
use super::keys::{Key, PREFIX, PROFILE, SettingKind, key, keys};
use super::values::Profile;
use super::wrong_setting::{FILE, OldName, WrongSetting, wrong};
use crate::http::limit_settings::LimitSettings;

/// The sources of the settings, before they are merged.
#[derive(Clone, Default)]
pub struct Given {
    /// The name and the text of the file with settings; `None` if there is no file.
    pub file: Option<(String, String)>,
    /// The variables of the environment that begin with `CARDROOM_`, by name.
    pub variables: Vec<(String, String)>,
    /// The flags of the command line.
    pub flags: Flags,
}

/// The settings of one source. `Debug` shows no values, because some are secret.
#[derive(Clone, Default)]
struct Layer(Vec<(Key, Value)>);

impl Layer {
    fn set(&mut self, key: Key, text: &str, origin: &str) {
        self.0.push((key, Value::new(Some(&origin.to_owned()), text)));
    }
}

impl fmt::Debug for Layer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.0.iter().map(|(key, _)| key.name)).finish()
    }
}

impl Source for Layer {
    fn clone_into_box(&self) -> Box<dyn Source + Send + Sync> {
        Box::new(self.clone())
    }

    fn collect(&self) -> Result<Map<String, Value>, ConfigError> {
        Ok(self.0.iter().map(|(key, value)| (key.name.to_owned(), value.clone())).collect())
    }
}

impl Given {
    /// The sources of this process: these flags, its variables, and the named file; without a name, `cardroom.toml` if it exists.
    ///
    /// # Errors
    /// The file cannot be read, or a variable is not Unicode.
    pub fn here(file: Option<&Path>, flags: Flags) -> Result<Self, WrongSetting> {
        let name = file.unwrap_or(Path::new(FILE));
        let named = || name.display().to_string();
        let file = match fs::read_to_string(name) {
            Ok(text) => Some((named(), text)),
            Err(error) if file.is_none() && error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(WrongSetting::Unreadable(named(), error)),
        };
        let own = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
        let own =
            own.filter(|(name, _)| name.starts_with(PREFIX)).map(|(name, value)| match value.into_string() {
                Ok(value) => Ok((name, value)),
                Err(_) => Err(WrongSetting::NotUnicode(name)),
            });
        Ok(Self { file, variables: own.collect::<Result<_, _>>()?, flags })
    }

    /// Merges the sources: a flag counts more than a variable, a variable more than the file, and the file more than the default.
    ///
    /// # Errors
    /// The file is not TOML, a key is unknown, or a value is not of the key's kind.
    pub fn in_force(&self) -> Result<InForce, WrongSetting> {
        let mut old = Vec::new();
        let (variables, flags) = (self.layer_of_variables(&mut old), self.layer_of_flags(&mut old));
        let (file, contents) = self.file.clone().unwrap_or_default();
        let merged = Config::builder()
            .add_source(File::from_str(&contents, FileFormat::Toml))
            .add_source(variables)
            .add_source(flags)
            .build()
            .and_then(|config| config.collect())
            .map_err(|error| WrongSetting::NotToml(file.clone(), error))?;
        let mut settings = BTreeMap::new();
        for (name, value) in entries(merged) {
            let key = key(&name).ok_or_else(|| unknown(&name, &file))?;
            // Values from the text of a file have no origin yet.
            let origin = value.origin().unwrap_or(&file).to_owned();
            let Some(text) = text(key.kind, &value) else {
                return Err(wrong(key, &value.to_string(), &origin));
            };
            settings.insert(key.name, Setting { text, origin });
        }
        for (key, text) in keys().filter_map(|key| Some((key, key.default?.to_owned()))) {
            settings.entry(key.name).or_insert(Setting { text, origin: "default".to_owned() });
        }
        let mut in_force = InForce { settings, old_names: old };
        let profile: Profile = in_force.value(PROFILE, |text| text.parse().ok())?;
        let name: &str = profile.into();
        for limit in LimitSettings::ALL {
            let of_profile =
                Setting { text: profile.of(limit).to_string(), origin: format!("profile {name}") };
            in_force.settings.entry(limit.key).or_insert(of_profile);
        }
        Ok(in_force)
    }

    /// The settings from variables. The names of earlier releases come first, because the current names count more.
    fn layer_of_variables(&self, old: &mut Vec<OldName>) -> Layer {
        let mut layer = Layer::default();
        let given = |name: &str| self.variables.iter().find(|(given, _)| given == name);
        for key in keys() {
            if let Some((name, text)) = key.old_variable().and_then(|name| given(&name)) {
                layer.set(key, text, name);
                old.push(OldName::of(name.clone(), key));
            }
            if let Some((name, text)) = given(&key.variable()) {
                layer.set(key, text, name);
            }
        }
        layer
    }

    fn layer_of_flags(&self, old: &mut Vec<OldName>) -> Layer {
        let mut layer = Layer::default();
        for key in keys() {
            let Some(text) = self.flags.get(key) else { continue };
            let flag = format!("--{}", key.flag());
            if !key.has_flag() {
                old.push(OldName::of(flag.clone(), key));
            }
            layer.set(key, text, &flag);
        }
        layer
    }
}

/// The error about a key of the file that is no setting, with the keys that are allowed in its section.
fn unknown(name: &str, file: &str) -> WrongSetting {
    let (section, _) = name.split_once('.').unwrap_or(("", name));
    let is_section = |section: &str| keys().any(|key| key.in_section().0 == section);
    let section = if is_section(section) { section } else { "" };
    let here = keys().filter(|key| key.in_section().0 == section).map(|key| key.in_section().1.to_owned());
    let mut allowed: Vec<String> = here.collect();
    if section.is_empty() {
        let mut sections: Vec<&str> = keys().map(|key| key.in_section().0).collect();
        sections.dedup();
        allowed.extend(sections.iter().filter(|name| !name.is_empty()).map(|name| format!("[{name}]")));
    }
    WrongSetting::Unknown { name: name.to_owned(), file: file.to_owned(), allowed: allowed.join(", ") }
}

/// The entries of all sections by their names. A section that has none, or that is no table, is an entry itself.
fn entries(merged: Map<String, Value>) -> impl Iterator<Item = (String, Value)> {
    merged.into_iter().flat_map(|(name, value)| match value.kind {
        ValueKind::Table(section) if keys().any(|key| key.in_section().0 == name) => {
            section.into_iter().map(|(own, value)| (format!("{name}.{own}"), value)).collect()
        }
        _ => vec![(name, value)],
    })
}

/// The text of a value, if it is of this kind.
fn text(kind: SettingKind, value: &Value) -> Option<String> {
    match (kind, &value.kind) {
        (_, ValueKind::String(text)) => Some(text.clone()),
        (SettingKind::Number(..), ValueKind::I64(number)) => Some(number.to_string()),
        (SettingKind::List(_), ValueKind::Array(items)) => {
            let texts = items.iter().map(|item| text(kind, item));
            Some(texts.collect::<Option<Vec<_>>>()?.join(","))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::flags::Flags;
    use super::super::keys::{ADMIN_TOKEN, DATA, GUEST_CHIPS, Key, LISTEN, LOG, PROFILE, key};
    use super::super::server_config::ServerConfig;
    use super::{Given, OldName};

    fn of_file(text: &str) -> Given {
        Given { file: Some(("cardroom.toml".to_owned(), text.to_owned())), ..Given::default() }
    }

    fn of_variable(name: &str, value: &str) -> Given {
        Given { variables: vec![(name.to_owned(), value.to_owned())], ..Given::default() }
    }

    fn reads() -> Key {
        key("limits.reads_of_address").unwrap()
    }

    /// The value that is in force, and where it comes from.
    fn value(given: &Given, key: Key) -> (String, String) {
        let setting = given.in_force().unwrap().settings[key.name].clone();
        (setting.text, setting.origin)
    }

    fn pair(value: &str, origin: &str) -> (String, String) {
        (value.to_owned(), origin.to_owned())
    }

    /// The message about settings that cannot be used.
    fn complaint(given: &Given) -> String {
        given.in_force().and_then(|in_force| ServerConfig::read(&in_force, false)).unwrap_err().to_string()
    }

    #[test]
    fn a_flag_counts_more_than_a_variable_and_that_more_than_the_file() {
        let mut given = Given::default();
        assert_eq!(value(&given, LOG), pair("info", "default"));
        given.file = of_file("log = \"error\"").file;
        assert_eq!(value(&given, LOG), pair("error", "cardroom.toml"));
        given.variables = of_variable("CARDROOM_LOG", "warn").variables;
        assert_eq!(value(&given, LOG), pair("warn", "CARDROOM_LOG"));
        given.flags = Flags::default().with(LOG, "debug");
        assert_eq!(value(&given, LOG), pair("debug", "--log"));
        assert_eq!(value(&given, DATA), pair("data", "default"));
    }

    #[test]
    fn the_file_counts_more_than_the_profile_and_that_more_than_the_default() {
        assert_eq!(value(&Given::default(), reads()), pair("200", "profile private"));
        let mut given = of_file("[limits]\nprofile = \"public\"");
        assert_eq!(value(&given, reads()), pair("50", "profile public"));
        given.file = of_file("[limits]\nprofile = \"public\"\nreads_of_address = 7").file;
        assert_eq!(value(&given, reads()), pair("7", "cardroom.toml"));
        given.flags = Flags::default().with(PROFILE, "off");
        assert_eq!(value(&given, reads()), pair("7", "cardroom.toml"));
        assert_eq!(value(&given, key("limits.writes_of_address").unwrap()), pair("0", "profile off"));
        given.variables = of_variable("CARDROOM_LIMITS_READS_OF_ADDRESS", "9").variables;
        assert_eq!(value(&given, reads()), pair("9", "CARDROOM_LIMITS_READS_OF_ADDRESS"));
    }

    #[test]
    fn an_unknown_key_is_named_with_its_file_and_the_allowed_ones() {
        for (text, says) in [
            ("listn = \"[::]:80\"", ["cardroom.toml", "no setting listn", "allowed here: listen, data, "]),
            ("[limit]", ["cardroom.toml", "no setting limit;", "[grants], [limits]"]),
            ("limits = 3", ["cardroom.toml", "no setting limits;", "[grants], [limits]"]),
            ("[listen]\nport = 80", ["listen must be", "an address and a port", "cardroom.toml"]),
            ("[limits]\nread = 3", ["cardroom.toml", "no setting limits.read;", "profile, connections, "]),
            ("[grants]\nprofile = 3", ["no setting grants.profile;", "guest_chips", "refill_below"]),
            ("listen", ["cardroom.toml", "is not TOML", ""]),
        ] {
            let said = complaint(&of_file(text));
            assert!(says.iter().all(|part| said.contains(part)), "{text}: {said}");
        }
    }

    #[test]
    fn a_wrong_value_is_named_with_its_key_its_source_and_the_allowed_ones() {
        for (text, says) in [
            (
                "listen = \"nowhere\"",
                ["listen must be an address and a port", "\"nowhere\"", "(cardroom.toml)"],
            ),
            ("listen = 8080", ["listen must be", "\"8080\"", "such as 127.0.0.1:8080"]),
            ("data = true", ["data must be", "\"true\"", "a path"]),
            ("database_url = \"mysql://host/db\"", ["database_url must be", "mysql", "sqlite:FILE"]),
            ("database_url = \"sqlite:\"", ["database_url must be", "sqlite:", "sqlite:FILE"]),
            ("log = \"a=b=c\"", ["log must be a level", "a=b=c", ""]),
            ("log_format = \"xml\"", ["log_format must be text or json", "\"xml\"", ""]),
            ("cors_origins = [\"play.example.org\"]", ["cors_origins must be origins", "play.example", ""]),
            ("cors_origins = [1]", ["cors_origins must be origins", "", ""]),
            ("trusted_proxies = \"10.0.0.0/33\"", ["trusted_proxies must be", "10.0.0.0/33", "networks"]),
            ("[grants]\nguest_chips = -5", ["grants.guest_chips must be", "-5", "a whole number from 0 to "]),
            ("[grants]\nrefill_every = 0", ["grants.refill_every must be", "\"0\"", "from 1 to 65535"]),
            (
                "[limits]\nprofile = \"home\"",
                ["limits.profile must be", "\"home\"", "private, public or off"],
            ),
            ("[limits]\nguests_per_hour = true", ["limits.guests_per_hour must be", "true", "4294967295"]),
            ("[limits]\nguests_per_hour = 1.5", ["limits.guests_per_hour must be", "1.5", "4294967295"]),
        ] {
            let said = complaint(&of_file(text));
            assert!(says.iter().all(|part| said.contains(part)), "{text}: {said}");
        }
        let said = complaint(&of_variable("CARDROOM_LIMITS_READS_OF_ADDRESS", "few"));
        assert!(said.contains("\"few\" (CARDROOM_LIMITS_READS_OF_ADDRESS)"), "{said}");
        let said = complaint(&Given { flags: Flags::default().with(LISTEN, "here"), ..Given::default() });
        assert!(said.contains("\"here\" (--listen)"), "{said}");
    }

    #[test]
    fn a_secret_is_not_shown() {
        let given = of_variable("CARDROOM_ADMIN_TOKEN", "0123456789abcdef");
        let config = ServerConfig::read(&given.in_force().unwrap(), false).unwrap();
        assert!(config.admin_token.as_ref().is_some_and(|token| token.is("0123456789abcdef")));
        assert!(!format!("{config:?}").contains("0123456789"));
        let flags = Flags::default().with(ADMIN_TOKEN, "0123456789abcdef");
        assert!(!format!("{flags:?}").contains("0123456789"));
        let said = complaint(&of_variable("CARDROOM_ADMIN_TOKEN", "a short one"));
        assert!(said.contains("admin_token must be 16 to 256") && !said.contains("a short one"), "{said}");
    }

    #[test]
    fn names_of_earlier_releases_count_and_name_their_replacements() {
        let old = |given: &Given| given.in_force().unwrap().old_names;
        let mut given = of_variable("CARDROOM_READS_OF_ADDRESS", "3");
        assert_eq!(value(&given, reads()), pair("3", "CARDROOM_READS_OF_ADDRESS"));
        let instead = "`reads_of_address` in the section [limits] of cardroom.toml, \
                       or the variable CARDROOM_LIMITS_READS_OF_ADDRESS";
        let name = OldName { name: "CARDROOM_READS_OF_ADDRESS".to_owned(), instead: instead.to_owned() };
        assert_eq!(old(&given), [name]);
        given.variables.extend(of_variable("CARDROOM_LIMITS_READS_OF_ADDRESS", "4").variables);
        assert_eq!(value(&given, reads()), pair("4", "CARDROOM_LIMITS_READS_OF_ADDRESS"));
        given.flags = Flags::default().with(reads(), "5").with(GUEST_CHIPS, "6");
        assert_eq!(value(&given, reads()), pair("5", "--reads-of-address"));
        assert_eq!(value(&given, GUEST_CHIPS), pair("6", "--guest-chips"));
        assert_eq!(old(&given).len(), 3);
        // Valid settings cause no message.
        assert_eq!(old(&of_file("[limits]\nreads_of_address = 5")), []);
        assert_eq!(old(&of_variable("CARDROOM_LISTEN", "[::]:80")), []);
    }
}
