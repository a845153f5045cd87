//! Which powers kinds have by their parts, and how parts promote.

use vertumnus_definition::{
    Color, Definition, Kind, Over, PartMoves, PowerDefinition, Powers, Promotion, Quiets, Way,
};

/// `[kind]`: the names of its powers. A kind that makes the moves of a part has the power of the part, and a king that
/// of the plain king, though others of its moves may be the same.
///
/// # Errors
/// That a kind moves otherwise than by powers with names.
pub(crate) fn names(game: &Definition, powers: &Powers) -> Result<Vec<Vec<&'static str>>, String> {
    let passing = game.en_passant.0.iter().flat_map(|rule| &rule.by_parts);
    let promoting = game.promotion.0.iter().flatten().filter_map(|rule| rule.by.as_ref());
    let parts: Vec<&PartMoves> = passing.chain(promoting).collect();
    let king = game.kinds.iter().position(|kind| kind.royal);
    let kinds = (0..).map(Kind::new).zip(&game.kinds);
    let all = kinds.map(|(number, kind)| {
        let set: Vec<&PowerDefinition> =
            powers.of_kind[number.index()].iter().map(|&index| &powers.list[index]).collect();
        let own = parts.iter().filter(|part| part.movers.contains(&number));
        let mut whole: Vec<&PowerDefinition> =
            own.filter_map(|part| power_of(powers, part)).collect();
        if let Some(king) = king.filter(|_| kind.royal) {
            let plain = powers.of_kind[king].iter().map(|&index| &powers.list[index]);
            whole.extend(plain.filter(|power| is_made(power, &set)));
        }
        let mut names: Vec<&'static str> = Vec::new();
        for power in &set {
            match power.name {
                Some(name) => names.push(name),
                None if whole.iter().any(|other| covers(other, power)) => {}
                None => return Err(format!("the {} moves in a way of its own", kind.name)),
            }
        }
        names.extend(whole.iter().filter_map(|power| power.name));
        names.sort_unstable();
        names.dedup();
        Ok(names)
    });
    all.collect()
}

/// The power with a name that a part is.
fn power_of<'p>(powers: &'p Powers, part: &PartMoves) -> Option<&'p PowerDefinition> {
    powers.list.iter().filter(|power| power.name.is_some()).find(|power| {
        let motions = power.motions();
        motions.len() == part.motions.len() && motions.iter().all(|one| part.motions.contains(one))
    })
}

/// Whether a leap in all directions of a power is one of these powers each.
fn is_made(power: &PowerDefinition, set: &[&PowerDefinition]) -> bool {
    let Some(Way { steps, limit: Some(1), over: Over::None }) = &power.captures else {
        return false;
    };
    let makes = |other: &PowerDefinition, step| {
        let way = other.captures.as_ref();
        other.quiets == Quiets::Same
            && way.is_some_and(|way| way.over == Over::None && way.steps.contains(step))
    };
    power.quiets == Quiets::Same
        && steps.iter().all(|step| set.iter().any(|other| makes(other, step)))
}

/// Whether a power makes all moves of another.
fn covers(power: &PowerDefinition, other: &PowerDefinition) -> bool {
    let quiets = |power: &PowerDefinition| match &power.quiets {
        Quiets::Same => power.captures.clone(),
        Quiets::Own(quiets) => quiets.clone(),
    };
    let includes = |way: &Option<Way>, other: &Option<Way>| match (way, other) {
        (_, None) => true,
        (None, _) => false,
        (Some(way), Some(other)) => {
            (way.limit, way.over) == (other.limit, other.over)
                && other.steps.iter().all(|step| way.steps.contains(step))
        }
    };
    includes(&power.captures, &other.captures) && includes(&quiets(power), &quiets(other))
}

/// What kinds promote to.
#[derive(PartialEq)]
pub(crate) struct ByKind {
    /// `[kind]`: one of these, the best first; it does not if there are none.
    pub(crate) into: Vec<Vec<Kind>>,
    /// The kinds that promote by moves of a part alone.
    pub(crate) by_part: Vec<Kind>,
    /// The name of the power of that part.
    pub(crate) part: Option<&'static str>,
}

/// What kinds promote to by these rules of a side, which are for the same squares; `None` if the generator does not know
/// of such rules.
pub(crate) fn promotions(
    game: &Definition,
    powers: &Powers,
    pawn: Kind,
    rules: &[&Promotion],
) -> Option<ByKind> {
    let names = names(game, powers).ok()?;
    let mut all =
        ByKind { into: vec![Vec::new(); game.kinds.len()], by_part: Vec::new(), part: None };
    for rule in rules {
        if let Some(part) = &rule.by {
            let name = power_of(powers, part)?.name?;
            let have = |&kind: &Kind| names[kind.index()].contains(&name);
            let movers = (0..game.kinds.len() as u8).map(Kind::new).filter(have);
            if all.part.is_some_and(|known| known != name)
                || !movers.eq(part.movers.iter().copied())
            {
                return None;
            }
            all.part = Some(name);
            all.by_part.extend(&rule.kinds);
        }
        // Where a part promotes, that restarts the clock.
        if rule.kinds[..] != [pawn] && !rule.restarts_clock {
            return None;
        }
        for kind in &rule.kinds {
            if !all.into[kind.index()].is_empty() {
                return None;
            }
            all.into[kind.index()].clone_from(&rule.into);
        }
    }
    game.changes.morphs.is_empty().then_some(all)
}

/// Whether those that have a power, kings apart, are who captures en passant by a side's rule.
pub(crate) fn pass(
    game: &Definition,
    powers: &Powers,
    color: Color,
    name: &str,
) -> Result<bool, String> {
    let names = names(game, powers)?;
    let rule = &game.en_passant[color];
    let has = |&kind: &Kind| names[kind.index()].contains(&name) && !game.kinds[kind.index()].royal;
    let own = (0..game.kinds.len() as u8).map(Kind::new).filter(has);
    Ok(match &rule.by_parts[..] {
        [] => own.eq(rule.kinds.iter().copied()),
        [part] => {
            let is_it = power_of(powers, part).is_some_and(|power| power.name == Some(name));
            is_it && rule.kinds.is_empty() && own.eq(part.movers.iter().copied())
        }
        _ => false,
    })
}
