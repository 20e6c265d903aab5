//! What many connections write goes out together.
//!
//! A write to a socket wakes whoever reads there. Where that is a process of this machine, as a proxy is, to wake it takes a third
//! of the write. So what is written waits until everything that is ready has been worked on, and goes out with what others
//! have written meanwhile, one right after the other: whom the first of them has woken is awake for the rest.

use std::io::{self, IoSlice};
use std::iter;
use std::mem;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::runtime::Handle;
use tokio::task::yield_now;

use crate::service::whole::whole;

/// How many bytes of a connection wait at most. Few answers have more.
const MOST: usize = 16 * 1024;

/// Connections that have written something: a part for each thread, so that nothing waits for what another thread works on. Cheap to
/// clone; all clones are the same one.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<[Mutex<Vec<Writing>>]>);

/// A connection that writes by way of an outbox; one task at a time reads and writes. Where it is dropped, what it has written goes out
/// as far as the socket has room for it. To wait for all of it, shut it down.
#[derive(Debug)]
pub struct Outgoing {
    reads: OwnedReadHalf,
    unsent: Writing,
    outbox: Outbox,
}

/// Of a connection, and of an outbox where that has it.
type Writing = Arc<Mutex<Unsent>>;

/// What a connection has written, and where it goes. Bytes that are in no outbox wait for room in the socket, and go on whenever anything polls their connection.
#[derive(Debug)]
struct Unsent {
    socket: OwnedWriteHalf,
    bytes: Vec<u8>,
    /// Whether they are in an outbox.
    is_posted: bool,
    /// Why nothing more goes out.
    failed: Option<io::Error>,
    /// Who wrote or flushed last.
    writer: Option<Waker>,
}

impl Outbox {
    /// For the threads of this runtime.
    pub fn of_this_runtime() -> Self {
        let threads = Handle::current().metrics().num_workers();
        Self(iter::repeat_with(Mutex::default).take(threads.max(1)).collect())
    }

    /// A connection that writes by way of this.
    pub fn outgoing(self, stream: TcpStream) -> Outgoing {
        let (reads, socket) = stream.into_split();
        let unsent = Unsent { socket, bytes: Vec::new(), is_posted: false, failed: None, writer: None };
        Outgoing { reads, unsent: Arc::new(Mutex::new(unsent)), outbox: self }
    }

    /// Takes what is to go out, and sends it with whatever else comes until nothing is ready to be worked on.
    fn post(&self, unsent: Writing) {
        let part = number_of_this_thread() % self.0.len();
        let mut posted = whole(&self.0[part]);
        posted.push(unsent);
        if posted.len() == 1 {
            tokio::spawn(self.clone().send(part));
        }
    }

    async fn send(self, part: usize) {
        yield_now().await;
        let posted = mem::take(&mut *whole(&self.0[part]));
        for unsent in posted {
            whole(&unsent).send();
        }
    }
}

/// Threads that write are counted.
fn number_of_this_thread() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static NUMBER: usize = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    NUMBER.with(|&number| number)
}

impl Unsent {
    /// Sends what the socket takes. Whoever writes is woken where that is not all.
    fn send(&mut self) {
        self.is_posted = false;
        while !self.bytes.is_empty() {
            match self.socket.try_write(&self.bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                sent => self.has_sent(sent),
            }
        }
        if !self.bytes.is_empty() || self.failed.is_some() {
            self.writer.iter().for_each(Waker::wake_by_ref);
        }
    }

    /// Takes away what has gone out. A connection that has nothing to say keeps no memory for it.
    fn has_sent(&mut self, sent: io::Result<usize>) {
        match sent.and_then(some) {
            Ok(bytes) if bytes < self.bytes.len() => drop(self.bytes.drain(..bytes)),
            all_or_nothing => {
                self.bytes = Vec::new();
                self.failed = all_or_nothing.err();
            }
        }
    }

    /// Returns once the socket has all of it.
    fn poll_sent(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while !self.bytes.is_empty() {
            let sent = ready!(Pin::new(&mut self.socket).poll_write(context, &self.bytes));
            self.has_sent(sent);
        }
        Poll::Ready(())
    }

