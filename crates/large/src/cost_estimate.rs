//! Estimates the cost of a large table. The estimate creates the plan of the table, and measures
//! the time and memory for creating the plan. Only the lower tiers that take little time are built.
//! The work on higher tiers is rehearsed on short ranges of indices (stretches) with synthetic
//! entries ([`rehearse`]).

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use base::budget::Budget;
use base::text::Text;
use cluster::store::manifest::Manifest;
use grundy::table_game::TableGame;
use serde_json::{Value, json};
use tablebase::{
    BLOCK, EntryState, OptionBuffer, OutcomeRates, TableKind, TierPlan, lost, rehearse,
};

use crate::error::LargeTableError;
use crate::format::{format_bytes, format_duration};
use crate::lower_tables::{LowerTables, SearchSample, lost_fraction_by_chance};
use crate::memory_estimate::{
    BaselineMemory, MemoryFactors, SharesInMemory, busiest, choose_shares, peak_memory,
};
use crate::table_spec::TableSpec;

/// The estimated cost of a large table, based on a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct CostEstimate {
    json: Value,
    words: Text,
}

impl CostEstimate {
    /// Returns the estimate as JSON.
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// Returns the estimate as a few lines of text.
    pub fn words(&self) -> &Text {
        &self.words
    }
}

/// Number of indices in the sample.
const SAMPLE_SIZE: u64 = 2_000;
/// Maximum time to build lower tiers, and also the maximum time to rehearse stretches.
pub(crate) const MAX_SAMPLING_TIME: Duration = Duration::from_millis(700);
/// Approximate time in seconds to write a table to a folder and to list the tables of its tier in
/// the folder.
const TABLE_WRITE_SECONDS: f64 = 1e-3;
/// Number of indices above which a table should be split into tiers.
const MAX_UNTIERED_SIZE: u64 = 1 << 30;
/// Maximum number of stretches that are rehearsed.
const MAX_STRETCHES: u64 = 256;
/// Maximum number of indices of a tier in which stretches are rehearsed. In larger tiers,
/// initializing the data of all blocks would take longer than the stretches.
const MAX_REHEARSED_TIER_SIZE: u64 = 1 << 32;

/// Averages per index over a sample. The estimate assumes the fraction of decided positions in
/// lower tiers for all tiers.
struct PositionSample {
    /// Number of options.
    options: f64,
    /// Number of messages that a position sends when it is decided: one message to each
    /// predecessor, including predecessors in which play is over.
    told: f64,
    /// Fraction of indices without a position.
    holes: f64,
    load: MemoryFactors,
    /// Time per index in seconds, with one share and with several shares.
    pace: f64,
    shared: f64,
    /// If lower tiers have many draws: the result of a search, the time per index of one share in
    /// seconds, and the fraction of decided positions.
    searched: Option<(SearchSample, f64, f64)>,
    /// Size on disk in bytes; `None` if lower tiers could not be built.
    disk: Option<f64>,
    /// For each number of shares, the average number of messages per index that are sent to other
    /// shares. Draws send no messages.
    leaving: Vec<f64>,
}

/// The estimated cost with a given number of shares.
struct ShareEstimate {
    shares: u32,
    /// Fraction of the messages that are sent to another share, and the total size in bytes of all
    /// messages to other shares.
    leaving: f64,
    network: f64,
    /// Maximum memory of a share in bytes.
    memory: f64,
    seconds: f64,
    /// Fraction of the time that a share waits for larger shares.
    waiting: f64,
}

