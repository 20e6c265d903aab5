//! Exact results: every deal and every board is counted.

use super::combo::Combo;
use super::duel::{self, Ranked};
use super::matchup;
use super::preflop::{self, BOARDS};
use super::spot::Spot;
use super::tally::WinTally;
use crate::cards::card::Card;
use crate::cards::combinations;
use crate::cards::set::CardSet;
use crate::games::holdem::evaluate::evaluator::Evaluator;

/// The cost of a comparison before it starts, in steps of about a nanosecond.
///
/// Two ranges before the flop are looked up. Other hands before the flop are counted deal by deal. From the flop on the
/// count goes board by board: each hand is ranked once; two players' hands are sorted, more players' hands are dealt.
pub fn steps(spot: &Spot) -> u128 {
    let (deals, players) = (spot.deals(), spot.players().len() as u128);
    if is_looked_up(spot) {
        20 * deals
    } else if spot.board().is_empty() {
        (100_000 + 30_000 * players) * deals
    } else {
        let ranked: usize = spot.players().iter().map(|range| range.hands().len()).sum();
        let met = if players == 2 { 300 + 60 * ranked as u128 } else { 5 * ranked as u128 + 2 * deals };
        u128::from(runouts(spot)) * met
    }
}

/// Whether every count stays below 2^53, so that every JSON reader keeps it exact.
pub fn can_be_counted(spot: &Spot) -> bool {
    spot.most_counted().is_some_and(|most| most < 1 << 53)
}

/// Counts everything. `None` as soon as `may_go_on` returns false; it is called now and then.
///
/// ```
/// use cardroom_rules::games::holdem::equity::exact::count;
/// use cardroom_rules::games::holdem::equity::question::Question;
///
/// let players = ["AhKh", "QdQs"].map(str::to_owned).to_vec();
/// let spot = Question { players, ..Question::default() }.spot()?;
/// let tally = count(&spot, &|| true).expect("it was not interrupted");
/// let (ace_king, queens) = (tally.shares(0), tally.shares(1));
/// assert_eq!((tally.total(), ace_king.win, queens.win, ace_king.tie), (1_712_304, 787_966, 917_606, vec![6_732]));
/// # Ok::<(), cardroom_rules::games::holdem::equity::question::EquityRefusal>(())
/// ```
pub fn count(spot: &Spot, may_go_on: &dyn Fn() -> bool) -> Option<WinTally> {
    let mut tally = WinTally::new(spot.players().len());
    if is_looked_up(spot) {
        look_up(spot, &mut tally, may_go_on)?;
    } else if spot.board().is_empty() {
        Deal { spot, may_go_on }.every(&mut Vec::new(), spot.gone(), 1, &mut tally)?;
    } else {
        every_board(spot, &mut tally, may_go_on)?;
    }
    Some(tally)
}

fn is_looked_up(spot: &Spot) -> bool {
    spot.players().len() == 2 && spot.is_open()
}

fn runouts(spot: &Spot) -> u64 {
    let left = usize::from(Card::FRENCH) - spot.gone().len() as usize;
    combinations::choose(left, 5 - spot.board().len())
}

/// `Some` if the work may go on.
fn go_on(may_go_on: &dyn Fn() -> bool) -> Option<()> {
    may_go_on().then_some(())
}

fn look_up(spot: &Spot, tally: &mut WinTally, may_go_on: &dyn Fn() -> bool) -> Option<()> {
    let [first, second] = spot.players() else { return None };
    let won = tally.by_winners();
    for &(one, weight) in first.hands() {
        go_on(may_go_on)?;
        for &(other, other_weight) in second.hands().iter().filter(|(other, _)| !other.set().meet(one.set()))
        {
            let weight = u64::from(weight) * u64::from(other_weight);
            let (wins, ties) = preflop::wins_and_ties(one, other);
            won[0b01] += weight * u64::from(wins);
            won[0b10] += weight * u64::from(BOARDS - wins - ties);
            won[0b11] += weight * u64::from(ties);
        }
    }
    Some(())
}

/// Before the flop: deal by deal.
struct Deal<'a> {
    spot: &'a Spot,
    may_go_on: &'a dyn Fn() -> bool,
}

impl Deal<'_> {
    fn every(&self, hands: &mut Vec<Combo>, used: CardSet, weight: u64, tally: &mut WinTally) -> Option<()> {
        let Some(range) = self.spot.players().get(hands.len()) else {
            go_on(self.may_go_on)?;
            let mut of_deal = WinTally::new(hands.len());
            matchup::compare(hands, self.spot.gone(), &mut of_deal);
            tally.add(&of_deal, weight);
            return Some(());
        };
        for &(hand, of_hand) in range.hands().iter().filter(|(hand, _)| !hand.set().meet(used)) {
            hands.push(hand);
            self.every(hands, used.with(hand.set()), weight * u64::from(of_hand), tally)?;
            hands.pop();
        }
        Some(())
    }
}

