//! Both languages have all texts, and no text is written once more in the page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{Entry, Language, Refusal, TABLES, shared};

#[test]
fn no_key_is_there_twice_and_both_languages_fill_the_same_places() {
    let mut seen = BTreeSet::new();
    for (key, en, zh) in own() {
        assert!(seen.insert(key), "{key}");
        for text in [en, zh] {
            if let Some(shared) = text.strip_prefix('=') {
                assert!(shared::find(Language::En, shared).is_some(), "{key} {text}");
            }
        }
        // A shared key has a text of its own in one language at most.
        let differs = |language: &Language| {
            shared::find(*language, key).is_some_and(|text| language.find(key) != Some(text))
        };
        assert!(
            [Language::En, Language::Zh].iter().filter(|language| differs(language)).count() < 2,
            "{key}"
        );
    }
    let keys = shared::words(Language::En).keys().map(String::as_str);
    for key in seen.into_iter().chain(keys) {
        let [en, zh] = [Language::En, Language::Zh].map(|language| language.find(key).unwrap());
        // A made hand is named by other ranks, and in the plural, in English.
        if key.starts_with("holdem.made.") {
            continue;
        }
        for place in ["{0}", "{1}", "{2}", "{min}", "{max}"] {
            assert_eq!(en.contains(place), zh.contains(place), "{key} {place}");
        }
    }
}

/// The reason for a word alone.
const A_WORD: &str = "a word or a label alone, which the page has at another place";

/// Texts that the page has too, and why they are not shared.
const TWICE: [(&str, &str); 50] = [
    ("table.thinks", "the first screen comes without the code for sentences about persons"),
    ("event.ready", "the page's sentence is about several players"),
    ("doudizhu.bombs", "in the page's English the word has a plural"),
    ("announce.invited", A_WORD),
    ("announce.places", A_WORD),
    ("tournament.free", A_WORD),
    ("tournament.isPaused", A_WORD),
    ("tournament.key.pause", A_WORD),
    ("tournament.key.refuse", A_WORD),
    ("tournament.key.watch", A_WORD),
    ("tournament.minutes", A_WORD),
    ("tournaments.played", A_WORD),
    ("announce.kind", A_WORD),
    ("announce.kind.headsUp", A_WORD),
    ("announce.price", A_WORD),
    ("announce.start", A_WORD),
    ("announce.title", A_WORD),
    ("announce.whenFull", A_WORD),
    ("lobby.chips", A_WORD),
    ("lobby.tournaments", A_WORD),
    ("table.chips", A_WORD),
    ("tournament.ante", A_WORD),
    ("tournament.average", A_WORD),
    ("tournament.break", A_WORD),
    ("tournament.handForHand", A_WORD),
    ("tournament.key.cancel", A_WORD),
    ("tournament.key.enterFree", A_WORD),
    ("tournament.key.resume", A_WORD),
    ("tournament.key.toSeat", A_WORD),
    ("tournament.left", A_WORD),
    ("tournament.level", A_WORD),
    ("tournament.levels", A_WORD),
    ("tournament.next", A_WORD),
    ("tournament.over", A_WORD),
    ("tournament.paid", A_WORD),
    ("tournament.players", A_WORD),
    ("tournament.prizes", A_WORD),
    ("tournament.round", A_WORD),
    ("tournament.round.deal", A_WORD),
    ("tournament.round.of", A_WORD),
    ("tournament.standing", A_WORD),
    ("tournament.started", A_WORD),
    ("tournament.table", A_WORD),
    ("tournament.wasCancelled", A_WORD),
    ("tournaments.full", A_WORD),
    ("tournaments.left", A_WORD),
    ("tournaments.mine", A_WORD),
    ("tournaments.noLink", A_WORD),
    ("tournaments.timed", A_WORD),
    ("tournaments.title", A_WORD),
];

#[test]
fn no_text_is_there_once_more_in_the_page() {
    let mut twice = BTreeSet::new();
    for (language, file) in [(Language::En, "en"), (Language::Zh, "zh")] {
        let page = texts_of_page(file);
        assert!(page.len() > 700, "{file}: {}", page.len());
        for (key, en, zh) in own() {
            let text = if language == Language::En { en } else { zh };
            let is_there = text.split('|').any(|form| is_sentence(form) && page.contains(&unfilled(form)));
            if is_there && !text.starts_with('=') {
                twice.insert(key);
            }
        }
    }
    let known = TWICE.iter().map(|(key, _)| *key).collect();
    assert_eq!(twice, known, "to be shared in crates/client/words, or listed here with the reason");
}

