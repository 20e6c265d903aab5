//! Requests to sign in.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::player::account::{Login, Password};
use crate::player::name::Name;

/// A new guest.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name that others see. If absent, `Guest` and four digits.
    pub name: Option<Name>,
}

/// A login and a password.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The account's login. Case does not matter.
    pub login: Login,
    /// The account's password.
    pub password: Password,
}

/// A request for the next tokens.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    /// The refresh token.
    pub refresh_token: String,
}

/// A code from another device.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimDevice {
    /// The device code that a signed-in device shows.
    #[schema(max_length = 64)]
    pub code: String,
}

/// Your password.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ByPassword {
    /// Your current password.
    pub password: Password,
}

/// A recovery code and a new password.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The account's login. Case does not matter.
    pub login: Login,
    /// One of its recovery codes. Case and hyphens do not matter.
    #[schema(max_length = 64)]
    pub code: String,
    /// The password you want.
    pub password: Password,
}
