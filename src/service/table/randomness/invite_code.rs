//! Invite codes: each lets players into a table that is not public.

use sha2::{Digest, Sha256};

use super::dealer::Dealer;
use crate::service::entropy::NoEntropy;
use cardroom_api::id::PlayerId;

/// Letters and digits that are hard to confuse: without I, O, 0 and 1.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// A new code: eight letters, 40 bits. Every wrong guess costs a request.
pub fn new(dealer: &dyn Dealer) -> Result<String, NoEntropy> {
    let mut bytes = [0; 8];
    dealer.fill(&mut bytes)?;
    Ok(written(bytes.iter()))
}

/// The code by which a partner joins a player in an event of teams with this seed. Nothing can be learned of the seed from it.
pub fn of_team(seed: &[u8; 32], player: PlayerId) -> String {
    let hash =
        Sha256::new_with_prefix(b"cardroom team 1").chain_update(seed).chain_update(player.0.as_bytes());
    written(hash.finalize().iter().take(8))
}

fn written<'a>(bytes: impl Iterator<Item = &'a u8>) -> String {
    bytes.map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// The code that a text means: people write it in small letters, with hyphens or spaces, and with letters that look like others.
pub fn read(text: &str) -> String {
    let written = text.chars().filter(|letter| *letter != '-' && !letter.is_whitespace());
    let meant = written.map(|letter| match letter.to_ascii_uppercase() {
        '0' | 'O' => 'Q',
        '1' | 'I' => 'L',
        letter => letter,
    });
    meant.collect()
}

#[cfg(test)]
mod tests {
    use super::{LETTERS, new, read};
    use crate::service::entropy::{Entropy, NoEntropy};
    use crate::service::table::randomness::dealer::Dealer;

    struct Counting;

    impl Entropy for Counting {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
            bytes
                .iter_mut()
                .zip((0..).map(|place: u8| place.wrapping_mul(37)))
                .for_each(|(byte, number)| *byte = number);
            Ok(())
        }
    }

    impl Dealer for Counting {}

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code = new(&Counting).unwrap();
        assert!(code.len() == 8 && code.bytes().all(|letter| LETTERS.contains(&letter)), "{code}");
        assert_eq!(read(&code), code);
        let (first, second) = code.split_at(4);
        assert_eq!(read(&format!(" {}-{} ", first.to_lowercase(), second)), code);
        assert_eq!(read("k7q1-o0iL"), "K7QLQQLL");
        assert_ne!(read("KKKKKKK"), read("KKKKKKKK"));
    }
}
