//! Object storage as a storage backend, tested with the in-memory and the file-system storage of
//! `object_store`. A server that implements the S3 protocol is tested in `.ci/cluster`.

use base::budget::Budget;
use cluster::store::{MANIFEST, StorageBackend, StoreError};
use cluster::{CloudBackend, FolderBackend};
use object_store::ObjectStore;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use tablebase::TableKind;

use crate::{LADDERS, folder, objects, with_plan, work};

fn place(store: Box<dyn ObjectStore>, prefix: &str) -> CloudBackend {
    CloudBackend::new(store, Path::from(prefix), "memory://").unwrap()
}

const NAME: &str = "tier/7/share/12/table";

fn does_what_a_folder_does(place: &dyn StorageBackend) {
    assert_eq!(place.get(NAME), Ok(None));
    assert_eq!(place.size(NAME), Ok(None));
    assert_eq!(place.read_prefix(NAME, 9), Ok(None));
    assert_eq!(
        place.read(NAME, 0, 1),
        Err(StoreError::Missing(NAME.to_owned()))
    );
    place.put(NAME, b"entries").unwrap();
    place.put(NAME, b"later").unwrap();
    assert_eq!(
        place.get(NAME),
        Ok(Some(b"entries".to_vec())),
        "an object that is there stays"
    );
    assert_eq!(place.size(NAME), Ok(Some(7)));
    assert_eq!(
        (place.read_prefix(NAME, 3), place.read_prefix(NAME, 99)),
        (Ok(Some(b"ent".to_vec())), Ok(Some(b"entries".to_vec())))
    );
    assert_eq!(
        (place.read(NAME, 2, 3), place.read(NAME, 7, 0)),
        (Ok(b"tri".to_vec()), Ok(Vec::new()))
    );
    for (start, length) in [(5, 3), (7, 1), (99, 1), (u64::MAX, 2)] {
        assert!(
            matches!(
                place.read(NAME, start, length),
                Err(StoreError::Damaged(..))
            ),
            "{length} bytes from {start}"
        );
    }
    place.put("tier/7/checkpoint/2/lasting3", b"x").unwrap();
    place.put("tier/70/share/0/table", b"x").unwrap();
    let mut names = place.list("tier/7").unwrap();
    names.sort();
    assert_eq!(names, ["tier/7/checkpoint/2/lasting3", NAME]);
    // Nothing is removed from storage without a manifest.
    place.put(MANIFEST, b"a manifest").unwrap();
    place.remove(NAME).unwrap();
    place.remove(NAME).unwrap();
    assert_eq!(
        place.list("tier/7"),
        Ok(vec!["tier/7/checkpoint/2/lasting3".to_owned()])
    );
    // The object is longer than the maximum size of a single request.
    let long: Vec<u8> = (0..70_u32 << 20).map(|at| (at / 977) as u8).collect();
    place.put("tier/0/round/0/from/0", &long).unwrap();
    assert_eq!(
        place.size("tier/0/round/0/from/0"),
        Ok(Some(long.len() as u64))
    );
    assert_eq!(
        place.read("tier/0/round/0/from/0", 66 << 20, 100).unwrap(),
        long[66 << 20..][..100]
    );
}

#[test]
fn objects_come_back() {
    let path = folder("objects");
    std::fs::create_dir_all(&path).unwrap();
    does_what_a_folder_does(&FolderBackend::new(path.join("folder")));
    does_what_a_folder_does(&place(Box::new(InMemory::new()), ""));
    does_what_a_folder_does(&place(Box::new(InMemory::new()), "deep/within"));
    does_what_a_folder_does(&place(
        Box::new(LocalFileSystem::new_with_prefix(&path).unwrap()),
        "store",
    ));
    let _ = std::fs::remove_dir_all(&path);
}

#[test]
fn a_table_is_the_same_there() {
    let path = folder("in-folder");
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        work(
            plan,
            &FolderBackend::new(&path),
            3,
            0..3,
            &Budget::generous(),
        )
        .unwrap()
    });
    let remote = place(Box::new(InMemory::new()), "t");
    std::thread::scope(|scope| {
        for share in 0..3 {
            let remote = &remote;
            scope.spawn(move || {
                with_plan(LADDERS, TableKind::Remoteness, |plan| {
                    work(plan, remote, 3, share..share + 1, &Budget::generous()).unwrap()
                });
            });
        }
    });
    let mut names = remote.list("tier").unwrap();
    names.sort();
    let there: Vec<_> = names
        .into_iter()
        .map(|name| (name.clone(), remote.get(&name).unwrap().unwrap()))
        .collect();
    assert_eq!(there, objects(&path));
    let _ = std::fs::remove_dir_all(&path);
}

#[test]
fn a_bucket_with_other_objects_is_no_store_and_keeps_them() {
    use object_store::{ObjectStoreExt, PutPayload};
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let bucket = std::sync::Arc::new(InMemory::new());
    let other = |name: &str| {
        runtime
            .block_on(bucket.put(&Path::from(name), PutPayload::from_static(b"somebody's")))
            .unwrap()
    };
    // Objects outside the path of the store are ignored.
    ["t.txt", "tier/0/share/0/table", "t2/manifest"]
        .into_iter()
        .for_each(|name| drop(other(name)));
    let remote = place(Box::new(bucket.clone()), "t");
    assert_eq!(
        (remote.occupied(), remote.foreign()),
        (Ok(None), Ok(vec![]))
    );
    other("t/notes.txt");
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let own = crate::manifest(plan, 1);
        assert!(
            matches!(own.write(&remote), Err(StoreError::System(text)) if text.en.contains("it contains notes.txt, but no manifest"))
        );
        runtime
            .block_on(bucket.delete(&Path::from("t/notes.txt")))
            .unwrap();
        own.write(&remote).unwrap();
        for name in [
            "t/notes.txt",
            "t/tier/0/mine",
            "t/tier/0/share/0/table.bak",
            "t/tier/0/checkpoint/0/share5-0-x",
        ] {
            other(name);
        }
        work(plan, &remote, 1, 0..1, &Budget::generous()).unwrap();
    });
    let foreign = [
        "notes.txt",
        "tier/0/checkpoint/0/share5-0-x",
        "tier/0/mine",
        "tier/0/share/0/table.bak",
    ];
    assert_eq!(remote.foreign().unwrap(), foreign);
    for name in ["t.txt", "tier/0/share/0/table", "t2/manifest"]
        .map(str::to_owned)
        .into_iter()
        .chain(foreign.map(|name| format!("t/{name}")))
    {
        let bytes = runtime.block_on(async {
            bucket
                .get(&Path::from(name.as_str()))
                .await
                .unwrap()
                .bytes()
                .await
                .unwrap()
        });
        assert_eq!(bytes, &b"somebody's"[..], "{name}");
    }
}

#[test]
fn urls_that_mean_no_place_are_refused() {
    for url in ["gopher://a/b", "file://x"] {
        let refused = cluster::open_backend(url)
            .err()
            .unwrap_or_else(|| panic!("{url} is taken"));
        assert!(refused.text().en.contains(url), "{}", refused.text().en);
    }
    assert!(
        cluster::open_backend("file:///tmp/x").is_ok()
            && cluster::open_backend("C:\\x").is_ok()
            && cluster::open_backend("x").is_ok()
    );
}
