//! Plays a described hand, and gathers what is to be compared.

use cardroom_rules::games::game::{Chips, Game, Step};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::event::{Event, Post};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::options::Options;
use cardroom_rules::games::holdem::pots::Pot;
use cardroom_rules::games::holdem::view::{PlayerView, View};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

/// An unfinished hand, and its events so far.
pub struct Played {
    pub hand: Holdem,
    pub antes: Vec<Chips>,
    pub blinds: Vec<Chips>,
    pub uncalled: Option<(u8, Chips)>,
    pub pots: Vec<Pot>,
    /// By pot, the winners and their shares.
    pub shares: Vec<Vec<(u8, Chips)>>,
}

/// The result of the hand after its own steps.
pub enum Now {
    /// This seat has to decide.
    Asks(Seat),
    /// The hand is over, with these stacks.
    Over(Vec<Chips>),
}

impl Played {
    pub fn new(hand: Holdem) -> Self {
        let players = hand.view(Viewer::Watcher).players.len();
        let nothing = vec![0; players];
        Self {
            hand,
            antes: nothing.clone(),
            blinds: nothing,
            uncalled: None,
            pots: Vec::new(),
            shares: Vec::new(),
        }
    }

    /// Plays the hand on until a seat has to decide.
    pub fn go_on(&mut self) -> Now {
        loop {
            match self.hand.step() {
                Step::Now(event) | Step::After(_, event) => self.record(&event),
                Step::Await(seats) => return Now::Asks(seats.iter().next().expect("a seat is asked")),
                Step::Over(outcome) => {
                    return Now::Over(outcome.stacks.into_iter().map(|(_, chips)| chips).collect());
                }
            }
        }
    }

    /// Acts for a seat. An error has the reason of the refusal.
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<(), String> {
        let event = self.hand.accept(seat, action).map_err(|refusal| refusal.to_string())?;
        self.record(&event);
        Ok(())
    }

    /// The action that a record calls by this name. Records call a raise over a blind by either name.
    pub fn named(&self, kind: &str, to: Option<Chips>) -> Action {
        match (kind, to) {
            ("fold", _) => Action::Fold {},
            ("check", _) => Action::Check {},
            ("call", _) => Action::Call {},
            ("bet" | "raise", Some(to)) if self.view().price > 0 => Action::Raise { to },
            ("bet" | "raise", Some(to)) => Action::Bet { to },
            other => panic!("no such action: {other:?}"),
        }
    }

    pub fn view(&self) -> View {
        self.hand.view(Viewer::Watcher)
    }

    /// A player, as that player sees it.
    pub fn player(&self, seat: u8) -> PlayerView {
        let mut players = self.hand.view(Viewer::Seat(Seat(seat))).players;
        players.swap_remove(usize::from(seat))
    }

    /// A seat's options: the chips of a call, and the bounds of a raise.
    pub fn offer(&self, seat: Seat) -> (Chips, Option<Chips>, Option<Chips>) {
        let Options { call, raise_min, raise_max, .. } = self.hand.options(seat).unwrap_or_default();
        (call.unwrap_or(0), raise_min, raise_max)
    }

    fn record(&mut self, event: &Event) {
        match event {
            Event::Posted(posted) => {
                let is_ante = matches!(posted.post, Post::Ante | Post::TableAnte);
                let kind = if is_ante { &mut self.antes } else { &mut self.blinds };
                kind[posted.seat.index()] += posted.amount;
            }
            Event::Returned(returned) => self.uncalled = Some((returned.seat.0, returned.amount)),
            Event::Swept(swept) => self.pots.clone_from(&swept.pots),
            Event::Awarded(awarded) => {
                assert_eq!(
                    usize::from(awarded.pot),
                    self.shares.len(),
                    "pots are awarded one after the other"
                );
                self.shares.push(awarded.shares.iter().map(|share| (share.seat.0, share.amount)).collect());
            }
            _ => {}
        }
        self.hand.record(event).expect("its own event fits");
    }
}
