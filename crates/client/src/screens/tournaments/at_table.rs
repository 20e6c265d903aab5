//! What a table shows of its tournament: a line with the level and the standing, breaks, rebuys, the add-on, deals, and
//! the end.

use cardroom_api::tournament::progress::{RoundProgress, TournamentProgress};
use cardroom_api::tournament::view::{ProposedDeal, TournamentPhase};
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::prizes::deal::{DealBasis, DealTerms};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::games::scene::row_of;
use crate::look;
use crate::model::Table;
use crate::order::{Order, Write};
use crate::read::name_of;
use crate::screens::ask::{Ask, Purpose, Then};
use crate::screens::table::TableScreen;
use crate::screens::{Context, paint};
use crate::tournament::followed::{Followed, clock_text};
use crate::tournament::{calls, terms, told};
use crate::words::Language;

/// From this height on a table has a row for its tournament.
pub const LEAST_HEIGHT: u16 = 22;

/// The level and its clock at a table whose blinds rise, and at a table of a tournament also the standing, as much as fits
/// into a width; in rounds the round and its clock. Empty at another table.
pub fn strip(table: &Table, context: Context, width: usize) -> String {
    let language = context.language;
    let tournament = table.tournament();
    let progress = tournament.and_then(|tournament| tournament.progress.as_ref());
    let number = tournament.map(|tournament| tournament.table_number.to_string());
    let number = number.map(|number| language.fill("tournament.table", &[&number]));
    let place = progress.and_then(|progress| progress.your_place);
    let place = place.map(|place| language.fill("tournament.you", &[&language.place(place)]));
    if let Some(round) = progress.and_then(|progress| progress.round.as_ref()) {
        let [stage, deal, playing] = round_parts(round, table, context);
        return fitting(
            &[(3, number), (0, Some(stage)), (1, Some(deal)), (4, Some(playing)), (2, place)],
            width,
        );
    }
    let own = table.view.as_ref().and_then(|view| view.level.as_ref());
    let Some(level) = progress.and_then(|progress| progress.level.as_ref()).or(own) else {
        return String::new();
    };
    let left = match (level.ends_at, level.left_millis) {
        (Some(end), _) => Some(clock_text(table.until(end, context.here))),
        (None, Some(left)) => i64::try_from(left).ok().map(clock_text),
        (None, None) => level.left_hands.map(|hands| language.count("tournament.hands", &hands)),
    };
    let key = if level.on_break { "tournament.break" } else { "tournament.level" };
    let stage = language.fill(key, &[&level.number.to_string()]);
    let stage = left.map_or(stage.clone(), |left| format!("{stage} {left}"));
    let next = level.next.as_ref().map(|next| {
        let blinds = format!("{}/{}", language.chips(next.small_blind), language.chips(next.big_blind));
        language.fill("tournament.next", &[&blinds])
    });
    let ante = Some(level.posts.ante.amount()).filter(|ante| *ante > 0);
    let average = progress.map(|progress| language.chips(progress.average_stack));
    let parts = [
        (3, number),
        (0, Some(stage)),
        (5, ante.map(|ante| language.fill("tournament.ante", &[&language.chips(ante)]))),
        (4, next),
        (1, progress.map(|progress| left_and_paid(progress, language))),
        (6, average.map(|average| language.fill("tournament.average", &[&average]))),
        (2, place),
    ];
    fitting(&parts, width)
}

/// As many parts as fit into a width. Those with the greatest weight are left out first.
fn fitting(parts: &[(u8, Option<String>)], width: usize) -> String {
    let joined = |most: u8| {
        let kept = parts.iter().filter(|(weight, _)| *weight <= most).filter_map(|(_, part)| part.as_deref());
        kept.collect::<Vec<_>>().join("   ")
    };
    let fits = (0..=6).rev().map(joined).find(|text| look::width(text) <= width);
    fits.unwrap_or_else(|| look::clip(&joined(0), width))
}

