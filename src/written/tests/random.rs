//! Rules of files that chance has put together, by the fast and by the slow rules: random games and random positions
//! of each go alike.
//!
//! A process has room for some hundred games. So the many of a night are tried by many processes, each with
//! `VERTUMNUS_RANDOM_FIRST` and `VERTUMNUS_RANDOM_COUNT`; the number of a file says all of it.
#![cfg(feature = "played")]

use std::fmt::Write;

use vertumnus_core::board::{Color, SplitMix64, Square};
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::{Unplayable, WrittenGame};
use vertumnus_core::rules::{Kind, Piece, Variant};
use vertumnus_written::compare::{Extent, compare, compare_at};
use vertumnus_written::{Severity, read};

/// What games build on, chess more often than others.
const PARENTS: [&str; 46] = [
    "chess",
    "chess",
    "chess",
    "chess",
    "chess",
    "chess",
    "chess",
    "absorption",
    "cannibal",
    "einstein",
    "chameleon",
    "norsk",
    "assimilation",
    "annan",
    "knightrelay",
    "berolina",
    "torpedo",
    "knightmate",
    "shatranj",
    "losalamos",
    "3check",
    "xiangqi",
    "janggi",
    "makruk",
    "minishogi",
    "coregal",
    "extinction",
    "giveaway",
    "grasshopper",
    "horde",
    "kinglet",
    "losers",
    "paradigm",
    "racingkings",
    "shako",
    "threekings",
    "atomic",
    "nocheckatomic",
    "atomar",
    "grand",
    "shoshogi",
    "wolf",
    "crazyhouse",
    "crazyhouse",
    "loop",
    "pocketknight",
];

/// What promotes, and to what.
const PROMOTING: [&str; 8] = ["n", "b", "r", "q", "p", "a", "c", "g"];

/// How kings move.
const KINGS: [&str; 22] = [
    "K",
    "K",
    "K",
    "KN",
    "KmB",
    "KRpR",
    "KBpB",
    "K(fly B)",
    "K(fly R)",
    "KQ",
    "KmNN",
    "KNN",
    "KcB",
    "KR2",
    "WfF",
    "K(pegasus)",
    "KmR3cN",
    "KQpQ",
    "KpR",
    "WFnN",
    "KgB",
    "W",
];

/// How other pieces move.
const PIECES: [&str; 42] = [
    "FAA",
    "NN",
    "RpR",
    "BpB",
    "QpQ",
    "(fly R)",
    "(fly B)",
    "(fly Q)",
    "(pegasus)",
    "K",
    "WD",
    "FD",
    "R4cR2",
    "B3",
    "mRcB",
    "mNcB",
    "fRbK",
    "N2",
    "fmWfceFifmnD",
    "fmFfceWimfnA",
    "HG",
    "C",
    "sRvW",
    "mQcN",
    "cQmN",
    "Z",
    "rbN",
    "fsBbW",
    "DD",
    "mBcfF",
    "mRcpR",
    "mQcpQ4",
    "pR",
    "fpRbB",
    "gQ",
    "mBcgR",
    "gNN",
    "nN",
    "nAW",
    "nZ",
    "RcpRnN",
    "fnNmnDcnH",
];

const SETS: [&str; 30] = [
    "n",
    "b",
    "r",
    "q",
    "p",
    "k",
    "*",
    "*",
    "*",
    "*!k",
    "*!kp",
    "*!p",
    "{p*}",
    "{k*}",
    "{p*}!{k*}",
    "{n*}",
    "nb",
    "nbrq",
    "{rn}",
    "{rb}",
    "rq",
    "np",
    "a",
    "c",
    "ac",
    "{a*}",
    "pa",
    "kn",
    "{rn}q",
    "*!nb",
];

const RESULTS: [&str; 24] = [
    "mover other",
    "victim other",
    "mover",
    "victim",
    "join",
    "join?",
    "xor",
    "moved",
    "raise",
    "gone",
    "forbidden",
    "victim royal",
    "join!p",
    "n",
    "r",
    "q royal",
    "{rn}",
    "victim?",
    "{bn} royal",
    "join royal",
    "join",
    "a",
    "mover",
    "victim royal?",
];

