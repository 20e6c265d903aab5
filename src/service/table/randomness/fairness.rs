//! The commitment to a hand's randomness, published before its first card.
//!
//! The root is SHA-256 over a list of commitments, one to each card in the order of the deck and then one to each lot. Each has a
//! salt of its own, so that later a seen card can be proved by its salt and the list, which reveal nothing about any other. The
//! salts are the output of ChaCha20, keyed by SHA-256 of `cardroom salts 2` and the seed, 32 bytes for each place. Seeds are
//! never revealed: they would show mucked cards.
//!
//! The root of the oldest hands is that of a Merkle tree. The secret is SHA-256 of `cardroom salts 1` and the seed. The salt of a place
//! is SHA-256 of the secret and the place. A leaf is SHA-256 of a byte 0, the salt, the place and the value: one byte for a card, eight
//! for a lot. Nodes are those of RFC 6962. Places have eight bytes, big-endian.

use sha2::{Digest, Sha256};

use super::shuffle::Shuffle;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::seat::Seat;

type Hash = [u8; 32];

/// The root of a hand's commitments, in hex.
pub fn root(shuffle: &Shuffle, deck: &Deck) -> String {
    const_hex::encode(Sha256::digest(commitments(shuffle, deck).as_flattened()))
}

/// The commitments to the cards, in the order of the deck, and then to the lots.
fn commitments(shuffle: &Shuffle, deck: &Deck) -> Vec<Hash> {
    let mut salts = Generator::new(secret(b"cardroom salts 2", shuffle));
    let cards = deck.cards.iter().map(|card| card.index().into());
    let values = (0..).zip(cards.chain(deck.lots));
    values.map(|(place, value)| commitment(salts.salt(), place, value)).collect()
}

/// SHA-256 of the salt, the place and the value, both as big-endian numbers of eight bytes: 48 bytes, which with their padding are one
/// block.
fn commitment(salt: [u8; 32], place: u64, value: u64) -> Hash {
    let mut message = [0; 48];
    message[..32].copy_from_slice(&salt);
    message[32..40].copy_from_slice(&place.to_be_bytes());
    message[40..].copy_from_slice(&value.to_be_bytes());
    Sha256::digest(message).into()
}

/// The seed of a computer player: one for each hand and seat, as secret as the shuffle.
pub fn bot_seed(shuffle: &Shuffle, hand: &[u8], seat: Seat) -> [u8; 32] {
    let secret = secret(b"cardroom bots 1", shuffle);
    Sha256::new_with_prefix(secret).chain_update(hand).chain_update([seat.0]).finalize().into()
}

/// The seed of advice for a seat. It is not secret, so it cannot reveal the shuffle, and neither can the advice.
pub fn advice_seed(hand: &[u8], seat: Seat) -> [u8; 32] {
    Sha256::new_with_prefix(b"cardroom advice 1").chain_update(hand).chain_update([seat.0]).finalize().into()
}

/// A seed that nobody can compute without the shuffle.
fn secret(of: &[u8], shuffle: &Shuffle) -> Hash {
    let mut hash = Sha256::new_with_prefix(of);
    match shuffle {
        Shuffle::ChaCha20 { seed } => hash.update(seed),
        Shuffle::Stacked { cards } => hash.update(cards.iter().map(|card| card.index()).collect::<Vec<_>>()),
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use cardroom_rules::cards::card::Card;

    #[test]
    fn the_root_binds_every_card_and_lot() {
        let shuffle = Shuffle::ChaCha20 { seed: [7; 32] };
        let deck = shuffle.deck(Card::french().collect());
        let published = root(&shuffle, &deck);
        assert_eq!(published, root(&shuffle, &deck));
        let mut swapped = deck.clone();
        swapped.cards.swap(0, 51);
        assert_ne!(published, root(&shuffle, &swapped));
        let mut other_lot = deck.clone();
        other_lot.lots[3] ^= 1;
        assert_ne!(published, root(&shuffle, &other_lot));
        assert_ne!(published, root(&Shuffle::ChaCha20 { seed: [8; 32] }, &deck));
    }

    /// By a second implementation, written from the words above.
    #[test]
    fn the_root_is_the_one_its_words_promise() {
        let shuffle = Shuffle::ChaCha20 { seed: [7; 32] };
        let deck = Deck { cards: Card::french().take(2).collect(), lots: [1, 2, 3, u64::MAX] };
        assert_eq!(root(&shuffle, &deck), "2d1201e976ec1cd49f8c2ff9d78616b6912600f76e6c955d16c82c96e8546151");
    }

    #[test]
    fn each_commitment_is_to_one_position() {
        let shuffle = Shuffle::Stacked { cards: Card::french().collect() };
        let deck = shuffle.deck(Vec::new());
        let list = commitments(&shuffle, &deck);
        assert_eq!(
            list.iter().collect::<BTreeSet<_>>().len(),
            56,
            "equal lots have commitments of their own"
        );
        for place in 0..deck.cards.len() {
            let mut other = deck.clone();
            other.cards[place] = Card::BIG_JOKER;
            let others = commitments(&shuffle, &other);
            let differ = (0..list.len()).filter(|&at| list[at] != others[at]);
            assert_eq!(differ.collect::<Vec<_>>(), [place]);
        }
    }
}
