//! The prizes of a tournament, computed once more from the places of its entries.

use std::collections::BTreeMap;

use serde_json::Value;

/// The prize of each of these entries, in their order, if the places have these prizes. Those who tie share the prizes of the places that
/// they take equally, and the lowest numbers get the chips that are left over. A team is one entry, and its players share equally.
pub fn by_place(entries: &[Value], prizes: &[u64]) -> Vec<u64> {
    let (mut places, mut players) = (BTreeMap::new(), BTreeMap::<u64, u64>::new());
    for entry in entries {
        let place = entry["place"].as_u64().unwrap_or_else(|| panic!("{entry}"));
        let before = places.insert(number(entry), place);
        assert!(before.is_none_or(|before| before == place), "partners have one place: {entry}");
        *players.entry(number(entry)).or_default() += 1;
    }
    let shares = shares(&places, prizes);
    let of_player = |entry: &Value| {
        let (share, players) = (shares[&number(entry)], players[&number(entry)]);
        assert_eq!(share % players, 0, "the test wants prizes that partners can halve");
        share / players
    };
    entries.iter().map(of_player).collect()
}

/// The number of an entry, or of its team.
fn number(entry: &Value) -> u64 {
    entry["team"]["team"].as_u64().or_else(|| entry["number"].as_u64()).unwrap_or_else(|| panic!("{entry}"))
}

/// The share of each entry, by its number; `places` has their places.
fn shares(places: &BTreeMap<u64, u64>, prizes: &[u64]) -> BTreeMap<u64, u64> {
    let mut shares = BTreeMap::new();
    for (&number, &place) in places {
        let tied: Vec<u64> =
            places.iter().filter(|(_, other)| **other == place).map(|(&number, _)| number).collect();
        let best = usize::try_from(place - 1).unwrap();
        let sum: u64 = prizes.iter().skip(best).take(tied.len()).sum();
        let count = tied.len() as u64;
        let position = tied.iter().position(|&other| other == number).unwrap() as u64;
        shares.insert(number, sum / count + u64::from(position < sum % count));
    }
    shares
}
