//! Emits a law as a theorem for LaTeX (with amsmath and an environment `theorem`).

use std::fmt::Write;

use dashu_int::IBig;
use rules::ast::PlayConvention;
use rules::ir::{Int, RuleClaim};

use super::formula::{formula, meanings, slot};
use super::letter_states::{meaning, states};
use super::probes::law_value;
use super::subject::EmitSubject;
use super::table::{NodeOutput, TransitionTable};
use super::{code, quoting};
use crate::error::LawError;
use crate::law::LawOutput;

/// Maximum number of states of an automaton that is written as a table.
const MAX_STATES: usize = 40;

/// Maximum number of values that are listed with a period.
const MAX_VALUES: Int = 1_000;

pub(super) fn render(
    subject: &EmitSubject<'_>,
    table: &TransitionTable,
) -> Result<String, LawError> {
    let law = subject.law;
    let names: Vec<String> = subject.slots.iter().map(|name| slot(name)).collect();
    let position = format!("[{}]", names.join(", "));
    let exchanged = subject.unordered.clone();
    let bound = |(slot, name): (usize, &String)| {
        // The sorted numbers are written as a chain of ≥, with one lower bound at the end.
        if exchanged.contains(&slot) && slot + 1 < exchanged.end {
            format!("{name} \\ge ")
        } else {
            format!("{name} \\ge {}$, $", law.lows[slot])
        }
    };
    let bounds: String = names.iter().enumerate().map(bound).collect();
    let bounds = bounds.trim_end_matches("$, $");
    let play = if subject.misere {
        PlayConvention::Misere
    } else {
        PlayConvention::Normal
    };
    let mut text = opening(&subject.title, &position, bounds, &subject.rules, play);
    let named = subject
        .proved_name()
        .and_then(|name| format_claim(&name.claim, &names.join(", "), subject));
    match named {
        Some(statement) => text += &statement,
        None => text += &by_automaton(subject, table, &position)?,
    }
    Ok(text + "\\end{theorem}\n")
}

/// Formats the beginning of a theorem: the positions, within bounds, and the rules.
pub(super) fn opening(
    title: &str,
    position: &str,
    bounds: &str,
    rules: &str,
    play: PlayConvention,
) -> String {
    let rules = quoting::verbatim(rules);
    let play = if play == PlayConvention::Misere {
        "mis\\`ere"
    } else {
        "normal"
    };
    format!(
        "\\begin{{theorem}}[{{{}}}]\nLet positions be ${position}$ with ${bounds}$, as far as these rules allow them, under {play} play:\n\
         \\begin{{verbatim}}\n{rules}\n\\end{{verbatim}}\n",
        quoting::latex(title)
    )
}

/// Formats a name; `None` if it has no mathematical form.
fn format_claim(claim: &RuleClaim, row: &str, subject: &EmitSubject<'_>) -> Option<String> {
    let (mut text, formula) = match claim {
        RuleClaim::Value(e) => {
            let formula = formula(e, &subject.slots)?;
            (
                "The Grundy value of a position is\n".to_owned(),
                format!("G({row}) = {formula}"),
            )
        }
        RuleClaim::Outcome(e) => {
            let formula = formula(e, &subject.slots)?;
            (
                "The player to move loses if and only if\n".to_owned(),
                formula,
            )
        }
        RuleClaim::Period(period, from, saltus) => {
            let more = if *saltus == 0 {
                String::new()
            } else {
                format!(" + {saltus}")
            };
            let number = slot(subject.slots.first()?);
            (
                "The Grundy values $G$ of the positions satisfy\n".to_owned(),
                format!(
                    "G({number} + {period}) = G({number}){more} \\quad\\text{{for all }} {number} \\ge {from}"
                ),
            )
        }
    };
    let _ = writeln!(text, "\\[ {formula}. \\]");
    if let RuleClaim::Period(period, from, _) = claim {
        text += &first_values(subject, from.saturating_add(*period))?;
    }
    let meanings = meanings(&formula);
    if !meanings.is_empty() {
        let _ = writeln!(text, "Here {}.", meanings.join(", "));
    }
    Some(text)
}

/// Formats the values of a game of one number before the values repeat; empty if too many values
/// precede the repetition.
fn first_values(subject: &EmitSubject<'_>, end: Int) -> Option<String> {
    let low = Int::try_from(*subject.law.lows.first()?).ok()?;
    if end.checked_sub(low)? > MAX_VALUES {
        return Some(String::new());
    }
    let values: Option<Vec<String>> = (low..end)
        .map(|n| Some(law_value(subject, &[IBig::from(n)])?.to_string()))
        .collect();
    let (values, last) = (values?.join(", "), end - 1);
    let text = format!("Here $G({low}), \\dots, G({last})$ are {values}.");
    // The lines of the formula are short enough to be shown in an editor.
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        if lines
            .last()
            .is_some_and(|line| line.len() + word.len() > 100)
        {
            lines.push(String::new());
        }
        let line = lines.last_mut()?;
        *line += if line.is_empty() { "" } else { " " };
        *line += word;
    }
    Some(lines.join("\n") + "\n")
}

/// Describes the automaton of a law, which is written as a table if it is small.
fn by_automaton(
    subject: &EmitSubject<'_>,
    table: &TransitionTable,
    position: &str,
) -> Result<String, LawError> {
    let law = subject.law;
    let states = states(subject, table)?;
    let (count, digits) = (states.len(), code::digits_of(&law.numerals));
    let less = if law.lows.iter().all(|&low| low == 0) {
        ""
    } else {
        ", each number minus the minimum of its slot,"
    };
    let what = match law.kind {
        LawOutput::Outcomes => format!(
            "The player to move loses at ${position}$ if and only if the digits {digits} of its numbers{less}"
        ),
        LawOutput::Values => format!(
            "The Grundy value of ${position}$ is the only $v$ for which the digits {digits} of the numbers{less} and of $v$"
        ),
        LawOutput::PowersOfValues => format!(
            "The Grundy value of ${position}$ is the only $v$ for which the digits {digits} of the numbers{less} and of $2^v$"
        ),
    };
    let mut text = format!(
        "{what},\nread side by side, the most significant first, are accepted by an automaton with {count} states"
    );
    if count > MAX_STATES {
        text += "; it is too large to be shown here.\n";
        return Ok(text);
    }
    let letter = quoting::latex(&meaning(subject));
    let _ = writeln!(
        text,
        ".\nIt starts in state 0; a letter is \\texttt{{{letter}}}; letters that are not listed are rejected."
    );
    text += "\\begin{center}\\begin{tabular}{rcp{0.75\\linewidth}}\nstate & accepts & letters $\\to$ next state \\\\ \\hline\n";
    for (id, state) in states.iter().enumerate() {
        let accepts = if matches!(state.end, NodeOutput::Lost | NodeOutput::Value) {
            "yes"
        } else {
            "no"
        };
        let next: Vec<String> = state
            .next
            .iter()
            .map(|(to, letters)| format!("{} $\\to$ {to}", letters.join(" ")))
            .collect();
        let _ = writeln!(text, "{id} & {accepts} & {} \\\\", next.join("; "));
    }
    Ok(text + "\\end{tabular}\\end{center}\n")
}
