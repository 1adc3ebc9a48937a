//! Text of a law: the automaton, its proof, its name and its value at a position. If no law was
//! found, the text contains the reasons.

use base::text;
use base::text::{Lang, Text};
use grundy::laws::{
    Conjecture, LawAnswer, LawName, LawOutput, LawReport, LawWinningMove, NameStatus, SlotGap,
    SlotGaps,
};

use crate::law::{LawReply, render_emitted};

/// Returns the text of the reply to `law`: the emitted code if there is any, otherwise the law.
pub fn to_text(told: &LawReply, lang: Lang) -> String {
    let report = &told.report;
    if let Some(emitted) = &report.emitted {
        return render_emitted(emitted, lang);
    }
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
            en: format!("the method does not apply: {en}"),
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
                            "{} (best guess: {states} states; {cells} cells queried, {refuted} guesses refuted)",
                            why.en
                        ),
                        zh: format!(
                            "{}（最好的猜想有 {states} 个状态；查询了 {cells} 个格子，否定了 {refuted} 个猜想）",
                            why.zh
                        ),
                    }
                }
                Ok(_) => continue,
            },
        };
        say(Text {
            en: format!("no law for {} in {}: {}", kind.en, numerals.en, why.en),
            zh: format!("未找到{}的{}规律：{}", numerals.zh, kind.zh, why.zh),
        });
    }
    match (report.law(), report.method()) {
        (None, None) => {
            if let (Some(Err(Text { en, zh })), None) = (&report.method, &report.outside) {
                say(Text {
                    en: format!("no other method gives all values: {en}"),
                    zh: format!("也没有求全部值的其他方法：{zh}"),
                });
            }
            if let Some(Text { en, zh }) = &report.outside {
                say(Text {
                    en: format!("the method does not apply: {en}"),
                    zh: format!("不适用该方法：{zh}"),
                });
            }
            say(text!("{title}: no law was found", "{title}：未找到规律"));
            if let Some(conjecture) = &report.conjecture {
                say(guess(conjecture, !report.of_values));
            }
            if report.given_up {
                say(text!(
                    "the search reached its own limit; use --time SECONDS to search longer",
                    "搜索到达自身的限度而结束；可用 --time 秒数 延长搜索"
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
                    "an automaton that reads the gaps between the numbers ({told}) has {states} states",
                    "读各数间距（{told}）的自动机有 {states} 个状态"
                ));
            }
            if let Some(prefix) = &found.law.prefix {
                let (states, nodes) = (prefix.states(), prefix.nodes());
                say(text!(
                    "a second automaton gives the nim-sums of runs of components: {states} states ({nodes} nodes)",
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
                "conjectured: {text} (this agrees with {positions} positions that the search did not use)",
                "猜想：{text}（与搜索未用的 {positions} 个局面相符）"
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
                en: format!("no certificate was built: {en}"),
                zh: format!("未生成证书：{zh}"),
            });
        }
        None => {}
    }
    let asked = report.law().map(|(found, _)| (found.cells, found.refuted));
    let asked = asked.or(report.method().map(|shown| (shown.cells, shown.refuted)));
    if let Some((cells, refuted)) = asked.filter(|(cells, _)| *cells > 0) {
        say(text!(
            "the law was found by querying {cells} cells; {refuted} guesses were refuted",
            "此律由查询 {cells} 个格子求得；否定了 {refuted} 个猜想"
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

/// Returns the text of the law's value at the requested position.
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

/// Returns the text of a component. The text names the game of the component if this game is not
/// the game of the report.
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
pub fn guess(conjecture: &Conjecture, outcomes: bool) -> Text {
    match conjecture {
        Conjecture::Fits(claim, agree) => text!(
            "conjectured: {claim} (this agrees with {agree} positions that the search did not use)",
            "猜想：{claim}（与搜索未用的 {agree} 个局面相符）"
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
                "no known form fits the table; {positions} positions: {counted}{more}",
                "没有已知的形式与表相符；{positions} 个局面：{counted}{more}"
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
