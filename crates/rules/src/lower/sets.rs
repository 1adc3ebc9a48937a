//! Lowers slots that contain sets to existing forms: each element is a binary digit of a number. `x
//! in s` tests the digit of x, `s -= X` clears the digits of X, and `s += X` sets the digits of X.
//! An element outside the ground set is never present.

use std::sync::Arc;

use super::dependencies;
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, SetRef, TypedExpr, binary, length};
use crate::ast::{self, BinaryOp, ChangeOp, CompareOp, ExprKind};
use crate::ir::{
    ChoiceDomain, Expr, Fold, Function, Game, Int, RowElement, RuleChoice, Slot, SlotChange,
    SourceInfo,
};
use crate::network::Network;
use crate::sets::{BITS, GroundSet, MAX_ELEMENTS, PositionSet};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// The digits of an element outside the ground set.
#[derive(Clone, Copy, PartialEq)]
enum OutsideDigits {
    /// No digits: the element is absent, so nothing is removed.
    Nothing,
    /// A digit above the digits of all elements: a set that contains this digit is not a position.
    Beyond,
}

/// One of the numbers that encode a set, and the meaning of its digits.
#[derive(Clone, Copy)]
struct SetDigits<'a> {
    ground: &'a GroundSet,
    /// The index of the number.
    word: usize,
    outside: OutsideDigits,
}

