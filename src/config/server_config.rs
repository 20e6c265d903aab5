//! The configuration of a server, read from the settings in force.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::HeaderValue;
use ipnet::IpNet;
use jiff::SignedDuration;

use super::in_force::InForce;
use super::keys::{self, Key};
use super::values::{DatabaseUrl, LogFormat, MigrateWhen, filter, network, origin};
use super::wrong_setting::{OldName, WrongSetting};
use crate::http::limit_settings::LimitSettings;
use crate::http::settings::{AdminToken, Settings};
use crate::service::people::refill::RefillTerms;
use crate::service::table::options::preset::Presets;
use cardroom_rules::games::game::Chips;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address and port at which the server listens.
    pub listen: SocketAddr,
    /// The folder for the database and the rank table.
    pub data: PathBuf,
    /// The URL of the database; by default a SQLite file in the data folder.
    pub database: DatabaseUrl,
    /// When a database of an older release is migrated.
    pub migrate: MigrateWhen,
    /// Whether the server starts if a part of the database was lost since it was last open.
    pub accept_loss: bool,
    /// The file with the kinds of table that the server offers; `None` for the built-in ones.
    pub presets: Option<PathBuf>,
    /// The filter of the log: a level, or directives as `tracing` reads them.
    pub log: String,
    /// The format of the log: text or JSON.
    pub log_format: LogFormat,
    /// The token for the admin's routes; `None` if they are closed.
    pub admin_token: Option<AdminToken>,
    /// The origins of other web pages whose scripts may use the API (CORS).
    pub cors_origins: Vec<HeaderValue>,
    /// The networks of the proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The chips in the wallet of a new player.
    pub guest_chips: Chips,
    /// The terms of refills, for players who have lost their chips; `None` if there are no refills.
    pub refill: Option<RefillTerms>,
    /// The limits on requests, streams, tables and everything else that clients use.
    pub limits: LimitSettings,
    /// The given names of settings that are those of earlier releases; the log names their replacements.
    pub old_names: Vec<OldName>,
}

impl ServerConfig {
    /// Reads the configuration from the settings.
    ///
    /// # Errors
    /// The value of a setting is not allowed.
    pub fn read(settings: &InForce, accept_loss: bool) -> Result<Self, WrongSetting> {
        let path = |text: &str| (!text.is_empty()).then(|| PathBuf::from(text));
        let data = settings.value(keys::DATA, path)?;
        let database = settings.optional(keys::DATABASE_URL, |text| text.parse().ok())?;
        let refill = RefillTerms {
            chips: settings.number(keys::REFILL)?,
            every: SignedDuration::from_hours(settings.number::<u16>(keys::REFILL_EVERY)?.into()),
            below: settings.number(keys::REFILL_BELOW)?,
        };
        Ok(Self {
            listen: settings.value(keys::LISTEN, |text| text.parse().ok())?,
            database: database.unwrap_or_else(|| DatabaseUrl::within(&data)),
            migrate: settings.value(keys::MIGRATE, |text| text.parse().ok())?,
            data,
            accept_loss,
            presets: settings.optional(keys::PRESETS, path)?,
            log: settings.value(keys::LOG, filter)?,
            log_format: settings.value(keys::LOG_FORMAT, |text| text.parse().ok())?,
            admin_token: settings.optional(keys::ADMIN_TOKEN, |text| text.parse().ok())?,
            cors_origins: settings.list(keys::CORS_ORIGINS, origin)?,
            trusted_proxies: settings.list(keys::TRUSTED_PROXIES, network)?,
            guest_chips: settings.number(keys::GUEST_CHIPS)?,
            refill: (refill.chips > 0).then_some(refill),
            limits: LimitSettings::read(|name| settings.number(Key::limit(name, "")))?,
            old_names: settings.old_names.clone(),
        })
    }

    /// The rank table's file.
    pub fn ranks(&self) -> PathBuf {
        self.data.join("ranks.bin")
    }

    /// What its routes are set to, with these kinds of table.
    pub fn settings(&self, presets: Presets) -> Settings {
        Settings {
            first_grant: self.guest_chips,
            refill: self.refill,
            admin_token: self.admin_token.clone(),
            cors_origins: self.cors_origins.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            limits: self.limits,
            presets,
        }
    }
}
