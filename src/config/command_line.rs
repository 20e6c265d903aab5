//! The command line.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, CommandFactory, Parser, Subcommand};

use super::flags::Flags;
use super::given::Given;
use super::in_force::InForce;
use super::keys::{DATA, DATABASE_URL, LISTEN, PREFIX, keys};
use super::server_config::ServerConfig;
use super::values::{DatabaseUrl, NotADatabase, without_password};
use super::wrong_setting::WrongSetting;
use cardroom_bots::arena;
#[cfg(feature = "play")]
use cardroom_client::flags::{PlayFlags, ReplayFlags};
use cardroom_load::flags::LoadFlags;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::holdem::equity::question::Question;

/// A self-hosted card-game backend: exact rules, durable moves, hidden cards that stay hidden.
#[derive(Clone, Debug, Parser)]
#[command(name = "cardroom", version, args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    /// The command; `serve` if absent.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// The flags of `serve`, if no command is given.
    #[command(flatten)]
    pub serve: Serve,
}

/// The command.
#[derive(Clone, Debug, Subcommand)]
pub enum CliCommand {
    /// Start the server.
    Serve(Serve),
    /// Print the settings that are in force, and where each value comes from.
    Config(Show),
    /// Bring the schema of the database up to date.
    Migrate(OfDatabase),
    /// Copy a whole card room into another, empty database, and verify the copy.
    Copy(CopyFlags),
    /// Manage the rank table.
    #[command(subcommand)]
    Ranks(RanksCommand),
    /// Print the API's description (OpenAPI 3.1, YAML).
    Openapi,
    /// Compare hands or ranges: how often each wins.
    Equity(Equity),
    /// Let computer players play against each other, to see which one is better, and by how much.
    Arena(arena::flags::Flags),
    /// Ask a running server whether it is healthy: exit code 0, or 1.
    Health(Health),
    /// Play at a server as fast as it answers, and print its moves a second and their waiting times.
    Load(LoadFlags),
    /// Play in the terminal: at a server, or alone with computer players.
    #[cfg(feature = "play")]
    Play(PlayFlags),
    /// Look at a hand again, step by step, in the terminal.
    #[cfg(feature = "play")]
    Replay(ReplayFlags),
}

/// A command for the rank table: the strengths of all hands of five cards, in a file.
#[derive(Clone, Debug, Subcommand)]
pub enum RanksCommand {
    /// Compute it and write it into the data folder.
    Build(InFolder),
}

/// The flag that names the file with settings.
#[derive(Clone, Debug, Default, Args)]
pub struct ConfigFile {
    /// The file with settings [default: cardroom.toml, if it exists].
    #[arg(long, env = "CARDROOM_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// The flags of `serve`.
#[derive(Clone, Debug, Default, Args)]
pub struct Serve {
    /// The file with settings.
    #[command(flatten)]
    pub file: ConfigFile,
    /// Start with what is left after a part of the database was lost.
    #[arg(long, env = "CARDROOM_ACCEPT_LOSS")]
    pub accept_loss: bool,
    /// The settings that have flags.
    #[command(flatten)]
    pub flags: Flags,
}

impl Serve {
    /// The settings that are in force for this process: those of the file, the variables and the flags, and the defaults.
    ///
    /// # Errors
    /// A setting is unknown or is not of its kind, or the file with settings cannot be read.
    pub fn in_force(&self) -> Result<InForce, WrongSetting> {
        Given::here(self.file.config.as_deref(), self.flags.clone())?.in_force()
    }

