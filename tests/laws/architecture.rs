//! The layers: imports only point down, layers side by side do not import each other, and each layer uses only the crates that it
//! may use.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{self, Source, sources};

/// A layer, the layers below it, and the outside paths that it must not use.
struct Layer {
    name: &'static str,
    below: &'static [&'static str],
    never: &'static [&'static str],
}

/// Time, rng, waiting, and the world outside: no rules of a game need them.
const IMPURE: &[&str] = &[
    "async",
    "async_trait",
    "axum",
    "futures",
    "jiff",
    "rand",
    "sqlx",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "tempfile",
    "time",
    "tokio",
    "tower",
    "tower_http",
    "tracing",
    "uuid",
];

const LAYERS: &[Layer] = &[
    Layer { name: "cards", below: &[], never: IMPURE },
    Layer { name: "games", below: &["cards"], never: IMPURE },
    Layer { name: "tournament", below: &["cards", "games"], never: IMPURE },
    Layer { name: "bots", below: &["cards", "games"], never: &["axum", "jiff", "sqlx", "tokio", "uuid"] },
    Layer {
        name: "arena",
        below: &["cards", "games", "bots"],
        never: &["axum", "jiff", "sqlx", "tokio", "uuid"],
    },
    Layer {
        name: "api",
        below: &["cards", "games", "tournament"],
        never: &["async", "axum", "rand", "sqlx", "std::fs", "std::net", "tokio", "tower", "tower_http"],
    },
    Layer {
        name: "service",
        below: &["cards", "games", "tournament", "bots", "api"],
        never: &["axum", "sqlx", "std::fs", "std::net", "tower", "tower_http"],
    },
    Layer { name: "load", below: &[], never: &["axum", "sqlx", "tower", "tower_http", "utoipa"] },
    Layer {
        name: "client",
        below: &["cards", "games", "tournament", "api"],
        never: &["axum", "sqlx", "tokio", "tower", "tower_http", "utoipa"],
    },
    Layer {
        name: "store",
        below: &["cards", "games", "tournament", "api", "service"],
        never: &["axum", "std::net", "tower", "tower_http", "utoipa"],
    },
    Layer {
        name: "http",
        below: &["cards", "games", "tournament", "api", "service"],
        never: &["sqlx", "std::fs", "tempfile"],
    },
];

/// All that the rules may use from outside; the generator is a named one, so that a seed always deals the same cards.
const RULES_MAY_USE: [&str; 7] = ["chacha20", "serde", "serde_json", "strum", "thiserror", "toml", "utoipa"];

/// The only folder with code that the compiler does not check.
const UNSAFE: &str = "games/holdem/evaluate/lanes/";

/// What all games share.
const SHARED_BY_GAMES: &[&str] = &["game", "refusal", "seat", "viewer", "witness"];

/// The folder of a table's life.
const TABLES: [&str; 2] = ["service", "table"];

/// What the life of a table may use of the rest of the service, and what it must not use.
const TABLES_MAY_KNOW: &[&str] = &["entropy", "id", "ratings", "table"];
const TABLES_DO_WITHOUT: &[&str] = &[
    "Instant",
    "SystemTime",
    "Timestamp::now",
    "Uuid::new_v4",
    "Uuid::now_v7",
    "Zoned::now",
    "async",
    "async_trait",
    "axum",
    "chacha20",
    "futures",
    "getrandom",
    "jiff::Timestamp::now",
    "jiff::Zoned::now",
    "rand",
    "sqlx",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::sync::Mutex",
    "std::sync::RwLock",
    "std::thread",
    "std::time",
    "tokio",
    "tracing",
];

/// The databases of the store.
const DATABASES: [&str; 2] = ["postgres", "sqlite"];

