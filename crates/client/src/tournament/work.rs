//! Carries orders about tournaments out.

use std::collections::{BTreeMap, BTreeSet};

use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::player::friends::PlayerView;
use cardroom_api::player::me::Me;
use cardroom_api::tournament::view::{TournamentEntries, TournamentPhase, TournamentSummary, TournamentView};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::calls;
use super::followed::Standing;
use super::found::{Announced, Tournaments};
use crate::net::client::{Call, Client, INSISTS};
use crate::net::refusal::Refusal;
use crate::order::Write;
use crate::read::{Read, ReadTable, known};
use crate::work::{Answer, Work};

/// The number of tournaments in the list.
const LISTED: usize = 50;
/// Of so many of them, the newest, it is read how many have entered.
const COUNTED: usize = 8;
/// The number of entries in a standing.
const STANDING: usize = 100;
/// The most tables, and the most players, that are read for the names of a standing at once.
const MOST_NAMES: usize = 12;

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

    /// Reads the standing of a tournament, with the names that are not known yet.
    pub fn standing(&self, id: String, code: Option<String>, known: BTreeSet<PlayerId>) {
        self.spawn(move |client| {
            let answer = standing(client, &id, code.as_deref(), &known);
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
    let waiting = others.iter().filter(|each| each.phase == TournamentPhase::Registering).take(COUNTED);
    let entered = waiting.filter_map(|each| {
        let view: TournamentView = client.ask(&calls::read(&each.id.to_string(), None)).ok()?;
        Some((each.id, view.entered))
    });
    let entered = entered.collect();
    Ok(Tournaments { me, mine, others, entered, now: messages.now, newer })
}

fn standing(
    client: &Client,
    id: &str,
    code: Option<&str>,
    known: &BTreeSet<PlayerId>,
) -> Result<Standing, Refusal> {
    let page: TournamentEntries = client.ask(&calls::entries(id, code, 0, STANDING))?;
    let mut names = BTreeMap::new();
    let unnamed = |names: &BTreeMap<PlayerId, String>, player: &PlayerId| {
        !known.contains(player) && !names.contains_key(player)
    };
    // The chairs of a table have the names of all who sit there, also of computer players.
    let tables: BTreeSet<TableId> = page
        .entries
        .iter()
        .filter(|entry| unnamed(&names, &entry.player))
        .filter_map(|entry| entry.table)
        .collect();
    for table in tables.into_iter().take(MOST_NAMES) {
        let call = Call::get(format!("/tables/{table}")).invited(code);
        let view = client.ask::<ReadTable>(&call).ok().and_then(|table| table.view);
        let chairs = view.into_iter().flat_map(|view| view.chairs.iter().cloned().collect::<Vec<_>>());
        names.extend(chairs.map(|chair| (chair.player, chair.name)));
    }
    let people = page.entries.iter().filter(|entry| entry.computer.is_none()).map(|entry| entry.player);
    let people: Vec<_> = people.filter(|player| unnamed(&names, player)).take(MOST_NAMES).collect();
    for player in people {
        if let Ok(view) = client.ask::<PlayerView>(&Call::get(format!("/players/{player}"))) {
            names.insert(player, view.name);
        }
    }
    Ok(Standing { entries: page.entries, names })
}
