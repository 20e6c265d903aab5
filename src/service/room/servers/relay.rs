//! The way of notifications to other servers.

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use cardroom_api::id::{PlayerId, SessionId};

/// The notifications that go to other servers.
pub(in crate::service::room) struct Relay {
    pub(super) news: UnboundedReceiver<(PlayerId, ())>,
    pub(super) ended: UnboundedReceiver<(PlayerId, Option<SessionId>)>,
}

/// Where the notifications are sent.
pub(in crate::service::room) struct Relayed {
    pub(in crate::service::room) news: UnboundedSender<(PlayerId, ())>,
    pub(in crate::service::room) ended: UnboundedSender<(PlayerId, Option<SessionId>)>,
}

impl Relay {
    pub(in crate::service::room) fn new() -> (Relayed, Self) {
        let ((news, of_news), (ended, of_ended)) = (mpsc::unbounded_channel(), mpsc::unbounded_channel());
        (Relayed { news, ended }, Self { news: of_news, ended: of_ended })
    }
}
