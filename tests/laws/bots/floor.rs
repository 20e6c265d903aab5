//! Imports of the computer players: they use what a witness offers and the rules' own functions, never a game's hand.

use crate::source::{Source, sources};

/// Names that would look behind a witness, and imagined hands, which could be asked for their seats' cards.
const NEVER_NAMED: &[&str] = &["AnyHand", "imagined", "redealt", ".world()", ".mask", "Deck"];

/// The traits of a hand; without them in scope it has no methods that matter.
const NEVER_IMPORTED: &[&[&str]] =
    &[&["crate", "games", "game", "Game"], &["crate", "games", "witness", "Story"]];

/// The trait of hands that can be imagined appears in bounds of types, and nowhere else.
const BOUND_BY_IT: &[&str] = &["bots/advice.rs", "bots/bot.rs", "bots/strategy.rs"];

fn files() -> Vec<Source> {
    let is_tested = |file: &Source| file.module.last().is_some_and(|last| last == "tests");
    let of_bots = |file: &Source| file.module.first().is_some_and(|floor| floor == "bots");
    sources().into_iter().filter(|file| of_bots(file) && !is_tested(file)).collect()
}

#[test]
fn a_strategy_names_nothing_that_could_show_it_a_hand() {
    let mut wrong = vec![];
    let files = files();
    assert!(files.len() > 50, "the computer players are not where they were");
    for file in &files {
        let text = file.said.as_str();
        wrong.extend(
            NEVER_NAMED
                .iter()
                .filter(|word| text.contains(*word))
                .map(|word| format!("{}: {word}", file.name)),
        );
        for path in &file.before_tests {
            let is = |of: &[&str]| path.iter().map(String::as_str).eq(of.iter().copied());
            let is_hand_trait = NEVER_IMPORTED.iter().any(|never| is(never))
                || is(&["crate", "games", "witness", "Imagined"])
                    && !BOUND_BY_IT.contains(&file.name.as_str());
            if is_hand_trait {
                wrong.push(format!("{}: {}", file.name, path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "strategies that could look:\n{}", wrong.join("\n"));
}

/// A hand is named as the game of a witness or a strategy, and its methods are never called.
#[test]
fn a_hand_is_only_a_name() {
    let mut wrong = vec![];
    for file in files() {
        for hand in ["Holdem", "Doudizhu", "Shengji"] {
            let asked = format!("{hand}::");
            let is_variant = |before: &str| before.ends_with("AnySetup::");
            for (place, _) in file.said.match_indices(&asked) {
                if !is_variant(&file.said[..place]) {
                    wrong.push(format!("{}: {asked}", file.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "strategies that ask a hand:\n{}", wrong.join("\n"));
}
