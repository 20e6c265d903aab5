//! Judging an action; nothing changes.

use super::live::Table;
use super::refused::Refused;
use crate::service::table::stored::decision::StoredDecision;
use cardroom_api::id::PlayerId;
use cardroom_api::table::answer::DryRun;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::{AnyAction, AnyHand, AnyRefusal};
use cardroom_rules::games::game::Game;
use cardroom_rules::games::refusal::NotAccepted;
use cardroom_rules::games::seat::Seat;

impl Table {
    /// Judges the action of a player who had seen a version, and returns what the rules say. Staleness is judged before the
    /// rules.
    pub(super) fn judge<T>(
        &self,
        player: PlayerId,
        at: Version,
        by_rules: impl FnOnce(&AnyHand, Seat) -> Result<T, NotAccepted<AnyRefusal>>,
    ) -> Result<(Seat, T), Refused> {
        let version = self.version();
        let hand = self.hand.as_ref().ok_or(Refused::NoHand)?;
        let seat = hand.record.seat_of(player).ok_or(Refused::NotInHand)?;
        let options = || hand.game.options(seat).map(Box::new);
        if at > version {
            return Err(Refused::Ahead { version });
        }
        if let Some(&StoredDecision { since, .. }) = self.decision(seat).filter(|open| at < open.since) {
            return Err(Refused::Stale { at, since, version, options: options() });
        }
        let refused = |refusal| Refused::Rule { refusal, version, options: options() };
        by_rules(&hand.game, seat).map(|judged| (seat, judged)).map_err(refused)
    }

    /// Previews an action: how it is read and what it costs, or the refusal that it would get.
    pub fn dry_run(&self, player: PlayerId, at: Version, action: &AnyAction) -> Result<DryRun, Refused> {
        let (_, preview) = self.judge(player, at, |game, seat| game.preview(seat, action))?;
        Ok(DryRun { accepted: true, version: self.version(), preview })
    }
}