/// The modules of the service, and the modules that each may import; the longest name that fits is a file's module. Stored
/// data of people is below the ports, which use it in their methods; actions of people are above the ports.
const MODULES_OF_SERVICE: &[(&str, &[&str])] = &[
    ("entropy", &[]),
    ("id", &["entropy"]),
    ("page", &[]),
    ("topics", &["lock"]),
    ("lock", &[]),
    ("limits", &["lock", "ports"]),
    ("table", &["entropy", "table::seats", "table::stored", "table::views"]),
    (
        "table::draft",
        &[
            "entropy",
            "id",
            "ratings",
            "table",
            "table::options",
            "table::randomness",
            "table::seats",
            "table::stored",
        ],
    ),
    ("table::options", &["table::stored"]),
    ("table::randomness", &["entropy"]),
    ("table::seats", &["ratings", "table", "table::stored"]),
    ("table::stored", &["ratings", "table", "table::randomness"]),
    ("table::views", &["table", "table::seats", "table::stored"]),
    ("ratings", &["id"]),
    ("ratings::leaderboards", &["ratings", "ports"]),
    ("tournaments", &["id", "ratings", "table", "table::randomness", "table::stored"]),
    ("people::deletion", &[]),
    ("people::device", &[]),
    ("people::friend", &[]),
    ("people::player", &[]),
    ("people::refill", &[]),
    ("people::session", &["people::device"]),
    (
        "ports",
        &[
            "entropy",
            "id",
            "table",
            "table::randomness",
            "table::stored",
            "table::views",
            "ratings",
            "tournaments",
            "people::deletion",
            "people::friend",
            "people::player",
            "people::refill",
            "people::session",
        ],
    ),
    ("work", &["ports", "lock"]),
    ("people::session_cache", &["id", "lock", "ports", "people::player", "people::session", "topics"]),
    (
        "people",
        &[
            "entropy",
            "id",
            "page",
            "topics",
            "lock",
            "table",
            "table::randomness",
            "table::stored",
            "ports",
            "work",
            "people::deletion",
            "people::device",
            "people::friend",
            "people::player",
            "people::refill",
            "people::session",
            "people::session_cache",
            "limits",
        ],
    ),
    // The room's own files put its folders together, so they import some of them, and most folders import them. Between the folders,
    // imports only point down.
    (
        "room",
        &[
            "entropy",
            "id",
            "limits",
            "lock",
            "people::player",
            "people::session_cache",
            "ports",
            "ratings",
            "room::bots",
            "room::clock",
            "room::presence",
            "room::quotas",
            "room::servers",
            "room::streams",
            "room::tables",
            "room::tournaments",
            "table",
            "table::draft",
            "table::randomness",
            "table::stored",
            "topics",
            "tournaments",
            "work",
        ],
    ),
    (
        "room::quotas",
        &["id", "limits", "lock", "ports", "ratings", "room", "table", "table::stored", "tournaments"],
    ),
    ("room::presence", &["id", "lock", "ports", "room", "table", "table::seats"]),
    (
        "room::tables",
        &[
            "lock",
            "ports",
            "room",
            "room::presence",
            "room::quotas",
            "table",
            "table::stored",
            "table::views",
        ],
    ),
    (
        "room::bots",
        &[
            "limits",
            "ports",
            "room",
            "room::quotas",
            "room::tables",
            "table",
            "table::draft",
            "table::seats",
            "table::stored",
            "work",
        ],
    ),
    (
        "room::clock",
        &[
            "id",
            "people::session_cache",
            "ports",
            "room",
            "room::bots",
            "room::quotas",
            "table",
            "table::draft",
            "table::stored",
        ],
    ),
    (
        "room::commands",
        &[
            "id",
            "people::player",
            "ports",
            "room",
            "room::presence",
            "room::tables",
            "table",
            "table::draft",
            "table::options",
            "table::stored",
            "tournaments",
        ],
    ),
    (
        "room::tournaments",
        &[
            "entropy",
            "id",
            "limits",
            "lock",
            "ports",
            "ratings",
            "room",
            "room::commands",
            "room::quotas",
            "room::tables",
            "table",
            "table::draft",
            "table::randomness",
            "table::stored",
            "tournaments",
        ],
    ),
    (
        "room::servers",
        &[
            "limits",
            "lock",
            "people::session_cache",
            "ports",
            "room",
            "room::presence",
            "room::tables",
            "room::tournaments",
            "table",
        ],
    ),
    (
        "room::streams",
        &[
            "limits",
            "lock",
            "people::friend",
            "ports",
            "room",
            "room::presence",
            "room::quotas",
            "room::tables",
            "room::tournaments",
            "table",
            "table::stored",
            "topics",
            "tournaments",
            "work",
        ],
    ),
    (
        "room::reads",
        &[
            "page",
            "ports",
            "room",
            "room::presence",
            "room::streams",
            "room::tables",
            "table",
            "table::stored",
            "work",
        ],
    ),
];

