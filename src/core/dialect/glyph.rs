//! The drawings of pieces that XBoard and WinBoard have, and how a kind of piece is shown by one.

use crate::rules::Kind;

/// How a kind of piece is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    /// The kind; `None` for all kinds that have no symbol of their own.
    pub(super) kind: Option<Kind>,
    /// The letter, in upper case.
    pub(super) letter: char,
    /// What stands beside the letter.
    pub(super) mark: Mark,
    /// The drawing.
    pub(super) glyph: Glyph,
}

impl Symbol {
    /// What the board has for a piece of White's.
    pub(super) fn text(self) -> String {
        match self.mark {
            Mark::None => self.letter.to_string(),
            Mark::Promoted => format!("+{}", self.letter),
            Mark::Twin => format!("{}~", self.letter),
        }
    }
}

/// What tells a piece from the one whose letter it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing.
    #[default]
    None,
    /// `+` before the letter: it goes to the hand as the piece of that letter.
    Promoted,
    /// `~` behind the letter: it goes to the hand as the first piece of the table.
    Twin,
}

/// A drawing of a piece in XBoard. The number is its index in the table of letters that `setup`
/// sends; the names are those of the default theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Glyph {
    /// XBoard lets it capture en passant, and promote on the last rank.
    Pawn = 0,
    Knight = 1,
    Bishop = 2,
    Rook = 3,
    Queen = 4,
    Elephant = 6,
    Archbishop = 7,
    Marshall = 8,
    Gold = 9,
    Nightrider = 12,
    CrownedBishop = 13,
    CrownedRook = 14,
    /// XBoard's theme draws it as a small queen.
    Crown = 15,
    FirstLance = 18,
    Cobra = 19,
    Sword = 22,
    Zebra = 23,
    Camel = 24,
    Wolf = 26,
    Hat = 27,
    Duck = 28,
    SecondLance = 29,
    Dragon = 30,
    Gnu = 31,
    Cub = 32,
    Shield = 33,
    /// A horse with wings.
    Pegasus = 34,
    Wizard = 35,
    Copper = 36,
    Iron = 37,
    Viking = 38,
    Flag = 39,
    Axe = 40,
    Dolphin = 41,
    Leopard = 42,
    Claw = 43,
    Left = 44,
    Butterfly = 45,
    PromotedBishop = 46,
    PromotedRook = 47,
    HighCrown = 48,
    RightShield = 49,
    /// XBoard's theme draws it as a king.
    Prince = 50,
    /// XBoard's theme draws it as a queen.
    Phoenix = 51,
    /// XBoard's theme draws it as a lion.
    Kylin = 52,
    /// XBoard's theme draws it as an elephant.
    Drunk = 53,
    Right = 54,
    GoldPawn = 55,
    GoldKnight = 56,
    PromotedHorse = 57,
    PromotedDragon = 58,
    GoldLance = 59,
    GoldSilver = 60,
    HighSword = 61,
    PromotedSword = 62,
    PromotedHighSword = 63,
    Princess = 64,
    /// Always the last of a table. XBoard takes its move of two squares sideways for castling.
    King = 65,
}

impl Glyph {
    /// Whether XBoard has moves of its own for it.
    pub(super) const fn has_moves(self) -> bool {
        !matches!(self as u8, 15 | 22..=24 | 26..=64)
    }

    /// The drawing that XBoard shows with [`Mark::Twin`]: eleven places behind it.
    pub(super) const fn of_twin(self) -> Option<Self> {
        match self {
            Self::Knight => Some(Self::Nightrider),
            Self::Bishop => Some(Self::CrownedBishop),
            Self::Rook => Some(Self::CrownedRook),
            Self::Queen => Some(Self::Crown),
            Self::Archbishop => Some(Self::FirstLance),
            Self::Marshall => Some(Self::Cobra),
            _ => None,
        }
    }

    /// The name of its files in XBoard's themes, without the color before it.
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Pawn => "Pawn",
            Self::Knight => "Knight",
            Self::Bishop => "Bishop",
            Self::Rook => "Rook",
            Self::Queen => "Queen",
            Self::Elephant => "Elephant",
            Self::Archbishop => "Archbishop",
            Self::Marshall => "Marshall",
            Self::Gold => "Gold",
            Self::Nightrider => "Nightrider",
            Self::CrownedBishop => "CrownedBishop",
            Self::CrownedRook => "CrownedRook",
            Self::Cobra => "Cobra",
            Self::Crown => "Crown",
            Self::Sword => "Sword",
            Self::Zebra => "Zebra",
            Self::Camel => "Camel",
            Self::Wolf => "Wolf",
            Self::Hat => "Hat",
            Self::Duck => "Duck",
            Self::FirstLance | Self::SecondLance => "Lance",
            Self::Dragon => "Dragon",
            Self::Gnu => "Gnu",
            Self::Cub => "Cub",
            Self::Shield => "LShield",
            Self::Pegasus => "Pegasus",
            Self::Wizard => "Wizard",
            Self::Copper => "Copper",
            Self::Iron => "Iron",
            Self::Viking => "Viking",
            Self::Flag => "Flag",
            Self::Axe => "Axe",
            Self::Dolphin => "Dolphin",
            Self::Leopard => "Leopard",
            Self::Claw => "Claw",
            Self::Left => "Left",
            Self::Butterfly => "Butterfly",
            Self::PromotedBishop => "PromoBishop",
            Self::PromotedRook => "PromoRook",
            Self::HighCrown => "HCrown",
            Self::RightShield => "RShield",
            Self::Prince => "Prince",
            Self::Phoenix => "Phoenix",
            Self::Kylin => "Kylin",
            Self::Drunk => "Drunk",
            Self::Right => "Right",
            Self::GoldPawn => "GoldPawn",
            Self::GoldKnight => "GoldKnight",
            Self::PromotedHorse => "PromoHorse",
            Self::PromotedDragon => "PromoDragon",
            Self::GoldLance => "GoldLance",
            Self::GoldSilver => "GoldSilver",
            Self::HighSword => "HSword",
            Self::PromotedSword => "PromoSword",
            Self::PromotedHighSword => "PromoHSword",
            Self::Princess => "Princess",
            Self::King => "King",
        }
    }

    /// The name of its bitmaps in `WinBoard`, without size and use. The drawings that `WinBoard`
    /// brings have names, and all others numbers.
    pub(super) fn bitmap(self) -> String {
        let named = match self {
            Self::Pawn => "p",
            Self::Knight => "n",
            Self::Bishop => "b",
            Self::Rook => "r",
            Self::Queen => "q",
            Self::King => "k",
            Self::Elephant => "e",
            Self::Archbishop => "aa",
            Self::Gold => "w",
            Self::Nightrider => "h",
            Self::Crown => "g",
            Self::Zebra => "zebra",
            Self::Camel => "camel",
            Self::Wolf => "wolf",
            Self::SecondLance => "l",
            Self::Cub => "ln",
            _ => return format!("piece{}_", self as u8),
        };
        named.to_owned()
    }
}