/// Estimates the cost of the table of a game with a single share and with each number of shares in
/// `shares` (at least 1). Only lower tiers that take little time are built.
///
/// # Errors
/// Returns an error if there is no such table, the rules cannot be evaluated, or the budget runs
/// out.
pub fn estimate(
    opened: &TableSpec,
    shares: &[u32],
    budget: &Budget<'_>,
) -> Result<CostEstimate, LargeTableError> {
    let (began, before) = (Instant::now(), cluster::memory());
    let plan = &opened.plan(budget)?;
    let ready = BaselineMemory::since(before, plan);
    // In addition to the work on indices, each share takes time to create the plan and to write one
    // table per tier.
    let beside = began.elapsed().as_secs_f64() + TABLE_WRITE_SECONDS * plan.tiers() as f64;
    let about = &opened.manifest(plan, 1);
    let sampled = PositionSample::measure(&opened.big, plan, about, shares, budget)?;
    let places = plan.places() as f64;
    let cut =
        |shares, leaving| estimate_shares(plan, shares, leaving, &sampled, ready, beside, budget);
    let one = cut(1, 0.0);
    let searched = |(_, pace, decided)| {
        let load = MemoryFactors {
            decided,
            ..sampled.load
        };
        (
            beside + pace * places,
            peak_memory(plan, SharesInMemory::one(1), load, ready, budget),
        )
    };
    let (seconds, memory) = sampled.searched.map_or((one.seconds, one.memory), searched);
    let (most, most_memory) = sampled.searched.map(|_| (one.seconds, one.memory)).unzip();
    let cut: Vec<ShareEstimate> = shares
        .iter()
        .zip(&sampled.leaving)
        .filter(|_| !plan.is_one_share())
        .map(|(shares, leaving)| cut(*shares, *leaving))
        .collect();
    let tables = |shared: &ShareEstimate| plan.tiers() * shared.shares as usize;
    // Draws need less space than decided positions.
    let (disk, most_disk) = if sampled.searched.is_some() {
        (None, sampled.disk)
    } else {
        (sampled.disk, None)
    };
    let at_rest = match plan.is_one_share() {
        true => 1,
        false => choose_shares(plan, 1, budget).map_err(|halt| opened.big.error(halt))?,
    };
    let told = |shared: &ShareEstimate| {
        json!({
            "shares": shared.shares, "outgoing": shared.leaving, "network": shared.network, "memory": shared.memory, "tables": tables(shared),
            "seconds": shared.seconds, "idle": shared.waiting,
        })
    };
    let json = json!({
        "game": about.game, "entries": about.what, "measure": about.measure, "tiers": about.tiers, "positions": plan.places(), "dense": plan.is_whole(),
        "symmetry": plan.symmetry().unwrap_or(1), "options": sampled.options / (1.0 - sampled.holes).max(1e-9), "messages": sampled.told, "empty": sampled.holes, "seconds": seconds, "max_seconds": most, "memory": memory, "max_memory": most_memory, "disk": disk, "max_disk": most_disk,
        "searched": sampled.searched.map(|(SearchSample { positions, moves, decided }, ..)| json!({ "positions": positions, "moves": moves, "decided": decided })),
        "swapped_shares": at_rest, "shares": cut.iter().map(told).collect::<Vec<_>>(),
    });
    let mut words = Text {
        en: String::new(),
        zh: String::new(),
    };
    let mut say = |en: String, zh: String| {
        let _ = writeln!(words.en, "{en}");
        let _ = writeln!(words.zh, "{zh}");
    };
    let (tiers, places, largest) = (plan.tiers(), plan.places(), plan.largest());
    say(
        format!("game:      {}", about.game),
        format!("游戏：      {}", about.game),
    );
    say(
        format!("table:     {}", about.what),
        format!("表：        {}", about.what),
    );
    match plan.measure() {
        Some(_) => say(format!("measure:   {}", about.measure), format!("度量：      {}", about.measure)),
        None if opened.what != TableKind::Values && plan.places() > MAX_UNTIERED_SIZE && !plan.sieved(1) => say(
            "measure:   no measure was found that no move raises; `tier e` in the rules can name such a measure, which splits the positions into tiers"
                .to_owned(),
            "度量：      没有找到任何着法都不使之增大的度量；规则中可用 `tier e` 指定，从而分层".to_owned(),
        ),
        None => {}
    }
    match tiers {
        1 => say("tiers:     1".to_owned(), "层数：      1".to_owned()),
        _ => say(
            format!("tiers:     {tiers}, the largest has {largest} places"),
            format!("层数：      {tiers}，最大一层有 {largest} 个位置"),
        ),
    }
    say(
        format!("places:    {places}"),
        format!("位置数：    {places}"),
    );
    match plan.symmetry() {
        Ok(1) => {}
        Ok(images) => {
            let filled = 100.0 * (1.0 - sampled.holes);
            let how = match plan.symmetry_is_shown() {
                true => ["shown by the rules", "由规则表明"],
                false => ["tested at each position", "在每个局面处检验"],
            };
            say(
                format!(
                    "symmetry:  {images} exchanges of slots, {}: {filled:.1} % of the places are filled (sampled)",
                    how[0]
                ),
                format!(
                    "对称：      {images} 种分量的交换，{}：填 {filled:.1} % 的位置（抽样）",
                    how[1]
                ),
            );
        }
        Err(why) => say(
            format!("symmetry:  not used: {}", why.en),
            format!("对称：      不用：{}", why.zh),
        ),
    }
    if !plan.is_whole() && plan.symmetry().is_ok_and(|images| images == 1) {
        let holes = 100.0 * sampled.holes;
        say(
            format!("holes:     {holes:.1} % of the places are not positions (sampled)"),
            format!("空位：      {holes:.1} % 的位置不是局面（抽样）"),
        );
    }
    let positions = (1.0 - sampled.holes).max(1e-9);
    let (options, own) = (sampled.options / positions, sampled.load.own / positions);
    let messages = opened.what != TableKind::Values;
    let [en, zh] = match messages {
        true => [
            format!(", {own:.1} of them in its own tier"),
            format!("，其中 {own:.1} 个在同一层"),
        ],
        false => Default::default(),
    };
    say(
        format!("options:   {options:.1} per position{en} (sampled)"),
        format!("后继：      每个局面 {options:.1} 个{zh}（抽样）"),
    );
    if plan.lines().is_some() {
        say(
            "lines:     moves only add to two numbers, so many positions are processed at a time (with one share)".to_owned(),
            "逐行：      着法只对两个数加常数：一次处理许多局面（单份时）".to_owned(),
        );
    }
    match plan.added() {
        Ok(()) => say(
            "moves:     sums of table entries, slot by slot".to_owned(),
            "着法：      逐数查表相加".to_owned(),
        ),
        Err(why) => match plan.generated() {
            Ok(()) => say(
                format!("moves:     listed by generated code: {}", why.en),
                format!("着法：      由生成的代码列出：{}", why.zh),
            ),
            Err(no_code) => say(
                format!(
                    "moves:     listed by the interpreter: {}; no code is generated: {}",
                    why.en, no_code.en
                ),
                format!(
                    "着法：      由解释器列出：{}；没有生成代码：{}",
                    why.zh, no_code.zh
                ),
            ),
        },
    }
    if messages {
        match plan.check_invertible() {
            Ok(()) if plan.sieved(1) => say(
                "back:      inverse moves, from lost positions only: a sieve with one bit per place; shares run one after the other".to_owned(),
                "前驱：      反向着法，只从负局出发：筛法，每个位置一位，各份依次进行".to_owned(),
            ),
            Ok(()) if plan.streams() => say(
                "back:      inverse moves, also from lower tiers, which are read in order".to_owned(),
                "前驱：      反向着法，也从按次序读取的较低各层出发".to_owned(),
            ),
            Ok(()) => say("back:      inverse moves".to_owned(), "前驱：      反向着法".to_owned()),
            Err(why) => say(
                format!("back:      the moves of a tier, sorted by target: {}", why.en),
                format!("前驱：      把一层的着法按去向排序：{}", why.zh),
            ),
        }
    }
    let memory = format_bytes(memory);
    match most_memory.map(format_bytes) {
        None => say(
            format!("memory:    about {memory}"),
            format!("内存：      约 {memory}"),
        ),
        Some(most) => say(
            format!(
                "memory:    about {memory}, or {most} if as many positions are decided as in lower tiers"
            ),
            format!("内存：      约 {memory}；若分出胜负的局面与较低各层同样多则为 {most}"),
        ),
    }
    if at_rest > 1 {
        let memory = format_bytes(budget.memory as f64);
        say(
            format!(
                "swapping:  with {memory}, one process uses {at_rest} shares; shares that do not fit are swapped out to the store"
            ),
            format!(
                "休眠：      内存为 {memory} 时，一个进程分成 {at_rest} 份；容不下的份存放在存储中"
            ),
        );
    }
    if let Some(most) = most_disk.map(format_bytes) {
        say(
            format!(
                "disk:      at most about {most}, estimated from lower tiers, which have fewer draws"
            ),
            format!("磁盘：      按较低各层推算至多约 {most}，其中和局较少"),
        );
    }
    if let Some(disk) = disk {
        say(
            format!(
                "disk:      about {}, estimated from lower tiers",
                format_bytes(disk)
            ),
            format!("磁盘：      按较低各层推算约 {}", format_bytes(disk)),
        );
    }
    if let Some((
        SearchSample {
            positions,
            moves,
            decided,
        },
        ..,
    )) = sampled.searched
    {
        let decided = 100.0 * decided;
        say(
            format!(
                "draws:     of {positions} positions, {decided:.1} % are won or lost within {moves} moves above lower tiers; the others are counted as draws"
            ),
            format!(
                "和局：      抽查 {positions} 个局面，{decided:.1} % 在较低各层之上 {moves} 步内分出胜负；其余视为和局"
            ),
        );
    }
    let time = format_duration(seconds);
    match most.map(format_duration) {
        None => say(
            format!("time here: about {time}"),
            format!("此机用时：  约 {time}"),
        ),
        Some(most) => say(
            format!(
                "time here: about {time}, or {most} if as many positions are decided as in lower tiers"
            ),
            format!("此机用时：  约 {time}；若分出胜负的局面与较低各层同样多则为 {most}"),
        ),
    }
    if messages {
        if most.is_some() {
            say(
                "shares, if as many positions are decided as in lower tiers:".to_owned(),
                "各份，若分出胜负的局面与较低各层同样多：".to_owned(),
            );
        }
        say(
            "shares   messages to others    memory each    tables, per round   time each, waiting"
                .to_owned(),
            "份数     离开所在份的消息      每份内存       表数，每轮对象     每份用时，其中等待"
                .to_owned(),
        );
        for cut @ ShareEstimate {
            shares,
            leaving,
            network,
            memory,
            seconds,
            waiting,
        } in &cut
        {
            let (leaving, waiting) = (100.0 * leaving, 100.0 * waiting);
            let (network, memory, time, objects) = (
                format_bytes(*network),
                format_bytes(*memory),
                format_duration(*seconds),
                tables(cut),
            );
            let row = format!(
                "{shares:>6}   {leaving:>3.0} %{network:>14}  {memory:>12}   {objects:>7}{shares:>10}   {time:>11}{waiting:>7.0} %"
            );
            say(row.clone(), row);
        }
        if !cut.is_empty() {
            say(
                "shares wait for each other: all must run at the same time, each in its own process or several in one process".to_owned(),
                "各份互相等待：必须同时运行，每个进程一份，或一个进程几份".to_owned(),
            );
        }
    }
    Ok(CostEstimate { json, words })
}

