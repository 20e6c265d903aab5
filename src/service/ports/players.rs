//! The port that keeps players.

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
    /// The name and picture of a player.
    async fn looks(&self, id: PlayerId) -> Result<Option<Looks>, StoreError>;
    /// Changes a player's name, picture, or both; false if there is no such player.
    async fn change_player(
        &self,
        id: PlayerId,
        name: Option<&str>,
        avatar: Option<Avatar>,
    ) -> Result<bool, StoreError>;
}
