//! Names: a public type of the server has a name of its own, and words that say too little do not come back.

use std::collections::BTreeMap;

use crate::source::{sources, texts};

/// The modules and crates whose types are not the server's. Each game has its own `Rules`, `Event` and so on.
const ELSEWHERE: [&str; 6] = ["arena", "bots", "cards", "client", "games", "load"];

/// How a public type is defined.
const TYPES: [&str; 4] = ["enum", "struct", "trait", "type"];

/// Words for which there is a plainer one, and that word. In names, an underscore separates words.
const OLD_WORDS: &[(&str, &str)] = &[
    ("asker", "caller"),
    ("askers", "callers"),
    ("give way", "the verb for what happens: is closed, is replaced"),
    ("is told", "gets, sees or learns"),
    ("nameless", "redacted"),
    ("whence", "address"),
    ("who comes", "the noun: client, player, request"),
    ("whoever", "the noun: client, player, seat"),
];

/// This file has the words, and the client for the terminal speaks to its player.
const MAY_HAVE_THEM: [&str; 2] = ["tests/laws/words.rs", "crates/client/"];

#[test]
fn a_public_type_has_a_unique_name() {
    let (mut homes, mut found) = (BTreeMap::<String, String>::new(), 0);
    let mut wrong = vec![];
    for file in sources() {
        if file.module.first().is_some_and(|floor| ELSEWHERE.contains(&floor.as_str())) {
            continue;
        }
        for words in file.words.windows(3).filter(|words| is_type(words)) {
            found += 1;
            if let Some(other) = homes.insert(words[2].clone(), file.name.clone()) {
                wrong.push(format!("{}: {other} and {}", words[2], file.name));
            }
        }
    }
    assert!(found > 300, "only {found} types found");
    assert!(wrong.is_empty(), "names of two types:\n{}", wrong.join("\n"));
}

#[test]
fn old_words_do_not_come_back() {
    let (texts, mut wrong) = (texts(), vec![]);
    assert!(texts.len() > 500, "only {} files found", texts.len());
    for (name, text) in texts {
        if MAY_HAVE_THEM.iter().any(|may| name.starts_with(may)) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let words = plain(line);
            let old = OLD_WORDS.iter().filter(|(old, _)| words.contains(&format!(" {old} ")));
            wrong.extend(old.map(|(old, new)| format!("{name}:{}: `{old}`; write {new}", number + 1)));
        }
    }
    assert!(wrong.is_empty(), "words with a plainer one:\n{}", wrong.join("\n"));
}

/// Whether these words begin the definition of a public type. The name in a macro is a variable.
fn is_type(words: &[String]) -> bool {
    words[0] == "pub" && TYPES.contains(&&*words[1]) && words[2] != "$"
}

/// The words of a line in lower case, each between spaces.
fn plain(line: &str) -> String {
    let letters = line.chars().map(|each| if each.is_alphanumeric() { each } else { ' ' });
    let text = letters.collect::<String>().to_lowercase();
    let words = text.split_whitespace().map(|word| format!("{word} "));
    std::iter::once(" ".to_owned()).chain(words).collect()
}
