//! A Shengji hand as one viewer may know it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::declare::Declaration;
use super::event::{Scored, TrickPlay};
use super::hand::{KITTY, Shengji};
use super::last_action::LastAction;
use super::level::TeamLevel;
use super::order::{Group, Order, Trump};
use super::phase::{FinishedTrick, Phase, Playing, Trick};
use super::rules::KittyMultiplier;
use super::score::{Levels, Points};
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::game::Chips;
use crate::games::seat::{Seat, Seats};
use crate::games::viewer::{Viewer, ViewerSafe};

/// What one viewer may know of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::View)]
pub struct View {
    /// How far the hand has come.
    pub stage: Stage,
    /// Both teams' levels before the hand.
    pub levels: Levels,
    /// The level of the hand.
    pub level: TeamLevel,
    /// The declarer, 庄; absent on the first hand until trumps are set.
    pub declarer: Option<Seat>,
    /// The trumps, once they are set.
    pub trump: Option<Trump>,
    /// The declarations, in order; the last stands.
    pub declarations: Vec<Declaration>,
    /// The seats that have nothing to declare.
    pub passed: Vec<Seat>,
    /// The kitty, as the viewer may know it.
    pub kitty: KittyView,
    /// The viewer's own hand by group, the trumps last; absent for a viewer without cards.
    pub hand: Option<Vec<Holding>>,
    /// The four seats.
    pub players: Vec<PlayerView>,
    /// The trick on the table.
    pub trick: Option<TrickView>,
    /// The last trick that was won.
    pub last_trick: Option<TrickView>,
    /// The attackers' points: those of the tricks that they won, and penalties.
    pub points: Points,
    /// The result of the hand.
    pub score: Option<Scored>,
    /// The parts of the attackers' points; null until the hand is scored.
    #[schema(required)]
    pub count: Option<Count>,
    /// The seats that are to act now.
    pub awaited: Vec<Seat>,
    /// Whether the hand is over.
    pub over: bool,
}

/// How far a hand has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::Stage)]
pub enum Stage {
    /// Cards are dealt and declared.
    Dealing,
    /// All cards are dealt, and seats may still declare.
    Declaring,
    /// The kitty is turned up.
    Flipping,
    /// The kitty is taken up and buried.
    Burying,
    /// The kitty may be stolen.
    Stealing,
    /// Tricks are played.
    Playing,
    /// The hand is over.
    Over,
}

/// What one viewer may know of the kitty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::KittyView)]
pub struct KittyView {
    /// The number of its cards.
    pub count: u8,
    /// The seat that has taken it up last.
    pub taken_by: Option<Seat>,
    /// The cards that were turned up for every viewer before it was taken.
    pub flipped: Vec<Card>,
    /// Its cards: for the seat that has buried them, and for every viewer when the hand is over.
    pub cards: Option<Vec<Card>>,
}

/// A hand's cards of one group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Holding)]
pub struct Holding {
    /// The group of the cards.
    pub group: Group,
    /// From low to high.
    pub cards: Vec<Card>,
}

/// What one viewer may know of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::PlayerView)]
pub struct PlayerView {
    /// The number of the seat.
    pub seat: Seat,
    /// The number of cards that it holds.
    pub cards: u32,
    /// The number of tricks that it has won.
    pub tricks: u8,
    /// The groups in which it has shown a void, if the table shows that.
    pub void_in: Option<Vec<Group>>,
    /// Its chips: before the hand, and after it once it is over.
    pub stack: Chips,
    /// Its last action in the current part of the hand: while trumps are declared, while the kitty may be stolen, or in
    /// the trick. Until the next trick is led it is the one in the last trick. Null if there is none yet.
    #[schema(required)]
    pub last_action: Option<LastAction>,
}

/// The parts of the attackers' points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Count)]
pub struct Count {
    /// The points of the tricks that they won, and penalties.
    pub tricks: Points,
    /// The kitty's points with their multiplier.
    pub kitty: Points,
    /// The number of cards of the component that the multiplier comes from: 1 for a single, 2 for a pair, 4 or more for
    /// a tractor. Null if the declarers won the last trick, so that the kitty counts for nobody.
    #[schema(required)]
    pub component: Option<u32>,
}

/// A trick, with the plays so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::TrickView)]
pub struct TrickView {
    /// The plays, in order, the lead first.
    pub plays: Vec<TrickPlay>,
    /// A throw that is not judged yet.
    pub thrown: Option<TrickPlay>,
    /// The seat whose play has won it, or wins it so far; null before a lead.
    pub winner: Option<Seat>,
}

impl ViewerSafe for View {}

impl Holding {
    /// A hand by group, the trumps last.
    pub(super) fn all(order: &Order, hand: Cards) -> Vec<Self> {
        let holding = |group| Self { group, cards: order.sorted(order.within(hand, group)) };
        Group::ALL.into_iter().map(holding).collect()
    }
}

