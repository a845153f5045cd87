//! Writes what pieces lend one another, and what vanishes when enemies meet.

use std::collections::BTreeSet;
use std::fmt::Write;

use vertumnus_definition::{
    Annihilation, BoardDefinition, ByColor, Definition, Kind, LendFrom, Loan, Powers, Region, Step,
    Zone,
};

/// The functions for both, and the items of the trait.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) functions: String,
    pub(crate) items: String,
}

/// The zones that have a function, in the order of their numbers.
#[derive(Default)]
struct Zones<'d>(Vec<&'d [Step]>);

impl<'d> Zones<'d> {
    fn call(&mut self, steps: &'d [Step], squares: &str) -> String {
        let number = self.0.iter().position(|&known| known == steps).unwrap_or_else(|| {
            self.0.push(steps);
            self.0.len() - 1
        });
        format!("zone_{number}({squares})")
    }
}

/// Checks that there is no rule of which the generator does not know.
pub(crate) fn check(game: &Definition, powers: &Powers) -> Result<(), String> {
    let lending = &game.lending;
    let lends = !lending.is_none();
    let loans = || lending.loans.iter().zip(&powers.of_kind).zip(&powers.lent);
    let is_of_all = |loan: &Loan| loan.to.len() == game.kinds.len();
    let all = game.board.squares();
    let is_all = |region: &Region| all.0 & !region.0 == 0;
    let is_royal = |kind: &Kind| game.kinds[kind.index()].royal;
    let amplifiers = lending.amplifiers.iter().map(|rule| (&rule.kinds, &rule.zone));
    let isolators = lending.isolators.iter().map(|rule| (&rule.kinds, &rule.zone));
    let lenders = (0..).map(Kind::new).zip(&lending.loans).filter(|(_, loans)| !loans.is_empty());
    let mut kinds = lenders
        .map(|(kind, _)| kind)
        .chain(amplifiers.clone().chain(isolators.clone()).flat_map(|(kinds, _)| kinds).copied());
    let lent = lending.loans.iter().flatten().filter_map(|loan| match &loan.zone {
        Zone::Leaps(steps) => Some(steps),
        _ => None,
    });
    let wider = lending.amplifiers.iter().map(|rule| &rule.wider);
    let met = game.annihilations.iter().map(|rule| &rule.zone);
    let around = amplifiers.chain(isolators).map(|(_, zone)| zone);
    let mut zones = lent.chain(wider).chain(met).chain(around);
    let rules = [
        (
            "loans beside castling, promotion, double steps or changes of pieces",
            lends
                && !(game.castles.is_empty()
                    && game.promotion.0.iter().flatten().all(|rule| rule.region.is_empty())
                    && game.kinds.iter().all(|kind| kind.double_steps.is_empty())
                    && game.changes.are_none()),
        ),
        (
            "loans of others than friends, or instead of a piece's own moves",
            lending.from != LendFrom::Friends || lending.replaces,
        ),
        (
            "loans of other moves than a piece's own, to some pieces alone, or along lines",
            lends
                && (lending
                    .borrowers
                    .iter()
                    .flat_map(|ByColor(regions)| regions)
                    .any(|it| !is_all(it))
                    || loans().any(|((loans, own), lent)| {
                        let is_own =
                            |loan: &Loan| is_of_all(loan) && matches!(loan.zone, Zone::Leaps(_));
                        !loans.is_empty()
                            && (loans.len() > 1
                                || !loans.iter().all(is_own)
                                || lent.iter().any(|it| it != own))
                    })),
        ),
        ("kings that lend, amplify or isolate", kinds.any(|kind| is_royal(&kind))),
        ("zones that are not alike in all directions", zones.any(|zone| !is_alike(zone))),
        (
            "annihilation of more than one pair of kinds, beside promotion, castling or changes of pieces",
            match &game.annihilations[..] {
                [] => false,
                [Annihilation { kinds: [one, other], .. }] => {
                    one.len() != 1
                        || other.len() != 1
                        || one == other
                        || game.extinction.is_some()
                        || !game.castles.is_empty()
                        || !game.changes.are_none()
                        || game.promotion.0.iter().flatten().any(|rule| !rule.region.is_empty())
                }
                _ => true,
            },
        ),
    ];
    rules.iter().find(|(_, has)| *has).map_or(Ok(()), |(rule, _)| Err((*rule).to_owned()))
}

