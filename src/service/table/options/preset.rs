//! Presets: the kinds of table that the lobby suggests and quick seats use.

use super::check::check;
use crate::service::table::stored::options::StoredOptions;
use cardroom_api::table::options::{NewChairOptions, TableOptions};
use cardroom_rules::games::any::{AnyHand, GameKind};
use cardroom_rules::games::game::{Chips, Game};
use cardroom_rules::games::refusal::BadOption;

/// The kinds of table that the server offers, each as the options of such a table; its name is unique.
#[derive(Clone, Debug, PartialEq)]
pub struct Presets(Vec<StoredOptions>);

/// Presets that are not valid.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BadPresets {
    /// They cannot be read as presets.
    #[error("presets must be a list of tables' options: {0}")]
    Unreadable(String),
    /// No table can be opened on one of them.
    #[error("preset `{name}`: {bad}")]
    Option {
        /// Its name.
        name: String,
        /// The error.
        bad: BadOption,
    },
    /// Two have one name.
    #[error("two presets have the name `{0}`")]
    Twice(String),
}

impl Presets {
    /// The default presets.
    pub fn ready() -> Result<Self, BadPresets> {
        Self::read(include_str!("../../presets.json"))
    }

    /// From a list of options of tables, in the format of the API.
    pub fn read(json: &str) -> Result<Self, BadPresets> {
        let unreadable = |error: serde_json::Error| BadPresets::Unreadable(error.to_string());
        let list: Vec<TableOptions> = serde_json::from_str(json).map_err(unreadable)?;
        let chairs: Vec<NewChairOptions> = serde_json::from_str(json).map_err(unreadable)?;
        Self::of(
            list.into_iter().zip(chairs).map(|(options, chairs)| options.as_new(chairs).into()).collect(),
        )
    }

    fn of(list: Vec<StoredOptions>) -> Result<Self, BadPresets> {
        for (place, preset) in list.iter().enumerate() {
            let name = || preset.name.clone();
            check(preset).map_err(|bad| BadPresets::Option { name: name(), bad })?;
            if list[..place].iter().any(|before| before.name == preset.name) {
                return Err(BadPresets::Twice(name()));
            }
        }
        Ok(Self(list.into_iter().map(StoredOptions::of_a_new_table).collect()))
    }

    /// All of them, as they are sent.
    pub fn sent(&self) -> Vec<TableOptions> {
        self.0.iter().cloned().map(Into::into).collect()
    }

    /// The presets of a game, smallest stake first; only those of one stake if it is given.
    pub fn of_game(&self, game: GameKind, stake: Option<Chips>) -> Vec<&StoredOptions> {
        let is_asked = |preset: &&StoredOptions| {
            preset.game.kind() == game && stake.is_none_or(|stake| AnyHand::stake(&preset.game) == stake)
        };
        let mut found: Vec<&StoredOptions> = self.0.iter().filter(is_asked).collect();
        found.sort_by_key(|preset| AnyHand::stake(&preset.game));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{BadPresets, Presets};
    use cardroom_rules::games::any::GameKind;

    #[test]
    fn the_defaults_are_three_presets_for_each_game() {
        let presets = Presets::ready().unwrap();
        for &game in GameKind::ALL {
            let found = presets.of_game(game, None);
            assert_eq!(found.len(), 3, "{}", game.name());
            assert!(presets.of_game(game, Some(999_999)).is_empty());
        }
    }

    #[test]
    fn invalid_options_are_no_preset() {
        let list = |seats: u8, count: usize| {
            let one = format!(
                r#"{{"name": "A", "seats": {seats}, "min_buy_in": 0, "max_buy_in": 0, "game": {{"shengji": {{}}}}}}"#
            );
            Presets::read(&format!("[{}]", vec![one; count].join(",")))
        };
        assert!(list(4, 1).is_ok());
        assert!(matches!(list(5, 1), Err(BadPresets::Option { .. })));
        assert!(matches!(list(4, 2), Err(BadPresets::Twice(_))));
        assert!(matches!(Presets::read("{}"), Err(BadPresets::Unreadable(_))));
    }
}
