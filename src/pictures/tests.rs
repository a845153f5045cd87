//! Tests of the pictures: that they say what they should, in few pixels and without color.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree, roxmltree};
use vertumnus_core::board::{Color, fnv1a_64};
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::{Kind, Variant, definition};

use crate::{Figure, Mark, Options, SIDE, Theme, board, chart, picture};

/// The side of the small pictures in pixels.
const SMALL: u32 = 32;

/// The share of pixels in which any two kinds of a game differ at that size.
const DIFFERENT: f64 = 0.0175;

/// The contrast that shapes must have for people to tell them apart, by WCAG 2.1.
const CONTRAST: f64 = 3.0;

/// The checksums of all pictures: a line for each kind of each game.
const CHECKSUMS: &str = include_str!("checksums.txt");

/// The variable that rewrites the file of checksums.
const RENEW: &str = "VERTUMNUS_RENEW";

/// All kinds of a game with their figures.
fn figures(game: &dyn Session) -> Vec<(&'static str, Figure)> {
    let kinds = (0..game.kinds().len() as u8).map(Kind::new);
    let of = |kind: Kind| (game.kinds()[kind.index()].token, Figure::of_kind(game, kind));
    kinds.map(of).map(|(token, figure)| (token, figure.expect("the kind exists"))).collect()
}

/// A picture in small: red, green, blue and opacity of each pixel, the colors times the opacity.
fn pixels(svg: &str) -> Vec<[u8; 4]> {
    let tree = Tree::from_str(svg, &usvg::Options::default()).expect("the picture is SVG");
    let mut pixmap = Pixmap::new(SMALL, SMALL).expect("the size is not nought");
    let scale = SMALL as f32 / SIDE as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let pixels = pixmap.pixels().iter();
    pixels.map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect()
}

/// What is seen of pixels on a square of this color.
fn over(square: [u8; 3], pixels: &[[u8; 4]]) -> Vec<[u8; 3]> {
    let seen = |&[red, green, blue, alpha]: &[u8; 4]| {
        let mut seen = [red, green, blue];
        for (part, below) in seen.iter_mut().zip(square) {
            *part += ((u32::from(below) * u32::from(255 - alpha)) / 255) as u8;
        }
        seen
    };
    pixels.iter().map(seen).collect()
}

/// The channels of `#abc` or `#aabbcc`.
fn channels(color: &str) -> [u8; 3] {
    let digits = color.trim_start_matches('#');
    let wide = digits.len() == 6;
    [0, 1, 2].map(|index| {
        let digit = |at: usize| u8::from_str_radix(&digits[at..=at], 16).expect("a digit");
        if wide { digit(2 * index) * 16 + digit(2 * index + 1) } else { digit(index) * 17 }
    })
}

/// Relative luminance by WCAG 2.1.
fn luminance(color: [u8; 3]) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = color.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colors by WCAG 2.1: from 1 to 21.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Whether pixels on white are dark: a picture in black and white alone.
fn bits(pixels: &[[u8; 4]]) -> Vec<bool> {
    over([255; 3], pixels).into_iter().map(|pixel| luminance(pixel) < 0.2).collect()
}

/// A kind of a game, with its pictures in small: White's and Black's.
struct Drawn {
    variant: Variant,
    token: &'static str,
    pixels: [Vec<[u8; 4]>; 2],
}

/// All kinds of all games, drawn once for all tests.
static DRAWN: LazyLock<Vec<Drawn>> = LazyLock::new(|| {
    let of_game = |&variant: &Variant| {
        let figures = figures(&*game::session(variant)).into_iter();
        figures.map(move |(token, figure)| {
            let pixels = Color::ALL.map(|color| pixels(&picture(&figure, color)));
            Drawn { variant, token, pixels }
        })
    };
    Variant::bundled().iter().flat_map(of_game).collect()
});

/// The share of pixels in which two pictures differ.
fn difference(one: &[bool], other: &[bool]) -> f64 {
    let differing = one.iter().zip(other).filter(|(one, other)| one != other).count();
    differing as f64 / one.len() as f64
}

