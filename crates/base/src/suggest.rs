//! "Did you mean …?": finds the known name that is closest to a misspelled name.

use crate::text::lowercase;

/// Maximum length of compared words, because the time is quadratic in this length.
const MAX_WORD_CHARS: usize = 64;

/// Returns the name with the smallest edit distance to `word`, ignoring case; `None` if no name is
/// close.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The distance must be less than the length of the word. At a larger distance, the suggested
    // name could have no letter in common with the word.
    let length = word.chars().count();
    let allowed = length.div_ceil(3).min(3).min(length.saturating_sub(1));
    nearest_within(word, names, allowed)
}

/// Returns the name with the smallest edit distance to `word`, ignoring case; `None` if each
/// distance exceeds `allowed`.
pub fn nearest_within<'a>(
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
    allowed: usize,
) -> Option<&'a str> {
    let word: Vec<char> = lowercase(word).chars().collect();
    if word.len() > MAX_WORD_CHARS {
        return None;
    }
    names
        .into_iter()
        .map(|name| {
            (
                distance(&word, &lowercase(name).chars().collect::<Vec<char>>()),
                name,
            )
        })
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, name)| (*distance, name.len()))
        .map(|(_, name)| name)
}

/// Returns the Damerau–Levenshtein distance, in which a swap of two adjacent characters counts as
/// one edit. Takes O(|a|·|b|) time.
fn distance(a: &[char], b: &[char]) -> usize {
    if a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if exchanged {
                    best.min(rows[i - 2][j - 2] + 1)
                } else {
                    best
                }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_of_one_or_two_letters_are_found() {
        let names = ["Kayles", "Nim", "Wythoff", "Chomp"];
        assert_eq!(nearest("kalyes", names), Some("Kayles"));
        assert_eq!(nearest("whytoff", names), Some("Wythoff"));
        assert_eq!(nearest("nmi", names), Some("Nim"));
        assert_eq!(nearest("hackenbush", names), None);
        assert_eq!(nearest("m", ["n", "k"]), None);
        assert_eq!(nearest("N", ["n", "k"]), Some("n"));
    }
}
