//! Values as databases have them: a build reads what earlier builds wrote, and writes the same text.

use std::collections::BTreeSet;

use cardroom::service::table::stored::commit::StoredShownCards;
use cardroom::service::table::stored::decision::StoredDecision;
use cardroom::service::table::stored::event::{StoredComputer, StoredEmote, StoredEvent};
use cardroom::service::table::stored::options::{
    StoredAbsent, StoredAccess, StoredBotPace, StoredBotsBy, StoredDealing, StoredOptions,
};
use cardroom::service::table::stored::preferences::{StoredAtShowdown, StoredPace, StoredPreferences};
use cardroom_api::avatar::Avatar;
use cardroom_rules::games::any::{AnyRules, AnyWishes, GameKind};
use cardroom_rules::games::game::Entry;
use cardroom_rules::games::level::Level;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use strum::{VariantArray, VariantNames};

/// Lines of a kind and a value. Lines are added, never changed.
const VALUES: &str = include_str!("stored/values.txt");

/// The values of this kind.
fn values(kind: &str) -> Vec<&'static str> {
    let lines = VALUES.lines().filter_map(|line| line.split_once(' '));
    lines.filter(|(of, _)| *of == kind).map(|(_, value)| value).collect()
}

/// Checks that the values of this kind are read, and written as they were.
fn are_kept<T: Serialize + DeserializeOwned>(kind: &str) {
    let values = values(kind);
    assert!(!values.is_empty(), "no values of {kind}");
    for value in values {
        let read: T = serde_json::from_str(value).unwrap_or_else(|error| panic!("{kind} {value}: {error}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), value, "{kind}");
    }
}

/// Checks the same, and that there is a value of each variant.
fn all_are_kept<T: Serialize + DeserializeOwned + VariantNames>(kind: &str) {
    are_kept::<T>(kind);
    let named = |value: &str| {
        let value: Value = serde_json::from_str(value).unwrap();
        value["type"].as_str().or(value.as_str()).unwrap().to_owned()
    };
    let found: BTreeSet<String> = values(kind).into_iter().map(named).collect();
    let known: BTreeSet<String> = T::VARIANTS.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(found, known, "{kind}");
}

#[test]
fn stored_values_keep_their_text() {
    all_are_kept::<StoredEvent>("event");
    all_are_kept::<StoredEmote>("emote");
    all_are_kept::<StoredDealing>("dealing");
    all_are_kept::<StoredAccess>("access");
    all_are_kept::<StoredBotsBy>("bots");
    all_are_kept::<StoredBotPace>("bot_pace");
    all_are_kept::<StoredAbsent>("absent");
    all_are_kept::<StoredPace>("pace");
    all_are_kept::<StoredAtShowdown>("showdown");
    are_kept::<StoredOptions>("options");
    are_kept::<StoredDecision>("decision");
    are_kept::<StoredPreferences>("preferences");
    are_kept::<StoredComputer>("computer");
    are_kept::<StoredShownCards>("shown");
}

/// Types that are both stored and sent.
#[test]
fn stored_values_of_the_rules_keep_their_text() {
    are_kept::<AnyRules>("game");
    are_kept::<AnyWishes>("wishes");
    are_kept::<Entry>("entry");
    are_kept::<Level>("level");
    are_kept::<Avatar>("avatar");
    assert_eq!(values("avatar").len(), Avatar::VARIANTS.len());
    for kind in ["game", "wishes"] {
        assert_eq!(values(kind).len(), GameKind::ALL.len(), "{kind}");
    }
}

#[test]
fn options_of_an_older_release_are_read() {
    let older = r#"{"name": "A", "seats": 4, "min_buy_in": 0, "max_buy_in": 0, "game": {"shengji": {}}}"#;
    let read: StoredOptions = serde_json::from_str(older).unwrap();
    assert_eq!((read.decision_seconds, read.time_bank_seconds), (20, 30));
    assert_eq!(read.dealing, StoredDealing::Automatic { pause_seconds: 8 });
    assert_eq!((read.access, read.bots, read.bot_pace), Default::default());
    assert_eq!((read.fill_with_bots, read.absent), (None, StoredAbsent::Wait));
}
