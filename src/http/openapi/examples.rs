//! Examples of problems: for each operation, one for each status.

use serde_json::{Map, Value, json};

use crate::http::problem::MEDIA_TYPE;
use crate::http::problem::catalogue;
use cardroom_api::problem::ProblemKind;

/// The codes of operations, if they differ from the usual code of a status.
const OF_OPERATIONS: [(&str, &str); 58] = [
    ("act", "stale"),
    ("act", "holdem.below_min_raise"),
    ("befriend", "no_such_player"),
    ("befriend", "too_many_friends"),
    ("befriend", "yourself"),
    ("block", "no_such_player"),
    ("block", "too_many_blocked"),
    ("block", "yourself"),
    ("change_login", "wrong_password"),
    ("change_login", "login_taken"),
    ("claim_device_code", "wrong_code"),
    ("create_recovery_codes", "wrong_password"),
    ("create_recovery_codes", "guest_has_no_account"),
    ("delete_me", "wrong_password"),
    ("delete_me", "still_seated"),
    ("delete_me", "password_needed"),
    ("end_sign_in", "no_such_sign_in"),
    ("player", "no_such_player"),
    ("recover", "wrong_code"),
    ("refill", "has_chips"),
    ("audit", "not_admin"),
    ("audit", "no_admin"),
    ("change_password", "wrong_password"),
    ("change_password", "guest_has_no_account"),
    ("close_table", "not_host"),
    ("deal", "too_few_players"),
    ("doudizhu_beats", "doudizhu.number_of_cards"),
    ("doudizhu_moves", "doudizhu.too_many_plays"),
    ("doudizhu_readings", "doudizhu.number_of_cards"),
    ("events", "ahead"),
    ("hand_file", "hand_in_play"),
    ("hand_file", "no_hand_file"),
    ("holdem_equity", "holdem.too_few_cards"),
    ("holdem_equity", "busy"),
    ("holdem_icm", "holdem.prize_count"),
    ("holdem_preflop", "busy"),
    ("holdem_evaluate", "holdem.duplicate_card"),
    ("holdem_showdown", "holdem.seat_twice"),
    ("my_events", "others_cursor"),
    ("name_account", "login_taken"),
    ("open_table", "too_many_tables"),
    ("quick_seat", "no_such_stake"),
    ("seat_bot", "too_many_bots"),
    ("seat_bot", "no_bots_here"),
    ("send_bot_away", "no_such_bot"),
    ("come_back", "won_enough"),
    ("open_table", "bad_option"),
    ("ready", "other_dealing"),
    ("refresh_session", "token_reused"),
    ("shengji_check", "shengji.wrong_number"),
    ("shengji_throw", "shengji.third_copy"),
    ("shengji_trick", "shengji.list_count"),
    ("sit_down", "seat_taken"),
    ("sit_down", "buy_in_out_of_bounds"),
    ("statistics_of", "no_such_player"),
    ("statistics_of", "statistics_closed"),
    ("void_hand", "no_hand"),
    ("wish", "other_game"),
];

