//! The one place where a file becomes memory, and so the one place with `unsafe`.
#![allow(unsafe_code, reason = "mapping a file cannot be shown safe to the compiler; here is why it is")]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole rank file for reading.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. A rank file gets its name by a rename once it is
    // complete, and nothing in the house ever opens one for writing: replacing it leaves the old file, and so
    // this mapping, as it was.
    unsafe { Mmap::map(file) }
}

/// The bytes as the numbers of two bytes that they are on this machine, without a copy; `None` where they do not
/// lie on even addresses.
pub(super) fn as_numbers(bytes: &[u8]) -> Option<&[u16]> {
    // SAFETY: every two bytes are a `u16`, and `align_to` keeps what is not aligned out of the middle.
    let (before, numbers, after) = unsafe { bytes.align_to::<u16>() };
    (before.is_empty() && after.is_empty()).then_some(numbers)
}
