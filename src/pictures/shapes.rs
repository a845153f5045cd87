//! The shapes that all pictures of pieces are put together from.

/// A shape on a square of 45 units. Bodies stand on the line y = 38.5, in the middle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// What is filled and has an edge.
    pub(crate) solid: &'static str,
    /// Lines drawn on it; empty if there are none.
    pub(crate) lines: &'static str,
    /// Spots filled with the ink of lines; empty if there are none.
    pub(crate) spots: &'static str,
}

/// What has no shape: a tile to draw on.
pub(crate) const TILE: &str = "M5.5 2H39.5A3.5 3.5 0 0 1 43 5.5V39.5A3.5 3.5 0 0 1 39.5 43H5.5A3.5 3.5 0 0 1 2 39.5V5.5A3.5 3.5 0 0 1 5.5 2Z";

pub(crate) const PAWN: Shape = Shape {
    solid: "M18.7 17.4A5.6 5.6 0 1 1 26.3 17.4L29 20.4H25.9C26 26.4 28 30.4 33 33.5V38.5H12V33.5C17 30.4 19 26.4 19.1 20.4H16Z",
    lines: "M12.5 33.9H32.5",
    spots: "",
};

/// Goes straight, and takes straight.
pub(crate) const STRAIGHT_PAWN: Shape = Shape {
    solid: "M22.5 4.5L29.5 16.5H26V20.4H25.9C26 26.4 28 30.4 33 33.5V38.5H12V33.5C17 30.4 19 26.4 19.1 20.4H19V16.5H15.5Z",
    lines: "M12.5 33.9H32.5",
    spots: "",
};

/// Goes diagonally, and takes straight.
pub(crate) const BEROLINA_PAWN: Shape = Shape {
    solid: "M12 5.5L20.5 10.5H24.5L33 5.5L28 14.5L26.3 17.4L29 20.4H25.9C26 26.4 28 30.4 33 33.5V38.5H12V33.5C17 30.4 19 26.4 19.1 20.4H16L18.7 17.4L17 14.5Z",
    lines: "M12.5 33.9H32.5",
    spots: "",
};

/// Goes straight in all directions, and takes diagonally.
pub(crate) const CAPTAIN: Shape = Shape {
    solid: "M22.5 4L24.7 9.8L30.5 12L24.7 14.2L23.9 16.4L29 20.4H25.9C26 26.4 28 30.4 33 33.5V38.5H12V33.5C17 30.4 19 26.4 19.1 20.4H16L21.1 16.4L20.3 14.2L14.5 12L20.3 9.8Z",
    lines: "M12.5 33.9H32.5",
    spots: "",
};

/// The rook's lines.
pub(crate) const TOWER: Shape = Shape {
    solid: "M11 9.5H15.8V12.5H20.1V9.5H24.9V12.5H29.2V9.5H34V17L30.3 20.3L31.2 30.5L34.5 33.5V38.5H10.5V33.5L13.8 30.5L14.7 20.3L11 17Z",
    lines: "M11.5 17H33.5M14.7 20.5H30.3M13.8 30.3H31.2M11 33.9H34",
    spots: "",
};

/// The bishop's lines.
pub(crate) const MITRE: Shape = Shape {
    solid: "M22.5 5.2A2.3 2.3 0 0 1 24 9.3C28.6 12.4 31.3 16.8 31.3 21.3C31.3 24.8 29.8 27.6 27.4 29.3L29 33C31.6 33.2 34.5 34.6 35 38.5H10C10.5 34.6 13.4 33.2 16 33L17.6 29.3C15.2 27.6 13.7 24.8 13.7 21.3C13.7 16.8 16.4 12.4 21 9.3A2.3 2.3 0 0 1 22.5 5.2Z",
    lines: "M17.6 29.3H27.4M16 33H29M25.8 13.5L20.6 21.8",
    spots: "",
};

