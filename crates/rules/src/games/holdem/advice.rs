//! Why a good player of Hold'em would act in this way.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a good player would act in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Advice)]
pub struct Advice {
    /// The reason.
    pub reason: Reason,
    /// The share of the pot that the hand wins on average against the hands that the others may hold, given their
    /// actions, in percent. Null if there is no bet.
    #[schema(required, maximum = 100)]
    pub equity_percent: Option<u8>,
    /// The price of a call, in percent of the pot after it: a call pays if `equity_percent` is more. Null if there is
    /// nothing to call.
    #[schema(required, maximum = 100)]
    pub price_percent: Option<u8>,
}

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::VariantArray, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::Reason)]
pub enum Reason {
    /// Checks: it costs nothing to see more, and the hand is not strong enough to bet.
    CheckIsFree,
    /// Calls: the hand wins often enough for what the call costs.
    PriceIsGood,
    /// Calls although the hand is behind the price now: it may improve, and then wins more.
    HandMayImprove,
    /// Folds: the hand wins too seldom for what the call costs.
    PriceIsBad,
    /// Folds although the price looks right: such a bet indicates a stronger hand than most.
    TheyShowStrength,
    /// Folds before the flop: most starting hands lose, and this is one of them.
    WeakHandEarly,
    /// Raises before the flop: the starting hand is one of the best.
    StrongStart,
    /// Raises before the flop with an ordinary hand: the blinds may fold at once.
    StealTheBlinds,
    /// Goes all in before the flop: with so few chips, a smaller raise would leave no choice later.
    ShortStack,
    /// Bets or raises: the hand is ahead of most hands that would call.
    BetForValue,
    /// Bets or raises with a hand that is behind and can still improve: the others may fold, and if not, it may win.
    SemiBluff,
    /// Bets or raises with a weak hand: it wins only if the others fold.
    Bluff,
    /// Shows the hand: only a hand that is shown wins at the showdown.
    ShowWinner,
    /// Mucks the hand: it has lost, and the others need not see it.
    MuckLoser,
    /// Mucks the hand: everybody else has folded, so the pot is won and the cards may stay hidden.
    KeepHidden,
    /// Runs it twice: on average it wins as much, with less luck.
    EvenOutLuck,
}