const MERGED: [&str; 10] = [
    "join",
    "join",
    "join",
    "mover",
    "victim royal",
    "xor",
    "join!p",
    "raise",
    "forbidden",
    "{rn}",
];

const ZONES: [&str; 16] =
    ["K", "W", "F", "N", "fW", "bW", "fF", "D", "H", "ND", "KNAD", "sW", "move", "fK", "lR", "B2"];

const SQUARES: [&str; 22] = [
    "*8",
    "*1",
    "*7",
    "*2",
    "*4",
    "*5",
    "*3 *4",
    "a*",
    "h* a*",
    "d4 e4 d5 e5",
    "*1 *2 *3 *4 *5 *6 *7",
    "*2 *3 *4 *5 *6 *7 *8",
    "*1 *2 *4 *5 *6 *7 *8",
    "*7 *8",
    "*2 *1",
    "*6",
    "e*",
    "c4 f4",
    "-",
    "*2 *3",
    "a* b* c* d* e* f* g*",
    "*1 *2 *3 *5 *6 *7 *8",
];

const NAMES: [&str; 8] =
    ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King", "CustomPiece1", "CustomPiece2"];

struct Chance(SplitMix64);

impl Chance {
    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.0.below(all.len())]
    }

    /// Whether something happens that happens once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.0.below(times) == 0
    }

    /// From one to so many of something.
    fn list(&mut self, most: usize, between: &str, one: impl Fn(&mut Self) -> String) -> String {
        let count = 1 + self.0.below(most);
        (0..count).map(|_| one(self)).collect::<Vec<_>>().join(between)
    }

    fn letter(&mut self) -> &'static str {
        self.of(&["n", "b", "r", "q", "p", "a", "c", "{rn}", "{bn}", "n", "b", "r", "q"])
    }

    fn change(&mut self) -> String {
        format!("{}>{}", self.of(&SETS), self.letter())
    }

    /// A change by a move, maybe of the side.
    fn moved(&mut self) -> String {
        if self.once_in(5) { format!("{}>other", self.of(&SETS)) } else { self.change() }
    }

    /// A rule of what pieces do to enemies.
    fn contact(&mut self) -> String {
        let enemies = if self.once_in(3) { "same" } else { self.of(&SETS) };
        format!("{} x {enemies}: {}", self.of(&SETS), self.of(&ZONES))
    }
}

