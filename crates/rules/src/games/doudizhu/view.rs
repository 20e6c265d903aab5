//! A Dou Dizhu hand as one viewer may know it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auction::{Auction, Call};
use super::cards::Cards;
use super::counts::Counts;
use super::event::Laid;
use super::hand::Doudizhu;
use super::last_action::LastAction;
use super::phase::{Move, Phase, Playing};
use super::rank::Rank;
use super::score::{Multiplier, Scored};
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::games::viewer::{Viewer, ViewerSafe};

/// A hand as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::View)]
pub struct View {
    /// How far the hand has come.
    pub stage: Stage,
    /// The number of void deals in a row before this one.
    pub void_deals: u8,
    /// The seat that was first in the auction, once it has begun.
    #[schema(required)]
    pub first: Option<Seat>,
    /// The calls of the auction, in order.
    pub calls: Vec<Call>,
    /// The landlord, once known.
    #[schema(required)]
    pub landlord: Option<Seat>,
    /// The bottom cards, once the landlord has taken them.
    #[schema(required)]
    pub bottom: Option<Vec<Card>>,
    /// The wild ranks, once they are drawn.
    pub wild: Vec<Rank>,
    /// The viewer's own hand, lowest first; absent for a viewer without cards.
    #[schema(required)]
    pub hand: Option<Vec<Card>>,
    /// The three seats.
    pub players: Vec<PlayerView>,
    /// What was done in this round, its lead first.
    pub round: Vec<Done>,
    /// The play to beat; absent if the next play leads.
    #[schema(required)]
    pub table: Option<Laid>,
    /// What one point is worth between the landlord and each peasant, in chips.
    pub stake: Chips,
    /// The seat that has played the rocket, which is one of the bombs of the multiplier.
    #[schema(required)]
    pub rocket: Option<Seat>,
    /// The factors of the stake so far; absent until the landlord is known.
    #[schema(required)]
    pub multiplier: Option<Multiplier>,
    /// How many cards of each rank may still be in the others' hands: the pack without the viewer's own cards and all
    /// that were played. Until the landlord has taken them, the bottom cards are included.
    pub remaining: Vec<Remaining>,
    /// The result of the hand.
    #[schema(required)]
    pub score: Option<Scored>,
    /// The seats that are to act now.
    pub awaited: Vec<Seat>,
    /// Whether the hand is over.
    pub over: bool,
}

/// How far a hand has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Stage)]
pub enum Stage {
    /// Nothing is dealt yet, and hands may be shown.
    Opening,
    /// Cards are dealt.
    Dealing,
    /// The landlord is to be found.
    Auction,
    /// Seats may double their stakes.
    Doubling,
    /// The landlord may show the hand.
    Showing,
    /// Cards are played.
    Playing,
    /// The hand is over.
    Over,
}

/// A player as one viewer may know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::PlayerView)]
pub struct PlayerView {
    /// The number of the seat.
    pub seat: Seat,
    /// How many cards it holds.
    pub cards: u32,
    /// The cards themselves, if its hand lies open, or was shown when the hand was over.
    #[schema(required)]
    pub open: Option<Vec<Card>>,
    /// The factor for showing its hand; 1 if it is hidden.
    pub open_factor: u8,
    /// Whether it has doubled its stake.
    pub doubled: bool,
    /// How often it has played, passes not counted.
    pub plays: u8,
    /// How many bombs it has played, the rocket included.
    pub bombs: u8,
    /// Its chips: before the hand, and after it once it is over.
    pub stack: Chips,
    /// Its last action in the current part of the hand: while hands may be shown, in the auction, at the doubling, or
    /// in the round. Null if there is none yet.
    #[schema(required)]
    pub last_action: Option<LastAction>,
}

/// The action of a seat at its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = doudizhu::Done)]
pub enum Done {
    /// Played cards.
    Played(Laid),
    /// Passed.
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
}

/// How many cards of a rank are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Remaining)]
pub struct Remaining {
    /// The rank of these cards.
    pub rank: Rank,
    /// The number of cards of this rank that the viewer has not seen.
    pub count: u8,
}

impl ViewerSafe for View {}

