//! The player's hands, and the replay of each.

use cardroom_api::player::my_hands::MyHand;
use cardroom_api::table::hand::HandHistory;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::replay::Replay;
use super::{Context, paint};
use crate::games::scene::row_of;
use crate::look;
use crate::net::refusal::Refusal;
use crate::order::Order;
use crate::read::{Read, known};

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct HandsScreen {
    /// The hands that are over, the newest first; absent until they are read.
    hands: Option<Vec<MyHand>>,
    at: usize,
    is_sending: bool,
    refused: Option<String>,
    replay: Option<Replay>,
}

impl HandsScreen {
    /// Whether a replay is open.
    pub fn is_watching(&self) -> bool {
        self.replay.is_some()
    }

    /// The answer for the list.
    pub fn listed(&mut self, answer: Result<Vec<Read<MyHand>>, Refusal>, context: Context) {
        match answer {
            Ok(hands) => {
                let (hands, newer) = known(hands);
                self.hands = Some(hands.into_iter().filter(|hand| hand.over).collect());
                self.refused = newer.map(|name| context.language.fill("table.newer", &[&name]));
            }
            Err(refusal) => self.refuse(&refusal, context),
        }
    }

    /// The answer for one of them.
    pub fn read(&mut self, answer: Result<Box<HandHistory>, Refusal>, context: Context) {
        self.is_sending = false;
        match answer.map(|history| Replay::new(&history)) {
            Ok(replay) if !replay.is_empty() => self.replay = Some(replay),
            Ok(_) => self.refused = Some(context.language.say("hands.nothing").to_owned()),
            Err(refusal) => self.refuse(&refusal, context),
        }
    }

    fn refuse(&mut self, refusal: &Refusal, context: Context) {
        self.refused = Some(context.language.refusal(refusal));
    }

    /// Advances a replay that plays by itself.
    pub fn tick(&mut self, context: Context) {
        if let Some(replay) = &mut self.replay {
            replay.tick(context.here);
        }
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Vec<Order> {
        if let Some(replay) = &mut self.replay {
            if !replay.press(key, context) {
                self.replay = None;
            }
            return Vec::new();
        }
        let hands = self.hands.as_deref().unwrap_or_default();
        self.refused = None;
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1).min(hands.len().saturating_sub(1)),
            KeyCode::Enter if !self.is_sending => {
                let order = hands.get(self.at).map(|hand| Order::Watch(hand.id.to_string()));
                self.is_sending = order.is_some();
                return order.into_iter().collect();
            }
            KeyCode::Esc | KeyCode::Char('q' | 'z') => return vec![Order::ToLobby],
            _ => {}
        }
        Vec::new()
    }

    /// Draws it.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        if let Some(replay) = &self.replay {
            return replay.draw(context, area, buffer);
        }
        let say = |key: &'static str| context.language.say(key);
        paint::text(&format!(" {}", say("hands.title")), context.look.bright(), row_of(area, 0), buffer);
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(6), ..area };
        match self.hands.as_deref() {
            None if self.refused.is_none() => {
                paint::centred(
                    say("hands.loading"),
                    context.look.dim(),
                    row_of(area, area.height / 2),
                    buffer,
                );
            }
            Some([]) => paint::text(&format!("  {}", say("hands.none")), context.look.dim(), body, buffer),
            hands => {
                let from = (self.at + 1).saturating_sub(usize::from(body.height));
                let shown = hands.unwrap_or_default().iter().enumerate().skip(from);
                for (row, (at, hand)) in (0..body.height).zip(shown) {
                    let style = if at == self.at { context.look.chosen() } else { Style::new() };
                    paint::two_ends(
                        &described(hand, context),
                        &net(hand, context),
                        style,
                        row_of(body, row),
                        buffer,
                    );
                }
            }
        }
        if let Some(hand) = self.hands.as_deref().unwrap_or_default().get(self.at) {
            let id = format!(" {}", context.language.fill("hands.id", &[&hand.id.to_string()]));
            paint::text(&id, context.look.dim(), row_of(area, area.height - 3), buffer);
        }
        let said = match &self.refused {
            Some(refused) => refused.as_str(),
            None if self.is_sending => say("table.sending"),
            None => "",
        };
        paint::centred(said, context.look.bad(), row_of(area, area.height - 2), buffer);
        paint::text(
            &format!(" {}", say("hands.keys")),
            context.look.dim(),
            row_of(area, area.height - 1),
            buffer,
        );
    }
}

/// The game and the number of a hand, and the names of its other players.
fn described(hand: &MyHand, context: Context) -> String {
    let language = context.language;
    let game = language.say(&format!("game.{}", hand.game.name())).to_owned();
    let number = language.fill("table.hand", &[&hand.number.to_string()]);
    let others = hand.players.iter().filter(|player| player.seat != hand.your_seat);
    let names: Vec<String> = others.map(|player| look::plain(&player.name)).collect();
    format!("{game}   {number}   {}", names.join(language.say("table.join")))
}

/// Its result. A game without stakes has none.
fn net(hand: &MyHand, context: Context) -> String {
    match hand.net {
        Some(net) => context.language.signed(net),
        None => context.language.say("profile.voidHand").to_owned(),
    }
}