/// The question whether `kind` is one of these.
pub(crate) fn is_one_of(kinds: &[Kind]) -> String {
    let each = kinds.iter().map(|kind| format!("kind == Kind::new({})", kind.index()));
    let each = each.collect::<Vec<_>>().join(" || ");
    if each.is_empty() { "false".to_owned() } else { each }
}

/// Whether a zone lies alike to all sides.
fn is_alike(zone: &[Step]) -> bool {
    zone.iter().all(|&Step { files, ranks }| {
        let turned = [Step { files: -files, ranks }, Step { files, ranks: -ranks }];
        turned.iter().all(|step| zone.contains(step))
    })
}

/// What the game named `name` adds to its type, whose sets of squares are of the type `word`.
pub(crate) fn code(game: &Definition, powers: &Powers, name: &str, word: &str) -> Code {
    let mut code = Code::default();
    let mut zones = Zones::default();
    if !game.lending.is_none() {
        influence(game, powers, (name, word), &mut zones, &mut code);
        uncertain(game, word, &mut zones, &mut code);
    }
    if let [Annihilation { kinds, zone }] = &game.annihilations[..] {
        annihilation(&game.board, (name, word), (kinds, zone), &mut zones, &mut code);
    }
    for (number, steps) in zones.0.iter().enumerate() {
        zone(number, steps, &game.board, word, &mut code.functions);
    }
    code
}

/// How a kind lends: its zone, the numbers of the amplifiers that make it lend farther, and its powers.
type Way<'d, 'p> = (&'d [Step], Vec<usize>, &'p [usize]);

