//! Equities within limits: small spots are counted, larger ones are estimated, and nothing runs for long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::pool::{Pool, PoolError};
use crate::service::ports::clock::Clock;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::holdem::equity::chart::Chart;
use cardroom_rules::games::holdem::equity::question::{Equities, EquityRefusal, Question};
use cardroom_rules::games::holdem::equity::spot::Spot;
use cardroom_rules::games::holdem::equity::{exact, sample};
use cardroom_rules::games::viewer::ViewerSafe;

/// How many wait for each thread: with the longest time of each, the last of them waits about ten seconds.
const WAITING: usize = 7;

/// The seed of the estimates: the same question gets the same estimate.
const SEED: [u8; 32] = *b"Cardroom draws estimates by this";

/// The limits of one answer.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The most steps, of about a nanosecond each, of a count.
    pub steps: u64,
    /// The most time for counting.
    pub counting: Duration,
    /// The most deals of an estimate.
    pub deals: u64,
    /// The most time for estimating.
    pub estimating: Duration,
}

impl Budget {
    /// For a request.
    pub const REQUEST: Self = Self {
        steps: 500_000_000,
        counting: Duration::from_secs(1),
        deals: 200_000,
        estimating: Duration::from_millis(500),
    };
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum EquityError {
    /// The question makes no sense.
    #[error(transparent)]
    Unanswerable(#[from] EquityRefusal),
    /// It is too large to count, and an estimate is not accepted.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Counting took too long, and an estimate is not accepted.
    #[error("the exact answer was not ready in time")]
    OutOfTime,
    /// Too many questions wait already.
    #[error("too many questions are waiting")]
    Busy,
    /// Something is broken.
    #[error("the question could not be answered")]
    Broken(#[source] PoolError),
}

/// Too much to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("an exact answer would take some {steps} steps, above the {most} that are allowed")]
pub struct TooLarge {
    /// How many steps it would take, up to the largest number that all JSON readers can represent.
    pub steps: u64,
    /// How many are allowed.
    pub most: u64,
}

impl ViewerSafe for TooLarge {}

impl From<&TooLarge> for &'static str {
    fn from(_: &TooLarge) -> Self {
        "too_large"
    }
}

/// The threads for questions about rules and equity that belong to no table.
#[derive(Clone)]
pub struct ComputePool {
    pool: Pool,
    clock: Arc<dyn Clock>,
}

impl ComputePool {
    /// A pool on all cores but one, or on the only one.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self { pool: Pool::new((cores - 1).max(1), WAITING), clock }
    }

    /// Answers a question on the pool. If the caller stops waiting, the work stops.
    pub async fn equity(&self, question: Question) -> Result<Equities, EquityError> {
        let (clock, waited_for) = (Arc::clone(&self.clock), WaitedFor::new());
        let wanted = Arc::clone(&waited_for.0);
        let work = move || answer(question, Budget::REQUEST, &*clock, &|| wanted.load(Ordering::Relaxed));
        self.work(work).await?
    }

    /// Every class of hands against every other before the flop.
    pub async fn chart(&self) -> Result<&'static Chart, EquityError> {
        self.work(Chart::ready).await
    }

    /// How many questions may run and wait.
    pub fn capacity(&self) -> usize {
        self.pool.capacity()
    }

    /// Runs the work on the pool.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, EquityError> {
        self.pool.run(work).await.map_err(|error| match error {
            PoolError::Busy => EquityError::Busy,
            broken => EquityError::Broken(broken),
        })
    }
}

/// Tells the work to stop when it is dropped: the caller has gone.
struct WaitedFor(Arc<AtomicBool>);

impl WaitedFor {
    fn new() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}

