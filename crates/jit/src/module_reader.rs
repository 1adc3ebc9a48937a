//! Reads modules in the WebAssembly binary format, in the single shape that `engines::codegen`
//! emits. A module of this shape has two imported functions, an imported memory of fixed size, the
//! functions `fill` and `clear`, and initial constants in memory. A module of another shape is
//! rejected with an error that names the difference. Every length is compared with the number of
//! available bytes before it is used.

/// Maximum number of locals of a function, and maximum size of its code in bytes. Generated code is
/// far below these limits, and code within the limits compiles in seconds.
const MAX_LOCALS: u32 = 50_000;
const MAX_CODE_BYTES: usize = 1 << 18;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntType {
    I32,
    I64,
}

use IntType::{I32, I64};

/// The types of the parameters and results of a function.
#[derive(Debug, PartialEq)]
struct FunctionSignature {
    parameters: Vec<IntType>,
    results: Vec<IntType>,
}

/// The functions of a module in the order of their indices: name, parameters, results. The first
/// two functions are imported.
const FUNCTIONS: [(&str, &[IntType], &[IntType]); 4] = [
    ("poll", &[I64], &[]),
    ("call", &[I32, I64, I64], &[I64]),
    ("fill", &[I32, I64, I64, I64, I64], &[]),
    ("clear", &[I32, I32], &[]),
];
const IMPORTED: usize = 2;

/// The module name of the imports.
const FROM: &str = "grundy";

pub(crate) struct ParsedModule<'m> {
    /// The function that computes the values of positions.
    pub fill: FunctionBody<'m>,
    /// The function that clears the table.
    pub clear: FunctionBody<'m>,
    /// The address and the bytes of the initial constants.
    pub constants: (u32, &'m [u8]),
    /// Size of the memory in bytes.
    pub memory: u64,
    /// Whether workers may share the memory.
    pub shared: bool,
}

pub(crate) struct FunctionBody<'m> {
    /// The integer types of the parameters of the function. The parameters are followed by the
    /// locals, which are initialized with 0.
    pub parameters: &'static [IntType],
    pub locals: Vec<IntType>,
    /// The instructions.
    pub code: ModuleReader<'m>,
}

/// Parses a module.
///
/// # Errors
/// Returns the reason if the module does not have the supported shape.
pub(crate) fn read(bytes: &[u8]) -> Result<ParsedModule<'_>, String> {
    let mut module = ModuleReader::new(bytes);
    module.exactly(b"\0asm\x01\0\0\0", "the beginning of a module")?;
    let types = types(section(&mut module, 1)?)?;
    let (memory, shared) = imports(section(&mut module, 2)?, &types)?;
    functions(section(&mut module, 3)?, &types)?;
    exports(section(&mut module, 7)?)?;
    let (fill, clear) = code(section(&mut module, 10)?)?;
    let constants = if module.is_done() {
        (0, &[][..])
    } else {
        constants(section(&mut module, 11)?, memory)?
    };
    module.finish("the module")?;
    Ok(ParsedModule {
        fill,
        clear,
        constants,
        memory,
        shared,
    })
}

/// Reads the next section, which must have the number `wanted`.
fn section<'m>(module: &mut ModuleReader<'m>, wanted: u8) -> Result<ModuleReader<'m>, String> {
    const NAMES: [&str; 14] = [
        "custom",
        "type",
        "import",
        "function",
        "table",
        "memory",
        "global",
        "export",
        "start",
        "element",
        "code",
        "data",
        "data count",
        "tag",
    ];
    let name = |id: u8| {
        NAMES
            .get(usize::from(id))
            .map_or_else(|| format!("{id}"), |name| format!("`{name}`"))
    };
    let id = module.byte()?;
    if id != wanted {
        return Err(format!(
            "expected section {}, found section {}",
            name(wanted),
            name(id)
        ));
    }
    let length = module.unsigned()?;
    module.part(length)
}

fn types(mut section: ModuleReader<'_>) -> Result<Vec<FunctionSignature>, String> {
    let mut types = Vec::new();
    for _ in 0..section.unsigned()? {
        section.exactly(&[0x60], "a function type")?;
        let parameters = kinds(&mut section)?;
        types.push(FunctionSignature {
            parameters,
            results: kinds(&mut section)?,
        });
    }
    section.finish("the types")?;
    Ok(types)
}

