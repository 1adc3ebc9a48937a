//! Tests the replies about the glossary: both languages have the same terms, and each name of a
//! term returns this term.

use base::text::Lang;
use requests::RequestHandler;
use requests::term::terms;
use serde_json::json;

use crate::ask;

#[test]
fn both_languages_have_the_same_terms() {
    let [english, chinese] = [Lang::En, Lang::Zh].map(terms);
    assert!(english.len() > 50);
    assert_eq!(english.len(), chinese.len());
    for (en, zh) in english.iter().zip(&chinese) {
        assert_eq!(en.names, zh.translations);
        assert_eq!(en.translations, zh.names, "{:?}", en.names);
        assert!(
            en.meaning.len() > 20 && zh.meaning.len() > 20,
            "{en:?} {zh:?}"
        );
        for text in [&en.meaning, &zh.meaning] {
            let prose: String = text.split('`').step_by(2).collect();
            assert!(!prose.contains(['[', ']', '*']), "{text}");
            assert!(!prose.contains("(docs/)"), "{text}");
            assert!(!text.contains('\\'), "{text}");
        }
    }
}

#[test]
fn every_name_finds_its_term() {
    let mut handler = RequestHandler::new(None);
    for lang in [Lang::En, Lang::Zh] {
        for term in terms(lang) {
            for name in term.names.iter().chain(&term.translations) {
                let options = json!({ "lang": if lang == Lang::En { "en" } else { "zh" } });
                let request = json!({ "ask": "term", "name": name, "options": options });
                let reply = ask(&mut handler, &request);
                let found = [&reply["names"], &reply["translations"]];
                let is_found = |names: &&serde_json::Value| {
                    names
                        .as_array()
                        .is_some_and(|names| names.contains(&json!(name)))
                };
                assert!(found.iter().any(is_found), "{name}: {reply}");
            }
        }
    }
}

#[test]
fn an_unknown_term_is_an_error_with_a_suggestion() {
    let mut handler = RequestHandler::new(None);
    let reply = ask(&mut handler, &json!({ "ask": "term", "name": "nimsum" }));
    let message = reply["error"]["message"].as_str().unwrap();
    assert!(message.contains("did you mean `nim-sum`"), "{message}");
}

#[test]
fn code_and_links_in_a_meaning_are_readable() {
    let of = |name: &str| {
        let terms = terms(Lang::En);
        let term = terms
            .iter()
            .find(|term| term.names.contains(&name))
            .unwrap();
        term.meaning.clone()
    };
    assert!(
        of("component").contains("such as `nim[3]`"),
        "{}",
        of("component")
    );
    assert!(of("nimber").contains("`*n`"), "{}", of("nimber"));
    assert!(of("switch").contains("`{3|1}`"), "{}", of("switch"));
    assert!(
        of("entailing").ends_with("(theorem: `grundy theorem entailing`)."),
        "{}",
        of("entailing")
    );
}
