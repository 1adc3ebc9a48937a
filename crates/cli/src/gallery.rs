//! `grundy law --gallery`: a page with the law of every library game, or the reason why none was
//! found.

use std::path::Path;

use base::budget::Budget;
use base::escaping::escape_line;
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use grundy::laws::{LawQuery, LawReport};
use requests::library::{LibraryEntry, LibraryReply, LibraryRequest};
use requests::{Reply, Request};
use rules::family::GameFamily;

use crate::args::CommonArgs;
use crate::files;
use crate::front_end::FrontEnd;
use crate::system::SystemHost;
use crate::write_file::write_whole;

/// Writes `laws.md` and `laws.zh-CN.md` into a folder. For games from files and for named games,
/// writes `laws-examples.md` with the results for each game.
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
            "--gallery accepts games only with --file",
            "--gallery 仅在有 --file 时接受游戏"
        )));
    }
    let mut partizan: Vec<String> = Vec::new();
    let mut games: Vec<(String, Option<String>)> = entries
        .into_iter()
        .filter_map(|entry| match entry {
            LibraryEntry::Game {
                game,
                file,
                note,
                begins,
                ..
            } => {
                if begins.families.contains(&GameFamily::Partizan) {
                    partizan.push(game.clone());
                }
                (!own || of_files.contains(&file)).then_some((game, note))
            }
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
        let query = LawQuery {
            soon: !own,
            names: false,
            ..LawQuery::default()
        };
        let found = if partizan.contains(game) {
            Err(SolveError::Unsupported(text!(
                "the players have different moves",
                "双方着法不同"
            )))
        } else {
            session.law(game, &query, budget)
        };
        let row = match found {
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

/// Escapes a text from a rule file for a Markdown cell, so that it cannot end the cell and contains
/// no HTML element or link.
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
                    "; {few} states if the automaton reads the gaps between the numbers",
                    "；若读各数间距则为 {few} 个"
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

/// Returns the text above the rows of the library games.
static HEAD: std::sync::LazyLock<Text> = std::sync::LazyLock::new(|| {
    text!(
        "# The laws of the library\n\n\
         This table lists the law of every game of the library, or the reason why no law was found.\n\
         A [law](theorems/law.md) is an automaton that gives the value or the outcome of every position.\n\
         Each law in the table was found in a short search and proved only from the rules; its certificate was checked.\n\
         If a game has a law, answers about it are proved at any size.\n\
         If the table contains no law of a game, a longer search may find one: `grundy law GAME`.\n\n\
         `grundy law --gallery docs` writes this page.\n\n\
         The most common reasons:\n\n\
         - *positions contain sets* (or words), *positions may repeat*: the method does not support such games.\n\
         - *the players have different moves*: the game has [values of another kind](partizan.md).\n\
         - *cannot be read as a clause*: the rules contain an expression that the method does not support.\n\
         - *a move leaves several components*: a law of outcomes is not sufficient, because only values decide a sum.\n\
         - *no sum of the numbers with fixed weights is known to decrease*: without such a sum there is no proof by induction.\n\
         - *cells that cannot be computed*, *abandoned: too much work*: the search stopped at a limit.\n\n\
         | game | law, or why none was found | status | lines of the certificate |\n\
         |---|---|---|---|",
        "# 库中游戏的规律\n\n\
         此表列出库中每个游戏的规律，或未找到规律的原因。\n\
         [规律](theorems/law.zh-CN.md)是给出每个局面的值或胜负的自动机。\n\
         这里的规律都由短时间的搜索找到，仅由规则证明，证书已核验。\n\
         有规律的游戏，任意大小的回答都是已证明的。\n\
         此处没有规律的游戏，可用 `grundy law 游戏` 作更长的搜索。\n\n\
         本页由 `grundy law --gallery docs` 生成。\n\n\
         常见的原因：\n\n\
         - “局面含有集合”（或词）、“局面可能重复”：此类游戏在方法之外。\n\
         - “双方着法不同”：游戏有[另一种值](partizan.zh-CN.md)。\n\
         - “不能读作子句”：规则中有该方法不支持的表达式。\n\
         - “着法留下多个部分”：只有胜负的规律不够，因为和需要值。\n\
         - “未知第 1 条着法使各数的某个固定加权和下降”：没有这样的和，就不能归纳证明。\n\
         - “需要的格子超出可计算的范围”、“放弃：工作量过大”：搜索到达限度而停止。\n\n\
         | 游戏 | 规律，或未找到的原因 | 状态 | 证书行数 |\n\
         |---|---|---|---|"
    )
});

/// Returns the text above the rows of games from files.
static EXAMPLES: std::sync::LazyLock<Text> = std::sync::LazyLock::new(|| {
    text!(
        "# Laws of more games\n\n\
         This table lists the laws of games in rule files outside the library.\n\
         A [law](theorems/law.md) is an automaton that gives the value or the outcome of every position.\n\
         Each law was proved only from the rules, and its certificate was checked.\n\
         The last column is the note of the rule file: known results and their sources.\n\
         The laws of the library, and the most common reasons why no law was found, are in [laws.md](laws.md).\n\n\
         `grundy law --gallery docs --file FILE… GAME…` writes this page.\n\n\
         | game | law, or why none was found | status | lines of the certificate | what is known |\n\
         |---|---|---|---|---|",
        "# 更多游戏的规律\n\n\
         此表列出库外规则文件中游戏的规律。\n\
         [规律](theorems/law.zh-CN.md)是给出每个局面的值或胜负的自动机。\n\
         这些规律仅由规则证明，证书已核验。\n\
         最后一列是规则文件的注（英文）：已知的结果及其来源。\n\
         库中游戏的规律，以及没有规律的常见原因，见 [laws.zh-CN.md](laws.zh-CN.md)。\n\n\
         本页由 `grundy law --gallery docs --file 文件… 游戏…` 生成。\n\n\
         | 游戏 | 规律，或未找到的原因 | 状态 | 证书行数 | 已知结果 |\n\
         |---|---|---|---|---|"
    )
});
