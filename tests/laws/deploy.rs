//! The files in `deploy` name things that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cardroom::config::command_line::unknown_variables;
use yaml_serde::Value;

/// The names of a mapping; of a list, its texts.
fn names(of: &Value) -> BTreeSet<String> {
    let texts = |value: &Value| value.as_str().map(str::to_owned);
    match of {
        Value::Mapping(mapping) => mapping.keys().filter_map(texts).collect(),
        Value::Sequence(list) => {
            list.iter().filter_map(|item| texts(item).or_else(|| texts(item.get("source")?))).collect()
        }
        _ => BTreeSet::new(),
    }
}

fn part(of: &Value, name: &str) -> Value {
    of.get(name).cloned().unwrap_or_default()
}

#[test]
fn replicas_are_composed_of_what_exists() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/compose.replicas.yaml");
    let mut compose: Value = yaml_serde::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    compose.apply_merge().unwrap();
    let services = part(&compose, "services");
    let all = names(&services);
    assert_eq!(all.iter().filter(|name| name.starts_with("cardroom-")).count(), 3);
    let [networks, configs] = ["networks", "configs"].map(|kind| names(&part(&compose, kind)));
    for (name, service) in services.as_mapping().unwrap() {
        let variables = names(&part(service, "environment"));
        let ours = variables.iter().filter(|name| name.starts_with("CARDROOM_")).cloned();
        assert_eq!(unknown_variables(ours), Vec::<String>::new(), "{name:?}");
        for (kind, known) in [("depends_on", &all), ("networks", &networks), ("configs", &configs)] {
            let strangers: Vec<_> = names(&part(service, kind)).difference(known).cloned().collect();
            assert!(strangers.is_empty(), "{name:?}: {kind} {strangers:?}");
        }
        let is_replica = name.as_str().is_some_and(|name| name.starts_with("cardroom-"));
        assert_eq!(variables.contains("CARDROOM_MIGRATE"), is_replica, "{name:?}");
    }
}
