//! Pictures as points. Only a build with the feature `png` has them.

#[cfg(not(feature = "png"))]
pub(crate) const MISSING: &str =
    "this build has no pictures of points; build it with --features png";

#[cfg(feature = "png")]
pub(crate) use points::{png, square};

/// No such thing in this build.
#[cfg(not(feature = "png"))]
pub(crate) fn png(_svg: &str) -> Result<Vec<u8>, String> {
    Err(MISSING.to_owned())
}

#[cfg(feature = "png")]
mod points {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    /// The picture as PNG, in its own size.
    pub(crate) fn png(svg: &str) -> Result<Vec<u8>, String> {
        let tree = read(svg)?;
        let size = tree.size().to_int_size();
        let pixmap = rendered(&tree, size.width(), size.height())?;
        pixmap.encode_png().map_err(|error| error.to_string())
    }

    /// The points of the picture, drawn on a square of this size.
    pub(crate) fn square(svg: &str, size: u32) -> Result<Pixmap, String> {
        rendered(&read(svg)?, size, size)
    }

    fn read(svg: &str) -> Result<Tree, String> {
        Tree::from_str(svg, &Options::default()).map_err(|error| error.to_string())
    }

    fn rendered(tree: &Tree, width: u32, height: u32) -> Result<Pixmap, String> {
        let mut pixmap = Pixmap::new(width, height).ok_or("the picture has no size")?;
        let size = tree.size();
        let scale =
            Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(tree, scale, &mut pixmap.as_mut());
        Ok(pixmap)
    }
}
