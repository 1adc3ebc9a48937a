//! Emits a law as a function in C++17.

use std::fmt::Write;
use std::ops::Range;

use super::language::EmitLanguage;
use super::subject::EmitSubject;
use super::table::TransitionTable;
use super::{code, quoting};
use crate::law::LawOutput;

pub(super) fn render(subject: &EmitSubject<'_>, table: &TransitionTable) -> String {
    let law = subject.law;
    let names = quoting::names(&subject.slots, EmitLanguage::Cpp);
    let (slots, base, outcomes) = (names.len(), table.base, law.kind == LawOutput::Outcomes);
    let letters = code::most_digits(law) + table.leading;
    let recurrence = code::recurrence(&law.numerals);
    let overflows = code::may_overflow(law, table);
    let headers = [
        ("algorithm", true),
        ("array", recurrence.is_some()),
        ("cstddef", true),
        ("cstdint", true),
        ("functional", !subject.unordered.is_empty()),
        ("optional", true),
        ("vector", !outcomes),
    ];
    let mut code: String = headers
        .iter()
        .filter(|(_, used)| *used)
        .map(|(header, _)| format!("#include <{header}>\n"))
        .collect();
    let what = code::subject_line(subject, &names);
    let and = code::overflow_remark(law, table);
    let told = if outcomes { "bool" } else { "std::uint64_t" };
    let parameters: Vec<String> = names
        .iter()
        .map(|name| format!("std::int64_t {name}"))
        .collect();
    let (function, parameters, blank) = (subject.function(), parameters.join(", "), "");
    let _ = writeln!(
        code,
        "\n// {what}; `std::nullopt` if this is not a position of the game{and}."
    );
    let _ = writeln!(code, "std::optional<{told}> {function}({parameters}) {{");
    let _ = writeln!(
        code,
        "    constexpr std::size_t SLOTS = {slots}, BASE = {base}, LETTERS = {letters};"
    );
    code += "    // Node i leads to node NEXT[BASE * i + d] by the digit d; node 0 is the start.\n";
    let _ = writeln!(
        code,
        "    static constexpr std::uint{}_t NEXT[] = {{",
        code::width(table)
    );
    code += &code::format_list(&table.next, 8);
    code += "    };\n";
    code += &format!("    // {}\n", code::ends_remark(law));
    let ends = code::signs(table)
        .iter()
        .map(|piece| format!("\n        \"{piece}\""))
        .collect::<String>();
    let _ = writeln!(code, "    static constexpr char ENDS[] ={ends};");
    if let Some((first, factors)) = &recurrence {
        let first: Vec<String> = first.iter().map(ToString::to_string).collect();
        let (count, first) = (first.len(), first.join(", "));
        let sum = code::sum_of_weights(factors, |before| format!("weights[i - {before}]"));
        code += "    // The weight of a digit at each place.\n";
        let _ = writeln!(
            code,
            "    static constexpr std::array<std::uint64_t, LETTERS> WEIGHTS = [] {{"
        );
        let _ = writeln!(
            code,
            "        std::array<std::uint64_t, LETTERS> weights{{{first}}};"
        );
        let _ = writeln!(
            code,
            "        for (std::size_t i = {count}; i < LETTERS; i++) weights[i] = {sum};"
        );
        let _ = writeln!(code, "        return weights;\n    }}();");
    }
    if !outcomes {
        let dead = table.dead();
        let _ = writeln!(
            code,
            "    constexpr std::size_t DEAD = {dead}; // no continuation is accepted from here"
        );
    }
    let lows: Vec<String> = law.lows.iter().map(|&low| literal(low)).collect();
    let _ = writeln!(
        code,
        "    constexpr std::int64_t LOWS[] = {{{}}};",
        lows.join(", ")
    );
    let Range { start, end } = subject.unordered;
    let constant = if start < end { "" } else { "const " };
    let _ = writeln!(
        code,
        "    {constant}std::int64_t slots[] = {{{}}};",
        names.join(", ")
    );
    if start < end {
        let _ = writeln!(
            code,
            "    std::sort(slots + {start}, slots + {end}, std::greater<>());"
        );
    }
    let digits = code::digits_of(&law.numerals);
    let _ = write!(
        code,
        "{blank}    // The digits {digits} of each number minus the minimum of its slot, the lowest first.
    std::uint8_t digits[SLOTS][LETTERS] = {{}};
    std::size_t letters = 0;
    for (std::size_t slot = 0; slot < SLOTS; slot++) {{
        if (slots[slot] < LOWS[slot]) return std::nullopt;
        std::uint64_t rest = std::uint64_t(slots[slot]) - std::uint64_t(LOWS[slot]);
"
    );
    code += if recurrence.is_some() {
        "        for (std::size_t place = LETTERS; place-- > 0; rest %= WEIGHTS[place]) {
            digits[slot][place] = std::uint8_t(rest / WEIGHTS[place]);
            if (digits[slot][place] > 0) letters = std::max(letters, place + 1);
        }
    }
"
    } else {
        "        for (std::size_t place = 0; rest > 0; rest /= BASE) {
            digits[slot][place++] = std::uint8_t(rest % BASE);
            letters = std::max(letters, place);
        }
    }
