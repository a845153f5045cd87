//! The powers of a written game: tables that are made when it is loaded.
//!
//! Each is asked what a [`Power`] is asked, and answers from its tables. What a rook or a bishop does is
//! taken from the tables of the board, as in a compiled game.

use super::Power;
use super::definition::{Motion, Over, Step};
use super::power::{Lines, Reach};
use crate::board::{Bits, ByColor, Color, Geometry, RayDirection, Rays, Shape, Square, Tables};

/// A power of a written game.
#[derive(Debug)]
pub struct Slot<B: Bits> {
    /// Its number among the powers of the game.
    pub(super) number: u8,
    /// The name that it has among all powers.
    power: Power,
    /// How it captures; nothing if it never does.
    captures: Course<B>,
    /// How it moves without capturing, if not as it captures.
    quiets: Option<Course<B>>,
    /// Where pieces with this power may go. What lies outside they pass, but do not attack. All that have the
    /// power share it.
    pub(super) region: ByColor<B>,
    /// On which squares pieces have the power.
    pub(super) from: ByColor<B>,
    /// Whether it goes neither over nor onto [shunned](super::Ruleset::shunned) pieces.
    pub(super) shuns: bool,
}

/// How a written power goes from square to square.
#[derive(Debug)]
pub(super) struct Course<B: Bits> {
    /// The squares that it leads to at best: on an empty board.
    at_best: Box<ByColor<B::Map<B>>>,
    blocked: Blocked<B>,
}

/// What keeps a course from the squares that it leads to at best.
#[derive(Debug)]
enum Blocked<B: Bits> {
    /// Nothing: leaps, and flights over all pieces along these lines.
    Never(Option<Lines>),
    /// The first piece on the way, for a slider of a compiled game.
    Slide(Lines),
    /// The first piece on each ray.
    Ride(Box<Ride<B>>),
    /// The second piece on each line.
    Hop(Lines),
    /// On each ray what comes before the first piece, and the second.
    Cannon(Box<Ride<B>>),
    /// On each ray all but what comes right behind the first piece.
    Grasshopper(Box<Ride<B>>),
    /// A piece between the ends of a step.
    Lame(Box<ByColor<Legs<B>>>),
}

/// `[square]`: where lame leaps lead from there, and from where the enemy's lead there, each with the squares between.
#[derive(Debug)]
struct Legs<B> {
    to: Vec<Vec<(B, B)>>,
    from: Vec<Vec<(B, B)>>,
}

/// Rays of any steps, of which none, some or all may be limited.
#[derive(Debug)]
struct Ride<B: Bits> {
    rays: ByColor<B::Map<Rays<B>>>,
    /// The directions of the rays that there are.
    directions: ByColor<&'static [RayDirection]>,
}

const UPWARD: [RayDirection; 4] = [0, 1, 2, 3];
const DOWNWARD: [RayDirection; 4] = [4, 5, 6, 7];

/// The lines of these steps if a slider of a compiled game has them.
fn lines(steps: &[Step]) -> Option<Lines> {
    let is = |lines: [(i8, i8); 4]| {
        let has = |step: &Step| lines.contains(&(step.files, step.ranks));
        steps.len() == lines.len() && steps.iter().all(has)
    };
    if is([(0, 1), (1, 0), (0, -1), (-1, 0)]) {
        Some(Lines::Orthogonal)
    } else if is([(1, 1), (-1, 1), (-1, -1), (1, -1)]) {
        Some(Lines::Diagonal)
    } else {
        None
    }
}