/// The modules of http, in the same way and from the bottom up: what a request is read with and answered by, then the handlers, then what
/// puts them together.
const MODULES_OF_HTTP: &[(&str, &[&str])] = &[
    ("address", &[]),
    ("limit_settings", &[]),
    ("problem", &[]),
    ("settings", &["limit_settings"]),
    ("proxies", &["address"]),
    ("request_log", &["address", "problem"]),
    ("answer", &["problem"]),
    ("schema", &["answer", "problem"]),
    ("limits", &["address", "limit_settings", "problem"]),
    ("services", &["address", "limit_settings", "limits", "proxies", "settings"]),
    ("extract", &["address", "limits", "problem", "request_log", "schema", "services"]),
    ("web", &["answer", "problem"]),
    ("api", &["address", "answer", "extract", "limits", "problem", "schema", "services", "settings"]),
    (
        "streams",
        &["address", "answer", "api", "extract", "limits", "problem", "request_log", "schema", "services"],
    ),
    ("openapi", &["problem", "schema", "streams"]),
    ("layers", &["address", "answer", "extract", "limits", "problem", "request_log", "services", "streams"]),
    ("router", &["answer", "api", "layers", "openapi", "problem", "schema", "services", "streams", "web"]),
    (
        "server",
        &["address", "limit_settings", "layers", "limits", "problem", "router", "services", "settings"],
    ),
];

/// The layers above the games, which know games by their trait.
const KNOW_NO_GAME: &[&str] = &["api", "service", "store", "http"];

/// Words by which a game, or something that only one game has, is named.
const WORDS_OF_GAMES: &[&str] = &[
    "auto_pass",
    "dou dizhu",
    "doudizhu",
    "flop",
    "hold'em",
    "holdem",
    "kitty",
    "landlord",
    "phh",
    "poker",
    "shengji",
    "straddle",
    "trump",
];

/// The files that name a game all the same, and why.
const NAME_A_GAME: &[(&str, &str)] = &[
    ("api/requests/hands.rs", "the example of an action, and a question to a tool"),
    ("http/api/hands/played.rs", "the route of PHH files"),
    ("http/api/tools/doudizhu.rs", "the tools of Dou Dizhu"),
    ("http/api/tools/holdem.rs", "the tools of Hold'em"),
    ("http/api/tools/mod.rs", "the files of the tools"),
    ("http/api/tools/shengji.rs", "the tools of Shengji"),
    ("http/openapi/bodies.rs", "examples of what the games and the tools are asked"),
    ("http/openapi/examples.rs", "examples of what the rules and the tools refuse"),
    ("http/openapi/headers.rs", "a header that comes with PHH files"),
    ("http/openapi/problems.rs", "types of the reasons in refusals"),
    ("http/problem/code.rs", "the equity tool of Hold'em may run out of time"),
    ("http/problem/refused.rs", "what the tools cannot answer"),
    ("http/router.rs", "the routes of the tools"),
    ("api/tournament/mod.rs", "the modules of the next ones"),
    ("api/tournament/doudizhu.rs", "what an event of Dou Dizhu is announced with"),
    ("api/tournament/holdem.rs", "what a tournament of Hold'em is announced with"),
    ("api/tournament/shengji.rs", "what an event of Shengji is announced with"),
    ("api/tournament/options.rs", "the games of tournaments"),
    ("api/tournament/requests.rs", "an example of what is announced"),
    ("api/tournament/rounds.rs", "the results of duplicate rounds"),
    ("service/tournaments/headings.rs", "what PHH files say of a tournament"),
    ("service/tournaments/rounds/views.rs", "the results of duplicate rounds"),
    ("service/tournaments/stored/options.rs", "the games of tournaments, as they are stored"),
    ("service/table/views/hand_file.rs", "PHH is a file format of poker"),
    ("service/work/equity.rs", "equity is a tool of Hold'em"),
    ("store/rank_file.rs", "the file of the ranks of poker hands"),
];

/// The folders with more than a dozen files, and why.
const LARGE_FOLDERS: &[(&str, &str)] = &[
    ("service/people", "one file for each thing that a player has or does; none is a part of another"),
    ("service/ports", "one file for each port"),
];

