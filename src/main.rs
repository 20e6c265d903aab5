//! The command line.

#[cfg(feature = "play")]
mod alone;
mod compare;
mod greeting;
mod house;
mod open_files;

use std::env;
use std::error::Error;
use std::io::{self, IsTerminal, Read, Write};
use std::iter;
use std::net::{SocketAddr, TcpStream};
use std::panic;
use std::process::{self, ExitCode};
use std::time::Duration;

use cardroom::config::{Command, CommandLine, LogFormat, RanksCommand, Serve, unknown_variables};
use cardroom::http::{openapi, router};
use cardroom::service::work::equity::EquityError;
use cardroom::store::rank_file;
use clap::Parser;
use mimalloc::MiMalloc;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

use self::greeting::{failed_as_json, greeting, greeting_as_json, reachable};
use self::house::House;

/// The exit code for what makes no sense, as the command line's own parser has it.
const WRONG_INPUT: u8 = 2;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let logs_json = line.logs_json();
    let done = match line.command.unwrap_or(Command::Serve(Box::new(line.serve))) {
        Command::Serve(how) => serve(&how),
        Command::Ranks(RanksCommand::Build(data)) => rank_file::build(&data.ranks()).map_err(Into::into),
        Command::Openapi => describe(),
        Command::Equity(equity) => compare::run(&equity).and_then(|text| say(&text)),
        Command::Arena(flags) => flags.run().map_err(Into::into).and_then(|text| say(&text)),
        Command::Health(health) => ask_health(health.listen),
        Command::Load(flags) => flags.run().map_err(Into::into).and_then(|text| say(&text)),
        #[cfg(feature = "play")]
        Command::Play(flags) => alone::play(&flags),
        #[cfg(feature = "play")]
        Command::Replay(flags) => cardroom_client::replay(&flags).map_err(Into::into),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes = iter::successors(Some(&*error), |&cause| cause.source());
            let causes: Vec<String> = causes.map(ToString::to_string).collect();
            let why = causes.join(": ");
            let told = if logs_json { failed_as_json(&why) } else { format!("cardroom: {why}\n") };
            drop(io::stderr().write_all(told.as_bytes()));
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
    for name in unknown_variables(env::vars_os().filter_map(|(name, _)| name.into_string().ok())) {
        tracing::warn!(name, "no setting has this name");
    }
    let house = House::open(how).await?;
    // Whoever started the house may not listen; it serves all the same.
    drop(say(&match how.log_format {
        LogFormat::Text => greeting(house.address()),
        LogFormat::Json => greeting_as_json(house.address()),
    }));
    house.run(told_to_stop()).await
}

fn log(how: &Serve) {
    // The crate that serves the page says one line for each of its files.
    let filter = EnvFilter::new(format!("memory_serve=warn,{}", how.log));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        // That a line could not be written is not told: that would go to the same place by `eprintln!`, which panics.
        .log_internal_errors(false)
        .with_ansi(io::stderr().is_terminal());
    match how.log_format {
        LogFormat::Text => logs.init(),
        // What goes with a request is told once.
        LogFormat::Json => {
            logs.json().with_span_list(false).init();
            panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a thread has panicked")));
        }
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
