//! Hashing passwords: slow on purpose, so off the async threads and bounded.

use std::thread;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

use super::account::Password;
use crate::service::work::pool::{Pool, PoolError};

/// How many may wait for each core; at some 20 ms a hash, the last of them waits about half a second.
const QUEUE_PER_CORE: usize = 32;

/// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane.
const PARAMS: (u32, u32, u32) = (19 * 1024, 2, 1);

/// A hash by those parameters that no password has, verified where there is no account: the time that an answer
/// takes does not tell which logins exist.
const DECOY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y2FyZHJvb20tZGVjb3ktMA$bm8gcGFzc3dvcmQgaGFzIHRoaXMgaGFzaCwgZXZlci4";

/// Hashes and verifies passwords.
#[derive(Clone, Debug)]
pub struct Passwords(Pool);

/// Why no password was hashed.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many wait already.
    #[error("too many sign-ins are waiting")]
    Busy,
    /// The stored hash, or the hashing, is broken.
    #[error("a password could not be hashed")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Passwords {
    /// As many hashes at a time as there are cores.
    pub fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self(Pool::new(cores, QUEUE_PER_CORE))
    }

    /// A salted hash, as PHC text.
    pub async fn hash(&self, password: Password) -> Result<String, PasswordError> {
        self.run(move || Ok(argon2id()?.hash_password(password.as_bytes())?.to_string())).await
    }

    /// Whether a password has this hash. Without one it takes just as long, and the answer is no.
    pub async fn verify(&self, password: Password, hash: Option<String>) -> Result<bool, PasswordError> {
        self.run(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| DECOY.to_owned());
            match argon2id()?.verify_password(password.as_bytes(), hash.as_str()) {
                Ok(()) => Ok(known),
                Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error),
            }
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> argon2::password_hash::Result<T> + Send + 'static,
    ) -> Result<T, PasswordError> {
        match self.0.run(work).await {
            Ok(result) => result.map_err(|error| PasswordError::Broken(error.into())),
            Err(PoolError::Busy) => Err(PasswordError::Busy),
            Err(broken @ PoolError::Broken(_)) => Err(PasswordError::Broken(broken.into())),
        }
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

fn argon2id() -> argon2::password_hash::Result<Argon2<'static>> {
    let (memory, passes, lanes) = PARAMS;
    let params = Params::new(memory, passes, lanes, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::{DECOY, Passwords};
    use crate::service::people::account::Password;

    fn password(text: &str) -> Password {
        Password::try_from(text.to_owned()).unwrap()
    }

    #[tokio::test]
    async fn a_password_is_verified_by_its_hash() {
        let passwords = Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        assert!(passwords.verify(password("correct horse"), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify(password("wrong horse"), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn the_decoy_costs_what_a_hash_costs_and_fits_nothing() {
        let passwords = Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        let cost = |text: &str| text.rsplitn(3, '$').last().map(str::to_owned);
        assert_eq!(cost(&hash), cost(DECOY));
        assert_eq!(hash.len(), DECOY.len());
        assert!(!passwords.verify(password("correct horse"), None).await.unwrap());
    }
}
