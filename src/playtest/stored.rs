//! Data in files of JSON.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use vertumnus_core::files;

use crate::error::PlaytestError;

/// Reads the data of a file; `refused` is for a file that is something else.
///
/// # Errors
/// If the file cannot be read, or is something else.
pub(crate) fn read<T: DeserializeOwned>(
    path: &Path,
    refused: fn(PathBuf, String) -> PlaytestError,
) -> Result<T, PlaytestError> {
    let failed = |error| PlaytestError::Io(path.to_owned(), error);
    let text = files::read_small(path).map_err(failed)?;
    serde_json::from_str(&text).map_err(|error| refused(path.to_owned(), error.to_string()))
}

/// Writes data to a file, which is not touched if that fails.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &Path, data: &impl Serialize) -> Result<(), PlaytestError> {
    let json = serde_json::to_string_pretty(data).unwrap_or_default() + "\n";
    write_text(path, &json)
}

/// Writes a text to a file, in the same way.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), PlaytestError> {
    files::replace(path, text.as_bytes()).map_err(|error| PlaytestError::Io(path.to_owned(), error))
}
