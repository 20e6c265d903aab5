//! What players ask of tournaments.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::TournamentHandle;
use super::directing::Decisions;
use crate::service::id::new_id;
use crate::service::limits::network_permits::NetworkPermit;
use crate::service::ports::tournaments::TournamentFilter;
use crate::service::ratings::rated_result::RatedSource;
use crate::service::ratings::stored::StoredRating;
use crate::service::room::caller::Caller;
use crate::service::room::card_room::CardRoom;
use crate::service::room::commands::idempotency::KeyedRequest;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::RoomCore;
use crate::service::room::run_detached::run_detached;
use crate::service::table::command::IdempotencyKey;
use crate::service::table::randomness::invite_code;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::options::StoredAccess;
use crate::service::table::time::{begin_of_day, day_of, later};
use crate::service::tournaments::live::{LiveTournament, number_of};
use crate::service::tournaments::stored::options::StoredTournamentOptions;
use crate::service::tournaments::stored::{StoredNumbers, StoredPhase, TournamentRecord};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentView;
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::tournament::director::any::AnyDirectorCommand;
use cardroom_rules::tournament::director::command::DirectorCommand;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;
use cardroom_rules::tournament::director::state::Phase;
use cardroom_rules::tournament::director::teams::event::TeamCommand;
use cardroom_rules::tournament::prizes::deal::DealTerms;

/// How many computer players take the seats that are left at a last table.
const FILLERS: u32 = 2;

/// How many open tournaments a player may have announced.
pub const MOST_ANNOUNCED: u64 = 10;

/// How many open tournaments a player may have entered. Tickets of satellites come on top of these.
pub const MOST_ENTERED: u64 = 16;

/// How often the invite code of a tournament is replaced.
pub const MOST_CODES: u32 = 100;

/// How far ahead a tournament may start.
pub const FARTHEST_START: SignedDuration = SignedDuration::from_hours(90 * 24);

/// How often what a player asks is decided again after another change came first, if other servers decide in the same tournament.
const MOST_TRIES_OF_MANY: u64 = 100;

/// What a player asks of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentAction {
    /// To enter it.
    Register,
    /// To enter as the partner of the player who has this team code.
    Join(String),
    /// To take the entry back, before the start.
    Unregister,
    /// To buy chips.
    Rebuy,
    /// Not to rebuy.
    DeclineRebuy,
    /// To take the add-on.
    AddOn,
    /// To share the prizes by a deal.
    ProposeDeal(DealTerms),
    /// To accept a deal, or to refuse it.
    AnswerDeal {
        /// Whether it is accepted.
        accept: bool,
    },
    /// To pause it. Only its host may.
    Pause,
    /// To let it go on. Only its host may.
    Resume,
    /// To cancel it, before its start. Only its host may.
    Cancel,
    /// To end the level. Only its host may.
    NextLevel,
    /// To give a player's entry back before the start, or to disqualify the player after it. Only its host may.
    Remove {
        /// The player.
        player: PlayerId,
    },
    /// To replace the invite code. Only its host may.
    ReplaceInvite,
}

impl TournamentAction {
    fn is_for_host(&self) -> bool {
        matches!(
            self,
            Self::Pause
                | Self::Resume
                | Self::Cancel
                | Self::NextLevel
                | Self::Remove { .. }
                | Self::ReplaceInvite
        )
    }

    /// Whether the player enters by it.
    fn enters(&self) -> bool {
        matches!(self, Self::Register | Self::Join(_))
    }

    /// The command for the director; `None` if it does not concern the director. `rating` is the player's, if teams are seeded.
    pub(super) fn command(
        &self,
        live: &LiveTournament,
        by: PlayerId,
        rating: Option<i64>,
    ) -> Result<Option<AnyDirectorCommand>, TournamentRefusal> {
        let player = number_of(by);
        Ok(Some(AnyDirectorCommand::Common(match *self {
            Self::Join(ref code) => {
                // The code of one's own team is known to nobody any more.
                if live.director.has_entered(player) {
                    return Err(TournamentRefusal::AlreadyRegistered {});
                }
                let with = live.waits_with(&invite_code::read(code));
                let with = number_of(with.ok_or(TournamentRefusal::NoSuchTeam {})?);
                return Ok(Some(AnyDirectorCommand::Teams(TeamCommand::Join { player, with, rating })));
            }
            Self::ReplaceInvite => return Ok(None),
            Self::Register if rating.is_some() => {
                let alone = TeamCommand::Register { players: vec![player], rating };
                return Ok(Some(AnyDirectorCommand::Teams(alone)));
            }
            Self::Register => DirectorCommand::Register { player },
            Self::Unregister => DirectorCommand::Unregister { player },
            Self::Rebuy => DirectorCommand::Rebuy { player },
            Self::DeclineRebuy => DirectorCommand::DeclineRebuy { player },
            Self::AddOn => DirectorCommand::AddOn { player },
            Self::ProposeDeal(terms) => DirectorCommand::ProposeDeal { player, terms },
            Self::AnswerDeal { accept } => DirectorCommand::AnswerDeal { player, accept },
            Self::Pause => DirectorCommand::Pause {},
            Self::Resume => DirectorCommand::Resume {},
            Self::Cancel => DirectorCommand::Cancel {},
            Self::NextLevel => DirectorCommand::EndLevel {},
            Self::Remove { player } if live.director.phase() == Phase::Playing => {
                DirectorCommand::Disqualify { player: number_of(player) }
            }
            Self::Remove { player } => DirectorCommand::Unregister { player: number_of(player) },
        })))
    }
}

