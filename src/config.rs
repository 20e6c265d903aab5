//! Flags and environment, read once, for the binary.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU16;
use std::path::PathBuf;

use axum::http::HeaderValue;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use ipnet::IpNet;
use jiff::SignedDuration;
use tracing_subscriber::EnvFilter;

use crate::http::bounds::{Bounds, a_day, a_second, most};
use crate::http::settings::{AdminToken, Settings};
use crate::service::people::refill::RefillTerms;
use crate::service::room::bots::BotBounds;
use crate::service::room::bounds::RoomBounds;
use crate::service::table::preset::Presets;
use cardroom_bots::arena;
#[cfg(feature = "play")]
use cardroom_client::flags::{PlayFlags, ReplayFlags};
use cardroom_load::flags::LoadFlags;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::{Chips, MOST_CHIPS};
use cardroom_rules::games::holdem::equity::question::Question;

/// A self-hosted card-game backend: exact rules, durable moves, hidden cards that stay hidden.
#[derive(Clone, Debug, Parser)]
#[command(name = "cardroom", version, args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    /// What to do; `serve` where absent.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// For `serve`, where no command is named.
    #[command(flatten)]
    pub serve: Serve,
}

impl CommandLine {
    /// Whether a server is started whose log is of JSON.
    pub fn logs_json(&self) -> bool {
        let serve = match &self.command {
            None => &self.serve,
            Some(Command::Serve(serve)) => serve,
            Some(_) => return false,
        };
        serve.log_format == LogFormat::Json
    }
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Start the server.
    Serve(Box<Serve>),
    /// The rank table.
    #[command(subcommand)]
    Ranks(RanksCommand),
    /// Print the API's description (OpenAPI 3.1, YAML).
    Openapi,
    /// Compare hands or ranges: who wins how often.
    Equity(Equity),
    /// Let computer players play against each other: which one is better, and by how much.
    Arena(arena::flags::Flags),
    /// Ask a running server whether it lives: exit code 0, or 1.
    Health(Health),
    /// Play at a server as fast as it answers, and tell how many moves a second it takes and how long they wait.
    Load(LoadFlags),
    /// Play in the terminal: at a server, or alone with computer players.
    #[cfg(feature = "play")]
    Play(PlayFlags),
    /// Look at a hand again, step by step, in the terminal.
    #[cfg(feature = "play")]
    Replay(ReplayFlags),
}

/// What to do with the rank table.
#[derive(Clone, Debug, Subcommand)]
pub enum RanksCommand {
    /// Compute it and write it into the data folder.
    Build(Data),
}

/// Where everything is kept.
#[derive(Clone, Debug, Args)]
pub struct Data {
    /// The folder for the database and the rank table.
    #[arg(long, env = "CARDROOM_DATA", value_name = "FOLDER", default_value = "data")]
    pub data: PathBuf,
}

impl Data {
    /// The rank table's file.
    pub fn ranks(&self) -> PathBuf {
        self.data.join("ranks.bin")
    }
}

/// Who is compared, on what board.
#[derive(Clone, Debug, Args)]
pub struct Equity {
    /// Hands or ranges, one a player: AhKh, "QQ+, A5s-A2s, KTo+@50", 40%, random.
    #[arg(required = true, value_name = "HANDS")]
    pub players: Vec<String>,
    /// Three to five cards, like 2h7hTc.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub board: Cards,
    /// Cards that are out of play.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub dead: Cards,
    /// Count all of it, or fail: no estimate.
    #[arg(long)]
    pub exact: bool,
    /// Print JSON, as the server would answer.
    #[arg(long)]
    pub json: bool,
}

impl Equity {
    /// As it is asked over HTTP.
    pub fn question(&self) -> Question {
        Question {
            players: self.players.clone(),
            board: self.board.0.clone(),
            dead: self.dead.0.clone(),
            exact: self.exact,
        }
    }
}

/// Cards in one text, with or without spaces and commas between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cards(Vec<Card>);

/// Text that is not cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("card {place} is none: cards are like 2h7hTc")]
pub struct NotCards {
    /// Which of them, from 1.
    place: usize,
}

