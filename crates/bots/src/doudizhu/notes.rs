//! The knowledge of a seat about the hand, kept by rank: the strategies use nothing else.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::auction::Call;
use cardroom_rules::games::doudizhu::cards::Cards;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::event::{Laid, Seen};
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::play::PlayRules;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Play, Reading};
use cardroom_rules::games::doudizhu::setup::SEATS;
use cardroom_rules::games::doudizhu::view::Stage;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::Witness;

/// The knowledge of a seat about the hand. To update it with each event is many times cheaper than to ask the witness
/// for a view.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The seat of these notes.
    pub me: usize,
    /// The cards of this seat.
    pub hand: Cards,
    /// The number of cards of each seat.
    pub lengths: [u32; SEATS as usize],
    /// The cards that each seat is known to hold: its own, an open hand, the rest of the landlord's bottom cards.
    pub known: [Cards; SEATS as usize],
    /// Every card that was played, by rank.
    pub played: Counts,
    /// The rules of plays at this table, with its wild ranks.
    pub rules: PlayRules,
    /// The calls of the auction.
    pub calls: Vec<Call>,
    /// The landlord, once known.
    pub landlord: Option<usize>,
    /// The plays, in order, from the landlord's first lead on.
    pub moves: Vec<Move>,
    /// The play to beat, and its seat; absent if the next play leads.
    pub table: Option<(usize, Reading)>,
    /// The number of passes since.
    passes: u8,
}

/// The action of a seat at its turn of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The seat.
    pub seat: usize,
    /// The play to beat, and its seat.
    pub table: Option<(usize, Reading)>,
    /// Its play; absent for a pass.
    pub play: Option<Play>,
}

impl Notes {
    /// Notes on a hand before its first event.
    pub fn new(witness: &Witness<Doudizhu>) -> Self {
        let forbidden = witness.setup().rules.wings.forbidden();
        let me = match witness.viewer() {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Watcher => usize::from(SEATS),
        };
        Self { me, rules: PlayRules { forbidden, wild: Ranks::NONE }, ..Self::default() }
    }

    /// Adds the next event.
    pub fn watch(&mut self, seen: &Seen) {
        match seen {
            Seen::Drawn(drawn) => self.draws(drawn.seat, drawn.card),
            Seen::Shown(shown) => self.knows(shown.seat, shown.cards.iter().copied().collect()),
            Seen::Passed(turn) if self.has_begun() => self.passes(turn.seat.index()),
            Seen::WildDrawn(drawn) => self.rules.wild = self.rules.wild.or(Ranks::one(drawn.rank)),
            Seen::Called(call) => self.calls.push(*call),
            Seen::Landlord(landlord) => self.becomes_landlord(landlord.seat, &landlord.bottom),
            Seen::Played(laid) => self.lays(laid),
            Seen::Began(_)
            | Seen::Doubled(_)
            | Seen::Passed(_)
            | Seen::AuctionOpened(_)
            | Seen::Void(_)
            | Seen::Revealed(_)
            | Seen::Scored(_) => {}
        }
    }

    /// Whether this seat is the landlord.
    pub fn is_landlord(&self) -> bool {
        self.landlord == Some(self.me)
    }

    /// The cards that the other two hold together, by rank. Before the landlord has taken the bottom cards, these are among
    /// them.
    pub fn unseen(&self) -> Counts {
        Counts::PACK.without(self.played).without(self.hand.counts())
    }

    /// Whether this seat is to play.
    pub fn plays(&self, witness: &Witness<Doudizhu>) -> bool {
        self.has_begun() || self.landlord.is_some() && witness.view().stage == Stage::Playing
    }

    /// A play as an action.
    pub fn action(&self, play: Play) -> Action {
        let cards = self.hand.pick(play.cards).unwrap_or_default().iter().collect();
        Action::Play { cards, named: Some(play.reading.named()) }
    }

    /// Whether the landlord has led. A pass before that keeps a hand hidden, or a stake as it is.
    fn has_begun(&self) -> bool {
        !self.moves.is_empty()
    }

    fn draws(&mut self, seat: Seat, card: Option<Card>) {
        if let Some(length) = self.lengths.get_mut(seat.index()) {
            *length += 1;
        }
        if let Some(card) = card {
            self.knows(seat, Cards::one(card));
        }
    }

    fn knows(&mut self, seat: Seat, cards: Cards) {
        if seat.index() == self.me {
            self.hand = self.hand.with(cards);
        }
        if let Some(known) = self.known.get_mut(seat.index()) {
            *known = known.with(cards);
        }
    }

    fn becomes_landlord(&mut self, seat: Seat, bottom: &[Card]) {
        let bottom: Cards = bottom.iter().copied().collect();
        self.landlord = Some(seat.index());
        if let Some(length) = self.lengths.get_mut(seat.index()) {
            *length += bottom.len();
        }
        self.knows(seat, bottom);
    }

    fn lays(&mut self, laid: &Laid) {
        let (seat, cards) = (laid.seat.index(), laid.cards.iter().copied().collect::<Cards>());
        let counts = cards.counts();
        if seat == self.me {
            self.hand = self.hand.without(cards);
        }
        if let Some(known) = self.known.get_mut(seat) {
            *known = known.without(cards);
        }
        if let Some(length) = self.lengths.get_mut(seat) {
            *length = length.saturating_sub(cards.len());
        }
        self.played = self.played.with(counts);
        let play = Play { cards: counts, reading: laid.reading };
        self.moves.push(Move { seat, table: self.table, play: Some(play) });
        self.table = Some((seat, laid.reading));
        self.passes = 0;
    }

    fn passes(&mut self, seat: usize) {
        self.moves.push(Move { seat, table: self.table, play: None });
        self.passes += 1;
        if self.passes == 2 {
            (self.table, self.passes) = (None, 0);
        }
    }
}