#[test]
fn ids_lead_back_to_their_figures_and_nothing_else_does() {
    for &variant in Variant::bundled() {
        for (token, figure) in figures(&*game::session(variant)) {
            for color in Color::ALL {
                let lent = Figure { lent: figure.powers, ..figure };
                for figure in [figure, lent] {
                    let id = figure.id(color);
                    assert_eq!(Figure::of_id(&id), Some((color, figure)), "{token} in {variant}");
                }
            }
        }
    }
    for text in [
        "",
        "w",
        "w-",
        "w1",
        "x1-0",
        "w01-0",
        "w1-+0",
        "w1-0-0",
        "w1-0-1-1",
        "wffffffff-0",
        "w1-f0",
        "w1-0.",
        "w1-0.a",
        "w1-0.AB",
        "w1-0.A.0",
        "w1-0.A.0a1",
        "w1-0.A.ff11",
        "w1-0.A.0a11.",
        "w1-0.A.0a11-1",
    ] {
        assert_eq!(Figure::of_id(text), None, "{text}");
    }
}

#[test]
fn kinds_of_a_game_differ_in_black_and_white() {
    for color in Color::ALL {
        let bits: Vec<_> = DRAWN.iter().map(|drawn| bits(&drawn.pixels[color.index()])).collect();
        for (one, Drawn { variant, token, .. }) in DRAWN.iter().enumerate() {
            for (other, there) in DRAWN.iter().enumerate().take(one) {
                let share = difference(&bits[one], &bits[other]);
                let tokens = (token, there.token);
                assert!(
                    there.variant != *variant || share >= DIFFERENT,
                    "{variant}: {color}'s {tokens:?}: {share:.4}"
                );
            }
        }
    }
}

#[test]
fn the_colors_of_a_kind_differ_in_black_and_white() {
    for Drawn { variant, token, pixels } in &*DRAWN {
        let [white, black] = [bits(&pixels[0]), bits(&pixels[1])];
        let share = difference(&white, &black);
        assert!(share >= 0.1, "{variant}: {token}: {share:.4}");
    }
}

#[test]
fn lent_powers_are_seen() {
    let Ok(variant) = "combination".parse::<Variant>() else { return };
    let game = game::session(variant);
    let cells = game.cells().len() as u8;
    let mut seen = 0;
    for square in (0..cells).map(vertumnus_core::board::Square::new) {
        let Some((color, figure)) = Figure::at(&*game, square) else { continue };
        let alone = Figure { lent: vertumnus_core::rules::PowerSet::default(), ..figure };
        if figure != alone {
            seen += 1;
            let [one, other] =
                [figure, alone].map(|figure| bits(&pixels(&picture(&figure, color))));
            let share = difference(&one, &other);
            assert!(share >= DIFFERENT, "{}: {share:.4}", game.square_name(square));
        }
    }
    // `docs/rules/combination.md` lists who is lent what at the start: all but the pawns of c4 and c6.
    assert_eq!(seen, 20);
}

#[test]
fn pieces_stand_out_from_all_squares() {
    let squares = [Theme::Light, Theme::Dark].map(Theme::squares).concat();
    for Drawn { variant, token, pixels } in &*DRAWN {
        for color in Color::ALL {
            for square in &squares {
                let background = channels(square);
                let seen = over(background, &pixels[color.index()]);
                let clear = seen.iter().filter(|&&pixel| contrast(pixel, background) >= CONTRAST);
                let share = clear.count() as f64 / seen.len() as f64;
                assert!(share >= 0.08, "{variant}: {color}'s {token} on {square}: {share:.4}");
            }
        }
    }
}

