//! The tables of a card room in the form that both databases share. What only one of them keeps follows from these: places, chains, and
//! sums that have not been put aside.

/// A table, and its columns.
#[derive(Debug)]
pub struct CopiedTable {
    /// Its name.
    pub name: &'static str,
    /// Its columns, and the kind of each.
    pub columns: &'static [(&'static str, ColumnKind)],
    /// The columns by which its rows are sorted when they are read; none if any order will do.
    pub order: &'static str,
    /// The column whose equal rows are listed in their order, if there is such a list.
    pub listed_by: Option<usize>,
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// An identifier.
    Id,
    /// Text.
    Text,
    /// A number.
    Number,
    /// A number with a fraction, every bit of it.
    Real,
    /// True or false.
    Flag,
    /// Bytes.
    Bytes,
    /// JSON, as it was written.
    Json,
    /// A game's own counts by name.
    Tally,
}

impl CopiedTable {
    /// The end of the statement that reads it. The columns are named with their table, since the statement may give a value in another
    /// form under the same name.
    pub fn sorted(&self) -> String {
        let order: Vec<_> = self.order.split(", ").map(|column| format!("{}.{column}", self.name)).collect();
        if self.order.is_empty() { String::new() } else { format!(" order by {}", order.join(", ")) }
    }
}

use ColumnKind::{Bytes, Flag, Id, Json, Number, Real, Tally, Text};

