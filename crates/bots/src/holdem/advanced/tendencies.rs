//! How a rival tends to play, from the hands that were watched.

use cardroom_rules::games::holdem::street::StreetName;

/// A player's action at its turn, as far as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Folded.
    Fold,
    /// Checked or called.
    Stay,
    /// Bet or raised.
    Raise,
}

/// The situation of a player at its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    pub street: StreetName,
    /// The number of raises on the street.
    pub raises: u8,
    /// The price of a call, as a share of the pot without it; 0 if there is none.
    pub price: f32,
}

/// The number of prices that are distinguished on a street.
const PRICES: usize = 5;

impl Facing {
    /// The index of its counts.
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

/// A player's strategy in a situation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// It folds hands that are weaker than this: a share of all hands, not of its range, because a player who has shown
    /// strength folds less.
    pub gives_up: f32,
    /// How often it raises, or bets.
    pub raise: f32,
}

/// The assumed play of an unknown player: first before the flop (the option, a blind to call, a raise, a second one,
/// nearly all in), then after it, by the price.
const PREFLOP: [[f32; 2]; PRICES] = [[0.0, 0.25], [0.20, 0.45], [0.42, 0.12], [0.66, 0.10], [0.88, 0.04]];
const POSTFLOP: [[f32; 2]; PRICES] = [[0.0, 0.42], [0.32, 0.13], [0.40, 0.11], [0.48, 0.09], [0.60, 0.05]];
/// How much stronger a hand has to be for each raise after the first. Hands are folded about as often as they are
/// weaker than the bound, if any hand is possible.
const PER_RAISE: f32 = 0.08;

/// The assumption weighs as much as this many actions in a situation.
const TRUST: f32 = 10.0;
/// The same if situations are taken together.
const TRUST_IN_ALL: f32 = 8.0;
/// By how much the bound moves if a player folds e times as often as assumed.
const SHIFT: f32 = 0.2;

/// How a rival tends to play: its actions by what it faced. For rare situations the actions in the others count: a
/// player who folds less than assumed there is expected to do so here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tendencies {
    counts: [[u16; 3]; 4 * PRICES],
    /// Before the flop and after it: the folds seen and assumed, the raises seen, and the number of opportunities for
    /// each.
    sums: [Sums; 2],
    /// The number of bets and raises after the flop, and the sum of their shares of the pot.
    sizes: (f32, f32),
}

/// The assumed size of a rival's bet, as a share of the pot.
const THEIR_BET: f32 = 0.66;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    folds: f32,
    supposed_folds: f32,
    raises: f32,
    supposed_raises: f32,
}

impl Tendencies {
    /// Adds an action.
    pub fn note(&mut self, facing: Facing, deed: Deed) {
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

    /// Adds the size of a bet, as a share of the pot.
    pub fn note_size(&mut self, share: f32) {
        self.sizes.0 += 1.0;
        self.sizes.1 += share.min(2.0);
    }

    /// The average size of its bets, as a share of the pot.
    pub fn size(&self) -> f32 {
        (self.sizes.1 + TRUST * THEIR_BET) / (self.sizes.0 + TRUST)
    }

    /// Its strategy if it faces this.
    pub fn mix(&self, facing: Facing) -> Mix {
        let [fold, raise] = supposed(facing);
        let sums = self.sums[usize::from(!facing.is_preflop())];
        let leans = |seen: f32, supposed: f32, trust: f32| (seen + trust) / (supposed + trust);
        let [folds, stays, raises] =
            self.counts.get(facing.place()).copied().unwrap_or_default().map(f32::from);
        let all = folds + stays + raises;
        let folded = leans(sums.folds, sums.supposed_folds, TRUST_IN_ALL).ln()
            + 0.5 * leans(folds, all * fold, TRUST).ln();
        let raise = lean(raise, leans(sums.raises, sums.supposed_raises, TRUST_IN_ALL));
        let raise = (raises + TRUST * raise) / (all + TRUST);
        let gives_up = if fold > 0.0 { (fold + SHIFT * folded).clamp(0.0, 0.97) } else { 0.0 };
        Mix { gives_up, raise }
    }
}

/// Multiplies the odds of a share, so that it stays between 0 and 1.
fn lean(share: f32, by: f32) -> f32 {
    let odds = share / (1.0 - share).max(0.01) * by.powf(1.5);
    odds / (1.0 + odds)
}

fn supposed(facing: Facing) -> [f32; 2] {
    let kind = facing.place() % PRICES;
    if facing.is_preflop() {
        return PREFLOP[kind];
    }
    let [fold, raise] = POSTFLOP[kind];
    let over = f32::from(facing.raises.saturating_sub(1).min(3));
    if fold > 0.0 { [(fold + PER_RAISE * over).min(0.95), raise] } else { [0.0, raise] }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BET: Facing = Facing { street: StreetName::Flop, raises: 1, price: 0.7 };

    #[test]
    fn a_player_who_never_folds_is_known_after_some_hands() {
        let mut tendencies = Tendencies::default();
        let before = tendencies.mix(BET).gives_up;
        (0..100).for_each(|_| tendencies.note(BET, Deed::Stay));
        let river = Facing { street: StreetName::River, price: 2.0, ..BET };
        assert!(before > 0.35 && tendencies.mix(BET).gives_up < 0.05);
        assert!(tendencies.mix(river).gives_up < 0.5, "what is met elsewhere tells too");
    }

    #[test]
    fn a_player_who_always_raises_is_known_too() {
        let mut tendencies = Tendencies::default();
        (0..100).for_each(|_| tendencies.note(BET, Deed::Raise));
        assert!(tendencies.mix(BET).raise > 0.9);
    }
}
