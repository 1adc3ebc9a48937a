//! Recognises coin turning: the classical families on a line and on boards, with values in closed
//! form. See [`crate::coins`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::{ChoiceDomain, Expr, Game, Int, Move, RuleChoice};

use crate::coins::squares::SquaresGame;
use crate::coins::{CoinGame, LineGame, MultiplesGame, gray, inverse_gray};
use crate::model::{Model, ModelLaw, ModelTheorem, natural};
use theory::columns::nim_sum;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "coins",
    statement: (
        "On a line, the value of a coin that shows heads has a closed form. On a board, the value depends on the flip. If a flip turns two coins in line, the value is the nim-sum of the coordinates. If it turns the four corners of a rectangle, the value is their nim-product (Tartan theorem). If it turns a square, the value is the largest power of two that divides row and column and is at most the maximum side. If a flip turns multiples of a place, values are computed together for all places with the same quotient.",
        "在线上，正面硬币之值有封闭形式。在棋盘上：同行同列翻两枚时为坐标的 Nim 和；翻矩形四角时为坐标的 Nim 积（Tartan 定理）；翻正方形时为整除行号与列号且不超过边长上限的 2 的最高次幂。翻一个位置的若干倍数时，其值按相等的商分块计算。",
    ),
    source: "H. W. Lenstra, Nim multiplication (1977); Winning Ways, chapter 14",
    slots: 1..=3,
    suspense: false,
    models,
};

/// The closed form of a family.
enum CoinLaw {
    Line(LineGame),
    /// A flip turns two coins of a row or column.
    RowColumn,
    /// A flip turns the corners of a box; values are nim-products of the coordinates.
    Corners,
    /// A flip turns a square up to a maximum side.
    Squares(SquaresGame),
    /// A flip turns the multiples of a place. The fields are the last place, and the game with its
    /// values once they are computed.
    Multiples(u64, Option<MultiplesGame>),
}

fn models(
    game: &Game,
    _: &facts::GameFacts,
    _: &Budget<'_>,
) -> Result<Vec<Model>, theory::theorem::ConditionError> {
    if !game.coins {
        return Err(text!("the components of the game are not coins", "各部分不是硬币").into());
    }
    let line = |line, text: &str| Model {
        text: text.to_owned(),
        law: Box::new(CoinLaw::Line(line)),
    };
    let board = |law, text: &str| Model {
        text: text.to_owned(),
        law: Box::new(law),
    };
    Ok(match game.slots.len() {
        1 => [
            line(LineGame::Turtles, "coins Model { state s in 1.. move : nothing move t in 1..s-1 : [t] }"),
            line(LineGame::Twins, "coins Model { state s in 0.. move t in 0..s-1 : [t] }"),
            line(
                LineGame::MockTurtles,
                "coins Model { state s in 0.. move : nothing move i in 0..s-1 : [i] move i in 0..s-1, j in 0..i-1 : [i] + [j] }",
            ),
            line(LineGame::Triplets, "coins Model { state s in 0.. move i in 0..s-1, j in 0..i-1 : [i] + [j] }"),
            line(LineGame::Ruler, "coins Model { state s in 1.. move t in 1..s : [j] for j in t..s-1 }"),
            line(LineGame::Flips, "coins Model { state s in 0.. move : nothing }"),
        ]
        .into_iter()
        .chain(multiples(game))
        .collect(),
        2 => [
            board(CoinLaw::RowColumn, "coins Model { state x in 0.., y in 0.. move a in 0..x-1 : [a, y] move b in 0..y-1 : [x, b] }"),
            board(CoinLaw::Corners, "coins Model { state x in 0.., y in 0.. move a in 0..x-1, b in 0..y-1 : [a, y] + [x, b] + [a, b] }"),
        ]
        .into_iter()
        .chain(squares(game))
        .collect(),
        _ => vec![board(
            CoinLaw::Corners,
            "coins Model { state x in 0.., y in 0.., z in 0.. move a in 0..x-1, b in 0..y-1, c in 0..z-1 \
             : [a, y, z] + [x, b, z] + [x, y, c] + [a, b, z] + [a, y, c] + [x, b, c] + [a, b, c] }",
        )],
    })
}

