//! The men of orthodox chess, with which several games play, some of them with one kind more.

/// Numbers the kinds of orthodox chess, with the extra kind before the king if there is one, and
/// lists them in `KINDS` and what pawns promote to in `PROMOTIONS`, the best first.
#[allow(unused_macros, reason = "the games of the build decide which of them use it")]
macro_rules! orthodox_kinds {
    ($($extra:ident = $info:expr)?) => {
        $crate::rules::kind::kinds! {
            PAWN = KindInfo::new("P", "Pawn", &[Power::Pawn]),
            KNIGHT = KindInfo::new("N", "Knight", &[Power::Knight]),
            BISHOP = KindInfo::new("B", "Bishop", &[Power::Bishop]),
            ROOK = KindInfo::new("R", "Rook", &[Power::Rook]),
            QUEEN = KindInfo::new("Q", "Queen", &[Power::Rook, Power::Bishop]),
            $($extra = $info,)?
            KING = KindInfo::king("K", "King", &[Power::Step]),
        }

        const PROMOTIONS: &[Kind] = &[QUEEN, $($extra,)? ROOK, BISHOP, KNIGHT];
    };
}
#[allow(unused_imports, reason = "the games of the build decide which of them use it")]
pub(super) use orthodox_kinds;