/// Who announces a tournament, and what belongs to the request.
pub(super) struct Announcement {
    /// The player, or the operator.
    pub(super) by: Author,
    /// The permit of the quota of the player's network.
    pub(super) permit: Option<NetworkPermit>,
    /// The request, if it has a key.
    pub(super) request: Option<KeyedRequest>,
}

/// Refuses a start that has passed or is too far.
fn check_start(options: &StoredTournamentOptions, now: Timestamp) -> Result<(), BadOption> {
    let is_soon = |at| now < at && at <= later(now, FARTHEST_START);
    let must = "in the future, and at most 90 days ahead";
    BadOption::unless(options.starts_at().is_none_or(is_soon), "starts_at", must)
}

/// Whether the host may disqualify players after the start: if nothing is at stake, or among friends without the host.
fn host_may_disqualify(live: &LiveTournament) -> bool {
    let options = &live.record.options;
    let is_with_friends = options.access != StoredAccess::Public;
    let plays = live.director.has_entered(number_of(live.record.host));
    !options.rated && (!options.is_for_chips() || (is_with_friends && !plays))
}

/// Refuses what a tournament that is over does not take.
fn unless_over(live: &LiveTournament) -> Result<(), Refused> {
    if live.is_over() { Err(TournamentRefusal::TournamentOver {}.into()) } else { Ok(()) }
}

impl CardRoom {
    /// Announces a tournament.
    pub async fn announce_tournament(
        &self,
        by: PlayerId,
        options: TournamentOptions,
        key: Option<IdempotencyKey>,
    ) -> Result<TournamentView, RoomError> {
        let core = Arc::clone(&self.core);
        let in_flight = core.quotas.acquire_request(by)?;
        let request = key.map(|key| KeyedRequest::new(by, key, &("announce", &options))).transpose()?;
        let unless = |holds, option| BadOption::unless(holds, option, "0 unless the operator announces it");
        unless(options.fee == 0, "fee").map_err(Refused::from)?;
        unless(options.guarantee == 0, "guarantee").map_err(Refused::from)?;
        run_detached(async move {
            let _in_flight = in_flight;
            if let Some(done) = core.done_in_tournament(by, request.as_ref()).await? {
                return Ok(done);
            }
            core.charge_for_announced(by).await?;
            let permit = core.quotas.announce(by)?;
            core.announce(by, options, Announcement { by: Author::Player(by), permit, request }).await
        })
        .await
    }

    /// Carries out what a player asks of a tournament; with its invite code if it is not public.
    pub async fn in_tournament(
        &self,
        id: TournamentId,
        by: PlayerId,
        action: TournamentAction,
        invite_code: Option<String>,
        key: Option<IdempotencyKey>,
    ) -> Result<TournamentView, RoomError> {
        let core = Arc::clone(&self.core);
        let in_flight = core.quotas.acquire_request(by)?;
        let request = key.map(|key| KeyedRequest::new(by, key, &(id, &action))).transpose()?;
        let caller = Caller { player: Some(by), invite_code, network: None, queue: None };
        run_detached(async move {
            let _in_flight = in_flight;
            core.in_tournament(id, (by, &caller), &action, request).await
        })
        .await
    }
}

