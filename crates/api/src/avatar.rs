//! Avatars: the pictures that the server offers to players.

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use utoipa::ToSchema;
use uuid::Uuid;

/// A picture, by its name. The client draws it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(example = "otter")]
#[allow(missing_docs, reason = "each is a picture of what it names")]
pub enum Avatar {
    Badger,
    Bear,
    Cat,
    Crane,
    Dog,
    Dragon,
    Fox,
    Frog,
    Goat,
    Hare,
    Horse,
    Koi,
    Lion,
    Monkey,
    Otter,
    Owl,
    Ox,
    Panda,
    Phoenix,
    Rooster,
    Snake,
    Tiger,
    Turtle,
    Wolf,
}

impl Avatar {
    /// The picture of a player who chose none. It depends on the identifier alone, so it stays the same.
    pub fn of(player: Uuid) -> Self {
        let all = Self::VARIANTS;
        let place = player.as_u128() % all.len() as u128;
        usize::try_from(place).ok().and_then(|place| all.get(place)).copied().unwrap_or(Self::Badger)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::Avatar;

    #[test]
    fn a_picture_is_read_by_its_name_and_every_player_has_one() {
        assert_eq!("otter".parse(), Ok(Avatar::Otter));
        assert_eq!(Avatar::Otter.name(), "otter");
        assert_eq!(Avatar::of(Uuid::from_u128(0)), Avatar::Badger);
        assert_eq!(Avatar::of(Uuid::from_u128(47)), Avatar::Wolf);
    }
}
