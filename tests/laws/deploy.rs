//! The files in `deploy` name things that exist.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

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

fn compose() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/compose.replicas.yaml");
    let mut compose: Value = yaml_serde::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    compose.apply_merge().unwrap();
    compose
}

#[test]
fn replicas_are_composed_of_what_exists() {
    let compose = compose();
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

/// The texts of a service's command, in one.
fn command(service: &Value) -> String {
    let command = part(service, "command");
    let texts: Vec<_> = command.as_sequence().into_iter().flatten().filter_map(Value::as_str).collect();
    texts.join(" ")
}

/// The entrypoint of PostgreSQL's image gives the flags of the command to its temporary server too. There a commit would wait for a
/// standby that cannot be there yet.
#[test]
fn commits_wait_for_a_standby_only_once_there_can_be_one() {
    let compose = compose();
    let services = part(&compose, "services");
    for (name, service) in services.as_mapping().unwrap() {
        assert!(!command(service).contains("-c synchronous_standby_names"), "{name:?}");
    }
    let script = part(&part(&part(&compose, "configs"), "replication"), "content");
    let last = script.as_str().unwrap().lines().last().unwrap().to_owned();
    assert!(last.contains("ALTER SYSTEM SET synchronous_standby_names = 'standby'"), "{last}");
    // `pg_basebackup` under this name would count as the standby.
    let standby = command(&part(&services, "standby"));
    assert!(
        standby.contains("-c cluster_name=standby") && !standby.contains("application_name"),
        "{standby}"
    );
}

#[test]
fn the_proxy_asks_every_replica_whether_it_is_ready() {
    let compose = compose();
    let config = part(&part(&part(&compose, "configs"), "haproxy"), "content");
    let lines: BTreeSet<&str> = config.as_str().unwrap().lines().map(str::trim).collect();
    let demands = [
        "option httpchk GET /readyz",
        "timeout connect 2s",
        // Longer than any request, which lasts up to 45 seconds.
        "timeout server 60s",
        // No other request is sent again.
        "retry-on conn-failure",
    ];
    for demand in demands {
        assert!(lines.contains(demand), "{demand}");
    }
    let asked: BTreeSet<String> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("server ")?.split_once(' '))
        .map(|(name, _)| name.to_owned())
        .collect();
    let mut replicas = names(&part(&compose, "services"));
    replicas.retain(|name| name.starts_with("cardroom-"));
    assert_eq!(asked, replicas);
    assert!(lines.iter().any(|line| line.starts_with("default-server check ")));
}

#[test]
fn haproxy_accepts_its_file() {
    let compose = compose();
    let config = part(&part(&part(&compose, "configs"), "haproxy"), "content");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("haproxy.cfg");
    fs::write(&file, config.as_str().unwrap()).unwrap();
    match Command::new("haproxy").arg("-c").arg("-f").arg(&file).output() {
        Err(missing) if missing.kind() == ErrorKind::NotFound => eprintln!("skipped: there is no haproxy"),
        checked => {
            let checked = checked.unwrap();
            assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
        }
    }
}
