//! Memory in small pieces, of which a request takes some hundred and gives them back.
#![allow(unsafe_code, reason = "an allocator gives and takes raw pointers, and mimalloc is C")]

pub mod system;

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::hint;
use std::mem;
use std::ptr;

use mimalloc::MiMalloc;

/// The allocator mimalloc, behind what each thread of a runtime keeps: the piece that came back last is the first to go out again.
///
/// mimalloc gives out all free pieces of a page before one that has come back, and each piece says where the next free one lies:
/// the processor waits for memory that its caches do not have, again and again. Here the piece behind the one that goes out
/// is fetched meanwhile. A thread keeps no more pieces of a length than it ever had to take of mimalloc: what others took and it gives back
/// (each row of the database comes from the thread that read it) would fill its lists, and nobody would ask for it. Other threads use
/// mimalloc alone.
#[derive(Debug)]
pub struct Memory;

/// The longest piece that is kept, in bytes: hyper's buffers are that long.
const LONGEST: usize = 8 * 1024;

/// Where a piece that is kept lies: at a multiple of this.
const ALIGNMENT: usize = 16;

/// How many pieces of one length a thread keeps at most. With 500 moves under way at once, a bound of 2,048 and 4 MiB saved nothing beside
/// this and the next, and one of 512 and 256 KiB took 4 % more of the processor.
const MOST_PIECES: usize = 1024;

/// How many bytes of one length a thread keeps at most.
const MOST_BYTES: usize = 1024 * 1024;

/// Lengths go by 16 up to here.
const SHORT: usize = 128;

/// Beyond, as many lie between each length and its double as mimalloc has: no piece is longer by a quarter than what was asked for.
const STEPS: usize = 4;

/// How many lengths there are.
const LENGTHS: usize = place_of(LONGEST) + 1;

thread_local! {
    static KEPT: [Kept; LENGTHS] = const { [const { Kept::nothing() }; LENGTHS] };
}

/// A piece that is kept, which says in itself which was kept before it.
struct Piece {
    before: *mut Piece,
}

/// Pieces of one length that a thread keeps.
struct Kept {
    last: Cell<*mut Piece>,
    /// How many more are kept.
    room: Cell<usize>,
    /// How many are kept at most, whatever was needed; none on a thread that has not begun.
    most: Cell<usize>,
}

/// This thread keeps pieces from now on.
pub fn keep_pieces() {
    KEPT.with(|kept| {
        for (kept, length) in kept.iter().zip(lengths()) {
            kept.most.set(most_of(length));
        }
    });
}

/// This thread gives back all pieces that it keeps, and keeps none any more.
pub fn give_back() {
    KEPT.with(|kept| {
        for (kept, length) in kept.iter().zip(lengths()) {
            while let Some(piece) = kept.take() {
                // SAFETY: what is kept came from mimalloc, with this layout, and nobody else has it.
                unsafe { MiMalloc.dealloc(piece.cast(), whole(length)) };
            }
            kept.room.set(0);
            kept.most.set(0);
        }
    });
}

/// Whether this thread keeps pieces.
#[cfg(test)]
pub fn keeps_pieces() -> bool {
    KEPT.with(|kept| kept.iter().all(|kept| kept.most.get() > 0))
}

/// In which place of all lengths pieces for so many bytes are, from 1 to [`LONGEST`].
const fn place_of(size: usize) -> usize {
    if size <= SHORT {
        return size.div_ceil(ALIGNMENT) - 1;
    }
    let doublings = ((size - 1).ilog2() - SHORT.ilog2()) as usize;
    let steps = (size - 1) >> step_after(doublings);
    SHORT / ALIGNMENT + doublings * STEPS + steps - STEPS
}

/// How long pieces of a place are.
const fn length_of(place: usize) -> usize {
    let Some(beyond) = place.checked_sub(SHORT / ALIGNMENT) else { return (place + 1) * ALIGNMENT };
    let doublings = beyond / STEPS;
    (STEPS + beyond % STEPS + 1) << step_after(doublings)
}

/// The binary logarithm of the step from one length to the next, after so many doublings of [`SHORT`].
const fn step_after(doublings: usize) -> usize {
    (SHORT / STEPS).ilog2() as usize + doublings
}

fn lengths() -> impl Iterator<Item = usize> {
    (0..LENGTHS).map(length_of)
}

/// How many pieces of this length a thread keeps at most.
fn most_of(length: usize) -> usize {
    (MOST_BYTES / length).min(MOST_PIECES)
}

