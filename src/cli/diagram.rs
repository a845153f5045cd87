//! The command `diagram`: the picture of a position as SVG.

use std::error::Error;
use std::io::Write;

use clap::Args;

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::Variant;
use vertumnus_pictures::{Mark, Options, Theme, board, chart};

#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct DiagramArgs {
    /// The variant
    #[arg(long, default_value_t)]
    variant: Variant,
    /// The position; the start position if it is left out
    fen: Option<String>,
    /// Moves that are played from there; the squares of the last one are tinted
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Black's side at the bottom
    #[arg(long)]
    flip: bool,
    /// Colors for dark pages
    #[arg(long)]
    dark: bool,
    /// No letters and digits at the edge
    #[arg(long)]
    bare: bool,
    /// The width of a square in pixels
    #[arg(long, default_value_t = 45, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(8..=512))]
    size: u32,
    /// Mark where the piece on this square can go
    #[arg(long, value_name = "SQUARE")]
    from: Vec<String>,
    /// Marks: `e4` a dot, `xe4` a ring, `#e4` a tint, `!e4` a red tint
    #[arg(long, num_args = 1.., value_name = "MARK")]
    marks: Vec<String>,
    /// Arrows, each from a square to another: `e2e4`
    #[arg(long, num_args = 1.., value_name = "ARROW")]
    arrows: Vec<String>,
    /// All pieces of the variant in place of a position
    #[arg(long, conflicts_with_all = ["fen", "moves", "flip", "bare", "size", "from", "marks", "arrows"])]
    pieces: bool,
}

/// Writes a picture.
///
/// # Errors
/// If the position, a move or a square is bad, or the output cannot be written.
pub(crate) fn run(arguments: &DiagramArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut game = game::session(arguments.variant);
    let theme = if arguments.dark { Theme::Dark } else { Theme::Light };
    let svg = if arguments.pieces {
        chart(&*game, theme)
    } else {
        let moves: Vec<&str> = arguments.moves.iter().map(String::as_str).collect();
        game.set_position(arguments.fen.as_deref(), &moves)?;
        board(&*game, &options(arguments, &*game, theme)?)
    };
    output.write_all(svg.as_bytes())?;
    Ok(())
}

/// What the picture has besides the position.
fn options(arguments: &DiagramArgs, game: &dyn Session, theme: Theme) -> Result<Options, String> {
    let mut options = Options {
        bottom: if arguments.flip { Color::Black } else { Color::White },
        theme,
        coordinates: !arguments.bare,
        last_move: Options::last_move_of(game),
        pixels: arguments.size,
        ..Options::default()
    };
    for name in &arguments.from {
        options.marks.extend(Options::targets(game, square(game, name)?));
    }
    for text in &arguments.marks {
        let (mark, name) = match text.split_at_checked(1) {
            Some(("x", name)) => (Mark::Capture, name),
            Some(("#", name)) => (Mark::Zone, name),
            Some(("!", name)) => (Mark::Danger, name),
            _ => (Mark::Target, &**text),
        };
        options.marks.push((square(game, name)?, mark));
    }
    for text in &arguments.arrows {
        let (from, to) = text
            .split_at_checked(2)
            .ok_or_else(|| format!("'{text}' is not an arrow such as e2e4"))?;
        options.arrows.push((square(game, from)?, square(game, to)?));
    }
    Ok(options)
}

/// The square of a name.
fn square(game: &dyn Session, name: &str) -> Result<Square, String> {
    game.parse_square(name).ok_or_else(|| format!("the board has no square '{name}'"))
}
