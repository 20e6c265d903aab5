//! The headers that several operations take, as the description has them.

use utoipa::IntoParams;

/// The header that makes a write safe to repeat.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct KeyHeader {
    /// Your own key for this request, 1 to 64 visible ASCII characters. A request that is repeated with the same key within two days is
    /// done once, and gets the same answer.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64)]
    idempotency_key: Option<String>,
}

/// The header that names a table by its invite code.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct InvitationHeader {
    /// The table's invite code. Case, hyphens and spaces do not matter.
    #[param(rename = "Invite-Code", max_length = 64)]
    invite_code: String,
}

/// The header that lets a caller watch a table that is not public.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct InviteHeader {
    /// The table's invite code. It is needed if the table is not public, and you neither sit at it nor opened it.
    #[param(rename = "Invite-Code", max_length = 64)]
    invite_code: Option<String>,
}