    /// The configuration of the server.
    ///
    /// # Errors
    /// A setting is unknown or has a value that is not allowed, or the file with settings cannot be read.
    pub fn config(&self) -> Result<ServerConfig, WrongSetting> {
        ServerConfig::read(&self.in_force()?, self.accept_loss)
    }
}

/// The flags of `config`.
#[derive(Clone, Debug, Args)]
pub struct Show {
    /// The flags of `serve`, whose settings are printed.
    #[command(flatten)]
    pub serve: Serve,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The flags of commands that need only the data folder.
#[derive(Clone, Debug, Args)]
pub struct InFolder {
    /// The file with settings.
    #[command(flatten)]
    pub file: ConfigFile,
    /// The folder for the rank table.
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<String>,
}

impl InFolder {
    /// The configuration of a server with this data folder.
    pub fn config(&self) -> Result<ServerConfig, WrongSetting> {
        let flags = self.data.iter().fold(Flags::default(), |flags, data| flags.with(DATA, data));
        Serve { file: self.file.clone(), accept_loss: false, flags }.config()
    }
}

/// The flags of commands that need only the database.
#[derive(Clone, Debug, Args)]
pub struct OfDatabase {
    /// The file with settings.
    #[command(flatten)]
    pub file: ConfigFile,
    /// The data folder.
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<String>,
    /// The database; if absent, the one of the settings.
    #[arg(long, value_name = "URL")]
    pub database_url: Option<GivenUrl>,
}

impl OfDatabase {
    /// The configuration of a server with this database.
    pub fn config(&self) -> Result<ServerConfig, WrongSetting> {
        let flags = self.data.iter().fold(Flags::default(), |flags, data| flags.with(DATA, data));
        let urls = self.database_url.iter();
        let flags = urls.fold(flags, |flags, GivenUrl(url)| flags.with(DATABASE_URL, url));
        Serve { file: self.file.clone(), accept_loss: false, flags }.config()
    }
}

/// The flags of `copy`.
#[derive(Clone, Debug, Args)]
pub struct CopyFlags {
    /// The database to copy: sqlite:FILE, sqlite:FOLDER or postgres://USER:PASSWORD@HOST/DATABASE. No server may run on it.
    #[arg(long, env = "CARDROOM_COPY_FROM", hide_env_values = true, value_name = "URL")]
    pub from: GivenUrl,
    /// The database to copy into. It must be empty.
    #[arg(long, env = "CARDROOM_COPY_TO", hide_env_values = true, value_name = "URL")]
    pub to: GivenUrl,
}

/// The URL of a database as it was given. `Debug` shows no password.
#[derive(Clone)]
pub struct GivenUrl(String);

impl GivenUrl {
    /// The database that it names. If it names a folder, it is the usual database in there.
    ///
    /// # Errors
    /// It names none.
    pub fn database(&self) -> Result<DatabaseUrl, NotADatabase> {
        let url: DatabaseUrl = self.0.parse()?;
        let path = self.0.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path));
        let folder = path.map(Path::new).filter(|path| path.is_dir());
        Ok(folder.map_or(url, DatabaseUrl::within))
    }
}

impl FromStr for GivenUrl {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for GivenUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("GivenUrl").field(&without_password(&self.0)).finish()
    }
}

/// The flags of `equity`: the hands to compare, and the board.
#[derive(Clone, Debug, Args)]
pub struct Equity {
    /// Hands or ranges, one a player: AhKh, "QQ+, A5s-A2s, KTo+@50", 40%, random.
    #[arg(required = true, value_name = "HANDS")]
    pub players: Vec<String>,
    /// The board: three to five cards, like 2h7hTc; without it, before the flop.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub board: Cards,
    /// Cards that are out of play.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub dead: Cards,
    /// Enumerate every deal, or fail if they are too many; without it, such a result is estimated.
    #[arg(long)]
    pub exact: bool,
    /// Print JSON, as the server would answer.
    #[arg(long)]
    pub json: bool,
}

