//! Compounds compared with their definitions. This file implements the definitions of compounds
//! independently. The tests use randomly nested compounds, with and without the theorems, and
//! compounds that are the only component.

use std::collections::HashMap;

use base::budget::Budget;
use base::text::Lang;
use fastrand::Rng;
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::PlayConvention;
use rules::game::Outcome;

use crate::support::{SessionAnswers, assert_winning_moves, session_with};

const SOLVE_OPTIONS: SolveOptions = SolveOptions::MOVES;

/// A position: a heap of one of the small games, or a compound of sums.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Part {
    Heap(Game, u32),
    Compound(Kind, Vec<Vec<Part>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Game {
    Nim,
    Kayles,
    Take,
    /// A game whose moves leave a compound of the given kind, or nested compounds of two kinds.
    Own(Kind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    Every,
    Together,
    Any,
    Upto(usize),
    Ordinal,
    Then,
    Product,
}

const KINDS: [Kind; 7] = [
    Kind::Every,
    Kind::Together,
    Kind::Any,
    Kind::Upto(2),
    Kind::Ordinal,
    Kind::Then,
    Kind::Product,
];

impl Kind {
    fn opening(self) -> &'static str {
        match self {
            Kind::Every => "every(",
            Kind::Together => "together(",
            Kind::Any => "any(",
            Kind::Upto(_) => "upto(2; ",
            Kind::Ordinal => "ordinal(",
            Kind::Then => "then(",
            Kind::Product => "product(",
        }
    }

    /// Builds a compound of two parts.
    fn of(self, a: Vec<Part>, b: Vec<Part>) -> Vec<Part> {
        let two = matches!(self, Kind::Ordinal | Kind::Then | Kind::Product);
        vec![Part::Compound(
            self,
            if two {
                vec![a, b]
            } else {
                vec![[a, b].concat()]
            },
        )]
    }
}

/// Returns the rules of [`Game::Own`].
fn own(kind: Kind) -> String {
    let opening = kind.opening();
    format!(
        "game Own {{ state n in 0.. \
         move k in 1..2 : {opening}[n - k], Kayles[n / 2]) + Nim[k] \
         move when n >= 2 : {{ n -= 2 }} \
         move when n >= 3 : ordinal({opening}{{ n -= 3 }} + Nim[1] for i in 1..2, nothing), Nim[n - 2]) }}"
    )
}

impl Part {
    fn written(&self) -> String {
        match self {
            Part::Heap(Game::Nim, n) => format!("nim[{n}]"),
            Part::Heap(Game::Kayles, n) => format!("kayles[{n}]"),
            Part::Heap(Game::Take, n) => format!("subtract({{2,3}})[{n}]"),
            Part::Heap(Game::Own(_), n) => format!("own[{n}]"),
            Part::Compound(kind, groups) => {
                let sums: Vec<String> = groups.iter().map(|group| written(group)).collect();
                format!("{}{})", kind.opening(), sums.join(", "))
            }
        }
    }

    /// Returns the number of stones in all heaps plus the number of heaps.
    fn weight(&self) -> u32 {
        match self {
            Part::Heap(_, n) => n + 1,
            Part::Compound(_, groups) => groups.iter().flatten().map(Part::weight).sum(),
        }
    }

    /// Returns all options, each of which is a sum.
    fn options(&self) -> Vec<Vec<Part>> {
        match self {
            Part::Heap(Game::Nim, n) => (0..*n)
                .map(|left| vec![Part::Heap(Game::Nim, left)])
                .collect(),
            Part::Heap(Game::Take, n) => [2, 3]
                .iter()
                .filter(|k| **k <= *n)
                .map(|k| vec![Part::Heap(Game::Take, n - k)])
                .collect(),
            Part::Heap(Game::Kayles, n) => {
                let heap = |left| Part::Heap(Game::Kayles, left);
                let taken = (1..=2).filter(|k| k <= n);
                taken
                    .flat_map(|k| (0..=n - k).map(move |left| vec![heap(left), heap(n - k - left)]))
                    .collect()
            }
            Part::Heap(game @ Game::Own(kind), n) => {
                let (heap, nim) = (
                    |left| Part::Heap(*game, left),
                    |left| Part::Heap(Game::Nim, left),
                );
                let beside = |k: u32| {
                    [
                        kind.of(vec![heap(n - k)], vec![Part::Heap(Game::Kayles, n / 2)]),
                        vec![nim(k)],
                    ]
                    .concat()
                };
                let mut options: Vec<Vec<Part>> = (1..=2).filter(|k| k <= n).map(beside).collect();
                options.extend((*n >= 2).then(|| vec![heap(n - 2)]));
                let nested = || {
                    Kind::Ordinal.of(
                        kind.of(vec![heap(n - 3), nim(1), nim(1)], Vec::new()),
                        vec![nim(n - 2)],
                    )
                };
                options.extend((*n >= 3).then(nested));
                options
            }
            Part::Compound(kind, groups) => compound(*kind, groups),
        }
    }
}

fn written(sum: &[Part]) -> String {
    sum.iter()
        .map(Part::written)
        .collect::<Vec<_>>()
        .join(" + ")
}

/// Returns the options of a plain sum.
fn plain(sum: &[Part]) -> Vec<Vec<Part>> {
    touching(sum, 1, 1)
}

/// Returns the results of moving in at least `least` and at most `most` components of a sum.
fn touching(sum: &[Part], least: usize, most: usize) -> Vec<Vec<Part>> {
    let mut all: Vec<(usize, Vec<Part>)> = vec![(0, Vec::new())];
    for part in sum {
        let mut next = Vec::new();
        for (taken, left) in &all {
            next.push((*taken, [&left[..], std::slice::from_ref(part)].concat()));
            next.extend(
                part.options()
                    .iter()
                    .map(|option| (taken + 1, [&left[..], option].concat())),
            );
        }
        all = next;
    }
    let mut left: Vec<Vec<Part>> = all
        .into_iter()
        .filter(|(taken, _)| *taken > 0 && (least..=most).contains(taken))
        .map(|(_, mut left)| {
            left.sort();
            left
        })
        .collect();
    left.sort();
    left.dedup();
    left
}

fn compound(kind: Kind, groups: &[Vec<Part>]) -> Vec<Vec<Part>> {
    let own = |groups: Vec<Vec<Part>>| Part::Compound(kind, groups);
    let alive = |sum: &[Part]| sum.iter().filter(|part| !part.options().is_empty()).count();
    let wrapped = |options: Vec<Vec<Part>>| {
        options
            .into_iter()
            .map(|left| vec![own(vec![left])])
            .collect()
    };
    let first = &groups[0];
    match kind {
        Kind::Every => wrapped(touching(first, alive(first), first.len())),
        Kind::Together if alive(first) < first.len() => Vec::new(),
        Kind::Together => wrapped(touching(first, first.len(), first.len())),
        Kind::Any => wrapped(touching(first, 1, first.len())),
        Kind::Upto(most) => wrapped(touching(first, 1, most)),
        Kind::Ordinal => {
            let ends = plain(first);
            ends.into_iter()
                .chain(
                    plain(&groups[1])
                        .into_iter()
                        .map(|left| vec![own(vec![first.clone(), left])]),
                )
                .collect()
        }
        Kind::Then if alive(first) == 0 => plain(&groups[1]),
        Kind::Then => {
            let after = |left: Vec<Part>| {
                if alive(&left) == 0 {
                    groups[1].clone()
                } else {
                    vec![own(vec![left, groups[1].clone()])]
                }
            };
            plain(first).into_iter().map(after).collect()
        }
        Kind::Product => {
            let pair = |x: &[Part], y: &[Part]| own(vec![x.to_vec(), y.to_vec()]);
            let (xs, ys) = (plain(first), plain(&groups[1]));
            let one = |(x, y): (&Vec<Part>, &Vec<Part>)| {
                vec![pair(x, &groups[1]), pair(first, y), pair(x, y)]
            };
            xs.iter()
                .flat_map(|x| ys.iter().map(move |y| (x, y)))
                .map(one)
                .collect()
        }
    }
}

/// Returns the Grundy value by the definition; `None` if some hundred positions are not enough.
fn value(part: &Part, known: &mut HashMap<Part, u64>) -> Option<u64> {
    if let Some(value) = known.get(part) {
        return Some(*value);
    }
    let mut options = Vec::new();
    for option in part.options() {
        let mut total = 0;
        for part in &option {
            total ^= value(part, known)?;
        }
        options.push(total);
    }
    let found = (0..)
        .find(|value| !options.contains(value))
        .expect("there is one");
    known.insert(part.clone(), found);
    (known.len() < 500).then_some(found)
}

fn random(rng: &mut Rng, depth: usize) -> Part {
    if depth == 0 || rng.u8(..5) == 0 {
        let game = [Game::Nim, Game::Kayles, Game::Take][rng.usize(..3)];
        return Part::Heap(game, rng.u32(..=3));
    }
    let kind = KINDS[rng.usize(..KINDS.len())];
    let count = if matches!(kind, Kind::Ordinal | Kind::Then | Kind::Product) {
        2
    } else {
        1
    };
    let sum = |rng: &mut Rng| {
        let parts = rng.usize(1..=if count == 1 { 3 } else { 2 });
        (0..parts)
            .map(|_| random(rng, depth - 1))
            .collect::<Vec<_>>()
    };
    Part::Compound(kind, (0..count).map(|_| sum(rng)).collect())
}

/// In a question, a comma between the parts of a compound of sums means the same as `+`.
#[test]
fn nested_compounds_are_worth_what_the_definition_says() {
    let mut rng = Rng::with_seed(19);
    let (mut compared, mut deep, mut by_kind) = (0, 0, HashMap::new());
    while compared < testkit::rounds(400, 2_000) {
        let depth = rng.usize(1..=3);
        let part = random(&mut rng, depth);
        let Part::Compound(kind, _) = &part else {
            continue;
        };
        if part.weight() > 9 {
            continue;
        }
        let beside = rng.u32(..4);
        let Some(expected) = value(&part, &mut HashMap::new()) else {
            continue;
        };
        let mut session = Session::new();
        if rng.bool() {
            session.settings.without = ["ordinal-sum", "tartan", "compound"]
                .map(str::to_owned)
                .into();
        }
        let question = format!("{} + nim[{beside}]", part.written());
        let answer = session.answer_to(&question, SOLVE_OPTIONS);
        let found = answer.value.and_then(|value| value.as_nimber());
        assert_eq!(
            found,
            Some(expected ^ u64::from(beside)),
            "{question}: {part:?}"
        );
        assert_winning_moves(&mut session, &question, &answer);
        (compared, deep) = (compared + 1, deep + usize::from(depth == 3));
        *by_kind.entry(*kind).or_insert(0) += 1;
    }
    let [nested, each] = testkit::rounds([40, 30], [150, 100]);
    assert!(
        deep > nested
            && by_kind.len() == KINDS.len()
            && by_kind.values().all(|count| *count > each),
        "{deep} {by_kind:?}"
    );
}

/// The values of a game whose moves leave compounds, and the outcomes of sums of this game under
/// other conventions, compared with the definition.
#[test]
fn rules_may_leave_compounds() {
    for kind in KINDS {
        let mut session = session_with("own.game", &own(kind));
        let mut known = HashMap::new();
        for n in 0..=4 {
            let Some(expected) = value(&Part::Heap(Game::Own(kind), n), &mut known) else {
                break;
            };
            let question = format!("own[{n}] + nim[2]");
            let answer = session.answer_to(&question, SOLVE_OPTIONS);
            assert_eq!(
                answer.value.and_then(|value| value.as_nimber()),
                Some(expected ^ 2),
                "{kind:?} {question}"
            );
            assert_winning_moves(&mut session, &question, &answer);
            assert!(n != 4 || known.len() > 20, "{kind:?}");
        }
        session.settings.play = Some(PlayConvention::Misere);
        for n in 0..=3 {
            let answer = session.answer_to(&format!("own[{n}] + nim[1]"), SOLVE_OPTIONS);
            let sum = [Part::Heap(Game::Own(kind), n), Part::Heap(Game::Nim, 1)];
            assert_eq!(
                answer.outcome == Outcome::N,
                wins_misere(&sum, &mut HashMap::new()),
                "{kind:?} {n}"
            );
        }
    }
}

fn wins_misere(sum: &[Part], known: &mut HashMap<Vec<Part>, bool>) -> bool {
    if let Some(&wins) = known.get(sum) {
        return wins;
    }
    let options = plain(sum);
    let wins = options.is_empty() || options.iter().any(|left| !wins_misere(left, known));
    known.insert(sum.to_vec(), wins);
    wins
}

/// A compound that is the only component is decided like the sum of its parts, however large the
/// parts are.
#[test]
fn a_compound_alone_is_decided_by_its_parts() {
    let mut session = Session::new();
    let mut answer = |question: &str| {
        let answer = session.answer_to(question, SOLVE_OPTIONS);
        let method = answer.components[0].method.clone();
        (answer.outcome, method, answer.moves.unwrap().len())
    };
    let (outcome, method, _) =
        answer("together(bash(3)[50], bash(3)[91], bash(3)[44], bash(3)[81])");
    assert_eq!((outcome, &method[..]), (Outcome::P, "compound"));
    let (outcome, method, moves) = answer("every(knights(8)[7, 8], knights(8)[3, 4])");
    assert!(
        method == "compound" && (outcome == Outcome::P) == (moves == 0),
        "{outcome:?} {method} {moves}"
    );
    let mut value = |question: &str| {
        let answer = session.answer_to(question, SolveOptions::VALUE);
        (
            answer.value.and_then(|value| value.as_nimber()),
            answer.components[0].method.clone(),
        )
    };
    let kayles = value("kayles[1000000]").0.unwrap();
    assert_eq!(
        value("product(nim[1000000000], kayles[1000000])"),
        (
            Some(nimber::product(1_000_000_000, kayles)),
            "tartan".to_owned()
        )
    );
    // The options of four stones have the values 0 to 3, so the value of the compound is number
    // 10^9, counted from 0, among the numbers from 4 on: 10^9 + 4.
    assert_eq!(
        value("ordinal(nim[4], nim[1000000000])"),
        (Some(1_000_000_004), "ordinal-sum".to_owned())
    );
}

#[test]
fn what_is_no_compound_is_refused_with_its_place() {
    let mut session = Session::new();
    let mut refused =
        |question: &str| match session.solve(question, SOLVE_OPTIONS, &Budget::generous()) {
            Err(error @ SolveError::Refused(_)) => error.render(Lang::En, false),
            other => panic!("{question}: {other:?}"),
        };
    for (question, words) in [
        ("every()", "a part is missing"),
        ("every(nim[1], )", "a part is missing"),
        ("upto(0; nim[1])", "at least 1"),
        ("upto(nim[1])", "at least 1"),
        ("ordinal(nim[1])", "expects two parts, found 1"),
        (
            "product(nim[1], nim[2], nim[3])",
            "expects two parts, found 3",
        ),
        ("every(nim[2], nimm[3])", "did you mean `Nim`"),
        (
            "product(ringwalk[3], nim[2])",
            "cannot be a part of a compound",
        ),
        ("every(nim[2], kayles[1]", "not closed"),
    ] {
        let said = refused(question);
        assert!(said.contains(words), "{question}: {said}");
    }
    for (rules, words) in [
        (
            "move k in 1..n : ordinal([n - k])",
            "own.game:1:44: error: `ordinal` expects two parts, found 1",
        ),
        (
            "move k in 1..n : upto(0; [n - k])",
            "`upto` requires a number from 1",
        ),
        (
            "move k in 1..n : upto([n - k], [n])",
            "first write the maximum number of parts",
        ),
        (
            "move k in 1..n : every([n - k], )",
            "the result of the move",
        ),
        (
            "move k in 1..n : every([n - k], RingWalk[3])",
            "cannot be a part of a compound",
        ),
        (
            "goal n == 9 move k in 1..n : every([n - k])",
            "cannot be a part of a compound",
        ),
        (
            "goal n == 9 move k in 1..n : any({ n -= k })",
            "cannot be a part of a compound",
        ),
    ] {
        let mut session = Session::new();
        let text = format!("game Own {{ state n in 0.. {rules} }}");
        let asked = session.load_rules("own.game", &text).and_then(|_| {
            session
                .solve("own[3]", SOLVE_OPTIONS, &Budget::generous())
                .map(|_| ())
        });
        let said = asked.unwrap_err().render(Lang::En, false);
        let (words, place) = words
            .rsplit_once(": error: ")
            .map_or((words, "own.game:1:"), |(place, words)| (words, place));
        assert!(
            said.contains(words) && said.contains(place),
            "{rules}: {said}"
        );
    }
}
