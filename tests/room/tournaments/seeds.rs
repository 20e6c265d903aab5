//! Ratings seed the teams of a bracket.

use std::sync::Arc;

use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::commits::{Batch, Committed};
use cardroom::service::ports::store::Store;
use cardroom::service::ratings::network_tag::NetworkTag;
use cardroom::service::ratings::rated_result::{Finisher, RatedOutcome, RatedResult, RatedSource};
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::stored::change::Author;
use cardroom::service::tournaments::stored::options::StoredTournamentOptions;
use cardroom::service::tournaments::stored::{
    CommitGroup, StoredNumbers, StoredPhase, TournamentBody, TournamentChange, TournamentCommit,
    TournamentRecord,
};
use cardroom_api::id::{PlayerId, RatedEventId, TournamentId};
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::tournament::director::any::AnyDirectorEvent;
use cardroom_rules::tournament::director::teams::event::TeamEvent;
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::duplicate::entered;
use super::teams::{joins, shengji};
use super::{act, holdem};
use crate::room::{TestRoom, caller};

/// Lets a rated event of Shengji end in which these players have reached these places.
async fn rated(store: &dyn Store, at: Timestamp, all: &[PlayerId]) {
    let (id, event) = (TournamentId(Uuid::from_u128(70)), RatedEventId(Uuid::from_u128(71)));
    let source = RatedSource::Tournament(id);
    for (&player, nth) in all.iter().zip(0..) {
        store.name_account(player, &format!("rated {nth}"), "hash", at).await.unwrap();
        store.note_rated_network(source, player, NetworkTag([nth; 16])).await.unwrap();
    }
    let places = all.iter().zip(1..).map(|(&player, place)| Finisher { player, place }).collect();
    let outcome = RatedOutcome::Field(places);
    let ended = RatedResult { id: event, game: GameKind::Shengji, at, source, outcome };
    for (version, rated) in [(1, None), (2, Some(ended))] {
        let over = rated.is_some();
        let options = StoredTournamentOptions::announced(holdem(9, 9, &json!({})), true).unwrap();
        let record = TournamentRecord {
            id,
            host: all[0],
            options: options.into(),
            invite_code: None,
            lots: [0; 32],
            phase: if over { StoredPhase::Finished } else { StoredPhase::Registering },
            version,
            created_at: at,
            due_at: None,
            saved_at: None,
            ended_at: over.then_some(at),
            numbers: StoredNumbers::default(),
        };
        let (author, body) = (Author::Clock, TournamentBody::default());
        let tournament = TournamentCommit {
            was: over.then_some(1),
            record,
            change: TournamentChange { tournament: id, version, at, author, body },
            most_announced: None,
            most_entered: None,
            filled: None,
            request: None,
            registered: Vec::new(),
            unregistered: Vec::new(),
            won_from_bots: Vec::new(),
            movements: Vec::new(),
            results: Vec::new(),
            rated,
        };
        let mut batch = Batch::default();
        batch.push_group(CommitGroup { tournament, target: None, tables: Vec::new() });
        assert_eq!(store.commit(Arc::new(batch)).await.unwrap(), [Committed::Done]);
    }
}

/// The first seed is the team with the most points, also if a partner has come later; teams without a rating come last, by lot.
#[tokio::test(flavor = "multi_thread")]
async fn the_teams_of_a_bracket_are_seeded_by_their_ratings() {
    let room = TestRoom::open().await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"] {
        players.push(room.player(name).await);
    }
    let [ann, bob, cid, dan, eve, fay, gus, hal] = players[..] else { panic!("they are eight") };
    // Dan is the best, then Fay; Eve and Hal have a rating, but no points yet.
    rated(&*room.store, room.clock.now(), &[dan, fay, eve, hal]).await;
    let points = async |player| {
        let ratings = room.store.ratings_of(player).await.unwrap();
        ratings.first().map(|own| own.last.stored.rating.points())
    };
    let all = [points(dan).await, points(fay).await, points(eve).await, points(hal).await];
    let all = all.map(Option::unwrap);
    assert!(all[0] > all[1] + all[2] && all[1] > all[3], "{all:?}");

    let terms = shengji(8, &json!({"format": "knock_out"}));
    let id = entered(&room, &[ann], TournamentOptions { fill_with_bots: None, ..terms }).await;
    for (first, partner) in [(ann, Some(bob)), (cid, Some(dan)), (eve, Some(fay)), (gus, None), (hal, None)] {
        if first != ann {
            act(&room, id, first, TournamentAction::Register).await.unwrap();
        }
        if let Some(partner) = partner {
            let code = room.card_room.tournament(id, &caller(first)).await.unwrap().team_code.unwrap();
            joins(&room, id, partner, &code).await.unwrap();
        }
    }
    let changes = room.store.tournament_changes(id, 0, 100).await.unwrap();
    let started = changes.iter().flat_map(|change| change.body.events()).find_map(|event| match event {
        AnyDirectorEvent::Teams(TeamEvent::Started { teams, seeds, .. }) => Some((teams, seeds)),
        _ => None,
    });
    let (teams, seeds) = started.unwrap();
    let names = |seed: &u32| {
        let mut team = teams[*seed as usize - 1].map(|player| PlayerId(Uuid::from_u128(player.0)));
        team.sort_unstable();
        team
    };
    let sorted = |mut team: [PlayerId; 2]| {
        team.sort_unstable();
        team
    };
    let seeded: Vec<_> = seeds.iter().map(names).collect();
    assert_eq!(seeded, [[cid, dan], [eve, fay], [gus, hal], [ann, bob]].map(sorted));
}
