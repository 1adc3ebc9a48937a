//! `grundy law`: text output of its replies.

use std::path::Path;

use base::budget::StopReason;
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use grundy::laws::{
    Comparison, Conjecture, LawAnswer, LawForm, LawName, LawOutput, LawReport, LawWinningMove,
    NameStatus, SlotGap, SlotGaps,
};
use requests::fit::fit_table;
use requests::law::{LawOptions, LawReply, position, render_emitted};
use requests::{Reply, Request};

use crate::args::{LawArgs, QuestionArgs};
use crate::code_comparison::{compare_with_law, warning};
use crate::exit_code::{INTERRUPTED, LIMIT, UNSUPPORTED};
use crate::files::{self, read};
use crate::front_end::{FrontEnd, lone_certificate};
use crate::gallery::gallery;
use crate::limits::CommandBudget;
use crate::output::{print, print_error};
use crate::questions::{Questions, with_options};
use crate::write_file::{expect_to_write, is_output, write_whole};

/// Runs the command for each game. The exit code is 3 if no law was found.
pub fn law(face: &FrontEnd<'_>, args: &LawArgs, work: CommandBudget<'_>) -> Result<u8, SolveError> {
    let budget = work.budget;
    if let Some(folder) = &args.gallery {
        let positions = &args.questions.positions;
        return gallery(face, folder, &args.options, positions, budget).map(|()| 0);
    }
    if let Some(file) = &args.table {
        let given = fit_table(&read(file, budget)?, budget)?;
        let said = if face.args.json {
            given.json().to_string()
        } else {
            guess(&given.conjecture, given.outcomes)
                .get(face.lang)
                .to_owned()
        };
        print(&format!("{said}\n"));
        return Ok(UNSUPPORTED);
    }
    let (positions, options) = files::games(&args.questions.positions, &args.options, budget)?;
    let questions = QuestionArgs {
        positions,
        ..args.questions.clone()
    };
    let own = LawOptions {
        for_all: args.for_all.clone(),
        outcomes: args.outcomes,
        values: args.values,
        kinds: args
            .kinds
            .as_deref()
            .and_then(|text| LawForm::list(text).ok()),
        nodes: args.nodes,
        cells: args.cells,
        automaton: args.automaton,
        certificate: args.certificate.is_some(),
        at: args.at.as_deref().and_then(|text| position(text).ok()),
        emit: args.emit.as_deref().and_then(|word| word.parse().ok()),
    };
    let pixels = |file: &&Path| {
        file.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("png"))
    };
    if let Some(file) = args.output.as_deref().filter(pixels) {
        let file = file.display();
        let why = text!(
            "{file}: laws are written as text, or as SVG by --emit svg, not as PNG",
            "{file}：规律写成文本，或用 --emit svg 写成 SVG，不写成 PNG"
        );
        return Err(SolveError::Usage(why));
    }
    if let Some(file) = args.output.as_deref().filter(|file| !is_output(file)) {
        expect_to_write(file)?;
    }
    // Code generated from a rule file is run only on request.
    let is_of_file = !options.files.is_empty() || !options.graph.is_empty();
    let (mut unknown, mut stopped) = (false, None);
    let several = args.output.as_ref().map(|_| {
        text!(
            "--output takes one question, it holds one law",
            "--output 只能用于一个问题：一个文件只含一条规律"
        )
    });
    let code = face.answer_each(
        Questions::new(&questions, &options)
            .lone(lone_certificate(args.certificate.as_deref()).or(several)),
        work,
        &with_options(Request::Law, &own),
        &mut |mut reply| {
            let Reply::Law(told) = &mut reply else {
                return Ok(());
            };
            unknown |= told.report.law().is_none() && told.report.method().is_none();
            stopped = told.report.stopped.or(stopped);
            let taken = face.take_certificate(args.certificate.as_deref(), &mut told.certificate);
            if let Some(emitted) = &mut told.report.emitted {
                emitted.comparison = match args.run || !is_of_file {
                    true => compare_with_law(emitted, budget)?,
                    false => emitted.language.is_run().then_some(Comparison::NotRun),
                };
                if let Some(warning) = warning(emitted) {
                    print_error(warning.get(face.lang));
                }
            }
            let shown = match &told.report.emitted {
                Some(emitted) => render_emitted(emitted, face.lang),
                None => words(told, face.lang),
            };
            match args.output.as_deref().filter(|file| !is_output(file)) {
                None => face.certified(&reply, taken, &|| shown.clone()),
                // JSON is printed in addition to the file.
                Some(file) => {
                    write_whole(file, &shown)?;
                    face.certified(&reply, taken, &String::new)
                }
            }
        },
    )?;
    Ok(match (unknown, stopped) {
        (_, Some(StopReason::Cancelled)) => INTERRUPTED,
        (_, Some(_)) => code.max(LIMIT),
        (true, None) => code.max(UNSUPPORTED),
        (false, None) => code,
    })
}

