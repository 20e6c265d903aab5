//! The calculator on the command line.

use std::process::{Command, Output};

use serde_json::Value;

fn equity(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).arg("equity").args(arguments).output().unwrap()
}

#[test]
fn hands_are_compared_for_people_and_for_programs() {
    let out = equity(&["AhKh", "QdQs", "--exact"]);
    let text = String::from_utf8(out.stdout).unwrap();
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(out.status.success());
    assert_eq!(words[1], ["AhKh", "46.21", "%", "787966", "6732", "917606"]);
    assert_eq!(words[2], ["QdQs", "53.79", "%", "917606", "6732", "787966"]);
    assert_eq!(words[3], ["1712304", "boards,", "counted"]);

    let out = equity(&["AhKh", "QQ+", "--board", "2h7hTc", "--dead", "Qs", "--json"]);
    let answer: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(answer["exact"], true);
}

#[test]
fn wrong_input_exits_with_code_2_and_names_its_position() {
    for (arguments, says) in [
        (
            &["AhKh", "QQ, Q3x"][..],
            "players[1]: not a hand, a span of hands, or a share of them: `Q3x`, from byte 4 to 7",
        ),
        (&["AhKh", "QQ", "--board", "2h7x"], "card 2 is not a card"),
        (&["AhKh", "QQ", "--board", "2h7h"], "a board has 0, 3, 4 or 5 cards, not 2"),
        (&["AhKh", "QQ", "--board", "2h7h2h"], "board[2] is the card 2h"),
        (&["AhKh"], "2 to 10 players"),
    ] {
        let out = equity(arguments);
        let said = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(out.stdout.is_empty() && said.contains(says), "{arguments:?}: {said}");
    }
}
