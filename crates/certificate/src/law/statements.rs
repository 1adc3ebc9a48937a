//! The statements that prove a law, for each kind and convention. Track i contains slot i minus its
//! least value. The tracks of the slots are followed by the value v of the position, a value w of
//! an option, and hidden tracks.
//!
//! Values: the law gives one value v for each position, a number (or a power of 2). No option has
//! the value v, and each smaller w is the value of an option. A measure with a lower bound
//! decreases with each move. By induction on the measure, v is the mex of the values of the
//! options. The value of a run of components follows from the nim-sums before its two ends (module
//! `prefix`). Outcomes: a position that ends play with a win for the player who moved to it is P,
//! and a position that ends play with a loss for that player is not. If play continues, no P
//! position has a P option, and each N position has a P option. In misère play, a P position from
//! which play continues has a move, and only a position with a move needs a P option.

use std::cmp::Ordering;

use base::budget::Budget;
use base::text;
use clauses::{ComponentRange, LinearForm, MoveClause, PositionRegion, RuleClauses};
use rules::ast::PlayConvention;
use rules::game::GameId;

use super::claim::{LawClaim, LawKind, LawProof};
use super::clause_tables::{ClauseBody, ClauseTables};
use super::prefix;
use crate::error::CertificateError;
use crate::walker::atoms::{self, AtomRelation, Terms, too_large};
use crate::walker::numerals::CertificateNumerals;
use crate::walker::{AutomatonTable, RelationSource, Statement, StatementVisitor, Track, refuse};

/// The law whose statements are derived, with its rules and measure.
pub(super) struct LawContext<'s> {
    pub claim: &'s LawClaim,
    pub clauses: &'s RuleClauses,
    pub numerals: CertificateNumerals<'s>,
    /// The least value of each slot.
    pub lows: Vec<i128>,
    pub law: AutomatonTable,
    /// The nim-sums of the values before each number, if the law gives these nim-sums.
    pub prefix: Option<AutomatonTable>,
    /// The laws of the other games that moves lead into.
    pub known: &'s [LemmaLaw],
    /// A weight for each slot, and a lower bound of the weighted sum of the slots.
    pub weights: &'s [i128],
    pub floor: i128,
    pub budget: &'s Budget<'s>,
}

/// The law of values of another game.
pub(crate) struct LemmaLaw {
    pub game: GameId,
    pub lows: Vec<i128>,
    pub law: AutomatonTable,
    pub prefix: Option<AutomatonTable>,
}

impl LemmaLaw {
    /// Reads the law, in base 2, of a game whose slots are at least `lows`.
    pub fn new(
        game: GameId,
        lows: Vec<i128>,
        proof: &LawProof,
    ) -> Result<LemmaLaw, CertificateError> {
        let tracks = lows.len() as Track + 1;
        let claim = LawClaim {
            game,
            kind: LawKind::Values,
            play: PlayConvention::Normal,
            expansion: vec![2],
        };
        let prefix = prefix::read(&claim, lows.len(), proof.prefix.as_ref())?;
        if proof.gaps.is_some() {
            return refuse(text!(
                "the law of another game must not use gaps",
                "其他游戏的规律不涉及间距"
            ));
        }
        Ok(LemmaLaw {
            game,
            law: AutomatonTable::from_successors(
                2,
                (0..tracks).collect(),
                &proof.law.next,
                &proof.law.accepting,
            )?,
            prefix,
            lows,
        })
    }
}

/// A case of a move: its conditions, and the components that it leaves.
struct StatementCase<'s> {
    said: Vec<AutomatonTable>,
    left: Vec<ResultComponents<'s>>,
    fresh: Track,
}

