//! Expensive rule files, through every command that accepts one. Each command must end within its
//! time and memory limits.

use std::fs;
use std::process::Stdio;

use super::{MEMORY, SLACK, run, scratch, seconds};

/// Passes rule files that are expensive to parse, compile, show or play to `each`, with a question
/// about the game `B`.
fn dear_rules(each: &mut dyn FnMut(&'static str, Vec<u8>, String)) {
    let game = |items: &str| format!("game B {{\n  state n in 0..\n{items}}}\n").into_bytes();
    let plain = "  move k in 1..n : [n - k]\n";
    let own = || "B[3]".to_owned();
    let wide = format!("max({})", vec!["i"; 60_000].join(", "));
    let slots = |items: &str| {
        format!("game B {{ state a[1..4000] in 0..9 {items} move i in 1..4000 when a[i] > 0 : {{ a[i] -= 1 }} }}").into_bytes()
    };
    let filled = format!("B[{}]", vec!["3"; 4000].join(", "));
    let endless = "all(i > 0 for i in 1..10**18)";
    each("nul", vec![0; 1 << 20], own());
    each(
        "nul_inside",
        game(&format!("{plain}{}", "\0".repeat(900_000))),
        own(),
    );
    each("marks", "\u{feff}".repeat(300_000).into_bytes(), own());
    each(
        "no_text",
        [b"game B { ".as_slice(), &[0xff; 500_000]].concat(),
        own(),
    );
    each(
        "open",
        game(&format!("  move : {}", "(".repeat(500_000))),
        own(),
    );
    each("braces", game(&"{".repeat(500_000)), own());
    each(
        "powers",
        game(&format!(
            "  require n < {}\n{plain}",
            vec!["9"; 200].join(" ** ")
        )),
        own(),
    );
    each(
        "long_line",
        game(&format!(
            "  move : [n - {}1]\n",
            "1 - 1 + ".repeat(1_250_000)
        )),
        own(),
    );
    each(
        "long_sum",
        game(&format!(
            "  move : [n - ({}1)]\n",
            "1 - 1 + ".repeat(100_000)
        )),
        own(),
    );
    each(
        "slips",
        game(&"  move k in x..y : [n ^ k] && (n-k \n".repeat(25_000)),
        own(),
    );
    each(
        "unknown",
        game(&"  move k in x..y : [n - k]\n".repeat(30_000)),
        own(),
    );
    each(
        "label",
        game(&format!(
            "  move \"{}\" k in 1..n : [n - k]\n",
            "a".repeat(900_000)
        )),
        own(),
    );
    each(
        "label_sum",
        game("  move \"{total(i for i in 1..10**18)}\" k in 1..n : [n - k]\n"),
        own(),
    );
    each(
        "wide_let",
        game(&format!(
            "  let s = total({wide} for i in 1..1900000)\n  require n > s - s\n{plain}"
        )),
        own(),
    );
    each(
        "wide_state",
        format!("game B {{ state n in 0..total({wide} for i in 1..1900000)\n{plain}}}")
            .into_bytes(),
        own(),
    );
    each(
        "wide_default",
        format!("game B(p = total({wide} for i in 1..1900000)) {{ state n in 0..\n{plain}}}")
            .into_bytes(),
        own(),
    );
    each(
        "large_set",
        game("  let s = {i * j for i in 1..1000, j in 1..1000}\n  move k in s : [n - k]\n"),
        own(),
    );
    each(
        "large_sets",
        game(
            &(0..1000)
                .map(|i| {
                    format!("  move k in {{i * j + {i} for i in 1..100, j in 1..19}} : [n - k]\n")
                })
                .collect::<String>(),
        ),
        own(),
    );
    each("chain", b"game B(k = 5) { state n in 0.. require total(j for j in 1..1900000) > k  move : B(k + 1)[n - 1] }".to_vec(), own());
    each(
        "idle_moves",
        game(
            "  move i in 1..1000, j in 1..1000, k in 1..1000 when (i * j + k) % 1000003 == 1000002 : [n - 1]\n",
        ),
        own(),
    );
    each("slots", slots(""), filled.clone());
    each(
        "claims",
        game(&format!("{plain}{}", "  claim SG == n\n".repeat(40_000))),
        own(),
    );
    each(
        "expectations",
        game(&format!(
            "{plain}{}",
            "  expect SG(0..5) == 0 1 2 3 4 5\n".repeat(20_000)
        )),
        own(),
    );
    each(
        "many_games",
        (0..20_000)
            .map(|i| format!("game B{i} {{ state n in 0..\n{plain}}}\n"))
            .collect::<String>()
            .into_bytes(),
        "B7[3]".to_owned(),
    );
    each(
        "bounds",
        format!("game B {{ state n in 0..10 ** 18 - 10 ** 17 * 9\n{plain}}}").into_bytes(),
        own(),
    );
    let nested = format!(
        "  move k in 1..n : {}[n - k]{}\n",
        "every(".repeat(100),
        ", [n - k])".repeat(100)
    );
    each("nested", game(&nested), "B[50]".to_owned());
    for item in ["require", "goal", "trap", "urgent"] {
        each(
            "endless",
            game(&format!("  {item} {endless}\n{plain}")),
            own(),
        );
    }
}

/// Commands with a rule file and a position of its game, for which `FILE` and `POSITION` stand.
const ABOUT_RULES: [&str; 18] = [
    "play --file FILE POSITION --watch --plain",
    "check FILE",
    "fmt FILE",
    "draw --file FILE POSITION",
    "stats --file FILE POSITION",
    "play --file FILE POSITION --two",
    "moves --all --file FILE POSITION",
    "why --file FILE POSITION",
    "explain --file FILE POSITION --analyze",
    "law --file FILE B",
    "misere --file FILE POSITION",
    "export --cgsuite --file FILE POSITION",
    "graph --file FILE POSITION",
    "reply --file FILE POSITION",
    "solve --file FILE POSITION",
    "prove FILE",
    "same --file FILE B nim",
    "table --file FILE B[0..9]",
];

#[test]
fn rules_that_are_dear_to_read_are_stopped_by_their_limits() {
    let limit: f64 = seconds().parse().unwrap();
    let folder = scratch().join("dear");
    fs::create_dir_all(&folder).unwrap();
    let (mut failures, mut number) = (Vec::new(), 0);
    // The test builds one text at a time, because the memory of this process is counted for its
    // child processes.
    dear_rules(&mut |name, text, question| {
        number += 1;
        let path = folder.join(format!("{name}.game"));
        fs::write(&path, text).unwrap();
        // Every file is tried with the first command; the fast tier tries two other commands in
        // addition.
        let others =
            (0..ABOUT_RULES.len() - 1).map(|at| 1 + (at + 2 * number) % (ABOUT_RULES.len() - 1));
        for at in std::iter::once(0).chain(others.take(testkit::rounds(2, ABOUT_RULES.len()))) {
            let meant = |word: &str| match word {
                "FILE" => path.to_str().unwrap().to_owned(),
                "POSITION" => question.clone(),
                word => word.to_owned(),
            };
            let mut args: Vec<String> = ABOUT_RULES[at].split(' ').map(meant).collect();
            args.extend(["--time", seconds(), "--memory", "64M"].map(str::to_owned));
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let ended = run("dear", &args, Stdio::null(), None);
            let (megabytes, what) = (
                ended.bytes as f64 / 1_048_576.0,
                format!("{name}: {}", ABOUT_RULES[at]),
            );
            println!(
                "{what:<70} {:6.2} s busy {:6.1} MiB exit {:?}",
                ended.busy,
                megabytes,
                ended.code()
            );
            // The limit applies to processor time, because the machine may have other work. One
            // more second allows for freeing the memory at exit.
            let is_in_time = ended.busy <= limit + 1.0 && ended.seconds < 30.0;
            let is_small = ended.bytes <= (MEMORY as f64 * SLACK) as u64;
            if !(is_in_time && is_small && matches!(ended.code(), Some(0..=4))) {
                let message: String = ended.err.chars().take(200).collect();
                failures.push(format!(
                    "{what}: {:.2} s busy, {:.2} s, {megabytes:.1} MiB, {:?}: {message}",
                    ended.busy, ended.seconds, ended.status
                ));
            }
            // The error message is short, whatever the size of the file.
            if ended.err.len() > 40_000 {
                failures.push(format!("{what}: {} bytes of messages", ended.err.len()));
            }
        }
        fs::remove_file(&path).unwrap();
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
