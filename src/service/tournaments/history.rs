//! What has happened in a tournament, as everybody may know it.

use super::rounds::history::{self as rounds, paid};
use super::stored::TournamentChange;
use cardroom_api::id::PlayerId;
use cardroom_api::tournament::history::{SeatOfEntry, TournamentHappening as Happening, TournamentMoment};
use cardroom_rules::tournament::director::event::DirectorEvent;
use cardroom_rules::tournament::director::floor::place::{EntryId, Placement};
use uuid::Uuid;

impl TournamentChange {
    /// What happened in it; `None` if only hands began or ended. A table opens when the first players come to it.
    pub fn moment(&self) -> Option<TournamentMoment> {
        let mut opened: Vec<_> = self.body.opened.iter().collect();
        let why = self.body.why.as_ref();
        let mut happened = Vec::new();
        for event in &self.body.events {
            if is_of_seats(event) {
                let opened = opened.drain(..);
                happened
                    .extend(opened.map(|it| Happening::TableOpened { number: it.number.0, table: it.table }));
            }
            happened.extend(happening(event, why));
        }
        happened.extend(self.body.duplicate.iter().flat_map(|event| rounds::of_duplicate(event, why)));
        happened.extend(self.body.teams.iter().flat_map(|event| rounds::of_teams(event, why)));
        let opened = opened.into_iter();
        happened.extend(opened.map(|it| Happening::TableOpened { number: it.number.0, table: it.table }));
        let (version, at) = (self.version, self.at);
        (!happened.is_empty()).then_some(TournamentMoment { version, at, happened })
    }
}

fn is_of_seats(event: &DirectorEvent) -> bool {
    matches!(
        event,
        DirectorEvent::Started { .. }
            | DirectorEvent::Seated { .. }
            | DirectorEvent::Moved { .. }
            | DirectorEvent::TableBroken { .. }
            | DirectorEvent::FinalTableFormed { .. }
    )
}

#[allow(clippy::too_many_lines, reason = "a table")]
fn happening(event: &DirectorEvent, why: Option<&String>) -> Option<Happening> {
    Some(match event {
        &DirectorEvent::Registered { entry, player } => {
            Happening::Entered { entry: entry.0, player: PlayerId(Uuid::from_u128(player.0)) }
        }
        DirectorEvent::Unregistered { entry } => Happening::TakenBack { entry: entry.0 },
        DirectorEvent::Started { placements } => Happening::Started { seats: seats(placements) },
        DirectorEvent::Seated { placement } | DirectorEvent::Moved { placement } => {
            Happening::Seated { seat: seat(placement) }
        }
        DirectorEvent::TableBroken { table, placements } => {
            Happening::TableBroken { number: table.0, seats: seats(placements) }
        }
        DirectorEvent::FinalTableFormed { table, placements, .. } => {
            Happening::FinalTable { number: table.0, seats: seats(placements) }
        }
        DirectorEvent::Rebought { entry } => Happening::Rebought { entry: entry.0 },
        DirectorEvent::AddedOn { entry } => Happening::AddedOn { entry: entry.0 },
        DirectorEvent::WentOut { entries, .. } if entries.is_empty() => return None,
        DirectorEvent::WentOut { table, entries, bounties, .. } => {
            Happening::WentOut { number: table.0, entries: numbers(entries), bounties: paid(bounties) }
        }
        DirectorEvent::Disqualified { entry } => Happening::Disqualified { entry: entry.0 },
        &DirectorEvent::LevelBegan { level } => Happening::Level { level },
        DirectorEvent::BreakBegan {} => Happening::Break {},
        DirectorEvent::RegistrationClosed {} => Happening::RegistrationClosed {},
        DirectorEvent::PrizesFixed { added, prizes } => {
            Happening::PrizesFixed { added: *added, prizes: prizes.clone() }
        }
        DirectorEvent::HandForHandBegan {} => Happening::HandForHand {},
        DirectorEvent::HandForHandEnded {} => Happening::HandForHandEnded {},
        DirectorEvent::DealProposed { entry, terms } => {
            Happening::DealProposed { entry: entry.0, basis: terms.basis, keep: terms.keep }
        }
        DirectorEvent::DealOffered { amounts } => Happening::DealOffered { amounts: paid(amounts) },
        DirectorEvent::DealLapsed {} => Happening::DealLapsed {},
        DirectorEvent::DealMade {} => Happening::DealMade {},
        DirectorEvent::Won { entries } => Happening::Won { entries: numbers(entries) },
        DirectorEvent::PrizePaid { entry, place, prize } => Happening::PrizePaid {
            entry: entry.0,
            place: *place,
            amount: prize.total(),
            ticket: prize.ticket,
        },
        DirectorEvent::HeadsPaid { amounts } => Happening::BountiesPaid { amounts: paid(amounts) },
        DirectorEvent::Finished {} => Happening::Finished {},
        DirectorEvent::Cancelled { refunds, .. } => {
            Happening::Cancelled { refunds: paid(refunds), why: why.cloned() }
        }
        DirectorEvent::Paused {} => Happening::Paused {},
        DirectorEvent::Resumed {} => Happening::Resumed {},
        DirectorEvent::Restarted {} => Happening::Restarted {},
        DirectorEvent::HandBegan(_)
        | DirectorEvent::HandEnded { .. }
        | DirectorEvent::RebuyDeclined { .. }
        | DirectorEvent::DisqualificationCalled { .. }
        | DirectorEvent::BreakCalled { .. }
        | DirectorEvent::RoundBegan { .. }
        | DirectorEvent::DealAccepted { .. }
        | DirectorEvent::CancellationCalled {}
        | DirectorEvent::ClockSaved {} => return None,
    })
}

fn seat(&Placement { entry, place }: &Placement) -> SeatOfEntry {
    SeatOfEntry { entry: entry.0, table: place.table.0, seat: place.seat }
}

fn seats(placements: &[Placement]) -> Vec<SeatOfEntry> {
    placements.iter().map(seat).collect()
}

fn numbers(entries: &[EntryId]) -> Vec<u32> {
    entries.iter().map(|entry| entry.0).collect()
}
