//! The rules of a game as a part of the page: HTML made of their Markdown.
//!
//! A diagram carries the call of the rules which draws it, so that the page can put its position on the
//! board. The diagrams are not kept as pictures: they are drawn when somebody asks for them.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde_json::Value;

use vertumnus_core::rules::Variant;
use vertumnus_games::PLAYTESTS;

use crate::diagram::DiagramArgs;

/// A page in Markdown by its name: the rules of a game by that of the game, or the legend.
pub(super) type Page = (&'static str, &'static str);

/// The name of the page that says how to read the pieces.
pub(super) const LEGEND: &str = "pieces";

/// What rules link to where they speak of the playtest of their game.
const PLAYTEST: &str = "../playtest.md";

/// The rules of a game as HTML, without a frame.
pub(super) fn html(game: &str, page: &str) -> String {
    // People know the game by its title, only programs by the name behind it.
    let (heading, rest) = page.split_once('\n').unwrap_or((page, ""));
    let title = heading.split(" (`").next().unwrap_or_default();
    let page = format!("{title}\n{rest}");
    let events = events(&page);
    let mut shown = Vec::with_capacity(events.len());
    // What is written at the end of each link that is open.
    let mut links = Vec::new();
    let mut number = 0;
    while let Some(event) = events.get(number) {
        number += 1;
        match event {
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let call = call(game, title, &events[number..]);
                let text = events[number..].iter().take_while(|event| !is_end_of_image(event));
                let description: String = text.clone().map(text_of).collect();
                number += text.count() + 1;
                shown.push(Event::InlineHtml(picture(dest_url, &description, call).into()));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let (start, end) = link(game, dest_url);
                shown.push(Event::InlineHtml(start.into()));
                links.push(end);
            }
            Event::End(TagEnd::Link) => {
                let end = links.pop().unwrap_or_default();
                shown.push(Event::InlineHtml(CowStr::Borrowed(end)));
            }
            // The page has a heading of its own above these.
            Event::Start(Tag::Heading { level, .. }) => shown.push(Event::Start(Tag::Heading {
                level: lower(*level),
                id: None,
                classes: Vec::new(),
                attrs: Vec::new(),
            })),
            Event::End(TagEnd::Heading(level)) => {
                shown.push(Event::End(TagEnd::Heading(lower(*level))));
            }
            other => shown.push(other.clone()),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, shown.into_iter());
    text
}

const fn is_end_of_image(event: &Event<'_>) -> bool {
    matches!(event, Event::End(TagEnd::Image))
}

/// What an event says without its form.
fn text_of<'a>(event: &'a Event<'_>) -> &'a str {
    match event {
        Event::Text(text) | Event::Code(text) => text,
        _ => " ",
    }
}

/// The names of all diagrams of these pages, without their endings.
pub(super) fn diagrams(pages: &[Page]) -> Vec<String> {
    let pictures =
        pages.iter().flat_map(|(_, page)| events(page)).filter_map(|event| match event {
            Event::Start(Tag::Image { dest_url, .. }) => name_of(&dest_url).map(str::to_owned),
            _ => None,
        });
    let mut names: Vec<String> = pictures.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The diagram of a name as SVG; `None` if no page has it.
pub(super) fn diagram(pages: &[Page], name: &str) -> Option<String> {
    let call = pages.iter().find_map(|(game, page)| {
        let events = events(page);
        (1..).zip(&events).find_map(|(next, event)| match event {
            Event::Start(Tag::Image { dest_url, title, .. }) if name_of(dest_url) == Some(name) => {
                call(game, title, &events[next..])
            }
            _ => None,
        })
    })?;
    let reply: Value = serde_json::from_str(&vertumnus_web::call(&call.to_string())).ok()?;
    reply.get("ok")?.as_str().map(str::to_owned)
}

fn events(page: &str) -> Vec<Event<'_>> {
    Parser::new_ext(page, Options::ENABLE_TABLES).collect()
}

/// The name of the diagram at a place of a page, which is beside the folder of the rules or in it.
fn name_of(target: &str) -> Option<&str> {
    from_rules(target).strip_prefix("diagrams/")?.strip_suffix(".svg")
}

/// A place as it is named from the folder of the rules.
fn from_rules(target: &str) -> &str {
    target.strip_prefix("rules/").unwrap_or(target)
}

