//! The requests about tournaments. Writes are [`Write`]s below the tournament's own path.

use cardroom_api::tournament::requests::DealAnswer;
use cardroom_rules::tournament::prizes::deal::DealTerms;
use serde_json::Value;
use ureq::http::Method;

use crate::net::client::Call;
use crate::order::Write;

/// A page of the tournaments that have not ended, newest first; `after` is the cursor of the page before.
pub fn list(limit: usize, after: Option<&str>) -> Call {
    let after = after.map(|after| format!("&after={after}")).unwrap_or_default();
    Call::get(format!("/tournaments?open=true&limit={limit}{after}"))
}

/// Announces a tournament: `options` are its `TournamentOptions`.
pub fn announce(options: &Value) -> Call {
    Call::post("/tournaments", options)
}

/// One tournament.
pub fn read(id: &str, code: Option<&str>) -> Call {
    Call::get(format!("/tournaments/{id}")).invited(code)
}

/// A page of its entries, after so many.
pub fn entries(id: &str, code: Option<&str>, after: u32, limit: usize) -> Call {
    Call::get(format!("/tournaments/{id}/entries?after={after}&limit={limit}")).invited(code)
}

/// Its changes. A stream of them resumes after the last one that was read.
pub fn events(id: &str, code: Option<&str>) -> Call {
    Call::get(format!("/tournaments/{id}/events")).invited(code)
}

/// One of the writes below.
pub fn write(id: &str, code: Option<&str>, write: Write) -> Call {
    Call::write(write.method, format!("/tournaments/{id}{}", write.path), write.body).invited(code)
}

/// Enters it.
pub fn register() -> Write {
    put("/registration")
}

/// Takes the entry back, before the start.
pub fn unregister() -> Write {
    Write::delete("/registration")
}

/// Buys chips again.
pub fn rebuy() -> Write {
    Write::post("/rebuy")
}

/// Does not buy chips again, and is out.
pub fn decline_rebuy() -> Write {
    Write::delete("/rebuy")
}

/// Buys the add-on.
pub fn add_on() -> Write {
    Write::post("/add-on")
}

/// Proposes a deal.
pub fn propose_deal(terms: DealTerms) -> Write {
    Write::send("/deal", &terms)
}

/// Answers to a deal.
pub fn answer_deal(accept: bool) -> Write {
    Write::put("/deal", &DealAnswer { accept })
}

/// Pauses it.
pub fn pause() -> Write {
    put("/pause")
}

/// Lets it go on.
pub fn resume() -> Write {
    Write::delete("/pause")
}

/// Cancels it, before the start.
pub fn cancel() -> Write {
    Write::delete("")
}

fn put(path: &str) -> Write {
    Write { method: Method::PUT, ..Write::post(path) }
}

#[cfg(test)]
mod tests {
    use cardroom_rules::tournament::prizes::deal::DealBasis;

    use super::*;

    #[test]
    fn each_call_has_its_route_and_each_write_a_key() {
        let terms = DealTerms { basis: DealBasis::Icm, keep: 5 };
        let writes = [
            (register(), "PUT /tournaments/t/registration"),
            (unregister(), "DELETE /tournaments/t/registration"),
            (rebuy(), "POST /tournaments/t/rebuy"),
            (decline_rebuy(), "DELETE /tournaments/t/rebuy"),
            (add_on(), "POST /tournaments/t/add-on"),
            (propose_deal(terms), r#"POST /tournaments/t/deal {"basis":"icm","keep":5}"#),
            (answer_deal(false), r#"PUT /tournaments/t/deal {"accept":false}"#),
            (pause(), "PUT /tournaments/t/pause"),
            (resume(), "DELETE /tournaments/t/pause"),
            (cancel(), "DELETE /tournaments/t"),
        ];
        for (what, route) in writes {
            let call = write("t", Some("code"), what);
            let body = call.body.as_ref().map(|body| format!(" {body}")).unwrap_or_default();
            assert_eq!(format!("{} {}{body}", call.method, call.path), route);
            assert!(call.key.is_some(), "{route}");
            assert_eq!(call.invite_code.as_deref(), Some("code"), "{route}");
        }
        let reads = [
            (list(50, Some("x")), "/tournaments?open=true&limit=50&after=x", None),
            (read("t", Some("code")), "/tournaments/t", Some("code")),
            (entries("t", None, 100, 50), "/tournaments/t/entries?after=100&limit=50", None),
            (events("t", Some("code")), "/tournaments/t/events", Some("code")),
        ];
        for (call, path, code) in reads {
            assert_eq!((call.path.as_str(), call.invite_code.as_deref()), (path, code));
            assert!(call.key.is_none(), "{path}");
        }
    }
}
