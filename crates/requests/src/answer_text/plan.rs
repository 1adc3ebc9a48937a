//! The text of a plan: the facts about the rules, the relevant attempts, the statement of each
//! theorem, and how the parts combine to the answer. Attempts of theorems and engines for other
//! games are listed only on request.

use std::fmt::Write as _;

use base::text;
use base::text::Lang;
use grundy::answer::Explanation;
use grundy::plan::{Attempt, AttemptKind, AttemptVerdict};
use grundy::position_text::{game, position};

use crate::answer_text;
use crate::explain::ExplainReply;

/// Returns the text of a plan. If `all` is true, the text contains every attempt with its reason.
pub fn explanation(explained: &ExplainReply, all: bool, lang: Lang) -> String {
    let ExplainReply {
        plan,
        world,
        seconds,
    } = explained;
    let Explanation {
        games,
        whole,
        combination,
        answer,
        warnings,
        ..
    } = plan;
    let (mut out, asked) = (String::new(), position(world, &plan.position));
    answer_text::line(&mut out, &text!("position", "局面"), &asked, lang);
    for known in games {
        let _ = writeln!(out, "\n{}", game(world, known.game));
        if !known.facts.is_empty() {
            let _ = writeln!(out, "  {}", text!("facts", "事实").get(lang));
        }
        for fact in &known.facts {
            let mark = match fact.holds {
                Some(true) => text!("+ ", "+ "),
                Some(false) => text!("- no: ", "- 否："),
                None => text!("? not proved: ", "? 未证明："),
            };
            let (statement, reason) = (fact.statement.get(lang), fact.reason.get(lang));
            let shown = text!(
                "{statement}; reason: {reason}",
                "{statement}；依据：{reason}"
            );
            let _ = writeln!(out, "    {}{}", mark.get(lang), shown.get(lang));
        }
        let _ = writeln!(out, "  {}", text!("plan", "计划").get(lang));
        attempts(&mut out, &known.attempts, all, lang);
    }
    if !whole.is_empty() {
        let _ = writeln!(out, "\n{}", text!("whole position", "整个局面").get(lang));
        attempts(&mut out, whole, all, lang);
    }
    // The statement of a theorem that decides the whole position has already been printed.
    let said = games
        .iter()
        .flat_map(|known| &known.attempts)
        .chain(whole)
        .filter(|attempt| attempt.is_accepted());
    if !said
        .filter_map(|attempt| attempt.said.as_ref())
        .any(|said| said.statement == *combination)
    {
        let _ = writeln!(out, "\n{}", combination.get(lang));
    }
    if answer.is_none() && !warnings.is_empty() {
        let _ = write!(out, "\n{}", answer_text::warnings(warnings, lang));
    }
    if let Some(found) = answer {
        let _ = write!(out, "\n{}", answer_text::answer(found, world, lang));
        let (positions, options) = (found.stats.positions, found.stats.options);
        let counts = text!(
            "{positions} positions evaluated, {options} options listed, {seconds:.3} s",
            "求值 {positions} 个局面，列出 {options} 个选项，{seconds:.3} 秒"
        );
        answer_text::line(&mut out, &text!("work", "工作量"), counts.get(lang), lang);
    }
    out
}

/// Appends one line per group of consecutive attempts with the same result and reason. An accepted
/// theorem is followed by its statement. If attempts are omitted, a note reports the omission. If
/// no attempt was accepted, every engine is shown, because the reasons of the engines explain why
/// there is no answer.
fn attempts(out: &mut String, list: &[Attempt], all: bool, lang: Lang) {
    let accepted = list.iter().any(|attempt| attempt.is_accepted());
    let is_shown =
        |a: &&Attempt| all || a.matters() || (!accepted && a.kind == AttemptKind::Engine);
    let shown: Vec<&Attempt> = list.iter().filter(is_shown).collect();
    for run in shown.chunk_by(|a, b| a.kind == b.kind && a.result == b.result) {
        let kind = match (run[0].kind, run.len()) {
            (AttemptKind::Law, _) => text!("the", "方法"),
            (AttemptKind::Theorem, 1) => text!("theorem", "定理"),
            (AttemptKind::Theorem, _) => text!("theorems", "定理"),
            (AttemptKind::Engine, 1) => text!("engine", "引擎"),
            (AttemptKind::Engine, _) => text!("engines", "引擎"),
        };
        let names: Vec<&str> = run.iter().map(|attempt| attempt.name).collect();
        let (names, verdict, reason) = (
            names.join(", "),
            run[0].verdict().text(),
            run[0].result.reason(),
        );
        let (kind, verdict, reason) = (kind.get(lang), verdict.get(lang), reason.get(lang));
        let words = text!(
            "{kind} {names}: {verdict}: {reason}",
            "{kind} {names}：{verdict}：{reason}"
        );
        let _ = writeln!(out, "    {}", words.get(lang));
        if let ([attempt], AttemptVerdict::Accepted) = (run, run[0].verdict())
            && let Some(said) = &attempt.said
        {
            let (statement, source) = (said.statement.get(lang), said.source);
            let mut words = vec![
                text!("statement: {statement}", "内容：{statement}"),
                text!("source: {source}", "出处：{source}"),
            ];
            let name = attempt.name;
            if crate::theorem::names().any(|page| page == name) {
                words.push(text!(
                    "page: grundy theorem {name}",
                    "说明页：grundy theorem {name}"
                ));
            }
            for line in &words {
                let _ = writeln!(out, "      {}", line.get(lang));
            }
        }
    }
    let left_out = match list.len() - shown.len() {
        0 => return,
        1 => text!(
            "1 more theorem or engine is not shown; use --all to show it",
            "另有 1 个；可用 --all 显示"
        ),
        // The number of omitted attempts is not printed, because each new theorem would change this
        // number in every document.
        _ => text!(
            "the others declined or were not needed; use --all to show them",
            "其余方法不适用或不需要；可用 --all 显示"
        ),
    };
    let _ = writeln!(out, "    {}", left_out.get(lang));
}
