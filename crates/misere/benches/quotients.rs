//! temp
use std::time::Instant;
use base::budget::Budget;
use misere::growing::Growing;
use misere::heaps;

fn main() {
    let args: Vec<String> = std::env::args().filter(|a| !a.starts_with("--")).collect();
    let code: heap::code::Code = args[1].parse().unwrap();
    let to: u64 = args[2].parse().unwrap();
    let budget = Budget::new(10 << 30, &|| None, &|_, _| ());
    let mut growing = Growing::new(5000);
    let begin = Instant::now();
    for n in 1..=to {
        let r = growing.push(heaps::options(&code, n, &budget).unwrap(), &budget);
        println!("{n}: {r:?} order {} pairs {} {:.3} s", growing.quotient().order(), growing.pairs().count(), begin.elapsed().as_secs_f64());
        if r.is_err() { break; }
    }
}
