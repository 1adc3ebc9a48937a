//! The built-in functions. This module lists each function in one line, with its keyword in the
//! language. The value, the range and the generated code of the functions are each defined by a
//! `match` over all functions. So after a function is added, the compiler reports every `match`
//! that does not contain the function.

/// Declares an enum whose values have keywords in the language.
macro_rules! words {
    ($(#[$about:meta])* $kind:ident: $($(#[$doc:meta])* $value:ident = $word:literal,)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind {
            $($(#[$doc])* $value,)+
        }

        impl $kind {
            /// All values.
            pub const ALL: &[$kind] = &[$($kind::$value,)+];

            /// Returns the keyword in the language.
            pub const fn word(self) -> &'static str {
                match self {
                    $($kind::$value => $word,)+
                }
            }
        }
    };
}

words! {
    /// Built-in functions of fixed arity.
    Function:
    /// |x|
    Abs = "abs",
    /// The i-th Fibonacci number, fib(1) = fib(2) = 1.
    Fib = "fib",
    /// The i-th triangular number.
    Tri = "tri",
    /// The integer part of the square root.
    Isqrt = "isqrt",
    /// The number of one bits.
    Popcount = "popcount",
    /// The number of zero bits below the lowest one bit.
    Ctz = "ctz",
    /// The complement of all bits: -1 - x.
    Bitnot = "bitnot",
    /// The number of binary digits of a number, which is 0 for 0.
    Bitlen = "bitlen",
    /// The nim-product.
    Nimprod = "nimprod",
    /// The nim-power.
    Nimpow = "nimpow",
    /// 1 for a prime, otherwise 0.
    IsPrime = "is_prime",
    /// The number of prime factors, counted with multiplicity.
    BigOmega = "bigomega",
    /// The second argument; it is an error if a bit is set in both arguments. Rules cannot call
    /// this function, which is used in changes of sets.
    Disjoint = "disjoint",
    /// The first argument; it is an error if this argument is below 0 or above the second argument.
    /// Rules cannot call this function, which is used for words.
    Within = "within",
}

words! {
    /// Built-in functions of many numbers.
    Fold:
    /// The minimum.
    Min = "min",
    /// The maximum.
    Max = "max",
    /// The greatest common divisor.
    Gcd = "gcd",
    /// The least common multiple.
    Lcm = "lcm",
    /// Whether all operands are true.
    All = "all",
    /// Whether at least one operand is true.
    Any = "any",
    /// The sum.
    Total = "total",
    /// The nim-sum.
    Nimsum = "nimsum",
    /// The bitwise or of all numbers. Rules cannot call this function, which is used in changes of
    /// sets.
    Union = "union",
}

impl Function {
    /// Returns whether rules may call the function.
    pub const fn is_spoken(self) -> bool {
        !matches!(self, Function::Disjoint | Function::Within)
    }

    /// Returns the number of arguments: one or two.
    pub const fn arity(self) -> usize {
        match self {
            Function::Abs
            | Function::Fib
            | Function::Tri
            | Function::Isqrt
            | Function::Popcount
            | Function::Ctz
            | Function::Bitnot
            | Function::Bitlen
            | Function::IsPrime
            | Function::BigOmega => 1,
            Function::Nimprod | Function::Nimpow | Function::Disjoint | Function::Within => 2,
        }
    }
}

impl Fold {
    /// Returns whether the function combines truth values to a truth value.
    pub const fn is_truth(self) -> bool {
        match self {
            Fold::All | Fold::Any => true,
            Fold::Min
            | Fold::Max
            | Fold::Gcd
            | Fold::Lcm
            | Fold::Total
            | Fold::Nimsum
            | Fold::Union => false,
        }
    }
}
