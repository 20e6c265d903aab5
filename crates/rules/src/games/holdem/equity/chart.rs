//! Every class of hands against every other before the flop: 169 by 169.

use std::sync::OnceLock;

use serde::Serialize;
use utoipa::ToSchema;

use super::class::Class;
use super::preflop::{self, BOARDS};
use crate::games::viewer::ViewerSafe;

/// The equity of each class of hands before the flop: against each other class, and against any hand.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = holdem::Chart)]
pub struct Chart {
    /// The 169 classes, the best against any hand first: a pair, or two ranks, suited (`s`) or off-suit (`o`).
    #[schema(example = json!(["AA", "KK", "QQ"]))]
    pub hands: Vec<String>,
    /// The equity of each against any hand, 0 to 1.
    #[schema(example = json!([0.852_037, 0.823_957]))]
    pub random: Vec<f64>,
    /// The equity of each against each: one row for each hand, one column for each opponent.
    #[schema(example = json!([[0.5, 0.819_461], [0.180_539, 0.5]]))]
    pub equity: Vec<Vec<f64>>,
}

impl ViewerSafe for &Chart {}

impl Chart {
    /// The chart, computed at its first use: some milliseconds of look-ups.
    pub fn ready() -> &'static Self {
        static READY: OnceLock<Chart> = OnceLock::new();
        READY.get_or_init(|| {
            let classes = preflop::best_first();
            Self {
                hands: classes.iter().map(Class::to_string).collect(),
                random: classes.iter().map(|&class| against(class, classes)).collect(),
                equity: classes.iter().map(|&class| row(class, classes)).collect(),
            }
        })
    }
}

fn row(class: Class, classes: &[Class]) -> Vec<f64> {
    classes.iter().map(|&other| against(class, &[other])).collect()
}

/// The equity of a class against others. Suits do not matter, so it is that of any of its hands. It is rounded to
/// millionths.
fn against(class: Class, others: &[Class]) -> f64 {
    let Some(hand) = class.hands().next() else { return 0.0 };
    let others = others.iter().flat_map(|other| other.hands());
    let (mut won, mut deals) = (0u64, 0u64);
    for other in others.filter(|other| !other.set().meet(hand.set())) {
        let (wins, ties) = preflop::wins_and_ties(hand, other);
        won += u64::from(2 * wins + ties);
        deals += 1;
    }
    #[allow(clippy::cast_precision_loss, reason = "at most 1225 times 3.4 million")]
    let equity = won as f64 / (2 * u64::from(BOARDS) * deals.max(1)) as f64;
    (equity * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(hand: &str) -> usize {
        Chart::ready().hands.iter().position(|each| each == hand).unwrap()
    }

    #[test]
    fn the_chart_is_169_by_169_and_the_same_from_both_sides() {
        let chart = Chart::ready();
        assert_eq!((chart.hands.len(), chart.random.len(), chart.equity.len()), (169, 169, 169));
        assert!(chart.random.is_sorted_by(|better, worse| better >= worse));
        for (one, row) in chart.equity.iter().enumerate() {
            assert_eq!(row.len(), 169);
            assert!((row[one] - 0.5).abs() < 1e-9, "{} against itself", chart.hands[one]);
            assert!(
                row.iter()
                    .enumerate()
                    .all(|(other, share)| (share + chart.equity[other][one] - 1.0).abs() < 3e-6)
            );
        }
    }

    /// Published equities of some pairs of classes, to a tenth of a percent.
    #[test]
    fn the_chart_has_known_values() {
        let chart = Chart::ready();
        for (one, other, known) in [
            ("AA", "KK", 0.819),
            ("AKs", "QQ", 0.460),
            ("AKo", "QQ", 0.432),
            ("AA", "72o", 0.882),
            ("22", "AKo", 0.527),
        ] {
            let equity = chart.equity[place(one)][place(other)];
            assert!((equity - known).abs() < 0.001, "{one} {other}: {equity}");
        }
        assert!((chart.random[place("AA")] - 0.852).abs() < 0.0005);
        assert!((chart.random[place("32o")] - 0.323).abs() < 0.0005);
    }
}
