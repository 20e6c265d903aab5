//! The kinds of tournament that the server offers.

use cardroom_api::tournament::options::TournamentOptions;

/// The kinds of tournament that the server offers, each with a name of its own. A tournament can be announced with each of them.
pub fn presets() -> Vec<TournamentOptions> {
    serde_json::from_str(include_str!("presets.json")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::presets;
    use crate::service::tournaments::stored::options::StoredTournamentOptions;

    #[test]
    fn a_tournament_can_be_announced_with_each_preset() {
        let presets = presets();
        let names: BTreeSet<String> = presets.iter().map(|preset| preset.name.clone()).collect();
        assert_eq!((presets.len(), names.len()), (7, 7));
        for preset in presets {
            let name = preset.name.clone();
            let stored = StoredTournamentOptions::announced(preset, true);
            assert!(stored.is_ok(), "{name}: {:?}", stored.err());
        }
    }
}
