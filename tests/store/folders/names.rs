//! Names that a new player cannot have: a player who has one from an older release keeps it.

use serde_json::json;

use super::{Folder, rows};

/// Players of the folder, and names that an older release let them have.
const OLD_NAMES: [(&str, &str); 5] = [
    ("Ada", "Admin"),
    ("Cleo", "Ada  B"),
    ("Dan", "Ada B"),
    ("Eve", "\u{301}E\u{301}\u{302}\u{303}\u{304}\u{305}"),
    ("Fay", "Cardroom Support 1"),
];

#[tokio::test]
async fn names_that_are_refused_today_still_sign_in_and_get_tags() {
    let folder = Folder::copy(3);
    for (now, before) in OLD_NAMES {
        folder.tamper(&format!("update players set name = '{before}' where name = '{now}'")).await;
    }
    rows::rewrite(&folder, "tables", "state", |state| {
        for chair in state["chairs"].as_array_mut().unwrap() {
            let old = OLD_NAMES.iter().find(|(now, _)| chair["name"] == *now);
            chair["name"] = old.map_or(chair["name"].clone(), |(_, before)| json!(before));
        }
    })
    .await;

    let opened = folder.open().await;
    for (player, name) in OLD_NAMES {
        let player = opened.client(Some(player));
        assert_eq!(player.get("/v1/me").await.ok()["name"], name);
        let changed = player.patch("/v1/me", json!({"avatar": "owl"})).await.ok();
        assert_eq!(changed["name"], name, "another picture leaves the name alone");
    }
    let (mut tagged, cleo) = (0, opened.client(Some("Cleo")));
    for path in opened.tables() {
        let seen = cleo.get(&path).await;
        if seen.status != 200 {
            continue;
        }
        let view = seen.ok();
        let chairs = view["chairs"].as_array().unwrap();
        let has = |name: &str| chairs.iter().any(|chair| chair["name"] == name);
        let are_alike = has("Ada  B") && has("Ada B");
        for chair in chairs {
            let name = chair["name"].as_str().unwrap();
            let expects_tag = are_alike && ["Ada  B", "Ada B"].contains(&name);
            assert_eq!(chair["tag"].is_string(), expects_tag, "{chair}");
            tagged += usize::from(expects_tag);
        }
    }
    assert!(tagged > 0);
    opened.audit().await;
    opened.close().await;
}
