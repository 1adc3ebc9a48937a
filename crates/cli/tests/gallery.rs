//! Checks `docs/laws.md` and its Chinese version: both have the same rows, exactly one for every
//! library game. With `GRUNDY_SLOW`, the pages must equal the current output of `grundy law
//! --gallery`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGES: [&str; 2] = ["laws.md", "laws.zh-CN.md"];

fn docs() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn page(name: &str) -> String {
    fs::read_to_string(docs().join(name)).unwrap()
}

fn grundy(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// Returns the first, third and fourth cell of each row: the game, whether its law is proved, and
/// the length of the certificate. The second cell of a row is text in the language of the page and
/// is not compared.
fn rows(page: &str) -> Vec<[&str; 3]> {
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'))
        .skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split(" |").map(str::trim).collect();
        let [game, .., status, lines] = cells[..] else {
            panic!("{row}")
        };
        [game, status, lines]
    })
    .collect()
}

#[test]
fn every_game_of_the_library_has_its_row() {
    let listed = String::from_utf8(grundy(&["--json", "games"])).unwrap();
    let listed: Vec<serde_json::Value> = listed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut games: Vec<&str> = listed
        .iter()
        .filter_map(|entry| entry["game"].as_str())
        .collect();
    games.sort_unstable();
    assert!(games.len() > 60, "{}", games.len());
    let [english, chinese] = PAGES.map(page);
    let (rows, twins) = (rows(&english), self::rows(&chinese));
    let mut told: Vec<&str> = rows
        .iter()
        .map(|row| row[0].split('(').next().unwrap())
        .collect();
    told.sort_unstable();
    let missing: Vec<&&str> = games.iter().filter(|game| !told.contains(*game)).collect();
    assert!(
        missing.is_empty(),
        "docs/laws.md lacks {missing:?}: `grundy law --gallery docs` writes it"
    );
    assert_eq!(
        told, games,
        "docs/laws.md has games that are not in the library, or one twice"
    );
    for (row, twin) in rows.iter().zip(&twins) {
        assert_eq!((row[0], row[2]), (twin[0], twin[2]));
        assert_eq!(row[1] == "proved", twin[1] == "已证明", "{row:?}");
    }
    assert_eq!(rows.len(), twins.len());
}

/// This test takes minutes in an unoptimised build.
#[test]
fn the_pages_are_what_the_gallery_writes() {
    if testkit::rounds(true, false) {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    fs::create_dir_all(&folder).unwrap();
    grundy(&["law", "--gallery", folder.to_str().unwrap()]);
    for name in PAGES {
        assert_eq!(
            fs::read_to_string(folder.join(name)).unwrap(),
            page(name),
            "{name}"
        );
    }
}
