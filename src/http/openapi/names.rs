//! The names of schemas.

use serde_json::{Map, Value};

use crate::http::schema::reference::{SCHEMAS, Schemas, reference, target};

/// Gives every schema a name that is valid in every language: without dots, and not the name of a built-in type. Names of schemas for any
/// game begin with `Game`, those for one game with its name. An event as a viewer sees it is an `Event`.
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

/// Renames a reference. Amounts and versions are aliases of plain numbers, which the generator takes for types, so these are inlined.
fn rename(part: &mut Map<String, Value>, numbers: &Schemas) {
    let Some(Value::String(to)) = part.get_mut("$ref") else { return };
    let Some(name) = to.strip_prefix(SCHEMAS) else { return };
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

/// Applies a change to every object in the description, from the inside out.
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

/// The names of all schemas that a part refers to, directly or indirectly.
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