fn kinds(reader: &mut ModuleReader<'_>) -> Result<Vec<IntType>, String> {
    let count = reader.unsigned()?;
    (0..count).map(|_| kind(reader.byte()?)).collect()
}

/// Returns the integer type with the given code.
pub(crate) fn kind(code: u8) -> Result<IntType, String> {
    match code {
        0x7f => Ok(I32),
        0x7e => Ok(I64),
        _ => Err(format!("unsupported type {code:#04x}")),
    }
}

/// Reads the index of a type, which must be the signature of the known function number `function`.
fn signature(
    reader: &mut ModuleReader<'_>,
    types: &[FunctionSignature],
    function: usize,
) -> Result<(), String> {
    let (name, parameters, results) = FUNCTIONS[function];
    let index = reader.unsigned()?;
    match types.get(index as usize) {
        Some(found) if found.parameters == parameters && found.results == results => Ok(()),
        Some(_) => Err(format!("the function `{name}` has another type")),
        None => Err(format!("unknown type {index}")),
    }
}

/// Reads the imports. Returns the size of the memory in bytes, and whether it is shared.
fn imports(
    mut section: ModuleReader<'_>,
    types: &[FunctionSignature],
) -> Result<(u64, bool), String> {
    section.expect_count(IMPORTED + 1, "imports")?;
    for (function, (name, ..)) in FUNCTIONS.iter().enumerate().take(IMPORTED) {
        section.expect_name(FROM)?;
        section.expect_name(name)?;
        section.exactly(&[0], "an imported function")?;
        signature(&mut section, types, function)?;
    }
    section.expect_name(FROM)?;
    section.expect_name("memory")?;
    section.exactly(&[2], "an imported memory")?;
    let shared = match section.byte()? {
        1 => false,
        3 => true,
        flags => return Err(format!("unsupported memory flags {flags:#04x}")),
    };
    let (least, most) = (section.unsigned()?, section.unsigned()?);
    if least != most || least > 1 << 16 {
        return Err(format!("unsupported memory of {least} to {most} pages"));
    }
    section.finish("the imports")?;
    Ok((u64::from(least) << 16, shared))
}

fn functions(mut section: ModuleReader<'_>, types: &[FunctionSignature]) -> Result<(), String> {
    section.expect_count(FUNCTIONS.len() - IMPORTED, "functions")?;
    (IMPORTED..FUNCTIONS.len())
        .try_for_each(|function| signature(&mut section, types, function))?;
    section.finish("the functions")
}

fn exports(mut section: ModuleReader<'_>) -> Result<(), String> {
    section.expect_count(FUNCTIONS.len() - IMPORTED, "exports")?;
    for (index, (name, ..)) in FUNCTIONS.iter().enumerate().skip(IMPORTED) {
        section.expect_name(name)?;
        section.exactly(&[0], "an exported function")?;
        let found = section.unsigned()?;
        if found as usize != index {
            return Err(format!("the export `{name}` is the function {found}"));
        }
    }
    section.finish("the exports")
}

fn code(mut section: ModuleReader<'_>) -> Result<(FunctionBody<'_>, FunctionBody<'_>), String> {
    section.expect_count(FUNCTIONS.len() - IMPORTED, "function bodies")?;
    let bodies = (
        body(&mut section, IMPORTED)?,
        body(&mut section, IMPORTED + 1)?,
    );
    section.finish("the code")?;
    Ok(bodies)
}

fn body<'m>(section: &mut ModuleReader<'m>, function: usize) -> Result<FunctionBody<'m>, String> {
    let length = section.unsigned()?;
    let mut code = section.part(length)?;
    if code.remaining() > MAX_CODE_BYTES {
        return Err(format!("a function of {length} bytes"));
    }
    let mut locals = Vec::new();
    for _ in 0..code.unsigned()? {
        let count = code.unsigned()?;
        if count > MAX_LOCALS - locals.len() as u32 {
            return Err(format!("more than {MAX_LOCALS} locals"));
        }
        let kind = kind(code.byte()?)?;
        locals.extend((0..count).map(|_| kind));
    }
    Ok(FunctionBody {
        parameters: FUNCTIONS[function].1,
        locals,
        code,
    })
}

