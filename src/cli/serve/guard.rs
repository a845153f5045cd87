//! Who may ask. The program listens on this machine alone, but any page in the user's browser can
//! send requests to this machine, and so can every other user of it.

use hyper::header::{self, AsHeaderName, HeaderMap};
use hyper::http::request::Parts;

/// Lets the program's own page through, in the hands of who started the program.
pub(super) struct Guard {
    /// The names under which the page is on this machine, with the port.
    hosts: [String; 2],
    /// What only the user is told. It is in no cookie: a browser gives the cookies of a host to all its
    /// ports, and so to servers of others.
    token: String,
}

/// What a request asks for, as far as it matters who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// The files of the page, which are the same for everybody.
    Page,
    /// What the user's program knows or does.
    Power,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It does not come from the program's own page.
    Foreign(&'static str),
    /// It may come from anybody.
    Unknown,
}

/// A text that nobody guesses.
///
/// # Errors
/// If the system has no random numbers.
pub(super) fn secret() -> Result<String, getrandom::Error> {
    let words = [getrandom::u64()?, getrandom::u64()?];
    Ok(format!("{:016x}{:016x}", words[0], words[1]))
}

impl Guard {
    /// A guard who asks for this token.
    pub(super) fn new(port: u16, token: String) -> Self {
        Self { hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")), token }
    }

    /// Checks a request.
    ///
    /// # Errors
    /// Why it is refused.
    pub(super) fn check(&self, request: &Parts, need: Need) -> Result<(), Refusal> {
        self.check_origin(&request.headers, need).map_err(Refusal::Foreign)?;
        if need == Need::Power && !self.is_known(&request.headers) {
            return Err(Refusal::Unknown);
        }
        Ok(())
    }

    fn check_origin(&self, headers: &HeaderMap, need: Need) -> Result<(), &'static str> {
        // A foreign name may be made to lead to this machine.
        let mut hosts = texts(headers, header::HOST);
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err("a request names one host");
        };
        if !self.hosts.iter().any(|known| known == host) {
            return Err("this page is at 127.0.0.1 alone");
        }
        let is_ours = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|name| self.hosts.iter().any(|h| h == name))
        };
        let is_foreign = texts(headers, header::ORIGIN).any(|origin| !is_ours(origin))
            || need == Need::Power
                && texts(headers, "sec-fetch-site")
                    .any(|site| !["same-origin", "none"].contains(&site));
        if is_foreign { Err("another page may not ask") } else { Ok(()) }
    }

    /// Whether a request shows that its sender has been told the token.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        texts(headers, header::AUTHORIZATION)
            .filter_map(|value| value.strip_prefix("Bearer "))
            .any(|value| is_same(value, &self.token))
    }
}

/// The values of a header. What is no text is nobody's name.
fn texts(headers: &HeaderMap, name: impl AsHeaderName) -> impl Iterator<Item = &str> {
    headers.get_all(name).into_iter().map(|value| value.to_str().unwrap_or_default())
}

/// Compares in a time that does not tell where two texts differ.
fn is_same(shown: &str, secret: &str) -> bool {
    let differences = shown.bytes().zip(secret.bytes()).map(|(a, b)| a ^ b);
    shown.len() == secret.len()
        && std::hint::black_box(differences.fold(0, |all, one| all | one)) == 0
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    const OWN: (&str, &str) = ("host", "127.0.0.1:8360");
    const SECRET: &str = "0123456789abcdef";
    const KNOWN: (&str, &str) = ("authorization", "Bearer 0123456789abcdef");

    fn request(address: &str, headers: &[(&str, &str)]) -> Parts {
        let request = Request::get(address);
        let request =
            headers.iter().fold(request, |request, &(name, value)| request.header(name, value));
        request.body(()).expect("a request").into_parts().0
    }

    fn guard() -> Guard {
        Guard::new(8360, SECRET.to_owned())
    }

    #[test]
    fn only_the_own_page_gets_through() {
        let guard = guard();
        let check = |headers: &[(&str, &str)], need| {
            let headers = [headers, &[KNOWN]].concat();
            guard.check(&request("/", &headers), need).is_ok()
        };
        let origin = |origin| ("origin", origin);
        let site = |site| ("sec-fetch-site", site);
        assert!(check(&[OWN], Need::Power));
        assert!(check(&[("host", "localhost:8360"), origin("http://localhost:8360")], Need::Power));
        assert!(check(&[OWN, origin("http://127.0.0.1:8360"), site("same-origin")], Need::Power));
        // A link on another page leads here.
        assert!(check(&[OWN, site("cross-site")], Need::Page));
        assert!(!check(&[OWN, site("cross-site")], Need::Power));
        assert!(!check(&[OWN, origin("http://127.0.0.1:8361")], Need::Page));
        assert!(!check(&[OWN, origin("null")], Need::Power));
        assert!(!check(&[OWN, origin("https://127.0.0.1:8360")], Need::Power));
        for host in ["evil.example:8360", "127.0.0.1", "127.0.0.1:80", "", "127.0.0.1:8360.evil"] {
            assert!(!check(&[("host", host)], Need::Page), "{host}");
        }
        assert!(!check(&[], Need::Page));
        assert!(!check(&[OWN, ("host", "evil.example")], Need::Page));
    }

    #[test]
    fn only_who_knows_the_token_gets_more_than_the_page() {
        let guard = guard();
        let check = |address: &str, headers: &[(&str, &str)], need| {
            guard.check(&request(address, &[headers, &[OWN]].concat()), need)
        };
        assert_eq!(check("/", &[], Need::Page), Ok(()));
        assert_eq!(check("/", &[KNOWN], Need::Power), Ok(()));
        for (address, headers) in [
            ("/", &[][..]),
            // An address is seen by others, and a cookie is sent to them.
            ("/?token=0123456789abcdef", &[]),
            ("/", &[("cookie", "vertumnus-8360=0123456789abcdef")]),
            ("/", &[("authorization", "Bearer")]),
            ("/", &[("authorization", "Bearer 0123456789abcde")]),
            ("/", &[("authorization", "Bearer 0123456789abcdef0")]),
            ("/", &[("authorization", "Bearer 0123456789abcdee")]),
            ("/", &[("authorization", "0123456789abcdef")]),
        ] {
            let found = check(address, headers, Need::Power);
            assert_eq!(found, Err(Refusal::Unknown), "{address} {headers:?}");
        }
    }

    #[test]
    fn secrets_differ() {
        let secrets = [secret(), secret()].map(|secret| secret.expect("random numbers"));
        assert_ne!(secrets[0], secrets[1]);
        assert_eq!(secrets[0].len(), 32);
    }
}
