//! Players: guests and accounts, their sign-ins, and limits on attempts.

pub mod accounts;
pub mod blocks;
pub mod codes;
pub mod deletion;
pub mod device;
pub mod device_codes;
pub mod friend;
pub mod friends;
pub mod guest_idempotency;
pub mod passwords;
pub mod player;
pub mod players;
pub mod recovery;
pub mod refill;
pub mod session;
pub mod session_cache;
pub mod sessions;
pub mod tickets;
pub mod tokens;
