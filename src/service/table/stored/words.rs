//! Words that are stored, and those that stand for them in requests and answers.

/// Converts a stored word to the one in answers, and back. If either type gets another word, this does not compile.
macro_rules! same_words {
    ($Stored:ident, $Sent:ident: $($Word:ident),+ $(,)?) => {
        impl From<$Stored> for $Sent {
            fn from(word: $Stored) -> Self {
                match word {
                    $($Stored::$Word => Self::$Word,)+
                }
            }
        }

        impl From<$Sent> for $Stored {
            fn from(word: $Sent) -> Self {
                match word {
                    $($Sent::$Word => Self::$Word,)+
                }
            }
        }
    };
}

pub(in crate::service) use same_words;
