//! The macro that implements the error traits for a type.

/// Implements [`Display`](std::fmt::Display), in English, and [`Error`](std::error::Error) for a
/// type with a method `text(&self) -> Text`.
///
/// The variants in braces contain an underlying error, which [`source`](std::error::Error::source)
/// returns. If the type of the contained error is named as well, `?` converts it.
///
/// ```
/// use base::budget::StopReason;
/// use base::text::Text;
/// use base::{impl_error, text};
///
/// #[derive(Debug)]
/// enum TableError {
///     TooLarge,
///     Stopped(StopReason),
/// }
///
/// impl TableError {
///     fn text(&self) -> Text {
///         match self {
///             TableError::TooLarge => text!("the table is too large", "表太大"),
///             TableError::Stopped(stop) => stop.text(),
///         }
///     }
/// }
///
/// impl_error!(TableError { Stopped(StopReason) });
///
/// let error = TableError::from(StopReason::Time);
/// assert!(std::error::Error::source(&error).is_some());
/// assert_eq!(TableError::TooLarge.to_string(), "the table is too large");
/// ```
#[macro_export]
macro_rules! impl_error {
    ($name:ident $({ $($variant:ident $(($source:ty))?),* $(,)? })?) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.text().en)
            }
        }

        impl std::error::Error for $name {
            $(
                fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                    match self {
                        $($name::$variant(source) => Some(source),)*
                        #[allow(unreachable_patterns)]
                        _ => None,
                    }
                }
            )?
        }

        $($($(
            impl From<$source> for $name {
                fn from(source: $source) -> $name {
                    $name::$variant(source)
                }
            }
        )?)*)?
    };
}