impl Equity {
    /// The same question as a request to the API.
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
#[error("card {place} is not a card: write cards like 2h7hTc")]
pub struct NotCards {
    /// The position of the wrong card in the text, from 1.
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

/// The flags of `health`.
#[derive(Clone, Debug, Args)]
pub struct Health {
    /// The file with settings.
    #[command(flatten)]
    pub file: ConfigFile,
    /// The address and port at which the server listens; if absent, those of its settings.
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
}

impl Health {
    /// The configuration of the server at this address.
    pub fn config(&self) -> Result<ServerConfig, WrongSetting> {
        let flags = self.listen.iter().fold(Flags::default(), |flags, listen| flags.with(LISTEN, listen));
        Serve { file: self.file.clone(), accept_loss: false, flags }.config()
    }
}

/// The names among `given` that begin with `CARDROOM_` and are no variable of this program, so that a misspelt one is noticed.
pub fn unknown_variables(given: impl Iterator<Item = String>) -> Vec<String> {
    fn known(command: &clap::Command, into: &mut Vec<String>) {
        let names = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str());
        into.extend(names.map(str::to_owned));
        command.get_subcommands().for_each(|command| known(command, into));
    }
    let variables = keys().flat_map(|key| [Some(key.variable()), key.old_variable()]);
    let mut all: Vec<String> = variables.flatten().collect();
    known(&CommandLine::command(), &mut all);
    given.filter(|name| name.starts_with(PREFIX) && !all.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::super::keys::{LISTEN, key};
    use super::{CliCommand, CommandLine, unknown_variables};

    fn parse(arguments: &[&str]) -> Result<CommandLine, String> {
        let arguments = std::iter::once(&"cardroom").chain(arguments);
        CommandLine::try_parse_from(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn a_mistyped_variable_is_noticed() {
        let given = [
            "CARDROOM_DATA",
            "CARDROOM_CONFIG",
            "CARDROOM_BOTS",
            "CARDROOM_LIMITS_BOTS",
            "CARDROOM_LISTN",
            "PATH",
        ];
        assert_eq!(unknown_variables(given.map(str::to_owned).into_iter()), ["CARDROOM_LISTN"]);
    }

    #[test]
    fn serving_is_the_default_command() {
        let line = parse(&["--listen", "[::]:80"]).unwrap();
        assert!(line.command.is_none());
        assert_eq!(line.serve.flags.get(LISTEN), Some("[::]:80"));
        let line = parse(&["serve", "--listen", "[::]:80"]).unwrap();
        assert!(matches!(line.command, Some(CliCommand::Serve(serve)) if serve.flags.get(LISTEN).is_some()));
    }

    #[test]
    fn flags_of_earlier_releases_are_taken_and_not_shown() {
        let line = parse(&["--reads-of-address=3", "--guest-chips=4"]).unwrap();
        assert_eq!(line.serve.flags.get(key("limits.reads_of_address").unwrap()), Some("3"));
        let help = parse(&["serve", "--help"]).unwrap_err();
        assert!(help.contains("--limits-profile") && help.contains("CARDROOM_LISTEN"), "{help}");
        assert!(!help.contains("--reads-of-address") && !help.contains("--guest-chips"), "{help}");
        assert!(parse(&["--limits-reads-of-address=3"]).is_err());
    }

    #[test]
    fn cards_need_nothing_between_them() {
        for board in ["2h7hTc", "2h 7h Tc", "2h, 7h,Tc"] {
            let line = parse(&["equity", "AA", "KK", "--board", board]).unwrap();
            let Some(CliCommand::Equity(equity)) = line.command else { panic!() };
            assert_eq!(equity.question().board.len(), 3);
        }
        assert!(
            parse(&["equity", "AA", "KK", "--dead", "2h7x"]).unwrap_err().contains("card 2 is not a card")
        );
        assert!(parse(&["equity"]).unwrap_err().contains("HANDS"));
    }

    #[test]
    fn passwords_of_databases_are_not_shown() {
        let url = "postgres://ann:secret@host/cards";
        for line in [&["copy", "--from", "sqlite:data", "--to", url], &["migrate", "--database-url", url]]
            as [&[&str]; 2]
        {
            assert!(!format!("{:?}", parse(line).unwrap()).contains("secret"));
        }
        let line = parse(&["copy", "--from", "mysql://ann:secret@host/db", "--to", url]).unwrap();
        let Some(CliCommand::Copy(flags)) = line.command else { panic!() };
        assert!(!flags.from.database().unwrap_err().to_string().contains("secret"));
    }

    #[test]
    fn secrets_are_not_shown() {
        let line = parse(&["--admin-token", "0123456789abcdef"]).unwrap();
        assert!(!format!("{line:?}").contains("0123456789abcdef"));
    }
}
