//! Source files, and the paths that are written in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A source file.
pub struct Source {
    /// Its path below `src`, with the name of its crate before it if that is a layer: `bots/advice.rs`.
    pub name: String,
    /// The module that it is, in the same way: `["games", "holdem", "pots"]`.
    pub module: Vec<String>,
    /// How long it is.
    pub lines: usize,
    /// The names and signs of its code, without comments and literals.
    pub words: Vec<String>,
    /// The code before its tests, without comments, but with literals.
    pub said: String,
    /// Every path in it, groups spelled out, `self` and `super` resolved: `["crate", "cards", "card", "Card"]`.
    pub paths: Vec<Vec<String>>,
    /// Those before its tests.
    pub before_tests: Vec<Vec<String>>,
}

/// How the tests of a file begin.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

/// A crate of the workspace.
struct Crate {
    /// The folder of its sources.
    folder: &'static str,
    /// How it is named in paths.
    name: &'static str,
    /// The layer that the whole crate is; `None` if each of its folders is a layer.
    layer: Option<&'static str>,
}

const CRATES: &[Crate] = &[
    Crate { folder: "src", name: "crate", layer: None },
    Crate { folder: "crates/rules/src", name: "cardroom_rules", layer: None },
    Crate { folder: "crates/bots/src", name: "cardroom_bots", layer: Some("bots") },
    Crate { folder: "crates/api/src", name: "cardroom_api", layer: Some("api") },
    Crate { folder: "crates/load/src", name: "cardroom_load", layer: Some("load") },
    Crate { folder: "crates/client/src", name: "cardroom_client", layer: Some("client") },
];

/// A layer within another layer's crate.
const WITHIN: &str = "arena";

impl Crate {
    /// A path of modules within it, as seen from the root of all layers.
    fn located(&self, path: &[String]) -> Vec<String> {
        let layer = self.layer.filter(|_| path.first().is_none_or(|first| first != WITHIN));
        layer.into_iter().map(str::to_owned).chain(path.iter().cloned()).collect()
    }
}

/// Every source file.
pub fn sources() -> Vec<Source> {
    let mut sources = vec![];
    for home in CRATES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(home.folder);
        let mut files = vec![];
        collect(&root, &mut files);
        files.sort();
        assert!(files.len() > 8, "the sources of {} are not where they were", home.folder);
        sources.extend(files.iter().map(|file| read(home, &root, file)));
    }
    sources
}

/// The crates that the manifest of this folder names, without those that only tests use.
pub fn dependencies(folder: &str) -> BTreeSet<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
    manifest["dependencies"].as_table().unwrap().keys().cloned().collect()
}

/// The path of every Rust file below the root, and its text.
pub fn texts() -> Vec<(String, String)> {
    let (root, mut files) = (Path::new(env!("CARGO_MANIFEST_DIR")), vec![]);
    for folder in ["src", "crates", "tests", "benches"] {
        collect(&root.join(folder), &mut files);
    }
    let name = |file: &Path| file.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| (name(file), fs::read_to_string(file).unwrap())).collect()
}

/// The name of every test, in the tests and the sources.
pub fn tests() -> BTreeSet<String> {
    texts().iter().flat_map(|(_, text)| tests_of(text)).collect()
}

/// The names of the functions with a test attribute.
fn tests_of(text: &str) -> Vec<String> {
    let (mut tests, mut is_test) = (vec![], false);
    for line in text.lines().map(str::trim_start) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if let Some((_, rest)) = line.split_once("fn ") {
            let name = rest.split('(').next().unwrap_or_default();
            if std::mem::take(&mut is_test) {
                tests.push(name.to_owned());
            }
        }
    }
    tests
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

fn read(home: &Crate, root: &Path, file: &Path) -> Source {
    let whole = fs::read_to_string(file).unwrap();
    let below = file.strip_prefix(root).unwrap();
    let parts = |path: &Path| -> Vec<String> {
        home.located(&path.iter().map(|part| part.to_str().unwrap().to_owned()).collect::<Vec<_>>())
    };
    let mut module = parts(&below.with_extension(""));
    module.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
    let before_tests = whole.split(TESTS).next().unwrap();
    let words_of_all = words(&whole, false);
    Source {
        said: words(before_tests, true).join(" "),
        name: parts(below).join("/"),
        lines: whole.lines().count(),
        before_tests: paths(&words(before_tests, false), home, &module),
        paths: paths(&words_of_all, home, &module),
        words: words_of_all,
        module,
    }
}

/// The names and signs of code, `::` as one, without comments; with literals if they are to be kept.
fn words(code: &str, keeps_literals: bool) -> Vec<String> {
    let mut words = vec![];
    add_words(code.parse().expect("Rust"), keeps_literals, &mut words);
    words
}

