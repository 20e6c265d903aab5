//! How far a hand has come. Each phase owns only its own data.

use super::event::Post;
use super::pots::Pot;
use crate::games::game::Chips;

/// What happens next.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    /// An ante or a blind is posted.
    Posting { post: Post, place: usize },
    /// Cards are dealt.
    Dealing,
    /// A seat has to act.
    Betting { place: usize },
    /// An uncalled bet is returned.
    Returning { place: usize, amount: Chips },
    /// Bets are swept into these pots.
    Sweeping { pots: Vec<Pot> },
    /// Betting is over before the board is complete, and all hands are tabled.
    Tabling { place: usize },
    /// Every seat left is asked whether to run the board twice.
    Asking,
    /// A board grows.
    Running { board: usize },
    /// The first hand of a showdown is shown.
    Opening { place: usize },
    /// A later hand is shown or mucked.
    Showing { place: usize },
    /// The only seat left may show the hand that it won with.
    Winning { place: usize },
    /// The house takes its rake from a pot.
    Raking { pot: usize, amount: Chips },
    /// A pot, or a board's half of it, is won.
    Awarding { pot: usize, board: usize },
    /// The hand is over.
    Over,
}
