//! The command line.

#[cfg(feature = "play")]
mod alone;
mod app;
mod compare;
mod greeting;
mod open_files;
mod upkeep;

use std::env;
use std::error::Error;
use std::io::{self, IsTerminal, Read, Write};
use std::net::TcpStream;
use std::panic;
use std::process::{self, ExitCode};
use std::time::Duration;

use cardroom::config::command_line::{CliCommand, CommandLine, RanksCommand, Serve, Show, unknown_variables};
use cardroom::config::server_config::ServerConfig;
use cardroom::config::values::{LogFormat, NotADatabase};
use cardroom::config::wrong_setting::{OldName, WrongSetting};
use cardroom::http::problem::with_causes;
use cardroom::http::router;
use cardroom::http::schema::yaml;
use cardroom::service::work::equity::EquityError;
use cardroom::store::rank_file;
use clap::Parser;
use mimalloc::MiMalloc;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

use self::app::App;
use self::greeting::{failed_as_json, greeting, greeting_as_json, reachable};

/// The exit code for what makes no sense, as the command line's own parser has it.
const WRONG_INPUT: u8 = 2;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let done = match line.command.unwrap_or(CliCommand::Serve(line.serve)) {
        CliCommand::Serve(how) => return serve(&how),
        CliCommand::Config(show) => print_settings(&show),
        CliCommand::Migrate(flags) => upkeep::migrate(&flags),
        CliCommand::Copy(flags) => upkeep::copy(&flags),
        CliCommand::Ranks(RanksCommand::Build(folder)) => build_ranks(folder.config()),
        CliCommand::Openapi => describe(),
        CliCommand::Equity(equity) => compare::run(&equity).and_then(|text| say(&text)),
        CliCommand::Arena(flags) => flags.run().map_err(Into::into).and_then(|text| say(&text)),
        CliCommand::Health(health) => ask_health(health.config()),
        CliCommand::Load(flags) => flags.run().map_err(Into::into).and_then(|text| say(&text)),
        #[cfg(feature = "play")]
        CliCommand::Play(flags) => alone::play(&flags),
        #[cfg(feature = "play")]
        CliCommand::Replay(flags) => cardroom_client::replay(&flags).map_err(Into::into),
    };
    ended(done, LogFormat::Text)
}

/// The exit code, once it is said what went wrong.
fn ended(done: Outcome, format: LogFormat) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    let why = with_causes(&*error);
    let report = match format {
        LogFormat::Text => format!("cardroom: {why}\n"),
        LogFormat::Json => failed_as_json(&why),
    };
    drop(io::stderr().write_all(report.as_bytes()));
    let is_unclear = matches!(error.downcast_ref(), Some(EquityError::Unanswerable(_)));
    if is_unclear || error.is::<WrongSetting>() || error.is::<NotADatabase>() {
        ExitCode::from(WRONG_INPUT)
    } else {
        ExitCode::FAILURE
    }
}

fn print_settings(show: &Show) -> Outcome {
    let settings = show.serve.in_force()?;
    // What a server would not start with is not shown as if it would.
    ServerConfig::read(&settings, show.serve.accept_loss)?;
    say(&if show.json { settings.json() } else { settings.toml() })
}

fn build_ranks(config: Result<ServerConfig, WrongSetting>) -> Outcome {
    Ok(rank_file::build(&config?.ranks())?)
}

fn describe() -> Outcome {
    say(&yaml::yaml(&router::document())?)
}

fn say(text: &str) -> Outcome {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// Serves until a signal stops it, or until it cannot go on.
fn serve(how: &Serve) -> ExitCode {
    match how.config() {
        Ok(config) => ended(serve_by(&config), config.log_format),
        Err(wrong) => ended(Err(wrong.into()), LogFormat::Text),
    }
}

fn serve_by(config: &ServerConfig) -> Outcome {
    let runtime = Runtime::new()?;
    let done = runtime.block_on(serve_until_signal(config));
    // The clients of computations that still run have an answer or have left, so the process does not wait for them.
    runtime.shutdown_background();
    done
}

/// Serves until a signal stops it; then lets everything that runs finish.
async fn serve_until_signal(config: &ServerConfig) -> Outcome {
    log(config);
    for name in unknown_variables(env::vars_os().filter_map(|(name, _)| name.into_string().ok())) {
        tracing::warn!(name, "no setting has this name");
    }
    for OldName { name, instead } in &config.old_names {
        tracing::warn!(name, instead, "the next release removes this name of a setting");
    }
    let app = App::open(config).await?;
    // Standard output may be closed; the server runs all the same.
    drop(say(&match config.log_format {
        LogFormat::Text => greeting(app.address()),
        LogFormat::Json => greeting_as_json(app.address()),
    }));
    app.run(stop_signal()).await
}

fn log(config: &ServerConfig) {
    // The crate that serves the page says one line for each of its files.
    let filter = EnvFilter::new(format!("memory_serve=warn,{}", config.log));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        // A line that could not be written is not reported: the report would go to the same place by `eprintln!`, which panics.
        .log_internal_errors(false)
        .with_ansi(io::stderr().is_terminal());
    match config.log_format {
        LogFormat::Text => logs.init(),
        // The fields of a request's span appear once.
        LogFormat::Json => {
            logs.json().with_span_list(false).init();
            panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a thread has panicked")));
        }
    }
}

/// Returns at the first signal to stop; the second one ends the process at once.
async fn stop_signal() {
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
fn ask_health(config: Result<ServerConfig, WrongSetting>) -> Outcome {
    const PATIENCE: Duration = Duration::from_secs(2);
    let address = reachable(config?.listen);
    let mut server = TcpStream::connect_timeout(&address, PATIENCE)?;
    server.set_read_timeout(Some(PATIENCE))?;
    server.set_write_timeout(Some(PATIENCE))?;
    write!(server, "GET /healthz HTTP/1.0\r\nhost: {address}\r\n\r\n")?;
    let mut status = [0; 12];
    server.read_exact(&mut status)?;
    if status.ends_with(b" 200") { Ok(()) } else { Err("the server answers, but is not healthy".into()) }
}
