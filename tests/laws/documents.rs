//! The documents match the code: every code, option, wish, action, route, flag and variable, and no other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cardroom::config::command_line::CommandLine;
use cardroom::config::given::Given;
use cardroom::config::keys::{Key, key, keys};
use cardroom::config::server_config::ServerConfig;
use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::problem::code::Code;
use cardroom::http::router;
use cardroom::http::schema::validator;
use cardroom_api::table::options::TableOptions;
use cardroom_rules::games::any::{AnyHand, AnyRules};
use cardroom_rules::games::game::Game;
use cardroom_rules::games::{doudizhu, holdem, shengji};
use cardroom_rules::tournament::director::refusal::TournamentRefusal;
use cardroom_rules::tournament::prizes::equity::EquityFault;
use clap::CommandFactory;
use serde_json::{Value, json};
use strum::{VariantArray, VariantNames};

use crate::source;

/// The cells of each row of a document's tables whose first cell is `code`, without the backticks around it.
type Rows = Vec<Vec<String>>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every document, with its path from the root.
fn documents() -> Vec<(String, String)> {
    let below = |folder: &str| {
        let files = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let files = files.map(|name| Path::new(folder).join(name).display().to_string());
        files.filter(|name| Path::new(name).extension().is_some_and(|end| end == "md")).collect::<Vec<_>>()
    };
    let names = [below(""), below("docs")].concat();
    assert!(names.len() > 10, "the documents are not where they were");
    names.into_iter().map(|name| (name.clone(), read(&name))).collect()
}

/// The part of a document below a heading of the second level.
fn section<'a>(document: &'a str, heading: &str) -> &'a str {
    let begin = format!("\n## {heading}\n");
    let at = document.find(&begin).unwrap_or_else(|| panic!("there is no section `{heading}`"));
    let section = &document[at + begin.len()..];
    section.split("\n## ").next().unwrap_or_default()
}

fn rows(text: &str) -> Rows {
    let row = |line: &str| {
        let cells = line.strip_prefix("| `")?.trim_end().strip_suffix('|')?;
        let (name, rest) = cells.split_once("` |")?;
        let rest = rest.split('|').map(|cell| cell.trim().to_owned());
        Some([name.to_owned()].into_iter().chain(rest).collect())
    };
    text.lines().filter_map(row).collect()
}

/// The first cells, none of them twice.
fn names(rows: &Rows) -> BTreeSet<String> {
    let names: BTreeSet<String> = rows.iter().map(|row| row[0].clone()).collect();
    assert_eq!(names.len(), rows.len(), "a row is there twice: {rows:?}");
    names
}

/// The parts of a text between backticks.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn schemas() -> Value {
    router::document()["components"]["schemas"].take()
}

/// The name of a game's type in the description.
fn of_game(game: &str, own: &str) -> String {
    let (first, rest) = game.split_at(1);
    format!("{}{rest}{own}", first.to_uppercase())
}

fn named<'a>(schemas: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        Some(name) => &schemas[name],
        None => schema,
    }
}

/// The schemas of all options below this one, by their names; a dot leads into an option with options of its own.
fn options<'a>(schemas: &'a Value, schema: &'a Value, before: &str) -> BTreeMap<String, &'a Value> {
    let mut found = BTreeMap::new();
    for (name, option) in schema["properties"].as_object().unwrap() {
        let (name, option) = (format!("{before}{name}"), resolved(schemas, option));
        if option["properties"].is_object() {
            found.extend(options(schemas, option, &format!("{name}.")));
        } else {
            found.insert(name, option);
        }
    }
    found
}

/// The schema of a property, if it is one reference or null.
fn resolved<'a>(schemas: &'a Value, schema: &'a Value) -> &'a Value {
    let parts = ["oneOf", "allOf"].iter().find_map(|of| schema[of].as_array());
    let of = parts.and_then(|parts| parts.iter().find(|part| part["$ref"].is_string())).unwrap_or(schema);
    named(schemas, of)
}

