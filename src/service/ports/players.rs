//! The port that keeps players.

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::avatar::Avatar;
use crate::service::id::PlayerId;
use crate::service::people::player::{Looks, Player};
use crate::service::people::session::Session;
use crate::service::table::ledger::Movement;

/// Keeps players.
#[async_trait]
pub trait PlayerStore: Send + Sync + 'static {
    /// Keeps a new player with the first chips and the first sign-in, in one piece.
    async fn create_player(
        &self,
        player: &Player,
        grant: &[Movement],
        session: &Session,
    ) -> Result<(), StoreError>;
    /// A player.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;
    /// What others see of a player, where that is in memory: it is asked so often that it has to cost little.
    fn remembers_looks(&self, id: PlayerId) -> Option<Looks>;
    /// The same, wherever it is.
    async fn looks(&self, id: PlayerId) -> Result<Option<Looks>, StoreError>;
    /// Gives a player another name, another picture, or both; false where there is no such player.
    async fn change_player(
        &self,
        id: PlayerId,
        name: Option<&str>,
        avatar: Option<Avatar>,
    ) -> Result<bool, StoreError>;
}
