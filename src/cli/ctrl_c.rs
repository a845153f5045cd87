//! What Ctrl-C does.

use thiserror::Error;

/// Ctrl-C cannot be noticed.
#[derive(Debug, Error)]
#[error("cannot notice Ctrl-C: {}", reason(.0))]
pub(crate) struct Unheard(#[from] ctrlc::Error);

/// Why, as far as the system says it.
fn reason(error: &ctrlc::Error) -> String {
    match error {
        ctrlc::Error::System(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// Runs this at each Ctrl-C and SIGTERM, on a thread of its own.
///
/// # Errors
/// If the system does not let it.
pub(crate) fn set(handler: impl FnMut() + Send + 'static) -> Result<(), Unheard> {
    Ok(ctrlc::set_handler(handler)?)
}
