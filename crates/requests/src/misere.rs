//! `misere`: the analysis of a game under misère play. The mathematics is in the crate `misere`.

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use dashu_int::UBig;
use grundy::misere::{MisereQuery, MisereReport, MisereRow, certify, of_code, of_question};
use grundy::{Session, SolveError, heap};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::heap::natural;
use crate::options::parse_named;
use crate::question::QuestionRequest;

/// Default maximum number of elements of a quotient.
pub const ELEMENTS: usize = 5000;
/// Upper bound for the maximum number of elements of a quotient.
pub const MAX_ELEMENTS: usize = 20_000;
/// Maximum number of heaps of a request.
const MAX_HEAPS: u64 = 100_000;

/// The options of `misere`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MisereOptions {
    /// Maximum size of the heaps of a code.
    pub to: Option<u64>,
    /// Maximum number of elements of the quotient.
    pub elements: usize,
    /// Whether to return canonical forms as text.
    pub forms: bool,
    /// Whether to add heaps until the period of the pretending function is proved.
    pub period: bool,
    /// The size of the heap whose element is returned, if the query is a code. The heap may be of
    /// any size if a period is proved.
    #[serde(deserialize_with = "parse_at")]
    pub at: Option<UBig>,
    /// Whether to return the certificate.
    pub certificate: bool,
}

impl Default for MisereOptions {
    fn default() -> MisereOptions {
        MisereOptions {
            to: None,
            elements: ELEMENTS,
            forms: false,
            period: false,
            at: None,
            certificate: false,
        }
    }
}

fn parse_at<'de, D: Deserializer<'de>>(source: D) -> Result<Option<UBig>, D::Error> {
    parse_named("at", source, natural)
}

/// The reply to `misere`.
#[derive(Clone, Debug)]
pub struct MisereReply {
    /// The report of the analysis.
    pub report: MisereReport,
    /// The requested heap with its element; `None` if no heap was requested.
    pub at: Option<(UBig, u32)>,
    /// The text of the certificate; `None` if no certificate was requested.
    pub certificate: Option<String>,
}

pub(crate) fn misere(
    session: &mut Session,
    asked: &QuestionRequest<MisereOptions>,
    budget: &Budget<'_>,
) -> Result<MisereReply, SolveError> {
    let own = &asked.options.own;
    if !(1..=MAX_ELEMENTS).contains(&own.elements) {
        return Err(SolveError::Usage(text!(
            "elements: expected 1 to {MAX_ELEMENTS}",
            "elements：应为 1 到 {MAX_ELEMENTS}"
        )));
    }
    if own.to.is_some_and(|to| !(1..=MAX_HEAPS).contains(&to)) {
        return Err(SolveError::Usage(text!(
            "to: expected 1 to {MAX_HEAPS}",
            "to：应为 1 到 {MAX_HEAPS}"
        )));
    }
    let question = asked.text()?;
    let period = own.period || own.at.is_some();
    let wanted = MisereQuery {
        to: own.to,
        elements: own.elements,
        period,
        forms: own.forms,
        patient: asked.options.how.patient,
    };
    let report = match heap::read(question) {
        Ok(code) => of_code(&code, &wanted, budget)?,
        Err(no_code)
            if !question.contains('[') && question.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            return Err(no_code);
        }
        Err(_) if own.to.is_some() || period => {
            return Err(SolveError::Usage(text!(
                "`to`, `period` and `at` apply only to the heaps of a code such as 0.77; {question} is not a code",
                "`to`、`period` 与 `at` 只用于 0.77 之类代码的堆，而 {question} 不是代码"
            )));
        }
        Err(_) => of_question(session, question, &wanted, budget)?,
    };
    if period && report.period.is_none() && report.bounded.is_none() && own.at.is_none() {
        let (title, to) = (&report.title, report.rows.len());
        return Err(SolveError::Unsupported(text!(
            "{title}: no period is proved from the heaps up to {to}; use --to N to search further",
            "{title}：由至 {to} 的堆未能证明周期；可用 --to 继续寻找"
        )));
    }
    let at = match &own.at {
        Some(n) => Some((
            n.clone(),
            report
                .element_of_heap(n)
                .ok_or_else(|| not_known(&report, n))?,
        )),
        None => None,
    };
    let certificate = match own.certificate {
        true => Some(certify(session.world_mut(), &report, budget)?.0),
        false => None,
    };
    Ok(MisereReply {
        report,
        at,
        certificate,
    })
}

fn not_known(report: &MisereReport, n: &UBig) -> SolveError {
    let (title, to) = (&report.title, report.rows.len());
    SolveError::Unsupported(text!(
        "{title}: heaps are known only up to {to} and no period is proved, so a heap of {n} is unknown",
        "{title}：只知至 {to} 的堆，且周期未得证明，故 {n} 的堆未知"
    ))
}

impl MisereReply {
    pub(crate) fn json(&self, lang: Lang) -> Value {
        let (report, quotient) = (&self.report, self.report.quotient());
        let letters = report.letters();
        let product = |element: u32| report.product(&letters, quotient.word(element));
        let name = |generator: u32| report.rows[generator as usize].name.clone();
        let row = |row: &MisereRow| {
            json!({
                "name": row.name,
                "misere": row.genus.as_ref().map(|genus| genus.misere()),
                "genus": row.genus.as_ref().map(ToString::to_string),
                "kind": row.kind.map(|kind| kind.name()),
                "form": row.form,
                "element": row.element.map(product),
            })
        };
        let relations = quotient.relations().into_iter().map(|relation| {
            json!([
                report.product(&letters, &relation.word),
                report.product(&letters, &relation.least)
            ])
        });
        let mut object = json!({
            "game": report.title,
            "rows": report.rows.iter().map(row).collect::<Vec<_>>(),
            "quotient": {
                "order": quotient.order(),
                "letters": letters.iter().map(|(letter, generator)| json!([letter, name(*generator)])).collect::<Vec<_>>(),
                "relations": relations.collect::<Vec<_>>(),
                "lost": quotient.lost().map(product).collect::<Vec<_>>(),
                "growth": report.growing.grew().iter().map(|(generator, order)| json!([name(*generator), order])).collect::<Vec<_>>(),
                "pairs": report.growing.pairs().count(),
            },
            "period": report.period.map(|period| json!({ "preperiod": period.preperiod, "period": period.period })),
            "bounded": report.bounded.as_ref().map(|why: &Text| why.get(lang)),
        });
        if let Some((n, element)) = &self.at {
            let lost = quotient.is_lost(*element);
            object["at"] = json!({ "n": n.to_string(), "element": product(*element), "outcome": if lost { "P" } else { "N" } });
        }
        if let Some(certificate) = &self.certificate {
            object["certificate"] = json!(certificate);
        }
        object
    }
}
