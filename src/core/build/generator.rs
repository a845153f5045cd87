//! Writes the type of a game: its facts as constants, and functions for what is not plain data. The build script
//! uses it. What it does not know of is refused with a reason.

use std::collections::BTreeSet;
use std::fmt::Write;

use vertumnus_definition::{
    BoardDefinition, ByColor, CastleDefinition, Changes, Color, DeadDraw, Definition, Kind, Morph,
    Over, Powers, Promotion, Region, Square, Step, Value,
};

#[path = "lending.rs"]
mod lending;
#[path = "parts.rs"]
mod parts;

use lending::is_one_of;
use parts::ByKind;

/// The name of the type: the words of the title that make up the name of the game, or that name.
pub(crate) fn type_name(game: &Definition) -> String {
    let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let mut name = String::new();
    for word in game.title.split_whitespace() {
        name += &letters(word);
        if name.eq_ignore_ascii_case(&letters(&game.name)) {
            return capital(&name);
        }
    }
    capital(&letters(&game.name))
}

fn capital(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

/// The items of the module of the game.
///
/// # Errors
/// The rule that no compiled game has, in words.
pub(crate) fn code(game: &Definition) -> Result<String, String> {
    let powers = Powers::new(game, usize::MAX);
    check(game, &powers)?;
    lending::check(game, &powers)?;
    let name = type_name(game);
    let (title, start) = (&game.title, &game.start);
    let mut code = PRELUDE.to_owned();
    let board = board(game, &mut code);
    let kinds = kinds(game, &powers)?;
    let pawn = game.pawn().ok_or("it has no pawn")?;
    let promotions = promotions(game, &powers, pawn)?;
    let into = if let Into::Any(into) = &promotions.into { into.as_slice() } else { &[] };
    let (into, rank) = (list(into), promotions.rank);
    let castles = game.castles.iter().map(castle).collect::<Vec<_>>().join(",\n");
    let spelling = |(token, of): &(String, Kind)| format!("({token:?}, {})", kind(*of));
    let spellings = game.aliases.iter().map(spelling).collect::<Vec<_>>().join(", ");
    let row = |row: &Vec<Option<Kind>>| {
        let kinds =
            row.iter().map(|one| one.map_or("None".into(), |one| format!("Some({})", kind(one))));
        format!("&[{}]", kinds.collect::<Vec<_>>().join(", "))
    };
    let joined = game.joined.iter().map(row).collect::<Vec<_>>().join(",\n");
    let double_step = double_step(game, pawn, &powers)?;
    let _ = write!(
        code,
        "/// {title}.\n\
         #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]\n\
         pub struct {name};\n\n\
         impl Ruleset for {name} {{\n\
         type Geometry = {board};\n\
         type State = {};\n\
         type Hands = ();\n\
         const FACTS: Option<&'static Facts> = Some(&Facts {{\n\
         name: {:?},\n\
         aliases: &{:?},\n\
         title: {title:?},\n\
         start: {start:?},\n\
         promotions: &{into},\n\
         promotion_rank: {rank},\n\
         double_step: {double_step},\n\
         castles: &[{castles}],\n\
         restarts_are_final: {},\n\
         stalemate: Value::{:?},\n\
         repetition: Repetition::draw({}),\n\
         move_limit: {},\n\
         safe_royal_slides: {},\n\
         captures_branch: {},\n\
         spellings: &[{spellings}],\n\
         joined: &[{joined}],\n\
         ..Facts::new(&{board}::SHAPE, &[{kinds}], {})\n\
         }});\n\n\
         #[inline(always)]\n\
         fn board(self) -> {board} {{ {board} }}\n",
        if game.handicaps.letters.is_empty() { "()" } else { "Handicaps" },
        game.name,
        game.other_names,
        game.restarts_are_final(),
        game.stalemate,
        game.draws.repetition.count,
        game.draws.move_limit,
        game.safe_royal_slides,
        captures_branch(game),
        kind(pawn),
    );
    let lending::Code { functions, items } = lending::code(game, &powers, &name, word(game));
    code += &items;
    settled(game, &mut code);
    let changes = !game.changes.captured.is_empty();
    if changes || !matches!(promotions.into, Into::Any(_)) {
        code += &becomes(game, pawn, &promotions);
    }
    code += &promotion_zone(pawn, &promotions.into);
    if pawns_stand_anywhere(game, pawn) {
        code += CHECK_SETTLED;
    }
    if game.extinction.is_some() {
        code += BARE_KING;
    }
    match game.dead_draw(&powers) {
        DeadDraw::Minor => code += MINOR,
        // As it is unless a game says otherwise.
        DeadDraw::Kings => {}
        DeadDraw::Never => code += NEVER,
    }
    code += "}\n";
    if changes {
        code += &captured(game);
    }
    code += &handicaps(&game.handicaps.letters);
    code += &functions;
    Ok(code)
}

/// `[mover][victim]`: what captures make, without handicaps and with each set of them.
fn tables(game: &Definition) -> impl Iterator<Item = &Vec<Vec<Vec<Kind>>>> {
    [&game.changes.captured].into_iter().chain(&game.handicaps.captured)
}

/// Whether some captures leave a choice of what they make of a piece.
fn captures_branch(game: &Definition) -> bool {
    tables(game).flatten().flatten().any(|becomes| becomes.len() > 1)
}

const PRELUDE: &str = "\
use crate::board::{Bits, Board8x8, Board9x9, Board39, ByColor, Color, Geometry, Square, geometry};
use crate::rules::definition::{Region, Repetition, Value};
use crate::rules::{
    Becomes, BitsOf, Castle, Effect, Facts, Influence, Kind, KindInfo, Landing, Outcome, Piece, Placement, Power,
    PowerBoards, Reason, Ruleset, State, StateOption,
};

";

const BARE_KING: &str = "
#[inline]
fn ended(
    self,
    placement: &Placement<Self>,
    (): &(),
    _side_to_move: Color,
    _is_attacked: impl Fn(Square, Color) -> bool,
) -> Option<Outcome> {
    placement.ended_by_bare_king()
}
";

const MINOR: &str = "
fn is_dead_draw(self, placement: &Placement<Self>) -> bool { placement.has_a_minor_at_most() }

fn cannot_win(self, placement: &Placement<Self>, side: Color) -> bool {
    placement.has_king_alone(side) || self.is_dead_draw(placement)
}
";

const CHECK_SETTLED: &str = "
fn check_square(self, piece: Piece, square: Square) -> Result<(), &'static str> {
    self.check_settled(piece, square)
}
";

