//! Parses the text of a certificate, whose format is described in the module `write`. The parser is
//! strict: it rejects every text that the writer would not have written. The world of a parsed
//! certificate is built only from its own rule texts.

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, GameId, Outcome, SumKind};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::FxHashMap;

use crate::check;
use crate::claim::{Certificate, CertificateClaim, CertificateProof};
use crate::embed::{checksum, declarations, game_of, games_named, world_of};
use crate::error::CertificateError;
use crate::heap::{HeapClaim, HeapProof, QuotientClaim, QuotientProof};
use crate::law::{LawProof, Lemma};
use crate::law_text;
use crate::method::syntax::{self as method_text, MethodHeader};
use crate::method::{BoxProof, ProofMethod, SlotClasses};
use crate::partizan::syntax as partizan_text;
use crate::partizan::{PartizanClaim, PartizanGameParts, PartizanProof};
use crate::parts::syntax as parts_text;
use crate::parts::{GameParts, PartSymmetry, PartsProof};
use crate::positions::PositionsProof;
use crate::report::CertificateReport;
use crate::text_rows::{FIRST_LINE, HEAP_ROW, UNTIL_ONE, hexadecimal, number};
use crate::walker::{CertificateAutomaton, CoverRows};
use crate::work_limits::WorkLimits;

/// A parsed certificate, with the world that its rule texts define. Nothing in the certificate has
/// been verified.
pub struct ParsedCertificate {
    /// The rule texts, as pairs of file name and text.
    pub sources: Vec<(String, String)>,
    /// The games that the rule texts declare.
    pub world: World,
    /// The claim and its proof, about games of the parsed world.
    pub certificate: Certificate,
    /// The limits on the work of the checker, which depend on the length of the text.
    pub bound: WorkLimits,
}

impl ParsedCertificate {
    /// Verifies the claim for the rules that the certificate carries, within the [`WorkLimits`] of
    /// its text.
    ///
    /// # Errors
    /// Returns the errors of [`check`](crate::check). If a limit is reached, the budget gets a note
    /// with the line of the certificate that was being checked. If the limit belongs to the
    /// [`WorkLimits`], the error is [`StopReason::Steps`](base::budget::StopReason::Steps) or
    /// [`StopReason::Memory`](base::budget::StopReason::Memory).
    pub fn check(&self, budget: &Budget<'_>) -> Result<CertificateReport, CertificateError> {
        self.bound.hold(budget, |budget| {
            check(&self.world, &self.certificate, budget)
        })
    }

    /// Verifies the claim without limits other than the budget.
    ///
    /// # Errors
    /// Returns the same errors as [`ParsedCertificate::check`].
    pub fn check_patiently(
        &self,
        budget: &Budget<'_>,
    ) -> Result<CertificateReport, CertificateError> {
        self.bound.patient().hold(budget, |budget| {
            check(&self.world, &self.certificate, budget)
        })
    }

