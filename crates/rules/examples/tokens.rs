//! Prints the tokens of texts, for the test of the page's highlighting. The texts are read from
//! standard input, separated by NUL. For each text, prints a line that contains `kind:start:end`
//! for each token and comment, with offsets in bytes.

use std::error::Error;
use std::io::{Read, stdin};

use rules::token_class::classes;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    for part in text.split('\0') {
        let words: Vec<String> = classes(part)
            .iter()
            .map(|(place, class)| format!("{}:{}:{}", class.word(), place.start, place.end))
            .collect();
        println!("{}", words.join(" "));
    }
    Ok(())
}