const NEVER: &str = "
fn is_dead_draw(self, _placement: &Placement<Self>) -> bool { false }
";

/// Checks that there is no rule of which the generator does not know.
fn check(game: &Definition, powers: &Powers) -> Result<(), String> {
    // Whether anything changes sides is asked of the whole game.
    let Changes { moved, spared, gone, merged, splits, spent, castled_rook, .. } = &game.changes;
    let (aims, king) = (&game.aims, game.kinds.iter().position(|kind| kind.royal));
    let pawns = [game.pawn()].into_iter().flatten().collect::<Vec<_>>();
    let is_whole = |region: &Region| game.board.squares().0 & !region.0 == 0;
    let has_limits = |regions: &[Region]| !regions.iter().all(is_whole);
    let loses_bare = game
        .bare_king()
        .is_some_and(|rule| rule.value == Value::Loss && rule.enemies == 0 && !rule.may_answer);
    let is_word = !game.name.starts_with(|letter: char| !letter.is_ascii_lowercase())
        && !game.name.contains('-');
    let rules = [
        ("a name that is no word of Rust", !is_word),
        ("a side without a king", game.kings.0 != [true; 2]),
        (
            "flights that leave a choice of what captures make of a piece",
            captures_branch(game)
                && powers.list.iter().any(|power| power.ways().any(|way| way.over == Over::All)),
        ),
        ("more than eight outcomes of a move", outcomes(game) > 8),
        ("moves that change pieces", !moved.is_empty() || castled_rook.is_some()),
        ("captures that are forbidden", !spared.is_empty()),
        ("pieces that vanish with what they capture", !gone.is_empty()),
        ("pieces of one side that merge", !merged.is_empty()),
        ("pieces that come apart", !splits.are_none()),
        ("powers that are used once", !spent.is_empty()),
        ("captures that blow up what is around", game.blast.is_some()),
        ("contacts of enemies", !game.contacts.are_none()),
        ("pieces that change sides", game.changes_sides()),
        (
            "squares that change the pieces of one side",
            game.changes.morphs.iter().any(|morph| morph.side.is_some()),
        ),
        ("pieces that are royal beside the king", aims.pseudo_royals.is_some()),
        ("captures that must be made", aims.must_capture),
        ("checks that may not be given", !aims.may_check),
        ("kings that may not face each other", aims.flying_general),
        ("passing", aims.passing != ByColor::default()),
        ("kings that have to be parted", aims.facing_is_answered),
        ("kings that may not move in check", aims.checked_king_stays),
        ("checks that are counted", aims.checks_to_win.0 != [0; 2]),
        ("another worth of checkmate", aims.checkmate != Value::Loss),
        ("stalemate by count or for a win", aims.stalemate_counts || game.stalemate == Value::Win),
        ("another worth of repetition", game.draws.repetition.decides()),
        ("chases", game.draws.chase.is_some()),
        ("material that decides draws", game.draws.material.is_some() || game.draws.full_board),
        ("counts of moves", game.draws.counting.is_some()),
        ("goals", game.flag.0.iter().any(|flag| !flag.region.is_empty())),
        ("extinction", game.extinction.is_some() && !loses_bare),
        ("triple steps", game.kinds.iter().any(|kind| kind.triple_step)),
        (
            "promotion by choice, or by moves from a region",
            game.promotion.0.iter().flatten().any(|rule| rule.is_optional || rule.leaving),
        ),
        ("promotions that are written with '+'", !game.promoted.is_empty()),
        ("pieces in hand", game.hands.is_some()),
        (
            "promotions by captures alone, and pieces that go back",
            !game.demoted.is_empty()
                || game.promotion.0.iter().flatten().any(|rule| rule.by_captures),
        ),
        ("limits of promotion", !game.promotion_limits.is_empty()),
        ("squares where pieces may not be stuck", game.immobility_is_illegal),
        ("a clock that others than pawns restart", game.restarts_clock.0 != [pawns.clone(), pawns]),
        ("limits of where pieces go", game.kinds.iter().any(|kind| has_limits(&kind.mobility.0))),
        (
            "pieces other than the king that castle",
            game.castles.iter().any(|castle| Some(castle.king_kind.index()) != king),
        ),
        (
            "castling of a piece that stays, or over its rook",
            game.castles.iter().any(|castle| {
                [castle.king.0, castle.rook.0].contains(&castle.king.1)
                    || castle.rook.0 == castle.rook.1
            }),
        ),
    ];
    rules.iter().find(|(_, has)| *has).map_or(Ok(()), |(rule, _)| Err((*rule).to_owned()))
}

