//! The nimbers of a code as far as they are wanted: the machine that fits is taken, values are kept in two or four bytes, and at growing
//! lengths one looks whether a period is proved. From then on nothing needs to be computed any more.
//!
//! A table can be saved at any moment and loaded again:
//!
//! ```text
//! "GRUNDYHP"  version u32  length of the code u32  code  bytes a value u32  number of values u64  values  CRC-32 of all before u32
//! ```
//! Numbers are little-endian. What was loaded goes on exactly as if it had never been saved.

use std::io::{self, Read, Write};

use dashu_int::UBig;
use rules::budget::{Budget, Stop};
use rules::text;
use rules::text::Text;

use crate::code::{Code, Kind};
use crate::definition::Definition;
use crate::endless::{Growing, Repeating};
use crate::machine::{Halt, Machine, Values};
use crate::moves::Moves;
use crate::naive::Naive;
use crate::period::{self, Period};
use crate::sparse::{Space, Sparse};

const MAGIC: &[u8; 8] = b"GRUNDYHP";
const VERSION: u32 = 1;

/// Values in two bytes, or in four where one does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Store {
    Words(Vec<u16>),
    Longs(Vec<u32>),
}

impl Store {
    fn len(&self) -> usize {
        match self {
            Store::Words(values) => values.len(),
            Store::Longs(values) => values.len(),
        }
    }

    fn get(&self, n: usize) -> Option<u32> {
        match self {
            Store::Words(values) => values.get(n).map(|&value| value.into()),
            Store::Longs(values) => values.get(n).copied(),
        }
    }

    fn push(&mut self, value: u32) {
        match self {
            Store::Longs(values) => values.push(value),
            Store::Words(values) => match u16::try_from(value) {
                Ok(value) => values.push(value),
                Err(_) => {
                    let mut wide: Vec<u32> = values.iter().map(|&value| value.into()).collect();
                    wide.push(value);
                    *self = Store::Longs(wide);
                }
            },
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Store::Words(values) => 2 * values.len() as u64,
            Store::Longs(values) => 4 * values.len() as u64,
        }
    }
}

/// How the values are computed.
enum Engine {
    Sparse(Box<Sparse>),
    Naive(Naive),
    Repeating(Repeating),
    Growing(Growing),
    Definition(Definition),
}

impl Engine {
    /// The fastest one for a code.
    fn new(code: &Code) -> Engine {
        let definition = || Engine::Definition(Definition::new(code));
        match code.kind() {
            Kind::Take(set) => Engine::Growing(Growing::new(set)),
            Kind::Digits(digits) if !digits.is_finite() => Repeating::new(digits).map_or_else(definition, Engine::Repeating),
            _ => match finite(code) {
                None => definition(),
                Some(moves) => Sparse::new(&moves).map_or_else(|_| Engine::Naive(Naive::new(&moves)), |m| Engine::Sparse(Box::new(m))),
            },
        }
    }

    /// The same behind the values of a table.
    fn after(code: &Code, store: &Store) -> Engine {
        let longs = || (0..store.len()).filter_map(|n| store.get(n)).map(u64::from).collect();
        match (Engine::new(code), store, finite(code)) {
            (Engine::Sparse(new), Store::Words(values), Some(moves)) => {
                Sparse::after(&moves, values).map_or(Engine::Sparse(new), |machine| Engine::Sparse(Box::new(machine)))
            }
            (Engine::Sparse(_) | Engine::Naive(_), _, Some(moves)) => Engine::Naive(Naive::after(&moves, longs())),
            (Engine::Growing(new), ..) => match code.kind() {
                Kind::Take(set) => Engine::Growing(Growing::after(set, longs())),
                _ => Engine::Growing(new),
            },
            (Engine::Repeating(new), ..) => {
                Engine::Repeating(code.digits().and_then(|digits| Repeating::after(digits, longs())).unwrap_or(new))
            }
            (Engine::Definition(_), ..) => {
                Engine::Definition(Definition::after(code, (0..store.len()).filter_map(|n| store.get(n)).collect()))
            }
            (new, ..) => new,
        }
    }

    /// The next one where this one cannot hold the values.
    fn other(&self, code: &Code) -> Option<Engine> {
        match self {
            Engine::Sparse(_) => finite(code).map(|moves| Engine::Naive(Naive::new(&moves))),
            _ => None,
        }
    }

