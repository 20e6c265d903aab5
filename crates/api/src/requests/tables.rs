//! Requests to open a table and to sit down at one.

use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Ref, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::id::PlayerId;
use crate::table::options::TableOptions;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;

/// How a table is opened: its options, and beside them `sit`.
#[derive(Debug, Serialize)]
pub struct NewTable {
    /// The options of the table.
    #[serde(flatten)]
    pub options: TableOptions,
    /// If present, you sit down at the table at once.
    pub sit: Option<FirstChair>,
}

impl PartialSchema for NewTable {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::Object(mut schema)) = TableOptions::schema() else {
            return TableOptions::schema();
        };
        let sit = OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Null))
            .item(Ref::from_schema_name(FirstChair::name()))
            .description(Some("If present, you sit down at the table at once."));
        schema.properties.insert("sit".to_owned(), sit.into());
        schema.description = Some("How a table is opened: its options, and beside them `sit`.".to_owned());
        schema.into()
    }
}

impl ToSchema for NewTable {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        TableOptions::schemas(schemas);
        schemas.push((FirstChair::name().into_owned(), FirstChair::schema()));
    }
}

/// How the host sits down at the new table.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstChair {
    /// How many chips to bring from your wallet.
    #[schema(example = 1000)]
    pub buy_in: Chips,
}

/// The seat that you want.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedSeat {
    /// The game to play.
    pub game: GameKind,
    /// The stake, of those that the server offers. If absent, the smallest.
    #[schema(value_type = Option<u64>)]
    pub stake: Option<Chips>,
    /// The level of computer players for the free chairs. If absent, you play only with people.
    pub bots: Option<Level>,
}

/// How to sit down at the table of an invitation.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"buy_in": 1000}))]
#[serde(deny_unknown_fields)]
pub struct TakeInvitation {
    /// The seat. If absent, the first free chair.
    pub seat: Option<Seat>,
    /// How many chips to bring from your wallet.
    #[schema(example = 1000)]
    pub buy_in: Chips,
}

/// The new host.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"player": "01a200b7-9dfa-7611-8805-09d542f0c4de"}))]
#[serde(deny_unknown_fields)]
pub struct NewHost {
    /// A player who sits at the table and is not a computer player.
    pub player: PlayerId,
}
