//! Checks the numbers in the READMEs: library games, games with a law, and judge problems. The test
//! counts games, laws and problems. If a README contains another number, the test names the line to
//! change.

use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(name),
    )
    .unwrap()
}

#[test]
fn numbers_in_the_readmes_are_counted() {
    let laws = read("docs/laws.md");
    // The first two rows are the header of the table.
    let rows = laws.lines().filter(|line| line.starts_with('|')).skip(2);
    let rows: Vec<&str> = rows.collect();
    let games = rows.len();
    let proved = rows
        .iter()
        .filter(|row| row.split('|').nth(3) == Some(" proved "));
    let (proved, problems) = (proved.count(), judge::all().count());
    let expected = [
        ("README.md", format!("A **library** of {games} games")),
        ("README.md", format!("{proved} of the library's games")),
        ("README.md", format!("{problems} problems of online judges")),
        ("README.zh-CN.md", format!("含 {games} 个游戏的**游戏库**")),
        ("README.zh-CN.md", format!("库中 {proved} 个游戏有规律")),
        ("README.zh-CN.md", format!("{problems} 道在线评测题")),
    ];
    for (name, text) in expected {
        assert!(read(name).contains(&text), "{name} must say: {text}");
    }
}
