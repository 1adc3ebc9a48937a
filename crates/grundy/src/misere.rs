//! What is known of a game under misère play: for the heaps of a code, or for every position that a question reaches, the misère value,
//! the genus, the canonical form, and the misère quotient with its proof. What grows beyond a bound is told as far as it came.

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use certificate::{Certificate, Checked, Claim, PositionsProof, Proof, QuotientClaim, QuotientProof, Refused as Denied, check, write};
use dashu_int::UBig;
use heap::code::Code;
use misere::Halt;
use misere::forms::{Form, Forms};
use misere::generators::Word;
use misere::genus::{Genus, Kind};
use misere::growing::Growing;
use misere::heaps;
use misere::period::{Period, Reach, find};
use misere::quotient::Quotient;
use rules::play::{Component, Sum};
use rules::world::World;

use crate::error::Error;
use crate::generators::{Positions, Refused};
use crate::{question, session::Session};

/// How many looks at the clock the canonical forms may take, a thousand steps each: they can grow beyond all bounds.
const LOOKS_FOR_FORMS: u32 = 3000;

/// A period that nobody bounds is looked for among this many heaps.
const FARTHEST_PERIOD: u64 = 2000;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// Heaps up to this n, of a code.
    pub to: Option<u64>,
    /// The most elements of a quotient.
    pub elements: usize,
    /// Heaps are added until a period is proved.
    pub period: bool,
    /// Forms in words.
    pub forms: bool,
}

/// A heap or a position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The n of a heap, or the position.
    pub name: String,
    /// The genus, with the misère value; `None` where the forms were given up.
    pub genus: Option<Genus>,
    /// Tame, restive or wild.
    pub kind: Option<Kind>,
    /// The canonical form in words, if it was asked for.
    pub form: Option<String>,
    /// Its element of the quotient.
    pub element: u32,
}

/// What a report is about.
#[derive(Clone, Debug)]
pub enum About {
    /// The heaps of a code.
    Heaps(Code),
    /// All positions that a sum reaches.
    Positions {
        /// The sum.
        sum: Sum,
        /// The components that it reaches, each after those that its moves leave, with the rows that have their elements.
        reached: Vec<(Component, u32)>,
    },
}

/// What is known.
#[derive(Clone, Debug)]
pub struct Report {
    /// The code, or the position.
    pub title: String,
    /// What was asked.
    pub about: About,
    /// The rows, each after those that its moves leave.
    pub rows: Vec<Row>,
    /// The quotient of all rows, with its proof.
    pub growing: Growing,
    /// The period of the pretending function, proved for every heap.
    pub period: Option<Period>,
    /// Why there are no more rows, where more were asked for.
    pub bounded: Option<Text>,
}

impl Report {
    /// The quotient.
    pub fn quotient(&self) -> &Quotient {
        self.growing.quotient()
    }

    /// The generators that have letters, in their order: all elements are products of them.
    pub fn letters(&self) -> Vec<(String, u32)> {
        let letter = |at: usize| {
            let (round, letter) = (at / 26, (b'a' + (at % 26) as u8) as char);
            if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
        };
        self.quotient().essential().into_iter().enumerate().map(|(at, generator)| (letter(at), generator)).collect()
    }

    /// A sum of generators that have letters, as a product: `a^2 b`, or `1`.
    pub fn product(&self, letters: &[(String, u32)], word: &[u32]) -> String {
        let powers = letters.iter().filter_map(|(letter, generator)| match word.iter().filter(|other| *other == generator).count() {
            0 => None,
            1 => Some(letter.clone()),
            power => Some(format!("{letter}^{power}")),
        });
        if word.is_empty() { "1".to_owned() } else { powers.collect::<Vec<_>>().join(" ") }
    }

    /// The element of a heap of n tokens, for any n if a period is proved.
    pub fn element_of_heap(&self, n: &UBig) -> Option<u32> {
        if *n == UBig::ZERO {
            return Some(0);
        }
        let known = u64::try_from(n.clone()).ok().filter(|&n| n <= self.rows.len() as u64);
        let n = match (known, self.period) {
            (Some(n), _) => n,
            (None, Some(Period { preperiod, period })) => {
                let rest = (n - UBig::from(preperiod)) % UBig::from(period);
                preperiod + u64::try_from(rest).ok()?
            }
            (None, None) => return None,
        };
        Some(self.rows[n as usize - 1].element)
    }
}

