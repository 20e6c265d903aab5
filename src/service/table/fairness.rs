//! The commitment to a hand's chance, published before its first card.
//!
//! A Merkle root (RFC 6962's shape: leaves prefixed 0, nodes 1) over every card and lot, each with a salt of its own,
//! so that later each seen card can be proved without revealing any other. Seeds are never revealed: they would show
//! mucked cards.

use sha2::{Digest, Sha256};

use super::shuffle::Shuffle;
use crate::cards::deck::Deck;
use crate::games::seat::Seat;

type Hash = [u8; 32];

/// The Merkle root over the salted cards, in the order of the deck, and then the lots; in hex.
pub fn root(shuffle: &Shuffle, deck: &Deck) -> String {
    let secret = secret(b"cardroom salts 1", shuffle);
    let cards = deck.cards.iter().map(|card| vec![card.index()]);
    let lots = deck.lots.iter().map(|lot| lot.to_be_bytes().to_vec());
    let leaves: Vec<Hash> = cards
        .chain(lots)
        .enumerate()
        .map(|(place, value)| leaf(&salt(&secret, place), place, &value))
        .collect();
    hex::encode(merkle(&leaves))
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

fn salt(secret: &Hash, place: usize) -> Hash {
    Sha256::new_with_prefix(secret).chain_update((place as u64).to_be_bytes()).finalize().into()
}

fn leaf(salt: &Hash, place: usize, value: &[u8]) -> Hash {
    let hash = Sha256::new_with_prefix([0]).chain_update(salt);
    hash.chain_update((place as u64).to_be_bytes()).chain_update(value).finalize().into()
}

fn merkle(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Sha256::digest([]).into(),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            let hash = Sha256::new_with_prefix([1]).chain_update(merkle(left));
            hash.chain_update(merkle(right)).finalize().into()
        }
    }
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
    fn the_tree_has_the_shape_of_rfc_6962() {
        let leaves: Vec<Hash> = (0..3).map(|n| [n; 32]).collect();
        let pair = merkle(&leaves[..2]);
        assert_eq!(merkle(&leaves), merkle(&[pair, leaves[2]]));
    }
}
