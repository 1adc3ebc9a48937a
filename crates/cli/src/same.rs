//! `grundy same`: compares two games.

use std::num::NonZeroUsize;

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use grundy::comparison::{ComparisonVerdict, GameComparison};
use requests::answer_text;
use requests::same::{SameOptions, SameRequest};
use requests::{Reply, Request};

use crate::args::SameArgs;
use crate::exit_code::{FAILED, UNSUPPORTED};
use crate::files;
use crate::front_end::FrontEnd;
use crate::system::SystemHost;

/// Runs the command.
pub fn same(face: &FrontEnd<'_>, args: &SameArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    let named = [args.first.clone(), args.second.clone()];
    let (games, options) = files::games(&named, &args.options, budget)?;
    let mut desk = files::desk(&options, face, budget)?;
    let own = SameOptions {
        outcomes: args.outcomes,
        positions: NonZeroUsize::new(args.positions as usize),
    };
    let options = requests::RequestOptions {
        how: files::how(&options, face, budget)?,
        own,
    };
    let asked = SameRequest { games, options };
    let reply = desk.answer(&Request::Same(asked), budget, &SystemHost::new())?;
    face.print(&reply, &|| match &reply {
        Reply::Compared(compared) => comparison_text(compared, face.lang),
        _ => String::new(),
    });
    Ok(match &reply {
        Reply::Compared(compared) => match compared.same() {
            Some(true) => 0,
            Some(false) => FAILED,
            None => UNSUPPORTED,
        },
        _ => 0,
    })
}

/// Returns the text of a comparison.
fn comparison_text(compared: &GameComparison, lang: Lang) -> String {
    let GameComparison {
        titles: [one, other],
        values,
        verdict,
        ..
    } = compared;
    let what = if *values {
        text!("the same value", "值相同")
    } else {
        text!("the same winner", "胜负相同")
    };
    let (Text { en, zh }, status) = (what, compared.status().text());
    let line = match verdict {
        ComparisonVerdict::Moves => text!(
            "every position has {en} in {one} and {other}: each move of either game is a move of the other",
            "{one} 与 {other} 的每个局面{zh}：任一游戏的每种着法都是另一游戏的着法"
        ),
        ComparisonVerdict::Laws => text!(
            "every position of both games has {en} in {one} and {other}: this follows from their laws, which were proved",
            "{one} 与 {other} 共有的每个局面{zh}：由二者已证明的规律得出"
        ),
        ComparisonVerdict::All(positions) => text!(
            "every position of both games has {en} in {one} and {other}: there are {positions} such positions",
            "{one} 与 {other} 共有的每个局面{zh}：共 {positions} 个"
        ),
        ComparisonVerdict::Differ(position, told, _) => {
            let (at, [mine, theirs]) = (
                position
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", "),
                told,
            );
            text!(
                "the games differ: [{at}] is {mine} in {one} and {theirs} in {other}",
                "两个游戏不同：[{at}] 在 {one} 中为 {mine}，在 {other} 中为 {theirs}"
            )
        }
        ComparisonVerdict::Agree(positions, why) => {
            let (why_en, why_zh) = (&why.en, &why.zh);
            text!(
                "each of {positions} positions has {en} in {one} and {other}; nothing is known about the others: {why_en}",
                "{positions} 个局面在 {one} 与 {other} 中{zh}；其余未知：{why_zh}"
            )
        }
    };
    let mut out = format!("{}\n", line.get(lang));
    answer_text::line(&mut out, &text!("status", "可信度"), status.get(lang), lang);
    out
}
