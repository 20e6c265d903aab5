//! The server-sent events of streams. OpenAPI 3.1 cannot describe the items of a stream. So the schema of an event is under
//! `x-itemSchema`, which is the `itemSchema` of OpenAPI 3.2.

use serde_json::{Map, Value, json};

use super::names::pascal;
use crate::http::schema::reference::reference;
use crate::http::streams::sse::{HEARTBEAT, RETRY_MILLIS};

/// A stream of events.
struct Stream {
    path: &'static str,
    /// The name of the schema of its events.
    event: &'static str,
    /// The kinds of event.
    kinds: &'static [&'static str],
}

const STREAMS: [Stream; 4] = [
    Stream { path: "/v1/lobby/events", event: "LobbyStreamEvent", kinds: &["lobby", "end"] },
    Stream {
        path: "/v1/me/events",
        event: "MyStreamEvent",
        kinds: &["table", "presence", "progress", "warning", "me", "tournament", "end"],
    },
    Stream {
        path: "/v1/tables/{id}/events",
        event: "TableStreamEvent",
        kinds: &["table", "presence", "progress", "warning", "end"],
    },
    Stream {
        path: "/v1/tournaments/{id}/events",
        event: "TournamentStreamEvent",
        kinds: &["tournament", "end"],
    },
];

/// The kinds of event after which a stream resumes.
const RESUMED: [&str; 3] = ["table", "me", "tournament"];

/// Describes the events of every stream.
pub fn add(document: &mut Value) {
    for Stream { path, event, kinds } in STREAMS {
        let Some(content) = document["paths"][path]["get"]["responses"]["200"].get_mut("content") else {
            continue;
        };
        content["text/event-stream"] = json!({
            "schema": { "type": "string", "description": framing() },
            "x-itemSchema": { "$ref": reference(event) },
        });
        let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") else { return };
        schemas.insert(event.to_owned(), any_of(kinds));
        schemas.extend(kinds.iter().map(|kind| (name(kind), schema(kind))));
    }
}

fn framing() -> String {
    format!(
        "Server-sent events (HTML, section 9.2), in UTF-8: the lines of one message, and an empty line. `event` is its kind, \
         `data` the message as JSON in one line, and `id` the position to resume after it. `x-itemSchema` describes them. A \
         comment comes every {} seconds.",
        HEARTBEAT.as_secs()
    )
}

fn name(kind: &str) -> String {
    format!("StreamEvent{}", pascal(kind))
}

fn any_of(kinds: &[&str]) -> Value {
    let to = |kind: &&str| reference(&name(kind));
    let mapping: Map<_, _> = kinds.iter().map(|kind| ((*kind).to_owned(), to(kind).into())).collect();
    json!({
        "description": "One event of the stream.",
        "oneOf": kinds.iter().map(|kind| json!({ "$ref": to(kind) })).collect::<Vec<_>>(),
        "discriminator": { "propertyName": "event", "mapping": mapping },
    })
}

fn schema(kind: &str) -> Value {
    let message = reference(&format!("{}Message", pascal(kind)));
    let mut schema = json!({
        "type": "object",
        "description": format!("A message of the kind `{kind}`, as an event."),
        "required": ["event", "data"],
        "properties": {
            "event": { "type": "string", "enum": [kind], "description": "The kind of event." },
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": { "$ref": message },
                "description": "The message.",
            },
            "retry": {
                "type": "integer", "minimum": RETRY_MILLIS, "maximum": 2 * RETRY_MILLIS,
                "description": "In the first event: how many milliseconds to wait before you open the stream again.",
            },
        },
    });
    if RESUMED.contains(&kind) {
        schema["properties"]["id"] = json!({
            "type": "string",
            "description": "Send it back as `Last-Event-ID` to open a stream that resumes after this message.",
        });
    }
    schema
}
