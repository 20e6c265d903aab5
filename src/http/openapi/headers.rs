//! The headers of responses. Each is described once, and responses refer to it.

use serde_json::{Map, Value, json};

const PLACE: &str = "#/components/headers/";

/// A header of responses.
struct Header {
    name: &'static str,
    says: &'static str,
    /// A number for whole numbers, else a text.
    example: Example,
    /// Whether every response that refers to it has it.
    is_always_there: bool,
}

enum Example {
    Text(&'static str),
    Seconds(u64),
}

/// The headers that every response may have.
const OF_ALL: [&str; 4] = ["Date", "RateLimit", "RateLimit-Policy", "X-Request-Id"];

const HEADERS: [Header; 11] = [
    Header {
        name: "Content-Disposition",
        says: "The name of the file.",
        example: Example::Text("attachment; filename=\"019ab0e8-5d4c-7c1e-8a52-3f6d0b1c2d3e.phh\""),
        is_always_there: true,
    },
    Header {
        name: "Date",
        says: "The server's time, to the second.",
        example: Example::Text("Sun, 22 Nov 2026 01:02:03 GMT"),
        is_always_there: true,
    },
    Header {
        name: "ETag",
        says: "The weak tag of this answer. Send it back as `If-None-Match`: if nothing has changed, the answer is 304.",
        example: Example::Text("W/\"6b86b273ff34fce1\""),
        is_always_there: true,
    },
    Header {
        name: "Location",
        says: "The path of what was created, on this server.",
        example: Example::Text("/v1/tables/019ab0e8-5d4c-7c1e-8a52-3f6d0b1c2d3e"),
        is_always_there: true,
    },
    Header {
        name: "Preference-Applied",
        says: "The preference of the request's `Prefer` that the answer follows (RFC 7240).",
        example: Example::Text("return=minimal"),
        is_always_there: false,
    },
    Header {
        name: "RateLimit",
        says: "What remains of each quota that the request counts against: its name, how many requests may follow at once \
               (`r`) and, if none may, in how many seconds one may (`t`). Its form is that of \
               draft-ietf-httpapi-ratelimit-headers-10.",
        example: Example::Text("\"address-writes\";r=2999, \"player-writes\";r=149"),
        is_always_there: false,
    },
    Header {
        name: "RateLimit-Policy",
        says: "Each quota that the request counts against: its name, and how many requests (`q`) it allows in how many \
               seconds (`w`).",
        example: Example::Text("\"address-writes\";q=3000;w=30, \"player-writes\";q=150;w=30"),
        is_always_there: false,
    },
    Header {
        name: "Retry-After",
        says: "In how many seconds the request may be sent again. Every 429 has it, and most 503.",
        example: Example::Seconds(1),
        is_always_there: false,
    },
    Header {
        name: "Sec-WebSocket-Version",
        says: "The version of the WebSocket protocol that is spoken here (RFC 6455, section 4.4).",
        example: Example::Text("13"),
        is_always_there: true,
    },
    Header {
        name: "WWW-Authenticate",
        says: "How to authenticate.",
        example: Example::Text("Bearer"),
        is_always_there: true,
    },
    Header {
        name: "X-Request-Id",
        says: "The name of the request in the server's log: the one that the client sent, or else a new one.",
        example: Example::Text("019ab0e8-5d4c-7c1e-8a52-3f6d0b1c2d3e"),
        is_always_there: true,
    },
];

/// Describes the headers, and makes each response refer to those that it has.
pub fn add(document: &mut Value) {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let operations = paths.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut);
    for operation in operations.flat_map(Map::values_mut) {
        let Some(Value::Object(responses)) = operation.get_mut("responses") else { continue };
        let is_tagged = responses.contains_key("304");
        for (status, response) in responses {
            refer(response, &of_status(status, is_tagged));
        }
    }
    document["components"]["headers"] = HEADERS.iter().map(described).collect::<Map<_, _>>().into();
}

/// The headers of responses with a status.
fn of_status(status: &str, is_tagged: bool) -> Vec<&'static str> {
    let own = match status {
        "200" | "304" if is_tagged => Some("ETag"),
        "201" => Some("Location"),
        "401" => Some("WWW-Authenticate"),
        "426" => Some("Sec-WebSocket-Version"),
        "429" | "503" | "default" => Some("Retry-After"),
        _ => None,
    };
    OF_ALL.into_iter().chain(own).collect()
}

/// Makes a response refer to these headers, and to those that its route names.
fn refer(response: &mut Value, names: &[&str]) {
    let named = response["headers"].as_object().into_iter().flat_map(Map::keys);
    let names = named.cloned().chain(names.iter().map(|&name| name.to_owned()));
    let headers: Map<_, _> =
        names.map(|name| (name.clone(), json!({ "$ref": format!("{PLACE}{name}") }))).collect();
    response["headers"] = headers.into();
}

fn described(header: &Header) -> (String, Value) {
    let Header { name, says, example, is_always_there } = header;
    let (schema, example): (_, Value) = match example {
        Example::Text(text) => (json!({ "type": "string" }), (*text).into()),
        Example::Seconds(seconds) => (json!({ "type": "integer", "minimum": 0 }), (*seconds).into()),
    };
    let mut header = json!({ "description": says, "schema": schema, "example": example });
    if *is_always_there {
        header["required"] = true.into();
    }
    ((*name).to_owned(), header)
}
