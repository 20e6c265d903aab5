//! The table of contents: every route and its handler.

use std::sync::Arc;

use axum::Extension;
use axum::http::{Method, Uri};
use axum::middleware::from_fn;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::answer::vary;
use super::api::hands::{actions, advice, played};
use super::api::house::{admin, docs, health, tournaments as house_tournaments};
use super::api::players::{account, blocks, friends, history, ledger, me, others, refill};
use super::api::ratings::{leaderboard, mine, rated_events};
use super::api::sign_in::{device_codes, guests, recovery, sessions, sign_ins, tickets};
use super::api::tables::{invites, lobby, opening, quick_seat, table};
use super::api::tools::{doudizhu, holdem, shengji};
use super::api::tournaments::{
    announcing, buying, deals, history as tournament_history, list, organising, pausing, reading,
    registrations, teams,
};
use super::api::{bots, hosts, seats};
use super::layers::{self, Layered};
use super::problem::Problem;
use super::problem::code::Code;
use super::schema::description::{Describe, described};
use super::services::Services;
use super::streams::{self, socket};
use super::{openapi, web};

/// Tables: finding them, sitting at them, playing, and what their hosts may do.
fn at_tables() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(quick_seat::presets))
        .routes(routes!(quick_seat::sit))
        .routes(routes!(opening::open, lobby::list))
        .routes(routes!(table::read, table::close, hosts::change))
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
        .routes(routes!(actions::deal, played::list))
        .routes(routes!(actions::act))
        .routes(routes!(advice::read))
        .routes(routes!(played::read))
        .routes(routes!(played::file))
}

/// Tournaments: announcing, finding, entering and running them.
fn tournaments() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(list::list, announcing::announce))
        .routes(routes!(reading::read, announcing::cancel))
        .routes(routes!(reading::entries))
        .routes(routes!(registrations::register, registrations::unregister))
        .routes(routes!(teams::join))
        .routes(routes!(buying::rebuy, buying::decline))
        .routes(routes!(buying::add_on))
        .routes(routes!(deals::propose, deals::answer))
        .routes(routes!(pausing::pause, pausing::resume))
        .routes(routes!(organising::next_level))
        .routes(routes!(organising::remove))
        .routes(routes!(organising::replace_invite))
        .routes(routes!(tournament_history::read))
}

/// Ratings and leaderboards.
fn ratings() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(leaderboard::read))
        .routes(routes!(mine::read, mine::hide))
        .routes(routes!(mine::history))
        .routes(routes!(rated_events::list))
        .routes(routes!(rated_events::void))
}

/// All routes that the description has.
fn contents() -> OpenApiRouter<Arc<Services>> {
    at_tables()
        .merge(people())
        .merge(tournaments())
        .merge(ratings())
        .routes(routes!(guests::create))
        .routes(routes!(sessions::create, sessions::end_all))
        .routes(routes!(sessions::refresh))
        .routes(routes!(sessions::end))
        .routes(routes!(me::read, me::rename, account::delete))
        .routes(routes!(account::name_account))
        .routes(routes!(account::change_password))
        .routes(routes!(ledger::read))
        .routes(routes!(me::tables))
        .routes(routes!(history::hands))
        .routes(routes!(history::statistics, history::open_statistics))
        .routes(routes!(history::statistics_of))
        .routes(routes!(tickets::create))
        .routes(routes!(holdem::evaluate))
        .routes(routes!(holdem::showdown))
        .routes(routes!(holdem::equity))
        .routes(routes!(holdem::icm))
        .routes(routes!(holdem::preflop))
        .routes(routes!(doudizhu::readings))
        .routes(routes!(doudizhu::beats))
        .routes(routes!(doudizhu::moves))
        .routes(routes!(shengji::check))
        .routes(routes!(shengji::trick))
        .routes(routes!(shengji::throw))
        .routes(routes!(admin::void_hand))
        .routes(routes!(house_tournaments::announce))
        .routes(routes!(house_tournaments::cancel))
        .routes(routes!(house_tournaments::disqualify))
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

/// Routes that answer with a stream if the client accepts one, and else with JSON.
fn streams() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(streams::table::events))
        .routes(routes!(streams::tournament::events))
        .routes(routes!(streams::lobby::events))
        .routes(routes!(streams::me::events))
        .layer(from_fn(vary::on_kind))
}

/// Players: what they may do for themselves, and with each other.
fn people() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(others::read))
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
        .routes(routes!(account::change_login))
        .routes(routes!(refill::refill))
}

/// The API's description, generated from the code's types.
pub fn document() -> Value {
    let described = OpenApiRouter::with_openapi(openapi::frame()).merge(contents());
    openapi::finish(described.into_openapi())
}

/// Makes the description in advance. Without this, the first request with a body waits a fifth of a second for it.
pub fn ready() {
    // If it cannot be made, requests that need it get the problem.
    drop(described(Describe(document)));
}

/// All routes with their layers.
pub fn router(services: Services) -> Layered {
    let services = Arc::new(services);
    let (routes, _) = contents().split_for_parts();
    let routes =
        routes.merge(docs::page()).merge(web::page()).method_not_allowed_fallback(method_not_allowed);
    layers::around(routes.layer(Extension(Describe(document))), &services)
}

async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let why = format!("{} does not allow {method}", uri.path());
    Problem::new(Code::MethodNotAllowed, why)
}