/// Returns the results as lines of text.
fn words(told: &LawReply, lang: Lang) -> String {
    let report = &told.report;
    let title = &report.title;
    let mut lines = Vec::new();
    let mut say = |what: Text| lines.push(what.get(lang).to_owned());
    let reasons = report.tried.iter().map(|tried| tried.came.as_ref().err());
    // A reason that rules out every kind is printed only once.
    let alike = report.tried.len() > 1
        && reasons
            .clone()
            .all(|why| why.is_some() && why == report.tried[0].came.as_ref().err());
    if let (true, Some(Some(Text { en, zh }))) = (alike, reasons.clone().next()) {
        say(Text {
            en: format!("outside the method: {en}"),
            zh: format!("不适用该方法：{zh}"),
        });
    }
    for tried in report.tried.iter().filter(|_| !alike) {
        let (kind, numerals) = (tried.kind.text(), &tried.numerals);
        let why = match &tried.came {
            Err(why) => why.clone(),
            Ok(found) => match &found.proof {
                Err(why) => {
                    let (states, cells, refuted) =
                        (found.law.automaton.states(), found.cells, found.refuted);
                    Text {
                        en: format!(
                            "{} (best guess: {states} states, {cells} cells asked, {refuted} guesses refuted)",
                            why.en
                        ),
                        zh: format!(
                            "{}（最好的猜想有 {states} 个状态，问了 {cells} 个格子，否定了 {refuted} 个猜想）",
                            why.zh
                        ),
                    }
                }
                Ok(_) => continue,
            },
        };
        say(Text {
            en: format!("not {} in {}: {}", kind.en, numerals.en, why.en),
            zh: format!("不是{}的{}：{}", numerals.zh, kind.zh, why.zh),
        });
    }
    match (report.law(), report.method()) {
        (None, None) => {
            if let (Some(Err(Text { en, zh })), None) = (&report.method, &report.outside) {
                say(Text {
                    en: format!("not by a method for all values: {en}"),
                    zh: format!("也没有求全部值的其他方法：{zh}"),
                });
            }
            if let Some(Text { en, zh }) = &report.outside {
                say(Text {
                    en: format!("outside the method: {en}"),
                    zh: format!("不适用该方法：{zh}"),
                });
            }
            say(text!("{title}: no law was found", "{title}：未找到规律"));
            if let Some(conjecture) = &report.conjecture {
                say(guess(conjecture, !report.of_values));
            }
            if report.given_up {
                say(text!(
                    "the search ended by itself; with --time SECONDS it goes on as long as that allows",
                    "搜索已自行结束；有 --time 秒数 时则持续到该时限"
                ));
            }
            if let Some(stop) = report.stopped {
                let Text { en, zh } = stop.text();
                say(Text {
                    en: format!("stopped: {en}"),
                    zh: format!("已停止：{zh}"),
                });
            }
            return lines.join("\n") + "\n";
        }
        (Some((found, proof)), _) => {
            let (kind, numerals) = (found.law.kind.text(), found.law.numerals.name());
            let (states, nodes) = (found.law.automaton.states(), found.law.automaton.nodes());
            say(Text {
                en: format!(
                    "{title}: {} in {}: an automaton with {states} states ({nodes} nodes)",
                    kind.en, numerals.en
                ),
                zh: format!(
                    "{title}：{}，{}：{states} 个状态的自动机（{nodes} 个节点）",
                    kind.zh, numerals.zh
                ),
            });
            if let Some(of_gaps) = &proof.of_gaps {
                let (states, told) = (of_gaps.law.states(), gaps(&report.slots, &of_gaps.gaps));
                say(text!(
                    "of the gaps between the numbers ({told}) an automaton with {states} states",
                    "关于各数间距（{told}）的自动机：{states} 个状态"
                ));
            }
            if let Some(prefix) = &found.law.prefix {
                let (states, nodes) = (prefix.states(), prefix.nodes());
                say(text!(
                    "beside it one for the nim-sums of runs of components, with {states} states ({nodes} nodes)",
                    "另有一个给出连续部分 nim 和的自动机：{states} 个状态（{nodes} 个节点）"
                ));
            }
            let (statements, rows) = (proof.statements, proof.rows);
            say(text!(
                "proved for all positions, by {statements} statements about automata ({rows} rows)",
                "对所有局面已证明：关于自动机的 {statements} 条命题（{rows} 行）"
            ));
        }
        (None, Some(shown)) => {
            let (Text { en, zh }, name) = (shown.told.text(), shown.told.key());
            say(Text {
                en: format!("{title}: Grundy values by {name}: {en}"),
                zh: format!("{title}：Grundy 值（{name}）：{zh}"),
            });
            for (slot, part) in report.slots.iter().zip(shown.told.parts()) {
                let Text { en, zh } = part.text();
                say(Text {
                    en: format!("  {slot}: {en}"),
                    zh: format!("  {slot}：{zh}"),
                });
            }
            say(text!("proved for all positions", "对所有局面已证明"));
        }
    }
    if let Some(LawName { text, standing, .. }) = &report.name {
        say(match standing {
            NameStatus::Same => text!(
                "in other words, for all positions: {text}",
                "换言之，对所有局面：{text}"
            ),
            NameStatus::Agrees(positions) => text!(
                "conjectured, for it agrees with {positions} positions that the search did not use: {text}",
                "猜想（与搜索未用的 {positions} 个局面相符）：{text}"
            ),
        });
    }
    match &report.certificate {
        Some(Ok(text)) => {
            let (bytes, lines) = (text.len(), text.lines().count());
            say(text!(
                "a certificate of {lines} lines ({bytes} bytes) was checked",
                "已核验一份 {lines} 行（{bytes} 字节）的证书"
            ));
        }
        Some(Err(Text { en, zh })) => {
            say(Text {
                en: format!("no certificate was made: {en}"),
                zh: format!("未生成证书：{zh}"),
            });
        }
        None => {}
    }
    let asked = report.law().map(|(found, _)| (found.cells, found.refuted));
    let asked = asked.or(report.method().map(|shown| (shown.cells, shown.refuted)));
    if let Some((cells, refuted)) = asked.filter(|(cells, _)| *cells > 0) {
        say(text!(
            "found from {cells} cells; {refuted} guesses were refuted",
            "由 {cells} 个格子求得；否定了 {refuted} 个猜想"
        ));
    }
    report
        .at
        .iter()
        .flat_map(|at| of_position(report, at))
        .for_each(say);
    lines.join("\n") + "\n"
}