/// The keys of a file, one a line.
#[expect(clippy::too_many_lines, reason = "a few for each key")]
fn keys(chance: &mut Chance) -> Vec<String> {
    let mut keys = Vec::new();
    let customs = chance.0.below(3);
    for (number, letter) in (1..).zip(["a", "c"]).take(customs) {
        keys.push(format!("customPiece{number} = {letter}:{}", chance.of(&PIECES)));
    }
    if chance.once_in(2) {
        keys.push(format!("king = k:{}", chance.of(&KINGS)));
    }
    if customs > 0 || chance.once_in(4) {
        let others = ["a", "c", "n", "b", "q"];
        let piece = |chance: &mut Chance| {
            chance.of(&others[if customs > 1 { 0 } else { 2 - 2 * customs.min(1) }..])
        };
        let mut rank: String = (0..6).map(|_| piece(chance)).collect();
        rank.insert(3, 'k');
        let rank = format!("r{}r", &rank[..6]);
        let pawns = if chance.once_in(3) { "ppp2ppp" } else { "pppppppp" };
        let (white, men) = (rank.to_uppercase(), pawns.to_uppercase());
        let rights = if rank.find('k') == Some(4) { "KQkq" } else { "-" };
        keys.push(format!("startFen = {rank}/{pawns}/8/8/8/8/{men}/{white} w {rights} - 0 1"));
    }
    let mut maybe = |chance: &mut Chance, times: usize, key: &dyn Fn(&mut Chance) -> String| {
        if chance.once_in(times) {
            let key = key(chance);
            keys.push(key);
        }
    };
    maybe(chance, 4, &|_| "alias = q:{rb}".to_owned());
    maybe(chance, 3, &|chance| {
        let rule = |chance: &mut Chance| {
            let victims = if chance.once_in(5) { "same" } else { chance.of(&SETS) };
            format!("{} x {victims} > {}", chance.of(&SETS), chance.of(&RESULTS))
        };
        let kings = chance.of(&[
            "",
            "k x * > mover; ",
            "{k*} x * > mover; ",
            "k x * > victim royal; ",
            "k x * > forbidden; ",
        ]);
        let captures = format!("onCapture = {kings}{}", chance.list(4, "; ", rule));
        if !chance.once_in(4) {
            return captures;
        }
        let handicap = |chance: &mut Chance| {
            let letter = chance.of(&["a", "b", "h", "x"]);
            format!("{letter}: {{k*}} x * > mover; {}", chance.list(2, "; ", rule))
        };
        format!("{captures}\nhandicaps = {}", chance.list(3, "; ", handicap))
    });
    maybe(chance, 5, &|chance| {
        let rule = |chance: &mut Chance| {
            let friends = if chance.once_in(5) { "same" } else { chance.of(&SETS) };
            format!("{} x {friends} > {}", chance.of(&SETS), chance.of(&MERGED))
        };
        let kings = chance.of(&["", "", "*!k x k > join; ", "{k*} x * > forbidden; "]);
        format!("onMerge = {kings}{}", chance.list(3, "; ", rule))
    });
    maybe(chance, 6, &|chance| {
        let rule = |chance: &mut Chance| {
            format!(
                "{}: {}",
                chance.of(&SETS),
                chance.of(&["nbrk", "nbrqkp", "n", "p", "rk", "ac"])
            )
        };
        format!("split = {}", chance.list(2, "; ", rule))
    });
    maybe(chance, 9, &|_| "splitAttacked = false".to_owned());
    maybe(chance, 4, &|chance| format!("onMove = {}", chance.list(3, " ", Chance::moved)));
    maybe(chance, 5, &|chance| {
        let squares = |chance: &mut Chance| {
            if chance.once_in(3) { "dark" } else { chance.of(&SQUARES) }
        };
        let rule = |chance: &mut Chance| {
            format!("{}: {}", squares(chance), chance.list(2, " ", Chance::change))
        };
        format!("morph{} = {}", chance.of(&["", "", "White", "Black"]), chance.list(3, "; ", rule))
    });
    maybe(chance, 6, &|chance| format!("castledRook = {}", chance.letter()));
    maybe(chance, 8, &|chance| {
        format!("castlingRookPieces = {}", chance.of(&["b", "rn", "rb", "ra", "q"]))
    });
    maybe(chance, 12, &|chance| format!("castlingKingsideFile = {}", chance.of(&["f", "g", "h"])));
    maybe(chance, 12, &|chance| format!("castlingQueensideFile = {}", chance.of(&["b", "c", "d"])));
    maybe(chance, 8, &|chance| format!("joinLimit = {}", chance.of(&["2", "3"])));
    maybe(chance, 8, &|chance| {
        format!("levels = {}", chance.of(&["n<r", "n<b<r", "b<q r<q", "p<n a<c"]))
    });
    maybe(chance, 8, &|chance| {
        format!("raise = {}", chance.of(&["n>b>r", "n>{rn}", "p>n; n>b r>q", "a>c n>{bn}", "b>a"]))
    });
    maybe(chance, 8, &|chance| {
        format!("idleParts = {}: {}", chance.of(&["p", "n", "rb"]), chance.of(&SETS))
    });
    maybe(chance, 5, &|chance| {
        let rule = |chance: &mut Chance| {
            let by = chance.of(&["", "", " by p", " by n"]);
            let into = chance.of(&["-", "q", "qrbn", "rb", "n", "{rn}b"]);
            format!("{}: {} > {into}{by}", chance.of(&["p", "p", "n", "r", "a"]), chance.of(&SETS))
        };
        format!("partPromotion = {}", chance.list(2, "; ", rule))
    });
    maybe(chance, 8, &|chance| format!("promotionPawnTypes = {}", chance.of(&SETS)));
    maybe(chance, 10, &|chance| {
        format!("promotionPieceTypes = {}", chance.of(&["q", "nb", "qr{rn}", "arq", "r"]))
    });
    maybe(chance, 16, &|_| "promotionByFile = r n b q b n r q".to_owned());
    maybe(chance, 6, &|_| "mandatoryPawnPromotion = false".to_owned());
    maybe(chance, 5, &|chance| {
        let pair =
            |chance: &mut Chance| format!("{}:{}", chance.of(&PROMOTING), chance.of(&PROMOTING));
        format!("promotedPieceType = {}", chance.list(3, " ", pair))
    });
    maybe(chance, 8, &|_| "mandatoryPiecePromotion = true".to_owned());
    maybe(chance, 8, &|chance| {
        let limit = |chance: &mut Chance| {
            format!("{}:{}", chance.of(&PROMOTING), chance.of(&["1", "2", "3"]))
        };
        format!("promotionLimit = {}", chance.list(3, " ", limit))
    });
    maybe(chance, 8, &|_| "immobilityIllegal = true".to_owned());
    maybe(chance, 10, &|chance| format!("promotionRegionBlack = {}", chance.of(&SQUARES)));
    maybe(chance, 10, &|chance| format!("promotionRegionWhite = {}", chance.of(&SQUARES)));
    maybe(chance, 10, &|chance| format!("doubleStepRegionWhite = {}", chance.of(&SQUARES)));
    maybe(chance, 10, &|chance| format!("doubleStepRegionBlack = {}", chance.of(&SQUARES)));
    maybe(chance, 10, &|chance| format!("tripleStepRegionWhite = {}", chance.of(&SQUARES)));
    maybe(chance, 7, &|chance| format!("enPassantTypes = {}", chance.of(&SETS)));
    maybe(chance, 14, &|chance| format!("enPassantRegion = {}", chance.of(&SQUARES)));
    maybe(chance, 5, &|chance| {
        let loan = |chance: &mut Chance| {
            let moves = chance.of(&["", "", "=N", "=Q", "=K", "=fmWfcF", "=mR", "=B3"]);
            let to =
                if chance.once_in(4) { format!(">{}", chance.of(&SETS)) } else { String::new() };
            format!("{}:{}{to}{moves}", chance.of(&SETS), chance.of(&ZONES))
        };
        format!("lend = {}", chance.list(3, " ", loan))
    });
    maybe(chance, 7, &|chance| format!("lendFrom = {}", chance.of(&["enemies", "enemies", "all"])));
    maybe(chance, 9, &|chance| format!("lendTo = {}", chance.of(&SETS)));
    maybe(chance, 9, &|_| "lendMode = replace".to_owned());
    maybe(chance, 12, &|chance| {
        format!("lendRegion = {}: {}", chance.of(&SETS), chance.of(&SQUARES))
    });
    maybe(chance, 9, &|chance| {
        format!(
            "amplify = {}:{} > {} + {}",
            chance.of(&SETS),
            chance.of(&ZONES),
            chance.of(&SETS),
            chance.of(&ZONES)
        )
    });
    maybe(chance, 9, &|chance| {
        format!("isolate = {}:{} > {}", chance.of(&SETS), chance.of(&ZONES), chance.of(&SETS))
    });
    maybe(chance, 10, &|chance| format!("iron = {}", chance.of(&SETS)));
    maybe(chance, 6, &|chance| {
        let rule = |chance: &mut Chance| {
            format!("{} x {}: {}", chance.of(&SETS), chance.of(&SETS), chance.of(&ZONES))
        };
        format!("annihilate = {}", chance.list(2, "; ", rule))
    });
    maybe(chance, 6, &|_| "blastOnCapture = true".to_owned());
    maybe(chance, 9, &|chance| format!("blastImmuneTypes = {}", chance.of(&SETS)));
    maybe(chance, 9, &|chance| format!("mutuallyImmuneTypes = {}", chance.of(&SETS)));
    for (times, key) in [(8, "freeze"), (10, "forbid"), (8, "convert")] {
        maybe(chance, times, &|chance| {
            format!("{key} = {}", chance.list(2, "; ", Chance::contact))
        });
    }
    for side in ["", "White", "Black"] {
        maybe(chance, 7, &|chance| {
            format!("mobilityRegion{side}{} = {}", chance.of(&NAMES), chance.of(&SQUARES))
        });
    }
    maybe(chance, 6, &|chance| {
        let (rank, letter) = (chance.of(&["2", "4", "5", "7"]), chance.of(&["n", "b", "p", "q"]));
        format!("soldier = {letter}\nsoldierPromotionRank = {rank}")
    });
    maybe(chance, 8, &|chance| format!("janggiCannon = {}", chance.of(&["n", "b", "r", "q"])));
    maybe(chance, 6, &|chance| format!("diagonalLines = {}", chance.of(&SQUARES)));
    maybe(chance, 3, &|_| "royalSlides = safe".to_owned());
    maybe(chance, 12, &|chance| format!("flagPiece = {}", chance.of(&SETS)));
    maybe(chance, 8, &|chance| format!("flagRegionWhite = {}", chance.of(&SQUARES)));
    maybe(chance, 8, &|chance| format!("flagRegionBlack = {}", chance.of(&SQUARES)));
    maybe(chance, 8, &|chance| format!("stalemateValue = {}", chance.of(&["win", "loss", "draw"])));
    maybe(chance, 10, &|chance| format!("nMoveRule = {}", chance.of(&["3", "8", "0"])));
    maybe(chance, 8, &|chance| format!("nMoveRuleTypes = {}", chance.of(&SETS)));
    maybe(chance, 10, &|chance| format!("nFoldRule = {}", chance.of(&["2", "0"])));
    maybe(chance, 10, &|chance| {
        let value = chance.of(&["win", "loss"]);
        format!("nFoldRule = 2\nnFoldValue = {value}\nnFoldValueAbsolute = true")
    });
    maybe(chance, 10, &|_| "nFoldRule = 2\nperpetualCheckIllegal = true".to_owned());
    maybe(chance, 10, &|chance| {
        let rule = chance.of(&["janggi", "unweighted", "whitedrawodds", "blackdrawodds"]);
        format!("materialCounting = {rule}\nadjudicateFullBoard = true")
    });
    maybe(chance, 10, &|chance| {
        format!(
            "doubleStep = false\ncountingRule = {}",
            chance.of(&["makruk", "cambodian", "asean"])
        )
    });
    maybe(chance, 12, &|_| {
        "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1".to_owned()
    });
    maybe(chance, 8, &|_| "king = -\ncommoner = k\ncastlingKingPiece = k".to_owned());
    maybe(chance, 5, &|chance| {
        let (value, count) = (chance.of(&["win", "loss", "draw"]), chance.of(&["0", "1", "2"]));
        let types = chance.of(&SETS);
        format!(
            "extinctionValue = {value}\nextinctionPieceTypes = {types}\nextinctionPieceCount = {count}"
        )
    });
    maybe(chance, 8, &|chance| {
        format!("extinctionOpponentPieceCount = {}", chance.of(&["1", "2", "3"]))
    });
    maybe(chance, 8, &|_| "extinctionClaim = true".to_owned());
    maybe(chance, 5, &|chance| {
        let types = chance.of(&SETS);
        format!("extinctionPseudoRoyal = true\nextinctionPieceTypes = {types}")
    });
    maybe(chance, 6, &|_| "dupleCheck = true".to_owned());
    maybe(chance, 8, &|_| "mustCapture = true".to_owned());
    maybe(chance, 12, &|_| "checking = false".to_owned());
    maybe(chance, 8, &|_| "flyingGeneral = true".to_owned());
    maybe(chance, 8, &|_| "makpongRule = true".to_owned());
    for key in ["pass", "passOnStalemate"] {
        maybe(chance, 10, &|chance| format!("{key}{} = true", chance.of(&["", "White", "Black"])));
    }
    maybe(chance, 8, &|_| "bikjangRule = true".to_owned());
    maybe(chance, 10, &|chance| format!("checkmateValue = {}", chance.of(&["win", "draw"])));
    maybe(chance, 10, &|_| "stalematePieceCount = true".to_owned());
    maybe(chance, 6, &|chance| format!("flagPieceCount = {}", chance.of(&["2", "3"])));
    maybe(chance, 6, &|_| "flagPieceBlockedWin = true".to_owned());
    maybe(chance, 6, &|_| "flagMove = true".to_owned());
    maybe(chance, 6, &|_| "flagPieceSafe = true".to_owned());
    maybe(chance, 5, &|chance| {
        format!("doubleStepTypes = {}", chance.of(&["{p*}", "p", "*", "{a*}p", "{p*}!{k*}"]))
    });
    maybe(chance, 8, &|chance| format!("{}{}", customs_for_once(chance), once(chance)));
    keys
}

