//! Opening a table: its request has the members of the API.

use std::time::Duration;

use cardroom_api::table::options::TableOptions;
use ratatui::crossterm::event::KeyCode::{Down, Enter, Right};
use serde_json::Value;

use super::{context, key};
use crate::order::Order;
use crate::screens::open::OpenTable;
use crate::words::Language;

/// Whether each member stands in the other value, too, with the same content.
fn is_part_of(part: &Value, whole: &Value) -> bool {
    match part {
        Value::Object(members) => {
            members.iter().all(|(name, part)| whole.get(name).is_some_and(|whole| is_part_of(part, whole)))
        }
        part => part == whole,
    }
}

#[test]
fn a_new_table_has_options_of_the_api() {
    for game in 0..3 {
        for stakes in 0..3 {
            let context = context(Language::En, Duration::ZERO);
            let mut screen = OpenTable::new("Ann");
            let keys = [vec![Right; game], vec![Down], vec![Right; stakes], vec![Enter]].concat();
            let orders: Vec<_> =
                keys.into_iter().filter_map(|code| screen.press(key(code), context)).flatten().collect();
            let [Order::Open(body)] = orders.as_slice() else { panic!("{orders:?}") };
            let options: TableOptions = serde_json::from_value(body.clone()).unwrap();
            let mut body = body.clone();
            let sit = body.as_object_mut().unwrap().remove("sit").unwrap();
            assert_eq!(sit["buy_in"], options.max_buy_in);
            assert!(is_part_of(&body, &serde_json::to_value(&options).unwrap()), "{body}");
        }
    }
}
