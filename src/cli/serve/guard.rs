//! Who may ask. The program listens on this machine alone, but any page in the user's browser can
//! send requests to this machine, and so can every other user of it.

use std::sync::{Mutex, PoisonError};

use hyper::Method;
use hyper::header::{self, AsHeaderName, HeaderMap, HeaderValue};
use hyper::http::request::Parts;

/// Lets the program's own page through, in the hands of who started the program.
pub(super) struct Guard {
    /// The names under which the page is on this machine, with the port.
    hosts: [String; 2],
    /// Has the port, because a browser gives the cookies of a host to all its ports.
    cookie: String,
    /// What only the user is told.
    token: String,
    /// What the browser is told when it is opened. It is good for one visit, because other users of the
    /// machine may see with what a browser was started.
    ticket: Mutex<Option<String>>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It does not come from the program's own page.
    Foreign(&'static str),
    /// It may come from anybody.
    Unknown,
}

/// A visit that is let in.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Visit {
    /// What the browser is to show from now on, if this is its first visit.
    cookie: Option<HeaderValue>,
}

impl Visit {
    /// Gives the browser what it needs to be let in again.
    pub(super) fn mark(self, headers: &mut HeaderMap) {
        if let Some(cookie) = self.cookie {
            headers.insert(header::SET_COOKIE, cookie);
        }
    }
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
    /// A guard who asks for this token, or once for the ticket.
    pub(super) fn new(port: u16, token: String, ticket: Option<String>) -> Self {
        Self {
            hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")),
            cookie: format!("vertumnus-{port}"),
            token,
            ticket: Mutex::new(ticket),
        }
    }

    /// Checks a request: `is_power` says that it makes the program work, not only show its page.
    ///
    /// # Errors
    /// Why it is refused.
    pub(super) fn check(&self, request: &Parts, is_power: bool) -> Result<Visit, Refusal> {
        let Parts { method, uri, headers, .. } = request;
        self.check_origin(headers, is_power).map_err(Refusal::Foreign)?;
        if self.is_known(headers) {
            return Ok(Visit::default());
        }
        let mut pairs = uri.query().unwrap_or_default().split('&');
        let shown = pairs.find_map(|pair| pair.strip_prefix("token="));
        if method == Method::GET && shown.is_some_and(|shown| self.is_good(shown)) {
            // Lax: links of reports and of inventors' pages open this page.
            let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Lax", self.cookie, self.token);
            return Ok(Visit { cookie: HeaderValue::from_str(&cookie).ok() });
        }
        Err(Refusal::Unknown)
    }

    fn check_origin(&self, headers: &HeaderMap, is_power: bool) -> Result<(), &'static str> {
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
            || is_power
                && texts(headers, "sec-fetch-site")
                    .any(|site| !["same-origin", "none"].contains(&site));
        if is_foreign { Err("another page may not ask") } else { Ok(()) }
    }

    /// Whether a request shows that its sender has been told the token.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let mut cookies = texts(headers, header::COOKIE).flat_map(|value| value.split(';'));
        cookies.any(|cookie| {
            let pair = cookie.trim().split_once('=');
            pair.is_some_and(|(name, value)| name == self.cookie && is_same(value, &self.token))
        }) || texts(headers, header::AUTHORIZATION)
            .filter_map(|value| value.strip_prefix("Bearer "))
            .any(|value| is_same(value, &self.token))
    }

    /// Whether this is the token, or the ticket, which is used up by that.
    fn is_good(&self, shown: &str) -> bool {
        let mut ticket = self.ticket.lock().unwrap_or_else(PoisonError::into_inner);
        is_same(shown, &self.token) || ticket.take_if(|ticket| is_same(shown, ticket)).is_some()
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
    const COOKIE: (&str, &str) = ("cookie", "a=b; vertumnus-8360=0123456789abcdef");

    fn request(address: &str, headers: &[(&str, &str)]) -> Parts {
        let request = Request::get(address);
        let request =
            headers.iter().fold(request, |request, &(name, value)| request.header(name, value));
        request.body(()).expect("a request").into_parts().0
    }

    fn guard() -> Guard {
        Guard::new(8360, SECRET.to_owned(), Some("ticket".to_owned()))
    }

    #[test]
    fn only_the_own_page_gets_through() {
        let guard = guard();
        let check = |headers: &[(&str, &str)], is_power| {
            let headers = [headers, &[COOKIE]].concat();
            guard.check(&request("/", &headers), is_power).is_ok()
        };
        let origin = |origin| ("origin", origin);
        let site = |site| ("sec-fetch-site", site);
        assert!(check(&[OWN], true));
        assert!(check(&[("host", "localhost:8360"), origin("http://localhost:8360")], true));
        assert!(check(&[OWN, origin("http://127.0.0.1:8360"), site("same-origin")], true));
        // A link on another page leads here.
        assert!(check(&[OWN, site("cross-site")], false));
        assert!(!check(&[OWN, site("cross-site")], true));
        assert!(!check(&[OWN, origin("http://127.0.0.1:8361")], false));
        assert!(!check(&[OWN, origin("null")], true));
        assert!(!check(&[OWN, origin("https://127.0.0.1:8360")], true));
        for host in ["evil.example:8360", "127.0.0.1", "127.0.0.1:80", "", "127.0.0.1:8360.evil"] {
            assert!(!check(&[("host", host)], false), "{host}");
        }
        assert!(!check(&[], false));
        assert!(!check(&[OWN, ("host", "evil.example")], false));
    }

    #[test]
    fn only_who_knows_the_token_gets_through() {
        let guard = guard();
        let check = |address: &str, headers: &[(&str, &str)]| {
            guard.check(&request(address, &[headers, &[OWN]].concat()), true)
        };
        assert_eq!(check("/", &[COOKIE]), Ok(Visit::default()));
        assert_eq!(
            check("/", &[("authorization", "Bearer 0123456789abcdef")]),
            Ok(Visit::default())
        );
        for address in
            ["/", "/?token", "/?token=", "/?token=0123456789abcdee", "/?token=0123456789abcdef0"]
        {
            assert_eq!(check(address, &[]), Err(Refusal::Unknown), "{address}");
        }
        for header in [
            ("cookie", "vertumnus-8361=0123456789abcdef"),
            ("cookie", "vertumnus-8360=0123456789abcde"),
            ("authorization", "Bearer"),
            ("authorization", "0123456789abcdef"),
        ] {
            assert_eq!(check("/", &[header]), Err(Refusal::Unknown), "{header:?}");
        }
        for address in ["/?token=0123456789abcdef", "/?embed&token=0123456789abcdef"] {
            let mut headers = HeaderMap::new();
            check(address, &[]).expect("it is known").mark(&mut headers);
            let cookie = "vertumnus-8360=0123456789abcdef; Path=/; HttpOnly; SameSite=Lax";
            assert_eq!(headers[header::SET_COOKIE], cookie);
        }
    }

    #[test]
    fn a_ticket_is_good_once() {
        let guard = guard();
        let request = request("/?token=ticket", &[OWN]);
        assert!(guard.check(&request, false).is_ok());
        assert_eq!(guard.check(&request, false), Err(Refusal::Unknown));
    }

    #[test]
    fn secrets_differ() {
        let secrets = [secret(), secret()].map(|secret| secret.expect("random numbers"));
        assert_ne!(secrets[0], secrets[1]);
        assert_eq!(secrets[0].len(), 32);
    }
}
