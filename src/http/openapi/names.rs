//! What the schemas are called, and how one refers to another.

use serde_json::{Map, Value};

/// The schemas of a description, by their names.
pub type Schemas = Map<String, Value>;

const PLACE: &str = "#/components/schemas/";

/// What refers to a schema.
pub fn reference(name: &str) -> String {
    format!("{PLACE}{name}")
}

/// The schema that this one refers to, where it does nothing else.
pub fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(PLACE)
}

/// Calls every schema by a name that is its own in any language: no dots, and nothing that a language has itself.
/// What is of any game is a `Game…`, what is of one begins with its name, and an event as somebody sees it is an event
/// to whoever gets it.
pub fn give_names(document: &mut Value) {
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
        return;
    };
    let numbers: Schemas =
        ["u64", "i64"].into_iter().filter_map(|number| schemas.remove_entry(number)).collect();
    let named = std::mem::take(schemas).into_iter().map(|(name, schema)| (given_name(&name), schema));
    *schemas = named.collect();
    everywhere(document, &mut |part| rename(part, &numbers));
}

/// Amounts and versions are aliases of a plain number, which the generator takes for a type of its own.
fn rename(part: &mut Map<String, Value>, numbers: &Schemas) {
    let Some(Value::String(to)) = part.get_mut("$ref") else { return };
    let Some(name) = to.strip_prefix(PLACE) else { return };
    if let Some(Value::Object(number)) = numbers.get(name) {
        let kept: Vec<(String, Value)> =
            number.clone().into_iter().filter(|(word, _)| word != "description").collect();
        part.remove("$ref");
        part.extend(kept);
    } else {
        *to = reference(&given_name(name));
    }
}

fn given_name(name: &str) -> String {
    let (game, own) = name.split_once('.').unwrap_or(("", name));
    let own = match own.strip_prefix("Any") {
        Some("Seen") => "GameEvent".to_owned(),
        Some(own) => format!("Game{own}"),
        None if own == "Seen" => "Event".to_owned(),
        None => own.to_owned(),
    };
    pascal(game) + &own
}

/// `by_hand` as `ByHand`.
pub fn pascal(words: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    words.split('_').map(word).collect()
}

/// Does something to every object in the description, what lies deepest first.
pub fn everywhere(part: &mut Value, mend: &mut impl FnMut(&mut Map<String, Value>)) {
    match part {
        Value::Object(members) => {
            members.values_mut().for_each(|member| everywhere(member, mend));
            mend(members);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| everywhere(item, mend)),
        _ => {}
    }
}

/// The names of the schemas that something refers to, at any depth.
pub fn reached(from: &Value, schemas: &Schemas) -> std::collections::BTreeSet<String> {
    let mut found = std::collections::BTreeSet::new();
    let mut open = vec![from];
    while let Some(part) = open.pop() {
        if let Some(name) = target(part)
            && found.insert(name.to_owned())
        {
            open.extend(schemas.get(name));
        }
        match part {
            Value::Object(members) => open.extend(members.values()),
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}
