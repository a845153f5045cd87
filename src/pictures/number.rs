//! Numbers in SVG: short.

/// A coordinate with two digits after the point at most, and none that say nothing.
pub(crate) fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    match text.strip_prefix("0.") {
        Some(rest) => format!(".{rest}"),
        None => text.replacen("-0.", "-.", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_have_no_digits_that_say_nothing() {
        let texts = [1.0, 1.5, 0.25, -0.5, -0.001, 10.0, 0.0, 12.345].map(short);
        assert_eq!(texts, ["1", "1.5", ".25", "-.5", "0", "10", "0", "12.35"]);
    }
}
