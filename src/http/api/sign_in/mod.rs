//! Signing in and out: as a guest, with a password, with a code from another device or with a recovery code; and tickets.

pub mod device_codes;
pub mod guests;
pub mod recovery;
pub mod sessions;
pub mod sign_ins;
pub mod tickets;
