//! A fresh table whose first hand is the one that an oracle describes: seat 0 is left of the button, the last seat
//! has it; heads-up the last seat is the small blind too.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Chair, Chips, Entry, Game};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::holdem::setup::Standing;
use cardroom_rules::games::seat::Seat;

/// Everything a described hand starts from.
pub struct Table<'a> {
    pub variant: &'a str,
    pub stacks: &'a [Chips],
    /// The blinds of each seat, if its stack were large enough.
    pub blinds: &'a [Chips],
    /// The antes of each seat, if its stack were large enough.
    pub antes: &'a [Chips],
    /// Whether one seat posts the antes for the table.
    pub dead_ante: bool,
    /// Whether a big-blind ante is posted after the blind, as in tournaments.
    pub blind_first: bool,
}

impl Table<'_> {
    /// The hand before its first event.
    pub fn hand(&self, cards: Vec<Card>) -> Holdem {
        let chair = |(seat, &chips): (u8, &Chips)| Chair {
            seat: Seat(seat),
            chips,
            newcomer: true,
            entry: Entry::Wait,
            wishes: None,
        };
        let chairs: Vec<_> = (0..).zip(self.stacks).map(chair).collect();
        let setup = Holdem::setup(&self.rules(), &Standing::default(), &chairs).expect("two players or more");
        Holdem::new(&setup, Deck::stacked(cards)).expect("a whole deck")
    }

    fn rules(&self) -> Rules {
        let (small, big) = if self.stacks.len() == 2 { (1, 0) } else { (0, 1) };
        let straddled = self.blinds.get(2).is_some_and(|&third| third > 0);
        Rules {
            betting: match self.variant {
                "NL" | "NT" => Betting::NoLimit,
                "PL" | "PT" => Betting::PotLimit,
                "FL" | "FT" => Betting::FixedLimit,
                other => panic!("no such betting: {other}"),
            },
            small_blind: self.blinds[small],
            big_blind: self.blinds[big],
            ante: self.ante(big),
            straddle: if straddled { Straddle::Mandatory } else { Straddle::None },
            rake: Rake::default(),
            uncapped_heads_up: false,
            run_it_twice: false,
            table_all_ins: false,
            blind_first: self.blind_first,
            showdown_seconds: 3,
        }
    }

    fn ante(&self, big_blind: usize) -> Ante {
        let amount = self.antes.iter().copied().max().unwrap_or(0);
        match self.antes.iter().position(|&ante| ante > 0) {
            None => Ante::None {},
            Some(seat) if self.dead_ante && seat == big_blind => Ante::BigBlind { amount },
            Some(_) if self.dead_ante => Ante::Button { amount },
            Some(_) => Ante::Uniform { amount },
        }
    }
}

/// A whole deck that deals these hole cards and this board; the rest is filled up with other cards, and with others
/// for each `turn`.
pub fn deck(hole: &[[Option<Card>; 2]], board: &[Card], turn: usize) -> Vec<Card> {
    let players = hole.len();
    let mut places: Vec<Option<Card>> = vec![None; 52];
    for (place, cards) in hole.iter().enumerate() {
        places[place] = cards[0];
        places[players + place] = cards[1];
    }
    let burnt_before = [1, 1, 1, 2, 3];
    for (nth, &card) in board.iter().enumerate() {
        places[2 * players + burnt_before[nth] + nth] = Some(card);
    }
    let mut others = Card::french().filter(|card| !places.contains(&Some(*card))).collect::<Vec<_>>();
    let many = others.len();
    others.rotate_left(turn % many);
    places.into_iter().map(|card| card.or_else(|| others.pop()).expect("52 places for 52 cards")).collect()
}
