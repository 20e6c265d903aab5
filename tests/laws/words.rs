//! Names: a public type of the server has a name of its own, and words that say too little do not come back.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::{sources, texts};

/// The modules and crates whose types are not the server's. Each game has its own `Rules`, `Event` and so on.
const ELSEWHERE: [&str; 6] = ["arena", "bots", "cards", "client", "games", "load"];

/// How a public type is defined.
const TYPES: [&str; 4] = ["enum", "struct", "trait", "type"];

/// Words for which there is a plainer one, and that word. In names, an underscore separates words.
const OLD_WORDS: &[(&str, &str)] = &[
    ("asker", "caller"),
    ("askers", "callers"),
    ("desk", "the noun: compute pool, permits"),
    ("fair share", "fair queue, permit"),
    ("gave way", "the verb for what happened: was closed, was replaced"),
    ("give way", "the verb for what happens: is closed, is replaced"),
    ("gives way", "the verb for what happens: is closed, is replaced"),
    ("is told", "gets, sees or learns"),
    ("nameless", "redacted"),
    ("surroundings", "context"),
    ("whence", "address"),
    ("who comes", "the noun: client, player, request"),
    ("whoever", "the noun: client, player, seat"),
];

/// This file has the words.
const MAY_HAVE_THEM: &str = "tests/laws/words.rs";

#[test]
fn a_public_type_has_a_unique_name() {
    let (mut homes, mut found) = (BTreeMap::<String, String>::new(), 0);
    let mut wrong = vec![];
    for file in sources() {
        if file.module.first().is_some_and(|layer| ELSEWHERE.contains(&layer.as_str())) {
            continue;
        }
        for words in file.words.windows(3).filter(|words| is_type(words)) {
            found += 1;
            if let Some(other) = homes.insert(words[2].clone(), file.name.clone()) {
                wrong.push(format!("{}: {other} and {}", words[2], file.name));
            }
        }
    }
    assert!(found > 300, "only {found} types found");
    assert!(wrong.is_empty(), "names of two types:\n{}", wrong.join("\n"));
}

#[test]
fn old_words_do_not_come_back() {
    let (texts, documents, mut wrong) = (texts(), documents(), vec![]);
    assert!(texts.len() > 500, "only {} files found", texts.len());
    assert!(documents.len() > 10, "only {} documents found", documents.len());
    for (name, text) in texts.into_iter().chain(documents).filter(|(name, _)| name != MAY_HAVE_THEM) {
        for (number, line) in text.lines().enumerate() {
            let words = plain(line);
            let old = OLD_WORDS.iter().filter(|(old, _)| words.contains(&format!(" {old} ")));
            wrong.extend(old.map(|(old, new)| format!("{name}:{}: `{old}`; write {new}", number + 1)));
        }
    }
    assert!(wrong.is_empty(), "words with a plainer one:\n{}", wrong.join("\n"));
}

/// The manual, the API's description and the manifests, each by its path and its text.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = vec![root.join("openapi.yaml"), root.join("Cargo.toml")];
    files.extend(entries(&root.join("crates")).iter().map(|folder| folder.join("Cargo.toml")));
    files.extend(
        entries(&root.join("docs"))
            .into_iter()
            .filter(|file| file.extension().is_some_and(|end| end == "md")),
    );
    let name = |file: &Path| file.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| (name(file), fs::read_to_string(file).unwrap())).collect()
}

/// The files and folders in a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Whether these words begin the definition of a public type. The name in a macro is a variable.
fn is_type(words: &[String]) -> bool {
    words[0] == "pub" && TYPES.contains(&&*words[1]) && words[2] != "$"
}

/// The words of a line in lower case, each between spaces.
fn plain(line: &str) -> String {
    let letters = line.chars().map(|each| if each.is_alphanumeric() { each } else { ' ' });
    let text = letters.collect::<String>().to_lowercase();
    let words = text.split_whitespace().map(|word| format!("{word} "));
    std::iter::once(" ".to_owned()).chain(words).collect()
}
