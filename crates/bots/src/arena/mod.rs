//! The arena: plays strategies against each other, without a server, and measures how much better one is than another.
//!
//! ```text
//! cardroom arena --game holdem --seats advanced,intermediate --deals 20000 --seed 1
//! cardroom arena --game holdem --seats advanced,novice,novice,novice,novice,novice --instead intermediate
//! cardroom arena --game doudizhu --seats advanced,intermediate --deals 2000 --threads 2
//! cardroom arena --exploitability
//! cardroom arena --game shengji --seats external,novice --external 'python3 bot.py' --json
//! ```
//!
//! A *deal* is the unit of every interval: the same cards, played once in each *seating*, so that the luck of the deal
//! cancels out. In Hold'em the players rotate round the table; in Dou Dizhu two names stand for one against two, both
//! ways round and rotated; in Shengji the two sides swap, and a deal is several hands that follow each other. A figure
//! is a mean, or a ratio, over deals; its interval comes from the deals' own variance. With `--instead` another
//! strategy plays the first one's part in the same deals, and both are compared deal by deal.
//!
//! The players of a table remember what they saw for 500 deals, a *session*; then new ones replace them. Each seat has
//! its own random numbers, which follow from the seed, so a run can be repeated exactly, on any number of threads.
//!
//! An external program plays as [`external`]: it reads and writes lines of JSON.

pub mod contest;
pub mod doudizhu;
pub mod error;
pub mod estimate;
pub mod exploitability;
pub mod external;
pub mod flags;
pub mod holdem;
pub mod plan;
pub mod player;
pub mod report;
pub mod run;
pub mod shengji;
pub mod table;
pub mod timing;

#[cfg(test)]
mod tests;
