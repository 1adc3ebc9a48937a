//! A game for every value of a parameter at once: the parameter becomes an additional slot, which
//! no move changes, and ranges that use the parameter become requirements. Hence a proof about the
//! game in which the parameter is a slot holds for every natural value of the parameter.

use base::diagnostic::Span;
use base::text;
use base::text::Text;
use rules::ast::{
    ComponentDeclKind, ElementExpr, ExprKind, GameDecl, GameItem, GameItemKind, Identifier,
    SlotDecl, SlotType, SpannedExpr,
};
use rules::printer::print_expr;

/// Returns the declaration of the game in which this parameter is a slot, including the claims of
/// the original game.
///
/// # Errors
/// Returns the reason why the parameter cannot become a slot.
pub(crate) fn for_all(decl: &GameDecl, parameter: &str) -> Result<GameDecl, Text> {
    let game = &decl.name.text;
    let Some(at) = decl
        .params
        .iter()
        .position(|(name, _)| name.text == parameter)
    else {
        let known: Vec<&str> = decl
            .params
            .iter()
            .map(|(name, _)| name.text.as_str())
            .collect();
        let known = known.join(", ");
        return Err(match known.is_empty() {
            true => text!("{game} has no parameters", "{game} 没有参数"),
            false => text!(
                "{game} has no parameter {parameter}; its parameters are {known}",
                "{game} 没有参数 {parameter}；它的参数是 {known}"
            ),
        });
    };
    let mut decl = decl.clone();
    decl.params.remove(at);
    let uses = |expr: &SpannedExpr| {
        print_expr(expr)
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == parameter)
    };
    if decl.params.iter().any(|(_, default)| uses(default)) {
        return Err(text!(
            "another parameter of {game} depends on {parameter}",
            "{game} 的另一个参数依赖于 {parameter}"
        ));
    }
    let place = decl.span;
    let named = |text: &str| SpannedExpr {
        kind: ExprKind::Name(text.to_owned()),
        span: place,
    };
    let mut required: Vec<GameItem> = Vec::new();
    let mut fresh = true;
    for item in &mut decl.items {
        match &mut item.kind {
            GameItemKind::State {
                unordered: Some(_), ..
            } => {
                return Err(text!(
                    "the numbers of a position of {game} are sorted (`unordered`)",
                    "{game} 的局面中的数是排序的（`unordered`）"
                ));
            }
            GameItemKind::State { slots, .. } => {
                for slot in slots.iter_mut() {
                    let SlotType::Number(low, most) = &mut slot.holds else {
                        let name = &slot.name.text;
                        return Err(text!(
                            "{name} contains a set, not a number",
                            "{name} 是集合，不是数"
                        ));
                    };
                    let ends = slot
                        .array
                        .iter()
                        .flat_map(|dimension| [&dimension.low, &dimension.high])
                        .chain([&*low]);
                    if ends.into_iter().any(uses) {
                        let name = &slot.name.text;
                        return Err(text!(
                            "the minimum or the length of {name} depends on {parameter}",
                            "{name} 的最小值或长度依赖于 {parameter}"
                        ));
                    }
                    let Some(high) = most.take_if(|high| uses(high)) else {
                        continue;
                    };
                    if !slot.array.is_empty() {
                        let name = &slot.name.text;
                        return Err(text!(
                            "the maximum of the array {name} depends on {parameter}",
                            "数组 {name} 的最大值依赖于 {parameter}"
                        ));
                    }
                    let at_most = ExprKind::Chain(
                        vec![named(&slot.name.text), high],
                        vec![rules::ast::CompareOp::Le],
                    );
                    let kind = GameItemKind::Require(SpannedExpr {
                        kind: at_most,
                        span: place,
                    });
                    required.push(GameItem {
                        comments: Vec::new(),
                        kind,
                        remark: None,
                        span: place,
                    });
                }
                if std::mem::take(&mut fresh) {
                    let zero = SpannedExpr {
                        kind: ExprKind::Int(0),
                        span: place,
                    };
                    let name = Identifier {
                        text: parameter.to_owned(),
                        span: Span::new(0, 0),
                    };
                    slots.push(SlotDecl {
                        name,
                        array: Vec::new(),
                        holds: SlotType::Number(zero, None),
                        span: place,
                    });
                }
            }
            GameItemKind::Move(rule) => {
                for component in &mut rule.result {
                    match &mut component.kind {
                        ComponentDeclKind::Fresh { game: None, slots } => {
                            slots.push(ElementExpr::single(named(parameter)));
                        }
                        ComponentDeclKind::Changed(..) => {}
                        ComponentDeclKind::Fresh { .. } | ComponentDeclKind::Compound(..) => {
                            return Err(text!(
                                "a move of {game} leads to another game",
                                "{game} 的着法转入另一个游戏"
                            ));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    if fresh {
        return Err(text!("{game} has no `state`", "{game} 没有 `state`"));
    }
    decl.items.retain(|item| {
        !matches!(
            item.kind,
            GameItemKind::Expect(_) | GameItemKind::Start(_) | GameItemKind::Draw(_)
        )
    });
    let after_state = decl
        .items
        .iter()
        .rposition(|item| matches!(item.kind, GameItemKind::State { .. }))
        .map_or(0, |last| last + 1);
    decl.items.splice(after_state..after_state, required);
    decl.name.text = format!("{game}ForEvery{}", parameter.to_uppercase());
    Ok(decl)
}