/// The hand as this viewer may know it now.
pub(super) fn view(hand: &Doudizhu, viewer: Viewer) -> View {
    let contract = hand.contract();
    let auction = hand.auction_so_far();
    let playing = hand.in_play();
    View {
        stage: hand.stage(),
        void_deals: hand.setup.void_deals,
        first: auction.map(Auction::first),
        calls: auction.map(|auction| auction.calls().to_vec()).unwrap_or_default(),
        landlord: contract.map(|contract| contract.landlord),
        bottom: contract.map(|contract| contract.bottom.iter().collect()),
        wild: hand.wild.clone(),
        hand: hand.hand_seen_by(viewer),
        players: Seat::first(SEATS).map(|seat| hand.player_seen(seat)).collect(),
        round: playing.map(|playing| playing.round.iter().map(Done::of).collect()).unwrap_or_default(),
        table: playing.and_then(Playing::table).cloned(),
        stake: hand.setup.rules.stake,
        rocket: playing.and_then(|playing| playing.rocket),
        multiplier: hand.multiplier(),
        remaining: hand.remaining_for(viewer),
        score: hand.score().cloned(),
        awaited: hand.awaited().iter().collect(),
        over: hand.stage() == Stage::Over,
    }
}

impl Doudizhu {
    fn in_play(&self) -> Option<&Playing> {
        match &self.phase {
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(playing),
            _ => None,
        }
    }

    fn auction_so_far(&self) -> Option<&Auction> {
        match &self.phase {
            Phase::Auction(auction) | Phase::Void(auction) => Some(auction),
            _ => self.contract().and_then(|contract| contract.auction.as_deref()),
        }
    }

    fn score(&self) -> Option<&Scored> {
        match &self.phase {
            Phase::Over(_, scored) => Some(scored),
            _ => None,
        }
    }

    fn multiplier(&self) -> Option<Multiplier> {
        let so_far = || {
            let bombs = self.in_play().map_or(0, Playing::all_bombs);
            self.contract().map(|contract| Multiplier::of(contract.base, self.open_factor(), bombs, None))
        };
        self.score().map(|scored| scored.multiplier).or_else(so_far)
    }

    fn stage(&self) -> Stage {
        match &self.phase {
            Phase::Opening(_) => Stage::Opening,
            Phase::Dealing(_) => Stage::Dealing,
            Phase::Auction(_) | Phase::Drawing(_) => Stage::Auction,
            Phase::Doubling(..) => Stage::Doubling,
            Phase::Showing(_) => Stage::Showing,
            Phase::Playing(_) => Stage::Playing,
            Phase::Void(_) | Phase::Over(..) => Stage::Over,
        }
    }

    fn hand_seen_by(&self, viewer: Viewer) -> Option<Vec<Card>> {
        let Viewer::Seat(seat) = viewer else { return None };
        self.hands.get(seat.index()).map(|hand| hand.iter().collect())
    }

    /// The card counter. It is computed from what its viewer knows, and from no other hand, so it cannot reveal the
    /// bottom cards.
    fn remaining_for(&self, viewer: Viewer) -> Vec<Remaining> {
        let own = match viewer {
            Viewer::Seat(seat) => self.held(seat),
            Viewer::Watcher => Cards::NONE,
        };
        let played = self.in_play().map_or(Cards::NONE, |playing| playing.played);
        let left: Counts = Cards::PACK.without(own).without(played).counts();
        Rank::all().map(|rank| Remaining { rank, count: left.count(rank) }).collect()
    }

    fn player_seen(&self, seat: Seat) -> PlayerView {
        let stacks = self.score().map_or(self.setup.stacks, |scored| scored.stacks);
        PlayerView {
            seat,
            cards: self.held(seat).len(),
            open: self.is_known(seat).then(|| self.held(seat).iter().collect()),
            open_factor: self.shown[seat.index()],
            doubled: self.contract().is_some_and(|contract| contract.doubled.contains(seat)),
            plays: self.in_play().map_or(0, |playing| playing.plays[seat.index()]),
            bombs: self.in_play().map_or(0, |playing| playing.bombs[seat.index()]),
            stack: stacks[seat.index()],
            last_action: self.last_action(seat),
        }
    }
}

/// The remaining cards of a hand that every viewer knows.
pub(super) fn shown(hand: &Doudizhu, seat: Seat) -> Vec<Card> {
    if hand.is_known(seat) { hand.held(seat).iter().collect() } else { Vec::new() }
}

impl Done {
    fn of(done: &Move) -> Self {
        match done {
            Move::Played(laid) => Self::Played(Laid::clone(laid)),
            Move::Passed(seat) => Self::Passed { seat: *seat },
        }
    }
}