/// The round with the time that is left, the deal of this table, and how many tables still play.
fn round_parts(round: &RoundProgress, table: &Table, context: Context) -> [String; 3] {
    let language = context.language;
    let number = round.number.to_string();
    let stage = match round.of {
        Some(of) => language.fill("tournament.round.of", &[&number, &of.to_string()]),
        None => language.fill("tournament.round", &[&number]),
    };
    let stage = match round.ends_at {
        Some(end) => format!("{stage} {}", clock_text(table.until(end, context.here))),
        None => stage,
    };
    let deal = match round.deal {
        Some(deal) if deal <= round.deals => {
            language.fill("tournament.round.deal", &[&deal.to_string(), &round.deals.to_string()])
        }
        Some(deal) => language.fill("tournament.round.added", &[&deal.to_string()]),
        None => language.say("tournament.round.done").to_owned(),
    };
    [stage, deal, language.count("tournament.round.tables", &round.tables_playing)]
}

fn left_and_paid(progress: &TournamentProgress, language: Language) -> String {
    let (left, paid) = (progress.left.to_string(), progress.places_paid.to_string());
    language.fill("tournament.leftPaid", &[&left, &paid])
}

impl TableScreen {
    /// The tournament of this table, if it is followed.
    fn tournament(&self) -> Option<&Followed> {
        self.tournament.as_deref()
    }

    /// The state of the tournament that matters most to the reader now; `None` if the table itself matters more.
    pub fn tournament_says(&self, context: Context) -> Option<(String, Style)> {
        let (language, look) = (context.language, context.look);
        let say = |key: &str| language.say(key).to_owned();
        if let Some(table) = self.jump {
            return Some((language.fill("tournament.moved", &[&table.to_string()]), look.bright()));
        }
        let followed = self.tournament()?;
        let view = followed.view.as_ref()?;
        if let Some(place) = view.you.as_ref().and_then(|you| you.place) {
            let prize = view.you.as_ref().map_or(0, |you| you.prize);
            return Some((told::result(place, view.entered, prize, language), look.bright()));
        }
        match view.phase {
            TournamentPhase::Finished => return Some((say("tournament.finished"), look.bright())),
            TournamentPhase::Cancelled => return Some((say("tournament.cancelled"), look.bad())),
            TournamentPhase::Registering | TournamentPhase::Playing => {}
        }
        if view.you.as_ref().is_some_and(|you| you.deciding) {
            let (price, chips) = rebuy_terms(followed)?;
            let left = followed.rebuy_left(context.here).map_or(0, |left| (left + 999) / 1000);
            let (price, chips) = (language.chips(price), language.chips(chips));
            let text = language.fill("tournament.rebuy.ask", &[&price, &chips, &left.to_string()]);
            return Some((text, look.bad()));
        }
        if let Some(deal) = &view.deal {
            let key = match (deal.amounts.is_empty(), followed.must_answer_deal()) {
                (true, _) => "tournament.deal.waits",
                (false, true) => "tournament.deal.ask",
                (false, false) => "tournament.deal.others",
            };
            return Some((say(key), look.bright()));
        }
        if self.table.is_in_hand() {
            return None;
        }
        if view.paused {
            return Some((say("tournament.paused"), look.dim()));
        }
        if view.on_break {
            let left = followed.time_left(context.here).map(clock_text).unwrap_or_default();
            return Some((language.fill("tournament.break.left", &[&left]), look.good()));
        }
        if view.hand_for_hand {
            return Some((say("tournament.handForHand.waits"), look.dim()));
        }
        None
    }

    /// The keys of the tournament with an effect now.
    pub fn tournament_keys(&self, context: Context) -> Vec<String> {
        let language = context.language;
        let Some(followed) = self.tournament() else { return Vec::new() };
        let mut keys = Vec::new();
        if self.jump.is_some() {
            keys.push(format!("Enter {}", language.say("tournament.key.toSeat")));
        }
        if followed.you().is_some_and(|you| you.deciding)
            && let Some((price, _)) = rebuy_terms(followed)
        {
            keys.push(format!("y {}", language.fill("tournament.key.rebuy", &[&language.chips(price)])));
            keys.push(format!("n {}", language.say("tournament.key.decline")));
        }
        if followed.must_answer_deal() {
            keys.push(format!("y {}", language.say("tournament.key.accept")));
            keys.push(format!("n {}", language.say("tournament.key.refuse")));
        }
        if let Some((price, chips)) = add_on_terms(followed) {
            let (price, chips) = (language.chips(price), language.chips(chips));
            keys.push(format!("a {}", language.fill("tournament.key.addOn", &[&price, &chips])));
        }
        if followed.you().is_some_and(|you| you.place.is_some()) || followed.is_over() {
            keys.push(format!("t {}", language.say("tournament.key.result")));
        }
        keys
    }

