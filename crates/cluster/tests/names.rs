//! Names of objects are parsed strictly. Every name in a store that is not an object name is
//! foreign.

use cluster::store::object_name::{
    ObjectName, ShareProgress, checkpoint_name, escape_name, is_folder, is_object,
};
use cluster::store::{MANIFEST, MemoryBackend, StorageBackend};

#[test]
fn names_come_back() {
    let far = ShareProgress {
        round: 3,
        places: 65_536,
    };
    let all = [
        ObjectName::Manifest,
        ObjectName::Table { tier: 0, share: 12 },
        ObjectName::Message {
            tier: 10,
            round: 7,
            share: 0,
        },
        ObjectName::Checkpoint {
            tier: 1,
            share: 2,
            far,
            alone: true,
        },
        ObjectName::Checkpoint {
            tier: 1,
            share: 2,
            far: ShareProgress::end_of_round(9),
            alone: false,
        },
        ObjectName::Lasting { tier: 1, share: 2 },
    ];
    for object in all {
        let name = object.to_string();
        assert_eq!(ObjectName::parse(&name), Some(object), "{name}");
        // Every proper prefix of an object name is a folder, and no object name is a folder.
        let mut folder = &name[..];
        assert!(!is_folder(folder), "{name}");
        while let Some((outer, _)) = folder.rsplit_once('/') {
            assert!(is_folder(outer) && !is_object(outer), "{outer}");
            folder = outer;
        }
    }
    assert_eq!(
        checkpoint_name(1, 2, far, true),
        "tier/1/checkpoint/2/alone5-3-65536"
    );
}

#[test]
fn other_names_are_no_objects() {
    let foreign = [
        "",
        "/",
        ".",
        "..",
        "tier",
        "tier/",
        "tier/1",
        "manifest/",
        "/manifest",
        "Manifest",
        "manifest~",
        ".manifest",
        "tier/1/share/0",
        "tier/1/share/0/table/",
        "tier/01/share/0/table",
        "tier/+1/share/0/table",
        "tier/-1/share/0/table",
        "tier/1/share/00/table",
        "tier/1/share/0/table.bak",
        "tier/1/share/0/table2",
        "tier/1//share/0/table",
        "tier/1/share/../table",
        "tier/1/share/0/Table",
        "tier/99999999999999999999999/share/0/table",
        "tier/1/round/0/from",
        "tier/1/round/0/from/",
        "tier/1/round/4294967296/from/0",
        "tier/1/round/0/from/x",
        "tier/1/round/0/to/0",
        "tier/1/checkpoint/0/share5",
        "tier/1/checkpoint/0/share5-",
        "tier/1/checkpoint/0/share5-+3",
        "tier/1/checkpoint/0/share5-03",
        "tier/1/checkpoint/0/share5-3-",
        "tier/1/checkpoint/0/share5-3-07",
        "tier/1/checkpoint/0/share5-3-7-1",
        "tier/1/checkpoint/0/lasting",
        "tier/1/checkpoint/0/lasting33",
        "tier/1/checkpoint/x/lasting3",
        "tier/1/@eaDir",
        "tier/1/lost+found",
        "tier/notes.txt",
        "src/tier/1/share/0/table",
        "tier/١/share/0/table",
        "tier/1/share/0/.grundy-object-00000000000000000000000000000000.part",
    ];
    let place = MemoryBackend::default();
    place.put(MANIFEST, b"a manifest").unwrap();
    for name in foreign {
        assert!(!is_object(name), "{name}");
        place.put(name, b"somebody's").unwrap();
    }
    assert!(
        is_folder("tier/1/share")
            && !is_folder("tier/01/share")
            && !is_folder("src")
            && !is_folder("tier/1/@eaDir")
            && !is_folder("")
    );
    assert_eq!(place.list("tier"), Ok(vec![]));
    assert_eq!(place.foreign().unwrap().len(), foreign.len());
}

#[test]
fn names_are_printed_without_control_characters() {
    assert_eq!(
        escape_name("a b/ü\u{1b}[2J\u{202e}\n'\""),
        "a b/ü\\u{1b}[2J\\u{202e}\\n'\""
    );
}
