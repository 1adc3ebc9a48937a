//! `grundy misere`: text output of its replies.

use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use grundy::misere::{MisereReport, MisereSubject};
use requests::heap::natural;
use requests::misere::{MisereOptions, MisereReply};
use requests::{Reply, Request};
use unicode_width::UnicodeWidthStr;

use crate::args::MisereArgs;
use crate::exit_code::UNSUPPORTED;
use crate::front_end::{FrontEnd, lone_certificate};
use crate::limits::CommandBudget;
use crate::questions::{Questions, with_options};

/// Runs the command for each code or position. The exit code is 3 if a bound stopped the
/// computation of a quotient.
pub fn misere(
    face: &FrontEnd<'_>,
    args: &MisereArgs,
    work: CommandBudget<'_>,
) -> Result<u8, SolveError> {
    let questions = Questions::new(&args.questions, &args.options)
        .lone(lone_certificate(args.certificate.as_deref()));
    let own = MisereOptions {
        to: args.to,
        elements: args.elements as usize,
        forms: args.forms,
        period: args.period,
        at: args.at.as_deref().and_then(|digits| natural(digits).ok()),
        certificate: args.certificate.is_some(),
    };
    let mut bounded = false;
    let request = with_options(Request::Misere, &own);
    let code = face.answer_each(questions, work, &request, &mut |mut reply| {
        let Reply::Misere(told) = &mut reply else {
            return Ok(());
        };
        bounded |= told.report.bounded.is_some();
        let taken = face.take_certificate(args.certificate.as_deref(), &mut told.certificate);
        let shown = words(told, face.lang);
        face.certified(&reply, taken, &|| shown.clone())
    })?;
    Ok(if bounded { code.max(UNSUPPORTED) } else { code })
}

/// Returns the text of the reply.
fn words(told: &MisereReply, lang: Lang) -> String {
    let report = &told.report;
    let quotient = report.quotient();
    let letters = report.letters();
    let product = |element: u32| report.product(&letters, quotient.word(element));
    let mut lines = Vec::new();
    if let Some((n, element)) = &told.at {
        let (title, shown) = (&report.title, product(*element));
        let said = match quotient.is_lost(*element) {
            true => text!(
                "{title}: a heap of {n} is {shown}; the player to move loses",
                "{title}：{n} 的堆为 {shown}，先手必败"
            ),
            false => text!(
                "{title}: a heap of {n} is {shown}; the player to move wins",
                "{title}：{n} 的堆为 {shown}，先手必胜"
            ),
        };
        lines.push(said.get(lang).to_owned());
    } else {
        lines.push(table(report, &product, lang));
    }
    let (order, lost, pairs) = (
        quotient.order(),
        quotient.lost().count(),
        report.growing.pairs().count(),
    );
    let mut say = |label: Text, what: Text| {
        lines.push(format!("{}{}", padded(label.get(lang), 11), what.get(lang)))
    };
    say(
        text!("quotient:", "反常商："),
        text!(
            "order {order}, {lost} lost elements; proved by {pairs} pairs",
            "阶为 {order}，其中 {lost} 个元素必败；由 {pairs} 个对证明"
        ),
    );
    let name = |generator: u32| report.rows[generator as usize].name.as_str();
    let grew: Vec<String> = report
        .growing
        .grew()
        .iter()
        .map(|&(generator, order)| format!("{order} ({})", name(generator)))
        .collect();
    say(
        text!("grew to:", "增长到："),
        Text::same(join_or_dash(&grew)),
    );
    let named: Vec<String> = letters
        .iter()
        .map(|(letter, generator)| format!("{letter} = {}", name(*generator)))
        .collect();
    say(
        text!("letters:", "字母："),
        Text::same(join_or_dash(&named)),
    );
    let relations: Vec<String> = quotient
        .relations()
        .iter()
        .map(|relation| {
            format!(
                "{} = {}",
                report.product(&letters, &relation.word),
                report.product(&letters, &relation.least)
            )
        })
        .collect();
    say(
        text!("relations:", "关系："),
        Text::same(join_or_dash(&relations)),
    );
    let lost: Vec<String> = quotient.lost().map(product).collect();
    say(text!("lost:", "必败："), Text::same(join_or_dash(&lost)));
    if let Some(period) = report.period {
        let (from, period) = (period.preperiod, period.period);
        say(
            text!("period:", "周期："),
            text!(
                "{period} from heap {from} on, proved for every heap",
                "从 {from} 的堆起周期为 {period}，对所有堆均已证明"
            ),
        );
    }
    if let Some(why) = &report.bounded {
        lines.push(why.get(lang).to_owned());
    }
    lines.join("\n") + "\n"
}

/// Joins the texts of a list; returns a dash for an empty list.
fn join_or_dash(list: &[String]) -> String {
    if list.is_empty() {
        "–".to_owned()
    } else {
        list.join(", ")
    }
}

/// Returns a table with a row for each heap or position.
fn table(report: &MisereReport, product: &dyn Fn(u32) -> String, lang: Lang) -> String {
    let forms = report.rows.iter().any(|row| row.form.is_some());
    let first = match report.about {
        MisereSubject::Heaps(_) => text!("heap", "堆"),
        MisereSubject::Positions { .. } => text!("position", "局面"),
    };
    let mut heads = vec![
        first,
        text!("misère", "反常值"),
        text!("genus", "亏格"),
        text!("kind", "类别"),
        text!("element", "元素"),
    ];
    if forms {
        heads.push(text!("form", "标准形"));
    }
    let mut cells: Vec<Vec<String>> =
        vec![heads.iter().map(|head| head.get(lang).to_owned()).collect()];
    let none = || "–".to_owned();
    for row in &report.rows {
        let kind = row.kind.map(|kind| match (kind.name(), lang) {
            (name, Lang::En) => name.to_owned(),
            ("tame", Lang::Zh) => "驯顺".to_owned(),
            ("restive", Lang::Zh) => "不安".to_owned(),
            (_, Lang::Zh) => "狂野".to_owned(),
        });
        let misere = row.genus.as_ref().map(|genus| genus.misere().to_string());
        let genus = row.genus.as_ref().map(ToString::to_string);
        let mut line = vec![
            row.name.clone(),
            misere.unwrap_or_else(none),
            genus.unwrap_or_else(none),
            kind.unwrap_or_else(none),
        ];
        line.push(row.element.map_or_else(none, product));
        if forms {
            line.push(row.form.as_deref().map_or_else(none, short));
        }
        cells.push(line);
    }
    let widths: Vec<usize> = (0..cells[0].len())
        .map(|column| {
            cells
                .iter()
                .map(|line| line[column].width())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |cells: &Vec<String>| {
        let padded: Vec<String> = cells
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| padded(cell, width + 2))
            .collect();
        padded.concat().trim_end().to_owned()
    };
    cells.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns a canonical form, shortened to the width of a table; JSON contains the complete form.
fn short(form: &str) -> String {
    const MAX_FORM_CHARS: usize = 60;
    match form.char_indices().nth(MAX_FORM_CHARS) {
        Some((end, _)) => format!("{}…", &form[..end]),
        None => form.to_owned(),
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}
