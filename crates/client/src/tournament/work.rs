//! Carries orders about tournaments out.

use std::collections::BTreeMap;

use cardroom_api::id::TournamentId;
use cardroom_api::player::me::Me;
use cardroom_api::tournament::view::{TournamentEntries, TournamentSummary, TournamentView};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::calls;
use super::followed::Standing;
use super::found::{Announced, Tournaments};
use crate::net::client::{Call, Client, INSISTS};
use crate::net::refusal::Refusal;
use crate::order::Write;
use crate::read::{Read, known};
use crate::work::{Answer, Work};

/// The number of tournaments in the list.
const LISTED: usize = 50;
/// The number of entries in a standing.
const STANDING: usize = 100;

/// A page of tournaments. Each is read alone.
#[derive(Debug, Deserialize)]
struct Page {
    tournaments: Vec<Read<TournamentSummary>>,
}

/// The player's own messages, as far as tournaments go.
#[derive(Debug, Default, Deserialize)]
struct Messages {
    messages: Vec<Message>,
    now: Option<Timestamp>,
}

#[derive(Debug, Deserialize)]
struct Message {
    me: Option<Entered>,
}

#[derive(Debug, Deserialize)]
struct Entered {
    #[serde(default)]
    tournaments: Vec<TournamentId>,
}

impl Work {
    /// Reads the list of tournaments.
    pub fn tournaments(&self) {
        self.spawn(|client| Answer::Tournaments(listed(client)));
    }

    /// Announces a tournament and enters it. If it cannot be entered, it is there nevertheless.
    pub fn announce(&self, options: Value) {
        self.spawn(move |client| {
            let announced = client.insist::<TournamentView>(&calls::announce(&options), INSISTS);
            Answer::Announced(announced.map(|tournament| {
                let id = tournament.id.to_string();
                let entered = client.insist(&calls::write(&id, None, calls::register()), INSISTS);
                Announced { tournament: Box::new(tournament), entered: entered.map(Box::new) }
            }))
        });
    }

    /// Sends a write to a tournament.
    pub fn in_tournament(&self, id: String, code: Option<&str>, write: Write) {
        let call = calls::write(&id, code, write);
        self.spawn(move |client| Answer::InTournament(id, client.insist(&call, INSISTS).map(Box::new)));
    }

    /// Reads the standing of a tournament.
    pub fn standing(&self, id: String, code: Option<String>) {
        self.spawn(move |client| {
            let answer = standing(client, &id, code.as_deref());
            Answer::Standing(id, answer)
        });
    }
}

fn listed(client: &Client) -> Result<Tournaments, Refusal> {
    let me: Me = client.ask(&Call::get("/me"))?;
    let messages = client.ask::<Messages>(&Call::get("/me/events")).unwrap_or_default();
    let ids = messages.messages.iter().filter_map(|message| message.me.as_ref());
    let ids = ids.flat_map(|me| me.tournaments.iter().copied());
    // One that cannot be read is found in the list of all, if it is public.
    let mine: Vec<TournamentView> =
        ids.filter_map(|id| client.ask(&calls::read(&id.to_string(), None)).ok()).collect();
    let (mut others, newer) = known(client.ask::<Page>(&calls::list(LISTED, None))?.tournaments);
    others.retain(|each| mine.iter().all(|own| own.id != each.id));
    Ok(Tournaments { me, mine, others, now: messages.now, newer })
}

fn standing(client: &Client, id: &str, code: Option<&str>) -> Result<Standing, Refusal> {
    let page: TournamentEntries = client.ask(&calls::entries(id, code, 0, STANDING))?;
    let named = page.entries.iter().filter(|entry| !entry.name.is_empty());
    let names: BTreeMap<_, _> = named.map(|entry| (entry.player, entry.name.clone())).collect();
    Ok(Standing { entries: page.entries, names })
}