/// More of them.
const OF_OTHERS: [(&str, &str); 74] = [
    ("advice", "not_alone"),
    ("advice", "no_hand"),
    ("events", "too_many_streams"),
    ("my_events", "too_many_streams"),
    ("my_events", "invite_needed"),
    ("sign_in", "wrong_password"),
    ("socket", "too_many_streams"),
    ("socket", "foreign_origin"),
    ("socket", "upgrade_required"),
    ("top_up", "in_hand"),
    ("top_up", "not_enough_chips"),
    ("void_hand", "not_admin"),
    ("accept_invitation", "no_such_invite"),
    ("accept_invitation", "banned"),
    ("accept_invitation", "seat_taken"),
    ("accept_invitation", "buy_in_out_of_bounds"),
    ("away", "already_so"),
    ("ban", "not_host"),
    ("ban", "too_many_banned"),
    ("ban", "yourself"),
    ("mute", "no_such_player"),
    ("mute", "too_many_blocked"),
    ("mute", "yourself"),
    ("lobby_events", "too_many_streams"),
    ("change_table", "already_so"),
    ("change_table", "bad_option"),
    ("change_table", "not_host"),
    ("emote", "too_many_emotes"),
    ("hand_over", "not_at_table"),
    ("hand_over", "not_host"),
    ("invitation", "no_such_invite"),
    ("pause", "already_so"),
    ("pause", "not_host"),
    ("remove_player", "not_at_table"),
    ("remove_player", "not_host"),
    ("remove_player", "yourself"),
    ("replace_invite_code", "no_invites"),
    ("replace_invite_code", "not_host"),
    ("resume", "already_so"),
    ("resume", "not_host"),
    ("unban", "already_so"),
    ("wait_for_seat", "seat_free"),
    ("stop_waiting", "not_waiting"),
    ("unban", "not_host"),
    ("announce_tournament", "too_many_tournaments"),
    ("announce_tournament", "bad_option"),
    ("cancel_tournament", "not_announcer"),
    ("pause_tournament", "not_announcer"),
    ("resume_tournament", "not_announcer"),
    ("tournament_events", "ahead"),
    ("tournament_events", "too_many_streams"),
    ("register", "too_many_from_address"),
    ("announce_for_house", "not_admin"),
    ("announce_for_house", "no_such_player"),
    ("announce_for_house", "bad_option"),
    ("cancel_for_house", "not_admin"),
    ("cancel_for_house", "no_such_tournament"),
    ("cancel_for_house", "bad_option"),
    ("disqualify", "not_admin"),
    ("disqualify", "no_such_tournament"),
    ("disqualify", "tournament.last_player"),
    ("next_level", "not_announcer"),
    ("next_level", "tournament.not_started"),
    ("remove_entrant", "not_announcer"),
    ("remove_entrant", "tournament.not_registered"),
    ("replace_tournament_code", "not_announcer"),
    ("replace_tournament_code", "no_invites"),
    ("rebuy", "tournament.no_rebuy_now"),
    ("propose_deal", "tournament.proposed_in_this_level"),
    ("rated_events", "not_admin"),
    ("rated_events", "no_admin"),
    ("void_rated_event", "not_admin"),
    ("void_rated_event", "no_such_rated_event"),
    ("void_rated_event", "rated_event_too_old"),
];

/// Adds the examples to an operation.
pub fn give_problems(path: &str, operation: &mut Value) {
    let name = operation["operationId"].as_str().unwrap_or_default().to_owned();
    let (has_body, has_query) = (operation.get("requestBody").is_some(), asks_in_query(operation));
    let Some(Value::Object(responses)) = operation.get_mut("responses") else { return };
    for (status, response) in responses {
        let code = match status.as_str() {
            "default" => "unavailable",
            "400" if has_body => "malformed_body",
            "400" if has_query => "malformed_query",
            "400" if path.contains('{') => "malformed_path",
            "400" => "malformed_header",
            status => code(&name, status, path),
        };
        let (Some(content), Some(kind)) = (
            response.pointer_mut(&format!("/content/{}", MEDIA_TYPE.replace('/', "~1"))),
            catalogue::kind_of(code),
        ) else {
            continue;
        };
        content["example"] = example(kind, &name);
    }
}

fn asks_in_query(operation: &Value) -> bool {
    operation["parameters"].as_array().into_iter().flatten().any(|parameter| parameter["in"] == "query")
}

fn code(operation: &str, status: &str, path: &str) -> &'static str {
    let own = OF_OPERATIONS.iter().chain(&OF_OTHERS);
    let mut own = own.filter(|(name, code)| *name == operation && is_of(code, status));
    if let Some((_, code)) = own.next() {
        return code;
    }
    match status {
        "401" => "token_missing",
        "403" => "invite_needed",
        "404" if path.starts_with("/v1/hands") => "no_such_hand",
        "404" if path.starts_with("/errors") => "no_such_route",
        "413" => "body_too_large",
        "404" if path.starts_with("/v1/tournaments") => "no_such_tournament",
        "409" if path.starts_with("/v1/tournaments") => "kept_apart",
        "404" => "no_such_table",
        "409" => "not_seated",
        "422" => "key_reused",
        "429" => "too_many_requests",
        _ => "unavailable",
    }
}

fn is_of(code: &str, status: &str) -> bool {
    catalogue::kind_of(code).is_some_and(|kind| kind.status.to_string() == status)
}

/// An example of a kind of problem, with data.
fn example(kind: &ProblemKind, operation: &str) -> Value {
    let (detail, data) = details(&kind.code, operation);
    let head = json!({
        "type": kind.address, "title": kind.title, "status": kind.status, "code": kind.code,
        "detail": detail.unwrap_or(&kind.when),
    });
    let mut members = head.as_object().cloned().unwrap_or_default();
    members.extend(data);
    Value::Object(members)
}