/// The call that draws a diagram. Its position is in its title, or stands first in a paragraph below, as
/// code.
fn call(game: &str, title: &str, below: &[Event<'_>]) -> Option<Value> {
    let position = below.windows(2).find_map(|pair| match pair {
        [Event::Start(Tag::Paragraph), Event::Code(fen)] => Some(&**fen),
        _ => None,
    });
    DiagramArgs::of_title(game, title, position).map(|diagram| diagram.call())
}

/// A picture with the call that draws it. Its address is that from the page, not from the rules.
fn picture(target: &str, description: &str, call: Option<Value>) -> String {
    format!(
        "<img class=\"diagram\" loading=\"lazy\" src=\"rules/{}\" alt=\"{}\" data-call=\"{}\">",
        escaped(from_rules(target)),
        escaped(description),
        escaped(&call.map_or_else(String::new, |call| call.to_string()))
    )
}

/// The start and the end of a link in the rules of a game. Other pages of the project are not part of the page, but
/// for the rules and the report of the game's playtest; only the text of links to them is left.
fn link(game: &str, target: &str) -> (String, &'static str) {
    let other = target.split('#').next().and_then(|page| page.strip_suffix(".md"));
    if target.starts_with("https://") || target.starts_with("http://") {
        let start = format!(
            "<a href=\"{}\" target=\"_blank\" rel=\"noopener noreferrer\">",
            escaped(target)
        );
        (start, "</a>")
    } else if target.starts_with(PLAYTEST) && vertumnus_games::of(game, PLAYTESTS).is_some() {
        (format!("<a href=\"playtest/{game}.html\" target=\"_blank\">"), "</a>")
    } else if target == "../pieces.md" {
        (format!("<a href=\"#\" data-rules=\"{LEGEND}\">"), "</a>")
    } else if let Some(variant) = other.and_then(Variant::named) {
        (format!("<a href=\"#{variant}\" data-rules=\"{variant}\">"), "</a>")
    } else {
        (String::new(), "")
    }
}

/// The next lower level of headings.
const fn lower(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        HeadingLevel::H2 => HeadingLevel::H3,
        HeadingLevel::H3 => HeadingLevel::H4,
        HeadingLevel::H4 => HeadingLevel::H5,
        HeadingLevel::H5 | HeadingLevel::H6 => HeadingLevel::H6,
    }
}

/// A text for the value of an attribute.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_carry_their_calls_and_links_lead_no_further() {
        let name = Variant::default().name();
        let page = format!(
            "# Title (`x`)\n\n![A & B](diagrams/x.svg \"--from e2 --size 20\")\n\n`FEN w`: 3 moves.\n\n\
             | a |\n|---|\n| ![B](d/y.svg \"8/8 w --bare --marks #d6 xe4\") |\n\n\
             ![C](rules/diagrams/z.svg \"--pieces K Q\")\n\n\
             [here]({name}.md#a), [how](../pieces.md), [there](../other.md), [played](../playtest.md#a) and [far](https://example.org/?a=\"b\")\n"
        );
        let text = html(name, &page);
        assert!(text.starts_with("<h2>Title</h2>"), "{text}");
        let calls: Vec<serde_json::Value> = text
            .split("data-call=\"")
            .skip(1)
            .filter_map(|rest| rest.split_once('"'))
            .map(|(call, _)| call.replace("&quot;", "\""))
            .map(|call| serde_json::from_str(&call).expect("a call is JSON"))
            .collect();
        assert_eq!(calls.len(), 3, "{text}");
        assert_eq!(calls[0]["call"], "diagram");
        assert_eq!(calls[0]["game"], name);
        assert_eq!(calls[0]["fen"], "FEN w");
        assert_eq!(calls[0]["from"], serde_json::json!(["e2"]));
        assert_eq!(calls[0]["size"], 20);
        assert_eq!(calls[1]["fen"], "8/8 w");
        assert_eq!(calls[1]["marks"], serde_json::json!(["#d6", "xe4"]));
        assert_eq!(calls[1]["bare"], true);
        assert_eq!(
            calls[2],
            serde_json::json!({"call": "legend", "game": name, "tokens": ["K", "Q"]})
        );
        assert!(text.contains("alt=\"A &amp; B\""), "{text}");
        assert!(text.contains("src=\"rules/diagrams/x.svg\""), "{text}");
        assert!(text.contains("src=\"rules/diagrams/z.svg\""), "{text}");
        assert!(
            text.contains(&format!("data-rules=\"{name}\">here</a>, <a href=\"#\" data-rules=\"pieces\">how</a>, there, <a href=\"playtest/{name}.html\" target=\"_blank\">played</a> and <a href=\"https://")),
            "{text}"
        );
    }
}
