//! Which part of the house judges which command.

use super::command::Command;
use super::draft::Draft;
use super::player::Player;
use super::refused::Refused;
use super::seats::Newcomer;

impl Draft<'_> {
    /// Does what a player asks, or nothing.
    pub fn obey(&mut self, by: &Player, command: &Command) -> Result<(), Refused> {
        match command {
            Command::Sit { seat, buy_in, entry, invite_code } => self.sit(&Newcomer {
                player: by.id,
                name: &by.name,
                seat: *seat,
                buy_in: *buy_in,
                entry: *entry,
                invite_code: invite_code.as_deref(),
            }),
            Command::TopUp { amount } => self.top_up(by.id, *amount),
            Command::SitOut => self.sit_out(by.id),
            Command::ComeBack { entry } => self.come_back(by.id, *entry),
            Command::Straddle { on } => self.straddle(by.id, *on),
            Command::AutoPass { on } => self.auto_pass(by.id, *on),
            Command::Ready => self.ready(by.id),
            Command::StandUp => self.stand_up(by.id),
            Command::Deal => self.deal_by_hand(by.id),
            Command::Act { at, action } => self.act(by.id, *at, action),
            Command::Close => self.close(by.id),
        }
    }
}
