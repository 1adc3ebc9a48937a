//! Prints the items that describe the format of a problem.

use super::expr::{bound, join, range};
use super::{alphabet, fill, print_expr, result};
use crate::ast::{
    AskDecl, CasesDecl, FieldDecl, FieldKind, InputDecl, LimitsDecl, LoopDecl, ReadDecl,
    SampleDecl, SpannedExpr,
};

pub(super) fn input_text(input: &InputDecl) -> String {
    let cases = match &input.cases {
        CasesDecl::One => String::new(),
        CasesDecl::Counted(name, within) => format!(" cases {}{}:", name.text, limits(within)),
        CasesDecl::UntilEnd => " cases until end:".to_owned(),
        CasesDecl::UntilNumber(number) => format!(" cases until {number}:"),
    };
    let last = input.reads.len().saturating_sub(1);
    let reads = input.reads.iter().enumerate().map(|(at, part)| {
        let comma = if at < last { "," } else { "" };
        read(part) + comma
    });
    fill(format!("input{cases}"), reads)
}

fn read(part: &ReadDecl) -> String {
    let fields = join(&part.fields, ", ", |field| {
        let mut loops = part.loops.clone();
        loops.extend(field.inner.clone());
        let inner = field.inner.iter().map(for_loop);
        inner.fold(self::field(field, &loops), |text, each| text + &each)
    });
    let fields = if part.tuple {
        format!("({fields})")
    } else {
        fields
    };
    let loops = part.loops.iter().map(for_loop);
    loops.fold(fields, |text, each| text + &each)
}

fn for_loop(LoopDecl { name, low, high }: &LoopDecl) -> String {
    format!(" for {} in {}", name.text, range(low, Some(high)))
}

fn field(field: &FieldDecl, loops: &[LoopDecl]) -> String {
    let name = &field.name.text;
    let letters = |letters: &Option<_>| {
        letters
            .as_ref()
            .map(|letters| format!(" of {}", alphabet(letters)))
            .unwrap_or_default()
    };
    let indices = match loops {
        [] => String::new(),
        loops => format!("[{}]", join(loops, ", ", |index| index.name.text.clone())),
    };
    match &field.kind {
        FieldKind::Number(within) => format!("{name}{indices}{}", limits(within)),
        FieldKind::Word(length, of) => {
            let length = length
                .as_ref()
                .map(|length| format!("[{}]", bound(length)))
                .unwrap_or(indices);
            format!("word {name}{length}{}", letters(of))
        }
        FieldKind::Line(of) => format!("line {name}{}", letters(of)),
        FieldKind::Grid(rows, columns, of) => {
            let columns = columns
                .as_ref()
                .map(|columns| format!(", {}", bound(columns)))
                .unwrap_or_default();
            format!("grid {name}[{}{columns}]{}", bound(rows), letters(of))
        }
        FieldKind::Graph(vertices, edges) => {
            format!("graph {name}[{}, {}]", bound(vertices), bound(edges))
        }
    }
}

fn limits(within: &Option<LimitsDecl>) -> String {
    within
        .as_ref()
        .map(|LimitsDecl { low, high }| format!(" in {}", range(low, high.as_ref())))
        .unwrap_or_default()
}

pub(super) fn ask_text(ask: &AskDecl) -> String {
    let each = if ask.each { " each" } else { "" };
    format!("ask{each} {}", result(&ask.parts))
}

pub(super) fn output_text(parts: &[SpannedExpr]) -> String {
    format!("output {}", join(parts, ", ", print_expr))
}

pub(super) fn sample_text(sample: &SampleDecl) -> String {
    let lines = |lines: &[crate::ast::StringLiteral]| -> Vec<String> {
        let quoted = lines.iter().map(|line| format!("\"{}\"", line.text));
        quoted.collect()
    };
    let parts = lines(&sample.input)
        .into_iter()
        .chain(["gives".to_owned()])
        .chain(lines(&sample.output));
    fill("sample".to_owned(), parts)
}
