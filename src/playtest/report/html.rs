//! Pieces of HTML.

use std::fmt::Write as _;

/// A text in which nothing is markup.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

/// A table with a head. The cells are HTML; those after the first of a row are figures.
pub(super) fn table(head: &[impl AsRef<str>], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut html = "<div class=\"scroll\"><table><thead><tr>".to_owned();
    for cell in head {
        let _ = write!(html, "<th scope=\"col\">{}</th>", cell.as_ref());
    }
    html += "</tr></thead><tbody>\n";
    for row in rows {
        html += "<tr>";
        for (place, cell) in row.iter().enumerate() {
            let _ = if place == 0 {
                write!(html, "<th scope=\"row\">{cell}</th>")
            } else {
                write!(html, "<td>{cell}</td>")
            };
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

/// A section with a heading; nothing if it is empty.
pub(super) fn section(id: &str, title: &str, content: &str) -> String {
    if content.trim().is_empty() {
        return String::new();
    }
    format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{content}</section>\n")
}

/// A remark below a heading or a table.
pub(super) fn note(text: &str) -> String {
    format!("<p class=\"note\">{text}</p>\n")
}

/// The whole page.
pub(super) fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        include_str!("style.css")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_markup_and_empty_parts_are_left_out() {
        assert_eq!(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
        assert_eq!(section("x", "X", " \n"), "");
        assert_eq!(table(&["a"], &[]), "");
        assert_eq!(table(&["a", "b"], &[vec!["1".into(), "2".into()]]).matches("<td>").count(), 1);
    }
}
