//! Advice: the action of a good player in a seat, and its reason. It depends only on what that seat has seen.

use super::strategy::Strategy;
use super::{bot, doudizhu, holdem, shengji};
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::any::{AnyAction, AnyAdvice, AnySeen, AnySetup};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::{Imagined, Witness};

/// A strategy that can give reasons.
pub(super) trait Advises<G: Imagined>: Strategy<G> + Sized {
    /// Its reasons.
    type Advice: Into<AnyAdvice>;

    /// One that advises. It may think longer than one that plays.
    fn adviser() -> Self;

    /// The action that it would take now that its seat may act, and the reason.
    fn advise(&mut self, witness: &Witness<G>, dice: &mut Generator) -> Option<(G::Action, Self::Advice)>;
}

/// The action of a good player in a seat that has seen these events of a hand, and the reason; `None` if the seat may
/// not act now.
///
/// It plays like computer players of the intermediate level: by what experienced players teach. The hidden cards of the
/// hand are not among the arguments, so the advice cannot depend on them. `seed` must not depend on them either.
pub fn advise(
    setup: &AnySetup,
    seat: Seat,
    seen: &[AnySeen],
    seed: [u8; 32],
) -> Result<Option<(AnyAction, AnyAdvice)>, ReplayError> {
    match setup {
        AnySetup::Holdem(setup) => advised::<_, holdem::Adviser>(setup, seat, seen, seed),
        AnySetup::Doudizhu(setup) => advised::<_, doudizhu::Adviser>(setup, seat, seen, seed),
        AnySetup::Shengji(setup) => advised::<_, shengji::Adviser>(setup, seat, seen, seed),
    }
}

fn advised<G, A>(
    setup: &G::Setup,
    seat: Seat,
    seen: &[AnySeen],
    seed: [u8; 32],
) -> Result<Option<(AnyAction, AnyAdvice)>, ReplayError>
where
    G: Imagined<Action: Into<AnyAction>>,
    A: Advises<G>,
    for<'a> &'a G::Seen: TryFrom<&'a AnySeen, Error = ReplayError>,
{
    let mut witness = Witness::<G>::new(setup, Viewer::Seat(seat))?;
    let mut adviser = A::adviser();
    adviser.begin(&witness);
    let mut events = 0;
    for seen in seen {
        let seen = <&G::Seen>::try_from(seen)?;
        witness.learn(seen)?;
        adviser.watch(&witness, seen);
        events += 1;
    }
    if !witness.may_act().contains(seat) {
        return Ok(None);
    }
    let advice = adviser.advise(&witness, &mut bot::dice(seed, events));
    Ok(advice.map(|(action, why)| (action.into(), why.into())))
}
