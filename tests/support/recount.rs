//! What a hand adds to a seat's figures, counted again from its log alone.

#![allow(dead_code, reason = "each test takes what it needs")]

use cardroom_rules::games::any::{AnyEvent, AnyHand, AnyOptions, AnyTally};
use cardroom_rules::games::doudizhu::event::Event as Doudizhu;
use cardroom_rules::games::doudizhu::reading::Kind;
use cardroom_rules::games::game::Game;
use cardroom_rules::games::holdem::event::Event as Holdem;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::event::Event as Shengji;
use cardroom_rules::games::{doudizhu, holdem, shengji};

/// What this log adds for a seat; `dealt` is the hand before its first event.
pub fn recount(dealt: &AnyHand, log: &[AnyEvent], seat: Seat) -> AnyTally {
    match dealt {
        AnyHand::Holdem(_) => recount_holdem(dealt, log, seat).into(),
        AnyHand::Doudizhu(_) => recount_doudizhu(log, seat).into(),
        AnyHand::Shengji(_) => recount_shengji(log, seat).into(),
    }
}

fn recount_holdem(dealt: &AnyHand, log: &[AnyEvent], seat: Seat) -> holdem::tally::Tally {
    let mut hand = dealt.clone();
    let (mut is_before_flop, mut raises, mut seats, mut folded) = (true, 0, Vec::new(), Vec::new());
    let (mut vpip, mut pfr, mut chance, mut three_bet, mut won) = (false, false, false, false, false);
    for any in log {
        let AnyEvent::Holdem(event) = any else { panic!("of another game") };
        let may_raise =
            matches!(hand.options(seat), Some(AnyOptions::Holdem(options)) if options.raise_min.is_some());
        let acts = match event {
            Holdem::Folded(turn) | Holdem::Checked(turn) => Some(turn.seat),
            Holdem::Called(wager) | Holdem::Bet(wager) | Holdem::Raised(wager) => Some(wager.seat),
            _ => None,
        };
        if is_before_flop && acts == Some(seat) {
            let is_raise = matches!(event, Holdem::Bet(_) | Holdem::Raised(_));
            vpip |= is_raise || matches!(event, Holdem::Called(_));
            pfr |= is_raise;
            chance |= raises == 1 && may_raise;
            three_bet |= raises == 1 && is_raise;
        }
        match event {
            Holdem::Dealt(all) => seats = all.hands.iter().map(|hand| hand.seat).collect(),
            Holdem::Street(_) => is_before_flop = false,
            Holdem::Bet(_) | Holdem::Raised(_) => raises += 1,
            Holdem::Folded(turn) => folded.push(turn.seat),
            Holdem::Awarded(pot) => {
                won |= pot.shares.iter().any(|share| share.seat == seat && share.amount > 0);
            }
            _ => {}
        }
        hand.record(any).expect("a log fits its hand");
    }
    let is_showdown = seats.len() - folded.len() >= 2 && !folded.contains(&seat);
    holdem::tally::Tally {
        vpip: vpip.into(),
        pfr: pfr.into(),
        three_bet_chances: chance.into(),
        three_bets: three_bet.into(),
        showdowns: is_showdown.into(),
        showdowns_won: (is_showdown && won).into(),
    }
}

fn recount_doudizhu(log: &[AnyEvent], seat: Seat) -> doudizhu::tally::Tally {
    let (mut landlord, mut winner, mut plays, mut bombs) = (None, None, [0; 3], 0);
    for event in log {
        let AnyEvent::Doudizhu(event) = event else { panic!("of another game") };
        match event {
            Doudizhu::Landlord(taken) => landlord = Some(taken.seat),
            Doudizhu::Played(laid) => {
                plays[laid.seat.index()] += 1;
                winner = Some(laid.seat);
                bombs +=
                    u64::from(laid.seat == seat && [Kind::Bomb, Kind::Rocket].contains(&laid.reading.kind));
            }
            _ => {}
        }
    }
    let landlord = landlord.expect("a landlord");
    let (is_landlord, landlord_won) = (landlord == seat, winner == Some(landlord));
    let of_peasants = plays.iter().sum::<u64>() - plays[landlord.index()];
    let is_spring = if landlord_won { of_peasants == 0 } else { plays[landlord.index()] == 1 };
    let has_won = is_landlord == landlord_won;
    doudizhu::tally::Tally {
        landlord_hands: is_landlord.into(),
        landlord_wins: (is_landlord && has_won).into(),
        peasant_hands: (!is_landlord).into(),
        peasant_wins: (!is_landlord && has_won).into(),
        springs: (has_won && is_spring).into(),
        bombs,
    }
}

fn recount_shengji(log: &[AnyEvent], seat: Seat) -> shengji::tally::Tally {
    let (mut declarer, mut points, mut last) = (Seat(0), 0, Seat(0));
    let mut levels = 0;
    let attacks = |seat: Seat, declarer: Seat| seat.0 % 2 != declarer.0 % 2;
    for event in log {
        let AnyEvent::Shengji(event) = event else { panic!("of another game") };
        match event {
            Shengji::TrumpSet(set) => declarer = set.declarer,
            Shengji::ThrowJudged(judged) => {
                let penalty = i64::from(judged.penalty);
                points += if attacks(judged.seat, declarer) { -penalty } else { penalty };
            }
            Shengji::TrickWon(won) => {
                last = won.seat;
                points += if attacks(won.seat, declarer) { i64::from(won.points) } else { 0 };
            }
            Shengji::Scored(scored) => {
                points += i64::from(scored.kitty_points) * i64::from(scored.multiplier);
                let has_won = scored.progress.won.held != attacks(seat, declarer);
                levels = if has_won { u64::from(scored.progress.won.levels) } else { 0 };
            }
            _ => {}
        }
    }
    let (ours, kept) = (attacks(seat, declarer), !attacks(last, declarer));
    shengji::tally::Tally {
        declaring_hands: (!ours).into(),
        attacking_hands: ours.into(),
        levels_won: levels,
        points_taken: if ours { points } else { 0 },
        kitties_kept: (!ours && kept).into(),
    }
}