/// The words that an option allows, or a list of them.
fn words<'a>(schemas: &'a Value, schema: &'a Value) -> Vec<&'a str> {
    let items = schema["items"].is_object().then(|| named(schemas, &schema["items"]));
    let schema = items.unwrap_or(schema);
    let alternatives = schema["oneOf"].as_array().into_iter().flatten().map(|one| named(schemas, one));
    let got = |one: &'a Value| one["enum"].as_array().or(one["properties"]["type"]["enum"].as_array());
    alternatives.chain([schema]).filter_map(got).flatten().filter_map(Value::as_str).collect()
}

/// The section's rows are the options of this schema, each with its default, and it names every allowed word.
fn assert_options(section: &str, schema: &str, defaults: &Value) {
    let rows = rows(section);
    let schemas = schemas();
    let options = options(&schemas, &schemas[schema], "");
    let got = names(&rows);
    let there: BTreeSet<String> = options.keys().cloned().collect();
    assert_eq!(got, there, "{schema}");
    for row in &rows {
        let [name, _, default, limits, _] = &row[..] else { panic!("{schema}: not five cells: {row:?}") };
        let value = name.split('.').fold(defaults, |value, part| &value[part]);
        let is_left_out =
            options[name]["description"].as_str().is_some_and(|text| text.ends_with("Left out if false."));
        let expected = match value {
            Value::Null if default == "required" => "required".to_owned(),
            Value::Null if is_left_out => "`false`".to_owned(),
            value => format!("`{value}`"),
        };
        assert_eq!(*default, expected, "{schema}: the default of {name}");
        // As far as every client can count: no limit of the option's own.
        let most = options[name]["maximum"]
            .as_u64()
            .filter(|most| ![validator::MOST, u64::from(i32::MAX.unsigned_abs())].contains(most));
        if let Some(most) = most {
            let got = [most.to_string(), format!("10^{}", most.ilog10())];
            assert!(got.iter().any(|most| limits.contains(most)), "{schema}: {name} is at most {most}");
        }
    }
    let there: Vec<(&String, &str)> = (options.iter())
        .flat_map(|(name, option)| words(&schemas, option).into_iter().map(move |word| (name, word)))
        .collect();
    assert!(there.len() > 5, "{schema}: the words of its options are not where they were");
    for (name, word) in there {
        assert!(quoted(section).contains(word), "{schema}: {name} may be `{word}`");
    }
}

/// The filled-in options of a game whose request has as few as possible.
fn filled_in(game: &str, given: &Value) -> Value {
    let rules: AnyRules = serde_json::from_value(json!({ game: given })).unwrap();
    let rules = AnyHand::filled_in(rules, None);
    let mut rules = serde_json::to_value(rules).unwrap()[game].take();
    for name in given.as_object().unwrap().keys() {
        rules[name] = Value::Null;
    }
    rules
}

#[test]
fn every_code_is_documented() {
    let common = Code::VARIANTS.iter().map(|&code| (code.text().to_owned(), code.status().as_u16()));
    let of = |game: &str, codes: &[&str]| {
        let codes = codes.iter().filter(|&&code| !["cards", "impossible"].contains(&code));
        codes.map(|code| (format!("{game}.{code}"), 422)).collect::<Vec<_>>()
    };
    // Two of the enums contain another one, whose codes replace their own.
    let games = [
        of("holdem", holdem::refusal::Refusal::VARIANTS),
        of("holdem", holdem::tools::Unanswerable::VARIANTS),
        of("holdem", holdem::evaluate::NotAHand::VARIANTS),
        of("holdem", holdem::equity::question::EquityRefusal::VARIANTS),
        of("holdem", holdem::equity::spot::Impossible::VARIANTS),
        of("holdem", EquityFault::VARIANTS),
        of("holdem", &["too_large"]),
        of("tournament", TournamentRefusal::VARIANTS),
        of("doudizhu", doudizhu::refusal::Refusal::VARIANTS),
        of("doudizhu", doudizhu::tools::Unanswerable::VARIANTS),
        of("shengji", shengji::refusal::Refusal::VARIANTS),
        of("shengji", shengji::tools::Unanswerable::VARIANTS),
    ];
    let codes: BTreeSet<(String, u16)> = common.chain(games.concat()).collect();
    let rows = rows(&read("docs/errors.md"));
    assert_eq!(names(&rows).len(), rows.len());
    let got = rows.iter().map(|row| (row[0].clone(), row[1].parse().unwrap()));
    assert_eq!(got.collect::<BTreeSet<_>>(), codes);
}

