//! What distinguishes a request for a table from another.

use serde::Serialize;

use crate::service::table::stored::options::{
    StoredAbsent, StoredAccess, StoredBotPace, StoredBotsBy, StoredDealing, StoredFillWithBots, StoredOptions,
};
use cardroom_rules::games::any::AnyRules;
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::levels::structure::Level;

/// The options as the digest of a request has them: in this order, and without values unknown to earlier releases unless they are
/// set, so that a retry after an upgrade is the same request.
#[derive(Serialize)]
struct Asked<'a> {
    name: &'a str,
    game: &'a AnyRules,
    seats: u8,
    min_buy_in: Chips,
    max_buy_in: Chips,
    decision_seconds: u16,
    time_bank_seconds: u16,
    dealing: StoredDealing,
    access: StoredAccess,
    #[serde(skip_serializing_if = "Option::is_none")]
    bots: Option<StoredBotsBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot_pace: Option<StoredBotPace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fill_with_bots: Option<StoredFillWithBots>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<StoredAbsent>,
    #[serde(skip_serializing_if = "<[Level]>::is_empty")]
    levels: &'a [Level],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
}

/// What distinguishes a request for a table with these options from another.
pub fn asked(options: &StoredOptions) -> impl Serialize {
    let StoredOptions { name, game, seats, min_buy_in, max_buy_in, .. } = options;
    let StoredOptions { decision_seconds, time_bank_seconds, dealing, access, .. } = options;
    let StoredOptions { bots, bot_pace, fill_with_bots, absent, levels, rated, .. } = options;
    Asked {
        name,
        game,
        seats: *seats,
        min_buy_in: *min_buy_in,
        max_buy_in: *max_buy_in,
        decision_seconds: *decision_seconds,
        time_bank_seconds: *time_bank_seconds,
        dealing: *dealing,
        access: *access,
        bots: Some(*bots).filter(|bots| *bots != StoredBotsBy::default()),
        bot_pace: Some(*bot_pace).filter(|pace| *pace != StoredBotPace::default()),
        fill_with_bots: *fill_with_bots,
        absent: Some(*absent).filter(|absent| *absent != StoredAbsent::default()),
        levels,
        rated: *rated,
    }
}
