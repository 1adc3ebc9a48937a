//! Games under misère play. The module computes the misère value, the genus and the canonical form
//! of heaps of a code, or of every position reachable from a question. The module also computes the
//! misère quotient with its proof. If a result grows beyond a bound, the results computed so far
//! are reported.

use base::budget::{Budget, StopReason};
use base::impl_error;
use base::text;
use base::text::Text;
use certificate::{
    Certificate, CertificateClaim, CertificateError as Denied, CertificateProof, CertificateReport,
    PositionsProof, QuotientClaim, QuotientProof, check, write,
};
use dashu_int::UBig;
use heap::code::HeapCode;
use misere::QuotientError;
use misere::forms::{FormId, MisereForms};
use misere::generators::{GeneratorWord, Generators};
use misere::genus::{Genus, Tameness};
use misere::heaps;
use misere::period::{MoveReach, QuotientPeriod, find};
use misere::quotient::Quotient;
use misere::quotient_builder::QuotientBuilder;
use rules::game::SumKind;
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::SolveError;
use crate::generators::{GeneratorError, PositionGenerators};
use crate::turns::{self, QuestionScope};
use crate::without_points::refuse_points;
use crate::{question, session::Session};

/// Maximum number of budget polls for the canonical forms, a thousand steps each; the forms can
/// grow without bound.
const MAX_FORM_POLLS: u32 = 3000;

/// Maximum number of budget polls of the search for a quotient unless [`MisereQuery::patient`] is
/// set; one poll is a thousand steps.
const MAX_QUOTIENT_POLLS: u32 = 4_000;

/// Number of heaps of a code if the question does not give this number.
const DEFAULT_HEAPS: u64 = 24;

/// Maximum number of heaps searched for a period if the question gives no bound.
const MAX_PERIOD_HEAPS: u64 = 2000;

/// A query about misère play.
#[derive(Clone, Debug, PartialEq)]
pub struct MisereQuery {
    /// The size of the largest heap, if the query is about a code.
    pub to: Option<u64>,
    /// Maximum number of elements of a quotient.
    pub elements: usize,
    /// Whether heaps are added until a period is proved.
    pub period: bool,
    /// Whether canonical forms are reported as text.
    pub forms: bool,
    /// Whether only the budget limits the search for the quotient, without a bound on its polls.
    pub patient: bool,
}

/// A heap or a position.
#[derive(Clone, Debug)]
pub struct MisereRow {
    /// The number n of tokens of a heap, or the position.
    pub name: String,
    /// The genus, with the misère value; `None` if the computation of forms was abandoned.
    pub genus: Option<Genus>,
    /// The classification of the genus: tame, restive or wild.
    pub kind: Option<Tameness>,
    /// The canonical form as text, if it was requested.
    pub form: Option<String>,
    /// The element of the quotient for the heap or position; `None` if the search for the quotient
    /// ended before this row.
    pub element: Option<u32>,
}

/// The subject of a report.
#[derive(Clone, Debug)]
pub enum MisereSubject {
    /// The heaps of a code.
    Heaps(HeapCode),
    /// All positions that play can reach from a sum.
    Positions {
        /// The sum.
        sum: SumPosition,
        /// The components that play can reach from the sum, with the rows that contain their
        /// elements. Each component is listed after the components that result from its moves.
        reached: Vec<(Component, u32)>,
    },
}

/// A report about misère play.
#[derive(Clone, Debug)]
pub struct MisereReport {
    /// The code, or the position.
    pub title: String,
    /// The subject.
    pub about: MisereSubject,
    /// The rows of the report; the row of a position is listed after the rows of its options.
    pub rows: Vec<MisereRow>,
    /// The quotient of all rows, with its proof.
    pub growing: QuotientBuilder,
    /// The period of the pretending function, proved for every heap.
    pub period: Option<QuotientPeriod>,
    /// The reason why the report has fewer rows than requested, if rows are missing.
    pub bounded: Option<Text>,
}

