//! The command line.

mod compare;

use std::error::Error;
use std::io::{self, IsTerminal, Read, Write};
use std::iter;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use cardroom::bots;
use cardroom::config::{Command, CommandLine, LogFormat, RanksCommand, Serve};
use cardroom::games::holdem::ranks;
use cardroom::http::serve::Server;
use cardroom::http::{openapi, router};
use cardroom::service::ports::clock::{Clock, SystemClock};
use cardroom::service::ports::entropy::SystemDealer;
use cardroom::service::ports::store::Store;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::housekeeping;
use cardroom::service::table::dealer::Dealer;
use cardroom::service::table::preset::Presets;
use cardroom::service::work::equity::EquityError;
use cardroom::store::rank_file;
use cardroom::store::sqlite::Sqlite;
use clap::Parser;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

/// The exit code for what makes no sense, as the command line's own parser has it.
const WRONG_INPUT: u8 = 2;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let done = match line.command.unwrap_or(Command::Serve(line.serve)) {
        Command::Serve(how) => serve(&how),
        Command::Ranks(RanksCommand::Build(data)) => rank_file::build(&data.ranks()).map_err(Into::into),
        Command::Openapi => describe(),
        Command::Equity(equity) => compare::run(&equity).and_then(|text| say(&text)),
        Command::Arena(flags) => flags.run().map_err(Into::into).and_then(|text| say(&text)),
        Command::Health(health) => ask_health(health.listen),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes = iter::successors(Some(&*error), |&cause| cause.source());
            let causes: Vec<String> = causes.map(ToString::to_string).collect();
            drop(writeln!(io::stderr(), "cardroom: {}", causes.join(": ")));
            let is_unclear = matches!(error.downcast_ref(), Some(EquityError::Unanswerable(_)));
            if is_unclear { ExitCode::from(WRONG_INPUT) } else { ExitCode::FAILURE }
        }
    }
}

fn describe() -> Outcome {
    say(&openapi::yaml(&router::document())?)
}

fn say(text: &str) -> Outcome {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// Serves until told to stop, or until it cannot go on.
fn serve(how: &Serve) -> Outcome {
    let runtime = Runtime::new()?;
    let done = runtime.block_on(serve_until_told(how));
    // Whoever asked for what is still computed has its answer, or is gone: a process that has to end does not wait.
    runtime.shutdown_background();
    done
}

/// Serves until told to stop; then lets everything that runs finish.
async fn serve_until_told(how: &Serve) -> Outcome {
    log(how);
    let presets = presets(how)?;
    let sqlite = Arc::new(Sqlite::open(how.database().as_str()).await?);
    ranks::install(rank_file::open_or_build(&how.data.ranks()).ranks);
    // Beside the start: nobody waits for the first thought of a computer player.
    drop(tokio::task::spawn_blocking(bots::ready));
    let store: Arc<dyn Store> = Arc::clone(&sqlite) as _;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
    let dealer: Arc<dyn Dealer> = Arc::new(SystemDealer);
    let room = CardRoom::start(Arc::clone(&store), Arc::clone(&clock), Arc::clone(&dealer), how.bot_bounds())
        .await?;
    let housekeeping = tokio::spawn(housekeeping::run(Arc::clone(&store), Arc::clone(&clock)));
    let server = Server::bind(how.listen, how.settings(presets), store, clock, dealer, room.clone())
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", how.listen))?;
    // Whoever started the house may not listen; it serves all the same.
    drop(say(&greeting(server.address())));
    server.run(told_to_stop()).await?;
    housekeeping.abort();
    room.drain().await;
    sqlite.close().await;
    tracing::info!("closed");
    Ok(())
}

/// The kinds of table that the house offers.
fn presets(how: &Serve) -> Result<Presets, Box<dyn Error>> {
    let Some(file) = &how.presets else { return Ok(Presets::ready()?) };
    let told = |error: &dyn Error| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| told(&error))?;
    Ok(Presets::read(&text).map_err(|error| told(&error))?)
}

fn greeting(address: SocketAddr) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let url = format!("http://{}", reachable(address));
    format!("Cardroom {version} listens on {address}: play at {url}\nIts API is at {url}/docs\n")
}

fn log(how: &Serve) {
    let logs = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(&how.log))
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    match how.log_format {
        LogFormat::Text => logs.init(),
        LogFormat::Json => logs.json().init(),
    }
}

/// Returns at the first signal to stop; the second one ends the process at once.
async fn told_to_stop() {
    let number = signal().await;
    tracing::info!("stopping once every running request has its answer");
    tokio::spawn(async move {
        signal().await;
        process::exit(128 + number);
    });
}

/// The number of the next signal to stop.
#[cfg(unix)]
async fn signal() -> i32 {
    use tokio::signal::unix::{SignalKind, signal};
    let next = |kind: SignalKind| async move {
        match signal(kind) {
            Ok(mut signals) => drop(signals.recv().await),
            // Without a handler the signal ends the process by itself.
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = next(SignalKind::interrupt()) => SignalKind::interrupt().as_raw_value(),
        () = next(SignalKind::terminate()) => SignalKind::terminate().as_raw_value(),
    }
}

/// The number of the next signal to stop.
#[cfg(not(unix))]
async fn signal() -> i32 {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
    2
}

/// Asks a server whether it lives, in the plainest HTTP there is.
fn ask_health(listen: SocketAddr) -> Outcome {
    const PATIENCE: Duration = Duration::from_secs(2);
    let address = reachable(listen);
    let mut server = TcpStream::connect_timeout(&address, PATIENCE)?;
    server.set_read_timeout(Some(PATIENCE))?;
    server.set_write_timeout(Some(PATIENCE))?;
    write!(server, "GET /healthz HTTP/1.0\r\nhost: {address}\r\n\r\n")?;
    let mut status = [0; 12];
    server.read_exact(&mut status)?;
    if status.ends_with(b" 200") { Ok(()) } else { Err("the server answers, but does not live".into()) }
}

/// Where to reach, from here, a server that listens everywhere.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(_) if address.ip().is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        SocketAddr::V6(_) if address.ip().is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}
