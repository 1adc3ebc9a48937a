//! `grundy check`, `grundy prove` and `grundy verify`: rule files, certificates and saved tables.

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

use base::budget::Budget;
use base::diagnostic::render_all;
use base::text;
use base::text::Text;
use grundy::SolveError;
use grundy::check::{CheckReport, Finding};
use grundy::status::AnswerStatus;
use requests::check::{CheckRequest, CheckRequestOptions};
use requests::open::RequestFile;
use requests::verify::{VerifyReply, VerifyRequest};
use requests::{Reply, Request};

use crate::args::CommonArgs;
use crate::exit_code::{FAILED, UNSUPPORTED};
use crate::front_end::{FrontEnd, is_final};
use crate::output::print;
use crate::system::{SystemHost, answer};
use crate::{exit, files, table_file};

/// Checks rule files, certificates and saved tables. Returns the highest exit code.
pub fn check(
    face: &FrontEnd<'_>,
    paths: &[PathBuf],
    claims: &CheckRequestOptions,
    options: &CommonArgs,
    budget: &Budget<'_>,
) -> u8 {
    // Without a number of positions to test, claims are only proved, not tested.
    let only_proves = claims.positions.is_none();
    let mut worst = 0;
    let (mut held, mut failed, mut refused, mut open) = (0, 0, 0, 0);
    let is_certificate = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cert");
    let is_evidence = |path: &PathBuf| is_certificate(path) || table_file::is_table(path);
    let verify_evidence = |path: &PathBuf| {
        if is_certificate(path) {
            verify(face, path, budget)
        } else {
            compare(face, path, options, budget)
        }
    };
    if paths.iter().all(is_evidence) {
        for path in paths {
            exit::begin_question();
            worst = worst.max(verify_evidence(path));
        }
        return worst;
    }
    for (number, path) in paths.iter().enumerate() {
        exit::begin_question();
        if is_evidence(path) {
            let code = verify_evidence(path);
            failed += usize::from(code == FAILED);
            held += usize::from(code == 0);
            worst = worst.max(code);
            continue;
        }
        let checked = files::desk(options, face, budget).and_then(|mut desk| {
            let options = requests::RequestOptions {
                how: files::how(options, face, budget)?,
                own: claims.clone(),
            };
            let asked = CheckRequest {
                file: Some(files::read_named(path, budget)?),
                options,
            };
            match desk.answer(&Request::Check(asked), budget, &SystemHost::new())? {
                Reply::Checked(list) => Ok(list),
                _ => Ok(Vec::new()),
            }
        });
        let checked = match checked {
            Ok(checked) => checked,
            Err(error) => {
                worst = worst.max(face.report_error(&error, None));
                if is_final(&error) {
                    refused += paths.len() - number;
                    break;
                }
                refused += 1;
                continue;
            }
        };
        for checked in &checked {
            let RequestFile { name, text: source } = &checked.file;
            let CheckReport { findings, warnings } = &checked.report;
            let findings: Vec<&Finding> = findings
                .iter()
                .filter(|found| !only_proves || found.kind == "claim")
                .collect();
            if face.args.json {
                print(&format!("{}\n", checked.json(face.lang)));
            } else {
                if !warnings.is_empty() {
                    let _ = writeln!(
                        stderr(),
                        "{}",
                        render_all(warnings, name, source, face.lang, face.color)
                    );
                }
                for &finding in &findings {
                    print(&finding_text(face, name, source, finding));
                }
            }
            held += findings
                .iter()
                .filter(|f| f.verdict.is_ok() && f.unproved.is_none())
                .count();
            failed += findings.iter().filter(|f| f.verdict.is_err()).count();
            open += findings.iter().filter(|f| f.unproved.is_some()).count();
        }
    }
    if !face.args.json {
        let files = paths.len();
        let mut end = text!(
            "{held} hold, {failed} fail",
            "{held} 条成立，{failed} 条不成立"
        );
        if files > 1 {
            end = text!(
                "{files} files: {held} hold, {failed} fail",
                "{files} 个文件：{held} 条成立，{failed} 条不成立"
            );
        }
        if open > 0 {
            end.en += &format!(", {open} not proved");
            end.zh += &format!("，{open} 条未证明");
        }
        if refused > 0 {
            end.en += &format!("; {refused} of the files not checked");
            end.zh += &format!("；其中 {refused} 个文件未能检查");
        }
        print(&format!("{}\n", end.get(face.lang)));
    }
    match (failed, open) {
        (1.., _) => worst.max(FAILED),
        (0, 1..) if only_proves => worst.max(UNSUPPORTED),
        _ => worst,
    }
}

fn finding_text(face: &FrontEnd<'_>, file: &str, source: &str, finding: &Finding) -> String {
    let Finding {
        game,
        kind,
        span,
        verdict,
        unproved,
    } = finding;
    let line = source[..span.range().start].matches('\n').count() + 1;
    match verdict {
        Ok(status) => {
            let status = match (kind, status) {
                (&"claim", AnswerStatus::Proved) => {
                    text!("proved for all positions", "对所有局面已证明")
                }
                _ => status.text(),
            };
            let why = unproved.as_ref().map(|Text { en, zh }| {
                text!("; the method does not apply: {en}", "；不适用该方法：{zh}")
            });
            let why = why.as_ref().map_or("", |why| why.get(face.lang));
            format!(
                "{file}:{line}: {game}: {kind}: {}{why}\n",
                status.get(face.lang)
            )
        }
        Err(why) => format!(
            "{file}:{line}: {game}: {kind}\n{}\n",
            why.render(file, source, face.lang, false)
        ),
    }
}

/// Checks a certificate. Returns the exit code.
pub fn verify(face: &FrontEnd<'_>, path: &Path, budget: &Budget<'_>) -> u8 {
    let patient = face.args.time.is_some();
    let asked = files::read(path, budget).map(|text| VerifyRequest {
        text,
        patient,
        ..VerifyRequest::default()
    });
    verdict(
        face,
        asked.and_then(|asked| answer(&Request::Verify(asked), budget)),
    )
}

/// Compares a saved table with the rules.
fn compare(face: &FrontEnd<'_>, path: &Path, options: &CommonArgs, budget: &Budget<'_>) -> u8 {
    let compared = files::desk(options, face, budget)
        .and_then(|mut desk| table_file::compare(&mut desk, path, budget));
    verdict(face, compared.map(Reply::Verified))
}

/// Prints the result of checking a certificate or a table, and returns the exit code.
fn verdict(face: &FrontEnd<'_>, verified: Result<Reply, SolveError>) -> u8 {
    match verified {
        Err(error) => face.report_error(&error, None),
        Ok(reply) => {
            face.print(&reply, &|| face.words(&reply));
            if matches!(reply, Reply::Verified(VerifyReply::Refused(_))) {
                FAILED
            } else {
                0
            }
        }
    }
}
