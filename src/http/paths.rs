//! What is known of a path before anything of it is asked.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::Method;

use super::openapi::described::{Describe, Description, described};
use super::openapi::judge::Judge;
use super::problem::Problem;

/// The paths of the description.
pub struct Paths {
    known: matchit::Router<Arc<KnownPath>>,
    elsewhere: Arc<KnownPath>,
}

/// A path of the description, or all that are not in it.
pub struct KnownPath {
    /// As the description has it: `/v1/tables/{id}`; empty for what is not in it.
    pub template: String,
    /// How long an answer may take.
    pub time: Duration,
    describe: Describe,
    /// What holds bodies against the description, by method; found when a first body comes.
    judges: OnceLock<&'static [(Method, Judge)]>,
}

impl Paths {
    /// Those of this description. What is not among them has so much time.
    pub fn new(describe: Describe, time: Duration) -> Self {
        Self { known: matchit::Router::new(), elsewhere: Arc::new(KnownPath::new("", time, describe)) }
    }

    /// Takes up a path, whose answers may take so long. The framework's router, which has the same paths, refuses those of which one
    /// cannot be told from another.
    pub fn know(&mut self, template: &str, time: Duration) {
        let path = Arc::new(KnownPath::new(template, time, self.elsewhere.describe));
        self.known.insert(template, path).ok();
    }

    /// What is known of the path of a request.
    pub fn of(&self, path: &str) -> &Arc<KnownPath> {
        self.known.at(path).map_or(&self.elsewhere, |found| found.value)
    }
}

impl KnownPath {
    fn new(template: &str, time: Duration, describe: Describe) -> Self {
        Self { template: template.to_owned(), time, describe, judges: OnceLock::new() }
    }

    /// The description.
    pub fn description(&self) -> Result<&'static Description, Problem> {
        described(self.describe)
    }

    /// What holds the body of a request against the description, where one is taken.
    pub fn judge(&self, method: &Method) -> Result<Option<&'static Judge>, Problem> {
        let find = || {
            let found = self.description()?.bodies_at(&self.template);
            Ok::<_, Problem>(*self.judges.get_or_init(|| found))
        };
        let judges = self.judges.get().map_or_else(find, |judges| Ok(*judges))?;
        Ok(judges.iter().find(|(of, _)| of == method).map(|(_, judge)| judge))
    }
}
