//! 64 hands in registers of 64 bytes.

use std::arch::x86_64::{
    __m512i as Register, _mm512_add_epi8 as add, _mm512_add_epi16 as add_pairs, _mm512_and_si512 as and,
    _mm512_loadu_epi8 as load_bytes, _mm512_maskz_loadu_epi8 as load_some, _mm512_max_epu8 as max,
    _mm512_min_epu8 as min, _mm512_movepi8_mask as highest_bits, _mm512_or_si512 as or,
    _mm512_permutexvar_epi8 as pick_bytes, _mm512_permutexvar_epi16 as pick_pairs,
    _mm512_permutexvar_epi32 as pick_fours, _mm512_shuffle_epi8 as look_up, _mm512_slli_epi16 as shift_left,
    _mm512_srli_epi16 as shift_right, _mm512_storeu_epi16 as store_pairs, _mm512_sub_epi8 as subtract,
    _mm512_unpackhi_epi8 as high_bytes, _mm512_unpackhi_epi16 as high_pairs,
    _mm512_unpackhi_epi32 as high_fours, _mm512_unpackhi_epi64 as high_eights,
    _mm512_unpacklo_epi8 as low_bytes, _mm512_unpacklo_epi16 as low_pairs,
    _mm512_unpacklo_epi32 as low_fours, _mm512_unpacklo_epi64 as low_eights,
};

use super::{Block, Card, MOST, tables};

pub(super) const WIDTH: usize = 64;
/// The bytes of eight hands, which fill each register.
const EIGHT_HANDS: usize = 8 * 7;

judge!("avx512f,avx512bw,avx512vbmi");

/// Eight hands in each register: lane l has the hands 2l and 2l + 1.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn load(hands: *const i8) -> [Register; 8] {
    static PAIRED: [u8; WIDTH] = paired();
    let mut rows = [bytes(&PAIRED); 8];
    for (place, row) in rows.iter_mut().enumerate() {
        // SAFETY: the caller has 64 hands, eight for each of the rows; no byte after the eighth is read.
        let eight = unsafe { load_some((1 << EIGHT_HANDS) - 1, hands.add(EIGHT_HANDS * place)) };
        *row = pick_bytes(*row, eight);
    }
    rows
}

/// The source of each byte of a row.
#[allow(clippy::cast_possible_truncation, reason = "below 64")]
const fn paired() -> [u8; WIDTH] {
    let mut from = [0; WIDTH];
    let mut at = 0;
    while at < WIDTH {
        let (lane, card, hand) = (at / 16, at % 16 / 2, at % 2);
        if card < 7 {
            from[at] = (7 * (2 * lane + hand) + card) as u8;
        }
        at += 1;
    }
    from
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn bytes(table: &[u8; WIDTH]) -> Register {
    // SAFETY: reads as many bytes as the table has.
    unsafe { load_bytes(table.as_ptr().cast()) }
}

/// Reorders the pairs, which are by lane, to be by row.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn in_order(first: Register, second: Register) -> [u16; MOST] {
    static BY_ROW: [u32; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
    let mut numbers = [0; MOST];
    // SAFETY: reads 16 numbers of four bytes, and writes twice 32 of two bytes; there are as many.
    unsafe {
        let by_row = load_bytes(BY_ROW.as_ptr().cast());
        store_pairs(numbers.as_mut_ptr().cast(), pick_fours(by_row, first));
        store_pairs(numbers.as_mut_ptr().add(WIDTH / 2).cast(), pick_fours(by_row, second));
    }
    numbers
}

/// One bit for each hand: whether one of its counts has its highest bit set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn flags(counts: Register) -> u64 {
    static BY_ROW: [u16; 32] = [
        0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27, 4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22,
        30, 7, 15, 23, 31,
    ];
    // SAFETY: reads 32 numbers of two bytes; there are as many.
    let by_row = unsafe { load_bytes(BY_ROW.as_ptr().cast()) };
    highest_bits(pick_pairs(by_row, or(counts, shift_left::<4>(counts))))
}