fn influence<'d>(
    game: &'d Definition,
    powers: &Powers,
    (name, word): (&str, &str),
    zones: &mut Zones<'d>,
    code: &mut Code,
) {
    let lending = &game.lending;
    let mut lines = String::new();
    let union = |kinds: &[Kind], of: &dyn Fn(Kind) -> String| {
        kinds.iter().map(|&kind| of(kind)).collect::<Vec<_>>().join(" | ")
    };
    for (number, rule) in lending.isolators.iter().enumerate() {
        let enemies = union(&rule.kinds, &|kind| format!("squares[{}][!color]", kind.index()));
        let zone = zones.call(&rule.zone, &enemies);
        let _ = writeln!(lines, "let isolated_{number} = {zone};");
    }
    // Those of a kind that nothing keeps from having influence.
    let free = |kind: Kind| {
        let rules = lending.isolators.iter().enumerate();
        let isolated = rules.filter(|(_, rule)| rule.hindered.contains(&kind));
        isolated.fold(format!("squares[{}][color]", kind.index()), |squares, (number, _)| {
            format!("{squares} & !isolated_{number}")
        })
    };
    for (number, rule) in lending.amplifiers.iter().enumerate() {
        let by = union(&rule.kinds, &free);
        let zone = zones.call(&rule.zone, &by);
        let _ = writeln!(lines, "let amplified_{number} = {zone};");
    }
    // Kinds that lend the same in the same way do it together.
    let mut groups: Vec<(Way<'_, '_>, Vec<Kind>)> = Vec::new();
    for ((lender, loans), own) in (0..).map(Kind::new).zip(&lending.loans).zip(&powers.of_kind) {
        let [Loan { zone: Zone::Leaps(steps), .. }] = &loans[..] else { continue };
        let rules = lending.amplifiers.iter().enumerate();
        let rules = rules.filter(|(_, rule)| rule.lenders.contains(&lender));
        let way = (&steps[..], rules.map(|(number, _)| number).collect(), &own[..]);
        match groups.iter_mut().find(|(known, _)| *known == way) {
            Some((_, kinds)) => kinds.push(lender),
            None => groups.push((way, vec![lender])),
        }
    }
    for ((steps, amplifiers, own), kinds) in groups {
        let _ = writeln!(lines, "let lenders = {};", union(&kinds, &free));
        let mut reached = zones.call(steps, "lenders");
        for number in amplifiers {
            let wider = &lending.amplifiers[number].wider;
            let wider = zones.call(wider, &format!("lenders & amplified_{number}"));
            let _ = write!(reached, " | {wider}");
        }
        let _ = writeln!(lines, "let lent = ({reached}) & placement.of(color);");
        for power in own.iter().filter_map(|&power| powers.list[power].name) {
            let _ = writeln!(lines, "boards[Power::{power}] |= lent;");
        }
    }
    let mut own = String::new();
    for (kind, set) in powers.of_kind.iter().enumerate() {
        for power in set.iter().filter_map(|&power| powers.list[power].name) {
            let _ = writeln!(
                own,
                "boards[Power::{power}] |= squares[{kind}][Color::White] | squares[{kind}][Color::Black];"
            );
        }
    }
    let count = game.kinds.len();
    let _ = write!(
        code.functions,
        "
/// What each piece can do: its own moves, and those that it is lent, which it does not hand on.
fn influence(placement: &Placement<{name}>) -> PowerBoards<{name}> {{
    let mut boards = PowerBoards::<{name}>::filled(0);
    let mut squares = [ByColor([0; 2]); {count}];
    for color in Color::ALL {{
        for (square, kind) in placement.pieces(color) {{
            squares[kind.index()][color] |= {word}::of(square);
        }}
    }}
    for color in Color::ALL {{
        {lines}
    }}
    {own}
    boards
}}
"
    );
    code.items += "\nconst INFLUENCE: Option<Influence<Self>> = Some(influence);\n";
}

/// After which moves enemies may do more.
fn uncertain<'d>(game: &'d Definition, word: &str, zones: &mut Zones<'d>, code: &mut Code) {
    let mut cases = String::new();
    for rule in &game.lending.isolators {
        let zone = zones.call(&rule.zone, &format!("{word}::of(from)"));
        let _ = write!(
            cases,
            "let kind = mover.kind();
if {} {{
    let lends = |square| placement.kind_at(square).is_some_and(|kind: Kind| {});
    if ({zone} & enemies).squares().any(lends) {{
        return !0;
    }}
    uncertain = !safe;
}}
",
            is_one_of(&rule.kinds),
            is_one_of(&rule.hindered)
        );
    }
    let _ = write!(
        code.items,
        "
/// Enemies can do more only if an isolator leaves them, and less only if they lose a piece or meet an isolator.
#[inline]
fn uncertain_targets(
    self,
    placement: &Placement<Self>,
    from: Square,
    mover: Piece,
    safe: BitsOf<Self>,
) -> BitsOf<Self> {{
    let enemies = placement.of(!mover.color());
    let mut uncertain = enemies & !safe;
    {cases}
    uncertain | self.removes_at(placement, mover.kind(), mover.color())
}}
"
    );
}

