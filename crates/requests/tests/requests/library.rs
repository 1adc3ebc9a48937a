//! Tests the list of library games: the start and the families of each game.

use base::budget::Budget;
use base::text::Lang;
use requests::{NullHost, Request, RequestHandler};
use serde_json::{Value, json};

/// The families of every game and every kind of graph or board. A game that is not in this list
/// belongs only to the family of heaps.
const FAMILIES: &str = "\
rows: Bottles Cards CircleKayles Crosses CrossesAsStated DawsonKayles GeorgiaAndBob GrundyRecurrence Kayles KaylesRecurrence LaskerNim Loop Officers \
Partition SortedNim SplitEqually SplitTwo SplitTwoOrThree Stalk Strips StripTokens TakeRun Treblecross TreblecrossRow
rows misere: MisereCounterexample
rows loopy: Annihilation Ladders RingWalk
coins: Corners Flip LightSwitching MockTurtles Multiples RowColumn Ruler Squares SubsetCoins Triplets Turtles Twins
boards: Chomp ChompBoard ChompPoisoned CornerWalk Cram Cutting CuttingAsStated HyperKnight Kiki Knights Nullify QueensPlaced Wythoff 威佐夫博弈
boards misere: Notakto
boards loopy: Quixo northcott battle boi
graphs: ArcKayles Colouring NodeKayles Prune hackenbush geography
graphs loopy: digraph
heaps loopy: Epstein
words: ElephantsAndRhinos FlipSigns PegDuotaire PlayingWithString
heaps misere: DoublingMisere MisereBash MisereNim MisereNimRow
heaps partizan: MaundyCake PartizanEuclid PartizanSubtraction
rows partizan: PartizanSplittles Sowing
boards partizan: Amazons Clobber Cutcake Domineering Hexapawn Konane NoGo
boards loopy partizan: Dodgem FoxAndGeese TicTacToe
graphs partizan: Col HackenbushTree Snort
words partizan: Cherries ClobberRow ElephantsAgainstRhinos HackenbushString KonaneRow NoGoRow Push Shove ToadsAndFrogs TopplingDominoes";

fn ask(desk: &mut RequestHandler, request: &Value) -> Value {
    let request = Request::read(&request.to_string()).unwrap();
    desk.answer(&request, &Budget::generous(), &NullHost)
        .map(|reply| reply.value(Lang::En))
        .unwrap_or(Value::Null)
}

/// Returns whether the players of a game have different moves.
pub fn is_partizan(entry: &Value) -> bool {
    entry["families"]
        .as_array()
        .unwrap()
        .contains(&json!("partizan"))
}

/// Returns the entries of a reply, each with its name.
fn entries(reply: &Value) -> Vec<(String, Value)> {
    let name = |entry: &Value| {
        entry["game"]
            .as_str()
            .or(entry["structure"].as_str())
            .unwrap()
            .to_owned()
    };
    reply["library"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (name(entry), entry.clone()))
        .collect()
}

#[test]
fn every_game_and_kind_is_in_its_families() {
    let mut desk = RequestHandler::new(None);
    let all = entries(&ask(&mut desk, &json!({ "ask": "library" })));
    let mut listed = 0;
    for (name, entry) in &all {
        let line = FAMILIES
            .lines()
            .find(|line| line.split([':', ' ']).any(|word| word == name));
        listed += usize::from(line.is_some());
        let expected: Vec<&str> = line.map_or(vec!["heaps"], |line| {
            line.split(':').next().unwrap().split(' ').collect()
        });
        assert_eq!(entry["families"], json!(expected), "{name}");
    }
    let named = FAMILIES
        .lines()
        .flat_map(|line| line.split(": ").nth(1).unwrap().split_whitespace())
        .count();
    assert_eq!(listed, named, "a name that is in no library");
    for family in [
        "heaps", "rows", "coins", "boards", "graphs", "words", "misere", "loopy", "partizan",
    ] {
        let chosen = entries(&ask(
            &mut desk,
            &json!({ "ask": "library", "family": family }),
        ));
        let expected: Vec<_> = all
            .iter()
            .filter(|(_, entry)| {
                entry["families"]
                    .as_array()
                    .unwrap()
                    .contains(&json!(family))
            })
            .cloned()
            .collect();
        assert!(chosen == expected && !chosen.is_empty(), "{family}");
    }
}

#[test]
fn every_game_begins_where_there_are_moves() {
    let mut desk = RequestHandler::new(None);
    for (name, entry) in entries(&ask(&mut desk, &json!({ "ask": "library" }))) {
        // `legal` does not support games in which the players have different moves.
        if is_partizan(&entry) {
            let picture = ask(
                &mut desk,
                &json!({ "ask": "draw", "question": entry["position"] }),
            );
            let moves = ask(
                &mut desk,
                &json!({ "ask": "moves", "question": entry["position"] }),
            );
            assert_eq!(moves["position"], entry["position"], "{name}");
            assert!(picture["picture"].is_string(), "{name}");
        } else {
            let look = ask(
                &mut desk,
                &json!({ "ask": "legal", "question": entry["position"], "options": { "limit": 1 } }),
            );
            assert_eq!(look["position"], entry["position"], "{name}");
            assert!(
                !look["legal"].as_array().unwrap().is_empty() && look["picture"].is_string(),
                "{name}"
            );
        }
        // `start` is true exactly if the name of the game alone is a valid query.
        if entry["game"].is_string() {
            let alone = ask(
                &mut desk,
                &json!({ "ask": "draw", "question": name.to_lowercase() }),
            );
            assert_eq!(entry["start"], json!(!alone.is_null()), "{name}");
            assert!(
                alone.is_null() || alone["position"] == entry["position"],
                "{name}"
            );
        }
    }
}

#[test]
fn rules_of_ones_own_are_told_too() {
    let mut desk = RequestHandler::new(None);
    let file = json!({ "name": "own.game", "text": "game Own(N = 5) { loopy state x in 0..N-1 move : [(x + 1) % N] }" });
    ask(&mut desk, &json!({ "ask": "open", "files": [file] }));
    let own = ask(&mut desk, &json!({ "ask": "library", "name": "own" }));
    assert_eq!(
        [&own["families"], &own["position"], &own["start"]],
        [&json!(["rows", "loopy"]), &json!("own[3]"), &json!(false)]
    );
    for (asked, said) in [
        (
            json!({ "ask": "library", "family": "piles" }),
            "family: expected one of heaps, rows, coins, boards, graphs, words, misere, loopy, partizan",
        ),
        (
            json!({ "ask": "library", "family": "heaps", "name": "nim" }),
            "a name and a family cannot be combined",
        ),
    ] {
        let request = Request::read(&asked.to_string()).unwrap();
        let error = desk
            .answer(&request, &Budget::generous(), &NullHost)
            .err()
            .unwrap();
        assert!(
            error.render(Lang::En, false).contains(said),
            "{}",
            error.render(Lang::En, false)
        );
    }
}