impl Lowering<'_> {
    /// Adds the slots of a set, or of an array of sets, and binds its name.
    pub(super) fn state_set(
        &mut self,
        game: &mut Game,
        slot: &ast::SlotDecl,
        of: &ast::DomainExpr,
    ) {
        let bounds = match self.one_dimension(slot) {
            None => return,
            Some(None) => None,
            Some(Some((low, high))) => match (self.constant(low), self.constant(high)) {
                (Some(low), Some(high)) => Some((low, high)),
                _ => return,
            },
        };
        let errors = self.errors.len();
        let known = self.ground_set(of, slot.span).and_then(|(width, rows)| {
            let ClosedSet::Rows(flat) = self.closed_set(width, &rows, slot.span)? else {
                return self.refuse(
                    Diagnostic::error(
                        slot.span,
                        text!(
                            "the possible elements of a set must be constants",
                            "集合可取的元素必须是常数"
                        ),
                    )
                    .help(text!(
                        "make the bound a parameter: `game A(n = 5) {{ state s set of 1..n … }}`",
                        "请把界限写成参数：`game A(n = 5) {{ state s set of 1..n … }}`"
                    )),
                );
            };
            Some(GroundSet::new(flat, width))
        });
        let name = &slot.name.text;
        // The name is bound even if the ground set has an error, so that one mistake is reported
        // once.
        let ground = known.unwrap_or_else(|| GroundSet::new([0].into(), 1));
        let count = ground.len();
        if self.errors.len() == errors && (count == 0 || count > MAX_ELEMENTS) {
            self.report(
                Diagnostic::error(
                    slot.span,
                    text!(
                        "expected 1 to {MAX_ELEMENTS} possible elements for `{name}`, found {count}",
                        "`{name}` 可取的元素应为 1 到 {MAX_ELEMENTS} 个，却有 {count} 个"
                    ),
                )
                .help(text!(
                    "change the arguments of the game, or write another ground set: `{name} set of 1..9`",
                    "请更改游戏的参数，或换一个全集：`{name} set of 1..9`"
                )),
            );
        }
        let network = if let ast::DomainExpr::Set(set) = of {
            self.network_of(set)
        } else {
            None
        };
        let Some((from, to)) = bounds else {
            let first = game.slots.len();
            for (word, high) in ground.greatest().enumerate() {
                let called = if ground.words() == 1 {
                    name.clone()
                } else {
                    format!("{name}.{}", word + 1)
                };
                game.slots.push(Slot::number(called, 0, Some(high)));
            }
            self.bind(&slot.name, NameBinding::Set(self.sets.len()));
            self.sets.push(PositionSet {
                name: name.clone(),
                first,
                ground,
                marks: None,
                network,
            });
            return;
        };
        self.array_of_sets(game, slot, (from, to), ground, network);
    }

    /// Adds the slots of an array of sets, and binds its name.
    fn array_of_sets(
        &mut self,
        game: &mut Game,
        slot: &ast::SlotDecl,
        (from, to): (Int, Int),
        ground: GroundSet,
        network: Option<Arc<Network>>,
    ) {
        let name = &slot.name.text;
        let first = game.slots.len();
        let Some(len) = self.array_length(slot, (from, to), first) else {
            return;
        };
        let count = ground.len();
        if count > BITS {
            self.report(
                Diagnostic::error(
                    slot.span,
                    text!(
                        "each set of the array `{name}` has {count} possible elements; the maximum is {BITS}",
                        "数组 `{name}` 中的每个集合可取 {count} 个元素：最多 {BITS} 个"
                    ),
                )
                .help(text!(
                    "declare each set on its own, `state {name}1 set of …, {name}2 set of …`: each can have {MAX_ELEMENTS} possible elements",
                    "请逐个声明集合 `state {name}1 set of …, {name}2 set of …`：每个可取的元素最多 {MAX_ELEMENTS} 个"
                )),
            );
            return;
        }
        self.bind(&slot.name, NameBinding::Sets(self.sets.len(), from, len));
        for (at, index) in (from..=to).enumerate() {
            let high = ground.greatest().next();
            let cell = Slot::cell(name, (first, index), 0, high);
            let (ground, network) = (ground.clone(), network.clone());
            self.sets.push(PositionSet {
                name: cell.name.clone(),
                first: first + at,
                ground,
                marks: None,
                network,
            });
            game.slots.push(cell);
        }
    }

    /// Records whether a bound local is a vertex of a graph.
    pub(super) fn is_vertex(&mut self, local: usize, network: Option<&Arc<Network>>) {
        match network {
            Some(network) => self.vertices.insert(local, network.clone()),
            None => self.vertices.remove(&local),
        };
    }

    /// Returns the set of the position that a name, or a name with an index, denotes. If the index
    /// has an error, reports the error and returns an arbitrary set of the array.
    pub(super) fn meant_set(&mut self, set: &ast::SpannedExpr) -> Option<SetRef> {
        match &set.kind {
            ExprKind::Name(name) => match self.lookup(name)? {
                NameBinding::Set(index) => Some(SetRef::new(&self.sets[index])),
                _ => None,
            },
            ExprKind::Index(name, index) => self.set_of_array(&name.text, index, set.span),
            _ => None,
        }
    }

    /// Returns the set at an index of an array of sets; `None` if the name does not denote an array
    /// of sets.
    pub(super) fn set_of_array(
        &mut self,
        name: &str,
        index: &ast::IndexExpr,
        span: Span,
    ) -> Option<SetRef> {
        let Some(NameBinding::Sets(first, low, len)) = self.lookup(name) else {
            return None;
        };
        let one = |lowering: &Self, at: usize| SetRef::new(&lowering.sets[first + at]);
        let index = self
            .one_index(index, span)
            .and_then(|index| Some((self.int(index)?, index.span)));
        Some(match index {
            Some((Expr::Const(index), span)) => {
                let slot = self.sets[first].first;
                let at = self
                    .fixed_place(slot, low, len, index, span)
                    .map_or(0, |found| found - slot);
                one(self, at)
            }
            Some((index, _)) => {
                // The locals of the index must differ from the locals of the expression that uses
                // the set, because the index is part of that expression.
                self.locals = self.locals.max(dependencies::extent(&index).locals);
                SetRef {
                    among: Some((low, len, index)),
                    ..one(self, 0)
                }
            }
            None => one(self, 0),
        })
    }

    /// Returns the graph whose vertices or edges a set of the position contains.
    pub(super) fn network_of_holder(&self, set: &ast::SpannedExpr) -> Option<Arc<Network>> {
        let name = match &set.kind {
            ExprKind::Name(name) => name,
            ExprKind::Index(name, _) => &name.text,
            _ => return None,
        };
        match self.lookup(name)? {
            NameBinding::Set(index) | NameBinding::Sets(index, ..) => {
                self.sets[index].network.clone()
            }
            _ => None,
        }
    }

    /// Lowers the elements of a set: each element of the ground set that is present, once.
    pub(super) fn elements_there(&mut self, meant: &SetRef, span: Span) -> Option<TypedExpr> {
        let mark = self.mark();
        let choice = self.element_of(&meant.holder, None, span);
        let names: Vec<Expr> = (choice.local..choice.local + choice.width)
            .map(Expr::Local)
            .collect();
        let there = self.is_there(meant, &names, span);
        let generators = vec![choice, self.only_if(there?, span)];
        self.release(mark);
        Some(TypedExpr::Set(
            meant.holder.ground.width,
            vec![RowElement {
                values: names,
                generators,
            }],
        ))
    }

    /// Returns the choice of an element of the ground set.
    fn element_of(
        &mut self,
        holder: &PositionSet,
        names: Option<&[ast::Identifier]>,
        span: Span,
    ) -> RuleChoice {
        let width = holder.ground.width;
        let local = self.locals;
        let words = match names {
            Some(names) => names.iter().map(|name| name.text.clone()).collect(),
            None => (local..local + width)
                .map(|local| format!("s{local}"))
                .collect(),
        };
        for at in 0..width {
            let local = self.new_local();
            if let Some(name) = names.and_then(|names| names.get(at)) {
                self.bind(name, NameBinding::Local(local));
                self.is_vertex(local, holder.network.as_ref());
            }
        }
        RuleChoice {
            local,
            width,
            names: SourceInfo(words),
            domain: ChoiceDomain::Known(holder.ground.rows.clone()),
            span: SourceInfo(span),
        }
    }

    /// Lowers the choice `p in s`, `(i, j) in s`: an element of the ground set, and the condition
    /// that it is present.
    pub(super) fn choice_there(
        &mut self,
        choice: &ast::ChoiceDecl,
        meant: &SetRef,
    ) -> Option<(RuleChoice, Expr)> {
        let holder = &meant.holder;
        let (given, width, span) = (choice.names.len(), holder.ground.width, choice.span);
        if given != width {
            let name = &holder.name;
            self.report(Diagnostic::error(
                span,
                text!(
                    "the elements of `{name}` have {width} coordinates, found {given} names",
                    "`{name}` 的元素有 {width} 个坐标，此处却有 {given} 个名字"
                ),
            ));
            choice
                .names
                .iter()
                .for_each(|name| self.bind(name, NameBinding::Local(0)));
            return None;
        }
        let chosen = self.element_of(holder, Some(&choice.names), span);
        let element: Vec<Expr> = (chosen.local..chosen.local + width)
            .map(Expr::Local)
            .collect();
        let there = self.is_there(meant, &element, span)?;
        Some((chosen, there))
    }

    /// Returns a choice with one value if a condition holds, and with no value otherwise.
    pub(super) fn only_if(&mut self, condition: Expr, span: Span) -> RuleChoice {
        self.locals = self.locals.max(dependencies::extent(&condition).locals);
        let local = self.new_local();
        let times = Expr::If(Box::new([condition, Expr::Const(1), Expr::Const(0)]));
        let domain = ChoiceDomain::Range(Expr::Const(1), self.folded(times));
        RuleChoice {
            local,
            width: 1,
            names: SourceInfo(vec![format!("s{local}")]),
            domain,
            span: SourceInfo(span),
        }
    }

    /// Lowers `x in s`.
    pub(super) fn is_there(
        &mut self,
        meant: &SetRef,
        element: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        let holder = &meant.holder;
        let (given, width) = (element.len(), holder.ground.width);
        if given != width {
            let name = &holder.name;
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "the elements of `{name}` have {width} coordinates, found {given} numbers",
                    "`{name}` 的元素有 {width} 个坐标，此处却有 {given} 个数"
                ),
            ));
        }
        let mut there = Expr::Const(0);
        for word in 0..holder.ground.words() {
            let digits = SetDigits {
                ground: &holder.ground,
                word,
                outside: OutsideDigits::Nothing,
            };
            let digit = self.digit(digits, element, span)?;
            if digit == Expr::Const(0) {
                continue;
            }
            self.spend(meant.nodes(), span)?;
            let both = binary(BinaryOp::BitAnd, meant.number(word, span), digit, span);
            let one = Expr::Compare(CompareOp::Ne, Box::new([both, Expr::Const(0)]));
            there = if there == Expr::Const(0) {
                one
            } else {
                binary(BinaryOp::Or, there, one, span)
            };
        }
        Some(there)
    }

    /// Returns the digit of an element in one number of a set, as a power of two; 0 if the digit
    /// belongs to another number.
    fn digit(&mut self, digits: SetDigits<'_>, element: &[Expr], span: Span) -> Option<Expr> {
        let SetDigits {
            ground,
            word,
            outside,
        } = digits;
        let from = (word * BITS) as Int;
        let most = from + BITS as Int - 1;
        // The digit after the last digit in use. If all digits of the last number are in use, this
        // digit is the sign bit of that number.
        let beyond = match outside {
            OutsideDigits::Beyond if word + 1 == ground.words() => {
                1 << (ground.len() - word * BITS)
            }
            _ => 0,
        };
        if let Some(known) = constants(element) {
            return Some(Expr::Const(
                match ground.place(&known).map(|place| place as Int) {
                    Some(place) if (from..=most).contains(&place) => 1 << (place - from),
                    Some(_) => 0,
                    None => beyond,
                },
            ));
        }
        let nodes = element
            .iter()
            .map(|part| dependencies::extent(part).nodes)
            .sum::<usize>();
        self.spend(3 * nodes, span)?;
        let Some(ranges) = ground.ranges.clone() else {
            return self.listed_digit(ground, word, beyond, element, span);
        };
        let mut inside = Expr::Const(1);
        let mut place: Option<Expr> = None;
        let mut also = |condition: Expr| {
            let all = std::mem::replace(&mut inside, Expr::Const(1));
            inside = if all == Expr::Const(1) {
                condition
            } else {
                binary(BinaryOp::And, all, condition, span)
            };
        };
        for (part, (low, high)) in element.iter().zip(ranges) {
            also(Expr::Compare(
                CompareOp::Ge,
                Box::new([part.clone(), Expr::Const(low)]),
            ));
            also(Expr::Compare(
                CompareOp::Le,
                Box::new([part.clone(), Expr::Const(high)]),
            ));
            let here = self.folded(binary(BinaryOp::Sub, part.clone(), Expr::Const(low), span));
            place = Some(match place {
                None => here,
                Some(before) => {
                    let above = self.folded(binary(
                        BinaryOp::Mul,
                        before,
                        Expr::Const(high - low + 1),
                        span,
                    ));
                    binary(BinaryOp::Add, above, here, span)
                }
            });
        }
        let place = place?;
        let digit = |place: Expr| binary(BinaryOp::Pow, Expr::Const(2), place, span);
        let value = match ground.words() {
            1 => digit(place),
            _ => {
                self.spend(3 * nodes, span)?;
                let here = [(CompareOp::Ge, from), (CompareOp::Le, most)].map(|(op, end)| {
                    Expr::Compare(op, Box::new([place.clone(), Expr::Const(end)]))
                });
                let [low, high] = here;
                let here = binary(BinaryOp::And, low, high, span);
                Expr::If(Box::new([
                    here,
                    digit(binary(BinaryOp::Sub, place, Expr::Const(from), span)),
                    Expr::Const(0),
                ]))
            }
        };
        Some(Expr::If(Box::new([inside, value, Expr::Const(beyond)])))
    }

    /// Returns the digit of an element of a ground set that is not a product of ranges, looked up
    /// in a list.
    fn listed_digit(
        &mut self,
        ground: &GroundSet,
        word: usize,
        beyond: Int,
        element: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        self.spend(ground.len(), span)?;
        let mark = self.mark();
        self.locals = element
            .iter()
            .map(|part| dependencies::extent(part).locals)
            .fold(self.locals, usize::max);
        // The elements, each optionally with an additional number. The result of the lookup is the
        // additional number of the matching element, or 1 without an additional number.
        let matching = |lowering: &mut Self, rows: Vec<Int>, width: usize| {
            let local = lowering.locals;
            for _ in 0..width {
                lowering.new_local();
            }
            let names = SourceInfo(
                (local..local + width)
                    .map(|local| format!("s{local}"))
                    .collect(),
            );
            let choice = RuleChoice {
                local,
                width,
                names,
                domain: ChoiceDomain::Known(rows.into()),
                span: SourceInfo(span),
            };
            let equal = element.iter().enumerate().map(|(at, part)| {
                Expr::Compare(
                    CompareOp::Eq,
                    Box::new([part.clone(), Expr::Local(local + at)]),
                )
            });
            let equal = equal
                .reduce(|all, one| binary(BinaryOp::And, all, one, span))
                .unwrap_or(Expr::Const(1));
            let only = lowering.only_if(equal, span);
            let value = if width > ground.width {
                Expr::Local(local + ground.width)
            } else {
                Expr::Const(1)
            };
            RowElement {
                values: vec![value],
                generators: vec![choice, only],
            }
        };
        let here = ground.elements().enumerate().skip(word * BITS).take(BITS);
        let listed: Vec<Int> = here
            .flat_map(|(place, row)| {
                row.iter()
                    .copied()
                    .chain([1 << (place - word * BITS)])
                    .collect::<Vec<_>>()
            })
            .collect();
        let digit = Expr::Fold(
            Fold::Total,
            vec![matching(self, listed, ground.width + 1)],
            SourceInfo(span),
        );
        let digit = if beyond == 0 {
            digit
        } else {
            let known = matching(self, ground.rows.to_vec(), ground.width);
            let known = Expr::Fold(Fold::Any, vec![known], SourceInfo(span));
            Expr::If(Box::new([known, digit, Expr::Const(beyond)]))
        };
        self.release(mark);
        Some(digit)
    }

    /// Returns the number with the digits of some elements.
    fn digits(&mut self, digits: SetDigits<'_>, rows: &[RowElement], span: Span) -> Option<Expr> {
        let mark = self.mark();
        let (mut alone, mut many) = (Vec::new(), Vec::new());
        for row in rows {
            self.locals = self
                .locals
                .max(dependencies::extent_of_rows(std::slice::from_ref(row)).locals);
            let digit = self.digit(digits, &row.values, span)?;
            match row.generators.is_empty() {
                true if digit == Expr::Const(0) => {}
                true => alone.push(digit),
                false => many.push(RowElement {
                    values: vec![digit],
                    generators: row.generators.clone(),
                }),
            }
        }
        self.release(mark);
        if !many.is_empty() {
            alone.push(Expr::Fold(Fold::Union, many, SourceInfo(span)));
        }
        let all = alone
            .into_iter()
            .reduce(|all, one| self.folded(binary(BinaryOp::BitOr, all, one, span)));
        Some(all.map_or(Expr::Const(0), |all| self.folded(all)))
    }

    /// Lowers the combined changes of one set in one move to a change for each number that encodes
    /// the set.
    pub(super) fn changes_of_set(
        &mut self,
        meant: &SetRef,
        changes: &[&ast::ChangeDecl],
    ) -> Option<Vec<SlotChange>> {
        let holder = &meant.holder;
        let span = changes.iter().map(|change| change.span).reduce(Span::to)?;
        let (mut set, mut added, mut taken) = (None, Vec::new(), Vec::new());
        for change in changes {
            self.taken_from = (change.op == ChangeOp::Sub).then(|| meant.clone());
            let typed = self.typed(&change.value);
            self.taken_from = None;
            let rows = match typed? {
                TypedExpr::Set(width, rows) if width == holder.ground.width => rows,
                TypedExpr::Set(found, _) => {
                    let (name, width) = (&holder.name, holder.ground.width);
                    return self.refuse(Diagnostic::error(
                        change.value.span,
                        text!(
                            "the elements of `{name}` have {width} coordinates, found elements of {found} coordinates",
                            "`{name}` 的元素有 {width} 个坐标，此处的元素却有 {found} 个"
                        ),
                    ));
                }
                _ => {
                    self.no_set(&change.value);
                    return None;
                }
            };
            self.never_in(holder, &rows, change)?;
            match change.op {
                ChangeOp::Add => added.extend(rows),
                ChangeOp::Sub => taken.extend(rows),
                ChangeOp::Set if set.is_none() && changes.len() == 1 => set = Some(rows),
                ChangeOp::Set => {
                    let name = &holder.name;
                    return self.refuse(
                        Diagnostic::error(
                            change.span,
                            text!(
                                "a move that assigns `{name} = …` cannot contain another change of `{name}`",
                                "一着中不能既设置 `{name}` 又修改它"
                            ),
                        )
                        .help(text!(
                            "write only `{name} = X`, or `{name} -= X` and `{name} += Y`",
                            "请只写 `{name} = X`，或写 `{name} -= X` 与 `{name} += Y`"
                        )),
                    );
                }
            }
        }
        let mut all = Vec::new();
        for word in 0..holder.ground.words() {
            let ground = &holder.ground;
            self.spend(3 * meant.nodes(), span)?;
            let old = meant.number(word, span);
            let digits = |outside| SetDigits {
                ground,
                word,
                outside,
            };
            let (sign, value) = match &set {
                Some(rows) => (
                    None,
                    self.digits(digits(OutsideDigits::Beyond), rows, span)?,
                ),
                None => {
                    let less = self.digits(digits(OutsideDigits::Nothing), &taken, span)?;
                    let more = self.digits(digits(OutsideDigits::Beyond), &added, span)?;
                    let gone = binary(BinaryOp::BitAnd, old.clone(), less.clone(), span);
                    match (less == Expr::Const(0), more == Expr::Const(0)) {
                        (true, true) => continue,
                        (false, true) if meant.among.is_none() => (Some(-1), gone),
                        // Two references to sets of one array may denote the same set. Changes of
                        // one set through two references conflict, which is an error.
                        (false, true) => (None, binary(BinaryOp::Sub, old, gone, span)),
                        (true, false) => (None, binary(BinaryOp::BitOr, old, more, span)),
                        (false, false) => {
                            let left = binary(BinaryOp::Sub, old, gone, span);
                            let more =
                                Expr::Call(Function::Disjoint, vec![less, more], SourceInfo(span));
                            (None, binary(BinaryOp::BitOr, left, more, span))
                        }
                    }
                }
            };
            all.push(SlotChange {
                place: meant.place(word),
                sign,
                value,
                span: SourceInfo(span),
            });
        }
        Some(all)
    }

    /// Rejects a constant element outside the ground set.
    fn never_in(
        &mut self,
        holder: &PositionSet,
        rows: &[RowElement],
        change: &ast::ChangeDecl,
    ) -> Option<()> {
        for row in rows.iter().filter(|row| row.generators.is_empty()) {
            if let Some(Err(why)) =
                constants(&row.values).map(|known| holder.read(&known, holder.ground.width))
            {
                return self.refuse(Diagnostic::error(change.value.span, why));
            }
        }
        Some(())
    }

    /// Lowers `size(s)`, `size(w)`.
    pub(super) fn size(&mut self, args: &[ast::ElementExpr], span: Span) -> Option<TypedExpr> {
        if let [ast::ElementExpr { value, choices, .. }] = args
            && choices.is_empty()
        {
            if let Some(meant) = self.meant_set(value) {
                let counts = 0..meant.holder.ground.words();
                let counts = counts.map(|word| {
                    Expr::Call(
                        Function::Popcount,
                        vec![meant.number(word, span)],
                        SourceInfo(span),
                    )
                });
                return counts
                    .reduce(|all, one| binary(BinaryOp::Add, all, one, span))
                    .map(TypedExpr::Int);
            }
            if let TypedExpr::Word(pieces) = self.typed(value)? {
                return Some(TypedExpr::Int(length(&pieces)));
            }
        }
        self.refuse(Diagnostic::error(
            span,
            text!(
                "`size` expects a set or a word of the position: `size(s)`",
                "`size` 用于局面中的集合或单词：`size(s)`"
            ),
        ))
    }

    /// Lowers `cells(R, C)`: the pairs (i, j) with 1 ≤ i ≤ R and 1 ≤ j ≤ C.
    pub(super) fn cells(&mut self, args: &[ast::ElementExpr], span: Span) -> Option<TypedExpr> {
        let [rows, columns] = args else {
            return self.refuse(
                Diagnostic::error(
                    span,
                    text!(
                        "`cells` expects 2 numbers: rows and columns",
                        "`cells` 需要 2 个数：行数和列数"
                    ),
                )
                .help(text!("for example `cells(3, 4)`", "例如 `cells(3, 4)`")),
            );
        };
        let ends = [self.int(&rows.value)?, self.int(&columns.value)?];
        if let [Expr::Const(rows), Expr::Const(columns)] = &ends
            && (*rows).max(0).saturating_mul((*columns).max(0))
                > super::limits::MAX_SET_ELEMENTS as Int
        {
            let most = super::limits::MAX_SET_ELEMENTS;
            let message = text!(
                "a board of {rows} × {columns} cells is too large: a set has at most {most} elements",
                "{rows} × {columns} 格的棋盘过大：集合最多 {most} 个元素"
            );
            return self.refuse(Diagnostic::error(span, message));
        }
        let generators = ends.map(|end| {
            let local = self.new_local();
            let names = SourceInfo(vec![format!("s{local}")]);
            RuleChoice {
                local,
                width: 1,
                names,
                domain: ChoiceDomain::Range(Expr::Const(1), end),
                span: SourceInfo(span),
            }
        });
        let values = generators
            .iter()
            .map(|choice| Expr::Local(choice.local))
            .collect();
        Some(TypedExpr::Set(
            2,
            vec![RowElement {
                values,
                generators: generators.into(),
            }],
        ))
    }
}

/// Returns the values of expressions, if all expressions are constants.
fn constants(parts: &[Expr]) -> Option<Vec<Int>> {
    let constant = |part: &Expr| match part {
        Expr::Const(n) => Some(*n),
        _ => None,
    };
    parts.iter().map(constant).collect()
}