/// What is asked of mimalloc for pieces of this length. They lie at multiples of 16 (`MI_MAX_ALIGN_SIZE`) as its pieces of such lengths do;
/// where that is asked for, it gives out longer ones.
fn whole(length: usize) -> Layout {
    // SAFETY: the alignment is a power of two, and a length is far from the longest that there may be.
    unsafe { Layout::from_size_align_unchecked(length, 1) }
}

/// The place of pieces for this; none where none are kept for it.
#[inline]
fn place_for(layout: Layout) -> Option<usize> {
    let is_kept = layout.size().wrapping_sub(1) < LONGEST && layout.align() <= ALIGNMENT;
    is_kept.then(|| {
        let place = place_of(layout.size());
        // SAFETY: a place grows with the size, and the last one is that of the longest.
        unsafe { hint::assert_unchecked(place < LENGTHS) };
        place
    })
}

/// A piece of mimalloc's for a place of which this thread keeps none. One more will be kept there.
///
/// Apart, so that what is short enough to be done where memory is asked for is done there: mostly its size is known.
#[cold]
#[inline(never)]
fn one_more(place: usize) -> *mut u8 {
    KEPT.with(|kept| kept[place].make_room());
    // SAFETY: no length is 0.
    unsafe { MiMalloc.alloc(whole(length_of(place))) }
}

impl Kept {
    const fn nothing() -> Self {
        Self { last: Cell::new(ptr::null_mut()), room: Cell::new(0), most: Cell::new(0) }
    }

    /// Has room for one more.
    fn make_room(&self) {
        self.room.set((self.room.get() + 1).min(self.most.get()));
    }

    /// The piece that came back last.
    fn take(&self) -> Option<*mut Piece> {
        let piece = self.last.get();
        if piece.is_null() {
            return None;
        }
        // SAFETY: a piece that is kept is nobody else's, and says which was kept before it.
        let before = unsafe { (*piece).before };
        fetch(before);
        self.last.set(before);
        self.room.set(self.room.get() + 1);
        Some(piece)
    }

    /// Keeps a piece that came back, where there is room.
    ///
    /// # Safety
    ///
    /// The piece is of this length, and nobody uses it any more.
    unsafe fn keep(&self, piece: *mut Piece) -> bool {
        let Some(room) = self.room.get().checked_sub(1) else { return false };
        // SAFETY: no piece is shorter than what it says in itself, nor lies otherwise.
        unsafe { piece.write(Piece { before: self.last.get() }) };
        self.last.set(piece);
        self.room.set(room);
        true
    }
}

const _: () = assert!(mem::size_of::<Piece>() <= ALIGNMENT && mem::align_of::<Piece>() <= ALIGNMENT);

/// Has the processor fetch memory that is needed soon.
#[cfg(target_arch = "x86_64")]
fn fetch(piece: *const Piece) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every processor of this kind knows the instruction, and it reads nothing: any address will do.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(piece.cast()) };
}

/// Elsewhere it is fetched when it is needed.
#[cfg(not(target_arch = "x86_64"))]
fn fetch(_: *const Piece) {}

