//! A hand as the server keeps it.

use cardroom_api::table::hand::HandHistory;

use super::net::client::{Call, Client};
use super::net::refusal::Refusal;

/// Reads it, with the views after each of its changes.
pub fn read(client: &Client, id: &str) -> Result<HandHistory, Refusal> {
    let ask = |after: Option<u64>| {
        let after = after.map(|after| format!("&views_after={after}")).unwrap_or_default();
        client.ask::<HandHistory>(&Call::get(format!("/hands/{id}?views=true{after}")))
    };
    let mut history = ask(None)?;
    // The views come in pages.
    while let Some(next) = history.views.as_ref().and_then(|views| views.next) {
        let (Some(page), Some(views)) = (ask(Some(next))?.views, &mut history.views) else { break };
        views.next = page.next.filter(|_| !page.states.is_empty());
        views.states.extend(page.states);
    }
    Ok(history)
}
