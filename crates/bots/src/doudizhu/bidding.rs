//! The answers of a seat before the play, by its probability to win.

use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::options::{BidOptions, Options, ShowOptions};

/// The least probabilities, in hundredths, with which a seat bids each number of points.
const BIDS: [(u32, u8); 3] = [(58, 3), (53, 2), (48, 1)];
/// The least probabilities with which it calls, robs, and doubles.
const CALLS: u32 = 48;
const ROBS: u32 = 55;
const DOUBLES: u32 = 62;
/// The least probability with which the landlord shows its hand. Showing helps the peasants much.
const SHOWS: u32 = 97;

/// The answer of a seat that wins this many of a hundred hands: as the landlord, as long as there is none. `None` if it
/// is to play.
pub fn answer(options: &Options, mut probability: impl FnMut() -> u32) -> Option<Action> {
    Some(match options {
        // Before the bottom cards are taken no seat knows enough to show.
        Options::Show(ShowOptions { factor: 2 }) if probability() >= SHOWS => Action::Show {},
        Options::Bid(BidOptions { points }) => {
            let probability = probability();
            let wanted =
                BIDS.iter().find(|&&(least, _)| probability >= least).map_or(0, |&(_, points)| points);
            if points.contains(&wanted) { Action::Bid { points: wanted } } else { Action::Pass {} }
        }
        Options::Call(_) if probability() >= CALLS => Action::Call {},
        Options::Rob(_) if probability() >= ROBS => Action::Rob {},
        Options::Double(_) if probability() >= DOUBLES => Action::Double {},
        Options::Play(_) => return None,
        _ => Action::Pass {},
    })
}
