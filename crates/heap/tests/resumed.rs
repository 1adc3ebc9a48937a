//! What is told of a game after a stop is what is told without one: the sparse space too.

use heap::code::Code;
use heap::sparse::Mask;
use heap::stream::Stream;
use heap::table::Table;
use rules::budget::Budget;

type Told = (Option<Mask>, Vec<(u64, u16)>);

fn told(space: &heap::sparse::Space, known: u64) -> Told {
    (space.mask, space.rare.iter().copied().take_while(|&(heap, _)| heap < known).collect())
}

#[test]
fn probe() {
    let budget = Budget::generous();
    for text in ["0.6", "0.16", "4.0", "0.454", "0.354", "0.106", "0.156", "0.45", "grundy", "0.127", "0.007"] {
        let code: Code = text.parse().unwrap();
        let to = if text == "0.007" { 6000 } else { 60_000usize };
        let mut whole = Table::new(&code, false);
        whole.advance(to, &budget).unwrap();
        let expected = told(whole.space().unwrap(), to as u64);
        for stop in [300usize, 1000, 5000, 20_000, 40_000, 59_000] {
            let stop = stop.min(to - 100);
            let mut table = Table::new(&code, false);
            table.advance(stop, &budget).unwrap();
            let mut bytes = Vec::new();
            table.save(&mut bytes).unwrap();
            let mut table = Table::load(&code, false, &mut &bytes[..], &budget).unwrap();
            table.advance(to, &budget).unwrap();
            let got = told(table.space().unwrap(), to as u64);
            let mut again = Table::new(&code, false);
            again.advance(stop, &budget).unwrap();
            let mut stream = Stream::after(again, false).unwrap_or_else(|_| panic!());
            let mut bytes = Vec::new();
            stream.save(&mut bytes).unwrap();
            stream = Stream::load(&code, &mut &bytes[..]).unwrap();
            stream.advance(to as u64, &budget, &mut |_, _| ()).unwrap();
            let streamed = told(stream.space(), to as u64);
            println!("{text} stop {stop}: table {} stream {}  {:?} {:?} {:?}  rare {} {} {}", got == expected, streamed == expected, expected.0, got.0, streamed.0, expected.1.len(), got.1.len(), streamed.1.len());
        }
    }
}