#[test]
fn imports_only_point_down() {
    let mut wrong = vec![];
    for (file, layer) in files_of_layers() {
        for path in file.paths.iter().filter(|path| path.starts_with(&["crate".into()])) {
            // An exported macro is in the root, wherever it is defined.
            let to = match path.get(1).map_or("", String::as_str) {
                "game_kinds" | "sent_game" => "games",
                to => to,
            };
            // The root's own items, if it had any, would be above every layer.
            if to != layer.name && !layer.below.contains(&to) {
                wrong.push(format!("{}: {}", file.name, path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that point up or sideways:\n{}", wrong.join("\n"));
}

#[test]
fn each_layer_uses_only_allowed_crates() {
    let mut wrong = vec![];
    for (file, layer) in files_of_layers() {
        for path in file.paths.iter().map(|path| path.join("::")) {
            if layer.never.iter().any(|ban| is_within(ban, &path)) {
                wrong.push(format!("{}: {path}", file.name));
            }
        }
    }
    assert!(wrong.is_empty(), "paths that a layer must not use:\n{}", wrong.join("\n"));
}

#[test]
fn the_rules_have_few_dependencies() {
    let used: Vec<String> = source::dependencies("crates/rules").into_iter().collect();
    assert_eq!(used, RULES_MAY_USE);
}

#[test]
fn only_the_lanes_of_the_evaluator_are_unsafe() {
    let is_unsafe = |file: &Source| file.words.iter().any(|word| word == "unsafe" || word == "unsafe_code");
    let (lanes, wrong): (Vec<_>, Vec<_>) = sources()
        .into_iter()
        .filter(is_unsafe)
        .map(|file| file.name)
        .partition(|name| name.starts_with(UNSAFE));
    assert!(!lanes.is_empty(), "the lanes are not where they were");
    assert!(wrong.is_empty(), "unsafe code in {wrong:?}");
}

#[test]
fn games_never_meet() {
    let mut wrong = vec![];
    let files: Vec<_> = files_of_layers().filter(|(_, layer)| layer.name == "games").collect();
    let modules: BTreeSet<_> = files.iter().filter_map(|(file, _)| file.module.get(1)).collect();
    for (file, _) in &files {
        // `any` is where the games come together; each game is a folder, and knows beside itself what all of them
        // share.
        let own = file.module.get(1).map_or("any", String::as_str);
        let may_know = |to: &str| own == "any" || to == own || SHARED_BY_GAMES.contains(&to);
        let here = file.paths.iter().filter(|path| path.starts_with(&["crate".into(), "games".into()]));
        let strays = here.filter(|path| path.get(2).is_some_and(|to| modules.contains(to) && !may_know(to)));
        wrong.extend(strays.map(|path| format!("{}: {}", file.name, path.join("::"))));
    }
    assert!(wrong.is_empty(), "games that know more than the trait:\n{}", wrong.join("\n"));
}

#[test]
fn the_life_of_a_table_needs_no_database_no_clock_and_no_task() {
    let (mut wrong, mut files) = (vec![], 0);
    for (file, _) in files_of_layers().filter(|(file, _)| file.module.starts_with(&TABLES.map(str::to_owned)))
    {
        files += 1;
        for path in &file.paths {
            let within_service = path.starts_with(&["crate".into(), "service".into()]);
            let strays = path.get(2).is_some_and(|to| !TABLES_MAY_KNOW.contains(&to.as_str()));
            let joined = path.join("::");
            let is_impure = TABLES_DO_WITHOUT.iter().any(|ban| is_within(ban, &joined));
            if within_service && strays || is_impure {
                wrong.push(format!("{}: {joined}", file.name));
            }
        }
    }
    assert!(files > 10, "the tables are not where they were");
    assert!(wrong.is_empty(), "what the life of a table does without:\n{}", wrong.join("\n"));
}

#[test]
fn the_databases_never_meet() {
    let (mut wrong, mut found) = (vec![], BTreeSet::new());
    for (file, _) in
        files_of_layers().filter(|(file, _)| file.module.first().is_some_and(|name| name == "store"))
    {
        let own = file.module.get(1).map_or("", String::as_str);
        found.extend(DATABASES.into_iter().filter(|database| *database == own));
        // One file opens either of them.
        let others = DATABASES.into_iter().filter(|database| *database != own && own != "database");
        let others: Vec<_> = others.map(|database| ["crate", "store", database]).collect();
        let strays = file
            .before_tests
            .iter()
            .filter(|path| others.iter().any(|other| path.starts_with(&other.map(str::to_owned))));
        wrong.extend(strays.map(|path| format!("{}: {}", file.name, path.join("::"))));
    }
    assert_eq!(found.len(), DATABASES.len(), "a database is not where it was");
    assert!(wrong.is_empty(), "what two databases share lies above both:\n{}", wrong.join("\n"));
}

#[test]
fn the_modules_of_the_service_know_only_those_below_them() {
    modules_know_only_those_below_them("service", MODULES_OF_SERVICE);
    let mut above: Vec<&str> = vec![];
    for (folder, below) in MODULES_OF_SERVICE.iter().filter(|(module, _)| module.starts_with("room::")) {
        let folders = below.iter().filter(|known| known.starts_with("room::"));
        assert!(
            folders.clone().all(|known| above.contains(known)),
            "{folder} imports a folder of the room that is listed after it"
        );
        above.push(folder);
    }
}

#[test]
fn the_modules_of_http_know_only_those_below_them() {
    modules_know_only_those_below_them("http", MODULES_OF_HTTP);
    let mut above: Vec<&str> = vec![];
    for (module, below) in MODULES_OF_HTTP {
        assert!(
            below.iter().all(|known| above.contains(known)),
            "{module} imports a module that is listed after it"
        );
        above.push(module);
    }
}

/// Checks that each file of a layer lies in one of its modules, and imports only from the modules that this one may import.
fn modules_know_only_those_below_them(layer: &str, modules: &[(&str, &[&str])]) {
    let module_of = |path: &[String]| {
        let path = path.join("::");
        let fits = |module: &str| path == module || path.starts_with(&format!("{module}::"));
        modules.iter().filter(|(module, _)| fits(module)).max_by_key(|(module, _)| module.len())
    };
    let (mut wrong, mut found) = (vec![], BTreeSet::new());
    for (file, _) in files_of_layers().filter(|(file, _)| file.module[0] == layer && file.module.len() > 1) {
        let Some((module, below)) = module_of(&file.module[1..]) else {
            wrong.push(format!("{} is in no module of the list", file.name));
            continue;
        };
        found.insert(*module);
        // Two segments alone give the visibility of an item.
        let within =
            |path: &&Vec<String>| path.len() > 2 && path.starts_with(&["crate".into(), layer.into()]);
        for path in file.before_tests.iter().filter(within) {
            let known = module_of(&path[2..]).map(|(known, _)| *known);
            if known.is_none_or(|known| known != *module && !below.contains(&known)) {
                wrong.push(format!("{}: {}", file.name, path.join("::")));
            }
        }
    }
    assert_eq!(found, modules.iter().map(|(module, _)| *module).collect(), "modules with files");
    assert!(wrong.is_empty(), "imports between modules that point up or sideways:\n{}", wrong.join("\n"));
}

/// A folder of HTTP or of the service with more files is divided into folders, so that a reader sees its parts at a glance.
#[test]
fn a_folder_of_http_and_of_the_service_has_a_dozen_files() {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    let is_here = |file: &Source| ["http/", "service/"].iter().any(|floor| file.name.starts_with(floor));
    for file in sources().into_iter().filter(is_here) {
        let folder = file.name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        *files.entry(folder).or_default() += 1;
    }
    assert!(files.len() > 24, "http and the service are not where they were: {files:?}");
    let large: Vec<&str> =
        files.iter().filter(|(_, count)| **count > 12).map(|(folder, _)| &folder[..]).collect();
    let allowed: Vec<&str> = LARGE_FOLDERS.iter().map(|(folder, _)| *folder).collect();
    assert_eq!(large, allowed, "folders that need rooms, or need none any more");
}

#[test]
fn no_game_is_named_above_the_games_except_for_its_formats_and_tools() {
    let is_above =
        |file: &Source| file.module.first().is_some_and(|layer| KNOW_NO_GAME.contains(&layer.as_str()));
    let above = sources().into_iter().filter(is_above);
    let (mut names, mut files) = (BTreeMap::new(), 0);
    for file in above {
        files += 1;
        let said = file.said.to_lowercase();
        let words: Vec<&str> = WORDS_OF_GAMES.iter().copied().filter(|word| said.contains(word)).collect();
        if !words.is_empty() {
            names.insert(file.name, words);
        }
    }
    assert!(files > 80, "only {files} files found");
    let may = |file: &str| NAME_A_GAME.iter().any(|(name, _)| *name == file);
    let wrong: Vec<_> = names.iter().filter(|(file, _)| !may(file)).collect();
    assert!(wrong.is_empty(), "files that know a game by its name: {wrong:#?}");
    let idle: Vec<_> = NAME_A_GAME.iter().filter(|(file, _)| !names.contains_key(*file)).collect();
    assert!(idle.is_empty(), "files that may name a game, and do not: {idle:?}");
}

#[test]
fn files_import_in_no_circle() {
    let files = sources();
    let modules: BTreeSet<&[String]> = files.iter().map(|file| &file.module[..]).collect();
    let file_of = |path: &Vec<String>| {
        let inside = path.strip_prefix(&["crate".to_owned()][..])?;
        (1..=inside.len()).rev().find_map(|length| modules.get(&inside[..length]).copied())
    };
    let mut imports: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
    for file in &files {
        let known = file.before_tests.iter().filter_map(file_of);
        imports.insert(&file.module, known.filter(|known| *known != file.module).collect());
    }
    // A file that imports nothing that is left is removed; a circle stays.
    while let Some(free) = imports.iter().find(|(_, known)| known.is_empty()).map(|(file, _)| *file) {
        imports.remove(free);
        for known in imports.values_mut() {
            known.remove(free);
        }
    }
    let names = |known: &BTreeSet<&[String]>| {
        known.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(", ")
    };
    let left: Vec<String> = imports
        .iter()
        .map(|(module, known)| format!("{} imports {}", module.join("::"), names(known)))
        .collect();
    assert!(left.is_empty(), "files in a circle, or that import one:\n{}", left.join("\n"));
}

#[test]
fn there_are_no_glob_imports() {
    let starred =
        |file: &&Source| file.before_tests.iter().any(|path| path.last().is_some_and(|last| last == "*"));
    let wrong: Vec<_> = sources().into_iter().filter(|file| starred(&file)).map(|file| file.name).collect();
    assert!(wrong.is_empty(), "glob imports in {wrong:?}");
}

/// If two types have one name only one is described, and the answers of the other do not match the description.
#[test]
fn no_two_types_are_described_under_one_name() {
    let mut names = BTreeSet::new();
    let (mut wrong, mut found) = (vec![], 0);
    for file in sources() {
        let named = file.words.windows(7).filter(|words| words[..4] == ["schema", "(", "as", "="]);
        for name in named.filter_map(|words| words[4..].split(|word| word == "," || word == ")").next()) {
            let name = name.concat();
            found += 1;
            if !names.insert(name.clone()) {
                wrong.push(format!("{}: {name}", file.name));
            }
        }
    }
    assert!(found > 50, "only {found} names found");
    assert!(wrong.is_empty(), "names of other types:\n{}", wrong.join("\n"));
}

#[test]
fn the_root_is_a_map_without_shortcuts() {
    let roots: Vec<_> = sources().into_iter().filter(|file| file.name == "lib.rs").collect();
    assert_eq!(roots.len(), 2, "the server's and the rules'");
    assert!(roots.iter().all(|root| !root.words.contains(&"use".to_owned())), "lib.rs re-exports something");
}

#[test]
fn files_are_pages() {
    let mut wrong = vec![];
    for file in sources() {
        let lines = file.lines;
        if lines > 500 {
            wrong.push(format!("{}: {lines} lines", file.name));
        } else if lines > 400 {
            println!("{} has {lines} lines: is it one noun?", file.name);
        }
    }
    assert!(wrong.is_empty(), "files too long to read:\n{}", wrong.join("\n"));
}

/// Whether a path is this one or leads through it. A lone word may be the name of anything, but for the keyword.
fn is_within(ban: &str, path: &str) -> bool {
    path.starts_with(&format!("{ban}::")) || path == ban && (ban == "async" || ban.contains("::"))
}

/// Every source file of a layer, with its layer.
fn files_of_layers() -> impl Iterator<Item = (Source, &'static Layer)> {
    sources().into_iter().filter_map(|file| {
        let layer = LAYERS.iter().find(|layer| file.module.first().is_some_and(|name| name == layer.name))?;
        Some((file, layer))
    })
}