impl Drop for WaitedFor {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Answers a question within a budget: counts if that is known to be cheap enough; else, or if it turns out not to be, estimates.
/// Blocks.
pub fn answer(
    question: Question,
    budget: Budget,
    clock: &dyn Clock,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Equities, EquityError> {
    let needs_exact = question.exact;
    let spot = question.spot()?;
    let within = |time: Duration| {
        let end = clock.lived().saturating_add(time);
        move || is_wanted() && clock.lived() < end
    };
    match too_large(&spot, budget.steps) {
        None => match exact::count(&spot, &within(budget.counting)) {
            Some(tally) => return Ok(Equities::exact(&tally)),
            None if needs_exact => return Err(EquityError::OutOfTime),
            None => {}
        },
        Some(too_large) if needs_exact => return Err(too_large.into()),
        Some(_) => {}
    }
    let mut randomness = Generator::new(SEED);
    let tally = sample::sample(&spot, budget.deals, &mut randomness, &within(budget.estimating));
    tally.map(|tally| Equities::estimated(&tally)).ok_or(EquityError::OutOfTime)
}

/// Why a spot is too large to be counted, if it is: its steps, or counts beyond what all JSON readers can represent.
fn too_large(spot: &Spot, most: u64) -> Option<TooLarge> {
    const KEPT: u64 = (1 << 53) - 1;
    let steps = u64::try_from(exact::steps(spot)).unwrap_or(KEPT).min(KEPT);
    let is_countable = exact::can_be_counted(spot);
    (steps > most || !is_countable)
        .then_some(TooLarge { steps: if is_countable { steps } else { KEPT }, most })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use async_trait::async_trait;
    use jiff::{SignedDuration, Timestamp};

    use super::*;

    /// A clock that advances by this many milliseconds whenever it is read.
    struct Running {
        lived: AtomicU64,
        step: u64,
    }

    #[async_trait]
    impl Clock for Running {
        fn now(&self) -> Timestamp {
            Timestamp::default()
        }

        fn lived(&self) -> Duration {
            Duration::from_millis(self.lived.fetch_add(self.step, Ordering::Relaxed))
        }

        fn has_stepped(&self) -> bool {
            false
        }

        fn follow(&self) -> Option<SignedDuration> {
            None
        }

        async fn sleep_until(&self, _: Timestamp) {}
    }

    fn running(step: u64) -> Running {
        Running { lived: AtomicU64::new(0), step }
    }

    fn question(players: &[&str], exact: bool) -> Question {
        Question {
            players: players.iter().map(|&text| text.to_owned()).collect(),
            exact,
            ..Question::default()
        }
    }

    fn asked(players: &[&str], exact: bool, step: u64) -> Result<Equities, EquityError> {
        answer(question(players, exact), Budget::REQUEST, &running(step), &|| true)
    }

    #[test]
    fn small_questions_are_counted_exactly() {
        let equities = asked(&["AhKh", "QdQs"], false, 1).unwrap();
        let ahead = &equities.players[0];
        assert!(equities.exact && ahead.standard_error.is_none());
        assert_eq!((ahead.win, &ahead.tie[..], ahead.lose), (787_966, &[6_732][..], 917_606));
        assert_eq!(equities.total, 1_712_304);
    }

    #[test]
    fn too_large_questions_are_estimated_or_refused_at_once() {
        let equities = asked(&["random"; 6], false, 0).unwrap();
        assert_eq!((equities.exact, equities.total), (false, Budget::REQUEST.deals));
        let error = equities.players[0].standard_error.unwrap();
        assert!((equities.players[0].equity - 1.0 / 6.0).abs() < 4.0 * error);
        assert!(error < 0.002, "{error}");
        assert_eq!(
            asked(&["random"; 6], false, 0).unwrap(),
            equities,
            "the same question, the same estimate"
        );
        let refused = asked(&["random"; 6], true, 1).unwrap_err();
        let EquityError::TooLarge(TooLarge { steps, most }) = refused else { panic!("{refused}") };
        assert!(steps > most);
    }

    /// The clock leaves room for the first steps of counting only.
    #[test]
    fn too_slow_questions_are_estimated_or_refused() {
        let three = ["AA", "KK", "QQ, JJ"];
        let equities = asked(&three, false, 100).unwrap();
        assert!(!equities.exact && equities.total < Budget::REQUEST.deals, "{}", equities.total);
        assert!(matches!(asked(&three, true, 100), Err(EquityError::OutOfTime)));
        assert!(asked(&three, true, 0).unwrap().exact);
    }

    #[test]
    fn work_stops_when_its_caller_is_gone() {
        let gone =
            |exact| answer(question(&["AA", "KK", "QQ"], exact), Budget::REQUEST, &running(0), &|| false);
        assert!(matches!(gone(true), Err(EquityError::OutOfTime)));
        assert!(gone(false).unwrap().total < Budget::REQUEST.deals);
    }

    #[tokio::test]
    async fn a_pool_answers_questions() {
        let pool = ComputePool::new(Arc::new(running(0)));
        assert!(pool.equity(question(&["AA", "KK"], true)).await.unwrap().exact);
        let unclear = pool.equity(question(&["AA", "KX"], true)).await.unwrap_err();
        assert!(matches!(unclear, EquityError::Unanswerable(_)));
        assert_eq!(pool.chart().await.unwrap().hands.len(), 169);
    }
}
