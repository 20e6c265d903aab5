//! What the API's description has beside the routes.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, Content, OpenApi, Ref, RefOr, Response};
use utoipa::{Modify, OpenApi as Describe, PartialSchema, ToSchema};

use super::problem::{self, ProblemBody};

/// Before the routes.
#[derive(Describe)]
#[openapi(
    info(
        title = "Cardroom",
        description = "A self-hosted card-game backend: exact rules, durable moves, hidden cards that stay hidden.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "players", description = "Guests, accounts, sign-ins, ledgers"),
        (name = "tables", description = "Opening, finding, following and closing tables"),
        (name = "seats", description = "Sitting down, standing up, and between the hands"),
        (name = "hands", description = "Dealing, acting, and what was played"),
        (name = "tools", description = "The rules as a calculator, without a table"),
        (name = "house", description = "The service itself"),
    ),
    modifiers(&Security),
)]
struct Frame;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_with(Components::new);
        let scheme = |says: &str| {
            let mut http = Http::new(HttpAuthScheme::Bearer);
            http.description = Some(says.to_owned());
            SecurityScheme::Http(http)
        };
        components.add_security_scheme("bearer", scheme("A player's access token"));
        components.add_security_scheme("admin", scheme("The token that the house was started with"));
    }
}

/// The description before its routes are added.
pub fn frame() -> OpenApi {
    Frame::openapi()
}

/// Gives every operation of a finished description what all have: any error is a problem.
pub fn finish(mut document: OpenApi) -> OpenApi {
    let components = document.components.get_or_insert_with(Components::new);
    components.schemas.insert(ProblemBody::name().into_owned(), ProblemBody::schema());
    for path in document.paths.paths.values_mut() {
        let methods = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        methods.into_iter().flatten().for_each(add_problem);
    }
    document
}

fn add_problem(operation: &mut Operation) {
    let mut problem = Response::new("Any other problem");
    let schema = RefOr::<Schema>::Ref(Ref::from_schema_name(ProblemBody::name()));
    problem.content.insert(problem::MEDIA_TYPE.to_owned(), Content::new(Some(schema)).into());
    operation.responses.responses.insert("default".to_owned(), RefOr::T(problem));
}

/// The description as text.
pub fn yaml(document: &OpenApi) -> String {
    document.to_yaml().unwrap_or_default()
}
