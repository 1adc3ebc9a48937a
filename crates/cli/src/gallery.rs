//! `grundy law --gallery`: a page with the law of every game of the library, or why there is none.

use std::path::Path;

use base::budget::Budget;
use base::escaping::escape_line;
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use grundy::laws::{LawQuery, LawReport};
use requests::library::{LibraryEntry, LibraryReply, LibraryRequest};
use requests::{Reply, Request};

use crate::args::CommonArgs;
use crate::files;
use crate::front_end::FrontEnd;
use crate::system::SystemHost;
use crate::write_file::write_whole;

/// Writes `laws.md` and `laws.zh-CN.md` into a folder; of games of files, and those that are named,
/// `laws-examples.md` with what is known of each.
pub fn gallery(
    face: &FrontEnd<'_>,
    folder: &Path,
    options: &CommonArgs,
    named: &[String],
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    let mut desk = files::desk(options, face, budget)?;
    let request = Request::Library(LibraryRequest::default());
    let Reply::Listed(LibraryReply::All(entries)) =
        desk.answer(&request, budget, &SystemHost::new())?
    else {
        return Ok(());
    };
    let of_files: Vec<String> = options
        .files
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let own = !of_files.is_empty();
    if !own && !named.is_empty() {
        return Err(SolveError::Usage(text!(
            "--gallery takes games with --file only",
            "--gallery 仅在有 --file 时接受游戏"
        )));
    }
    let mut games: Vec<(String, Option<String>)> = entries
        .into_iter()
        .filter_map(|entry| match entry {
            LibraryEntry::Game {
                game, file, note, ..
            } => (!own || of_files.contains(&file)).then_some((game, note)),
            LibraryEntry::Structure { .. } => None,
        })
        .collect();
    for name in named {
        let declared = |game: &str| {
            name.split('(')
                .next()
                .is_some_and(|word| word.trim().eq_ignore_ascii_case(game))
        };
        let note = games
            .iter()
            .find(|(game, _)| declared(game))
            .and_then(|(_, note)| note.clone());
        games.push((name.clone(), note));
    }
    let mut rows = Vec::new();
    for (done, (game, note)) in games.iter().enumerate() {
        budget.report(done as u64, Some(games.len() as u64));
        let session = desk.session();
        session.forget();
        let row = match session.law(
            game,
            &LawQuery {
                soon: !own,
                names: false,
                ..LawQuery::default()
            },
            budget,
        ) {
            Ok(report) => row(&report),
            Err(SolveError::Unsupported(why)) => Text {
                en: format!("| {game} | {} | none | |", why.en),
                zh: format!("| {game} | {} | 无 | |", why.zh),
            },
            Err(error) => return Err(error),
        };
        let note = if own {
            format!(" {} |", markdown(note.as_deref().unwrap_or_default()))
        } else {
            String::new()
        };
        rows.push(Text {
            en: row.en + &note,
            zh: row.zh + &note,
        });
    }
    if own {
        rows.sort_by(|one, other| one.en.cmp(&other.en));
    }
    let (head, stem) = if own {
        (&EXAMPLES, "laws-examples")
    } else {
        (&HEAD, "laws")
    };
    for (lang, name) in [
        (Lang::En, format!("{stem}.md")),
        (Lang::Zh, format!("{stem}.zh-CN.md")),
    ] {
        let rows: Vec<&str> = rows.iter().map(|row| row.get(lang)).collect();
        write_whole(
            &folder.join(name),
            format!("{}\n{}\n", head.get(lang), rows.join("\n")),
        )?;
    }
    Ok(())
}

/// A text from a rule file as a cell of Markdown: it ends no cell, and is neither an element of
/// HTML nor a link.
fn markdown(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let shown = escape_line(text);
    let mut signs = shown.chars().peekable();
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied();
        match sign {
            '|' => cell.push_str("\\|"),
            '\\' if next.is_some_and(|next| next.is_ascii_punctuation()) => cell.push_str("\\\\"),
            '<' if next.is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next)) => {
                cell.push_str("&lt;")
            }
            ']' if next.is_some_and(|next| "([:".contains(next)) => cell.push_str("\\]"),
            sign => cell.push(sign),
        }
    }
    cell
}

