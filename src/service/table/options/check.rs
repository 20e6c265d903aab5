//! Checks options: whether a table can be opened with them, and which of them its host may change.

use crate::service::table::stored::options::{StoredAccess, StoredDealing, StoredOptions};
use cardroom_api::table::options::TableChanges;
use cardroom_api::text::{has_many_marks, is_unprintable, shows};
use cardroom_rules::games::any::AnyHand;
use cardroom_rules::games::game::{Chips, Game, MOST_CHIPS};
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::tournament::levels::structure::{Level, Stage, Structure};

/// The largest buy-in: the stacks of a full table still sum to less than [`MOST_CHIPS`].
pub const MOST_BUY_IN: Chips = 100_000_000_000_000;
const _: () = assert!(MOST_BUY_IN * 10 <= MOST_CHIPS);

/// Checks that a table can be opened with these options.
pub fn check(options: &StoredOptions) -> Result<(), BadOption> {
    let seats = AnyHand::seats(&options.game);
    let letters = options.name.chars().count();
    let pause = match options.dealing {
        StoredDealing::Automatic { pause_seconds } => pause_seconds,
        StoredDealing::ByHand {} | StoredDealing::WhenReady {} => 0,
    };
    let printable = !options.name.chars().any(is_unprintable)
        && options.name.chars().any(shows)
        && !has_many_marks(&options.name);
    BadOption::unless((1..=60).contains(&letters) && printable, "name", "1 to 60 printable characters")?;
    let (fewest, most) = (seats.start(), seats.end());
    let must = if fewest == most { format!("{fewest}") } else { format!("{fewest} to {most}") };
    BadOption::unless(seats.contains(&options.seats), "seats", must)?;
    let for_chips = AnyHand::stake(&options.game) > 0;
    BadOption::unless(
        !for_chips || options.min_buy_in >= 1,
        "min_buy_in",
        "at least 1, where there is a stake",
    )?;
    BadOption::unless(options.min_buy_in <= options.max_buy_in, "min_buy_in", "at most max_buy_in")?;
    BadOption::unless(options.max_buy_in <= MOST_BUY_IN, "max_buy_in", "at most 10^14")?;
    BadOption::unless((1..=600).contains(&options.decision_seconds), "decision_seconds", "1 to 600")?;
    BadOption::unless(options.time_bank_seconds <= 600, "time_bank_seconds", "0 to 600")?;
    BadOption::unless(pause <= 60, "dealing.pause_seconds", "0 to 60")?;
    let patience = options.fill_with_bots.map_or(0, |fill| fill.after_seconds);
    BadOption::unless(patience <= 600, "fill_with_bots.after_seconds", "0 to 600")?;
    check_levels(options)?;
    let may_be_rated = !options.rated || AnyHand::has_matches(&options.game);
    BadOption::unless(may_be_rated, "rated", "false, unless the game has matches")?;
    AnyHand::check(&options.game)
}

/// Checks the levels: strangers, who sit down at any time, are never dealt in at stakes that they have not chosen.
fn check_levels(options: &StoredOptions) -> Result<(), BadOption> {
    let Some(first) = options.levels.first() else { return Ok(()) };
    BadOption::unless(options.access == StoredAccess::Invite, "levels", "absent at a public table")?;
    BadOption::unless(first.within(&options.game).is_some(), "levels", "absent at a game without blinds")?;
    match Structure::new(options.levels.iter().copied().map(Stage::Level).collect()) {
        Ok(_) => Ok(()),
        Err(fault) => Err(BadOption { option: "levels", must: format!("levels that rise: {fault}").into() }),
    }
}

/// Options with some of them changed by the host; an error if one may not be changed, or not to this. `level_of` says which of these
/// levels is played then.
pub fn changed(
    options: &StoredOptions,
    changes: &TableChanges,
    level_of: impl FnOnce(&[Level]) -> Option<Level>,
) -> Result<StoredOptions, BadOption> {
    let TableChanges { name, game, min_buy_in, max_buy_in, levels, .. } = changes.clone();
    let TableChanges { decision_seconds, time_bank_seconds, dealing, absent, fill_with_bots, .. } = *changes;
    let game = game.map(|game| AnyHand::filled_in(game, Some(&options.game)));
    let may_change = game.as_ref().is_none_or(|game| AnyHand::may_become(&options.game, game));
    BadOption::unless(may_change, "game", "the same rules with other stakes or times")?;
    let levels = levels.unwrap_or_else(|| options.levels.clone());
    let game = game.unwrap_or_else(|| options.game.clone());
    let changed = StoredOptions {
        name: name.unwrap_or_else(|| options.name.clone()),
        game: level_of(&levels).and_then(|level| level.within(&game)).unwrap_or(game),
        levels,
        min_buy_in: min_buy_in.unwrap_or(options.min_buy_in),
        max_buy_in: max_buy_in.unwrap_or(options.max_buy_in),
        decision_seconds: decision_seconds.unwrap_or(options.decision_seconds),
        time_bank_seconds: time_bank_seconds.unwrap_or(options.time_bank_seconds),
        dealing: dealing.map_or(options.dealing, Into::into),
        absent: absent.map_or(options.absent, Into::into),
        fill_with_bots: fill_with_bots.map(Into::into).or(options.fill_with_bots),
        ..options.clone()
    };
    check(&changed)?;
    Ok(changed)
}