impl<B: Bits> Course<B> {
    /// Steps that are made at most this often in one direction, over these pieces; no way at all if there are none.
    /// `None` if they are blocked in more than four directions towards higher indices, or in more than four towards
    /// lower ones.
    pub(super) fn new(
        shape: &Shape,
        steps: &[Step],
        limit: Option<u8>,
        over: Over,
    ) -> Option<Self> {
        let most = limit.unwrap_or(u8::MAX);
        let lines = lines(steps).filter(|_| limit.is_none());
        let mut at_best = all_reached::<B>(shape, steps, most);
        if over.hops() {
            let next = all_reached::<B>(shape, steps, 1);
            for (color, from) in Color::ALL
                .into_iter()
                .flat_map(|color| shape.squares().map(move |from| (color, from)))
            {
                at_best[color][from] &= !next[color][from];
            }
        }
        let blocked = match (over, lines) {
            (Over::Cannon | Over::ShyCannon, _) => {
                Blocked::Cannon(Box::new(Ride::new(shape, steps, most)?))
            }
            (Over::Grasshopper, _) => {
                Blocked::Grasshopper(Box::new(Ride::new(shape, steps, most)?))
            }
            (Over::Lame, _) => Blocked::Lame(Box::new(ByColor(
                Color::ALL.map(|color| Legs::new(shape, color, steps)),
            ))),
            (Over::All, _) => Blocked::Never(lines),
            (Over::One, Some(lines)) => Blocked::Hop(lines),
            _ if most == 1 || steps.is_empty() => Blocked::Never(None),
            (_, Some(lines)) => Blocked::Slide(lines),
            _ => Blocked::Ride(Box::new(Ride::new(shape, steps, most)?)),
        };
        Some(Self { at_best: Box::new(at_best), blocked })
    }

    /// The memory that its tables take, in bytes.
    fn bytes(&self) -> usize {
        let rays = match &self.blocked {
            Blocked::Never(_) | Blocked::Slide(_) | Blocked::Hop(_) => 0,
            Blocked::Ride(ride) | Blocked::Cannon(ride) | Blocked::Grasshopper(ride) => {
                size_of_val(&**ride)
            }
            Blocked::Lame(legs) => legs.0.iter().map(Legs::bytes).sum(),
        };
        size_of_val(&*self.at_best) + rays
    }

    /// How many pieces of a side it can pin at once, at most.
    pub(super) fn pins(&self) -> usize {
        match &self.blocked {
            Blocked::Never(_) => 0,
            Blocked::Slide(lines) => lines.directions().len(),
            Blocked::Hop(lines) => 2 * lines.directions().len(),
            Blocked::Ride(ride) | Blocked::Grasshopper(ride) => ride.directions[Color::White].len(),
            Blocked::Cannon(ride) => 2 * ride.directions[Color::White].len(),
            Blocked::Lame(legs) => legs[Color::White].most(),
        }
    }

    #[inline(always)]
    fn targets<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
    ) -> B {
        match &self.blocked {
            Blocked::Never(_) => self.at_best[color][from],
            Blocked::Slide(Lines::Orthogonal) => Lines::Orthogonal.ride(board, from, occupied),
            Blocked::Slide(_) => Lines::Diagonal.ride(board, from, occupied),
            Blocked::Ride(ride) => ride.targets(color, from, occupied),
            Blocked::Hop(lines) => lines.hop(board, from, occupied),
            Blocked::Cannon(ride) => ride.over_a_hurdle(color, from, occupied),
            Blocked::Grasshopper(ride) => ride.behind_a_hurdle(color, from, occupied),
            Blocked::Lame(legs) => Legs::open(&legs[color].to[from.index()], occupied),
        }
    }

    /// The squares from which enemies of `color` go to a square.
    #[inline(always)]
    fn sources<G: Geometry<Bits = B>>(&self, board: G, color: Color, to: Square, occupied: B) -> B {
        match &self.blocked {
            Blocked::Grasshopper(ride) => ride.before_a_hurdle(color, to, occupied),
            Blocked::Lame(legs) => Legs::open(&legs[color].from[to.index()], occupied),
            // These ways lead back.
            _ => self.targets(board, color, to, occupied),
        }
    }

    /// The same, if it also ends at the first of these barriers, which are no pieces that it could go over.
    #[inline(always)]
    fn targets_up_to<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
        barriers: B,
    ) -> B {
        match &self.blocked {
            Blocked::Never(Some(lines)) | Blocked::Hop(lines) if !barriers.is_empty() => {
                self.targets(board, color, from, occupied) & lines.ride(board, from, barriers)
            }
            Blocked::Cannon(ride) | Blocked::Grasshopper(ride) if !barriers.is_empty() => {
                self.targets(board, color, from, occupied) & ride.targets(color, from, barriers)
            }
            _ => self.targets(board, color, from, occupied | barriers),
        }
    }
}

