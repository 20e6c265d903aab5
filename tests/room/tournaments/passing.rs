//! Players who come to a table of a tournament and go on to another one in the same change.

use cardroom::service::table::draft::Draft;
use cardroom::service::table::draft::tournament::Arrival;
use cardroom::service::table::live::Table;
use cardroom::service::table::state::TournamentPlace;
use cardroom::service::table::stored::change::Author;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::TournamentId;
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::floor::place::TableNumber;
use uuid::Uuid;

use crate::manual::StackedDealer;
use crate::pure::{Pure, player};
use crate::room;

fn arrival(number: u8, level: Option<Level>) -> Arrival {
    let avatar = level.is_none().then(|| Avatar::of(player(number).0));
    let name = format!("Player {number}");
    Arrival {
        seat: Seat(number),
        player: player(number),
        name,
        avatar,
        chips: 200,
        level,
        keeps: None,
        unseen: false,
    }
}

#[test]
fn a_player_who_goes_on_in_the_same_change_leaves_no_row() {
    let dealer = StackedDealer::default();
    let Pure { now, table, .. } = Pure::seated(room::options(), StackedDealer::default());
    let place = TournamentPlace {
        id: TournamentId(Uuid::from_u128(1)),
        number: TableNumber(1),
        is_secret: false,
        shot_clock: false,
    };
    let options = (*table.record.options).clone();
    let table = Table::of_tournament(player(0), place, options, None, now, &dealer).unwrap();

    let mut draft = Draft::new(&table, now, &dealer);
    draft.open_for_tournament();
    for (number, level) in [(0, None), (1, None), (2, Some(Level::Novice)), (3, Some(Level::Novice))] {
        draft.seat_entry(arrival(number, level));
    }
    for number in [1, 3] {
        draft.unseat_entry(player(number));
    }
    let opened = draft.finish(Author::Clock).unwrap();
    assert_eq!((&opened.sat_down, &opened.left), (&vec![player(0)], &vec![]));
    assert_eq!((&opened.bots.sat_down, &opened.bots.left), (&vec![player(2)], &vec![]));

    // Those who go and come back keep their rows.
    let mut draft = Draft::new(&opened.table, now, &dealer);
    for (number, level) in [(0, None), (2, Some(Level::Novice))] {
        draft.unseat_entry(player(number));
        draft.seat_entry(arrival(number, level));
    }
    let back = draft.finish(Author::Clock).unwrap();
    assert!(back.sat_down.is_empty() && back.left.is_empty());
    assert!(back.bots.sat_down.is_empty() && back.bots.left.is_empty());
    assert!(back.table.sitting(player(0)).is_some() && back.table.sitting(player(2)).is_some());
}
