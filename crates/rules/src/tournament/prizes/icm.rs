//! The Independent Chip Model as a calculator.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::equity::{self, EquityFault};
use crate::games::game::Chips;
use crate::games::viewer::ViewerSafe;

/// Stacks, and the prizes that they play for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = holdem::StacksAndPrizes, example = json!({ "stacks": [5000, 3000, 2000], "prizes": [500, 300, 200] }))]
pub struct StacksAndPrizes {
    /// The chips of 2 to 1,000 players who are left, each at least 1.
    #[schema(min_items = 2, max_items = 1_000)]
    pub stacks: Vec<Chips>,
    /// The prizes that are left, the first prize first: at most one for each stack, and none above the one before it.
    #[schema(min_items = 1, max_items = 1_000)]
    pub prizes: Vec<Chips>,
}

/// What stacks are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::StackValues)]
pub struct StackValues {
    /// The stacks, in the order in which they were given.
    pub stacks: Vec<StackValue>,
    /// The sum of the prizes.
    #[schema(example = 1_000)]
    pub pool: Chips,
}

/// What a stack is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::StackValue)]
pub struct StackValue {
    /// The expected prize.
    #[schema(example = 383.928_571)]
    pub equity: f64,
    /// The same in whole chips, as a deal pays it. These amounts sum to the pool.
    #[schema(example = 384)]
    pub amount: Chips,
}

impl ViewerSafe for StackValues {}

impl ViewerSafe for EquityFault {}

/// What each stack is worth.
///
/// ```
/// use cardroom_rules::tournament::prizes::icm::{StacksAndPrizes, valued};
///
/// let asked = StacksAndPrizes { stacks: vec![5_000, 3_000, 2_000], prizes: vec![500, 300, 200] };
/// let values = valued(&asked)?;
/// assert_eq!(values.stacks.iter().map(|stack| stack.amount).collect::<Vec<_>>(), [384, 327, 289]);
/// # Ok::<(), cardroom_rules::tournament::prizes::equity::EquityFault>(())
/// ```
pub fn valued(asked: &StacksAndPrizes) -> Result<StackValues, EquityFault> {
    let equities = equity::equities(&asked.stacks, &asked.prizes)?;
    let pool = asked.prizes.iter().sum();
    let amounts = equity::whole_chips(&equities, &asked.stacks, pool);
    let value = |(&equity, amount): (&f64, Chips)| StackValue { equity, amount };
    Ok(StackValues { stacks: equities.iter().zip(amounts).map(value).collect(), pool })
}
