//! The arguments of games.

use super::data::kind_of;
use super::linker::{GameLinker, NullLinker};
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, TypedExpr};
use crate::ast;
use crate::declared_words::{ROOM, has_words, usual_room};
use crate::ir::{Args, Int, ParameterValue, RealExpr};
use crate::quadratic::Quadratic;
use crate::words::MAX_WORD_LETTERS;
use base::diagnostic::Diagnostic;
use base::text::{Text, lowercase};
use base::{impl_error, text};

/// Returns the values of all parameters: the defaults, overridden by the given arguments.
///
/// # Errors
/// Returns [`ArgumentError::Declaration`] if a default is not a constant. Returns
/// [`ArgumentError::Given`] if an argument belongs to no parameter, has another type than its
/// default, or is an empty set.
pub fn arguments(
    decl: &ast::GameDecl,
    given: Args,
    linker: &mut dyn GameLinker,
) -> Result<Vec<(String, ParameterValue)>, ArgumentError> {
    let mut lowering = Lowering::new(linker);
    let mut values = Vec::new();
    for (name, default) in &decl.params {
        if let Some(value) = lowering.parameter(default) {
            values.push((name.text.clone(), value));
        }
    }
    if !lowering.errors.is_empty() {
        return Err(ArgumentError::Declaration(lowering.errors));
    }
    let positional = values.len();
    if has_words(decl) {
        values.push((
            ROOM.to_owned(),
            ParameterValue::Int(usual_room(decl) as Int),
        ));
    }
    let game = &decl.name.text;
    for (i, (name, value)) in given.into_iter().enumerate() {
        let found = match &name {
            // Like names of games, names of parameters ignore case, unless two parameters differ
            // only by case.
            Some(name) => {
                let same = |(param, _): &(String, ParameterValue)| param == name;
                let alike =
                    |(param, _): &(String, ParameterValue)| lowercase(param) == lowercase(name);
                let found = values
                    .iter()
                    .position(same)
                    .or_else(|| values.iter().position(alike));
                found.map(|found| &mut values[found])
            }
            None => values[..positional].get_mut(i),
        };
        let Some((param, slot)) = found else {
            let list: Vec<&str> = decl
                .params
                .iter()
                .map(|(name, _)| name.text.as_str())
                .collect();
            let list = list.join(", ");
            return Err(ArgumentError::Given(match name {
                Some(name) => text!(
                    "{game} has no parameter `{name}`; its parameters: {list}",
                    "{game} 没有参数 `{name}`；参数有：{list}"
                ),
                None if list.is_empty() => text!("{game} takes no arguments", "{game} 不带参数"),
                None => text!(
                    "too many arguments; the parameters of {game} are: {list}",
                    "参数过多；{game} 的参数：{list}"
                ),
            }));
        };
        let value = match (&*slot, value) {
            (ParameterValue::Real(_), ParameterValue::Int(n)) => {
                ParameterValue::Real(Quadratic::int(n))
            }
            (_, value) => value,
        };
        let same_kind = match (&*slot, &value) {
            (ParameterValue::Int(_), ParameterValue::Int(_))
            | (ParameterValue::Real(_), ParameterValue::Real(_)) => true,
            (ParameterValue::Set(_, a), ParameterValue::Set(_, b)) => a == b,
            (ParameterValue::Graph(_), ParameterValue::Graph(_)) => true,
            // An array without entries has no kind.
            (ParameterValue::Data(a), ParameterValue::Data(b)) => {
                a.dimensions() == b.dimensions()
                    && (a.kind == b.kind || a.entries.is_empty() || b.entries.is_empty())
            }
            _ => false,
        };
        if let (ParameterValue::Graph(_), false) = (&*slot, same_kind) {
            return Err(ArgumentError::Given(text!(
                "parameter `{param}` of {game} is a graph: write it like {slot}, with your edges and isolated vertices; `1-2` alone is a number",
                "{game} 的参数 `{param}` 是图：请写成 {slot} 的形式，列出边与孤立的顶点；单独的 `1-2` 是数"
            )));
        }
        if let (ParameterValue::Data(data), false) = (&*slot, same_kind) {
            let wanted = kind_of(data);
            let found = match &value {
                ParameterValue::Data(found) => kind_of(found),
                value => {
                    let value = value.to_string();
                    Text {
                        en: value.clone(),
                        zh: value,
                    }
                }
            };
            return Err(ArgumentError::Given(Text {
                en: format!(
                    "parameter `{param}` of {game} is {}, found {}",
                    wanted.en, found.en
                ),
                zh: format!(
                    "{game} 的参数 `{param}` 是{}，却给出了{}",
                    wanted.zh, found.zh
                ),
            }));
        }
        if !same_kind {
            return Err(ArgumentError::Given(text!(
                "parameter `{param}` of {game}: expected a value like {slot}, found {value}",
                "{game} 的参数 `{param}` 应形如 {slot}，却是 {value}"
            )));
        }
        if matches!(&value, ParameterValue::Set(rows, _) if rows.is_empty()) {
            return Err(ArgumentError::Given(text!(
                "the set given for parameter `{param}` of {game} is empty",
                "为 {game} 的参数 `{param}` 给出的集合是空的"
            )));
        }
        *slot = value;
    }
    if let Some((_, ParameterValue::Int(room))) = values.get(positional)
        && !(1..=MAX_WORD_LETTERS as Int).contains(room)
    {
        return Err(ArgumentError::Given(text!(
            "the maximum length of a word must be 1 to {MAX_WORD_LETTERS}, found {room}",
            "单词的最大长度应为 1 到 {MAX_WORD_LETTERS}，却是 {room}"
        )));
    }
    Ok(values)
}

