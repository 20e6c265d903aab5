//! The line above a seat: its name and its marks, as far as there is room.

use crate::look;

/// The least part of a name that is shown.
const LEAST_NAME: usize = 6;

/// The importance of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// It is always shown.
    Kept,
    /// It is shown if there is room: the position tells it, too.
    Spare,
    /// It is dropped first: a level.
    Level,
}

/// A name with marks.
#[derive(Clone, Debug, Default)]
pub struct Title {
    name: String,
    marks: Vec<(String, Weight)>,
    /// The separator of two marks.
    join: &'static str,
}

impl Title {
    /// A name without marks.
    pub fn new(name: String, join: &'static str) -> Self {
        Self { name, marks: Vec::new(), join }
    }

    /// Adds a mark that is always shown. An empty one is none.
    #[must_use]
    pub fn mark(self, text: &str) -> Self {
        self.with(text, Weight::Kept)
    }

    /// Adds a mark that may be dropped if there is little room.
    #[must_use]
    pub fn spare(self, text: &str) -> Self {
        self.with(text, Weight::Spare)
    }

    /// Adds the level of a computer player.
    #[must_use]
    pub fn level(self, text: &str) -> Self {
        self.with(text, Weight::Level)
    }

    fn with(mut self, text: &str, weight: Weight) -> Self {
        if !text.is_empty() {
            self.marks.push((text.to_owned(), weight));
        }
        self
    }

    /// As much of it as fits into this many cells: the least important marks are dropped first, then the end of the
    /// name.
    pub fn fit(&self, room: usize) -> String {
        for most in [Weight::Level, Weight::Spare] {
            let text = format!("{}{}", self.name, self.marks_of(most));
            if look::width(&text) <= room {
                return text;
            }
        }
        let marks = self.marks_of(Weight::Kept);
        let left = room.saturating_sub(look::width(&marks)).max(LEAST_NAME);
        look::clip(&format!("{}{marks}", look::clip(&self.name, left)), room)
    }

    fn marks_of(&self, most: Weight) -> String {
        let shown = self.marks.iter().filter(|(_, weight)| *weight <= most);
        let shown: Vec<&str> = shown.map(|(text, _)| text.as_str()).collect();
        if shown.is_empty() { String::new() } else { format!(" ({})", shown.join(self.join)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_least_goes_first() {
        let title = Title::new("Magpie".into(), ", ").spare("partner").mark("declarer").level("bot 2");
        assert_eq!(title.fit(40), "Magpie (partner, declarer, bot 2)");
        assert_eq!(title.fit(30), "Magpie (partner, declarer)");
        assert_eq!(title.fit(18), "Magpie (declarer)");
        assert_eq!(title.fit(17), "Magpie (declarer)");
        assert_eq!(title.fit(10), "Magpie (d…");
        assert_eq!(Title::new("小明小明小明".into(), "、").mark("庄家").fit(14), "小明小… (庄家)");
    }
}
