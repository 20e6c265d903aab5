//! The blinds and the ante of a level among the options of a game.

use super::structure::Level;
use crate::games::any::AnyRules;
use crate::games::holdem::rules::Rules;

impl Level {
    /// The options of a game with the blinds and the ante of this level; `None` if the game has no blinds.
    ///
    /// ```
    /// use cardroom_rules::games::any::AnyRules;
    /// use cardroom_rules::tournament::levels::structure::Level;
    ///
    /// let level = r#"{"small_blind": 10, "big_blind": 20, "length": {"seconds": 600}}"#;
    /// let level: Level = serde_json::from_str(level)?;
    /// let holdem = r#"{"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}}"#;
    /// let AnyRules::Holdem(rules) = level.within(&serde_json::from_str(holdem)?).expect("it has blinds") else {
    ///     panic!("it is another game");
    /// };
    /// assert_eq!((rules.small_blind, rules.big_blind), (10, 20));
    /// assert_eq!(level.within(&serde_json::from_str(r#"{"shengji": {}}"#)?), None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn within(&self, game: &AnyRules) -> Option<AnyRules> {
        let &Self { small_blind, big_blind, ante, length: _ } = self;
        match game {
            AnyRules::Holdem(rules) => {
                Some(AnyRules::Holdem(Rules { small_blind, big_blind, ante, ..rules.clone() }))
            }
            AnyRules::Doudizhu(_) | AnyRules::Shengji(_) => None,
        }
    }
}
