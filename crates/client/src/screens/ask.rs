//! Questions over a table: yes or no, an amount, a choice.

use cardroom_api::requests::seats::{SitDown, TopUp};
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::AnyAction;
use cardroom_rules::games::doudizhu::reading::Reading;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::tournament::prizes::deal::{DealBasis, DealTerms};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Context;
use super::paint::{self, Field};
use crate::games::doudizhu::felt;
use crate::games::doudizhu::keys::play_as;
use crate::games::scene::row_of;
use crate::look;
use crate::order::Write;
use crate::tournament::calls;

/// A question that is open over the table. Keys go to it until it is answered or dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// A question to answer with yes or no.
    Confirm {
        /// The text of the question.
        question: String,
        /// The effect of a yes.
        then: Then,
    },
    /// A question for an amount of chips.
    Number {
        /// The text of the question.
        question: String,
        /// The input field with the typed digits.
        field: Field,
        /// The smallest and the largest amount; other amounts are moved to the nearer one.
        bounds: (Chips, Chips),
        /// The purpose of the amount.
        purpose: Purpose,
    },
    /// A list of choices.
    Menu {
        /// The heading of the list.
        title: String,
        /// The choices, each with its label and its effect.
        items: Vec<(String, Then)>,
        /// The index of the selected choice.
        at: usize,
    },
    /// A choice among the readings of cards, by their numbers.
    Readings {
        /// The cards to play.
        cards: Vec<Card>,
        /// The readings to choose from.
        readings: Vec<Reading>,
    },
}

/// The effect of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// Sends an action of the game.
    Act(AnyAction),
    /// Sends a write to the table.
    Write(Write),
    /// Sends a write to the tournament.
    InTournament(Write),
    /// Shows a table of the tournament.
    ToTable(String),
    /// Shows the tournament of the table.
    ToTournament,
    /// Asks another question.
    Ask(Box<Ask>),
    /// Sets the amount of a bet or a raise, in chips.
    Amount(Chips),
}

/// The purpose of an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The amount of a bet or a raise.
    Bet,
    /// The buy-in, and the invite code if the table needs one.
    SitDown(Option<String>),
    /// The chips to add to the stack.
    TopUp,
    /// What the winner still plays for in a deal.
    Keep(DealBasis),
}

/// The effect of a key on a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The question stays open, as it is now.
    Open(Ask),
    /// The question is closed without an effect.
    Dropped,
    /// The question is answered.
    Done(Then),
}

impl Ask {
    /// A question for an amount within `bounds`, with `usual` as the suggestion.
    pub fn number(question: String, bounds: (Chips, Chips), usual: Chips, purpose: Purpose) -> Self {
        let field = Field::suggest(&usual.to_string(), 15);
        Self::Number { question, field, bounds, purpose }
    }

    /// Handles a key, and returns its effect.
    #[must_use]
    pub fn press(mut self, key: KeyEvent) -> Reply {
        match &mut self {
            Self::Confirm { then, .. } => match key.code {
                KeyCode::Char('y' | 'Y') => Reply::Done(then.clone()),
                _ => Reply::Dropped,
            },
            Self::Number { field, bounds, purpose, .. } => match key.code {
                KeyCode::Char(digit @ '0'..='9') => {
                    field.push(&digit.to_string());
                    Reply::Open(self)
                }
                KeyCode::Backspace => {
                    field.erase();
                    Reply::Open(self)
                }
                KeyCode::Enter => match field.text.parse::<Chips>() {
                    Ok(amount) => Reply::Done(purpose.then(amount.clamp(bounds.0.min(bounds.1), bounds.1))),
                    Err(_) => Reply::Open(self),
                },
                KeyCode::Esc | KeyCode::Char('q') => Reply::Dropped,
                _ => Reply::Open(self),
            },
            Self::Menu { items, at, .. } => match key.code {
                KeyCode::Up => {
                    *at = at.checked_sub(1).unwrap_or(items.len().saturating_sub(1));
                    Reply::Open(self)
                }
                KeyCode::Down => {
                    *at = (*at + 1) % items.len().max(1);
                    Reply::Open(self)
                }
                KeyCode::Enter => items.get(*at).map_or(Reply::Dropped, |(_, then)| match then {
                    Then::Ask(next) => Reply::Open((**next).clone()),
                    then => Reply::Done(then.clone()),
                }),
                KeyCode::Esc | KeyCode::Char('m' | 'q' | 'z') => Reply::Dropped,
                _ => Reply::Open(self),
            },
            Self::Readings { cards, readings } => match key.code {
                KeyCode::Char(digit @ '1'..='9') => {
                    let at = usize::try_from(digit.to_digit(10).unwrap_or(1)).unwrap_or(1) - 1;
                    match readings.get(at) {
                        Some(reading) => {
                            Reply::Done(Then::Act(play_as(cards.clone(), Some(reading.named()))))
                        }
                        None => Reply::Open(self),
                    }
                }
                KeyCode::Esc => Reply::Dropped,
                _ => Reply::Open(self),
            },
        }
    }

