//! Quotes texts from outside (names, labels, rules) in emitted text. All texts from outside pass
//! through this module: [`names`] builds identifiers, [`comment`] builds comment lines, and
//! [`latex`], [`verbatim`] and [`dot`] build text of these languages. A game constructed in code
//! may contain any text, so nothing is assumed about the text.

use base::escaping::{escape, escape_line};

use super::language::EmitLanguage;

/// Identifiers that a parameter may not have: keywords of the languages, macros of compilers, and
/// names that the functions use.
const CPP: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept \
    const const_cast consteval constexpr constinit continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum \
    explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq \
    private protected public register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template \
    this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor xor_eq std \
    linux unix i386 NULL EOF INT64_MIN UINT64_MAX errno stdin stdout stderr assert near far min max small interface main \
    SLOTS BASE LETTERS NEXT ENDS LOWS WEIGHTS DEAD Live Whole slots digits letters slot rest place node live then value digit to grundy is_lost \
    quotient bits root most_of most below first middle";
const PYTHON: &str = "False None True and as assert async await break class continue def del elif else except finally for from global if \
    import in is lambda nonlocal not or pass raise return try while with yield sorted zip min max map len range reversed ValueError \
    divmod isqrt grundy is_lost most below first middle steps rest";
const RUST: &str = "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub \
    ref return self Self static struct super trait true type unsafe use where while abstract become box do final gen macro override priv try \
    typeof unsized virtual yield SLOTS BASE LETTERS NEXT ENDS LOWS WEIGHTS DEAD None Some Ok Err \
    bits root most_of most rest below first middle grundy is_lost main";

/// Returns whether a character may be part of an identifier. The allowed letters beyond ASCII are
/// accepted by all compilers and have only one normalization form.
fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || c == '_'
        || matches!(c, 'α'..='ω' | 'Α'..='Ρ' | 'Σ'..='Ω' | '\u{4e00}'..='\u{9fa5}')
}

