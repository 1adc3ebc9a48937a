//! Tests of the calculator of nimbers: random expressions compared with their values, identities of
//! the functions, errors with their locations, and hostile texts.

use base::budget::Budget;
use base::text::Lang;
use grundy::SolveError;
use grundy::nim::{Calculator, FUNCTIONS, NimTable, Operation};

fn show(expression: &str) -> String {
    let mut calculator = Calculator::default();
    calculator.set("x = 3", &Budget::generous()).unwrap();
    calculator
        .evaluate(expression, &Budget::generous())
        .map_or_else(
            |e| e.render(Lang::En, false),
            |value| value.show(false, Lang::En),
        )
}

/// Generates an expression together with its value; `random` returns a number below its argument.
fn random_expression(depth: u32, random: &mut impl FnMut(u64) -> u64) -> (String, u64) {
    if depth == 0 {
        let number = random(1 << 20);
        return (
            if random(2) == 0 {
                number.to_string()
            } else {
                format!("{number:#X}").replace("0X", "0x")
            },
            number,
        );
    }
    let (a, x) = random_expression(depth - 1, random);
    let (b, y) = random_expression(depth - 1, random);
    match random(7) {
        0 => (format!("({a} + {b})"), x ^ y),
        1 => (format!("({a}⊕{b})"), x ^ y),
        2 => (format!("{a}*{b}"), nimber::product(x, y)),
        3 => (format!("inv({a})"), x).into_inverse(&a),
        4 => (
            format!("sqrt({a})*{b}"),
            nimber::product(nimber::square_root(x), y),
        ),
        5 => {
            let n = random(50);
            (format!("({a})^{n}"), nimber::power(x, n))
        }
        _ => (
            format!("({a}) ** (3*{} - 2^2)", y % 100 + 2),
            nimber::power(x, 3 * (y % 100 + 2) - 4),
        ),
    }
    .bracketed()
}

trait Made {
    fn into_inverse(self, of: &str) -> (String, u64);
    fn bracketed(self) -> (String, u64);
}

impl Made for (String, u64) {
    /// 0 has no inverse and is replaced by 1.
    fn into_inverse(self, of: &str) -> (String, u64) {
        nimber::inverse(self.1).map_or_else(
            || (format!("(1 + 0 * ({of}))"), 1),
            |inverse| (self.0, inverse),
        )
    }

    fn bracketed(self) -> (String, u64) {
        (format!("({})", self.0), self.1)
    }
}

#[test]
fn random_expressions_have_the_values_they_were_made_with() {
    let mut random = fastrand::Rng::with_seed(6);
    for round in 0..400 {
        let (text, value) = random_expression(1 + round % 4, &mut |below| random.u64(..below));
        assert_eq!(show(&text), value.to_string(), "{text}");
    }
}

#[test]
fn functions_obey_their_laws() {
    for (expression, value) in [
        ("8 ⊗ 8", "13"),
        ("1 + 2 * 3", "0"),
        ("2 * 3 / 3 * 3", "1"),
        ("2 ** 3 * 2", "2"),
        ("x^-1 * x", "1"),
        ("x^(order(x) + 1)", "3"),
        ("2^log(2, x) + x", "0"),
        ("x^(2^64)", "3"),
        ("0^0", "1"),
        ("quad(5)^2 + quad(5)", "5"),
        ("quad(8)", "16, 17"),
        ("conj(8)", "8, 13, 10, 14"),
        ("mex(conj(2), 0, 1, quad(0))", "4"),
        ("mex()", "0"),
        ("minpoly(2)", "x^2 + x + 1"),
        ("minpoly(0)", "x"),
        ("order(2)", "3"),
        ("field(65536)", "the nimbers below 2^32"),
        ("trace(2)", "1"),
        ("trace(2, 64)", "0"),
        (
            "bit(127) + bit(0)",
            "170141183460469231731687303715884105729",
        ),
        ("（1 ＋ 2）× 2", "1"),
    ] {
        assert_eq!(show(expression), value, "{expression}");
    }
    for name in FUNCTIONS {
        assert!(
            !show(&format!("{name}(0, 0, 0)")).contains("unknown function"),
            "{name}"
        );
    }
}

