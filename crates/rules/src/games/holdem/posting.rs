//! The antes, blinds and straddles that each seat posts before the cards are dealt.

use super::event::{Event, Post, Posted};
use super::hand::Holdem;
use super::phase::Phase;
use super::rules::{Ante, Betting, Rules};
use crate::games::game::Chips;

/// Everything that can be posted, in the order of posting.
const ANTE_FIRST: [Post; 7] = [
    Post::Ante,
    Post::TableAnte,
    Post::DeadBlind,
    Post::SmallBlind,
    Post::BigBlind,
    Post::EntryBlind,
    Post::Straddle,
];

/// The same with a big-blind ante after the blind (TDA RP-11): a stack that is too short for both pays the blind.
const BLIND_FIRST: [Post; 7] = [
    Post::Ante,
    Post::DeadBlind,
    Post::SmallBlind,
    Post::BigBlind,
    Post::TableAnte,
    Post::EntryBlind,
    Post::Straddle,
];

/// The order of posting by these options. A button ante is always posted first: the button posts no blind, or heads-up
/// the small blind, of which RP-11 does not speak.
fn order(rules: &Rules) -> [Post; 7] {
    match rules.ante {
        Ante::BigBlind { .. } if rules.blind_first => BLIND_FIRST,
        _ => ANTE_FIRST,
    }
}

impl Holdem {
    /// The first post; the deal, if there is none.
    pub(super) fn first_post(&self) -> Phase {
        self.next_of(self.posts())
    }

    /// The post after this one.
    pub(super) fn post_after(&self, post: Post, place: usize) -> Phase {
        self.next_of(self.posts().skip_while(move |&each| each != (post, place)).skip(1))
    }

    /// Every post of every place, in the order of posting.
    fn posts(&self) -> impl Iterator<Item = (Post, usize)> {
        let order = order(&self.setup.rules).into_iter();
        order.flat_map(|post| self.places().map(move |place| (post, place)))
    }

    fn next_of(&self, mut posts: impl Iterator<Item = (Post, usize)>) -> Phase {
        let next = posts.find(|&(post, place)| self.to_post(post, place) > 0);
        next.map_or(Phase::Dealing, |(post, place)| Phase::Posting { post, place })
    }

    pub(super) fn posting(&self, post: Post, place: usize) -> Event {
        let amount = self.to_post(post, place);
        let player = &self.players[place];
        Event::Posted(Posted { seat: player.seat, post, amount, all_in: amount == player.stack })
    }

    /// The part of a post that a player can pay.
    fn to_post(&self, post: Post, place: usize) -> Chips {
        self.nominal(post, place).min(self.players[place].stack)
    }

    /// The post of a player, if its stack were long enough.
    fn nominal(&self, post: Post, place: usize) -> Chips {
        let rules = &self.setup.rules;
        let positions = self.setup.positions;
        let player = &self.setup.players[place];
        let owed = match (post, rules.ante) {
            (Post::Ante, Ante::Uniform { amount }) => Some(amount),
            (Post::TableAnte, Ante::BigBlind { amount }) => {
                (player.seat == positions.big_blind).then_some(amount)
            }
            (Post::TableAnte, Ante::Button { amount }) => (player.seat == positions.button).then_some(amount),
            (Post::Ante | Post::TableAnte, _) => None,
            (Post::DeadBlind, _) => player.dead_blind.then_some(rules.small_blind),
            (Post::SmallBlind, _) => (player.seat == positions.small_blind).then_some(rules.small_blind),
            (Post::BigBlind, _) => (player.seat == positions.big_blind).then_some(rules.big_blind),
            (Post::EntryBlind, _) => player.entry_blind.then_some(rules.big_blind),
            (Post::Straddle, _) => (self.setup.straddle == Some(player.seat)).then_some(2 * rules.big_blind),
        };
        owed.unwrap_or(0)
    }

    /// By how much the blinds and the straddle fell short. In pot limit a short one counts in full, and so does a small
    /// blind that nobody posts because it is dead (TDA 54-B).
    pub(super) fn short_posts(&self) -> Chips {
        let rules = &self.setup.rules;
        let is_dead = self.place_of(self.setup.positions.small_blind).is_none();
        let dead = if is_dead && rules.betting == Betting::PotLimit { rules.small_blind } else { 0 };
        let short = |place: usize| {
            let player = &self.players[place];
            let due = [
                (self.setup.positions.small_blind == player.seat, rules.small_blind),
                (self.setup.positions.big_blind == player.seat, rules.big_blind),
                (self.setup.straddle == Some(player.seat), 2 * rules.big_blind),
            ];
            let due = due.into_iter().filter_map(|(is_due, amount)| is_due.then_some(amount)).max();
            due.unwrap_or(0).saturating_sub(player.bet)
        };
        dead + self.places().map(short).sum::<Chips>()
    }
}
