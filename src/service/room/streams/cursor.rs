//! Cursors: the versions that a player's stream has reached at each of its tables, as text that is opaque to clients.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_api::table::message::MeMessage;

/// How many tables a cursor holds.
pub const MOST_TABLES: usize = 64;

/// Which form of cursors this is.
const FORM: u8 = 2;
/// How long an identifier is, in bytes.
const ID: usize = 16;
/// How long a table and its version are.
const PLACE: usize = ID + size_of::<Version>();

/// The position of a player's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The player.
    pub player: PlayerId,
    /// A digest of the last message about the player, if one was sent.
    pub me: Option<MeDigest>,
    /// The last version that they know of each table.
    pub known: BTreeMap<TableId, Version>,
}

/// A short digest of a message about the player. It shows whether there is something new to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeDigest(u64);

impl MeDigest {
    /// Of this message, but for its time.
    pub fn of(me: &MeMessage) -> Self {
        let MeMessage { chips, seated, waiting, tournaments, friends, asking, now: _ } = me;
        let mut hasher = DefaultHasher::new();
        (chips, seated, waiting, friends, asking).hash(&mut hasher);
        if !tournaments.is_empty() {
            tournaments.hash(&mut hasher);
        }
        // 0 means none in a cursor.
        Self(hasher.finish() | 1)
    }
}

/// Text that is no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a cursor of these streams")]
pub struct NotACursor;

impl fmt::Display for Cursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![FORM];
        bytes.extend(self.player.0.as_bytes());
        bytes.extend(self.me.map_or(0, |MeDigest(digest)| digest).to_be_bytes());
        for (table, version) in &self.known {
            bytes.extend(table.0.as_bytes());
            bytes.extend(version.to_be_bytes());
        }
        out.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl FromStr for Cursor {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| NotACursor)?;
        let ([FORM], rest) = bytes.split_first_chunk().ok_or(NotACursor)? else { return Err(NotACursor) };
        let (player, places) = rest.split_first_chunk::<ID>().ok_or(NotACursor)?;
        let (digest, places) = places.split_first_chunk().ok_or(NotACursor)?;
        let me = Some(MeDigest(u64::from_be_bytes(*digest))).filter(|&MeDigest(digest)| digest != 0);
        let places = places.chunks(PLACE);
        if places.len() > MOST_TABLES {
            return Err(NotACursor);
        }
        let place = |place: &[u8]| {
            let (table, version) = place.split_first_chunk::<ID>()?;
            let version = Version::from_be_bytes(version.try_into().ok()?);
            Some((TableId(Uuid::from_bytes(*table)), version))
        };
        let known = places.map(place).collect::<Option<_>>().ok_or(NotACursor)?;
        Ok(Self { player: PlayerId(Uuid::from_bytes(*player)), me, known })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_back_and_nothing_else_is() {
        let id = |number| Uuid::from_u128(number);
        let known = [(0, 7), (1, 8), (2, u64::MAX)].map(|(table, version)| (TableId(id(table)), version));
        let known = BTreeMap::from(known);
        let nothing = Cursor { player: PlayerId(id(9)), me: None, known };
        assert_eq!(nothing.to_string().parse(), Ok(nothing.clone()));
        let cursor = Cursor { me: Some(MeDigest(7)), ..nothing };
        let text = cursor.to_string();
        assert_eq!(text.parse(), Ok(cursor));
        let longer = format!("{text}{}", "A".repeat(32 * MOST_TABLES));
        for bad in ["", "0", "AQ", "!", &text[1..], &text[..text.len() - 1], &longer] {
            assert_eq!(bad.parse::<Cursor>(), Err(NotACursor), "{bad}");
        }
    }
}
