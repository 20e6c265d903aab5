//! What happens next in a tournament by itself.

pub mod clock;
mod closing;
mod dealing;
mod exits;
mod floor;
mod start;

use super::event::DirectorEvent;
use super::state::{Director, Phase};
use super::time::Millis;

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// This event follows at once.
    Now(DirectorEvent),
    /// Nothing happens by itself before this time, on the server's clock; `None` if only a command can change it.
    Until(Option<Millis>),
    /// The tournament is over.
    Over,
}

/// The earliest of the times at which something is due, in the tournament's time.
#[derive(Default)]
struct Due(Option<Millis>);

impl Due {
    /// Whether this moment has come. If not, it is noted.
    fn has_come(&mut self, moment: Millis, now: Millis) -> bool {
        if moment > now {
            self.0 = Some(self.0.map_or(moment, |other| other.min(moment)));
        }
        moment <= now
    }
}

/// A rule that gives an event at this time, in the tournament's time, or notes when it is due.
type Rule = fn(&Director, Millis, &mut Due) -> Option<DirectorEvent>;

/// All rules of a tournament that is played, the most urgent first.
const RULES: [Rule; 15] = [
    exits::seat_an_entry,
    exits::decline_rebuys,
    exits::go_out,
    exits::take_out,
    closing::close_registration,
    closing::fix_prizes,
    closing::win,
    closing::pay_prizes,
    closing::finish,
    floor::end_hand_for_hand,
    floor::rearrange,
    floor::begin_hand_for_hand,
    dealing::decide_deal,
    clock::change_level,
    dealing::deal,
];

/// The rules of a tournament that the house is about to cancel.
const CANCELLING: [Rule; 2] = [closing::pay_prizes, closing::cancel];

/// What happens next by itself at this time.
pub(super) fn step(director: &Director, at: Millis) -> NextStep {
    let now = director.time.of(at);
    let mut due = Due::default();
    let event = match director.phase {
        Phase::Finished | Phase::Cancelled => return NextStep::Over,
        Phase::Registering => start::start(director, now, &mut due),
        Phase::Playing if director.is_cancelling => {
            CANCELLING.iter().find_map(|rule| rule(director, now, &mut due))
        }
        Phase::Playing => RULES.iter().find_map(|rule| rule(director, now, &mut due)),
    };
    if let Some(event) = event {
        return NextStep::Now(event);
    }
    let due = due.0.and_then(|moment| director.time.on_the_servers_clock(moment));
    let until = director.time.until(at, due);
    until.map_or_else(|_| NextStep::Now(DirectorEvent::Resumed {}), NextStep::Until)
}
