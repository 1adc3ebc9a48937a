//! Random games on sets. Each game is also written on an array of zeros and ones, with one number
//! for each element of the ground set.

use fastrand::Rng;

/// A game in two forms.
pub struct SetGameTwins {
    /// A file with the game `A`, whose position is a set, and the game `B`, whose position is an
    /// array `a[1..n]`.
    pub text: String,
    /// The ground set, in order.
    pub elements: Vec<Vec<i64>>,
}

/// A builder that writes a game on a set and on an array.
struct SetGameBuilder {
    rng: Rng,
    elements: Vec<Vec<i64>>,
}

/// A condition or a set as two texts: for the game on a set, and for the game on an array.
type TwinTexts = (String, String);

/// Returns two games with the same moves; play can cycle.
pub fn twins(seed: u64) -> SetGameTwins {
    let mut rng = Rng::with_seed(seed);
    let (ground, elements): (String, Vec<Vec<i64>>) = match rng.u32(..4) {
        0 => {
            let n = rng.i64(3..8);
            (format!("1..{n}"), (1..=n).map(|x| vec![x]).collect())
        }
        1 => {
            let (rows, columns) = (rng.i64(1..4), rng.i64(2..4));
            (
                format!("cells({rows}, {columns})"),
                (1..=rows)
                    .flat_map(|i| (1..=columns).map(move |j| vec![i, j]))
                    .collect(),
            )
        }
        kind => {
            let width = kind as usize - 1;
            let mut all: Vec<Vec<i64>> = (0..rng.usize(3..8))
                .map(|_| (0..width).map(|_| rng.i64(-2..5)).collect())
                .collect();
            all.sort();
            all.dedup();
            (
                format!(
                    "{{{}}}",
                    all.iter()
                        .map(|row| tuple(row))
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
                all,
            )
        }
    };
    let n = elements.len();
    let mut maker = SetGameBuilder {
        rng,
        elements: elements.clone(),
    };
    let (mut own, mut array) = (
        format!("game A {{\n  state s set of {ground}\n"),
        format!("game B {{\n  state a[1..{n}] in 0..1\n"),
    );
    for _ in 0..maker.rng.u32(1..4) {
        let (mine, theirs) = maker.rule();
        own += &mine;
        array += &theirs;
    }
    SetGameTwins {
        text: format!("{own}}}\n{array}}}\n"),
        elements,
    }
}

fn tuple(row: &[i64]) -> String {
    let numbers: Vec<String> = row.iter().map(i64::to_string).collect();
    if row.len() == 1 {
        numbers[0].clone()
    } else {
        format!("({})", numbers.join(", "))
    }
}

impl SetGameBuilder {
    fn width(&self) -> usize {
        self.elements[0].len()
    }

    /// Returns names for the coordinates of an element.
    fn names(&self, of: &str) -> Vec<String> {
        (0..self.width())
            .map(|at| {
                if self.width() == 1 {
                    of.to_owned()
                } else {
                    format!("{of}{at}")
                }
            })
            .collect()
    }

    fn render_element(parts: &[String]) -> String {
        if parts.len() == 1 {
            parts[0].clone()
        } else {
            format!("({})", parts.join(", "))
        }
    }

    /// Returns an element near the element whose coordinates have the given names.
    fn near(&mut self, names: &[String], far: i64) -> Vec<String> {
        names
            .iter()
            .map(|name| format!("{name} + {}", self.rng.i64(-far..=far)))
            .map(|sum| sum.replace("+ -", "- "))
            .collect()
    }

    /// Returns the condition that expressions are equal to the coordinates of the given element.
    fn is(parts: &[String], element: &[i64]) -> String {
        parts
            .iter()
            .zip(element)
            .map(|(part, n)| format!("{part} == {n}"))
            .collect::<Vec<_>>()
            .join(" and ")
    }

    /// Returns the condition that the expressions `parts` are an element of the set (as twin
    /// texts), and the condition for the ground set.
    fn there(&self, parts: &[String]) -> (TwinTexts, String) {
        let one = |(at, element): (usize, &Vec<i64>)| {
            format!("{} and a[{}] == 1", Self::is(parts, element), at + 1)
        };
        let all: Vec<String> = self.elements.iter().enumerate().map(one).collect();
        let ground: Vec<String> = self
            .elements
            .iter()
            .map(|element| Self::is(parts, element))
            .collect();
        (
            (
                format!("{} in s", Self::render_element(parts)),
                format!("({})", all.join(" or ")),
            ),
            format!("({})", ground.join(" or ")),
        )
    }

    /// Returns a comparison of an element with the chosen element, as a function of their
    /// coordinates.
    fn compared(&mut self) -> impl Fn(&[String], &[String]) -> String + use<> {
        let (at, op) = (
            self.rng.usize(..self.width()),
            ["==", "!=", "<", "<=", ">", ">="][self.rng.usize(..6)],
        );
        move |one, other| format!("{} {op} {}", one[at], other[at])
    }

    fn guard(&mut self, chosen: &[String]) -> TwinTexts {
        let n = self.elements.len();
        match self.rng.u32(..5) {
            0 => {
                let near = self.near(chosen, 2);
                self.there(&near).0
            }
            1 => {
                let near = self.near(chosen, 2);
                let ((mine, theirs), _) = self.there(&near);
                (mine.replace(" in s", " not in s"), format!("not {theirs}"))
            }
            2 => {
                let least = self.rng.usize(..n);
                (
                    format!("size(s) > {least}"),
                    format!("total(a[k] for k in 1..{n}) > {least}"),
                )
            }
            3 => {
                let (fold, compared) = (["any", "all"][self.rng.usize(..2)], self.compared());
                let run = self.names("t");
                let one = |(at, element): (usize, &Vec<i64>)| {
                    let element: Vec<String> = element.iter().map(i64::to_string).collect();
                    let holds = compared(&element, chosen);
                    if fold == "any" {
                        format!("a[{}] == 1 and {holds}", at + 1)
                    } else {
                        format!("(a[{}] == 0 or {holds})", at + 1)
                    }
                };
                let all: Vec<String> = self.elements.iter().enumerate().map(one).collect();
                let theirs = all.join(if fold == "any" { " or " } else { " and " });
                (
                    format!(
                        "{fold}({} for {} in s)",
                        compared(&run, chosen),
                        Self::render_element(&run)
                    ),
                    format!("({theirs})"),
                )
            }
            _ => {
                // The condition on elements, with a further condition on the bound variable.
                let (compared, near) = (self.compared(), self.near(&self.names("t"), 1));
                let run = self.names("t");
                let (mine, _) = self.there(&near).0;
                let shifted = |element: &[i64]| -> Vec<String> {
                    near.iter()
                        .zip(&run)
                        .zip(element)
                        .map(|((sum, name), n)| sum.replacen(name.as_str(), &n.to_string(), 1))
                        .collect()
                };
                let one = |(at, element): (usize, &Vec<i64>)| {
                    let written: Vec<String> = element.iter().map(i64::to_string).collect();
                    format!(
                        "a[{}] == 1 and {} and {}",
                        at + 1,
                        compared(&written, chosen),
                        self.there(&shifted(element)).0.1
                    )
                };
                let all: Vec<String> = self.elements.iter().enumerate().map(one).collect();
                let when = compared(&run, chosen);
                (
                    format!(
                        "any({mine} for {} in s when {when})",
                        Self::render_element(&run)
                    ),
                    format!("({})", all.join(" or ")),
                )
            }
        }
    }

    /// Returns a set of elements: its text, the condition for each element to be in the set (in
    /// terms of the array), and the condition that the complete set is in the ground set.
    fn elements_of(&mut self, chosen: &[String]) -> (String, Vec<String>, String) {
        let known: Vec<Vec<String>> = self
            .elements
            .iter()
            .map(|row| row.iter().map(i64::to_string).collect())
            .collect();
        match self.rng.u32(..3) {
            0 => {
                let rows: Vec<Vec<String>> = (0..self.rng.usize(1..3))
                    .map(|_| self.near(chosen, 1))
                    .collect();
                let is = |element: &Vec<i64>| {
                    let any: Vec<String> = rows.iter().map(|row| Self::is(row, element)).collect();
                    format!("({})", any.join(" or "))
                };
                let inside: Vec<String> = rows.iter().map(|row| self.there(row).1).collect();
                let written: Vec<String> =
                    rows.iter().map(|row| Self::render_element(row)).collect();
                (
                    format!("{{{}}}", written.join(", ")),
                    self.elements.iter().map(is).collect(),
                    inside.join(" and "),
                )
            }
            1 => {
                let (compared, run) = (self.compared(), self.names("u"));
                let short = format!(
                    "{{{} in s when {}}}",
                    Self::render_element(&run),
                    compared(&run, chosen)
                );
                let is = |(at, row): (usize, &Vec<String>)| {
                    format!("(a[{}] == 1 and {})", at + 1, compared(row, chosen))
                };
                (
                    short,
                    known.iter().enumerate().map(is).collect(),
                    "0 == 0".to_owned(),
                )
            }
            _ => {
                let (compared, run) = (self.compared(), self.names("u"));
                let moved: Vec<i64> = run.iter().map(|_| self.rng.i64(-1..=1)).collect();
                let sums: Vec<String> = run
                    .iter()
                    .zip(&moved)
                    .map(|(name, by)| format!("{name} + {by}").replace("+ -", "- "))
                    .collect();
                let written = format!(
                    "{{{} for {} in s when {}}}",
                    Self::render_element(&sums),
                    Self::render_element(&run),
                    compared(&run, chosen)
                );
                let comes = |element: &[i64]| -> Vec<i64> {
                    element.iter().zip(&moved).map(|(n, by)| n + by).collect()
                };
                let from = |to: Option<&Vec<i64>>| {
                    let one = |(at, row): (usize, &Vec<String>)| {
                        let image = comes(&self.elements[at]);
                        let hit = to.map_or(!self.elements.contains(&image), |to| image == *to);
                        hit.then(|| format!("a[{}] == 1 and {}", at + 1, compared(row, chosen)))
                    };
                    let all: Vec<String> = known.iter().enumerate().filter_map(one).collect();
                    if all.is_empty() {
                        "0 == 1".to_owned()
                    } else {
                        format!("({})", all.join(" or "))
                    }
                };
                (
                    written,
                    self.elements
                        .iter()
                        .map(|element| from(Some(element)))
                        .collect(),
                    format!("not {}", from(None)),
                )
            }
        }
    }

    fn rule(&mut self) -> TwinTexts {
        let chosen = self.names("x");
        let name = Self::render_element(&chosen);
        let ground: Vec<String> = self.elements.iter().map(|row| tuple(row)).collect();
        let ground = format!("{{{}}}", ground.join(", "));
        let there = self.there(&chosen).0.1;
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        let choice = if self.rng.bool() {
            theirs.push(there);
            format!("{name} in s")
        } else {
            format!("{name} in {ground}")
        };
        for _ in 0..self.rng.u32(..3) {
            let (one, other) = self.guard(&chosen);
            mine.push(one);
            theirs.push(other);
        }
        let (set, is, inside) = self.elements_of(&chosen);
        let cells = |new: &dyn Fn(usize) -> String| {
            (0..self.elements.len())
                .map(new)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let (change, left) = match self.rng.u32(..3) {
            0 => (
                format!("s -= {set}"),
                cells(&|at| format!("if {} then 0 else a[{}]", is[at], at + 1)),
            ),
            1 => {
                theirs.push(inside);
                (
                    format!("s += {set}"),
                    cells(&|at| format!("if {} then 1 else a[{}]", is[at], at + 1)),
                )
            }
            _ => {
                theirs.push(inside);
                (
                    format!("s = {set}"),
                    cells(&|at| format!("if {} then 1 else 0", is[at])),
                )
            }
        };
        let when = |list: &[String]| {
            if list.is_empty() {
                String::new()
            } else {
                format!(" when {}", list.join(" and "))
            }
        };
        (
            format!("  move {choice}{} : {{ {change} }}\n", when(&mine)),
            format!("  move {name} in {ground}{} : [{left}]\n", when(&theirs)),
        )
    }
}

/// Maximum element of the set of [`taking`].
pub const TAKEN_FROM: i64 = 9;

/// Returns a file with the game `T` on a set of 1..9. The moves of `T` only remove elements: the
/// chosen element, and other elements relative to it. In every third file, the moves only add
/// elements, which must be absent.
pub fn taking(seed: u64) -> String {
    let (from, there, change) = if seed.is_multiple_of(3) {
        ("1..9", "not in s", "+=")
    } else {
        ("s", "in s", "-=")
    };
    let mut rng = Rng::with_seed(seed);
    let mut text = format!("game T {{\n  state s set of 1..{TAKEN_FROM}\n");
    for _ in 0..rng.u32(1..4) {
        let mut near = |most: i64| rng.i64(-most..=most);
        let (needs, takes, bound) = (near(2), near(3), near(3).abs());
        let guard = match rng.u32(..4) {
            0 => format!(" and x + {needs} {there}"),
            1 => format!(" and all(t {there} for t in x..x + {})", needs.abs()),
            2 => format!(" and x > {} and x + {needs} {there}", rng.i64(0..5)),
            _ => String::new(),
        };
        let set = match rng.u32(..3) {
            0 => "{x}".to_owned(),
            1 => format!("{{x, x + {takes}}}"),
            _ => format!(
                "{{t in {from} when t == x or t > x + {bound} and t < x + {}}}",
                bound + 3
            ),
        };
        text += &format!("  move x in {from} when x {there}{guard} : {{ s {change} {set} }}\n")
            .replace("+ -", "- ");
    }
    text + "}\n"
}