/// The hand as this viewer may know it now.
pub(super) fn view(hand: &Shengji, viewer: Viewer) -> View {
    let order = hand.order();
    let contract = hand.contract();
    let (declarations, passed) = match &hand.phase {
        Phase::Dealing(dealing) => (dealing.made.clone(), dealing.passed),
        Phase::Asking(asking) => (asking.contract.made.clone(), asking.passed),
        _ => (contract.map(|contract| contract.made.clone()).unwrap_or_default(), Seats::default()),
    };
    let playing = hand.in_play();
    View {
        stage: hand.stage(),
        levels: hand.setup.levels,
        level: hand.setup.level(),
        declarer: contract.map_or(hand.setup.declarer, |contract| Some(contract.declarer)),
        trump: contract.map(|contract| contract.trump),
        declarations,
        passed: passed.iter().collect(),
        kitty: hand.kitty_seen_by(viewer, &order),
        hand: hand.hand_seen_by(viewer, &order),
        players: Seat::first(SEATS).map(|seat| hand.player_seen(seat)).collect(),
        trick: playing.map(|playing| trick_seen(&playing.trick, hand.winning(playing), &order)),
        last_trick: playing.and_then(|playing| playing.last.as_deref()).map(|last| {
            let FinishedTrick { trick, winner } = last;
            trick_seen(trick, Some(*winner), &order)
        }),
        points: hand.score().map_or(playing.map_or(0, |playing| playing.points), |scored| scored.points),
        score: hand.score().cloned(),
        count: hand.score().map(|scored| hand.count(scored)),
        awaited: hand.awaited().iter().collect(),
        over: hand.stage() == Stage::Over,
    }
}

impl Shengji {
    fn in_play(&self) -> Option<&Playing> {
        match &self.phase {
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(playing),
            _ => None,
        }
    }

    fn score(&self) -> Option<&Scored> {
        match &self.phase {
            Phase::Over(_, scored) => Some(scored),
            _ => None,
        }
    }

    fn count(&self, scored: &Scored) -> Count {
        let kitty = Points::from(scored.kitty_points) * Points::from(scored.multiplier);
        let component = (scored.multiplier > 0).then_some(match self.setup.rules.kitty_multiplier {
            KittyMultiplier::TwicePerCard | KittyMultiplier::ByWinningPlay => scored.multiplier / 2,
            KittyMultiplier::PowerOfTwo => scored.multiplier.max(1).ilog2(),
        });
        Count { tricks: scored.points - kitty, kitty, component }
    }

    fn stage(&self) -> Stage {
        match &self.phase {
            Phase::Dealing(dealing) if dealing.is_dealt() => Stage::Declaring,
            Phase::Opening | Phase::Dealing(_) => Stage::Dealing,
            Phase::Flipping(_) => Stage::Flipping,
            Phase::Taking(..) | Phase::Burying(_) => Stage::Burying,
            Phase::Asking(_) | Phase::Stolen(..) => Stage::Stealing,
            Phase::Playing(_) => Stage::Playing,
            Phase::Undeclared | Phase::Over(..) => Stage::Over,
        }
    }

    fn kitty_seen_by(&self, viewer: Viewer, order: &Order) -> KittyView {
        let contract = self.contract();
        let buried = match &self.phase {
            Phase::Asking(asking) => Some(asking.kitty),
            Phase::Stolen(_, kitty) => Some(*kitty),
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(playing.kitty),
            _ => None,
        };
        let buried_it = contract.is_some_and(|contract| viewer.is(contract.taker));
        let may_see = buried_it || matches!(self.phase, Phase::Over(..));
        let is_held = matches!(self.phase, Phase::Burying(_));
        let flipped = match &self.phase {
            Phase::Flipping(flipping) => flipping.flipped.clone(),
            _ => contract.map(|contract| contract.flipped.clone()).unwrap_or_default(),
        };
        KittyView {
            count: if is_held { 0 } else { KITTY },
            taken_by: contract.map(|contract| contract.taker),
            flipped,
            cards: buried.filter(|_| may_see).map(|kitty| order.sorted(kitty)),
        }
    }

    fn hand_seen_by(&self, viewer: Viewer, order: &Order) -> Option<Vec<Holding>> {
        let Viewer::Seat(seat) = viewer else { return None };
        let hand = self.hands.get(seat.index()).copied()?;
        Some(Holding::all(order, hand))
    }

    fn player_seen(&self, seat: Seat) -> PlayerView {
        let playing = self.in_play();
        let stacks = self.score().map_or(self.setup.stacks, |scored| scored.stacks);
        let voids = playing.filter(|_| self.setup.rules.show_voids);
        PlayerView {
            seat,
            cards: self.held(seat).len(),
            tricks: playing.map_or(0, |playing| playing.won[seat.index()]),
            void_in: voids.map(|playing| playing.voids[seat.index()].clone()),
            stack: stacks[seat.index()],
            last_action: self.last_action(seat),
        }
    }
}

fn trick_seen(trick: &Trick, winner: Option<Seat>, order: &Order) -> TrickView {
    let play =
        |place: usize, cards: Cards| TrickPlay { seat: trick.seat_at(place), cards: order.sorted(cards) };
    TrickView {
        plays: trick.plays.iter().enumerate().map(|(place, &cards)| play(place, cards)).collect(),
        thrown: trick.thrown.map(|cards| play(0, cards)),
        winner,
    }
}