/// From the flop on: board by board.
fn every_board(spot: &Spot, tally: &mut WinTally, may_go_on: &dyn Fn() -> bool) -> Option<()> {
    let left: Vec<Card> = Card::french().filter(|card| !spot.gone().contains(*card)).collect();
    match *spot.board() {
        [a, b, c] => {
            for (place, &turn) in left.iter().enumerate() {
                for &river in &left[..place] {
                    one_board(spot, [a, b, c, turn, river], tally, may_go_on)?;
                }
            }
        }
        [a, b, c, turn] => {
            for &river in &left {
                one_board(spot, [a, b, c, turn, river], tally, may_go_on)?;
            }
        }
        [a, b, c, turn, river] => one_board(spot, [a, b, c, turn, river], tally, may_go_on)?,
        _ => {}
    }
    Some(())
}

fn one_board(
    spot: &Spot,
    board: [Card; 5],
    tally: &mut WinTally,
    may_go_on: &dyn Fn() -> bool,
) -> Option<()> {
    let evaluator = Evaluator::ready();
    let used: CardSet = board.into_iter().collect();
    let ranked = |&(hand, weight): &(Combo, u32)| Ranked {
        cards: hand.set(),
        weight: weight.into(),
        rank: evaluator.rank(&hand.on(board)),
    };
    let fitting = |hands: &[(Combo, u32)]| -> Vec<Ranked> {
        hands.iter().filter(|(hand, _)| !hand.set().meet(used)).map(ranked).collect()
    };
    let mut players: Vec<Vec<Ranked>> = spot.players().iter().map(|range| fitting(range.hands())).collect();
    if let [first, second] = &mut players[..] {
        go_on(may_go_on)?;
        duel::meet(first, second, tally.by_winners());
        return Some(());
    }
    Showdown { players: &players, may_go_on }.every(
        0,
        Best { used: CardSet::NONE, weight: 1, rank: u16::MAX, winners: 0 },
        tally.by_winners(),
    )
}

/// The hands that meet on one board.
struct Showdown<'a> {
    players: &'a [Vec<Ranked>],
    may_go_on: &'a dyn Fn() -> bool,
}

/// The results of the hands dealt so far.
#[derive(Clone, Copy)]
struct Best {
    used: CardSet,
    weight: u64,
    rank: u16,
    winners: usize,
}

impl Best {
    #[inline]
    fn with(self, player: usize, hand: &Ranked) -> Self {
        let bit = 1 << player;
        let winners = match hand.rank.cmp(&self.rank) {
            std::cmp::Ordering::Less => bit,
            std::cmp::Ordering::Equal => self.winners | bit,
            std::cmp::Ordering::Greater => self.winners,
        };
        Self {
            used: self.used.with(hand.cards),
            weight: self.weight * hand.weight,
            rank: self.rank.min(hand.rank),
            winners,
        }
    }
}