impl std::str::FromStr for Cards {
    type Err = NotCards;

    fn from_str(text: &str) -> Result<Self, NotCards> {
        let letters: Vec<char> = text.chars().filter(|letter| !matches!(letter, ' ' | ',')).collect();
        let card = |(place, pair): (usize, &[char])| {
            pair.iter().collect::<String>().parse().map_err(|_| NotCards { place: place + 1 })
        };
        letters.chunks(2).enumerate().map(card).collect::<Result<_, _>>().map(Self)
    }
}

/// Where to ask.
#[derive(Clone, Debug, Args)]
pub struct Health {
    /// Where the server listens.
    #[arg(long, env = "CARDROOM_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
}

/// How to serve.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Where to listen.
    #[arg(long, env = "CARDROOM_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Where everything is kept.
    #[command(flatten)]
    pub data: Data,
    /// The database: `sqlite:FILE`; `cardroom.sqlite` in the data folder where absent.
    #[arg(long, env = "CARDROOM_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<DatabaseUrl>,
    /// Start although something of the database is gone since it was last open, with what is left.
    #[arg(long, env = "CARDROOM_ACCEPT_LOSS")]
    pub accept_loss: bool,
    /// How logs are written, to standard error; with `json`, standard output has one object a line as well.
    #[arg(long, env = "CARDROOM_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// What is logged: a level, or `target=level` with commas between.
    #[arg(long, env = "CARDROOM_LOG", value_name = "FILTER", default_value = "info", value_parser = filter)]
    pub log: String,
    /// What opens the admin's doors, 16 characters or more; without it they stay shut.
    #[arg(long, env = "CARDROOM_ADMIN_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub admin_token: Option<AdminToken>,
    /// The web pages whose scripts may call, by origin, with commas between.
    #[arg(
        long,
        env = "CARDROOM_CORS_ORIGINS",
        value_name = "ORIGINS",
        value_delimiter = ',',
        value_parser = origin
    )]
    pub cors_origins: Vec<HeaderValue>,
    /// The proxies whose X-Forwarded-For is believed: addresses or networks, with commas between.
    #[arg(
        long,
        env = "CARDROOM_TRUSTED_PROXIES",
        value_name = "NETWORKS",
        value_delimiter = ',',
        value_parser = network
    )]
    pub trusted_proxies: Vec<IpNet>,
    /// The play chips that a new player is given.
    #[arg(
        long,
        env = "CARDROOM_GUEST_CHIPS",
        value_name = "CHIPS",
        default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(..=MOST_GRANT)
    )]
    pub guest_chips: Chips,
    /// The play chips that a player who has lost theirs may ask for; 0 gives none.
    #[arg(
        long,
        env = "CARDROOM_REFILL",
        value_name = "CHIPS",
        default_value_t = 2_000,
        value_parser = clap::value_parser!(u64).range(..=MOST_GRANT)
    )]
    pub refill: Chips,
    /// How many hours it takes from one refill to a player's next.
    #[arg(long, env = "CARDROOM_REFILL_EVERY", value_name = "HOURS", default_value = "24")]
    pub refill_every: NonZeroU16,
    /// Who has as many chips, those at tables counted, is given none.
    #[arg(
        long,
        env = "CARDROOM_REFILL_BELOW",
        value_name = "CHIPS",
        default_value_t = 500,
        value_parser = clap::value_parser!(u64).range(..=MOST_GRANT)
    )]
    pub refill_below: Chips,
    /// How much there may be of what strangers and players ask for.
    #[command(flatten)]
    pub bounds: Bounds,
    /// The kinds of table that the house offers: a file with a list of tables' options, in JSON.
    #[arg(long, env = "CARDROOM_PRESETS", value_name = "FILE")]
    pub presets: Option<PathBuf>,
    /// How many computer players may sit at all tables.
    #[arg(long, env = "CARDROOM_BOTS", value_name = "NUMBER", default_value_t = BotBounds::MOST)]
    pub bots: u32,
    /// How many of them may sit at the tables of one host.
    #[arg(long, env = "CARDROOM_BOTS_OF_HOST", value_name = "NUMBER", default_value = "60")]
    pub bots_of_host: u32,
    /// How many chips a player may win from computer players in a day; 0 is no bound.
    #[arg(
        long,
        env = "CARDROOM_BOT_WINNINGS_PER_DAY",
        value_name = "CHIPS",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(..=MOST_CHIPS)
    )]
    pub bot_winnings_per_day: Chips,
}

