//! Files with games that are put together of the words of a few keys, where any text would rarely fit together.

use crate::input::Input;
use crate::written::written;

/// In a line, `@` is a set of pieces, `#` one piece, `^` a letter, and `%` some squares.
type Lines = [&'static str];

const LETTERS: [&str; 8] = ["q", "z", "y", "k", "p", "n", "r", "b"];

const PIECES: [&str; 16] = [
    "n", "b", "r", "q", "p", "k", "z", "y", "{rb}", "{rn}", "{kr}", "{kn}", "{nb}", "{qn}", "{zk}",
    "{nbr}",
];

const SETS: [&str; 16] = [
    "*", "*!k", "*!{k*}", "{k*}", "{p*}", "{n*}", "{kn}", "n", "k", "p", "z", "q", "nbrq", "{rb}",
    "y{z*}", "*!kp",
];

const SQUARES: [&str; 8] = ["dark", "light", "all", "*5", "*8", "*1", "e*", "d4 e4"];

const PARENTS: [&str; 6] =
    ["chess", "absorption", "cannibal", "assimilation", "einstein", "knightmate"];

/// Letters that stand for compounds, and what may make those, or nothing.
const ALIASES: &Lines = &[
    "alias = ^:#",
    "alias = ^:# ^:#",
    "alias = q:{rb} z:# y:#",
    "queen = -",
    "rook = -",
    "bishop = -",
    "customPiece1 = ^:NN",
    "startFen = rnb^kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB#KBNR w KQkq - 0 1",
    "startFen = 4k3/4^3/8/8/8/8/4#3/4K3 w - - 0 1",
    "promotionPieceTypes = ##",
    "promotionByFile = # # # # # # # #",
    "onCapture = @ x @ > #",
    "onCapture = @ x @ > join?; @ x @ > victim royal",
    "onMerge = @ x @ > join; @ x @ > #",
    "split = @: nb; *: krp",
    "customPiece2 = x:N\nonCapture = @ x * > join?\nonce = ^:x",
    "doubleStepTypes = @",
    "onMove = @># @>#",
    "morph = %: @>#",
    "castledRook = #",
    "castlingRookPieces = ^",
    "partPromotion = ^: @ > ##",
    "raise = #>#>#; #>#",
    "levels = ^<#",
    "pieceNames = #:Own ^:Other",
    "lend = @:K=N",
    "enPassantTypes = @",
    "idleParts = ^: @",
];

/// Kings that change, move otherwise, and slide, and what might become another one.
const ROYAL: &Lines = &[
    "royalSlides = safe",
    "king = k:KmB",
    "king = k:KRpR",
    "king = k:K(fly B)",
    "king = k:QNN",
    "king = k:(fly Q)(pegasus)",
    "onMove = @>#",
    "onMove = {k*}># @>#",
    "onCapture = k x @ > victim royal; @ x @ > #",
    "onCapture = {k*} x * > join; @ x @ > raise",
    "onCapture = @ x @ > # royal; * x * > moved",
    "raise = #># #>#; n>{kn}",
    "morph = %: @>#; %: {k*}>#",
    "castledRook = #",
    "castlingRookPieces = ^",
    "promotionPawnTypes = @",
    "promotionPieceTypes = ##",
    "partPromotion = ^: @ > #",
    "alias = z:# y:#",
    "mobilityRegionWhiteKing = *1 *2 *4",
    "lend = @:K=Q ^:N",
    "lendTo = @",
    "annihilate = @ x @: K",
    "flagPiece = @",
    "flagRegion = %",
    "iron = @",
    "startFen = r3k2r/8/^7/8/8/7#/8/R3K2R w KQkq - 0 1",
    "lendFrom = all",
    "lend = @:lR>@=N @:move",
    "onCapture = {k*} x * > mover; @ x @ > join other",
    "onMove = @>other",
    "freeze = @ x same: move",
    "forbid = @ x @: K",
    "convert = @ x @: move",
    "morphWhite = %: @>#",
];

fn of<'a>(input: &mut Input<'_>, words: &[&'a str]) -> &'a str {
    words[usize::from(input.byte()) % words.len()]
}

/// The file that the input chooses.
fn file(data: &[u8], lines: &Lines) -> String {
    let mut input = Input(data);
    let mut text = format!("[made:{}]\n", of(&mut input, &PARENTS));
    while !input.is_empty() && text.len() < 1000 {
        for letter in of(&mut input, lines).chars() {
            match letter {
                '@' => text += of(&mut input, &SETS),
                '#' => text += of(&mut input, &PIECES),
                '^' => text += of(&mut input, &LETTERS),
                '%' => text += of(&mut input, &SQUARES),
                other => text.push(other),
            }
        }
        text.push('\n');
    }
    text
}

/// Each byte chooses a word of a file whose letters stand for compounds.
pub fn aliases(data: &[u8]) {
    written(file(data, ALIASES).as_bytes());
}

/// Each byte chooses a word of a file about kings.
pub fn royal(data: &[u8]) {
    written(file(data, ROYAL).as_bytes());
}
