//! Helpers for the tests of positions and rules, and a game for tests only.

use super::{Line, Move, Position, Scope, Stage};
use crate::board::{Bits, Board39, ByColor, Color, Geometry, SplitMix64, Square};
use crate::rules::definition::{
    Aims, BoardDefinition, CastleDefinition, Changes, Definition, Draws, EnPassantRule, Grounds,
    KindDefinition, Motion, Over, Promotion, Purpose, Region, Step, Value,
};
use crate::rules::registered::register;
use crate::rules::{BitsOf, Facts, Kind, KindInfo, Outcome, Power, Ruleset};

/// A game that is in every build, with holes, compounds, and attacks over a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toy;

register!(Toy);

const KINDS: &[KindInfo] = &[
    KindInfo::new("P", "Pawn", &[Power::Pawn]),
    KindInfo::new("R", "Rook", &[Power::Rook]),
    KindInfo::new("A", "Aeroplane", &[Power::RookHop]),
    KindInfo::new("RN", "General", &[Power::Rook, Power::Knight]),
    KindInfo::new("AN", "Space General", &[Power::RookHop, Power::Knight]),
    KindInfo::king("K", "King", &[Power::Step]),
];

impl Ruleset for Toy {
    type Geometry = Board39;
    type State = ();
    type Hands = ();

    const FACTS: Option<&'static Facts> = Some(&Facts {
        name: "toy",
        title: "Toy",
        start: "***k***/*5*/*5*/*5*/7/*5*/*5*/*{RN}3{AN}*/***K*** w - - 0 1",
        ..Facts::new(&Board39::SHAPE, KINDS, Kind::new(0))
    });

    #[inline(always)]
    fn board(self) -> Board39 {
        Board39
    }
}

/// The definition of a game with the men of orthodox chess on a board without holes. An extra kind, before
/// the king in the list and behind the queen among the promotions, has these ways of moving.
#[expect(clippy::too_many_lines, reason = "a definition has many fields")]
pub fn orthodox(
    (name, title): (&str, &str),
    (files, ranks): (u8, u8),
    start: &str,
    extra: Option<(char, &str, &[Way])>,
) -> Definition {
    let kind = |letter: char, name: &str, royal, ways: &[Way]| KindDefinition {
        token: letter.to_string(),
        name: name.to_owned(),
        twin_of: None,
        royal,
        powers: ways.iter().map(|way| way.motion()).collect(),
        double_steps: Vec::new(),
        triple_step: false,
        mobility: ByColor([Region(u128::MAX); 2]),
    };
    let mut pawn = kind('P', "Pawn", false, &[]);
    let motion = |steps: &[(i8, i8)], purpose| Motion {
        steps: steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect(),
        purpose,
        ..Way::King.motion()
    };
    pawn.powers =
        vec![motion(&[(0, 1)], Purpose::Move), motion(&[(-1, 1), (1, 1)], Purpose::Capture)];
    pawn.double_steps = vec![Step { files: 0, ranks: 1 }];
    let mut kinds = vec![
        pawn,
        kind('N', "Knight", false, &[Way::Knight]),
        kind('B', "Bishop", false, &[Way::Bishop]),
        kind('R', "Rook", false, &[Way::Rook]),
        kind('Q', "Queen", false, &[Way::Rook, Way::Bishop]),
    ];
    let mut promotes = vec![4, 3, 2, 1];
    if let Some((letter, name, ways)) = extra {
        promotes.insert(1, kinds.len() as u8);
        kinds.push(kind(letter, name, false, ways));
    }
    let king = Kind::new(kinds.len() as u8);
    kinds.push(kind('K', "King", true, &[Way::King]));
    let rank = |color, rank: u8| {
        let rank = if color == Color::White { rank } else { ranks - 1 - rank };
        Region(((1 << files) - 1) << (rank * files))
    };
    let of_ranks = |number: u8| ByColor(Color::ALL.map(|color| rank(color, number)));
    let pawns = vec![Kind::new(0)];
    let promotion = |color| Promotion {
        kinds: pawns.clone(),
        region: rank(color, ranks - 1),
        into: promotes.iter().map(|&number| Kind::new(number)).collect(),
        ..Promotion::default()
    };
    let en_passant = |color: Color| EnPassantRule {
        kinds: pawns.clone(),
        region: rank(!color, 2),
        by_parts: Vec::new(),
    };
    let castle = |(letter, color): (char, Color)| {
        let home = if color == Color::White { 0 } else { files * (ranks - 1) };
        let square = |file: u8| Square::new(home + file);
        let short = letter.eq_ignore_ascii_case(&'k');
        let (to, rook) = if short { (6, files - 1) } else { (2, 0) };
        CastleDefinition {
            letter,
            color,
            king_kind: king,
            king: (square(4), square(to)),
            rook_kinds: vec![Kind::new(3)],
            rook: (square(rook), square(if short { to - 1 } else { to + 1 })),
            san: String::new(),
        }
    };
    let (white, black) = (Color::White, Color::Black);
    Definition {
        name: name.to_owned(),
        other_names: Vec::new(),
        title: title.to_owned(),
        about: crate::rules::definition::About::default(),
        board: BoardDefinition { files, ranks, holes: Region::EMPTY },
        kinds,
        start: start.to_owned(),
        kings: ByColor([true; 2]),
        promotion: ByColor(Color::ALL.map(|color| vec![promotion(color)])),
        aliases: Vec::new(),
        joined: Vec::new(),
        lending: crate::rules::definition::Lending::default(),
        annihilations: Vec::new(),
        blast: None,
        hands: None,
        demoted: Vec::new(),
        contacts: crate::rules::definition::Contacts::default(),
        changes: Changes::default(),
        handicaps: crate::rules::definition::Handicaps::default(),
        promotion_limits: Vec::new(),
        promoted: Vec::new(),
        immobility_is_illegal: false,
        double_step: of_ranks(1),
        triple_step: ByColor::default(),
        en_passant: ByColor(Color::ALL.map(en_passant)),
        castles: [('K', white), ('Q', white), ('k', black), ('q', black)].map(castle).into(),
        aims: Aims::default(),
        stalemate: Value::Draw,
        flag: ByColor::default(),
        extinction: None,
        draws: Draws::default(),
        restarts_clock: ByColor([pawns.clone(), pawns]),
        safe_royal_slides: false,
    }
}