/// The largest first grant: eight million players may have it before the house's chips pass [`MOST_CHIPS`].
const MOST_GRANT: Chips = MOST_CHIPS >> 23;

impl Serve {
    /// Where the database is.
    pub fn database(&self) -> DatabaseUrl {
        let file = || DatabaseUrl(format!("sqlite:{}", self.data.data.join("cardroom.sqlite").display()));
        self.database_url.clone().unwrap_or_else(file)
    }

    /// How much the room holds.
    pub fn room_bounds(&self) -> RoomBounds {
        RoomBounds {
            bots: BotBounds {
                most: self.bots,
                most_of_host: self.bots_of_host,
                winnings_a_day: self.bot_winnings_per_day,
            },
            bots_of_address: most(self.bounds.bots_of_address),
            tables_of_address: most(self.bounds.tables_of_address),
            waiting_of_address: most(self.bounds.waiting_of_address),
            chairs_of_address: most(self.bounds.chairs_of_address),
            moves_of_address: a_second(self.bounds.moves_of_address),
            moves_of_address_a_day: a_day(self.bounds.writes_of_address_a_day),
            streams_of_player: most(self.bounds.streams_of_player),
            streams_of_table: most(self.bounds.streams_of_table),
        }
    }

    /// On what terms chips are given anew.
    fn refill_terms(&self) -> Option<RefillTerms> {
        (self.refill > 0).then(|| RefillTerms {
            chips: self.refill,
            every: SignedDuration::from_hours(self.refill_every.get().into()),
            below: self.refill_below,
        })
    }

    /// How the doors are set, with these kinds of table.
    pub fn settings(&self, presets: Presets) -> Settings {
        Settings {
            first_grant: self.guest_chips,
            refill: self.refill_terms(),
            admin_token: self.admin_token.clone(),
            cors_origins: self.cors_origins.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            bounds: self.bounds,
            presets,
        }
    }
}

/// How logs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one object a line.
    Json,
}

/// Which database: `sqlite:FILE`, or `sqlite::memory:` for one that is gone with the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A URL that names no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("only sqlite:FILE is supported, without options")]
pub struct NotADatabase;

impl std::str::FromStr for DatabaseUrl {
    type Err = NotADatabase;

    fn from_str(text: &str) -> Result<Self, NotADatabase> {
        let file = text.strip_prefix("sqlite:").ok_or(NotADatabase)?;
        let file = file.strip_prefix("//").unwrap_or(file);
        let fits = !file.is_empty() && !file.contains('?');
        if fits { Ok(Self(text.to_owned())) } else { Err(NotADatabase) }
    }
}

fn filter(text: &str) -> Result<String, String> {
    EnvFilter::try_new(text).map(|_| text.to_owned()).map_err(|error| error.to_string())
}

fn origin(text: &str) -> Result<HeaderValue, &'static str> {
    // Pages within an app have the app's own scheme: `capacitor://localhost`.
    let (scheme, host) = text.split_once("://").unzip();
    let is_scheme = |scheme: &str| {
        let mut letters = scheme.chars();
        letters.next().is_some_and(|letter| letter.is_ascii_lowercase())
            && letters.all(|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || "+-.".contains(letter)
            })
    };
    let host = host.filter(|_| scheme.is_some_and(is_scheme));
    let fits = host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '*', '?', '#', ' ']));
    let value = HeaderValue::from_str(text).ok().filter(|_| fits);
    value.ok_or("an origin is like https://play.example.org")
}

