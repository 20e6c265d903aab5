//! The games of the card room: the one list that a game joins.

use super::{doudizhu, holdem, shengji};

crate::games! {
    /// Texas Hold'em.
    Holdem = "holdem" in holdem;
    /// Dou Dizhu (斗地主).
    Doudizhu = "doudizhu" in doudizhu;
    /// Shengji (双升, Tractor).
    Shengji = "shengji" in shengji;
}
