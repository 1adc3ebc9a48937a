//! Prints the nim-multiplication table, and the result of a million products for each instruction
//! level. The command is `cargo run --release -p grundy-nimber --example nim_products`.

use nimber::{InstructionLevel, Nim64};

fn main() {
    for x in 0..8 {
        let row: Vec<String> = (0..8)
            .map(|y| format!("{:2}", Nim64(x) * Nim64(y)))
            .collect();
        println!("{}", row.join(" "));
    }
    let a: Vec<Nim64> = (1..=1_000_000)
        .map(|x| Nim64(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(x)))
        .collect();
    for level in InstructionLevel::available() {
        let mut squares = a.clone();
        level.mul_slice(&mut squares, &a).expect("as long");
        println!(
            "{level}: the sum of a million squares is {}",
            squares.into_iter().sum::<Nim64>()
        );
    }
}
