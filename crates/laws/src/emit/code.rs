//! What the programming languages share: names that are no words of theirs, lists that are broken into lines, the numbers of digits.

use automata::numeration::System;
use dashu_int::UBig;

use super::table::Table;
use super::{Language, Subject};
use crate::law::{Kind, Law};
use crate::numerals::Numerals;

/// The most columns of a line of a list.
const WIDTH: usize = 118;

/// Words that no parameter may be called: those of the languages and those that the functions use themselves.
const CPP: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const const_cast \
    consteval constexpr constinit continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit \
    export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private \
    protected public register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template \
    this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq std \
    SLOTS BASE LETTERS NEXT ENDS LOWS WEIGHTS DEAD Live slots digits letters slot rest place node live then value digit to grundy is_lost";
const PYTHON: &str = "False None True and as assert async await break class continue def del elif else except finally for from global if \
    import in is lambda nonlocal not or pass raise return try while with yield sorted zip min max map len range reversed ValueError";
const RUST: &str = "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub \
    ref return self Self static struct super trait true type unsafe use where while abstract become box do final gen macro override priv try \
    typeof unsized virtual yield SLOTS BASE LETTERS NEXT ENDS LOWS WEIGHTS DEAD None Some Ok Err";

/// The names of slots as parameters: `p[1]` becomes `p1`, and what is a word of the language already gets a line below.
pub(super) fn names(slots: &[String], language: Language) -> Vec<String> {
    let words = match language {
        Language::Cpp => CPP,
        Language::Python => PYTHON,
        _ => RUST,
    };
    let mut names: Vec<String> = Vec::with_capacity(slots.len());
    for slot in slots {
        let mut name: String = slot.replace('-', "m").chars().filter(|sign| sign.is_alphanumeric() || *sign == '_').collect();
        if !name.starts_with(|sign: char| sign.is_alphabetic()) {
            name.insert(0, 'n');
        }
        while words.split_whitespace().any(|word| word == name) || names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// Items with commas between them, in lines that begin with some blanks.
pub(super) fn listed<T: ToString>(items: impl IntoIterator<Item = T>, blanks: usize) -> String {
    let blanks = " ".repeat(blanks);
    let (mut text, mut line) = (String::new(), blanks.clone());
    for item in items {
        let item = item.to_string();
        if line.len() + item.len() + 2 > WIDTH {
            text += line.trim_end();
            text.push('\n');
            line.clone_from(&blanks);
        }
        line += &item;
        line += ", ";
    }
    text + line.trim_end() + "\n"
}

/// The signs of what is told at letter ends, in pieces that fit into a line.
pub(super) fn signs(table: &Table) -> Vec<String> {
    let signs: Vec<char> = table.ends.iter().map(|end| end.sign()).collect();
    signs.chunks(100).map(|piece| piece.iter().collect()).collect()
}

/// How many bits the least unsigned integer has that holds each node.
pub(super) fn width(table: &Table) -> u32 {
    match table.nodes() {
        0..=256 => 8,
        257..=65_536 => 16,
        _ => 32,
    }
}

/// How many digits the numbers of a position have at most, where each slot is at most 2^63 - 1.
pub(super) fn most_digits(law: &Law) -> usize {
    let greatest = law.lows.iter().map(|&low| UBig::try_from(i128::from(i64::MAX) - low).unwrap_or(UBig::ZERO));
    greatest.map(|number| law.numerals.digits(&number).len()).max().unwrap_or(0).max(1)
}

/// Whether a value may need more than 64 bits, where each slot is at most 2^63 - 1.
pub(super) fn may_overflow(law: &Law, table: &Table) -> bool {
    law.kind == Kind::Values && UBig::from(table.base).pow(most_digits(law) + table.leading) > UBig::ONE << 64
}

/// The recurrence of a numeration system that is no base: its first weights, and the factors of those before, the nearest first.
pub(super) fn recurrence(numerals: &Numerals) -> Option<(Vec<UBig>, Vec<u8>)> {
    let greedy = numerals.greedy()?;
    let expansion = greedy.expansion().to_vec();
    Some((greedy.weights(expansion.len()), expansion))
}

/// Σ factor · weight, where `before(i)` writes the i-th weight before the next, from 1.
pub(super) fn sum_of_weights(factors: &[u8], before: impl Fn(usize) -> String) -> String {
    let terms = (1..).zip(factors).filter(|(_, factor)| **factor > 0);
    let terms = terms.map(|(place, &factor)| if factor == 1 { before(place) } else { format!("{factor} * {}", before(place)) });
    terms.collect::<Vec<_>>().join(" + ")
}

/// What digits are, for a comment: `in base 2`.
pub(super) fn digits_of(numerals: &Numerals) -> String {
    match numerals.system() {
        System::Base(base) => format!("in base {base}"),
        _ => format!("by {}", numerals.name().en.replacen(" digits", " weights", 1)),
    }
}

/// The row of numbers in words, in signs that documentation takes for code.
pub(super) fn row(subject: &Subject<'_>, names: &[String]) -> String {
    let order = match &names[subject.unordered.clone()] {
        [] => String::new(),
        exchanged if exchanged.len() == names.len() => ", in any order".to_owned(),
        exchanged => format!(", `{}` in any order", exchanged.join("`, `")),
    };
    format!("`[{}]`{order}", names.join(", "))
}
