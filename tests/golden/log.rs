//! A hand as it was logged: lines `setup`, `deck`, `event` and `outcome`, each with JSON as the store has it.

use std::fs;
use std::path::{Path, PathBuf};

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{AnyEvent, AnyHand, AnySetup, AnyStanding, GameKind};
use cardroom_rules::games::game::{Game, Outcome, Step};
use serde::Deserialize;
use serde_json::{Value, json};

/// The files, in folders by the release of the rules that they were recorded under.
pub struct Log {
    /// `1/holdem-side-pots.log`.
    pub name: String,
    pub release: u32,
    pub game: GameKind,
    pub setup: Value,
    pub deck: Deck,
    pub events: Vec<Value>,
    pub outcome: Value,
}

#[derive(Deserialize)]
struct StoredDeck {
    cards: Vec<Card>,
    lots: [u64; 4],
}

/// The folder of golden files; a test may use another one.
pub fn folder() -> PathBuf {
    let here = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    std::env::var_os("CARDROOM_GOLDEN").map_or_else(here, PathBuf::from)
}

/// Every log below the folder, in order.
pub fn logs() -> Vec<Log> {
    let logs: Vec<Log> = names().iter().map(|name| Log::read(name)).collect();
    assert!(logs.len() > 20, "the logs are not where they were");
    logs
}

/// The names of all logs.
pub fn names() -> Vec<String> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let releases = entries(&folder().join("logs")).into_iter().filter(|path| path.is_dir());
    let files = releases.flat_map(|release| entries(&release));
    let mut names: Vec<String> = files
        .map(|file| file.strip_prefix(folder().join("logs")).unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

impl Log {
    fn read(name: &str) -> Self {
        let text = fs::read_to_string(folder().join("logs").join(name)).unwrap();
        let (release, file) = name.split_once('/').unwrap();
        let game = file.split('-').next().unwrap();
        let game = GameKind::ALL.iter().copied().find(|kind| kind.name() == game);
        let mut lines = text.lines();
        assert!(lines.next().is_some_and(|line| line.starts_with("# ")), "{name} does not say what it shows");
        let bodies = |kind: &str| -> Vec<Value> {
            let prefix = format!("{kind} ");
            let of_kind = text.lines().filter_map(|line| line.strip_prefix(&prefix));
            of_kind.map(|body| serde_json::from_str(body).unwrap()).collect()
        };
        let [setup, deck, outcome] = ["setup", "deck", "outcome"].map(|kind| bodies(kind).pop().unwrap());
        let StoredDeck { cards, lots } = serde_json::from_value(deck).unwrap();
        let events = bodies("event");
        assert_eq!(text.lines().count(), events.len() + 4, "{name} holds something else");
        let (release, game) = (release.parse().unwrap(), game.expect("a game"));
        Self { name: name.to_owned(), release, game, setup, deck: Deck { cards, lots }, events, outcome }
    }

    /// The hand before its first event.
    pub fn hand(&self) -> AnyHand {
        let setup: AnySetup = self.own(&self.setup);
        AnyHand::new(&setup, self.deck.clone()).unwrap_or_else(|why| panic!("{}: {why}", self.name))
    }

    /// Its events, in today's types.
    pub fn events(&self) -> Vec<AnyEvent> {
        self.events.iter().map(|event| self.own(event)).collect()
    }

    /// A value of this game as one of any game.
    pub fn own<T: for<'a> Deserialize<'a>>(&self, value: &Value) -> T {
        serde_json::from_value(json!({self.game.name(): value}))
            .unwrap_or_else(|why| panic!("{}: {why}: {value}", self.name))
    }

    /// Panics unless the hand is over, and ended as is logged.
    pub fn assert_ended(&self, hand: &AnyHand) {
        let Step::Over(outcome) = hand.step() else { panic!("{}: the hand is not over", self.name) };
        assert_eq!(json_of(self.game, &outcome), self.outcome, "{}", self.name);
    }
}

/// An outcome as a log has it.
pub fn json_of(game: GameKind, outcome: &Outcome<AnyStanding>) -> Value {
    let standing = serde_json::to_value(&outcome.standing).unwrap()[game.name()].take();
    json!({"void": outcome.void, "rake": outcome.rake, "stacks": outcome.stacks, "standing": standing})
}
