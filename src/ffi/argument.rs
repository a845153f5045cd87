//! Arguments of callers: texts, and pointers to where results go.

use std::ffi::{CStr, c_char};
use std::slice;

use crate::status::{Failure, Status};

fn null(what: &str) -> Failure {
    Failure::new(Status::NullPointer, format!("{what} is null"))
}

/// A text of the caller's.
///
/// # Safety
/// The pointer is null, or points to a text that ends with a zero byte and outlives `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Failure> {
    // SAFETY: the caller promises it.
    unsafe { optional_text(pointer, what) }?.ok_or_else(|| null(what))
}

/// A text of the caller's; `None` if the pointer is null.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn optional_text<'a>(
    pointer: *const c_char,
    what: &str,
) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let text = unsafe { CStr::from_ptr(pointer) }.to_str();
    text.map(Some).map_err(|_| Failure::new(Status::BadText, format!("{what} is not UTF-8")))
}

/// A value of the caller's; `None` if the pointer is null.
///
/// # Safety
/// The pointer is null, or points to a `T`.
pub(crate) unsafe fn optional<T: Copy>(pointer: *const T) -> Option<T> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: it is not null, and the caller promises the rest.
    Some(unsafe { pointer.read() })
}

/// A list of the caller's. It may be null if it has no items.
///
/// # Safety
/// The pointer is null, or points to `count` items that outlive `'a`.
pub(crate) unsafe fn list<'a, T>(
    pointer: *const T,
    count: usize,
    what: &str,
) -> Result<&'a [T], Failure> {
    match (count, pointer.is_null()) {
        (0, _) => Ok(&[]),
        (_, true) => Err(null(what)),
        // SAFETY: it is not null, and the caller promises the rest.
        _ => Ok(unsafe { slice::from_raw_parts(pointer, count) }),
    }
}

/// Refuses null before a long computation; [`put`] would refuse it only afterwards.
pub(crate) fn must_have<T>(place: *mut T, what: &str) -> Result<(), Failure> {
    if place.is_null() { Err(null(what)) } else { Ok(()) }
}

/// Writes a result.
///
/// # Safety
/// `place` is null or points to writable memory for a `T`.
pub(crate) unsafe fn put<T>(place: *mut T, value: T, what: &str) -> Result<(), Failure> {
    if place.is_null() {
        return Err(null(what));
    }
    // SAFETY: it is not null, and the caller promises the rest.
    unsafe { place.write(value) };
    Ok(())
}

/// Writes a list and its length; only the length if `list` is null.
///
/// # Safety
/// `list` is null or has room for `size` items; `length` is null or points to a writable number.
pub(crate) unsafe fn put_list<T: Copy>(
    items: &[T],
    list: *mut T,
    size: usize,
    length: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller promises it.
    unsafe { put_padded(items, &[], list, size, length) }
}

/// Writes a text with a zero byte at its end, and its length without that byte; only the length if
/// `buffer` is null.
///
/// # Safety
/// `buffer` is null or has `size` bytes; `length` is null or points to a writable number.
pub(crate) unsafe fn put_text(
    text: &str,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller promises it; a `c_char` is a byte.
    unsafe { put_padded(text.as_bytes(), &[0], buffer.cast(), size, length) }
}

/// Writes a list, followed by items that its length does not count.
///
/// # Safety
/// As for [`put_list`].
unsafe fn put_padded<T: Copy>(
    items: &[T],
    end: &[T],
    list: *mut T,
    size: usize,
    length: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller promises it.
    if !unsafe { put_length(items.len(), items.len() + end.len(), list, size, length) }? {
        return Ok(());
    }
    for (index, &item) in items.iter().chain(end).enumerate() {
        // SAFETY: there is room for at least `needed` items.
        unsafe { list.add(index).write(item) };
    }
    Ok(())
}

/// Writes the length of a list, and tells whether the list is to be written as well; an error if it
/// has no room for as many items as are needed.
///
/// # Safety
/// As for [`put_list`].
pub(crate) unsafe fn put_length<T>(
    items: usize,
    needed: usize,
    list: *mut T,
    size: usize,
    length: *mut usize,
) -> Result<bool, Failure> {
    if list.is_null() && length.is_null() {
        return Err(null("the place for the result"));
    }
    if !length.is_null() {
        // SAFETY: it is not null, and the caller promises the rest.
        unsafe { length.write(items) };
    }
    if list.is_null() || needed <= size {
        return Ok(!list.is_null());
    }
    let message = format!("the buffer has room for {size} and needs it for {needed}");
    Err(Failure::new(Status::BufferTooSmall, message))
}

/// A text in an array of its own, padded with zero bytes; an error if it does not fit.
pub(crate) fn array<const SIZE: usize>(text: &str) -> Result<[c_char; SIZE], Failure> {
    if text.len() >= SIZE {
        return Err(Failure::new(Status::Internal, format!("'{text}' is too long")));
    }
    let mut array = [0; SIZE];
    for (place, byte) in array.iter_mut().zip(text.bytes()) {
        *place = byte as c_char;
    }
    Ok(array)
}
