//! The frames of the socket. OpenAPI cannot describe them. So the frames of clients are under `x-client-frames`, and those of the server
//! are the content of its 101.

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use cardroom_api::socket::{ClientFrame, SocketFrame};

/// The schemas of frames and of their parts.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![
        (ClientFrame::name().into_owned(), ClientFrame::schema()),
        (SocketFrame::name().into_owned(), SocketFrame::schema()),
    ];
    ClientFrame::schemas(&mut schemas);
    SocketFrame::schemas(&mut schemas);
    schemas
}

/// Describes the frames as a request body and a response, so that they are treated like all others.
pub fn as_bodies(document: &mut Value) {
    let Some(operation) = operation(document) else { return };
    operation.insert("requestBody".to_owned(), json!({ "content": content("ClientFrame") }));
    if let Some(opened) = operation.get_mut("responses").and_then(|responses| responses.get_mut("101")) {
        opened["content"] = content("SocketFrame");
    }
}

/// Moves the frames of clients to `x-client-frames`, because a `GET` has no body.
pub fn as_frames(document: &mut Value) {
    let Some(operation) = operation(document) else { return };
    if let Some(mut body) = operation.remove("requestBody") {
        operation.insert("x-client-frames".to_owned(), body["content"]["application/json"]["schema"].take());
    }
}

fn operation(document: &mut Value) -> Option<&mut Map<String, Value>> {
    document.pointer_mut("/paths/~1v1~1socket/get")?.as_object_mut()
}

fn content(name: &str) -> Value {
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } })
}
