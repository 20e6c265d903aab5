//! Cards as text: the rank, and the sign of the suit.

use cardroom_rules::cards::card::{Card, Suit};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use super::look::Look;
use super::words::Language;

/// How wide a card is on the screen.
pub const WIDTH: u16 = 3;

/// A rank or a level, by its letter, as it is typed and shown: `10` for a ten, `sj` and `BJ` for the jokers.
pub fn rank_text(rank: char, language: Language) -> String {
    match rank {
        'T' => "10".to_owned(),
        'B' => language.say("joker.short.1").to_owned(),
        'R' => language.say("joker.short.2").to_owned(),
        other => other.to_string(),
    }
}

/// The letter of a card's rank; `X` for a joker.
pub fn rank(card: Card) -> char {
    letter(card.as_ref())
}

/// The letter that a rank, a level or a card begins with.
pub fn letter(text: &str) -> char {
    text.chars().next().unwrap_or('?')
}

/// A card in three cells: `" K♣"`, `"10♦"`, `" sj"`.
pub fn face(card: Card, language: Language) -> String {
    match (card, card.suit()) {
        (_, Some(suit)) => format!("{:>2}{}", rank_text(rank(card), language), sign(suit)),
        (Card::SMALL_JOKER, None) => format!(" {}", language.say("joker.short.1")),
        (_, None) => format!(" {}", language.say("joker.short.2")),
    }
}

/// The sign of a suit.
pub fn sign(suit: Suit) -> char {
    match suit {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
        Suit::Clubs => '♣',
    }
}

/// A card drawn dark on white, in the colour of its suit.
pub fn span(card: Card, look: Look) -> Span<'static> {
    Span::styled(face(card, look.language), style(card, look))
}

/// The colours of a card.
pub fn style(card: Card, look: Look) -> Style {
    if !look.has_colour {
        return Style::new().add_modifier(Modifier::BOLD);
    }
    let ink = match (card, card.suit()) {
        (Card::BIG_JOKER, _) | (_, Some(Suit::Hearts)) => Color::Rgb(190, 20, 30),
        (_, Some(Suit::Diamonds)) => Color::Rgb(20, 80, 200),
        (_, Some(Suit::Clubs)) => Color::Rgb(10, 115, 40),
        (_, Some(Suit::Spades) | None) => Color::Rgb(20, 20, 24),
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
pub fn run(cards: &[Card], look: Look) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for &card in cards {
        if !spans.is_empty() {
            spans.push(Span::raw(" "));
        }
        spans.push(span(card, look));
    }
    spans
}

/// Cards in a sentence of the log: `K♣ Q♣`.
pub fn words(cards: &[Card], language: Language) -> String {
    cards.iter().map(|&card| face(card, language).trim().to_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::width;

    #[test]
    fn every_card_is_three_cells() {
        for card in Card::ALL {
            for language in [Language::En, Language::Zh] {
                assert_eq!(width(&face(card, language)), usize::from(WIDTH), "{card}");
            }
        }
    }
}
