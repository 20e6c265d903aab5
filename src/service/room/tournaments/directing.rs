//! What a director decides, and everything that follows at once.

use std::sync::Arc;

use jiff::Timestamp;

use super::TournamentHandle;
use super::moves::EndedTable;
use crate::service::room::commands::idempotency::KeyedRequest;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::table::error::OutOfOrder;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::orders::{Orders, TableOrder};
use crate::service::tournaments::stored::{NewComputers, TournamentBody, TournamentComputer};
use crate::service::tournaments::time::{millis, moment};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::tournament::director::any::{AnyDirectorCommand, AnyDirectorEvent, AnyNextStep};

/// More events than follow each other at one moment. Beyond it the rules are broken, and the tournament stops rather than hangs.
const MOST_EVENTS: usize = 100_000;

/// A change of a tournament in the making.
pub(super) struct Decisions {
    pub(super) live: LiveTournament,
    pub(super) at: Timestamp,
    pub(super) body: TournamentBody,
    pub(super) orders: Orders,
    /// How many open tournaments its host may have, if it is announced.
    pub(super) most_announced: Option<u64>,
    /// In how many open tournaments the player who enters may be.
    pub(super) most_entered: Option<u64>,
    /// The computer players who fill it up.
    pub(super) filled: Option<NewComputers>,
    /// The request that is carried out, if it has a key.
    pub(super) request: Option<KeyedRequest>,
}

impl Decisions {
    /// Nothing decided yet.
    pub(super) fn new(live: &LiveTournament, at: Timestamp) -> Self {
        Self {
            live: live.clone(),
            at,
            body: TournamentBody::default(),
            orders: Orders::default(),
            most_announced: None,
            most_entered: None,
            filled: None,
            request: None,
        }
    }

    /// A computer player is going to enter.
    pub(super) fn invite(&mut self, computer: TournamentComputer) {
        Arc::make_mut(&mut self.live.computers).insert(computer.player, computer.clone());
        self.body.computers.push(computer);
    }

    /// Carries out a command.
    pub(super) fn accept(&mut self, command: &AnyDirectorCommand) -> Result<(), RoomError> {
        let event = self.live.director.accept(millis(self.at), command).map_err(Refused::from)?;
        Ok(self.record(event)?)
    }

    /// Replaces the invite code.
    pub(super) fn replace_invite(&mut self, code: String) {
        for (number, _) in self.live.director.open_tables() {
            self.orders.order(number, TableOrder::ShareInvite { code: code.clone() });
        }
        self.live.record.invite_code = Some(code.clone());
        self.live.codes_replaced += 1;
        self.body.invite_code = Some(code);
    }

    /// Says why the house cancels it.
    pub(super) fn explain(&mut self, why: String) {
        self.live.why = Some(why.clone());
        self.body.why = Some(why);
    }

    fn record(&mut self, event: AnyDirectorEvent) -> Result<(), OutOfOrder> {
        // Most events are hands that begin and end: for those the tournament, which may be large, is not copied.
        if Orders::follow_from_before(&event) {
            self.orders.add_before(&self.live, &event)?;
            self.live.record(self.at, &event)?;
        } else {
            let before = self.live.clone();
            self.live.record(self.at, &event)?;
            self.orders.add(&before, &event, &self.live)?;
        }
        self.body.push(event);
        Ok(())
    }

    /// Lets the director and the computer players go on by themselves as far as they can now.
    fn go_on(&mut self) -> Result<(), RoomError> {
        for _ in 0..MOST_EVENTS {
            if let AnyNextStep::Now(event) = self.live.director.step(millis(self.at)) {
                self.record(event)?;
            } else if let Some(command) = self.live.command_of_computer() {
                self.accept(&command.into())?;
            } else {
                return Ok(());
            }
        }
        Err(OutOfOrder::from(ReplayError("the director does not come to rest")).into())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.body.is_empty()
    }
}

impl RoomCore {
    /// Carries out a command, if there is one, and everything that follows at once; `None` if it has to be decided again, because
    /// another change came first. Returns the table after it whose hand has ended. The caller holds the `directing` lock.
    pub(super) async fn decide(
        &self,
        handle: &TournamentHandle,
        live: &LiveTournament,
        author: Author,
        command: Option<AnyDirectorCommand>,
        ended: Option<EndedTable>,
    ) -> Result<Option<Option<Arc<PublishedTable>>>, RoomError> {
        let mut decisions = Decisions::new(live, self.clock.now());
        if let Some(command) = command {
            decisions.accept(&command)?;
        }
        self.carry_out_decisions(handle, decisions, author, ended).await
    }

    /// The same for decisions that have been begun.
    pub(super) async fn carry_out_decisions(
        &self,
        handle: &TournamentHandle,
        mut decisions: Decisions,
        author: Author,
        ended: Option<EndedTable>,
    ) -> Result<Option<Option<Arc<PublishedTable>>>, RoomError> {
        decisions.go_on()?;
        if decisions.is_empty() && ended.is_none() {
            self.plan(handle, &decisions.live);
            return Ok(Some(None));
        }
        self.write_decisions(handle, decisions, author, ended).await
    }

    /// Sets when the tournament's clock has to look at it next.
    pub(in crate::service::room) fn plan(&self, handle: &TournamentHandle, live: &LiveTournament) {
        let unknown = !live.director.playing().is_empty() && handle.has_marks();
        let unknown = unknown.then(|| self.clock.now());
        handle.set_due(self.next_look(live).into_iter().chain(unknown).min());
        // A reader may have read a later version meanwhile, and woken the clock before this.
        if handle.current().is_some_and(|known| known.record.version > live.record.version) {
            handle.set_due(Some(self.clock.now()));
        }
    }

    /// When the director goes on by itself.
    #[allow(clippy::unused_self, reason = "beside the other deadlines")]
    pub(super) fn next_step(&self, live: &LiveTournament, now: Timestamp) -> Option<Timestamp> {
        match live.director.step(millis(now)) {
            AnyNextStep::Now(_) => Some(now),
            AnyNextStep::Until(at) => at.map(moment),
            AnyNextStep::Over => None,
        }
    }
}
