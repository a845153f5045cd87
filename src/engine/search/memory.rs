//! What the transposition table asks of the machine: to prefetch a cache line, and to use large
//! pages.
//!
//! Both are advice. A machine or system that does not know it ignores it; results never change.
#![cfg_attr(
    any(target_arch = "x86_64", target_os = "linux"),
    expect(unsafe_code, reason = "advice goes by address; docs/strength.md has what it is worth")
)]

/// Asks for a value that will be read soon to be loaded into the cache in the meantime.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 has the instruction, and it neither faults nor changes anything.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks for the memory that a vector has reserved to be made of large pages, before it is filled:
/// the processor then translates addresses without reading page tables from memory.
pub(super) fn prefer_large_pages<T>(reserved: &mut Vec<T>) {
    // Miri knows no advice.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use rustix::mm::{Advice, madvise};
        const LARGE_PAGE: usize = 1 << 21;
        let bytes = reserved.spare_capacity_mut().as_mut_ptr_range();
        let start = bytes.start.cast::<u8>();
        let skipped = start.align_offset(LARGE_PAGE);
        let size = bytes.end.addr() - start.addr();
        if let Some(rest) = size.checked_sub(skipped) {
            // SAFETY: the range lies within the vector's own allocation, and this advice leaves
            // what is in it as it is.
            let refused = unsafe {
                madvise(start.add(skipped).cast(), rest & !(LARGE_PAGE - 1), Advice::LinuxHugepage)
            };
            if let Err(error) = refused {
                log::debug!("no large pages: {error}");
            }
        }
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = reserved;
}
