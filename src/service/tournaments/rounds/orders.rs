//! What the decisions of directors of rounds mean: duplicate rounds, and matches of teams.

use std::collections::BTreeSet;

use crate::service::table::error::OutOfOrder;
use crate::service::table::randomness::shuffle::Shuffle;
use crate::service::tournaments::live::{LiveTournament, player_at};
use crate::service::tournaments::orders::{Orders, TableOrder};
use cardroom_api::id::PlayerId;
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::any::AnyDirector;
use cardroom_rules::tournament::director::duplicate::event::{DuplicateEvent, DuplicatePlayer};
use cardroom_rules::tournament::director::duplicate::state::DuplicateDirector;
use cardroom_rules::tournament::director::floor::place::TableNumber;
use cardroom_rules::tournament::director::teams::event::{PlayerAmount, TeamEvent};
use cardroom_rules::tournament::director::teams::state::TeamDirector;

impl LiveTournament {
    /// Its director, if it is played in duplicate rounds.
    fn duplicate(&self) -> Result<&DuplicateDirector, OutOfOrder> {
        match &self.director {
            AnyDirector::Duplicate(director) => Ok(director),
            _ => Err(ReplayError("the tournament has no duplicate rounds").into()),
        }
    }

    /// Its director, if teams play.
    fn teams(&self) -> Result<&TeamDirector, OutOfOrder> {
        match &self.director {
            AnyDirector::Teams(director) => Ok(director),
            _ => Err(ReplayError("the tournament is not one of teams").into()),
        }
    }

    /// The player of a seat in a duplicate round.
    fn duplicate_player(&self, player: DuplicatePlayer) -> Result<PlayerId, OutOfOrder> {
        match player {
            DuplicatePlayer::Entry(entry) => self.player(entry),
            DuplicatePlayer::Computer(number) => {
                let own = self.computers.values().find(|computer| computer.fills == Some(number));
                Ok(own.map(|computer| computer.player).ok_or(ReplayError("no computer player fills up"))?)
            }
        }
    }

    /// The players of each table that is open in an event of rounds, by seat.
    fn seats_of_rounds(&self) -> Result<Vec<(TableNumber, Vec<PlayerId>)>, OutOfOrder> {
        let mut tables = Vec::new();
        match &self.director {
            AnyDirector::Stacks(_) => {}
            AnyDirector::Duplicate(director) => {
                let open = director.round().map_or(&[][..], |round| &round.tables);
                for (table, own) in (0..).zip(open) {
                    let players = own.seats.iter().map(|&player| self.duplicate_player(player));
                    tables.push((director.table_number(table), players.collect::<Result<_, _>>()?));
                }
            }
            AnyDirector::Teams(director) => {
                let matches = director.round().map_or(&[][..], |round| &round.matches);
                for (nth, own) in (0..).zip(matches).filter(|(_, own)| own.heights.is_none()) {
                    let players = director.seats(own).ok_or(ReplayError("there is no such team"))?;
                    tables.push((director.table_number(nth), players.map(player_at).to_vec()));
                }
            }
        }
        Ok(tables)
    }
}

impl Orders {
    pub(in crate::service::tournaments) fn add_of_duplicate(
        &mut self,
        before: &LiveTournament,
        event: &DuplicateEvent,
        after: &LiveTournament,
    ) -> Result<(), OutOfOrder> {
        let director = before.duplicate()?;
        let price = director.setup().price;
        match event {
            &DuplicateEvent::Registered { entry, .. } => self.enter(after, after.player(entry)?),
            &DuplicateEvent::Unregistered { entry } => {
                let player = before.player(entry)?;
                self.pay_player(before, player, price.total(), Reason::TournamentRefund);
            }
            DuplicateEvent::Started { reserve, .. } => {
                for &entry in reserve {
                    let player = before.player(entry)?;
                    self.pay_player(before, player, price.total(), Reason::TournamentRefund);
                }
            }
            DuplicateEvent::Ranked { added, prizes } => {
                self.return_guarantee(before, before.director.guarantee().saturating_sub(*added));
                self.keep(before, price.fee * director.entered() as Chips);
                self.pay_all(before, prizes, Reason::TournamentPrize)?;
            }
            DuplicateEvent::Cancelled { refunds, .. } => {
                self.return_guarantee(before, before.director.guarantee());
                self.pay_all(before, refunds, Reason::TournamentRefund)?;
            }
            DuplicateEvent::RoundBegan { .. }
            | DuplicateEvent::DealBegan { .. }
            | DuplicateEvent::DealEnded { .. }
            | DuplicateEvent::RoundEnded {}
            | DuplicateEvent::Paused {}
            | DuplicateEvent::Resumed {}
            | DuplicateEvent::ClockSaved {}
            | DuplicateEvent::Restarted {} => {}
        }
        self.reseat(before, after)
    }

