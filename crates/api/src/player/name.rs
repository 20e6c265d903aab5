//! The names of players.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::PlayerId;
use crate::text::{Look, composed, has_many_marks, is_of_flag, is_unprintable, shows};

/// The name of a deleted player.
pub const DELETED: &str = "Deleted player";

/// The name of a player, as others see it: 1 to 30 printable characters, of which the first shows by itself, without space at its
/// ends, and with at most 4 marks on one letter. It is kept in Unicode's normal form C, with one space between two words. Names
/// need not be unique. A name is refused if all its words are reserved for the server, as in `Admin`, `The Admin` or `Admin 2`,
/// or if it looks like such a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(
    value_type = String, min_length = 1, max_length = 30, example = "Ada",
    // One that shows, and none that does not: see `is_unprintable`.
    pattern = "^[^\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]*[^\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb][^\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]*$",
)]
pub struct Name(String);

/// Text that is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAName {
    /// It is empty, too long, or cannot be read.
    #[error(
        "a name has 1 to 30 printable characters, the first of which shows by itself, and at most 4 marks on one letter"
    )]
    Unreadable,
    /// It is reserved for the server.
    #[error("this name is reserved; choose another one")]
    Reserved,
}

/// Reserved names, in English and Chinese, also several in a row: players would take them for names of the server.
const RESERVED: [&str; 39] = [
    DELETED,
    "Admin",
    "Administrator",
    "Admins",
    "Bot",
    "Cardroom",
    "Computer",
    "Computer player",
    "Customer service",
    "Customer support",
    "Dealer",
    "Mod",
    "Moderator",
    "Moderators",
    "Mods",
    "Operator",
    "Server",
    "Staff",
    "Support",
    "Sysadmin",
    "System",
    "You",
    "你",
    "客服",
    "官方",
    "工作人员",
    "工作人員",
    "已删除的玩家",
    "已刪除的玩家",
    "已注销的玩家",
    "服务器",
    "机器人",
    "版主",
    "电脑",
    "電腦",
    "管理员",
    "管理員",
    "系統",
    "系统",
];

/// Words that are reserved only together with another one, as in `The Admin`. Alone they are free: House is a surname, and Thế a
/// Vietnamese name.
const BESIDE: [&str; 4] = ["House", "Official", "Team", "The"];

impl Name {
    /// The default name of a guest: `Guest` and the end of the identifier.
    pub fn of_guest(id: PlayerId) -> Self {
        let tail = id.0.as_u128() & 0xffff;
        Self(format!("Guest {tail:04x}"))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = NotAName;

    fn try_from(text: String) -> Result<Self, NotAName> {
        let name = composed(&text);
        let fits = (1..=30).contains(&name.chars().count())
            && !name.chars().any(is_unprintable)
            && name.chars().next().is_some_and(shows)
            && !has_many_marks(&name);
        if !fits {
            return Err(NotAName::Unreadable);
        }
        if is_reserved(&name) { Err(NotAName::Reserved) } else { Ok(Self(name)) }
    }
}

/// Whether a name is reserved: all its words are, and any number may follow.
fn is_reserved(name: &str) -> bool {
    static WORDS: LazyLock<Vec<Look>> =
        LazyLock::new(|| RESERVED.iter().chain(&BESIDE).map(|word| Look::of_letters(word)).collect());
    static FREE_ALONE: LazyLock<Vec<Look>> =
        LazyLock::new(|| BESIDE.iter().map(|word| Look::of_letters(word)).collect());
    // The letters of flags may spell the name, or be a flag beside it.
    let unflagged: String = name.chars().filter(|letter| !is_of_flag(*letter)).collect();
    [name, unflagged.as_str()]
        .into_iter()
        .map(Look::of_letters)
        .any(|look| look.is_made_of(&WORDS) && !FREE_ALONE.iter().any(|word| word.is_like(&look)))
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, NotAName, RESERVED};

    fn name(text: &str) -> Option<String> {
        Name::try_from(text.to_owned()).ok().map(|name| name.to_string())
    }

    #[test]
    fn a_name_is_printable_and_short() {
        assert_eq!(name("  Ada Lovelace "), Some("Ada Lovelace".to_owned()));
        assert_eq!(name("李雷 👩‍🚀"), Some("李雷 👩‍🚀".to_owned()));
        assert_eq!(name(&"é".repeat(30)), Some("é".repeat(30)));
        for bad in ["", "   ", "a\nb", "a\u{0}b", "\u{202e}adA", "\u{200b}", "\u{3164}"] {
            assert_eq!(name(bad), None, "{bad:?}");
        }
        assert_eq!(name(&"a".repeat(31)), None);
    }

