//! A player's tokens, in the user's configuration folder: one file for each server, which only its owner can read.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The tokens of a sign-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Is sent with every request.
    pub access_token: String,
    /// Gets the next pair of tokens.
    pub refresh_token: String,
}

/// Where the tokens for one server are kept.
#[derive(Clone, Debug)]
pub struct TokenFile(Option<PathBuf>);

impl TokenFile {
    /// The file for the server at an address. Without a folder for it, tokens are kept as long as the program runs.
    pub fn of(url: &str) -> Self {
        Self(folder().map(|folder| folder.join(format!("{}.json", name_of(url)))))
    }

    /// A given file.
    pub fn at(path: PathBuf) -> Self {
        Self(Some(path))
    }

    /// No file: for a server that ends with this program.
    pub fn none() -> Self {
        Self(None)
    }

    /// The tokens in it.
    pub fn read(&self) -> Option<Tokens> {
        serde_json::from_str(&fs::read_to_string(self.0.as_ref()?).ok()?).ok()
    }

    /// Writes them, or removes the file. A new file replaces the old one, so another process reads the old tokens or
    /// the new ones.
    pub fn write(&self, tokens: Option<&Tokens>) -> io::Result<()> {
        let Some(path) = &self.0 else { return Ok(()) };
        let Some(tokens) = tokens else {
            return match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let beside = path.with_extension(format!("{}.tmp", std::process::id()));
        private(&beside)?.write_all(&serde_json::to_vec(tokens)?)?;
        fs::rename(&beside, path)
    }
}

/// A new file that only its owner can read.
fn private(path: &Path) -> io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn folder() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = of("XDG_CONFIG_HOME").or_else(|| {
        if cfg!(windows) { of("APPDATA") } else { of("HOME").map(|home| home.join(".config")) }
    })?;
    Some(base.join("cardroom"))
}

/// An address as the name of a file.
fn name_of(url: &str) -> String {
    url.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back_and_nobody_else_may_read_them() {
        let folder = std::env::temp_dir().join(format!("cardroom-tokens-{}", std::process::id()));
        let file = TokenFile::at(folder.join("one.json"));
        let tokens = Tokens { access_token: "cra_1".into(), refresh_token: "crr_1".into() };
        file.write(Some(&tokens)).unwrap();
        assert_eq!(file.read(), Some(tokens));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.join("one.json")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        file.write(None).unwrap();
        assert_eq!(file.read(), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn each_server_has_a_file_of_its_own() {
        assert_eq!(name_of("http://127.0.0.1:8080"), "http___127.0.0.1_8080");
    }
}
