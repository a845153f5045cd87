//! The pieces that a file can name: those with a key of their own, and 25 that it describes itself.

/// How many pieces a file can describe itself.
pub(crate) const CUSTOM: u8 = 25;

/// A piece with a key of its own.
#[derive(Clone, Copy, Debug)]
pub struct Predefined {
    /// Its key.
    pub key: &'static str,
    /// The name that people use.
    pub name: &'static str,
    /// How it moves, in Betza's notation.
    pub betza: &'static str,
}

const fn piece(key: &'static str, name: &'static str, betza: &'static str) -> Predefined {
    Predefined { key, name, betza }
}

/// The pieces with keys of their own, the king apart.
pub const PREDEFINED: [Predefined; 36] = [
    piece("pawn", "Pawn", "fmWfceFifmnD"),
    piece("knight", "Knight", "N"),
    piece("bishop", "Bishop", "B"),
    piece("rook", "Rook", "R"),
    piece("queen", "Queen", "Q"),
    piece("fers", "Ferz", "F"),
    piece("alfil", "Alfil", "A"),
    piece("fersAlfil", "Ferz-Alfil", "FA"),
    piece("silver", "Silver", "FfW"),
    piece("aiwok", "Aiwok", "RNF"),
    piece("bers", "Bers", "RF"),
    piece("archbishop", "Archbishop", "BN"),
    piece("chancellor", "Chancellor", "RN"),
    piece("amazon", "Amazon", "QN"),
    piece("knibis", "Knibis", "mNcB"),
    piece("biskni", "Biskni", "mBcN"),
    piece("kniroo", "Kniroo", "mNcR"),
    piece("rookni", "Rookni", "mRcN"),
    piece("shogiPawn", "Shogi Pawn", "fW"),
    piece("lance", "Lance", "fR"),
    piece("shogiKnight", "Shogi Knight", "fN"),
    piece("gold", "Gold", "WfF"),
    piece("dragonHorse", "Dragon Horse", "BW"),
    piece("clobber", "Clobber Piece", "cW"),
    piece("breakthrough", "Breakthrough Piece", "fmWfF"),
    piece("immobile", "Immobile Piece", ""),
    piece("cannon", "Cannon", "mRcpR"),
    piece("janggiCannon", "Janggi Cannon", "pR"),
    piece("soldier", "Soldier", "fsW"),
    piece("horse", "Horse", "nN"),
    piece("elephant", "Elephant", "nA"),
    piece("janggiElephant", "Janggi Elephant", "nZ"),
    piece("banner", "Banner", "RcpRnN"),
    piece("wazir", "Wazir", "W"),
    piece("commoner", "Commoner", "K"),
    piece("centaur", "Centaur", "KN"),
];

/// A piece that a file can name, whatever its letter: a number in the order of [`PREDEFINED`], the
/// pieces that a file describes, the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot(u8);

impl Slot {
    pub(crate) const PAWN: Self = Self(0);
    pub(crate) const KNIGHT: Self = Self(1);
    pub(crate) const BISHOP: Self = Self(2);
    pub(crate) const ROOK: Self = Self(3);
    pub(crate) const QUEEN: Self = Self(4);
    pub(crate) const KING: Self = Self(PREDEFINED.len() as u8 + CUSTOM);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..=Self::KING.0).map(Self)
    }

    pub(crate) fn predefined(self) -> Option<&'static Predefined> {
        PREDEFINED.get(self.index())
    }

    /// Whether the file gives its moves.
    pub(crate) fn is_custom(self) -> bool {
        self != Self::KING && self.predefined().is_none()
    }

    /// The piece of this key.
    pub(crate) fn of_key(key: &str) -> Option<Self> {
        if key == "king" {
            return Some(Self::KING);
        }
        if let Some(number) = key.strip_prefix("customPiece") {
            let number: u8 = number.parse().ok().filter(|_| !number.starts_with(['0', '+']))?;
            let is_one = (1..=CUSTOM).contains(&number);
            return is_one.then(|| Self(PREDEFINED.len() as u8 + number - 1));
        }
        PREDEFINED.iter().position(|piece| piece.key == key).map(|index| Self(index as u8))
    }

    pub(crate) fn key(self) -> String {
        match self.predefined() {
            _ if self == Self::KING => "king".to_owned(),
            Some(piece) => piece.key.to_owned(),
            None => format!("customPiece{}", self.index() - PREDEFINED.len() + 1),
        }
    }

    /// The name that people use, unless the file has one.
    pub(crate) fn name(self, letter: char) -> String {
        match self.predefined() {
            _ if self == Self::KING => "King".to_owned(),
            Some(piece) => piece.name.to_owned(),
            None => format!("Piece {letter}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_back_to_slots() {
        for slot in Slot::all() {
            assert_eq!(Slot::of_key(&slot.key()), Some(slot));
        }
        for key in ["customPiece0", "customPiece26", "customPiece01", "customPiece", "Pawn", ""] {
            assert_eq!(Slot::of_key(key), None, "{key}");
        }
    }
}
