//! The table of contents.

use std::sync::Arc;

use axum::Extension;
use axum::http::{Method, Uri};
use axum::middleware::from_fn;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::code::Code;
use super::layers::{self, Layered};
use super::openapi::described::{Describe, described};
use super::people::{blocks, deletion, device_codes, friends, login, players, recovery, refill, sign_ins};
use super::problem::Problem;
use super::services::Services;
use super::{
    admin, advice, bots, docs, doudizhu, guests, hands, health, history, holdem, hosts, invites, lobby, me,
    my_events, openapi, quick_seat, seats, sessions, shengji, socket, tables, vary, web,
};

/// What is asked of tables: finding them, sitting at them, playing, and what their hosts may do.
fn at_tables() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(quick_seat::presets))
        .routes(routes!(quick_seat::sit))
        .routes(routes!(tables::open, tables::lobby))
        .routes(routes!(tables::read, tables::close, hosts::change))
        .routes(routes!(hosts::pause, hosts::resume))
        .routes(routes!(hosts::hand_over))
        .routes(routes!(hosts::remove))
        .routes(routes!(hosts::ban, hosts::unban))
        .routes(routes!(hosts::replace_invite))
        .routes(routes!(invites::read))
        .routes(routes!(invites::accept))
        .routes(routes!(seats::sit))
        .routes(routes!(seats::stand_up))
        .routes(routes!(seats::wait_for_seat))
        .routes(routes!(seats::stop_waiting))
        .routes(routes!(seats::top_up))
        .routes(routes!(seats::sit_out))
        .routes(routes!(seats::away))
        .routes(routes!(seats::emote))
        .routes(routes!(seats::come_back))
        .routes(routes!(seats::ready))
        .routes(routes!(seats::wish))
        .routes(routes!(seats::prefer))
        .routes(routes!(bots::seat))
        .routes(routes!(bots::send_away))
        .routes(routes!(hands::deal, hands::list))
        .routes(routes!(hands::act))
        .routes(routes!(advice::read))
        .routes(routes!(hands::read))
        .routes(routes!(hands::file))
}

/// Every route that the document describes.
fn contents() -> OpenApiRouter<Arc<Services>> {
    at_tables()
        .merge(people())
        .routes(routes!(guests::create))
        .routes(routes!(sessions::create, sessions::end_all))
        .routes(routes!(sessions::refresh))
        .routes(routes!(sessions::end))
        .routes(routes!(me::read, me::rename, deletion::delete))
        .routes(routes!(me::name_account))
        .routes(routes!(me::change_password))
        .routes(routes!(me::ledger))
        .routes(routes!(me::tables))
        .routes(routes!(history::hands))
        .routes(routes!(history::statistics, history::open_statistics))
        .routes(routes!(history::statistics_of))
        .routes(routes!(my_events::ticket))
        .routes(routes!(holdem::evaluate))
        .routes(routes!(holdem::showdown))
        .routes(routes!(holdem::equity))
        .routes(routes!(holdem::preflop))
        .routes(routes!(doudizhu::readings))
        .routes(routes!(doudizhu::beats))
        .routes(routes!(doudizhu::moves))
        .routes(routes!(shengji::check))
        .routes(routes!(shengji::trick))
        .routes(routes!(shengji::throw))
        .routes(routes!(admin::void_hand))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(health::version))
        .routes(routes!(docs::yaml))
        .routes(routes!(docs::json))
        .routes(routes!(docs::problems))
        .routes(routes!(docs::problem))
        .merge(streams())
        .routes(routes!(socket::open))
        .routes(routes!(admin::audit))
}

/// What is told as a stream to those who take one, and else as a page.
fn streams() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(tables::events))
        .routes(routes!(lobby::events))
        .routes(routes!(my_events::events))
        .layer(from_fn(vary::on_kind))
}

/// What players are to themselves and to each other.
fn people() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(players::read))
        .routes(routes!(friends::list))
        .routes(routes!(friends::ask, friends::end))
        .routes(routes!(blocks::list))
        .routes(routes!(blocks::block, blocks::end))
        .routes(routes!(blocks::list_muted))
        .routes(routes!(blocks::mute, blocks::unmute))
        .routes(routes!(sign_ins::list))
        .routes(routes!(sign_ins::end))
        .routes(routes!(device_codes::create))
        .routes(routes!(device_codes::claim))
        .routes(routes!(recovery::create))
        .routes(routes!(recovery::recover))
        .routes(routes!(login::change))
        .routes(routes!(refill::refill))
}

/// The API's description, made of the code's own types.
pub fn document() -> Value {
    let described = OpenApiRouter::with_openapi(openapi::frame()).merge(contents());
    openapi::finish(described.into_openapi())
}

/// Makes the description of the API, which else the first request with a body waits for: a fifth of a second. Whoever serves calls it at
/// its start.
pub fn ready() {
    // Where it cannot be made, whoever needs it is told.
    drop(described(Describe(document)));
}

/// All routes, behind what every request goes through.
pub fn router(services: Services) -> Layered {
    let services = Arc::new(services);
    let (routes, _) = contents().split_for_parts();
    let routes =
        routes.merge(docs::page()).merge(web::page()).method_not_allowed_fallback(method_not_allowed);
    layers::around(routes.layer(Extension(Describe(document))), &services)
}

async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let why = format!("{method} is not for {}", uri.path());
    Problem::new(Code::MethodNotAllowed, why)
}
