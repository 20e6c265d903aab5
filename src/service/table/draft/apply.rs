//! Dispatch of commands to the parts of a draft.

use super::Draft;
use super::seats::Newcomer;
use crate::service::table::command::ActingPlayer;
use crate::service::table::command::Command;
use crate::service::table::error::DraftError;

impl Draft<'_> {
    /// Applies a command, or changes nothing.
    pub fn apply(&mut self, by: ActingPlayer, command: &Command) -> Result<(), DraftError> {
        let player = by.id;
        self.check_tournament(command)?;
        self.note_seen();
        match command {
            Command::Sit { seat, buy_in, entry, invite_code } => {
                let (seat, buy_in, entry) = (*seat, *buy_in, *entry);
                let invite_code = invite_code.as_deref();
                Ok(self.sit(&Newcomer { who: by, seat, buy_in, entry, invite_code })?)
            }
            Command::Wait { invite_code } => Ok(self.wait(by, invite_code.as_deref())?),
            Command::StopWaiting => Ok(self.stop_waiting(player)?),
            Command::TopUp { amount } => Ok(self.top_up(player, *amount)?),
            Command::SitOut => Ok(self.sit_out(player)?),
            Command::ComeBack { entry } => Ok(self.come_back(by, *entry)?),
            Command::Wish { wishes } => Ok(self.wish(player, wishes)?),
            Command::Prefer { preferences } => Ok(self.prefer(player, (*preferences).into())?),
            Command::Ready => Ok(self.ready(player)?),
            Command::StandUp => Ok(self.stand_up(player)?),
            Command::SeatBot { seat, level, name } => {
                self.seat_bot_by(player, *seat, *level, name.as_deref())
            }
            Command::SendBotAway { seat } => Ok(self.send_bot_away_by(player, *seat)?),
            Command::Deal => self.deal_by_hand(player),
            Command::Act { at, action } => self.act(player, *at, action),
            Command::Close => Ok(self.close(player)?),
            Command::Away => Ok(self.go_away(player)?),
            Command::Emote { emote } => Ok(self.emote(player, (*emote).into())?),
            Command::Remove { player: whom } => Ok(self.remove(player, *whom)?),
            Command::Ban { player: whom } => Ok(self.ban(player, *whom)?),
            Command::Unban { player: whom } => Ok(self.unban(player, *whom)?),
            Command::HandOver { player: to } => Ok(self.hand_over(player, *to)?),
            Command::Pause => Ok(self.pause(player)?),
            Command::Resume => Ok(self.resume(player)?),
            Command::Change { changes } => self.change(player, changes),
            Command::ReplaceInvite => self.replace_invite(player),
        }
    }
}
