//! Parses arbitrary bytes as rules and as queries. They must be rejected with errors, or printing
//! and parsing the tree again must give the same text. The initial corpus consists of the library
//! games:
//!
//! ```text
//! cargo +nightly fuzz run rule_text fuzz/corpus/rule_text games -- -dict=fuzz/rule_text.dict -max_len=4096 -timeout=5
//! ```
//!
//! Without cargo-fuzz, run the following in this folder. The option `--target` prevents the flags
//! from being applied to build scripts:
//!
//! ```text
//! RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
//!   -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Cdebug-assertions" \
//!   cargo run --release --target x86_64-unknown-linux-gnu --bin rule_text -- corpus/rule_text ../games -dict=rule_text.dict -max_len=4096
//! ```

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::parser::{MAX_ERRORS, parse_file, parse_query};
use rules::printer::{print_file, print_game, print_query};

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = std::str::from_utf8(bytes) else {
        return;
    };
    match parse_file(source) {
        Ok(file) => {
            let printed = print_file(&file);
            let again = parse_file(&printed).expect("the printed text can be parsed");
            assert_eq!(
                print_file(&again),
                printed,
                "printing again gives another text"
            );
            for (game, same) in file.games.iter().zip(&again.games) {
                assert_eq!(
                    print_game(game),
                    print_game(same),
                    "the fingerprint changed"
                );
            }
        }
        Err(errors) => {
            assert!((1..=MAX_ERRORS).contains(&errors.len()));
            for error in errors {
                assert!(
                    source.get(error.span.range()).is_some(),
                    "the location of an error is inside a character"
                );
            }
        }
    }
    if let Ok(query) = parse_query(source) {
        let printed = print_query(&query);
        let again = parse_query(&printed).expect("the printed text can be parsed");
        assert_eq!(
            print_query(&again),
            printed,
            "printing again gives another text"
        );
    }
});
