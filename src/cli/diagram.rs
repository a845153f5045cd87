//! The command `diagram`: the picture of a position as SVG.

use std::error::Error;
use std::io::Write;

use clap::Args;

use crate::raster;
use vertumnus_core::board::Color;
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::Variant;
use vertumnus_pictures::{Options, Theme, board, chart_of, kinds_of};

#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct DiagramArgs {
    /// The game
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
    #[arg(long, default_value_t = 40, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(8..=512))]
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
    /// PNG in place of SVG, if the engine was built with the feature `png`
    #[arg(long)]
    png: bool,
    /// Pieces side by side in place of a position: these, or all of the game
    #[arg(long, num_args = 0.., value_name = "TOKEN", conflicts_with_all = ["fen", "moves", "flip", "bare", "size", "from", "marks", "arrows"])]
    pieces: Option<Vec<String>>,
}

#[cfg(feature = "serve")]
impl DiagramArgs {
    /// The arguments of a picture of a page of rules, whose title has them: a position, or none if
    /// it is the one below the picture, and options. `None` if the title has something else.
    pub(crate) fn of_title(game: &str, title: &str, below: Option<&str>) -> Option<Self> {
        use clap::Parser;

        #[derive(Parser)]
        #[command(no_binary_name = true)]
        struct Title {
            #[command(flatten)]
            diagram: DiagramArgs,
        }

        let words: Vec<&str> = title.split_whitespace().collect();
        let end = words.iter().position(|word| word.starts_with("--")).unwrap_or(words.len());
        let (position, options) = words.split_at(end);
        let is_chart = options.contains(&"--pieces");
        let position = match below {
            _ if is_chart => None,
            below if position.is_empty() => below.map(str::to_owned),
            _ => Some(position.join(" ")),
        };
        let mut arguments: Vec<&str> = position.as_deref().into_iter().collect();
        if !options.contains(&"--variant") {
            arguments.extend(["--variant", game]);
        }
        arguments.extend(options);
        Title::try_parse_from(arguments).ok().map(|title| title.diagram)
    }

    /// The call of the rules that draws the same, for a page.
    pub(crate) fn call(&self) -> serde_json::Value {
        let game = self.variant.name();
        match &self.pieces {
            Some(tokens) => serde_json::json!({ "call": "legend", "game": game, "tokens": tokens }),
            None => serde_json::json!({
                "call": "diagram", "game": game, "fen": self.fen, "moves": self.moves,
                "flip": self.flip, "bare": self.bare, "size": self.size,
                "from": self.from, "marks": self.marks, "arrows": self.arrows,
            }),
        }
    }
}

/// Writes a picture.
///
/// # Errors
/// If the position, a move or a square is bad, or the output cannot be written.
pub(crate) fn run(arguments: &DiagramArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut game = game::session(arguments.variant);
    let theme = if arguments.dark { Theme::Dark } else { Theme::Light };
    let svg = if let Some(tokens) = &arguments.pieces {
        chart_of(&*game, &kinds_of(&*game, tokens)?, theme)
    } else {
        let moves: Vec<&str> = arguments.moves.iter().map(String::as_str).collect();
        game.set_position(arguments.fen.as_deref(), &moves)?;
        board(&*game, &options(arguments, &*game, theme)?)
    };
    if arguments.png {
        output.write_all(&raster::png(&svg)?)?;
    } else {
        output.write_all(svg.as_bytes())?;
    }
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
        options.moves_from(game, name)?;
    }
    for text in &arguments.marks {
        options.mark(game, text)?;
    }
    for text in &arguments.arrows {
        options.arrow(game, text)?;
    }
    Ok(options)
}
