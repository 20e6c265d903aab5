//! What has to hold at the end, as the servers answer it.

use std::collections::HashSet;

use futures::future::join_all;

use crate::fleet::Fleet;
use crate::players::Done;

/// How many changes are read at once.
const AT_ONCE: usize = 8;

/// Every acknowledged change is in the log as it was answered, whichever server is asked; and no version answered two requests.
pub async fn acknowledged(fleet: &Fleet, done: &[Done]) {
    let versions: HashSet<(&str, u64)> = done.iter().map(|done| (&*done.table, done.version)).collect();
    assert_eq!(versions.len(), done.len(), "two requests got the same change");
    for some in done.chunks(AT_ONCE) {
        join_all(some.iter().map(|done| is_there(fleet, done))).await;
    }
}

async fn is_there(fleet: &Fleet, Done { table, version, change, token }: &Done) {
    let path = format!("/v1/tables/{table}/events?after={}&limit=1", version - 1);
    let page = fleet.get(token, &path).await;
    assert_eq!(&page["changes"][0], change, "{table} {version}");
}

/// The audit holds at every server.
pub async fn audits(fleet: &Fleet) {
    for nth in 0..fleet.len() {
        let audit = fleet.audit(nth).await;
        assert_eq!(audit["holds"], true, "{audit}");
    }
}
