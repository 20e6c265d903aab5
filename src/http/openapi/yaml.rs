//! The description as text.

use serde_json::Value;

/// What YAML 1.1 takes for true or false, and YAML 1.2 for a word.
const TRUTHS: [&str; 6] = ["on", "off", "yes", "no", "y", "n"];

/// The description in YAML, which readers of 1.1 and of 1.2 read alike.
pub fn yaml(document: &Value) -> Result<String, yaml_serde::Error> {
    let text = yaml_serde::to_string(document)?;
    Ok(text.lines().map(|line| quoted(line) + "\n").collect())
}

fn quoted(line: &str) -> String {
    let (before, word) = match line.rfind(' ') {
        Some(space) => line.split_at(space + 1),
        None => ("", line),
    };
    let (word, colon) = word.strip_suffix(':').map_or((word, ""), |key| (key, ":"));
    let stands_alone = colon == ":" && before.trim_start_matches([' ', '-']).is_empty()
        || colon.is_empty() && (before.ends_with("- ") || before.ends_with(": "));
    if TRUTHS.iter().any(|truth| truth.eq_ignore_ascii_case(word)) && stands_alone {
        format!("{before}'{word}'{colon}")
    } else {
        line.to_owned()
    }
}