/// Converts the names of slots to parameters. `p[1]` becomes `p1`. A character that an identifier
/// cannot contain is replaced by its code in hexadecimal, and an underscore is added to a keyword
/// of the language.
pub(super) fn names(slots: &[String], language: EmitLanguage) -> Vec<String> {
    let words = match language {
        EmitLanguage::Cpp => CPP,
        EmitLanguage::Python => PYTHON,
        _ => RUST,
    };
    let mut names: Vec<String> = Vec::with_capacity(slots.len());
    for slot in slots {
        let mut name = String::with_capacity(slot.len());
        for c in slot.chars() {
            match c {
                '-' => name.push('m'),
                c if is_allowed(c) => name.push(c),
                // A letter that is not allowed is replaced by its code, so names remain distinct;
                // other characters, such as brackets and spaces, are dropped.
                c if c.is_alphanumeric() => name += &format!("u{:x}", c as u32),
                _ => {}
            }
        }
        if !name.starts_with(|c: char| c != '_' && !c.is_ascii_digit()) {
            name.insert(0, 'n');
        }
        // A name in capital letters may be a macro of some header.
        if language == EmitLanguage::Cpp
            && name.len() > 1
            && !name.contains(|c: char| c.is_lowercase())
        {
            name.push('_');
        }
        while words.split_whitespace().any(|word| word == name) || names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// Returns a comment line in a language, without the line feed. Whatever the text contains, the
/// returned string is one line and one comment.
pub(super) fn comment(text: &str, language: EmitLanguage) -> String {
    let remark = match language {
        EmitLanguage::Cpp | EmitLanguage::Rust | EmitLanguage::Dot => "//",
        EmitLanguage::Python => "#",
        EmitLanguage::Latex => "%",
        // Walnut has no comments, and another crate draws diagrams.
        EmitLanguage::Svg | EmitLanguage::Walnut => return String::new(),
    };
    let shown = escape_line(text);
    let mut line = format!("{remark} {}", shown.trim_end())
        .trim_end()
        .to_owned();
    match language {
        EmitLanguage::Cpp => {
            // Trigraphs: `??/` is a backslash for old compilers.
            while line.contains("??") {
                line = line.replace("??", "? ?");
            }
        }
        // A comment in the first lines may declare the encoding of the file.
        EmitLanguage::Python => {
            line = line
                .replace("coding:", "coding :")
                .replace("coding=", "coding =")
        }
        _ => {}
    }
    // A backslash at the end of a line would continue the comment on the next line.
    if line.ends_with('\\') {
        line.push('.');
    }
    line
}

/// Returns text for LaTeX in which no character is a command.
pub(super) fn latex(text: &str) -> String {
    let mut written = String::new();
    for c in escape_line(text).chars() {
        match c {
            '\\' => written += "\\textbackslash{}",
            '^' => written += "\\^{}",
            '~' => written += "\\~{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                written.push('\\');
                written.push(c);
            }
            c => written.push(c),
        }
    }
    written
}

/// Returns lines for a LaTeX environment `verbatim`. No text in the lines can end the environment.
pub(super) fn verbatim(text: &str) -> String {
    escape(text.trim_end())
        .replace("\\end", "\\ end")
        .replace('\t', " ")
}

/// Returns a quoted string for DOT.
pub(super) fn dot(text: &str) -> String {
    format!(
        "\"{}\"",
        escape_line(text).replace('\\', "\\\\").replace('"', "\\\"")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_of_every_language() {
        let hostile = [
            "",
            "1",
            "p[1]",
            "p[-1]",
            "a b",
            "a\nb",
            "a\u{202e}b",
            "n½",
            "ｎ",
            "é",
            "中",
            "x);system(\"\")",
            "__debug__",
            "\u{b2}",
            "😀",
            "п",
        ];
        for language in [EmitLanguage::Cpp, EmitLanguage::Python, EmitLanguage::Rust] {
            let words = [CPP, PYTHON, RUST].join(" ");
            let slots: Vec<String> = hostile
                .iter()
                .copied()
                .chain(words.split_whitespace())
                .map(str::to_owned)
                .collect();
            let names = names(&slots, language);
            for (slot, name) in slots.iter().zip(&names) {
                assert!(
                    name.chars().all(is_allowed)
                        && !name.starts_with(|c: char| c == '_' || c.is_ascii_digit()),
                    "{slot}: {name}"
                );
                assert_eq!(
                    names.iter().filter(|other| *other == name).count(),
                    1,
                    "{slot}: {name}"
                );
            }
        }
        assert_eq!(
            names(
                &[
                    "p[1]".to_owned(),
                    "int".to_owned(),
                    "p1".to_owned(),
                    "n½".to_owned()
                ],
                EmitLanguage::Cpp
            ),
            ["p1", "int_", "p1_", "nubd"]
        );
    }

    #[test]
    fn comments_are_one_line() {
        assert_eq!(
            comment("a\rb\n\u{2028}c \u{85}\t", EmitLanguage::Cpp),
            "// a\\u{d}b\\u{a}\\u{2028}c \\u{85}\\u{9}"
        );
        assert_eq!(comment("???/ \\ ", EmitLanguage::Cpp), "// ? ? ?/ \\.");
        assert_eq!(
            comment("vim coding=utf-7", EmitLanguage::Python),
            "# vim coding =utf-7"
        );
        assert_eq!(comment("", EmitLanguage::Python), "#");
        assert_eq!(
            latex("\\input{a}^^M%"),
            "\\textbackslash{}input\\{a\\}\\^{}\\^{}M\\%"
        );
        assert_eq!(
            verbatim("a\\end{verbatim}\\end {verbatim}\u{d}"),
            "a\\ end{verbatim}\\ end {verbatim}"
        );
        assert_eq!(dot("a\"\\\n"), "\"a\\\"\\\\\\\\u{a}\"");
    }
}
