//! Telling apart players whose names look alike.

use std::sync::Arc;

use crate::service::table::state::Sitting;
use cardroom_api::id::PlayerId;
use cardroom_api::text::Look;

/// The players at a table whose names look alike. They are computed once for each set of players, because it takes as long as a
/// whole move.
#[derive(Clone, Debug, Default)]
pub struct Lookalikes(Arc<[PlayerId]>);

impl Lookalikes {
    /// The lookalikes among the players on these chairs.
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

    /// The same for other chairs; these are for `before`.
    #[must_use]
    pub fn after(&self, before: &[Sitting], chairs: &[Sitting]) -> Self {
        fn names(chairs: &[Sitting]) -> impl Iterator<Item = (PlayerId, &str)> {
            chairs.iter().map(|chair| (chair.player, chair.name.as_str()))
        }
        if names(before).eq(names(chairs)) { self.clone() } else { Self::among(chairs) }
    }

    /// A few digits of a player's identifier, if their name looks like another one at the table. They do not change when others
    /// come or go.
    pub fn tag(&self, player: PlayerId) -> Option<String> {
        self.0.contains(&player).then(|| format!("{:04x}", player.0.as_u128() & 0xffff))
    }
}
