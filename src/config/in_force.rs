//! The settings that are in force, each with where its value comes from.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::json;

use super::keys::{Key, SettingKind, keys};
use super::values::without_password;
use super::wrong_setting::{OldName, WrongSetting, wrong};

/// The settings that are in force.
pub struct InForce {
    pub(super) settings: BTreeMap<&'static str, Setting>,
    /// The names of earlier releases among those that were given.
    pub(super) old_names: Vec<OldName>,
}

/// The value of a setting, as text, and where it comes from.
#[derive(Clone)]
pub(super) struct Setting {
    pub(super) text: String,
    pub(super) origin: String,
}

/// Shown instead of a secret. It is too short to be one.
const HIDDEN: &str = "(hidden)";

impl fmt::Debug for InForce {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("InForce")
    }
}

impl InForce {
    /// The value of a setting, if it is set.
    pub(super) fn optional<T>(
        &self,
        key: Key,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, WrongSetting> {
        let Some((text, origin)) = self.get(key) else { return Ok(None) };
        read(text).map(Some).ok_or_else(|| wrong(key, text, origin))
    }

    /// The value of a setting that has a default.
    pub(super) fn value<T>(&self, key: Key, read: impl Fn(&str) -> Option<T>) -> Result<T, WrongSetting> {
        self.optional(key, read)?.ok_or_else(|| wrong(key, "", "default"))
    }

    /// The values of a list.
    pub(super) fn list<T>(&self, key: Key, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, WrongSetting> {
        self.value(key, |text| items(text).map(&read).collect())
    }

    /// The value of a number.
    pub(super) fn number<T: TryFrom<u64>>(&self, key: Key) -> Result<T, WrongSetting> {
        let SettingKind::Number(least, most) = key.kind else { return Err(wrong(key, "", "default")) };
        self.value(key, |text| {
            let number = text.parse().ok().filter(|number| (least..=most).contains(number))?;
            number.try_into().ok()
        })
    }

    fn get(&self, key: Key) -> Option<(&str, &str)> {
        self.settings.get(key.name).map(|Setting { text, origin }| (text.as_str(), origin.as_str()))
    }

    /// All of them in the form of the file, with where each comes from beside it.
    pub fn toml(&self) -> String {
        let old_name = |OldName { name, instead }: &OldName| {
            format!("# the next release removes {name}: write {instead}\n")
        };
        let mut lines: Vec<String> = self.old_names.iter().map(old_name).collect();
        let mut at = "";
        for key in keys() {
            let (section, name) = key.in_section();
            if section != at {
                lines.push(format!("\n[{section}]\n"));
                at = section;
            }
            lines.push(match self.get(key) {
                Some((value, origin)) => {
                    format!("{:<40} # {origin}\n", format!("{name} = {}", shown(key, value)))
                }
                None => format!("{:<40} # not set\n", format!("# {name} =")),
            });
        }
        lines.concat()
    }

    /// All of them as one object of JSON, by their names.
    pub fn json(&self) -> String {
        let value = |key: Key| {
            let (value, origin) = self.get(key).unzip();
            let value = value.map(|text| match key.kind {
                SettingKind::Secret(_) => json!(HIDDEN),
                SettingKind::List(_) => json!(items(text).collect::<Vec<_>>()),
                SettingKind::Number(..) => text.parse::<u64>().map_or(json!(text), |number| json!(number)),
                SettingKind::Text(_) => json!(text),
                SettingKind::Url(_) => json!(without_password(text)),
            });
            (key.name.to_owned(), json!({"value": value, "from": origin}))
        };
        format!("{:#}\n", serde_json::Value::Object(keys().map(value).collect()))
    }
}

/// The items of a list that is written with commas between.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// A value as the file has it.
fn shown(key: Key, value: &str) -> String {
    let text = |text: &str| toml::Value::from(text).to_string();
    match key.kind {
        SettingKind::Secret(_) => text(HIDDEN),
        SettingKind::Text(_) => text(value),
        SettingKind::Url(_) => text(&without_password(value)),
        SettingKind::List(_) => toml::Value::from(items(value).collect::<Vec<_>>()).to_string(),
        SettingKind::Number(..) => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::given::Given;
    use super::super::keys::keys;
    use super::{InForce, shown};

    fn given() -> Given {
        let file = "listen = \"[::]:80\"\nadmin_token = \"0123456789abcdef\"\n[limits]\nprofile = \"public\"\n\
                    guests_per_hour = 7\n";
        let variables =
            [("CARDROOM_CORS_ORIGINS", "https://a.example, https://b.example"), ("CARDROOM_BOTS", "9")];
        Given {
            file: Some(("cardroom.toml".to_owned(), file.to_owned())),
            variables: variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            ..Given::default()
        }
    }

    #[test]
    fn settings_in_force_are_shown_with_their_sources() {
        let text = given().in_force().unwrap().toml();
        for line in [
            "listen = \"[::]:80\"                       # cardroom.toml",
            "data = \"data\"                            # default",
            "# database_url =                         # not set",
            "admin_token = \"(hidden)\"                 # cardroom.toml",
            "cors_origins = [\"https://a.example\", \"https://b.example\"] # CARDROOM_CORS_ORIGINS",
            "[limits]",
            "guests_per_hour = 7                      # cardroom.toml",
            "reads_of_address = 50                    # profile public",
            "bots = 9                                 # CARDROOM_BOTS",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}: {text}");
        }
        assert!(text.starts_with("# the next release removes CARDROOM_BOTS: write `bots` in the section"));
        assert!(!text.contains("0123456789"), "{text}");
    }

    #[test]
    fn shown_settings_can_be_written_into_the_file() {
        let mut given = given();
        given.file.as_mut().unwrap().1 = given.file.as_ref().unwrap().1.replace("admin_token", "#");
        let text = given.in_force().unwrap().toml();
        let again = Given { file: Some(("again".to_owned(), text)), ..Given::default() };
        let (once, twice) = (given.in_force().unwrap(), again.in_force().unwrap());
        for key in keys() {
            let of = |in_force: &InForce| in_force.get(key).map(|(text, _)| shown(key, text));
            assert_eq!(of(&once), of(&twice), "{}", key.name);
        }
    }

    #[test]
    fn programs_read_it_as_json() {
        let shown: serde_json::Value = serde_json::from_str(&given().in_force().unwrap().json()).unwrap();
        assert_eq!(shown.as_object().unwrap().len(), keys().count());
        assert_eq!(shown["limits.bots"], serde_json::json!({"value": 9, "from": "CARDROOM_BOTS"}));
        assert_eq!(shown["admin_token"]["value"], "(hidden)");
        assert_eq!(shown["presets"]["value"], serde_json::Value::Null);
        assert_eq!(shown["trusted_proxies"]["value"], serde_json::json!([]));
    }
}
