//! Terms, from the smallest up: numbers built from slots and constants, distinguished only by their
//! values at the cells. Of all terms with the same values only the cheapest is stored
//! (observational equivalence; A. Udupa and others 2013).

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use rules::arithmetic;
use rules::ast::BinaryOp;
use rules::ir::{Expr, Fold, Function, Int, RealExpr, RowElement, SourceInfo};
use rules::quadratic::Quadratic;

use super::cells::SampleCell;

/// Marks a cell at which a term has no value, or a value that is too large.
pub(super) const UNDEFINED: Int = Int::MIN;

/// Maximum absolute value of a term.
const MAX_TERM_VALUE: Int = 1 << 44;

const MAX_OPERATION_COST: u32 = 3;

/// The index of a term in a [`TermPool`].
pub(super) type Id = u32;

/// The form of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermForm {
    Slot(usize),
    Const(Int),
    Binary(BinaryOp, Id, Id),
    /// `min` or `max` of two terms.
    Extreme(Fold, Id, Id),
    Call(Function, Id),
    /// `2 ** ctz(e)`.
    LowestBit(Id),
    /// `popcount(e) % 2`, or its complement `(popcount(e) + 1) % 2` if the flag is true.
    Parity(Id, bool),
    /// A slot minus its least value.
    Shifted(usize, Int),
    /// `floor(phi * e)`.
    Golden(Id),
}

/// The constants and operations that terms are built from.
#[derive(Clone, Debug)]
pub(super) struct TermInputs {
    /// Constants with their costs.
    pub constants: Vec<(Int, u32)>,
    /// Whether operations on bits are used.
    pub bits: bool,
    /// Cost of `bitand`, `bitor` and `xor` with a constant. If the rules do not use bits, other
    /// operations are simpler.
    pub bitwise: u32,
    /// Whether `floor(phi * e)` is used.
    pub golden: bool,
    /// Functions of one number.
    pub calls: Vec<Function>,
    /// Whether products of terms, and powers of 2, are used.
    pub products: bool,
}

/// All terms that the search has generated so far.
pub(super) struct TermPool {
    /// Number of cells.
    pub width: usize,
    values: Vec<Int>,
    made: Vec<TermForm>,
    costs: Vec<u32>,
    /// The first term of each cost.
    starts: Vec<Id>,
    /// The terms by the hash of their values. If two terms have the same hash, both terms are
    /// stored.
    seen: HashMap<u64, Id>,
}

impl TermPool {
    /// Generates all terms up to the cost that `most` terms allow. The generation ends early with
    /// the first term that `wanted` accepts.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    pub fn generate(
        lows: &[Int],
        cells: &[SampleCell],
        stock: &TermInputs,
        most: usize,
        cost: u32,
        wanted: &dyn Fn(&TermPool, Id) -> bool,
        budget: &Budget<'_>,
    ) -> Result<(TermPool, Option<Id>), StopReason> {
        let mut terms = TermPool {
            width: cells.len(),
            values: Vec::new(),
            made: Vec::new(),
            costs: Vec::new(),
            starts: vec![0, 0],
            seen: HashMap::new(),
        };
        let mut growing = TermBuilder {
            terms: &mut terms,
            stock,
            most,
            wanted,
            found: None,
            budget,
        };
        for slot in 0..lows.len() {
            growing.add(TermForm::Slot(slot), 1, |cell| cells[cell].slots[slot])?;
        }
        for now in 1..=cost {
            for (slot, &low) in lows
                .iter()
                .enumerate()
                .filter(|(_, low)| now == 2 && **low != 0)
            {
                growing.add(TermForm::Shifted(slot, low), now, |cell| {
                    cells[cell].slots[slot].saturating_sub(low)
                })?;
            }
            growing.grow(now)?;
            growing.terms.starts.push(growing.terms.made.len() as Id);
            if growing.found.is_some() || growing.terms.made.len() >= most {
                break;
            }
        }
        let found = growing.found;
        Ok((terms, found))
    }

    pub fn len(&self) -> usize {
        self.made.len()
    }

    pub fn values(&self, id: Id) -> &[Int] {
        &self.values[id as usize * self.width..][..self.width]
    }

    pub fn cost(&self, id: Id) -> u32 {
        self.costs[id as usize]
    }

    pub fn form(&self, id: Id) -> TermForm {
        self.made[id as usize]
    }

    /// Returns whether a term has a value at every cell.
    pub fn is_total(&self, id: Id) -> bool {
        !self.values(id).contains(&UNDEFINED)
    }

    pub fn constant(&self, id: Id) -> Option<Int> {
        match self.form(id) {
            TermForm::Const(c) => Some(c),
            _ => None,
        }
    }

    /// Returns the terms of a cost.
    fn of_cost(&self, cost: u32) -> std::ops::Range<Id> {
        let start = |cost: u32| {
            self.starts
                .get(cost as usize)
                .copied()
                .unwrap_or(self.made.len() as Id)
        };
        start(cost)..start(cost + 1)
    }

    /// Converts a term to an expression.
    pub fn expr(&self, id: Id) -> Expr {
        let binary = |op, a, b| Expr::Binary(op, Box::new([a, b]), SourceInfo::default());
        let call = |function, e| Expr::Call(function, vec![e], SourceInfo::default());
        match self.form(id) {
            TermForm::Slot(slot) => Expr::Slot(slot),
            TermForm::Const(c) => Expr::Const(c),
            TermForm::Binary(op, a, b) => binary(op, self.expr(a), self.expr(b)),
            TermForm::Extreme(fold, a, b) => {
                let element = |id| RowElement {
                    values: vec![self.expr(id)],
                    generators: Vec::new(),
                };
                Expr::Fold(fold, vec![element(a), element(b)], SourceInfo::default())
            }
            TermForm::Call(function, e) => call(function, self.expr(e)),
            TermForm::LowestBit(e) => binary(
                BinaryOp::Pow,
                Expr::Const(2),
                call(Function::Ctz, self.expr(e)),
            ),
            TermForm::Parity(e, contrary) => {
                let ones = call(Function::Popcount, self.expr(e));
                let ones = if contrary {
                    binary(BinaryOp::Add, ones, Expr::Const(1))
                } else {
                    ones
                };
                binary(BinaryOp::Mod, ones, Expr::Const(2))
            }
            TermForm::Shifted(slot, low) => match low {
                0 => Expr::Slot(slot),
                1.. => binary(BinaryOp::Sub, Expr::Slot(slot), Expr::Const(low)),
                _ => binary(
                    BinaryOp::Add,
                    Expr::Slot(slot),
                    Expr::Const(low.saturating_neg()),
                ),
            },
            TermForm::Golden(e) => {
                let product = RealExpr::Binary(
                    BinaryOp::Mul,
                    Box::new([RealExpr::Known(Quadratic::PHI), RealExpr::Int(self.expr(e))]),
                );
                Expr::Floor(Box::new(product), SourceInfo::default())
            }
        }
    }
}

