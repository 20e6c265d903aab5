//! Shengji for teams, in Swiss rounds and in a bracket.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::store::Store;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::refused::Refused;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentPhase;
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;
use serde_json::{Value, json};

use super::duplicate::{all_away, entered};
use super::{Seen, act, happened, run_slowly_until, seen};
use crate::postgres;
use crate::room::{GRANT, TestRoom, caller};

/// An event for this many players, with matches of one hand.
pub(super) fn shengji(players: u32, terms: &Value) -> TournamentOptions {
    let mut game = json!({"hands": 1, "rules": {"card_millis": 0, "declaring_seconds": 60}});
    game.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let options = json!({
        "name": "Tonight", "game": {"shengji": game}, "max_entrants": players, "prize": 50,
        "fill_with_bots": {"level": "novice", "after_seconds": 5}, "bot_pace": "none",
    });
    serde_json::from_value(options).unwrap()
}

pub(super) async fn joins(
    room: &TestRoom,
    id: TournamentId,
    by: PlayerId,
    code: &str,
) -> Result<(), RoomError> {
    act(room, id, by, TournamentAction::Join(code.to_owned())).await.map(drop)
}

fn is_no_such_team(refused: &RoomError) -> bool {
    matches!(refused, RoomError::Refused(Refused::ByDirector(TournamentRefusal::NoSuchTeam {})))
}

/// A room whose hands differ: if nobody declares in one, a player will in another.
async fn opened(store: Arc<dyn Store>) -> TestRoom {
    let room = TestRoom::over(store).await;
    room.dealer.vary();
    room
}

/// Between two steps of the clock, so that computer players declare before the time for it is up.
const PAUSE: Duration = Duration::from_millis(1);

/// Plays an event to its end; the people in it are away.
async fn played(room: &TestRoom, id: TournamentId, people: &[PlayerId]) -> Seen {
    let mut round = 0;
    loop {
        let view = run_slowly_until(PAUSE, room, id, |view| {
            view.phase == TournamentPhase::Finished
                || view.phase == TournamentPhase::Playing && view.rounds.as_ref().unwrap().number > round
        })
        .await;
        if view.phase == TournamentPhase::Finished {
            return view;
        }
        round = view.rounds.as_ref().unwrap().number;
        all_away(room, &view, people).await;
    }
}

/// Two partners find each other by a code, others by lot; each pair has one place, and shares its prize.
#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_evening_is_played_to_the_prizes() {
    let room = opened(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap())).await;
    let (ann, bob, cid) = (room.player("Ann").await, room.player("Bob").await, room.player("Cid").await);
    let id = entered(&room, &[ann, cid], shengji(8, &json!({}))).await;
    let code = room.card_room.tournament(id, &caller(ann)).await.unwrap().team_code.unwrap();
    assert_eq!(room.card_room.tournament(id, &caller(bob)).await.unwrap().team_code, None);
    assert!(is_no_such_team(&joins(&room, id, bob, "AAAAAAAA").await.unwrap_err()));
    joins(&room, id, bob, &code.to_lowercase()).await.unwrap();
    assert_eq!(room.chips(bob).await, GRANT - 50);
    let dan = room.player("Dan").await;
    assert!(is_no_such_team(&joins(&room, id, dan, &code).await.unwrap_err()), "a team has two players");
    assert_eq!(room.card_room.tournament(id, &caller(ann)).await.unwrap().team_code, None);
    let partner = |view: &Seen, of: PlayerId| {
        view.entries.iter().find(|entry| entry.player == of).unwrap().team.unwrap().partner
    };
    let before = seen(&room, id).await;
    assert_eq!((partner(&before, ann), partner(&before, cid)), (Some(bob), None));

    let ended = played(&room, id, &[ann, bob, cid]).await;
    assert_eq!((partner(&ended, ann), partner(&ended, bob)), (Some(bob), Some(ann)));
    assert_eq!(ended.rounds.as_ref().unwrap().number, 3);
    assert_eq!(ended.entries.len(), 8);
    let points: u32 = ended.entries.iter().map(|entry| entry.team.unwrap().points).sum();
    assert_eq!(points, 2 * 3 * 2 * 2, "two points for each match of three rounds, for both players");
    for entry in &ended.entries {
        let own = entry.team.unwrap();
        let with = ended.entries.iter().find(|other| Some(other.player) == own.partner).unwrap();
        assert_eq!((with.place, with.prize, with.team.unwrap().team), (entry.place, entry.prize, own.team));
        let better = ended.entries.iter().filter(|other| other.team.unwrap().points > own.points).count();
        assert!(entry.place.unwrap() as usize > better / 2);
    }
    let happened = happened(&room, id).await;
    let times = |kind: &str| happened.get(kind).copied().unwrap_or(0);
    assert_eq!((times("team_entered"), times("partner_entered"), times("teams_drawn")), (7, 1, 1));
    assert_eq!((times("match_round"), times("match_ended"), times("table_opened")), (3, 6, 6));
    assert_eq!((times("ranked"), times("finished")), (1, 1));
    let teams: BTreeSet<_> = ended.entries.iter().map(|entry| entry.team.unwrap().team).collect();
    assert_eq!(teams.len(), 4);
    let paid: Chips = ended.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!((paid, ended.pool), (400, 400));
    for player in [ann, bob, cid] {
        let own = ended.entries.iter().find(|entry| entry.player == player).unwrap();
        assert_eq!(room.chips(player).await, GRANT - 50 + own.prize);
    }
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}

