//! The intermediate form: a function in static single assignment form. Every value has 64 bits. A
//! 32-bit value of the module is a value whose upper half is 0, so zero extension is free.

use crate::numeric::{IntComparison, IntDivisionOp};

pub(super) type Value = u32;
pub(super) type BlockId = u32;
pub(super) type LoopId = u32;

/// Stands for an absent operand.
pub(super) const NONE: Value = u32::MAX;

/// A condition on two numbers. The discriminant is the condition code of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Condition {
    Below = 2,
    AboveEqual = 3,
    Equal = 4,
    NotEqual = 5,
    BelowEqual = 6,
    Above = 7,
    /// The sign of the result of the last operation, used by the emitter only.
    Negative = 8,
    NonNegative = 9,
    Less = 12,
    GreaterEqual = 13,
    LessEqual = 14,
    Greater = 15,
}

impl Condition {
    /// Returns the condition of a comparison.
    pub fn from_comparison(comparison: IntComparison) -> Condition {
        use Condition::*;
        match comparison {
            IntComparison::Equal => Equal,
            IntComparison::NotEqual => NotEqual,
            IntComparison::Less => Less,
            IntComparison::LessOrEqual => LessEqual,
            IntComparison::Greater => Greater,
            IntComparison::GreaterOrEqual => GreaterEqual,
            IntComparison::LessUnsigned => Below,
            IntComparison::GreaterUnsigned => Above,
            IntComparison::GreaterOrEqualUnsigned => AboveEqual,
        }
    }

    /// Returns the opposite condition.
    pub fn inverse(self) -> Condition {
        use Condition::*;
        match self {
            Below => AboveEqual,
            AboveEqual => Below,
            Equal => NotEqual,
            NotEqual => Equal,
            BelowEqual => Above,
            Above => BelowEqual,
            Negative => NonNegative,
            NonNegative => Negative,
            Less => GreaterEqual,
            GreaterEqual => Less,
            LessEqual => Greater,
            Greater => LessEqual,
        }
    }

    /// Returns the condition on exchanged operands.
    pub fn exchanged(self) -> Condition {
        use Condition::*;
        match self {
            Below => Above,
            AboveEqual => BelowEqual,
            BelowEqual => AboveEqual,
            Above => Below,
            Less => Greater,
            GreaterEqual => LessEqual,
            LessEqual => GreaterEqual,
            Greater => Less,
            same => same,
        }
    }

    /// Returns whether the condition holds for two numbers of 64 bits, or for their lower halves.
    pub fn holds(self, wide: bool, a: i64, b: i64) -> bool {
        use Condition::*;
        let (a, b) = if wide {
            (a, b)
        } else {
            (i64::from(a as i32), i64::from(b as i32))
        };
        match self {
            Below => (a as u64) < b as u64,
            AboveEqual => a as u64 >= b as u64,
            BelowEqual => a as u64 <= b as u64,
            Above => a as u64 > b as u64,
            Equal => a == b,
            NotEqual => a != b,
            Less | Negative => a < b,
            GreaterEqual | NonNegative => a >= b,
            LessEqual => a <= b,
            Greater => a > b,
        }
    }
}

/// A function of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HostFunction {
    Poll,
    Call,
    Fill,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    /// The number `immediate`.
    Const,
    /// A parameter of a block, or of the function with index `immediate`.
    Parameter,
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    /// The lower half of the operand.
    Narrow,
    LeadingZeros,
    TrailingZeros,
    Ones,
    Compare(Condition),
    /// The second operand if the lower half of the first operand is not 0, otherwise the third.
    Select,
    Divide(IntDivisionOp),
    /// The upper half of the unsigned product of 128 bits.
    MulHigh,
    /// The upper half of the signed product of 128 bits.
    MulHighSigned,
    ShiftRightSigned,
    /// Operands: the address of the memory and the index. `immediate` is the offset. The number of
    /// bytes is 1, 2, 4 or 8.
    Load(u8),
    /// Operands: the address of the memory, the index and the value.
    Store(u8),
    /// Operands: the host and up to three numbers.
    Call(HostFunction),
}

impl Op {
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::MulHigh | Op::MulHighSigned
        )
    }

    /// Returns whether the result depends on the operands only.
    pub fn is_pure(self) -> bool {
        !matches!(
            self,
            Op::Parameter | Op::Load(_) | Op::Store(_) | Op::Call(_)
        )
    }

    /// Returns whether the operation has an effect besides its result.
    pub fn has_effect(self) -> bool {
        matches!(self, Op::Store(_) | Op::Call(_))
    }
}

/// An instruction, which defines one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Instruction {
    pub op: Op,
    /// Whether the operation reads 64 bits of its operands; otherwise it reads the lower halves.
    pub wide: bool,
    pub args: [Value; 4],
    pub immediate: i64,
}