/// The cost of a unary operation, and the operation.
type Unary = (u32, Box<dyn Fn(Id) -> TermForm>);

struct TermBuilder<'g> {
    terms: &'g mut TermPool,
    stock: &'g TermInputs,
    most: usize,
    wanted: &'g dyn Fn(&TermPool, Id) -> bool,
    found: Option<Id>,
    budget: &'g Budget<'g>,
}

impl TermBuilder<'_> {
    /// Adds the terms of a cost.
    fn grow(&mut self, cost: u32) -> Result<(), StopReason> {
        for &(c, own) in self.stock.constants.iter().filter(|(_, own)| *own == cost) {
            self.add(TermForm::Const(c), own, |_| c)?;
        }
        for (own, made) in self.unaries() {
            for id in self.terms.of_cost(cost.saturating_sub(own)) {
                if self.terms.constant(id).is_none() {
                    let row = self
                        .terms
                        .values(id)
                        .iter()
                        .map(|&x| {
                            if x == UNDEFINED {
                                x
                            } else {
                                valued(made(id), x)
                            }
                        })
                        .collect();
                    self.add_row(made(id), cost, row)?;
                }
            }
        }
        for own in 1..=MAX_OPERATION_COST {
            let inner = cost.saturating_sub(own);
            for left in 1..inner {
                for a in self.terms.of_cost(left) {
                    for b in self.terms.of_cost(inner - left) {
                        if self.found.is_some() || self.terms.len() >= self.most {
                            return Ok(());
                        }
                        self.pair(cost, own, a, b)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the unary operations with their costs.
    fn unaries(&self) -> Vec<Unary> {
        let mut all: Vec<Unary> = Vec::new();
        if self.stock.bits {
            all.push((2, Box::new(|id| TermForm::Parity(id, false))));
            all.push((3, Box::new(|id| TermForm::Parity(id, true))));
            all.push((3, Box::new(TermForm::LowestBit)));
        }
        if self.stock.golden {
            all.push((2, Box::new(TermForm::Golden)));
        }
        for &function in &self.stock.calls {
            // Inverting bits is as simple as combining bits; other functions cost more.
            let own = if function == Function::Bitnot { 1 } else { 2 };
            all.push((own, Box::new(move |id| TermForm::Call(function, id))));
        }
        all
    }

    /// Adds all terms that combine two existing terms by operations of a given cost.
    fn pair(&mut self, cost: u32, own: u32, a: Id, b: Id) -> Result<(), StopReason> {
        use BinaryOp::{Add, BitAnd, BitOr, Div, Mod, Mul, Sub, Xor};
        let constants = [self.terms.constant(a), self.terms.constant(b)];
        if constants == [None, None] && a == b || constants[0].is_some() && constants[1].is_some() {
            return Ok(());
        }
        let at_least_two = |constant: Option<Int>| constant.is_some_and(|c| c >= 2);
        if own == if constants[0].is_some() { 3 } else { 1 } {
            self.binary(Sub, cost, a, b)?;
        }
        if own == 1 && at_least_two(constants[1]) {
            self.binary(Div, cost, a, b)?;
            self.binary(Mod, cost, a, b)?;
        }
        if own == 1
            && (at_least_two(constants[0])
                || self.stock.products && constants == [None, None] && a < b)
        {
            self.binary(Mul, cost, a, b)?;
        }
        if own == 1 && self.stock.products && constants[0] == Some(2) {
            self.binary(BinaryOp::Pow, cost, a, b)?;
        }
        // The remaining operations are commutative, so a constant is always the second operand.
        if match constants {
            [None, None] => a > b,
            [first, _] => first.is_some(),
        } {
            return Ok(());
        }
        if own == 1 {
            self.binary(Add, cost, a, b)?;
        }
        if self.stock.bits {
            if own
                == if constants[1].is_some() {
                    self.stock.bitwise
                } else {
                    1
                }
            {
                self.binary(Xor, cost, a, b)?;
            }
            if own == self.stock.bitwise {
                self.binary(BitAnd, cost, a, b)?;
                self.binary(BitOr, cost, a, b)?;
            }
        }
        if own == 2 {
            for fold in [Fold::Min, Fold::Max] {
                let of = |x: Int, y: Int| {
                    if fold == Fold::Min {
                        x.min(y)
                    } else {
                        x.max(y)
                    }
                };
                self.add_binary(TermForm::Extreme(fold, a, b), cost, a, b, of)?;
            }
        }
        Ok(())
    }

    fn binary(&mut self, op: BinaryOp, cost: u32, a: Id, b: Id) -> Result<(), StopReason> {
        self.add_binary(TermForm::Binary(op, a, b), cost, a, b, |x, y| {
            arithmetic::binary(op, x, y).unwrap_or(UNDEFINED)
        })
    }

    fn add_binary(
        &mut self,
        made: TermForm,
        cost: u32,
        a: Id,
        b: Id,
        of: impl Fn(Int, Int) -> Int,
    ) -> Result<(), StopReason> {
        let (a, b) = (a as usize * self.terms.width, b as usize * self.terms.width);
        let mut row = Vec::with_capacity(self.terms.width);
        row.extend((0..self.terms.width).map(|cell| {
            match (self.terms.values[a + cell], self.terms.values[b + cell]) {
                (UNDEFINED, _) | (_, UNDEFINED) => UNDEFINED,
                (x, y) => of(x, y),
            }
        }));
        self.add_row(made, cost, row)
    }

    fn add(
        &mut self,
        made: TermForm,
        cost: u32,
        of: impl Fn(usize) -> Int,
    ) -> Result<(), StopReason> {
        self.add_row(made, cost, (0..self.terms.width).map(of).collect())
    }

    /// Adds a term if no existing term has the same values, and few of its values are undefined.
    fn add_row(&mut self, made: TermForm, cost: u32, mut row: Vec<Int>) -> Result<(), StopReason> {
        self.budget.steps(1 + row.len() / 8)?;
        if self.found.is_some() || self.terms.len() >= self.most {
            return Ok(());
        }
        let mut hash: u64 = 0;
        let mut missing = 0;
        for value in &mut row {
            if value.unsigned_abs() > MAX_TERM_VALUE as u64 {
                *value = UNDEFINED;
                missing += 1;
            }
            hash = (hash.rotate_left(5) ^ *value as u64).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        if missing * 2 > row.len() {
            return Ok(());
        }
        if self
            .terms
            .seen
            .get(&hash)
            .is_some_and(|&id| self.terms.values(id) == row)
        {
            return Ok(());
        }
        let id = self.terms.len() as Id;
        self.terms.seen.insert(hash, id);
        self.terms.values.extend(row);
        self.terms.made.push(made);
        self.terms.costs.push(cost);
        if (self.wanted)(self.terms, id) {
            self.found = Some(id);
        }
        Ok(())
    }
}

/// Returns the value of a unary term whose operand has this value.
fn valued(made: TermForm, x: Int) -> Int {
    match made {
        TermForm::LowestBit(_) if x != 0 => x & x.wrapping_neg(),
        TermForm::Parity(_, contrary) if x >= 0 => {
            (i64::from(x.count_ones()) + i64::from(contrary)) % 2
        }
        TermForm::Golden(_) => golden(x),
        TermForm::Call(function, _) => arithmetic::call(function, &[x]).unwrap_or(UNDEFINED),
        _ => UNDEFINED,
    }
}

/// Returns `floor(phi * x)`.
fn golden(x: Int) -> Int {
    Quadratic::PHI
        .binary(BinaryOp::Mul, Quadratic::int(x))
        .and_then(Quadratic::floor)
        .unwrap_or(UNDEFINED)
}