/// The most that a piece can become by one move.
fn outcomes(game: &Definition) -> usize {
    let most = |mover: usize, becomes: &Vec<Kind>| {
        let own = [Kind::new(mover as u8)];
        let mut all = BTreeSet::new();
        for kind in if becomes.is_empty() { &own[..] } else { becomes } {
            let rules = game.promotion[Color::White].iter();
            let rule =
                rules.filter(|rule| !rule.into.is_empty()).find(|rule| rule.kinds.contains(kind));
            all.extend(
                rule.map_or(&[*kind][..], |rule| &rule.into).iter().map(|kind| kind.index()),
            );
            // By moves of others than its part it does not promote.
            all.extend(rule.filter(|rule| rule.by.is_some()).map(|_| kind.index()));
        }
        all.len()
    };
    let captures = tables(game).flat_map(|movers| movers.iter().enumerate());
    let captures = captures.flat_map(|(mover, list)| list.iter().map(move |it| (mover, it)));
    let none = Vec::new();
    let quiets = (0..game.kinds.len()).map(|mover| (mover, &none));
    captures.chain(quiets).map(|(mover, becomes)| most(mover, becomes)).fold(1, usize::max)
}

/// The type of the board, of which the code is added unless others have the same.
fn board(game: &Definition, code: &mut String) -> &'static str {
    let board = &game.board;
    let is_square = |rank, file| board.square(file as i8, rank as i8).is_some();
    let row = |rank: u8| -> String {
        (0..board.files).map(|file| if is_square(rank, file) { '.' } else { '*' }).collect()
    };
    let rows = if board.holes.is_empty() { 0 } else { board.ranks };
    let outline: Vec<String> = (0..rows).map(row).collect();
    match (board.files, board.ranks) {
        (8, 8) if outline.is_empty() => "Board8x8",
        (9, 9) if outline.is_empty() => "Board9x9",
        (7, 9) if outline == BOARD39 => "Board39",
        (files, ranks) => {
            let word = word(game);
            let _ = writeln!(
                code,
                "geometry!(\n/// The board.\nBoard, {word}, {files} x {ranks}, &{outline:?});\n"
            );
            "Board"
        }
    }
}