/// Estimates the cost with a number of shares. The estimate assumes that each share has its own
/// processor. The argument `beside` is the time in seconds that a share takes in addition to the
/// work on indices.
fn estimate_shares(
    plan: &TierPlan<'_>,
    shares: u32,
    leaving: f64,
    sampled: &PositionSample,
    ready: BaselineMemory,
    beside: f64,
    budget: &Budget<'_>,
) -> ShareEstimate {
    let of = shares as usize;
    let memory = peak_memory(plan, SharesInMemory::one(of), sampled.load, ready, budget);
    // The shares of a sieve run one after the other.
    let in_turn = plan.sieved(of);
    let steps = if in_turn {
        plan.places() as f64
    } else {
        (0..plan.tiers()).map(|tier| busiest(plan, tier, of)).sum()
    };
    let even = plan.places() as f64 / f64::from(shares);
    // A message to another share takes two bytes. In a sieve, the messages to a share take at most
    // one bit per index.
    let network = 2.0 * leaving * plan.places() as f64;
    let bits = plan.places() as f64 / 8.0 * f64::from(shares - 1) / 2.0;
    ShareEstimate {
        shares,
        leaving: leaving / (sampled.load.decided * sampled.told).max(1e-9),
        network: if in_turn { network.min(bits) } else { network },
        memory,
        seconds: beside
            + if of == 1 {
                sampled.pace
            } else {
                sampled.shared
            } * steps,
        waiting: 1.0 - even / steps.max(1.0),
    }
}

