//! What stands behind the `=` of a key.

/// What the value of a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A letter, or `-` for none.
    Letter,
    /// A letter, and after a colon how the king moves if it does not as in chess.
    King,
    /// A letter, a colon and how the piece moves.
    Custom,
    /// `true` or `false`.
    Switch,
    /// A number of at most this much.
    Number(u16),
    /// A rank.
    Rank,
    /// A file.
    File,
    /// One piece.
    Piece,
    /// One piece, or `-`.
    PieceOrNone,
    /// One piece, or `*`.
    PieceOrAll,
    /// Pieces.
    Pieces,
    /// Pieces and compounds, one by one.
    Compounds,
    /// Pieces, or a set of pieces.
    Set,
    /// A set of pieces, or `*` for all.
    SetOrAll,
    /// Squares.
    Squares,
    /// How a game ends for the side to move.
    Value,
    /// A position.
    Fen,
    /// By whose rules pieces are chased.
    Chase,
    /// How material is counted.
    Material,
    /// By whose rules moves are counted.
    Counting,
    /// Pieces with what they become.
    Promoted,
    /// Pieces with numbers.
    Limits,
    /// Letters with names.
    Names,
    /// Letters for compounds.
    Aliases,
    /// Which part swallows which.
    Levels,
    /// What raises which part.
    Raise,
    /// A piece for each file.
    ByFile,
    /// What captures make of pieces.
    CaptureRules,
    /// What handicaps make of captures.
    Handicaps,
    /// What pieces of a side become together.
    MergeRules,
    /// Pieces, with the parts that leave them.
    Splits,
    /// Pieces, with the parts for one move.
    Once,
    /// From what to what.
    Changes,
    /// What captured pieces become in hand.
    InHand,
    /// Squares, with from what to what.
    Morph,
    /// Parts, with the pieces to which they give no moves.
    IdleParts,
    /// What replaces a part of a piece that promotes.
    PartPromotions,
    /// How kings slide.
    Slides,
    /// Who lends where, and what.
    Loans,
    /// From whom pieces borrow.
    LendFrom,
    /// Whether borrowed moves are made too, or instead.
    LendMode,
    /// Pieces, with the squares to which borrowed moves lead.
    LendRegions,
    /// Who makes whom lend farther.
    Amplifications,
    /// Who keeps whom from lending.
    Isolations,
    /// Who annihilates whom, and where.
    Annihilations,
    /// Which pieces do something to which enemies, and where.
    Contacts,
    /// All pieces and compounds.
    Order,
    /// What SAN writes for the castling moves.
    CastlingWords,
    /// Names of a game.
    GameNames,
    /// A piece or a compound.
    Compound,
    /// Any text.
    Text,
}

impl Takes {
    /// What is allowed, in words.
    pub fn words(self) -> String {
        match self {
            Self::Letter => "a letter, or `-` for none".to_owned(),
            Self::King => "a letter; `k:KN` for other moves".to_owned(),
            Self::Custom => "a letter, `:` and moves, `a:FAA`".to_owned(),
            Self::Switch => "`true` or `false`".to_owned(),
            Self::Number(most) => format!("a number, 0 to {most}"),
            Self::Rank => "a rank, 1 to 10".to_owned(),
            Self::File => "a file, a to p or 1 to 16".to_owned(),
            Self::Piece => "a piece's letter".to_owned(),
            Self::PieceOrNone => "a piece's letter, or `-`".to_owned(),
            Self::PieceOrAll => "a piece's letter, or `*` for all".to_owned(),
            Self::Pieces => "pieces' letters, or `-`".to_owned(),
            Self::Compounds => "pieces' letters, `{rn}` for compounds, or `-`".to_owned(),
            Self::Set => "pieces' letters, a set such as `{p*}`, or `-`".to_owned(),
            Self::SetOrAll => {
                "pieces' letters, a set such as `{p*}`, `*` for all, or `-`".to_owned()
            }
            Self::Squares => "squares, or `-`".to_owned(),
            Self::Value => "`win`, `loss` or `draw`".to_owned(),
            Self::Fen => "a FEN".to_owned(),
            Self::Chase => "`none` or `axf`".to_owned(),
            Self::Material => {
                "`none`, `janggi`, `unweighted`, `whitedrawodds` or `blackdrawodds`".to_owned()
            }
            Self::Counting => "`none`, `makruk`, `cambodian` or `asean`".to_owned(),
            Self::Promoted => "letters with letters or `-`, `p:g s:g`".to_owned(),
            Self::Limits => "letters with numbers, `q:1 r:2`".to_owned(),
            Self::Names => "letters with names, `h:Hawk`".to_owned(),
            Self::Aliases => "letters with compounds, `q:{rb}`".to_owned(),
            Self::Levels => "chains of parts, the lesser first, `r<a<f`".to_owned(),
            Self::CaptureRules => {
                "rules `MOVER x VICTIM > RESULT`, with `;` between them".to_owned()
            }
            Self::Handicaps => {
                "`LETTER:` and such rules, for each handicap, with `;` between them".to_owned()
            }
            Self::MergeRules => "rules `MOVER x FRIEND > RESULT`, with `;` between them".to_owned(),
            Self::Splits => "rules `PIECES: PARTS`, with `;` between them".to_owned(),
            Self::Once => "letters with letters, `n:x b:y`".to_owned(),
            Self::Changes => "changes, `q>n n>q`".to_owned(),
            Self::InHand => "changes, `q>p r>-`".to_owned(),
            Self::Morph => "rules `SQUARES: n>a c>r`, with `;` between them".to_owned(),
            Self::IdleParts => "rules `PARTS: PIECES`, with `;` between them".to_owned(),
            Self::Raise => "chains of parts, `r>a>f`, with `;` between groups".to_owned(),
            Self::ByFile => "a piece for each file, `r n b q k b n r`".to_owned(),
            Self::PartPromotions => {
                "rules `PART: PIECES > PIECES`, or with `by PART` behind, and `;` between them"
                    .to_owned()
            }
            Self::Slides => "`free` or `safe`".to_owned(),
            Self::Loans => {
                "`LENDER:ZONE`, `LENDER:ZONE>BORROWER`, or either with `=MOVES` behind, with blanks between them"
                    .to_owned()
            }
            Self::LendFrom => "`friends`, `enemies` or `all`".to_owned(),
            Self::LendMode => "`add` or `replace`".to_owned(),
            Self::LendRegions => "rules `PIECES: SQUARES`, with `;` between them".to_owned(),
            Self::Amplifications => {
                "rules `PIECES:ZONE > LENDERS + ZONE`, with `;` between them".to_owned()
            }
            Self::Isolations => "rules `PIECES:ZONE > LENDERS`, with `;` between them".to_owned(),
            Self::Annihilations | Self::Contacts => {
                "rules `PIECES x PIECES: ZONE`, with `;` between them".to_owned()
            }
            Self::Order => {
                "all pieces and compounds, `p n {rn}`, with blanks between them".to_owned()
            }
            Self::CastlingWords => "a word such as `O-Q-O` for each castling move".to_owned(),
            Self::GameNames => "names, with blanks between them".to_owned(),
            Self::Compound => "a piece's letter, or `{rn}`".to_owned(),
            Self::Text => "a text".to_owned(),
        }
    }
}
