//! Logs of Hold'em.

use cardroom_rules::games::any::{AnyEvent, AnySetup};
use cardroom_rules::games::game::{Chair, Chips, Entry, Game};
use cardroom_rules::games::holdem::event::{Event, Post};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Player, Positions, Setup, Standing};
use cardroom_rules::games::holdem::wishes::Wishes;
use cardroom_rules::games::seat::Seat;

use super::{Recipe, always, boldly};

pub fn recipes() -> Vec<Recipe> {
    vec![
        equities(),
        two_boards(),
        tabled_on_the_river(),
        capped_for_good(),
        chosen_straddle(),
        short_ante(),
        dead_small_blind(),
    ]
}

fn no_limit() -> Rules {
    Rules {
        betting: Betting::NoLimit,
        small_blind: 5,
        big_blind: 10,
        ante: Ante::None {},
        straddle: Straddle::None,
        rake: Rake::default(),
        uncapped_heads_up: false,
        run_it_twice: false,
        table_all_ins: false,
        blind_first: false,
        showdown_seconds: 3,
    }
}

/// The first hand of a table whose seats have these chips, and want to straddle.
fn setup(rules: &Rules, chips: &[Chips]) -> AnySetup {
    let wishes = Some(Wishes { straddle: true });
    let chair =
        |(seat, &chips)| Chair { seat: Seat(seat), chips, newcomer: false, entry: Entry::Post, wishes };
    let chairs: Vec<_> = (0..).zip(chips).map(chair).collect();
    Holdem::setup(rules, &Standing::default(), &chairs).unwrap().into()
}

/// The events of the game itself.
fn own(log: &[AnyEvent]) -> Vec<&Event> {
    log.iter()
        .filter_map(|event| if let AnyEvent::Holdem(event) = event { Some(event) } else { None })
        .collect()
}

/// The events street by street.
fn streets(log: &[AnyEvent]) -> Vec<Vec<&Event>> {
    let mut streets = vec![Vec::new()];
    for event in own(log) {
        if matches!(event, Event::Street(_)) {
            streets.push(Vec::new());
        }
        streets.last_mut().unwrap().push(event);
    }
    streets
}

fn count(events: &[&Event], is: fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| is(event)).count()
}

fn shown(event: &Event) -> bool {
    matches!(event, Event::Shown(_))
}

fn raises(event: &Event) -> bool {
    matches!(event, Event::Bet(_) | Event::Raised(_))
}

fn folds(event: &Event) -> bool {
    matches!(event, Event::Folded(_))
}

fn equities() -> Recipe {
    Recipe {
        name: "holdem-equity-on-each-street",
        says: "Hold'em, release 4: three are all in on the flop, and the chances of each to win there, \
            on the turn and on the river; two pots, raked up to a cap",
        setup: setup(
            &Rules { rake: Rake { basis_points: 400, cap: Some(25), no_flop_no_drop: true }, ..no_limit() },
            &[310, 475, 1_000, 620],
        ),
        acts_in_pauses: 60,
        choose: boldly,
        hopeful: always,
        wanted: |log, outcome| {
            let streets = streets(log);
            let pots = own(log).iter().filter(|event| matches!(event, Event::Awarded(_))).count();
            streets.len() == 4
                && count(&streets[1], shown) == 3
                && count(&streets[1], raises) >= 2
                && pots == 2
                && outcome.rake == 25
        },
    }
}

fn two_boards() -> Recipe {
    Recipe {
        name: "holdem-equity-of-two-boards",
        says: "Hold'em, release 4: pot limit with antes; two of three are all in before the turn and \
            run it twice; each board has its equities, and each seat wins one of them",
        setup: setup(
            &Rules {
                betting: Betting::PotLimit,
                ante: Ante::Uniform { amount: 3 },
                run_it_twice: true,
                ..no_limit()
            },
            &[240, 255, 400],
        ),
        acts_in_pauses: 60,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let events = own(log);
            let streets = streets(log);
            let won = |board: u8| {
                events.iter().find_map(|event| match event {
                    Event::Awarded(awarded) if awarded.board == board => Some(awarded.shares[0].seat),
                    _ => None,
                })
            };
            count(&events, folds) == 1
                && streets.len() == 6
                && count(&streets[1], shown) == 2
                && won(1).is_some()
                && won(0) != won(1)
        },
    }
}