/// Well-known ways of moving, for definitions.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// The king's step.
    King,
    /// The knight's leap.
    Knight,
    /// The rook's slide.
    Rook,
    /// The bishop's slide.
    Bishop,
}

impl Way {
    pub fn motion(self) -> Motion {
        let (steps, limit): (&[(i8, i8)], _) = match self {
            Self::King => {
                (&[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)], Some(1))
            }
            Self::Knight => {
                (&[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)], Some(1))
            }
            Self::Rook => (&[(-1, 0), (0, -1), (0, 1), (1, 0)], None),
            Self::Bishop => (&[(-1, -1), (-1, 1), (1, -1), (1, 1)], None),
        };
        let steps = steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect();
        let (purpose, over, grounds) = (Purpose::Any, Over::None, Grounds::EVERYWHERE);
        Motion { steps, limit, purpose, over, grounds }
    }
}

/// The position of a valid FEN.
pub fn position<R: Ruleset + Default>(fen: &str) -> Position<R> {
    Position::from_fen(R::default(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Why a FEN is refused.
pub fn refusal<R: Ruleset + Default>(fen: &str) -> String {
    match Position::from_fen(R::default(), fen) {
        Ok(_) => panic!("{fen} is not refused"),
        Err(error) => error.to_string(),
    }
}

/// The FEN after moves, separated by blanks.
pub fn after<R: Ruleset + Default>(fen: &str, moves: &str) -> String {
    line::<R>(fen, moves).position().fen()
}

/// How the game has ended in the position of a FEN.
pub fn ending<R: Ruleset + Default>(fen: &str) -> Option<Outcome> {
    position::<R>(fen).ending()
}

/// The texts of the legal moves that begin with these letters, sorted.
pub fn moves<R: Ruleset + Default>(fen: &str, beginning: &str) -> String {
    let all = all_moves(&position::<R>(fen));
    all.split(' ').filter(|text| text.starts_with(beginning)).collect::<Vec<_>>().join(" ")
}

/// The line of these moves, separated by blanks.
pub fn line<R: Ruleset + Default>(fen: &str, moves: &str) -> Line<R> {
    let mut line = Line::new(position(fen));
    play(&mut line, moves);
    line
}

/// Plays moves, separated by blanks.
pub fn play<R: Ruleset>(line: &mut Line<R>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = line.position().parse_move(text);
        line.make_unchecked(
            mv.unwrap_or_else(|error| panic!("{error}: {}", line.position().fen())),
        );
    }
}

/// The texts of the legal moves of the piece on a square, sorted.
pub fn moves_from<R: Ruleset>(position: &Position<R>, name: &str) -> String {
    let from = position.board().parse_square(name).expect("a square of the board");
    moves_in(position, Scope { stage: Stage::All, movers: BitsOf::<R>::of(from) })
}

/// The texts of the legal moves, sorted.
pub fn all_moves<R: Ruleset>(position: &Position<R>) -> String {
    moves_in(position, Scope::of(Stage::All))
}

/// The texts of the legal moves of a scope, sorted.
pub(crate) fn moves_in<R: Ruleset>(position: &Position<R>, scope: Scope<BitsOf<R>>) -> String {
    let mut texts = Vec::new();
    position.for_each_move(scope, |mv: Move| texts.push(position.move_text(mv)));
    texts.sort();
    texts.join(" ")
}

/// Calls a function with the positions of random games that have legal moves: `games` games of at
/// most `plies` plies, the same in every run.
pub fn each_position<R: Ruleset>(
    rules: R,
    games: usize,
    plies: usize,
    mut f: impl FnMut(&Position<R>),
) {
    walk(rules, games, plies, &mut f);
}

/// The same, compiled once for each game.
fn walk<R: Ruleset>(rules: R, games: usize, plies: usize, f: &mut dyn FnMut(&Position<R>)) {
    let mut random = SplitMix64::new(1);
    for _ in 0..games {
        let mut position = Position::start(rules);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            f(&position);
            position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}