/// Returns models for squares of any side up to a maximum. For each number that bounds the choices
/// of the game's only rule, models in several wordings are tried. The moves of the models are not
/// linear, so a game is recognised only if it is written like a model.
fn squares(game: &Game) -> Vec<Model> {
    let [Move { choices, .. }] = &game.moves[..] else {
        return Vec::new();
    };
    let [
        RuleChoice {
            domain: ChoiceDomain::Range(_, bound),
            ..
        },
    ] = &choices[..]
    else {
        return Vec::new();
    };
    let turned = [
        "[x, y - j] for j in 1..s-1 + [x - i, y - j] for i in 1..s-1, j in 0..s-1",
        "[x - i, y] for i in 1..s-1 + [x - i, y - j] for i in 0..s-1, j in 1..s-1",
        "[x, j] for j in y-s+1..y-1 + [i, j] for i in x-s+1..x-1, j in y-s+1..y",
        "[x - c / s, y - c % s] for c in 1..s * s - 1",
    ];
    let sides = numbers(bound).into_iter().filter(|&most| most > 0);
    let bounded = sides.flat_map(|most| {
        [
            (natural(most), format!("min({most}, x, y)")),
            (natural(most), most.to_string()),
        ]
    });
    let all = bounded.chain([(u64::MAX, "min(x, y)".to_owned())]);
    let model = |most: u64, sides: &str, turned: &str| Model {
        text: format!("coins Model {{ state x in 1.., y in 1.. move s in 1..{sides} : {turned} }}"),
        law: Box::new(CoinLaw::Squares(SquaresGame { most })),
    };
    all.flat_map(|(most, sides)| turned.map(|turned| model(most, &sides, turned)))
        .collect()
}

/// Returns models for the game of multiples up to the last place of the game, if there are not too
/// many places. A game is recognised only if it is written like a model.
fn multiples(game: &Game) -> Vec<Model> {
    const MAX_PLACE: Int = 1 << 40;
    let Some(last) = game.slots[0]
        .high
        .filter(|last| (1..=MAX_PLACE).contains(last))
    else {
        return Vec::new();
    };
    let model = |turned: &str| Model {
        text: format!(
            "coins Model {{ state x in 1..{last} move k in 1..{last} / x : {turned} for i in 2..k }}"
        ),
        law: Box::new(CoinLaw::Multiples(natural(last), None)),
    };
    ["[i * x]", "[x * i]"].map(model).into()
}

/// Returns the constants of an expression.
fn numbers(expr: &Expr) -> Vec<Int> {
    match expr {
        Expr::Const(number) => vec![*number],
        other => other.children().flat_map(numbers).collect(),
    }
}

