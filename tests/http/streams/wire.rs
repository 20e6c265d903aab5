//! Streams on the wire: compressed message by message, over HTTP/2, beside answers that are compressed whole.

use std::io::Read;

use flate2::read::GzDecoder;
use reqwest::Method;
use serde_json::Value;

use super::{deal, heads_up};
use crate::server::TestServer;

#[tokio::test(flavor = "multi_thread")]
async fn each_message_of_a_compressed_stream_can_be_read_at_once() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let request = bob.request(Method::GET, &format!("{path}/events"));
    let request = request.header("accept", "text/event-stream").header("accept-encoding", "br, gzip;q=0.5");
    let mut response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    let mut sent = Vec::new();
    let mut readable = async |until: &str| loop {
        sent.extend(response.chunk().await.unwrap().expect("more"));
        let mut text = Vec::new();
        // The stream is cut in the middle: everything up to there can be read.
        let _ = GzDecoder::new(&sent[..]).read_to_end(&mut text);
        let text = String::from_utf8(text).unwrap();
        if text.contains(until) && text.ends_with("\n\n") {
            break (text.len(), sent.len());
        }
    };
    readable("\"version\":3").await;
    deal(&ann, &path).await;
    let (plain, compressed) = readable("\"version\":4").await;
    assert!(compressed * 3 < plain, "{compressed} of {plain}");

    for refused in ["identity", "gzip;q=0", ""] {
        let request = bob.request(Method::GET, &format!("{path}/events"));
        let request = request.header("accept", "text/event-stream").header("accept-encoding", refused);
        assert!(request.send().await.unwrap().headers().get("content-encoding").is_none(), "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_compressed_if_the_client_accepts_it() {
    let server = TestServer::open().await;
    let (path, ann, _) = heads_up(&server).await;
    let request = ann.request(Method::GET, &path).header("accept-encoding", "gzip");
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    assert!(
        response.headers()["etag"].to_str().unwrap().starts_with("W/"),
        "its bytes are not always the same"
    );
    let mut text = String::new();
    GzDecoder::new(&response.bytes().await.unwrap()[..]).read_to_string(&mut text).unwrap();
    let view: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(view["version"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn http_1_and_http_2_share_a_port() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let http2 = reqwest::Client::builder().no_proxy().http2_prior_knowledge().build().unwrap();
    let url = format!("http://{}{path}", server.address);
    let view = http2.get(&url).bearer_auth(bob.token.as_ref().unwrap()).send().await.unwrap();
    assert_eq!(view.version(), reqwest::Version::HTTP_2);
    assert_eq!(view.json::<Value>().await.unwrap()["you"]["seat"], 1);
    // Many streams in one connection, and requests beside them.
    let mut streams = Vec::new();
    for _ in 0..8 {
        let stream = http2.get(format!("{url}/events")).header("accept", "text/event-stream");
        streams.push(stream.send().await.unwrap());
    }
    for stream in &mut streams {
        let first = stream.chunk().await.unwrap().unwrap();
        assert!(std::str::from_utf8(&first).unwrap().contains("\"version\":3"));
    }
    deal(&ann, &path).await;
    for stream in &mut streams {
        while !std::str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap().contains("\"version\":4")
        {
        }
    }
}
