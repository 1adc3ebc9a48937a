//! The signature of a fixed list of questions. For each question, asked in a new session, the
//! signature contains the answering method and the numbers of positions and options that it
//! evaluates. Any change of method or work, intended or not, changes the signature; the commit
//! message must explain the change. `GRUNDY_OVERWRITE=1 cargo test -p grundy signature::` rewrites
//! the figures of the signature.

use base::budget::Budget;
use grundy::{Session, SolveOptions};
use rules::ast::PlayConvention;
use rules::game::SumKind;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/signature.txt");

/// Returns the figures of a question, with conventions that replace those of its games, and without
/// some methods.
fn figures(question: &str, options: &str) -> String {
    let mut session = Session::new();
    for option in options.split_whitespace() {
        match option {
            "normal" => session.settings.play = Some(PlayConvention::Normal),
            "misere" => session.settings.play = Some(PlayConvention::Misere),
            "every" => session.settings.sum = Some(SumKind::Every),
            "any" => session.settings.sum = Some(SumKind::Any),
            without => match without.strip_prefix('-') {
                Some(name) => session
                    .settings
                    .switch_off(name)
                    .unwrap_or_else(|why| panic!("{question}: {why:?}")),
                None => panic!("{question}: `{option}` is no option"),
            },
        }
    }
    let answer = session.solve(question, SolveOptions::MOVES, &Budget::generous());
    let answer = answer.unwrap_or_else(|why| panic!("{question}: {why:?}"));
    let mut methods: Vec<&str> = answer
        .components
        .iter()
        .map(|component| component.method.as_str())
        .collect();
    methods.dedup();
    format!(
        "{} | {} positions, {} options",
        methods.join(", "),
        answer.stats.positions,
        answer.stats.options
    )
}

#[test]
fn the_work_is_what_it_was() {
    let text = std::fs::read_to_string(FILE).expect("the list lies beside the test");
    let mut anew = String::new();
    for line in text.lines() {
        let mut parts = line.splitn(3, " | ");
        match (line.starts_with('#'), parts.next(), parts.next()) {
            (false, Some(question), Some(options)) => {
                anew += &format!(
                    "{question} | {options} | {}\n",
                    figures(question, options.trim())
                )
            }
            _ => anew += &format!("{line}\n"),
        }
    }
    if std::env::var_os("GRUNDY_OVERWRITE").is_some() {
        std::fs::write(FILE, anew).expect("the list can be written");
    } else {
        assert_eq!(anew, text);
    }
}
