//! The login and password of a player.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A login: 3 to 64 of `a–z 0–9 . _ @ -`. Capitals are lowered, so that a login is unique regardless of case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, min_length = 3, max_length = 64, pattern = "^[A-Za-z0-9._@-]+$", example = "ada@example.org")]
pub struct Login(String);

/// Text that is no login.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a login has 3 to 64 characters, each one of a-z, 0-9, '.', '_', '@' and '-'")]
pub struct NotALogin;

impl Login {
    /// As text, in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Login {
    type Error = NotALogin;

    fn try_from(text: String) -> Result<Self, NotALogin> {
        let login = text.to_ascii_lowercase();
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._@-".contains(&byte);
        if (3..=64).contains(&login.len()) && login.bytes().all(fits) {
            Ok(Self(login))
        } else {
            Err(NotALogin)
        }
    }
}

/// A password: 8 to 256 characters of anything. `Debug` shows nothing of it.
// Only a client writes it, to send it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, format = Password, min_length = 8, max_length = 256)]
pub struct Password(String);

/// Text that is no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a password has 8 to 256 characters")]
pub struct NotAPassword;

impl Password {
    /// The bytes to hash.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl TryFrom<String> for Password {
    type Error = NotAPassword;

    fn try_from(text: String) -> Result<Self, NotAPassword> {
        if (8..=256).contains(&text.chars().count()) { Ok(Self(text)) } else { Err(NotAPassword) }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Password")
    }
}

#[cfg(test)]
mod tests {
    use super::{Login, Password};

    #[test]
    fn a_login_is_lowered_and_plain() {
        let login = |text: &str| Login::try_from(text.to_owned()).ok().map(|login| login.as_str().to_owned());
        assert_eq!(login("Ada@Example.org"), Some("ada@example.org".to_owned()));
        assert_eq!(login(&"a".repeat(64)), Some("a".repeat(64)));
        for bad in ["", "ab", "a b c", "ädä", "ada\n", "a/b/c"] {
            assert_eq!(login(bad), None, "{bad:?}");
        }
        assert_eq!(login(&"a".repeat(65)), None);
    }

    #[test]
    fn a_password_is_long_enough_and_stays_hidden() {
        let password = |text: &str| Password::try_from(text.to_owned());
        assert!(password("1234567").is_err());
        assert!(password("密码密码").is_err(), "characters count, not bytes");
        assert!(password(&"x".repeat(257)).is_err());
        assert!(password(&"密".repeat(256)).is_ok());
        assert_eq!(format!("{:?}", password("correct horse").unwrap()), "Password");
    }
}