/// What is known of the heaps of a code.
///
/// # Errors
/// Where the user stops it, or a period was asked for and the code is not of the kind.
pub fn of_code(code: &Code, wanted: &Wanted, budget: &Budget<'_>) -> Result<Report, Error> {
    const SHOWN: u64 = 24;
    let reach = Reach::of(code);
    if wanted.period && reach.is_none() {
        return Err(Error::Unsupported(text!(
            "{code}: a period is proved of codes with a last digit, and this is none",
            "{code}：只能证明末位有限的代码的周期，此代码不属此类"
        )));
    }
    let to = wanted.to.unwrap_or(if wanted.period { FARTHEST_PERIOD } else { SHOWN });
    let mut growing = Growing::new(wanted.elements);
    let mut ended = None;
    for n in 1..=to {
        let pushed = heaps::options(code, n, budget).map_err(Halt::Stop).and_then(|options| growing.push(options, budget));
        if let Err(halt) = pushed {
            ended = Some(halt);
            break;
        }
        // Looking costs n², so not at every heap.
        if wanted.period && wanted.to.is_none() && (n < 64 && n.is_multiple_of(4) || n.is_multiple_of(n.ilog2() as u64 * 2)) {
            let found = reach.and_then(|reach| find(&images(&growing), reach));
            if found.is_some() {
                break;
            }
        }
    }
    let period = reach.and_then(|reach| find(&images(&growing), reach));
    let names = (1..=growing.generators().len()).map(|n| n.to_string()).collect();
    let bounded = ended.map(|halt| bounded(halt, &growing, &text!("heaps", "堆"))).transpose()?;
    let report = Report { title: code.to_string(), about: About::Heaps(code.clone()), rows: Vec::new(), growing, period, bounded };
    with_rows(report, names, wanted, budget)
}

/// What is known of every position that a question reaches.
///
/// # Errors
/// Where the question has no position, its games are not of the kind, or the user stops it.
pub fn of_question(session: &mut Session, asked: &str, wanted: &Wanted, budget: &Budget<'_>) -> Result<Report, Error> {
    let position = question::position(session.world_mut(), asked, budget)?;
    let sum = position.sum(&session.world);
    let world = &session.world;
    let (mut positions, mut growing) = (Positions::default(), Growing::new(wanted.elements));
    let mut ended = None;
    for component in &sum.0 {
        let reached = positions.reach(world, component, &mut |options| growing.push(options, budget), budget);
        match reached {
            Ok(Ok(())) => {}
            Ok(Err(Refused::Because(why))) => return Err(Error::Unsupported(why)),
            Ok(Err(Refused::Halted(halt))) => ended = Some(halt),
            Err(Error::Stopped(stop)) => ended = Some(Halt::Stop(stop)),
            Err(error) => return Err(error),
        }
        if ended.is_some() {
            break;
        }
    }
    let names = positions.names(world);
    let bounded = ended.map(|halt| bounded(halt, &growing, &text!("positions", "局面"))).transpose()?;
    let (title, reached) = (sum.show(world), positions.in_order());
    let report = Report { title, about: About::Positions { sum, reached }, rows: Vec::new(), growing, period: None, bounded };
    with_rows(report, names, wanted, budget)
}

fn images(growing: &Growing) -> Vec<u32> {
    (0..growing.generators().len() as u32).map(|generator| growing.quotient().image(generator)).collect()
}

/// How far the quotient came; an error where the user wants no more.
fn bounded(halt: Halt, growing: &Growing, what: &Text) -> Result<Text, Error> {
    let (to, order) = (growing.generators().len(), growing.quotient().order());
    let why = match halt {
        Halt::Stop(Stop::Cancelled) => return Err(Error::Stopped(Stop::Cancelled)),
        Halt::Stop(stop) => stop.text(),
        Halt::Elements(most) => text!("more than {most} elements (--elements)", "多于 {most} 个元素（--elements）"),
        Halt::Unproved => text!("no guess could be proved", "没有猜测得到证明"),
    };
    let (what_en, what_zh, why_en, why_zh) = (&what.en, &what.zh, &why.en, &why.zh);
    Ok(text!(
        "bounded: {what_en} to {to}, order {order}, still growing: {why_en}",
        "有界：{what_zh}至 {to}，阶为 {order}，仍在增长：{why_zh}"
    ))
}

