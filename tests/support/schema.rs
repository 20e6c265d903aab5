//! Compares answers with the API's description, strictly: a member without a description may not be sent.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::BTreeSet;

use cardroom::http::router;
use cardroom_api::house::{AuditReport, HealthAnswer, Release};
use cardroom_api::player::friends::{BlocksPage, FriendsPage, FriendshipNow, MutesPage, PlayerView};
use cardroom_api::player::ledger::MyLedger;
use cardroom_api::player::me::Me;
use cardroom_api::player::my_hands::MyHandsPage;
use cardroom_api::player::sign_in::{
    DeviceCode, RecoveryCodes, SessionTokens, SignIns, TicketAnswer, Welcome,
};
use cardroom_api::player::statistics::Statistics;
use cardroom_api::problem::{ProblemBody, ProblemKind, ProblemKinds};
use cardroom_api::rating::leaderboard::Leaderboard;
use cardroom_api::rating::player_rating::MyRatings;
use cardroom_api::rating::rated_event::{RatedEventView, RatedEvents, RatingHistory};
use cardroom_api::socket::SocketFrame;
use cardroom_api::table::advice::Advice;
use cardroom_api::table::answer::{ActionAnswer, TableAnswer};
use cardroom_api::table::hand::{HandHistory, HandsPage};
use cardroom_api::table::lobby::{LobbyPage, Offers, SeatedPage, TableSummary};
use cardroom_api::table::message::{LobbyMessage, Message, MessagePage, TableMessage, TournamentMessage};
use cardroom_api::table::view::TableView;
use cardroom_api::tournament::history::TournamentHistory;
use cardroom_api::tournament::view::{TournamentEntries, TournamentPage, TournamentView};
use reqwest::header::HeaderMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The API's description.
pub struct Schema(Value);

type Checked = Result<(), String>;

impl Schema {
    pub fn of_the_api() -> Self {
        Self(router::document())
    }

    /// Panics if an answer is not as described: its status, its headers, its media type, its body.
    pub fn assert_described(&self, method: &str, path: &str, answer: (u16, &HeaderMap, &Value)) {
        let (status, headers, body) = answer;
        let Some(operation) = self.operation(method, path) else {
            assert!(status >= 400, "{method} {path} is not described, but answered {status}");
            return;
        };
        let responses = &operation["responses"];
        let response = self.resolved(responses.get(status.to_string()).unwrap_or_else(|| {
            assert!(status >= 400, "{method} {path}: {status} is not described");
            &responses["default"]
        }));
        if let Err(wrong) = self.check_headers(response, headers) {
            panic!("{method} {path}: {status} is not as described: {wrong}");
        }
        assert!(status != 429 || headers.contains_key("retry-after"), "{method} {path}: 429 says when");
        let Some(content) = response.get("content") else {
            assert!(body.is_null(), "{method} {path}: {status} is described without a body");
            return;
        };
        let media = headers.get("content-type").map_or("", |media| media.to_str().unwrap());
        let schema = content.get(media).unwrap_or_else(|| panic!("{method} {path}: {status} is no {media}"));
        if let Err(wrong) = self.check(&schema["schema"], body, false) {
            panic!("{method} {path}: {status} is not as described: {wrong}\n{body:#}");
        }
        assert_read(&schema["schema"], body);
    }

    /// Panics if an event of a stream is not as described.
    pub fn assert_event(&self, path: &str, event: &Value) {
        let operation = self.operation("GET", path).unwrap_or_else(|| panic!("{path} is not described"));
        let content = &self.resolved(&operation["responses"]["200"])["content"]["text/event-stream"];
        let schema = content.get("x-itemSchema").unwrap_or_else(|| panic!("{path} has no events"));
        if let Err(wrong) = self.check(schema, event, false) {
            panic!("{path}: an event is not as described: {wrong}\n{event:#}");
        }
        let kind = event["event"].as_str().unwrap();
        let data: Value = serde_json::from_str(event["data"].as_str().unwrap()).unwrap();
        assert_same::<Message>(&json!({ kind: data }));
    }

    /// Panics if a frame of the server is not as described.
    pub fn assert_frame(&self, frame: &Value) {
        let operation = self.operation("GET", "/v1/socket").unwrap();
        let schema = &operation["responses"]["101"]["content"]["application/json"]["schema"];
        if let Err(wrong) = self.check(schema, frame, false) {
            panic!("a frame is not as described: {wrong}\n{frame:#}");
        }
        assert_read(schema, frame);
    }