/// Three teams in a bracket of four: one has a bye. The server is started again in each round.
#[tokio::test(flavor = "multi_thread")]
async fn a_bracket_goes_on_after_restarts() {
    let store = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let mut room = opened(store).await;
    let ann = room.player("Ann").await;
    let id = entered(&room, &[ann], shengji(6, &json!({"format": "knock_out"}))).await;
    for (round, byes) in [(1, 1), (2, 0)] {
        let view = run_slowly_until(PAUSE, &room, id, |view| {
            view.phase == TournamentPhase::Playing && view.rounds.as_ref().unwrap().number == round
        })
        .await;
        let rounds = view.rounds.as_ref().unwrap();
        assert_eq!((rounds.matches.len(), rounds.byes.len()), (1, byes));
        assert_eq!(view.left, if round == 1 { 6 } else { 4 });
        all_away(&room, &view, &[ann]).await;
        room.restart().await;
    }
    let ended = played(&room, id, &[ann]).await;
    let places: Vec<u32> = ended.entries.iter().map(|entry| entry.place.unwrap()).collect();
    assert_eq!(places, [1, 1, 2, 2, 3, 3]);
    let prizes: Vec<Chips> = ended.entries.iter().map(|entry| entry.prize).collect();
    assert_eq!(prizes, [150, 150, 0, 0, 0, 0]);
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}

/// A player who takes the entry back takes the partner's back too; a paused event deals no hand.
#[tokio::test(flavor = "multi_thread")]
async fn teams_are_repaid_together() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let id = entered(&room, &[ann], shengji(4, &json!({}))).await;
    let code = room.card_room.tournament(id, &caller(ann)).await.unwrap().team_code.unwrap();
    joins(&room, id, bob, &code).await.unwrap();
    act(&room, id, bob, TournamentAction::Unregister).await.unwrap();
    assert_eq!((room.chips(ann).await, room.chips(bob).await), (GRANT, GRANT));
    assert_eq!(seen(&room, id).await.entered, 0);
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    act(&room, id, ann, TournamentAction::Cancel).await.unwrap();
    assert_eq!(room.chips(ann).await, GRANT);
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_end_on_postgres() {
    let Some((server, name)) = postgres::database().await else { return };
    let opened = Database::open(&server.url(&name), OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let room = self::opened(opened.store()).await;
    let ann = room.player("Ann").await;
    let id = entered(&room, &[ann], shengji(4, &json!({"format": "knock_out"}))).await;
    let is_over = |view: &Seen| view.phase == TournamentPhase::Finished;
    let ended = run_slowly_until(Duration::from_millis(20), &room, id, is_over).await;
    let prizes: Vec<Chips> = ended.entries.iter().map(|entry| entry.prize).collect();
    assert_eq!(prizes, [100, 100, 0, 0]);
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
    room.card_room.drain().await;
}
