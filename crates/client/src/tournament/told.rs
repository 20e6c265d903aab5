//! The news of a tournament: the changes between two views of it, or between two readings of its entries.

use cardroom_api::tournament::view::{TournamentPhase, TournamentView};
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::levels::structure::Level;

use super::terms;
use crate::words::Language;

/// Something that has happened in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It has started.
    Started,
    /// The reader has a seat.
    Seated {
        /// The number of the table.
        table: u32,
    },
    /// The reader sits at another table now.
    Moved {
        /// The number of that table.
        table: u32,
    },
    /// A new level.
    Level {
        /// Its number.
        number: u32,
        /// What is posted.
        posts: Level,
    },
    /// A break has begun.
    Break,
    /// One table is left.
    FinalTable,
    /// The tables wait for each other after each hand.
    HandForHand {
        /// How many are left.
        left: u32,
        /// How many places are paid.
        paid: usize,
    },
    /// All who are left get a prize.
    InTheMoney {
        /// How many are left.
        left: u32,
    },
    /// The host has paused it.
    Paused,
    /// It goes on.
    Resumed,
    /// A player has proposed a deal.
    DealProposed,
    /// A deal was made, and the reader was paid.
    DealMade {
        /// How much, in chips of the wallet.
        amount: Chips,
    },
    /// A deal has lapsed.
    DealLapsed,
    /// The reader's chips are gone, and may be bought again.
    MayRebuy,
    /// The reader is out, or has won.
    Out {
        /// The place.
        place: u32,
        /// How many entered.
        of: u32,
        /// What the reader was paid.
        prize: Chips,
    },
    /// Another player is out, or has won.
    WentOut {
        /// The player's name.
        name: String,
        /// The place.
        place: u32,
        /// What they were paid.
        prize: Chips,
    },
    /// It has ended.
    Finished,
    /// It was cancelled.
    Cancelled,
}

/// The changes from one view to the next, in the order in which the screen shows them.
pub fn between(before: &TournamentView, after: &TournamentView) -> Vec<Told> {
    let mut told = Vec::new();
    if before.phase != after.phase {
        match after.phase {
            TournamentPhase::Playing => told.push(Told::Started),
            TournamentPhase::Cancelled => told.push(Told::Cancelled),
            TournamentPhase::Registering | TournamentPhase::Finished => {}
        }
    }
    of_level(before, after, &mut told);
    of_field(before, after, &mut told);
    if before.paused != after.paused {
        told.push(if after.paused { Told::Paused } else { Told::Resumed });
    }
    of_deal(before, after, &mut told);
    of_reader(before, after, &mut told);
    if before.phase != after.phase && after.phase == TournamentPhase::Finished {
        told.push(Told::Finished);
    }
    told
}

/// The level and the breaks.
fn of_level(before: &TournamentView, after: &TournamentView, told: &mut Vec<Told>) {
    let number = |view: &TournamentView| view.level.as_ref().map_or(0, |level| level.number);
    if let Some(level) = after.level.filter(|_| number(after) > number(before) && number(before) > 0) {
        told.push(Told::Level { number: level.number, posts: level.posts });
    }
    if after.on_break && !before.on_break {
        told.push(Told::Break);
    }
}

/// How many are left, and at how many tables.
fn of_field(before: &TournamentView, after: &TournamentView, told: &mut Vec<Told>) {
    if after.phase != TournamentPhase::Playing {
        return;
    }
    if before.tables.len() > 1 && after.tables.len() == 1 {
        told.push(Told::FinalTable);
    }
    let paid = after.prizes.len();
    if after.hand_for_hand && !before.hand_for_hand {
        told.push(Told::HandForHand { left: after.left, paid });
    }
    let is_paid = |view: &TournamentView| !view.registration_open && is_at_most(view.left, paid);
    if before.phase == TournamentPhase::Playing && is_paid(after) && !is_paid(before) && after.left > 1 {
        told.push(Told::InTheMoney { left: after.left });
    }
}

/// A deal that is proposed, is made, or lapses.
fn of_deal(before: &TournamentView, after: &TournamentView, told: &mut Vec<Told>) {
    let paid = |view: &TournamentView| view.you.as_ref().map_or(0, |you| you.prize);
    match (&before.deal, &after.deal) {
        (None, Some(_)) => told.push(Told::DealProposed),
        (Some(_), None) if !are_you_left(after) => {}
        (Some(_), None) if paid(after) > paid(before) => {
            told.push(Told::DealMade { amount: paid(after) - paid(before) });
        }
        (Some(_), None) => told.push(Told::DealLapsed),
        _ => {}
    }
}

