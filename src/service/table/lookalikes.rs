//! Telling apart at a table whose names look alike.

use std::collections::HashMap;

use super::view::ChairView;
use crate::service::text::skeleton;

/// Gives each chair whose name looks like another's at the table a few digits of its player's identifier. They belong to
/// the player: who comes or goes changes nobody's.
pub fn tell_apart(chairs: &mut [ChairView]) {
    if chairs.len() < 2 {
        return;
    }
    let looks: Vec<String> = chairs.iter().map(|chair| skeleton(&chair.name)).collect();
    let mut alike: HashMap<&str, u32> = HashMap::new();
    for look in &looks {
        *alike.entry(look).or_default() += 1;
    }
    for (chair, look) in chairs.iter_mut().zip(&looks) {
        let is_alone = alike.get(look.as_str()).is_none_or(|&count| count < 2);
        chair.tag = (!is_alone).then(|| format!("{:04x}", chair.player.0.as_u128() & 0xffff));
    }
}
