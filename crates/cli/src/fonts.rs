//! Font files of the operating system, starting with those that are likely to contain Chinese
//! characters. A file is read only when the iterator reaches it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum size of a font file in bytes; larger files are skipped.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// Maximum depth of the folder search, because a link may lead back to a parent folder.
const MAX_FOLDER_DEPTH: usize = 8;
/// Maximum number of files that are examined.
const MAX_FILES: usize = 20_000;
/// Substrings of the names of common Chinese fonts. Files with such names are read first.
const LIKELY: [&str; 12] = [
    "cjk",
    "sourcehan",
    "source han",
    "wqy",
    "droidsansfallback",
    "pingfang",
    "hiragino sans gb",
    "heiti",
    "msyh",
    "deng",
    "simhei",
    "simsun",
];

/// Returns the contents of the font files of this system.
pub fn installed() -> impl Iterator<Item = Vec<u8>> {
    std::iter::once_with(folders).flat_map(|folders| below(&folders))
}

/// Returns the font folders of this operating system.
fn folders() -> Vec<PathBuf> {
    let under = |variable: &str, folder: &str| {
        env::var_os(variable).map(|base| Path::new(&base).join(folder))
    };
    let fixed = |folder: &str| Some(PathBuf::from(folder));
    let list = if cfg!(windows) {
        vec![
            under("WINDIR", "Fonts"),
            under("LOCALAPPDATA", "Microsoft\\Windows\\Fonts"),
        ]
    } else if cfg!(target_os = "macos") {
        vec![
            fixed("/System/Library/Fonts"),
            fixed("/Library/Fonts"),
            under("HOME", "Library/Fonts"),
        ]
    } else {
        vec![
            fixed("/usr/share/fonts"),
            fixed("/usr/local/share/fonts"),
            under("HOME", ".local/share/fonts"),
            under("HOME", ".fonts"),
        ]
    };
    list.into_iter().flatten().collect()
}

/// Returns the contents of the font files below the given folders.
fn below(folders: &[PathBuf]) -> impl Iterator<Item = Vec<u8>> + use<> {
    let mut files = Vec::new();
    for folder in folders {
        collect(folder, 0, &mut files);
    }
    files.sort_by_cached_key(|file| {
        let name = file
            .file_name()
            .map(|name| name.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        !LIKELY.iter().any(|likely| name.contains(likely))
    });
    files.into_iter().filter_map(|file| {
        let about = fs::metadata(&file).ok()?;
        if about.is_file() && about.len() <= MAX_FILE_BYTES {
            fs::read(&file).ok()
        } else {
            None
        }
    })
}

/// Collects the font files below a folder, in the order of their names.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if files.len() >= MAX_FILES {
            return;
        }
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        if matches!(ending.as_deref(), Some("ttf" | "otf" | "ttc" | "otc")) {
            files.push(path);
        } else if depth < MAX_FOLDER_DEPTH && path.is_dir() {
            collect(&path, depth + 1, files);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a new folder that contains the given files.
    fn folder(name: &str, files: &[&str]) -> PathBuf {
        let folder = env::temp_dir().join(format!("grundy-fonts-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for file in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        folder
    }

    #[test]
    fn likely_fonts_come_first() {
        let folder = folder(
            "likely",
            &["b.ttf", "a.OTF", "deep/er/Some-CJK.ttc", "d.txt", "e"],
        );
        let found: Vec<String> = below(std::slice::from_ref(&folder))
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .collect();
        assert_eq!(found, ["deep/er/Some-CJK.ttc", "a.OTF", "b.ttf"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_leads_back_ends() {
        let folder = folder("round", &["a.ttf"]);
        std::os::unix::fs::symlink(&folder, folder.join("again")).unwrap();
        assert!((1..=MAX_FOLDER_DEPTH + 1).contains(&below(std::slice::from_ref(&folder)).count()));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn this_system_has_folders() {
        assert!(!folders().is_empty());
    }
}
