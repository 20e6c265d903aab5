//! What the API's description has beside the routes.

use std::collections::BTreeSet;

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, Schema};
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

/// Finishes a description: any error of any operation is a problem, and the schemas say what they mean.
pub fn finish(mut document: OpenApi) -> OpenApi {
    for path in document.paths.paths.values_mut() {
        let methods = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        methods.into_iter().flatten().for_each(add_problem);
    }
    let schemas = &mut document.components.get_or_insert_with(Components::new).schemas;
    schemas.insert(ProblemBody::name().into_owned(), ProblemBody::schema());
    schemas.remove("u64");
    let mut parts = BTreeSet::new();
    for schema in schemas.values_mut() {
        mend(schema, &mut parts);
    }
    for (name, schema) in schemas {
        if let RefOr::T(Schema::Object(part)) = schema
            && parts.contains(name)
        {
            part.additional_properties = None;
        }
    }
    document
}

fn add_problem(operation: &mut Operation) {
    let mut problem = Response::new("Any other problem");
    let schema = RefOr::<Schema>::Ref(Ref::from_schema_name(ProblemBody::name()));
    problem.content.insert(problem::MEDIA_TYPE.to_owned(), Content::new(Some(schema)).into());
    operation.responses.responses.insert("default".to_owned(), RefOr::T(problem));
}

/// Mends what the generator cannot know of our types. Amounts and versions are aliases of a plain number, which it
/// takes for a type of its own. And what is a part of other schemas, whose names are gathered in `parts`, must not
/// refuse the members of the other parts.
fn mend(schema: &mut RefOr<Schema>, parts: &mut BTreeSet<String>) {
    match schema {
        RefOr::Ref(target) if name(target) == "u64" => {
            let RefOr::T(Schema::Object(mut number)) = u64::schema() else { return };
            number.description = Some(target.description.clone()).filter(|text| !text.is_empty());
            *schema = RefOr::T(number.into());
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                mend(items, parts);
            }
        }
        RefOr::T(Schema::Object(object)) => {
            object.properties.values_mut().for_each(|member| mend(member, parts));
        }
        RefOr::T(Schema::OneOf(choice)) => choice.items.iter_mut().for_each(|item| mend(item, parts)),
        RefOr::T(Schema::AnyOf(choice)) => choice.items.iter_mut().for_each(|item| mend(item, parts)),
        RefOr::T(Schema::AllOf(whole)) => {
            for part in &mut whole.items {
                if let RefOr::Ref(target) = part {
                    parts.insert(name(target).to_owned());
                }
                mend(part, parts);
            }
        }
        RefOr::Ref(_) | RefOr::T(_) => {}
    }
}

fn name(target: &Ref) -> &str {
    target.ref_location.rsplit('/').next().unwrap_or_default()
}

/// The description as text.
pub fn yaml(document: &OpenApi) -> Result<String, impl std::error::Error + use<>> {
    document.to_yaml()
}