const BOARD39: [&str; 9] = [
    "***.***", "*.....*", "*.....*", "*.....*", ".......", "*.....*", "*.....*", "*.....*",
    "***.***",
];

/// The type of a set of squares.
fn word(game: &Definition) -> &'static str {
    if game.board.files * game.board.ranks <= 64 { "u64" } else { "u128" }
}

fn kind(kind: Kind) -> String {
    format!("Kind::new({})", kind.index())
}

fn list(kinds: &[Kind]) -> String {
    format!("[{}]", kinds.iter().copied().map(kind).collect::<Vec<_>>().join(", "))
}

fn kinds(game: &Definition, powers: &Powers) -> Result<String, String> {
    let mut code = String::new();
    let lending = &game.lending;
    for ((number, kind), names) in (0..).zip(&game.kinds).zip(parts::names(game, powers)?) {
        let names: Vec<String> = names.iter().map(|name| format!("Power::{name}")).collect();
        let is_one = |kinds: &Vec<Kind>| kinds.contains(&Kind::new(number));
        let effect = if lending.amplifiers.iter().any(|rule| is_one(&rule.kinds)) {
            ".with(Effect::Amplifies)"
        } else if lending.isolators.iter().any(|rule| is_one(&rule.kinds)) {
            ".with(Effect::Isolates)"
        } else {
            ""
        };
        let make = if kind.royal { "king" } else { "new" };
        let _ = writeln!(
            code,
            "KindInfo::{make}({:?}, {:?}, &[{}]){effect},",
            kind.token,
            kind.name,
            names.join(", ")
        );
    }
    Ok(code)
}

/// A rank from 0, as a side counts it.
fn rank_of(board: &BoardDefinition, color: Color, rank: u8) -> Region {
    let rank = if color == Color::White { rank } else { board.ranks - 1 - rank };
    Region(((1 << board.files) - 1) << (rank * board.files) & board.squares().0)
}

/// How the plain pawn promotes.
struct Promotions {
    into: Into,
    /// The rank, from 0, as its side counts.
    rank: u8,
}

/// What it promotes to.
#[derive(PartialEq)]
enum Into {
    /// One of these, the best first; it does not if there are none.
    Any(Vec<Kind>),
    /// `[file]`: this.
    ByFile(Vec<Kind>),
    /// Other kinds promote, too.
    ByKind(ByKind),
}

