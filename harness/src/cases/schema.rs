//! The JSON schemas of the two kinds of YAML files, for editors.

use super::raw::{RawCase, RawSuite};

/// The schemas: the name of the file in `cases/`, and its text.
pub fn schemas() -> [(&'static str, String); 2] {
    [
        ("case.schema.json", text(&schemars::schema_for!(RawCase), "A case of a suite")),
        ("suite.schema.json", text(&schemars::schema_for!(RawSuite), "A suite of cases")),
    ]
}

fn text(schema: &schemars::Schema, title: &str) -> String {
    let mut schema = schema.clone();
    schema.insert("title".to_string(), title.into());
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    text + "\n"
}
