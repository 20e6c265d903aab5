//! The games of the card room: the one list that names them.
//!
//! ```
//! use cardroom_rules::cards::deck::Deck;
//! use cardroom_rules::games::any::{AnyAction, AnyHand, AnyRules, GameKind};
//! use cardroom_rules::games::game::{Chair, Entry, Game, Step};
//! use cardroom_rules::games::seat::Seat;
//! use cardroom_rules::games::viewer::Viewer;
//!
//! // Which game it is stands in the options.
//! let rules = r#"{"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}}"#;
//! let rules: AnyRules = serde_json::from_str(rules)?;
//! assert_eq!((rules.kind(), AnyHand::seats(&rules)), (GameKind::Holdem, 2..=10));
//!
//! let chair = |seat| Chair { seat, chips: 1_000, newcomer: true, entry: Entry::Wait, wishes: None };
//! let chairs: Vec<_> = Seat::first(2).map(chair).collect();
//! let setup = AnyHand::setup(&rules, &AnyHand::opening(&rules), &chairs).expect("two can play");
//! let mut hand = AnyHand::new(&setup, Deck::shuffled(AnyHand::pack(&setup), [7; 32]))?;
//! while let Step::Now(event) = hand.step() {
//!     hand.record(&event)?;
//! }
//!
//! // The button posted the small blind, and acts first.
//! let call: AnyAction = serde_json::from_str(r#"{"holdem": {"type": "call"}}"#)?;
//! assert!(hand.may_act().iter().eq([Seat(1)]));
//! assert!(hand.accept(Seat(0), &call).is_err());
//! let event = hand.accept(Seat(1), &call)?;
//! hand.record(&event)?;
//! assert!(hand.view(Viewer::Watcher) != hand.view(Viewer::Seat(Seat(0))), "a seat sees its own cards");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{doudizhu, holdem, shengji};

crate::games! {
    /// Texas Hold'em.
    Holdem = "holdem" in holdem;
    /// Dou Dizhu (斗地主).
    Doudizhu = "doudizhu" in doudizhu;
    /// Shengji (双升, Tractor).
    Shengji = "shengji" in shengji;
}
