//! Telling apart at a table whose names look alike.

use std::sync::Arc;

use super::state::Sitting;
use crate::service::id::PlayerId;
use crate::service::text::Look;

/// Who at a table has a name that looks like another's there. Found once for each company: what a name looks like takes as
/// long to find as a whole move.
#[derive(Clone, Debug, Default)]
pub struct Lookalikes(Arc<[PlayerId]>);

impl Lookalikes {
    /// Those among the players on these chairs.
    pub fn among(chairs: &[Sitting]) -> Self {
        if chairs.len() < 2 {
            return Self::default();
        }
        let looks: Vec<(PlayerId, Look)> =
            chairs.iter().map(|chair| (chair.player, Look::of(&chair.name))).collect();
        let is_alike = |(player, look): &&(PlayerId, Look)| {
            looks.iter().any(|(other, its)| other != player && its.is_like(look))
        };
        Self(looks.iter().filter(is_alike).map(|(player, _)| *player).collect())
    }

    /// The same for other chairs, where these were for `before`.
    #[must_use]
    pub fn after(&self, before: &[Sitting], chairs: &[Sitting]) -> Self {
        fn names(chairs: &[Sitting]) -> impl Iterator<Item = (PlayerId, &str)> {
            chairs.iter().map(|chair| (chair.player, chair.name.as_str()))
        }
        if names(before).eq(names(chairs)) { self.clone() } else { Self::among(chairs) }
    }

    /// A few digits of a player's identifier, where their name looks like another's. They belong to the player: who comes or
    /// goes changes nobody's.
    pub fn tag(&self, player: PlayerId) -> Option<String> {
        self.0.contains(&player).then(|| format!("{:04x}", player.0.as_u128() & 0xffff))
    }
}
