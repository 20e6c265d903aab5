//! Why a good player of Dou Dizhu would act in this way.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a good player would act in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Advice)]
pub struct Advice {
    /// The reason.
    pub reason: Reason,
}

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::VariantArray, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Reason)]
pub enum Reason {
    /// Bids, calls or robs: the hand has enough high cards and few loose ones, so it can win alone against two.
    StrongEnoughToBid,
    /// Passes in the auction: the hand has too few high cards, or too many loose ones, to win alone against two.
    TooWeakToBid,
    /// Doubles: the hand can take the lead whenever it has to.
    DoubleWithControl,
    /// Does not double: the hand may lose.
    TooWeakToDouble,
    /// Shows the hand: it wins even if everybody sees it, and so it wins more.
    ShowSureWinner,
    /// Does not show the hand: the others would play better if they saw it.
    KeepHandHidden,
    /// Plays the last cards: the hand is won.
    GoOut,
    /// Leads what nobody can beat without a bomb: the lead stays.
    LeadUnbeatable,
    /// Leads a combination of five cards or more: it gets rid of the most cards, and is seldom beaten.
    LeadLongest,
    /// Leads a trio with cards that would be hard to get rid of alone.
    CarryLooseCards,
    /// Leads a low card, pair or trio: low cards win nothing later, so they go while the lead is there.
    LeadLowest,
    /// Leads low, so that the partner with one or two cards left can go out.
    FeedPartner,
    /// Plays high, because the landlord has one or two cards left and must not go out.
    BlockTheLandlord,
    /// Plays high, because a peasant has one or two cards left and must not go out.
    BlockThePeasant,
    /// Beats the play with the least that does it.
    WinCheaply,
    /// Beats the partner's play: the partner's card is low, and so it costs the landlord more to come in.
    RaiseForPartner,
    /// Passes: the partner's play stands, and the partner keeps the lead.
    LetPartnerWin,
    /// Passes: only a bomb or the rocket beats this, and it is worth more later.
    SaveTheBomb,
    /// Passes: only high cards beat this, and they are needed to take the lead later.
    SaveHighCards,
    /// Passes: to beat this, the hand would have to break a combination.
    KeepShape,
    /// Passes: nothing in the hand beats this.
    CannotBeat,
    /// Plays a bomb or the rocket: it takes the lead now, when that decides the hand.
    BombToStop,
}
