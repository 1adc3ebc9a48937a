//! Reports Chinese keywords. The keywords of the language are English, and each Chinese keyword in
//! a text is reported with the English keyword. Names may also be Chinese (`状态` may be a slot).
//! So Chinese keywords are reported only if the text is rejected, and has fewer errors or no errors
//! after they are replaced.

use super::parse_english;
use crate::ast::RuleFile;
use crate::lexer::{self, MAX_ERRORS, RuleTokenKind};
use base::diagnostic::{Diagnostic, corrected};
use base::text;

/// Chinese words and their keywords.
const KEYWORDS: [(&str, &str); 66] = [
    ("游戏", "game"),
    ("博弈", "game"),
    ("硬币", "coins"),
    ("递推", "recurrence"),
    ("状态", "state"),
    ("局面", "state"),
    ("移动", "move"),
    ("操作", "move"),
    ("着法", "move"),
    ("走法", "move"),
    ("一步", "move"),
    ("走", "move"),
    ("令", "let"),
    ("设", "let"),
    ("定义", "let"),
    ("要求", "require"),
    ("约束", "require"),
    ("开始", "start"),
    ("起始", "start"),
    ("初始", "start"),
    ("目标", "goal"),
    ("陷阱", "trap"),
    ("紧急", "urgent"),
    ("层级", "tier"),
    ("对称", "symmetry"),
    ("严格", "strict"),
    ("可循环", "loopy"),
    ("期望", "expect"),
    ("预期", "expect"),
    ("断言", "claim"),
    ("输入", "input"),
    ("询问", "ask"),
    ("输出", "output"),
    ("样例", "sample"),
    ("示例", "sample"),
    ("备注", "note"),
    ("注释", "note"),
    ("注", "note"),
    ("当", "when"),
    ("如果", "when"),
    ("若", "when"),
    ("条件", "when"),
    ("那么", "then"),
    ("则", "then"),
    ("否则", "else"),
    ("属于", "in"),
    ("在", "in"),
    ("取自", "in"),
    ("从", "in"),
    ("到", ".."),
    ("至", ".."),
    ("对", "for"),
    ("对于", "for"),
    ("且", "and"),
    ("并且", "and"),
    ("而且", "and"),
    ("和", "and"),
    ("或", "or"),
    ("或者", "or"),
    ("非", "not"),
    ("不", "not"),
    ("异或", "xor"),
    ("无", "nothing"),
    ("没有", "nothing"),
    ("无序", "unordered"),
    ("余", "%"),
];

/// Returns the errors for a text that was rejected with `errors`: the errors about Chinese
/// keywords, if the text contains any, otherwise `errors`.
pub(super) fn explained(
    source: &str,
    errors: Vec<Diagnostic>,
) -> Result<RuleFile, Vec<Diagnostic>> {
    let lexed = lexer::lex(source, 0);
    let mut words: Vec<Diagnostic> = Vec::new();
    for token in lexed
        .tokens
        .iter()
        .filter(|token| token.kind == RuleTokenKind::Name)
    {
        let written = &source[token.span.range()];
        let Some((_, keyword)) = KEYWORDS.iter().find(|(word, _)| *word == written) else {
            continue;
        };
        let message = text!(
            "keywords are English: write `{keyword}` instead of `{written}`",
            "关键字用英文：请把 `{written}` 写成 `{keyword}`"
        );
        words.push(Diagnostic::error(token.span, message).edit(token.span, *keyword));
    }
    if words.is_empty() {
        return Err(errors);
    }
    words.extend(lexed.errors);
    words.sort_by_key(|found| found.span.start);
    let left = parse_english(&corrected(&words, source))
        .err()
        .map_or(0, |left| left.len());
    if left >= errors.len() {
        return Err(errors);
    }
    words.truncate(MAX_ERRORS);
    Err(words)
}