impl MisereReport {
    /// Returns the quotient.
    pub fn quotient(&self) -> &Quotient {
        self.growing.quotient()
    }

    /// Returns the generators that have letters, in increasing order. All elements are products of
    /// these generators.
    pub fn letters(&self) -> Vec<(String, u32)> {
        let letter = |at: usize| {
            let (round, letter) = (at / 26, (b'a' + (at % 26) as u8) as char);
            if round == 0 {
                letter.to_string()
            } else {
                format!("{letter}{round}")
            }
        };
        self.quotient()
            .essential()
            .into_iter()
            .enumerate()
            .map(|(at, generator)| (letter(at), generator))
            .collect()
    }

    /// Formats a sum of generators that have letters as a product: `a^2 b`, or `1`.
    pub fn product(&self, letters: &[(String, u32)], word: &[u32]) -> String {
        let powers = letters.iter().filter_map(|(letter, generator)| {
            match word.iter().filter(|other| *other == generator).count() {
                0 => None,
                1 => Some(letter.clone()),
                power => Some(format!("{letter}^{power}")),
            }
        });
        if word.is_empty() {
            "1".to_owned()
        } else {
            powers.collect::<Vec<_>>().join(" ")
        }
    }

    /// Returns the element of a heap of n tokens. If a period is proved, n may be any number.
    pub fn element_of_heap(&self, n: &UBig) -> Option<u32> {
        if *n == UBig::ZERO {
            return Some(0);
        }
        let known = u64::try_from(n.clone())
            .ok()
            .filter(|&n| n <= self.rows.len() as u64);
        let n = match (known, self.period) {
            (Some(n), _) => n,
            (None, Some(QuotientPeriod { preperiod, period })) => {
                let rest = (n - UBig::from(preperiod)) % UBig::from(period);
                preperiod + u64::try_from(rest).ok()?
            }
            (None, None) => return None,
        };
        self.rows[n as usize - 1].element
    }
}

/// Computes the report for the heaps of a code.
///
/// # Errors
/// Returns [`SolveError`] if the user stops the computation, or if a period was requested and the
/// code has no last digit.
pub fn of_code(
    code: &HeapCode,
    wanted: &MisereQuery,
    budget: &Budget<'_>,
) -> Result<MisereReport, SolveError> {
    let reach = MoveReach::from_code(code);
    if wanted.period && reach.is_none() {
        return Err(SolveError::Unsupported(text!(
            "cannot prove a period for {code}: the code has no last digit",
            "无法证明 {code} 的周期：该代码没有末位"
        )));
    }
    let to = wanted.to.unwrap_or(if wanted.period {
        MAX_PERIOD_HEAPS
    } else {
        DEFAULT_HEAPS
    });
    // Forms do not need the quotient, so they are computed first, in case the search for the
    // quotient is stopped.
    let (mut canonical, mut first) = (CanonicalForms::default(), Generators::new());
    for n in 1..=to.min(DEFAULT_HEAPS) {
        first.push(heaps::options(code, n, budget)?);
    }
    canonical.extend(&first, budget)?;
    let mut growing = QuotientBuilder::new(wanted.elements);
    let ended = quotient(wanted, budget, |budget| {
        for n in 1..=to {
            growing.push(
                heaps::options(code, n, budget).map_err(QuotientError::Stop)?,
                budget,
            )?;
            budget.report(n, wanted.to);
            // The search for a period costs n², so it does not run at every heap.
            if wanted.period
                && wanted.to.is_none()
                && (n < 64 && n.is_multiple_of(4) || n.is_multiple_of(n.ilog2() as u64 * 2))
            {
                let found = reach.and_then(|reach| find(&images(&growing), reach));
                if found.is_some() {
                    break;
                }
            }
        }
        Ok(())
    });
    canonical.extend(growing.generators(), budget)?;
    let period = reach.and_then(|reach| find(&images(&growing), reach));
    let rows = if ended.is_err() {
        growing.generators().len().max(first.len())
    } else {
        growing.generators().len()
    };
    let names = (1..=rows).map(|n| n.to_string()).collect();
    let bounded = ended
        .err()
        .map(|ended| bounded(ended, &growing, &text!("heaps", "堆")))
        .transpose()?;
    let report = MisereReport {
        title: code.to_string(),
        about: MisereSubject::Heaps(code.clone()),
        rows: Vec::new(),
        growing,
        period,
        bounded,
    };
    with_rows(report, names, canonical, wanted, budget)
}

