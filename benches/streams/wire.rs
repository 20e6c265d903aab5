//! Bare connections: their bytes are counted and not kept.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Opens a stream, and reads its head.
pub async fn stream(address: SocketAddr, path: &str, token: Option<&str>, gzip: bool) -> TcpStream {
    let mut socket = TcpStream::connect(address).await.unwrap();
    socket.set_nodelay(true).unwrap();
    let token = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    let coding = if gzip { "accept-encoding: gzip\r\n" } else { "" };
    let head =
        format!("GET {path} HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n{token}{coding}\r\n");
    socket.write_all(head.as_bytes()).await.unwrap();
    let mut first = [0; 12];
    socket.read_exact(&mut first).await.unwrap();
    assert!(first.ends_with(b" 200"), "{path}: {}", String::from_utf8_lossy(&first));
    socket
}

/// Reads until nothing comes for a while. Returns the number of bytes.
pub async fn drained(socket: &mut TcpStream, quiet: Duration) -> usize {
    let mut bytes = vec![0; 64 * 1024];
    let mut read = 0;
    while let Ok(Ok(more @ 1..)) = tokio::time::timeout(quiet, socket.read(&mut bytes)).await {
        read += more;
    }
    read
}
