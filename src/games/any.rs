//! The games of the card room: the one list that a game joins.

use super::doudizhu::hand::Doudizhu;
use super::holdem::hand::Holdem;
use super::shengji::hand::Shengji;

crate::games! {
    /// Texas Hold'em.
    Holdem = "holdem": Holdem;
    /// Dou Dizhu (斗地主).
    Doudizhu = "doudizhu": Doudizhu;
    /// Shengji (双升, Tractor).
    Shengji = "shengji": Shengji;
}
