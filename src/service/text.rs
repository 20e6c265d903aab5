//! What text of players may hold, and what it looks like.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::confusable_detection;

/// Whether a character shows nothing of its own, or turns the text around it: with those, one player could look
/// like another. The zero-width joiner stays, because emoji are made with it.
pub(super) fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}'
            | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character shows something by itself: no space, no mark on another, nothing that is only joined or selected by.
pub(super) fn shows(letter: char) -> bool {
    // The empty pattern of Braille shows nothing.
    let is_blank = letter == '\u{2800}' || is_unprintable(letter);
    !is_blank
        && matches!(
            letter.general_category_group(),
            GeneralCategoryGroup::Letter
                | GeneralCategoryGroup::Number
                | GeneralCategoryGroup::Punctuation
                | GeneralCategoryGroup::Symbol
        )
}

/// The same text however it was typed: normal form C.
pub(super) fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Whether two texts look alike (UTS #39), as they are or but for their capitals.
#[derive(Debug)]
pub(super) struct Look([String; 2]);

impl Look {
    /// What a text looks like.
    pub(super) fn of(text: &str) -> Self {
        let skeleton = |text: &str| confusable_detection::skeleton(text).collect::<String>().to_lowercase();
        Self([skeleton(text), skeleton(&text.to_lowercase())])
    }

    /// Whether somebody could take one for the other.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.0.iter().any(|look| other.0.contains(look))
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, composed, shows};

    #[test]
    fn what_looks_alike_is_told() {
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
        ] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        assert!(!are_alike("Ada", "Adam"));
        assert!(!are_alike("李", "雷"));
    }

    #[test]
    fn what_shows_nothing_by_itself_is_known() {
        for letter in ['a', '李', '1', '!', '👩', 'ß'] {
            assert!(shows(letter), "{letter:?}");
        }
        for letter in
            [' ', '\u{a0}', '\u{301}', '\u{34f}', '\u{200d}', '\u{fe0f}', '\u{2800}', '\u{3164}', '\u{20dd}']
        {
            assert!(!shows(letter), "{letter:?}");
        }
        assert_eq!(composed("A\u{308}nne"), "Änne");
    }
}
