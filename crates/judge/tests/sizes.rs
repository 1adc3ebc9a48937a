//! Tests cases that random small tests do not reach: the maximum sizes of the problems, numbers
//! beyond 64 bits, values beyond a period, counts beyond a modulus. Each answer is compared with
//! the answer of another method.

use std::fmt::Write;

use base::budget::Budget;
use fastrand::Rng;
use judge::problem;

fn answer(name: &str, input: &str) -> String {
    problem(name)
        .unwrap()
        .answer(input, &Budget::generous())
        .unwrap_or_else(|e| panic!("{name}: {e:?}"))
}

/// Returns a game of rabbit and egg on a square board of even side. The empty cell winds through
/// all cells, row by row, and the rabbit has no move at the end.
fn winding(side: usize) -> String {
    let at = |step: usize| {
        (
            step / side,
            if (step / side).is_multiple_of(2) {
                step % side
            } else {
                side - 1 - step % side
            },
        )
    };
    let mut rows = vec![vec!['.'; side]; side];
    for step in 1..side * side {
        let (row, column) = at(step);
        rows[row][column] = if step % 2 == 1 { 'O' } else { 'X' };
    }
    // The last cell has a piece of the egg instead of the rabbit, so that the rabbit has no move at
    // the end.
    let (row, column) = at(side * side - 1);
    rows[row][column] = 'X';
    let rows: String = rows
        .into_iter()
        .map(|row| row.into_iter().collect::<String>() + "\n")
        .collect();
    let moves: String = (1..side * side - 1)
        .map(|step| format!("{} {}\n", at(step).0 + 1, at(step).1 + 1))
        .collect();
    format!("{side} {side}\n{rows}{}\n{moves}", side * side / 2 - 1)
}

/// Returns a line of random numbers from a range.
fn line(rng: &mut Rng, count: usize, low: u64, high: u64) -> String {
    let numbers: Vec<String> = (0..count)
        .map(|_| rng.u64(low..=high).to_string())
        .collect();
    numbers.join(" ") + "\n"
}

