//! What a game says of draws, once its kinds are known.

use crate::definition::{BoardCount, Chase, Counting, Draws, Material, Region, Repetition};
use crate::{ByColor, Kind};

use crate::kinds::Kinds;
use crate::read::diagnostic::Report;
use crate::read::draft::Draft;
use crate::read::draws::{CountingRule, MaterialRule};
use crate::read::pieces::Slot;
use crate::read::places::Places;

/// How a game ends without a winner.
pub(super) fn draws(draft: &Draft, kinds: &Kinds<'_>) -> Draws {
    let keys = &draft.draws;
    Draws {
        repetition: Repetition {
            count: keys.repetitions as u8,
            value: keys.repetition_value,
            for_white: keys.for_white,
            perpetual_check: keys.perpetual_check,
        },
        chase: keys.chase.then(|| chase(draft, kinds)),
        move_limit: draft.move_limit,
        counting: counting(draft, kinds),
        full_board: keys.full_board,
        material: material(draft, kinds),
    }
}

/// Who chases whom.
fn chase(draft: &Draft, kinds: &Kinds<'_>) -> Chase {
    let of = |key: &str| named(draft, kinds, key);
    let crossed = draft.ranks_by_side(draft.soldier_rank..draft.ranks);
    Chase {
        rooks: of("rook"),
        cannons: of("cannon"),
        horses: of("horse"),
        elephants: of("elephant"),
        advisors: of("fers"),
        soldiers: of("soldier"),
        crossed: ByColor(crossed.map(|grid| Region(grid.region(draft.files, draft.ranks).0))),
    }
}

/// The pieces that Janggi counts, with their points.
const JANGGI: [(&str, u8); 6] = [
    ("rook", 13),
    ("janggiCannon", 7),
    ("horse", 5),
    ("janggiElephant", 3),
    ("wazir", 3),
    ("soldier", 2),
];

/// How material is counted.
fn material(draft: &Draft, kinds: &Kinds<'_>) -> Option<Material> {
    let all = kinds.compounds().len();
    let of_all = |points: u8, handicap: i8| Material { points: vec![points; all], handicap };
    Some(match draft.draws.material? {
        MaterialRule::Unweighted => of_all(1, 0),
        MaterialRule::WhiteDrawOdds => of_all(0, -1),
        MaterialRule::BlackDrawOdds => of_all(0, 1),
        MaterialRule::Janggi => {
            let mut points = vec![0; all];
            for (key, worth) in JANGGI {
                for kind in named(draft, kinds, key) {
                    points[kind.index()] = worth;
                }
            }
            Material { points, handicap: 3 }
        }
    })
}

/// How the moves of a side with few pieces are counted.
fn counting(draft: &Draft, kinds: &Kinds<'_>) -> Option<Counting> {
    let rule = draft.draws.counting?;
    let of = |key: &str| named(draft, kinds, key);
    // One move less than in Thailand, as if the first were counted.
    let less = u8::from(rule == CountingRule::Cambodian);
    let (rooks, khons, knights) = (of("rook"), of("silver"), of("knight"));
    let bare = match rule {
        CountingRule::Asean => vec![(rooks, 1, 16), (khons, 1, 44), (knights, 1, 64)],
        CountingRule::Makruk | CountingRule::Cambodian => vec![
            (rooks.clone(), 2, 8 - less),
            (rooks, 1, 16 - less),
            (khons.clone(), 2, 22 - less),
            (knights, 2, 32 - less),
            (khons, 1, 44 - less),
        ],
    };
    let (board, otherwise) = match rule {
        CountingRule::Makruk => (Some((u8::MAX, false)), 64),
        CountingRule::Cambodian => (Some((3, true)), 63),
        CountingRule::Asean => (None, 0),
    };
    Some(Counting {
        pawns: of("pawn"),
        board: board.map(|(most, with_pawns)| BoardCount { most, with_pawns, limit: otherwise }),
        bare,
        otherwise,
        from_pieces: rule != CountingRule::Asean,
    })
}

/// The kinds that are the piece of a key.
fn named(draft: &Draft, kinds: &Kinds<'_>, key: &str) -> Vec<Kind> {
    let slot = Slot::of_key(key).filter(|&slot| draft.piece(slot).is_some());
    slot.map_or(Vec::new(), |slot| kinds.all_of_slot(slot))
}

/// A FEN has one field for a count and for en passant.
pub(super) fn check(
    draft: &Draft,
    has_en_passant: bool,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let is_wrong = draft.draws.counting.is_some() && has_en_passant;
    if is_wrong {
        report
            .error(places.of(&["countingRule"]), "where moves are counted there is no en passant")
            .help("a FEN has one field for both; set 'doubleStep = false'");
    }
    !is_wrong
}
