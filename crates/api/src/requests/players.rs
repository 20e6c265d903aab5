//! Requests about the caller: their account, name, picture and figures.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::avatar::Avatar;
use crate::player::account::{Login, Password};
use crate::player::name::Name;
use crate::player::statistics::OpenTo;

/// An account for a guest.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The login you want.
    pub login: Login,
    /// The password you want.
    pub password: Password,
}

/// A new password.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// Your current password.
    pub current: Password,
    /// The password you want.
    pub new: Password,
}

/// A new login.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLogin {
    /// The login you want.
    pub login: Login,
    /// Your password.
    pub password: Password,
}

/// The confirmation of a deletion.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// Your password, if you have an account. A guest has none.
    pub password: Option<Password>,
}

/// The changes of a player.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name that others see. If absent, it stays as it is.
    pub name: Option<Name>,
    /// Your picture. If absent, it stays as it is.
    pub avatar: Option<Avatar>,
}

/// The players who may see your statistics.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenStatistics {
    /// Who may see them, besides you.
    pub open_to: OpenTo,
}