    /// The target of a reference; anything else unchanged.
    fn resolved<'a>(&'a self, part: &'a Value) -> &'a Value {
        match part["$ref"].as_str() {
            Some(name) => self.0.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("no {name}")),
            None => part,
        }
    }

    /// A header that has a description is sent with the answers that refer to it, and with no others.
    fn check_headers(&self, response: &Value, sent: &HeaderMap) -> Checked {
        for name in self.0["components"]["headers"].as_object().unwrap().keys() {
            let value = sent.get(name.as_str()).map(|value| value.to_str().unwrap());
            match (response["headers"].get(name), value) {
                (None, Some(_)) => return Err(format!("{name} is not described")),
                (None, None) => {}
                (Some(header), value) => {
                    let header = self.resolved(header);
                    let number = header["schema"]["type"] == "integer";
                    match value {
                        None if header["required"] == true => return Err(format!("{name} is missing")),
                        Some(value) if number && value.parse::<u64>().is_err() => {
                            return Err(format!("{name}: {value} is no number"));
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let method = method.to_lowercase();
        let mut paths = self.0["paths"].as_object()?.iter().filter(|(template, _)| fits(template, path));
        paths.find_map(|(_, item)| item.get(&method))
    }

    /// Whether a value matches a schema; `open` if other members are described elsewhere.
    fn check(&self, schema: &Value, value: &Value, open: bool) -> Checked {
        // A schema without a type allows any value.
        let constrains = |word: &&str| schema.get(*word).is_some();
        if !["$ref", "type", "oneOf", "anyOf", "allOf", "properties", "enum", "const"].iter().any(constrains)
        {
            return Ok(());
        }
        if let Some(name) = schema["$ref"].as_str() {
            let target = self.0.pointer(name.trim_start_matches('#')).ok_or(format!("no {name}"))?;
            return self.check(target, value, open).map_err(|wrong| format!("{name}: {wrong}"));
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[choice].as_array() {
                let tried: Vec<_> = choices.iter().map(|choice| self.check(choice, value, open)).collect();
                if tried.iter().all(Result::is_err) {
                    return Err(format!("no choice fits {value}: {tried:?}"));
                }
            }
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.check(part, value, true)?;
        }
        check_type(schema, value)?;
        if let (Some(content), Value::String(text)) = (schema.get("contentSchema"), value) {
            let value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            self.check(content, &value, false)?;
        }
        match value {
            Value::Object(_) => self.check_members(schema, value, open),
            Value::Array(items) => items.iter().enumerate().try_for_each(|(i, item)| {
                let described = schema["prefixItems"].get(i).unwrap_or(&schema["items"]);
                self.check(described, item, false).map_err(|wrong| format!("[{i}]: {wrong}"))
            }),
            _ => Ok(()),
        }
    }

    fn check_members(&self, schema: &Value, value: &Value, open: bool) -> Checked {
        for name in schema["required"].as_array().into_iter().flatten() {
            value.get(name.as_str().unwrap()).ok_or(format!("{name} is missing"))?;
        }
        let described = schema["properties"].as_object();
        for (name, schema) in described.into_iter().flatten() {
            if let Some(member) = value.get(name) {
                self.check(schema, member, false).map_err(|wrong| format!("{name}: {wrong}"))?;
            }
        }
        if let Some(rest) = schema.get("additionalProperties").filter(|rest| rest.is_object()) {
            let names = described.map(|members| members.keys().collect::<BTreeSet<_>>()).unwrap_or_default();
            let others = value.as_object().unwrap().iter().filter(|(name, _)| !names.contains(name));
            return others.into_iter().try_for_each(|(_, member)| self.check(rest, member, false));
        }
        if open && schema["additionalProperties"] == false {
            return Err("it is a part, and refuses the members of the other parts".to_owned());
        }
        let known = self.members(schema);
        let unknown: Vec<_> =
            value.as_object().unwrap().keys().filter(|name| !known.contains(*name)).collect();
        let is_choice = ["oneOf", "anyOf"].iter().any(|choice| schema.get(*choice).is_some());
        if open || is_choice || unknown.is_empty() {
            Ok(())
        } else {
            Err(format!("{unknown:?} not described"))
        }
    }

    /// The names of all members that a schema describes, with those of all its parts.
    fn members(&self, schema: &Value) -> BTreeSet<String> {
        let own = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
        let parts = schema["allOf"].as_array().into_iter().flatten();
        let target = schema["$ref"].as_str().and_then(|name| self.0.pointer(name.trim_start_matches('#')));
        own.chain(parts.chain(target).flat_map(|part| self.members(part))).collect()
    }
}

fn fits(template: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    template.len() == path.len()
        && template.iter().zip(path).all(|(name, part)| name.starts_with('{') || *name == part)
}

fn check_type(schema: &Value, value: &Value) -> Checked {
    let is = |name: &Value| match name.as_str().unwrap_or_default() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("type {other}"),
    };
    let types = &schema["type"];
    let typed = types.is_null() || types.as_array().map_or_else(|| is(types), |types| types.iter().any(is));
    let listed = schema["enum"].as_array().is_none_or(|values| values.contains(value));
    let constant = schema.get("const").is_none_or(|constant| constant == value);
    if typed && listed && constant { Ok(()) } else { Err(format!("{value} is not {schema}")) }
}

/// With these begin the names of the answers of tools.
const GAMES: [&str; 3] = ["Doudizhu", "Holdem", "Shengji"];

/// Panics if the type with which a client reads an answer loses anything of it. The answers of tools are types of the rules, and
/// clients do not read them.
fn assert_read(schema: &Value, body: &Value) {
    let name = schema["$ref"].as_str().and_then(|to| to.rsplit('/').next());
    match name.unwrap_or_default() {
        "ActionAnswer" => assert_same::<ActionAnswer>(body),
        "Advice" => assert_same::<Advice>(body),
        "AuditReport" => assert_same::<AuditReport>(body),
        "BlocksPage" => assert_same::<BlocksPage>(body),
        "DeviceCode" => assert_same::<DeviceCode>(body),
        "FriendsPage" => assert_same::<FriendsPage>(body),
        "FriendshipNow" => assert_same::<FriendshipNow>(body),
        "HandHistory" => assert_same::<HandHistory>(body),
        "HandsPage" => assert_same::<HandsPage>(body),
        "Health" => assert_same::<HealthAnswer>(body),
        "Leaderboard" => assert_same::<Leaderboard>(body),
        "LobbyMessage" => assert_same::<LobbyMessage>(body),
        "LobbyPage" => assert_same::<LobbyPage>(body),
        "Me" => assert_same::<Me>(body),
        "MessagePage" => assert_same::<MessagePage>(body),
        "MutesPage" => assert_same::<MutesPage>(body),
        "MyHandsPage" => assert_same::<MyHandsPage>(body),
        "MyLedger" => assert_same::<MyLedger>(body),
        "MyRatings" => assert_same::<MyRatings>(body),
        "Offers" => assert_same::<Offers>(body),
        "PlayerView" => assert_same::<PlayerView>(body),
        "Problem" => assert_same::<ProblemBody>(body),
        "ProblemKind" => assert_same::<ProblemKind>(body),
        "ProblemKinds" => assert_same::<ProblemKinds>(body),
        "RatedEvent" => assert_same::<RatedEventView>(body),
        "RatedEvents" => assert_same::<RatedEvents>(body),
        "RatingHistory" => assert_same::<RatingHistory>(body),
        "RecoveryCodes" => assert_same::<RecoveryCodes>(body),
        "Release" => assert_same::<Release>(body),
        "SeatedPage" => assert_same::<SeatedPage>(body),
        "SessionTokens" => assert_same::<SessionTokens>(body),
        "SignIns" => assert_same::<SignIns>(body),
        "SocketFrame" => assert_same::<SocketFrame>(body),
        "Statistics" => assert_same::<Statistics>(body),
        "TableAnswer" => assert_same::<TableAnswer>(body),
        "TableMessage" => assert_same::<TableMessage>(body),
        "TableSummary" => assert_same::<TableSummary>(body),
        "TableView" => assert_same::<TableView>(body),
        "TicketAnswer" => assert_same::<TicketAnswer>(body),
        "Tournament" => assert_same::<TournamentView>(body),
        "TournamentEntries" => assert_same::<TournamentEntries>(body),
        "TournamentHistory" => assert_same::<TournamentHistory>(body),
        "TournamentMessage" => assert_same::<TournamentMessage>(body),
        "TournamentPage" => assert_same::<TournamentPage>(body),
        "Welcome" => assert_same::<Welcome>(body),
        "" => {}
        other => assert!(GAMES.iter().any(|game| other.starts_with(game)), "no type reads {other}"),
    }
}

/// Panics if a value is not the same after it was read as this type and written again.
fn assert_same<T: DeserializeOwned + Serialize>(body: &Value) {
    let name = std::any::type_name::<T>();
    let read: T =
        serde_json::from_value(body.clone()).unwrap_or_else(|wrong| panic!("no {name}: {wrong}\n{body:#}"));
    assert_eq!(&serde_json::to_value(&read).unwrap(), body, "as {name}");
}
