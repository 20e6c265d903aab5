//! The table as one string in its own Redis server, read two bytes at a time: over a Unix socket and over TCP, one hand
//! or a hundred a round trip.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, iter, thread};

use super::{FEW, Hands, print_each, print_mib, print_millis, timed};

const TOGETHER: usize = 100;
const RUNS: usize = 3;

/// A server that is killed when this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

pub fn look_up(folder: &Path, hands: &Hands) {
    let Some((_server, mut local, mut tcp)) = start(&folder.join("redis.socket")) else {
        return println!("redis: left out, for there is no redis-server here");
    };
    let bytes: Vec<u8> = hands.table.iter().flat_map(|rank| rank.to_le_bytes()).collect();
    print_millis("redis_load_ms", timed(|| set(&mut local, &bytes)).0);
    print_mib("redis_mib", used(&mut local));
    print_each("redis_ns", best(&mut local, 1, hands), FEW);
    print_each("redis_together_ns", best(&mut local, TOGETHER, hands), FEW);
    print_each("redis_tcp_ns", best(&mut tcp, 1, hands), FEW);
}

fn best(server: &mut (impl Read + Write), together: usize, hands: &Hands) -> Duration {
    let run = || {
        let start = Instant::now();
        hands.numbers[..FEW].chunks(together).for_each(|numbers| ask(server, numbers, hands.table));
        start.elapsed()
    };
    iter::repeat_with(run).take(RUNS).min().unwrap()
}

fn set(server: &mut (impl Read + Write), bytes: &[u8]) {
    write!(server, "*3\r\n$3\r\nSET\r\n$5\r\nranks\r\n${}\r\n", bytes.len()).unwrap();
    server.write_all(bytes).unwrap();
    server.write_all(b"\r\n").unwrap();
    let mut done = [0; 5];
    server.read_exact(&mut done).unwrap();
    assert_eq!(&done, b"+OK\r\n");
}

/// The server's memory for its string, in bytes.
fn used(server: &mut (impl Read + Write)) -> u64 {
    server.write_all(b"*3\r\n$6\r\nMEMORY\r\n$5\r\nUSAGE\r\n$5\r\nranks\r\n").unwrap();
    let mut answer = [0; 32];
    let length = server.read(&mut answer).unwrap();
    let text = std::str::from_utf8(&answer[..length]).unwrap();
    text.trim().strip_prefix(':').unwrap().parse().unwrap()
}

/// Reads some hands in one round trip; each answer is `$2`, and the two bytes.
fn ask(server: &mut (impl Read + Write), numbers: &[u32], table: &[u16]) {
    let mut request = Vec::new();
    for number in numbers {
        let (first, last) = ((2 * number).to_string(), (2 * number + 1).to_string());
        let lengths = (first.len(), last.len());
        write!(request, "*4\r\n$8\r\nGETRANGE\r\n$5\r\nranks\r\n").unwrap();
        write!(request, "${}\r\n{first}\r\n${}\r\n{last}\r\n", lengths.0, lengths.1).unwrap();
    }
    server.write_all(&request).unwrap();
    let mut answers = vec![0; 8 * numbers.len()];
    server.read_exact(&mut answers).unwrap();
    for (answer, &number) in answers.chunks_exact(8).zip(numbers) {
        assert_eq!(u16::from_le_bytes([answer[4], answer[5]]), table[number as usize]);
    }
}

/// A server that writes nothing to disk, and a connection of either kind.
fn start(path: &Path) -> Option<(Server, UnixStream, TcpStream)> {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).ok()?.local_addr().ok()?;
    let (port, socket) = (free.port().to_string(), path.to_str()?);
    let server = Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--port", &port, "--unixsocket", socket])
        .args(["--save", "", "--appendonly", "no"])
        .stdout(Stdio::null())
        .spawn();
    let server = Server(server.ok()?);
    for _ in 0..100 {
        if fs::exists(path).unwrap_or(false)
            && let Ok(local) = UnixStream::connect(path)
            && let Ok(tcp) = TcpStream::connect(free)
        {
            tcp.set_nodelay(true).ok()?;
            return Some((server, local, tcp));
        }
        thread::sleep(Duration::from_millis(50));
    }
    None
}