/// The details of an example, if they are more than the description of its kind, and its data.
fn details(code: &str, operation: &str) -> (Option<&'static str>, Map<String, Value>) {
    let options = options_of_decision();
    let (detail, data) = match code {
        "malformed_body" => malformed(operation),
        "malformed_query" => ("limit must be 1 to 100", json!({ "parameter": "limit" })),
        "malformed_path" => ("`x` is not an identifier", json!({ "parameter": "id" })),
        "malformed_header" => ("the header is sent more than once", json!({ "header": "idempotency-key" })),
        "stale" => (
            "the decision has changed since version 41",
            json!({ "since": 42, "version": 43, "options": options }),
        ),
        "holdem.below_min_raise" => {
            ("the least total is 20", json!({ "min": 20, "version": 41, "options": options }))
        }
        "ahead" => ("the table is at version 41", json!({ "version": 41 })),
        "seat_taken" => ("seat 2 is taken", json!({ "seat": 2 })),
        "buy_in_out_of_bounds" => ("the stack may be 100 to 1000", json!({ "min": 100, "max": 1000 })),
        "no_such_stake" => ("no quick seat for this stake", json!({ "stakes": [10, 50, 200] })),
        "too_many_bots" => (
            "1000 computer players sit at the tables of this server, and no more may",
            json!({ "most": 1_000 }),
        ),
        "no_such_bot" => ("no computer player sits on seat 2", json!({ "seat": 2 })),
        "won_enough" => (
            "you have won 100000 chips from computer players today",
            json!({ "most": 100_000, "until": "2026-11-23T00:00:00.000Z" }),
        ),
        "too_many_friends" => {
            ("you have 200 friends and requests, and may have no more", json!({ "of": "you", "most": 200 }))
        }
        "rated_event_too_old" => {
            ("more than 5000 rated events of its game have come after it", json!({ "most": 5_000 }))
        }
        "too_many_blocked" => ("you block 500 players, and may block no more", json!({ "most": 500 })),
        "has_chips" => (
            "you have 700 chips, including those at tables; only a player with fewer than 500 gets a refill",
            json!({ "chips": 700, "below": 500 }),
        ),
        "too_many_tournaments" => {
            ("you have announced 10 tournaments that have not ended", json!({ "most": 10 }))
        }
        "too_many_from_address" => ("2 players of your address play here", json!({ "most": 2 })),
        "too_many_tables" => ("you have 5 open tables", json!({ "most": 5 })),
        "bad_option" => ("seats must be 2 to 10", json!({ "option": "seats", "must": "2 to 10" })),
        "other_game" => {
            ("the game is doudizhu, not holdem", json!({ "played": "doudizhu", "given": "holdem" }))
        }
        "no_hand_file" => ("hands of shengji have no file", json!({ "game": "shengji" })),
        "holdem.duplicate_card" => ("As came twice", json!({ "card": "As" })),
        "holdem.prize_count" => {
            ("there are 1 to 3 prizes, one for a stack at most, not 4", json!({ "count": 4, "stacks": 3 }))
        }
        "holdem.seat_twice" => ("seat 2 came twice", json!({ "seat": 2 })),
        "shengji.third_copy" => ("As comes a third time", json!({ "card": "As", "path": "hands[2]" })),
        "shengji.wrong_number" => ("2 cards are required, not 1", json!({ "demanded": 2, "given": 1 })),
        "body_too_large" => ("a body has at most 65536 bytes", json!({ "max": 65_536 })),
        "unavailable" => ("this is out of service; try again", json!({})),
        _ => return (None, Map::new()),
    };
    (Some(detail), data.as_object().cloned().unwrap_or_default())
}

/// An example of the options of a decision.
fn options_of_decision() -> Value {
    json!({ "holdem": {
        "fold": true, "check": false, "call": 5, "raise_min": 20, "raise_max": 1000, "wager": "raise",
        "half_pot": 25, "two_thirds_pot": 30, "pot": 45, "run_twice": false,
        "show": false, "muck": false,
    } })
}

/// An example of a body that has an unknown field, or a field of a wrong type.
fn malformed(operation: &str) -> (&'static str, Value) {
    let (detail, path) = match operation {
        "act" => ("action.holdem.to must be of type integer", "action.holdem.to"),
        "open_table" => ("game.holdem.small_blind must be of type integer", "game.holdem.small_blind"),
        "sit_down" | "top_up" => ("chips must be of type integer", "chips"),
        _ => ("colour must not be here: there is no such field", "colour"),
    };
    (detail, json!({ "path": path }))
}
