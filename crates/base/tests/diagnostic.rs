//! Reports of diagnostics as they are read.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::{Lang, Text};

#[test]
fn chinese_reports_have_the_wide_colon_with_and_without_colours() {
    let source = "错误: 1\n";
    let found = Diagnostic::error(Span::new(0, 6), text!("error: one", "错误: 一")).help(Text::same("help: two"));
    let plain = found.render("a.game", source, Lang::Zh, false);
    assert!(plain.starts_with("错误：错误: 一\n"), "only the report's own colon: {plain}");
    assert!(plain.contains("\n建议：help: two"), "{plain}");
    assert!(plain.contains("1 | 错误: 1"), "the source stands as it is: {plain}");
    let coloured = found.render("a.game", source, Lang::Zh, true);
    assert!(coloured.contains("：错误: 一") && coloured.contains("：help: two") && !coloured.starts_with("错误"), "{coloured:?}");
    assert!(found.render("a.game", source, Lang::En, false).starts_with("error: error: one\n"));
}
