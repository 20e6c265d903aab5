//! The duty of a seat that follows, as data and in words.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::follow::Duty;
use super::order::Group;
use super::runs::Lengths;

/// What a lead demands of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Owed)]
pub struct Owed {
    /// The group led.
    pub group: Group,
    /// The number of cards to play.
    pub cards: u8,
    /// The number of them that have to be of the group.
    pub in_group: u8,
    /// The runs that they have to contain, longest first: 1 is a pair, n a tractor of n pairs.
    pub shape: Vec<u8>,
    /// The same in words: `"5 spades, among them a 2-tractor and a pair"`.
    pub says: String,
}

impl From<Duty> for Owed {
    fn from(duty: Duty) -> Self {
        let Duty { group, size, in_group, shape } = duty;
        let of_group = format!("{in_group} {}", name(group, in_group));
        let any = match size - in_group {
            0 => String::new(),
            more => format!(" and any {more} more"),
        };
        let among =
            if shape == Lengths::NONE { String::new() } else { format!(", among them {}", words(shape)) };
        let says = if in_group == 0 { format!("any {size}") } else { format!("{of_group}{any}{among}") };
        Self { group, cards: size, in_group, shape: shape.iter().collect(), says }
    }
}

/// Runs in words: `"a 3-tractor, a 2-tractor and 2 pairs"`.
pub fn words(shape: Lengths) -> String {
    let mut counted: Vec<(u8, u8)> = Vec::new();
    for length in shape.iter() {
        match counted.last_mut() {
            Some((last, count)) if *last == length => *count += 1,
            _ => counted.push((length, 1)),
        }
    }
    let kind = |length: u8| if length == 1 { "pair".to_owned() } else { format!("{length}-tractor") };
    let each = counted.into_iter().map(|(length, count)| match count {
        1 => format!("a {}", kind(length)),
        _ => format!("{count} {}s", kind(length)),
    });
    let each: Vec<String> = each.collect();
    match each.split_last() {
        None => "no pairs".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

fn name(group: Group, count: u8) -> &'static str {
    match (group, count) {
        (Group::Spades, 1) => "spade",
        (Group::Spades, _) => "spades",
        (Group::Hearts, 1) => "heart",
        (Group::Hearts, _) => "hearts",
        (Group::Clubs, 1) => "club",
        (Group::Clubs, _) => "clubs",
        (Group::Diamonds, 1) => "diamond",
        (Group::Diamonds, _) => "diamonds",
        (Group::Trump, 1) => "trump",
        (Group::Trump, _) => "trumps",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(size: u8, in_group: u8, shape: &[u8]) -> String {
        let shape = shape.iter().copied().collect();
        Owed::from(Duty { group: Group::Spades, size, in_group, shape }).says
    }

    #[test]
    fn a_demand_reads_as_a_sentence() {
        assert_eq!(says(5, 5, &[2, 1]), "5 spades, among them a 2-tractor and a pair");
        assert_eq!(says(4, 4, &[1, 1]), "4 spades, among them 2 pairs");
        assert_eq!(says(2, 1, &[]), "1 spade and any 1 more");
        assert_eq!(says(3, 3, &[]), "3 spades");
        assert_eq!(says(3, 0, &[]), "any 3");
    }
}