/// Computes the report for every position that a question reaches.
///
/// # Errors
/// Returns [`SolveError`] if the question has no position, its games are not supported, or the user
/// stops the computation.
pub fn of_question(
    session: &mut Session,
    asked: &str,
    wanted: &MisereQuery,
    budget: &Budget<'_>,
) -> Result<MisereReport, SolveError> {
    let position = question::position(session.world_mut(), asked, budget)?;
    turns::refuse(
        &session.world,
        QuestionScope::Position(&position.components),
        SumKind::One,
        budget,
    )?;
    refuse_points(&session.world, &position.games)?;
    let sum = position.sum(&session.world);
    let world = &session.world;
    let (mut positions, mut generators) = (PositionGenerators::default(), Generators::new());
    let mut take = |options: Vec<GeneratorWord>| {
        generators.push(options);
        Ok(())
    };
    let mut ended = None;
    for component in &sum.0 {
        match positions.reach(world, component, &mut take, budget) {
            Ok(()) => {}
            Err(GeneratorError::Unfit(why)) => return Err(SolveError::Unsupported(why)),
            Err(GeneratorError::Quotient(error)) => ended = Some(error.into()),
            Err(GeneratorError::Stopped(stop)) => ended = Some(QuotientError::Stop(stop).into()),
        }
        if ended.is_some() {
            break;
        }
    }
    // Forms do not need the quotient, so they are computed first, in case the search for the
    // quotient is stopped.
    let mut canonical = CanonicalForms::default();
    canonical.extend(&generators, budget)?;
    let mut growing = QuotientBuilder::new(wanted.elements);
    let found = quotient(wanted, budget, |budget| {
        (0..generators.len() as u32).try_for_each(|generator| {
            budget.report(generator.into(), Some(generators.len() as u64));
            growing.push(generators.options(generator).to_vec(), budget)
        })
    });
    let names = positions.names(world);
    let bounded = ended
        .or(found.err())
        .map(|ended| bounded(ended, &growing, &text!("positions", "局面")))
        .transpose()?;
    let (title, reached) = (sum.show(world), positions.in_order());
    let report = MisereReport {
        title,
        about: MisereSubject::Positions { sum, reached },
        rows: Vec::new(),
        growing,
        period: None,
        bounded,
    };
    with_rows(report, names, canonical, wanted, budget)
}

fn images(growing: &QuotientBuilder) -> Vec<u32> {
    (0..growing.generators().len() as u32)
        .map(|generator| growing.quotient().image(generator))
        .collect()
}

/// The reason why the search for a quotient ended early.
#[derive(Debug)]
enum QuotientSearchError {
    /// The quotient is too large, no guess was proved, or the budget ran out.
    Quotient(QuotientError),
    /// The search took [`MAX_QUOTIENT_POLLS`] polls.
    Long,
}

impl QuotientSearchError {
    fn text(&self) -> Text {
        match self {
            QuotientSearchError::Quotient(QuotientError::Stop(stop)) => stop.text(),
            QuotientSearchError::Quotient(QuotientError::Elements(most)) => text!(
                "more than {most} elements (--elements)",
                "多于 {most} 个元素（--elements）"
            ),
            QuotientSearchError::Quotient(QuotientError::Unproved) => {
                text!("no guess could be proved", "没有猜测得到证明")
            }
            QuotientSearchError::Long => text!(
                "the search reached its default limit; --time SECONDS searches longer",
                "搜索已达默认限度；用 --time 秒数 可继续寻找"
            ),
        }
    }
}

