//! How many players of one network may sit at another host's public table.

use std::sync::Arc;

use super::player_networks::PlayerNetworks;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::Commit;
use crate::service::table::stored::options::StoredAccess;
use cardroom_api::id::PlayerId;

/// The limit of chairs of one network at one public table.
pub(super) struct ChairQuota {
    most: usize,
    networks: Arc<PlayerNetworks>,
}

impl ChairQuota {
    pub(super) fn new(most: usize, networks: Arc<PlayerNetworks>) -> Self {
        Self { most, networks }
    }

    /// Refuses a player who enters a public tournament, in which these people play, if too many of one network would. The host, and
    /// players of the host's network, are not counted.
    pub(super) fn check_entry(
        &self,
        host: PlayerId,
        player: PlayerId,
        people: impl Iterator<Item = PlayerId>,
    ) -> Result<(), Refused> {
        let network = self.networks.widest_of(player);
        if self.most == usize::MAX || network.is_none() || network == self.networks.widest_of(host) {
            return Ok(());
        }
        let entered = people.filter(|&other| self.networks.widest_of(other) == network).count();
        if entered < self.most { Ok(()) } else { Err(Refused::TooManyFromAddress { most: self.most }) }
    }

    /// Refuses a commit after which too many players of one network would sit at the table. One chair at least is left to
    /// others. The host, and players of the host's network, are not counted.
    pub(super) fn check(&self, commit: &Commit) -> Result<(), Refused> {
        let table = &commit.table.record;
        let is_limited = self.most < usize::MAX && table.options.access == StoredAccess::Public;
        if commit.sat_down.is_empty() || !is_limited {
            return Ok(());
        }
        let most = self.most.min(usize::from(table.options.seats.saturating_sub(1)));
        let of_host = self.networks.widest_of(table.state.host);
        let newcomers = commit.sat_down.iter().filter(|&&player| player != table.state.host);
        let networks = newcomers.filter_map(|&player| self.networks.widest_of(player));
        for network in networks.filter(|&network| of_host != Some(network)) {
            let people = commit.table.seated_or_promised();
            if people.filter(|&player| self.networks.widest_of(player) == Some(network)).count() > most {
                return Err(Refused::TooManyFromAddress { most });
            }
        }
        Ok(())
    }
}