impl<B: Bits> Ride<B> {
    /// `None` if there are more than four directions towards higher indices, or more than four towards lower ones.
    fn new(shape: &Shape, steps: &[Step], most: u8) -> Option<Self> {
        let upward = |color: Color, step: &Step| {
            let sign = if color == Color::White { 1 } else { -1 };
            (sign * step.ranks, sign * step.files) > (0, 0)
        };
        let mut rays = ByColor([B::map([B::EMPTY; 8]); 2]);
        let mut directions = ByColor([&[] as &[RayDirection]; 2]);
        for color in Color::ALL {
            let (up, down): (Vec<&Step>, Vec<&Step>) =
                steps.iter().partition(|&step| upward(color, step));
            if up.len() > UPWARD.len() || down.len() > DOWNWARD.len() {
                return None;
            }
            let used: Vec<(RayDirection, &Step)> =
                UPWARD.into_iter().zip(up).chain(DOWNWARD.into_iter().zip(down)).collect();
            for from in shape.squares() {
                for &(direction, &step) in &used {
                    rays[color][from][direction] = ray(shape, color, from, step, most, B::EMPTY);
                }
            }
            let used: Vec<RayDirection> = used.iter().map(|&(direction, _)| direction).collect();
            directions[color] = used.leak();
        }
        Some(Self { rays, directions })
    }

    fn targets(&self, color: Color, from: Square, occupied: B) -> B {
        let rays = &self.rays[color][from];
        self.directions[color].iter().fold(B::EMPTY, |set, &direction| {
            set | Tables::until_blocked(rays[direction], direction, occupied)
        })
    }

    /// Joins what a function finds on each ray from a square.
    #[inline(always)]
    fn on_each_ray(&self, color: Color, from: Square, find: impl Fn(B, RayDirection) -> B) -> B {
        let rays = &self.rays[color][from];
        let directions = self.directions[color].iter();
        directions.fold(B::EMPTY, |set, &direction| set | find(rays[direction], direction))
    }

    /// What comes behind the first piece of each ray, up to the second.
    fn over_a_hurdle(&self, color: Color, from: Square, occupied: B) -> B {
        self.on_each_ray(color, from, |ray, direction| {
            let beyond = ray & !Tables::until_blocked(ray, direction, occupied);
            Tables::until_blocked(beyond, direction, occupied)
        })
    }

    /// What comes right behind the first piece of each ray.
    fn behind_a_hurdle(&self, color: Color, from: Square, occupied: B) -> B {
        self.on_each_ray(color, from, |ray, direction| {
            let beyond = ray & !Tables::until_blocked(ray, direction, occupied);
            Tables::until_blocked(beyond, direction, beyond)
        })
    }

    /// If the next square of a ray has a piece, what comes behind it, up to the second piece.
    fn before_a_hurdle(&self, color: Color, from: Square, occupied: B) -> B {
        self.on_each_ray(color, from, |ray, direction| {
            let next = Tables::until_blocked(ray, direction, ray);
            let beyond = if (next & occupied).is_empty() { B::EMPTY } else { ray & !next };
            Tables::until_blocked(beyond, direction, occupied)
        })
    }
}

impl<B: Bits> Legs<B> {
    fn new(shape: &Shape, color: Color, steps: &[Step]) -> Self {
        let none = || vec![Vec::new(); shape.cells()];
        let mut legs = Self { to: none(), from: none() };
        Self::for_each(shape, color, steps, |from, to, between| {
            legs.to[from.index()].push((B::of(to), between));
        });
        Self::for_each(shape, !color, steps, |from, to, between| {
            legs.from[to.index()].push((B::of(from), between));
        });
        legs
    }

    /// The legs of a side, each with the squares between its ends, all of which exist.
    fn for_each(shape: &Shape, color: Color, steps: &[Step], mut f: impl FnMut(Square, Square, B)) {
        for from in shape.squares() {
            let after = |step: Step| ray(shape, color, from, step, 1, B::EMPTY);
            for &step in steps {
                let Some(to) = after(step).first() else { continue };
                let between = step
                    .between()
                    .map(after)
                    .try_fold(B::EMPTY, |all, square| (!square.is_empty()).then_some(all | square));
                if let Some(between) = between {
                    f(from, to, between);
                }
            }
        }
    }

