//! The built-in functions. Each is one line here, with its keyword in the language. All other
//! properties (its value, its range, the code generated for it) are a `match` over all functions.
//! So the compiler reports every place where a new function must be added.

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
    /// The number of bits needed, 0 for 0.
    Bitlen = "bitlen",
    /// The nim-product.
    Nimprod = "nimprod",
    /// The nim-power.
    Nimpow = "nimpow",
    /// 1 for a prime, otherwise 0.
    IsPrime = "is_prime",
    /// The number of prime factors, counted with multiplicity.
    BigOmega = "bigomega",
    /// The second number; an error if both have a common binary digit. Rules cannot call it;
    /// changes of a set are expressed with it.
    Disjoint = "disjoint",
    /// The first number; an error if it is below 0 or above the second. Rules cannot call it; words
    /// are expressed with it.
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
    /// Whether all are true.
    All = "all",
    /// Whether at least one is true.
    Any = "any",
    /// The sum.
    Total = "total",
    /// The nim-sum.
    Nimsum = "nimsum",
    /// The bitwise or of all numbers. Rules cannot call it; changes of a set are expressed with it.
    Union = "union",
}

impl Function {
    /// Returns whether rules may call it.
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
    /// Returns whether it folds truth values to a truth value.
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
