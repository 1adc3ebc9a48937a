//! Object storage as a place, by the storage in memory and on a disk that `object_store` brings; a server that speaks the language of S3 is asked in `.ci/cluster`.

use archive::{Fault, Place};
use base::budget::Budget;
use cluster::{Folder, Objects};
use engines::tiers::What;
use object_store::ObjectStore;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;

use crate::{LADDERS, folder, objects, with_plan, work};

fn place(store: Box<dyn ObjectStore>, prefix: &str) -> Objects {
    Objects::new(store, Path::from(prefix), "memory://").unwrap()
}

fn does_what_a_folder_does(place: &dyn Place) {
    assert_eq!(place.get("a/b"), Ok(None));
    assert_eq!(place.size("a/b"), Ok(None));
    assert_eq!(place.first("a/b", 9), Ok(None));
    assert_eq!(place.read("a/b", 0, 1), Err(Fault::Missing("a/b".to_owned())));
    place.put("a/b", b"entries").unwrap();
    place.put("a/b", b"later").unwrap();
    assert_eq!(place.get("a/b"), Ok(Some(b"entries".to_vec())), "an object that is there stays");
    assert_eq!(place.size("a/b"), Ok(Some(7)));
    assert_eq!((place.first("a/b", 3), place.first("a/b", 99)), (Ok(Some(b"ent".to_vec())), Ok(Some(b"entries".to_vec()))));
    assert_eq!((place.read("a/b", 2, 3), place.read("a/b", 7, 0)), (Ok(b"tri".to_vec()), Ok(Vec::new())));
    for (start, length) in [(5, 3), (7, 1), (99, 1), (u64::MAX, 2)] {
        assert!(matches!(place.read("a/b", start, length), Err(Fault::Damaged(..))), "{length} bytes from {start}");
    }
    place.put("a/c/d", b"x").unwrap();
    place.put("ab/c", b"x").unwrap();
    let mut names = place.list("a").unwrap();
    names.sort();
    assert_eq!(names, ["a/b", "a/c/d"]);
    place.remove("a/b").unwrap();
    place.remove("a/b").unwrap();
    assert_eq!(place.list("a"), Ok(vec!["a/c/d".to_owned()]));
    // Longer than what is sent in one part.
    let long: Vec<u8> = (0..70_u32 << 20).map(|at| (at / 977) as u8).collect();
    place.put("long", &long).unwrap();
    assert_eq!(place.size("long"), Ok(Some(long.len() as u64)));
    assert_eq!(place.read("long", 66 << 20, 100).unwrap(), long[66 << 20..][..100]);
}

#[test]
fn objects_come_back() {
    let path = folder("objects");
    std::fs::create_dir_all(&path).unwrap();
    does_what_a_folder_does(&Folder::new(path.join("folder")));
    does_what_a_folder_does(&place(Box::new(InMemory::new()), ""));
    does_what_a_folder_does(&place(Box::new(InMemory::new()), "deep/within"));
    does_what_a_folder_does(&place(Box::new(LocalFileSystem::new_with_prefix(&path).unwrap()), "store"));
    let _ = std::fs::remove_dir_all(&path);
}

#[test]
fn a_table_is_the_same_there() {
    let path = folder("in-folder");
    with_plan(LADDERS, What::Remoteness, |plan| work(plan, &Folder::new(&path), 3, 0..3, &Budget::generous()).unwrap());
    let remote = place(Box::new(InMemory::new()), "t");
    std::thread::scope(|scope| {
        for share in 0..3 {
            let remote = &remote;
            scope.spawn(move || {
                with_plan(LADDERS, What::Remoteness, |plan| work(plan, remote, 3, share..share + 1, &Budget::generous()).unwrap());
            });
        }
    });
    let mut names = remote.list("tier").unwrap();
    names.sort();
    let there: Vec<_> = names.into_iter().map(|name| (name.clone(), remote.get(&name).unwrap().unwrap())).collect();
    assert_eq!(there, objects(&path));
    let _ = std::fs::remove_dir_all(&path);
}

#[test]
fn urls_that_mean_no_place_are_refused() {
    for url in ["gopher://a/b", "file://x"] {
        let refused = cluster::place(url).err().unwrap_or_else(|| panic!("{url} is taken"));
        assert!(refused.text().en.contains(url), "{}", refused.text().en);
    }
    assert!(cluster::place("file:///tmp/x").is_ok() && cluster::place("C:\\x").is_ok() && cluster::place("x").is_ok());
}