    /// The ends of those legs on which nothing stands.
    fn open(legs: &[(B, B)], occupied: B) -> B {
        let open = legs.iter().filter(|&&(_, between)| (between & occupied).is_empty());
        open.fold(B::EMPTY, |ends, &(end, _)| ends | end)
    }

    fn bytes(&self) -> usize {
        self.to.iter().chain(&self.from).map(|legs| size_of_val(&legs[..])).sum()
    }

    /// How many lead to one square, at most.
    fn most(&self) -> usize {
        self.from.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// The squares that up to `most` of each of these steps lead to from each square, whatever stands between.
#[inline(never)]
pub(super) fn all_reached<B: Bits>(shape: &Shape, steps: &[Step], most: u8) -> ByColor<B::Map<B>> {
    let reached = |color| {
        let mut map = B::map(B::EMPTY);
        for from in shape.squares() {
            let rays = steps.iter().map(|&step| ray(shape, color, from, step, most, B::EMPTY));
            map[from] = rays.fold(B::EMPTY, |set, ray| set | ray);
        }
        map
    };
    ByColor(Color::ALL.map(reached))
}

/// The squares that a way of moving leads to from a square, whatever stands between.
pub(super) fn reached<B: Bits>(shape: &Shape, color: Color, from: Square, motion: &Motion) -> B {
    if !motion.grounds.from[color].has(from) {
        return B::EMPTY;
    }
    let most = motion.limit.unwrap_or(u8::MAX);
    let rays = motion.steps.iter().map(|&step| ray(shape, color, from, step, most, B::EMPTY));
    let to: B = B::from_u128(motion.grounds.to[color].0);
    rays.fold(B::EMPTY, |set, ray| set | ray) & to
}

/// The squares that up to `most` steps lead to, over empty ones.
pub(super) fn ray<B: Bits>(
    shape: &Shape,
    color: Color,
    from: Square,
    step: Step,
    most: u8,
    occupied: B,
) -> B {
    let sign = if color == Color::White { 1 } else { -1 };
    let (mut file, mut rank) =
        ((from.index() as u8 % shape.files) as i8, (from.index() as u8 / shape.files) as i8);
    let mut set = B::EMPTY;
    for _ in 0..most {
        (file, rank) = (file + sign * step.files, rank + sign * step.ranks);
        let Some(index) = shape.index(file, rank) else { break };
        let square = Square::new(index);
        set |= B::of(square);
        if occupied.has(square) {
            break;
        }
    }
    set
}

impl<B: Bits> Slot<B> {
    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.captures.bytes() + self.quiets.as_ref().map_or(0, Course::bytes)
    }

    /// A power of this number and name that captures so, moves in another way if there is one, keeps to
    /// a region, is there on some squares, and may shun pieces.
    pub(super) fn new(
        number: u8,
        power: Power,
        (captures, quiets): (Course<B>, Option<Course<B>>),
        (region, from): (ByColor<B>, ByColor<B>),
        shuns: bool,
    ) -> Self {
        Self { number, power, captures, quiets, region, from, shuns }
    }

    /// The name that it has among the powers of the game.
    #[inline(always)]
    pub const fn power(&self) -> Power {
        self.power
    }

    /// What [`Power::attacks`] says, wherever pieces with this power may go.
    #[inline(always)]
    pub fn attacks<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
    ) -> B {
        self.captures.targets(board, color, from, occupied)
    }