impl_error!(QuotientSearchError);

impl From<QuotientError> for QuotientSearchError {
    fn from(error: QuotientError) -> QuotientSearchError {
        QuotientSearchError::Quotient(error)
    }
}

/// Runs the search for a quotient, bounded by [`MAX_QUOTIENT_POLLS`] unless the caller is patient.
fn quotient(
    wanted: &MisereQuery,
    budget: &Budget<'_>,
    search: impl FnOnce(&Budget<'_>) -> Result<(), QuotientError>,
) -> Result<(), QuotientSearchError> {
    let (found, is_long) = if wanted.patient {
        (search(budget), false)
    } else {
        budget.limited(MAX_QUOTIENT_POLLS, search)
    };
    match found {
        Err(QuotientError::Stop(_)) if is_long => Err(QuotientSearchError::Long),
        found => Ok(found?),
    }
}

/// Returns a description of how far the quotient was computed. Returns an error if the user
/// cancelled.
fn bounded(
    ended: QuotientSearchError,
    growing: &QuotientBuilder,
    what: &Text,
) -> Result<Text, SolveError> {
    let (to, order) = (growing.generators().len(), growing.quotient().order());
    if let QuotientSearchError::Quotient(QuotientError::Stop(StopReason::Cancelled)) = ended {
        return Err(SolveError::Stopped(StopReason::Cancelled));
    }
    let why = ended.text();
    let (what_en, what_zh, why_en, why_zh) = (&what.en, &what.zh, &why.en, &why.zh);
    Ok(text!(
        "bounded: the quotient of the {what_en} up to {to} has order {order} and still grows: {why_en}",
        "有界：{what_zh}至 {to}，阶为 {order}，仍在增长：{why_zh}"
    ))
}

/// Returns the text of the certificate of a quotient and the checker's report, after the checker
/// accepted the certificate. The quotient is of the heaps of a code, or of all positions that play
/// can reach from a sum.
///
/// # Errors
/// Returns [`SolveError`] if the game is not given by digits or by rules, the positions are not all
/// known, or the budget runs out.
pub fn certify(
    world: &World,
    report: &MisereReport,
    budget: &Budget<'_>,
) -> Result<(String, CertificateReport), SolveError> {
    let certificate = match &report.about {
        MisereSubject::Heaps(code) => of_heaps(report, code)?,
        MisereSubject::Positions { sum, reached } => of_positions(report, sum, reached)?,
    };
    let denied = |denied: Denied| match denied {
        Denied::Stopped(stop) => SolveError::Stopped(stop),
        Denied::NoSource { .. } | Denied::CanEnd { .. } | Denied::Entails { .. } => {
            SolveError::Unsupported(denied.text())
        }
        denied => {
            let why = denied.text();
            SolveError::Bug(text!(
                "the checker rejects this quotient: {why}",
                "核验程序拒绝了该反常商：{why}"
            ))
        }
    };
    let text = write(world, &certificate).map_err(denied)?;
    Ok((text, check(world, &certificate, budget).map_err(denied)?))
}

fn of_heaps(report: &MisereReport, code: &HeapCode) -> Result<Certificate, SolveError> {
    let Some(digits) = code.digits() else {
        let title = &report.title;
        return Err(SolveError::Unsupported(text!(
            "cannot write a certificate for {title}: a quotient has one only if it belongs to a code with digits, such as 0.77, or to a position of rules",
            "无法为 {title} 生成证书：只有由数字给出的代码（如 0.77）或规则的局面，其反常商才有证书"
        )));
    };
    let (order, heaps) = (
        report.quotient().order() as u64,
        report.growing.generators().len() as u64,
    );
    let period = report
        .period
        .map(|period| (period.preperiod, period.period));
    let claim = QuotientClaim {
        code: digits.to_string(),
        heaps,
        order,
        period,
    };
    let (lost, table) = lists(report.quotient());
    let proof = QuotientProof {
        lost,
        images: report
            .rows
            .iter()
            .map_while(|row| row.element.map(u64::from))
            .collect(),
        table,
    };
    Ok(Certificate {
        claim: CertificateClaim::Quotient(claim),
        proof: CertificateProof::Quotient(proof),
    })
}

fn of_positions(
    report: &MisereReport,
    sum: &SumPosition,
    reached: &[(Component, u32)],
) -> Result<Certificate, SolveError> {
    if let Some(bounded) = &report.bounded {
        return Err(SolveError::Unsupported(text!(
            "cannot write a certificate: it must cover all reachable positions, but not all of them are known: {bounded}",
            "无法生成证书：证书须包含全部可及局面，而此处尚未全部求得：{bounded}"
        )));
    }
    let (lost, table) = lists(report.quotient());
    let images = reached
        .iter()
        .map(|(component, row)| (component.clone(), report.quotient().image(*row).into()))
        .collect();
    let claim = CertificateClaim::PositionsQuotient {
        sum: sum.clone(),
        order: report.quotient().order() as u64,
    };
    Ok(Certificate {
        claim,
        proof: CertificateProof::PositionsQuotient(PositionsProof {
            lost,
            images,
            table,
        }),
    })
}

/// Returns the lost elements of the quotient, and the products of its elements row by row.
fn lists(quotient: &Quotient) -> (Vec<u64>, Vec<u64>) {
    let table = (0..quotient.order() as u32)
        .flat_map(|element| quotient.row(element))
        .map(|&product| product.into());
    (quotient.lost().map(u64::from).collect(), table.collect())
}

/// Canonical forms of the first generators; [`MAX_FORM_POLLS`] bounds the number of forms.
#[derive(Default)]
struct CanonicalForms {
    forms: MisereForms,
    of: Vec<FormId>,
    is_over: bool,
}

impl CanonicalForms {
    /// Computes the missing forms. If the budget runs out, the remaining generators have no form.
    ///
    /// # Errors
    /// Returns [`SolveError::Stopped`] if the user cancels.
    fn extend(&mut self, generators: &Generators, budget: &Budget<'_>) -> Result<(), SolveError> {
        let CanonicalForms { forms, of, is_over } = self;
        if *is_over {
            return Ok(());
        }
        let (found, cut) = budget.limited(MAX_FORM_POLLS, |budget| {
            for generator in of.len() as u32..generators.len() as u32 {
                let form = forms.of_generator(generators.options(generator), of, budget)?;
                of.push(form);
            }
            Ok(())
        });
        *is_over = found.is_err();
        match found {
            Err(StopReason::Cancelled) if !cut => Err(SolveError::Stopped(StopReason::Cancelled)),
            _ => Ok(()),
        }
    }
}

/// Adds the rows to a report. A row has a genus if the form is known, and an element if the
/// quotient contains it.
fn with_rows(
    mut report: MisereReport,
    names: Vec<String>,
    canonical: CanonicalForms,
    wanted: &MisereQuery,
    budget: &Budget<'_>,
) -> Result<MisereReport, SolveError> {
    /// Maximum number of characters of a form; forms can grow without bound.
    const MAX_FORM_CHARS: usize = 100_000;
    let CanonicalForms { forms, of, .. } = canonical;
    for (at, name) in names.into_iter().enumerate() {
        budget.make_room(&mut report.rows, 1, 0)?;
        let form = of.get(at).copied();
        report.rows.push(MisereRow {
            name,
            genus: form.map(|form| forms.genus(form).clone()),
            kind: form.map(|form| forms.kind(form)),
            form: form
                .filter(|_| wanted.forms)
                .map(|form| forms.show(form, MAX_FORM_CHARS)),
            element: (at < report.growing.generators().len())
                .then(|| report.growing.quotient().image(at as u32)),
        });
    }
    Ok(report)
}
