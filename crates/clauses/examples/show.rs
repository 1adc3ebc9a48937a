use base::budget::Budget;
fn main() {
    let budget = Budget::generous();
    let mut world = rules::world::World::empty();
    world.load("x", &std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap()).unwrap();
    let g = world.instantiate("G", vec![]).unwrap();
    let c = clauses::of_game(&world, g, &budget).unwrap();
    for m in &c.moves {
        println!("{m:?}");
        for p in 0..5 {
            println!("{p} {:?}", m.moves_at(&[p], &budget).map_err(|_| "ERR"));
        }
    }
}