/// The lines on a piece against its body, or against their own edges.
#[test]
fn lines_stand_out_from_bodies() {
    let mut lines = 0;
    for &variant in Variant::bundled() {
        for (token, figure) in figures(&*game::session(variant)) {
            for color in Color::ALL {
                let svg = picture(&figure, color);
                let document = roxmltree::Document::parse(&svg).expect("the picture is XML");
                let group = document.root_element().first_element_child().expect("a group");
                let of_group = |name| channels(group.attribute(name).expect("the group has it"));
                let (body, edge) = (of_group("fill"), of_group("stroke"));
                for path in
                    document.descendants().filter(|node| node.attribute("fill") == Some("none"))
                {
                    let Some(ink) = path.attribute("stroke") else { continue };
                    let below = path.prev_sibling_element();
                    let has_edge =
                        below.is_some_and(|one| one.attribute("d") == path.attribute("d"));
                    let contrast = contrast(channels(ink), if has_edge { edge } else { body });
                    assert!(contrast >= CONTRAST, "{variant}: {color}'s {token}: {contrast:.1}");
                    lines += 1;
                }
            }
        }
    }
    assert!(lines > 300, "only {lines} lines are found");
}

/// The elements and attributes that simple readers of SVG know.
fn check_svg(svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let known = ["svg", "g", "path", "symbol", "use", "circle"];
    let mut ids = Vec::new();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        assert!(known.contains(&name), "<{name}>");
        assert!(node.attribute("style").is_none() && node.attribute("class").is_none());
        if let Some(id) = node.attribute("id") {
            assert!(!ids.contains(&id), "{id} twice");
            ids.push(id);
        }
    }
    for link in document.descendants().filter_map(|node| node.attribute("href")) {
        let id = link.strip_prefix('#').expect("links lead to symbols of the same document");
        assert!(ids.contains(&id), "{link} leads nowhere");
    }
}

#[test]
fn pictures_are_well_formed() {
    for &variant in Variant::bundled() {
        let game = game::session(variant);
        for (_, figure) in figures(&*game) {
            for color in Color::ALL {
                check_svg(&picture(&figure, color));
            }
        }
        let square = game.legal_moves()[0].from();
        let mut options = Options { marks: Options::targets(&*game, square), ..Options::default() };
        options.marks.extend([(square, Mark::Zone), (square, Mark::Danger)]);
        options.arrows.push((square, game.legal_moves()[0].to()));
        options.last_move.push(square);
        for (bottom, theme) in [(Color::White, Theme::Light), (Color::Black, Theme::Dark)] {
            let svg = board(&*game, &Options { bottom, theme, ..options.clone() });
            check_svg(&svg);
            Tree::from_str(&svg, &usvg::Options::default()).expect("a board can be drawn");
            check_svg(&chart(&*game, theme));
        }
        let bare = board(&*game, &Options { coordinates: false, ..Options::default() });
        check_svg(&bare);
    }
}

/// White has two knights and a pawn, which one knight's drawing with a number and a pawn's show below the board.
#[test]
fn hands_are_beside_the_board_and_a_drop_marks_one_square() {
    let read = definition::read(b"[pictured-house:crazyhouse]\n", |_| false).expect("a text");
    let definition = read.games[0].definition.as_ref().expect("a game");
    let Ok(house) = Variant::load(definition) else { return };
    let mut game = game::session(house);
    let fen = "4k3/8/8/8/8/8/8/4K3[NNPq] w - - 0 1";
    game.set_position(Some(fen), &["P@e5"]).expect("a position");
    assert_eq!(Options::last_move_of(&*game), [game.parse_square("e5").expect("a square")]);
    game.set_position(Some(fen), &[]).expect("a position");
    for (bottom, below) in [(Color::White, 2), (Color::Black, 1)] {
        let svg = board(&*game, &Options { bottom, ..Options::default() });
        check_svg(&svg);
        let tree = roxmltree::Document::parse(&svg).expect("it is well-formed");
        assert_eq!(tree.root_element().attribute("viewBox"), Some("-15 -45 375 465"));
        let uses = tree.descendants().filter(|node| node.has_tag_name("use"));
        let rows: Vec<i32> = uses.filter_map(|node| node.attribute("y")?.parse().ok()).collect();
        assert_eq!(rows.iter().filter(|&&y| y == 8 * 45 + 15).count(), below);
        assert_eq!(rows.iter().filter(|&&y| y == -45).count(), 3 - below);
        assert_eq!(rows.len(), 5);
    }
}

