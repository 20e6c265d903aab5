//! Examples of request bodies, for operations whose type has none.

use serde_json::{Value, json};

/// The example body of an operation.
pub fn example(operation: &str) -> Option<Value> {
    let example = match operation {
        "create_guest" => json!({ "name": "Ada" }),
        "rename" => json!({ "name": "Ada", "avatar": "otter" }),
        "claim_device_code" => json!({ "code": "7K3QF-0XWMZ" }),
        "create_recovery_codes" | "delete_me" => json!({ "password": "correct horse battery staple" }),
        "recover" => json!({
            "login": "ada@example.org", "code": "7K3QF-0XWMZ-4T9CD-ARSB2",
            "password": "a horse of another colour",
        }),
        "holdem_showdown" => json!({
            "board": ["2h", "7h", "Tc", "Js", "3d"],
            "hands": [{ "seat": 0, "cards": ["As", "Ad"] }, { "seat": 1, "cards": ["Kh", "Qh"] }],
            "pots": [{ "amount": 300, "eligible": [0, 1] }],
        }),
        "change_login" | "name_account" | "sign_in" => {
            json!({ "login": "ada@example.org", "password": "correct horse battery staple" })
        }
        "change_password" => json!({
            "current": "correct horse battery staple", "new": "a horse of another colour",
        }),
        "refresh_session" => json!({ "refresh_token": "crr_…" }),
        "open_table" => json!({
            "name": "Friday night", "seats": 6, "min_buy_in": 100, "max_buy_in": 1000,
            "game": { "holdem": { "betting": "no_limit", "small_blind": 5, "big_blind": 10 } },
        }),
        "quick_seat" => json!({ "game": "shengji", "bots": "intermediate" }),
        "open_statistics" => json!({ "open_to": "everybody" }),
        "sit_down" => json!({ "buy_in": 500 }),
        "come_back" => json!({ "entry": "wait" }),
        "top_up" => json!({ "amount": 100 }),
        "announce_tournament" => json!({
            "name": "Friday night", "game": { "holdem": { "seats": 6, "speed": "turbo" } }, "max_entrants": 9, "prize": 100,
        }),
        "propose_deal" => json!({ "basis": "icm", "keep": 100 }),
        "answer_deal" => json!({ "accept": true }),
        "wish" => json!({ "holdem": { "straddle": true } }),
        _ => return None,
    };
    Some(example)
}
