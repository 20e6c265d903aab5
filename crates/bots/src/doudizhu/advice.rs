//! Why a good player of Dou Dizhu would act in this way.

use super::intermediate::Intermediate;
use super::notes::Notes;
use super::plan::Plan;
use super::roles::Roles;
use super::sight::{LANDLORD, Sight};
use super::wild::settled;
use crate::advice::Advises;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::advice::{Advice, Reason};
use cardroom_rules::games::doudizhu::cards::Cards;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::options::Options;
use cardroom_rules::games::doudizhu::reading::{Kind, Play, Reading};
use cardroom_rules::games::witness::Witness;

/// The numbers of the jack, the queen and the king.
const JACK: u8 = 8;
const QUEEN: u8 = 9;
const KING: u8 = 10;
/// A combination with this many cards or more is a long one.
const LONG: u32 = 5;
/// An enemy with this many cards or fewer is nearly out.
const NEARLY_OUT: u32 = 2;

impl Advises<Doudizhu> for Intermediate {
    type Advice = Advice;

    fn adviser() -> Self {
        Self::default()
    }

    fn advise(&mut self, witness: &Witness<Doudizhu>, dice: &mut Generator) -> Option<(Action, Advice)> {
        let action = self.act(witness, dice)?;
        let notes = self.notes();
        let options = witness.options()?;
        let reason = match (&options, Roles::of(notes)) {
            (Options::Play(_), Some(roles)) => of_play(notes, roles, &action),
            _ => before_play(&options, &action),
        };
        Some((action, Advice { reason }))
    }
}

/// The reason for an action before the play.
fn before_play(options: &Options, action: &Action) -> Reason {
    let says = !matches!(action, Action::Pass {});
    match (options, says) {
        (Options::Show(_), true) => Reason::ShowSureWinner,
        (Options::Show(_), false) => Reason::KeepHandHidden,
        (Options::Double(_), true) => Reason::DoubleWithControl,
        (Options::Double(_), false) => Reason::TooWeakToDouble,
        (_, true) => Reason::StrongEnoughToBid,
        (_, false) => Reason::TooWeakToBid,
    }
}

fn of_play(notes: &Notes, roles: Roles, action: &Action) -> Reason {
    let sight = roles.sight(notes);
    let Some(play) = played(notes, action) else { return passed(notes, &sight) };
    let counts = notes.hand.counts();
    if play.cards == counts {
        return Reason::GoOut;
    }
    match sight.table {
        None => led(&sight, play),
        Some((owner, _)) => answered(&sight, owner, play),
    }
}

/// The cards that the action plays; `None` if it passes.
fn played(notes: &Notes, action: &Action) -> Option<Play> {
    let Action::Play { cards, named } = action else { return None };
    let cards = cards.iter().copied().collect::<Cards>().counts();
    let readings = notes.rules.readings(cards);
    let is_named = |reading: &&Reading| named.is_none_or(|named| reading.named() == named);
    let reading = readings.iter().find(is_named).or(readings.first())?;
    Some(Play { cards, reading: *reading })
}

fn led(sight: &Sight, play: Play) -> Reason {
    let reading = play.reading;
    let rank = reading.main.number();
    let is_small = matches!(reading.kind, Kind::Single | Kind::Pair);
    let enemy = sight.nearest();
    let partner = (sight.me != LANDLORD).then(|| sight.lengths[3 - sight.me]);
    if is_bomb(reading) {
        return Reason::BombToStop;
    }
    if is_small && partner == Some(play.cards.len()) && enemy > NEARLY_OUT && rank < QUEEN {
        return Reason::FeedPartner;
    }
    if is_small && enemy == play.cards.len() && rank >= JACK {
        return block(sight);
    }
    if play.cards.len() >= LONG {
        return Reason::LeadLongest;
    }
    if reading.wings() > 0 {
        return Reason::CarryLooseCards;
    }
    if sight.answers(reading) == 0 {
        return Reason::LeadUnbeatable;
    }
    Reason::LeadLowest
}

fn answered(sight: &Sight, owner: usize, play: Play) -> Reason {
    if is_bomb(play.reading) {
        return Reason::BombToStop;
    }
    if !sight.is_enemy(owner) {
        return Reason::RaiseForPartner;
    }
    // The enemy that has played this has few cards, or an enemy that may be next has.
    let is_high = play.reading.main.number() >= KING;
    if sight.nearest() <= NEARLY_OUT && is_high { block(sight) } else { Reason::WinCheaply }
}

/// The seat that a high card keeps from going out.
fn block(sight: &Sight) -> Reason {
    if sight.me == LANDLORD { Reason::BlockThePeasant } else { Reason::BlockTheLandlord }
}

fn passed(notes: &Notes, sight: &Sight) -> Reason {
    let Some((owner, table)) = sight.table else { return Reason::CannotBeat };
    let hand = notes.hand.counts();
    let mut answers = Vec::new();
    notes.rules.answers(hand, table, |play| answers.push(play));
    if !sight.is_enemy(owner) {
        return Reason::LetPartnerWin;
    }
    if answers.is_empty() {
        return Reason::CannotBeat;
    }
    answers.retain(|play| !is_bomb(play.reading));
    if answers.is_empty() {
        return Reason::SaveTheBomb;
    }
    let breaks = |play: &Play| breaks(notes, hand, play);
    if answers.iter().all(breaks) { Reason::KeepShape } else { Reason::SaveHighCards }
}

/// Whether the rest of the hand needs as many turns after this play as before it, or more.
fn breaks(notes: &Notes, hand: Counts, play: &Play) -> bool {
    let turns = |cards: Counts| Plan::of(settled(cards, notes.rules.wild)).turns();
    turns(hand.without(play.cards)) >= turns(hand)
}

/// Whether it is a bomb or the rocket.
fn is_bomb(reading: Reading) -> bool {
    matches!(reading.kind, Kind::Bomb | Kind::Rocket)
}
