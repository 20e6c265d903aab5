//! The keys of Dou Dizhu. Bids, hints and readings come from the server.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::{AnyAction, AnyPreview};
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::choices::Suggestion;
use cardroom_rules::games::doudizhu::options::{Options, PlayOptions};
use cardroom_rules::games::doudizhu::reading::{Named, Reading};
use cardroom_rules::games::doudizhu::view::{Stage, View};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::felt;
use crate::cards;
use crate::games::Step;
use crate::games::hand;
use crate::games::in_hand::Play;
use crate::games::lift::rank_of_key;
use crate::games::scene::Scene;
use crate::net::refusal::Refusal;
use crate::read::name_of;
use crate::words::Language;

/// The seat's options, even if it is not awaited.
fn options<'a>(scene: &Scene<'a>) -> Option<&'a Options> {
    scene.table.options()
}

fn groups(scene: &Scene) -> Vec<Vec<Card>> {
    scene.table.state().map(|(state, _)| felt::held(state)).unwrap_or_default()
}

/// A play, and the reading that it names.
pub fn play_as(cards: Vec<Card>, named: Option<Named>) -> AnyAction {
    Action::Play { cards, named }.into()
}

/// How the server reads the lifted cards, or why it refuses them.
fn judged(scene: &Scene) -> Option<String> {
    let judged = scene.play.judged.as_ref().filter(|judged| judged.cards == scene.play.lift.cards())?;
    match &judged.answer {
        Ok(AnyPreview::Doudizhu(preview)) => {
            let reading = preview.play.as_ref()?.reading;
            Some(scene.fill("doudizhu.lifted", &[&felt::reading(&reading, scene.language)]))
        }
        Ok(_) => None,
        Err(refusal) => Some(refused(refusal, scene.language)),
    }
}

/// The play of a hint, and the combinations that it keeps.
fn hinted(hint: &Suggestion, language: Language) -> String {
    let what = felt::reading(&hint.reading, language);
    let kept =
        hint.keeps.iter().filter_map(|kept| language.find(&format!("doudizhu.kept.{}", name_of(kept))));
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
    let Some(options) = options(scene) else {
        let Some((state, _)) = scene.table.state::<View>() else { return String::new() };
        let key = match state.stage {
            Stage::Opening | Stage::Showing => "doudizhu.showing",
            Stage::Dealing => "doudizhu.dealing",
            Stage::Doubling => "doudizhu.doubling",
            Stage::Auction => "doudizhu.whoLandlord",
            Stage::Playing | Stage::Over => return String::new(),
        };
        return scene.say(key).to_owned();
    };
    let key = match options {
        Options::Bid(_) => "doudizhu.yourBid",
        Options::Call(_) => "doudizhu.yourCall",
        Options::Rob(_) => "doudizhu.yourRob",
        Options::Double(_) => "doudizhu.yourDouble",
        Options::Show(_) => "doudizhu.yourShow",
        Options::Play(options) => return asked_to_play(scene, options),
    };
    scene.say(key).to_owned()
}

fn asked_to_play(scene: &Scene, options: &PlayOptions) -> String {
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
    match options {
        Options::Bid(options) => {
            let bids =
                options.points.iter().map(|points| scene.fill("doudizhu.key.bid", &[&points.to_string()]));
            bids.chain([say("doudizhu.key.passbid")]).collect()
        }
        Options::Call(_) => vec![say("doudizhu.key.call"), say("doudizhu.key.passbid")],
        Options::Rob(_) => vec![say("doudizhu.key.rob"), say("doudizhu.key.passbid")],
        Options::Double(_) => vec![say("doudizhu.key.double"), say("doudizhu.key.nodouble")],
        Options::Show(options) => {
            let show = scene.fill("doudizhu.key.show", &[&options.factor.to_string()]);
            vec![show, say("doudizhu.key.noshow")]
        }
        Options::Play(options) => {
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
    }
}

/// Handles a key.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let act = |action: Action| Step::Act(action.into());
    match (options(scene), key.code) {
        (Some(Options::Bid(options)), KeyCode::Char(digit @ '1'..='9')) => {
            let points = digit.to_digit(10).and_then(|points| u8::try_from(points).ok());
            let open = points.filter(|points| options.points.contains(points));
            open.map_or(Step::Unused, |points| act(Action::Bid { points }))
        }
        (Some(Options::Call(_)), KeyCode::Char('c')) => act(Action::Call {}),
        (Some(Options::Rob(_)), KeyCode::Char('r')) => act(Action::Rob {}),
        (Some(Options::Double(_)), KeyCode::Char('d')) => act(Action::Double {}),
        (Some(Options::Show(_)), KeyCode::Char('s')) => act(Action::Show {}),
        (Some(Options::Play(options)), _) => press_to_play(scene, options, play, key),
        (Some(_), KeyCode::Char('p')) => act(Action::Pass {}),
        _ => lift(scene, play, key),
    }
}

fn press_to_play(scene: &Scene, options: &PlayOptions, play: &mut Play, key: KeyEvent) -> Step {
    match key.code {
        KeyCode::Char('h') if !options.suggested.is_empty() => hint(options, play),
        KeyCode::Char('p') if options.to_beat.is_some() => Step::Act(Action::Pass {}.into()),
        KeyCode::Enter if play.lift.count() > 0 => enter(options, play),
        _ => lift(scene, play, key),
    }
}

/// Cards may be lifted at any time; they are played when it is the player's turn.
fn lift(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let hand = groups(scene).concat();
    match key.code {
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
    play.lift.step_row(&hand::rows(&groups(scene), hand::USUAL_WIDTH, false), by);
    Step::Changed
}

fn hint(options: &PlayOptions, play: &mut Play) -> Step {
    let next = play.hint.map_or(0, |at| at + 1) % options.suggested.len();
    if let Some(suggestion) = options.suggested.get(next) {
        play.lift.set(suggestion.cards.clone());
        play.hint = Some(next);
    }
    Step::Changed
}

/// A suggestion has its reading. For other cards the reading may have to be asked for.
fn enter(options: &PlayOptions, play: &Play) -> Step {
    match play.hint.and_then(|at| options.suggested.get(at)) {
        Some(hint) => Step::Act(play_as(hint.cards.clone(), Some(hint.reading.named()))),
        None => Step::Read(play.lift.cards()),
    }
}
