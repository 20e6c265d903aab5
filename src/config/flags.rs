//! The flags that set something: one for each setting that has one, and those that earlier releases had.

use std::collections::BTreeMap;
use std::fmt;

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use super::keys::{Key, SettingKind, keys};

/// The flags that were given, by the names of what they set. `Debug` shows no value, for one of them is secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Flags(BTreeMap<&'static str, String>);

impl Flags {
    /// With this flag too.
    #[must_use]
    pub fn with(mut self, key: Key, value: impl Into<String>) -> Self {
        self.0.insert(key.name, value.into());
        self
    }

    /// The given value of a setting.
    pub fn get(&self, key: Key) -> Option<&str> {
        self.0.get(key.name).map(String::as_str)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.0.keys()).finish()
    }
}

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        command.args(keys().map(|key| argument(&key)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(key: &Key) -> Arg {
    let (value, note) = match key.kind {
        SettingKind::Text(_) => ("VALUE", ""),
        SettingKind::Secret(_) => ("SECRET", ""),
        SettingKind::Url(_) => ("URL", ""),
        SettingKind::List(_) => ("LIST", ", with commas between"),
        SettingKind::Number(..) => ("NUMBER", ""),
    };
    let default = key.default.filter(|default| !default.is_empty());
    let default = default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
    let doc = key.doc.trim_end_matches('.').replace('`', "");
    let help = format!("{doc}{note}{default} [env: {}]", key.variable());
    Arg::new(key.name).long(key.flag()).value_name(value).help(help).hide(!key.has_flag())
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = keys().filter_map(|key| Some((key.name, matches.get_one::<String>(key.name)?.clone())));
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}
