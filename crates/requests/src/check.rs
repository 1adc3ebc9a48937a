//! `check`: runs every expectation of rule files and searches for counterexamples to every claim.

use base::budget::Budget;
use base::text::Lang;
use grundy::check::{CLAIM_POSITIONS, CheckOptions, CheckReport};
use grundy::{Session, SolveError};
use rules::printer::print_file;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::{diagnostic, line, list, status};
use crate::open::RequestFile;
use crate::options::RequestOptions;

/// The request `check`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckRequest {
    /// A rule file; `None` for all opened files.
    pub file: Option<RequestFile>,
    /// The common options and the options of the command.
    pub options: RequestOptions<CheckRequestOptions>,
}

/// The options of `check`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckRequestOptions {
    /// Number of positions on which claims are tested; `None` for the default.
    pub positions: Option<usize>,
    /// Whether to prove or refute claims for all positions.
    pub prove: bool,
    /// A parameter of games in `file`. The claims are checked for all values of the parameter at
    /// once: the parameter becomes a slot (a number of the position). The report is about the file
    /// in which the parameter of these games is a slot.
    pub for_all: Option<String>,
}

/// The report on one file.
#[derive(Clone, Debug)]
pub struct FileCheckReply {
    /// The file.
    pub file: RequestFile,
    /// The findings.
    pub report: CheckReport,
}

/// Checks a file in addition to the opened files. The games of the file are added to the session.
pub(crate) fn check_file(
    session: &mut Session,
    file: &RequestFile,
    claims: &CheckRequestOptions,
    budget: &Budget<'_>,
) -> Result<FileCheckReply, SolveError> {
    let games = session.load_rules(&file.name, &file.text)?;
    let Some(parameter) = &claims.for_all else {
        return check_loaded(session, file, &games, claims, budget);
    };
    let (mut every, mut refused) = (Vec::new(), None);
    for game in &games {
        match session.for_every(game, parameter) {
            Ok(decl) => every.push(decl),
            Err(error) => drop(refused.get_or_insert(error)),
        }
    }
    if let (true, Some(error)) = (every.is_empty(), refused) {
        return Err(error);
    }
    let text = print_file(&rules::ast::RuleFile {
        games: every,
        trailing: Vec::new(),
    });
    let file = RequestFile {
        name: format!("{} ({parameter})", file.name),
        text,
    };
    let games = session.load_rules(&file.name, &file.text)?;
    check_loaded(session, &file, &games, claims, budget)
}

/// Checks a file whose games are already in the session.
pub(crate) fn check_loaded(
    session: &mut Session,
    file: &RequestFile,
    games: &[String],
    claims: &CheckRequestOptions,
    budget: &Budget<'_>,
) -> Result<FileCheckReply, SolveError> {
    let report = session.check(
        games,
        CheckOptions {
            positions: claims.positions.unwrap_or(CLAIM_POSITIONS),
            prove: claims.prove,
        },
        budget,
    )?;
    Ok(FileCheckReply {
        file: file.clone(),
        report,
    })
}

impl FileCheckReply {
    /// Returns the report as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let FileCheckReply {
            file: RequestFile { name, text: source },
            report,
        } = self;
        let findings = list(report.findings.iter().map(|f| {
            let mut object = match &f.verdict {
                Ok(found) => json!({ "holds": true, "status": status(*found) }),
                Err(why) => json!({ "holds": false, "why": diagnostic(why, name, source, lang) }),
            };
            object["game"] = json!(f.game);
            object["kind"] = json!(f.kind);
            object["line"] = json!(line(f.span, source));
            if let Some(why) = &f.unproved {
                object["unproved"] = json!(why.get(lang));
            }
            object
        }));
        let warnings: Vec<Value> = report
            .warnings
            .iter()
            .map(|w| diagnostic(w, name, source, lang))
            .collect();
        json!({ "file": name, "passes": report.passes(), "findings": findings, "warnings": warnings })
    }
}
