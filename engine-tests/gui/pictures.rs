//! Pictures of the games in play, for the documentation.

use std::path::Path;

use vertumnus_core::rules::Variant;

use super::desktop::{PATIENCE, wait_for};
use super::xboard::XBoard;

/// The picture is taken after this many moves.
const MOVES: usize = 40;

/// Takes a picture of the engine playing itself, as `docs/images/GAME.png`. It needs the program
/// `import`.
pub(crate) fn take(variant: Variant) {
    // Plain squares make a small file.
    let plain = ["-size", "48", "-useBoardTexture", "false"];
    let flags = [&plain[..], &["-tc", "0:06", "-mps", "40", "-matchPause", "100000"]].concat();
    let xboard = XBoard::start(variant, Some(1), &flags);
    let moves = || xboard.log().matches(": move ").count();
    if wait_for(PATIENCE, || (moves() >= MOVES).then_some(())).is_none() {
        xboard.fail("there are too few moves");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/images/{variant}.png"));
    let taken = xboard
        .screen
        .command("import")
        .args(["-window", "root", "-trim", "-colors", "32", "-strip"])
        .arg(file)
        .status();
    assert!(taken.is_ok_and(|status| status.success()), "import takes no picture");
}
