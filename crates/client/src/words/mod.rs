//! The texts of the screens in both languages. A text is found by a key, so what a newer server names (a code, an event) can
//! be looked up, and is shown by its own name if there is no text for it. Texts that the page has too come from `shared`.

mod doudizhu;
mod holdem;
mod problems;
mod shared;
mod shell;
mod shengji;
#[cfg(test)]
mod tests;
mod tournament;

use std::borrow::Cow;

use clap::ValueEnum;

use super::net::refusal::Refusal;

/// A key, the English text, the Chinese text. `{0}` and `{1}` are filled in. After `|` follows the form for the reader
/// (`you fold`). `=` and a key stand for a text of `shared`: often only the English differs from the page's, because it
/// begins small in a line of the terminal.
type Entry = (&'static str, &'static str, &'static str);

const TABLES: [&[Entry]; 6] =
    [shell::WORDS, holdem::WORDS, doudizhu::WORDS, shengji::WORDS, tournament::WORDS, problems::WORDS];

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
    /// Their name.
    pub name: String,
    /// Whether it is the reader.
    pub is_you: bool,
}

impl Language {
    /// The language of the environment.
    pub fn of_environment() -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        if locale.is_some_and(|value| value.starts_with("zh")) { Self::Zh } else { Self::En }
    }

    /// The reader, as a person in a sentence.
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

    /// The text of a key; `None` if it has none.
    pub fn find(self, key: &str) -> Option<&'static str> {
        let own = TABLES.iter().flat_map(|table| table.iter()).find(|(named, ..)| *named == key);
        let text = match (self, own) {
            (Self::En, Some((_, en, _))) => en,
            (Self::Zh, Some((_, _, zh))) => zh,
            (_, None) => return shared::find(self, key),
        };
        match text.strip_prefix('=') {
            Some(key) => shared::find(self, key),
            None => Some(text),
        }
    }

    /// The text of a key. A key without text gives its own last part.
    pub fn say(self, key: &str) -> &str {
        match self.find(key) {
            Some(words) => words,
            None => key.rsplit_once('.').map_or(key, |(_, name)| name),
        }
    }

    /// The text of a key, with its places filled in.
    pub fn fill(self, key: &str, parts: &[&str]) -> String {
        let mut text = self.say(key).to_owned();
        // The last place first, so that a name that looks like a place is not filled in again.
        for (place, part) in parts.iter().enumerate().rev() {
            text = text.replace(&format!("{{{place}}}"), part);
        }
        text
    }

    /// A sentence about a person, whose name is the first part.
    pub fn tell(self, key: &str, who: &Who, parts: &[&str]) -> String {
        let words = self.say(key);
        let (third, second) = words.split_once('|').unwrap_or((words, words));
        let mut text = if who.is_you { second } else { third }.to_owned();
        for (place, part) in parts.iter().enumerate().rev() {
            text = text.replace(&format!("{{{}}}", place + 1), part);
        }
        text.replace("{0}", &who.name)
    }

    /// A number of things; after `|` stands the singular.
    pub fn count(self, key: &str, count: &impl ToString) -> String {
        let (words, count) = (self.say(key), count.to_string());
        let (many, one) = words.split_once('|').unwrap_or((words, words));
        let words = if count == "1" { one } else { many };
        words.replace("{0}", &count)
    }

    /// Why something was refused. For a code without text here it is the server's own detail.
    pub fn refusal(self, refusal: &Refusal) -> String {
        let key = format!("problem.{}", refusal.code);
        let closer = refusal.variant().and_then(|variant| self.find(&format!("{key}.{variant}")));
        let Some(words) = closer.or_else(|| self.find(&key)) else {
            let detail = refusal.number("detail");
            return if detail.is_empty() { self.fill("problem.refused", &[&refusal.code]) } else { detail };
        };
        let member = |name: &str| refusal.number(name);
        let mut text = Cow::from(words);
        let group = format!("shengji.group.{}", member("group"));
        text = text.replace("{group}", self.say(&group)).into();
        for name in ["min", "max", "most", "call", "least", "demanded", "option", "must"] {
            text = text.replace(&format!("{{{name}}}"), &member(name)).into();
        }
        text.into_owned()
    }

    /// A place in a ranking, from 1.
    pub fn place(self, place: u32) -> String {
        match self {
            Self::En => {
                let ending = match (place % 10, place % 100) {
                    (1, tens) if tens != 11 => "st",
                    (2, tens) if tens != 12 => "nd",
                    (3, tens) if tens != 13 => "rd",
                    _ => "th",
                };
                format!("{place}{ending}")
            }
            Self::Zh => format!("第{place}名"),
        }
    }

    /// A number with thousands separators.
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

    /// A result, with its sign.
    pub fn signed(self, amount: i64) -> String {
        let sign = match amount {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        format!("{sign}{}", self.chips(amount.unsigned_abs()))
    }
}