const fn table(name: &'static str, columns: &'static [(&'static str, ColumnKind)]) -> CopiedTable {
    CopiedTable { name, columns, order: "", listed_by: None }
}

/// All tables, each after those that it refers to. The time of the last test of writing is not copied, nor what only the servers of
/// a PostgreSQL database share: leases, presence, tickets, and the keys of guests.
pub const TABLES: &[CopiedTable] = &[
    table(
        "players",
        &[
            ("id", Id),
            ("name", Text),
            ("avatar", Text),
            ("created_at", Number),
            ("chips", Number),
            ("refilled_at", Number),
            ("refill_key", Text),
            ("deleted_at", Number),
        ],
    ),
    table("accounts", &[("player_id", Id), ("login", Text), ("password_hash", Text), ("created_at", Number)]),
    table(
        "sessions",
        &[
            ("id", Id),
            ("player_id", Id),
            ("access", Bytes),
            ("access_until", Number),
            ("refresh", Bytes),
            ("refresh_until", Number),
            ("replaced", Bytes),
            ("replaced_at", Number),
            ("replaced_salt", Bytes),
            ("family", Bytes),
            ("created_at", Number),
            ("device", Text),
        ],
    ),
    table("recovery_codes", &[("player_id", Id), ("code", Bytes)]),
    table("device_codes", &[("player_id", Id), ("code", Bytes), ("until", Number)]),
    table("friends", &[("player_id", Id), ("friend_id", Id), ("since", Number)]),
    table("blocks", &[("player_id", Id), ("blocked_id", Id), ("since", Number)]),
    table("mutes", &[("player_id", Id), ("muted_id", Id), ("since", Number)]),
    table("open_figures", &[("player_id", Id), ("open_to", Text)]),
    table(
        "tables",
        &[
            ("id", Id),
            ("host", Id),
            ("game", Text),
            ("stake", Number),
            ("options", Json),
            ("state", Json),
            ("hand_id", Id),
            ("listed", Flag),
            ("free_seats", Number),
            ("created_at", Number),
            ("closed_at", Number),
            ("invite_code", Text),
        ],
    ),
    table(
        "tournaments",
        &[
            ("id", Id),
            ("host", Id),
            ("name", Text),
            ("game", Text),
            ("price", Number),
            ("starts_at", Number),
            ("options", Json),
            ("lots", Bytes),
            ("invite_code", Text),
            ("phase", Text),
            ("version", Number),
            ("created_at", Number),
            ("ended_at", Number),
            ("due_at", Number),
            ("saved_at", Number),
            ("numbers", Json),
        ],
    ),
    CopiedTable {
        order: "tournament_id, version",
        ..table(
            "tournament_changes",
            &[("tournament_id", Id), ("version", Number), ("at", Number), ("author", Bytes), ("body", Json)],
        )
    },
    table(
        "tournament_results",
        &[
            ("player_id", Id),
            ("tournament_id", Id),
            ("game", Text),
            ("place", Number),
            ("paid", Number),
            ("won", Number),
        ],
    ),
    table("registrations", &[("player_id", Id), ("tournament_id", Id)]),
    table(
        "done_tournament_requests",
        &[
            ("player_id", Id),
            ("key", Text),
            ("digest", Bytes),
            ("tournament_id", Id),
            ("version", Number),
            ("at", Number),
        ],
    ),
    CopiedTable {
        order: "table_id",
        ..table("heads", &[("table_id", Id), ("version", Number), ("due_at", Number), ("period", Number)])
    },
    CopiedTable {
        order: "table_id, number",
        ..table(
            "hands",
            &[
                ("id", Id),
                ("table_id", Id),
                ("number", Number),
                ("rules_version", Number),
                ("setup", Text),
                ("players", Json),
                ("shuffle", Text),
                ("root", Text),
                ("mix", Text),
                ("started_at", Number),
                ("first_version", Number),
            ],
        )
    },
    CopiedTable {
        order: "table_id, version",
        ..table(
            "changes",
            &[
                ("table_id", Id),
                ("version", Number),
                ("at", Number),
                ("hand_id", Id),
                ("author", Bytes),
                ("body", Json),
            ],
        )
    },
    CopiedTable {
        order: "place",
        ..table("ended_hands", &[("hand_id", Id), ("last_version", Number), ("shown", Text)])
    },
    CopiedTable {
        order: "place, player_id",
        listed_by: Some(0),
        ..table("played", &[("player_id", Id), ("hand_id", Id), ("game", Text), ("net", Number)])
    },
    table(
        "days_of_players",
        &[
            ("player_id", Id),
            ("game", Text),
            ("with_computers", Flag),
            ("day", Number),
            ("hands", Number),
            ("net", Number),
            ("tally", Tally),
        ],
    ),
    CopiedTable {
        order: "place",
        listed_by: Some(6),
        ..table(
            "ledger",
            &[
                ("id", Id),
                ("at", Number),
                ("debit", Text),
                ("credit", Text),
                ("amount", Number),
                ("reason", Text),
                ("player_id", Id),
                ("table_id", Id),
                ("version", Number),
            ],
        )
    },
    CopiedTable {
        order: "at, player_id, key",
        ..table(
            "done_requests",
            &[
                ("player_id", Id),
                ("key", Text),
                ("digest", Bytes),
                ("table_id", Id),
                ("version", Number),
                ("at", Number),
            ],
        )
    },
    table("seats", &[("player_id", Id), ("table_id", Id)]),
    table("waiting", &[("player_id", Id), ("table_id", Id)]),
    table("bots", &[("player_id", Id), ("table_id", Id)]),
    table("bot_winnings", &[("player_id", Id), ("day", Number), ("chips", Number)]),
    table("rating_logs", &[("game", Text), ("last_number", Number), ("last_at", Number)]),
    table(
        "rated_events",
        &[
            ("id", Id),
            ("game", Text),
            ("number", Number),
            ("at", Number),
            ("tournament_id", Id),
            ("table_id", Id),
            ("kind", Text),
            ("players", Number),
            ("voided_at", Number),
        ],
    ),
    table(
        "rating_changes",
        &[
            ("game", Text),
            ("number", Number),
            ("player_id", Id),
            ("side", Number),
            ("place", Number),
            ("is_rated", Flag),
            ("mu_before", Real),
            ("sigma_before", Real),
            ("mu_after", Real),
            ("sigma_after", Real),
            ("events", Number),
            ("result_points", Number),
        ],
    ),
    table(
        "ratings",
        &[
            ("game", Text),
            ("season", Number),
            ("player_id", Id),
            ("at", Number),
            ("mu", Real),
            ("sigma", Real),
            ("points", Number),
            ("events", Number),
            ("result_points", Number),
        ],
    ),
    table("hidden_from_leaderboards", &[("player_id", Id)]),
    table("network_key", &[("id", Number), ("key", Bytes)]),
    table("rated_networks", &[("source_id", Id), ("player_id", Id), ("tag", Bytes)]),
    table("rated_pairs", &[("day", Number), ("one", Bytes), ("other", Bytes), ("events", Number)]),
];