    /// Draws it over the table.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let say = |key: &'static str| context.language.say(key);
        match self {
            Self::Confirm { question, .. } => {
                let inside = paint::sheet("?", wide(question), 4, context, area, buffer);
                paint::text(question, Style::new(), row_of(inside, 0), buffer);
                paint::text(say("ask.yes"), context.look.dim(), row_of(inside, 1), buffer);
            }
            Self::Number { question, field, .. } => {
                let inside = paint::sheet(question, wide(question).max(44), 4, context, area, buffer);
                field.draw("", context, row_of(inside, 0), buffer);
                paint::text(say("ask.number"), context.look.dim(), row_of(inside, 1), buffer);
            }
            Self::Menu { title, items, at } => {
                let height = u16::try_from(items.len()).unwrap_or(20) + 3;
                let inside = paint::sheet(title, 54, height, context, area, buffer);
                let rows = usize::from(inside.height.saturating_sub(1));
                let from = (at + 1).saturating_sub(rows);
                for (row, (place, (label, _))) in (0..).zip(items.iter().enumerate().skip(from).take(rows)) {
                    let style = if place == *at { context.look.chosen() } else { Style::new() };
                    let line = format!(" {label} ");
                    paint::text(&line, style, row_of(inside, row), buffer);
                }
                let foot = row_of(inside, inside.height.saturating_sub(1));
                paint::text(say("menu.keys"), context.look.dim(), foot, buffer);
            }
            Self::Readings { readings, .. } => {
                let height = u16::try_from(readings.len()).unwrap_or(9) + 3;
                let inside = paint::sheet(say("doudizhu.readAs"), 50, height, context, area, buffer);
                for (row, reading) in (0..).zip(readings) {
                    let line = format!("{}  {}", row + 1, felt::reading(reading, context.language));
                    paint::text(&line, Style::new(), row_of(inside, row), buffer);
                }
                let foot = row_of(inside, inside.height.saturating_sub(1));
                paint::text(say("doudizhu.readkeys"), context.look.dim(), foot, buffer);
            }
        }
    }
}

impl Purpose {
    fn then(&self, amount: Chips) -> Then {
        match self {
            Self::Bet => Then::Amount(amount),
            Self::SitDown(code) => {
                let (entry, invite_code) = (Entry::Wait, code.clone());
                let body = SitDown { seat: None, buy_in: amount, entry, invite_code };
                Then::Write(Write::send("/seats", &body))
            }
            Self::TopUp => Then::Write(Write::send("/seats/me/top-up", &TopUp { amount })),
            Self::Keep(basis) => {
                Then::InTournament(calls::propose_deal(DealTerms { basis: *basis, keep: amount }))
            }
        }
    }
}

fn wide(text: &str) -> u16 {
    u16::try_from(look::width(text)).unwrap_or(70).saturating_add(4).clamp(40, 78)
}
