//! Lowers move rules: choices, guards that are tested as early as possible, results, and stoppers
//! of unbounded choices.

use super::dependencies;
use super::expr::choice_set;
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, SetRef, TypedExpr, WordLookup};
use crate::ast::{self, BinaryOp, ChangeOp, ComponentDeclKind, ExprKind};
use crate::component::GameId;
use crate::compound::{CompoundKind, two_parts};
use crate::conventions::SumKind;
use crate::ir::{
    Args, ChangeGroup, ChoiceDomain, Expr, LabelPiece, Move, ParameterValue, RangeStopper,
    ResultPart, ResultPartKind, RowElement, RuleChoice, Slot, SlotChange, SlotRef, SourceInfo,
};
use crate::parser::{LabelPart, label_value, parse_label};
use crate::printer::print_expr;
use crate::words::room_at;
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    /// Lowers a move rule.
    pub(super) fn move_rule(
        &mut self,
        decl: &ast::MoveDecl,
        slots: &[Slot],
        span: Span,
    ) -> Option<Move> {
        let errors = self.errors.len();
        self.few_choices(&decl.choices)?;
        let mark = self.mark();
        // An element that is chosen from a set of the position must be present.
        let mut there: Option<Expr> = None;
        let mut choices: Vec<Option<RuleChoice>> = Vec::new();
        for choice in &decl.choices {
            if let Some(index) = &choice.index {
                match self.vector(choice, index, choices.len()) {
                    Some(entries) => choices.extend(entries.into_iter().map(Some)),
                    None => choices.push(None),
                }
                continue;
            }
            let Some(meant) = choice_set(choice).and_then(|set| self.meant_set(set)) else {
                choices.push(self.choice(choice, true));
                continue;
            };
            let found = self.choice_there(choice, &meant);
            choices.push(found.as_ref().map(|(chosen, _)| chosen.clone()));
            let also = found.map(|(_, condition)| condition);
            there = both(there, also, choice.span);
        }
        let guard = decl.guard.as_ref().map(|guard| self.condition(guard));
        let first = decl.label.as_ref();
        let label = first.and_then(|label| self.label(label, None));
        let chinese_label = decl.chinese_label.as_ref();
        let chinese_label = chinese_label.and_then(|label| self.label(label, first));
        let mut parts: Vec<Option<ResultPart>> = decl
            .result
            .iter()
            .map(|component| self.part(component))
            .collect();
        if decl.again.is_some() {
            let pass = ResultPartKind::Fresh(self.linker.passing(), Vec::new());
            parts.push(Some(ResultPart {
                kind: pass,
                generators: Vec::new(),
            }));
        }
        let gain = decl.gain.as_ref().and_then(|gain| self.int(gain));
        self.release(mark);
        if self.errors.len() > errors {
            return None;
        }
        let mut choices = choices.into_iter().collect::<Option<Vec<RuleChoice>>>()?;
        let result = parts.into_iter().collect::<Option<Vec<ResultPart>>>()?;
        let guards = schedule(both(there, guard.flatten(), span), &choices);
        for i in 0..choices.len() {
            if matches!(
                choices[i].domain,
                ChoiceDomain::Open(..) | ChoiceDomain::Endless(..)
            ) {
                let found = self.stoppers(&choices, i, &result, slots);
                if found.is_empty() {
                    let name = &choices[i].names.0[0];
                    self.report(
                        Diagnostic::error(choices[i].span.0, text!("the choice of `{name}` has no upper bound", "`{name}` 的选择没有上界")).help(
                            text!(
                                "add an upper bound, or let a slot of the result leave its range as `{name}` grows, as in [n - {name}]",
                                "请给出上界，或让结果的某个分量随 `{name}` 增大而走出范围，例如 [n - {name}]"
                            ),
                        ),
                    );
                }
                match &mut choices[i].domain {
                    ChoiceDomain::Open(_, stoppers) | ChoiceDomain::Endless(_, _, _, stoppers) => {
                        *stoppers = found
                    }
                    _ => {}
                }
            }
        }
        Some(Move {
            player: decl.player,
            label,
            chinese_label: SourceInfo(chinese_label),
            choices,
            guards,
            result,
            gain,
            span: SourceInfo(span),
        })
    }

    /// Lowers a label. A value that also occurs in `first`, the first label, is shared with that
    /// label, so that the value is computed once.
    fn label(
        &mut self,
        quoted: &ast::StringLiteral,
        first: Option<&ast::StringLiteral>,
    ) -> Option<Vec<LabelPiece>> {
        let known = first.and_then(|first| Some((first, parse_label(first).ok()?)));
        let shared = |expr: &ast::SpannedExpr| {
            let (first, parts) = known.as_ref()?;
            let text = label_value(quoted, expr)?;
            parts.iter().position(|part| match part {
                LabelPart::Text(_) => false,
                LabelPart::Value(other) => label_value(first, other) == Some(text),
            })
        };
        match parse_label(quoted) {
            Err(errors) => {
                self.errors.extend(errors);
                None
            }
            Ok(parts) => {
                let pieces: Vec<Option<LabelPiece>> = parts
                    .into_iter()
                    .map(|part| match part {
                        LabelPart::Text(text) => Some(LabelPiece::Text(text)),
                        LabelPart::Value(expr) if let Some(at) = shared(&expr) => {
                            Some(LabelPiece::Shared(at))
                        }
                        LabelPart::Value(expr) if let Some(entries) = self.vector_named(&expr) => {
                            Some(LabelPiece::Vector(
                                entries
                                    .iter()
                                    .map(|&(_, local)| Expr::Local(local))
                                    .collect(),
                            ))
                        }
                        LabelPart::Value(expr) => match self.typed(&expr)? {
                            TypedExpr::Set(width, rows) => Some(LabelPiece::Set(width, rows)),
                            TypedExpr::Int(Expr::Local(local))
                                if self.vertices.contains_key(&local) =>
                            {
                                Some(LabelPiece::Vertex(
                                    Expr::Local(local),
                                    self.vertices[&local].clone(),
                                ))
                            }
                            TypedExpr::Character(code) => Some(LabelPiece::Character(code)),
                            TypedExpr::Letter(letter) => {
                                Some(LabelPiece::Letter(letter, self.words[0].letters.clone()))
                            }
                            typed => self.as_number(typed, expr.span).map(LabelPiece::Value),
                        },
                    })
                    .collect();
                pieces.into_iter().collect()
            }
        }
    }

    /// Lowers a choice. An unbounded choice is allowed only in a move (`endless`).
    pub(super) fn choice(&mut self, choice: &ast::ChoiceDecl, endless: bool) -> Option<RuleChoice> {
        let width = choice.names.len();
        if choice.index.is_some() {
            return self.refuse(Diagnostic::error(
                choice.span,
                text!("only a move can choose a vector", "只有着法可以选择向量"),
            ));
        }
        if let ast::DomainExpr::Subsets(of) = &choice.domain {
            return self.subset(choice, of);
        }
        let domain = match &choice.domain {
            ast::DomainExpr::Range(low, high) => {
                let low = self.int(low);
                let high = high.as_ref().map(|high| self.int(high));
                match high {
                    _ if width != 1 => self.refuse(Diagnostic::error(
                        choice.span,
                        text!(
                            "the elements of a range are numbers, not tuples",
                            "范围的元素是数，不是元组"
                        ),
                    )),
                    Some(high) => low
                        .zip(high)
                        .map(|(low, high)| ChoiceDomain::Range(low, high)),
                    None if endless => low.map(|low| ChoiceDomain::Open(low, Vec::new())),
                    None => self.refuse(Diagnostic::error(
                        choice.span,
                        text!("this range requires an upper bound", "此处的范围需要上界"),
                    )),
                }
            }
            ast::DomainExpr::Set(set) => self.set_domain(set, width, endless, choice.span),
            ast::DomainExpr::Subsets(_) => None,
        };
        // The name is bound even if the domain has an error, so that one mistake is reported once.
        // After the choice has a value, the locals of its domain may still be in use, as in `k in
        // 1..total(i for …)` and `(a, b) in {(n - i, i) for …}`.
        if let Some(domain) = &domain {
            self.locals = self.locals.max(dependencies::locals_of_domain(domain));
        }
        let first = self.locals;
        let network = choice_set(choice).and_then(|set| self.network_of(set));
        let text = choice_set(choice).is_some_and(|set| self.is_text(set));
        for (at, name) in choice.names.iter().enumerate() {
            let local = self.new_local();
            // The last name of a choice in a text is a character.
            let binding = if text && at + 1 == width {
                NameBinding::Argument(TypedExpr::Character(Expr::Local(local)), 1)
            } else {
                NameBinding::Local(local)
            };
            self.bind(name, binding);
            self.is_vertex(local, network.as_ref());
            if let Some(ChoiceDomain::Range(Expr::Const(low), Expr::Const(high))) = &domain {
                self.ranges.insert(local, (*low, *high));
            }
        }
        let names = SourceInfo(choice.names.iter().map(|name| name.text.clone()).collect());
        Some(RuleChoice {
            local: first,
            width,
            names,
            domain: domain?,
            span: SourceInfo(choice.span),
        })
    }

    fn set_domain(
        &mut self,
        set: &ast::SpannedExpr,
        width: usize,
        endless: bool,
        span: Span,
    ) -> Option<ChoiceDomain> {
        if let ExprKind::Set(list) = &set.kind
            && let [
                ast::ElementExpr {
                    value,
                    choices,
                    guard: None,
                    ..
                },
            ] = &list[..]
            && let [
                ast::ChoiceDecl {
                    names,
                    domain: ast::DomainExpr::Range(from, None),
                    ..
                },
            ] = &choices[..]
            && let [name] = &names[..]
        {
            if !endless || width != 1 {
                return self.refuse(Diagnostic::error(
                    span,
                    text!("this set requires an upper bound", "此处的集合需要上界"),
                ));
            }
            let from = self.int(from);
            // The local of the generator stays reserved, because the generator is evaluated next to
            // the choice, not inside it.
            let scope = self.scope.len();
            let local = self.new_local();
            self.bind(name, NameBinding::Local(local));
            let value = self.int(value);
            self.scope.truncate(scope);
            return Some(ChoiceDomain::Endless(local, from?, value?, Vec::new()));
        }
        if let ExprKind::Name(name) = &set.kind
            && let Some(data) = self.data_named(name)
        {
            return self
                .data_choices(name, &data, width, span)
                .map(ChoiceDomain::Known);
        }
        // The rows of a parameter are shared, not copied.
        if let ExprKind::Name(name) = &set.kind
            && let Some(NameBinding::Value(ParameterValue::Set(flat, found))) = self.lookup(name)
            && found == width
        {
            return Some(ChoiceDomain::Known(flat));
        }
        match self.typed(set)? {
            TypedExpr::Set(found, _) if found != width => self.refuse(Diagnostic::error(
                span,
                text!(
                    "the elements have {found} coordinates, found {width} names",
                    "元素有 {found} 个坐标，此处却有 {width} 个名字"
                ),
            )),
            TypedExpr::Set(_, rows) => Some(match self.closed_set(width, &rows, set.span)? {
                ClosedSet::Rows(known) => ChoiceDomain::Known(known),
                ClosedSet::Open => ChoiceDomain::Listed(rows),
            }),
            _ => {
                self.no_set(set);
                None
            }
        }
    }

    /// Reports an expression that is neither a set nor a range; `1-3` may be intended as a range,
    /// and a number as a set.
    pub(super) fn no_set(&mut self, found: &ast::SpannedExpr) {
        let error = Diagnostic::error(
            found.span,
            text!("expected a set or a range", "此处应为集合或范围"),
        )
        .help(text!(
            "write `k in 1..n` or `k in {{1, 3, 4}}`",
            "请写 `k in 1..n` 或 `k in {{1, 3, 4}}`"
        ));
        self.report(match &found.kind {
            ExprKind::Binary(BinaryOp::Sub, low, high) if matches!(low.kind, ExprKind::Int(_)) => {
                error.edit(
                    found.span,
                    format!("{}..{}", print_expr(low), print_expr(high)),
                )
            }
            ExprKind::Int(number) => error.edit(found.span, format!("{{{number}}}")),
            _ => error,
        });
    }

    fn part(&mut self, component: &ast::ComponentDecl) -> Option<ResultPart> {
        let mark = self.mark();
        let generators = self.generators(&component.choices);
        let kind = match &component.kind {
            ComponentDeclKind::Fresh { game, slots } => {
                self.fresh(game.as_ref(), slots, component.span)
            }
            ComponentDeclKind::Changed(groups) => self.changed(groups),
            ComponentDeclKind::Compound(word, most, parts) => {
                self.compound(word, most.as_ref(), parts)
            }
        };
        self.release(mark);
        Some(ResultPart {
            kind: kind?,
            generators: generators?,
        })
    }

    fn compound(
        &mut self,
        word: &ast::Identifier,
        most: Option<&ast::SpannedExpr>,
        parts: &[Vec<ast::ComponentDecl>],
    ) -> Option<ResultPartKind> {
        let kind = match most {
            None => CompoundKind::from_word(&word.text)?,
            Some(most) => CompoundKind::Sum(
                SumKind::Upto(self.most_components(most)?),
                ast::EndCondition::All,
            ),
        };
        if kind.takes_two() && parts.len() != 2 {
            return self.refuse(Diagnostic::error(
                word.span,
                two_parts(&word.text, parts.len()),
            ));
        }
        let groups: Vec<Option<Vec<ResultPart>>> = parts
            .iter()
            .map(|sum| sum.iter().map(|component| self.part(component)).collect())
            .collect();
        Some(ResultPartKind::Compound(
            self.linker.compound(kind),
            groups.into_iter().collect::<Option<_>>()?,
        ))
    }

    /// Returns the maximum number of components in which a move is made.
    pub(super) fn most_components(&mut self, most: &ast::SpannedExpr) -> Option<u32> {
        let found = self.constant(most)?;
        let most_components = u32::try_from(found).ok().filter(|most| *most > 0);
        if most_components.is_none() {
            let message = text!(
                "`upto` requires a number from 1 to 4294967295",
                "`upto` 之后应为 1 到 4294967295 的数"
            );
            self.report(Diagnostic::error(most.span, message));
        }
        most_components
    }

    fn fresh(
        &mut self,
        game: Option<&ast::GameRef>,
        list: &ast::List,
        span: Span,
    ) -> Option<ResultPartKind> {
        let game = match game {
            None => Some(self.linker.this()),
            Some(instance) => self.linked(instance),
        };
        let slots = game
            .map_or(&[][..], |game| self.linker.slots(game))
            .to_vec();
        let elements = self.row(list, &slots);
        let (game, elements) = (game?, elements?);
        let needed = slots.len();
        let fixed = elements.iter().all(|e| e.generators.is_empty());
        if fixed && elements.len() != needed {
            let given = elements.len();
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "a position has {needed} numbers, found {given}",
                    "一个局面有 {needed} 个数，此处却有 {given} 个"
                ),
            ));
        }
        Some(ResultPartKind::Fresh(game, elements))
    }

    /// Returns the game that an instance names.
    pub(super) fn linked(&mut self, instance: &ast::GameRef) -> Option<GameId> {
        let mut args: Args = Vec::new();
        for (name, expr) in &instance.args {
            let value = self.parameter(expr)?;
            args.push((name.as_ref().map(|n| n.text.clone()), value));
        }
        match self.linker.link(&instance.name.text, args, self.room) {
            Ok(game) => Some(game),
            Err(message) => self.refuse(Diagnostic::error(instance.name.span, message)),
        }
    }

    /// Lowers the numbers of a component with these slots.
    pub(super) fn row(&mut self, list: &ast::List, slots: &[Slot]) -> Option<Vec<RowElement>> {
        self.row_from(list, slots, Some(0))
    }

    /// Lowers the numbers of slots from `at` on; `at` is the slot of the next number, or `None` if
    /// it is unknown.
    pub(super) fn row_from(
        &mut self,
        list: &[ast::ElementExpr],
        slots: &[Slot],
        mut at: Option<usize>,
    ) -> Option<Vec<RowElement>> {
        let mut rows: Vec<Option<Vec<RowElement>>> = Vec::new();
        for element in list {
            let mark = self.mark();
            let generators = self.generators_when(&element.choices, element.guard.as_ref());
            let value = self.typed(&element.value);
            let row = match (generators, value) {
                (Some(generators), Some(TypedExpr::Word(pieces))) if generators.is_empty() => {
                    let row = self.word_in_row(
                        &pieces,
                        at.and_then(|at| room_at(slots, at)),
                        element.value.span,
                    );
                    at = at.and_then(|at| Some(at + 1 + room_at(slots, at)?));
                    row
                }
                (Some(generators), Some(value)) => {
                    at = at.filter(|_| generators.is_empty()).map(|at| at + 1);
                    self.as_number(value, element.value.span).map(|value| {
                        vec![RowElement {
                            values: vec![value],
                            generators,
                        }]
                    })
                }
                _ => None,
            };
            self.release(mark);
            rows.push(row);
        }
        rows.into_iter()
            .collect::<Option<Vec<_>>>()
            .map(|rows| rows.concat())
    }

    fn changed(
        &mut self,
        groups: &[(Vec<ast::ChangeDecl>, Vec<ast::ChoiceDecl>)],
    ) -> Option<ResultPartKind> {
        let mut sets: Vec<SetRef> = Vec::new();
        let groups: Vec<Option<ChangeGroup>> = groups
            .iter()
            .map(|(changes, choices)| self.change_group(changes, choices, &mut sets))
            .collect();
        groups
            .into_iter()
            .collect::<Option<_>>()
            .map(ResultPartKind::Changed)
    }

    /// Lowers changes with their choices. `before` contains the sets that earlier changes of the
    /// same part change.
    fn change_group(
        &mut self,
        changes: &[ast::ChangeDecl],
        choices: &[ast::ChoiceDecl],
        before: &mut Vec<SetRef>,
    ) -> Option<ChangeGroup> {
        let mark = self.mark();
        let generators = self.generators(choices);
        let mut all = Vec::new();
        // All changes of one set are combined.
        let mut sets: Vec<(SetRef, Vec<&ast::ChangeDecl>)> = Vec::new();
        for change in changes {
            match self.word_at(&change.name.text, change.index.as_ref(), change.span) {
                WordLookup::Found(meant, index) => {
                    all.push(self.changes_of_word(&meant, index, change));
                    continue;
                }
                WordLookup::Reported => {
                    all.push(None);
                    continue;
                }
                WordLookup::Other => {}
            }
            let Some(meant) = self.changed_set(change) else {
                all.push(self.change(change).map(|change| vec![change]));
                continue;
            };
            if before.contains(&meant) || !choices.is_empty() && !meant.is_open() {
                let name = &change.name.text;
                let error = Diagnostic::error(
                    change.span,
                    text!("a set can be changed only once", "集合只能修改一次"),
                );
                self.report(error.help(text!(
                    "write the `for` in the set: `{name} -= {{x for …}}`",
                    "请把 `for` 写在集合中：`{name} -= {{x for …}}`"
                )));
                self.release(mark);
                return None;
            }
            match sets.iter_mut().find(|(of, _)| *of == meant) {
                Some((_, changes)) => changes.push(change),
                None => sets.push((meant, vec![change])),
            }
        }
        for (meant, changes) in &sets {
            all.push(self.changes_of_set(meant, changes));
        }
        before.extend(sets.into_iter().map(|(meant, _)| meant));
        self.release(mark);
        let changes: Option<Vec<Vec<SlotChange>>> = all.into_iter().collect();
        Some(ChangeGroup {
            changes: changes?.concat(),
            generators: generators?,
        })
    }

    /// Returns the set that a change modifies; `None` if the change modifies no set.
    fn changed_set(&mut self, change: &ast::ChangeDecl) -> Option<SetRef> {
        let name = &change.name;
        match (&change.index, self.lookup(&name.text)) {
            (None, Some(NameBinding::Set(set))) => Some(SetRef::new(&self.sets[set])),
            (Some(_), Some(NameBinding::Set(set))) => {
                self.report(
                    Diagnostic::error(change.span, text!("a set has no index", "集合没有下标"))
                        .help(text!(
                            "remove elements with `s -= {{x}}`, add them with `s += {{x}}`",
                            "用 `s -= {{x}}` 移除元素，用 `s += {{x}}` 添加元素"
                        )),
                );
                Some(SetRef::new(&self.sets[set]))
            }
            (None, Some(NameBinding::Sets(first, ..))) => {
                self.is_whole_array(&name.text, name.span);
                Some(SetRef::new(&self.sets[first]))
            }
            (Some(index), _) => self.set_of_array(&name.text, index, change.span),
            _ => None,
        }
    }

    fn change(&mut self, change: &ast::ChangeDecl) -> Option<SlotChange> {
        let value = self.int(&change.value);
        let place = match &change.index {
            Some(index) => {
                let (first, low, len, place) =
                    self.array_place(&change.name, index, change.span)?;
                match place {
                    Expr::Const(i) => {
                        SlotRef::Slot(self.fixed_place(first, low, len, i, index.span())?)
                    }
                    index => SlotRef::Array(first, low, len, index),
                }
            }
            None => {
                let name = &change.name.text;
                match self.lookup(name) {
                    Some(NameBinding::Slot(slot)) => SlotRef::Slot(slot),
                    Some(NameBinding::Array(..) | NameBinding::Board(..)) => {
                        self.is_whole_array(name, change.name.span);
                        return None;
                    }
                    _ => {
                        return self.refuse(Diagnostic::error(
                            change.name.span,
                            text!(
                                "`{name}` is not a slot of the state",
                                "`{name}` 不是 state 的分量"
                            ),
                        ));
                    }
                }
            }
        };
        let sign = match change.op {
            ChangeOp::Set => None,
            ChangeOp::Add => Some(1),
            ChangeOp::Sub => Some(-1),
        };
        Some(SlotChange {
            place,
            sign,
            value: value?,
            span: SourceInfo(change.span),
        })
    }

    /// Returns the stoppers of choice number `i`: slots of the result that are monotonic in the
    /// choice, and whose values are known once the choice is made.
    fn stoppers(
        &self,
        choices: &[RuleChoice],
        i: usize,
        result: &[ResultPart],
        slots: &[Slot],
    ) -> Vec<RangeStopper> {
        let local = choices[i].local;
        let later: Vec<usize> = choices[i + 1..]
            .iter()
            .flat_map(|c| c.local..c.local + c.width)
            .collect();
        let mut found = Vec::new();
        let mut consider = |value: Expr, slot: &Slot| {
            if dependencies::free_locals(&value)
                .iter()
                .any(|l| later.contains(l))
            {
                return;
            }
            match (dependencies::slope(&value, local), slot.high) {
                (Some(slope), _) if slope < 0 => found.push(RangeStopper {
                    value,
                    bound: slot.low,
                    sinks: true,
                }),
                (Some(slope), Some(high)) if slope > 0 => found.push(RangeStopper {
                    value,
                    bound: high,
                    sinks: false,
                }),
                _ => {}
            }
        };
        for part in result.iter().filter(|part| part.generators.is_empty()) {
            match &part.kind {
                ResultPartKind::Fresh(game, elements)
                    if elements.iter().all(|e| e.generators.is_empty()) =>
                {
                    for (element, slot) in elements.iter().zip(self.linker.slots(*game)) {
                        consider(element.values[0].clone(), slot);
                    }
                }
                ResultPartKind::Changed(_) => {
                    let Some(changes) = part.kind.plain_changes() else {
                        continue;
                    };
                    for change in changes {
                        let SlotRef::Slot(slot) = change.place else {
                            continue;
                        };
                        let alone = changes
                            .iter()
                            .filter(|c| matches!(c.place, SlotRef::Slot(s) if s == slot))
                            .count()
                            == 1
                            && changes.iter().all(|c| matches!(c.place, SlotRef::Slot(_)));
                        let op = change.sign.map(|sign| {
                            if sign > 0 {
                                BinaryOp::Add
                            } else {
                                BinaryOp::Sub
                            }
                        });
                        let value = match op {
                            None => change.value.clone(),
                            Some(op) => Expr::Binary(
                                op,
                                Box::new([Expr::Slot(slot), change.value.clone()]),
                                change.span,
                            ),
                        };
                        if alone {
                            consider(value, &slots[slot]);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// Returns the conjunction of the conditions that are not `None`.
fn both(one: Option<Expr>, other: Option<Expr>, span: Span) -> Option<Expr> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Expr::Binary(
            BinaryOp::And,
            Box::new([one, other]),
            SourceInfo(span),
        )),
        (one, other) => one.or(other),
    }
}

/// Splits a guard at its `and`s, and assigns each conjunct to the depth at which all its choices
/// are made.
fn schedule(guard: Option<Expr>, choices: &[RuleChoice]) -> Vec<Vec<Expr>> {
    let mut guards = vec![Vec::new(); choices.len() + 1];
    let mut rest: Vec<Expr> = guard.into_iter().collect();
    while let Some(expr) = rest.pop() {
        if let Expr::Binary(BinaryOp::And, sides, _) = expr {
            let [left, right] = *sides;
            rest.push(right);
            rest.push(left);
            continue;
        }
        let locals = dependencies::free_locals(&expr);
        let depth = choices
            .iter()
            .rposition(|choice| {
                locals
                    .iter()
                    .any(|l| (choice.local..choice.local + choice.width).contains(l))
            })
            .map_or(0, |i| i + 1);
        guards[depth].push(expr);
    }
    guards
}
