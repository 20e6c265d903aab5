//! The description as text.

use std::collections::BTreeMap;

use serde_json::Value;

/// What YAML 1.1 takes for true or false, and YAML 1.2 for a word.
const TRUTHS: [&str; 6] = ["on", "off", "yes", "no", "y", "n"];

/// What is told first, as people read it.
const FIRST: [&str; 6] = ["openapi", "info", "servers", "tags", "paths", "components"];

/// The description in YAML, which readers of 1.1 and of 1.2 read alike.
pub fn yaml(document: &Value) -> Result<String, yaml_serde::Error> {
    let mut text = String::new();
    let parts = document.as_object().into_iter().flatten();
    let place = |part: &str| FIRST.iter().position(|first| *first == part).unwrap_or(FIRST.len());
    let parts: BTreeMap<_, _> = parts.map(|(name, part)| ((place(name), name), part)).collect();
    for ((_, name), part) in parts {
        text += &yaml_serde::to_string(&BTreeMap::from([(name, part)]))?;
    }
    Ok(text.lines().map(|line| quoted(line) + "\n").collect())
}

fn quoted(line: &str) -> String {
    let told = line.trim_start_matches([' ', '-']);
    let indent = &line[..line.len() - told.len()];
    if let Some(key) = told.strip_suffix(':') {
        return format!("{indent}{}:", word(key));
    }
    match told.split_once(": ") {
        Some((key, value)) => format!("{indent}{}: {}", word(key), word(value)),
        None if indent.ends_with("- ") => format!("{indent}{}", word(told)),
        None => line.to_owned(),
    }
}

fn word(word: &str) -> String {
    let is_truth = TRUTHS.iter().any(|truth| truth.eq_ignore_ascii_case(word));
    if is_truth { format!("'{word}'") } else { word.to_owned() }
}
