//! Which game is played, if the person at a terminal has not said so.

use std::io::{self, BufRead, Write};

use vertumnus_core::game;
use vertumnus_core::rules::Variant;
use vertumnus_core::text::shown;
use vertumnus_protocol::Lines;

/// Asks which of these games is to be played. `None` if the input has ended.
///
/// # Errors
/// If nothing can be written.
pub(super) fn ask(
    games: &[Variant],
    lines: &mut Lines<impl BufRead>,
    output: &mut dyn Write,
) -> io::Result<Option<Variant>> {
    writeln!(output, "Which game? Type its number, or its name or the beginning of it.")?;
    for (number, &variant) in (1..).zip(games) {
        let title = game::session(variant).title();
        writeln!(output, "{number:3}  {:<16}{title}", variant.name())?;
    }
    loop {
        write!(output, "game> ")?;
        output.flush()?;
        let line = match lines.next().transpose() {
            Ok(Some(line)) => line,
            Ok(None) => {
                writeln!(output)?;
                return Ok(None);
            }
            Err(reason) => {
                writeln!(output, "{reason}")?;
                continue;
            }
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Ok(None),
            answer => match chosen(games, &shown(answer)) {
                Ok(game) => return Ok(Some(game)),
                Err(reason) => writeln!(output, "{reason}")?,
            },
        }
    }
}

fn chosen(games: &[Variant], answer: &str) -> Result<Variant, String> {
    let Ok(number) = answer.parse::<usize>() else {
        return answer.parse().map_err(|error| format!("{error}"));
    };
    let game = number.checked_sub(1).and_then(|index| games.get(index)).copied();
    game.ok_or_else(|| format!("the numbers go from 1 to {}", games.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(input: &str) -> (Option<Variant>, String) {
        let mut output = Vec::new();
        let game = ask(Variant::bundled(), &mut Lines::new(input.as_bytes()), &mut output);
        (game.expect("a vector takes everything"), String::from_utf8(output).expect("text"))
    }

    #[test]
    fn a_game_is_chosen_by_number_or_name() {
        for (number, &variant) in (1..).zip(Variant::bundled()) {
            let name = variant.name();
            for input in [format!("{number}\n"), format!("\n{}\n", name.to_uppercase())] {
                let (game, text) = answer(&input);
                assert_eq!(game, Some(variant), "{input}");
                assert!(text.contains(game::session(variant).title()), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_game_is_asked_again_until_the_end() {
        let most = Variant::bundled().len();
        let (game, text) = answer(&format!("0\n{}\nnonesuch\n-1\n", most + 1));
        assert_eq!(game, None);
        assert_eq!(text.matches(&format!("the numbers go from 1 to {most}")).count(), 2, "{text}");
        assert!(text.contains("unknown game 'nonesuch'"), "{text}");
        assert_eq!(answer("quit\n1\n").0, None);
    }
}
