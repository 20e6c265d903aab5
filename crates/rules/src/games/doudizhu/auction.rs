//! The auction: bidding points, or calling and robbing (叫地主, 抢地主).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::Bidding;
use super::setup::SEATS;
use crate::games::seat::Seat;

/// A call of a seat in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = doudizhu::Said)]
pub enum Said {
    /// A bid.
    Bid {
        /// 1, 2 or 3.
        points: u8,
    },
    /// Called to be the landlord.
    Call {},
    /// Robbed the landlord's place.
    Rob {},
    /// Passed.
    Pass {},
}

/// A seat's call in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Call)]
pub struct Call {
    /// The seat that called.
    pub seat: Seat,
    /// What the seat bid or called.
    pub said: Said,
}

/// An auction as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auction {
    bidding: Bidding,
    first: Seat,
    calls: Vec<Call>,
}

/// The state of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuctionState {
    /// This seat may bid.
    Bid {
        /// The seat.
        seat: Seat,
        /// The least it may bid.
        least: u8,
    },
    /// This seat may call.
    Call(Seat),
    /// This seat may rob.
    Rob(Seat),
    /// It is over, with a landlord.
    Landlord {
        /// The landlord.
        seat: Seat,
        /// The points bid, or 2 to the power of the robs.
        base: u8,
    },
    /// It is over, without a landlord.
    Nobody,
}

/// The highest bid.
pub const MOST_POINTS: u8 = 3;

impl Auction {
    /// An auction in which this seat is first.
    pub fn opened(bidding: Bidding, first: Seat) -> Self {
        Self { bidding, first, calls: Vec::new() }
    }

    /// How the landlord is chosen.
    pub fn bidding(&self) -> Bidding {
        self.bidding
    }

    /// The seat that is first.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The calls, in order.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The auction after another call.
    #[must_use]
    pub fn with(mut self, call: Call) -> Self {
        self.calls.push(call);
        self
    }

    /// The state of the auction: the seat whose turn it is, or the result.
    pub fn state(&self) -> AuctionState {
        match self.bidding {
            Bidding::Points => self.bid(),
            Bidding::CallRob => self.call(),
        }
    }

    fn bid(&self) -> AuctionState {
        let points = |call: &Call| match call.said {
            Said::Bid { points } => Some((points, call.seat)),
            _ => None,
        };
        let highest = self.calls.iter().filter_map(points).max_by_key(|&(points, _)| points);
        let next = self.first.and_after(SEATS).nth(self.calls.len());
        match (highest, next) {
            (Some((base, seat)), None) => AuctionState::Landlord { seat, base },
            (Some((base, seat)), Some(_)) if base >= MOST_POINTS => AuctionState::Landlord { seat, base },
            (highest, Some(seat)) => {
                AuctionState::Bid { seat, least: highest.map_or(1, |(points, _)| points + 1) }
            }
            (None, None) => AuctionState::Nobody,
        }
    }

    fn call(&self) -> AuctionState {
        let Some(place) = self.calls.iter().position(|call| call.said == Said::Call {}) else {
            return self
                .first
                .and_after(SEATS)
                .nth(self.calls.len())
                .map_or(AuctionState::Nobody, AuctionState::Call);
        };
        let (declined, since) = self.calls.split_at(place);
        let caller = since[0].seat;
        let robs = since.iter().filter(|call| call.said == Said::Rob {});
        let last = robs.clone().next_back().map_or(caller, |call| call.seat);
        let has_robbed = last != caller;
        let may_rob = |seat: &Seat| {
            let has_declined = declined.iter().any(|call| call.seat == *seat);
            let has_spoken = since[1..].iter().any(|call| call.seat == *seat);
            !has_declined && !has_spoken && (*seat != caller || has_robbed)
        };
        // After the caller the others may rob, and at last the caller again.
        match caller.after(SEATS).and_after(SEATS).find(may_rob) {
            Some(seat) => AuctionState::Rob(seat),
            None => AuctionState::Landlord { seat: last, base: 1 << robs.count() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays an auction: `-` passes, a digit bids, `c` calls, `r` robs. Returns the seats that were asked, and the
    /// final state.
    fn held(bidding: Bidding, first: u8, said: &str) -> (Vec<u8>, AuctionState) {
        let mut auction = Auction::opened(bidding, Seat(first));
        let mut asked = Vec::new();
        for word in said.chars() {
            let (AuctionState::Bid { seat, .. } | AuctionState::Call(seat) | AuctionState::Rob(seat)) =
                auction.state()
            else {
                panic!("the auction is over before {word}")
            };
            let said = match word {
                'c' => Said::Call {},
                'r' => Said::Rob {},
                '-' => Said::Pass {},
                points => Said::Bid { points: points.to_digit(10).unwrap().try_into().unwrap() },
            };
            asked.push(seat.0);
            auction = auction.with(Call { seat, said });
        }
        (asked, auction.state())
    }

    fn landlord(seat: u8, base: u8) -> AuctionState {
        AuctionState::Landlord { seat: Seat(seat), base }
    }

    #[test]
    fn the_highest_bid_wins_and_three_ends_it() {
        assert_eq!(held(Bidding::Points, 1, "1-2"), (vec![1, 2, 0], landlord(0, 2)));
        assert_eq!(held(Bidding::Points, 2, "3"), (vec![2], landlord(2, 3)));
        assert_eq!(held(Bidding::Points, 0, "-1-").1, landlord(1, 1));
        assert_eq!(held(Bidding::Points, 0, "---").1, AuctionState::Nobody);
        assert_eq!(held(Bidding::Points, 0, "2").1, AuctionState::Bid { seat: Seat(1), least: 3 });
        assert_eq!(held(Bidding::Points, 0, "-").1, AuctionState::Bid { seat: Seat(1), least: 1 });
    }

    #[test]
    fn the_last_to_rob_becomes_landlord() {
        assert_eq!(held(Bidding::CallRob, 0, "c--"), (vec![0, 1, 2], landlord(0, 1)));
        assert_eq!(held(Bidding::CallRob, 0, "cr--"), (vec![0, 1, 2, 0], landlord(1, 2)));
        assert_eq!(held(Bidding::CallRob, 0, "crr-"), (vec![0, 1, 2, 0], landlord(2, 4)));
        assert_eq!(held(Bidding::CallRob, 0, "crrr"), (vec![0, 1, 2, 0], landlord(0, 8)));
        assert_eq!(held(Bidding::CallRob, 0, "c-rr"), (vec![0, 1, 2, 0], landlord(0, 4)));
    }

    #[test]
    fn a_seat_that_declined_to_call_never_robs() {
        assert_eq!(held(Bidding::CallRob, 1, "-c").1, AuctionState::Rob(Seat(0)));
        assert_eq!(held(Bidding::CallRob, 1, "-c-"), (vec![1, 2, 0], landlord(2, 1)));
        assert_eq!(held(Bidding::CallRob, 1, "-crr"), (vec![1, 2, 0, 2], landlord(2, 4)));
        assert_eq!(
            held(Bidding::CallRob, 1, "--c"),
            (vec![1, 2, 0], landlord(0, 1)),
            "nobody is left to rob"
        );
        assert_eq!(held(Bidding::CallRob, 1, "---").1, AuctionState::Nobody);
    }

    #[test]
    fn the_caller_robs_only_after_another_rob() {
        assert_eq!(held(Bidding::CallRob, 2, "c--").1, landlord(2, 1));
        assert_eq!(held(Bidding::CallRob, 2, "c-r").1, AuctionState::Rob(Seat(2)));
    }
}
