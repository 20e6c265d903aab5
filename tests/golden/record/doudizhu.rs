//! Logs of Dou Dizhu.

use cardroom_rules::games::any::{AnyEvent, AnySetup};
use cardroom_rules::games::doudizhu::auction::Said;
use cardroom_rules::games::doudizhu::cards::Cards;
use cardroom_rules::games::doudizhu::event::Event;
use cardroom_rules::games::doudizhu::play::PlayRules;
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::reading::{Kind, Purity};
use cardroom_rules::games::doudizhu::rules::Bidding;
use cardroom_rules::games::doudizhu::rules::{Rules, Wild};
use cardroom_rules::games::doudizhu::setup::Setup;
use cardroom_rules::games::game::Chips;

use super::{Recipe, always, boldly};

pub fn recipes() -> Vec<Recipe> {
    vec![wild_two(), shown_while_dealt(), peasants_short(), void(), left_hands()]
}

fn setup(rules: Rules, void_deals: u8, stacks: [Chips; 3]) -> AnySetup {
    Setup { rules, void_deals, stacks }.into()
}

fn own(log: &[AnyEvent]) -> impl Iterator<Item = &Event> {
    log.iter().filter_map(|event| if let AnyEvent::Doudizhu(event) = event { Some(event) } else { None })
}

fn has(log: &[AnyEvent], is: impl Fn(&Event) -> bool) -> bool {
    own(log).any(is)
}

fn count(log: &[AnyEvent], is: impl Fn(&Event) -> bool) -> usize {
    own(log).filter(|event| is(event)).count()
}

fn wild_two() -> Recipe {
    Recipe {
        name: "doudizhu-wild-two-robbed",
        says: "Dou Dizhu, release 4: called and robbed, two wild ranks; a bomb with wild cards in it, \
            and another play of four cards or more in which they stand for others",
        setup: setup(
            Rules {
                stake: 3,
                bidding: Bidding::CallRob,
                wild: Wild::Two,
                wings: Preset::Platform.into(),
                ..Rules::default()
            },
            1,
            [900, 1_000, 1_100],
        ),
        acts_in_pauses: 0,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let bomb = |event: &Event| {
                matches!(event, Event::Played(laid)
                    if laid.reading.kind == Kind::Bomb && laid.reading.purity == Purity::WithWilds)
            };
            let robbed = |event: &Event| matches!(event, Event::Called(call) if call.said == Said::Rob {});
            has(log, robbed) && has(log, bomb) && has(log, |event| stands_for_others(event, Preset::Platform))
        },
    }
}

/// Whether wild cards stand for others in a play of four cards or more that is no bomb.
fn stands_for_others(event: &Event, preset: Preset) -> bool {
    let Event::Played(laid) = event else { return false };
    let plainly = PlayRules { forbidden: preset.forbidden(), ..PlayRules::default() };
    let cards = Cards::gathered(&laid.cards).unwrap().counts();
    laid.reading.kind != Kind::Bomb
        && laid.cards.len() >= 4
        && !plainly.readings(cards).contains(&laid.reading)
}

fn shown_while_dealt() -> Recipe {
    Recipe {
        name: "doudizhu-shown-and-doubled",
        says: "Dou Dizhu, release 4: a hand is shown while it is dealt, another by the landlord before \
            leading; one seat doubles, a bomb is played, and the landlord wins",
        setup: setup(
            Rules { stake: 10, doubling: true, open_hand: true, card_millis: 0, ..Rules::default() },
            0,
            [5_000, 5_000, 5_000],
        ),
        acts_in_pauses: 4,
        choose: boldly,
        hopeful: |log| count(log, |event| matches!(event, Event::Shown(_))) <= 2,
        wanted: |log, _| {
            let factors: Vec<u8> = own(log)
                .filter_map(|event| if let Event::Shown(shown) = event { Some(shown.factor) } else { None })
                .collect();
            let won = |event: &Event| {
                let Event::Scored(scored) = event else { return false };
                scored.landlord_won && scored.multiplier.bombs == 1
            };
            factors == [4, 2] && has(log, won) && count(log, |event| matches!(event, Event::Doubled(_))) == 1
        },
    }
}

fn peasants_short() -> Recipe {
    Recipe {
        name: "doudizhu-peasant-without-chips",
        says: "Dou Dizhu, release 4: bids of one and more, any wings; the rocket is played, and a \
            peasant loses more than its chips can pay",
        setup: setup(
            Rules { stake: 50, wings: Preset::Liberal.into(), ..Rules::default() },
            2,
            [2_000, 60, 2_000],
        ),
        acts_in_pauses: 0,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let paid = |event: &Event| {
                matches!(event, Event::Scored(scored)
                    if scored.landlord_won && scored.payments.iter().any(|payment| payment.paid < payment.price))
            };
            let kind = |wanted: Kind| {
                has(log, move |event| matches!(event, Event::Played(laid) if laid.reading.kind == wanted))
            };
            let bids = count(
                log,
                |event| matches!(event, Event::Called(call) if matches!(call.said, Said::Bid { .. })),
            );
            has(log, paid) && kind(Kind::Rocket) && kind(Kind::TrioPair) && bids >= 2
        },
    }
}

fn void() -> Recipe {
    Recipe {
        name: "doudizhu-void-with-a-wild-rank",
        says: "Dou Dizhu, release 4: a rank is wild, and nobody calls; the deal is void",
        setup: setup(
            Rules { bidding: Bidding::CallRob, wild: Wild::One, ..Rules::default() },
            0,
            [100, 100, 100],
        ),
        acts_in_pauses: 0,
        choose: boldly,
        hopeful: always,
        wanted: |_, outcome| outcome.void,
    }
}

fn left_hands() -> Recipe {
    Recipe {
        name: "doudizhu-left-hands-shown",
        says: "Dou Dizhu, release 4: a peasant has no cards left, and the two others show theirs before the \
            hand is scored",
        setup: setup(Rules { reveal: Some(true), ..Rules::default() }, 0, [100, 100, 100]),
        acts_in_pauses: 0,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let lost = |event: &Event| matches!(event, Event::Scored(scored) if !scored.landlord_won);
            has(log, |event| matches!(event, Event::Revealed(_))) && has(log, lost)
        },
    }
}
