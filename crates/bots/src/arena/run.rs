//! A run: deals in sessions, sessions on threads, and their results.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::contest::{Contest, Figure, Terms};
use super::error::ArenaError;
use super::estimate::{Estimate, Sample};
use super::plan::Plan;
use super::player::Maker;
use super::report::Report;
use super::table::{Randomness, Table};
use super::timing::Timing;

/// The results of a session.
struct Session {
    samples: Vec<Vec<Sample>>,
    timings: BTreeMap<String, Timing>,
}

/// A contest and its makers.
struct Stage<C: Contest> {
    contest: C,
    makers: BTreeMap<String, Maker<C::Game>>,
}

impl<C: Contest> Stage<C> {
    fn new(terms: &Terms, external: Option<&str>) -> Result<Self, ArenaError> {
        let maker =
            |name: &String| Maker::of(name, C::strategies(), external).map(|maker| (name.clone(), maker));
        let makers = terms.players.iter().map(maker).collect::<Result<_, _>>()?;
        Ok(Self { contest: C::new(terms)?, makers })
    }

    fn tables(&self) -> Result<Vec<Table<C::Game>>, ArenaError> {
        let maker = |name: &'_ String| self.makers.get_key_value(name);
        let players = |seating: &Vec<String>| {
            Table::new(seating.iter().filter_map(maker).map(|(name, maker)| (name.as_str(), maker)))
        };
        self.contest.seatings().iter().map(players).collect()
    }
}

/// Runs it.
pub fn run<C: Contest>(plan: &Plan) -> Result<Report, ArenaError> {
    let stages = stages::<C>(plan)?;
    crate::ready();
    let sessions = plan.deals.div_ceil(plan.session.max(1));
    let (next, progress) = (AtomicU64::new(0), Progress::new(plan.deals));
    let done = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= sessions {
                        break;
                    }
                    let played = session(plan, &stages, number, &progress);
                    if played.is_err() {
                        next.store(sessions, Ordering::Relaxed);
                    }
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(number, played);
                }
            });
        }
    });
    progress.clear();
    let mut estimates = vec![Estimate::default(); figures(&stages).len()];
    let mut timings: BTreeMap<String, Timing> = BTreeMap::new();
    for session in done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).into_values() {
        let session = session?;
        for samples in session.samples {
            estimates.iter_mut().zip(samples).for_each(|(estimate, sample)| estimate.add(sample));
        }
        for (name, timing) in session.timings {
            timings.entry(name).or_default().merge(&timing);
        }
    }
    let seatings = stages.first().map_or(0, |stage| stage.contest.seatings().len());
    Ok(Report::new(plan, seatings, figures(&stages), &estimates, timings))
}

fn stages<C: Contest>(plan: &Plan) -> Result<Vec<Stage<C>>, ArenaError> {
    let external = plan.external.as_deref();
    let mut stages = vec![Stage::new(&plan.terms, external)?];
    if let Some(other) = &plan.instead {
        let mut terms = plan.terms.clone();
        terms.players.splice(..terms.players.len().min(1), [other.clone()]);
        stages.push(Stage::new(&terms, external)?);
    }
    Ok(stages)
}

/// The report: each contest's figures, and if there are two contests, the comparison of their first figures.
fn figures<C: Contest>(stages: &[Stage<C>]) -> Vec<Figure> {
    let mut figures: Vec<_> = stages.iter().map(|stage| stage.contest.figures()).collect();
    let mut compared = Vec::new();
    if let [one, other] = figures.as_mut_slice()
        && let (Some(first), Some(second)) = (one.first(), other.first())
    {
        let tells =
            |how: &str| Figure { player: first.player.clone(), tells: format!("{how} {}", second.player) };
        compared = vec![tells("less"), tells("times")];
        for figure in other {
            figure.tells += " (instead)";
        }
    }
    figures.push(compared);
    figures.concat()
}

fn session<C: Contest>(
    plan: &Plan,
    stages: &[Stage<C>],
    number: u64,
    progress: &Progress,
) -> Result<Session, ArenaError> {
    let mut tables = stages.iter().map(Stage::tables).collect::<Result<Vec<_>, _>>()?;
    let mut samples = Vec::new();
    let deals = number * plan.session.max(1)..plan.deals.min((number + 1) * plan.session.max(1));
    for deal in deals {
        let randomness = Randomness { seed: plan.seed, deal, hand: 0 };
        let mut of_deal = Vec::new();
        for (stage, tables) in stages.iter().zip(&mut tables) {
            of_deal.push(stage.contest.deal(tables, randomness)?);
        }
        if let [one, other] = of_deal.as_slice()
            && let (Some(&one), Some(&other)) = (one.first(), other.first())
        {
            let per = |sample: Sample| sample.amount / sample.of.max(1.0);
            let (one, other) = (per(one), per(other));
            of_deal.push(vec![Sample::once(one - other), Sample { amount: one, of: other }]);
        }
        samples.push(of_deal.concat());
        progress.tick();
    }
    let mut timings: BTreeMap<String, Timing> = BTreeMap::new();
    for (name, timing) in tables.iter().flatten().flat_map(Table::timings) {
        timings.entry(name.to_owned()).or_default().merge(timing);
    }
    Ok(Session { samples, timings })
}

/// The progress of the run, on standard error if that is a terminal.
struct Progress {
    deals: u64,
    done: AtomicU64,
    is_shown: bool,
}

/// The width of the bar, in characters.
const BAR: u64 = 40;

impl Progress {
    fn new(deals: u64) -> Self {
        Self { deals, done: AtomicU64::new(0), is_shown: io::stderr().is_terminal() }
    }

    fn tick(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let parts = |done: u64| done * 10 * BAR / self.deals.max(1);
        if self.is_shown && parts(done) != parts(done - 1) {
            let full = parts(done) / 10;
            let bar: String = (0..BAR).map(|place| if place < full { '█' } else { '·' }).collect();
            // Errors do not matter: the bar is only for people who watch.
            drop(write!(io::stderr(), "\r{bar} {done}/{}", self.deals));
        }
    }

    fn clear(&self) {
        if self.is_shown {
            drop(write!(io::stderr(), "\r\x1b[K"));
        }
    }
}
