//! What a seat answers before the play, by its chance to win.

use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::options::{BidOptions, Options, ShowOptions};

/// The chances, in hundredths, from which on a seat wants to be landlord for so many points.
const BIDS: [(u32, u8); 3] = [(58, 3), (53, 2), (48, 1)];
/// From which chance on it calls, robs, and doubles.
const CALLS: u32 = 48;
const ROBS: u32 = 55;
const DOUBLES: u32 = 62;
/// From which chance on the landlord shows its hand. It helps the peasants much.
const SHOWS: u32 = 97;

/// The answer of a seat that wins so many of a hundred hands: as the landlord, as long as none is known. `None` where it
/// is asked to play.
pub fn answer(options: &Options, mut chance: impl FnMut() -> u32) -> Option<Action> {
    Some(match options {
        // Before the bottom cards are taken nobody knows enough to show.
        Options::Show(ShowOptions { factor: 2 }) if chance() >= SHOWS => Action::Show {},
        Options::Bid(BidOptions { points }) => {
            let chance = chance();
            let wanted = BIDS.iter().find(|&&(least, _)| chance >= least).map_or(0, |&(_, points)| points);
            if points.contains(&wanted) { Action::Bid { points: wanted } } else { Action::Pass {} }
        }
        Options::Call(_) if chance() >= CALLS => Action::Call {},
        Options::Rob(_) if chance() >= ROBS => Action::Rob {},
        Options::Double(_) if chance() >= DOUBLES => Action::Double {},
        Options::Play(_) => return None,
        _ => Action::Pass {},
    })
}
