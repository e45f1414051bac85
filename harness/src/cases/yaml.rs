//! YAML with places: a file is read into a tree that knows where each value stands, and the tree into
//! types, collecting every error of the file instead of stopping at the first.

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

use super::fault::{PathStep, ValueFault};
use super::problem::{Place, Problem};

/// A value and where it stands.
#[derive(Debug, Clone)]
struct Node {
    place: Place,
    value: YamlValue,
}

#[derive(Debug, Clone)]
enum YamlValue {
    Null,
    Bool(bool),
    Whole(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

/// Returns what the file `name` with this `text` says.
///
/// # Errors
/// Every problem of the file: one if it is no YAML at all, else each unknown key, each wrong type and
/// what is missing.
pub(crate) fn parse<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Vec<Problem>> {
    let options = serde_saphyr::options! { with_snippet: false, strict_booleans: true };
    let mut tree: Node = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let message = error.without_snippet().to_string();
        // What follows is advice to the programmer.
        let message = message.lines().next().unwrap_or_default();
        let advice = [", set ", "; use ", ": use ", ", use "];
        let end = advice.iter().filter_map(|advice| message.find(advice)).min().unwrap_or(message.len());
        let message = message[..end].to_string();
        let place = error.location().map(|location| place(location.line(), location.column()));
        vec![Problem { place, ..Problem::of_file(name, message) }]
    })?;
    let mut problems = Vec::new();
    loop {
        match T::deserialize(&tree) {
            Ok(value) if problems.is_empty() => return Ok(value),
            Ok(_) => break,
            Err(fault) => {
                let gone = tree.prune(&fault.path);
                if !fault.follows_from_pruning() || problems.is_empty() {
                    problems.push(fault.into_problem(name, tree.place));
                }
                if !gone {
                    break;
                }
            }
        }
    }
    Err(problems)
}

fn place(line: u64, column: u64) -> Place {
    let clamp = |number| usize::try_from(number).unwrap_or(usize::MAX);
    Place { line: clamp(line), column: clamp(column) }
}

impl Node {
    /// Takes the value at `path` out of the tree, so that what is left can be looked at; returns
    /// whether there was one.
    fn prune(&mut self, path: &[PathStep]) -> bool {
        let Some((last, before)) = path.split_last() else { return false };
        let mut node = self;
        for step in before {
            let Some(child) = node.child(step) else { return false };
            node = child;
        }
        match (&mut node.value, last) {
            (YamlValue::Map(entries), PathStep::Key(name)) => {
                let before = entries.len();
                entries.retain(|(key, _)| !key.is_text(name));
                entries.len() < before
            }
            (YamlValue::List(items), PathStep::Index(index)) if *index < items.len() => {
                items.remove(*index);
                true
            }
            _ => false,
        }
    }

    fn child(&mut self, step: &PathStep) -> Option<&mut Self> {
        match (&mut self.value, step) {
            (YamlValue::Map(entries), PathStep::Key(name)) => {
                entries.iter_mut().find(|(key, _)| key.is_text(name)).map(|(_, value)| value)
            }
            (YamlValue::List(items), PathStep::Index(index)) => items.get_mut(*index),
            _ => None,
        }
    }

    fn is_text(&self, text: &str) -> bool {
        matches!(&self.value, YamlValue::Text(own) if own == text)
    }

    fn key_name(&self) -> String {
        match &self.value {
            YamlValue::Text(text) => text.clone(),
            YamlValue::Whole(number) => number.to_string(),
            YamlValue::Bool(yes) => yes.to_string(),
            _ => "?".to_string(),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value, referenced, .. } = Spanned::<YamlValue>::deserialize(deserializer)?;
        Ok(Self { place: place(referenced.line(), referenced.column()), value })
    }
}

