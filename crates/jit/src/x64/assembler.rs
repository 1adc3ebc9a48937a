//! Encodes instructions of x86-64.

use super::ir::Condition;

pub(super) const RAX: u8 = 0;
pub(super) const RCX: u8 = 1;
pub(super) const RDX: u8 = 2;
pub(super) const RSP: u8 = 4;
pub(super) const RSI: u8 = 6;
pub(super) const RDI: u8 = 7;

/// A register, or an address in memory: base, index with the logarithm of its scale, distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Register(u8),
    Memory(u8, Option<(u8, u8)>, i32),
}

/// Operations with two operands; the number is their code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add = 0,
    Or = 1,
    And = 4,
    Sub = 5,
    Xor = 6,
    Compare = 7,
}

#[derive(Default)]
pub(super) struct Assembler {
    pub bytes: Vec<u8>,
}

impl Assembler {
    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn word(&mut self, word: i32) {
        self.bytes.extend(word.to_le_bytes());
    }

    /// Encodes an instruction with a register and a place. `bytes` states whether `register` is
    /// one byte wide.
    pub fn encode(
        &mut self,
        wide: bool,
        prefix: Option<u8>,
        code: &[u8],
        register: u8,
        place: Place,
        bytes: bool,
    ) {
        self.bytes.extend(prefix);
        let (base, index, byte_place) = match place {
            Place::Register(base) => (base, 0, bytes && code[0] == 0x0f),
            Place::Memory(base, index, _) => (base, index.map_or(0, |index| index.0), false),
        };
        let rex = u8::from(wide) << 3 | (register >> 3) << 2 | (index >> 3) << 1 | base >> 3;
        // Without the prefix, the codes 4 to 7 are the second bytes of other registers.
        let needed =
            (bytes && (4..8).contains(&register)) || (byte_place && (4..8).contains(&base));
        if rex != 0 || needed {
            self.byte(0x40 | rex);
        }
        self.bytes.extend(code);
        self.place(register, place);
    }

    fn place(&mut self, register: u8, place: Place) {
        let register = (register & 7) << 3;
        let (base, index, distance) = match place {
            Place::Register(base) => return self.byte(0xc0 | register | base & 7),
            Place::Memory(base, index, distance) => (base, index, distance),
        };
        let mode = match distance {
            0 if base & 7 != 5 => 0x00,
            -128..=127 => 0x40,
            _ => 0x80,
        };
        match index {
            None if base & 7 != 4 => self.byte(mode | register | base & 7),
            None => {
                self.byte(mode | register | 4);
                self.byte(0x24);
            }
            Some((index, scale)) => {
                self.byte(mode | register | 4);
                self.byte(scale << 6 | (index & 7) << 3 | base & 7);
            }
        }
        match mode {
            0x40 => self.byte(distance as u8),
            0x80 => self.word(distance),
            _ => {}
        }
    }

    /// `lea register, [index << scale + distance]`.
    pub fn scaled(&mut self, wide: bool, register: u8, index: u8, scale: u8, distance: i32) {
        let rex = u8::from(wide) << 3 | (register >> 3) << 2 | (index >> 3) << 1;
        if rex != 0 {
            self.byte(0x40 | rex);
        }
        self.byte(0x8d);
        self.byte((register & 7) << 3 | 4);
        self.byte(scale << 6 | (index & 7) << 3 | 5);
        self.word(distance);
    }

    pub fn arithmetic(&mut self, op: Arithmetic, wide: bool, register: u8, place: Place) {
        self.encode(wide, None, &[(op as u8) << 3 | 3], register, place, false);
    }

    /// An operation whose first operand is a place.
    pub fn arithmetic_to(&mut self, op: Arithmetic, wide: bool, place: Place, register: u8) {
        self.encode(wide, None, &[(op as u8) << 3 | 1], register, place, false);
    }

    pub fn arithmetic_number(&mut self, op: Arithmetic, wide: bool, place: Place, number: i32) {
        if let Ok(short) = i8::try_from(number) {
            self.encode(wide, None, &[0x83], op as u8, place, false);
            self.byte(short as u8);
        } else if place == Place::Register(RAX) {
            if wide {
                self.byte(0x48);
            }
            self.byte((op as u8) << 3 | 5);
            self.word(number);
        } else {
            self.encode(wide, None, &[0x81], op as u8, place, false);
            self.word(number);
        }
    }

    pub fn test(&mut self, wide: bool, place: Place, register: u8) {
        self.encode(wide, None, &[0x85], register, place, false);
    }

    pub fn test_number(&mut self, wide: bool, place: Place, number: i32) {
        // A number whose upper bits are 0 tests the same bits in the lower half.
        let wide = wide && number < 0;
        self.encode(wide, None, &[0xf7], 0, place, false);
        self.word(number);
    }

    /// `mov register, place`.
    pub fn load(&mut self, wide: bool, register: u8, place: Place) {
        self.encode(wide, None, &[0x8b], register, place, false);
    }