fn promotions(game: &Definition, powers: &Powers, pawn: Kind) -> Result<Promotions, String> {
    let board = &game.board;
    let is_meant = |rule: &&Promotion| !rule.into.is_empty() && !rule.region.is_empty();
    let of = |color: Color| -> Option<(Into, u8)> {
        let rules: Vec<&Promotion> = game.promotion[color].iter().filter(is_meant).collect();
        let rank_of = |rank: &u8| rank_of(board, color, *rank);
        match rules[..] {
            [first, ..]
                if rules.iter().any(|rule| rule.by.is_some() || rule.kinds[..] != [pawn]) =>
            {
                let region = first.region;
                let rank = (0..board.ranks).find(|rank| rank_of(rank) == region)?;
                let rules =
                    Some(rules).filter(|all| all.iter().all(|rule| rule.region == region))?;
                Some((Into::ByKind(parts::promotions(game, powers, pawn, &rules)?), rank))
            }
            [] => Some((Into::Any(Vec::new()), board.ranks - 1)),
            [Promotion { region, into, .. }] => {
                let rank = (0..board.ranks).find(|rank| rank_of(rank) == *region)?;
                Some((Into::Any(into.clone()), rank))
            }
            _ => {
                let all = Region(rules.iter().fold(0, |all, rule| all | rule.region.0));
                let rank = (0..board.ranks).find(|rank| rank_of(rank) == all)?;
                let first = all.0.trailing_zeros();
                let on = |file: u8| {
                    let square = Square::new(first as u8 + file);
                    let rule = rules.iter().find(|rule| rule.region.has(square))?;
                    if let [into] = rule.into[..] { Some(into) } else { None }
                };
                Some((Into::ByFile((0..board.files).map(on).collect::<Option<_>>()?), rank))
            }
        }
    };
    match Color::ALL.map(of) {
        [Some(white), Some(black)] if white == black => {
            Ok(Promotions { into: white.0, rank: white.1 })
        }
        _ => Err("other promotions than those of a pawn on one rank".to_owned()),
    }
}

/// The power by which the pawn steps twice.
fn double_step(game: &Definition, pawn: Kind, powers: &Powers) -> Result<String, String> {
    let info = &game.kinds[pawn.index()];
    let steps = game.kinds.iter().filter(|kind| !kind.double_steps.is_empty()).count();
    let board = &game.board;
    if steps == 0 {
        return Ok("None".to_owned());
    }
    let is_usual = steps == 1
        && info.double_steps == [Step { files: 0, ranks: 1 }]
        && powers.are_named(&powers.of_kind[pawn.index()], &["Pawn"])
        && Color::ALL.iter().all(|&color| {
            let passing = &game.en_passant[color];
            game.double_step[color].0 & board.squares().0 == rank_of(board, color, 1).0
                && parts::pass(game, powers, color, "Pawn") == Ok(true)
                && rank_of(board, !color, 2).0 & !passing.region.0 == 0
        });
    if is_usual {
        Ok("Some(Power::Pawn)".to_owned())
    } else {
        Err("other double steps than those of chess".to_owned())
    }
}

fn castle(castle: &CastleDefinition) -> String {
    let squares = |(from, to): (Square, Square)| {
        format!("(Square::new({}), Square::new({}))", from.index(), to.index())
    };
    let san = match castle.san.as_str() {
        "" if castle.rook.0 > castle.king.0 => "Castle::SHORT".to_owned(),
        "" => "Castle::LONG".to_owned(),
        word => format!("{word:?}"),
    };
    format!(
        "Castle {{ letter: {:?}, color: Color::{:?}, king: {}, king_kind: {}, rook: {}, \
         rook_kinds: &{}, free: Region({}), san: {san} }}",
        castle.letter,
        castle.color,
        squares(castle.king),
        kind(castle.king_kind),
        squares(castle.rook),
        list(&castle.rook_kinds),
        castle.free().0,
    )
}

