//! Computes the values of one game up to heap N, for measurements:
//! `time speed CODE N [LEVEL [THREADS]]`, where CODE is an octal code or `grundy`. Prints a
//! checksum of all values, the sparse space and the statistics.

use std::process::ExitCode;

use base::budget::Budget;
use heap::machine::{NimberMachine, NimberSlice};
use heap::moves::DigitMoves;
use heap::sparse::{SimdLevel, SparseMachine};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let (Some(code), Some(Ok(to))) = (args.get(1), args.get(2).map(|n| n.parse::<u64>())) else {
        eprintln!("speed CODE N [LEVEL [THREADS]]");
        return ExitCode::FAILURE;
    };
    let moves = if code == "grundy" {
        DigitMoves::grundys_game()
    } else {
        let digits: Vec<u64> = code
            .chars()
            .filter_map(|c| c.to_digit(16))
            .map(u64::from)
            .collect();
        DigitMoves::new(&digits, false).unwrap()
    };
    let level = args
        .get(3)
        .and_then(|name| {
            SimdLevel::ALL
                .into_iter()
                .find(|level| level.name() == name)
        })
        .unwrap_or(SimdLevel::best());
    let mut machine = SparseMachine::at_level(&moves, level).unwrap();
    machine.forget(true);
    machine.share(
        args.get(4)
            .and_then(|threads| threads.parse().ok())
            .unwrap_or(1),
    );
    let (mut sum, mut most, mut counted, mut last) = (0u64, 0, 0, None);
    machine
        .advance(to + 1, &Budget::generous(), &mut |from, values| {
            let NimberSlice::Words(values) = values else {
                return;
            };
            // Runs of values begin at multiples of 64. Each of 64 consecutive values has a
            // different weight.
            for (chunk, place) in values.chunks(64).zip(from / 64..) {
                let weighed: u32 = chunk
                    .iter()
                    .zip(1u16..)
                    .map(|(&value, weight)| u32::from(value) * u32::from(weight))
                    .sum();
                sum = (sum ^ u64::from(weighed) ^ place)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(29);
                most = chunk.iter().fold(most, |most, &value| most.max(value));
            }
            last = values.last().copied();
            counted += values.len();
        })
        .unwrap();
    println!(
        "{counted} values, the last {last:?}, largest {most}, check {sum:x}, {:?}",
        machine.effort()
    );
    let space = machine.space();
    println!(
        "{:?}, {} rare, last {:?}",
        space.mask,
        space.rare.len(),
        space.rare.last()
    );
    ExitCode::SUCCESS
}
