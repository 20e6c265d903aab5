//! The names of a closed set of games, and the schema of values that are tagged by them, generated from one list.

/// Generates the enum that names each game, from the list that [`games!`](crate::games!) gets.
#[doc(hidden)]
#[macro_export]
macro_rules! game_kinds {
    ($($(#[doc = $doc:literal])+ $Kind:ident = $name:literal;)+) => {
        /// The games of the card room.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum GameKind {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $Kind,)+
        }

        impl GameKind {
            /// Every game.
            pub const ALL: &'static [Self] = &[$(Self::$Kind),+];

            /// The name on the wire and in the store.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => $name,)+
                }
            }
        }

        impl ::utoipa::PartialSchema for GameKind {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema> {
                use ::utoipa::openapi::schema::{ObjectBuilder, Type};
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some("The games of the card room."))
                    .enum_values(Some([$($name),+]))
                    .into()
            }
        }

        impl ::utoipa::ToSchema for GameKind {}
    };
}

/// Generates the schema of what is sent for any game: an object with one property, the game's name.
#[doc(hidden)]
#[macro_export]
macro_rules! sent_game {
    ($Any:ident = $file:ident::$Own:ident $says:literal; $($(#[doc = $doc:literal])+ $Kind:ident = $name:literal in $game:ident;)+) => {
        impl ::utoipa::PartialSchema for $Any {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema> {
                use ::utoipa::ToSchema;
                use ::utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Ref, SchemaType, Type};
                OneOfBuilder::new()
                    .description(Some($says))
                    $(.item(
                        ObjectBuilder::new()
                            .schema_type(SchemaType::new(Type::Object))
                            .description(Some(concat!($($doc),+).trim()))
                            .property(
                                $name,
                                Ref::from_schema_name(<$game::$file::$Own>::name()),
                            )
                            .required($name),
                    ))+
                    .into()
            }
        }

        impl ::utoipa::ToSchema for $Any {
            fn name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Any).into()
            }

            fn schemas(
                schemas: &mut Vec<(String, ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema>)>,
            ) {
                use ::utoipa::PartialSchema as _;
                $(
                    schemas.push((
                        <$game::$file::$Own>::name().into_owned(),
                        <$game::$file::$Own>::schema(),
                    ));
                    <$game::$file::$Own>::schemas(schemas);
                )+
            }
        }
    };
}
