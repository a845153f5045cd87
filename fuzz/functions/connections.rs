//! The bytes of a connection to `vertumnus serve`.

use vertumnus_commands::script::{TOKEN, answers_to};

/// The first byte says in pieces of which size the others come. There are answers, or the connection is
/// closed; who does not know the token gets the files of the page and nothing else.
pub fn connections(data: &[u8]) {
    let Some((&size, bytes)) = data.split_first() else { return };
    let said = answers_to(bytes, size.into());
    let is_answer = said.is_empty() || said.starts_with(b"HTTP/1.");
    assert!(is_answer, "{}", String::from_utf8_lossy(&said));
    let has =
        |text: &[u8], part: &str| text.windows(part.len()).any(|window| window == part.as_bytes());
    let is_known = has(bytes, TOKEN);
    // A call and what the program is are told in JSON; an engine that was told something says no more.
    let is_done = ["application/json", "HTTP/1.1 204", "HTTP/1.0 204"];
    let is_done = is_done.iter().any(|part| has(&said, part));
    assert!(is_known || !is_done, "{}", String::from_utf8_lossy(&said));
}