/// The variables of the environment that begin as this program's do, and that it does not know.
pub fn unknown_variables(given: impl Iterator<Item = String>) -> Vec<String> {
    fn known(command: &clap::Command, into: &mut Vec<String>) {
        let names = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str());
        into.extend(names.map(str::to_owned));
        command.get_subcommands().for_each(|command| known(command, into));
    }
    let mut all = Vec::new();
    known(&CommandLine::command(), &mut all);
    given.filter(|name| name.starts_with("CARDROOM_") && !all.contains(name)).collect()
}

fn network(text: &str) -> Result<IpNet, &'static str> {
    let address = text.parse::<IpAddr>().map(IpNet::from).ok();
    address.or_else(|| text.parse().ok()).ok_or("not an address, nor a network like 10.0.0.0/8")
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Command, CommandLine, unknown_variables};

    #[test]
    fn a_mistyped_variable_is_noticed() {
        let given = ["CARDROOM_DATA", "CARDROOM_LISTN", "PATH"].map(str::to_owned);
        assert_eq!(unknown_variables(given.into_iter()), ["CARDROOM_LISTN"]);
    }

    #[test]
    fn pages_within_an_app_have_an_origin() {
        for fits in
            ["https://a.example", "http://localhost:5173", "capacitor://localhost", "ionic://localhost"]
        {
            assert!(super::origin(fits).is_ok(), "{fits}");
        }
        for bad in ["localhost", "https://", "https://a/b", "*", "ca pa://x", "://x"] {
            assert!(super::origin(bad).is_err(), "{bad}");
        }
    }

    fn parse(arguments: &[&str]) -> Result<CommandLine, String> {
        let arguments = std::iter::once(&"cardroom").chain(arguments);
        CommandLine::try_parse_from(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn serving_is_what_is_done_without_a_command() {
        let line = parse(&["--data", "/srv/cards"]).unwrap();
        assert!(line.command.is_none());
        assert_eq!(line.serve.database().as_str(), "sqlite:/srv/cards/cardroom.sqlite");
        assert!(matches!(parse(&["serve", "--listen", "[::]:80"]).unwrap().command, Some(Command::Serve(_))));
    }

    #[test]
    fn a_wrong_value_is_named() {
        let wrong = [
            (["--listen", "nowhere"], "--listen"),
            (["--database-url", "mysql://host/db"], "only sqlite:FILE"),
            (["--database-url", "sqlite:"], "only sqlite:FILE"),
            (["--log-format", "xml"], "--log-format"),
            (["--log", "a=b=c"], "--log"),
            (["--admin-token", "short"], "16 to 256"),
            (["--cors-origins", "play.example.org"], "an origin is like"),
            (["--trusted-proxies", "10.0.0.0/33"], "nor a network"),
            (["--guest-chips", "many"], "--guest-chips"),
            (["--guests-per-hour", "few"], "--guests-per-hour"),
        ];
        for (arguments, says) in wrong {
            let said = parse(&arguments).unwrap_err();
            assert!(said.contains(says), "{arguments:?}: {said}");
        }
    }

    #[test]
    fn cards_need_nothing_between_them() {
        for board in ["2h7hTc", "2h 7h Tc", "2h, 7h,Tc"] {
            let line = parse(&["equity", "AA", "KK", "--board", board]).unwrap();
            let Some(Command::Equity(equity)) = line.command else { panic!() };
            assert_eq!(equity.question().board.len(), 3);
        }
        assert!(parse(&["equity", "AA", "KK", "--dead", "2h7x"]).unwrap_err().contains("card 2 is none"));
        assert!(parse(&["equity"]).unwrap_err().contains("HANDS"));
    }

    #[test]
    fn secrets_are_not_shown() {
        let line = parse(&["--admin-token", "0123456789abcdef"]).unwrap();
        assert!(!format!("{line:?}").contains("0123456789abcdef"));
    }

    #[test]
    fn lists_have_commas() {
        let line = parse(&["--trusted-proxies", "10.0.0.0/8,::1", "--cors-origins", "https://a.example"]);
        let settings = line.unwrap().serve.settings(crate::service::table::preset::Presets::ready().unwrap());
        assert_eq!(settings.trusted_proxies, ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()]);
        assert_eq!(settings.cors_origins, ["https://a.example"]);
    }
}