#[test]
fn every_option_of_a_game_is_documented() {
    let required = json!({ "betting": "no_limit", "small_blind": 1, "big_blind": 2 });
    let nothing = json!({});
    for (game, given) in [("holdem", &required), ("doudizhu", &nothing), ("shengji", &nothing)] {
        let page = read(&format!("docs/{game}.md"));
        assert_options(section(&page, "Options"), &of_game(game, "Rules"), &filled_in(game, given));
    }
}

#[test]
fn every_option_of_a_table_is_documented() {
    let required = ["name", "game", "seats", "min_buy_in", "max_buy_in"];
    let game = json!({ "shengji": {} });
    let given = json!({ "name": "x", "game": game, "seats": 4, "min_buy_in": 0, "max_buy_in": 0 });
    let options: TableOptions = serde_json::from_value(given.clone()).unwrap();
    let said = serde_json::from_value(given).unwrap();
    let defaults = serde_json::to_value(options.as_new(said)).unwrap();
    let mut rows = rows(section(&read("docs/guide.md"), "Open a table"));
    let before = rows.len();
    // It differs by game; each game's page describes it.
    rows.retain(|row| row[0] != "game");
    assert_eq!(rows.len() + 1, before);
    let mut schemas = schemas();
    let properties = schemas["NewTable"]["properties"].as_object_mut().unwrap();
    assert!(properties.remove("game").is_some());
    // No option of the table; described below the list.
    assert!(properties.remove("sit").is_some());
    let there: BTreeSet<String> = properties.keys().cloned().collect();
    assert_eq!(names(&rows), there);
    for row in &rows {
        let default = &defaults[&row[0]];
        let is_required = required.contains(&&*row[0]);
        let expected = if is_required { "required".to_owned() } else { format!("`{default}`") };
        assert_eq!(row[2], expected, "the default of {}", row[0]);
    }
}

#[test]
fn every_wish_and_every_action_is_documented() {
    let schemas = schemas();
    for game in ["holdem", "doudizhu", "shengji"] {
        let page = read(&format!("docs/{game}.md"));
        let wishes = schemas[of_game(game, "Wishes")]["properties"].as_object();
        let wishes: BTreeSet<String> = wishes.into_iter().flat_map(|wishes| wishes.keys().cloned()).collect();
        assert_eq!(names(&rows(section(&page, "Wishes"))), wishes, "{game}");
        let actions = words(&schemas, &schemas[of_game(game, "Action")]).into_iter().map(str::to_owned);
        assert_eq!(names(&rows(section(&page, "Actions"))), actions.collect(), "{game}");
    }
}

#[test]
fn every_figure_is_documented() {
    let schemas = schemas();
    for game in ["holdem", "doudizhu", "shengji"] {
        let page = read(&format!("docs/{game}.md"));
        let figures = schemas[of_game(game, "Tally")]["properties"].as_object().unwrap();
        let figures: BTreeSet<String> = figures.keys().cloned().collect();
        assert_eq!(names(&rows(section(&page, "Figures"))), figures, "{game}");
    }
}

#[test]
fn every_route_is_documented() {
    let document = router::document();
    let mut routes = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let methods =
            item.as_object().unwrap().iter().filter(|(_, operation)| operation["responses"].is_object());
        routes.extend(methods.map(|(method, _)| format!("{} {path}", method.to_uppercase())));
    }
    assert!(routes.len() > 30, "the routes are not where they were");
    assert_eq!(names(&rows(section(&read("docs/guide.md"), "All routes"))), routes);
}

