//! Text written by players: what it may hold, and what it looks like.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::confusable_detection;

/// Whether a character shows nothing of its own, or reverses the text around it: with those, one player could look like another.
/// The zero-width joiner stays, because emoji need it.
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}'
            | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character takes space and shows nothing: the empty pattern of Braille, and a note without a head.
fn is_empty(letter: char) -> bool {
    letter.is_whitespace() && !letter.is_control() || matches!(letter, '\u{2800}' | '\u{1d159}')
}

/// Whether a character shows by itself: it is no space, no combining mark, no joiner and no selector.
pub fn shows(letter: char) -> bool {
    !is_empty(letter)
        && !is_unprintable(letter)
        && matches!(
            letter.general_category_group(),
            GeneralCategoryGroup::Letter
                | GeneralCategoryGroup::Number
                | GeneralCategoryGroup::Punctuation
                | GeneralCategoryGroup::Symbol
        )
}

/// How many marks one letter may have: the limit that UTS #39 (5.4) recommends.
const MOST_MARKS: usize = 4;

/// Whether a letter has more marks than any script needs, or the text starts with a mark, which would combine with what stands
/// before the text. Only a character that shows by itself resets the count: a space, a joiner or a spacing mark does not.
pub fn has_many_marks(text: &str) -> bool {
    // The text has no letter yet that a mark could combine with.
    let mut marks = MOST_MARKS;
    text.nfd().any(|letter| {
        match letter.general_category() {
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => marks += 1,
            _ if shows(letter) => marks = 0,
            _ => {}
        }
        marks > MOST_MARKS
    })
}

/// The same text however it was typed: normal form C, with one space between two words and none at the ends.
pub fn composed(text: &str) -> String {
    let words: Vec<&str> = text.split(is_empty).filter(|word| !word.is_empty()).collect();
    words.join(" ").nfc().collect()
}

/// Whether a character is one of the 26 that spell a flag by its country's code.
pub fn is_of_flag(letter: char) -> bool {
    matches!(letter, '\u{1f1e6}'..='\u{1f1ff}')
}

/// What a text looks like (UTS #39), with or without its capitals. It errs towards alike.
#[derive(Debug)]
pub struct Look([String; 2]);

impl Look {
    /// What a text looks like.
    pub fn of(text: &str) -> Self {
        // The tables do not know every letter of another width or face.
        let text: String = composed(text).nfkc().collect();
        Self([skeleton(&text), skeleton(&text.to_lowercase())])
    }

    /// The same without separators between letters and digits, and without what follows the last letter, such as a number.
    pub fn of_letters(text: &str) -> Self {
        let text: String = text.nfkc().collect();
        let text = text.trim_end_matches(|letter: char| !letter.is_alphabetic() && !is_of_flag(letter));
        let Self(looks) = Self::of(text);
        Self(looks.map(|look| look.chars().filter(|letter| letter.is_alphanumeric()).collect()))
    }

    /// Whether a reader could take one for the other.
    pub fn is_like(&self, other: &Self) -> bool {
        self.0.iter().any(|look| other.0.contains(look))
    }

    /// Whether it consists of some of these words in a row, without gaps.
    pub fn is_made_of(&self, words: &[Self]) -> bool {
        self.0.iter().any(|look| is_row_of(words, look))
    }
}

/// Whether a look can be split into looks of these words.
fn is_row_of(words: &[Look], look: &str) -> bool {
    // The positions where a word may end. A set visits each once, however many sequences of words lead there.
    let mut ends = BTreeSet::from([0_usize]);
    while let Some(end) = ends.pop_first() {
        let rest = &look[end..];
        let next = words.iter().flat_map(|word| &word.0).filter(|word| rest.starts_with(word.as_str()));
        ends.extend(next.map(|word| end + word.len()));
        if ends.contains(&look.len()) {
            return true;
        }
    }
    false
}

/// What a text looks like regardless of capitals. The tables map `I` to `l`, so an `i` is one too.
fn skeleton(text: &str) -> String {
    let small = confusable_detection::skeleton(text).collect::<String>().to_lowercase();
    let small: String = small.chars().map(plain).collect();
    confusable_detection::skeleton(&small).map(|letter| if letter == 'i' { 'l' } else { letter }).collect()
}

/// The small capitals from A to Z after the tables: they make some a plain letter, and `ᴋ` and `ᴍ` into `ĸ` and `ʍ`.
const SMALL_CAPITALS: &str = "ᴀʙcᴅᴇꜰɢʜiᴊĸʟʍɴoᴘꞯʀsᴛuvwxyz";

