//! Emits a law as a function in Python 3, for numbers of any size.

use std::fmt::Write;

use super::cpp::code_remarks;
use super::language::EmitLanguage;
use super::subject::EmitSubject;
use super::table::TransitionTable;
use super::{code, quoting};
use crate::law::LawOutput;

pub(super) fn render(subject: &EmitSubject<'_>, table: &TransitionTable) -> String {
    let law = subject.law;
    let names = quoting::names(&subject.slots, EmitLanguage::Python);
    let (base, outcomes) = (table.base, law.kind == LawOutput::Outcomes);
    let mut code = format!(
        "# Node i leads to node _NEXT[{base} * i + d] by the digit d; node 0 is the start.\n_NEXT = (\n"
    );
    code += &code::format_list(&table.next, 4);
    code += ")\n";
    code += &format!("# {}\n_ENDS = (\n", code::ends_remark(law));
    code::signs(table)
        .iter()
        .for_each(|piece| code += &format!("    \"{piece}\"\n"));
    code += ")\n";
    if !outcomes {
        let _ = writeln!(
            code,
            "_DEAD = {}  # no continuation is accepted from here",
            table.dead()
        );
    }
    let digits = code::digits_of(&law.numerals);
    let _ = writeln!(
        code,
        "\n\ndef _digits(number):\n    \"\"\"The digits {digits} of a number, the highest first.\"\"\"\n    digits = []"
    );
    match code::recurrence(&law.numerals) {
        None => {
            let _ = write!(
                code,
                "    while number > 0:
        number, digit = divmod(number, {base})
        digits.append(digit)
    return digits[::-1]
"
            );
        }
        Some((first, factors)) => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            let sum = code::sum_of_weights(&factors, |before| format!("weights[-{before}]"));
            let _ = write!(
                code,
                "    weights = [{}]
    while weights[-1] <= number:
        weights.append({sum})
    for weight in reversed(weights):
        digit, number = divmod(number, weight)
        if digits or digit > 0:
            digits.append(digit)
    return digits
",
                first.join(", ")
            );
        }
    }
    let what = code::subject_line(subject, &names);
    let call = subject.call(&names);
    let _ = write!(
        code,
        "\n\ndef {call}:\n    \"\"\"{what}.\n\n    Raises ValueError if this is not a position of the game.\n    \"\"\"\n"
    );
    let comma = if names.len() == 1 { "," } else { "" };
    let lows: Vec<String> = law.lows.iter().map(ToString::to_string).collect();
    let lows = format!("({}{comma})", lows.join(", "));
    let (fixed, exchanged) = (
        |names: &[String]| format!("[{}]", names.join(", ")),
        subject.unordered.clone(),
    );
    let slots = if exchanged.is_empty() {
        fixed(&names)
    } else {
        let sorted = format!("sorted({}, reverse=True)", fixed(&names[exchanged.clone()]));
        let around = [&names[..exchanged.start], &names[exchanged.end..]]
            .map(|names| (!names.is_empty()).then(|| fixed(names)));
        let [before, after] = around;
        before
            .into_iter()
            .chain([sorted])
            .chain(after)
            .collect::<Vec<_>>()
            .join(" + ")
    };
    let leading = code::leading_digits(table);
    let _ = write!(
        code,
        "    slots = [slot - low for slot, low in zip({slots}, {lows})]
    if min(slots) < 0:
        raise ValueError(\"not a position of the game\")
    digits = [_digits(slot) for slot in slots]
    letters = max(map(len, digits)){leading}
    word = zip(*([0] * (letters - len(own)) + own for own in digits))
"
    );
    if outcomes {
        let _ = write!(
            code,
            "    node = 0
    for letter in word:
        for digit in letter:
            node = _NEXT[{base} * node + digit]
    if _ENDS[node] == \"-\":
        raise ValueError(\"not a position of the game\")
    return _ENDS[node] == \"P\"
"
        );
        return code;
    }
    for line in code_remarks(law.kind, table.leading) {
        let _ = writeln!(code, "    # {line}");
    }
    let (each, value) = match law.kind {
        LawOutput::PowersOfValues => (
            "place, letter in zip(reversed(range(letters)), word)",
            "place if digit > 0 else value".to_owned(),
        ),
        _ => ("letter in word", format!("{base} * value + digit")),
    };
    let _ = write!(
        code,
        "    live = [(0, 0)]
    for {each}:
        then = []
        for node, value in live:
            for digit in letter:
                node = _NEXT[{base} * node + digit]
            for digit in range({base}):
                to = _NEXT[{base} * node + digit]
                if to != _DEAD:
                    then.append((to, {value}))
        live = then
    for node, value in live:
        if _ENDS[node] == \"1\":
            return value
    raise ValueError(\"not a position of the game\")
"
    );
    code
}

/// Returns the main program, which reads positions and writes outputs.
pub(super) fn driver(lost: bool) -> String {
    let told = if lost {
        "0 if is_lost(*numbers) else 1"
    } else {
        "grundy(*numbers)"
    };
    format!(
        "
import sys

if hasattr(sys, \"set_int_max_str_digits\"):
    sys.set_int_max_str_digits(0)
for line in sys.stdin:
    numbers = map(int, line.split())
    try:
        print({told})
    except ValueError:
        print(\"-\")
"
    )
}
