//! The description, and the page to read it on.

use std::io::Read;

use flate2::read::GzDecoder;
use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::memory::memory;
use crate::process::Server;
use crate::server::TestServer;

async fn fetch(server: &TestServer, path: &str) -> (u16, String, String) {
    let url = format!("http://{}{path}", server.address);
    let response = reqwest::Client::builder().no_proxy().build().unwrap().get(url).send().await.unwrap();
    let policy = response.headers().get("content-security-policy").map(|policy| policy.to_str().unwrap());
    let policy = policy.unwrap_or_default().to_owned();
    (response.status().as_u16(), policy, response.text().await.unwrap())
}

#[tokio::test]
async fn the_served_description_is_the_file_of_the_project() {
    let server = TestServer::open().await;
    let served = server.anonymous().get("/openapi.yaml").await;
    assert_eq!(served.header("content-type"), Some("application/yaml"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");
    assert!(served.text == std::fs::read_to_string(file).unwrap(), "openapi.yaml is not what is served");
}

#[tokio::test]
async fn texts_are_compressed_if_the_client_accepts_it() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let page = anonymous.request(Method::GET, "/").send().await.unwrap().text().await.unwrap();
    let script = page.split('"').find(|part| part.starts_with("/assets/index-")).unwrap();
    // Twice: the second time it comes from the cache.
    for path in ["/openapi.yaml", "/openapi.json", script, "/docs/swagger-ui-bundle.js"].repeat(2) {
        let get = async |takes: &str| {
            let asked = anonymous.request(Method::GET, path).header("accept-encoding", takes);
            asked.send().await.unwrap()
        };
        let plain = get("identity").await;
        assert!(plain.headers().get("content-encoding").is_none(), "{path}");
        let packed = get("gzip").await;
        assert_eq!(packed.headers()["content-encoding"], "gzip", "{path}");
        let varies = packed.headers().get_all("vary").iter().any(|vary| vary == "accept-encoding");
        assert!(varies && packed.headers().get("etag") == plain.headers().get("etag"), "{path}");
        let (plain, packed) = (plain.bytes().await.unwrap(), packed.bytes().await.unwrap());
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == plain && packed.len() * 2 < plain.len(), "{path}");
    }
}

/// A client that asks for one text under many spellings gets it each time, and the server stores it once.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_text_with_many_spellings_is_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = async |path: &str| {
        let asked = http.get(format!("{}{path}", server.url)).header("accept-encoding", "gzip");
        let answer = asked.send().await.unwrap();
        (answer.status().as_u16(), answer.bytes().await.unwrap())
    };
    let name = "swagger-ui-bundle.js";
    let (status, once) = get(&format!("/docs/{name}")).await;
    assert_eq!(status, 200);
    let before = memory(server.process());
    for number in 0_u32..64 {
        // Each of the first six letters may be percent-encoded.
        let letters = name.chars().enumerate().map(|(place, letter)| match number >> place {
            bits if place < 6 && bits & 1 == 1 => format!("%{:02x}", u32::from(letter)),
            _ => letter.to_string(),
        });
        let (status, text) = get(&format!("/docs/{}", letters.collect::<String>())).await;
        assert!(status == 200 && text == once, "{number}");
    }
    let page = get("/").await.1;
    let mut plain = String::new();
    GzDecoder::new(&page[..]).read_to_string(&mut plain).unwrap();
    let script = plain.split('"').find(|part| part.starts_with("/assets/index-")).unwrap();
    assert_eq!(get(script).await.0, 200);
    // A file of the page has one name.
    for other in [script.replacen("/assets/", "/assets/./", 1), format!("/{script}")] {
        // Written out, because a client would normalise such a path before it sends it.
        let head = format!("GET {other} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 404", "{other}");
    }
    let more = memory(server.process()).saturating_sub(before);
    assert!(more < 8 << 20, "{more} bytes more");
}

#[tokio::test]
async fn the_page_of_documents_needs_no_other_host() {
    let server = TestServer::open().await;
    let (status, policy, page) = fetch(&server, "/docs/").await;
    assert_eq!(status, 200);
    assert!(policy.contains("default-src 'self'"));
    let mut parts = 0;
    for attribute in ["src=\"", "href=\""] {
        for part in page.split(attribute).skip(1) {
            let part = part.split('"').next().unwrap();
            assert!(!part.contains("//"), "{part} lies elsewhere");
            let (status, _, text) = fetch(&server, &format!("/docs/{}", part.trim_start_matches("./"))).await;
            assert_eq!((status, text.is_empty()), (200, false), "{part}");
            parts += 1;
        }
    }
    assert!(parts >= 5, "{page}");
    let (_, _, setup) = fetch(&server, "/docs/swagger-initializer.js").await;
    assert!(setup.contains("/openapi.yaml"), "{setup}");
    assert!(setup.contains("\"validatorUrl\": \"none\""), "{setup}");
    assert!(!setup.contains("://"), "{setup}");
}

#[tokio::test]
async fn the_page_of_documents_is_found_without_its_slash() {
    let server = TestServer::open().await;
    let (status, _, page) = fetch(&server, "/docs").await;
    assert_eq!(status, 200);
    assert!(page.contains("swagger-ui"));
    server.anonymous().get("/docs/nothing.js").await.refused(404, "no_such_route");
}