#[test]
fn every_flag_of_the_server_is_documented() {
    let page = read("docs/operations.md");
    let command = CommandLine::command();
    let serve = command.find_subcommand("serve").unwrap();
    let flag = |argument: &clap::Arg| {
        let variable = argument.get_env().map(|name| name.display().to_string());
        let setting = key(argument.get_id().as_str());
        let variable = variable.or(setting.map(|key| key.variable())).unwrap();
        let default = setting.and_then(|key| key.default).filter(|default| !default.is_empty());
        let default = default.map_or("none".to_owned(), |value| format!("`{value}`"));
        [format!("--{}", argument.get_long().unwrap()), format!("`{variable}`"), default]
    };
    let shown = serve.get_arguments().filter(|argument| !is_help(argument) && !argument.is_hide_set());
    let flags: BTreeSet<_> = shown.map(flag).collect();
    assert_eq!(flags.len(), 13);
    let got: Rows =
        rows(section(&page, "Settings")).into_iter().filter(|row| row[0].starts_with("--")).collect();
    assert_eq!(names(&got).len(), got.len());
    let got = got.iter().map(|row| [row[0].clone(), row[1].clone(), row[2].clone()]);
    assert_eq!(got.collect::<BTreeSet<_>>(), flags);
}

#[test]
fn every_setting_is_documented_with_its_meaning() {
    let page = read("docs/operations.md");
    let (settings, limits) = (rows(section(&page, "Settings")), rows(section(&page, "Limits")));
    let got = |key: Key, name: &str, in_rows: &Rows| {
        let row = in_rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{}", key.name));
        assert!(row.iter().any(|cell| cell.starts_with(key.doc)), "{}: {row:?} and {}", key.name, key.doc);
        row.clone()
    };
    for key in keys() {
        let (section, name) = key.in_section();
        if key.has_flag() {
            got(key, &format!("--{}", key.flag()), &settings);
        } else if section == "grants" {
            assert_eq!(Some(&*got(key, name, &settings)[1]), key.default, "{name}");
        } else {
            let limit = LimitSettings::ALL.iter().find(|limit| limit.key == key.name).unwrap();
            let row = got(key, name, &limits);
            assert_eq!(row[1..3], [limit.private.to_string(), limit.public.to_string()], "{name}");
        }
    }
    // And no other.
    let grants = keys().filter(|key| key.in_section().0 == "grants").count();
    assert_eq!(settings.iter().filter(|row| !row[0].starts_with("--")).count(), grants);
    assert_eq!(limits.len(), LimitSettings::ALL.len());
    let example = section(&page, "Settings").split("```toml").nth(1).unwrap().split("```").next().unwrap();
    let file = Some(("the example".to_owned(), example.to_owned()));
    let in_force = Given { file, ..Given::default() }.in_force().unwrap();
    ServerConfig::read(&in_force, false).unwrap();
}

#[test]
fn every_command_is_documented_with_its_flags() {
    let page = read("docs/operations.md");
    let commands = section(&page, "Other commands");
    let command = CommandLine::command();
    let is_of_server =
        |argument: &clap::Arg| command.get_arguments().any(|own| own.get_id() == argument.get_id());
    for command in command.get_subcommands() {
        assert!(commands.contains(&format!("`cardroom {}", command.get_name())), "{}", command.get_name());
        // The flags of the server are in a table of their own.
        let takes_all = ["serve", "config"].contains(&command.get_name());
        let own = command
            .get_arguments()
            .filter(|argument| !(is_help(argument) || takes_all && is_of_server(argument)));
        for long in own.filter_map(clap::Arg::get_long) {
            assert!(commands.contains(&format!("--{long}")), "{} --{long}", command.get_name());
        }
    }
}

/// Requests beside the operations of the description, as the list has them: by path, by method, or others.
const BESIDE: [&str; 5] = ["/", "/assets", "/docs", "*", "OPTIONS"];