impl RoomCore {
    /// Announces a tournament of this host.
    pub(super) async fn announce(
        self: &Arc<Self>,
        host: PlayerId,
        options: TournamentOptions,
        Announcement { by, permit, request }: Announcement,
    ) -> Result<TournamentView, RoomError> {
        let target = options.satellite_to;
        let has_computers = self.bots.limits.most_of_host.min(self.bots.limits.most) >= FILLERS;
        let mut options =
            StoredTournamentOptions::announced(options, has_computers).map_err(Refused::from)?;
        if let Some(target) = target {
            let value = self.ticket_value(target, host).await?;
            options = options.with_tickets(target, value).map_err(Refused::from)?;
        }
        self.check_computers(&options)?;
        let _no_step = self.tables.no_step().await;
        let now = self.clock.now();
        check_start(&options, now).map_err(Refused::from)?;
        let mut lots = [0; 32];
        self.dealer.fill(&mut lots)?;
        let invite_code = match options.access {
            StoredAccess::Public => None,
            StoredAccess::Invite => Some(invite_code::new(&*self.dealer)?),
        };
        let record = TournamentRecord {
            id: new_id(now, &*self.dealer)?,
            host,
            options: options.into(),
            invite_code,
            lots,
            phase: StoredPhase::Registering,
            version: 0,
            created_at: now,
            ended_at: None,
            due_at: None,
            saved_at: None,
            numbers: StoredNumbers::default(),
        };
        let live = LiveTournament::announced(record);
        let handle = TournamentHandle::new(live.record.id);
        let turn = handle.directing.lock().await;
        // The operator may announce any number.
        let most_announced = matches!(by, Author::Player(_)).then_some(MOST_ANNOUNCED);
        let retry = request.clone();
        let mut decisions = Decisions { most_announced, request, ..Decisions::new(&live, now) };
        decisions.orders.set_guarantee_aside(&live);
        let fillers = self.keep_fillers(&mut decisions)?;
        let written = self.write_decisions(&handle, decisions, by, None).await;
        drop(turn);
        match written {
            Ok(Some(_)) => {}
            Ok(None) => {
                return self.done_in_tournament(host, retry.as_ref()).await?.ok_or(Failed::Contended.into());
            }
            Err(error) => return Err(error),
        }
        self.tournaments.hold(handle.id, permit.into_iter().chain(fillers));
        let handle = self.tournaments.add(handle);
        if !self.tables.is_shared {
            self.start_tournament(handle.id);
        }
        let live = handle.current().ok_or(Failed::Contended)?;
        self.view_of(&live, Some(host)).await
    }

    /// Takes permits for the open tournaments of a host that have none here: another server announced them, or this one was started.
    async fn charge_for_announced(&self, host: PlayerId) -> Result<(), RoomError> {
        let limit = u32::try_from(MOST_ANNOUNCED).unwrap_or(u32::MAX);
        let of_host = TournamentFilter { open: true, host: Some(host), limit, ..TournamentFilter::default() };
        let charged = self.tournaments.charged();
        for record in self.store.tournaments(&of_host).await?.tournaments {
            if !charged.contains(&record.id) {
                self.tournaments.hold(record.id, self.quotas.announced(host));
            }
        }
        Ok(())
    }

    /// Refuses a player who has won enough from computer players today, if some play in the tournament for chips.
    async fn check_winnings(&self, live: &LiveTournament, by: PlayerId) -> Result<(), RoomError> {
        let (most, day) = (self.bots.limits.winnings_a_day, day_of(self.clock.now()));
        let is_limited = most > 0 && live.record.options.meets_computers_for_chips();
        if is_limited && self.store.won_enough(&[by], day, most).await?.contains(&by) {
            return Err(Refused::WonEnough { most, until: begin_of_day(day + 1) }.into());
        }
        Ok(())
    }

    /// Refuses options that ask for more computer players than one host may have.
    fn check_computers(&self, options: &StoredTournamentOptions) -> Result<(), Refused> {
        let limits = &self.bots.limits;
        let most = u64::from(limits.most_of_host.min(limits.most));
        let wanted = u64::from(options.max_entrants()).saturating_sub(1);
        if options.fill_with_bots.is_some() && wanted > most {
            return Err(Refused::TooManyBotsOfHost { most });
        }
        Ok(())
    }

    /// The tournament in which a request was done before under its key, as it is now.
    async fn done_in_tournament(
        &self,
        by: PlayerId,
        request: Option<&KeyedRequest>,
    ) -> Result<Option<TournamentView>, RoomError> {
        let Some(request) = request else { return Ok(None) };
        let Some(done) = request.tournament_before(&*self.store).await? else { return Ok(None) };
        let (_, live) = self.tournament(done.tournament).await?;
        self.view_of(&live, Some(by)).await.map(Some)
    }

    async fn in_tournament(
        &self,
        id: TournamentId,
        (by, caller): (PlayerId, &Caller),
        action: &TournamentAction,
        request: Option<KeyedRequest>,
    ) -> Result<TournamentView, RoomError> {
        let (handle, _) = self.tournament(id).await?;
        let most_tries = if self.tables.is_shared { MOST_TRIES_OF_MANY } else { self.most_tries() as u64 };
        for nth in 0..most_tries {
            match self.try_in_tournament(&handle, (by, caller), action, request.as_ref()).await {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => {
                    if let Some(done) = self.done_in_tournament(by, request.as_ref()).await? {
                        return Ok(done);
                    }
                    // Of many who enter at other servers, one is quicker each time.
                    tokio::time::sleep(Duration::from_millis(nth.min(20))).await;
                }
                // If the request was done before under its key, it gets its answer, even if it would be refused now.
                Err(error) => return self.done_in_tournament(by, request.as_ref()).await?.ok_or(error),
            }
        }
        Err(Failed::Contended.into())
    }

