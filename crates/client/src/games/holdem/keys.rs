//! The keys of Hold'em. Amounts and options come from the server.

use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::options::{Options, WagerKind};
use cardroom_rules::games::holdem::rules::Rules;
use cardroom_rules::games::holdem::view::{PlayerView, View};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::ahead;
use crate::games::Step;
use crate::games::in_hand::Play;
use crate::games::scene::Scene;
use crate::read::name_of;

/// How many blinds a page key moves.
const PAGE: Chips = 10;

fn options<'a>(scene: &Scene<'a>) -> Option<&'a Options> {
    scene.table.options().filter(|_| scene.table.is_my_turn())
}

/// The player's own part of the hand.
fn me<'a>(scene: &Scene<'a>) -> Option<&'a PlayerView> {
    let mine = scene.table.my_seat()?;
    scene.table.state::<View>()?.0.players.iter().find(|player| player.seat == mine)
}

/// Whether an amount is the player's whole stack.
fn is_all(scene: &Scene, amount: Chips) -> bool {
    me(scene).is_some_and(|player| amount >= player.stack + player.bet)
}

/// The amounts of the five presets; one that the server does not offer is absent.
fn presets(options: &Options) -> [Option<Chips>; 5] {
    [options.raise_min, options.half_pot, options.two_thirds_pot, options.pot, options.raise_max]
}

/// The question to the player.
pub fn asked(scene: &Scene) -> String {
    let Some(options) = options(scene) else {
        let is_running = scene.view.hand.as_ref().is_some_and(|hand| hand.decisions.is_empty());
        let state = scene.table.state::<View>();
        let street = state.is_some_and(|(state, _)| state.boards.iter().any(|board| !board.is_empty()));
        return if is_running && street {
            scene.say("holdem.running").to_owned()
        } else {
            ahead::sentence(scene)
        };
    };
    let key = match options {
        Options { run_twice: true, .. } => "holdem.twiceAsk",
        Options { show: true, .. } | Options { muck: true, .. } => "holdem.showAsk",
        _ => "waits.yourTurn",
    };
    scene.say(key).to_owned()
}

/// The keys with an effect now.
pub fn keys(scene: &Scene) -> Vec<String> {
    let Some(options) = options(scene) else { return ahead::keys(scene) };
    let say = |key: &str| scene.say(key).to_owned();
    let chips = |amount| scene.language.chips(amount);
    let mut keys = Vec::new();
    if options.run_twice {
        keys.extend([say("holdem.key.twice"), say("holdem.key.once")]);
    }
    if options.show {
        keys.push(say("holdem.key.show"));
    }
    if options.muck {
        keys.push(say("holdem.key.muck"));
    }
    if options.fold {
        keys.push(say("holdem.key.fold"));
    }
    if options.check {
        keys.push(say("holdem.key.check"));
    }
    if let Some(call) = options.call {
        keys.push(scene.fill("holdem.key.call", &[&chips(call)]));
    }
    if let (Some(wager), Some(_)) = (options.wager, options.raise_min) {
        let amount = scene.play.amount;
        let key = if is_all(scene, amount) {
            "holdem.key.all".to_owned()
        } else {
            format!("holdem.key.{}", name_of(&wager))
        };
        keys.push(scene.fill(&key, &[&chips(amount)]));
        keys.push(say("holdem.key.blind"));
        for (at, amount) in presets(options).into_iter().enumerate() {
            match amount {
                Some(most) if at == 4 && !is_all(scene, most) => keys.push(say("holdem.preset.most")),
                Some(_) => keys.push(scene.say(&format!("holdem.preset.{}", at + 1)).to_owned()),
                None => {}
            }
        }
        keys.push(say("holdem.key.type"));
    }
    keys
}

/// Handles a key.
pub fn press(scene: &Scene, rules: &Rules, play: &mut Play, key: KeyEvent) -> Step {
    let Some(options) = options(scene) else { return ahead::press(scene, play, key.code) };
    let act = |action: Action| Step::Act(action.into());
    match key.code {
        KeyCode::Char('y') if options.run_twice => act(Action::RunTwice { agree: true }),
        KeyCode::Char('n') if options.run_twice => act(Action::RunTwice { agree: false }),
        KeyCode::Char('s') if options.show => act(Action::Show {}),
        KeyCode::Char('k') if options.muck => act(Action::Muck {}),
        KeyCode::Char('f') if options.fold && options.check => {
            Step::Confirm(scene.say("holdem.ask.fold").to_owned(), Action::Fold {}.into())
        }
        KeyCode::Char('f') if options.fold => act(Action::Fold {}),
        KeyCode::Char('c') if options.check => act(Action::Check {}),
        KeyCode::Char('c') => match options.call {
            // A call may take the whole stack.
            Some(call) if me(scene).is_some_and(|player| player.stack <= call) => {
                all_in(scene, call, Action::Call {})
            }
            Some(_) => act(Action::Call {}),
            None => Step::Unused,
        },
        _ => wager(scene, options, rules.big_blind.max(1), play, key),
    }
}

fn all_in(scene: &Scene, amount: Chips, action: Action) -> Step {
    Step::Confirm(scene.fill("holdem.ask.all", &[&scene.language.chips(amount)]), action.into())
}

fn wager(scene: &Scene, options: &Options, blind: Chips, play: &mut Play, key: KeyEvent) -> Step {
    let (Some(wager), Some(least), Some(most)) = (options.wager, options.raise_min, options.raise_max) else {
        return Step::Unused;
    };
    let mut set = |amount: Chips| {
        play.amount = amount.clamp(least.min(most), most);
        Step::Changed
    };
    let now = scene.play.amount;
    match key.code {
        KeyCode::Char('r' | 'b') => {
            let action = match wager {
                WagerKind::Bet => Action::Bet { to: now },
                WagerKind::Raise => Action::Raise { to: now },
            };
            if is_all(scene, now) { all_in(scene, now, action) } else { Step::Act(action.into()) }
        }
        KeyCode::Left => set(now.saturating_sub(blind)),
        KeyCode::Right => set(now.saturating_add(blind)),
        KeyCode::PageDown => set(now.saturating_sub(PAGE * blind)),
        KeyCode::PageUp => set(now.saturating_add(PAGE * blind)),
        KeyCode::Char(digit @ '1'..='5') => {
            let at = usize::from(u8::try_from(digit).unwrap_or(b'1') - b'1');
            presets(options).get(at).copied().flatten().map_or(Step::Unused, set)
        }
        KeyCode::Char('e') => Step::Amount(least, most),
        _ => Step::Unused,
    }
}