fn tabled_on_the_river() -> Recipe {
    Recipe {
        name: "holdem-table-all-ins",
        says: "Hold'em, release 4: the table has all-in hands tabled; the last bet is made on the \
            river, and a beaten hand is shown that elsewhere could be mucked",
        setup: setup(&Rules { table_all_ins: true, ..no_limit() }, &[400, 380, 900]),
        acts_in_pauses: 60,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let [.., river] = &streets(log)[..] else { return false };
            let all_in =
                |event: &Event| matches!(event, Event::Bet(wager) | Event::Raised(wager) if wager.all_in);
            let shown: Vec<_> = river
                .iter()
                .filter_map(
                    |event| if let Event::Shown(shown) = event { Some(shown.best?.rank) } else { None },
                )
                .collect();
            streets(log).len() == 4 && count(river, all_in) == 1 && shown.len() == 2 && shown[0] < shown[1]
        },
    }
}

fn capped_for_good() -> Recipe {
    Recipe {
        name: "holdem-fixed-limit-capped-for-good",
        says: "Hold'em, release 4: fixed limit, where two may raise without a cap; the turn is capped \
            among three, one folds, and the cap holds for the two that are left; they raise beyond \
            it on the river",
        setup: setup(
            &Rules { betting: Betting::FixedLimit, uncapped_heads_up: true, ..no_limit() },
            &[900, 800, 1_000],
        ),
        acts_in_pauses: 60,
        choose: boldly,
        hopeful: |log| streets(log).iter().take(2).all(|street| count(street, folds) == 0),
        wanted: |log, _| {
            let streets = streets(log);
            let [_, _, turn, river] = &streets[..] else { return false };
            let capped = turn.iter().enumerate().filter(|(_, event)| raises(event)).nth(3);
            let Some((capped, _)) = capped else { return false };
            count(&turn[..capped], folds) == 0
                && count(&turn[capped..], folds) == 1
                && count(turn, raises) == 4
                && count(river, raises) >= 5
                && count(river, shown) >= 1
        },
    }
}

fn chosen_straddle() -> Recipe {
    Recipe {
        name: "holdem-straddle-by-wish",
        says: "Hold'em, release 4: a straddle that its seat has wished for; it is raised, and a beaten \
            hand is mucked at the showdown",
        setup: setup(
            &Rules { straddle: Straddle::Voluntary, ante: Ante::BigBlind { amount: 10 }, ..no_limit() },
            &[1_000, 1_200, 800, 900, 1_100],
        ),
        acts_in_pauses: 60,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let streets = streets(log);
            let events = own(log);
            let straddled =
                |event: &Event| matches!(event, Event::Posted(posted) if posted.post == Post::Straddle);
            streets.len() == 4
                && count(&events, straddled) == 1
                && count(&streets[0], raises) >= 1
                && count(&streets[3], |event| matches!(event, Event::Mucked(_))) >= 1
                && count(&streets[3], shown) >= 1
        },
    }
}

fn short_ante() -> Recipe {
    Recipe {
        name: "holdem-blind-before-a-short-ante",
        says: "Hold'em, release 4: a big blind of 10 and its ante of 10 from a stack of 15: the blind is \
            posted first, and 5 are left for the ante; the seat wins what it can",
        setup: setup(
            &Rules { ante: Ante::BigBlind { amount: 10 }, blind_first: true, ..no_limit() },
            &[400, 15, 900],
        ),
        acts_in_pauses: 60,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let events = own(log);
            let ante = events.iter().any(
                |event| matches!(event, Event::Posted(posted) if posted.post == Post::TableAnte && posted.amount == 5),
            );
            let won = |event: &&Event| matches!(event, Event::Awarded(awarded) if awarded.shares.iter().any(|share| share.seat == Seat(1)));
            ante && streets(log).len() == 4 && events.iter().copied().any(|event| won(&event))
        },
    }
}

fn dead_small_blind() -> Recipe {
    let player = |seat| Player { seat: Seat(seat), stack: 5_000, dead_blind: false, entry_blind: false };
    let setup = Setup {
        rules: Rules { betting: Betting::PotLimit, small_blind: 100, big_blind: 200, ..no_limit() },
        positions: Positions { button: Seat(5), small_blind: Seat(7), big_blind: Seat(1) },
        players: [1, 3, 4, 5].map(player).into(),
        straddle: None,
        dues: Vec::new(),
    };
    Recipe {
        name: "holdem-pot-limit-dead-small-blind",
        says: "Hold'em, release 4: pot limit at 100/200 whose small blind is dead; it counts before the flop, \
            so that the first player raises to 700 and not to 600; the hand goes on to its showdown",
        setup: setup.into(),
        acts_in_pauses: 60,
        choose: boldly,
        hopeful: |log| match own(log).iter().find(|event| raises(event)) {
            Some(Event::Raised(wager)) => wager.to == 700 && wager.seat == Seat(3),
            Some(_) => false,
            None => true,
        },
        wanted: |log, _| streets(log).len() == 4 && count(&streets(log)[3], shown) >= 2,
    }
}