/// What captures make of pieces, before they promote: a function for the module.
fn captured(game: &Definition) -> String {
    let count = game.kinds.len();
    // Where one leaves less choice than another, it has what it makes more than once.
    let most = tables(game).flatten().flatten().map(Vec::len).fold(1, usize::max);
    let table = |captured: &Vec<Vec<Vec<Kind>>>| {
        let of = |mover: Kind, becomes: &Vec<Kind>| {
            let last = becomes.last().copied().unwrap_or(mover);
            let mut becomes = becomes.clone();
            becomes.resize(most, last);
            if most == 1 { kind(last) } else { list(&becomes) }
        };
        let row = |(mover, victims): (Kind, &Vec<Vec<Kind>>)| {
            let cells = victims.iter().map(|becomes| of(mover, becomes));
            format!("[{}]", cells.collect::<Vec<_>>().join(", "))
        };
        let rows = (0..).map(Kind::new).zip(captured).map(row);
        format!("[{}]", rows.collect::<Vec<_>>().join(",\n"))
    };
    let all = tables(game).map(table).collect::<Vec<_>>();
    let (sets, all) = (all.len(), all.join(",\n"));
    let (cell, start, kind) = if most == 1 {
        ("Kind".to_owned(), "mover".to_owned(), "kind")
    } else {
        (format!("[Kind; {most}]"), format!("[mover; {most}]"), "kind[0]")
    };
    format!(
        "
/// What a mover is that has captured these, one after the other, for a side with this set of handicaps.
#[inline]
fn after(set: usize, mover: Kind, victims: &[Kind]) -> {cell} {{
    static CAPTURED: [[[{cell}; {count}]; {count}]; {sets}] = [{all}];
    victims.iter().fold({start}, |kind, victim| CAPTURED[set][{kind}.index()][victim.index()])
}}
"
    )
}