/// A picture changes only when somebody means it to. `VERTUMNUS_RENEW=1` rewrites the file.
#[test]
fn pictures_are_as_they_were() {
    let mut text = String::new();
    for &variant in Variant::bundled() {
        for (token, figure) in figures(&*game::session(variant)) {
            let [white, black] = Color::ALL.map(|color| fnv1a_64(picture(&figure, color).bytes()));
            let _ = writeln!(text, "{variant} {token} {white:016x} {black:016x}");
        }
    }
    if std::env::var_os(RENEW).is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/checksums.txt");
        std::fs::write(path, text).expect("the checksums can be written");
        return;
    }
    let key = |line: &str| line.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
    let known: BTreeMap<String, &str> = CHECKSUMS.lines().map(|line| (key(line), line)).collect();
    for line in text.lines() {
        assert_eq!(
            known.get(&key(line)),
            Some(&line),
            "the picture has changed: see docs/testing.md"
        );
    }
}

#[test]
fn holes_are_left_out() {
    let Ok(variant) = "combination".parse::<Variant>() else { return };
    let game = game::session(variant);
    let svg = board(&*game, &Options { coordinates: false, ..Options::default() });
    // One path of each color of squares, with `M` for each of the 39.
    let squares: usize = svg
        .lines()
        .filter(|line| line.starts_with("<path fill"))
        .map(|line| line.matches('M').count())
        .sum();
    assert_eq!(squares, 39);
}

/// Games with pieces of all sorts, some of which move alike.
const PIECES: &str = "[pictured:chess]
customPiece1 = a:WF
customPiece2 = c:C
customPiece3 = d:R4
customPiece4 = e:mRcN
customPiece5 = f:fRbBsW
customPiece6 = g:DD
customPiece7 = i:fmWfcF
customPiece8 = j:BN
customPiece9 = l:RN
customPiece10 = s:N
customPiece11 = v:vW
customPiece12 = w:mWcF
king = k:KC

[pictured-too:chess]
customPiece1 = h:NC3
customPiece2 = m:RND
customPiece3 = o:WAA
customPiece4 = t:fsmWfcF
customPiece5 = u:GZ
customPiece6 = x:QNZ
customPiece7 = y:cWmQ2
customPiece8 = z:mDcA
immobile = i
promotionPawnTypes = pt
startFen = rnbqkbnr/tptptptp/8/8/8/8/TPTPTPTP/RNBQKBNR w KQkq - 0 1
";

/// The games, if the build plays such.
fn pictured() -> Vec<Box<dyn Session>> {
    let loaded = vertumnus_written::load(PIECES.as_bytes()).expect("it has games");
    if cfg!(feature = "default") {
        assert!(loaded.refused.is_empty(), "{:?}", loaded.refused);
    }
    loaded.games.into_iter().map(game::session).collect()
}

#[test]
fn kinds_that_a_file_describes_differ_and_are_never_empty() {
    let games = pictured();
    for (game, color) in games.iter().flat_map(|game| Color::ALL.map(|color| (game, color))) {
        let all = figures(&**game);
        let drawn: Vec<_> = all.iter().map(|(_, figure)| pixels(&picture(figure, color))).collect();
        let bits: Vec<_> = drawn.iter().map(|drawn| bits(drawn)).collect();
        for (one, (token, figure)) in all.iter().enumerate() {
            assert_eq!(Figure::of_id(&figure.id(color)), Some((color, *figure)), "{token}");
            check_svg(&picture(figure, color));
            let seen = drawn[one].iter().filter(|pixel| pixel[3] > 128).count();
            assert!(seen * 6 > drawn[one].len(), "{color}'s {token}: {seen}");
            for other in 0..one {
                let share = difference(&bits[one], &bits[other]);
                let tokens = (token, all[other].0);
                assert!(share >= DIFFERENT, "{color}'s {tokens:?}: {share:.4}");
            }
        }
    }
}

