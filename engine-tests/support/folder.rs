//! Folders for the files of a test.

use std::fs;
use std::path::PathBuf;

/// A folder that is removed when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder, whose name no other test gives.
    pub fn new(name: &str) -> Self {
        let name = format!("vertumnus-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("the temporary directory can be written");
        Self(folder)
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
