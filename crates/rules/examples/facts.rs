//! scratch
fn main() {
    let mut world = rules::world::World::empty();
    for file in std::fs::read_dir("games").unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        if let Err(r) = world.load(&path.to_string_lossy(), &text) {
            println!("{}", r.render(rules::text::Lang::En, false));
        }
    }
    let names: Vec<String> = world.declarations().iter().map(|d| d.decl.name.text.clone()).collect();
    for name in names {
        match world.instantiate(&name, vec![]) {
            Ok(g) => {
                let t = std::time::Instant::now();
                let f = rules::facts::facts(world.rules(g).game().unwrap(), g);
                println!(
                    "{name}: measure {:?} nevergrows {:?} most {:?} others {} take {:?} in {:?}",
                    f.measure,
                    f.never_grows,
                    f.most_components,
                    f.names_others,
                    f.take_away.map(|t| t.iter().map(|t| format!("{:?}x{:?}", t.vector, t.amounts)).collect::<Vec<_>>()).map_err(|e| e.en),
                    t.elapsed()
                );
            }
            Err(rules::world::Missing::Here(t)) => println!("{name}: {t}"),
            Err(rules::world::Missing::There(r)) => println!("{name}: {}", r.render(rules::text::Lang::En, false)),
        }
    }
}