impl PositionSample {
    fn measure(
        big: &TableGame,
        plan: &TierPlan<'_>,
        about: &Manifest,
        shares: &[u32],
        budget: &Budget<'_>,
    ) -> Result<PositionSample, LargeTableError> {
        let places = plan.places().max(1);
        let count = SAMPLE_SIZE.min(places);
        let (mut options, mut own, mut apart, mut most, mut holes) =
            (vec![0_u64; plan.tiers()], 0_u64, 0, 0, 0_u64);
        let mut leaving = vec![0_u64; shares.len()];
        let (mut looked, mut told) = (vec![0_u64; plan.tiers()], 0_u64);
        let (mut lister, mut listed) = (plan.interpreter(), OptionBuffer::default());
        let (mut turner, mut origins) = (plan.options(), Vec::new());
        for number in 0..count {
            // The sampled indices are the centers of equal ranges of all indices.
            let (tier, place) = locate_number(
                plan,
                |_| true,
                (u128::from(places) * u128::from(2 * number + 1) / u128::from(2 * count)) as u64,
            );
            let index = &plan.tier(tier).index;
            let walk = index.walk(place);
            let (_, at) = plan.position_at(tier, &walk).expect("a place of the tier");
            let standing = lister
                .list(at, &mut listed, budget)
                .map_err(|halt| big.error(halt))?;
            holes += u64::from(standing == EntryState::Hole);
            looked[tier] += 1;
            options[tier] += listed.iter().flatten().count() as u64;
            let mut within: Vec<u64> = listed
                .iter()
                .flatten()
                .filter(|target| target.tier == tier)
                .map(|target| target.place)
                .collect();
            own += within.len() as u64;
            most = most.max(within.len());
            within.sort_unstable();
            within.dedup();
            apart += within.len() as u64;
            match plan.check_invertible() {
                Ok(()) => {
                    origins.clear();
                    if standing != EntryState::Hole {
                        turner
                            .before(at, tier, &mut origins, budget)
                            .map_err(|halt| big.error(halt))?;
                    }
                }
                Err(_) => origins = within,
            }
            told += origins.len() as u64;
            for (leaving, &of) in leaving.iter_mut().zip(shares) {
                let share = |place: u64| {
                    (0..of as usize).rfind(|&share| plan.bound(tier, share, of as usize) <= place)
                };
                *leaving += origins
                    .iter()
                    .filter(|origin| share(place) != share(**origin))
                    .count() as u64;
            }
        }
        let each = |n: u64| n as f64 / count as f64;
        // The assumed cost of a position is its number of options plus one.
        let costs = |takes: &dyn Fn(usize) -> bool| {
            let of = |list: &[u64]| {
                list.iter()
                    .enumerate()
                    .filter(|(tier, _)| takes(*tier))
                    .map(|(_, n)| *n)
                    .sum::<u64>() as f64
            };
            1.0 + of(&options) / of(&looked).max(1.0)
        };
        let takes = |tier: usize| {
            plan.what == TableKind::Values
                || plan.tier(tier).index.size() <= MAX_REHEARSED_TIER_SIZE
        };
        let any = (0..plan.tiers()).any(takes);
        let takes: &dyn Fn(usize) -> bool = if any { &takes } else { &|_| true };
        let soon = Instant::now();
        let lost = lost(plan, &mut || soon.elapsed() > MAX_SAMPLING_TIME, budget)
            .map_err(|halt| big.error(halt))?;
        let lost = lost.unwrap_or_else(|| lost_fraction_by_chance(each(options.iter().sum())));
        let begun = LowerTables::build(big, plan, about, lost, budget)?;
        let pace = |of, fates| {
            Ok::<f64, LargeTableError>(
                measure_pace(big, plan, of, takes, fates, budget)? * costs(&|_| true)
                    / costs(takes)
                    + begun.writing,
            )
        };
        let one = begun.took.map_or_else(|| pace(1, begun.fates), Ok)?;
        let shared = if plan.lines().is_some() && !shares.is_empty() {
            pace(2, begun.fates)?
        } else {
            one
        };
        let searched = match begun.searched {
            Some((searched, fates)) => Some((searched, pace(1, fates)?, fates.decided)),
            None => None,
        };
        // Draws send no messages.
        let decided = begun.fates.decided;
        let leaving = leaving
            .into_iter()
            .map(|leaving| decided * each(leaving))
            .collect();
        let load = MemoryFactors {
            own: each(own),
            apart: each(apart),
            most,
            decided,
            width: begun.width,
            sorted: 6.0,
        };
        let (options, told, holes) = (each(options.iter().sum()), each(told), each(holes));
        Ok(PositionSample {
            options,
            told,
            holes,
            load,
            pace: one,
            shared,
            searched,
            disk: begun.disk,
            leaving,
        })
    }
}

