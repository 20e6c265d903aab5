//! The built-in structures.

use std::path::Path;

use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::levels::built_in::{Speed, built_in, levels_to_end};
use cardroom_rules::tournament::levels::structure::Stage;
use serde::Deserialize;

use crate::each::each;
use crate::tally::Tally;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Listed {
    Pause { pause: u32 },
    Level { sb: Chips, bb: Chips, ante: Chips, seconds: u32 },
}

impl From<&Stage> for Listed {
    fn from(stage: &Stage) -> Self {
        match stage {
            Stage::Break { seconds } => Self::Pause { pause: *seconds },
            Stage::Level(level) => Self::Level {
                sb: level.small_blind,
                bb: level.big_blind,
                ante: level.ante.amount(),
                seconds: level.length.count(),
            },
        }
    }
}

/// `structures`: levels and breaks.
pub fn structures(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        speed: Speed,
        stack: Chips,
        players: u32,
        minutes: u32,
        levels_to_end: usize,
        levels: Vec<Listed>,
    }
    each(file, |record: &Record, compared| {
        let Record { speed, stack, players, minutes, .. } = *record;
        compared.compare("levels", &levels_to_end(speed, stack, players), &Ok(record.levels_to_end));
        let structure = built_in(speed, stack, players, minutes);
        let stages: Option<Vec<Listed>> =
            structure.ok().map(|structure| structure.stages().iter().map(Listed::from).collect());
        compared.compare("stages", &stages.as_ref(), &Some(&record.levels));
    })
}