    #[test]
    fn a_name_has_one_space_between_two_words() {
        assert_eq!(name("Ada  B"), Some("Ada B".to_owned()));
        assert_eq!(name("\u{3000}Ada\u{2800}\u{2009}B\u{2800}"), Some("Ada B".to_owned()));
    }

    #[test]
    fn a_name_shows_and_is_one_text_however_it_was_typed() {
        assert_eq!(name("A\u{308}nne"), Some("Änne".to_owned()));
        assert_eq!(name(&"e\u{301}".repeat(30)), Some("é".repeat(30)));
        for bad in
            ["\u{301}", "\u{301}\u{302} \u{303}", "\u{200d}", "\u{fe0f}", "\u{2800}", "\u{34f}", "\u{1d159}"]
        {
            assert_eq!(name(bad), None, "{bad:?}");
            assert_eq!(name(&format!("{bad}\u{301}Ada")), None, "{bad:?} and another mark before a letter");
        }
        for bad in ["\u{301}Ada", " \u{301}Ada", "\u{200d}Ada", "\u{fe0f}Ada", "\u{93e}Ada"] {
            assert_eq!(name(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_name_is_of_any_script() {
        for text in [
            "क्षितिज",
            "লক্ষ্মী",
            "ശ്രീലക്ഷ്മി",
            "ปิ่น",
            "བསྟན་འཛིན་རྒྱ་མཚོ",
            "အောင်",
            "אַבְרָהָם",
            "مُحَمَّد",
            "Nguyễn Thế",
            "김철수",
        ] {
            assert!(name(text).is_some(), "{text}");
        }
    }

    #[test]
    fn a_reserved_name_is_refused_in_any_spelling() {
        let spellings = [
            "admin",
            "ADMIN",
            "AdmIn",
            "Admln",
            "Adm1n",
            "\u{410}dmin",
            "\u{430}dm\u{456}n",
            "Ａｄｍｉｎ",
            "𝐀𝐝𝐦𝐢𝐧",
            "A d m i n",
            "[Admin]",
            "Ad\u{200d}min",
            "Adrnin",
            "deleted  player",
            "DeIeted_Player",
            "D\u{435}leted pl\u{430}yer",
            "管 理 员",
            "电脑!",
            "ᴀᴅᴍɪɴ",
            "ᴀᴅмɪɴ",
            "🅐🅓🅜🅘🅝",
            "🅰🅳🅼🅸🅽",
            "🅰\u{fe0f}dmin",
            "🇦🇩🇲🇮🇳",
            "🄐🄓🄜🄘🄝",
        ];
        for text in spellings.iter().chain(&RESERVED) {
            assert_eq!(Name::try_from((*text).to_owned()), Err(NotAName::Reserved), "{text:?}");
        }
    }

    #[test]
    fn reserved_words_are_refused_in_a_row_and_with_a_number() {
        for text in [
            "Admin1",
            "Admin 2 ✅",
            "Admin (٣)",
            "Admin ①",
            "🇩🇪 Admin 🇩🇪",
            "🇦🇩🇲🇮🇳 4",
            "管理员1",
            "Admin's",
            "The Admin",
            "TheAdmins",
            "Cardroom Support",
            "Card Room Support 24",
            "Official Cardroom Team",
            "The House",
            "House Bot",
            "ᴛʜᴇ Mod",
            "Admin staff",
            "系统管理员",
        ] {
            assert_eq!(Name::try_from(text.to_owned()), Err(NotAName::Reserved), "{text:?}");
        }
        let many = "你".repeat(29);
        assert_eq!(name(&many), None);
        assert!(name(&format!("{many}好")).is_some());
    }

    #[test]
    fn names_that_only_contain_a_reserved_word_are_free() {
        for text in [
            "Admiral",
            "Adam",
            "Botho",
            "Youri",
            "系统论",
            "Deleted",
            "Player",
            "Modesto",
            "Adminton",
            "Housemate",
            "House",
            "House 2",
            "Greg House",
            "Thế",
            "The 1",
            "Team",
            "Leopold Staff",
            "Bots",
            "Staffan",
            "Ada Bot",
            "Guest 1",
            "Player 2",
            "Host",
            "7",
            "👩",
            "🇩🇪",
            "House 🇬🇧",
            "Ada 🅱",
        ] {
            assert_eq!(name(text), Some(text.to_owned()));
        }
    }
}
