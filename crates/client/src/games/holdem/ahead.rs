//! A choice that is made before the player's turn. It is sent when the turn comes, if it still fits: it is dropped when
//! the price changes, and at the end of a street. Going all in cannot be chosen ahead.

use cardroom_api::id::HandId;
use cardroom_rules::games::any::AnyAction;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::options::Options;
use cardroom_rules::games::holdem::view::{PlayerState, View};
use cardroom_rules::games::seat::Seat;
use ratatui::crossterm::event::KeyCode;

use super::choice::{Ahead, Situation, What};
use crate::games::Step;
use crate::games::in_hand::Play;
use crate::games::scene::Scene;
use crate::model::Table;

/// The state of a choice after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It stands, or there was none.
    Yes,
    /// It was dropped: the street or the hand is over.
    Over,
    /// It was dropped: the price has changed.
    OtherPrice,
}

/// The situation of a choice that is made now; `None` if it is the player's turn, or nobody's.
fn situation(table: &Table) -> Option<Situation> {
    let hand = table.view.as_ref()?.hand.as_ref()?;
    let mine = table.my_seat()?;
    let is_away = table.chair(mine).is_none_or(|chair| chair.away);
    let awaits_others = hand.decisions.iter().any(|decision| decision.seat != mine);
    if table.any_options().is_some() || is_away || !awaits_others {
        return None;
    }
    of_player(hand.id, table.state()?.0, mine)
}

fn of_player(hand: HandId, state: &View, mine: Seat) -> Option<Situation> {
    let is_mine = |seat: Seat, state| seat == mine && state == PlayerState::In;
    let me = state.players.iter().find(|player| is_mine(player.seat, player.state))?;
    let missing = state.price.saturating_sub(me.bet);
    let (price, is_all) = (missing.min(me.stack), missing >= me.stack);
    Some(Situation { hand, street: state.street, price, is_all })
}

/// Keeps or drops the choice after an event. At the player's turn it waits to be sent.
pub fn settle(table: &Table, play: &mut Play) -> Kept {
    let Some(ahead) = &play.ahead else { return Kept::Yes };
    if table.is_my_turn() {
        return Kept::Yes;
    }
    let now = situation(table);
    let same = now.filter(|now| now.hand == ahead.about.hand && now.street == ahead.about.street);
    let kept = match same {
        None => Kept::Over,
        Some(now) if ahead.what != What::CheckOrFold && now.price != ahead.about.price => Kept::OtherPrice,
        Some(_) => Kept::Yes,
    };
    if kept != Kept::Yes {
        play.ahead = None;
    }
    kept
}

/// The action that was chosen for this turn, once. Nothing if it no longer fits the options.
pub fn take(table: &Table, play: &mut Play) -> Option<AnyAction> {
    let ahead = play.ahead.take()?;
    let hand = table.view.as_ref()?.hand.as_ref()?;
    let (state, _) = table.state::<View>()?;
    let is_same = hand.id == ahead.about.hand && state.street == ahead.about.street;
    let action = is_same.then(|| fitting(&ahead, table.options()?)).flatten()?;
    Some(action.into())
}

fn fitting(ahead: &Ahead, options: &Options) -> Option<Action> {
    match ahead.what {
        What::CheckOrFold | What::Check if options.check => Some(Action::Check {}),
        What::CheckOrFold if options.fold => Some(Action::Fold {}),
        What::Call if options.call == Some(ahead.about.price) => Some(Action::Call {}),
        What::CheckOrFold | What::Check | What::Call => None,
    }
}

/// The keys for choosing ahead.
pub fn keys(scene: &Scene) -> Vec<String> {
    let Some(now) = situation(scene.table) else { return Vec::new() };
    let fold = scene.say("holdem.ahead.key.fold").to_owned();
    match now {
        Situation { price: 0, .. } => vec![fold, scene.say("holdem.ahead.key.check").to_owned()],
        Situation { is_all: true, .. } => vec![fold],
        Situation { price, .. } => {
            vec![fold, scene.fill("holdem.ahead.key.call", &[&scene.language.chips(price)])]
        }
    }
}

/// The choice, in one sentence.
pub fn sentence(scene: &Scene) -> String {
    let Some(ahead) = &scene.play.ahead else { return String::new() };
    match ahead.what {
        What::CheckOrFold => scene.say("holdem.ahead.fold").to_owned(),
        What::Check => scene.say("holdem.ahead.check").to_owned(),
        What::Call => scene.fill("holdem.ahead.call", &[&scene.language.chips(ahead.about.price)]),
    }
}

/// Makes the choice, or takes it back.
pub fn press(scene: &Scene, play: &mut Play, code: KeyCode) -> Step {
    let Some(about) = situation(scene.table) else { return Step::Unused };
    let what = match code {
        KeyCode::Char('f') => What::CheckOrFold,
        KeyCode::Char('c') if about.price == 0 => What::Check,
        KeyCode::Char('c') if !about.is_all => What::Call,
        _ => return Step::Unused,
    };
    let is_chosen = play.ahead.as_ref().is_some_and(|ahead| ahead.what == what);
    play.ahead = (!is_chosen).then_some(Ahead { what, about });
    Step::Changed
}
