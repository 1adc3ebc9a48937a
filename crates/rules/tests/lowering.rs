//! The errors of rules that parse but have no meaning: the message, its location and the advice, in
//! both languages.

use base::diagnostic::Diagnostic;
use base::text::{Lang, Text};
use rules::ast::GameItemKind;
use rules::lower::Args;
use rules::world::{InstantiationError, World};

/// Returns the errors of the game `G` of a text, including its expectations.
fn mistakes(source: &str) -> Vec<Diagnostic> {
    let mut world = World::empty();
    world
        .load("test.game", source)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(Lang::En, false)));
    match world.instantiate("G", Args::new()) {
        Err(InstantiationError::There(refusal)) => return refusal.diagnostics,
        Err(InstantiationError::Here(text)) => panic!("{source}: {text}"),
        Ok(_) => {}
    }
    let declared = world.declared("G").unwrap().clone();
    let mut all = Vec::new();
    for item in &declared.decl().items {
        if let GameItemKind::Expect(expect) = &item.kind
            && let Err(refusal) = world.expectation(&declared, expect)
        {
            all.extend(refusal.diagnostics);
        }
    }
    all
}

/// Returns `line:column` of a byte. Lines and columns are counted from 1, and columns in
/// characters.
fn place(source: &str, at: u32) -> String {
    let before = &source[..at as usize];
    let line = before.rsplit('\n').next().unwrap_or_default();
    format!(
        "{}:{}",
        before.matches('\n').count() + 1,
        line.chars().count() + 1
    )
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

fn check_languages(text: &Text, source: &str) {
    assert!(is_chinese(&text.zh), "{}\n{source}", text.zh);
    let names_only = |c: char| c.is_ascii() || "·≤≥…".contains(c) || source.contains(c);
    assert!(text.en.chars().all(names_only), "{}\n{source}", text.en);
}

/// The items of a game with one slot n, the first error, its location, and a part of the advice, if
/// the error has advice. The items are on the second line, from the third column on.
#[rustfmt::skip]
const ITEMS: &[(&str, &str, &str, &str)] = &[
    // Names.
    ("move k in 1..m : [n - k]", "unknown name `m`", "2:16", ""),
    ("let limit = 3  move k in 1..limt : [n - k]", "unknown name `limt`", "2:31", "did you mean `limit`?"),
    ("move : [fibb(n)]", "unknown function `fibb`", "2:11", "did you mean `fib`?"),
    ("move : [popcout(n)]", "unknown function `popcout`", "2:11", "did you mean `popcount`?"),
    ("move : [a[1]]", "unknown array `a`", "2:11", ""),
    ("move : [n[1]]", "`n` is not an array", "2:11", ""),
    ("move : [n - k] require k > 0", "unknown name `k`", "2:15", ""),
    ("move k in 1..n : [n - k] claim SG == k", "unknown name `k`", "2:40", ""),
    ("let big(x) = x + y  move : [big(n)]", "unknown name `y`", "2:20", ""),
    ("let f(x) = f(x)  move : [f(n)]", "`f` uses itself, but a `let` cannot be recursive", "2:14", "write a table"),
    ("let a = b  let b = 1  move : [a]", "unknown name `b`", "2:11", ""),
    ("move \"take {x}\" : [n - 1]", "unknown name `x`", "2:15", ""),
    ("move \"take {n}\" \"取 {x}\" : [n - 1]", "unknown name `x`", "2:23", ""),
    // Names that are declared twice.
    ("move n in 1..3 : [n]", "`n` is already defined", "2:8", "choose another name"),
    ("move k in 1..3, k in 1..2 : [n - k]", "`k` is already defined", "2:19", "choose another name"),
    ("move k in 1..3 : [n - total(k for k in 1..2)]", "`k` is already defined", "2:37", ""),
    ("let max = 3  move : [n - 1]", "`max` is a built-in name", "2:7", "choose another name"),
    ("let n = 3  move : [n - 1]", "`n` is already defined", "2:7", ""),
    ("let f(n) = 3  move : [n - 1]", "`n` is already defined", "2:9", ""),
    ("let c = 1  let c = 2  move : [n - 1]", "`c` is already defined", "2:18", ""),
    // Types.
    ("move when n : [n - 1]", "expected a condition, found a number", "2:13", ""),
    ("move : [n > 1]", "expected a number, found a condition", "2:11", ""),
    ("move : [n + (n > 1)]", "expected a number, found a condition", "2:15", ""),
    ("move : [-(n > 1)]", "expected a number, found a condition", "2:12", ""),
    ("require not n  move : [n - 1]", "expected a condition, found a number", "2:15", ""),
    ("require n > 1 and n  move : [n - 1]", "expected a condition, found a number", "2:21", ""),
    ("require (n > 1) < (n > 2)  move : [n - 1]", "expected a condition (compared with == or !=), found a condition", "2:21", ""),
    ("require n == {1, 2}  move : [n - 1]", "expected a number, found a set", "2:16", ""),
    ("move : [if n then 1 else 2]", "expected a condition, found a number", "2:14", ""),
    ("move : [if n > 1 then 1 else n > 2]", "expected a number, found a condition", "2:32", ""),
    ("move : [if n > 1 then {1} else {2}]", "expected a number or a condition, found a set", "2:25", ""),
    ("move : [total(n > 1)]", "expected a number, found a condition", "2:17", ""),
    ("require all(n)  move : [n - 1]", "expected a condition, found a number", "2:15", ""),
    ("move : [(n, 1)]", "a tuple is not allowed here", "2:11", "tuples are only used in sets"),
    ("move k in n : [n - k]", "expected a set or a range", "2:13", "write `k in 1..n`"),
    ("goal n  move : [n - 1]", "expected a condition, found a number", "2:8", ""),
    ("trap n + 1  move : [n - 1]", "expected a condition, found a number", "2:8", ""),
    ("claim P iff n  move : [n - 1]", "expected a condition, found a number", "2:15", ""),
    ("claim SG == (n > 1)  move : [n - 1]", "expected a number, found a condition", "2:15", ""),
    // Real numbers.
    ("require n > phi  move : [n - 1]", "real numbers are only allowed in claims and in `floor(...)`", "2:15", ""),
    ("require n > 1.5  move : [n - 1]", "decimals are not allowed here", "2:15", ""),
    ("move : [floor(n * pi)]", "cannot compute exactly with `pi`: it is not a number (p + q * sqrt(d)) / r with integers p, q, r and d", "2:21", "355 / 113"),
    ("move : [sqrt(n)]", "real numbers are only allowed in claims and in `floor(...)`", "2:11", "isqrt"),
    ("claim SG == phi * n  move : [n - 1]", "expected a number, found a real number", "2:15", ""),
    ("claim P iff n == floor(phi % 2)  move : [n - 1]", "real numbers support only + - * /", "2:26", ""),
    ("claim P iff n == floor({1})  move : [n - 1]", "expected a number, found a set", "2:26", ""),
    // Functions.
    ("move : [abs(n, 1)]", "wrong number of arguments for `abs`: expected 1, found 2", "2:11", ""),
    ("move : [nimprod(n)]", "wrong number of arguments for `nimprod`: expected 2, found 1", "2:11", ""),
    ("move : [min()]", "wrong number of arguments for `min`: expected 1, found 0", "2:11", ""),
    ("move : [max(digits(n, 2, 3))]", "wrong number of arguments for `digits`: expected 1, found 3", "2:15", ""),
    ("let f(x, y) = x + y  move : [f(n)]", "wrong number of arguments for `f`: expected 2, found 1", "2:32", ""),
    ("let f(x) = x  move : [f]", "wrong number of arguments for `f`: expected 1, found 0", "2:25", ""),
    ("let c = 3  move : [c(1)]", "wrong number of arguments for `c`: expected 0, found 1", "2:22", ""),
    ("move : [abs(i for i in 1..n)]", "`for` is not allowed in the arguments of this function", "2:15", ""),
    // Choices.
    ("move k in 1.. : [n + k]", "the choice of `k` has no upper bound", "2:8", "add an upper bound"),
    ("move k in 1.. : [n * k]", "the choice of `k` has no upper bound", "2:8", ""),
    ("move k in 1.. : nothing", "the choice of `k` has no upper bound", "2:8", ""),
    ("move k in 1.., j in 1..3 : [n - k * j]", "the choice of `k` has no upper bound", "2:8", ""),
    ("move k in {fib(i) for i in 2..} : [n + k]", "the choice of `k` has no upper bound", "2:8", ""),
    ("move : [total(i for i in 1..)]", "this range requires an upper bound", "2:23", ""),
    ("move : [total(i for i in {j for j in 1..})]", "this set requires an upper bound", "2:23", ""),
    ("move (x, y) in {i for i in 1..} : [n - x]", "this set requires an upper bound", "2:8", ""),
    ("move (x, y) in 1..3 : [n - x]", "the elements of a range are numbers, not tuples", "2:8", ""),
    ("move (x, y) in {1, 2} : [n - x]", "the elements have 1 coordinates, found 2 names", "2:8", ""),
    ("move x in {(1, 2)} : [n - x]", "the elements have 2 coordinates, found 1 names", "2:8", ""),
    ("move (x, y) in {(1, 2), (1, 2, 3)} : [n - x]", "the elements of a set must have the same number of coordinates", "2:27", ""),
    ("move k in {} : [n - k]", "an empty set is not allowed here", "2:13", ""),
    // Results.
    ("move : [n - 1, 2]", "a position has 1 numbers, found 2", "2:10", ""),
    ("move : []", "a position has 1 numbers, found 0", "2:10", ""),
    ("move : Nim[n - 1]", "unknown game `Nim`; `grundy games` lists all games", "2:10", ""),
    ("move : Ohter[n - 1]", "unknown game `Ohter`; did you mean `Other`?", "2:10", ""),
    ("move : Other[n - 1, 2, 3]", "a position has 2 numbers, found 3", "2:10", ""),
    ("move : Other(1)[n - 1, 2]", "Other takes no arguments", "2:10", ""),
    ("move : Param(1, 2)[n - 1]", "too many arguments; the parameters of Param are: m", "2:10", ""),
    ("move : Param(k = 2)[n - 1]", "Param has no parameter `k`; its parameters: m", "2:10", ""),
    ("move : Param({1, 2})[n - 1]", "parameter `m` of Param: expected a value like 3, found {1, 2}", "2:10", ""),
    ("move : Param(n)[n - 1]", "this must be a constant", "2:16", "use numbers and parameters here"),
    ("move : Broken[n - 1]", "cannot use the game `Broken`: test.game: unknown name `zz`", "2:10", ""),
    ("move : { m -= 1 }", "`m` is not a slot of the state", "2:12", ""),
    ("move k in 1..n : { k -= 1 }", "`k` is not a slot of the state", "2:22", ""),
    ("move : { n[1] -= 1 }", "`n` is not an array", "2:12", ""),
    // The other items.
    ("start [n, n]  move : [n - 1]", "a position has 1 numbers, found 2", "2:3", ""),
    ("start [1]  start [2]  move : [n - 1]", "this item occurs twice, but only one is allowed", "2:14", ""),
    ("tier n  tier n + 1  move : [n - 1]", "this item occurs twice, but only one is allowed", "2:11", ""),
    ("tier n > 3  move : [n - 1]", "expected a number, found a condition", "2:8", ""),
    ("symmetry [n, n]  move : [n - 1]", "a position has 1 numbers, found 2", "2:3", "write each slot once, at its new location"),
    ("symmetry [n + 1]  move : [n - 1]", "expected a slot that does not depend on the position", "2:13", ""),
    ("symmetry [0]  move : [n - 1]", "expected a slot that does not depend on the position", "2:13", ""),
    ("symmetry [n > 1]  move : [n - 1]", "expected a number, found a condition", "2:13", ""),
    ("symmetry [n for i in 1..5000]  move : [n - 1]", "a position has 1 numbers, found more than 4096", "2:3", ""),
    ("symmetry [n for i in 1..n]  move : [n - 1]", "expected a slot that does not depend on the position", "2:13", ""),
    ("start [n for i in 1..n]  move : [n - 1]", "`for` in a start must not depend on the position", "2:3", ""),
    ("state m in 0..  move : [n - 1]", "only one `state` is allowed", "2:3", "put all slots into one"),
    ("sum upto 0  move : [n - 1]", "`upto` requires a number from 1 to 4294967295", "2:12", ""),
    ("sum upto 4294967296  move : [n - 1]", "`upto` requires a number from 1 to 4294967295", "2:12", ""),
    ("sum upto n  move : [n - 1]", "this must be a constant", "2:12", ""),
    ("claim period 0  move : [n - 1]", "a period is at least 1", "2:3", ""),
    ("claim period 1 / 0  move : [n - 1]", "division by zero", "2:16", ""),
    ("note \"nothing else\"", "this game has no move", "1:6", "for example"),
    // Expectations.
    ("move : [n - 1] expect SG(0..3) == 0 1 0", "the ranges contain 4 positions, but 3 answers are given", "2:37", ""),
    ("move : [n - 1] expect PN(0..1) == P N P", "the ranges contain 2 positions, but 3 answers are given", "2:37", ""),
    ("move : [n - 1] expect SG(3..0) == 0", "the ranges contain 0 positions, but 1 answers are given", "2:37", ""),
    ("move : [n - 1] expect [n] is P", "unknown name `n`", "2:26", ""),
    ("move : [n - 1] expect with z = 1: [1] is P", "G has no parameter `z`; its parameters: ", "2:30", ""),
    ("move : [n - 1] expect same value as Othr on 0..3", "unknown game `Othr`; did you mean `Other`?", "2:39", ""),
    ("move : [n - 1] expect [1] + Nim[2] is P", "unknown game `Nim`", "2:31", ""),
];

/// Complete games with the first error and its location.
#[rustfmt::skip]
const GAMES: &[(&str, &str, &str)] = &[
    ("game G { move : [1] }", "this game has no state", "1:6"),
    ("game G { state n in 5..3 move : [n] }", "the range 5..3 is empty", "1:16"),
    ("game G { state n in 0.., n in 0.. move : [n, n] }", "`n` is already defined", "1:26"),
    ("game G { state min in 0.. move : [min] }", "`min` is a built-in name", "1:16"),
    ("game G { state a[1..0] in 0.. move : [1] }", "the array `a` is empty", "1:16"),
    ("game G { state a[1..5000] in 0.. move : [1] }", "a position may have at most 4096 slots", "1:16"),
    ("game G { state a[1..n] in 0.. move : [1] }", "unknown name `n`", "1:21"),
    ("game G { state a[1..3] in 0.. move : [a - 1, 0, 0] }", "`a` is an array: write one element, `a[i]`", "1:39"),
    ("game G { state a[1..3] in 0.. move : { a -= 1 } }", "`a` is an array: write one element, `a[i]`", "1:40"),
    ("game G { state a[1..3] in 0.. move : { a[4] -= 1 } }", "index 4 is outside 1..3", "1:42"),
    ("game G { state a[1..3] in 0.. move : [a[0], 1, 1] }", "index 0 is outside 1..3", "1:39"),
    ("game G { state a[1..2] in 0.. claim period 3 move : { a[1] -= 1 } }", "a period can only be claimed for a game with one slot", "1:31"),
    ("game G { state a in 0.., b in 1.. unordered move : { a -= 1 } }", "`unordered` slots must all have the same range", "1:10"),
    ("game G { state a in 0..3, b in 0.. unordered move : { a -= 1 } }", "`unordered` slots must all have the same range", "1:10"),
    ("game G { state a[1..2] in 0.., b in 1.. unordered b move : { b -= 1 } }", "`b` is not an array of numbers", "1:51"),
    ("game G(c = 2) { state a[1..2] in 0.. unordered c move : { a[1] -= 1 } }", "`c` is not an array of numbers", "1:48"),
    ("game G { state s set of 1..3, a[1..2] in 0.. unordered s move x in s : { s -= {x} } }", "`s` is not an array of numbers", "1:56"),
    ("game G { state a[1..q] in 0.. unordered a move : { a[1] -= 1 } }", "unknown name `q`", "1:21"),
    ("game G { state n in 0..n move : [n] }", "unknown name `n`", "1:24"),
    ("game G(m = 1, m = 2) { state n in 0.. move : [n - m] }", "`m` is already defined", "1:15"),
    ("game G(m = k) { state n in 0.. move : [n - m] }", "unknown name `k`", "1:12"),
    ("game G(m = 1, k = m) { state n in 0.. move : [n - m] }", "unknown name `m`", "1:19"),
    ("game G(m = 1 / 0) { state n in 0.. move : [n - m] }", "division by zero", "1:12"),
    ("game G(m = 9223372036854775807 + 1) { state n in 0.. move : [n - m] }", "a number beyond 64 bits", "1:12"),
    ("game G(m = (1, 2)) { state n in 0.. move : [n - m] }", "a tuple is not allowed here", "1:12"),
    ("game G(m = 1 > 0) { state n in 0.. move : [n - m] }", "expected a number, found a condition", "1:12"),
    ("game G(S = {}) { state n in 0.. move k in S : [n - k] }", "an empty set is not allowed here", "1:12"),
    ("game G(S = {j for j in 1..0}) { state n in 0.. move k in S : [n - k] }", "an empty set is not allowed here", "1:12"),
    ("game G(S = {1}) { state n in S.. move k in S : [n - k] }", "expected a number, found a set", "1:30"),
    (
        "recurrence G { SG(n) = mex { SG(n - 1) } state m in 0.. }",
        "the state must name the variables of the formula in the same order",
        "1:42",
    ),
    ("recurrence G { SG(n) = mex { SG(n - 1, 2) } }", "a position has 1 numbers, found 2", "1:30"),
    ("recurrence G { SG(n) = mex { SG(i) for i in 1.. } }", "the choice of `i` has no upper bound", "1:40"),
];

/// Compares the first error of a text with the expected error. Returns the difference.
fn difference(source: &str, message: &str, at: &str, advice: &str) -> Option<String> {
    let mistakes = mistakes(source);
    let Some(first) = mistakes.first() else {
        return Some(format!("nothing is wrong with\n{source}"));
    };
    for mistake in &mistakes {
        let texts = std::iter::once(&mistake.message)
            .chain(&mistake.label)
            .chain(&mistake.help);
        texts.for_each(|text| check_languages(text, source));
        for lang in [Lang::En, Lang::Zh] {
            mistake.render("test.game", source, lang, false);
        }
    }
    let found = place(source, first.span.start);
    let help = first.help.as_ref().map_or("", |help| help.en.as_str());
    let guessed = help.starts_with("did you mean");
    let same = first.message.en.starts_with(message)
        && found == at
        && help.contains(advice)
        && !(guessed && advice.is_empty());
    (!same).then(|| {
        format!(
            "{found} {help:?} instead of {message} at {at}\n{}",
            first.render("test", source, Lang::En, false)
        )
    })
}

#[test]
fn mistakes_are_explained_where_they_stand() {
    let others = "game Other { state a in 0.., b in 0.. move : [a - 1, b] } game Param(m = 3) { state n in 0..m move : [n - 1] }
        game Broken { state n in 0.. move : [zz] }";
    let in_items = ITEMS.iter().filter_map(|(items, message, at, advice)| {
        difference(
            &format!("game G {{ state n in 0..\n  {items}\n}}\n{others}"),
            message,
            at,
            advice,
        )
    });
    let in_games = GAMES
        .iter()
        .filter_map(|(source, message, at)| difference(source, message, at, ""));
    let all: Vec<String> = in_items.chain(in_games).collect();
    assert!(
        all.is_empty(),
        "{} differences:\n{}",
        all.len(),
        all.join("\n\n")
    );
    assert!(ITEMS.len() + GAMES.len() >= 100);
}

#[test]
fn several_mistakes_are_reported_in_the_order_of_their_places() {
    let source = "game G { state n in 0..\n move k in 1..m : [n - k]\n move when n : [n - 1]\n require q > 0\n}";
    let found: Vec<String> = mistakes(source)
        .iter()
        .map(|d| format!("{} {}", place(source, d.span.start), d.message.en))
        .collect();
    assert_eq!(
        found,
        [
            "2:15 unknown name `m`",
            "3:12 expected a condition, found a number",
            "4:10 unknown name `q`"
        ]
    );
}

#[test]
fn one_mistake_is_reported_once() {
    for (source, count) in [
        // The name of a choice is bound even if its domain has an error.
        (
            "game G { state n in 0.. move k in 1..m, j in k..k + k : [n - k - j] }",
            1,
        ),
        (
            "game G { state n in 0.. move (x, y) in {1} : [n - x - y] }",
            1,
        ),
        ("game G { state n in 0.. let c = zz move : [n - 1] }", 1),
        (
            "game G { state a[1..2] in 0.. move : [a, 1] move : [1, a] }",
            2,
        ),
    ] {
        assert_eq!(
            mistakes(source).len(),
            count,
            "{source}: {:?}",
            mistakes(source)
        );
    }
}

#[test]
fn what_is_never_reached_is_no_mistake() {
    // Constants are computed while the game is lowered, but a constant that is not needed may fail.
    for source in [
        "game G(H = 1) { state n in 0.. move : [n - (if H > 1 then 1 / 0 else 1)] }",
        "game G { state n in 0.. move k in {j for j in 1..0} : [n - k] move : [n - 1] }",
        "game G { state n in 0.. move k in 5..3 : [n - k] }",
        "game G { state n in 0..0 move : [n - 1] start [0] claim period 1 }",
        "game G { state n in 0.. let unused(x) = x + 1 move : [n - 1] }",
    ] {
        assert_eq!(mistakes(source), [], "{source}");
    }
}

#[test]
fn a_symmetry_is_an_exchange_of_slots() {
    let read = |items: &str| {
        let mut world = World::empty();
        let text = format!(
            "game A(N = 3) {{ state c[1..N] in 0..2, a in 0..2, b in 0..5 {items} move : {{ c[1] -= 1 }} }}"
        );
        world
            .load("a.game", &text)
            .map_err(|refusal| format!("{:?}", refusal.diagnostics))?;
        let game = world
            .instantiate("A", vec![])
            .map_err(|errors| format!("{errors:?}"))?;
        Ok::<_, String>(world.rules(game).game().unwrap().symmetries.0.clone())
    };
    assert_eq!(
        read("symmetry [c[N + 1 - i] for i in 1..N, a, b]"),
        Ok(vec![vec![2, 1, 0, 3, 4]])
    );
    assert_eq!(
        read(
            "let turned(i) = c[i % N + 1] symmetry [turned(i) for i in 1..N, a, b] symmetry [a, c[2], c[3], c[1], b]"
        ),
        { Ok(vec![vec![1, 2, 0, 3, 4], vec![3, 1, 2, 0, 4]]) }
    );
    assert_eq!(
        read(
            "symmetry [if i == 1 then c[2] else if i == 2 then c[1] else c[i] for i in 1..N, a, b]"
        ),
        Ok(vec![vec![1, 0, 2, 3, 4]])
    );
    for (items, message) in [
        (
            "symmetry [c[i] for i in 1..N, b, a]",
            "`b` cannot replace `a`: they have different ranges",
        ),
        (
            "symmetry [c[1] for i in 1..N, a, b]",
            "`c[1]` occurs twice in the list",
        ),
        (
            "symmetry [c[if a > 1 then 1 else i] for i in 1..N, a, b]",
            "expected a slot that does not depend on the position",
        ),
        (
            "symmetry [c[1], c[2], c[3], if a == 1 then a else b, if a == 1 then b else a]",
            "expected a slot that does not depend",
        ),
        (
            "symmetry [c[i] for i in 1..N]",
            "a position has 5 numbers, found 3",
        ),
        (
            "symmetry [c[i + 1] for i in 1..N, a, b]",
            "index 4 is outside 1..3",
        ),
    ] {
        let said = read(items).unwrap_err();
        assert!(said.contains(message), "{items}: {said}");
    }
}