"
    };
    if outcomes {
        code += "    std::size_t node = 0;
    for (std::size_t place = letters; place-- > 0;) {
        for (std::size_t slot = 0; slot < SLOTS; slot++) node = NEXT[BASE * node + digits[slot][place]];
    }
    if (ENDS[node] == '-') return std::nullopt;
    return ENDS[node] == 'P';
}
";
        return code;
    }
    let (value, guard) = match law.kind {
        LawOutput::PowersOfValues => ("digit > 0 ? place : value", ""),
        _ if overflows => (
            "BASE * value + digit",
            "                if (value > (UINT64_MAX - digit) / BASE) continue; // more than 64 bits\n",
        ),
        _ => ("BASE * value + digit", ""),
    };
    for line in code_remarks(law.kind, table.leading) {
        let _ = writeln!(code, "    // {line}");
    }
    let more = code::leading_digits(table);
    let _ = write!(
        code,
        "    struct Live {{ std::size_t node; std::uint64_t value; }};
    std::vector<Live> live{{{{0, 0}}}}, then;
    for (std::size_t place = letters{more}; place-- > 0;) {{
        then.clear();
        for (auto [node, value] : live) {{
            for (std::size_t slot = 0; slot < SLOTS; slot++) node = NEXT[BASE * node + digits[slot][place]];
            for (std::size_t digit = 0; digit < BASE; digit++) {{
                const std::size_t to = NEXT[BASE * node + digit];
                if (to == DEAD) continue;
{guard}                then.push_back({{to, {value}}});
            }}
        }}
        live.swap(then);
    }}
    for (auto [node, value] : live) {{
        if (ENDS[node] == '1') return value;
    }}
    return std::nullopt;
}}
"
    );
    code
}

/// Explains, in comment lines of the emitted code, why the walk that stores a value with each node
/// is correct.
pub(super) fn code_remarks(kind: LawOutput, leading: usize) -> Vec<String> {
    let mut lines = vec![
        "The nodes that are reached by the digits of the position and some digits of a value, each with the value read so far. There is"
            .to_owned(),
        "one value for each node: from the node, some digits are accepted, so a position would have two values if the node had two.".to_owned(),
    ];
    if kind == LawOutput::PowersOfValues {
        lines.push("The number read is 2 to the power of the value, so the value is the place of its only digit 1.".to_owned());
    }
    if leading > 0 {
        let digits = if leading == 1 {
            "digit".to_owned()
        } else {
            format!("{leading} digits")
        };
        let one = if leading == 1 { "one " } else { "" };
        let than = if leading == 1 { "more" } else { "more at most" };
        lines.push(format!(
            "The number read may have {one}{digits} {than} than the longest number."
        ));
    }
    lines
}

/// Formats a number of 64 bits. The smallest signed 64-bit number has no literal in C++.
fn literal(number: i128) -> String {
    if number == i128::from(i64::MIN) {
        "INT64_MIN".to_owned()
    } else {
        number.to_string()
    }
}

/// Returns the main program, which reads positions and writes outputs.
pub(super) fn driver(arity: usize, lost: bool) -> String {
    let numbers: Vec<String> = (0..arity).map(|slot| format!("numbers[{slot}]")).collect();
    let (function, told) = if lost {
        ("is_lost", "*told ? 0 : 1")
    } else {
        ("grundy", "*told")
    };
    let (read, call) = (numbers.join(" >> "), numbers.join(", "));
    format!(
        "#include <iostream>

int main() {{
    std::int64_t numbers[{arity}];
    while (std::cin >> {read}) {{
        const auto told = {function}({call});
        if (told) std::cout << ({told}) << '\\n';
        else std::cout << \"-\\n\";
    }}
}}
"
    )
}