// SAFETY: memory comes from mimalloc and goes back to it, or is kept between two that have it. What is kept for a layout is at least
// as long, and lies as it asks. Nothing here takes memory by itself, and nothing panics: a place is one of `LENGTHS`, as the tests see for
// every size.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(place) = place_for(layout) else {
            // SAFETY: as whoever asks has promised.
            return unsafe { MiMalloc.alloc(layout) };
        };
        match KEPT.with(|kept| kept[place].take()) {
            Some(piece) => piece.cast(),
            None => one_more(place),
        }
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: what was given for a layout with a place is of that place's length, and whoever had it gives it back.
        let keep = |place: usize| KEPT.with(|kept| unsafe { kept[place].keep(memory.cast()) });
        if !place_for(layout).is_some_and(keep) {
            // SAFETY: it came from mimalloc, which knows how long each piece of its own is.
            unsafe { MiMalloc.dealloc(memory, layout) };
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if place_for(layout).is_none() {
            // SAFETY: as whoever asks has promised. Long ones are often zero without being written.
            return unsafe { MiMalloc.alloc_zeroed(layout) };
        }
        // SAFETY: as whoever asks has promised.
        let memory = unsafe { self.alloc(layout) };
        if !memory.is_null() {
            // SAFETY: it is as long as what was asked for.
            unsafe { memory.write_bytes(0, layout.size()) };
        }
        memory
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: whoever asks has promised that this size is one of a layout.
        let other = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (place_for(layout), place_for(other)) {
            // SAFETY: as whoever asks has promised.
            (None, None) => unsafe { MiMalloc.realloc(memory, layout, size) },
            (Some(place), Some(same)) if place == same => memory,
            // SAFETY: as whoever asks has promised; what is copied is in both, which are not the same.
            _ => unsafe {
                let moved = self.alloc(other);
                if !moved.is_null() {
                    ptr::copy_nonoverlapping(memory, moved, layout.size().min(size));
                    self.dealloc(memory, layout);
                }
                moved
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::ptr::NonNull;
    use std::sync::mpsc;
    use std::thread;

    use chacha20::ChaCha20Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn layout(size: usize, alignment: usize) -> Layout {
        Layout::from_size_align(size, alignment).unwrap()
    }

    /// How many pieces of this length this thread keeps.
    fn kept(length: usize) -> usize {
        let last = KEPT.with(|kept| kept[place_of(length)].last.get());
        // SAFETY: each piece that is kept says which was kept before it.
        let before = |piece: &NonNull<Piece>| NonNull::new(unsafe { piece.as_ref().before });
        iter::successors(NonNull::new(last), before).count()
    }

    fn on_a_thread_that_keeps(work: impl FnOnce() + Send) {
        thread::scope(|threads| {
            threads.spawn(|| {
                keep_pieces();
                work();
                give_back();
                assert!(KEPT.with(|kept| kept.iter().all(|kept| kept.last.get().is_null())));
                assert!(!keeps_pieces());
                // SAFETY: its size is not 0.
                Held(unsafe { Memory.alloc(layout(768, 8)) }, layout(768, 8), 7).written().give_back();
                assert_eq!(kept(768), 0);
            });
        });
    }

    #[test]
    fn every_size_has_a_length_that_is_hardly_longer() {
        assert!(lengths().is_sorted_by(|one, next| one < next));
        assert_eq!(length_of(LENGTHS - 1), LONGEST);
        for size in 1..=LONGEST {
            let length = length_of(place_of(size));
            assert!(length >= size && length.is_multiple_of(ALIGNMENT));
            assert!(length - size < ALIGNMENT.max(size.div_ceil(4)), "{size} in {length}");
            assert_eq!(place_of(length), place_of(size));
        }
        assert_eq!([0, LONGEST + 1].map(|size| place_for(layout(size, 1))), [None, None]);
        assert_eq!(place_for(layout(64, 32)), None);
    }

    #[test]
    fn a_thread_keeps_no_more_than_its_bound() {
        assert!(lengths().map(|length| most_of(length) * length).sum::<usize>() < 19 * 1024 * 1024);
        on_a_thread_that_keeps(|| {
            for length in lengths() {
                // SAFETY: each is given back once, and nothing reads what lies there.
                unsafe {
                    let pieces: Vec<_> =
                        (0..MOST_PIECES + 9).map(|_| Memory.alloc(layout(length, 8))).collect();
                    for piece in pieces {
                        Memory.dealloc(piece, layout(length, 8));
                    }
                }
                assert_eq!(kept(length), most_of(length));
            }
        });
    }

    #[test]
    fn a_thread_keeps_no_more_than_it_has_taken() {
        let layout = layout(768, 8);
        // SAFETY: its size is not 0.
        let taken = |many| (0..many).map(|_| Held(unsafe { Memory.alloc(layout) }, layout, 7).written());
        let give_back = |pieces: Vec<Held>| pieces.into_iter().for_each(Held::give_back);
        let of_others = taken(100).collect();
        on_a_thread_that_keeps(|| {
            give_back(of_others);
            assert_eq!(kept(768), 0);
            // What is kept and goes out again is not needed from mimalloc.
            for many in [3, 5, 5, 2] {
                give_back(taken(many).collect());
            }
            assert_eq!(kept(768), 5);
        });
    }

    #[test]
    fn what_comes_back_last_goes_out_first_on_a_thread_that_keeps() {
        on_a_thread_that_keeps(|| {
            // SAFETY: each is given back once, by its layout, and nothing reads what lies there.
            unsafe {
                let [one, other] = [(); 2].map(|()| Memory.alloc(layout(100, 8)));
                Memory.dealloc(one, layout(100, 8));
                Memory.dealloc(other, layout(100, 8));
                assert_eq!([(); 2].map(|()| Memory.alloc(layout(112, 16))), [other, one]);
                Memory.dealloc(one, layout(112, 16));
                Memory.dealloc(other, layout(112, 16));
            }
        });
    }

    #[test]
    fn a_thread_that_has_not_begun_keeps_nothing() {
        // SAFETY: it is given back once, by its layout, and nothing reads what lies there.
        unsafe { Memory.dealloc(Memory.alloc(layout(100, 8)), layout(100, 8)) };
        assert!(KEPT.with(|kept| kept.iter().all(|kept| kept.last.get().is_null())));
    }

    #[test]
    fn mimalloc_has_pieces_of_every_length_where_they_have_to_lie() {
        for length in lengths() {
            // SAFETY: each is given back once, by its layout, and nothing reads what lies there.
            unsafe {
                let pieces: Vec<_> = (0..500).map(|_| MiMalloc.alloc(whole(length))).collect();
                assert!(pieces.iter().all(|piece| piece.addr().is_multiple_of(ALIGNMENT)), "{length}");
                for piece in pieces {
                    MiMalloc.dealloc(piece, whole(length));
                }
            }
        }
    }

    /// A piece that somebody has, for this layout, all of it written with this mark.
    struct Held(*mut u8, Layout, u8);

    // SAFETY: it is nobody else's, whatever thread has it.
    unsafe impl Send for Held {}

    impl Held {
        /// Whether so many bytes are as they were written.
        fn holds(&self, many: usize) -> bool {
            let Self(memory, layout, mark) = *self;
            // SAFETY: so many bytes of it are there, and were written.
            let is_marked = |place| unsafe { memory.add(place).read() == mark };
            memory.addr().is_multiple_of(layout.align()) && (0..many).all(is_marked)
        }

        fn written(self) -> Self {
            let Self(memory, layout, mark) = self;
            // SAFETY: it is as long as its layout.
            unsafe { memory.write_bytes(mark, layout.size()) };
            self
        }

        fn give_back(self) {
            let Self(memory, layout, _) = self;
            assert!(self.holds(layout.size()));
            // SAFETY: it was given for this layout, and is given back once.
            unsafe { Memory.dealloc(memory, layout) };
        }
    }

    /// Pieces that are taken, grown, shrunk and given back in any order, also by another thread, are never anybody else's, hold what was
    /// written there, and lie as was asked for.
    #[test]
    fn nobody_has_a_piece_of_somebody_else() {
        let work = |seed: u64, elsewhere: mpsc::Sender<Held>, from_elsewhere: mpsc::Receiver<Held>| {
            let mut chance = ChaCha20Rng::seed_from_u64(seed);
            let mut all: Vec<Held> = Vec::new();
            for turn in 0..60_000 {
                let mark = u8::try_from(turn % 251).unwrap();
                let size = chance.random_range(1..=[40, 300, 4_000, 12_000][turn % 4]);
                match chance.random_range(0..5) {
                    0 | 1 if all.len() < 700 => {
                        let layout = layout(size, 1 << chance.random_range(0..7));
                        let is_zero = mark == 0;
                        // SAFETY: the size is not 0.
                        let memory = unsafe {
                            if is_zero { Memory.alloc_zeroed(layout) } else { Memory.alloc(layout) }
                        };
                        let held = Held(memory, layout, mark);
                        assert!(!is_zero || held.holds(size));
                        all.push(held.written());
                    }
                    2 if !all.is_empty() => {
                        let Held(memory, old, was) = all.swap_remove(chance.random_range(0..all.len()));
                        // SAFETY: it was given for this layout, and the size is not 0.
                        let memory = unsafe { Memory.realloc(memory, old, size) };
                        let held = Held(memory, layout(size, old.align()), was);
                        assert!(held.holds(size.min(old.size())));
                        all.push(held.written());
                    }
                    3 if !all.is_empty() => {
                        let held = all.swap_remove(chance.random_range(0..all.len()));
                        // Who is done takes nothing any more.
                        if let Err(mpsc::SendError(held)) = elsewhere.send(held) {
                            held.give_back();
                        }
                    }
                    _ if !all.is_empty() => all.swap_remove(chance.random_range(0..all.len())).give_back(),
                    _ => {}
                }
                from_elsewhere.try_iter().for_each(Held::give_back);
            }
            drop(elsewhere);
            from_elsewhere.into_iter().chain(all).for_each(Held::give_back);
        };
        thread::scope(|threads| {
            let (there, here) = (mpsc::channel(), mpsc::channel());
            threads.spawn(move || on_a_thread_that_keeps(|| work(1, there.0, here.1)));
            threads.spawn(move || work(2, here.0, there.1));
        });
    }
}
