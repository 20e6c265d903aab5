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

/// What a text looks like: two that look alike have the same skeleton (UTS #39), here whatever their capitals.
pub(super) fn skeleton(text: &str) -> String {
    confusable_detection::skeleton(text).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{composed, shows, skeleton};

    #[test]
    fn what_looks_alike_has_one_skeleton() {
        for (one, other) in [("Ada", "\u{410}da"), ("paypal", "p\u{430}ypa1"), ("BOB", "B0b"), ("m", "rn")] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("Ada"), skeleton("Adam"));
        assert_ne!(skeleton("李"), skeleton("雷"));
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
