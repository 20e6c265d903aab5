//! The texts that the page has too. They are in `words/`, one JSON file for each language and subject; the page's build
//! imports the same files.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::Language;

/// The files of a language: the beginning of their keys, and their text.
macro_rules! files {
    ($language:literal) => {
        [
            ("", include_str!(concat!("../../words/", $language, "/start.json"))),
            ("", include_str!(concat!("../../words/", $language, "/rooms.json"))),
            ("", include_str!(concat!("../../words/", $language, "/coming.json"))),
            ("", include_str!(concat!("../../words/", $language, "/table.json"))),
            ("", include_str!(concat!("../../words/", $language, "/result.json"))),
            ("events.", include_str!(concat!("../../words/", $language, "/events.json"))),
            ("learn.", include_str!(concat!("../../words/", $language, "/learn.json"))),
            ("sit.", include_str!(concat!("../../words/", $language, "/sit.json"))),
            ("guide.", include_str!(concat!("../../words/", $language, "/guide.json"))),
            ("holdem.", include_str!(concat!("../../words/", $language, "/holdem.json"))),
            ("doudizhu.", include_str!(concat!("../../words/", $language, "/doudizhu.json"))),
            ("shengji.", include_str!(concat!("../../words/", $language, "/shengji.json"))),
            ("problem.", include_str!(concat!("../../words/", $language, "/problems.json"))),
        ]
    };
}

static ENGLISH: LazyLock<HashMap<String, String>> = LazyLock::new(|| read(&files!("en")));
static CHINESE: LazyLock<HashMap<String, String>> = LazyLock::new(|| read(&files!("zh")));

/// A text by its key: the beginning of its file's keys, and its path in the file, as in `doudizhu.kind.bomb` or
/// `learn.how.holdem.0.head`.
pub(super) fn find(language: Language, key: &str) -> Option<&'static str> {
    words(language).get(key).map(String::as_str)
}

/// All texts, by their keys.
pub(super) fn words(language: Language) -> &'static HashMap<String, String> {
    match language {
        Language::En => &ENGLISH,
        Language::Zh => &CHINESE,
    }
}

fn read(files: &[(&str, &str)]) -> HashMap<String, String> {
    let mut words = HashMap::new();
    for (prefix, text) in files {
        // An invalid file has no texts; a test checks all files.
        flatten(prefix, &serde_json::from_str(text).unwrap_or_default(), &mut words);
    }
    words
}

fn flatten(path: &str, value: &Value, words: &mut HashMap<String, String>) {
    match value {
        Value::String(text) => {
            words.insert(path.trim_end_matches('.').to_owned(), without_terms(text));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| flatten(&format!("{path}{at}."), item, words));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, item)| flatten(&format!("{path}{name}."), item, words));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The page explains a word in brackets: `[bomb]`, or `[bombs|bomb]` in another form. Here it is `bombs`.
pub(super) fn without_terms(text: &str) -> String {
    let mut parts = text.split('[');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (term, rest) = part.split_once(']').unwrap_or((part, ""));
        plain += term.split('|').next().unwrap_or_default();
        plain += rest;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_words_under_the_same_keys_in_both_languages() {
        let keys = |files: &[(&str, &str)]| -> Vec<Vec<String>> {
            files.iter().map(|file| read(&[*file]).into_keys().collect()).collect()
        };
        for (mut english, mut chinese) in keys(&files!("en")).into_iter().zip(keys(&files!("zh"))) {
            english.sort();
            chinese.sort();
            assert!(!english.is_empty());
            assert_eq!(english, chinese);
        }
    }

    #[test]
    fn terms_lose_their_brackets() {
        assert_eq!(without_terms("Four are a [bomb]; [bombs|bomb] win."), "Four are a bomb; bombs win.");
    }
}
