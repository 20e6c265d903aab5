//! The port that keeps players.

use std::collections::HashMap;

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::people::player::{Looks, Player};
use crate::service::people::session::Session;
use crate::service::table::stored::ledger::ChipMovement;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;

/// Keeps players.
#[async_trait]
pub trait PlayerStore: Send + Sync + 'static {
    /// Stores a new player with the first chips and the first sign-in, in one transaction.
    async fn create_player(
        &self,
        player: &Player,
        grant: &[ChipMovement],
        session: &Session,
    ) -> Result<(), StoreError>;
    /// A player.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;
    /// The names and pictures of players. A player who was deleted has none.
    async fn looks(&self, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Looks>, StoreError>;
    /// Changes a player's name, picture, or both; false if there is no such player.
    async fn change_player(
        &self,
        id: PlayerId,
        name: Option<&str>,
        avatar: Option<Avatar>,
    ) -> Result<bool, StoreError>;
}