/// Pieces that no start position has.
fn customs_for_once(chance: &mut Chance) -> String {
    let moves = chance.of(&PIECES);
    format!("customPiece3 = x:{moves}\ncustomPiece4 = v:fmWfceFifmnD\n")
}

/// What captures give for one move.
fn once(chance: &mut Chance) -> String {
    let result = chance.of(&["join?", "join", "join?", "join!p?"]);
    let movers = chance.of(&["*", "*", "*", "*!k", "*!p", "nbp", "{p*}{n*}"]);
    let pairs = chance.of(&["n:x p:v", "r:x p:v", "q:x", "b:x n:v", "p:x", "r:x b:v"]);
    format!("onCapture = {movers} x * > {result}\nonce = {pairs}")
}

/// The keys of a file in which captures give something for one move, and little else is odd.
fn keys_with_once(chance: &mut Chance) -> Vec<String> {
    let mut keys = vec![customs_for_once(chance), once(chance)];
    let mut maybe = |chance: &mut Chance, times: usize, key: &dyn Fn(&mut Chance) -> String| {
        if chance.once_in(times) {
            let key = key(chance);
            keys.push(key);
        }
    };
    let sets = ["{p*}", "{p*}{v*}", "{v*}", "*", "p", "{x*}{p*}", "{p*}{v*}!{k*}"];
    for key in ["doubleStepTypes", "promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
        maybe(chance, 2, &|chance| format!("{key} = {}", chance.of(&sets)));
    }
    maybe(chance, 4, &|chance| format!("king = k:{}", chance.of(&KINGS)));
    maybe(chance, 4, &|chance| format!("knight = n:{}", chance.of(&PIECES)));
    maybe(chance, 6, &|chance| {
        format!("partPromotion = {}: * > {}", chance.of(&["p", "v", "x"]), chance.of(&["q", "nb"]))
    });
    maybe(chance, 6, &|chance| format!("onMove = {}", chance.of(&["n>b b>n", "{n*}>r", "p>n"])));
    maybe(chance, 6, &|chance| {
        format!("morph = {}: {}", chance.of(&SQUARES), chance.of(&["n>b", "{n*}>r", "p>n"]))
    });
    maybe(chance, 8, &|chance| format!("promotionPieceTypes = {}", chance.of(&["q", "nb{nx}"])));
    maybe(chance, 6, &|_| "mandatoryPawnPromotion = false".to_owned());
    maybe(chance, 8, &|_| "immobilityIllegal = true".to_owned());
    maybe(chance, 8, &|chance| format!("promotionLimit = {}", chance.of(&["q:2 r:2", "n:1"])));
    maybe(chance, 8, &|_| "mustCapture = true".to_owned());
    maybe(chance, 8, &|chance| format!("iron = {}", chance.of(&SETS)));
    maybe(chance, 6, &|chance| format!("doubleStepRegionWhite = {}", chance.of(&SQUARES)));
    maybe(chance, 8, &|chance| format!("tripleStepRegionBlack = {}", chance.of(&SQUARES)));
    maybe(chance, 8, &|chance| format!("mobilityRegionPawn = {}", chance.of(&SQUARES)));
    maybe(chance, 8, &|_| "soldier = b\nsoldierPromotionRank = 4".to_owned());
    maybe(chance, 8, &|_| "diagonalLines = a* b* c* d*".to_owned());
    maybe(chance, 10, &|chance| format!("forbid = {}", chance.contact()));
    maybe(chance, 8, &|chance| format!("annihilate = n x b: {}", chance.of(&ZONES)));
    maybe(chance, 9, &|_| "checking = false".to_owned());
    maybe(chance, 9, &|_| "flyingGeneral = true".to_owned());
    maybe(chance, 9, &|_| "makpongRule = true".to_owned());
    maybe(chance, 9, &|_| "extinctionPseudoRoyal = true\nextinctionPieceTypes = n".to_owned());
    maybe(chance, 9, &|_| "king = -\ncommoner = k\ncastlingKingPiece = k".to_owned());
    keys
}

