//! The bitmaps of `WinBoard`. Only a build with the feature `png` has them.

#[cfg(feature = "png")]
pub(super) use points::of_piece;

/// No such thing in this build.
#[cfg(not(feature = "png"))]
pub(super) fn of_piece(_white: &str, _black: &str, _size: u32) -> Result<[Vec<u8>; 3], String> {
    Err(crate::raster::MISSING.to_owned())
}

#[cfg(feature = "png")]
mod points {
    use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

    use crate::raster;

    /// A color of a point: blue, green, red, as bitmaps have it.
    type Point = [u8; 3];

    const WHITE: Point = [255; 3];
    const BLACK: Point = [0; 3];

    /// The bitmaps of a piece on a square of this size, from its pictures as White's and as Black's:
    /// where it is to be filled with white, and what is laid over that as White's and as Black's.
    pub(crate) fn of_piece(white: &str, black: &str, size: u32) -> Result<[Vec<u8>; 3], String> {
        let [white, black] = [raster::square(white, size)?, raster::square(black, size)?];
        let is_filled = |point: &PremultipliedColorU8| point.alpha() >= 128;
        let mask = |point: &PremultipliedColorU8| if is_filled(point) { BLACK } else { WHITE };
        let shown = |point: &PremultipliedColorU8| {
            // On white. A color is never brighter than its alpha.
            let [red, green, blue] =
                [point.red(), point.green(), point.blue()].map(|c| c + (255 - point.alpha()));
            if is_filled(point) { [blue, green, red] } else { WHITE }
        };
        Ok([bitmap(&white, mask), bitmap(&white, shown), bitmap(&black, shown)])
    }

    /// A picture in the format of Windows, with three bytes to a point.
    fn bitmap(pixmap: &Pixmap, point: impl Fn(&PremultipliedColorU8) -> Point) -> Vec<u8> {
        const HEADERS: u32 = 54;
        let (width, height) = (pixmap.width(), pixmap.height());
        let row = (width * 3).next_multiple_of(4);
        let mut file = b"BM".to_vec();
        let mut numbers = |numbers: &[u32]| {
            file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        // The whole length, nothing, and where the points begin.
        numbers(&[HEADERS + row * height, 0, HEADERS]);
        // The length of the second header, one plane of 24 bits, and no compression.
        numbers(&[40, width, height, 1 | 24 << 16, 0, row * height, 0, 0, 0, 0]);
        // The lowest row comes first.
        for line in pixmap.pixels().chunks(width as usize).rev() {
            let begin = file.len();
            file.extend(line.iter().flat_map(&point));
            file.resize(begin + row as usize, 0);
        }
        file
    }
}