impl ModelLaw for CoinLaw {
    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        if let CoinLaw::Multiples(last, values) = self {
            *values = Some(MultiplesGame::new(*last, budget)?);
        }
        Ok(())
    }

    fn value(&self, position: &[Int]) -> Option<Grundy> {
        let places = position.iter().map(|&n| natural(n));
        let value = match self {
            CoinLaw::Line(line) => {
                let place = natural(position[0]);
                line.check_place(place).ok()?;
                line.value(place)
            }
            CoinLaw::RowColumn => places.fold(0, nimber::sum),
            CoinLaw::Corners => places.reduce(nimber::product)?,
            CoinLaw::Squares(squares) => squares.value(&places.collect::<Vec<u64>>()),
            CoinLaw::Multiples(_, values) => values.as_ref()?.value(&places.collect::<Vec<u64>>()),
        };
        Grundy::nimber(value)
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let value = self.value(position)?;
        Some(match self {
            CoinLaw::Line(line) => {
                let place = position[0];
                match line {
                    LineGame::Turtles | LineGame::Twins => text!(
                        "the value of a coin that shows heads is its place, {place}",
                        "正面之值即其位置 {place}"
                    ),
                    LineGame::MockTurtles => text!(
                        "odious numbers (1, 2, 4, 7, 8, …) have an odd number of binary ones; the odious number with index {place}, counted from 0, is {value}",
                        "odious 数（1, 2, 4, 7, 8, …）的二进制含奇数个 1；从 0 数起，第 {place} 个为 {value}"
                    ),
                    LineGame::Triplets => text!(
                        "the first two places have no move, and the values of the other places are the odious numbers (1, 2, 4, 7, 8, …): place {place} has the value {value}",
                        "前两位无着可走，其后依次为 odious 数（1, 2, 4, 7, 8, …）：第 {place} 位为 {value}"
                    ),
                    LineGame::Ruler => {
                        text!(
                            "the largest power of 2 that divides {place} is {value}",
                            "整除 {place} 的 2 的最高次幂为 {value}"
                        )
                    }
                    LineGame::Flips => text!(
                        "a flip turns only one coin, so the value of a coin that shows heads is 1",
                        "正面只能单独翻转，故值为 1"
                    ),
                }
            }
            CoinLaw::Multiples(last, _) => {
                let (place, quotient) = (position[0], last / natural(position[0]));
                text!(
                    "the value depends only on ⌊{last} / {place}⌋ = {quotient}; values are computed together for places with the same quotient, and this value is {value}",
                    "其值只取决于 ⌊{last} / {place}⌋ = {quotient}；按相等的商分块计算，得 {value}"
                )
            }
            CoinLaw::RowColumn => {
                let name = |axis: usize| [text!("row", "行"), text!("column", "列")][axis].clone();
                nim_sum(
                    &position
                        .iter()
                        .enumerate()
                        .map(|(axis, &n)| (name(axis), natural(n)))
                        .collect::<Vec<_>>(),
                )
            }
            CoinLaw::Corners => {
                let places: Vec<String> = position.iter().map(Int::to_string).collect();
                let product = places.join(" ⊗ ");
                text!(
                    "the nim-product of the coordinates: {product} = {value}",
                    "坐标的 Nim 积：{product} = {value}"
                )
            }
            CoinLaw::Squares(SquaresGame { most }) => {
                let (x, y) = (position[0], position[1]);
                let (en, zh) = match most {
                    &u64::MAX => (String::new(), String::new()),
                    most => (
                        format!(" and is at most {most}"),
                        format!("且不超过 {most} "),
                    ),
                };
                text!(
                    "the largest power of 2 that divides {x} and {y}{en} is {value}",
                    "整除 {x} 与 {y} {zh}的 2 的最高次幂为 {value}"
                )
            }
        })
    }

    /// Returns the only flip that gives the value, for families whose flips are two coins or a
    /// block. For families with many flips of a value, the rules list the flips.
    fn moves(
        &self,
        position: &[Int],
        value: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let few = matches!(
            self,
            CoinLaw::Line(LineGame::Turtles | LineGame::Twins | LineGame::Ruler)
                | CoinLaw::RowColumn
                | CoinLaw::Squares(_)
                | CoinLaw::Multiples(..)
        );
        // A flip of two coins gives the value of the other coin, and a flip of one coin gives 0.
        // The value of a flip that turns one or two coins does not exceed the largest number of a
        // coordinate.
        let Some(wanted) = value.as_nimber() else {
            return Ok(None);
        };
        let Ok(wanted) = Int::try_from(wanted) else {
            return Ok(few.then(Vec::new));
        };
        let below = |rule: usize, low: Int, target: Int, high: Int| {
            (low..high).contains(&target).then(|| (rule, vec![target]))
        };
        Ok(match self {
            CoinLaw::Line(LineGame::Turtles) if wanted == 0 => Some(vec![(0, Vec::new())]),
            CoinLaw::Line(LineGame::Turtles) => {
                Some(below(1, 1, wanted, position[0]).into_iter().collect())
            }
            CoinLaw::Line(LineGame::Twins) => {
                Some(below(0, 0, wanted, position[0]).into_iter().collect())
            }
            // The value of the coins 1 to m is the Gray code of m. So the coins t to s - 1 have the
            // nim-sum of the Gray codes of s - 1 and t - 1 as their value.
            CoinLaw::Line(LineGame::Ruler) => {
                let first = inverse_gray(gray(natural(position[0]) - 1) ^ natural(wanted));
                Int::try_from(first)
                    .ok()
                    .filter(|first| *first < position[0])
                    .map(|first| vec![(0, vec![first + 1])])
                    .or(Some(Vec::new()))
            }
            CoinLaw::Squares(squares) => {
                let place: Vec<u64> = position.iter().map(|&n| natural(n)).collect();
                let change = squares.value(&place) ^ natural(wanted);
                let sides: Vec<u64> = match self.lists_all(position) {
                    true => squares.sides(&place, change).collect(),
                    false => squares.lowering_side(&place, change).into_iter().collect(),
                };
                Some(
                    sides
                        .into_iter()
                        .map(|side| (0, vec![side as Int]))
                        .collect(),
                )
            }
            CoinLaw::Multiples(_, values) => {
                let Some(values) = values else {
                    return Ok(None);
                };
                let place = natural(position[0]);
                let counts = values.counts(place, values.value(&[place]) ^ natural(wanted));
                let most = if self.lists_all(position) {
                    usize::MAX
                } else {
                    1
                };
                Some(
                    counts
                        .take(most)
                        .map(|count| (0, vec![count as Int]))
                        .collect(),
                )
            }
            CoinLaw::RowColumn => {
                let (x, y) = (position[0], position[1]);
                Some(
                    below(0, 0, y ^ wanted, x)
                        .into_iter()
                        .chain(below(1, 0, x ^ wanted, y))
                        .collect(),
                )
            }
            _ => None,
        })
    }

    /// Returns false for squares with very many sides, and for places with very many multiples. If
    /// `lists_all` returns false, only one flip is listed.
    fn lists_all(&self, position: &[Int]) -> bool {
        const MAX_LISTED_FLIPS: u64 = 1 << 20;
        match self {
            CoinLaw::Squares(SquaresGame { most }) => {
                *most <= MAX_LISTED_FLIPS
                    || position.iter().any(|&n| natural(n) <= MAX_LISTED_FLIPS)
            }
            CoinLaw::Multiples(last, _) => last / natural(position[0]) <= MAX_LISTED_FLIPS,
            _ => true,
        }
    }
}