#[test]
fn errors_show_their_place() {
    for (expression, place, start) in [
        ("1 + ", "1:5", "expected a number"),
        ("1 $ 2", "1:3", "unexpected character `$`"),
        ("(2", "1:3", "expected `)`"),
        ("2 3", "1:3", "expected `+`"),
        ("2 - 3", "1:3", "the difference of two nimbers is their sum"),
        ("2^3^4", "1:4", "put the inner power"),
        (
            "2^quad(3)",
            "1:3",
            "`quad` does not return an ordinary integer",
        ),
        (
            "2^(2^-1)",
            "1:6",
            "the exponent of an ordinary integer cannot be negative",
        ),
        ("2^(9^9^9^9)", "1:6", "the exponent is too large"),
        ("bit(1 - 2)", "1:5", "expected an integer"),
        ("bit(67108864)", "1:5", "expected an integer"),
        ("4 / (2 + 2)", "1:5", "division by zero"),
        ("0^-1", "1:1", "division by zero"),
        ("12z", "1:3", "`z` is not a digit"),
        ("1_000", "1:2", "`_` is not a digit"),
        ("0x", "1:1", "expected a hexadecimal digit"),
        ("y", "1:1", "`y` has no value"),
        ("sin(2)", "1:1", "unknown function `sin`"),
        (
            "log(2)",
            "1:1",
            "wrong number of arguments for `log` (1): expected two numbers",
        ),
        (
            "sqrt()",
            "1:1",
            "wrong number of arguments for `sqrt` (0): expected one number",
        ),
        ("2 + conj(8)", "1:5", "expected a single nimber"),
        ("order(2) * 2", "1:1", "an ordinary integer"),
        ("order(0)", "1:7", "0 has no order"),
        (
            "order(bit(4096))",
            "1:7",
            "orders can be computed up to 4096 bits",
        ),
        (
            "minpoly(bit(300000))",
            "1:9",
            "minimal polynomials can be computed",
        ),
        ("conj(bit(8192))", "1:6", "at most 8192 conjugates"),
        ("quad(bit(67108863))", "1:6", "the value is too large"),
        ("log(2, 4)", "1:1", "4 is not a power of 2"),
        (
            "log(2, bit(128))",
            "1:1",
            "logarithms can be computed up to 128 bits",
        ),
        ("trace(16, 4)", "1:1", "no field of 4 bits"),
        ("2^order", "1:8", "expected `(`"),
        ("", "1:1", "expected an expression"),
    ] {
        let shown = show(expression);
        assert!(
            shown.starts_with(&format!("error: {start}"))
                && shown.contains(&format!("<question>:{place}\n")),
            "{expression}: {shown}"
        );
    }
    let mut calculator = Calculator::default();
    for (text, start) in [
        ("5", "expected NAME"),
        ("=5", "expected a name"),
        ("2a=5", "expected a name"),
        ("inv=5", "`inv` is the name"),
        ("a=b", "`b` has no value"),
        ("a=", "expected an"),
    ] {
        let shown = calculator
            .set(text, &Budget::generous())
            .unwrap_err()
            .render(Lang::En, false);
        assert!(
            shown.starts_with(&format!("error: {start}")),
            "{text}: {shown}"
        );
    }
}

#[test]
fn hostile_texts_end_nothing() {
    let deep = 300_000;
    for text in [
        "(".repeat(deep),
        format!("{}1{}", "(".repeat(deep), ")".repeat(deep)),
        "sqrt(".repeat(deep),
        format!("2^{}", "(".repeat(deep)),
        format!("2^({}1)", "1^".repeat(deep)),
        format!("2^({}1)", "-".repeat(deep)),
        "2^".repeat(deep),
        "\u{202e}\u{0}\u{feff}".repeat(1000),
        "⊗".repeat(deep),
    ] {
        let result = Calculator::default().evaluate(&text, &Budget::generous());
        assert!(
            matches!(result, Err(SolveError::Refused(_))),
            "{:.20}",
            text
        );
    }
    // A long expression does not have a deep syntax tree.
    assert_eq!(show(&format!("{}1", "1 + ".repeat(deep))), "1");
    assert_eq!(show(&format!("{}2", "2 * ".repeat(29_999))), "1");
    assert_eq!(show(&format!("2^({}0)", "1 + ".repeat(deep))), "1");
}

#[test]
fn tables_hold_the_products() {
    let written =
        |table: NimTable, write: fn(NimTable, &mut dyn std::io::Write) -> std::io::Result<()>| {
            let mut out = Vec::new();
            write(table, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
    for (operation, value) in [
        (Operation::Product, nimber::product as fn(u64, u64) -> u64),
        (Operation::Sum, |a, b| a ^ b),
    ] {
        let table = NimTable::new(operation, 20, false).unwrap();
        for (row, line) in written(table, NimTable::csv).lines().skip(1).enumerate() {
            let cells: Vec<u64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            assert_eq!(cells[0], row as u64);
            assert_eq!(
                cells[1..],
                (0..20)
                    .map(|column| value(row as u64, column))
                    .collect::<Vec<u64>>()
            );
        }
        let text = written(table, NimTable::text);
        assert!(
            text.lines()
                .all(|line| line.chars().count() == text.lines().next().unwrap().chars().count()),
            "{text}"
        );
    }
    assert!(
        NimTable::new(Operation::Sum, 0, false).is_err()
            && NimTable::new(Operation::Sum, 5000, false).is_err()
    );
}