/// The reader's own entry.
fn of_reader(before: &TournamentView, after: &TournamentView, told: &mut Vec<Told>) {
    let Some(you) = &after.you else { return };
    // Another entry of the same player begins anew.
    let had = before.you.as_ref().filter(|had| had.number == you.number);
    let had_table = had.and_then(|had| had.table);
    if let Some(table) = your_table(after).filter(|_| you.table != had_table) {
        told.push(if had_table.is_some() { Told::Moved { table } } else { Told::Seated { table } });
    }
    if you.deciding && !had.is_some_and(|had| had.deciding) {
        told.push(Told::MayRebuy);
    }
    if let Some(place) = you.place.filter(|_| had.is_some_and(|had| had.place.is_none())) {
        told.push(Told::Out { place, of: after.entered, prize: you.prize });
    }
}

fn is_at_most(count: u32, most: usize) -> bool {
    usize::try_from(count).is_ok_and(|count| count <= most)
}

impl Told {
    /// Whether it is bad news for the reader.
    pub fn is_bad(&self) -> bool {
        matches!(self, Self::Cancelled | Self::DealLapsed | Self::Out { prize: 0, .. })
    }

    /// Whether the bell rings: the reader has to look.
    pub fn rings(&self) -> bool {
        matches!(
            self,
            Self::Seated { .. } | Self::Moved { .. } | Self::MayRebuy | Self::DealProposed | Self::Cancelled
        )
    }

    /// It in one sentence.
    pub fn line(&self, language: Language) -> String {
        let say = |key: &str| language.say(key).to_owned();
        let count = |key: &str, number: u32| language.fill(key, &[&number.to_string()]);
        match self {
            Self::Started => say("tournament.started"),
            Self::Seated { table } => count("tournament.seated", *table),
            Self::Moved { table } => count("tournament.moved", *table),
            Self::Level { number, posts } => level_line(*number, posts, language),
            Self::Break => say("tournament.break.begins"),
            Self::FinalTable => say("tournament.finalTable"),
            Self::HandForHand { left, paid } => {
                language.fill("tournament.handForHand.begins", &[&left.to_string(), &paid.to_string()])
            }
            Self::InTheMoney { left } => count("tournament.inTheMoney", *left),
            Self::Paused => say("tournament.paused"),
            Self::Resumed => say("tournament.resumed"),
            Self::DealProposed => say("tournament.deal.proposed"),
            Self::DealMade { amount } => language.fill("tournament.deal.made", &[&language.chips(*amount)]),
            Self::DealLapsed => say("tournament.deal.lapsed"),
            Self::MayRebuy => say("tournament.rebuy.may"),
            Self::Out { place, of, prize } => result(*place, *of, *prize, language),
            Self::WentOut { name, place: 1, prize } => {
                language.fill("tournament.wins", &[name, &language.chips(*prize)])
            }
            Self::WentOut { name, place, prize: 0 } => {
                language.fill("tournament.out", &[name, &language.place(*place)])
            }
            Self::WentOut { name, place, prize } => {
                let (place, prize) = (language.place(*place), language.chips(*prize));
                language.fill("tournament.outPaid", &[name, &place, &prize])
            }
            Self::Finished => say("tournament.finished"),
            Self::Cancelled => say("tournament.cancelled"),
        }
    }
}

fn level_line(number: u32, posts: &Level, language: Language) -> String {
    let (small, big, ante) = terms::amounts(posts);
    let blinds = format!("{}/{}", language.chips(small), language.chips(big));
    let line = language.fill("tournament.level.begins", &[&number.to_string(), &blinds]);
    match ante {
        Some(ante) => format!("{line}{}", language.fill("tournament.level.ante", &[&language.chips(ante)])),
        None => line,
    }
}

/// The reader's result: the place, of how many, and the prize.
pub fn result(place: u32, of: u32, prize: Chips, language: Language) -> String {
    let (rank, of) = (language.place(place), of.to_string());
    match (place, prize) {
        (1, prize) => language.fill("tournament.won", &[&of, &language.chips(prize)]),
        (_, 0) => language.fill("tournament.yourPlace", &[&rank, &of]),
        (_, prize) => language.fill("tournament.yourPrize", &[&rank, &of, &language.chips(prize)]),
    }
}

/// The number of the reader's table.
pub fn your_table(view: &TournamentView) -> Option<u32> {
    let table = view.you.as_ref()?.table?;
    view.tables.iter().find(|each| each.table == table).map(|each| each.number)
}

/// Whether the reader has an entry that is not out.
pub fn are_you_left(view: &TournamentView) -> bool {
    let is_open = matches!(view.phase, TournamentPhase::Registering | TournamentPhase::Playing);
    is_open && view.you.as_ref().is_some_and(|you| you.place.is_none())
}
