//! The keys of Shengji. Declarations, duties and suggestions come from the server.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::AnyPreview;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::describe::Owed;
use cardroom_rules::games::shengji::options::{BuryOptions, FollowOptions, LeadOptions, Options};
use cardroom_rules::games::shengji::trick::points_of;
use cardroom_rules::games::shengji::view::{Stage, View};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::felt;
use crate::games::Step;
use crate::games::hand;
use crate::games::in_hand::Play;
use crate::games::lift::rank_of_key;
use crate::games::scene::Scene;
use crate::read::name_of;

fn options<'a>(scene: &Scene<'a>) -> Option<&'a Options> {
    scene.table.options()
}

fn groups(scene: &Scene) -> Vec<Vec<Card>> {
    scene.table.state().map(|(state, _)| felt::held(state)).unwrap_or_default()
}

/// The question to the player.
pub fn asked(scene: &Scene) -> String {
    let Some((state, false)) = scene.table.state::<View>() else { return String::new() };
    match options(scene) {
        Some(Options::Bury(options)) => {
            let lifted = scene.play.lift.cards();
            let points: u16 = lifted.iter().copied().map(points_of).sum();
            let parts = [options.count.to_string(), lifted.len().to_string(), points.to_string()];
            scene.fill("shengji.burytitle", &parts.each_ref().map(String::as_str))
        }
        Some(Options::Lead(_)) => judged(scene).unwrap_or_else(|| scene.say("shengji.lead").to_owned()),
        Some(Options::Follow(options)) => judged(scene).unwrap_or_else(|| owed(scene, &options.owed)),
        Some(Options::Declare(_)) | None => awaited(scene, state),
    }
}

/// The awaited action of another seat, or of any seat.
fn awaited(scene: &Scene, state: &View) -> String {
    let awaited = scene.table.awaited().map(|decision| scene.table.who(decision.seat, scene.language).name);
    let name = awaited.unwrap_or_default();
    match state.stage {
        Stage::Dealing | Stage::Declaring | Stage::Stealing => match state.declarations.last() {
            Some(standing) => {
                let who = scene.table.who(standing.seat, scene.language).name;
                scene.fill("shengji.declaredby", &[&who, &felt::declared(scene, standing)])
            }
            None if state.stage == Stage::Stealing => scene.say("shengji.stealing").to_owned(),
            None => scene.say("shengji.any").to_owned(),
        },
        Stage::Flipping => scene.say("shengji.flipping").to_owned(),
        Stage::Burying => scene.fill("shengji.buries", &[&name]),
        Stage::Playing | Stage::Over
            if state.trick.as_ref().is_none_or(|trick| trick.plays.is_empty()) && !name.is_empty() =>
        {
            scene.fill("shengji.leads", &[&name])
        }
        Stage::Playing | Stage::Over => String::new(),
    }
}

/// The server's preview of the lifted cards, if it is worth showing.
fn judged(scene: &Scene) -> Option<String> {
    let judged = scene.play.judged.as_ref().filter(|judged| judged.cards == scene.play.lift.cards())?;
    match &judged.answer {
        Ok(AnyPreview::Shengji(preview)) if preview.lead.as_ref().is_some_and(|lead| lead.throw) => {
            Some(scene.say("shengji.throw").to_owned())
        }
        Ok(_) => None,
        // While cards are still being lifted, too few of them are no mistake.
        Err(refusal) if refusal.code == "shengji.wrong_number" => None,
        Err(refusal) => Some(scene.language.refusal(refusal)),
    }
}

/// A follower's duty, in our words.
fn owed(scene: &Scene, Owed { group, cards, in_group, shape, .. }: &Owed) -> String {
    let group_key = format!("shengji.group.{}", name_of(group));
    let name = scene.say(&group_key);
    let count = cards.to_string();
    let pairs = shape.iter().filter(|length| matches!(length, 1)).count();
    let tractor = shape.iter().find(|&&length| length > 1);
    match (*in_group, tractor, pairs) {
        (0, ..) => scene.say("owed.any").to_owned(),
        (held, ..) if held < *cards => scene.fill("owed.all", &[name]),
        (_, Some(length), _) => scene.fill("owed.tractor", &[name, &length.to_string()]),
        (_, None, 1) if *cards == 2 => scene.fill("owed.pair", &[name]),
        (_, None, pairs) if pairs > 0 && pairs * 2 == usize::from(*cards) => {
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
    let play = |owed: Option<u8>| {
        let mut keys = vec![say("shengji.key.hint")];
        // A follow has exactly as many cards as the lead.
        if count > 0 && owed.is_none_or(|owed| usize::from(owed) == count) {
            keys.push(scene.fill("shengji.key.play", &[&count.to_string()]));
        }
        keys.extend([say("shengji.key.lift"), say("shengji.key.lower")]);
        keys
    };
    match options {
        Options::Declare(options) => {
            let choices = options.choices.iter().take(9).enumerate().map(|(at, choice)| {
                let what = felt::declared(scene, choice);
                scene.fill("shengji.key.declare", &[&(at + 1).to_string(), &what])
            });
            choices.chain([say("shengji.key.pass")]).collect()
        }
        Options::Bury(options) => {
            let parts = [count.to_string(), options.count.to_string()];
            let bury = scene.fill("shengji.key.bury", &[&parts[0], &parts[1]]);
            vec![say("shengji.key.hint"), bury, say("shengji.key.lift"), say("shengji.key.lower")]
        }
        Options::Lead(_) => play(None),
        Options::Follow(options) => play(Some(options.owed.cards)),
    }
}

/// Handles a key.
pub fn press(scene: &Scene, play: &mut Play, key: KeyEvent) -> Step {
    let act = |action: Action| Step::Act(action.into());
    let cards = play.lift.cards();
    match (options(scene), key.code) {
        (Some(Options::Declare(_)), KeyCode::Char('p')) => act(Action::Pass {}),
        (Some(Options::Declare(options)), KeyCode::Char(digit @ '1'..='9')) => {
            let at = usize::try_from(digit.to_digit(10).unwrap_or(1)).unwrap_or(1) - 1;
            let choice = options.choices.get(at);
            choice
                .map_or(Step::Unused, |choice| act(Action::Declare { card: choice.card, pair: choice.pair }))
        }
        (Some(Options::Bury(_)), KeyCode::Enter) => act(Action::Bury { cards }),
        (Some(Options::Lead(_) | Options::Follow(_)), KeyCode::Enter) if !cards.is_empty() => {
            act(Action::Play { cards })
        }
        (
            Some(
                Options::Bury(BuryOptions { suggested, .. })
                | Options::Lead(LeadOptions { suggested, .. })
                | Options::Follow(FollowOptions { suggested, .. }),
            ),
            KeyCode::Char('h'),
        ) => {
            play.lift.set(suggested.clone());
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

/// The cards of the led group. A lead is of one group: that of the first lifted card.
fn preferred(scene: &Scene, groups: &[Vec<Card>]) -> Vec<Card> {
    let (Some(Options::Follow(options)), Some((state, _))) = (options(scene), scene.table.state::<View>())
    else {
        let lifted = scene.play.lift.cards();
        let group = lifted.first().and_then(|first| groups.iter().find(|group| group.contains(first)));
        return group.cloned().unwrap_or_default();
    };
    let mut hand = state.hand.iter().flatten();
    let led = hand.find(|holding| holding.group == options.owed.group);
    led.map(|holding| holding.cards.clone()).unwrap_or_default()
}