fn row(report: &LawReport) -> Text {
    let title = &report.title;
    let lines = report
        .certificate
        .iter()
        .flatten()
        .map(|text| text.lines().count().to_string())
        .next()
        .unwrap_or_default();
    let said = match (report.law(), report.method()) {
        (Some((found, proof)), _) => {
            let (kind, numerals, states) = (
                found.law.kind.text(),
                found.law.numerals.name(),
                found.law.automaton.states(),
            );
            let of_gaps = proof.of_gaps.as_ref().map(|of_gaps| of_gaps.law.states());
            let of_gaps = of_gaps.map(|few| {
                text!(
                    ", {few} of the gaps between the numbers",
                    "，关于各数间距 {few} 个"
                )
            });
            let more = of_gaps.unwrap_or_else(|| text!("", ""));
            Text {
                en: format!("{} in {}: {states} states{}", kind.en, numerals.en, more.en),
                zh: format!("{}，{}：{states} 个状态{}", kind.zh, numerals.zh, more.zh),
            }
        }
        (None, Some(shown)) => shown.told.text(),
        (None, None) => {
            let mut reasons: Vec<Text> = Vec::new();
            for why in report.tried.iter().filter_map(|tried| match &tried.came {
                Err(why) => Some(why),
                Ok(found) => found.proof.as_ref().err(),
            }) {
                if !reasons.contains(why) {
                    reasons.push(why.clone());
                }
            }
            let said = |lang: Lang| {
                reasons
                    .iter()
                    .map(|why| why.get(lang))
                    .collect::<Vec<_>>()
                    .join("; ")
            };
            let (en, zh) = (said(Lang::En), said(Lang::Zh));
            return Text {
                en: format!("| {title} | {en} | none | |"),
                zh: format!("| {title} | {zh} | 无 | |"),
            };
        }
    };
    Text {
        en: format!("| {title} | {} | proved | {lines} |", said.en),
        zh: format!("| {title} | {} | 已证明 | {lines} |", said.zh),
    }
}

/// What stands above the rows.
static HEAD: std::sync::LazyLock<Text> = std::sync::LazyLock::new(|| {
    text!(
        "# The laws of the library\n\n\
         Made by `grundy law --gallery docs`: what is found while a person waits, proved from the rules alone, with a certificate that was checked. What \
         a law is, and what the other ways are, stands in [theorems/law.md](theorems/law.md). A game without a law here may have one that takes longer \
         to find; `grundy law GAME` looks further. Answers about games with a law are proved at any size.\n\n\
         | game | law, or why none was found | status | lines of the certificate |\n|---|---|---|---|",
        "# 库中游戏的规律\n\n\
         由 `grundy law --gallery docs` 生成：在一个人愿意等待的时间内找到、仅由规则证明、证书已核验的规律。何谓规律、还有哪些方法，见 \
         [theorems/law.zh-CN.md](theorems/law.zh-CN.md)。此处没有规律的游戏可能需要更长的时间；`grundy law 游戏` 会继续寻找。有规律的游戏，任意大小的回答都是已证明的。\n\n\
         | 游戏 | 规律，或未找到的原因 | 状态 | 证书行数 |\n|---|---|---|---|"
    )
});

/// What stands above the rows of games of files.
static EXAMPLES: std::sync::LazyLock<Text> = std::sync::LazyLock::new(|| {
    text!(
        "# Laws of more games\n\n\
         Made by `grundy law --gallery docs --file FILE… GAME…`: what is found for games of rule files, proved from the rules alone, with a certificate that was \
         checked; and what is known of each, as its file says. What a law is stands in [theorems/law.md](theorems/law.md); laws of the library in [laws.md](laws.md).\n\n\
         | game | law, or why none was found | status | lines of the certificate | what is known |\n|---|---|---|---|---|",
        "# 更多游戏的规律\n\n\
         由 `grundy law --gallery docs --file 文件… 游戏…` 生成：规则文件中的游戏所找到的规律，仅由规则证明，证书已核验；以及文件中所记的已知结果（英文）。\
         何谓规律见 [theorems/law.zh-CN.md](theorems/law.zh-CN.md)；库中游戏的规律见 [laws.zh-CN.md](laws.zh-CN.md)。\n\n\
         | 游戏 | 规律，或未找到的原因 | 状态 | 证书行数 | 已知结果 |\n|---|---|---|---|---|"
    )
});
