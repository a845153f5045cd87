//! Files that are compressed within a program.

use std::borrow::Cow;

/// A file that may be compressed.
#[derive(Clone, Copy, Debug)]
pub struct Packed(pub(crate) &'static [u8]);

impl Packed {
    /// What is in the file.
    ///
    /// # Panics
    /// If the file is damaged, which tests rule out.
    #[must_use]
    pub fn bytes(self) -> Cow<'static, [u8]> {
        #[cfg(feature = "compressed")]
        {
            use std::io::Read;

            let mut bytes = Vec::new();
            let read = flate2::read::DeflateDecoder::new(self.0).read_to_end(&mut bytes);
            read.expect("a file that comes with the program");
            Cow::Owned(bytes)
        }
        #[cfg(not(feature = "compressed"))]
        Cow::Borrowed(self.0)
    }

    /// What is in the file, which is text.
    ///
    /// # Panics
    /// If the file is damaged or no text, which tests rule out.
    #[must_use]
    pub fn text(self) -> Cow<'static, str> {
        let is_text = "a file of text that comes with the program";
        match self.bytes() {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).expect(is_text).into(),
            Cow::Owned(bytes) => String::from_utf8(bytes).expect(is_text).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{GENERAL, NETWORKS, OPENINGS, PLAYTESTS, TRAINED};

    #[test]
    fn what_is_packed_is_the_file() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |path: &str| std::fs::read(folder.join(path)).expect("a file");
        assert_eq!(GENERAL.bytes(), read("general.vng"));
        let lists =
            [(NETWORKS, "network.vnn"), (OPENINGS, "openings.epd"), (PLAYTESTS, "playtest.json")];
        for (list, file) in lists {
            assert!(!list.is_empty());
            for &(key, packed) in list {
                // Networks are listed by rules.
                let game = crate::of(key, TRAINED).filter(|_| file == "network.vnn").unwrap_or(key);
                assert_eq!(packed.bytes(), read(&format!("{game}/{file}")), "{game}");
            }
        }
        assert!(OPENINGS.iter().all(|(_, packed)| packed.text().starts_with('#')));
    }
}
