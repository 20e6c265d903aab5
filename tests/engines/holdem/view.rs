//! Members of a view beside the rules: the last action of each seat, pot-sized raises, and the winners of each pot.

use cardroom_rules::games::holdem::event::Post;
use cardroom_rules::games::holdem::last_action::LastAction;
use cardroom_rules::games::holdem::options::{Options, WagerKind};
use cardroom_rules::games::holdem::rules::{Betting, Rules};

use super::play::{Play, no_limit};

fn last(play: &Play, seat: u8) -> Option<LastAction> {
    let view = play.view();
    view.players.iter().find(|player| player.seat.0 == seat).expect("a player").last_action
}

fn sizes(play: &Play) -> (Option<WagerKind>, [Option<u64>; 3]) {
    let Options { wager, half_pot, two_thirds_pot, pot, .. } = play.options(play.turn());
    (wager, [half_pot, two_thirds_pot, pot])
}

#[test]
fn each_seat_s_last_action_stands_until_the_next_street() {
    let mut play = Play::new(&no_limit(), &[10_000, 10_000, 10_000, 250]);
    let post = |post, amount| Some(LastAction::Post { post, amount, all_in: false });
    let last_of_all = |play: &Play| [0, 1, 2, 3].map(|seat| last(play, seat));
    assert_eq!(last_of_all(&play), [post(Post::SmallBlind, 50), post(Post::BigBlind, 100), None, None]);
    play.script("2 raise 250, 3 call, 0 fold");
    let raise = |amount, to| Some(LastAction::Raise { amount, to, all_in: false });
    let call = |amount, to, all_in| Some(LastAction::Call { amount, to, all_in });
    let fold = Some(LastAction::Fold {});
    assert_eq!(last_of_all(&play), [fold, post(Post::BigBlind, 100), raise(250, 250), call(250, 250, true)]);
    play.script("1 call");
    assert_eq!(last_of_all(&play), [None; 4], "no seat has acted on the flop yet");
    play.script("1 check, 2 bet 100");
    let bet = Some(LastAction::Bet { amount: 100, to: 100, all_in: false });
    assert_eq!(last_of_all(&play), [None, Some(LastAction::Check {}), bet, None]);
}

#[test]
fn a_raise_by_the_pot_is_counted_after_the_call() {
    // Robert's Rules, "Pot-limit rules": at a bet of 50 into 100, call 50 and raise 200, for a total of 250.
    let rules = Rules { small_blind: 25, big_blind: 50, ..no_limit() };
    for betting in [Betting::NoLimit, Betting::PotLimit] {
        let mut play = Play::new(&Rules { betting, ..rules.clone() }, &[10_000; 2]);
        // 25 and 50 in the middle; the button would call 25: a raise by the 100 that there are then.
        assert_eq!(sizes(&play), (Some(WagerKind::Raise), [Some(100), Some(116), Some(150)]));
        play.script("1 call, 0 check");
        assert_eq!(sizes(&play), (Some(WagerKind::Bet), [Some(50), Some(66), Some(100)]));
        play.script("0 bet 50");
        assert_eq!(sizes(&play), (Some(WagerKind::Raise), [Some(150), Some(183), Some(250)]));
        let most = play.options(play.turn()).raise_max;
        assert_eq!(most, Some(if betting == Betting::PotLimit { 250 } else { 9_950 }));
    }
}

#[test]
fn sizes_that_are_not_legal_are_not_on_offer() {
    // A stack of 230 can raise by half the pot after the blinds, and by no more.
    let play = Play::new(&no_limit(), &[10_000, 10_000, 10_000]);
    assert_eq!(sizes(&play).1, [Some(225), Some(266), Some(350)]);
    let play = Play::new(&no_limit(), &[10_000, 10_000, 230]);
    assert_eq!(sizes(&play), (Some(WagerKind::Raise), [Some(225), None, None]));
    // All in over a raise after which no player can be raised: no size, and no wager.
    let mut play = Play::new(&no_limit(), &[300, 10_000, 10_000]);
    play.script("2 fold, 0 raise 300");
    assert_eq!(sizes(&play), (None, [None; 3]));
    // In fixed limit there is one size, and it is rarely the pot's.
    let play = Play::new(&Rules { betting: Betting::FixedLimit, ..no_limit() }, &[10_000; 3]);
    assert_eq!(sizes(&play), (Some(WagerKind::Raise), [None; 3]));
    // With 50 behind, half of the pot is too much.
    let mut play = Play::new(&Rules { small_blind: 100, ..no_limit() }, &[150, 10_000]);
    play.script("1 check, 0 check");
    assert_eq!(sizes(&play), (Some(WagerKind::Bet), [None; 3]));
}

#[test]
fn the_view_has_the_winners_of_each_pot() {
    let mut play = Play::new(&no_limit(), &[300, 10_000, 10_000]);
    assert!(play.view().awards.is_empty());
    play.script("2 raise 300, 0 call, 1 call, 1 bet 500, 2 fold");
    play.finish();
    let view = play.view();
    let shares: u64 = view.awards.iter().flat_map(|award| &award.shares).map(|share| share.amount).sum();
    assert_eq!(shares, 900);
    assert_eq!(view.players.iter().map(|player| player.won).sum::<u64>(), 900);
}
