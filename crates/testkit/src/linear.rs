//! Random games whose rules are piecewise linear in the position. Some games use operations on
//! bits, powers, Fibonacci numbers, goals, traps, components of another game, or sums of many
//! components. In each component that a move leaves, the sum of the numbers is smaller than before,
//! so play ends. Positions have no upper bound, so tables of any size can be built.

use fastrand::Rng;

use crate::expression::pick;

/// Returns a rule file with the game `G`, and sometimes a game `H` whose components `G` leaves. The
/// file can be parsed and lowered, and evaluates without errors at positions whose numbers need far
/// fewer than 64 bits.
pub fn game(rng: &mut Rng) -> String {
    let with_other = rng.u32(..5) == 0;
    let mut text = LinearGameWriter::new(rng, "G").game(with_other);
    if with_other {
        text += "game H { state n in 0.. move k in 1..n : [n - k] }\n";
    }
    text
}

struct LinearGameWriter<'r> {
    rng: &'r mut Rng,
    name: &'static str,
    slots: Vec<&'static str>,
    low: Vec<i64>,
    /// Whether this game uses bit operations.
    bits: bool,
}

impl LinearGameWriter<'_> {
    fn new<'r>(rng: &'r mut Rng, name: &'static str) -> LinearGameWriter<'r> {
        let count = pick(rng, &[1, 1, 2, 2, 3]);
        let slots = ["a", "b", "c"][..count].to_vec();
        let least = pick(rng, &[0, 0, 0, 1]);
        let bits = rng.u32(..3) == 0;
        LinearGameWriter {
            rng,
            name,
            low: vec![least; slots.len()],
            slots,
            bits,
        }
    }

    fn game(&mut self, with_other: bool) -> String {
        let mut state: Vec<String> = self
            .slots
            .iter()
            .zip(&self.low)
            .map(|(slot, low)| format!("{slot} in {low}.."))
            .collect();
        let mut unordered = if self.slots.len() > 1 && self.rng.u32(..4) == 0 {
            " unordered"
        } else {
            ""
        };
        let array = if self.slots.len() == 3 && self.rng.u32(..4) == 0 {
            self.rng.usize(0..2)
        } else {
            3
        };
        if array < 2 {
            // Two of the slots form an array, which may be unordered.
            state[array] = format!("h[1..2] in {}..", self.low[array]);
            state.remove(array + 1);
            unordered = " unordered h";
        }
        let kind = if self.rng.u32(..6) == 0 {
            "coins"
        } else {
            "game"
        };
        let mut items = vec![format!("state {}{unordered}", state.join(", "))];
        if array < 2 {
            items.extend((1..3).map(|i| format!("let {} = h[{i}]", self.slots[array + i - 1])));
        }
        let simple = unordered.is_empty();
        if simple && self.slots.len() > 1 && self.rng.u32(..6) == 0 {
            items.push(format!(
                "require {} <= {} + {}",
                self.slots[0],
                self.slots[1],
                self.rng.i64(0..3)
            ));
        }
        for word in ["goal", "trap"] {
            if self.rng.u32(..8) == 0 {
                let condition = self.condition(&[]);
                items.push(format!("{word} {condition}"));
            }
        }
        for _ in 0..self.rng.usize(1..=3) {
            items.push(self.rule(with_other));
        }
        if self.rng.u32(..6) == 0 {
            items.push("play misere".to_owned());
        }
        format!("{kind} {} {{\n  {}\n}}\n", self.name, items.join("\n  "))
    }

    fn constant(&mut self) -> i64 {
        self.rng.i64(-1..=3)
    }

    /// Returns a linear form.
    fn form(&mut self, chosen: &[&str]) -> String {
        let names: Vec<&str> = self
            .slots
            .iter()
            .copied()
            .chain(chosen.iter().copied())
            .collect();
        let name = pick(self.rng, &names);
        match self.rng.u32(..8) {
            0 | 1 => name.to_owned(),
            2 => format!("({name} + {})", self.rng.i64(0..3)),
            3 => format!("({name} - {})", self.rng.i64(1..3)),
            4 => format!("({name} - {})", pick(self.rng, &names)),
            5 => format!("({name} + {})", pick(self.rng, &names)),
            6 => format!("2 * {name}"),
            _ => self.constant().to_string(),
        }
    }

    /// Returns a piecewise linear number.
    fn number(&mut self, chosen: &[&str]) -> String {
        let (a, b) = (self.form(chosen), self.form(chosen));
        let divisor = self.rng.i64(2..=4);
        match self.rng.u32(..if self.bits { 15 } else { 10 }) {
            0 => format!("min({a}, {b})"),
            1 => format!("max({a}, {b})"),
            2 => format!("{a} / {divisor}"),
            3 => format!("{a} % {divisor}"),
            4 => format!("abs({a} - {b})"),
            5 => format!("(if {a} < {b} then {b} else {a})"),
            6..=9 => a,
            10 => format!("({a} xor {b})"),
            11 => format!("({a} bitand {b})"),
            12 => format!("({a} bitor {b})"),
            13 => format!("bitnot({a})"),
            _ => format!("nimsum({a}, {b}, {})", self.constant()),
        }
    }

    fn condition(&mut self, chosen: &[&str]) -> String {
        let (a, b) = (self.number(chosen), self.form(chosen));
        let slot = pick(self.rng, &self.slots);
        match self.rng.u32(..if self.bits { 12 } else { 10 }) {
            0 | 1 => format!("{a} <= {b}"),
            2 | 3 => format!("{a} != {b}"),
            4 => format!("{a} == {}", self.constant()),
            5 => format!("not ({a} < {b} and {b} > {})", self.constant()),
            6 => format!("({a} > {b} or {b} == {})", self.constant()),
            7 => format!("({a}) % {} == {}", self.rng.i64(2..=3), self.rng.i64(0..2)),
            8 => format!("{a} in {{0, 1, {}}}", self.rng.i64(2..6)),
            9 => format!("any({a} == t for t in 0..{})", self.rng.i64(0..3)),
            10 => format!("popcount({slot}) % 2 == {}", self.rng.i64(0..2)),
            _ => format!("2 ** ctz({slot} + 1) <= {}", self.rng.i64(1..5)),
        }
    }

    /// Returns a component whose numbers have a smaller sum than those of the position.
    fn component(&mut self, chosen: &[&str]) -> Vec<String> {
        (0..self.slots.len())
            .map(|i| match self.rng.u32(..6) {
                0 => self.number(chosen),
                1 => pick(self.rng, chosen).to_owned(),
                2 | 3 => format!("{} - {}", self.slots[i], pick(self.rng, chosen)),
                _ => self.slots[i].to_owned(),
            })
            .collect()
    }

    fn rule(&mut self, with_other: bool) -> String {
        let slot = pick(self.rng, &self.slots);
        let far = self.number(&[]);
        let first = match self.rng.u32(..if self.bits { 9 } else { 7 }) {
            0..=2 => format!("k in 1..{slot}"),
            3 => format!("k in 1..{}", self.rng.i64(2..=4)),
            4 => "k in {1, 3, 4}".to_owned(),
            5 => format!("k in {{1, {slot} / 2}}"),
            6 => format!("k in 0..min({slot}, {far})"),
            7 => format!(
                "k in {{{} ** i for i in {}..}}",
                self.rng.i64(2..=3),
                self.rng.i64(0..=1)
            ),
            _ => "k in {fib(i) for i in 2..}".to_owned(),
        };
        let (choices, chosen): (String, Vec<&str>) = match self.rng.u32(..4) {
            0 => (format!("{first}, j in 0..k"), vec!["k", "j"]),
            _ => (first, vec!["k"]),
        };
        let sum = self.slots.join(" + ");
        let count = pick(self.rng, &[0, 1, 1, 1, 1, 2, 2]);
        let mut guards = vec![format!("k <= {sum}"), "k >= 0".to_owned()];
        let mut parts = Vec::new();
        let endless = choices.contains("i in");
        for i in 0..count.max(usize::from(endless)) {
            // An unbounded choice has finitely many legal values because it decreases one number of
            // the position.
            let numbers: Vec<String> = match endless && i == 0 {
                true => self
                    .slots
                    .iter()
                    .map(|s| {
                        if *s == slot {
                            format!("{s} - k")
                        } else {
                            (*s).to_owned()
                        }
                    })
                    .collect(),
                false => self.component(&chosen),
            };
            let less = numbers
                .iter()
                .map(|number| format!("({number})"))
                .collect::<Vec<_>>()
                .join(" + ");
            guards.push(format!("{less} < {sum}"));
            parts.push(format!("[{}]", numbers.join(", ")));
        }
        if with_other && self.rng.bool() {
            guards.push(format!("k < {sum}"));
            parts.push("H[k]".to_owned());
        }
        if self.slots.len() == 1 && self.bits && !endless && self.rng.u32(..4) == 0 {
            parts = vec![format!("[t] for t in k..{slot} - 1")];
        }
        if self.rng.u32(..3) == 0 {
            guards.push(self.condition(&chosen));
        }
        let result = if parts.is_empty() {
            "nothing".to_owned()
        } else {
            parts.join(" + ")
        };
        format!("move {choices} when {} : {result}", guards.join(" and "))
    }
}
