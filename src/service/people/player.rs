//! Who plays.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::games::game::Chips;
use crate::service::avatar::Avatar;
use crate::service::id::PlayerId;
use crate::service::text::{composed, is_unprintable, shows};

/// A player: a guest, or one with an account to sign in to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// What others see.
    pub name: String,
    /// What they look like.
    pub avatar: Avatar,
    /// What they sign in with; `None` for a guest. Lower case.
    pub login: Option<String>,
    /// Since when.
    pub created_at: Timestamp,
    /// Chips away from any table.
    pub chips: Chips,
    /// When they were last given chips anew.
    pub refilled_at: Option<Timestamp>,
}

/// What others see of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Their name.
    pub name: Arc<str>,
    /// Their picture.
    pub avatar: Avatar,
}

/// What somebody is called who has been deleted.
pub const DELETED: &str = "Deleted player";

/// What others see of a player: 1 to 30 printable characters, of which one at least shows by itself, without space at its
/// ends. It is kept in Unicode's normal form C. Names need not differ.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(
    value_type = String, min_length = 1, max_length = 30, example = "Ada",
    // One that shows, and none that does not: see `is_unprintable`.
    pattern = "^[^\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]*[^\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb][^\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]*$",
)]
pub struct Name(String);

/// Text that is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to 30 printable characters, and one at least that shows by itself")]
pub struct NotAName;

impl Name {
    /// The name of a guest who chose none: `Guest` and the end of the identifier.
    pub fn of_guest(id: PlayerId) -> Self {
        let tail = id.0.as_u128() & 0xffff;
        Self(format!("Guest {tail:04x}"))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = NotAName;

    fn try_from(text: String) -> Result<Self, NotAName> {
        let name = composed(text.trim());
        let fits = (1..=30).contains(&name.chars().count())
            && !name.chars().any(is_unprintable)
            && name.chars().any(shows);
        if fits { Ok(Self(name)) } else { Err(NotAName) }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    fn name(text: &str) -> Option<String> {
        Name::try_from(text.to_owned()).ok().map(|name| name.to_string())
    }

    #[test]
    fn a_name_is_printable_and_short() {
        assert_eq!(name("  Ada Lovelace "), Some("Ada Lovelace".to_owned()));
        assert_eq!(name("李雷 👩‍🚀"), Some("李雷 👩‍🚀".to_owned()));
        assert_eq!(name(&"é".repeat(30)), Some("é".repeat(30)));
        for bad in ["", "   ", "a\nb", "a\u{0}b", "\u{202e}adA", "\u{200b}", "\u{3164}"] {
            assert_eq!(name(bad), None, "{bad:?}");
        }
        assert_eq!(name(&"a".repeat(31)), None);
    }

    #[test]
    fn a_name_shows_and_is_one_text_however_it_was_typed() {
        assert_eq!(name("A\u{308}nne"), Some("Änne".to_owned()));
        assert_eq!(name(&"e\u{301}".repeat(30)), Some("é".repeat(30)));
        for bad in ["\u{301}", "\u{301}\u{302} \u{303}", "\u{200d}", "\u{fe0f}", "\u{2800}", "\u{34f}"] {
            assert_eq!(name(bad), None, "{bad:?}");
        }
    }
}
