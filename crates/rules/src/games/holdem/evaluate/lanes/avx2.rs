//! 32 hands in registers of 32 bytes.

use std::arch::x86_64::{
    __m256i as Register, _mm_loadu_si128 as load_lane, _mm256_add_epi8 as add, _mm256_add_epi16 as add_pairs,
    _mm256_and_si256 as and, _mm256_loadu_si256 as load_bytes, _mm256_max_epu8 as max,
    _mm256_min_epu8 as min, _mm256_movemask_epi8 as highest_bits, _mm256_or_si256 as or,
    _mm256_permute4x64_epi64 as pick_eights, _mm256_set_m128i as lanes, _mm256_shuffle_epi8 as look_up,
    _mm256_slli_epi16 as shift_left, _mm256_srli_epi16 as shift_right, _mm256_storeu_si256 as store_bytes,
    _mm256_sub_epi8 as subtract, _mm256_unpackhi_epi8 as high_bytes, _mm256_unpackhi_epi16 as high_pairs,
    _mm256_unpackhi_epi32 as high_fours, _mm256_unpackhi_epi64 as high_eights,
    _mm256_unpacklo_epi8 as low_bytes, _mm256_unpacklo_epi16 as low_pairs,
    _mm256_unpacklo_epi32 as low_fours, _mm256_unpacklo_epi64 as low_eights,
};

use super::{Block, Card, MOST, tables};

pub(super) const WIDTH: usize = 32;

judge!("avx2");

/// Two hands in each lane. Row by row, the first lanes have the hands 0–7 and 16–23, the second ones 8–15 and 24–31.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load(hands: *const i8) -> [Register; 8] {
    // The second lane's 16 bytes begin two bytes before its hands, so that no byte after the last hand is read.
    static PAIRED: [u8; WIDTH] = [
        0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 0, 0, //
        2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 7, 14, 8, 15, 2, 2,
    ];
    let mut rows = [bytes(&PAIRED); 8];
    for (place, row) in rows.iter_mut().enumerate() {
        let first = if place < 4 { 2 * place } else { 2 * place + 8 };
        // SAFETY: the caller has 32 hands of 7 bytes. The last loads are of the bytes 154–169 and 208–223.
        let both = unsafe {
            lanes(load_lane(hands.add(7 * (first + 8) - 2).cast()), load_lane(hands.add(7 * first).cast()))
        };
        *row = look_up(both, *row);
    }
    rows
}

#[inline]
#[target_feature(enable = "avx2")]
fn bytes(table: &[u8; WIDTH]) -> Register {
    // SAFETY: reads as many bytes as the table has.
    unsafe { load_bytes(table.as_ptr().cast()) }
}

/// The rows were loaded so that the numbers are in order.
#[inline]
#[target_feature(enable = "avx2")]
fn in_order(first: Register, second: Register) -> [u16; MOST] {
    let mut numbers = [0; MOST];
    // SAFETY: writes twice 16 numbers of two bytes; there are 64.
    unsafe {
        store_bytes(numbers.as_mut_ptr().cast(), first);
        store_bytes(numbers.as_mut_ptr().add(WIDTH / 2).cast(), second);
    }
    numbers
}

/// One bit for each hand: whether one of its counts has its highest bit set.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(clippy::cast_sign_loss, reason = "it is 32 bits")]
fn flags(counts: Register) -> u64 {
    let set = or(counts, shift_left::<4>(counts));
    u64::from(highest_bits(pick_eights::<0b11_01_10_00>(set)) as u32)
}