/// Components left by a move, with the index of a lemma if they belong to another game.
enum ResultComponents<'s> {
    /// One component, given by the tracks of its slots.
    One(Option<&'s LemmaLaw>, Vec<Track>),
    /// One component for each number of a run. The first track contains the first number, the
    /// second track the number after the last.
    Run(Option<&'s LemmaLaw>, [Track; 2]),
}

impl<'s> LawContext<'s> {
    pub fn new(
        clauses: &'s RuleClauses,
        lows: Vec<i128>,
        claim: &'s LawClaim,
        proof: &'s LawProof,
        known: &'s [LemmaLaw],
        source: RelationSource<'s>,
        budget: &'s Budget<'s>,
    ) -> Result<LawContext<'s>, CertificateError> {
        let numerals =
            CertificateNumerals::read(&claim.expansion, &proof.machines, source, budget)?;
        let tracks = lows.len() as Track + Track::from(claim.kind != LawKind::Outcomes);
        let law = AutomatonTable::from_successors(
            numerals.base,
            (0..tracks).collect(),
            &proof.law.next,
            &proof.law.accepting,
        )?;
        let prefix = prefix::read(claim, lows.len(), proof.prefix.as_ref())?;
        if proof.weights.len() != lows.len() {
            return refuse(text!(
                "expected one weight for each slot",
                "权与状态分量个数不符"
            ));
        }
        Ok(LawContext {
            claim,
            clauses,
            numerals,
            lows,
            law,
            prefix,
            known,
            weights: &proof.weights,
            floor: proof.floor,
            budget,
        })
    }

    /// Visits all statements, one after the other.
    pub fn statements(&self, visit: StatementVisitor<'_>) -> Result<(), CertificateError> {
        self.numerals.statements(self.budget, visit)?;
        self.measure(visit)?;
        match (self.claim.kind, self.claim.play) {
            (LawKind::Values | LawKind::Powers, PlayConvention::Normal) => self.values(visit),
            (LawKind::Outcomes, PlayConvention::Normal) => self.outcomes(false, visit),
            (LawKind::Outcomes, PlayConvention::Misere) => self.outcomes(true, visit),
            _ => refuse(text!(
                "a law must be about normal play, or about outcomes under misère play",
                "规律只适用于正常规则，或反常规则的胜负"
            )),
        }
    }

    /// Adds a case to the cases of a statement. All cases of a statement are in memory at the same
    /// time.
    fn push_case(
        &self,
        cases: &mut Vec<AutomatonTable>,
        case: AutomatonTable,
    ) -> Result<(), CertificateError> {
        cases.push(case);
        self.budget.steps(cases.len())?;
        Ok(self
            .budget
            .allow_memory(cases.iter().map(AutomatonTable::bytes).sum())?)
    }

    fn own(&self) -> Vec<Track> {
        (0..self.value_track()).collect()
    }

    fn value_track(&self) -> Track {
        self.lows.len() as Track
    }

    fn first_hidden_track(&self) -> Track {
        self.value_track() + 2
    }

    fn region(
        &self,
        region: &PositionRegion,
        fresh: Track,
    ) -> Result<(Vec<AutomatonTable>, Track), CertificateError> {
        let body = ClauseBody::from_region(region);
        let reading = ClauseTables::new(&self.numerals, &self.lows, body, fresh, self.budget)?;
        Ok((reading.said, reading.fresh))
    }

    fn case(
        &self,
        clause: &MoveClause,
        fresh: Track,
    ) -> Result<StatementCase<'s>, CertificateError> {
        let body = ClauseBody::from_move(clause);
        let mut reading = ClauseTables::new(&self.numerals, &self.lows, body, fresh, self.budget)?;
        let mut left = Vec::new();
        for component in &clause.left {
            let known = self.find_lemma(component.game)?;
            let slots = component
                .slots
                .iter()
                .zip(known.map_or(&self.lows, |known| &known.lows));
            left.push(ResultComponents::One(
                known,
                slots
                    .map(|(form, &low)| reading.track_for(form, low))
                    .collect::<Result<Vec<_>, _>>()?,
            ));
        }
        for run in &clause.runs {
            let known = self.find_lemma(run.each.game)?;
            let [first, beyond] = ends(run)?;
            let &[low] = &known.map_or(&self.lows, |known| &known.lows)[..] else {
                return of_several();
            };
            left.push(ResultComponents::Run(
                known,
                [
                    reading.track_for(&first, low)?,
                    reading.track_for(&beyond, low)?,
                ],
            ));
        }
        Ok(StatementCase {
            said: reading.said,
            left,
            fresh: reading.fresh,
        })
    }

    /// Returns the law of another game; `None` for the game itself.
    fn find_lemma(&self, game: GameId) -> Result<Option<&'s LemmaLaw>, CertificateError> {
        match self.known.iter().find(|known| known.game == game) {
            _ if game == self.clauses.game => Ok(None),
            None => refuse(text!(
                "a move leads to another game",
                "某着法转入另一个游戏"
            )),
            known => Ok(known),
        }
    }

    fn product(&self, tables: &[&AutomatonTable]) -> Result<AutomatonTable, CertificateError> {
        AutomatonTable::product(self.numerals.base, tables, self.own(), self.budget)
    }

    /// Returns the law of a component, with its value on the given track.
    fn law_of_component(
        &self,
        known: Option<&LemmaLaw>,
        slots: &[Track],
        value: Track,
    ) -> Result<AutomatonTable, CertificateError> {
        match known {
            Some(known) => known.law.on(&[slots, &[value]].concat(), self.budget),
            None => self.law_of(slots, value),
        }
    }

    /// Returns the table of the nim-sum of the values before a number, with the nim-sum on the
    /// given track.
    fn nim_sum_before(
        &self,
        known: Option<&LemmaLaw>,
        number: Track,
        sum: Track,
    ) -> Result<AutomatonTable, CertificateError> {
        match known.map_or(&self.prefix, |known| &known.prefix) {
            Some(prefix) => prefix.on(&[number, sum], self.budget),
            None => refuse(text!(
                "a move leaves a run of components, but the nim-sums of runs are not given",
                "某着法留下一串部分，而未给出连续部分的 nim 和"
            )),
        }
    }

    /// Returns the law of a component of this game, with the slots of the component and its value
    /// on the given tracks.
    fn law_of(&self, slots: &[Track], value: Track) -> Result<AutomatonTable, CertificateError> {
        match self.claim.kind {
            LawKind::Outcomes => self.law.on(slots, self.budget),
            LawKind::Values | LawKind::Powers => {
                self.law.on(&[slots, &[value]].concat(), self.budget)
            }
        }
    }

    /// Visits the statements that each move decreases the measure, and that the measure has a lower
    /// bound.
    fn measure(&self, visit: StatementVisitor<'_>) -> Result<(), CertificateError> {
        let before = (0..)
            .zip(self.weights.iter().copied())
            .filter(|(_, weight)| *weight != 0);
        let before: Terms = before.collect();
        if self.floor > 0 || self.weights.iter().any(|&weight| weight < 0) {
            let statement = text!(
                "the measure does not have this lower bound",
                "度量没有该下界"
            );
            for region in &self.clauses.positions {
                let body = ClauseBody::from_region(region);
                let mut reading = ClauseTables::new(
                    &self.numerals,
                    &self.lows,
                    body,
                    self.first_hidden_track(),
                    self.budget,
                )?;
                let Some(constant) = 1i128.checked_sub(self.floor) else {
                    return too_large();
                };
                reading.require(&before, constant, AtomRelation::AtMost)?;
                visit(&statement, Statement::None(reading.said))?;
            }
        }
        let statement = text!("a move does not lower the measure", "某着法没有使度量减小");
        for clause in &self.clauses.moves {
            let StatementCase { said, left, .. } = self.case(clause, self.first_hidden_track())?;
            // The components of the game of the law, with a track and a constant for each slot. For
            // a run, along which the measure is monotonic, the first and the last component
            // suffice. Components of another game are ignored, because play in that game ends
            // anyway.
            let mut components: Vec<Vec<(Track, i128)>> = Vec::new();
            for left in &left {
                match left {
                    ResultComponents::One(None, slots) => {
                        components.push(slots.iter().map(|&track| (track, 0)).collect())
                    }
                    ResultComponents::Run(None, [first, beyond]) => {
                        components.extend([vec![(*first, 0)], vec![(*beyond, -1)]])
                    }
                    ResultComponents::One(Some(_), _) | ResultComponents::Run(Some(_), _) => {}
                }
            }
            for component in &components {
                let (mut terms, mut constant) = (before.clone(), Some(0i128));
                for (&(track, more), &weight) in component.iter().zip(self.weights) {
                    let Some(term) = terms.get(&track).copied().unwrap_or(0).checked_sub(weight)
                    else {
                        return too_large();
                    };
                    terms.insert(track, term);
                    constant = constant
                        .and_then(|constant| constant.checked_sub(weight.checked_mul(more)?));
                }
                terms.retain(|_, factor| *factor != 0);
                let Some(constant) = constant else {
                    return too_large();
                };
                let no_less =
                    self.numerals
                        .linear(&terms, constant, AtomRelation::AtMost, self.budget)?;
                visit(
                    &statement,
                    Statement::None([&said[..], &[no_less]].concat()),
                )?;
            }
        }
        Ok(())
    }

    fn values(&self, visit: StatementVisitor<'_>) -> Result<(), CertificateError> {
        let (clauses, budget, base) = (self.clauses, self.budget, self.numerals.base);
        if !clauses.goal.is_empty() || !clauses.trap.is_empty() {
            return refuse(text!(
                "a component can end play (`goal` or `trap`)",
                "存在可立即终局的局面（`goal` 或 `trap`）"
            ));
        }
        let powers = self.claim.kind == LawKind::Powers;
        if !self.known.is_empty() && (powers || !self.numerals.is_base(2)) {
            return refuse(text!(
                "the values of other games must be written in base 2",
                "其他游戏的值须以二进制读取"
            ));
        }
        let several = |clause: &MoveClause| clause.left.len() > 1 || !clause.runs.is_empty();
        if clauses.moves.iter().any(several) && (powers || !self.numerals.is_base(2)) {
            return refuse(text!(
                "only binary values give the nim-sum of several components",
                "只有二进制值能表示多个部分的 nim 和"
            ));
        }
        let (own, v) = (self.own(), self.value_track());
        let w = v + 1;
        let order = |wanted: fn(Ordering) -> bool| atoms::order(base, v, w, wanted, budget);
        // The table of the values that a value track may contain.
        let mut kinds: Vec<AutomatonTable> = self.numerals.valid_on(w).into_iter().collect();
        if powers {
            if !self.numerals.is_base(2) {
                return refuse(text!(
                    "powers of 2 must be written in base 2",
                    "2 的幂须以二进制读取"
                ));
            }
            kinds.push(atoms::power(base, w, budget)?);
        }
        let two = text!(
            "the law gives two values for a position",
            "规律给出了同一局面的两个值"
        );
        visit(
            &two,
            Statement::None(vec![
                self.law.clone(),
                self.law_of(&own, w)?,
                order(Ordering::is_ne)?,
            ]),
        )?;
        for kind in &kinds {
            let statement = text!(
                "the law gives a result that is not a value",
                "规律给出的不是一个值"
            );
            visit(
                &statement,
                Statement::None(vec![self.law_of(&own, w)?, kind.complement()]),
            )?;
        }
        let untold = text!(
            "the law gives no value for a position",
            "规律没有给出某局面的值"
        );
        for region in &clauses.positions {
            let (said, _) = self.region(region, self.first_hidden_track())?;
            let domain = self.product(&said.iter().collect::<Vec<_>>())?;
            visit(
                &untold,
                Statement::Cover {
                    domain,
                    clauses: vec![self.law.clone()],
                },
            )?;
        }
        if let Some(prefix) = &self.prefix {
            prefix::statements(prefix, &self.law, &self.numerals, budget, visit)?;
        }
        let same = text!(
            "an option has the same value as its position",
            "某后继与局面同值"
        );
        let mut cases = Vec::new();
        for clause in &clauses.moves {
            let case = self.with_value(self.case(clause, self.first_hidden_track())?, w)?;
            visit(
                &same,
                Statement::None(vec![
                    case.clone(),
                    self.law.clone(),
                    order(Ordering::is_eq)?,
                ]),
            )?;
            self.push_case(&mut cases, case)?;
        }
        let less = order(Ordering::is_gt)?;
        let domain = self.product(&kinds.iter().chain([&self.law, &less]).collect::<Vec<_>>())?;
        visit(
            &text!(
                "some smaller value is not the value of any option",
                "某个较小的值没有后继取到"
            ),
            Statement::Cover {
                domain,
                clauses: cases,
            },
        )
    }

    /// Returns the table of a case. The track `value` contains the value of the components that the
    /// case leaves.
    fn with_value(
        &self,
        case: StatementCase<'s>,
        value: Track,
    ) -> Result<AutomatonTable, CertificateError> {
        let StatementCase {
            mut said,
            left,
            mut fresh,
        } = case;
        match &left[..] {
            [] => {
                let of_nothing: &[u8] = if self.claim.kind == LawKind::Powers {
                    &[1]
                } else {
                    &[]
                };
                said.push(atoms::digits(
                    self.numerals.base,
                    value,
                    of_nothing,
                    self.budget,
                )?);
            }
            [ResultComponents::One(known, slots)] => {
                said.push(self.law_of_component(*known, slots, value)?)
            }
            all => {
                let mut values = vec![value];
                for left in all {
                    match left {
                        ResultComponents::One(known, slots) => {
                            said.push(self.law_of_component(*known, slots, fresh)?)
                        }
                        ResultComponents::Run(known, [first, beyond]) => {
                            said.push(self.nim_sum_before(*known, *first, fresh)?);
                            values.push(fresh);
                            fresh += 1;
                            said.push(self.nim_sum_before(*known, *beyond, fresh)?);
                        }
                    }
                    values.push(fresh);
                    fresh += 1;
                }
                said.push(atoms::nim_sum(&values, self.budget)?);
            }
        }
        self.product(&said.iter().collect::<Vec<_>>())
    }

    fn outcomes(&self, misere: bool, visit: StatementVisitor<'_>) -> Result<(), CertificateError> {
        let clauses = self.clauses;
        if !self.known.is_empty() {
            return refuse(text!(
                "the values of other games do not determine outcomes",
                "其他游戏的值不给出胜负"
            ));
        }
        if clauses
            .moves
            .iter()
            .any(|clause| clause.left.len() > 1 || !clause.runs.is_empty())
        {
            return refuse(text!(
                "a move leaves several components, but the outcomes of components do not determine the outcome of their sum",
                "着法留下多个部分，各部分的胜负不能决定和的胜负"
            ));
        }
        let other = self.law.complement();
        for (regions, law, statement) in [
            (
                &clauses.goal,
                &other,
                text!("a `goal` position is not P", "某 `goal` 局面不是 P"),
            ),
            (
                &clauses.trap,
                &self.law,
                text!("a `trap` position is P", "某 `trap` 局面是 P"),
            ),
        ] {
            for region in regions {
                let (said, _) = self.region(region, self.first_hidden_track())?;
                visit(
                    &statement,
                    Statement::None([&said[..], std::slice::from_ref(law)].concat()),
                )?;
            }
        }
        for region in &clauses.open {
            let (open, fresh) = self.region(region, self.first_hidden_track())?;
            let beside = |law: &AutomatonTable, more: &[AutomatonTable]| {
                self.product(&open.iter().chain(more).chain([law]).collect::<Vec<_>>())
            };
            let lost = beside(&self.law, &[])?;
            let (mut to_lost, mut moves) = (Vec::new(), Vec::new());
            for clause in &clauses.moves {
                let StatementCase { mut said, left, .. } = self.case(clause, fresh)?;
                if misere {
                    let case = self.product(&said.iter().collect::<Vec<_>>())?;
                    self.push_case(&mut moves, case)?;
                }
                match &left[..] {
                    // After a move that leaves nothing, the opponent has no move.
                    [] if misere => continue,
                    [] => {}
                    [ResultComponents::One(known, slots), ..] => {
                        said.push(self.law_of_component(*known, slots, self.value_track())?)
                    }
                    [ResultComponents::Run(..), ..] => return of_several(),
                }
                let case = self.product(&said.iter().collect::<Vec<_>>())?;
                visit(
                    &text!("a P-position has an option in P", "某 P 局面有 P 后继"),
                    Statement::None(vec![case.clone(), lost.clone()]),
                )?;
                self.push_case(&mut to_lost, case)?;
            }
            let statement = text!(
                "a position that is not P has no option in P",
                "某非 P 局面没有 P 后继"
            );
            if !misere {
                visit(
                    &statement,
                    Statement::Cover {
                        domain: beside(&other, &[])?,
                        clauses: to_lost,
                    },
                )?;
                continue;
            }
            visit(
                &text!("a P-position has no move", "某 P 局面没有着法"),
                Statement::Cover {
                    domain: lost,
                    clauses: moves,
                },
            )?;
            for clause in &clauses.moves {
                // The conditions of the clause already express that there is a move. The tracks of
                // the options differ from the tracks of the position.
                let StatementCase { said, fresh, .. } = self.case(clause, fresh)?;
                let domain = beside(&other, &said)?;
                let clauses = self.to_lost(fresh)?;
                visit(&statement, Statement::Cover { domain, clauses })?;
            }
        }
        Ok(())
    }

    /// Returns the tables of the moves to P in misère play, on tracks from `fresh` on.
    fn to_lost(&self, fresh: Track) -> Result<Vec<AutomatonTable>, CertificateError> {
        let mut all = Vec::new();
        for clause in &self.clauses.moves {
            let StatementCase { mut said, left, .. } = self.case(clause, fresh)?;
            if let [ResultComponents::One(known, slots), ..] = &left[..] {
                said.push(self.law_of_component(*known, slots, self.value_track())?);
                let case = self.product(&said.iter().collect::<Vec<_>>())?;
                self.push_case(&mut all, case)?;
            }
        }
        Ok(all)
    }
}

/// Returns the first number of the components of a run, and the number after the last component.
/// The numbers of a run increase or decrease by one.
fn ends(run: &ComponentRange) -> Result<[LinearForm; 2], CertificateError> {
    let [form] = &run.each.slots[..] else {
        return of_several();
    };
    let (low, high) = match form.terms.get(&run.variable) {
        Some(1) => (&run.low, &run.high),
        Some(-1) => (&run.high, &run.low),
        _ => {
            return refuse(text!(
                "a move leaves a run of components whose numbers are not consecutive",
                "某着法留下的一串部分，其数并不连续"
            ));
        }
    };
    let beyond = form
        .with(run.variable, high)
        .and_then(|last| last.plus(1, &LinearForm::constant(1)));
    match (form.with(run.variable, low), beyond) {
        (Some(first), Some(beyond)) => Ok([first, beyond]),
        _ => too_large(),
    }
}

fn of_several<T>() -> Result<T, CertificateError> {
    refuse(text!(
        "a move leaves a run of components with several numbers each",
        "某着法留下的一串部分各有多个数"
    ))
}
