//! The randomness of hands and invite codes.

pub mod dealer;
pub mod fairness;
pub mod invite_code;
pub mod shuffle;
