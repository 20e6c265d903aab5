//! Password hashing: slow on purpose, so it runs off the async threads and is limited.

use std::sync::{Arc, Mutex};
use std::thread;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::service::lock::lock;
use crate::service::work::pool::{Pool, PoolError};
use cardroom_api::player::account::Password;

/// How many hashes run at a time at most, each in 19 MiB of its own: at about 20 ms a hash, a hundred sign-ins a second.
const MOST_WORKERS: usize = 2;

/// How many hashes may wait for each worker; the last of them waits about half a second.
const WAITING: usize = 32;

/// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane.
const PARAMS: (u32, u32, u32) = (19 * 1024, 2, 1);

/// A hash with these parameters that belongs to no password. It is verified if there is no account, so that the time of an answer
/// does not reveal which logins exist.
const DECOY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y2FyZHJvb20tZGVjb3ktMA$bm8gcGFzc3dvcmQgaGFzIHRoaXMgaGFzaCwgZXZlci4";

/// Hashes and verifies passwords.
#[derive(Clone, Debug)]
pub struct Passwords {
    pool: Pool,
    memory: Memory,
}

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
    /// As many hashes at a time as there are cores, up to a limit.
    pub fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self { pool: Pool::new(cores.min(MOST_WORKERS), WAITING), memory: Memory::default() }
    }

    /// A salted hash, as PHC text.
    pub async fn hash(&self, password: Password) -> Result<String, PasswordError> {
        self.run(move |memory| hash(&password, memory)).await
    }

    /// Whether a password has this hash. Without a hash it takes just as long, and returns false.
    pub async fn verify(&self, password: Password, hash: Option<String>) -> Result<bool, PasswordError> {
        self.run(move |memory| {
            let fits = verify(&password, hash.as_deref().unwrap_or(DECOY), memory)?;
            Ok(fits && hash.is_some())
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> argon2::password_hash::Result<T> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let memory = self.memory.clone();
        match self.pool.run(move || memory.lend(work)).await {
            Ok(result) => result.map_err(|error| PasswordError::Broken(error.into())),
            Err(PoolError::Busy) => Err(PasswordError::Busy),
            Err(broken) => Err(PasswordError::Broken(broken.into())),
        }
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

/// The memory for hashes, reused by one after the other. If each hash allocated and freed so much on changing threads, the
/// allocator would never return it to the system.
#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<Vec<Vec<Block>>>>);

impl Memory {
    fn lend<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let shelf = || lock(&self.0);
        let mut blocks = shelf().pop().unwrap_or_default();
        let done = work(&mut blocks);
        shelf().push(blocks);
        done
    }
}

fn hash(password: &Password, memory: &mut Vec<Block>) -> argon2::password_hash::Result<String> {
    let (cost, passes, lanes) = PARAMS;
    let params = Params::new(cost, passes, lanes, None)?;
    let salt = Salt::generate();
    let output = digest(password, &salt, &params, memory)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params)?,
        salt: Some(salt),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

/// Whether a password has this hash, by the hash's own parameters.
fn verify(password: &Password, hash: &str, memory: &mut Vec<Block>) -> argon2::password_hash::Result<bool> {
    let hash = PasswordHash::new(hash)?;
    let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
    // The comparison takes constant time.
    Ok(digest(password, salt, &Params::try_from(&hash)?, memory)? == *expected)
}

fn digest(
    password: &Password,
    salt: &Salt,
    params: &Params,
    memory: &mut Vec<Block>,
) -> argon2::password_hash::Result<Output> {
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    if memory.len() < params.block_count() {
        memory.resize(params.block_count(), Block::new());
    }
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut output, memory)?;
    Ok(Output::new(&output)?)
}

#[cfg(test)]
mod tests {
    use super::{DECOY, Passwords};
    use cardroom_api::player::account::Password;

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
    async fn the_decoy_costs_as_much_as_a_hash_and_matches_no_password() {
        let passwords = Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        let cost = |text: &str| text.rsplitn(3, '$').last().map(str::to_owned);
        assert_eq!(cost(&hash), cost(DECOY));
        assert_eq!(hash.len(), DECOY.len());
        assert!(!passwords.verify(password("correct horse"), None).await.unwrap());
    }
}
