//! Cursors: the versions that a player's stream has reached at each of its tables and tournaments, as text that is opaque to clients.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_api::table::message::MeMessage;

/// How many tables a cursor holds.
pub const MOST_TABLES: usize = 64;

/// How many tournaments it holds.
pub const MOST_TOURNAMENTS: usize = 20;

/// Which form of cursors this is: the number of tables stands before them, and tournaments follow.
const FORM: u8 = 3;
/// The form of cursors without tournaments, which is still read.
const TABLES_ALONE: u8 = 2;
/// How long an identifier is, in bytes.
const ID: usize = 16;
/// How long a table or a tournament and its version are.
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
    /// The last version that they know of each tournament.
    pub tournaments: BTreeMap<TournamentId, Version>,
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
        let tables = u8::try_from(self.known.len()).map_err(|_| fmt::Error)?;
        bytes.push(tables);
        let tables = self.known.iter().map(|(table, version)| (table.0, version));
        let tournaments = self.tournaments.iter().map(|(tournament, version)| (tournament.0, version));
        for (id, version) in tables.chain(tournaments) {
            bytes.extend(id.as_bytes());
            bytes.extend(version.to_be_bytes());
        }
        out.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl FromStr for Cursor {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| NotACursor)?;
        read(&bytes).ok_or(NotACursor)
    }
}

fn read(bytes: &[u8]) -> Option<Cursor> {
    let (&form, rest) = bytes.split_first()?;
    let (player, rest) = rest.split_first_chunk::<ID>()?;
    let (digest, rest) = rest.split_first_chunk()?;
    let me = Some(MeDigest(u64::from_be_bytes(*digest))).filter(|&MeDigest(digest)| digest != 0);
    let (tables, tournaments) = match form {
        TABLES_ALONE => (rest, &[][..]),
        FORM => {
            let (&tables, places) = rest.split_first()?;
            places.split_at_checked(usize::from(tables) * PLACE)?
        }
        _ => return None,
    };
    Some(Cursor {
        player: PlayerId(Uuid::from_bytes(*player)),
        me,
        known: read_places(tables, MOST_TABLES, TableId)?,
        tournaments: read_places(tournaments, MOST_TOURNAMENTS, TournamentId)?,
    })
}

/// Reads at most so many identifiers, each with a version.
fn read_places<Id: Ord>(bytes: &[u8], most: usize, id: fn(Uuid) -> Id) -> Option<BTreeMap<Id, Version>> {
    let places = bytes.chunks(PLACE);
    if places.len() > most {
        return None;
    }
    let place = |place: &[u8]| {
        let (own, version) = place.split_first_chunk::<ID>()?;
        Some((id(Uuid::from_bytes(*own)), Version::from_be_bytes(version.try_into().ok()?)))
    };
    places.map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    #[test]
    fn a_cursor_is_read_back_and_nothing_else_is() {
        let known = [(0, 7), (1, 8), (2, u64::MAX)].map(|(table, version)| (TableId(id(table)), version));
        let tournaments = [(0, 1), (4, u64::MAX)].map(|(own, version)| (TournamentId(id(own)), version));
        let nothing =
            Cursor { player: PlayerId(id(9)), me: None, known: known.into(), tournaments: BTreeMap::new() };
        assert_eq!(nothing.to_string().parse(), Ok(nothing.clone()));
        let alone = Cursor { known: BTreeMap::new(), tournaments: tournaments.into(), ..nothing.clone() };
        assert_eq!(alone.to_string().parse(), Ok(alone));
        let cursor = Cursor { me: Some(MeDigest(7)), tournaments: tournaments.into(), ..nothing };
        let text = cursor.to_string();
        assert_eq!(text.parse(), Ok(cursor));
        let longer = format!("{text}{}", "A".repeat(32 * MOST_TABLES));
        for bad in ["", "0", "AQ", "AwA", "!", &text[1..], &text[..text.len() - 1], &longer] {
            assert_eq!(bad.parse::<Cursor>(), Err(NotACursor), "{bad}");
        }
    }

    #[test]
    fn a_full_cursor_is_read_back_and_a_fuller_one_is_not() {
        let full = |tables: u128, tournaments: u128| Cursor {
            player: PlayerId(id(9)),
            me: None,
            known: (0..tables).map(|table| (TableId(id(table)), 1)).collect(),
            tournaments: (0..tournaments).map(|own| (TournamentId(id(own)), 1)).collect(),
        };
        let (tables, tournaments) = (MOST_TABLES as u128, MOST_TOURNAMENTS as u128);
        let most = full(tables, tournaments);
        assert_eq!(most.to_string().parse(), Ok(most));
        for fuller in [full(tables + 1, 0), full(0, tournaments + 1), full(tables, tournaments + 1)] {
            assert_eq!(fuller.to_string().parse::<Cursor>(), Err(NotACursor));
        }
    }

    #[test]
    fn a_cursor_of_earlier_releases_is_read_as_one_without_tournaments() {
        let version = |version: u64| version.to_be_bytes();
        let mut bytes = vec![2];
        bytes.extend(id(9).as_bytes());
        bytes.extend(version(7));
        let without = |known: &[(u128, u64)]| Cursor {
            player: PlayerId(id(9)),
            me: Some(MeDigest(7)),
            known: known.iter().map(|&(table, version)| (TableId(id(table)), version)).collect(),
            tournaments: BTreeMap::new(),
        };
        assert_eq!(URL_SAFE_NO_PAD.encode(&bytes).parse(), Ok(without(&[])));
        for (table, known) in [(3, 5), (4, 6)] {
            bytes.extend(id(table).as_bytes());
            bytes.extend(version(known));
        }
        assert_eq!(URL_SAFE_NO_PAD.encode(&bytes).parse(), Ok(without(&[(3, 5), (4, 6)])));
        bytes.push(0);
        assert_eq!(URL_SAFE_NO_PAD.encode(&bytes).parse::<Cursor>(), Err(NotACursor));
        bytes[0] = 1;
        assert_eq!(URL_SAFE_NO_PAD.encode(&bytes).parse::<Cursor>(), Err(NotACursor));
    }
}
