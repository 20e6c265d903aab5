//! What a player is sent of themselves: who they are, and the tokens of a sign-in.

use crate::http::settings::Settings;
use crate::service::people::player::Player;
use crate::service::people::sessions::Tokens;
use crate::service::table::time::later;
use cardroom_api::player::me::{Me, MyRefill};
use cardroom_api::player::sign_in::{SessionTokens, Welcome};

/// A player to themselves, under these settings.
pub fn me(player: Player, settings: &Settings) -> Me {
    let Player { id, name, avatar, login, created_at, chips, refilled_at } = player;
    let refill = settings.refill.map(|terms| MyRefill {
        chips: terms.chips,
        below: terms.below,
        next_at: refilled_at.map(|at| later(at, terms.every)),
    });
    Me { id, name, avatar, login, chips, created_at, refill }
}

/// The answer to a sign-in of this player.
pub fn welcome(player: Player, settings: &Settings, tokens: &Tokens) -> Welcome {
    Welcome { player: me(player, settings), tokens: tokens.into() }
}

impl From<&Tokens> for SessionTokens {
    fn from(tokens: &Tokens) -> Self {
        Self {
            access_token: tokens.pair.access.reveal(),
            access_until: tokens.access_until,
            refresh_token: tokens.pair.refresh.reveal(),
            refresh_until: tokens.refresh_until,
        }
    }
}