    /// What [`Power::attackers`] says.
    #[inline(always)]
    pub fn attackers<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        square: Square,
        occupied: B,
    ) -> B {
        self.captures.sources(board, color, square, occupied)
    }

    /// The squares that it attacks at best: none of its attacks lies outside, whatever is occupied.
    #[inline(always)]
    pub fn attacks_at_best(&self, color: Color, from: Square) -> B {
        self.captures.at_best[color][from]
    }

    /// What [`Power::quiet_moves`] says.
    #[inline(always)]
    pub fn quiet_moves<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
    ) -> B {
        self.quiets.as_ref().unwrap_or(&self.captures).targets(board, color, from, occupied)
    }

    /// What [`Power::attacks_up_to`] says.
    #[inline(always)]
    pub(crate) fn attacks_up_to<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
        barriers: B,
    ) -> B {
        self.captures.targets_up_to(board, color, from, occupied, barriers)
    }

    /// What [`Power::quiet_moves_up_to`] says.
    #[inline(always)]
    pub(crate) fn quiet_moves_up_to<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
        barriers: B,
    ) -> B {
        let quiets = self.quiets.as_ref().unwrap_or(&self.captures);
        quiets.targets_up_to(board, color, from, occupied, barriers)
    }

    /// Where it captures and where it goes without from each square, if nothing ever keeps it from there.
    pub(super) fn free_leaps(&self) -> Option<[&ByColor<B::Map<B>>; 2]> {
        let quiets = self.quiets.as_ref().unwrap_or(&self.captures);
        let are_free = [&self.captures, quiets]
            .iter()
            .all(|course| matches!(course.blocked, Blocked::Never(None)));
        (are_free && !self.shuns).then_some([&*self.captures.at_best, &*quiets.at_best])
    }

    /// The lines along which it slides up to the first piece, whether or not it captures.
    pub(super) fn slides(&self) -> Option<Lines> {
        self.attack_lines().filter(|_| self.quiets.is_none() && !self.shuns)
    }

    /// The lines along which it attacks up to the first piece.
    pub(super) const fn attack_lines(&self) -> Option<Lines> {
        match self.captures.blocked {
            Blocked::Slide(lines) => Some(lines),
            _ => None,
        }
    }

    /// Whether it moves as it captures.
    #[inline(always)]
    pub const fn moves_as_it_captures(&self) -> bool {
        self.quiets.is_none()
    }

    /// What [`Power::reach`] says.
    #[inline(always)]
    pub(crate) fn reach<G: Geometry<Bits = B>>(
        &'static self,
        board: G,
        color: Color,
        square: Square,
    ) -> Reach<B> {
        match &self.captures.blocked {
            Blocked::Never(_) => Reach::Leap,
            Blocked::Hop(lines) => Reach::Hop(*lines.rays(board, square), lines.directions()),
            Blocked::Slide(lines) => Reach::Ride(*lines.rays(board, square), lines.directions()),
            Blocked::Ride(ride) => Reach::Ride(ride.rays[color][square], ride.directions[color]),
            Blocked::Cannon(ride) => {
                Reach::Cannon(ride.rays[color][square], ride.directions[color])
            }
            Blocked::Grasshopper(ride) => {
                Reach::Grasshopper(ride.rays[color][square], ride.directions[color])
            }
            Blocked::Lame(legs) => Reach::Lame(&legs[color].from[square.index()]),
        }
    }

    /// Whether nothing keeps it from what it attacks [at best](Self::attacks_at_best).
    pub(super) const fn is_leap(&self) -> bool {
        matches!(self.captures.blocked, Blocked::Never(None))
    }

    /// What [`Power::passes_squares`] says.
    pub(crate) const fn passes_squares(&self) -> bool {
        !self.is_leap()
    }

    /// What [`Power::goes_over_pieces`] says.
    pub(crate) const fn goes_over_pieces(&self) -> bool {
        matches!(
            self.captures.blocked,
            Blocked::Never(Some(_))
                | Blocked::Hop(_)
                | Blocked::Cannon(_)
                | Blocked::Grasshopper(_)
        )
    }

    /// What [`Power::sees_beyond`] says.
    pub(crate) fn sees_beyond(&self) -> bool {
        let sees = |course: &Course<B>| {
            matches!(
                course.blocked,
                Blocked::Cannon(_) | Blocked::Grasshopper(_) | Blocked::Lame(_)
            )
        };
        sees(&self.captures) || self.quiets.as_ref().is_some_and(sees)
    }

    /// What [`Power::flight`] says.
    pub(crate) const fn flight(&self) -> &'static [RayDirection] {
        match self.captures.blocked {
            Blocked::Never(Some(lines)) => lines.directions(),
            _ => &[],
        }
    }

    /// Whether the power is a pawn's.
    pub const fn is_pawns(&self) -> bool {
        self.power.is_pawns()
    }
}