/// The list of limits has every operation, what limits it, and the test that holds each limit.
#[test]
fn every_operation_has_its_limits() {
    let page = read("tests/laws/limits.md");
    let got = section(&page, "Every operation");
    let (mut operations, mut held) = (Vec::new(), 0);
    let tests = source::tests();
    assert!(tests.len() > 500, "the tests are not where they were");
    let statuses: BTreeMap<&str, u16> =
        Code::VARIANTS.iter().map(|code| (code.text(), code.status().as_u16())).collect();
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    for row in got.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let row: Vec<&str> = row.split('|').skip(1).collect();
        operations.extend(quoted(row[1]));
        for test in quoted(row[4]) {
            assert!(tests.contains(&test), "no test is called {test}");
            held += 1;
        }
        for (status, code) in answers(row[3]) {
            assert_eq!(statuses.get(&*code), Some(&status), "{row:?}: {status} {code}");
        }
        for limit in quoted(row[2]) {
            assert!(key(&format!("limits.{limit}")).is_some() || limit == "refill_every", "{limit}");
        }
    }
    let document = router::document();
    let items =
        document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    let described = items.filter_map(|operation| operation["operationId"].as_str());
    let mut there: Vec<String> = described.chain(BESIDE).map(str::to_owned).collect();
    operations.sort();
    there.sort();
    assert_eq!(operations, there);
    assert!(held >= 18, "only {held} tests");
    // So are those in the text beside the list.
    let beside: Vec<&str> = got.lines().filter(|line| !line.starts_with('|')).collect();
    let named = quoted(&beside.join("\n")).into_iter().filter(|word| {
        word.matches('_').count() > 2
            && word.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric())
    });
    let named: Vec<String> = named.collect();
    assert!(named.len() > 15, "only {named:?}");
    for test in named {
        assert!(tests.contains(&test), "no test is called {test}");
    }

    // The operator's table of limits has the answers too, with their statuses.
    let for_operators = read("docs/operations.md");
    let limits = section(&for_operators, "Limits").lines().filter(|line| line.starts_with("| "));
    let answers = limits.flat_map(|line| answers(line.rsplit('|').nth(1).unwrap()));
    let got: Vec<_> = answers.filter(|(status, _)| *status != 0).collect();
    assert!(got.len() > 25, "the limits are not where they were");
    for (status, code) in got {
        assert_eq!(statuses.get(&*code), Some(&status), "{status} {code}");
    }
}

/// The statuses and codes of a cell: a status belongs to all codes until the next semicolon, 0 if there is none.
fn answers(cell: &str) -> Vec<(u16, String)> {
    let of_part = |part: &str| {
        let status = part.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0);
        part.split('`').skip(1).step_by(2).map(move |code| (status, code.to_owned())).collect::<Vec<_>>()
    };
    cell.split(';').flat_map(of_part).collect()
}

fn is_help(argument: &clap::Arg) -> bool {
    ["help", "version"].contains(&argument.get_id().as_str())
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = vec![];
    let mut followed = 0;
    for (name, text) in documents() {
        for target in links(&text).filter(|target| !target.contains("://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let folder = root().join(&name).parent().unwrap().to_owned();
            let path = if file.is_empty() { root().join(&name) } else { folder.join(file) };
            let is_there = path.exists() && (anchor.is_empty() || anchors(&path).contains(anchor));
            followed += 1;
            if !is_there {
                broken.push(format!("{name}: {target}"));
            }
        }
    }
    assert!(followed > 20, "the links are not where they were");
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// The anchors of headings.
fn anchors(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let slug = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|letter| letter.is_alphanumeric() || "-_ ".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    headings.map(slug).collect()
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 200, "{lines} lines");
}

#[test]
fn documents_name_no_machine_and_no_mirror() {
    let never = ["/work/", "/tmp/", "/root/", "/home/", "crates.io", "pypi.org", "docker.io", "ghcr.io"];
    let mut wrong = vec![];
    for (name, text) in documents() {
        let lines = (1..).zip(text.lines());
        let strays = lines.filter(|(_, line)| never.iter().any(|word| line.contains(word)));
        wrong.extend(strays.map(|(number, line)| format!("{name}:{number}: {line}")));
    }
    assert!(wrong.is_empty(), "what belongs to one machine:\n{}", wrong.join("\n"));
}
