//! What players are to themselves and to each other: sign-ins, codes, friends, blocks, chips anew, and the end.

pub mod blocks;
pub mod deletion;
pub mod device_codes;
pub mod friends;
pub mod login;
pub mod players;
pub mod recovery;
pub mod refill;
pub mod sign_ins;
