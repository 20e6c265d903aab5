//! One hand of Dou Dizhu: its state, and what happens next.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::auction::{Auction, Turn as Asked};
use super::cards::Cards;
use super::event::{AuctionOpened, Began, Drawn, Event, Landlord, Void, WildDrawn};
use super::phase::{Contract, Dealing, Phase, Playing};
use super::play::PlayRules;
use super::rank::Rank;
use super::ranks::Ranks;
use super::rules::Wild;
use super::score::{Multiplier, Scored, Sides, Spring};
use super::setup::{SEATS, Setup, Standing, seats};
use super::{action, event, refusal, rules, view};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::game::{Absence, BadOption, Beat, Chair, Chips, Game, Misfit};
use crate::games::game::{Outcome, Seat, Seats, Step, Viewer};

/// One hand of Dou Dizhu.
#[derive(Clone, Debug, PartialEq)]
pub struct Doudizhu {
    pub(super) setup: Arc<Setup>,
    pub(super) deck: Arc<Deck>,
    pub(super) hands: [Cards; SEATS as usize],
    /// By what factor a seat has shown its hand; 1 where it has not.
    pub(super) shown: [u8; SEATS as usize],
    /// The wild ranks, the first one first.
    pub(super) wild: Vec<Rank>,
    pub(super) phase: Phase,
}

/// How many cards are dealt; the rest lies at the bottom.
pub(super) const DEALT: usize = 51;

/// What a deck's lots are for.
mod lot {
    pub const FIRST_BIDDER: usize = 0;
    pub const WILD: usize = 1;
    pub const SECOND_WILD: usize = 2;
    pub const LANDLORD: usize = 3;
}

impl Doudizhu {
    /// The cards that a seat holds.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether a seat's hand lies open.
    pub(super) fn is_open(&self, seat: Seat) -> bool {
        self.shown.get(seat.index()).is_some_and(|&factor| factor > 1)
    }

    /// The wild ranks as a set.
    pub(super) fn wild_ranks(&self) -> Ranks {
        self.wild.iter().fold(Ranks::NONE, |wild, &rank| wild.or(Ranks::one(rank)))
    }

    /// What decides plays in this hand.
    pub(super) fn play_rules(&self) -> PlayRules {
        PlayRules { forbidden: self.setup.rules.wings.forbidden(), wild: self.wild_ranks() }
    }

    /// Who plays against whom, once that is known.
    pub(super) fn contract(&self) -> Option<&Contract> {
        match &self.phase {
            Phase::Opening(_) | Phase::Dealing(_) | Phase::Auction(_) | Phase::Void(_) => None,
            Phase::Drawing(contract) | Phase::Doubling(contract, _) | Phase::Showing(contract) => {
                Some(contract)
            }
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(&playing.contract),
        }
    }

    /// Who is on the clock.
    pub(super) fn awaited(&self) -> Seats {
        let seat = match &self.phase {
            Phase::Auction(auction) => match auction.turn() {
                Asked::Bid { seat, .. } | Asked::Call(seat) | Asked::Rob(seat) => Some(seat),
                Asked::Landlord { .. } | Asked::Nobody => None,
            },
            Phase::Doubling(contract, answered) => contract.to_double(*answered),
            Phase::Showing(contract) => Some(contract.landlord),
            Phase::Playing(playing) if self.winner().is_none() => Some(playing.turn),
            _ => None,
        };
        seat.into_iter().collect()
    }

    /// Who has no cards left, where cards are played.
    fn winner(&self) -> Option<Seat> {
        seats().find(|&seat| self.held(seat).is_empty())
    }

    /// What a shown hand makes of the stake.
    pub(super) fn open_factor(&self) -> u8 {
        self.shown.iter().copied().max().unwrap_or(1)
    }

    /// A seat by this lot.
    fn drawn_seat(&self, lot: usize) -> Seat {
        Seat(u8::try_from(self.deck.lots[lot] % u64::from(SEATS)).unwrap_or(0))
    }

    /// A rank by this lot that is not wild yet, and no joker.
    fn drawn_rank(&self, lot: usize) -> Rank {
        let ranks: Vec<Rank> =
            Ranks::ALL.iter().filter(|&rank| rank <= Rank::TWO && !self.wild.contains(&rank)).collect();
        let place = self.deck.lots[lot] % ranks.len() as u64;
        usize::try_from(place).ok().and_then(|place| ranks.get(place)).copied().unwrap_or(Rank::THREE)
    }

    fn dealing(&self, dealing: &Dealing) -> Step<Event, Standing> {
        if let Some(&card) = self.deck.cards.get(dealing.dealt).filter(|_| dealing.dealt < DEALT) {
            let seat = Seat(u8::try_from(dealing.dealt % usize::from(SEATS)).unwrap_or(0));
            return Step::After(Beat::Card, Event::Drawn(Drawn { seat, card, open: self.is_open(seat) }));
        }
        Step::Now(if self.setup.rules.wild != Wild::None && self.wild.is_empty() {
            Event::WildDrawn(WildDrawn { rank: self.drawn_rank(lot::WILD) })
        } else if self.setup.forces_landlord() {
            self.landlord(self.drawn_seat(lot::LANDLORD), 1, true)
        } else {
            Event::AuctionOpened(AuctionOpened { first: self.drawn_seat(lot::FIRST_BIDDER) })
        })
    }

    fn auction(&self, auction: &Auction) -> Step<Event, Standing> {
        match auction.turn() {
            Asked::Landlord { seat, base } => Step::Now(self.landlord(seat, base, false)),
            Asked::Nobody => Step::Now(Event::Void(Void {})),
            Asked::Bid { .. } | Asked::Call(_) | Asked::Rob(_) => Step::Await(self.awaited()),
        }
    }

