//! The keys of Shengji. Declarations, duties and suggestions come from the server.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::{Value, json};

use super::felt;
use crate::cards;
use crate::games::Step;
use crate::games::hand;
use crate::games::in_hand::Play;
use crate::games::lift::rank_of_key;
use crate::games::scene::Scene;
use crate::wire::shengji::{Options, Owed};

fn options<'a>(scene: &Scene<'a>) -> Option<&'a Options> {
    scene.table.options()?.shengji.as_ref()
}

fn groups(scene: &Scene) -> Vec<Vec<String>> {
    felt::state(scene).map(|(state, _)| felt::held(state)).unwrap_or_default()
}

/// The question to the player.
pub fn asked(scene: &Scene) -> String {
    let Some((state, is_over)) = felt::state(scene) else { return String::new() };
    if is_over {
        return String::new();
    }
    if let Some(options) = options(scene) {
        match options.kind.as_str() {
            "declare" => {}
            "bury" => {
                let lifted = scene.play.lift.cards();
                let parts = [options.count, lifted.len()].map(|count| count.to_string());
                return scene
                    .fill("shengji.burytitle", &[&parts[0], &parts[1], &cards::points(&lifted).to_string()]);
            }
            "lead" => return judged(scene).unwrap_or_else(|| scene.say("shengji.lead").to_owned()),
            "follow" => return judged(scene).unwrap_or_else(|| owed(scene, options)),
            unknown => return scene.fill("table.newer", &[unknown]),
        }
    }
    let awaited = scene.table.awaited().map(|decision| scene.table.who(decision.seat, scene.language).name);
    let name = awaited.unwrap_or_default();
    match state.stage.as_str() {
        "dealing" | "declaring" | "stealing" => match state.declarations.last() {
            Some(standing) => {
                let who = scene.table.who(standing.seat, scene.language).name;
                scene.fill("shengji.declaredby", &[&who, &felt::declared(scene, standing)])
            }
            None if state.stage == "stealing" => scene.say("shengji.stealing").to_owned(),
            None => scene.say("shengji.any").to_owned(),
        },
        "flipping" => scene.say("shengji.flipping").to_owned(),
        "burying" => scene.fill("shengji.buries", &[&name]),
        _ if state.trick.as_ref().is_none_or(|trick| trick.plays.is_empty()) && !name.is_empty() => {
            scene.fill("shengji.leads", &[&name])
        }
        _ => String::new(),
    }
}

/// The server's preview of the lifted cards, if it is worth showing.
fn judged(scene: &Scene) -> Option<String> {
    let judged = scene.play.judged.as_ref().filter(|judged| judged.cards == scene.play.lift.cards())?;
    match &judged.answer {
        Ok(preview) if preview["shengji"]["lead"]["throw"] == true => {
            Some(scene.say("shengji.throw").to_owned())
        }
        Ok(_) => None,
        // While cards are still being lifted, too few of them are no mistake.
        Err(refusal) if refusal.code == "shengji.wrong_number" => None,
        Err(refusal) => Some(scene.language.refusal(refusal)),
    }
}

/// A follower's duty, in our words.
fn owed(scene: &Scene, options: &Options) -> String {
    let Some(Owed { group, cards, in_group, shape }) = &options.owed else { return String::new() };
    let group_key = format!("group.{group}");
    let name = scene.say(&group_key);
    let count = cards.to_string();
    let pairs = shape.iter().filter(|&&length| length == 1).count();
    let tractor = shape.iter().find(|&&length| length > 1);
    match (*in_group, tractor, pairs) {
        (0, ..) => scene.say("owed.any").to_owned(),
        (held, ..) if held < *cards => scene.fill("owed.all", &[name]),
        (_, Some(length), _) => scene.fill("owed.tractor", &[name, &length.to_string()]),
        (_, None, 1) if *cards == 2 => scene.fill("owed.pair", &[name]),
        (_, None, pairs) if pairs > 0 && pairs * 2 == *cards => {
            scene.fill("owed.pairs", &[name, &pairs.to_string()])
        }
        (_, None, pairs) if pairs > 0 => scene.fill("owed.mixed", &[name, &count, &pairs.to_string()]),
        _ if *cards == 1 => scene.fill("owed.one", &[name]),
        _ => scene.fill("owed.some", &[name, &count]),
    }
}

