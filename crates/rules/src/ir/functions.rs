//! The built-in functions. Each is one line here, with the word that the language calls it by;
//! everything else that must be said of it (its value, its range, the code made of it) is a `match`
//! over all of them, so that the compiler names each place that a new one must be thought of.

/// An enum whose values are words of the language.
macro_rules! words {
    ($(#[$about:meta])* $kind:ident: $($(#[$doc:meta])* $value:ident = $word:literal,)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind {
            $($(#[$doc])* $value,)+
        }

        impl $kind {
            /// Every one.
            pub const ALL: &[$kind] = &[$($kind::$value,)+];

            /// The word that the language calls it by.
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
    /// The i-th Fibonacci number, fib(1) = fib(2) = 1
    Fib = "fib",
    /// The i-th triangular number
    Tri = "tri",
    /// The whole part of the square root
    Isqrt = "isqrt",
    /// The number of one bits
    Popcount = "popcount",
    /// The number of zero bits below the lowest one bit
    Ctz = "ctz",
    /// All bits turned: -1 - x
    Bitnot = "bitnot",
    /// The number of bits needed, 0 for 0
    Bitlen = "bitlen",
    /// The nim-product
    Nimprod = "nimprod",
    /// The nim-power
    Nimpow = "nimpow",
    /// 1 for a prime, else 0
    IsPrime = "is_prime",
    /// The number of prime factors, each as often as it divides
    BigOmega = "bigomega",
    /// The second number; an error where both have a binary digit. Rules do not call it: changes of
    /// a set are written with it.
    Disjoint = "disjoint",
    /// The first number; an error where it is below 0 or above the second. Rules do not call it:
    /// words are written with it.
    Within = "within",
}

words! {
    /// Built-in functions of many numbers.
    Fold:
    /// The least
    Min = "min",
    /// The greatest
    Max = "max",
    /// The greatest common divisor
    Gcd = "gcd",
    /// The least common multiple
    Lcm = "lcm",
    /// True of all
    All = "all",
    /// True of one
    Any = "any",
    /// The sum
    Total = "total",
    /// The nim-sum
    Nimsum = "nimsum",
    /// The number with the binary digits of all. Rules do not call it: changes of a set are written
    /// with it.
    Union = "union",
}

impl Function {
    /// Whether rules may call it.
    pub const fn is_spoken(self) -> bool {
        !matches!(self, Function::Disjoint | Function::Within)
    }

    /// How many numbers it takes: one or two.
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
    /// Whether it folds truth values, and is one itself.
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