    /// Rejects a certificate whose rules differ from the rules of `world` under the same names. A
    /// certificate that passes both this check and [`ParsedCertificate::check`] is true of the
    /// games of `world`.
    ///
    /// # Errors
    /// Returns [`CertificateError::OtherRules`] with the first game whose rule text differs or is
    /// missing in `world`, or [`CertificateError::NoSource`] if a game of the certificate has no
    /// rule text.
    pub fn check_rules(&self, world: &World) -> Result<(), CertificateError> {
        for declared in declarations(&self.world, &games_named(&self.certificate))? {
            let game = &*declared.name;
            if world
                .declared(game)
                .is_none_or(|theirs| theirs.source.text != declared.source.text)
            {
                return Err(CertificateError::OtherRules {
                    game: game.to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// Parses the text of a certificate. Checks only the form of the text, and that the rule texts
/// define the games of the certificate.
///
/// # Errors
/// Returns a [`CertificateError`] if the text has another form, another checksum, or rule texts
/// that do not define its games.
pub fn parse(text: &str) -> Result<ParsedCertificate, CertificateError> {
    let mut lines = CertificateLines {
        rest: text,
        number: 0,
    };
    if lines.next()? != FIRST_LINE {
        return lines.expected(text!("`{FIRST_LINE}`", " `{FIRST_LINE}`"));
    }
    let body = verified_body(text)?;
    lines.rest = &body[FIRST_LINE.len() + 1..];

    let mut sources = Vec::new();
    for _ in 0..lines.count("sources ")? {
        sources.push(lines.source()?);
    }
    let mut world = world_of(&sources)?;
    let mut games = GamesByTitle::default();
    for _ in 0..lines.count("games ")? {
        let title = lines.next()?;
        if games.0.insert(title, game_of(&mut world, title)?).is_some() {
            return lines.expected(text!("a game that is not listed yet", "尚未列出的游戏"));
        }
    }
    let claim = lines
        .next()?
        .strip_prefix("claim ")
        .and_then(|claim| games.claim(claim, &world));
    let Some(claim) = claim else {
        return lines.expected(text!("a claim", "断言"));
    };
    let proof_line = lines.number + 1;
    let proof = lines.proof(&games, &world)?;
    if !lines.rest.is_empty() {
        lines.number += 1;
        return lines.expected(text!("the checksum", "校验和"));
    }
    Ok(ParsedCertificate {
        sources,
        world,
        certificate: Certificate { claim, proof },
        bound: WorkLimits::of_text(text.len(), proof_line),
    })
}

/// Returns the text before the last line, if the last line is the checksum of that text.
fn verified_body(text: &str) -> Result<&str, CertificateError> {
    let last = text
        .strip_suffix('\n')
        .and_then(|text| text.rfind('\n'))
        .map_or(0, |end| end + 1);
    let (body, line) = text.split_at(last);
    let digits = line
        .strip_prefix("checksum ")
        .and_then(|line| line.strip_suffix('\n'));
    let written = digits.and_then(|digits| {
        let got = u64::from_str_radix(digits, 16).ok()?;
        (format!("{got:016x}") == digits).then_some(got)
    });
    let Some(got) = written else {
        let line = text.lines().count();
        let expected = text!(
            "`checksum` and sixteen digits, at the very end",
            " `checksum` 和十六位数字，且位于文末"
        );
        return Err(CertificateError::Syntax { line, expected });
    };
    let expected = checksum(body);
    if got == expected {
        Ok(body)
    } else {
        Err(CertificateError::Checksum { expected, got })
    }
}

/// The lines that have not been read, and the number of the last line read.
struct CertificateLines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> CertificateLines<'a> {
    fn next(&mut self) -> Result<&'a str, CertificateError> {
        self.number += 1;
        match self.rest.split_once('\n') {
            Some((line, rest)) => {
                self.rest = rest;
                Ok(line)
            }
            None => self.expected(text!("a whole line", "完整的一行")),
        }
    }

    fn expected<T>(&self, expected: Text) -> Result<T, CertificateError> {
        Err(CertificateError::Syntax {
            line: self.number,
            expected,
        })
    }

    /// Parses a line such as `sources 2`.
    fn count(&mut self, word: &str) -> Result<usize, CertificateError> {
        match self.next()?.strip_prefix(word).and_then(number) {
            Some(count) => Ok(count),
            None => self.expected(text!("`{word}` and a number", " `{word}` 和一个数")),
        }
    }

    /// Parses the name and the text of a source: `source 69 take.game`, followed by 69 bytes.
    fn source(&mut self) -> Result<(String, String), CertificateError> {
        let head = self
            .next()?
            .strip_prefix("source ")
            .and_then(|line| line.split_once(' '));
        let head = head.and_then(|(length, name)| Some((number::<usize>(length)?, name)));
        let Some((length, name)) =
            head.filter(|(_, name)| !name.is_empty() && !name.contains(char::is_control))
        else {
            return self.expected(text!(
                "`source`, a length in bytes and a file name",
                " `source`、字节数和文件名"
            ));
        };
        let Some((rules, rest)) = self.rest.split_at_checked(length) else {
            return self.expected(text!(
                "a rule text of {length} bytes after this line",
                "此行之后 {length} 字节的规则文本"
            ));
        };
        self.number += rules.matches('\n').count() + 1;
        let Some(rest) = rest.strip_prefix('\n') else {
            return self.expected(text!(
                "the end of the rule text, {length} bytes",
                "规则文本（{length} 字节）的结尾"
            ));
        };
        self.rest = rest;
        Ok((name.to_owned(), rules.to_owned()))
    }

    fn proof(
        &mut self,
        games: &GamesByTitle<'_>,
        world: &World,
    ) -> Result<CertificateProof, CertificateError> {
        let head = self.next()?;
        if let Some(count) = head.strip_prefix("proof values ").and_then(number) {
            return Ok(CertificateProof::Values(
                self.rows(count, |left, right, _| {
                    Some((games.component(left)?, number(right)?))
                })?,
            ));
        }
        if let Some((parts, others)) = head.strip_prefix("proof parts ").and_then(parts_text::head)
        {
            let mut all = Vec::new();
            while all.len() < parts {
                all.push(self.parts(games)?);
            }
            let others = self.rows(others, |left, right, _| {
                Some((games.component(left)?, number(right)?))
            })?;
            return Ok(CertificateProof::Parts(PartsProof { games: all, others }));
        }
        if let Some(head) = head
            .strip_prefix("proof partizan ")
            .and_then(partizan_text::head)
        {
            let forms = self.rows(head.forms, |left, right, n| {
                partizan_text::form(right).filter(|_| number(left) == Some(n))
            })?;
            let sums = self.rows(head.sums, |left, right, _| partizan_text::sum(left, right))?;
            let mut parts = Vec::new();
            while parts.len() < head.parts {
                let (rows, game, alike) = self.parts_head(games)?;
                let expected = text!("a set and a form", "集合与形式");
                let rows = self.read_lines(rows, partizan_text::part, &expected)?;
                parts.push(PartizanGameParts { game, alike, rows });
            }
            let positions = self.rows(head.positions, |left, right, _| {
                Some((games.component(left)?, number(right)?))
            })?;
            return Ok(CertificateProof::Partizan(PartizanProof {
                forms,
                sums,
                parts,
                positions,
            }));
        }
        if let Some(count) = head.strip_prefix("proof outcomes ").and_then(number) {
            return Ok(CertificateProof::Outcomes(
                self.rows(count, |left, right, _| {
                    Some((games.sum(left, world)?, outcome(right)?))
                })?,
            ));
        }
        let subtraction = head
            .strip_prefix("proof subtraction {")
            .and_then(|head| head.split_once("} values "));
        if let Some((set, count)) =
            subtraction.and_then(|(set, count)| Some((numbers(set)?, number(count)?)))
        {
            let values = self.rows(count, |left, right, n| {
                number(right).filter(|_| number(left) == Some(n))
            })?;
            return Ok(CertificateProof::SubtractionPeriod { set, values });
        }
        if let Some(proof) = head.strip_prefix("proof misere ") {
            let words: Vec<&str> = proof.split(' ').collect();
            if let ["lost", lost, "heaps", heaps, "products", products] = words[..]
                && let (Some(lost), Some(heaps), Some(products)) =
                    (number(lost), number(heaps), number(products))
            {
                let (lost, images) = (self.heap_values(lost)?, self.heap_values(heaps)?);
                return Ok(CertificateProof::Quotient(QuotientProof {
                    lost,
                    images,
                    table: self.heap_values(products)?,
                }));
            }
            if let ["lost", lost, "positions", positions, "products", products] = words[..]
                && let (Some(lost), Some(positions), Some(products)) =
                    (number(lost), number(positions), number(products))
            {
                let lost = self.heap_values(lost)?;
                let images = self.rows(positions, |left, right, _| {
                    Some((games.component(left)?, number(right)?))
                })?;
                return Ok(CertificateProof::PositionsQuotient(PositionsProof {
                    lost,
                    images,
                    table: self.heap_values(products)?,
                }));
            }
        }
        if let Some(head) = head.strip_prefix("proof law ").and_then(law_text::head) {
            return Ok(CertificateProof::Law(self.law(head)?));
        }
        if let Some(method) = head.strip_prefix("proof method ") {
            return Ok(CertificateProof::Method(self.method(method, games, true)?));
        }
        if let Some(proof) = head.strip_prefix("proof heap ") {
            let words: Vec<&str> = proof.split(' ').collect();
            if let [
                "window",
                window,
                "mask",
                mask,
                kind @ ("plain" | "odd" | "even"),
                "values",
                count,
            ] = words[..]
                && let (Some(window), Some(mask), Some(count)) =
                    (number(window), hexadecimal(mask), number(count))
            {
                let parity = match kind {
                    "odd" => Some(0),
                    "even" => Some(1),
                    _ => None,
                };
                return Ok(CertificateProof::HeapPeriod(HeapProof {
                    window,
                    mask,
                    parity,
                    values: self.heap_values(count)?,
                }));
            }
        }
        self.expected(text!("a proof", "证明"))
    }

    /// Parses the head of the parts of one game: the number of rows, the game, and the maps that
    /// find isomorphic parts.
    fn parts_head(
        &mut self,
        games: &GamesByTitle<'_>,
    ) -> Result<(usize, GameId, PartSymmetry), CertificateError> {
        let read = parts_text::game(self.next()?)
            .and_then(|(rows, title)| Some((rows, *games.0.get(title)?)));
        let Some((rows, game)) = read else {
            return self.expected(text!(
                "`parts`, a number and a game",
                " `parts`、数目与游戏"
            ));
        };
        let line = self.next()?;
        let alike = match parts_text::turns(line) {
            _ if line == "plane" => PartSymmetry::Plane,
            Some((turns, places)) => {
                let mut all = Vec::new();
                while all.len() < turns {
                    all.push(self.heap_values(places)?);
                }
                PartSymmetry::Turns(all)
            }
            None => {
                return self.expected(text!(
                    "`plane`, or `turns` and two numbers",
                    " `plane`，或 `turns` 与两个数"
                ));
            }
        };
        Ok((rows, game, alike))
    }

    /// Parses the parts of one game.
    fn parts(&mut self, games: &GamesByTitle<'_>) -> Result<GameParts, CertificateError> {
        let (rows, game, alike) = self.parts_head(games)?;
        let rows = self.read_lines(
            rows,
            parts_text::row,
            &text!("a set and a claim about it", "集合与关于它的结论"),
        )?;
        Ok(GameParts { game, alike, rows })
    }

    /// Parses a method whose first line has been read. If a game is the sum of its slots, the
    /// method of a slot cannot be a sum of slots.
    fn method(
        &mut self,
        first: &str,
        games: &GamesByTitle<'_>,
        whole: bool,
    ) -> Result<ProofMethod, CertificateError> {
        match method_text::head(first) {
            Some(MethodHeader::Automaton(kind, expansion)) => Ok(ProofMethod::Automaton {
                kind,
                expansion,
                proof: self.law_after()?,
            }),
            Some(MethodHeader::Lemmas(count)) if whole => {
                let mut lemmas = Vec::new();
                while lemmas.len() < count {
                    let Some(&game) = self
                        .next()?
                        .strip_prefix("lemma ")
                        .and_then(|title| games.0.get(title))
                    else {
                        return self.expected(text!("`lemma` and a game", " `lemma` 与游戏"));
                    };
                    lemmas.push(Lemma {
                        game,
                        proof: self.law_after()?,
                    });
                }
                Ok(ProofMethod::Lemmas {
                    lemmas,
                    proof: self.law_after()?,
                })
            }
            Some(MethodHeader::Separate(count)) if whole => {
                let mut parts = Vec::new();
                while parts.len() < count {
                    let line = self.next()?;
                    parts.push(self.method(line, games, false)?);
                }
                Ok(ProofMethod::Separate(parts))
            }
            Some(MethodHeader::Maximum) => Ok(ProofMethod::Maximum),
            Some(MethodHeader::Boxes(count, values)) => {
                let mut slots = Vec::new();
                while slots.len() < count {
                    let Some((before, period)) = method_text::classes(self.next()?) else {
                        return self.expected(text!(
                            "`classes`, and the number of classes that repeat",
                            " `classes` 与循环的数目"
                        ));
                    };
                    let Some(classes) = (before as usize).checked_add(period as usize) else {
                        return self.expected(text!("fewer classes", "较少的类"));
                    };
                    slots.push(SlotClasses {
                        before,
                        period,
                        of: self.heap_values(classes)?,
                    });
                }
                Ok(ProofMethod::Boxes(BoxProof {
                    slots,
                    values: self.heap_values(values)?,
                }))
            }
            _ => self.expected(text!("a method", "方法")),
        }
    }

    /// Parses the proof of a law, including its first line.
    fn law_after(&mut self) -> Result<LawProof, CertificateError> {
        match self.next()?.strip_prefix("law ").and_then(law_text::head) {
            Some(head) => self.law(head),
            None => self.expected(text!("the proof of a law", "规律的证明")),
        }
    }

    fn law(&mut self, head: law_text::LawHeader) -> Result<LawProof, CertificateError> {
        let law_text::LawHeader {
            weights,
            floor,
            machines,
            covers,
            prefix,
            gaps,
        } = head;
        let mut read = Vec::new();
        while read.len() < machines {
            let Some((next, accepting)) = law_text::machine(self.next()?) else {
                return self.expected(text!("`machine` and two numbers", " `machine` 和两个数"));
            };
            read.push(CertificateAutomaton {
                next: self.heap_values(next)?,
                accepting: self.heap_values(accepting)?,
            });
        }
        let mut machines = read.into_iter();
        let Some(law) = machines.next() else {
            return self.expected(text!("a law", "规律"));
        };
        let prefix = match prefix.then(|| machines.next()) {
            Some(None) => return self.expected(text!("the nim-sums of runs", "连续部分的 nim 和")),
            told => told.flatten(),
        };
        let machines = machines.collect();
        let mut all = Vec::new();
        while all.len() < covers {
            let Some((leading, rows, letters)) = law_text::cover(self.next()?) else {
                return self.expected(text!("`cover` and two numbers", " `cover` 和两个数"));
            };
            let leading = self.read_lines(leading, law_text::leading, &text!("a state", "状态"))?;
            all.push(CoverRows {
                letters,
                leading,
                rows: self.read_lines(rows, law_text::row, &text!("a row", "一行"))?,
            });
        }
        Ok(LawProof {
            law,
            gaps,
            prefix,
            weights,
            floor,
            machines,
            covers: all,
        })
    }

    fn read_lines<T>(
        &mut self,
        count: usize,
        read: impl Fn(&str) -> Option<T>,
        expected: &Text,
    ) -> Result<Vec<T>, CertificateError> {
        let mut all = Vec::new();
        while all.len() < count {
            match read(self.next()?) {
                Some(line) => all.push(line),
                None => return self.expected(expected.clone()),
            }
        }
        Ok(all)
    }

    /// Parses `count` values in full rows.
    fn heap_values<T: std::str::FromStr + ToString>(
        &mut self,
        count: usize,
    ) -> Result<Vec<T>, CertificateError> {
        let mut values = Vec::new();
        while values.len() < count {
            let wanted = HEAP_ROW.min(count - values.len());
            let row: Option<Vec<T>> = self.next()?.split(' ').map(number).collect();
            let Some(row) = row.filter(|row| row.len() == wanted) else {
                return self.expected(text!(
                    "{wanted} values separated by single spaces",
                    "{wanted} 个以空格分隔的值"
                ));
            };
            values.extend(row);
        }
        Ok(values)
    }

    /// Parses `count` rows `left = right`. For each row, `read` gets the left side, the right side
    /// and the index.
    fn rows<T>(
        &mut self,
        count: usize,
        read: impl Fn(&str, &str, usize) -> Option<T>,
    ) -> Result<Vec<T>, CertificateError> {
        let mut rows = Vec::new();
        for index in 0..count {
            let row = self
                .next()?
                .rsplit_once(" = ")
                .and_then(|(left, right)| read(left, right, index));
            let Some(row) = row else {
                return self.expected(text!(
                    "one of {count} rows `position = value`",
                    "共 {count} 行 `局面 = 值` 之一"
                ));
            };
            rows.push(row);
        }
        Ok(rows)
    }
}

/// The games by their titles.
#[derive(Default)]
struct GamesByTitle<'a>(FxHashMap<&'a str, GameId>);

impl GamesByTitle<'_> {
    fn claim(&self, claim: &str, world: &World) -> Option<CertificateClaim> {
        if let Some(claim) = claim.strip_prefix("heap ") {
            let (code, law) = claim.split_once(" period ")?;
            let words: Vec<&str> = law.split(' ').collect();
            let [period, "from", preperiod, "saltus", saltus] = words[..] else {
                return None;
            };
            let (preperiod, period, saltus) =
                (number(preperiod)?, number(period)?, number(saltus)?);
            return Some(CertificateClaim::HeapPeriod(HeapClaim {
                code: code.to_owned(),
                preperiod,
                period,
                saltus,
            }));
        }
        if let Some(claim) = claim.strip_prefix("misere order ") {
            let (order, sum) = claim.split_once(" of ")?;
            return Some(CertificateClaim::PositionsQuotient {
                sum: self.sum(sum, world)?,
                order: number(order)?,
            });
        }
        if let Some(claim) = claim.strip_prefix("misere ") {
            let words: Vec<&str> = claim.split(' ').collect();
            let (code, heaps, order, period) = match words[..] {
                [code, "heaps", heaps, "order", order] => (code, heaps, order, None),
                [
                    code,
                    "heaps",
                    heaps,
                    "order",
                    order,
                    "period",
                    period,
                    "from",
                    from,
                ] => (code, heaps, order, Some((number(from)?, number(period)?))),
                _ => return None,
            };
            let (heaps, order) = (number(heaps)?, number(order)?);
            return Some(CertificateClaim::Quotient(QuotientClaim {
                code: code.to_owned(),
                heaps,
                order,
                period,
            }));
        }
        if let Some(claim) = claim.strip_prefix("partizan ") {
            let (value, sum) = claim.split_once(" of ")?;
            let (winner, form) = partizan_text::claim(value)?;
            return Some(CertificateClaim::Partizan(PartizanClaim {
                sum: self.sum(sum, world)?,
                form,
                winner,
            }));
        }
        if let Some(title) = claim.strip_prefix("all values of ") {
            return Some(CertificateClaim::AllValues(*self.0.get(title)?));
        }
        if let Some(claim) = claim.strip_prefix("law ") {
            let (words, title) = claim.split_once(" of ")?;
            let words: Vec<&str> = words.split(' ').collect();
            return law_text::claim(&words, *self.0.get(title)?).map(CertificateClaim::Law);
        }
        let (what, of) = claim.split_once(" of ")?;
        let (what, until) = match what.strip_suffix(UNTIL_ONE) {
            Some(what) => (what, EndCondition::One),
            None => (what, EndCondition::All),
        };
        let words: Vec<&str> = what.split(' ').collect();
        if until == EndCondition::One && words.first() != Some(&"outcome") {
            return None;
        }
        Some(match words[..] {
            ["value", value] => CertificateClaim::Value {
                sum: self.sum(of, world)?,
                value: number(value)?,
            },
            ["outcome", letter, play, ref kind @ ..] => CertificateClaim::Outcome {
                sum: self.sum(of, world)?,
                conventions: Conventions {
                    play: PlayConvention::from_word(play)?,
                    sum: match *kind {
                        ["one"] => SumKind::One,
                        ["every"] => SumKind::Every,
                        ["any"] => SumKind::Any,
                        ["upto", most] => SumKind::Upto(number(most)?),
                        _ => return None,
                    },
                    until,
                    loopy: false,
                    entailing: false,
                },
                outcome: outcome(letter)?,
            },
            ["period", period, "from", preperiod] => CertificateClaim::Period {
                game: *self.0.get(of)?,
                preperiod: number(preperiod)?,
                period: number(period)?,
            },
            _ => return None,
        })
    }

    /// Parses a component such as `Bash(m = 3)[12]`.
    fn component(&self, text: &str) -> Option<Component> {
        let (title, list) = text.strip_suffix(']')?.rsplit_once('[')?;
        Some(Component {
            game: *self.0.get(title)?,
            slots: numbers(list)?.into(),
        })
    }

    /// Parses a sum. The components of the sum may be in any order, because the order of ids
    /// differs between worlds. Two equal coins cancel, so they are never written.
    fn sum(&self, text: &str, world: &World) -> Option<SumPosition> {
        if text == "0" {
            return Some(SumPosition::default());
        }
        let components: Vec<Component> = text
            .split(" + ")
            .map(|part| self.component(part))
            .collect::<Option<_>>()?;
        let written = components.len();
        Some(SumPosition::canonical(components, world)).filter(|sum| sum.0.len() == written)
    }
}

/// Parses a list such as `1, 3, 4`.
fn numbers(text: &str) -> Option<Vec<Int>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(", ").map(number).collect()
}

fn outcome(letter: &str) -> Option<Outcome> {
    [Outcome::P, Outcome::N, Outcome::D]
        .into_iter()
        .find(|outcome| letter.parse() == Ok(outcome.letter()))
}