/// The file of a number without the lines in which mistakes are, one of four with powers that are used once; `None` if
/// what is left is of no use.
fn usable(number: u64) -> Option<(String, Definition)> {
    let mut chance = Chance(SplitMix64::new(number));
    let head = format!("[random:{}]", chance.of(&PARENTS));
    let mut lines: Vec<String> = vec![head];
    let keys = if number.is_multiple_of(4) { keys_with_once } else { keys };
    lines.extend(keys(&mut chance).iter().flat_map(|key| key.lines().map(str::to_owned)));
    for _ in 0..12 {
        let text = lines.join("\n") + "\n";
        let written = read(text.as_bytes()).expect("the text is small");
        let game = written.games.into_iter().next()?;
        if let Some(definition) = game.definition {
            return Some((text, definition));
        }
        let errors = written.findings.iter().filter(|one| one.severity == Severity::Error);
        let mut wrong: Vec<usize> = errors.map(|one| one.place.line as usize - 1).collect();
        wrong.sort_unstable();
        wrong.dedup();
        // What is wrong with the game as a whole goes away with one of its lines.
        if wrong == [0] {
            wrong = vec![1 + chance.0.below(lines.len().checked_sub(1).filter(|&rest| rest > 0)?)];
        }
        for line in wrong.into_iter().rev().filter(|&line| line > 0) {
            lines.remove(line);
        }
    }
    None
}

