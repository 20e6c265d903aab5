//! The likelihood of hands, given the actions of their players.

use super::notes::{Move, Notes};
use super::plan::exactly;
use super::roles::Roles;
use super::sight::LANDLORD;
use cardroom_rules::games::doudizhu::auction::Said;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Reading};

/// How often a hand passes on an enemy's play although it has an answer that breaks up nothing.
const WITH_ANSWER: f32 = 0.25;
/// The same if the answer breaks up a combination.
const WITH_COSTLY_ANSWER: f32 = 0.7;
/// The same on its partner's play: it lets the partner go on, so a pass tells little.
const ON_PARTNER: f32 = 0.9;
/// How much more likely a player who wanted to be landlord holds each joker or two.
const FOR_HIGH_CARD: f32 = 1.25;

/// How likely it is that the others acted as they did, if they hold these hands now; seats from the landlord on.
pub fn likelihood(notes: &Notes, roles: Roles, hands: [Counts; 3]) -> f32 {
    let (me, mut then, mut likely) = (roles.role(notes.me), hands, 1.0);
    for &Move { seat, table, play } in notes.moves.iter().rev() {
        let role = roles.role(seat);
        match (play, roles.table(table)) {
            (Some(play), _) => then[role] = then[role].with(play.cards),
            (None, Some((owner, reading))) if role != me => {
                let is_enemy = (owner == LANDLORD) != (role == LANDLORD);
                likely *= passes(then[role], reading, is_enemy);
            }
            (None, _) => {}
        }
    }
    likely * spoke(notes, roles, then)
}

/// How likely it is that this hand passes.
fn passes(hand: Counts, table: Reading, is_enemy: bool) -> f32 {
    let above = Ranks::above(table.main);
    let each = table.kind.body();
    // Twos and jokers are often kept.
    let modest = Ranks::CHAIN;
    let (has_answer, has_costly) = match table.kind {
        Kind::Single | Kind::Pair | Kind::Trio | Kind::TrioSingle | Kind::TrioPair => {
            let natural = exactly(hand, each).and(above).and(modest);
            (!natural.is_empty(), !hand.at_least(each).and(above).is_empty())
        }
        Kind::Bomb | Kind::Rocket | Kind::QuadSingles | Kind::QuadPairs => (false, false),
        _ => (false, !hand.at_least(each).starts(table.length).and(above).is_empty()),
    };
    match (is_enemy, has_answer) {
        (true, true) => WITH_ANSWER,
        (true, false) if has_costly => WITH_COSTLY_ANSWER,
        (false, true) => ON_PARTNER,
        _ => 1.0,
    }
}

/// How likely it is that hands made these calls in the auction, compared with each other.
fn spoke(notes: &Notes, roles: Roles, dealt: [Counts; 3]) -> f32 {
    let high = Ranks::above(Rank::ACE);
    let mut likely = 1.0;
    for call in notes.calls.iter().filter(|call| call.seat.index() != notes.me) {
        let cards = dealt[roles.role(call.seat.index())].among(high).len();
        let factor = match call.said {
            Said::Pass {} => FOR_HIGH_CARD.recip(),
            Said::Bid { .. } | Said::Call {} | Said::Rob {} => FOR_HIGH_CARD,
        };
        likely *= factor.powi(i32::try_from(cards).unwrap_or_default());
    }
    likely
}

#[cfg(test)]
mod tests {
    use super::super::tests::counts;
    use super::*;

    #[test]
    fn a_seat_that_passes_probably_had_no_answer() {
        let table = Reading::new(Kind::Single, Rank::THREE, 1);
        let passes = |hand: &str, is_enemy| super::passes(counts(hand), table, is_enemy);
        assert!(passes("79", true) < passes("7799", true), "a loose card would have been played");
        assert!(passes("7799", true) < passes("3", true), "a pair is taken apart less often");
        assert!(passes("79", false) > passes("79", true), "a partner is let go on");
    }
}
