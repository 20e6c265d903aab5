//! Sign-ins: their tokens, codes and tickets.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::me::Me;
use crate::id::SessionId;
use crate::moment;
use cardroom_rules::games::viewer::ViewerSafe;

/// The answer to a sign-in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Welcome {
    /// You.
    pub player: Me,
    /// Your tokens. They are not shown again.
    pub tokens: SessionTokens,
}

/// The tokens of a sign-in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SessionTokens {
    /// Authorizes requests, as `Authorization: Bearer <token>`.
    #[schema(example = "cra_…")]
    pub access_token: String,
    /// When it expires.
    #[serde(serialize_with = "moment::exact")]
    pub access_until: Timestamp,
    /// Gets the next tokens from `POST /v1/sessions/refresh`.
    #[schema(example = "crr_…")]
    pub refresh_token: String,
    /// When it expires.
    #[serde(serialize_with = "moment::exact")]
    pub refresh_until: Timestamp,
}

/// A page of your sign-ins.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SignIns {
    /// Newest first.
    pub sign_ins: Vec<SignInView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<SessionId>,
}

/// One of your sign-ins, on one device.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = SignInOnDevice)]
pub struct SignInView {
    /// The identifier of the sign-in, with which it can be ended.
    pub id: SessionId,
    /// When it began.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// When it last got its tokens, to the hour.
    #[serde(serialize_with = "moment::exact")]
    pub last_used_at: Timestamp,
    /// The `User-Agent` of the device; null if it sent none.
    #[schema(required, example = "Mozilla/5.0 (X11; Linux x86_64)")]
    pub device: Option<String>,
    /// Whether it is the sign-in of this request.
    pub current: bool,
}

/// A code that signs in another device.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceCode {
    /// Type it on the other device. Case and hyphens do not matter.
    #[schema(example = "7K3QF-0XWMZ")]
    pub code: String,
    /// When it expires.
    #[serde(serialize_with = "moment::exact")]
    pub until: Timestamp,
}

/// Recovery codes. Each sets a new password once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct RecoveryCodes {
    /// Write them down: they are not shown again.
    #[schema(min_items = 8, max_items = 8, example = json!([
        "7K3QF-0XWMZ-4T9CD-ARSB2", "M8XJ2-QV5TN-60HPC-93KWE",
        "B1RZ9-D4GYS-7FMA3-XT0QV", "5NCE8-HK2WJ-P6RDB-Y4MZ7",
        "0QTS3-9AXVF-K7H2G-C8EJN", "WD6PM-3YB4R-ZN15T-H0XQK",
        "E9GVA-J7C2S-8MWDF-R5TPZ", "4HXKY-N0B6Q-1SZRE-GV3MC",
    ]))]
    pub codes: Vec<String>,
}

/// A ticket, with which a page opens a stream or a socket without sending its access token in the address.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TicketAnswer {
    /// Send it as `?ticket=`.
    #[schema(example = "crt_…")]
    pub ticket: String,
    /// When it expires.
    #[serde(serialize_with = "moment::exact")]
    pub until: Timestamp,
}

impl ViewerSafe for Welcome {}
impl ViewerSafe for SessionTokens {}
impl ViewerSafe for SignIns {}
impl ViewerSafe for DeviceCode {}
impl ViewerSafe for RecoveryCodes {}
impl ViewerSafe for TicketAnswer {}
