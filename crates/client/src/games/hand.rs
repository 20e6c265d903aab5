//! Cards in the hand: their rows, and how they are drawn.

use cardroom_rules::cards::card::Card;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::scene::{Scene, row_of};
use crate::cards;

/// The width for moving between rows, before the hand was drawn.
pub const USUAL_WIDTH: u16 = 78;
/// A card and the mark before it.
const STEP: usize = 4;

/// The indexes of the cards in rows of this width. If `apart` is set, each group begins a row of its own.
pub fn rows(groups: &[Vec<Card>], width: u16, apart: bool) -> Vec<Vec<usize>> {
    let a_row = (usize::from(width).saturating_sub(1) / STEP).max(1);
    let all = groups.iter().map(Vec::len).sum();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut place = 0;
    for group in groups {
        // A group that is too long for a row is split evenly.
        let a_part = even(if apart { group.len() } else { all }, a_row);
        for at in 0..group.len() {
            let begins =
                if apart { at % a_part == 0 } else { rows.last().is_none_or(|row| row.len() == a_part) };
            if begins {
                rows.push(Vec::new());
            }
            if let Some(row) = rows.last_mut() {
                row.push(place);
            }
            place += 1;
        }
    }
    rows
}

/// The number of cards in each row, so that the rows are about equally long.
fn even(count: usize, a_row: usize) -> usize {
    count.div_ceil(count.div_ceil(a_row).max(1)).max(1)
}

/// Draws the hand. Cards that cannot be played are dimmed, but can be lifted.
pub fn draw(scene: &Scene, groups: &[Vec<Card>], apart: bool, dim: &[Card], area: Rect, buffer: &mut Buffer) {
    let hand = groups.concat();
    for (row, places) in (0..).zip(rows(groups, area.width, apart)) {
        let mut spans = Vec::new();
        let mut before = Mark::None;
        for place in places {
            let Some(&card) = hand.get(place) else { continue };
            let mark = mark_at(scene, &hand, place);
            spans.push(Span::styled(between(before, mark), scene.look.bright()));
            spans.push(Span::styled(cards::face(card, scene.language), style(scene, card, mark, dim)));
            before = mark;
        }
        spans.push(Span::styled(between(before, Mark::None), scene.look.bright()));
        // Suits are aligned; a single row of all ranks is centred.
        let alignment = if apart { Alignment::Left } else { Alignment::Center };
        scene.line(Line::from(spans).alignment(alignment), row_of(area, row), buffer);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Lifted,
    Here,
    LiftedHere,
}

fn mark_at(scene: &Scene, hand: &[Card], place: usize) -> Mark {
    let lift = &scene.play.lift;
    match (lift.is_lifted(hand, place), lift.mark == Some(place)) {
        (false, false) => Mark::None,
        (true, false) => Mark::Lifted,
        (false, true) => Mark::Here,
        (true, true) => Mark::LiftedHere,
    }
}

/// The sign between two cards. Lifted cards are in brackets, neighbours in one pair of them.
fn between(before: Mark, after: Mark) -> &'static str {
    match (before, after) {
        (Mark::LiftedHere, _) => "}",
        (_, Mark::LiftedHere) => "{",
        (Mark::Here, _) => ">",
        (_, Mark::Here) => "<",
        (Mark::Lifted, Mark::Lifted) => "|",
        (Mark::Lifted, Mark::None) => "]",
        (Mark::None, Mark::Lifted) => "[",
        (Mark::None, Mark::None) => " ",
    }
}

fn style(scene: &Scene, card: Card, mark: Mark, dim: &[Card]) -> Style {
    let style = cards::style(card, scene.look);
    let is_lifted = matches!(mark, Mark::Lifted | Mark::LiftedHere);
    if !scene.look.has_colour {
        return if is_lifted { style.add_modifier(Modifier::REVERSED) } else { style };
    }
    if is_lifted {
        style.bg(Color::Rgb(255, 211, 105))
    } else if dim.contains(&card) {
        style.bg(Color::Rgb(150, 150, 146))
    } else {
        style
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_wide_as_the_screen_and_groups_begin_rows() {
        let groups = [vec![Card::SMALL_JOKER; 10], vec![Card::BIG_JOKER; 3]];
        assert_eq!(rows(&groups, 25, true).iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 3]);
        assert_eq!(rows(&groups, 33, false).iter().map(Vec::len).collect::<Vec<_>>(), [7, 6]);
    }
}