/// The certificate of the quotient of a code's heaps, or of all positions that a sum of this world reaches, after it was checked: its text,
/// and what was verified.
///
/// # Errors
/// Where the game is not given by digits or by rules, the positions are not all known, or the budget ends.
pub fn certify(world: &World, report: &Report, budget: &Budget<'_>) -> Result<(String, Checked), Error> {
    let certificate = match &report.about {
        About::Heaps(code) => of_heaps(report, code)?,
        About::Positions { sum, reached } => of_positions(report, sum, reached)?,
    };
    let denied = |denied: Denied| match denied {
        Denied::Stopped(stop) => Error::Stopped(stop),
        Denied::NoSource { .. } | Denied::CanEnd { .. } | Denied::Entails { .. } => Error::Unsupported(denied.text()),
        denied => {
            let why = denied.text();
            Error::Bug(text!("the checker refuses this quotient: {why}", "核验程序拒绝了该反常商：{why}"))
        }
    };
    let text = write(world, &certificate).map_err(denied)?;
    Ok((text, check(world, &certificate, budget).map_err(denied)?))
}

fn of_heaps(report: &Report, code: &Code) -> Result<Certificate, Error> {
    let Some(digits) = code.digits() else {
        let title = &report.title;
        return Err(Error::Unsupported(text!(
            "{title}: a certificate is written of the quotient of a code with digits, such as 0.77, or of a question about rules",
            "{title}：证书只写给 0.77 之类由数字给出的代码的反常商，或关于规则的问题的反常商"
        )));
    };
    let (order, heaps) = (report.quotient().order() as u64, report.rows.len() as u64);
    let period = report.period.map(|period| (period.preperiod, period.period));
    let claim = QuotientClaim { code: digits.to_string(), heaps, order, period };
    let (lost, table) = lists(report.quotient());
    let proof = QuotientProof { lost, images: report.rows.iter().map(|row| row.element.into()).collect(), table };
    Ok(Certificate { claim: Claim::Quotient(claim), proof: Proof::Quotient(proof) })
}

fn of_positions(report: &Report, sum: &Sum, reached: &[(Component, u32)]) -> Result<Certificate, Error> {
    if let Some(bounded) = &report.bounded {
        return Err(Error::Unsupported(text!(
            "a certificate is written of all positions that are reached, and these are not all known: {bounded}",
            "证书只写给全部可及局面的反常商，而此处尚未全部求得：{bounded}"
        )));
    }
    let (lost, table) = lists(report.quotient());
    let images = reached.iter().map(|(component, row)| (component.clone(), report.rows[*row as usize].element.into())).collect();
    let claim = Claim::PositionsQuotient { sum: sum.clone(), order: report.quotient().order() as u64 };
    Ok(Certificate { claim, proof: Proof::PositionsQuotient(PositionsProof { lost, images, table }) })
}

/// The lost elements, and the products row by row.
fn lists(quotient: &Quotient) -> (Vec<u64>, Vec<u64>) {
    let table = (0..quotient.order() as u32).flat_map(|element| quotient.row(element)).map(|&product| product.into());
    (quotient.lost().map(u64::from).collect(), table.collect())
}

/// The rows of a report: forms and genus as far as they go, elements of all.
fn with_rows(mut report: Report, names: Vec<String>, wanted: &Wanted, budget: &Budget<'_>) -> Result<Report, Error> {
    let mut forms = Forms::new();
    let mut of: Vec<Form> = Vec::new();
    let generators = report.growing.generators();
    let (found, cut) = budget.limited(LOOKS_FOR_FORMS, |budget| {
        for generator in 0..generators.len() as u32 {
            let options: &[Word] = generators.options(generator);
            let form = forms.of_generator(options, &of, budget)?;
            of.push(form);
        }
        Ok(())
    });
    match found {
        Err(Stop::Cancelled) if !cut => return Err(Error::Stopped(Stop::Cancelled)),
        _ => {}
    }
    const LONGEST_FORM: usize = 60;
    report.rows = names
        .into_iter()
        .enumerate()
        .map(|(at, name)| {
            let form = of.get(at).copied();
            Row {
                name,
                genus: form.map(|form| forms.genus(form).clone()),
                kind: form.map(|form| forms.kind(form)),
                form: form.filter(|_| wanted.forms).map(|form| forms.show(form, LONGEST_FORM)),
                element: report.growing.quotient().image(at as u32),
            }
        })
        .collect();
    Ok(report)
}
