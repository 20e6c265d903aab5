//! The keys of Hold'em. Amounts and options come from the server.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::{Value, json};

use super::{ahead, felt};
use crate::games::Step;
use crate::games::in_hand::Play;
use crate::games::scene::Scene;
use crate::wire::holdem::Options;

/// How many blinds a page key moves.
const PAGE: u64 = 10;

fn options<'a>(scene: &Scene<'a>) -> Option<&'a Options> {
    scene.table.options()?.holdem.as_ref().filter(|_| scene.table.is_my_turn())
}

/// Whether an amount is the player's whole stack.
fn is_all(scene: &Scene, amount: u64) -> bool {
    let mine = scene.table.my_seat();
    let Some((state, _)) = felt::state(scene) else { return false };
    let player = state.players.iter().find(|player| Some(player.seat) == mine);
    player.is_some_and(|player| amount >= player.stack + player.bet)
}

/// The amounts of the five presets; one that the server does not offer is absent.
fn presets(options: &Options) -> [Option<u64>; 5] {
    [options.raise_min, options.half_pot, options.two_thirds_pot, options.pot, options.raise_max]
}

/// The question to the player.
pub fn asked(scene: &Scene) -> String {
    let Some(options) = options(scene) else {
        let is_running = scene.table.view.hand.as_ref().is_some_and(|hand| hand.decisions.is_empty());
        let street =
            felt::state(scene).is_some_and(|(state, _)| state.boards.iter().any(|board| !board.is_empty()));
        return if is_running && street {
            scene.say("holdem.running").to_owned()
        } else {
            ahead::sentence(scene)
        };
    };
    let key = match options {
        Options { run_twice: true, .. } => "holdem.twiceAsk",
        Options { show: true, .. } | Options { muck: true, .. } => "holdem.showAsk",
        _ => "table.yourturn",
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
    if let (Some(wager), Some(_)) = (&options.wager, options.raise_min) {
        let amount = scene.play.amount;
        let key =
            if is_all(scene, amount) { "holdem.key.all".to_owned() } else { format!("holdem.key.{wager}") };
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

/// What a key does.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let Some(options) = options(scene) else { return ahead::press(scene, play, key.code) };
    let act = |action: Value| Step::Act(json!({ "holdem": action }));
    let simple = |name: &str| act(json!({ "type": name }));
    match key.code {
        KeyCode::Char('y') if options.run_twice => act(json!({ "type": "run_twice", "agree": true })),
        KeyCode::Char('n') if options.run_twice => act(json!({ "type": "run_twice", "agree": false })),
        KeyCode::Char('s') if options.show => simple("show"),
        KeyCode::Char('k') if options.muck => simple("muck"),
        KeyCode::Char('f') if options.fold && options.check => {
            let question = scene.say("holdem.ask.fold").to_owned();
            Step::Confirm(question, json!({ "holdem": { "type": "fold" } }))
        }
        KeyCode::Char('f') if options.fold => simple("fold"),
        KeyCode::Char('c') if options.check => simple("check"),
        KeyCode::Char('c') => match options.call {
            Some(call) if is_all_call(scene, call) => all_in(scene, call, &json!({ "type": "call" })),
            Some(_) => simple("call"),
            None => Step::Unused,
        },
        _ => wager(scene, options, play, key),
    }
}

/// Whether a call takes the player's whole stack.
fn is_all_call(scene: &Scene, call: u64) -> bool {
    let mine = scene.table.my_seat();
    let state = felt::state(scene).map(|(state, _)| state);
    state
        .into_iter()
        .flat_map(|state| &state.players)
        .any(|player| Some(player.seat) == mine && player.stack <= call)
}

fn all_in(scene: &Scene, amount: u64, action: &Value) -> Step {
    let question = scene.fill("holdem.ask.all", &[&scene.language.chips(amount)]);
    Step::Confirm(question, json!({ "holdem": action }))
}

fn wager(scene: &Scene, options: &Options, play: &mut Play, key: KeyEvent) -> Step {
    let (Some(wager), Some(least), Some(most)) = (&options.wager, options.raise_min, options.raise_max)
    else {
        return Step::Unused;
    };
    let blind = scene.table.view.options.game.holdem.as_ref().map_or(1, |rules| rules.big_blind.max(1));
    let mut set = |amount: u64| {
        play.amount = amount.clamp(least.min(most), most);
        Step::Changed
    };
    let now = scene.play.amount;
    match key.code {
        KeyCode::Char('r' | 'b') => {
            let action = json!({ "type": wager, "to": now });
            if is_all(scene, now) {
                all_in(scene, now, &action)
            } else {
                Step::Act(json!({ "holdem": action }))
            }
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
