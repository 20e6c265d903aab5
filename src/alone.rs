//! Playing without a server: one runs in this process, for one player.

use std::error::Error;
use std::net::Ipv4Addr;

use cardroom::config::command_line::CommandLine;
use cardroom::config::values::DatabaseUrl;
use cardroom_client::flags::PlayFlags;
use clap::Parser;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::app::App;

/// Plays: at a server, or alone.
pub fn play(flags: &PlayFlags) -> Result<(), Box<dyn Error>> {
    if flags.local { alone(flags) } else { Ok(cardroom_client::run(flags)?) }
}

/// The server listens for this machine alone, on any free port. Nothing is logged: the screen is the player's.
fn alone(flags: &PlayFlags) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let data = flags.data.as_deref().unwrap_or(folder.path());
    let mut config = CommandLine::parse_from(["cardroom"]).serve.config()?;
    config.listen = (Ipv4Addr::LOCALHOST, 0).into();
    config.database = DatabaseUrl::within(data);
    data.clone_into(&mut config.data);
    let runtime = Runtime::new()?;
    let app = runtime.block_on(App::open(&config))?;
    let url = format!("http://{}", app.address());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = runtime.spawn(async move {
        let ended = app.run(async { stopped.await.unwrap_or_default() }).await;
        ended.map_err(|error| error.to_string())
    });
    let played = cardroom_client::run_at(&url, flags);
    drop(stop);
    runtime.block_on(running)??;
    runtime.shutdown_background();
    Ok(played?)
}