/// `p[1] - 1, p[2] - p[1] - 1`
fn gaps(names: &[String], gaps: &SlotGaps) -> String {
    let gap = |(name, SlotGap { above, least }): (&String, &SlotGap)| {
        let above = above.map_or(String::new(), |above| format!(" - {}", names[above]));
        match least {
            0 => format!("{name}{above}"),
            1.. => format!("{name}{above} - {least}"),
            _ => format!("{name}{above} + {}", least.unsigned_abs()),
        }
    };
    names
        .iter()
        .zip(gaps.list())
        .map(gap)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the results for the requested position.
fn of_position(
    report: &LawReport,
    LawAnswer {
        position,
        value,
        winning,
    }: &LawAnswer,
) -> Vec<Text> {
    let at = numbers(position);
    let value = value.as_ref().map(ToString::to_string).unwrap_or_default();
    let told = match report.law().map(|(found, _)| found.law.kind) {
        Some(LawOutput::Outcomes) => {
            let letter = if value == "0" { "P" } else { "N" };
            text!("[{at}] is {letter}", "[{at}] 为 {letter}")
        }
        _ => {
            let value = short(&value);
            text!("[{at}] has the value {value}", "[{at}] 的值为 {value}")
        }
    };
    let wins = winning.as_ref().map(
        |LawWinningMove {
             rule,
             choices,
             leaves,
             runs,
         }| {
            let chosen = |comma: &str| {
                choices
                    .iter()
                    .map(|(name, number)| format!("{comma}{name} = {}", short(&number.to_string())))
                    .collect::<String>()
            };
            let (chosen, zh_chosen) = (chosen(", "), chosen("，"));
            let runs = runs.iter().map(|(game, [first, last])| {
                let [from, to] =
                    [first, last].map(|end| component(report, game, std::slice::from_ref(end)));
                if first == last {
                    from
                } else {
                    format!("{from} + … + {to}")
                }
            });
            let left = leaves
                .iter()
                .map(|(game, list)| component(report, game, list))
                .chain(runs);
            let left = left.collect::<Vec<_>>().join(" + ");
            let (left, zh_left) = if left.is_empty() {
                ("nothing", "空局面")
            } else {
                (&left[..], &left[..])
            };
            Text {
                en: format!("a winning move: move {rule}{chosen}, leaving {left}"),
                zh: format!("一个必胜着法：第 {rule} 种着法{zh_chosen}，留下 {zh_left}"),
            }
        },
    );
    std::iter::once(told).chain(wins).collect()
}

/// Returns the text of a component, with its game if it is a different one.
fn component<T: ToString>(report: &LawReport, game: &str, list: &[T]) -> String {
    let game = if game == report.title { "" } else { game };
    format!("{game}[{}]", numbers(list))
}

fn numbers<T: ToString>(list: &[T]) -> String {
    list.iter()
        .map(|number| short(&number.to_string()))
        .collect::<Vec<_>>()
        .join(", ")
}
/// Returns the text of a conjecture that agrees with a table.
fn guess(conjecture: &Conjecture, outcomes: bool) -> Text {
    match conjecture {
        Conjecture::Fits(claim, agree) => text!(
            "conjectured, for it agrees with {agree} positions that the search did not use: {claim}",
            "猜想（与搜索未用的 {agree} 个局面相符）：{claim}"
        ),
        Conjecture::Counts(counts) => {
            let name = |value: i64| match (outcomes, value) {
                (true, 0) => "N".to_owned(),
                (true, _) => "P".to_owned(),
                (false, value) => value.to_string(),
            };
            let more = if counts.len() > MAX_COUNTS {
                ", …"
            } else {
                ""
            };
            let counted: Vec<String> = counts
                .iter()
                .take(MAX_COUNTS)
                .map(|&(value, count)| format!("{} ×{count}", name(value)))
                .collect();
            let (counted, positions) = (
                counted.join(", "),
                counts.iter().map(|(_, count)| count).sum::<usize>(),
            );
            text!(
                "nothing that is looked for fits the table; of {positions} positions: {counted}{more}",
                "没有所寻找的形式与表相符；{positions} 个局面中：{counted}{more}"
            )
        }
    }
}

/// Maximum number of values whose frequencies are printed.
const MAX_COUNTS: usize = 12;

/// Abbreviates a number with many digits to its first and last digits.
fn short(number: &str) -> String {
    match number.len() {
        0..=40 => number.to_owned(),
        digits => format!(
            "{}…{} ({digits} digits)",
            &number[..12],
            &number[digits - 12..]
        ),
    }
}