/// Counts the indices of all tiers for which `takes` is true. Returns the tier of the `number`-th
/// counted index, and the index within this tier.
pub(crate) fn locate_number(
    plan: &TierPlan<'_>,
    takes: impl Fn(usize) -> bool,
    mut number: u64,
) -> (usize, u64) {
    let mut tiers = (0..plan.tiers()).filter(|tier| takes(*tier)).peekable();
    while let Some(tier) = tiers.next() {
        let size = plan.tier(tier).index.size();
        if number < size || tiers.peek().is_none() {
            return (tier, number.min(size - 1));
        }
        number -= size;
    }
    unreachable!("a plan has tiers, and some are taken")
}

/// Measures the time in seconds per index by rehearsing stretches of the tiers for which `takes` is
/// true, with `of` shares.
fn measure_pace(
    big: &TableGame,
    plan: &TierPlan<'_>,
    of: usize,
    takes: &dyn Fn(usize) -> bool,
    fates: OutcomeRates,
    budget: &Budget<'_>,
) -> Result<f64, LargeTableError> {
    let sizes = || {
        (0..plan.tiers())
            .filter(|tier| takes(*tier))
            .map(|tier| plan.tier(tier).index.size())
    };
    let (places, largest) = (sizes().sum::<u64>(), sizes().max().unwrap_or(1));
    // Stretches are short, but processing a stretch takes longer than initializing the data for
    // each stretch of a tier.
    let bits = match plan.what {
        TableKind::Values => 12,
        TableKind::Outcomes | TableKind::Remoteness => {
            largest.ilog2().saturating_sub(5).clamp(10, BLOCK.ilog2())
        }
    };
    let (mut gone, mut seconds) = (0_u64, 0.0);
    for number in 0..MAX_STRETCHES {
        // The rehearsed stretches are scattered evenly over the tiers, even if the loop ends early.
        let at =
            (u128::from(places) * u128::from(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)) >> 64;
        let (tier, place) = locate_number(plan, takes, at as u64);
        let stretch = place >> bits;
        let began = Instant::now();
        let places = rehearse(plan, tier, of, stretch, bits, fates, budget)
            .map_err(|halt| big.error(halt))?;
        seconds += began.elapsed().as_secs_f64();
        gone += places;
        if seconds > MAX_SAMPLING_TIME.as_secs_f64() {
            break;
        }
    }
    Ok(seconds / gone.max(1) as f64)
}