/// A position with a few pieces, some of which stand where they castle.
fn position(game: &Definition, session: &dyn Session, chance: &mut Chance) -> Option<String> {
    let kinds: Vec<Kind> = (0..game.kinds.len()).map(|number| Kind::new(number as u8)).collect();
    let (royal, others): (Vec<Kind>, Vec<Kind>) =
        kinds.into_iter().partition(|kind| game.kinds[kind.index()].royal);
    let shape = session.shape();
    let mut squares: Vec<Square> = shape.squares().collect();
    chance.0.shuffle(&mut squares);
    let mut men: Vec<(Square, Piece)> = Vec::new();
    let mut rights = String::new();
    for color in Color::ALL {
        let castles = game.castles.iter().filter(|castle| castle.color == color);
        let castles: Vec<_> = castles.filter(|_| chance.once_in(3)).collect();
        for castle in castles {
            let king = (castle.king.0, Piece::new(castle.king_kind, color));
            let rook = *castle.rook_kinds.first()?;
            let rook = (castle.rook.0, Piece::new(rook, color));
            if !men.contains(&king) {
                men.push(king);
            }
            men.push(rook);
            rights.push(castle.letter);
        }
        let is_king =
            |(_, piece): &(Square, Piece)| piece.color() == color && royal.contains(&piece.kind());
        if game.kings[color] && !men.iter().any(is_king) {
            let free = |square: &Square| men.iter().all(|(other, _)| other != square);
            let square = squares.iter().copied().find(free)?;
            men.push((square, Piece::new(royal[chance.0.below(royal.len())], color)));
            squares.retain(|other| *other != square);
        }
    }
    let more = 1 + chance.0.below(9);
    for _ in 0..more {
        let free = |square: &Square| men.iter().all(|(other, _)| other != square);
        let square = squares.iter().copied().find(free)?;
        squares.retain(|other| *other != square);
        let kind = others.get(chance.0.below(others.len().max(1)))?;
        men.push((square, Piece::new(*kind, Color::ALL[chance.0.below(2)])));
    }
    let mut fen = String::new();
    for rank in (0..shape.ranks).rev() {
        let mut empty = 0;
        for file in 0..=shape.files {
            let square = (file < shape.files).then(|| Square::new(rank * shape.files + file));
            let man = men.iter().find(|(other, _)| Some(*other) == square);
            let is_hole = square.is_some_and(|square| game.board.holes.has(square));
            if square.is_some() && man.is_none() && !is_hole {
                empty += 1;
                continue;
            }
            if empty > 0 {
                fen += &std::mem::take(&mut empty).to_string();
            }
            if let Some((_, piece)) = man {
                let token = &game.kinds[piece.kind().index()].token;
                let is_white = piece.color() == Color::White;
                let token = if is_white { token.clone() } else { token.to_ascii_lowercase() };
                let (open, close) = if token.len() > 1 { ("{", "}") } else { ("", "") };
                fen.extend([open, &token, close]);
            } else if is_hole {
                fen.push('*');
            }
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    let side = chance.of(&["w", "b"]);
    let rights: String = "KQkq".chars().filter(|letter| rights.contains(*letter)).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    write!(fen, "{side} {rights} - {} 9", chance.0.below(3)).expect("a string takes all");
    Some(fen)
}

/// The leaves of two plies, counted together and move by move.
fn counts_agree(session: &mut dyn Session) -> bool {
    let moves = session.legal_moves();
    let mut replies = 0;
    for &mv in &moves {
        session.play(mv).expect("it is legal");
        replies += session.legal_moves().len() as u64;
        session.undo();
    }
    session.perft(2) == replies
}

/// What of a file is not alike, if anything; `None` if it is of no use.
fn difference(number: u64) -> Option<Result<(), String>> {
    let (text, game) = usable(number)?;
    let told = |what: &str| Some(Err(format!("{number}: {what}\n{text}")));
    let written = match WrittenGame::new(&game) {
        Ok(written) => written,
        Err(error @ (Unplayable::Games | Unplayable::Memory)) => panic!("{error}"),
        Err(_) => return None,
    };
    let extent = Extent { seed: number, games: 1, plies: 40 };
    if let Some(difference) = compare(&game, extent).expect("it can be played") {
        return told(&difference.to_string());
    }
    let mut chance = Chance(SplitMix64::new(!number));
    let mut session = game::session(Variant::Written(written));
    for _ in 0..8 {
        let Some(fen) = position(&game, &*session, &mut chance) else { continue };
        if session.set_position(Some(&fen), &[]).is_err() {
            continue;
        }
        if !counts_agree(&mut *session) {
            return told(&format!("in {fen}, the replies are counted in two ways"));
        }
        match compare_at(&game, &fen, Extent { plies: 6, ..extent }) {
            Ok(None) => {}
            Ok(Some(difference)) => return told(&difference.to_string()),
            Err(error) => return told(&format!("{fen}: {error}")),
        }
    }
    Some(Ok(()))
}

/// Compares the files of these numbers, and returns how many are of use.
fn go_alike(first: u64, count: u64) -> usize {
    let found: Vec<Result<(), String>> = (first..first + count).filter_map(difference).collect();
    let differences: Vec<&String> = found.iter().filter_map(|one| one.as_ref().err()).collect();
    for difference in &differences {
        println!("{difference}");
    }
    assert!(differences.is_empty(), "{} files are not played alike", differences.len());
    found.len()
}

#[test]
fn rules_that_chance_makes_go_alike() {
    assert!(go_alike(1, 150) > 75, "few are of use");
}

/// One of five games with odd keys about pieces in hand; a night plays them all.
#[test]
fn games_with_pieces_in_hand_go_alike() {
    let written = read(include_bytes!("hands.ini")).expect("the text is small");
    assert!(written.findings.iter().all(|finding| finding.severity != Severity::Error));
    for game in written.games.iter().step_by(5) {
        let definition = game.definition.as_ref().expect("it has no mistakes");
        let extent = Extent { seed: 1, games: 1, plies: 120 };
        let difference = compare(definition, extent).expect("it can be played");
        assert!(difference.is_none(), "{}: {}", game.name, difference.expect("there is one"));
    }
}

#[test]
#[ignore = "many processes are for that"]
fn many_rules_that_chance_makes_go_alike() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |text| text.parse().expect(name))
    };
    let first = number("VERTUMNUS_RANDOM_FIRST", 1000);
    let count = number("VERTUMNUS_RANDOM_COUNT", 200);
    if count == 1
        && let Some((text, _)) = usable(first)
    {
        println!("{text}");
    }
    println!("{} of {count} files are of use", go_alike(first, count));
}
