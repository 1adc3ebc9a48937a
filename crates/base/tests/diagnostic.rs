//! Tests the text of rendered diagnostics.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::{Lang, Text};

#[test]
fn chinese_reports_have_the_wide_colon_with_and_without_colours() {
    let source = "错误: 1\n";
    let found = Diagnostic::error(Span::new(0, 6), text!("error: one", "错误: 一"))
        .help(Text::same("help: two"));
    let plain = found.render("a.game", source, Lang::Zh, false);
    assert!(
        plain.starts_with("错误：错误: 一\n"),
        "only the report's own colon: {plain}"
    );
    assert!(plain.contains("\n建议：help: two"), "{plain}");
    assert!(
        plain.contains("1 | 错误: 1"),
        "the source stands as it is: {plain}"
    );
    let coloured = found.render("a.game", source, Lang::Zh, true);
    assert!(
        coloured.contains("：错误: 一")
            && coloured.contains("：help: two")
            && !coloured.starts_with("错误"),
        "{coloured:?}"
    );
    assert!(
        found
            .render("a.game", source, Lang::En, false)
            .starts_with("error: error: one\n")
    );
}

/// Tests that only a part of a long line is shown, with the column in the complete line. For a long
/// source, only the lines of the diagnostic are shown.
#[test]
fn of_long_sources_a_part_is_shown() {
    let line = format!("{}x{}\n", "é ".repeat(200_000), " 字".repeat(200_000));
    let at = line.find('x').unwrap();
    let source = format!("first\n{line}last\n");
    let found =
        Diagnostic::error(Span::new(6 + at, 7 + at), Text::same("found")).label(Text::same("here"));
    let shown = found.render("a.game", &source, Lang::En, false);
    assert!(
        shown.starts_with("error: found\n --> a.game:2:400001\n"),
        "{shown}"
    );
    assert!(
        shown.contains("\n2 | …") && shown.contains("^ here") && shown.len() < 1000,
        "{shown}"
    );
    assert!(!shown.contains(":::"), "{shown}");
    // If the span covers a complete long file, only the first line of the file is shown.
    let all = Diagnostic::error(Span::new(0, source.len()), Text::same("found")).render(
        "a.game",
        &source,
        Lang::En,
        true,
    );
    assert!(all.len() < 2000, "{all}");
    let short = format!("{}game {{\n", "# remark\n".repeat(10_000));
    let found = Diagnostic::error(
        Span::new(short.len() - 2, short.len() - 1),
        Text::same("found"),
    );
    assert_eq!(
        found.render("a.game", &short, Lang::En, false),
        "error: found\n     --> a.game:10001:6\n      |\n10001 | game {\n      |      ^"
    );
}