/// Every problem accepts the largest numbers and counts of its statement; the answers have the
/// correct number of lines.
#[test]
fn promised_sizes_are_taken() {
    const U: u64 = u64::MAX;
    const E18: u64 = 1_000_000_000_000_000_000;
    let rng = &mut Rng::with_seed(11);
    let distinct = |rng: &mut Rng, count: usize, most: u64| {
        let mut all: Vec<u64> = (1..=most).collect();
        rng.shuffle(&mut all);
        all[..count]
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" ")
            + "\n"
    };
    let sorted = |rng: &mut Rng, count: usize| {
        let mut piles: Vec<u64> = (0..count).map(|_| rng.u64(..)).collect();
        piles.sort_unstable();
        piles
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" ")
            + "\n"
    };
    let each = |count: usize, each: &mut dyn FnMut() -> String| {
        (0..count).map(|_| each()).collect::<String>()
    };
    let conventions = ["one", "any", "every"].into_iter().flat_map(|sum| {
        ["all", "one"].into_iter().flat_map(move |until| {
            ["normal", "misere"].map(move |play| format!("{sum} {until} {play}"))
        })
    });
    let heaps: String = (0..1000)
        .map(|i| format!("{} {}\n", i % 5 + 1, 1000 - i * 7 % 600))
        .collect();
    let packs = format!(
        "12\n{}",
        conventions
            .map(|words| format!("1000 {words}\n{heaps}"))
            .collect::<String>()
    );
    let full_board = |side: usize| {
        let points: String = (0..side * side)
            .map(|place| format!("{} {} ", place % side, place / side))
            .collect();
        format!("{side} {side} {}\n{points}\n{points}\n", side * side)
    };
    let cases: Vec<(&str, String, usize)> = vec![
        (
            "cf1704f",
            format!("1\n500000\n{}\n", "RB".repeat(250_000)),
            1,
        ),
        ("hdu1847", "1\n1000\n".into(), 2),
        ("hdu1848", "1 1 1\n1000 1000 1000\n0 0 0\n".into(), 2),
        (
            "poj2960",
            format!(
                "100 {}100\n{}0\n",
                line(rng, 100, 1, 10_000),
                each(100, &mut || format!("100 {}", line(rng, 100, 0, 10_000)))
            ),
            1,
        ),
        ("hdu2516", "2\n2147483647\n0\n".into(), 2),
        (
            "kdyn",
            "1000000 1 1000000000\n1000000 1000000000 1\n1000000 999999999 1000000000\n".into(),
            3,
        ),
        (
            "kdyn",
            format!(
                "{} phi\n{} sqrt(2)\n{} 1.5\n",
                "7".repeat(1000),
                "8".repeat(1000),
                "9".repeat(1000)
            ),
            3,
        ),
        ("game_pack", packs, 12),
        (
            "poj1021",
            format!("10\n{}", each(10, &mut || full_board(100))),
            10,
        ),
        ("kdyn_state", "1000000 1000000 3 2\n0 0 1 1\n".into(), 2),
        ("bash", format!("0 0\n{U} {U}\n{U} 0\n0 {U}\n"), 4),
        ("hdu2147", "2000 2000\n1 1\n0 0\n".into(), 2),
        (
            "lightoj1199",
            format!("1\n100\n{}", line(rng, 100, 1, 10_000)),
            1,
        ),
        (
            "lightoj1296",
            format!(
                "2\n1000\n{}1\n1000000000\n",
                line(rng, 1000, 1, 1_000_000_000)
            ),
            2,
        ),
        (
            "lightoj1315",
            format!(
                "2\n1000\n{}1\n499 499\n",
                each(1000, &mut || line(rng, 2, 0, 499))
            ),
            2,
        ),
        ("poj1067", format!("{E18} {E18}\n0 0\n0 {E18}\n"), 3),
        ("poj2234", format!("20 {}", line(rng, 20, 1, 10_000_000)), 1),
        (
            "poj2975",
            format!("1000\n{}0\n", line(rng, 1000, 1, 1_000_000_000)),
            1,
        ),
        (
            "p2197",
            format!(
                "10\n{}",
                each(10, &mut || format!("10000\n{}", line(rng, 10_000, 0, U)))
            ),
            10,
        ),
        ("p2252", format!("{E18} {}\n", E18 - 1), 1),
        (
            "p3480",
            format!(
                "10\n{}",
                each(10, &mut || format!("1000\n{}", sorted(rng, 1000)))
            ),
            10,
        ),
        (
            "p4279",
            format!(
                "500\n{}",
                each(500, &mut || format!("50\n{}", line(rng, 50, 1, U)))
            ),
            500,
        ),
        ("p6487", format!("{E18}\n"), 1),
        (
            "p6791",
            format!("100000\n{}", each(100_000, &mut || line(rng, 2, 1, E18))),
            100_000,
        ),
        (
            "arc168b",
            format!("250000\n{}", line(rng, 250_000, 1, 1_000_000_000)),
            1,
        ),
        (
            "p5970",
            format!("500000 3\n{}", line(rng, 500_000, 1, 39)),
            1,
        ),
        ("p5970", "5 10\n1000000 1000000 1 2 3\n".into(), 1),
        ("p5363", "150000 50\n".into(), 1),
        ("p2490", "10000 100 1\n".into(), 1),
        (
            "p7589",
            format!(
                "100\n{}",
                each(100, &mut || {
                    let lines = each(100, &mut || {
                        format!("0 {} {}\n", -(rng.i64(1..=1000)), rng.i64(0..=1000))
                    });
                    format!("\n100 100 20\n{lines}")
                })
            ),
            100,
        ),
        (
            "nim_moves",
            "1000000000000000000 999999999999999999\n".into(),
            2,
        ),
        ("poj2505", "2\n4294967294\n".into(), 2),
        ("poj2484", "1\n1000000\n0\n".into(), 2),
        ("kayles", "1000000000\n0\n".into(), 2),
        ("index_capped", line(rng, 100_000, 0, U), 1),
        ("mixed_piles", line(rng, 100_000, 0, U), 1),
        (
            "poj3480",
            format!(
                "474\n{}",
                each(474, &mut || format!("47\n{}", line(rng, 47, 1, 4747)))
            ),
            474,
        ),
        (
            "moore",
            format!("{U} {}1 {}", line(rng, 1000, 0, U), line(rng, 1000, 0, U)),
            2,
        ),
        (
            "cf1451f",
            format!(
                "10\n{}",
                each(10, &mut || format!(
                    "100 100\n{}",
                    each(100, &mut || line(rng, 100, 0, 1_000_000))
                ))
            ),
            10,
        ),
        ("staircase", line(rng, 100_000, 0, U), 1),
        ("sorted_nim", sorted(rng, 100_000), 1),
        (
            "poj1704",
            format!("1\n1000\n{}", distinct(rng, 1000, 10_000)),
            1,
        ),
        ("poj1740", format!("10\n{}0\n", line(rng, 10, 1, 100)), 1),
        ("poj2068", format!("10 8191 {}0\n", line(rng, 20, 1, 16)), 1),
        ("poj2348", "4294967295 4294967294\n1 1\n0 0\n".into(), 2),
        ("poj2311", "200 200\n2 2\n".into(), 2),
        ("poj3537", "2000\n".into(), 1),
        ("zoj3057", "300 300 300\n0 0 0\n".into(), 2),
        (
            "poi2000_strips",
            format!(
                "1 1000 7\n1000\n{}",
                each(1000, &mut || line(rng, 1, 1, 1000))
            ),
            1000,
        ),
        (
            "p2148",
            format!(
                "20\n{}",
                each(20, &mut || format!(
                    "20000\n{}",
                    line(rng, 20_000, 1, 2_000_000_000)
                ))
            ),
            20,
        ),
        ("p5675", format!("200\n{}", line(rng, 200, 1, 200)), 1),
        (
            "p2599",
            format!(
                "10\n{}",
                each(10, &mut || format!(
                    "1000\n{}",
                    line(rng, 1000, 1, 1_000_000_000)
                ))
            ),
            10,
        ),
        (
            "p3185",
            format!(
                "10\n{}",
                each(10, &mut || format!("100\n{}", line(rng, 100, 0, U)))
            ),
            20,
        ),
        (
            "agc002e",
            format!("100000\n{}", line(rng, 100_000, 1, 1_000_000_000)),
            1,
        ),
        (
            "p4101",
            format!("100\n{}", each(100, &mut || line(rng, 2, 1, E18))),
            100,
        ),
        ("abc278g", "2000 2 2\n".into(), 1),
        ("hdu4388", format!("1\n100\n{}", line(rng, 100, 1, U)), 1),
        (
            "poj1678",
            format!("1\n10000 0 100\n{}", line(rng, 10_000, 0, 100_000)),
            1,
        ),
        ("nimmul", format!("{U} {U}\n0 {U}\n"), 2),
        (
            "coins2d",
            format!(
                "2\n1 {0} {0} 1\n{1} {1}\n2 {0} {0} 1\n{1} {1}\n",
                1u64 << 32,
                (1u64 << 32) - 1
            ),
            2,
        ),
        (
            "cf494e",
            format!(
                "1000000000 50000 1000000000\n{}",
                each(50_000, &mut || {
                    let (a, b) = (rng.u64(1..=1 << 29), rng.u64(1..=1 << 29));
                    format!(
                        "{a} {b} {} {}\n",
                        rng.u64(a..=1_000_000_000),
                        rng.u64(b..=1_000_000_000)
                    )
                })
            ),
            1,
        ),
        (
            "p2594",
            format!(
                "50\n{}",
                each(50, &mut || {
                    let coins = |rng: &mut Rng| {
                        (0..100)
                            .map(|_| if rng.bool() { 'T' } else { 'H' })
                            .chain(['\n'])
                            .collect::<String>()
                    };
                    format!(
                        "100 100\n{}",
                        (0..100).map(|_| coins(rng)).collect::<String>()
                    )
                })
            ),
            50,
        ),
        (
            "p3179",
            format!(
                "1000000000\n100\n{}",
                each(100, &mut || format!("100\n{}", distinct(rng, 100, 10_000)))
            ),
            100,
        ),
        (
            "poj3533",
            format!("1000\n{}", each(1000, &mut || line(rng, 3, 1, 1000))),
            1,
        ),
        (
            "ruler",
            format!(
                "1000000 1000000 {}\n",
                (1..=1_000_000)
                    .map(|n: u32| n.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            ),
            1,
        ),
        (
            "p4617",
            format!(
                "100000 100000\n{}",
                (1..=100_000)
                    .map(|v| format!("{v} {}\n", v % 50_000 + v / 50_000 + 1))
                    .collect::<String>()
            ),
            100_000,
        ),
        (
            "p6560",
            {
                let pair = |rng: &mut Rng| {
                    let v = rng.u32(1..100_000);
                    format!("{v} {}\n", rng.u32(v + 1..=100_000))
                };
                format!(
                    "100000 500000 500\n{}{}",
                    each(500_000, &mut || pair(rng)),
                    each(500, &mut || pair(rng))
                )
            },
            500,
        ),
        (
            "cf1149e",
            format!(
                "200000 200000\n{}{}",
                line(rng, 200_000, 0, 1_000_000_000),
                (0..200_000)
                    .map(|_| rng.u32(1..200_000))
                    .map(|v| format!("{v} {}\n", v + 1))
                    .collect::<String>()
            ),
            1,
        ),
        (
            "cf1147f",
            format!(
                "10\n{}",
                each(10, &mut || format!(
                    "50\n{}3\n? 0 0\nI 1 0\nD 100 0\n",
                    distinct(rng, 2500, 2500)
                ))
            ),
            30,
        ),
        ("p1971", winding(40), 1),
        (
            "p4055",
            format!("300 300\n{}", format!("{}\n", ".".repeat(300)).repeat(300)),
            1,
        ),
        ("p4136", format!("10000\n9999\n{U}\n0\n"), 3),
    ];
    for (name, input, lines) in &cases {
        let found = answer(name, input);
        assert!(found.lines().count() >= *lines, "{name}: {found}");
        assert!(
            *name == "nim_moves" || found.lines().count() == *lines,
            "{name}: {found}"
        );
    }
}

