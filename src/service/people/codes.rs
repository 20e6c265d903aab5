//! Codes that people copy by hand: letters and digits that are hard to confuse.

use std::fmt;

use sha2::{Digest, Sha256};

use super::session::TokenHash;
use crate::service::entropy::{Entropy, NoEntropy};

/// Crockford's alphabet: without I, L, O and U.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many letters stand together.
const GROUP: usize = 5;

/// The purpose of a code. It determines the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Sets a new password: 20 letters, 100 bits, so that not even its hash can be reversed.
    Recovery,
    /// Opens one more device: 10 letters, 50 bits, for it lasts some minutes.
    Device,
}

impl Purpose {
    fn letters(self) -> usize {
        match self {
            Self::Recovery => 20,
            Self::Device => 10,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Recovery => "recovery",
            Self::Device => "device",
        }
    }
}

/// A code. `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct OneTimeCode {
    purpose: Purpose,
    letters: String,
}

impl OneTimeCode {
    /// A new one.
    pub fn new(purpose: Purpose, entropy: &(impl Entropy + ?Sized)) -> Result<Self, NoEntropy> {
        let mut bytes = [0; 20];
        entropy.fill(&mut bytes)?;
        // 256 is a multiple of 32: each letter is as likely as any other.
        let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
        Ok(Self { purpose, letters: bytes.iter().take(purpose.letters()).map(letter).collect() })
    }

    /// Reads a code as people write it: in small letters, with hyphens elsewhere, and with letters that look like others. `None`
    /// if it cannot be one.
    pub fn read(purpose: Purpose, text: &str) -> Option<Self> {
        let written = text.chars().filter(|letter| !matches!(letter, '-' | ' '));
        let meant = written.map(|letter| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            letter => letter,
        });
        let letters: String = meant.take(purpose.letters() + 1).collect();
        let fits = letters.chars().count() == purpose.letters()
            && letters.bytes().all(|letter| LETTERS.contains(&letter));
        fits.then_some(Self { purpose, letters })
    }

    /// As text, for its holder alone.
    pub fn reveal(&self) -> String {
        let letters: Vec<char> = self.letters.chars().collect();
        let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
        groups.join("-")
    }

    /// The hash that is stored.
    pub fn hash(&self) -> TokenHash {
        let digest = Sha256::new_with_prefix(self.purpose.word()).chain_update([0]);
        TokenHash(digest.chain_update(&self.letters).finalize().into())
    }
}

impl fmt::Debug for OneTimeCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("OneTimeCode")
    }
}

#[cfg(test)]
mod tests {
    use super::{OneTimeCode, Purpose};
    use crate::service::ports::entropy::SystemDealer;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code = OneTimeCode::new(Purpose::Device, &SystemDealer).unwrap();
        let text = code.reveal();
        assert_eq!(text.len(), 11);
        assert_eq!(OneTimeCode::read(Purpose::Device, &text), Some(code.clone()));
        assert_eq!(
            OneTimeCode::read(Purpose::Device, &format!(" {} ", text.to_lowercase())),
            Some(code.clone())
        );
        assert_eq!(OneTimeCode::read(Purpose::Recovery, &text), None);
        for bad in ["", "12345-6789", "12345-67890-1", "12345-6789U", "12345-6789ä"] {
            assert_eq!(OneTimeCode::read(Purpose::Device, bad), None, "{bad}");
        }
        let read = |text| OneTimeCode::read(Purpose::Device, text).unwrap().reveal();
        assert_eq!(read("oOiIl-L2345"), "00111-12345");
        assert_ne!(code.hash(), OneTimeCode::new(Purpose::Device, &SystemDealer).unwrap().hash());
        assert_eq!(format!("{code:?}"), "OneTimeCode");
    }
}
