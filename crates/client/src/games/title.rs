//! What stands above a seat: its name, and what is special about it, as far as there is room.

use crate::look;

/// The least of a name that is shown.
const LEAST_NAME: usize = 6;

/// How much a mark matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// It has to be seen.
    Kept,
    /// It is told by the place, too.
    Spare,
    /// It goes first: a level.
    Level,
}

/// A name with marks.
#[derive(Clone, Debug, Default)]
pub struct Title {
    name: String,
    marks: Vec<(String, Weight)>,
    /// What stands between two marks.
    join: &'static str,
}

impl Title {
    /// A name without marks yet.
    pub fn new(name: String, join: &'static str) -> Self {
        Self { name, marks: Vec::new(), join }
    }

    /// With a mark that has to be seen. An empty one is none.
    #[must_use]
    pub fn mark(self, text: &str) -> Self {
        self.with(text, Weight::Kept)
    }

    /// With a mark that may go where there is little room.
    #[must_use]
    pub fn spare(self, text: &str) -> Self {
        self.with(text, Weight::Spare)
    }

    /// With the level of a computer player.
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

    /// As much of it as goes into so many cells: first what matters least goes, then the end of the name.
    pub fn fit(&self, room: usize) -> String {
        for most in [Weight::Level, Weight::Spare] {
            let text = format!("{}{}", self.name, self.told(most));
            if look::width(&text) <= room {
                return text;
            }
        }
        let marks = self.told(Weight::Kept);
        let left = room.saturating_sub(look::width(&marks)).max(LEAST_NAME);
        look::clip(&format!("{}{marks}", look::clip(&self.name, left)), room)
    }

    fn told(&self, most: Weight) -> String {
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
