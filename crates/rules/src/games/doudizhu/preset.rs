//! Which wings a table forbids.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wings::{Wing, Wings};

/// A set of rules for wings that is in use somewhere, and named after that place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Preset)]
pub enum Preset {
    /// Wings are single cards of different ranks, or pairs of different ranks.
    Pagat,
    /// No quad with two at all; at most three equal wings.
    Openspiel,
    /// At most three equal wings; none that would make the chain longer, no two jokers.
    Rlcard,
    /// At most three equal wings.
    Platform,
    /// Any wings but those of the chain's own ranks, and no quad as two pairs.
    #[default]
    Douzero,
    /// Any wings.
    Liberal,
}

impl Preset {
    /// Every preset, the strictest first.
    pub const ALL: [Self; 6] =
        [Self::Pagat, Self::Openspiel, Self::Rlcard, Self::Platform, Self::Douzero, Self::Liberal];

    /// The wings that it forbids.
    pub const fn forbidden(self) -> Wings {
        match self {
            Self::Pagat => Wings::of(&[Wing::OfChain, Wing::BothJokers, Wing::TwoEqual, Wing::QuadAsPairs]),
            Self::Openspiel => Wings::of(&[
                Wing::OfChain,
                Wing::BothJokers,
                Wing::FourEqual,
                Wing::QuadAsPairs,
                Wing::QuadWithTwo,
            ]),
            Self::Rlcard => Wings::of(&[
                Wing::OfChain,
                Wing::BothJokers,
                Wing::FourEqual,
                Wing::LongerChain,
                Wing::QuadAsPairs,
            ]),
            Self::Platform => Wings::of(&[Wing::OfChain, Wing::FourEqual, Wing::QuadAsPairs]),
            Self::Douzero => Wings::of(&[Wing::OfChain, Wing::QuadAsPairs]),
            Self::Liberal => Wings::NONE,
        }
    }
}

/// What plays may carry: a preset, or a list of forbidden wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = doudizhu::WingRules)]
pub struct WingRules {
    /// The named set of rules to start from.
    pub preset: Preset,
    /// The wings that are forbidden, in place of the preset's.
    pub forbid: Option<Wings>,
}

impl WingRules {
    /// The wings that are forbidden.
    pub fn forbidden(self) -> Wings {
        self.forbid.unwrap_or(self.preset.forbidden())
    }
}

impl From<Preset> for WingRules {
    fn from(preset: Preset) -> Self {
        Self { preset, forbid: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_replaces_the_preset() {
        let rules: WingRules = serde_json::from_str(r#"{"preset": "pagat"}"#).unwrap();
        assert_eq!(rules.forbidden(), Preset::Pagat.forbidden());
        let rules: WingRules = serde_json::from_str(r#"{"forbid": ["kj", "quad_as_pairs"]}"#).unwrap();
        assert_eq!(rules.forbidden(), Wings::of(&[Wing::BothJokers, Wing::QuadAsPairs]));
        assert_eq!(
            serde_json::to_string(&rules).unwrap(),
            r#"{"preset":"douzero","forbid":["both_jokers","quad_as_pairs"]}"#
        );
        assert!(serde_json::from_str::<WingRules>(r#"{"forbid": ["kj", "both_jokers"]}"#).is_err());
    }
}
