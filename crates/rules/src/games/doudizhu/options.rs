//! The options of a seat in a Dou Dizhu hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auction::{Auction, AuctionState, MOST_POINTS, Said};
use super::choices::{Choices, PlayGroup, Suggestion, Summary};
use super::hand::Doudizhu;
use super::phase::{Phase, Playing};
use super::reading::Reading;
use crate::games::seat::Seat;
use crate::games::viewer::ViewerSafe;

/// What a seat may do now. Passing is always possible, except for a leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = doudizhu::Options)]
pub enum Options {
    /// May show its hand.
    Show(ShowOptions),
    /// May bid.
    Bid(BidOptions),
    /// May call.
    Call(BaseOptions),
    /// May rob.
    Rob(BaseOptions),
    /// May double its own stake.
    Double(DoubleOptions),
    /// Leads, or may beat the play on the table.
    Play(PlayOptions),
}

impl ViewerSafe for Options {}

/// The value of showing a hand now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::ShowOptions)]
pub struct ShowOptions {
    /// The factor for the stake, unless another hand has a larger one.
    pub factor: u8,
}

/// The possible bids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::BidOptions)]
pub struct BidOptions {
    /// The bids that are higher than the last.
    pub points: Vec<u8>,
}

/// The result of calling or robbing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::BaseOptions)]
pub struct BaseOptions {
    /// The base after it.
    pub base: u8,
}

/// The result of doubling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::DoubleOptions)]
pub struct DoubleOptions {
    /// The factor for the seat's own stake.
    pub factor: u8,
}

/// What may be played, as a summary: `POST /v1/doudizhu/moves` lists all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::PlayOptions)]
pub struct PlayOptions {
    /// The play to beat; absent for a leader, who may not pass.
    #[schema(required)]
    pub to_beat: Option<Reading>,
    /// The number of plays, passing not counted.
    pub count: u32,
    /// The plays by kind and length.
    pub groups: Vec<PlayGroup>,
    /// A few plays, the cheapest first.
    #[schema(max_items = 5)]
    pub suggested: Vec<Suggestion>,
}

/// The options of this seat now.
pub(super) fn options(hand: &Doudizhu, seat: Seat) -> Option<Options> {
    if let Ok(factor) = hand.may_show(seat) {
        return Some(Options::Show(ShowOptions { factor }));
    }
    if !hand.awaited().contains(seat) {
        return None;
    }
    match &hand.phase {
        Phase::Auction(auction) => auction_options(auction),
        Phase::Doubling(..) => Some(Options::Double(DoubleOptions { factor: 2 })),
        Phase::Playing(playing) => Some(Options::Play(PlayOptions::of(hand, seat, playing))),
        _ => None,
    }
}

fn auction_options(auction: &Auction) -> Option<Options> {
    let robs = auction.calls().iter().filter(|call| call.said == Said::Rob {}).count();
    match auction.state() {
        AuctionState::Bid { least, .. } => {
            Some(Options::Bid(BidOptions { points: (least..=MOST_POINTS).collect() }))
        }
        AuctionState::Call(_) => Some(Options::Call(BaseOptions { base: 1 })),
        AuctionState::Rob(_) => Some(Options::Rob(BaseOptions { base: 2 << robs })),
        AuctionState::Landlord { .. } | AuctionState::Nobody => None,
    }
}

impl PlayOptions {
    fn of(hand: &Doudizhu, seat: Seat, playing: &Playing) -> Self {
        let Summary { count, groups, suggested } = hand.choices(seat).summary();
        Self { to_beat: playing.to_beat(), count, groups, suggested }
    }
}

impl Doudizhu {
    /// The plays that a seat may choose from now.
    pub(super) fn choices(&self, seat: Seat) -> Choices {
        let table = match &self.phase {
            Phase::Playing(playing) => playing.to_beat(),
            _ => None,
        };
        Choices::of(self.held(seat), self.play_rules(), table)
    }
}