    /// The effect of a key on the tournament; `None` if it has none. Keys that cost something have none too early.
    pub fn press_tournament(&mut self, key: KeyCode, is_early: bool, context: Context) -> Option<Vec<Order>> {
        let followed = self.tournament.clone()?;
        let write = match key {
            KeyCode::Enter if self.jump.is_some() => {
                let id = followed.your_table()?.to_string();
                return Some(vec![Order::ToTable { id, code: self.code.clone() }]);
            }
            KeyCode::Char('t') => {
                return Some(vec![Order::ToTournament {
                    id: followed.id.clone(),
                    code: followed.code.clone(),
                }]);
            }
            _ if is_early => return None,
            KeyCode::Char('y') if followed.you().is_some_and(|you| you.deciding) => calls::rebuy(),
            KeyCode::Char('n') if followed.you().is_some_and(|you| you.deciding) => {
                let question = context.language.say("tournament.ask.decline").to_owned();
                let then = Then::InTournament(calls::decline_rebuy());
                self.ask = Some(Ask::Confirm { question, then });
                return Some(Vec::new());
            }
            KeyCode::Char('y') if followed.must_answer_deal() => calls::answer_deal(true),
            KeyCode::Char('n') if followed.must_answer_deal() => calls::answer_deal(false),
            KeyCode::Char('a') if followed.may_add_on() => calls::add_on(),
            _ => return None,
        };
        Some(self.write_tournament(write))
    }

    /// Sends a write to the tournament.
    pub fn write_tournament(&mut self, write: Write) -> Vec<Order> {
        if self.is_sending {
            return Vec::new();
        }
        self.is_sending = true;
        vec![Order::InTournament(write)]
    }

    /// What the menu has of the tournament.
    pub fn tournament_items(&self, language: Language) -> Vec<(String, Then)> {
        let Some(followed) = self.tournament() else { return Vec::new() };
        let mut items = vec![(language.say("tournament.menu.show").to_owned(), Then::ToTournament)];
        if let Some((price, chips)) = rebuy_terms(followed).filter(|_| followed.may_rebuy()) {
            let label =
                language.fill("tournament.menu.rebuy", &[&language.chips(price), &language.chips(chips)]);
            items.push((label, Then::InTournament(calls::rebuy())));
        }
        if followed.may_deal() {
            for basis in [DealBasis::Icm, DealBasis::Chips] {
                let label = language.say(&format!("tournament.menu.deal.{}", name_of(&basis))).to_owned();
                let terms = DealTerms { basis, keep: 0 };
                items.push((label, Then::InTournament(calls::propose_deal(terms))));
            }
            let most = most_kept(followed);
            if most > 0 {
                let question = language.fill("tournament.ask.keep", &[&language.chips(most)]);
                let ask = Ask::number(question, (0, most), 0, Purpose::Keep(DealBasis::Icm));
                let label = language.say("tournament.menu.deal.keep").to_owned();
                items.push((label, Then::Ask(Box::new(ask))));
            }
        }
        items
    }

    /// Draws a break with its standing, or the amounts of a deal, over the middle of the felt.
    pub fn draw_tournament(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let Some(followed) = self.tournament().filter(|_| !self.table.is_in_hand()) else { return };
        let Some(view) = followed.view.as_ref().filter(|view| view.phase == TournamentPhase::Playing) else {
            return;
        };
        match &view.deal {
            Some(deal) if !deal.amounts.is_empty() => draw_deal(followed, deal, context, area, buffer),
            None if view.on_break => draw_break(followed, context, area, buffer),
            _ => {}
        }
    }
}

fn rebuy_terms(followed: &Followed) -> Option<(Chips, Chips)> {
    let rebuy = terms::holdem(&followed.view.as_ref()?.options)?.rebuy?;
    Some((rebuy.price, rebuy.chips))
}