fn own() -> impl Iterator<Item = Entry> {
    TABLES.into_iter().flatten().copied()
}

/// Whether it is more than a single word, which may happen to be the same.
fn is_sentence(text: &str) -> bool {
    let chinese = text.chars().filter(|sign| ('\u{4e00}'..='\u{9fff}').contains(sign)).count();
    chinese > 1 || text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count() > 2
}

/// A text with `{}` for each of its places.
fn unfilled(text: &str) -> String {
    let mut parts = text.split('{');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += "{}";
        plain += part.split_once('}').map_or("", |(_, rest)| rest);
    }
    plain
}

/// The texts in the source of the page's words: all strings, with `{}` for what is filled in.
fn texts_of_page(language: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/i18n");
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_str().unwrap();
        if name.starts_with(&format!("{language}.")) {
            let source = fs::read_to_string(&entry).unwrap();
            let code = source.lines().filter(|line| !line.trim_start().starts_with(['/', '*']));
            strings(&mut code.flat_map(str::chars), None, &mut texts);
        }
    }
    texts
}

/// Reads code up to `end`, and collects its strings. Templates are read with the strings in their expressions.
fn strings(code: &mut dyn Iterator<Item = char>, end: Option<char>, texts: &mut BTreeSet<String>) {
    while let Some(sign) = code.next() {
        match sign {
            '"' | '`' => string(code, sign, texts),
            '{' => strings(code, Some('}'), texts),
            sign if Some(sign) == end => return,
            _ => {}
        }
    }
}

fn string(code: &mut dyn Iterator<Item = char>, quote: char, texts: &mut BTreeSet<String>) {
    let mut text = String::new();
    while let Some(sign) = code.next() {
        match sign {
            '\\' => text.extend(code.next()),
            '{' if quote == '`' && text.ends_with('$') => {
                text.pop();
                text += "{}";
                strings(code, Some('}'), texts);
            }
            sign if sign == quote => break,
            sign => text.push(sign),
        }
    }
    texts.insert(unfilled(&shared::without_terms(&text)));
}

/// Every key in the source has a text.
#[test]
fn every_key_of_the_source_has_words() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
                continue;
            }
            if entry.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let source = fs::read_to_string(&entry).unwrap();
            for call in ["say(\"", "fill(\"", "tell(\"", "sentence(\"", "about(\"", "count(\""] {
                for after in source.split(call).skip(1) {
                    let key = after.split('"').next().unwrap();
                    if key.contains('.') && !key.contains('{') {
                        assert!(Language::En.find(key).is_some(), "{key} in {}", entry.display());
                    }
                }
            }
        }
    }
}

/// Every refusal of the server has a text in both languages.
#[test]
fn every_code_of_the_api_has_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let catalogue = fs::read_to_string(root.join("docs/errors.md")).unwrap();
    let codes: Vec<&str> = catalogue
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .filter(|(_, rest)| rest.starts_with(|sign: char| sign.is_ascii_digit()))
        .map(|(code, _)| code)
        .collect();
    assert!(codes.len() > 100, "{}", codes.len());
    let silent: Vec<&&str> =
        codes.iter().filter(|code| Language::Zh.find(&format!("problem.{code}")).is_none()).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn a_code_without_words_is_shown_as_the_server_tells_it() {
    let problem = serde_json::json!({ "code": "new_code", "detail": "the moon is out" });
    let refusal = Refusal { code: "new_code".into(), status: 422, problem, wait: None };
    assert_eq!(Language::En.refusal(&refusal), "the moon is out");
    assert_eq!(Language::Zh.refusal(&Refusal::coded("odd", 418)), "服务器拒绝了（odd）。");
}

#[test]
fn thousands_stand_apart() {
    assert_eq!(Language::En.chips(1_234_567), "1,234,567");
    assert_eq!(Language::En.signed(-1000), "-1,000");
}