    async fn try_in_tournament(
        &self,
        handle: &TournamentHandle,
        (by, caller): (PlayerId, &Caller),
        action: &TournamentAction,
        request: Option<&KeyedRequest>,
    ) -> Result<Option<TournamentView>, RoomError> {
        let _no_step = self.tables.no_step().await;
        let _turn = handle.directing.lock().await;
        let live = self.load_tournament(handle).await?;
        self.may_act(&live, (by, caller), action).await?;
        let mut decisions = Decisions::new(&live, self.clock.now());
        decisions.request = request.cloned();
        let rating = if action.enters() { self.seeding(&live, by).await? } else { None };
        if let Some(command) = action.command(&live, by, rating).map_err(Refused::from)? {
            decisions.accept(&command)?;
        } else {
            unless_over(&live)?;
            live.record.invite_code.as_ref().ok_or(Refused::NoInvites)?;
            if live.codes_replaced >= MOST_CODES {
                return Err(Refused::TooManyCodes { most: MOST_CODES }.into());
            }
            decisions.replace_invite(invite_code::new(&*self.dealer)?);
        }
        if action.enters() {
            decisions.most_entered = Some(MOST_ENTERED);
            self.note_entrant(&live, by).await?;
        }
        let written = self.carry_out_decisions(handle, decisions, Author::Player(by), None).await?;
        match written.and_then(|_| handle.current()) {
            Some(live) => self.view_of(&live, Some(by)).await.map(Some),
            None => Ok(None),
        }
    }

    /// Refuses what the rules of the tournament do not know of: other people's tournaments, bounds of addresses, and blocks.
    async fn may_act(
        &self,
        live: &LiveTournament,
        (by, caller): (PlayerId, &Caller),
        action: &TournamentAction,
    ) -> Result<(), RoomError> {
        if !live.is_open_to(Some(by), caller.invite_code.as_deref()) {
            return Err(Refused::InviteNeeded.into());
        }
        if action.is_for_host() && live.record.host != by {
            return Err(Refused::NotAnnouncer.into());
        }
        if matches!(action, TournamentAction::Pause | TournamentAction::NextLevel)
            && live.record.options.access == StoredAccess::Public
            && live.record.options.is_for_chips()
            && live.director.has_entered(number_of(by))
        {
            // The moment of a pause or of a level is worth chips.
            return Err(Refused::HostPlays.into());
        }
        let is_for_house = match action {
            TournamentAction::Cancel => true,
            TournamentAction::Remove { .. } => !host_may_disqualify(live),
            _ => false,
        };
        if is_for_house && live.director.phase() == Phase::Playing {
            // After the start only the house may.
            return Err(Refused::ByDirector(TournamentRefusal::AlreadyStarted {}).into());
        }
        if action.enters() { self.check_entrant(live, by).await } else { Ok(()) }
    }

    /// Refuses an entry that the rules of the tournament would take: bounds of addresses and of winnings, and blocks.
    pub(super) async fn check_entrant(
        &self,
        live: &LiveTournament,
        player: PlayerId,
    ) -> Result<(), RoomError> {
        self.quotas.check_entry(live, player)?;
        self.check_winnings(live, player).await?;
        let others: Vec<PlayerId> = live.people().filter(|&other| other != player).collect();
        if !others.is_empty() && self.store.were_apart(player, &others, live.record.created_at).await? {
            return Err(Refused::KeptApart.into());
        }
        Ok(())
    }

    /// The points of a player's rating, if teams are seeded by them and the player has any.
    pub(super) async fn seeding(
        &self,
        live: &LiveTournament,
        player: PlayerId,
    ) -> Result<Option<i64>, RoomError> {
        if !live.record.options.seeds_teams() {
            return Ok(None);
        }
        let (now, game) = (self.clock.now(), live.record.options.kind());
        let ratings = self.store.ratings_of(player).await?;
        let own = ratings.iter().find(|rating| rating.game == game);
        Ok(own.map(|own| StoredRating::as_of(Some(own.last.stored), now).rating.points().into()))
    }

    /// Notes from which network a player enters a tournament that is to be rated.
    pub(super) async fn note_entrant(
        &self,
        live: &LiveTournament,
        player: PlayerId,
    ) -> Result<(), RoomError> {
        if live.record.options.rated {
            self.note_rated_network(RatedSource::Tournament(live.record.id), player).await?;
        }
        Ok(())
    }
}
