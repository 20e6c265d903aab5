//! The stored forms of tournaments: bodies and options that were written once are read for ever.

use cardroom::service::tournaments::stored::TournamentBody;
use cardroom::service::tournaments::stored::options::StoredTournamentOptions;
use cardroom_rules::tournament::director::any::{AnyDirector, AnyDirectorEvent};

/// Bodies of each kind, as they were first written.
const BODIES: [&str; 5] = [
    r#"{"events":[{"type":"registered","entry":1,"player":"00000000000000000000000000000007"}]}"#,
    r#"{"duplicate":[{"type":"registered","entry":1,"player":"00000000000000000000000000000007"},{"type":"started","players":[{"entry":1},{"computer":2}],"reserve":[3]},{"type":"round_began","number":1,"tables":[[{"entry":1},{"entry":2},{"computer":1}]]},{"type":"deal_began","table":0,"deal":0},{"type":"deal_ended","table":0,"result":{"scores":[6,-3,-3],"landlord_won":0}},{"type":"round_ended"},{"type":"ranked","added":0,"prizes":[{"entry":1,"amount":600}]},{"type":"paused"},{"type":"resumed"},{"type":"clock_saved"},{"type":"restarted"}]}"#,
    r#"{"duplicate":[{"type":"cancelled","why":{"too_few":{}},"refunds":[{"entry":1,"amount":100}]}],"computers":[{"player":"00000000-0000-0000-0000-000000000009","name":"Dunlin","level":"novice","fills":1}]}"#,
    r#"{"teams":[{"type":"registered","players":["00000000000000000000000000000007"],"rating":null},{"type":"joined","player":"00000000000000000000000000000008","with":"00000000000000000000000000000007"},{"type":"unregistered","player":"00000000000000000000000000000007"},{"type":"round_began","number":1,"pairs":[[1,2]],"byes":[3]},{"type":"hand_began","nth":0},{"type":"hand_ended","nth":0,"hand":{"void":false,"heights":[2,0],"declarer":2}},{"type":"match_ended","nth":0,"heights":[2,0]}]}"#,
    r#"{"teams":[{"type":"ranked","added":0,"prizes":[{"player":"00000000000000000000000000000007","amount":100}]}]}"#,
];

#[test]
fn bodies_of_every_kind_are_read_as_they_were_written() {
    for text in BODIES {
        let body: TournamentBody = serde_json::from_str(text).unwrap();
        assert!(!body.is_empty());
        assert_eq!(serde_json::to_string(&body).unwrap(), text);
        let is_of_one_kind = body.events().all(|event| match event {
            AnyDirectorEvent::Stacks(_) => text.starts_with(r#"{"events"#),
            AnyDirectorEvent::Duplicate(_) => text.starts_with(r#"{"duplicate"#),
            AnyDirectorEvent::Teams(_) => text.starts_with(r#"{"teams"#),
        });
        assert!(is_of_one_kind, "{text}");
    }
}

/// Options of each kind, as they were first written; a member that is added later is optional when it is read.
#[test]
fn options_of_every_kind_are_read() {
    let with = |game: &str| {
        format!(
            r#"{{"name":"Tonight","game":{game},"access":"public","decision_seconds":20,"time_bank_seconds":60,"bot_pace":"none"}}"#
        )
    };
    let setup = r#""start":{"sit_and_go":{}},"max_entrants":6,"price":{"prize":100,"fee":0,"bounty":0},"guarantee":0,"payouts":{"type":"percent","percent":15}"#;
    let duplicate = format!(
        r#"{{"doudizhu":{{"setup":{{{setup},"format":{{"type":"duplicate","rounds":4}},"deals":6,"round_millis":2700000,"fills_with_computers":true,"rules":{{"reveal":true}},"pause_millis":5000}},"computers":"intermediate"}}}}"#
    );
    let teams = format!(
        r#"{{"shengji":{{"setup":{{{setup},"format":"swiss","hands":8,"rules":{{}},"pause_millis":5000}}}}}}"#
    );
    let read = |game: &str| serde_json::from_str::<StoredTournamentOptions>(&with(game)).unwrap();
    assert!(matches!(read(&duplicate).director([7; 32]), AnyDirector::Duplicate(_)));
    assert!(matches!(read(&teams).director([7; 32]), AnyDirector::Teams(_)));
    assert_eq!((read(&duplicate).max_entrants(), read(&teams).fillers()), (6, None));
}