/// The reason why arguments are rejected.
#[derive(Debug)]
pub enum ArgumentError {
    /// The declaration has errors.
    Declaration(Vec<Diagnostic>),
    /// The given arguments do not match the parameters of the declaration.
    Given(Text),
}

impl ArgumentError {
    /// Returns the reason as text. If a declaration has several errors, the text describes the
    /// first error.
    pub fn text(&self) -> Text {
        match self {
            ArgumentError::Given(reason) => reason.clone(),
            ArgumentError::Declaration(diagnostics) => match diagnostics.first() {
                Some(first) => first.message.clone(),
                None => text!("the declaration is invalid", "声明有误"),
            },
        }
    }
}

impl_error!(ArgumentError);

/// Returns the value of a constant expression in a query: a number or a set.
///
/// # Errors
/// Returns errors if the expression is not a constant, has no value, or is an empty set.
pub fn constant_value(expr: &ast::SpannedExpr) -> Result<ParameterValue, Vec<Diagnostic>> {
    let mut linker = NullLinker;
    let mut lowering = Lowering::new(&mut linker);
    match lowering.parameter(expr) {
        Some(value) if lowering.errors.is_empty() => Ok(value),
        _ => Err(lowering.errors),
    }
}

/// Returns the value of an argument in a query. Unlike in [`constant_value`], `/` does not round,
/// so that `4 / 3` is a real number.
///
/// # Errors
/// Returns the same errors as [`constant_value`].
pub fn argument_value(expr: &ast::SpannedExpr) -> Result<ParameterValue, Vec<Diagnostic>> {
    let mut linker = NullLinker;
    let mut lowering = Lowering::new(&mut linker);
    lowering.exact = true;
    match lowering.parameter(expr) {
        Some(value) if lowering.errors.is_empty() => Ok(value),
        _ => Err(lowering.errors),
    }
}
impl Lowering<'_> {
    /// Returns the value of a parameter.
    pub(super) fn parameter(&mut self, expr: &ast::SpannedExpr) -> Option<ParameterValue> {
        if let ast::ExprKind::Graph(paths) = &expr.kind {
            return self.graph(paths, expr.span);
        }
        if let ast::ExprKind::Array(list) = &expr.kind {
            return self.data(list, expr.span);
        }
        if let ast::ExprKind::Picture(text) = &expr.kind {
            return Some(self.data_text(text));
        }
        if let ast::ExprKind::Name(name) = &expr.kind
            && let Some(NameBinding::Value(
                whole @ (ParameterValue::Data(_) | ParameterValue::Graph(_)),
            )) = self.lookup(name)
        {
            return Some(whole);
        }
        let outside = std::mem::replace(&mut self.reals, true);
        let typed = self.typed(expr);
        self.reals = outside;
        match typed? {
            TypedExpr::Real(RealExpr::Known(x)) => Some(ParameterValue::Real(x)),
            TypedExpr::Set(width, rows) => match self.closed_set(width, &rows, expr.span)? {
                ClosedSet::Rows(flat) if flat.is_empty() => self.empty_set(expr.span),
                ClosedSet::Rows(flat) => Some(ParameterValue::Set(flat, width)),
                ClosedSet::Open => self.refuse(Diagnostic::error(
                    expr.span,
                    text!("this must be a constant", "此处必须是常数"),
                )),
            },
            _ => {
                // The constant is lowered again for the message. Lowering a constant again is
                // cheap, because constants are small.
                self.constant(expr).map(ParameterValue::Int)
            }
        }
    }
}
