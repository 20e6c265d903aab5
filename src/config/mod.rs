//! Settings: their list, their sources, and the values in force.
//!
//! A value comes from the first of these that has it: a flag, a variable, the file, the profile of the limits, the default.
//! [`keys`] lists all settings once; flags, variables, the file's keys and their checks follow from that list.

pub mod command_line;
pub mod flags;
pub mod given;
pub mod in_force;
pub mod keys;
pub mod server_config;
pub mod values;
pub mod wrong_setting;