    /// The same, where no outbox has it.
    fn poll_rest(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.is_posted { Poll::Ready(()) } else { self.poll_sent(context) }
    }

    /// Returns once no bytes wait for room in the socket, with the error that was met. Whoever polls is woken where more come to wait.
    fn poll_room(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_rest(context));
        self.writer.get_or_insert_with(|| context.waker().clone()).clone_from(context.waker());
        Poll::Ready(self.result())
    }

    /// The error that was met, told once.
    fn result(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// As many bytes as were written, where that is some.
fn some(bytes: usize) -> io::Result<usize> {
    if bytes == 0 { Err(io::ErrorKind::WriteZero.into()) } else { Ok(bytes) }
}

impl AsyncRead for Outgoing {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // Who reads may have nothing more to write: what is left goes on from here too.
        let _ = whole(&self.unsent).poll_rest(context);
        Pin::new(&mut self.reads).poll_read(context, to)
    }
}

impl AsyncWrite for Outgoing {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(from)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut unsent = whole(&self.unsent);
        ready!(unsent.poll_room(context))?;
        if unsent.bytes.len() >= MOST {
            ready!(unsent.poll_sent(context));
            unsent.result()?;
        }
        let before = unsent.bytes.len();
        // All pieces at once: to grow with each of them copies those before.
        let coming = from.iter().map(|piece| piece.len()).sum::<usize>().min(MOST - before);
        unsent.bytes.reserve_exact(coming);
        for piece in from {
            let room = MOST - unsent.bytes.len();
            unsent.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        }
        if coming > 0 && !mem::replace(&mut unsent.is_posted, true) {
            drop(unsent);
            self.outbox.post(Arc::clone(&self.unsent));
        }
        Poll::Ready(Ok(coming))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// What the outbox has goes out by itself: it need not have gone when this returns.
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        whole(&self.unsent).poll_room(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut unsent = whole(&self.unsent);
        ready!(unsent.poll_sent(context));
        unsent.result()?;
        Pin::new(&mut unsent.socket).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read};
    use std::net::TcpStream;

    use futures::FutureExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::task::yield_now;

    use super::{MOST, Outbox, Outgoing, number_of_this_thread, whole};

