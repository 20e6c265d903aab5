//! The commitment to a hand's chance, published before its first card.
//!
//! A Merkle root (RFC 6962's shape: leaves prefixed 0, nodes 1) over every card and lot, each with a salt of its own,
//! so that later each seen card can be proved without revealing any other. Seeds are never revealed: they would show
//! mucked cards.

use sha2::block_api::compress256;
use sha2::{Digest, Sha256};

use super::shuffle::Shuffle;
use crate::cards::deck::Deck;
use crate::games::seat::Seat;

type Hash = [u8; 32];

/// The Merkle root over the salted cards, in the order of the deck, and then the lots; in hex.
pub fn root(shuffle: &Shuffle, deck: &Deck) -> String {
    let secret = secret(b"cardroom salts 1", shuffle);
    let places = (0..(deck.cards.len() + deck.lots.len()) as u64).map(u64::to_be_bytes);
    let salted: Vec<_> = places.map(|place| (short_hash([&secret, &place]), place)).collect();
    let leaf = |(salt, place): &(Hash, [u8; 8]), value: &[u8]| short_hash([&[0], salt, place, value]);
    let (of_cards, of_lots) = salted.split_at(deck.cards.len());
    let cards = of_cards.iter().zip(&deck.cards).map(|(salted, card)| leaf(salted, &[card.index()]));
    let lots = of_lots.iter().zip(&deck.lots).map(|(salted, lot)| leaf(salted, &lot.to_be_bytes()));
    const_hex::encode(merkle(cards.chain(lots).collect()))
}

/// The chance of a computer player: its hand's and its seat's own, and as secret as the shuffle.
pub fn bot_seed(shuffle: &Shuffle, hand: &[u8], seat: Seat) -> [u8; 32] {
    let secret = secret(b"cardroom bots 1", shuffle);
    Sha256::new_with_prefix(secret).chain_update(hand).chain_update([seat.0]).finalize().into()
}

/// What something is drawn from that nobody can tell who does not hold the shuffle.
fn secret(of: &[u8], shuffle: &Shuffle) -> Hash {
    let mut hash = Sha256::new_with_prefix(of);
    match shuffle {
        Shuffle::ChaCha20 { seed } => hash.update(seed),
        Shuffle::Stacked { cards } => hash.update(cards.iter().map(|card| card.index()).collect::<Vec<_>>()),
    }
    hash.finalize().into()
}

/// SHA-256 of these, one behind the other: at most 119 bytes, which with their padding are two blocks. A hand takes 160 of them, and
/// to gather what comes in pieces for each took as long as the half of its hashing.
fn short_hash<const PIECES: usize>(pieces: [&[u8]; PIECES]) -> Hash {
    let (mut message, mut length) = ([0; 128], 0);
    for piece in pieces {
        message[length..length + piece.len()].copy_from_slice(piece);
        length += piece.len();
    }
    message[length] = 0x80;
    let end = if length < 56 { 64 } else { 128 };
    message[end - 8..end].copy_from_slice(&(8 * length as u64).to_be_bytes());
    let mut state = FIRST;
    compress256(&mut state, message[..end].as_chunks().0);
    let mut hash = [0; 32];
    hash.as_chunks_mut().0.iter_mut().zip(state).for_each(|(bytes, word)| *bytes = word.to_be_bytes());
    hash
}

/// The state in which SHA-256 begins (FIPS 180-4, 5.3.3).
const FIRST: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// Level by level: hashes of which none waits for another one are computed together by the processor. A hash that is left over goes up
/// as it is, which is the shape of RFC 6962.
fn merkle(mut hashes: Vec<Hash>) -> Hash {
    while hashes.len() > 1 {
        let above = hashes.chunks(2).map(|pair| match pair {
            [left, right] => short_hash([&[1], left, right]),
            left_over => left_over[0],
        });
        hashes = above.collect();
    }
    hashes.first().copied().unwrap_or_else(|| Sha256::digest([]).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card::Card;

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

    #[test]
    fn short_messages_are_hashed_as_all_are() {
        let message: Vec<u8> = (0..119).collect();
        for length in 0..=message.len() {
            let (front, back) = message[..length].split_at(length / 3);
            assert_eq!(short_hash([front, back])[..], Sha256::digest(&message[..length])[..], "{length}");
        }
    }

    /// As RFC 6962 defines it: what is left holds as many leaves as a power of two can, short of all.
    fn by_definition(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => Sha256::digest([]).into(),
            [leaf] => *leaf,
            _ => {
                let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
                Sha256::new_with_prefix([1])
                    .chain_update(by_definition(left))
                    .chain_update(by_definition(right))
                    .finalize()
                    .into()
            }
        }
    }

    #[test]
    fn the_tree_has_the_shape_of_rfc_6962() {
        let leaves: Vec<Hash> = (0..120).map(|n| [n; 32]).collect();
        for count in 0..=leaves.len() {
            assert_eq!(merkle(leaves[..count].to_vec()), by_definition(&leaves[..count]), "{count}");
        }
    }
}