#[test]
fn a_kind_that_a_file_describes_looks_like_one_of_the_same_powers() {
    let (games, Some(chess)) = (pictured(), Variant::named("chess")) else { return };
    let [game, other] = &games[..] else { return };
    let (known, chess) = (figures(&**game), figures(&*game::session(chess)));
    let of = |token: &str| known.iter().find(|(other, _)| *other == token).expect("a piece").1;
    for (token, figure) in chess.iter().filter(|(token, _)| *token != "K") {
        assert_eq!(of(token), *figure);
    }
    assert_eq!(Figure { letter: None, ..of("S") }, of("N"));
    assert_eq!(of("S").letter, Some('S'));
    assert!(of("K").pattern.is_some() && of("L").pattern.is_none());
    // The leap of two squares would not be seen in a rook that is a knight, too.
    let minister = figures(&**other).into_iter().find(|(token, _)| *token == "M");
    assert!(minister.is_some_and(|(_, figure)| figure.pattern.is_some()));
}

/// A lance, whose line begins where the letter ends, and what steps to its right, which is to the left of who sees it come.
#[test]
fn a_tile_points_where_its_piece_goes() {
    let text = "[pictured-lance:crazyhouse]
customPiece1 = l:fR
customPiece2 = o:rW
customPiece3 = w:WD
startFen = 4k3/8/8/4l3/4L3/8/8/4K3[] w - - 0 1
";
    let loaded = vertumnus_written::load(text.as_bytes()).expect("it has a game");
    let Some(game) = loaded.games.first().map(|&variant| game::session(variant)) else { return };
    let known = figures(&*game);
    let of = |token: &str| known.iter().find(|(other, _)| *other == token).expect("a piece").1;
    let (up, down) = ("M22.5 15.1L22.5 2.9", "M22.5 29.9L22.5 42.1");
    for (token, ahead, back) in
        [("L", up, down), ("O", "cx=\"31.1\" cy=\"22.5\"", "cx=\"13.9\" cy=\"22.5\"")]
    {
        for (side, bottom) in Color::ALL.into_iter().flat_map(|side| Color::ALL.map(|b| (side, b)))
        {
            let picture = picture(&of(token).seen_by(bottom), side);
            assert_eq!(
                picture.contains(ahead),
                side == bottom,
                "{side}'s {token} seen by {bottom}"
            );
            assert_eq!(picture.contains(back), side != bottom, "{side}'s {token} seen by {bottom}");
        }
    }
    assert_eq!(of("W").seen_by(Color::Black), of("W"));
    let mut game = game;
    for (fen, bottom, line) in [
        ("4k3/8/8/4l3/8/8/8/4K3[] w - - 0 1", Color::White, down),
        ("4k3/8/8/4l3/8/8/8/4K3[] w - - 0 1", Color::Black, up),
        ("4k3/8/8/8/8/8/8/4K3[L] w - - 0 1", Color::White, up),
        ("4k3/8/8/8/8/8/8/4K3[L] w - - 0 1", Color::Black, down),
    ] {
        game.set_position(Some(fen), &[]).expect(fen);
        let svg = board(&*game, &Options { bottom, ..Options::default() });
        check_svg(&svg);
        assert_eq!([up, down].map(|one| svg.contains(one)), [line == up, line == down], "{fen}");
    }
}

/// A board with files of the largest size, and one with ranks of two digits.
#[test]
fn a_large_board_has_all_its_coordinates() {
    let text = "[pictured-wide:chess]
maxFile = p
castling = false
doubleStep = false
startFen = rnbqkbnrrnbqnbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQKBNRRNBQNBNR w - - 0 1

[pictured-high:chess]
maxRank = 10
castling = false
promotionRegionWhite = *10
doubleStepRegionBlack = *9
startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
";
    let loaded = vertumnus_written::load(text.as_bytes()).expect("it has games");
    let [wide, high] = loaded.games[..] else { return };
    for (variant, letters, arrow) in
        [(wide, "abcdefghijklmnop12345678", "a8p1"), (high, "0", "a10h9")]
    {
        let game = game::session(variant);
        let mut options = Options::default();
        options.arrow(&*game, arrow).expect("two squares");
        let svg = board(&*game, &options);
        check_svg(&svg);
        for letter in letters.chars() {
            let strokes = crate::letters::strokes(letter);
            assert!(svg.contains(&format!("d=\"{strokes}\"/>")), "{letter} in {variant}");
        }
        let [from, to] = options.arrows[0].into();
        assert_eq!(game.square_name(from) + &game.square_name(to), arrow);
    }
}
