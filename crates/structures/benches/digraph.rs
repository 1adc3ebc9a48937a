//! Benchmarks digraphs of a million vertices and more: parsing, outcomes under both play
//! conventions of graphs with cycles, and Grundy values of graphs without cycles. For graphs whose
//! play can cycle, also compares the cost of the values of all vertices with the cost of outcomes
//! only. Each result is the minimum time of five runs, in milliseconds of processor time if the
//! system reports it, otherwise of wall time. Prints Markdown tables. The command is `cargo bench
//! -p grundy-structures --bench digraph`, with `-- values` for the second table only.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::structure::Structure;
use structures::digraph::{DigraphRules, DirectedGraph, KIND, LoopyValues, grundy};

const ROUNDS: usize = 5;

fn main() {
    if std::env::args().all(|word| word != "values") {
        from_text();
    }
    println!(
        "\n| graph | vertices | arcs | finite values | greatest | who wins | values | ratio |\n|---|---|---|---|---|---|---|---|"
    );
    for shape in [
        "every hundredth arc upwards",
        "every thousandth arc upwards",
        "acyclic",
        "random",
    ] {
        values_beside_who_wins(shape, 1_000_000, 5_000_000);
    }
}

fn from_text() {
    println!(
        "| graph | vertices | arcs | text, MB | read | reversed | normal | misère | order | values | read + both plays | read + values |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (vertices, arcs) in [
        (1_000_000, 5_000_000),
        (2_000_000, 10_000_000),
        (10_000_000, 10_000_000),
    ] {
        for shape in ["random", "acyclic", "local"] {
            measure(shape, vertices, arcs);
        }
    }
}

/// For graphs whose play can cycle, compares the cost of the values of all vertices with the cost
/// of outcomes only.
fn values_beside_who_wins(shape: &str, vertices: u32, arcs: usize) {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(2);
    let mut list = Vec::with_capacity(arcs);
    while list.len() < arcs {
        let (a, b) = (rng.u32(..vertices), rng.u32(..vertices));
        let (up, down) = (
            (a.min(b), a.max(b).max(1)),
            (a.max(b).max(1), a.min(b).min(a.max(b).max(1) - 1)),
        );
        match shape {
            "every hundredth arc upwards" if list.len() % 100 == 0 => list.push(up),
            "every thousandth arc upwards" if list.len() % 1000 == 0 => list.push(up),
            "random" => list.push((a, b)),
            _ => list.push(down),
        }
    }
    let graph = DirectedGraph::new(vertices as usize, &list);
    let turned = graph.transpose(&budget).expect("fits");
    let (wins, _) = least(|| {
        graph
            .outcomes(
                &turned,
                graph.ends(PlayConvention::Normal, &[]),
                None,
                &budget,
            )
            .expect("fits")
    });
    // As in `grundy`, a graph whose play must end is processed in reverse topological order.
    let (valued, (finite, greatest)) = if graph.has_cycle() {
        let (valued, values) = least(|| LoopyValues::new(&graph, &turned, &budget).expect("fits"));
        (valued, values.finite())
    } else {
        let ordered = || {
            graph
                .order(&budget)
                .expect("fits")
                .acyclic()
                .expect("it has no cycle")
        };
        let (valued, values) = least(|| grundy(&graph, &ordered(), &budget).expect("fits"));
        (valued, (values.len(), values.into_iter().max()))
    };
    let (wins, valued) = (wins.as_secs_f64() * 1e3, valued.as_secs_f64() * 1e3);
    let greatest = greatest.map_or("-".to_owned(), |greatest| greatest.to_string());
    println!(
        "| {shape} | {vertices} | {arcs} | {finite} | {greatest} | {wins:.0} | {valued:.0} | {:.1} |",
        valued / wins
    );
}

fn text_of(shape: &str, vertices: u32, arcs: usize) -> String {
    let mut rng = Rng::with_seed(1);
    let mut text = format!("{vertices} {arcs}\n");
    for _ in 0..arcs {
        let (a, b) = (rng.u32(..vertices), rng.u32(..vertices));
        let (tail, head) = match shape {
            "random" => (a, b),
            "acyclic" => (a.max(b).max(1), a.min(b).min(a.max(b).max(1) - 1)),
            // Each arc leads to a vertex whose number is near that of its tail, and in most cases
            // lower.
            _ => (a, (a + vertices - b % 40 + 3) % vertices),
        };
        let _ = writeln!(text, "{tail} {head}");
    }
    text
}

/// Returns the processor time of this thread, on Linux. Processor time has a resolution of some
/// milliseconds, so short computations are measured by the clock.
fn processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

fn least<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best = Duration::MAX;
    let mut last = None;
    for _ in 0..ROUNDS {
        drop(last.take());
        let (start, used) = (Instant::now(), processor());
        last = Some(black_box(work()));
        let clock = start.elapsed();
        let told = processor()
            .zip(used)
            .filter(|_| clock > Duration::from_millis(100));
        best = best.min(told.map_or(clock, |(now, before)| now - before));
    }
    (best, last.expect("there are rounds"))
}

fn measure(shape: &str, vertices: u32, arcs: usize) {
    let budget = Budget::generous();
    let text = text_of(shape, vertices, arcs);
    let (read, reading) = least(|| {
        KIND.read(&text)
            .unwrap_or_else(|errors| panic!("{}", errors[0].message))
    });
    let token = reading
        .rules
        .as_any()
        .and_then(|any| any.downcast_ref::<DigraphRules>())
        .expect("a token");
    let graph: &DirectedGraph = token.graph();
    let (turned_round, turned) = least(|| graph.transpose(&budget).expect("fits"));
    let (normal, _) = least(|| {
        graph
            .outcomes(
                &turned,
                graph.ends(PlayConvention::Normal, &[]),
                None,
                &budget,
            )
            .expect("fits")
    });
    let (misere, _) = least(|| {
        graph
            .outcomes(
                &turned,
                graph.ends(PlayConvention::Misere, &[]),
                None,
                &budget,
            )
            .expect("fits")
    });
    let (ordered, order) = least(|| graph.order(&budget).expect("fits"));
    let values = order
        .acyclic()
        .map(|order| least(|| grundy(graph, &order, &budget).expect("fits")).0);
    let ms = |time: Duration| format!("{:.0}", time.as_secs_f64() * 1e3);
    println!(
        "| {shape} | {vertices} | {arcs} | {:.0} | {} | {} | {} | {} | {} | {} | {} | {} |",
        text.len() as f64 / 1e6,
        ms(read),
        ms(turned_round),
        ms(normal),
        ms(misere),
        ms(ordered),
        values.map_or("-".to_owned(), ms),
        ms(read + turned_round + normal + misere),
        values.map_or("-".to_owned(), |values| ms(read + ordered + values)),
    );
}
