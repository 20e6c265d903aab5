//! Why a good player of Shengji would act in this way.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a good player would act in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Advice)]
pub struct Advice {
    /// The reason.
    pub reason: Reason,
}

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::VariantArray, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::Reason)]
pub enum Reason {
    /// Declares: the hand would have more and higher trumps than most.
    DeclareStrongSuit,
    /// Declares over another declaration: the hand would be much stronger under the new trump.
    OverturnForStrength,
    /// Shows the second level card too, so that nobody can overturn the first.
    SecureDeclaration,
    /// Declares nothing: the hand has too few trumps under what it may declare.
    DoNotDeclare,
    /// Declares nothing: the trump that stands suits the side.
    DeclarationStands,
    /// Declares nothing: the hand holds no card to declare with.
    NothingToDeclare,
    /// Buries all the cards of a suit, so that the hand can ruff when that suit is led.
    BuryShortSuits,
    /// Buries low cards without points, so that the kitty gives the attackers nothing.
    BuryNoPoints,
    /// Buries what it needs least; some points go with it, because the other cards are worth more.
    BuryLeastNeeded,
    /// Leads a card, pair or tractor that nobody can beat in its suit: it wins and leads again.
    LeadWinner,
    /// Throws several winners of one suit together.
    ThrowWinners,
    /// Leads a tractor: others seldom hold one, and must break pairs to follow.
    LeadTractor,
    /// Leads a pair: others must give a pair or break one.
    LeadPair,
    /// Leads trumps, so that the others run out of them.
    DrawTrumps,
    /// Leads a low card of a suit in which the partner is out, and can ruff.
    LeadToPartnersRuff,
    /// Leads a low card without points: no sure winner is left, and this costs least.
    LeadLow,
    /// Follows: the rules leave no other choice.
    MustFollow,
    /// Gives points to the partner, who is winning the trick.
    GivePartnerPoints,
    /// Wins the trick with the least that does it.
    WinTheTrick,
    /// Ruffs with trumps, because there are points in the trick.
    RuffPoints,
    /// Ruffs with trumps to take the lead.
    RuffToLead,
    /// Plays low: the others win this trick, so it keeps points away from them.
    KeepPointsBack,
    /// Does not ruff: the trick is worth less than the trumps.
    SaveTrump,
    /// Plays the lowest: the trick is not worth a high card.
    PlayLowest,
}