/// The plain letter for one that neither normal form KC nor the tables make plain: white in a circle, white in a square, of a
/// flag, or a small capital.
fn plain(letter: char) -> char {
    let place = match letter {
        '\u{1f150}'..='\u{1f169}' => ('\u{1f150}'..letter).count(),
        '\u{1f170}'..='\u{1f189}' => ('\u{1f170}'..letter).count(),
        '\u{1f1e6}'..='\u{1f1ff}' => ('\u{1f1e6}'..letter).count(),
        _ => SMALL_CAPITALS.chars().take_while(|small| *small != letter).count(),
    };
    ('a'..='z').nth(place).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::{Look, composed, has_many_marks, shows};

    #[test]
    fn lookalike_names_are_recognised() {
        let are_alike = |one, other| Look::of(one).is_like(&Look::of(other));
        for (one, other) in [
            ("Ada", "\u{410}da"),
            ("paypal", "p\u{430}ypa1"),
            ("BOB", "B0b"),
            ("m", "rn"),
            ("Max", "max"),
            ("MAX", "rnax"),
            ("Ian", "ian"),
            ("Ian", "lan"),
            ("AdmIn", "Admln"),
            ("Adm|n", "admin"),
            ("\u{412}ова", "\u{432}ова"),
            ("Ada B", "Ada  B"),
            ("Ada B", "Ada\u{2800}\u{2003}B "),
            ("Ada", "A\u{200d}da\u{fe0f}"),
            ("Mark", "ᴍᴀʀᴋ"),
            ("ᴍᴀʀᴋ", "мᴀʀк"),
            ("Quinz", "ꞯᴜɪɴᴢ"),
            ("Ada", "🅐🅓🅐"),
            ("Zoe", "🆉🅾🅴"),
            ("Ada", "🇦🇩🇦"),
        ] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        assert!(!are_alike("Ada", "Adam"));
        assert!(!are_alike("Ada B", "AdaB"));
        assert!(!are_alike("李", "雷"));
        assert!(!are_alike("🇦🇹", "🇩🇪"));
    }

    #[test]
    fn invisible_characters_are_recognised() {
        for letter in ['a', '李', '1', '!', '👩', 'ß'] {
            assert!(shows(letter), "{letter:?}");
        }
        for letter in
            [' ', '\u{a0}', '\u{301}', '\u{34f}', '\u{200d}', '\u{fe0f}', '\u{2800}', '\u{3164}', '\u{20dd}']
        {
            assert!(!shows(letter), "{letter:?}");
        }
        assert_eq!(composed(" A\u{308}nne \u{2003} B"), "Änne B");
        assert_eq!(composed("a\nb"), "a\nb", "a line's end is no space");
    }

    #[test]
    fn marks_are_heaped_on_no_letter() {
        // Burmese (one with five marks on a letter, three of them spacing), Tibetan, Vietnamese, Thai, Tai Tham, Hindi, Bengali,
        // Malayalam, Sinhala, Hebrew, Arabic, and a key of an emoji.
        for word in [
            "မြို့",
            "ကြွေး",
            "လျှော့",
            "རྒྱུད",
            "བསྟན་འཛིན་རྒྱ་མཚོ",
            "Việt",
            "น้ำ",
            "ปิ่น",
            "ᨾᩮᩬᩥᨦ",
            "ज़ूँ",
            "क्षितिज",
            "লক্ষ্মী",
            "ശ്രീലക്ഷ്മി",
            "ක්‍රෝ",
            "מֹשֶׁה",
            "שָּׁ֑",
            "مُحَمَّدٌ",
            "عبد اللّٰه",
            "1\u{fe0f}\u{20e3}",
        ] {
            assert!(!has_many_marks(word), "{word}");
        }
        let heap = "\u{300}\u{301}\u{302}\u{303}";
        assert!(!has_many_marks(&format!("a{heap}")));
        // A joiner, a vowel of Hindi, the stem of a note or a space stands between the marks.
        let parted = ["\u{200d}", "\u{93e}", "\u{1d165}", " "]
            .map(|between| format!("a\u{300}\u{301}{between}\u{302}{between}\u{303}\u{304}"));
        for heaped in [format!("a{heap}\u{304}"), format!("á{heap}")].iter().chain(&parted) {
            assert!(has_many_marks(heaped), "{heaped:?}");
        }
        for begun in ["\u{301}a", "\u{200d}\u{301}a", "\u{93e}\u{301}a"] {
            assert!(has_many_marks(begun), "{begun:?}: the mark lies on what stands before the text");
        }
    }
}