    /// Connections of this outbox, each with its other end, which does not wait.
    async fn connected<const MANY: usize>(outbox: &Outbox) -> [(Outgoing, TcpStream); MANY] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut all = Vec::new();
        for _ in 0..MANY {
            let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            other.set_nonblocking(true).unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            stream.writable().await.unwrap();
            all.push((outbox.clone().outgoing(stream), other));
        }
        all.try_into().unwrap()
    }

    /// Has the outbox emptied.
    async fn others_turn() {
        yield_now().await;
        yield_now().await;
    }

    /// Writes for as long as the socket takes it, and how much that was; nobody reads meanwhile.
    async fn fill(outgoing: &mut Outgoing) -> usize {
        let mut sent = 0;
        loop {
            match outgoing.write(&[7; 5_000]).now_or_never() {
                Some(bytes) => sent += bytes.unwrap(),
                None if whole(&outgoing.unsent).is_posted => others_turn().await,
                None => return sent,
            }
        }
    }

    /// What has come.
    fn read(mut from: &TcpStream) -> Option<Vec<u8>> {
        let mut bytes = vec![0; 100];
        match from.read(&mut bytes) {
            Ok(many) => Some(bytes[..many].to_vec()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => None,
            Err(error) => panic!("{error}"),
        }
    }

    #[tokio::test]
    async fn what_connections_write_goes_out_once_others_have_had_their_turn() {
        let [(mut one, its_end), (mut other, others_end)] = connected(&Outbox::of_this_runtime()).await;
        one.write_all(b"one").await.unwrap();
        one.write_all(b", two").await.unwrap();
        other.write_all(b"three").await.unwrap();
        assert_eq!([read(&its_end), read(&others_end)], [None, None]);
        others_turn().await;
        let told = [read(&its_end), read(&others_end)].map(Option::unwrap);
        assert_eq!(told, [b"one, two".to_vec(), b"three".to_vec()]);
    }

    #[tokio::test]
    async fn what_was_written_goes_out_where_the_connection_is_dropped() {
        let [(mut outgoing, end)] = connected(&Outbox::of_this_runtime()).await;
        outgoing.write_all(b"the last").await.unwrap();
        drop(outgoing);
        assert_eq!(read(&end), None);
        others_turn().await;
        assert_eq!(read(&end).unwrap(), b"the last");
        assert_eq!(read(&end).unwrap(), b"", "it has ended");
    }

    #[tokio::test]
    async fn whoever_reads_gets_all_of_it_in_order_and_then_its_end() {
        let [(mut outgoing, end)] = connected(&Outbox::of_this_runtime()).await;
        let mut end = tokio::net::TcpStream::from_std(end).unwrap();
        let sent: Vec<u8> = (0..=250).cycle().take(8_000_000).collect();
        let all = sent.clone();
        let writing = tokio::spawn(async move {
            for (number, piece) in all.chunks(50_000).enumerate() {
                outgoing.write_all(piece).await.unwrap();
                if number % 3 == 0 {
                    outgoing.flush().await.unwrap();
                }
            }
            outgoing.shutdown().await.unwrap();
            outgoing
        });
        let mut told = Vec::new();
        end.read_to_end(&mut told).await.unwrap();
        assert!(told == sent, "{} of {} bytes", told.len(), sent.len());
        drop(writing.await.unwrap());
    }

    #[tokio::test]
    async fn what_the_socket_did_not_take_goes_out_while_its_connection_only_reads() {
        let [(mut outgoing, end)] = connected(&Outbox::of_this_runtime()).await;
        let sent = fill(&mut outgoing).await;
        let mut end = tokio::net::TcpStream::from_std(end).unwrap();
        let mut told = vec![0; sent];
        let told_all = async {
            end.read_exact(&mut told).await.unwrap();
            end.write_all(b"all of it").await.unwrap();
        };
        let mut said = [0; 9];
        let ((), heard) = tokio::join!(told_all, outgoing.read_exact(&mut said));
        assert_eq!((heard.unwrap(), &said), (9, b"all of it"));
    }

    #[tokio::test]
    async fn who_reads_nothing_has_a_writer_wait_who_keeps_few_bytes() {
        let [(mut outgoing, _end)] = connected(&Outbox::of_this_runtime()).await;
        assert!(fill(&mut outgoing).await > MOST);
        assert!((1..=MOST).contains(&whole(&outgoing.unsent).bytes.len()));
        assert!(outgoing.flush().now_or_never().is_none());
    }

    #[tokio::test]
    async fn a_writer_is_told_that_nobody_is_there() {
        let [(mut outgoing, end)] = connected(&Outbox::of_this_runtime()).await;
        drop(end);
        let failed = loop {
            if let Err(error) = outgoing.write_all(b"anybody?").await {
                break error;
            }
            yield_now().await;
        };
        assert!(matches!(failed.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset), "{failed}");
    }

    #[tokio::test]
    async fn who_shuts_a_connection_waits_for_nobody_and_loses_nothing() {
        let [(mut outgoing, end)] = connected(&Outbox::of_this_runtime()).await;
        outgoing.write_all(b"the last").await.unwrap();
        assert!(outgoing.shutdown().now_or_never().unwrap().is_ok());
        assert_eq!(read(&end).unwrap(), b"the last");
        assert_eq!(read(&end).unwrap(), b"", "it has ended");
        others_turn().await;
        assert!(!whole(&outgoing.unsent).is_posted);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 3)]
    async fn each_thread_has_a_part() {
        assert_eq!(Outbox::of_this_runtime().0.len(), 3);
        let number = || std::thread::spawn(number_of_this_thread).join().unwrap();
        assert_ne!(number(), number());
    }
}
