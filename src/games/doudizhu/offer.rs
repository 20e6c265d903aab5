//! What a seat may do: its options, its moves spelled out, and what the clock plays for it.

use super::action::{Action, BaseOptions, BidOptions, DoubleOptions, Options, PlayOptions, ShowOptions};
use super::auction::{Auction, MOST_POINTS, Said, Turn as Asked};
use super::choices::{Choices, Summary};
use super::hand::Doudizhu;
use super::phase::{Phase, Playing};
use super::play::Play;
use super::score::doubles;
use crate::games::game::Seat;

/// How many plays are listed where there are wild cards, which make tens of thousands.
const MOST_LISTED: usize = 1_000;

impl Doudizhu {
    pub(super) fn offered(&self, seat: Seat) -> Option<Options> {
        if let Ok(factor) = self.may_show(seat) {
            return Some(Options::Show(ShowOptions { factor }));
        }
        if !self.awaited().contains(seat) {
            return None;
        }
        match &self.phase {
            Phase::Auction(auction) => auction_options(auction),
            Phase::Doubling(..) => Some(Options::Double(DoubleOptions { factor: 2 })),
            Phase::Playing(playing) => Some(Options::Play(self.play_options(seat, playing))),
            _ => None,
        }
    }

    pub(super) fn listed(&self, seat: Seat) -> Vec<Action> {
        if let Phase::Playing(playing) = &self.phase {
            let pass = playing.table().map(|_| Action::Pass {});
            let is_asked = self.awaited().contains(seat);
            return pass.into_iter().chain(self.plays(seat)).filter(|_| is_asked).collect();
        }
        let Some(options) = self.offered(seat) else { return Vec::new() };
        let pass = std::iter::once(Action::Pass {});
        match options {
            Options::Show(_) => pass.chain([Action::Show {}]).collect(),
            Options::Bid(BidOptions { points }) => {
                pass.chain(points.into_iter().map(|points| Action::Bid { points })).collect()
            }
            Options::Call(_) => pass.chain([Action::Call {}]).collect(),
            Options::Rob(_) => pass.chain([Action::Rob {}]).collect(),
            Options::Double(_) => pass.chain([Action::Double {}]).collect(),
            Options::Play(_) => Vec::new(),
        }
    }

    /// Keeps the hand hidden, wants nothing in the auction and doubles nothing; leads the cheapest play, and answers
    /// with the cheapest, but passes rather than spend a bomb or beat the other peasant.
    pub(super) fn clock_plays(&self, seat: Seat) -> Action {
        let Phase::Playing(playing) = &self.phase else { return Action::Pass {} };
        let partner = playing.contract.peasants().into_iter().filter(|_| seat != playing.contract.landlord);
        let by_partner =
            playing.table().is_some_and(|laid| partner.into_iter().any(|each| each == laid.seat));
        let choices = self.choices(seat);
        let is_spared = |play: &Play| playing.table().is_some() && (by_partner || doubles(play.reading.kind));
        match choices.cheapest().filter(|play| !is_spared(play)) {
            Some(play) => choices.action(&play),
            None => Action::Pass {},
        }
    }

    /// Whether this seat is to play, and holds nothing that beats the table.
    pub(super) fn can_only_pass(&self, seat: Seat) -> bool {
        let Phase::Playing(playing) = &self.phase else { return false };
        let can_answer = |table| self.play_rules().can_answer(self.held(seat).counts(), table);
        self.awaited().contains(seat) && playing.to_beat().is_some_and(|table| !can_answer(table))
    }

    /// What a seat may play now.
    fn choices(&self, seat: Seat) -> Choices {
        let table = match &self.phase {
            Phase::Playing(playing) => playing.to_beat(),
            _ => None,
        };
        Choices::of(self.held(seat), self.play_rules(), table)
    }

    /// Every play; where wild cards make more than can be tried, some spread evenly over all.
    fn plays(&self, seat: Seat) -> impl Iterator<Item = Action> {
        let choices = self.choices(seat);
        let plays = choices.all();
        let every = if self.wild.is_empty() { 1 } else { plays.len().div_ceil(MOST_LISTED).max(1) };
        plays.into_iter().step_by(every).map(move |play| choices.action(&play))
    }

    fn play_options(&self, seat: Seat, playing: &Playing) -> PlayOptions {
        let Summary { count, groups, suggested } = self.choices(seat).summary();
        PlayOptions { to_beat: playing.to_beat(), count, groups, suggested }
    }
}

fn auction_options(auction: &Auction) -> Option<Options> {
    let robs = auction.calls().iter().filter(|call| call.said == Said::Rob {}).count();
    match auction.turn() {
        Asked::Bid { least, .. } => {
            Some(Options::Bid(BidOptions { points: (least..=MOST_POINTS).collect() }))
        }
        Asked::Call(_) => Some(Options::Call(BaseOptions { base: 1 })),
        Asked::Rob(_) => Some(Options::Rob(BaseOptions { base: 2 << robs })),
        Asked::Landlord { .. } | Asked::Nobody => None,
    }
}