fn annihilation<'d>(
    board: &BoardDefinition,
    (name, word): (&str, &str),
    ([one, other], zone): (&[Vec<Kind>; 2], &'d [Step]),
    zones: &mut Zones<'d>,
    code: &mut Code,
) {
    let kind = |kinds: &[Kind]| format!("Kind::new({})", kinds[0].index());
    let (one, other) = (kind(one), kind(other));
    let mut of = |squares: &str| zones.call(zone, squares);
    let own = of(&format!("{word}::of(to)"));
    let theirs = of("others");
    let counterparts = of("of_kind(placement, other, placement.of(!color))");
    let all = board.squares().0;
    let near = of(&format!("of_kind(placement, {one}, placement.of(color))"));
    let _ = write!(
        code.functions,
        "
/// The squares of the set on which a piece of this kind stands.
#[inline]
fn of_kind(placement: &Placement<{name}>, kind: Kind, among: {word}) -> {word} {{
    let held = among.squares().filter(|&square| placement.kind_at(square) == Some(kind));
    held.fold(0, |set, square| set | {word}::of(square))
}}

/// What a kind annihilates, and is annihilated by.
#[inline]
fn counterpart(kind: Kind) -> Option<Kind> {{
    if kind == {one} {{
        Some({other})
    }} else if kind == {other} {{
        Some({one})
    }} else {{
        None
    }}
}}
"
    );
    let _ = write!(
        code.items,
        "
#[inline(always)]
fn removes(self) -> bool {{ true }}

/// Only a move of one of the two can bring them together.
#[inline]
fn removed(self, placement: &Placement<Self>, to: Square, _: bool) -> BitsOf<Self> {{
    let Some(mover) = placement.at(to) else {{ return 0 }};
    let Some(other) = counterpart(mover.kind()) else {{ return 0 }};
    let zone = {own};
    let others = of_kind(placement, other, zone & placement.of(!mover.color()));
    if others == 0 {{ 0 }} else {{ (zone | {theirs}) & placement.occupied() }}
}}

#[inline]
fn removes_at(self, placement: &Placement<Self>, kind: Kind, color: Color) -> BitsOf<Self> {{
    counterpart(kind).map_or(0, |other| {counterparts} & {all})
}}

#[inline]
fn ended(
    self,
    placement: &Placement<Self>,
    (): &(),
    _side_to_move: Color,
    _is_attacked: impl Fn(Square, Color) -> bool,
) -> Option<Outcome> {{
    let lost = Color::ALL.into_iter().find(|&color| placement.king(color).is_none());
    lost.map(|color| Outcome::Win(!color, Reason::Annihilation))
}}

fn check_placement(self, placement: &Placement<Self>) -> Result<(), &'static str> {{
    let meets = |color: Color| {{
        {near} & of_kind(placement, {other}, placement.of(!color)) != 0
    }};
    if Color::ALL.into_iter().any(meets) {{
        Err(\"two pieces that annihilate each other stand in each other's zone\")
    }} else {{
        Ok(())
    }}
}}
"
    );
}

/// The zones of all pieces on some squares together, by whole boards that are pushed to both sides. Cells without a
/// square may be among them, too.
fn zone(number: usize, steps: &[Step], board: &BoardDefinition, word: &str, code: &mut String) {
    let ranks: BTreeSet<i8> = steps.iter().map(|step| step.ranks.abs()).collect();
    let mut parts = Vec::new();
    for rank in ranks {
        let of_rank = steps.iter().filter(|step| step.ranks == rank);
        let files: BTreeSet<u8> = of_rank.map(|step| step.files.unsigned_abs()).collect();
        let row = files.iter().map(|&file| {
            if file == 0 {
                return "squares".to_owned();
            }
            let column = (1_u128 << file) - 1;
            let left = (0..board.ranks).fold(0, |all, rank| all | column << (rank * board.files));
            format!("(squares << {file} & !{left} | (squares & !{left}) >> {file})")
        });
        let row = row.collect::<Vec<_>>().join(" | ");
        let cells = rank.unsigned_abs() * board.files;
        let both = format!("{{ let row = {row}; row << {cells} | row >> {cells} }}");
        parts.push(if rank == 0 { row } else { both });
    }
    let parts = parts.join(" | ");
    let _ = write!(
        code,
        "
#[inline(always)]
fn zone_{number}(squares: {word}) -> {word} {{
    {parts}
}}
"
    );
}