/// Both.
pub(crate) const CROWN: Shape = Shape {
    solid: "M22.5 6.2A2.4 2.4 0 0 1 23.7 10.6L26.6 21.3L30.3 11.9A2.3 2.3 0 1 1 32.6 12.1L32.8 22.3L37.9 15.7A2.2 2.2 0 1 1 39.7 16.4L35.3 28.6L33.4 33.4C34.3 34.6 34.8 36.5 34.8 38.5H10.2C10.2 36.5 10.7 34.6 11.6 33.4L9.7 28.6L5.3 16.4A2.2 2.2 0 1 1 7.1 15.7L12.2 22.3L12.4 12.1A2.3 2.3 0 1 1 14.7 11.9L18.4 21.3L21.3 10.6A2.4 2.4 0 0 1 22.5 6.2Z",
    lines: "M9.9 28.6C18 26.4 27 26.4 35.1 28.6M11.8 33.4C19 31.8 26 31.8 33.2 33.4",
    spots: "",
};

/// The knight's leap.
pub(crate) const HORSE: Shape = Shape {
    solid: "M13 38.5C12.6 32 16.6 29.3 19.4 25.6C16.6 26.8 14.8 27.4 13.3 29.4L10.6 32.2C7.6 32 5.9 29.6 6.2 27.2C7.6 24.6 9.6 22.6 10.2 18.4C10.6 15.4 12.4 13 14.4 11.4L14.8 6.2L19.3 9.2C29.6 9.4 36.6 18.6 35.4 38.5Z",
    lines: "M11.5 30.6L12.9 29.4M20.6 12.6C27.4 14.2 31.4 20.4 31.4 34",
    spots: "M15.2 17.7A1.5 1.5 0 1 1 18 16.4A1.5 1.5 0 0 1 15.2 17.7ZM8.4 27.6A1 1 0 1 1 10.2 26.7A1 1 0 0 1 8.4 27.6Z",
};

/// A horse with stripes: a step in any direction too.
pub(crate) const ZEBRA: Shape = Shape {
    lines: "M11.5 30.6L12.9 29.4M20.8 13.4L25.4 10.6M23.2 18.6L31.4 14.6M22.6 24.4L34 20.6M18.8 30.2L35 27.2M15.6 35.4L35 33.6",
    ..HORSE
};

/// A wing on the horse.
pub(crate) const WING: Shape = Shape {
    solid: "M21.6 33C20.8 25.6 25.8 17.2 43 13.2C42.6 16.2 41.8 17.8 40.2 19.2L42 19.4C41.4 22.4 40.4 24 38.2 25.4L40 25.8C38.4 30.6 31.6 35.2 21.6 33Z",
    lines: "M25.8 29.4C29 25 33.6 21.4 40.2 19.2M28 31C31.4 28 34 26.4 38.2 25.4",
    spots: "",
};

/// The king, without its cross.
pub(crate) const KING: Shape = Shape {
    solid: "M22.5 11.5C25.6 13.4 26.8 16 25.9 19.2C28.6 16.4 31.4 15 34.4 15.6C38.6 16.4 40.6 20.6 38.9 24.6C37.8 27.2 35.6 29.4 33.8 31.2V38.5H11.2V31.2C9.4 29.4 7.2 27.2 6.1 24.6C4.4 20.6 6.4 16.4 10.6 15.6C13.6 15 16.4 16.4 19.1 19.2C18.2 16 19.4 13.4 22.5 11.5Z",
    lines: "M11.4 31.2C18 28.6 27 28.6 33.6 31.2M11.4 35C18 32.8 27 32.8 33.6 35M22.5 29.2V24.4C22.5 22.4 23.6 20.6 25.9 19.2M22.5 24.4C22.5 22.4 21.4 20.6 19.1 19.2",
    spots: "",
};

/// A step in any direction: a king's child.
pub(crate) const PRINCE: Shape = Shape {
    solid: "M13 16.5L18.6 20.6L22.5 14.8L26.4 20.6L32 16.5L30.6 27.4L32.6 33.5V38.5H12.4V33.5L14.4 27.4Z",
    lines: "M14.4 27.4C19 25.9 26 25.9 30.6 27.4M12.9 33.9H32.1",
    spots: "",
};

