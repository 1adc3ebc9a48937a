//! Emits a law as a function in Rust.

use std::fmt::Write;
use std::ops::Range;

use super::cpp::code_remarks;
use super::language::EmitLanguage;
use super::subject::EmitSubject;
use super::table::TransitionTable;
use super::{code, quoting};
use crate::law::LawOutput;

pub(super) fn render(subject: &EmitSubject<'_>, table: &TransitionTable) -> String {
    let law = subject.law;
    let names = quoting::names(&subject.slots, EmitLanguage::Rust);
    let (slots, base, outcomes) = (names.len(), table.base, law.kind == LawOutput::Outcomes);
    let letters = code::most_digits(law) + table.leading;
    let recurrence = code::recurrence(&law.numerals);
    let overflows = code::may_overflow(law, table);
    let what = code::subject_line(subject, &names);
    let and = code::overflow_remark(law, table);
    let told = if outcomes { "bool" } else { "u64" };
    let mut code = format!("/// {what}; `None` if this is not a position of the game{and}.\n");
    if names.iter().any(|name| name.contains(char::is_uppercase)) {
        code += "#[allow(non_snake_case)]\n";
    }
    let parameters: Vec<String> = names.iter().map(|name| format!("{name}: i64")).collect();
    let (function, parameters) = (subject.function(), parameters.join(", "));
    let _ = writeln!(code, "pub fn {function}({parameters}) -> Option<{told}> {{");
    let _ = writeln!(
        code,
        "    const SLOTS: usize = {slots};\n    const BASE: usize = {base};\n    const LETTERS: usize = {letters};"
    );
    code += "    // Node i leads to node NEXT[BASE * i + d] by the digit d; node 0 is the start.\n";
    let _ = writeln!(
        code,
        "    static NEXT: [u{}; {}] = [",
        code::width(table),
        table.next.len()
    );
    code += &code::format_list(&table.next, 8);
    code += "    ];\n";
    code += &format!("    // {}\n", code::ends_remark(law));
    let _ = writeln!(
        code,
        "    static ENDS: &[u8] = b\"\\\n        {}\";",
        code::signs(table).join("\\\n        ")
    );
    if let Some((first, factors)) = &recurrence {
        let set: String = first
            .iter()
            .enumerate()
            .map(|(i, weight)| format!("        weights[{i}] = {weight};\n"))
            .collect();
        let sum = code::sum_of_weights(factors, |before| format!("weights[i - {before}]"));
        let _ = write!(
            code,
            "    // The weight of a digit at each place.
    const WEIGHTS: [u64; LETTERS] = {{
        let mut weights = [0; LETTERS];
{set}        let mut i = {};
        while i < LETTERS {{
            weights[i] = {sum};
            i += 1;
        }}
        weights
    }};
",
            first.len()
        );
    }
    if !outcomes {
        let _ = writeln!(
            code,
            "    const DEAD: usize = {}; // no continuation is accepted from here",
            table.dead()
        );
    }
    let lows: Vec<String> = law.lows.iter().map(ToString::to_string).collect();
    let _ = writeln!(
        code,
        "    const LOWS: [i64; SLOTS] = [{}];",
        lows.join(", ")
    );
    let Range { start, end } = subject.unordered;
    let (mutable, list) = (if start < end { "mut " } else { "" }, names.join(", "));
    let _ = writeln!(code, "    let {mutable}slots: [i64; SLOTS] = [{list}];");
    if start < end {
        let _ = writeln!(
            code,
            "    slots[{start}..{end}].sort_unstable_by(|a, b| b.cmp(a));"
        );
    }
    let digits = code::digits_of(&law.numerals);
    let _ = write!(
        code,
        "    // The digits {digits} of each number minus the minimum of its slot, the lowest first.
    let mut digits = [[0; LETTERS]; SLOTS];
    let mut letters = 0;
    for slot in 0..SLOTS {{
        if slots[slot] < LOWS[slot] {{
            return None;
        }}
        let mut rest = slots[slot].wrapping_sub(LOWS[slot]) as u64;
"
    );
    code += if recurrence.is_some() {
        "        for place in (0..LETTERS).rev() {
            digits[slot][place] = (rest / WEIGHTS[place]) as usize;
            rest %= WEIGHTS[place];
            if digits[slot][place] > 0 {
                letters = letters.max(place + 1);
            }
        }
    }
"
    } else {
        "        let mut place = 0;
        while rest > 0 {
            digits[slot][place] = (rest % BASE as u64) as usize;
            rest /= BASE as u64;
            place += 1;
        }
        letters = letters.max(place);
    }
"
    };
    if outcomes {
        code += "    let mut node = 0;
    for place in (0..letters).rev() {
        for word in &digits {
            node = NEXT[BASE * node + word[place]] as usize;
        }
    }
    match ENDS[node] {
        b'P' => Some(true),
        b'N' => Some(false),
        _ => None,
    }
}
";
        return code;
    }
    for line in code_remarks(law.kind, table.leading) {
        let _ = writeln!(code, "    // {line}");
    }
    let (value, guard) = match law.kind {
        LawOutput::PowersOfValues => ("if digit > 0 { place as u64 } else { value }", ""),
        _ if overflows => (
            "BASE as u64 * value + digit as u64",
            "                if value > (u64::MAX - digit as u64) / BASE as u64 {\n                    continue; // more than 64 bits\n                }\n",
        ),
        _ => ("BASE as u64 * value + digit as u64", ""),
    };
    let more = code::leading_digits(table);
    let _ = write!(
        code,
        "    let mut live = vec![(0, 0)];
    for place in (0..letters{more}).rev() {{
        let mut then = Vec::with_capacity(live.len() + 1);
        for &(node, value) in &live {{
            let node = digits.iter().fold(node, |node, word| NEXT[BASE * node + word[place]] as usize);
            for digit in 0..BASE {{
                let to = NEXT[BASE * node + digit] as usize;
                if to == DEAD {{
                    continue;
                }}
{guard}                then.push((to, {value}));
            }}
        }}
        live = then;
    }}
    live.into_iter().find(|&(node, _)| ENDS[node] == b'1').map(|(_, value)| value)
}}
"
    );
    code
}

/// Returns the main program, which reads positions and writes outputs.
pub(super) fn driver(arity: usize, lost: bool) -> String {
    let numbers: Vec<String> = (0..arity).map(|slot| format!("numbers[{slot}]")).collect();
    let (function, told) = if lost {
        ("is_lost", "u64::from(!told)")
    } else {
        ("grundy", "told")
    };
    let call = numbers.join(", ");
    format!(
        "
fn main() {{
    for line in std::io::stdin().lines() {{
        let line = line.unwrap();
        let numbers: Vec<i64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        match {function}({call}) {{
            Some(told) => println!(\"{{}}\", {told}),
            None => println!(\"-\"),
        }}
    }}
}}
"
    )
}
