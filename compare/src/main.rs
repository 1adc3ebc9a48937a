//! Compares two independent renderings of every picture of docs/pictures.md and of its Chinese
//! version. The command `grundy` draws each picture as SVG and as PNG, and resvg renders the SVG.
//! The mean difference of each channel must be small. The first argument is the path of the
//! command. The second argument is optional: a folder in which the pictures are stored.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// Maximum mean difference of a channel, as a fraction of its range.
const MAX_MEAN_DIFFERENCE: f64 = 0.02;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(grundy) = arguments
        .next()
        .and_then(|path| fs::canonicalize(path).ok())
    else {
        eprintln!(
            "usage: compare GRUNDY [FOLDER]: the path of the command, and a folder for the pictures"
        );
        return ExitCode::from(2);
    };
    let folder = arguments
        .next()
        .unwrap_or_else(|| std::env::temp_dir().join("grundy_compare"));
    fs::create_dir_all(&folder).expect("the folder can be created");
    let folder = fs::canonicalize(folder).expect("the folder exists");
    let fonts = fonts();
    let mut fits = true;
    let pages = pages();
    let commands = pages
        .iter()
        .flat_map(|page| page.lines())
        .filter(|line| line.starts_with("grundy "));
    for line in commands.collect::<BTreeSet<_>>() {
        let mut words = words(line);
        let name = words
            .pop()
            .as_deref()
            .map(Path::new)
            .and_then(Path::file_stem)
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        let [svg, png] = ["svg", "png"].map(|ending| folder.join(format!("{name}.{ending}")));
        let messages = [&svg, &png].map(|file| draw(&grundy, &words[1..], file));
        if !messages[1].is_empty() {
            println!("{name:20} skipped: {}", messages[1].trim());
            continue;
        }
        let drawn = render(
            &fs::read_to_string(&svg).expect("an SVG"),
            &fonts,
            read_size(&png),
        );
        fs::write(
            folder.join(format!("{name}.resvg.png")),
            drawn.encode_png().expect("a PNG"),
        )
        .expect("the file can be written");
        let (mean, far) = difference(&drawn, &read(&png));
        let worst = mean.into_iter().fold(0.0, f64::max);
        println!(
            "{name:20} mean difference {:.3} %; {:.3} % of the pixels differ by more than a quarter",
            100.0 * worst,
            100.0 * far
        );
        fits &= worst <= MAX_MEAN_DIFFERENCE;
    }
    if fits {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn pages() -> [String; 2] {
    ["docs/pictures.md", "docs/pictures.zh-CN.md"]
        .map(|name| fs::read_to_string(root().join(name)).expect(name))
}

/// Splits a command into words; `'…'` is a single word.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
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

/// Runs the command and returns its standard error.
fn draw(grundy: &Path, words: &[String], file: &Path) -> String {
    let output = Command::new(grundy)
        .current_dir(root())
        .args(words)
        .arg(file)
        .output()
        .expect("grundy runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {message}");
    message
}

fn fonts() -> Arc<Database> {
    let mut fonts = Database::new();
    for font in [
        dejavu::sans::regular(),
        dejavu::sans::bold(),
        dejavu::sans::oblique(),
        dejavu::sans::bold_oblique(),
    ] {
        fonts.load_font_data(font.to_vec());
    }
    fonts.load_system_fonts();
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.into()
}

/// Renders an SVG with resvg, with this width and height in pixels.
fn render(svg: &str, fonts: &Arc<Database>, (width, height): (u32, u32)) -> Pixmap {
    let options = Options {
        fontdb: fonts.clone(),
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).expect("an SVG");
    let mut pixels = Pixmap::new(width, height).expect("a picture of this size");
    let scale = Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels
}

fn reader(file: &Path) -> png::Reader<std::io::Cursor<Vec<u8>>> {
    let bytes = fs::read(file).expect("a file");
    png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .expect("a PNG")
}

fn read_size(file: &Path) -> (u32, u32) {
    reader(file).info().size()
}

/// Returns the pixels of a PNG without an alpha channel, three bytes per pixel.
fn read(file: &Path) -> Vec<u8> {
    let mut reader = reader(file);
    assert_eq!(
        reader.output_color_type(),
        (png::ColorType::Rgb, png::BitDepth::Eight)
    );
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut data).expect("its pixels");
    data
}

/// Returns the mean difference of each channel, and the share of pixels of which a channel differs
/// by more than a quarter of its range. Both are fractions of 1.
fn difference(one: &Pixmap, other: &[u8]) -> ([f64; 3], f64) {
    let (mut sums, mut far) = ([0_u64; 3], 0_u64);
    for (a, b) in one.pixels().iter().zip(other.chunks_exact(3)) {
        let differences = [
            a.red().abs_diff(b[0]),
            a.green().abs_diff(b[1]),
            a.blue().abs_diff(b[2]),
        ];
        sums.iter_mut()
            .zip(differences)
            .for_each(|(sum, difference)| *sum += u64::from(difference));
        far += u64::from(differences.iter().any(|&difference| difference > 63));
    }
    let count = one.pixels().len() as f64;
    (
        sums.map(|sum| sum as f64 / 255.0 / count),
        far as f64 / count,
    )
}
