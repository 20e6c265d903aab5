//! The commands for a database while no server runs on it: `migrate` and `copy`.

use std::error::Error;
use std::io::{self, Write};

use cardroom::config::command_line::{CopyFlags, OfDatabase};
use cardroom::service::ports::store::DATA_RELEASE;
use cardroom::store::copy::CopiedRows;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::open::OnLoss;
use tokio::runtime::Runtime;

/// Brings the schema of the database up to date.
pub fn migrate(flags: &OfDatabase) -> Result<(), Box<dyn Error>> {
    let config = flags.config()?;
    Runtime::new()?.block_on(async {
        let database = Database::open(config.database.as_str(), OnLoss::Refuse, Migrate::AtStart).await?;
        database.close().await;
        Ok(writeln!(io::stdout(), "the database has the schema of release {DATA_RELEASE}")?)
    })
}

/// Copies a card room into another database.
pub fn copy(flags: &CopyFlags) -> Result<(), Box<dyn Error>> {
    let (from, to) = (flags.from.database()?, flags.to.database()?);
    Runtime::new()?.block_on(async {
        // What is copied is left as it is.
        let from = Database::open(from.as_str(), OnLoss::Refuse, Migrate::Elsewhere).await?;
        let copied = copy_into(&from, to.as_str()).await;
        from.close().await;
        copied
    })
}

async fn copy_into(from: &Database, to: &str) -> Result<(), Box<dyn Error>> {
    let to = Database::open(to, OnLoss::Refuse, Migrate::AtStart).await?;
    // A line that cannot be written stops nothing.
    let report = |copied: CopiedRows| drop(writeln!(io::stdout(), "{copied}"));
    let copied = from.copy_to(&to, report).await;
    to.close().await;
    let copied = copied?;
    let audit = if copied.audit.holds() { "holds" } else { "does not hold, on neither side" };
    Ok(writeln!(io::stdout(), "both have the same rows, with the hash {}; the audit {audit}", copied.hash)?)
}