    pub(in crate::service::tournaments) fn add_of_teams(
        &mut self,
        before: &LiveTournament,
        event: &TeamEvent,
        after: &LiveTournament,
    ) -> Result<(), OutOfOrder> {
        let director = before.teams()?;
        let price = director.setup().price;
        match event {
            TeamEvent::Registered { players, .. } => {
                for &player in players {
                    self.enter(after, player_at(player));
                }
            }
            &TeamEvent::Joined { player, .. } => self.enter(after, player_at(player)),
            TeamEvent::Unregistered { player } => {
                let own = director.entered().find(|players| players.contains(player));
                for &player in own.unwrap_or_default() {
                    self.pay_player(before, player_at(player), price.total(), Reason::TournamentRefund);
                }
            }
            TeamEvent::Started { reserve, .. } => {
                if let &Some(player) = reserve {
                    self.pay_player(before, player_at(player), price.total(), Reason::TournamentRefund);
                }
            }
            TeamEvent::Ranked { added, prizes } => {
                self.return_guarantee(before, before.director.guarantee().saturating_sub(*added));
                self.keep(before, price.fee * director.players().len() as Chips);
                self.pay_players(before, prizes, Reason::TournamentPrize);
            }
            TeamEvent::Cancelled { refunds, .. } => {
                self.return_guarantee(before, before.director.guarantee());
                self.pay_players(before, refunds, Reason::TournamentRefund);
            }
            TeamEvent::RoundBegan { .. }
            | TeamEvent::HandBegan { .. }
            | TeamEvent::HandEnded { .. }
            | TeamEvent::MatchEnded { .. }
            | TeamEvent::Paused {}
            | TeamEvent::Resumed {}
            | TeamEvent::Restarted {} => {}
        }
        self.reseat(before, after)
    }

    /// A deal that begins.
    pub(in crate::service::tournaments) fn add_deal_of_duplicate(
        &mut self,
        before: &LiveTournament,
        event: &DuplicateEvent,
    ) -> Result<(), OutOfOrder> {
        let director = before.duplicate()?;
        if let &DuplicateEvent::DealBegan { table, deal } = event {
            let dealt = director.dealt_setup(table).zip(director.deal_seed(deal));
            let (setup, seed) = dealt.ok_or(ReplayError("there is no such deal"))?;
            let setup = Box::new(setup);
            let shuffle = Some(Shuffle::ChaCha20 { seed });
            self.order(director.table_number(table), TableOrder::Deal { setup, shuffle, level: None });
        }
        Ok(())
    }

    /// A hand of a match that begins.
    pub(in crate::service::tournaments) fn add_hand_of_teams(
        &mut self,
        before: &LiveTournament,
        event: &TeamEvent,
    ) -> Result<(), OutOfOrder> {
        let director = before.teams()?;
        if let &TeamEvent::HandBegan { nth } = event {
            let setup = director.dealt_setup(nth).ok_or(ReplayError("there is no such match"))?;
            let deal = TableOrder::Deal { setup: Box::new(setup), shuffle: None, level: None };
            self.order(director.table_number(nth), deal);
        }
        Ok(())
    }

    /// A player enters, and pays.
    fn enter(&mut self, after: &LiveTournament, player: PlayerId) {
        self.collect(after, player, after.director.price().total());
        if !after.computers.contains_key(&player) {
            self.registered.push(player);
        }
    }

    fn pay_players(&mut self, tournament: &LiveTournament, amounts: &[PlayerAmount], reason: Reason) {
        for paid in amounts {
            self.pay_player(tournament, player_at(paid.player), paid.amount, reason);
        }
    }

    /// The tables of a round open when it begins, and each closes when it is done. Players to whom nothing can be paid any
    /// more are struck off.
    fn reseat(&mut self, before: &LiveTournament, after: &LiveTournament) -> Result<(), OutOfOrder> {
        let (was, is) = (before.seats_of_rounds()?, after.seats_of_rounds()?);
        let numbers = |tables: &[(TableNumber, _)]| -> BTreeSet<TableNumber> {
            tables.iter().map(|(number, _)| *number).collect()
        };
        let (were_open, are_open) = (numbers(&was), numbers(&is));
        for (number, players) in was.into_iter().filter(|(number, _)| !are_open.contains(number)) {
            for player in players {
                self.order(number, TableOrder::Go { player });
            }
            self.order(number, TableOrder::Close {});
        }
        let chips = after.director.new_table().map_or(0, |new| new.chips);
        for (number, players) in is.into_iter().filter(|(number, _)| !were_open.contains(number)) {
            self.order(number, TableOrder::Open {});
            for (seat, player) in (0..).map(Seat).zip(players) {
                self.order(number, TableOrder::Come { seat, player, chips });
            }
        }
        self.strike_off_gone(before, after);
        Ok(())
    }
}