/// The state of a game with handicaps of these letters.
fn handicaps(letters: &str) -> String {
    if letters.is_empty() {
        return String::new();
    }
    let (takes, first) = (format!("'-' or some of '{letters}'"), &letters[..1]);
    format!(
        "
/// What handicaps each side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicaps(ByColor<u8>);

impl State for Handicaps {{
    const FIELD: &'static str = \"White's and Black's handicap, each {takes}, as '{first}/-'\";

    const OPTIONS: &'static [StateOption] = &[
        StateOption {{ name: \"WhiteHandicap\", takes: \"{takes}\" }},
        StateOption {{ name: \"BlackHandicap\", takes: \"{takes}\" }},
    ];

    fn parse(field: &str) -> Option<Self> {{
        crate::rules::definition::Handicaps::read(field, \"{letters}\").map(Self)
    }}

    fn text(self) -> String {{
        crate::rules::definition::Handicaps::text(self.0, \"{letters}\")
    }}

    #[inline]
    fn packed(self) -> u64 {{
        let Self(ByColor([white, black])) = self;
        u64::from(white) << 8 | u64::from(black)
    }}
}}
"
    )
}

/// Where pieces promote, if that is not as in chess.
fn promotion_zone(pawn: Kind, into: &Into) -> String {
    let kinds = match into {
        Into::Any(_) => return String::new(),
        Into::ByFile(_) => vec![pawn],
        Into::ByKind(ByKind { into, .. }) => {
            let kinds = (0..).map(Kind::new).zip(into);
            kinds.filter(|(_, into)| !into.is_empty()).map(|(kind, _)| kind).collect()
        }
    };
    let restarts = match into {
        Into::ByKind(_) => format!(
            "
/// Promotions are final, too.
#[inline]
fn resets_clock(self, landing: Landing<'_, Self>, becomes: Kind) -> bool {{
    landing.mover == {} || landing.mover != becomes
}}
",
            kind(pawn)
        ),
        _ => String::new(),
    };
    format!(
        "
#[inline]
fn promotion_zone(self, kind: Kind, color: Color) -> BitsOf<Self> {{
    if {} {{
        self.board().rank_of(color, self.facts().promotion_rank.into())
    }} else {{
        Bits::EMPTY
    }}
}}
{restarts}",
        is_one_of(&kinds)
    )
}

/// Promotion comes after a capture.
fn becomes(game: &Definition, pawn: Kind, Promotions { into, rank }: &Promotions) -> String {
    let pawn = kind(pawn);
    let promoted = match into {
        Into::Any(_) => format!("if kind == {pawn} {{ self.facts().promotions }} else {{ &[] }}"),
        Into::ByFile(kinds) => {
            let (count, list) = (kinds.len(), list(kinds));
            format!(
                "static INTO: [Kind; {count}] = {list};
        if kind == {pawn} {{ std::slice::from_ref(&INTO[self.board().file(to)]) }} else {{ &[] }}"
            )
        }
        Into::ByKind(ByKind { into, by_part, part }) => {
            let lists = into.iter().map(|into| format!("&{}", list(into))).collect::<Vec<_>>();
            let (count, lists, by_part) = (lists.len(), lists.join(", "), is_one_of(by_part));
            let is_by = part.map_or("true".to_owned(), |part| {
                format!(
                    "self.facts().powers_of(mover).has(Power::{part})
                && if victims.is_empty() {{
                    Power::{part}.quiet_moves(self.board(), color, from, Bits::EMPTY).has(to)
                }} else {{
                    Power::{part}.attacks(self.board(), color, from, Bits::EMPTY).has(to)
                }}"
                )
            });
            format!(
                "static INTO: [&[Kind]; {count}] = [{lists}];
        let is_by = || {is_by};
        let promotes_by_part = {by_part};
        if !promotes_by_part || is_by() {{ INTO[kind.index()] }} else {{ &[] }}"
            )
        }
    };
    let after = match (&game.changes.captured[..], &game.handicaps.letters[..]) {
        ([], _) => "mover",
        (_, "") => "after(0, mover, victims)",
        _ => "after(state.0[color].into(), mover, victims)",
    };
    let branch = captures_branch(game);
    let each = if branch { "for kind in kinds" } else { "let kind = kinds;" };
    let passing = if branch {
        "let mut becomes = Becomes::new();
    kinds.into_iter().for_each(|kind| becomes.add(self.settled(kind, color, to)));
    becomes"
    } else {
        "Becomes::one(self.settled(kinds, color, to))"
    };
    format!(
        "
#[inline]
fn becomes(self, landing: Landing<'_, Self>) -> Becomes {{
    let Landing {{ state, color, mover, from, to, victims, .. }} = landing;
    if !self.board().rank_of(color, {rank}).has(to) {{
        return self.becomes_in_passing(landing);
    }}
    let kinds = {after};
    let promoted = |kind: Kind| -> &'static [Kind] {{
        {promoted}
    }};
    let mut becomes = Becomes::new();
    {each} {{
        let into = promoted(kind);
        let into = if into.is_empty() {{ std::slice::from_ref(&kind) }} else {{ into }};
        into.iter().for_each(|&kind| becomes.add(self.settled(kind, color, to)));
    }}
    becomes
}}

#[inline]
fn becomes_in_passing(self, landing: Landing<'_, Self>) -> Becomes {{
    let Landing {{ state, color, mover, to, victims, .. }} = landing;
    let kinds = {after};
    {passing}
}}
"
    )
}

/// Whether captures and loans bring pawns to where they could not go as pawns.
fn pawns_stand_anywhere(game: &Definition, pawn: Kind) -> bool {
    let captured = tables(game).flat_map(|movers| (0..).map(Kind::new).zip(movers));
    let mut others = captured.filter(|(mover, _)| *mover != pawn).flat_map(|(_, list)| list);
    !game.lending.is_none() || others.any(|becomes| becomes.contains(&pawn))
}

/// What squares make of pieces.
fn settled(game: &Definition, code: &mut String) {
    let morphs = &game.changes.morphs;
    if morphs.is_empty() {
        return;
    }
    *code += "\n#[inline]\nfn settled(self, kind: Kind, _: Color, square: Square) -> Kind {\n";
    for Morph { region, kinds, .. } in morphs {
        let _ = writeln!(
            code,
            "if Region({}).has(square) {{\nconst INTO: [Kind; {}] = {};\nreturn INTO[kind.index()];\n}}",
            region.0,
            kinds.len(),
            list(kinds)
        );
    }
    *code += "kind\n}\n";
}
