//! Cards as text: the server writes `As`, `Td`, `X1`; the screen shows rank and suit.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use super::look::Look;
use super::words::Language;

/// How wide a card is on the screen.
pub const WIDTH: u16 = 3;

/// Whether a card is one of the two jokers.
pub fn is_joker(card: &str) -> bool {
    card.starts_with('X')
}

/// The rank of a card as it is typed and shown: `10` for a ten, `sj` and `BJ` for the jokers.
pub fn rank_text(rank: &str, language: Language) -> &str {
    match rank {
        "T" => "10",
        "B" => language.say("joker.short.1"),
        "R" => language.say("joker.short.2"),
        other => other,
    }
}

/// The letter of a card's rank.
pub fn rank(card: &str) -> char {
    card.chars().next().unwrap_or(' ')
}

/// A card in three cells: `" K♣"`, `"10♦"`, `" sj"`.
pub fn face(card: &str, language: Language) -> String {
    match card {
        "X1" => format!(" {}", language.say("joker.short.1")),
        "X2" => format!(" {}", language.say("joker.short.2")),
        _ => {
            let rank = card.get(..1).unwrap_or("?");
            format!("{:>2}{}", rank_text(rank, language), suit_sign(card))
        }
    }
}

fn suit_sign(card: &str) -> char {
    match card.chars().nth(1) {
        Some('s') => '♠',
        Some('h') => '♥',
        Some('d') => '♦',
        Some('c') => '♣',
        _ => '?',
    }
}

/// The sign of a suit, by its name in the API.
pub fn sign_of_suit(suit: &str) -> char {
    match suit {
        "spades" => '♠',
        "hearts" => '♥',
        "diamonds" => '♦',
        "clubs" => '♣',
        _ => '?',
    }
}

/// A card drawn dark on white, in the colour of its suit.
pub fn span(card: &str, look: Look) -> Span<'static> {
    Span::styled(face(card, look.language), style(card, look))
}

/// The colours of a card.
pub fn style(card: &str, look: Look) -> Style {
    if !look.has_colour {
        return Style::new().add_modifier(Modifier::BOLD);
    }
    let ink = match card.chars().nth(1) {
        Some('h' | '2') => Color::Rgb(190, 20, 30),
        Some('d') => Color::Rgb(20, 80, 200),
        Some('c') => Color::Rgb(10, 115, 40),
        _ => Color::Rgb(20, 20, 24),
    };
    Style::new().fg(ink).bg(Color::Rgb(244, 242, 234)).add_modifier(Modifier::BOLD)
}

/// A hidden card.
pub fn back(look: Look) -> Span<'static> {
    if look.has_colour {
        Span::styled("▒▒▒", Style::new().fg(Color::Rgb(150, 60, 60)).bg(Color::Rgb(90, 30, 34)))
    } else {
        Span::raw("▒▒▒")
    }
}

/// Cards with a space between them.
pub fn run(cards: &[String], look: Look) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for card in cards {
        if !spans.is_empty() {
            spans.push(Span::raw(" "));
        }
        spans.push(span(card, look));
    }
    spans
}

/// Cards in a sentence of the log: `K♣ Q♣`.
pub fn words(cards: &[String], language: Language) -> String {
    cards.iter().map(|card| face(card, language).trim().to_owned()).collect::<Vec<_>>().join(" ")
}

/// The points of a card at Shengji.
pub fn points(cards: &[String]) -> u32 {
    cards
        .iter()
        .map(|card| match rank(card) {
            '5' => 5,
            'T' | 'K' => 10,
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::width;

    #[test]
    fn every_card_is_three_cells() {
        for card in ["As", "Td", "X1", "X2", "2c", "??", "", "红桃"] {
            for language in [Language::En, Language::Zh] {
                assert_eq!(width(&face(card, language)), usize::from(WIDTH), "{card}");
            }
        }
    }
}
