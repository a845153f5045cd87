//! What seals [`Ruleset`](super::Ruleset), and gives each ruleset an array as wide as its powers.

use std::fmt::Debug;

/// An array with as many values as a ruleset has powers.
///
/// Generic code cannot name a length that depends on a type, so the registry names each ruleset's
/// array as a type.
pub trait PowerArray<T>:
    Copy + Debug + PartialEq + AsRef<[T]> + AsMut<[T]> + Send + Sync + 'static
{
    /// The array that holds `value` everywhere.
    fn filled(value: T) -> Self;
}

impl<T, const N: usize> PowerArray<T> for [T; N]
where
    T: Copy + Debug + PartialEq + Send + Sync + 'static,
{
    #[inline]
    fn filled(value: T) -> Self {
        [value; N]
    }
}

/// What the registry adds to each ruleset that it lists. No other crate can name this trait, which
/// seals [`Ruleset`].
pub trait Registered {
    /// One value for each of the ruleset's powers.
    type PowerArray<T: Copy + Debug + PartialEq + Send + Sync + 'static>: PowerArray<T>;
}

/// Registers a ruleset.
macro_rules! register {
    ($ruleset:ty) => {
        impl $crate::rules::registered::Registered for $ruleset {
            type PowerArray<T: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static> =
                [T; <$ruleset as $crate::rules::Ruleset>::POWERS.count()];
        }
    };
}
pub(crate) use register;
