//! Lowers the functions of a graph: sets of its vertices and edges, and whether two vertices are
//! adjacent. Functions of graphs become constant lists of pairs, so all code that works on the
//! typed form supports them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lowering::Lowering;
use super::typed::{NameBinding, TypedExpr};
use crate::ast::{self, ExprKind};
use crate::ir::{
    ChoiceDomain, CompareOp, Expr, Int, ParameterValue, RowElement, RuleChoice, SourceInfo,
};
use crate::network::Network;
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// The functions of a graph, with their numbers of arguments.
pub(super) const FUNCTIONS: [(&str, usize); 6] = [
    ("vertices", 1),
    ("edges", 1),
    ("near", 2),
    ("around", 2),
    ("adjacent", 3),
    ("beyond", 3),
];

/// Maximum number of steps of `beyond`, which takes V · (V + E) steps for V vertices and E edges.
const MAX_BEYOND_STEPS: usize = 20_000_000;

impl Lowering<'_> {
    /// Returns a written graph as the value of a parameter.
    pub(super) fn graph(
        &mut self,
        paths: &[Vec<ast::Identifier>],
        span: Span,
    ) -> Option<ParameterValue> {
        let names: Vec<Vec<&str>> = paths
            .iter()
            .map(|path| path.iter().map(|name| name.text.as_str()).collect())
            .collect();
        match Network::from_paths(&names) {
            Ok(network) => Some(ParameterValue::Graph(Arc::new(network))),
            Err(error) => {
                let place = paths
                    .get(error.path)
                    .and_then(|path| Some(path.first()?.span.to(path.last()?.span)));
                self.refuse(Diagnostic::error(place.unwrap_or(span), error.reason))
            }
        }
    }

    /// Returns the graph with a name.
    fn network(&self, name: &ast::SpannedExpr) -> Option<Arc<Network>> {
        let ExprKind::Name(text) = &name.kind else {
            return None;
        };
        match self.lookup(text)? {
            NameBinding::Value(ParameterValue::Graph(network)) => Some(network),
            _ => None,
        }
    }

    /// Returns the graph whose vertices or edges a written set contains: `vertices(G)`, `edges(G)`,
    /// `near(G, v)`.
    pub(super) fn network_of(&self, set: &ast::SpannedExpr) -> Option<Arc<Network>> {
        match &set.kind {
            ExprKind::Call(name, args) if FUNCTIONS.iter().any(|(word, _)| *word == name.text) => {
                self.network(&args.first()?.value)
            }
            _ => self.network_of_holder(set),
        }
    }

    /// Lowers a function of a graph.
    pub(super) fn network_call(
        &mut self,
        word: &str,
        count: usize,
        args: &[ast::ElementExpr],
        span: Span,
    ) -> Option<TypedExpr> {
        let network = args
            .first()
            .and_then(|first| self.network(&first.value))
            .filter(|_| args.len() == count);
        let Some(network) = network else {
            let error = Diagnostic::error(
                span,
                text!(
                    "wrong arguments for `{word}`: expected {count} in all, first a graph",
                    "`{word}` 的参数有误：共需 {count} 个，第一个是图"
                ),
            );
            return self.refuse(error.help(text!(
                "declare the graph as a parameter: `game A(G = graph(1-2 2-3)) {{ … {word}(G …) }}`",
                "请把图声明为参数：`game A(G = graph(1-2 2-3)) {{ … {word}(G …) }}`"
            )));
        };
        let rest: Vec<Option<Expr>> = args[1..].iter().map(|arg| self.int(&arg.value)).collect();
        let rest: Vec<Expr> = rest.into_iter().collect::<Option<_>>()?;
        let lacking = |(arg, vertex): (&ast::ElementExpr, &Expr)| match vertex {
            Expr::Const(vertex) if !network.vertices.contains_key(vertex) => {
                Some((arg.value.span, *vertex))
            }
            _ => None,
        };
        if let Some((place, vertex)) = args[1..].iter().zip(&rest).find_map(lacking) {
            let error = Diagnostic::error(
                place,
                text!("the graph has no vertex {vertex}", "图中没有顶点 {vertex}"),
            );
            return self.refuse(error.help(network.vertex_list()));
        }
        let one = |vertex: Int| RowElement {
            values: vec![Expr::Const(vertex)],
            generators: Vec::new(),
        };
        Some(match (word, &rest[..]) {
            ("vertices", _) => TypedExpr::Set(
                1,
                network.vertices.keys().map(|&vertex| one(vertex)).collect(),
            ),
            ("edges", _) => {
                let pair = |&(a, b): &(Int, Int)| RowElement {
                    values: vec![Expr::Const(a), Expr::Const(b)],
                    generators: Vec::new(),
                };
                TypedExpr::Set(2, network.edges.iter().map(pair).collect())
            }
            ("near", [vertex]) => self.paired_numbers(&network.neighbours(), vertex, span)?,
            ("around", [vertex]) => {
                let selves = network.vertices.keys().map(|&vertex| (vertex, vertex));
                self.paired_numbers(
                    &network.neighbours().into_iter().chain(selves).collect(),
                    vertex,
                    span,
                )?
            }
            ("beyond", [root, vertex]) => {
                let Expr::Const(root) = root else {
                    return self.refuse(
                        Diagnostic::error(
                            args[1].value.span,
                            text!("the root must be a constant", "根必须是常数"),
                        )
                        .help(text!(
                            "make it a parameter: `game A(T = graph(0-1), root = 0) {{ … }}`",
                            "请写成参数：`game A(T = graph(0-1), root = 0) {{ … }}`"
                        )),
                    );
                };
                let (vertices, edges) = (network.vertices.len(), network.edges.len());
                if vertices.saturating_mul(vertices + edges) > MAX_BEYOND_STEPS {
                    let message = text!(
                        "the graph is too large for `beyond`: {vertices} vertices and {edges} edges",
                        "图对 `beyond` 来说过大：{vertices} 个顶点、{edges} 条边"
                    );
                    return self.refuse(Diagnostic::error(span, message));
                }
                self.paired_numbers(&network.beyond(*root), vertex, span)?
            }
            (_, [one, other]) => {
                let flat: Vec<Int> = network
                    .neighbours()
                    .into_iter()
                    .flat_map(|(a, b)| [a, b])
                    .collect();
                TypedExpr::Bool(self.in_known(&[one.clone(), other.clone()], &flat.into(), span)?)
            }
            _ => return None,
        })
    }

    /// Returns the numbers paired with a number in a list of pairs.
    fn paired_numbers(
        &mut self,
        pairs: &BTreeSet<(Int, Int)>,
        number: &Expr,
        span: Span,
    ) -> Option<TypedExpr> {
        if let Expr::Const(number) = number {
            let beside = pairs.iter().filter(|(a, _)| a == number);
            return Some(TypedExpr::Set(
                1,
                beside
                    .map(|(_, b)| RowElement {
                        values: vec![Expr::Const(*b)],
                        generators: Vec::new(),
                    })
                    .collect(),
            ));
        }
        self.spend(pairs.len(), span)?;
        let mark = self.mark();
        self.locals = self.locals.max(super::dependencies::extent(number).locals);
        let local = self.new_local();
        let other = self.new_local();
        let names = SourceInfo(vec![format!("s{local}"), format!("s{other}")]);
        let rows: Vec<Int> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let choice = RuleChoice {
            local,
            width: 2,
            names,
            domain: ChoiceDomain::Known(rows.into()),
            span: SourceInfo(span),
        };
        let equal = Expr::Compare(
            CompareOp::Eq,
            Box::new([Expr::Local(local), number.clone()]),
        );
        let generators = vec![choice, self.only_if(equal, span)];
        self.release(mark);
        Some(TypedExpr::Set(
            1,
            vec![RowElement {
                values: vec![Expr::Local(other)],
                generators,
            }],
        ))
    }
}