impl Showdown<'_> {
    /// Deals the players from this one on every hand that they can have.
    fn every(&self, player: usize, best: Best, won: &mut [u64]) -> Option<()> {
        let fitting = || self.players[player].iter().filter(|hand| !hand.cards.meet(best.used));
        if player + 1 == self.players.len() {
            for hand in fitting() {
                let best = best.with(player, hand);
                won[best.winners] += best.weight;
            }
            return Some(());
        }
        for hand in fitting() {
            go_on(self.may_go_on)?;
            self.every(player + 1, best.with(player, hand), won)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::games::holdem::equity::known;
    use crate::games::holdem::equity::range::Range;
    use crate::games::holdem::equity::tally::Shares;

    fn spot(players: &[&str], board: &str, dead: &str) -> Spot {
        let cards = |text: &str| text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        let players: Vec<Range> = players.iter().map(|text| Range::parse(text).unwrap()).collect();
        Spot::new(&players, cards(board), cards(dead)).unwrap()
    }

    fn shares(spot: &Spot) -> Vec<Shares> {
        let tally = count(spot, &|| true).unwrap();
        tally.players().map(|player| tally.shares(player)).collect()
    }

    /// The same, each deal on its own.
    fn deal_by_deal(spot: &Spot) -> WinTally {
        let mut deals = vec![(vec![], spot.gone(), 1)];
        for range in spot.players() {
            let with = |(hands, used, weight): &(Vec<Combo>, CardSet, u64)| {
                let fitting = range.hands().iter().filter(|(hand, _)| !hand.set().meet(*used));
                let deal = |&(hand, of_hand): &(Combo, u32)| {
                    ([&hands[..], &[hand]].concat(), used.with(hand.set()), weight * u64::from(of_hand))
                };
                fitting.map(deal).collect::<Vec<_>>()
            };
            deals = deals.iter().flat_map(with).collect();
        }
        let mut sum = WinTally::new(spot.players().len());
        for (hands, _, weight) in deals {
            let mut of_deal = WinTally::new(hands.len());
            known::compare(&hands, spot.board(), spot.gone(), &mut of_deal);
            sum.add(&of_deal, weight);
        }
        sum
    }

    #[test]
    fn known_equities_are_found_on_every_street() {
        let of = |board| shares(&spot(&["AhKh", "QdQs"], board, ""))[0].clone();
        assert_eq!(of(""), Shares { win: 787_966, tie: vec![6_732], lose: 917_606 });
        assert_eq!(of("2h 7h Tc"), Shares { win: 539, tie: vec![0], lose: 451 });
        assert_eq!(of("2h 7h Tc Ts"), Shares { win: 13, tie: vec![0], lose: 31 });
        assert_eq!(of("2h 7h Tc Ts 3h"), Shares { win: 1, tie: vec![0], lose: 0 });
        assert_eq!(of("Ts Js Qc Kc Ac"), Shares { win: 0, tie: vec![1], lose: 0 });
    }

    #[test]
    fn ranges_are_the_sum_of_their_deals() {
        let two = ["TT+@50, AhKh", "KsQs, JJ@20, 98s"];
        let three = ["AK@30, 98s", "AK, 22@1", "KQs, AhKh@7"];
        let six = ["AK", "QhJh, QsJs@40", "AQs@99", "22@3, 33", "T9s", "KdKc, 7h7s@50"];
        for (players, board, dead) in [
            (&two[..], "", ""),
            (&two, "Ts 9s 2d", ""),
            (&two, "Ts 9s 2d", "As Kh"),
            (&two, "Ts 9s 2d Ah", ""),
            (&two, "Ts 9s 2d Ah 3c", "Jd"),
            (&two, "Ts Js Qs Ks As", ""),
            (&three[..2], "", "2c Ad"),
            (&three, "Ts 9s 2d", "As"),
            (&three, "Ah Kd 2c 2d", ""),
            (&three, "Ts Jd Qc Kc Ac", "9h"),
            (&six, "Th 9h 2d 4c", "As Kh Qd 7c"),
            (&six, "Th Jd Qc Kh Ac", ""),
        ] {
            let spot = spot(players, board, dead);
            assert_eq!(count(&spot, &|| true), Some(deal_by_deal(&spot)), "{players:?} {board} {dead}");
        }
    }

    /// Two players with the same range meet as often as they can, and neither wins more.
    #[test]
    fn a_range_against_itself_is_even() {
        for (board, dead) in [("Ts 9s 2d", ""), ("Ts Js Qs Ks As", "2c"), ("2s 2h 2c 2d Ah", "")] {
            let spot = spot(&["random", "random"], board, dead);
            let all = shares(&spot)[0].clone();
            let left = 52 - spot.gone().len() as usize;
            let deals = combinations::choose(left, 2) * combinations::choose(left - 2, 2);
            assert_eq!(all.win, all.lose, "{board}");
            assert_eq!(all.win + all.tie[0] + all.lose, deals * spot.boards(), "{board}");
        }
    }

    #[test]
    fn dead_cards_are_on_no_board() {
        let with = shares(&spot(&["AsAh", "KsKh"], "", "2c 2d"));
        assert_eq!(with[0].win + with[0].tie[0] + with[0].lose, combinations::choose(46, 5));
        let looked_up = shares(&spot(&["AsAh", "KsKh"], "", ""));
        assert_ne!(with[0].win, looked_up[0].win);
    }

    #[test]
    fn three_ranges_before_the_flop_and_after_it_agree_with_their_hands() {
        let three = shares(&spot(&["AsAh, AsAd", "KsKh", "QsQh, QsJs"], "", ""));
        let each = [["AsAh", "KsKh", "QsQh"], ["AsAd", "KsKh", "QsQh"]]
            .map(|hands| shares(&spot(&hands, "", ""))[0].win);
        assert!(
            three[0].win >= each.iter().sum(),
            "what holds the ace of spades holds no queen of spades' flush"
        );
        let flop = shares(&spot(&["AsAh", "KsKh", "QsQh"], "2s 3s 4d", ""));
        let total = |shares: &Shares| shares.win + shares.lose + shares.tie.iter().sum::<u64>();
        assert!(flop.iter().all(|shares| total(shares) == combinations::choose(43, 2)));
        let equity: f64 = flop.iter().map(Shares::equity).sum();
        assert!((equity - 1.0).abs() < 1e-12);
    }

    #[test]
    fn it_stops_when_it_is_cancelled() {
        for spot in [
            spot(&["random", "random"], "", ""),
            spot(&["random", "random", "random"], "", ""),
            spot(&["random", "random"], "2s 3s 4s", ""),
        ] {
            let left = Cell::new(3);
            let may_go_on = || {
                left.set(left.get() - 1);
                left.get() > 0
            };
            assert_eq!(count(&spot, &may_go_on), None);
            assert_eq!(left.get(), 0, "asked three times, and never again");
        }
    }

    #[test]
    fn too_large_questions_are_recognised() {
        assert!(can_be_counted(&spot(&["random", "random"], "", "")));
        assert!(!can_be_counted(&spot(&["random"; 10], "", "")));
        assert!(steps(&spot(&["random"; 10], "", "")) > 1 << 80);
        assert!(steps(&spot(&["AhKh", "QdQs"], "", "")) < 1_000);
    }
}