impl<'de> Deserialize<'de> for YamlValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = YamlValue;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value")
            }
            fn visit_unit<E>(self) -> Result<YamlValue, E> {
                Ok(YamlValue::Null)
            }
            fn visit_bool<E>(self, yes: bool) -> Result<YamlValue, E> {
                Ok(YamlValue::Bool(yes))
            }
            fn visit_i64<E>(self, number: i64) -> Result<YamlValue, E> {
                Ok(YamlValue::Whole(number))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<YamlValue, E> {
                i64::try_from(number).map(YamlValue::Whole).map_err(|_| E::custom("the number is too large"))
            }
            fn visit_f64<E>(self, number: f64) -> Result<YamlValue, E> {
                Ok(YamlValue::Float(number))
            }
            fn visit_str<E>(self, text: &str) -> Result<YamlValue, E> {
                Ok(YamlValue::Text(text.to_string()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<YamlValue, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(YamlValue::List(items))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<YamlValue, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(YamlValue::Map(entries))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = ValueFault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        let result = match &self.value {
            YamlValue::Null => visitor.visit_unit(),
            YamlValue::Bool(yes) => visitor.visit_bool(*yes),
            YamlValue::Whole(number) => match u64::try_from(*number) {
                Ok(number) => visitor.visit_u64(number),
                Err(_) => visitor.visit_i64(*number),
            },
            YamlValue::Float(number) => visitor.visit_f64(*number),
            YamlValue::Text(text) => visitor.visit_str(text),
            YamlValue::List(items) => visitor.visit_seq(Items { items: items.iter().enumerate(), index: 0 }),
            YamlValue::Map(entries) => visitor.visit_map(Entries { entries: entries.iter(), value: None }),
        };
        result.map_err(|fault| fault.at(self.place))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        match self.value {
            YamlValue::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueFault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueFault> {
        match &self.value {
            _ if name == AT => visitor.visit_seq(PlaceThenValue { node: self, next: 0 }),
            YamlValue::List(_) => Err(de::Error::invalid_type(de::Unexpected::Seq, &"a map"))
                .map_err(|fault: ValueFault| fault.at(self.place)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueFault> {
        match &self.value {
            YamlValue::Text(text) => {
                let variant: de::value::StrDeserializer<'_, ValueFault> = text.as_str().into_deserializer();
                visitor.visit_enum(variant).map_err(|fault| fault.at(self.place))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

struct Items<'de> {
    items: std::iter::Enumerate<std::slice::Iter<'de, Node>>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ValueFault;

    fn next_element_seed<S: de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ValueFault> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        self.index = index;
        seed.deserialize(item).map(Some).map_err(|fault| fault.inside(PathStep::Index(index)).at(item.place))
    }
}

struct Entries<'de> {
    entries: std::slice::Iter<'de, (Node, Node)>,
    value: Option<&'de (Node, Node)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = ValueFault;

    fn next_key_seed<S: de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ValueFault> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        self.value = Some(entry);
        let key = PathStep::Key(entry.0.key_name());
        seed.deserialize(&entry.0).map(Some).map_err(|fault| fault.inside(key).at(entry.0.place))
    }

    fn next_value_seed<S: de::DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ValueFault> {
        let (key, value) = self.value.take().expect("serde asks for a value after its key");
        let step = PathStep::Key(key.key_name());
        seed.deserialize(value).map_err(|fault| fault.inside(step).at(value.place))
    }
}

/// A value together with its place, for checks that come after reading.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "$at")]
pub(super) struct At<T> {
    line: usize,
    column: usize,
    /// What stands there.
    pub(super) value: T,
}

const AT: &str = "$at";

impl<T> At<T> {
    pub(super) fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }
}

impl<T: schemars::JsonSchema> schemars::JsonSchema for At<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
    fn inline_schema() -> bool {
        T::inline_schema()
    }
}

/// The three fields of [`At`].
struct PlaceThenValue<'de> {
    node: &'de Node,
    next: usize,
}

impl<'de> SeqAccess<'de> for PlaceThenValue<'de> {
    type Error = ValueFault;

    fn next_element_seed<S: de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ValueFault> {
        self.next += 1;
        match self.next {
            1 => seed.deserialize(self.node.place.line.into_deserializer()).map(Some),
            2 => seed.deserialize(self.node.place.column.into_deserializer()).map(Some),
            3 => seed.deserialize(self.node).map(Some),
            _ => Ok(None),
        }
    }
}
