//! The files of the page: a fixed list, so that no path is looked up on the disk. A test compares
//! this list with the folders.

/// Expands to the name, type and content of files in a folder of the repository.
macro_rules! files {
    ($($kind:literal in $folder:literal: $($name:literal)*;)*) => {
        &[$($(($name, $kind, include_bytes!(concat!("../", $folder, $name)))),*),*]
    };
}

/// Name, type and content of each file.
pub static FILES: &[(&str, &str, &[u8])] = files! {
    "text/html; charset=utf-8" in "web/":
        "embed.html" "index.html";
    "application/manifest+json" in "web/":
        "manifest.webmanifest";
    "image/svg+xml" in "web/":
        "icons/icon.svg";
    "image/png" in "web/":
        "icons/icon-192.png" "icons/icon-512.png" "icons/maskable-512.png";
    "text/javascript; charset=utf-8" in "web/":
        "grundy.mjs" "page/asking.mjs" "page/bidi.mjs" "page/breadth.mjs" "page/carrier.mjs"
        "page/closing.mjs" "page/core.mjs" "page/course.mjs" "page/families.mjs" "page/files.mjs"
        "page/frame.mjs" "page/heat.mjs" "page/http.mjs" "page/keys.mjs" "page/later.mjs"
        "page/link.mjs" "page/main.mjs" "page/markdown.mjs" "page/match.mjs" "page/moves.mjs"
        "page/offline.mjs" "page/parameters.mjs" "page/part-names.mjs" "page/picture-file.mjs"
        "page/places.mjs" "page/printed.mjs" "page/prose.mjs" "page/reference.mjs"
        "page/resources.mjs" "page/samples.mjs" "page/sheet.mjs" "page/spell.mjs" "page/stage.mjs"
        "page/state.mjs" "page/store.mjs" "page/svg.mjs" "page/terms.mjs" "page/theme.mjs"
        "page/title.mjs" "page/tokens.mjs" "page/types.mjs" "page/whole.mjs" "page/words.mjs"
        "page/worker.mjs" "screens/amounts.mjs" "screens/board.mjs" "screens/checks.mjs"
        "screens/conventions.mjs" "screens/course.mjs" "screens/editor-code.mjs"
        "screens/editor.mjs" "screens/gallery.mjs" "screens/goal.mjs" "screens/graph-view.mjs"
        "screens/graph.mjs" "screens/help.mjs" "screens/home.mjs" "screens/law.mjs"
        "screens/legend.mjs" "screens/moves.mjs" "screens/parameters.mjs" "screens/play.mjs"
        "screens/problem.mjs" "screens/rules.mjs" "screens/save-menu.mjs"
        "screens/save-picture.mjs" "screens/search.mjs" "screens/stored.mjs"
        "screens/synonyms.mjs" "screens/table-files.mjs" "screens/table-legend.mjs"
        "screens/table-sheet.mjs" "screens/table.mjs" "screens/theorem.mjs" "screens/tools.mjs"
        "screens/two-players.mjs" "screens/verdict.mjs" "screens/why.mjs" "words/en.mjs"
        "words/zh.mjs" "learn/claim.mjs" "learn/en.mjs" "learn/faults.mjs" "learn/learn.mjs"
        "learn/number.mjs" "learn/parts.mjs" "learn/pick.mjs" "learn/rules.mjs" "learn/steps.mjs"
        "learn/win.mjs" "learn/words.mjs" "learn/zh.mjs" "exercises/check.mjs" "exercises/en.mjs"
        "exercises/exercise.mjs" "exercises/exercises.mjs" "exercises/problems.mjs"
        "exercises/progress.mjs" "exercises/words.mjs" "exercises/zh.mjs" "embed/builder.mjs"
        "embed/embed.mjs" "embed/en.mjs" "embed/parts.mjs" "embed/rules.mjs" "embed/words.mjs"
        "embed/zh.mjs" "vendor/editor.mjs" "vendor/ui.mjs";
    "text/css; charset=utf-8" in "web/":
        "style/base.css" "style/embed.css" "style/frame.css" "style/pictures.css" "style/print.css" "style/screens.css";
    "text/plain; charset=utf-8" in "web/":
        "vendor/editor.licences.txt" "vendor/ui.licences.txt";
    "text/markdown; charset=utf-8" in "":
        "docs/language.md" "docs/language.zh-CN.md" "docs/judge.md" "docs/judge.zh-CN.md";
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::FILES;

    #[test]
    fn the_list_is_what_the_folders_hold() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let mut there: BTreeSet<String> = [
            "index.html",
            "embed.html",
            "grundy.mjs",
            "manifest.webmanifest",
            "docs/language.md",
            "docs/language.zh-CN.md",
            "docs/judge.md",
            "docs/judge.zh-CN.md",
        ]
        .map(str::to_owned)
        .into();
        for folder in [
            "page",
            "screens",
            "words",
            "learn",
            "exercises",
            "embed",
            "style",
            "vendor",
            "icons",
        ] {
            for file in fs::read_dir(web.join(folder)).unwrap() {
                let name = file.unwrap().file_name().into_string().unwrap();
                if !name.ends_with(".d.mts") {
                    there.insert(format!("{folder}/{name}"));
                }
            }
        }
        assert_eq!(
            FILES
                .iter()
                .map(|(name, ..)| (*name).to_owned())
                .collect::<BTreeSet<_>>(),
            there
        );
    }

    #[test]
    fn the_page_and_the_server_allow_the_same() {
        let (_, _, page) = FILES
            .iter()
            .find(|(name, ..)| *name == "index.html")
            .unwrap();
        let policy = crate::response::POLICY
            .split("; frame-ancestors")
            .next()
            .unwrap();
        assert!(
            std::str::from_utf8(page).unwrap().contains(policy),
            "{policy}"
        );
    }
}
