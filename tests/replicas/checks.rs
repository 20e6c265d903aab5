//! What has to hold at the end, as the servers answer it.

use std::collections::HashSet;

use crate::fleet::Fleet;
use crate::players::Done;

/// Every acknowledged change is in the log as it was answered, at every server; and no version answered two requests.
pub async fn acknowledged(fleet: &Fleet, done: &[Done]) {
    let versions: HashSet<(&str, u64)> = done.iter().map(|done| (&*done.table, done.version)).collect();
    assert_eq!(versions.len(), done.len(), "two requests got the same change");
    for (place, Done { table, version, change, token }) in done.iter().enumerate() {
        let path = format!("/v1/tables/{table}/events?after={}&limit=1", version - 1);
        let url = fleet.url(place % fleet.len());
        let (_, page) = fleet.ask_once(&url, (token, &path), None).await.expect("the server lives");
        assert_eq!(&page["changes"][0], change, "{table} {version}");
    }
}

/// The audit holds at every server.
pub async fn audits(fleet: &Fleet) {
    for nth in 0..fleet.len() {
        let audit = fleet.audit(nth).await;
        assert_eq!(audit["holds"], true, "{audit}");
    }
}