/// Tests Hackenbush on graphs with 2·10^5 edges: a path with the ground at its end or in its
/// middle, and a cycle. The value of a path is its length.
#[test]
fn graphs_of_promised_size() {
    const N: usize = 200_000;
    let path: String = (0..N).map(|v| format!("{} {v}\n", v + 1)).collect();
    assert_eq!(
        answer("hackenbush", &format!("{} {N} 0\n{path}", N + 1)),
        "200000\n"
    );
    assert_eq!(
        answer("tree_cut", &format!("{} {N} 0\n{path}", N + 1)),
        "200000\n"
    );
    assert_eq!(
        answer("hackenbush", &format!("{} {N} {}\n{path}", N + 1, N / 2)),
        "0\n"
    );
    assert_eq!(
        answer("hackenbush_moves", &format!("{} {N} 0\n{path}", N + 1)),
        "1\n1\n"
    );
    // If the path is closed to a cycle, the value is 1, because N + 1 is odd. A cut of the cycle
    // leaves two stalks, which are equal only if the cut is in the middle.
    let cycle = format!("{} {} 0\n{path}0 {N}\n", N + 1, N + 1);
    assert_eq!(answer("hackenbush", &cycle), "1\n");
    assert_eq!(
        answer("hackenbush_moves", &cycle),
        format!("1\n{}\n", N / 2 + 1)
    );
    let one_based: String = (1..100).map(|v| format!("{v} {}\n", v + 1)).collect();
    assert_eq!(
        answer(
            "poj3710",
            &format!(
                "100\n{}",
                format!("100 100\n{one_based}1 100\n").repeat(100)
            )
        ),
        "Harry\n"
    );
}

