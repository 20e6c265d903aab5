//! A client of event streams: reads one message after the other, as they arrive.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::schema::Schema;
use crate::server::Client;

/// Longer than any message takes, so that a test that waits in vain fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(20);

/// A message of a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub kind: String,
    pub data: Value,
    pub retry: Option<u64>,
}

impl Event {
    /// Its fields, as the description has them.
    fn as_described(&self) -> Value {
        let mut fields = json!({ "event": self.kind, "data": self.data.to_string() });
        if let Some(id) = &self.id {
            fields["id"] = id.clone().into();
        }
        if let Some(retry) = self.retry {
            fields["retry"] = retry.into();
        }
        fields
    }
}

/// An open stream.
pub struct Events {
    response: reqwest::Response,
    unread: String,
    path: String,
    schema: Arc<Schema>,
}

impl Events {
    /// Opens a stream, after the message with this id if there is one.
    pub async fn open(client: &Client, path: &str, after: Option<&str>) -> Self {
        Self::of(client, path, Self::ask(client, path, after).await).await
    }

    /// The stream that is the answer to a request.
    pub async fn of(client: &Client, path: &str, response: reqwest::Response) -> Self {
        assert_eq!(response.status(), 200, "{}", response.text().await.unwrap());
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let schema = Arc::clone(&client.schema);
        Self { response, unread: String::new(), path: path.to_owned(), schema }
    }

    /// Requests a stream.
    pub async fn ask(client: &Client, path: &str, after: Option<&str>) -> reqwest::Response {
        let request = client.request(reqwest::Method::GET, path).header("accept", "text/event-stream");
        let request = match after {
            Some(after) => request.header("last-event-id", after),
            None => request,
        };
        request.send().await.unwrap()
    }

    /// The next message, which is held against the description; `None` once the stream is over.
    pub async fn next(&mut self) -> Option<Event> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("a message in time")
    }

    async fn read(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.unread.split_once("\n\n") {
                let (event, rest) = (event(block), rest.to_owned());
                self.unread = rest;
                if let Some(event) = event {
                    self.schema.assert_event(&self.path, &event.as_described());
                    return Some(event);
                }
                continue;
            }
            let chunk = self.response.chunk().await.ok().flatten()?;
            self.unread.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The next message of this kind.
    pub async fn next_of(&mut self, kind: &str) -> Event {
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("the stream ended before a {kind}"));
            if event.kind == kind {
                return event;
            }
        }
    }

    /// The reason of the stream's end, after any other messages.
    pub async fn end(&mut self) -> String {
        let end = self.next_of("end").await;
        assert_eq!(self.next().await, None, "nothing comes after the end");
        end.data["reason"].as_str().unwrap().to_owned()
    }
}

/// The messages that a text holds whole.
pub fn whole(text: &str) -> Vec<Event> {
    let mut blocks: Vec<&str> = text.split("\n\n").collect();
    // The rest after the last empty line is incomplete.
    blocks.pop();
    blocks.into_iter().filter_map(event).collect()
}

/// Reads a block of lines; `None` if it is only a comment.
fn event(block: &str) -> Option<Event> {
    let mut event = Event { kind: "message".to_owned(), ..Event::default() };
    let mut data = None;
    for line in block.lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => event.id = Some(value.to_owned()),
            "event" => value.clone_into(&mut event.kind),
            "data" => data = Some(value),
            "retry" => event.retry = Some(value.parse().unwrap()),
            "" => {}
            other => panic!("{other}"),
        }
    }
    event.data = serde_json::from_str(data?).unwrap();
    Some(event)
}