/// Reads the only data segment: its address and its bytes, which must be inside a memory of
/// `memory` bytes.
fn constants(mut section: ModuleReader<'_>, memory: u64) -> Result<(u32, &[u8]), String> {
    section.expect_count(1, "data segments")?;
    section.exactly(&[0], "data for the memory")?;
    section.exactly(&[0x41], "a constant offset")?;
    let place = section.signed(32)? as u32;
    section.exactly(&[0x0b], "the end of a constant")?;
    let length = section.unsigned()?;
    let bytes = section.slice(length)?;
    if u64::from(place) + u64::from(length) > memory {
        return Err(format!(
            "{length} bytes of data at {place} exceed the memory"
        ));
    }
    section.finish("the data")?;
    Ok((place, bytes))
}

/// A reader for a part of a module.
#[derive(Clone)]
pub(crate) struct ModuleReader<'m> {
    /// The bytes from the start of the module to the end of the part.
    bytes: &'m [u8],
    at: usize,
}

impl<'m> ModuleReader<'m> {
    fn new(bytes: &'m [u8]) -> ModuleReader<'m> {
        ModuleReader { bytes, at: 0 }
    }

    /// Returns the current offset in the module.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns the number of bytes left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns whether all bytes have been read.
    pub fn is_done(&self) -> bool {
        self.remaining() == 0
    }

    /// Reads a byte.
    pub fn byte(&mut self) -> Result<u8, String> {
        let byte = *self.bytes.get(self.at).ok_or_else(|| self.cut_short())?;
        self.at += 1;
        Ok(byte)
    }

    /// Reads the next `length` bytes.
    fn slice(&mut self, length: u32) -> Result<&'m [u8], String> {
        let bytes = self.bytes[self.at..]
            .get(..length as usize)
            .ok_or_else(|| self.cut_short())?;
        self.at += bytes.len();
        Ok(bytes)
    }

    /// Returns a reader for the next `length` bytes, and skips them in this reader.
    fn part(&mut self, length: u32) -> Result<ModuleReader<'m>, String> {
        let start = self.at;
        self.slice(length)?;
        Ok(ModuleReader {
            bytes: &self.bytes[..self.at],
            at: start,
        })
    }

    /// Reads an unsigned 32-bit number (LEB128).
    pub fn unsigned(&mut self) -> Result<u32, String> {
        let (mut value, mut shift) = (0u64, 0);
        while shift < 32 {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return u32::try_from(value).map_err(|_| self.too_large());
            }
        }
        Err(self.too_large())
    }

    /// Reads a signed number of `bits` bits (LEB128).
    pub fn signed(&mut self, bits: u32) -> Result<i64, String> {
        let (mut value, mut shift) = (0i128, 0);
        while shift < bits {
            let byte = self.byte()?;
            value |= i128::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                // The highest bit that was read is the sign bit.
                let value = value << (128 - shift) >> (128 - shift);
                let beyond = 1i128 << (bits - 1);
                return if (-beyond..beyond).contains(&value) {
                    Ok(value as i64)
                } else {
                    Err(self.too_large())
                };
            }
        }
        Err(self.too_large())
    }

    /// Reads bytes that must be equal to `wanted`.
    pub fn exactly(&mut self, wanted: &[u8], what: &str) -> Result<(), String> {
        let found = self.slice(wanted.len() as u32)?;
        if found == wanted {
            Ok(())
        } else {
            Err(format!(
                "expected {what}, found {found:02x?} before byte {}",
                self.at
            ))
        }
    }

    /// Reads the length of a list, which must be equal to `wanted`.
    fn expect_count(&mut self, wanted: usize, what: &str) -> Result<(), String> {
        let count = self.unsigned()?;
        if count as usize == wanted {
            Ok(())
        } else {
            Err(format!("expected {wanted} {what}, found {count}"))
        }
    }

    /// Reads a name, which must be equal to `wanted`.
    fn expect_name(&mut self, wanted: &str) -> Result<(), String> {
        let length = self.unsigned()?;
        let found = self.slice(length)?;
        if found == wanted.as_bytes() {
            Ok(())
        } else {
            Err(format!(
                "expected the name `{wanted}`, found `{}`",
                found.escape_ascii()
            ))
        }
    }

    /// Returns an error if the reader has not read all bytes.
    pub fn finish(&self, what: &str) -> Result<(), String> {
        if self.is_done() {
            Ok(())
        } else {
            Err(format!(
                "{} bytes after the end of {what}",
                self.remaining()
            ))
        }
    }

    fn cut_short(&self) -> String {
        format!("cut short at byte {}", self.bytes.len())
    }

    fn too_large(&self) -> String {
        format!("a number too large before byte {}", self.at)
    }
}