/// Tests the deepest and the flattest trees, whose answers are obvious.
#[test]
fn trees_of_promised_size() {
    const N: u32 = 1_000_000;
    let path = |n: u32| {
        (1..n)
            .map(|v| format!("{v} {}\n", v + 1))
            .collect::<String>()
    };
    let star = |n: u32| (2..=n).map(|v| format!("{v} 1\n")).collect::<String>();
    assert_eq!(answer("agc017d", &format!("{N}\n{}", path(N))), "Alice\n");
    // Two equal paths start at vertex 1: the path 1, 2, …, N / 2 + 1, and the path 1, N + 1, N, …,
    // N / 2 + 2.
    let middle = path(N / 2 + 1)
        + &(N / 2 + 2..=N + 1)
            .map(|v| format!("{v} {}\n", if v > N { 1 } else { v + 1 }))
            .collect::<String>();
    assert_eq!(answer("agc017d", &format!("{}\n{middle}", N + 1)), "Bob\n");
    // All inner vertices of a path have an even degree; the centre of the star has an odd degree.
    assert_eq!(
        answer("p8347", &format!("2\n{N}\n{}{N}\n{}", path(N), star(N))),
        "Hifuu\nLuna\n"
    );
    let parents = |n: u32| (1..n).map(|v| format!("{v} ")).collect::<String>();
    let fork = |n: u32| "1 ".repeat(n as usize - 1);
    let odd = N - 1;
    assert_eq!(
        answer(
            "p7864",
            &format!(
                "3\n{N}\n{}\n{odd}\n{}\n{N}\n{}\n",
                parents(N),
                parents(odd),
                fork(N)
            )
        ),
        "0\n1\n1\n"
    );
    // If the numbers of stones increase along the path, the first, third, … vertices are lost, and
    // the other vertices are won.
    let n = N / 10;
    let stones = |n: u32| (0..n).map(|count| format!("{count} ")).collect::<String>();
    let second: String = (2..=n).step_by(2).map(|v| v.to_string() + " ").collect();
    assert_eq!(
        answer("agc010f", &format!("{n}\n{}\n{}", stones(n), path(n))),
        second.trim_end().to_owned() + "\n"
    );
    // The value of a white path is its length, so the complete path must be painted. If an odd
    // number of leaves is white, any white leaf may be painted.
    let white = "0 ".repeat(n as usize);
    assert_eq!(
        answer("cot3", &format!("{n}\n{white}\n{}", path(n))),
        format!("{n}\n")
    );
    assert_eq!(
        answer("cot3", &format!("{n}\n{white}\n{}", star(n))),
        (2..=n).map(|v| format!("{v}\n")).collect::<String>()
    );
}