/// The keys with an effect now.
pub fn keys(scene: &Scene) -> Vec<String> {
    let Some(options) = options(scene) else { return Vec::new() };
    let say = |key: &str| scene.say(key).to_owned();
    let count = scene.play.lift.count();
    match options.kind.as_str() {
        "declare" => {
            let choices = options.choices.iter().take(9).enumerate().map(|(at, choice)| {
                let what = felt::declared(scene, choice);
                scene.fill("shengji.key.declare", &[&(at + 1).to_string(), &what])
            });
            choices.chain([say("shengji.key.pass")]).collect()
        }
        "bury" => {
            let parts = [count.to_string(), options.count.to_string()];
            let bury = scene.fill("shengji.key.bury", &[&parts[0], &parts[1]]);
            vec![say("shengji.key.hint"), bury, say("shengji.key.lift"), say("shengji.key.lower")]
        }
        "lead" | "follow" => {
            let mut keys = vec![say("shengji.key.hint")];
            // A follow has exactly as many cards as the lead.
            let owed = options.owed.as_ref().map(|owed| owed.cards);
            if count > 0 && owed.is_none_or(|owed| owed == count) {
                keys.push(scene.fill("shengji.key.play", &[&count.to_string()]));
            }
            keys.extend([say("shengji.key.lift"), say("shengji.key.lower")]);
            keys
        }
        _ => Vec::new(),
    }
}

/// What a key does.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let act = |action: Value| Step::Act(json!({ "shengji": action }));
    let options = options(scene);
    let kind = options.map_or("", |options| options.kind.as_str());
    match (kind, key.code) {
        ("declare", KeyCode::Char('p')) => act(json!({ "type": "pass" })),
        ("declare", KeyCode::Char(digit @ '1'..='9')) => {
            let at = usize::try_from(digit.to_digit(10).unwrap_or(1)).unwrap_or(1) - 1;
            match options.and_then(|options| options.choices.get(at)) {
                Some(choice) => act(json!({ "type": "declare", "card": choice.card, "pair": choice.pair })),
                None => Step::Unused,
            }
        }
        ("bury", KeyCode::Enter) => act(json!({ "type": "bury", "cards": play.lift.cards() })),
        ("lead" | "follow", KeyCode::Enter) if play.lift.count() > 0 => {
            act(json!({ "type": "play", "cards": play.lift.cards() }))
        }
        ("bury" | "lead" | "follow", KeyCode::Char('h')) => {
            play.lift.set(options.map(|options| options.suggested.clone()).unwrap_or_default());
            Step::Changed
        }
        (_, KeyCode::Char('t')) => {
            play.is_peeking = !play.is_peeking;
            Step::Changed
        }
        _ => lift(scene, play, key),
    }
}

fn lift(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let groups = groups(scene);
    let hand = groups.concat();
    let rows = hand::rows(&groups, hand::USUAL_WIDTH, true);
    match key.code {
        KeyCode::Left => play.lift.step(hand.len(), -1),
        KeyCode::Right => play.lift.step(hand.len(), 1),
        KeyCode::Up => play.lift.step_row(&rows, -1),
        KeyCode::Down => play.lift.step_row(&rows, 1),
        KeyCode::Char(' ') => match play.lift.mark {
            Some(mark) => play.lift.turn(&hand, mark),
            None => play.lift.step(hand.len(), 1),
        },
        KeyCode::Esc if play.lift.count() > 0 => play.lift.set(Vec::new()),
        KeyCode::Char(sign) => {
            let preferred = preferred(scene, &groups);
            match rank_of_key(sign) {
                Some(rank) if play.lift.turn_rank(&hand, rank, &preferred) => {}
                _ => return Step::Unused,
            }
        }
        _ => return Step::Unused,
    }
    Step::Changed
}

/// The cards of the led group.
fn preferred(scene: &Scene, groups: &[Vec<String>]) -> Vec<String> {
    let owed = options(scene).and_then(|options| options.owed.as_ref());
    let (Some(owed), Some((state, _))) = (owed, felt::state(scene)) else {
        // A lead is of one group: that of the first lifted card.
        let lifted = scene.play.lift.cards();
        let first = lifted.first();
        let group = first.and_then(|first| groups.iter().find(|group| group.contains(first)));
        return group.cloned().unwrap_or_default();
    };
    let holding = state.hand.iter().flatten().find(|holding| holding.group == owed.group);
    holding.map(|holding| holding.cards.clone()).unwrap_or_default()
}