    fn machine(&mut self) -> &mut dyn Machine {
        match self {
            Engine::Sparse(machine) => &mut **machine,
            Engine::Naive(machine) => machine,
            Engine::Repeating(machine) => machine,
            Engine::Growing(machine) => machine,
            Engine::Definition(machine) => machine,
        }
    }
}

/// The moves of finitely many digits, and of Grundy's game.
fn finite(code: &Code) -> Option<Moves> {
    if *code == Code::grundy() {
        return Some(Moves::grundys_game());
    }
    code.finite().and_then(|digits| Moves::new(digits, false).ok())
}

/// The values of a code from G(0) on; see the module.
pub struct Table {
    code: Code,
    engine: Engine,
    store: Store,
    period: Option<Period>,
    /// Whether a period is looked for, and at which length next.
    seek: bool,
    test_at: usize,
}

impl Table {
    /// A table without values. `seek` says whether a period is looked for.
    pub fn new(code: &Code, seek: bool) -> Table {
        let engine = Engine::new(code);
        Table { code: code.clone(), engine, store: Store::Words(Vec::new()), period: None, seek, test_at: 24 }
    }

    /// How many threads may work from now on.
    #[cfg(feature = "threads")]
    pub fn share(&mut self, threads: usize) {
        if let Engine::Sparse(machine) = &mut self.engine {
            machine.share(threads);
        }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// How many values were computed: those of n below this number.
    pub fn known(&self) -> usize {
        self.store.len()
    }

    /// The period, if one is proved.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// The sparse space as far as the machine knows it; none for codes of other machines.
    pub fn space(&self) -> Option<&Space> {
        match &self.engine {
            Engine::Sparse(machine) => Some(machine.space()),
            _ => None,
        }
    }

    /// G(n), if n is below [`Table::known`].
    pub fn get(&self, n: usize) -> Option<u32> {
        self.store.get(n)
    }

    /// G(n) for any n, if it was computed or a period is proved.
    pub fn value(&self, n: &UBig) -> Option<UBig> {
        if let Some(value) = usize::try_from(n).ok().and_then(|n| self.get(n)) {
            return Some(value.into());
        }
        let (index, rounds) = self.period.as_ref()?.fold(n);
        Some(UBig::from(self.get(index)?) + rounds * UBig::from(self.period.as_ref()?.saltus))
    }

    /// The largest value below `to`, and the least n that has it; O(to).
    pub fn largest(&self, to: usize) -> Option<(u32, usize)> {
        let mut largest = None;
        for n in 0..to.min(self.known()) {
            let value = self.get(n)?;
            if largest.is_none_or(|(most, _)| value > most) {
                largest = Some((value, n));
            }
        }
        largest
    }

    /// Computes until `to` values are known, or a period is proved. After an error it can be asked again and goes on.
    pub fn advance(&mut self, to: usize, budget: &Budget<'_>) -> Result<(), Halt> {
        loop {
            if self.seek && self.known() >= self.test_at {
                self.test(budget)?;
                self.test_at += self.test_at / 4;
            }
            if self.known() >= to || self.period.is_some() {
                return Ok(());
            }
            let next = if self.seek { to.min(self.test_at) } else { to };
            let more = (next - self.known()) as u64;
            budget.allow_growth(self.store.bytes(), 4 * more.min(1 << 20))?;
            let store = &mut self.store;
            let mut sink = |first: u64, values: Values<'_>| {
                let skip = (store.len() as u64).saturating_sub(first) as usize;
                for value in values.iter().skip(skip) {
                    store.push(u32::try_from(value).unwrap_or(u32::MAX));
                }
                budget.report(store.len() as u64, Some(to as u64));
            };
            // No game of 2^32 heaps has a value that does not fit; memory ends before.
            match self.engine.machine().advance(next as u64, budget, &mut sink) {
                Ok(()) => {}
                Err(Halt::Unfit(why)) => match self.engine.other(&self.code) {
                    Some(other) => self.engine = other,
                    None => return Err(Halt::Unfit(why)),
                },
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Looks for a period now.
    fn test(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        self.period = match &self.store {
            Store::Words(values) => period::find(&self.code, values, budget)?,
            Store::Longs(values) => period::find(&self.code, values, budget)?,
        };
        Ok(())
    }

    /// Writes all values, so that [`Table::load`] goes on from here.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Sum { inner: out, sum: crc32fast::Hasher::new() };
        let code = self.code.to_string();
        out.put(MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        out.put(&(code.len() as u32).to_le_bytes())?;
        out.put(code.as_bytes())?;
        let width: u32 = if matches!(self.store, Store::Words(_)) { 2 } else { 4 };
        out.put(&width.to_le_bytes())?;
        out.put(&(self.store.len() as u64).to_le_bytes())?;
        let mut block = Vec::with_capacity(BLOCK * 4);
        let mut each = 0;
        while each < self.store.len() {
            let end = (each + BLOCK).min(self.store.len());
            block.clear();
            match &self.store {
                Store::Words(values) => values[each..end].iter().for_each(|value| block.extend(value.to_le_bytes())),
                Store::Longs(values) => values[each..end].iter().for_each(|value| block.extend(value.to_le_bytes())),
            }
            out.put(&block)?;
            each = end;
        }
        let sum = out.sum.clone().finalize();
        out.inner.write_all(&sum.to_le_bytes())
    }

    /// A table that was saved, which must be of this code.
    pub fn load(code: &Code, seek: bool, from: &mut dyn Read, budget: &Budget<'_>) -> Result<Table, Text> {
        let mut from = Sums { inner: from, sum: crc32fast::Hasher::new() };
        if from.take::<8>()? != *MAGIC {
            return Err(text!("not a checkpoint of `grundy heap`", "不是 `grundy heap` 的检查点文件"));
        }
        let version = u32::from_le_bytes(from.take()?);
        if version != VERSION {
            return Err(text!(
                "a checkpoint of format {version}; this program reads format {VERSION}",
                "检查点格式为 {version}；本程序读取格式 {VERSION}"
            ));
        }
        let length = u32::from_le_bytes(from.take()?) as usize;
        let wanted = code.to_string();
        // Only as much is read as the code asked for has.
        let mut name = vec![0; length.min(wanted.len() + 1)];
        from.fill(&mut name)?;
        if name != wanted.as_bytes() {
            let name = String::from_utf8_lossy(&name);
            return Err(text!("this checkpoint is of {name}, not of {wanted}", "该检查点属于 {name}，而不是 {wanted}"));
        }
        let width = u32::from_le_bytes(from.take()?);
        let count = u64::from_le_bytes(from.take()?);
        let count = usize::try_from(count).ok().filter(|_| matches!(width, 2 | 4)).ok_or_else(damaged)?;
        let mut store = if width == 2 { Store::Words(Vec::new()) } else { Store::Longs(Vec::new()) };
        let mut block = vec![0; BLOCK * width as usize];
        while store.len() < count {
            let stop = |stop: Stop| stop.text();
            budget.allow_growth(2 * store.bytes(), (2 * block.len()) as u64).map_err(stop)?;
            budget.ask().map_err(stop)?;
            let now = BLOCK.min(count - store.len());
            let bytes = &mut block[..now * width as usize];
            from.fill(bytes)?;
            match &mut store {
                Store::Words(values) => values.extend(bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]))),
                Store::Longs(values) => values.extend(bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))),
            }
        }
        let sum = from.sum.clone().finalize();
        let mut written = [0; 4];
        from.inner.read_exact(&mut written).map_err(|_| damaged())?;
        if u32::from_le_bytes(written) != sum || from.inner.read(&mut [0]).map_err(|e| Text::same(e.to_string()))? != 0 {
            return Err(damaged());
        }
        let mut table = Table::new(code, seek);
        table.engine = Engine::after(code, &store);
        table.store = store;
        // One looks at the same lengths as without the file.
        while table.test_at < table.known() {
            table.test_at += table.test_at / 4;
        }
        Ok(table)
    }
}

/// Values that are written or read at once.
const BLOCK: usize = 1 << 16;

fn damaged() -> Text {
    text!("this checkpoint is damaged or cut short: its checksum is wrong", "该检查点已损坏或被截断：校验和不符")
}

/// Writes and sums.
struct Sum<'a> {
    inner: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl Sum<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }
}

/// Reads and sums.
struct Sums<'a> {
    inner: &'a mut dyn Read,
    sum: crc32fast::Hasher,
}

impl Sums<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Text> {
        self.inner.read_exact(bytes).map_err(|_| damaged())?;
        self.sum.update(bytes);
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Text> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}
