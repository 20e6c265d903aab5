//! JSON, as `serde_json` writes it, and quicker. What a move is answered, and what is kept of it, is mostly names of fields: they are
//! known to hold nothing that has to be escaped (a debug build looks), and `serde_json` looks at each of their letters.

#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::io::Write as _;

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Result};

/// Writes something as JSON, after what is there.
pub fn write(to: &mut Vec<u8>, told: &(impl Serialize + ?Sized)) -> Result<()> {
    told.serialize(&mut Writer { json: to, is_raw: false })
}

/// How many bytes most of what is kept as JSON has at most: to grow step by step copies most of it twice.
const TYPICAL: usize = 512;

/// Something as JSON, to be kept.
pub fn text(told: &(impl Serialize + ?Sized)) -> Result<String> {
    let mut written = Vec::with_capacity(TYPICAL);
    write(&mut written, told)?;
    String::from_utf8(written).map_err(Error::custom)
}

/// What is JSON already: it is written as it is.
pub struct Raw<'a>(pub &'a str);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let mut raw = to.serialize_struct(RAW, 1)?;
        raw.serialize_field(RAW, self.0)?;
        raw.end()
    }
}

/// By this name `serde_json` tells what is JSON already. It is `serde_json`'s own affair, so a test holds it.
const RAW: &str = "$serde_json::private::RawValue";

/// Writes JSON.
struct Writer<'a> {
    json: &'a mut Vec<u8>,
    /// The next string is JSON already.
    is_raw: bool,
}

impl Writer<'_> {
    /// The name of a field or of a variant, with what stands around it: the lengths of that are constants, so it is written without a
    /// call.
    fn name<const BEFORE: usize, const AFTER: usize>(
        &mut self,
        before: &[u8; BEFORE],
        name: &'static str,
        after: &[u8; AFTER],
    ) {
        debug_assert!(!is_escaped(name.as_bytes()), "a name has to be escaped: {name}");
        self.json.extend_from_slice(before);
        self.json.extend_from_slice(name.as_bytes());
        self.json.extend_from_slice(after);
    }

    /// What is rare, by `serde_json` itself.
    fn plainly(&mut self, value: impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut *self.json, &value)
    }
}

/// An array or an object under way: each part is written with a comma before it, and the first comma gives way to the bracket.
struct Parts<'w, 'a> {
    to: &'w mut Writer<'a>,
    start: usize,
    bracket: u8,
    end: &'static [u8],
}

/// A struct, or what is JSON already.
enum Fields<'w, 'a> {
    Struct(Parts<'w, 'a>),
    Raw(&'w mut Writer<'a>),
}

impl<'w, 'a> Parts<'w, 'a> {
    fn new(to: &'w mut Writer<'a>, bracket: u8, end: &'static [u8]) -> Self {
        let start = to.json.len();
        Self { to, start, bracket, end }
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<()> {
        self.to.json.push(b',');
        value.serialize(&mut *self.to)
    }

    fn field(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Result<()> {
        self.to.name(b",\"", name, b"\":");
        value.serialize(&mut *self.to)
    }

    fn close(self) {
        match self.to.json.get_mut(self.start) {
            Some(comma) => *comma = self.bracket,
            None => self.to.json.push(self.bracket),
        }
        self.to.json.extend_from_slice(self.end);
    }
}

impl Fields<'_, '_> {
    fn close(self) {
        if let Self::Struct(parts) = self {
            parts.close();
        }
    }
}

/// Whether a string cannot be written as it is. Without a branch, so that many letters are looked at together.
fn is_escaped(text: &[u8]) -> bool {
    let of = |letter: u8| u8::from(letter < b' ') | u8::from(letter == b'"') | u8::from(letter == b'\\');
    text.iter().fold(0, |any, &letter| any | of(letter)) != 0
}

macro_rules! whole_numbers {
    ($($serialize:ident: $type:ty),*) => {$(
        fn $serialize(self, value: $type) -> Result<()> {
            self.json.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
            Ok(())
        }
    )*};
}

macro_rules! rare {
    ($($serialize:ident: $type:ty),*) => {$(
        fn $serialize(self, value: $type) -> Result<()> {
            self.plainly(value)
        }
    )*};
}

impl<'w, 'a> Serializer for &'w mut Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'w, 'a>;
    type SerializeTuple = Parts<'w, 'a>;
    type SerializeTupleStruct = Parts<'w, 'a>;
    type SerializeTupleVariant = Parts<'w, 'a>;
    type SerializeMap = Parts<'w, 'a>;
    type SerializeStruct = Fields<'w, 'a>;
    type SerializeStructVariant = Parts<'w, 'a>;

    whole_numbers!(
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128
    );
    rare!(serialize_f32: f32, serialize_f64: f64, serialize_char: char);

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.json.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<()> {
        if self.is_raw {
            self.json.extend_from_slice(value.as_bytes());
            return Ok(());
        }
        if is_escaped(value.as_bytes()) {
            return self.plainly(value);
        }
        self.json.push(b'"');
        self.json.extend_from_slice(value.as_bytes());
        self.json.push(b'"');
        Ok(())
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        let start = self.json.len();
        write!(self.json, "\"{value}\"").map_err(Error::custom)?;
        if !is_escaped(&self.json[start + 1..self.json.len() - 1]) {
            return Ok(());
        }
        self.json.truncate(start);
        self.plainly(value.to_string())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.json.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.name(b"\"", variant, b"\"");
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.name(b"{\"", variant, b"\":");
        value.serialize(&mut *self)?;
        self.json.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'w, 'a>> {
        Ok(Parts::new(self, b'[', b"]"))
    }

    fn serialize_tuple(self, length: usize) -> Result<Parts<'w, 'a>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Parts<'w, 'a>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'a>> {
        self.name(b"{\"", variant, b"\":");
        Ok(Parts::new(self, b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'w, 'a>> {
        Ok(Parts::new(self, b'{', b"}"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields<'w, 'a>> {
        Ok(if name == RAW { Fields::Raw(self) } else { Fields::Struct(Parts::new(self, b'{', b"}")) })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'a>> {
        self.name(b"{\"", variant, b"\":");
        Ok(Parts::new(self, b'{', b"}}"))
    }
}

/// What ends them, each with nothing but its brackets.
macro_rules! closes {
    () => {
        type Ok = ();
        type Error = Error;

        fn end(self) -> Result<()> {
            self.close();
            Ok(())
        }
    };
}

macro_rules! elements {
    ($($parts:ident: $serialize:ident),*) => {$(
        impl $parts for Parts<'_, '_> {
            closes!();

            fn $serialize<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }
        }
    )*};
}

elements!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

impl SerializeMap for Parts<'_, '_> {
    closes!();

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.to.json.push(b',');
        let start = self.to.json.len();
        key.serialize(&mut *self.to)?;
        match self.to.json.get(start) {
            Some(b'"') => {}
            // A number, true or false.
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => {
                self.to.json.insert(start, b'"');
                self.to.json.push(b'"');
            }
            _ => return Err(Error::custom("key must be a string")),
        }
        self.to.json.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self.to)
    }
}

impl SerializeStruct for Fields<'_, '_> {
    closes!();

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        match self {
            Self::Struct(parts) => parts.field(name, value),
            Self::Raw(_) if name != RAW => Err(Error::custom("what is JSON already takes no field")),
            Self::Raw(to) => {
                to.is_raw = true;
                value.serialize(&mut **to)?;
                to.is_raw = false;
                Ok(())
            }
        }
    }
}

impl SerializeStructVariant for Parts<'_, '_> {
    closes!();

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.field(name, value)
    }
}
