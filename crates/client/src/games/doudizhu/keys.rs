//! The keys of Dou Dizhu. Bids, hints and readings come from the server.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::{Value, json};

use super::felt;
use crate::cards;
use crate::games::hand;
use crate::games::in_hand::Play;
use crate::games::lift::rank_of_key;
use crate::games::scene::Scene;
use crate::games::{Step, play_as};
use crate::net::refusal::Refusal;
use crate::wire::doudizhu::{Options, Reading, Suggestion};
use crate::words::Language;

/// The seat's options, even if it is not awaited.
fn options<'a>(scene: &Scene<'a>) -> Option<&'a Options> {
    scene.table.options()?.doudizhu.as_ref()
}

fn own_cards(scene: &Scene) -> Vec<String> {
    felt::state(scene).map(|(state, _)| felt::held(state).concat()).unwrap_or_default()
}

/// How the server reads the lifted cards, or why it refuses them.
fn judged(scene: &Scene) -> Option<String> {
    let judged = scene.play.judged.as_ref().filter(|judged| judged.cards == scene.play.lift.cards())?;
    match &judged.answer {
        Ok(preview) => {
            let reading: Reading =
                serde_json::from_value(preview["doudizhu"]["play"]["reading"].clone()).ok()?;
            Some(scene.fill("doudizhu.lifted", &[&felt::reading(&reading, scene.language)]))
        }
        Err(refusal) => Some(refused(refusal, scene.language)),
    }
}

/// What a hint plays, and what it keeps.
fn hinted(hint: &Suggestion, language: Language) -> String {
    let what = felt::reading(&hint.reading, language);
    let kept = hint.keeps.iter().filter_map(|kept| language.find(&format!("doudizhu.kept.{kept}")));
    let kept: Vec<&str> = kept.collect();
    match kept.as_slice() {
        [] => what,
        kept => language.fill("doudizhu.keeps", &[&what, &kept.join(language.say("doudizhu.kept.and"))]),
    }
}

/// Why lifted cards are refused: the play on the table, and the cards to lower.
pub fn refused(refusal: &Refusal, language: Language) -> String {
    let table = serde_json::from_value::<Reading>(refusal.problem["table"].clone()).ok();
    let words = language.find(&refusal.code).zip(table);
    let why = match words {
        Some((_, table)) => language.fill(&refusal.code, &[&felt::reading(&table, language)]),
        None => language.refusal(refusal),
    };
    match refusal.to_lower().as_slice() {
        [] => why,
        lower => language.fill("doudizhu.lower", &[&why, &cards::words(lower, language)]),
    }
}

/// The question to the player.
pub fn asked(scene: &Scene) -> String {
    let stage = felt::state(scene).map_or("", |(state, _)| state.stage.as_str());
    let Some(options) = options(scene) else {
        let key = match stage {
            "opening" | "showing" => "doudizhu.showing",
            "dealing" => "doudizhu.dealing",
            "doubling" => "doudizhu.doubling",
            "auction" => "doudizhu.auction",
            _ => return String::new(),
        };
        return scene.say(key).to_owned();
    };
    let key = match options.kind.as_str() {
        "bid" => "doudizhu.yourbid",
        "call" => "doudizhu.yourCall",
        "rob" => "doudizhu.yourRob",
        "double" => "doudizhu.yourDouble",
        "show" => "doudizhu.yourShow",
        "play" => return asked_to_play(scene, options),
        // A question of a newer server is shown by its name.
        unknown => return scene.fill("table.newer", &[unknown]),
    };
    scene.say(key).to_owned()
}

fn asked_to_play(scene: &Scene, options: &Options) -> String {
    if scene.play.lift.count() > 0 {
        if let Some(at) = scene.play.hint {
            let of = options.suggested.len().to_string();
            let what = options.suggested.get(at).map(|hint| hinted(hint, scene.language));
            return scene.fill("doudizhu.hintof", &[&(at + 1).to_string(), &of, &what.unwrap_or_default()]);
        }
        if let Some(text) = judged(scene) {
            return text;
        }
    }
    match &options.to_beat {
        None => scene.say("doudizhu.lead").to_owned(),
        Some(_) if options.count == 0 => scene.say("doudizhu.cannot").to_owned(),
        Some(beat) => scene.fill("doudizhu.beat", &[&felt::reading(beat, scene.language)]),
    }
}

