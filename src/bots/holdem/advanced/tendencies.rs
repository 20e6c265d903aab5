//! How a rival tends to play, from the hands that were watched.

use crate::games::holdem::street::StreetName;

/// What a player does at its turn, as far as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Gave up.
    Fold,
    /// Checked or called.
    Stay,
    /// Bet or raised.
    Raise,
}

/// What a player faces at its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Facing {
    pub(super) street: StreetName,
    /// How many raises there were on the street.
    pub(super) raises: u8,
    /// What it has to call, as a share of the pot without that; 0 where nothing.
    pub(super) price: f32,
}

/// How many kinds of prices are told apart on a street.
const PRICES: usize = 5;

impl Facing {
    /// Its place in the counts.
    fn place(self) -> usize {
        let kind = match (self.street, self.raises) {
            (StreetName::Preflop, 0) => usize::from(self.price > 0.0),
            (StreetName::Preflop, _) if self.price > 1.6 => 4,
            (StreetName::Preflop, 1) => 2,
            (StreetName::Preflop, _) => 3,
            _ => match self.price {
                ..=0.0 => 0,
                ..0.45 => 1,
                ..0.85 => 2,
                ..1.4 => 3,
                _ => 4,
            },
        };
        self.street as usize * PRICES + kind
    }

    fn is_preflop(self) -> bool {
        self.street == StreetName::Preflop
    }
}

/// How often a player gives up, stays and raises; the shares sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mix {
    pub(super) fold: f32,
    pub(super) stay: f32,
    pub(super) raise: f32,
}

/// What is supposed of a player of whom nothing is known: first before the flop (the option, a blind to call, a raise, a
/// second one, what is nearly all in), then after it, by the price.
const PREFLOP: [[f32; 2]; PRICES] = [[0.0, 0.25], [0.20, 0.45], [0.42, 0.12], [0.45, 0.10], [0.70, 0.04]];
const POSTFLOP: [[f32; 2]; PRICES] = [[0.0, 0.42], [0.27, 0.13], [0.38, 0.11], [0.46, 0.09], [0.58, 0.05]];

/// How many deeds that supposition weighs as much as, at a place.
const TRUST: f32 = 10.0;
/// And how many of them where places are taken together.
const TRUST_IN_ALL: f32 = 8.0;

/// How a rival tends to play: what it did where it faced what. Of places that were met seldom, the deeds at the others
/// tell: whoever folds less than supposed there will here.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tendencies {
    counts: [[u16; 3]; 4 * PRICES],
    /// Before the flop and after it: the folds that were seen and supposed, the raises that were, and how often each
    /// could have been.
    sums: [Sums; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    folds: f32,
    supposed_folds: f32,
    raises: f32,
    supposed_raises: f32,
}

impl Tendencies {
    /// Takes up what it did.
    pub(super) fn note(&mut self, facing: Facing, deed: Deed) {
        let [fold, raise] = supposed(facing);
        if let Some(counts) = self.counts.get_mut(facing.place()) {
            counts[deed as usize] = counts[deed as usize].saturating_add(1);
        }
        let sums = &mut self.sums[usize::from(!facing.is_preflop())];
        sums.folds += f32::from(u8::from(deed == Deed::Fold));
        sums.supposed_folds += fold;
        sums.raises += f32::from(u8::from(deed == Deed::Raise));
        sums.supposed_raises += raise;
    }

    /// How often it does what, where it faces this.
    pub(super) fn mix(&self, facing: Facing) -> Mix {
        let [fold, raise] = supposed(facing);
        let sums = self.sums[usize::from(!facing.is_preflop())];
        let leans = |seen: f32, supposed: f32| (seen + TRUST_IN_ALL) / (supposed + TRUST_IN_ALL);
        let fold = lean(fold, leans(sums.folds, sums.supposed_folds));
        let raise = lean(raise, leans(sums.raises, sums.supposed_raises));
        let [folds, stays, raises] = self.counts.get(facing.place()).copied().unwrap_or_default().map(f32::from);
        let all = folds + stays + raises + TRUST;
        let (fold, raise) = ((folds + TRUST * fold) / all, (raises + TRUST * raise) / all);
        let raise = raise.min(1.0 - fold);
        Mix { fold, stay: 1.0 - fold - raise, raise }
    }
}

/// Leans a share by a factor of its odds, so that it stays one.
fn lean(share: f32, by: f32) -> f32 {
    let odds = share / (1.0 - share).max(0.01) * by.powf(1.5);
    odds / (1.0 + odds)
}

fn supposed(facing: Facing) -> [f32; 2] {
    let kind = facing.place() % PRICES;
    if facing.is_preflop() { PREFLOP[kind] } else { POSTFLOP[kind] }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BET: Facing = Facing { street: StreetName::Flop, raises: 1, price: 0.7 };

    #[test]
    fn who_never_folds_is_known_after_some_hands() {
        let mut tendencies = Tendencies::default();
        let before = tendencies.mix(BET).fold;
        (0..60).for_each(|_| tendencies.note(BET, Deed::Stay));
        let river = Facing { street: StreetName::River, price: 2.0, ..BET };
        assert!(before > 0.3 && tendencies.mix(BET).fold < 0.06);
        assert!(tendencies.mix(river).fold < 0.25, "what is met elsewhere tells too");
    }

    #[test]
    fn a_mix_sums_to_one() {
        let mut tendencies = Tendencies::default();
        for deed in [Deed::Fold, Deed::Stay, Deed::Raise, Deed::Raise, Deed::Raise, Deed::Raise] {
            let Mix { fold, stay, raise } = tendencies.mix(BET);
            assert!((fold + stay + raise - 1.0).abs() < 1e-5 && fold >= 0.0 && stay >= -1e-6 && raise >= 0.0);
            tendencies.note(BET, deed);
        }
    }
}