    /// `mov place, register`.
    pub fn store(&mut self, bytes: u8, place: Place, register: u8) {
        let prefix = (bytes == 2).then_some(0x66);
        let code = if bytes == 1 { 0x88 } else { 0x89 };
        self.encode(bytes == 8, prefix, &[code], register, place, bytes == 1);
    }

    pub fn store_number(&mut self, bytes: u8, place: Place, number: i32) {
        let prefix = (bytes == 2).then_some(0x66);
        let code = if bytes == 1 { 0xc6 } else { 0xc7 };
        self.encode(bytes == 8, prefix, &[code], 0, place, false);
        self.bytes
            .extend(&number.to_le_bytes()[..usize::from(bytes.min(4))]);
    }

    /// Puts a number in a register, without a change of the flags.
    pub fn number(&mut self, register: u8, number: i64) {
        let rex = register >> 3;
        if let Ok(small) = u32::try_from(number) {
            if rex != 0 {
                self.byte(0x41);
            }
            self.byte(0xb8 | register & 7);
            self.bytes.extend(small.to_le_bytes());
        } else if let Ok(small) = i32::try_from(number) {
            self.encode(true, None, &[0xc7], 0, Place::Register(register), false);
            self.word(small);
        } else {
            self.byte(0x48 | rex);
            self.byte(0xb8 | register & 7);
            self.bytes.extend(number.to_le_bytes());
        }
    }

    pub fn copy(&mut self, wide: bool, to: u8, from: u8) {
        self.encode(wide, None, &[0x8b], to, Place::Register(from), false);
    }

    pub fn lea(&mut self, wide: bool, register: u8, place: Place) {
        self.encode(wide, None, &[0x8d], register, place, false);
    }

    /// Shifts by a constant; `code` is 4 for left, 5 for right, 7 for signed numbers to the right.
    pub fn shift(&mut self, code: u8, wide: bool, place: Place, distance: u8) {
        if distance == 1 {
            self.encode(wide, None, &[0xd1], code, place, false);
        } else {
            self.encode(wide, None, &[0xc1], code, place, false);
            self.byte(distance);
        }
    }

    /// Shifts by `cl`.
    pub fn shift_by_cl(&mut self, code: u8, wide: bool, place: Place) {
        self.encode(wide, None, &[0xd3], code, place, false);
    }

    /// `shlx` (code 4), `shrx` (5) or `sarx` (7), with the distance in a register.
    pub fn shift_by(&mut self, code: u8, wide: bool, to: u8, from: Place, distance: u8) {
        let prefix = match code {
            4 => 1,
            5 => 3,
            _ => 2,
        };
        let (base, index) = match from {
            Place::Register(base) => (base, 0),
            Place::Memory(base, index, _) => (base, index.map_or(0, |index| index.0)),
        };
        self.byte(0xc4);
        self.byte((!(to >> 3) & 1) << 7 | (!(index >> 3) & 1) << 6 | (!(base >> 3) & 1) << 5 | 2);
        self.byte(u8::from(wide) << 7 | (!distance & 15) << 3 | prefix);
        self.byte(0xf7);
        self.place(to, from);
    }

    pub fn multiply(&mut self, wide: bool, register: u8, place: Place) {
        self.encode(wide, None, &[0x0f, 0xaf], register, place, false);
    }

    pub fn multiply_number(&mut self, wide: bool, register: u8, place: Place, number: i32) {
        if let Ok(short) = i8::try_from(number) {
            self.encode(wide, None, &[0x6b], register, place, false);
            self.byte(short as u8);
        } else {
            self.encode(wide, None, &[0x69], register, place, false);
            self.word(number);
        }
    }

    /// Operations with one operand: 2 is `not`, 3 `neg`, 4 `mul`, 5 `imul`, 6 `div`, 7 `idiv`.
    pub fn unary(&mut self, code: u8, wide: bool, place: Place) {
        self.encode(wide, None, &[0xf7], code, place, false);
    }

    /// Sets the lowest byte of `rax` to 1 if a condition holds, and extends it.
    pub fn set(&mut self, condition: Condition, register: u8) {
        self.encode(
            false,
            None,
            &[0x0f, 0x90 | condition as u8],
            0,
            Place::Register(RAX),
            true,
        );
        self.encode(
            false,
            None,
            &[0x0f, 0xb6],
            register,
            Place::Register(RAX),
            true,
        );
    }

    pub fn move_if(&mut self, condition: Condition, register: u8, place: Place) {
        self.encode(
            true,
            None,
            &[0x0f, 0x40 | condition as u8],
            register,
            place,
            false,
        );
    }

    pub fn push(&mut self, register: u8) {
        if register >= 8 {
            self.byte(0x41);
        }
        self.byte(0x50 | register & 7);
    }

    pub fn pop(&mut self, register: u8) {
        if register >= 8 {
            self.byte(0x41);
        }
        self.byte(0x58 | register & 7);
    }
}