fn add_words(tokens: TokenStream, keeps_literals: bool, words: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ':');
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if is_comment(&group) => {}
            TokenTree::Group(group) => {
                let (begin, end) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                words.push(begin.to_owned());
                add_words(group.stream(), keeps_literals, words);
                words.push(end.to_owned());
            }
            TokenTree::Literal(_) if !keeps_literals => {}
            token if is_colon(&token) && tokens.next_if(is_colon).is_some() => words.push("::".to_owned()),
            token => words.push(token.to_string()),
        }
    }
}

/// Whether these brackets are of an attribute that a documentation comment became.
fn is_comment(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

/// Every path in the code of a module, except for those of a visibility, such as `pub(in crate::service)`, which import nothing.
fn paths(words: &[String], home: &Crate, module: &[String]) -> Vec<Vec<String>> {
    let mut found = vec![];
    let mut at = 0;
    while at < words.len() {
        if words[at] == "pub" && words.get(at + 1).is_some_and(|next| next == "(") {
            at += words[at..].iter().take_while(|word| *word != ")").count();
        } else if is_name(&words[at]) {
            at = path(words, at, vec![], &mut found);
        } else {
            at += 1;
        }
    }
    found.into_iter().map(|path| resolved(path, home, module)).collect()
}

/// Reads a path from `at` on, with its group. Returns where it ends.
fn path(words: &[String], mut at: usize, mut so_far: Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    while let Some(word) = words.get(at) {
        if word == "{" {
            at += 1;
            while words.get(at).is_some_and(|word| word != "}") {
                let is_tree = is_name(&words[at]) || ["{", "*"].contains(&words[at].as_str());
                at = if is_tree { path(words, at, so_far.clone(), found) } else { at + 1 };
            }
            return at + 1;
        }
        so_far.push(word.clone());
        at += 1;
        if words.get(at).is_none_or(|word| word != "::") || !continues(words.get(at + 1)) {
            break;
        }
        at += 1;
    }
    found.push(so_far);
    at
}

/// Whether a path goes on with this; `<` begins type arguments.
fn continues(word: Option<&String>) -> bool {
    word.is_some_and(|word| is_name(word) || ["{", "*"].contains(&word.as_str()))
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The path from the root of all layers, if it leads into a crate of the workspace. Inside an inline module `super` is
/// taken as the file's parent, which errs towards the root.
fn resolved(path: Vec<String>, home: &Crate, module: &[String]) -> Vec<String> {
    let named =
        if path[0] == "crate" { Some(home) } else { CRATES.iter().find(|other| other.name == path[0]) };
    if let Some(named) = named {
        return ["crate".to_owned()].into_iter().chain(named.located(&path[1..])).collect();
    }
    let ups = path.iter().take_while(|word| *word == "super").count();
    if ups == 0 && path[0] != "self" {
        return path;
    }
    let kept = module.len().saturating_sub(ups);
    let rest = path.into_iter().skip_while(|word| ["super", "self"].contains(&word.as_str()));
    ["crate".to_owned()].into_iter().chain(module[..kept].iter().cloned()).chain(rest).collect()
}

#[test]
fn paths_are_found_everywhere_in_a_file() {
    let module = ["games", "holdem", "pots"].map(str::to_owned);
    let code = words(
        r##"
        use crate::cards::{card::Card, deck::{self, Deck}}; // use crate::http::router;
        use super::super::game::{Chips as C, Game};
        /// Like [`crate::room`].
        fn f<'a>(x: &'a str) -> self::g { tokio::spawn(async {}); "crate::store::x \" y"; '"'; r#"sqlx::"#; }
        use crate::service::*;
        pub(in crate::store::sqlite) struct Row(pub(super) u8);
        use cardroom_bots::{advice::ask, arena::run};
        "##,
        false,
    );
    let joined = |home: &Crate| -> Vec<String> {
        paths(&code, home, &module).iter().map(|path| path.join("::")).collect()
    };
    let found = joined(&CRATES[0]);
    for expected in [
        "crate::cards::card::Card",
        "crate::cards::deck::self",
        "crate::cards::deck::Deck",
        "crate::games::game::Chips",
        "crate::games::game::Game",
        "crate::games::holdem::pots::g",
        "crate::bots::advice::ask",
        "crate::arena::run",
        "tokio::spawn",
        "async",
        "crate::service::*",
    ] {
        assert!(found.iter().any(|path| path == expected), "{expected} is missing in {found:?}");
    }
    let hidden = ["http", "room", "store", "sqlx", "x", "y"];
    let seen = found.iter().flat_map(|path| path.split("::")).filter(|word| hidden.contains(word));
    assert_eq!(seen.collect::<Vec<_>>(), ["x"], "only the argument's name is code");
}
