//! Lists the options of positions in three ways: as sums of table entries, by generated code, and
//! by the interpreter. Start it with `cargo bench -p grundy-jit --bench lists`. The sums, the
//! generated code and the interpreter process the same ranges of a tier and must list the same
//! positions. The output is the time per option.

use std::time::Instant;

use base::budget::Budget;
use engines::tier_code::generate_code;
use facts::facts;
use jit::Jit;
use rules::ir::ParameterValue;
use rules::world::World;
use tablebase::{OptionBuffer, OptionLister, PositionId, TableKind, TierPlan};

const QUIXO: &str = include_str!("../../rules/games/quixo.game");

/// Approximate number of positions whose options are listed by sums of table entries and by
/// generated code. The interpreter processes one of every `SLOWER` positions.
const POSITIONS: u64 = 400_000;
const SLOWER: u64 = 20;

fn main() {
    let plain: Vec<&str> = QUIXO
        .lines()
        .filter(|line| !line.trim_start().starts_with("symmetry"))
        .collect();
    let mut quixo = World::empty();
    quixo
        .load("quixo.game", &plain.join("\n"))
        .unwrap_or_else(|_| panic!("the rules of Quixo cannot be read"));
    let library = World::with_library();
    println!(
        "| game | options | table entries, ns | generated, ns | interpreter, ns |\n|---|---|---|---|---|"
    );
    measure(quixo, "Quixo", &[4], None);
    measure(library.clone(), "Ladders", &[60, 4], None);
    measure(library, "GaleNim", &[], Some(&[200; 4]));
}

fn measure(mut world: World, name: &str, arguments: &[i64], tops: Option<&[i64]>) {
    let (budget, jit) = (Budget::generous(), Jit::new(1));
    let given = arguments
        .iter()
        .map(|n| (None, ParameterValue::Int(*n)))
        .collect();
    let game = world
        .instantiate(name, given)
        .unwrap_or_else(|_| panic!("{name}"));
    let facts = facts(
        world.rules(game).game().expect("a game of rules"),
        game,
        &budget,
    )
    .expect("facts");
    let plan =
        TierPlan::new(&world, game, &facts, tops, TableKind::Outcomes, &budget).expect("a plan");
    let plan = generate_code(plan, &jit);
    plan.added().expect("moves slot by slot");
    let ways = [
        plan.options(),
        plan.coded().expect("code"),
        plan.interpreter(),
    ];
    let (mut pace, mut seen) = ([0.0; 3], Vec::new());
    for (way, mut options) in ways.into_iter().enumerate() {
        let began = Instant::now();
        let listed = walked(
            &plan,
            &mut *options,
            if way == 2 { SLOWER } else { 1 },
            &budget,
        );
        pace[way] = began.elapsed().as_secs_f64() * 1e9 / listed.0.max(1) as f64;
        seen.push(listed);
    }
    assert_eq!(seen[0], seen[1], "{name}");
    let some = walked(&plan, &mut *plan.options(), SLOWER, &budget);
    assert_eq!(some, seen[2], "{name}");
    println!(
        "| {} | {} | {:.1} | {:.1} | {:.1} |",
        world.name(game),
        seen[0].0,
        pace[0],
        pace[1],
        pace[2]
    );
}

/// Lists the options of the positions in every `few`-th range of the largest tier. Returns the
/// number of options, and a hash that depends on all options but not on their order.
fn walked(
    plan: &TierPlan<'_>,
    options: &mut dyn OptionLister,
    few: u64,
    budget: &Budget<'_>,
) -> (u64, u64) {
    const STRETCH: u64 = 1_000;
    let tier = (0..plan.tiers())
        .max_by_key(|tier| plan.tier(*tier).index.size())
        .expect("tiers");
    let index = &plan.tier(tier).index;
    let stretches = (POSITIONS / STRETCH).min(index.size().div_ceil(STRETCH));
    let (mut listed, mut count, mut sum) = (OptionBuffer::default(), 0, 0_u64);
    for stretch in (0..stretches).step_by(few as usize) {
        let mut walk = index.walk(index.size() / stretches * stretch);
        for _ in 0..STRETCH {
            let Some((_, at)) = plan.position_at(tier, &walk) else {
                break;
            };
            options.list(at, &mut listed, budget).expect("options");
            for option in listed.iter() {
                count += 1;
                let mix = |target: &PositionId| {
                    (target.place + target.tier as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
                };
                sum = option.iter().map(mix).fold(sum, u64::wrapping_add);
            }
            walk.advance();
        }
    }
    (count, sum)
}
