//! Playing without a server: the house in this process, for one player.

use std::error::Error;

use cardroom::config::CommandLine;
use cardroom_client::flags::PlayFlags;
use clap::Parser;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::house::House;

/// Plays: at a server, or alone.
pub fn play(flags: &PlayFlags) -> Result<(), Box<dyn Error>> {
    if flags.local { alone(flags) } else { Ok(cardroom_client::run(flags)?) }
}

/// The house listens for this machine alone, on any port that is free. Nothing is logged: the screen is the player's.
fn alone(flags: &PlayFlags) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let data = flags.data.as_deref().unwrap_or(folder.path());
    let mut serve = CommandLine::parse_from(["cardroom"]).serve;
    serve.listen.set_port(0);
    serve.listen.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    data.clone_into(&mut serve.data.data);
    serve.database_url = None;
    let runtime = Runtime::new()?;
    let house = runtime.block_on(House::open(&serve))?;
    let url = format!("http://{}", house.address());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = runtime.spawn(async move {
        let ended = house.run(async { stopped.await.unwrap_or_default() }).await;
        ended.map_err(|error| error.to_string())
    });
    let played = cardroom_client::run_at(&url, flags);
    drop(stop);
    runtime.block_on(running)??;
    runtime.shutdown_background();
    Ok(played?)
}