impl Instruction {
    pub fn new(op: Op, wide: bool, args: &[Value]) -> Instruction {
        let mut all = [NONE; 4];
        all[..args.len()].copy_from_slice(args);
        Instruction {
            op,
            wide,
            args: all,
            immediate: 0,
        }
    }

    pub fn constant(number: i64) -> Instruction {
        Instruction {
            immediate: number,
            ..Instruction::new(Op::Const, true, &[])
        }
    }

    pub fn operands(&self) -> impl Iterator<Item = Value> + '_ {
        self.args.iter().copied().take_while(|arg| *arg != NONE)
    }
}

#[derive(Clone, Debug)]
pub(super) enum Terminator {
    /// The block is under construction.
    Open,
    Jump(BlockId, Vec<Value>),
    /// Goes to the first block if the lower half of the value is not 0. Both blocks have no
    /// parameters.
    Branch(Value, BlockId, BlockId),
    /// Returns the number.
    Exit(u8),
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    pub parameters: Vec<Value>,
    pub instructions: Vec<Value>,
    pub end: Terminator,
    pub innermost: LoopId,
    pub cold: bool,
    pub dominator: BlockId,
    /// Length of the path to the entry in the tree of dominators.
    pub level: u32,
}

/// A loop; the first one stands for the whole function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub parent: LoopId,
    pub depth: u32,
    /// The block that jumps to the loop.
    pub before: BlockId,
    pub head: BlockId,
}

pub(super) struct Function {
    pub values: Vec<Instruction>,
    /// Whether the upper half of a value is known to be 0.
    pub narrow: Vec<bool>,
    /// The block of each value.
    pub place: Vec<BlockId>,
    pub blocks: Vec<Block>,
    pub loops: Vec<Loop>,
    /// The reachable blocks, in the order of the module.
    pub order: Vec<BlockId>,
    pub memory: Value,
    pub host: Value,
}

impl Function {
    pub fn op(&self, value: Value) -> Op {
        self.values[value as usize].op
    }

    /// Returns the number if a value is constant.
    pub fn number(&self, value: Value) -> Option<i64> {
        let found = &self.values[value as usize];
        (found.op == Op::Const).then_some(found.immediate)
    }

    pub fn add_value(&mut self, instruction: Instruction, block: BlockId) -> Value {
        let narrow = self.is_narrow(&instruction);
        self.values.push(instruction);
        self.narrow.push(narrow);
        self.place.push(block);
        self.values.len() as Value - 1
    }

    pub fn is_narrow(&self, made: &Instruction) -> bool {
        let narrow = |i: usize| self.narrow[made.args[i] as usize];
        match made.op {
            Op::Const => u32::try_from(made.immediate).is_ok(),
            Op::Narrow | Op::LeadingZeros | Op::TrailingZeros | Op::Ones | Op::Compare(_) => true,
            Op::And if made.wide => narrow(0) || narrow(1),
            Op::Or | Op::Xor if made.wide => narrow(0) && narrow(1),
            Op::ShiftRight if made.wide => narrow(0),
            Op::Add
            | Op::Sub
            | Op::Mul
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::ShiftLeft
            | Op::ShiftRight => !made.wide,
            Op::Select => narrow(1) && narrow(2),
            Op::Load(bytes) => bytes <= 4,
            Op::Parameter | Op::Divide(_) | Op::Store(_) | Op::Call(_) => false,
            Op::MulHigh | Op::MulHighSigned | Op::ShiftRightSigned => false,
        }
    }

    pub fn add_block(&mut self, innermost: LoopId, dominator: BlockId) -> BlockId {
        let level = self
            .blocks
            .get(dominator as usize)
            .map_or(0, |block| block.level + 1);
        self.blocks.push(Block {
            parameters: Vec::new(),
            instructions: Vec::new(),
            end: Terminator::Open,
            innermost,
            cold: false,
            dominator,
            level,
        });
        self.blocks.len() as BlockId - 1
    }

    pub fn block(&mut self, block: BlockId) -> &mut Block {
        &mut self.blocks[block as usize]
    }

    /// Returns whether the second loop is the first one or is inside it.
    pub fn contains(&self, outer: LoopId, mut inner: LoopId) -> bool {
        let depth = self.loops[outer as usize].depth;
        while self.loops[inner as usize].depth > depth {
            inner = self.loops[inner as usize].parent;
        }
        inner == outer
    }

    /// Estimates how often a block runs.
    pub fn frequency(&self, block: BlockId) -> f32 {
        let block = &self.blocks[block as usize];
        let depth = self.loops[block.innermost as usize].depth;
        8f32.powi(depth.min(8) as i32) * if block.cold { 0.001 } else { 1.0 }
    }
}