/// Rides in leaps of two squares.
pub(crate) const GHOST: Shape = Shape {
    solid: "M22.5 5.5C28.8 5.5 32.4 10.8 32.4 18.6C32.4 24.4 32.6 29.4 34.5 33V38.5H10.5V33C12.4 29.4 12.6 24.4 12.6 18.6C12.6 10.8 16.2 5.5 22.5 5.5Z",
    lines: "M10.5 33.4C12.4 30.9 14.6 30.9 16.5 33.4C18.4 35.9 20.6 35.9 22.5 33.4C24.4 30.9 26.6 30.9 28.5 33.4C30.4 35.9 32.6 35.9 34.5 33.4",
    spots: "M18 13.2C19.6 13.2 20.4 15 20.4 17.1C20.4 19.2 19.6 21 18 21C16.4 21 15.6 19.2 15.6 17.1C15.6 15 16.4 13.2 18 13.2ZM27 13.2C28.6 13.2 29.4 15 29.4 17.1C29.4 19.2 28.6 21 27 21C25.4 21 24.6 19.2 24.6 17.1C24.6 15 25.4 13.2 27 13.2Z",
};

/// Slides along the rank, and steps along the file.
pub(crate) const SHIELD: Shape = Shape {
    solid: "M9.8 7.6C15 8 19 6.9 22.5 4.8C26 6.9 30 8 35.2 7.6C36 18 33 25.6 27.4 29.6L29 33C31.6 33.2 34.5 34.6 35 38.5H10C10.5 34.6 13.4 33.2 16 33L17.6 29.6C12 25.6 9 18 9.8 7.6Z",
    lines: "M17.6 29.6H27.4M16 33H29M13.6 17H31.4M16.4 13.8L13.2 17L16.4 20.2M28.6 13.8L31.8 17L28.6 20.2M22.5 12V22",
    spots: "",
};

/// A siege tower on wheels: a leap of two squares.
pub(crate) const SIEGE: Shape = Shape {
    solid: "M15 17.5H30L32.4 29H35.5V34.2H32.8A4 4 0 1 1 25.2 34.2H19.8A4 4 0 1 1 12.2 34.2H9.5V29H12.6Z",
    lines: "M12.6 29H32.4M13.8 23.2H31.2",
    spots: "M17.2 35.2A1.3 1.3 0 1 1 15.2 33.6A1.3 1.3 0 0 1 17.2 35.2ZM30.2 35.2A1.3 1.3 0 1 1 28.2 33.6A1.3 1.3 0 0 1 30.2 35.2Z",
};

/// A king's mark, drawn with the ink of edges.
pub(crate) const CROSS: &str = "M22.5 2.8V11.5M18.7 6.2H26.3";

/// A prince's mark: a step in any direction.
pub(crate) const RING: Shape = Shape {
    solid: "M22.5 3.6A4.2 4.2 0 1 1 22.5 12A4.2 4.2 0 0 1 22.5 3.6Z",
    lines: "",
    spots: "M22.5 6A1.8 1.8 0 1 1 22.5 9.6A1.8 1.8 0 0 1 22.5 6Z",
};

/// Waves: it amplifies. Drawn as a sign.
pub(crate) const WAVES: &str =
    "M18.6 12.9A5.4 5.4 0 0 1 26.4 12.9M14.4 7.6A12.6 12.6 0 0 1 30.6 7.6";

/// A barred ring: it isolates. Drawn as a sign.
pub(crate) const BARRED: &str =
    "M22.5 3.2A5.6 5.6 0 1 1 22.5 14.4A5.6 5.6 0 0 1 22.5 3.2M18.5 12.8L26.5 4.8";

/// What a body stands on whose lines are more than slides.
pub(crate) const PLINTH: &str = "M6 32H39V43.5H6Z";

/// Straight bars on the plinth, for the rook's lines: one over pieces, two for flights.
pub(crate) const BARS: [&str; 2] = ["M9.6 37.8H21.4", "M9.6 35.5H21.4M9.6 40.1H21.4"];

/// Chevrons on the plinth, for the bishop's lines: one over pieces, two for flights.
pub(crate) const CHEVRONS: [&str; 2] =
    ["M24.2 40.2L30 35.4L35.8 40.2", "M24.2 37.6L30 34.6L35.8 37.6M24.2 41.6L30 38.6L35.8 41.6"];
