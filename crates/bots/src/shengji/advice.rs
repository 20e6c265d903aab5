//! Why a good player of Shengji would act in this way.

use super::intermediate::Intermediate;
use super::mind::{Mind, Weights};
use super::notes::{Contract, Notes};
use super::pile::{Pile, bits, highest};
use super::position::same_side;
use super::ranking::{GROUPS, TRUMP};
use super::shape::{Lead, is_ruff};
use crate::advice::Advises;
use crate::strategy::Strategy;
use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::advice::{Advice, Reason};
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::options::{DeclareOptions, FollowOptions, Options};
use cardroom_rules::games::witness::Witness;

impl Advises<Shengji> for Intermediate {
    type Advice = Advice;

    fn adviser() -> Self {
        Self::default()
    }

    fn advise(&mut self, witness: &Witness<Shengji>, dice: &mut Generator) -> Option<(Action, Advice)> {
        let options = witness.options()?;
        // A computer player waits for its next card. For a person, waiting means passing.
        let action = self.act(witness, dice).unwrap_or(Action::Pass {});
        let notes = self.notes()?;
        let reason = match (&options, &action) {
            (Options::Declare(options), _) => declared(notes, options, &action),
            (Options::Bury(_), Action::Bury { cards }) => buried(notes, cards)?,
            (Options::Lead(_), Action::Play { cards }) => led(notes, cards)?,
            (Options::Follow(options), Action::Play { cards }) => followed(witness, notes, options, cards)?,
            _ => return None,
        };
        Some((action, Advice { reason }))
    }
}

fn declared(notes: &Notes, options: &DeclareOptions, action: &Action) -> Reason {
    let standing = options.standing;
    let is_own = standing.is_some_and(|standing| standing.seat.0 == notes.seat);
    let is_ours = standing.is_some_and(|standing| same_side(standing.seat.0, notes.seat));
    match action {
        Action::Declare { .. } if is_own => Reason::SecureDeclaration,
        Action::Declare { .. } if standing.is_some() => Reason::OverturnForStrength,
        Action::Declare { .. } => Reason::DeclareStrongSuit,
        _ if is_ours => Reason::DeclarationStands,
        _ if options.choices.is_empty() => Reason::NothingToDeclare,
        _ => Reason::DoNotDeclare,
    }
}

fn buried(notes: &Notes, cards: &[Card]) -> Option<Reason> {
    let ranking = &notes.contract.as_ref()?.ranking;
    let (hand, kitty) = (ranking.pile(notes.hand), ranking.pile(Cards::gathered(cards)?));
    let is_emptied = |group: usize| {
        let own = hand.among(ranking.groups[group]);
        !own.is_empty() && kitty.among(ranking.groups[group]) == own
    };
    Some(if (0..GROUPS).any(|group| group != TRUMP && is_emptied(group)) {
        Reason::BuryShortSuits
    } else if ranking.points(kitty) == 0 {
        Reason::BuryNoPoints
    } else {
        Reason::BuryLeastNeeded
    })
}

fn led(notes: &Notes, cards: &[Card]) -> Option<Reason> {
    let contract = notes.contract.as_ref()?;
    let (ranking, position) = (&contract.ranking, &contract.position);
    let play = ranking.pile(Cards::gathered(cards)?);
    let lead = Lead::of(ranking, play)?;
    let group = lead.group();
    let mind = mind(notes, contract);
    let partner = (notes.seat + 2) % 4;
    let lowest = ranking.height(bits(play.once).next()?);
    let is_sure = mind.count.is_certain(group, lead.pairs, lowest);
    let can_ruff = position.is_void(partner, group) && !position.is_void(partner, TRUMP);
    Some(if lead.is_throw() {
        Reason::ThrowWinners
    } else if is_sure {
        Reason::LeadWinner
    } else if lead.longest > 1 {
        Reason::LeadTractor
    } else if group == TRUMP {
        Reason::DrawTrumps
    } else if lead.pairs > 0 {
        Reason::LeadPair
    } else if can_ruff {
        Reason::LeadToPartnersRuff
    } else {
        Reason::LeadLow
    })
}

fn followed(
    witness: &Witness<Shengji>,
    notes: &Notes,
    options: &FollowOptions,
    cards: &[Card],
) -> Option<Reason> {
    let contract = notes.contract.as_ref()?;
    let (ranking, position) = (&contract.ranking, &contract.position);
    let lead = position.lead?;
    let (hand, play) = (ranking.pile(notes.hand), ranking.pile(Cards::gathered(cards)?));
    if options.must.len() == cards.len() || witness.moves().len() == 1 {
        return Some(Reason::MustFollow);
    }
    let strength = lead.strength(ranking, play);
    let points = ranking.points(play);
    let is_ours = same_side(position.best, notes.seat);
    if strength > position.strength {
        let was_ruff = is_ruff(strength) && lead.group() != TRUMP;
        return Some(match (was_ruff, position.at_stake + points > 0) {
            (true, true) => Reason::RuffPoints,
            (true, false) => Reason::RuffToLead,
            (false, _) => Reason::WinTheTrick,
        });
    }
    let trumps = ranking.groups[TRUMP];
    let is_void = hand.among(ranking.groups[lead.group()]).is_empty();
    let holds_trumps = !hand.among(trumps).is_empty();
    let keeps = hand.without(play);
    let has_points = keeps.once & ranking.with_points() != 0;
    Some(if points > 0 && (is_ours || mind(notes, contract).left_to_others(&lead) > 0.5) {
        Reason::GivePartnerPoints
    } else if !is_ours && is_void && lead.group() != TRUMP && holds_trumps && play.among(trumps).is_empty() {
        Reason::SaveTrump
    } else if !is_ours && points == 0 && has_points && follows_suit(&lead, hand, contract) {
        Reason::KeepPointsBack
    } else {
        Reason::PlayLowest
    })
}

/// Whether the hand has points among the cards that it may choose from.
fn follows_suit(lead: &Lead, hand: Pile, contract: &Contract) -> bool {
    let ranking = &contract.ranking;
    let own = hand.among(ranking.groups[lead.group()]);
    let from = if own.len() >= lead.size.into() { own } else { hand };
    from.once & ranking.with_points() != 0 && highest(from.once).is_some()
}

fn mind<'a>(notes: &Notes, contract: &'a Contract) -> Mind<'a> {
    let hand = contract.ranking.pile(notes.hand);
    Mind::new(&contract.ranking, &contract.position, &Weights::TUNED, hand, contract.unseen(hand))
}
