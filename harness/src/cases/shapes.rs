//! Values that may be written in several shapes: as text, as a list, as a mapping.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

/// The shapes in which a value of the type `T` may be written, with what is made of each: of text, of a list of `L`, or of a
/// mapping that is read as `M`.
pub(super) struct Shapes<T, L, M> {
    expected: &'static str,
    text: Option<fn(String) -> T>,
    list: Option<fn(Vec<L>) -> T>,
    mapping: Option<fn(M) -> T>,
}

impl<T, L, M> Shapes<T, L, M> {
    /// Returns no shapes yet; `expected` tells all of them in words.
    pub(super) fn of(expected: &'static str) -> Self {
        Self { expected, text: None, list: None, mapping: None }
    }

    /// Adds text.
    pub(super) fn text(self, make: fn(String) -> T) -> Self {
        Self { text: Some(make), ..self }
    }

    /// Adds a list.
    pub(super) fn list(self, make: fn(Vec<L>) -> T) -> Self {
        Self { list: Some(make), ..self }
    }

    /// Adds a mapping.
    pub(super) fn mapping(self, make: fn(M) -> T) -> Self {
        Self { mapping: Some(make), ..self }
    }

    /// Reads a value in one of the shapes.
    ///
    /// # Errors
    /// Another shape, or what is wrong inside.
    pub(super) fn read<'de, D>(self, deserializer: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        L: Deserialize<'de>,
        M: Deserialize<'de>,
    {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T, L: Deserialize<'de>, M: Deserialize<'de>> Visitor<'de> for Shapes<T, L, M> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let make = self.text.ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))?;
        Ok(make(text.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        let make = self.list.ok_or_else(|| A::Error::invalid_type(Unexpected::Seq, &self))?;
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(make)
    }

    fn visit_map<A: MapAccess<'de>>(self, mapping: A) -> Result<T, A::Error> {
        let make = self.mapping.ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self))?;
        M::deserialize(MapAccessDeserializer::new(mapping)).map(make)
    }
}

/// A text, or a mapping.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub(super) enum TextOr<T> {
    Text(String),
    Other(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for TextOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shapes: Shapes<_, (), T> = Shapes::of("text or a mapping");
        shapes.text(Self::Text).mapping(Self::Other).read(deserializer)
    }
}

/// One word, or a list of words.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub(super) enum WordOrWords {
    Word(String),
    Words(Vec<String>),
}

impl WordOrWords {
    pub(super) fn into_vec(self) -> Vec<String> {
        match self {
            Self::Word(word) => vec![word],
            Self::Words(words) => words,
        }
    }
}

impl<'de> Deserialize<'de> for WordOrWords {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shapes: Shapes<_, String, ()> = Shapes::of("text or a list of texts");
        shapes.text(Self::Word).list(Self::Words).read(deserializer)
    }
}

/// One value, or a list of them.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    pub(super) fn into_vec(self) -> Vec<T> {
        match self {
            Self::One(value) => vec![value],
            Self::Many(values) => values,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Shapes::of("a mapping or a list").list(Self::Many).mapping(Self::One).read(deserializer)
    }
}
