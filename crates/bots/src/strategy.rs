//! The trait of strategies.

use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::witness::{Imagined, Witness};

/// A way to play one seat of a table, hand after hand, from the view of that seat.
///
/// Its state follows from the events that it has seen, so a strategy that sees the same events again plays the same
/// again.
pub trait Strategy<G: Imagined>: Send {
    /// A hand begins; the witness has learned nothing yet.
    fn begin(&mut self, _witness: &Witness<G>) {}

    /// The witness has just learned this event.
    fn watch(&mut self, _witness: &Witness<G>, _seen: &G::Seen) {}

    /// Its action now that its seat may act; `None` does nothing, which only a seat that is not on the clock may do.
    fn act(&mut self, witness: &Witness<G>, dice: &mut Generator) -> Option<G::Action>;
}

/// A strategy that can be chosen by its name.
pub struct Named<G: Imagined> {
    /// The name: a level's, or one that only the arena knows.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// Makes one, for one seat.
    pub make: fn() -> Box<dyn Strategy<G>>,
}
