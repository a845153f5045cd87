//! Games in which captures give something for one move, and in which compounds and kings go twice.

use crate::explain;
use crate::unit::changing::{after, findings, moves, moves_from, of_keys};

/// PlunderChess, by Knight, 1988: vests.
const PLUNDER: &str = "\
customPiece1 = a:N\ncustomPiece2 = e:B\ncustomPiece3 = s:R\ncustomPiece4 = d:Q\ncustomPiece5 = v:fmWfceFifmnD\n\
onCapture = * x * > join?\nonce = n:a b:e r:s q:d p:v\npromotionPawnTypes = {p*}\n\
doubleStepTypes = {p*}{v*}\nenPassantTypes = {p*}{v*}\nnMoveRuleTypes = {p*}";

#[test]
fn show() {
    let game = of_keys(PLUNDER);
    println!("{}", explain(&game));
    for (fen, from) in [
        ("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1", "e3"),
        ("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", "e3"),
        ("4k3/8/8/3{nd}4/8/4{NE}3/8/4K3 w - - 0 1", "e3"),
        ("4k3/8/8/3r4/3Q4/8/8/4K3 w - - 0 1", "d4d5"),
        ("4k3/8/8/3p4/3Q4/8/8/4K3 w - - 0 1", "d4d5"),
        ("4k3/8/8/3n4/3Q4/8/8/4K3 w - - 0 1", "d4d5"),
        ("4k3/2n5/1{PA}6/8/8/8/8/4K3 w - - 0 1", "b6"),
        ("4k3/1{PA}6/8/8/8/8/8/4K3 w - - 0 1", "b7"),
        ("4k3/8/1{PA}6/8/8/8/8/4K3 w - - 0 1", "b6"),
        ("4k3/8/8/8/2p5/8/1{NV}6/4K3 w - - 0 1", "b2"),
        ("4k3/8/8/8/1p6/8/{KV}7/8 w - - 0 1", "a2"),
        ("4k3/8/8/8/8/8/{KV}7/8 w - - 0 1", "a2"),
    ] {
        println!("{fen} {from}: {}", moves_from(&game, fen, from));
    }
    println!("{}", after(&game, "4k3/8/8/8/2p5/8/1{NV}6/4K3 w - - 0 1", "b2b4n"));
    println!("{:?}", findings(PLUNDER));
    let protean = of_keys("onCapture = * x * > victim royal\ndoubleStepTypes = p");
    println!("{}", explain(&protean));
    println!("{}", moves(&protean, "4k3/8/8/8/1p6/8/{PK}7/8 w - - 0 1"));
    println!("{}", moves(&protean, "4k3/8/8/8/2p5/8/{PK}7/8 w - - 0 1"));
}