/// The terms of the add-on, if this is its break.
fn add_on_terms(followed: &Followed) -> Option<(Chips, Chips)> {
    let add_on = terms::holdem(&followed.view.as_ref()?.options)?.add_on?;
    followed.may_add_on().then_some((add_on.price, add_on.chips))
}

/// The most that can be kept for the winner of a deal: by so much the first prize exceeds the second.
fn most_kept(followed: &Followed) -> Chips {
    let prizes = followed.view.as_ref().map(|view| view.prizes.as_slice()).unwrap_or_default();
    match prizes {
        [first, second, ..] => first.saturating_sub(*second),
        _ => 0,
    }
}

fn draw_deal(followed: &Followed, deal: &ProposedDeal, context: Context, area: Rect, buffer: &mut Buffer) {
    let language = context.language;
    let by = followed.name_of_entry(deal.by);
    let title = language.fill(&format!("tournament.deal.by.{}", name_of(&deal.basis)), &[&by]);
    let kept = u16::from(deal.keep > 0);
    let height = u16::try_from(deal.amounts.len()).unwrap_or(12) + 2 + kept;
    let inside = paint::sheet(&title, 56, height, context, area, buffer);
    let mine = followed.you().map(|you| you.number);
    for (row, share) in (0..).zip(&deal.amounts) {
        let is_mine = Some(share.entry) == mine;
        let name =
            if is_mine { language.say("table.you").to_owned() } else { followed.name_of_entry(share.entry) };
        let accepts = deal.accepted.contains(&share.entry);
        let mark = if accepts { language.say("tournament.deal.accepted") } else { "" };
        let right = format!("{mark}  {:>10}", language.chips(share.amount));
        let style = if is_mine { context.look.bright() } else { Style::new() };
        let text = paint::apart(&name, &right, usize::from(inside.width));
        paint::text(&text, style, row_of(inside, row), buffer);
    }
    if deal.keep > 0 {
        let text = language.fill("tournament.deal.keep", &[&language.chips(deal.keep)]);
        let row = u16::try_from(deal.amounts.len()).unwrap_or(12);
        paint::text(&text, context.look.dim(), row_of(inside, row), buffer);
    }
}

/// How many of the standing a break shows.
const SHOWN: usize = 5;

fn draw_break(followed: &Followed, context: Context, area: Rect, buffer: &mut Buffer) {
    let language = context.language;
    let Some(view) = &followed.view else { return };
    let mine = view.you.as_ref().map(|you| you.number);
    let entries: Vec<_> = followed.standing.entries.iter().enumerate().collect();
    let mut shown: Vec<_> = entries.iter().take(SHOWN).copied().collect();
    let own = entries.iter().copied().find(|(_, entry)| Some(entry.number) == mine);
    shown.extend(own.filter(|(at, _)| *at >= SHOWN));
    let height = u16::try_from(shown.len()).unwrap_or(6) + 5;
    let inside = paint::sheet(language.say("tournament.break"), 50, height, context, area, buffer);
    let left = followed.time_left(context.here).map(clock_text).unwrap_or_default();
    paint::centred(&left, context.look.bright(), row_of(inside, 0), buffer);
    let next = view.next_level.as_ref().map(|next| {
        let blinds = format!("{}/{}", language.chips(next.small_blind), language.chips(next.big_blind));
        language.fill("tournament.next", &[&blinds])
    });
    let average =
        followed.average().map(|average| language.fill("tournament.average", &[&language.chips(average)]));
    let left =
        language.fill("tournament.leftPaid", &[&view.left.to_string(), &view.prizes.len().to_string()]);
    let line = [next, Some(left), average].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    paint::centred(&line, Style::new(), row_of(inside, 1), buffer);
    for (row, (at, entry)) in (3..).zip(shown) {
        let is_mine = Some(entry.number) == mine;
        let name = if is_mine {
            language.say("table.you").to_owned()
        } else {
            followed.name_of(entry.player, entry.number)
        };
        let text = paint::apart(
            &format!("{:>3} {name}", at + 1),
            &language.chips(entry.chips),
            usize::from(inside.width),
        );
        let style = if is_mine { context.look.bright() } else { Style::new() };
        paint::text(&text, style, row_of(inside, row), buffer);
    }
}
