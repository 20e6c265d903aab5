//! What is said, in both languages side by side. Words are found by a key, so that what a newer server names (a code, an
//! event) can be looked up, and told by its own name where there is no word for it.

mod doudizhu;
mod holdem;
mod how;
mod problems;
mod shell;
mod shengji;

use std::borrow::Cow;

use clap::ValueEnum;

use super::net::refusal::Refusal;

/// A key, in English, in Chinese. `{0}` and `{1}` are filled in; after `|` stands how it is said of whoever reads it.
type Entry = (&'static str, &'static str, &'static str);

const TABLES: [&[Entry]; 6] =
    [shell::WORDS, how::WORDS, holdem::WORDS, doudizhu::WORDS, shengji::WORDS, problems::WORDS];

/// The language of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// 中文.
    Zh,
}

/// A person in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// What they are called.
    pub name: String,
    /// Whether it is whoever reads the sentence.
    pub is_you: bool,
}

impl Language {
    /// The language that the environment asks for.
    pub fn of_environment() -> Self {
        let told = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        if told.is_some_and(|value| value.starts_with("zh")) { Self::Zh } else { Self::En }
    }

    /// Whoever reads a sentence, in it.
    pub fn you(self) -> Who {
        Who { name: self.say("table.you").to_owned(), is_you: true }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::En => Self::Zh,
            Self::Zh => Self::En,
        }
    }

    /// The words of a key, where there are any.
    pub fn find(self, key: &str) -> Option<&'static str> {
        let (_, en, zh) = TABLES.iter().flat_map(|table| table.iter()).find(|(named, ..)| *named == key)?;
        Some(match self {
            Self::En => en,
            Self::Zh => zh,
        })
    }

    /// The words of a key. One that has none is told by its own last part.
    pub fn say(self, key: &str) -> &str {
        match self.find(key) {
            Some(words) => words,
            None => key.split_once('.').map_or(key, |(_, name)| name),
        }
    }

    /// With what stands in the places.
    pub fn fill(self, key: &str, parts: &[&str]) -> String {
        let mut text = self.say(key).to_owned();
        // The last place first: a name that looks like a place of ours is not filled in again.
        for (place, part) in parts.iter().enumerate().rev() {
            text = text.replace(&format!("{{{place}}}"), part);
        }
        text
    }

    /// A sentence about somebody, whose name is the first part.
    pub fn tell(self, key: &str, who: &Who, parts: &[&str]) -> String {
        let words = self.say(key);
        let (third, second) = words.split_once('|').unwrap_or((words, words));
        let mut text = if who.is_you { second } else { third }.to_owned();
        for (place, part) in parts.iter().enumerate().rev() {
            text = text.replace(&format!("{{{}}}", place + 1), part);
        }
        text.replace("{0}", &who.name)
    }

    /// So many of something: after `|` stands how one of it is said.
    pub fn count(self, key: &str, count: usize) -> String {
        let words = self.say(key);
        let (many, one) = words.split_once('|').unwrap_or((words, words));
        let words = if count == 1 { one } else { many };
        words.replace("{0}", &count.to_string())
    }

    /// Why something was refused. A code that has no words here is told by what the server says of it.
    pub fn refusal(self, refusal: &Refusal) -> String {
        let key = format!("problem.{}", refusal.code);
        let closer = refusal.variant().and_then(|variant| self.find(&format!("{key}.{variant}")));
        let Some(words) = closer.or_else(|| self.find(&key)) else {
            let detail = refusal.number("detail");
            return if detail.is_empty() { self.fill("problem.refused", &[&refusal.code]) } else { detail };
        };
        let member = |name: &str| refusal.number(name);
        let mut text = Cow::from(words);
        let group = format!("group.{}", member("group"));
        text = text.replace("{group}", self.say(&group)).into();
        for name in ["min", "max", "call", "least", "demanded", "option", "must"] {
            text = text.replace(&format!("{{{name}}}"), &member(name)).into();
        }
        text.into_owned()
    }

    /// A number with its thousands apart.
    pub fn chips(self, amount: u64) -> String {
        let digits = amount.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }

    /// What was won or lost, with its sign.
    pub fn signed(self, amount: i64) -> String {
        let sign = match amount {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        format!("{sign}{}", self.chips(amount.unsigned_abs()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn no_key_is_there_twice_and_both_languages_fill_the_same_places() {
        let mut seen = BTreeSet::new();
        for (key, en, zh) in TABLES.into_iter().flatten() {
            assert!(seen.insert(key), "{key}");
            // A made hand is named by other ranks, and in the plural, in English.
            if key.starts_with("made.") {
                continue;
            }
            for place in ["{0}", "{1}", "{2}", "{min}", "{max}"] {
                assert_eq!(en.contains(place), zh.contains(place), "{key} {place}");
            }
        }
    }

    /// A key that is written in the source has words.
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
                for call in ["say(\"", "fill(\"", "tell(\"", "told(\"", "count(\""] {
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

    /// What the server refuses is told in both languages, not in code.
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
    fn a_code_without_words_is_told_as_the_server_tells_it() {
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
}
