//! People: their sign-ins, names, friends, chips and deletion.

mod blocks;
mod codes;
mod deletion;
mod friends;
mod mutes;
mod names;
mod refill;
mod sign_ins;

use serde_json::json;

use crate::server::{Client, TestServer};

/// The login and the password of a player whom [`named`] named.
pub const PASSWORD: &str = "correct horse";

/// A guest who named an account, with their name in lower case as login.
pub async fn named(server: &TestServer, name: &str) -> Client {
    let guest = server.guest(name).await;
    let account = json!({"login": name.to_lowercase(), "password": PASSWORD});
    guest.put("/v1/me/account", account).await.ok();
    guest
}

/// A player's identifier.
pub fn id(client: &Client) -> &str {
    client.me["id"].as_str().unwrap()
}