/// Compares rows of Kayles with values computed by the definition, for lengths below and above the
/// start of the period.
#[test]
fn kayles_beyond_its_period() {
    let mut values: Vec<u64> = vec![0, 1];
    for n in 2..700usize {
        let options = [1, 2]
            .into_iter()
            .flat_map(|taken| (0..=(n - taken) / 2).map(move |left| (left, n - taken - left)));
        let options: Vec<u64> = options
            .map(|(left, right)| values[left] ^ values[right])
            .collect();
        values.push(nimber::mex(options));
    }
    for most in [200, 255, 256, 699] {
        let rows: String = (0..=most).map(|n| format!("{n}\n")).collect();
        let expected: String = values[..=most]
            .iter()
            .map(|value| format!("{value}\n"))
            .collect();
        assert_eq!(answer("kayles", &rows), expected, "{most}");
    }
}

/// If a pile at index k has i more stones than a multiple of all numbers up to 16, its value is i
/// mod (k + 1), however many digits its size has.
#[test]
fn piles_of_any_length_are_capped_by_their_place() {
    let zeros = "0".repeat(1000);
    for place in 1..=9u64 {
        for more in 0..10 {
            // 720720 is a multiple of all numbers up to 16.
            let pile = format!("720720{zeros}{more}");
            let before = "0 ".repeat(place as usize - 1);
            let expected = if more % (place + 1) == 0 {
                "Second\n"
            } else {
                "First\n"
            };
            assert_eq!(
                answer("index_capped", &format!("{before}{pile}\n")),
                expected,
                "{more} at {place}"
            );
        }
    }
}

/// Counts lost pairs by the number of subsets with each nim-sum. The counts exceed the modulus.
#[test]
fn lost_pairs_modulo() {
    const MODULUS: u64 = 1_000_000_007;
    let mut rng = Rng::with_seed(5);
    for count in [31, 40, 60, 200] {
        let piles: Vec<u64> = (0..count).map(|_| rng.u64(1..=200)).collect();
        let mut lost = 0;
        for named in 0..count {
            let mut subsets = vec![0u64; 256];
            subsets[0] = 1;
            for (_, &pile) in piles.iter().enumerate().filter(|(i, _)| *i != named) {
                subsets = (0..256)
                    .map(|sum| (subsets[sum] + subsets[sum ^ pile as usize]) % MODULUS)
                    .collect();
            }
            // Counts the subsets whose nim-sum is at least the size of the named pile, because this
            // pile cannot be lowered to that nim-sum.
            lost += subsets[piles[named] as usize..].iter().sum::<u64>() % MODULUS;
        }
        let mut input = format!("{count}\n");
        piles
            .iter()
            .for_each(|pile| write!(input, "{pile} ").unwrap());
        assert_eq!(answer("p5675", &input), format!("{}\n", lost % MODULUS));
    }
}
