//! The settings of the routes.

use std::fmt;

use axum::http::HeaderValue;
use ipnet::IpNet;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::limit_settings::LimitSettings;
use crate::service::people::refill::RefillTerms;
use crate::service::table::options::preset::Presets;
use cardroom_rules::games::game::Chips;

/// The settings of the routes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The play chips of a new player.
    pub first_grant: Chips,
    /// The terms of a refill, for a player who has lost their chips; `None` if the server gives none.
    pub refill: Option<RefillTerms>,
    /// The token of the admin routes; without one they are closed.
    pub admin_token: Option<AdminToken>,
    /// The origins of the web pages whose scripts may call.
    pub cors_origins: Vec<HeaderValue>,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// The limits of addresses and players.
    pub limits: LimitSettings,
    /// The kinds of table that the server offers.
    pub presets: Presets,
}

/// The token of the admin routes: at least 16 characters, so that it cannot be guessed. `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct AdminToken(String);

/// Text that is no admin token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an admin token has 16 to 256 visible ASCII characters")]
pub struct NotAnAdminToken;

impl AdminToken {
    /// Whether this is the token, in a time that does not depend on where they differ. Hashes are compared, so
    /// that lengths do not tell either.
    pub fn is(&self, token: &str) -> bool {
        Sha256::digest(&self.0).ct_eq(&Sha256::digest(token)).into()
    }
}

impl std::str::FromStr for AdminToken {
    type Err = NotAnAdminToken;

    fn from_str(text: &str) -> Result<Self, NotAnAdminToken> {
        let fits = (16..=256).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(Self(text.to_owned())) } else { Err(NotAnAdminToken) }
    }
}

impl fmt::Debug for AdminToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("AdminToken")
    }
}