    fn landlord(&self, seat: Seat, base: u8, forced: bool) -> Event {
        let bottom = self.dealt_bottom().iter().collect();
        Event::Landlord(Landlord { seat, base, forced, bottom })
    }

    /// The bottom cards.
    pub(super) fn dealt_bottom(&self) -> Cards {
        self.deck.cards.get(DEALT..).and_then(Cards::gathered).unwrap_or_default()
    }

    /// What follows once the landlord and all wild ranks are known.
    pub(super) fn after_auction(&self, contract: Contract) -> Phase {
        let rules = &self.setup.rules;
        if rules.wild == Wild::Two && self.wild.len() < 2 {
            Phase::Drawing(contract)
        } else if rules.doubling {
            Phase::Doubling(contract, 0)
        } else {
            self.after_doubling(contract)
        }
    }

    /// What follows once everybody was asked to double.
    pub(super) fn after_doubling(&self, contract: Contract) -> Phase {
        if self.setup.rules.open_hand && !self.is_open(contract.landlord) {
            Phase::Showing(contract)
        } else {
            Phase::Playing(Box::new(Playing::new(contract)))
        }
    }

    fn playing(&self, playing: &Playing) -> Step<Event, Standing> {
        match self.winner() {
            Some(winner) => Step::Now(Event::Scored(self.scored(playing, winner))),
            None => Step::Await(self.awaited()),
        }
    }

    fn scored(&self, playing: &Playing, winner: Seat) -> Scored {
        let Contract { landlord, base, doubled, .. } = playing.contract;
        let spring = Spring::of(landlord, winner, playing.plays);
        let multiplier = Multiplier::of(base, self.open_factor(), playing.bombs, spring);
        let sides = Sides { landlord, peasants: playing.contract.peasants(), doubled };
        let landlord_won = winner == landlord;
        let payments = sides.payments(self.setup.rules.stake, multiplier, self.setup.stacks);
        let stacks = sides.paid(&payments, landlord_won, self.setup.stacks);
        Scored { winner, landlord_won, multiplier, payments, stacks }
    }

    fn outcome(&self) -> Outcome<Standing> {
        let (void, stacks, void_deals) = match &self.phase {
            Phase::Over(_, scored) => (false, scored.stacks, 0),
            _ => (true, self.setup.stacks, self.setup.void_deals.saturating_add(1)),
        };
        let stacks = seats().zip(stacks).collect();
        Outcome { void, stacks, rake: 0, standing: Standing { void_deals } }
    }
}

impl Game for Doudizhu {
    type Rules = rules::Rules;
    type Standing = Standing;
    type Setup = Setup;
    type Action = action::Action;
    type Event = Event;
    type Seen = event::Seen;
    type Options = action::Options;
    type View = view::View;
    type Refusal = refusal::Refusal;

    fn check(rules: &rules::Rules) -> Result<(), BadOption> {
        rules.check()
    }

    fn seats(_: &rules::Rules) -> RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn opening(_: &rules::Rules) -> Standing {
        Standing::default()
    }

    fn setup(rules: &rules::Rules, standing: &Standing, chairs: &[Chair]) -> Option<Setup> {
        Setup::next(rules, standing, chairs)
    }

    fn players(setup: &Setup) -> Vec<(Seat, Chips)> {
        seats().zip(setup.stacks).collect()
    }

    fn pack(_: &Setup) -> Vec<Card> {
        (0..Card::COUNT).filter_map(Card::from_index).collect()
    }

    fn new(setup: &Setup, deck: Deck) -> Result<Self, Misfit> {
        if deck.cards.len() != usize::from(Card::COUNT) || Cards::gathered(&deck.cards).is_none() {
            return Err(Misfit("the deck is not the 54 cards"));
        }
        Ok(Self {
            setup: Arc::new(setup.clone()),
            deck: Arc::new(deck),
            hands: Default::default(),
            shown: [1; SEATS as usize],
            wild: Vec::new(),
            phase: Phase::Opening(Seats::default()),
        })
    }

    fn step(&self) -> Step<Event, Standing> {
        match &self.phase {
            Phase::Opening(answered) => {
                let began = Event::Began(Began {});
                let asks = self.setup.rules.open_hand && seats().any(|seat| !answered.contains(seat));
                if asks { Step::After(Beat::Declaring, began) } else { Step::Now(began) }
            }
            Phase::Dealing(dealing) => self.dealing(dealing),
            Phase::Auction(auction) => self.auction(auction),
            Phase::Drawing(_) => {
                Step::Now(Event::WildDrawn(WildDrawn { rank: self.drawn_rank(lot::SECOND_WILD) }))
            }
            Phase::Doubling(..) | Phase::Showing(_) => Step::Await(self.awaited()),
            Phase::Playing(playing) => self.playing(playing),
            Phase::Void(_) | Phase::Over(..) => Step::Over(self.outcome()),
        }
    }

    fn options(&self, seat: Seat) -> Option<action::Options> {
        self.offered(seat)
    }

    fn moves(&self, seat: Seat) -> Vec<action::Action> {
        self.listed(seat)
    }

    fn accept(&self, seat: Seat, action: &action::Action) -> Result<Event, refusal::Refusal> {
        self.judge(seat, action)
    }

    fn record(&mut self, event: &Event) -> Result<(), Misfit> {
        self.phase = self.fold(event)?;
        Ok(())
    }

    fn fallback(&self, seat: Seat, _: Absence) -> action::Action {
        self.clock_plays(seat)
    }

    fn forced(&self, seat: Seat) -> Option<action::Action> {
        self.can_only_pass(seat).then_some(action::Action::Pass {})
    }

    fn view(&self, viewer: Viewer) -> view::View {
        self.viewed_by(viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> event::Seen {
        event.seen(viewer)
    }
}
