//! A server that lets one address do everything.

/// Whoever tests comes from one address, and as often as they can.
pub const UNBOUNDED: [&str; 23] = [
    "--connections-of-address=0",
    "--streams-of-address=0",
    "--requests-of-address=0",
    "--streams-of-player=0",
    "--streams-of-table=0",
    "--reads-of-address=0",
    "--writes-of-address=0",
    "--writes-of-address-a-day=0",
    "--tables-of-address=0",
    "--bots-of-address=0",
    "--moves-of-address=0",
    "--renames-of-address=0",
    "--renames-of-player=0",
    "--openings-of-address=0",
    "--reads-of-player=0",
    "--writes-of-player=0",
    "--wishes-of-player=0",
    "--openings-of-player=0",
    "--guests-per-hour=0",
    "--passwords-per-hour=0",
    "--passwords-of-account=0",
    "--invites-per-hour=0",
    "--admin-requests-per-hour=0",
];
