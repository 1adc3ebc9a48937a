//! Reads an exported Parquet file and compares it with the CSV export.

use std::process::Command;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

const ENDS: &str = "game Ends { state a in 0..40, b in 0..40 move k in 1..3 : [a - k, b] move k in 1..a : [a - k, b - 1] }\n";
const ROUND: &str = "game Round { state p[1..3] in 0..12 unordered loopy
  tier total(if p[t] > 0 then 1 else 0 for t in 1..3)
  move t in 1..3, d in 1..2 : { p[t] -= d }
  move t in 1..3 when p[t] % 5 == 0 and p[t] > 0 : { p[t] += 2 } }\n";

#[test]
fn parquet_says_what_csv_says() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("big-parquet-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let grundy = |args: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .current_dir(&folder)
            .arg("big")
            .args(args)
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{args:?}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        done.stdout
    };
    for (rules, game, what) in [
        (ENDS, "Ends", "values"),
        (ENDS, "Ends", "remoteness"),
        (ROUND, "Round", "remoteness"),
        (ROUND, "Round", "outcomes"),
    ] {
        std::fs::write(folder.join("a.game"), rules).unwrap();
        let store = format!("{game}-{what}");
        grundy(&[
            "solve",
            game,
            "-f",
            "a.game",
            "--entries",
            what,
            "--store",
            &store,
        ]);
        for tier in [&[][..], &["--tier", "0"]] {
            let csv = String::from_utf8(grundy(&[&["export", &store], tier].concat())).unwrap();
            let file = grundy(&[&["export", &store, "--format", "parquet"], tier].concat());
            std::fs::write(folder.join("a.parquet"), file).unwrap();
            let reader =
                SerializedFileReader::new(std::fs::File::open(folder.join("a.parquet")).unwrap())
                    .unwrap();
            let mut lines = csv.lines();
            let head = lines.next().unwrap().rsplit_once(',').unwrap().0;
            let mut rows = 0;
            for row in reader.get_row_iter(None).unwrap() {
                let row = row.unwrap();
                let columns: Vec<(&String, &Field)> = row.get_column_iter().collect();
                let (last, rest) = columns.split_last().unwrap();
                let (winner, numbers) = rest.split_last().unwrap();
                assert_eq!(
                    numbers
                        .iter()
                        .map(|(name, _)| name.as_str())
                        .collect::<Vec<_>>()
                        .join(","),
                    head
                );
                assert_eq!(
                    (winner.0.as_str(), last.0.as_str()),
                    ("winner", if what == "values" { "value" } else { "moves" })
                );
                let numbers: Vec<String> =
                    numbers.iter().map(|(_, field)| field.to_string()).collect();
                let Field::Str(winner) = winner.1 else {
                    panic!("{winner:?}")
                };
                let entry = match last.1 {
                    Field::Null => winner.clone(),
                    number if what == "values" => number.to_string(),
                    number => format!("{winner} {number}"),
                };
                assert_eq!(
                    format!("{},{entry}", numbers.join(",")),
                    lines.next().unwrap()
                );
                rows += 1;
            }
            assert!(rows > 0 && lines.next().is_none(), "{rows} rows");
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
