//! Who may ask. The program listens on this machine alone, but any page in the user's browser can
//! send requests to this machine.

use tiny_http::Request;

/// Lets the program's own page through.
pub(super) struct Guard {
    /// The names under which the page is on this machine, with the port.
    hosts: [String; 2],
}

impl Guard {
    pub(super) fn new(port: u16) -> Self {
        Self { hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")) }
    }

    /// Checks a request: `is_power` says that it makes the program work, not only show its page.
    ///
    /// # Errors
    /// Why it is refused.
    pub(super) fn check(&self, request: &Request, is_power: bool) -> Result<(), &'static str> {
        let header = |name: &'static str| {
            let named = request.headers().iter().filter(move |header| header.field.equiv(name));
            named.map(|header| header.value.as_str())
        };
        self.check_headers(
            &header("Host").collect::<Vec<_>>(),
            header("Origin").next(),
            header("Sec-Fetch-Site").next(),
            is_power,
        )
    }

    fn check_headers(
        &self,
        hosts: &[&str],
        origin: Option<&str>,
        site: Option<&str>,
        is_power: bool,
    ) -> Result<(), &'static str> {
        // A foreign name may be made to lead to this machine.
        let [host] = hosts else { return Err("a request names one host") };
        if !self.hosts.iter().any(|known| known == host) {
            return Err("this page is at 127.0.0.1 alone");
        }
        let is_ours = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|name| self.hosts.iter().any(|h| h == name))
        };
        let is_foreign = origin.is_some_and(|origin| !is_ours(origin))
            || is_power && site.is_some_and(|site| !["same-origin", "none"].contains(&site));
        if is_foreign { Err("another page may not ask") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_gets_through() {
        let guard = Guard::new(8360);
        let own = "127.0.0.1:8360";
        let check = |hosts: &[&str], origin: Option<&str>, site: Option<&str>, is_power| {
            guard.check_headers(hosts, origin, site, is_power).is_ok()
        };
        assert!(check(&[own], None, None, true));
        assert!(check(&["localhost:8360"], Some("http://localhost:8360"), None, true));
        assert!(check(&[own], Some("http://127.0.0.1:8360"), Some("same-origin"), true));
        // A link on another page leads here.
        assert!(check(&[own], None, Some("cross-site"), false));
        assert!(!check(&[own], None, Some("cross-site"), true));
        assert!(!check(&[own], Some("http://127.0.0.1:8361"), None, false));
        assert!(!check(&[own], Some("null"), None, true));
        assert!(!check(&[own], Some("https://127.0.0.1:8360"), None, true));
        for host in ["evil.example:8360", "127.0.0.1", "127.0.0.1:80", "", "127.0.0.1:8360.evil"] {
            assert!(!check(&[host], None, None, false), "{host}");
        }
        assert!(!check(&[], None, None, false));
        assert!(!check(&[own, "evil.example"], None, None, false));
    }
}