/// The keys with an effect now.
pub fn keys(scene: &Scene) -> Vec<String> {
    let Some(options) = options(scene) else { return Vec::new() };
    let say = |key: &str| scene.say(key).to_owned();
    match options.kind.as_str() {
        "bid" => {
            let bids =
                options.points.iter().map(|points| scene.fill("doudizhu.key.bid", &[&points.to_string()]));
            bids.chain([say("doudizhu.key.passbid")]).collect()
        }
        "call" => vec![say("doudizhu.key.call"), say("doudizhu.key.passbid")],
        "rob" => vec![say("doudizhu.key.rob"), say("doudizhu.key.passbid")],
        "double" => vec![say("doudizhu.key.double"), say("doudizhu.key.nodouble")],
        "show" => {
            let show = scene.fill("doudizhu.key.show", &[&options.factor.to_string()]);
            vec![show, say("doudizhu.key.noshow")]
        }
        "play" => {
            let mut keys = Vec::new();
            if options.to_beat.is_some() {
                keys.push(say("doudizhu.key.pass"));
            }
            if !options.suggested.is_empty() {
                keys.push(say("doudizhu.key.hint"));
            }
            if scene.play.lift.count() > 0 {
                keys.push(scene.fill("doudizhu.key.play", &[&scene.play.lift.count().to_string()]));
            }
            keys.push(say("doudizhu.key.lift"));
            keys
        }
        _ => Vec::new(),
    }
}

/// What a key does.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let act = |action: Value| Step::Act(json!({ "doudizhu": action }));
    let simple = |name: &str| act(json!({ "type": name }));
    let kind = options(scene).map_or("", |options| options.kind.as_str());
    match (kind, key.code) {
        ("bid", KeyCode::Char(digit @ '1'..='9')) => {
            let points = u64::from(digit.to_digit(10).unwrap_or_default());
            let is_open = options(scene).is_some_and(|options| options.points.contains(&points));
            if is_open { act(json!({ "type": "bid", "points": points })) } else { Step::Unused }
        }
        ("call", KeyCode::Char('c')) => simple("call"),
        ("rob", KeyCode::Char('r')) => simple("rob"),
        ("double", KeyCode::Char('d')) => simple("double"),
        ("show", KeyCode::Char('s')) => simple("show"),
        ("bid" | "call" | "rob" | "double" | "show", KeyCode::Char('p')) => simple("pass"),
        _ => lift(scene, play, key),
    }
}

/// Cards may be lifted at any time; they are played when it is the player's turn.
fn lift(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let hand = own_cards(scene);
    let playing = options(scene).filter(|options| options.kind == "play");
    match key.code {
        KeyCode::Char('h') => match playing.filter(|options| !options.suggested.is_empty()) {
            Some(options) => hint(options, play),
            None => Step::Unused,
        },
        KeyCode::Char('p') if playing.is_some_and(|options| options.to_beat.is_some()) => {
            Step::Act(json!({ "doudizhu": { "type": "pass" } }))
        }
        KeyCode::Enter if playing.is_some() && play.lift.count() > 0 => enter(playing, play),
        KeyCode::Left => moved(play, hand.len(), -1),
        KeyCode::Right => moved(play, hand.len(), 1),
        KeyCode::Up => moved_row(scene, play, -1),
        KeyCode::Down => moved_row(scene, play, 1),
        KeyCode::Char(' ') => {
            match play.lift.mark {
                Some(mark) => {
                    play.lift.turn(&hand, mark);
                    play.hint = None;
                }
                None => play.lift.step(hand.len(), 1),
            }
            Step::Changed
        }
        KeyCode::Esc if play.lift.count() > 0 => {
            play.lift.set(Vec::new());
            play.hint = None;
            Step::Changed
        }
        KeyCode::Char(sign) => match rank_of_key(sign) {
            Some(rank) if play.lift.turn_rank(&hand, rank, &[]) => {
                play.hint = None;
                Step::Changed
            }
            _ => Step::Unused,
        },
        _ => Step::Unused,
    }
}

fn moved(play: &mut Play, count: usize, by: isize) -> Step {
    play.lift.step(count, by);
    Step::Changed
}

/// Twenty cards need two rows, if the window has its usual width.
fn moved_row(scene: &Scene, play: &mut Play, by: isize) -> Step {
    let groups = felt::state(scene).map(|(state, _)| felt::held(state)).unwrap_or_default();
    play.lift.step_row(&hand::rows(&groups, hand::USUAL_WIDTH, false), by);
    Step::Changed
}

fn hint(options: &Options, play: &mut Play) -> Step {
    let next = play.hint.map_or(0, |at| at + 1) % options.suggested.len();
    if let Some(suggestion) = options.suggested.get(next) {
        play.lift.set(suggestion.cards.clone());
        play.hint = Some(next);
    }
    Step::Changed
}

/// A suggestion has its reading. For other cards the reading may have to be asked for.
fn enter(playing: Option<&Options>, play: &Play) -> Step {
    let hinted = playing.zip(play.hint).and_then(|(options, at)| options.suggested.get(at));
    match hinted {
        Some(hint) => Step::Act(json!({ "doudizhu": play_as(&hint.cards, Some(&hint.reading)) })),
        None => Step::Read(play.lift.cards()),
    }
}
