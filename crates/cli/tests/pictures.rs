//! Checks the page docs/pictures.md and its Chinese version: runs their commands and compares the
//! pictures with the files that the pages show. After a change, `GRUNDY_OVERWRITE=1 cargo test -p
//! grundy-cli pictures::` redraws the pictures. Review changed pictures before you commit them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "../../picture/tests/reading/mod.rs"]
mod reading;

use reading::pixels::Pixels;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&path).unwrap();
    path.join(name)
}

fn grundy(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .current_dir(root())
        .env("LC_ALL", "C")
        .args(args)
        .output()
        .unwrap()
}

/// Splits a command into words; `'…'` is one word.
fn words(line: &str) -> Vec<String> {
    line.split('\'')
        .enumerate()
        .flat_map(|(i, part)| {
            if i % 2 == 1 {
                vec![part]
            } else {
                part.split_whitespace().collect()
            }
        })
        .map(str::to_owned)
        .collect()
}

/// Returns the page in both languages. Most pictures are on both pages.
fn pages() -> [String; 2] {
    ["docs/pictures.md", "docs/pictures.zh-CN.md"]
        .map(|name| fs::read_to_string(root().join(name)).unwrap())
}

/// Returns the commands of a page in order.
fn commands(page: &str) -> impl Iterator<Item = &str> {
    page.lines().filter(|line| line.starts_with("grundy "))
}

#[test]
fn the_pictures_are_what_their_commands_draw() {
    let pages = pages();
    for page in &pages {
        for file in commands(page).filter_map(|line| line.rsplit(' ').next()) {
            assert!(
                page.contains(&format!("]({})", file.trim_start_matches("docs/"))),
                "{file} is not shown"
            );
        }
    }
    let mut drawn = BTreeSet::new();
    for line in pages
        .iter()
        .flat_map(|page| commands(page))
        .collect::<BTreeSet<_>>()
    {
        let mut words = words(line);
        let file = words.pop().unwrap();
        let name = Path::new(&file)
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let fresh = if std::env::var_os("GRUNDY_OVERWRITE").is_some() {
            root().join(&file)
        } else {
            scratch(&name)
        };
        words.push(fresh.to_str().unwrap().to_owned());
        let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let output = grundy(&args);
        assert!(
            output.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let svg = fs::read_to_string(&fresh).unwrap();
        // If no code can be generated, the interpreter computes the same table, and the caption
        // names the engine `dense`.
        let drawing = |svg: &str| svg.replace("codegen", "dense");
        let shown = fs::read_to_string(root().join(&file)).unwrap();
        assert!(
            drawing(&svg) == drawing(&shown),
            "{file} is not what its command draws"
        );
        assert!(svg.len() < 300_000, "{file} is too large for a page");
        assert!(drawn.insert(name), "two commands draw {file}");
    }
    let kept: BTreeSet<String> = fs::read_dir(root().join("docs/pictures"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".svg"))
        .collect();
    assert_eq!(kept, drawn, "files without a command");
}

/// Draws every picture of the pages as PNG. Each cell must have the colour given in the SVG, and
/// there must be ink at the positions of texts.
#[test]
fn pngs_show_the_same() {
    let pages = pages();
    let mut seen = 0;
    // Laws are drawn only as SVG.
    let lines = pages
        .iter()
        .flat_map(|page| commands(page))
        .filter(|line| !line.starts_with("grundy law "));
    for line in lines.collect::<BTreeSet<_>>() {
        let mut words = words(line);
        let file = words.pop().unwrap();
        let fresh = scratch(
            Path::new(&file)
                .with_extension("png")
                .file_name()
                .unwrap()
                .to_str()
                .unwrap(),
        );
        words.push(fresh.to_str().unwrap().to_owned());
        let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let output = grundy(&args);
        assert!(output.status.success(), "{line}");
        // Without a Chinese font, the texts of the PNG are in English, so the picture is not
        // compared.
        if !output.stderr.is_empty() {
            assert!(
                file.contains(".zh."),
                "{line}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            continue;
        }
        // The area between the walls of a thermograph is not a cell.
        if file.contains("thermograph") {
            continue;
        }
        let picture = reading::read(&fs::read_to_string(root().join(&file)).unwrap());
        let cells = picture.check(&Pixels::read(&fs::read(&fresh).unwrap()), &file);
        assert!(cells > 8, "{file}: {cells} cells");
        seen += 1;
    }
    assert!(seen >= 16);
}

/// Returns the width and height in the header of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn pngs_are_written() {
    for (name, args) in [
        ("board.png", vec!["chart", "nim[0..30]"]),
        (
            "large.png",
            vec!["chart", "wythoff[0..999, 0..999]", "--outcomes"],
        ),
        ("graph.png", vec!["graph", "kayles[4]"]),
        ("chinese.png", vec!["chart", "nim[0..30]", "--lang", "zh"]),
    ] {
        let path = scratch(name);
        let output = grundy(&[&args[..], &["--output", path.to_str().unwrap()]].concat());
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        // Either a Chinese font is found, or a message reports that no Chinese font is installed.
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.is_empty() || name == "chinese.png" && said.contains("中文字体"),
            "{said}"
        );
        let (width, height) = size(&fs::read(path).unwrap());
        let least = if name == "large.png" { 1000 } else { 100 };
        assert!(
            width > least && height > least,
            "{name}: {width} x {height}"
        );
    }
    let piped = grundy(&["chart", "nim[0..30]", "--format", "png"]);
    size(&piped.stdout);
}

#[test]
fn a_picture_that_cannot_be_written_leaves_the_old_file() {
    let folder = scratch("folder.svg");
    fs::create_dir_all(&folder).unwrap();
    let output = grundy(&["chart", "nim[0..5]", "--output", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("cannot be written")
    );
    assert!(folder.is_dir() && !scratch("folder.svg.part").exists());
}
