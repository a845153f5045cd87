//! Opens the user's browser. The address has the token, and other users of the machine may see with what
//! a program was started, so the browser is given a file that only the user can read and that leads there.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The file that leads to the page, as long as it is needed.
#[derive(Default)]
pub(super) struct Door(Mutex<Option<PathBuf>>);

impl Door {
    /// A door to this address, in a folder for files that do not last.
    ///
    /// # Errors
    /// If there can be no such file.
    pub(super) fn to(address: &str, folder: &Path) -> io::Result<Self> {
        let path = folder
            .join(format!("vertumnus-{}.html", super::guard::secret().map_err(io::Error::other)?));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Vertumnus</title>\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\">\
             <p><a href=\"{address}\">To the page</a></p></html>\n"
        );
        options.open(&path)?.write_all(page.as_bytes())?;
        Ok(Self(Mutex::new(Some(path))))
    }

    /// Lets the system show where it leads. If it cannot, the user has the address on the screen.
    pub(super) fn show(&self) {
        if let Some(path) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            show(path);
        }
    }

    /// Takes the file away, once somebody has come through.
    pub(super) fn close(&self) {
        if let Some(path) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = fs::remove_file(path);
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.close();
    }
}

fn show(path: &Path) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // What it opens may last, but the process must not stay as a zombie.
        let _ = std::thread::Builder::new().spawn(move || child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_user_reads_where_the_door_leads_and_it_goes_when_it_is_used() {
        let address = "http://127.0.0.1:8360/?token=0123456789abcdef#chess";
        let door = Door::to(address, &std::env::temp_dir()).expect("a file");
        let path = door.0.lock().expect("one thread").clone().expect("it is open");
        let page = fs::read_to_string(&path).expect("it is there");
        assert!(page.contains(&format!("url={address}\"")), "{page}");
        assert!(!path.to_string_lossy().contains("0123456789abcdef"), "{}", path.display());
        #[cfg(unix)]
        {
            let metadata = fs::metadata(&path).expect("it is there");
            assert_eq!(std::os::unix::fs::MetadataExt::mode(&metadata) & 0o777, 0o600);
        }
        door.close();
        assert!(!path.exists());
        door.close();
    }
}
