//! The description in YAML.

use std::collections::BTreeMap;

use serde_json::Value;

/// Words that YAML 1.1 reads as true or false, and YAML 1.2 as text.
const TRUTHS: [&str; 6] = ["on", "off", "yes", "no", "y", "n"];

/// The parts that come first, for readers.
const FIRST: [&str; 6] = ["openapi", "info", "servers", "tags", "paths", "components"];

/// The description in YAML that means the same in versions 1.1 and 1.2.
pub fn yaml(document: &Value) -> Result<String, yaml_serde::Error> {
    let mut text = String::new();
    let parts = document.as_object().into_iter().flatten();
    let order = |part: &str| FIRST.iter().position(|first| *first == part).unwrap_or(FIRST.len());
    let parts: BTreeMap<_, _> = parts.map(|(name, part)| ((order(name), name), part)).collect();
    for ((_, name), part) in parts {
        text += &yaml_serde::to_string(&BTreeMap::from([(name, part)]))?;
    }
    Ok(text.lines().map(|line| quoted(line) + "\n").collect())
}

fn quoted(line: &str) -> String {
    let content = line.trim_start_matches([' ', '-']);
    let indent = &line[..line.len() - content.len()];
    if let Some(key) = content.strip_suffix(':') {
        return format!("{indent}{}:", word(key));
    }
    match content.split_once(": ") {
        Some((key, value)) => format!("{indent}{}: {}", word(key), word(value)),
        None if indent.ends_with("- ") => format!("{indent}{}", word(content)),
        None => line.to_owned(),
    }
}

fn word(word: &str) -> String {
    let is_truth = TRUTHS.iter().any(|truth| truth.eq_ignore_ascii_case(word));
    if is_truth { format!("'{word}'") } else { word.to_owned() }
}
