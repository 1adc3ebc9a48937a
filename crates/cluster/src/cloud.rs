//! Object storage as a storage backend: S3 and compatible services, Google Cloud Storage, Azure. An
//! object is created only if it does not exist. If the storage cannot create objects conditionally,
//! an existing object is overwritten with the same bytes.

use crate::store::object_name::{escape_name, is_object};
use crate::store::{MANIFEST, StorageBackend, StoreError};
use base::text;
use object_store::path::Path;
use object_store::{
    Error, GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutMode, PutPayload, WriteMultipart,
};
use tokio::runtime::{Builder, Runtime};

/// Maximum size in bytes of an object that is sent in one request. An object above this size is
/// sent in several requests.
const MAX_SINGLE_PUT_BYTES: usize = 64 << 20;

/// A storage backend that stores objects in a bucket, under a path.
pub struct CloudBackend {
    store: Box<dyn ObjectStore>,
    path: Path,
    url: String,
    runtime: Runtime,
}

impl CloudBackend {
    /// Opens the backend of a URL: `s3://BUCKET/PATH`, `gs://…` or `az://…`. The settings are
    /// environment variables with the names that the vendors' own tools use (`AWS_ACCESS_KEY_ID`,
    /// `AWS_ENDPOINT`, `GOOGLE_SERVICE_ACCOUNT`, `AZURE_STORAGE_ACCOUNT_NAME` …).
    ///
    /// # Errors
    /// Returns [`StoreError::System`] if the URL or a setting is invalid.
    pub fn open(
        url: &str,
        settings: impl IntoIterator<Item = (String, String)>,
    ) -> Result<CloudBackend, StoreError> {
        let refused = |why: &dyn std::fmt::Display| {
            StoreError::System(text!(
                "{url} cannot be used as a store: {why}",
                "{url} 不能用作存储：{why}"
            ))
        };
        let parsed = url.parse().map_err(|why: url::ParseError| refused(&why))?;
        let settings = settings
            .into_iter()
            .map(|(name, value)| (name.to_ascii_lowercase(), value));
        let (store, path) =
            object_store::parse_url_opts(&parsed, settings).map_err(|why| refused(&why))?;
        CloudBackend::new(store, path, url).map_err(|why| refused(&why))
    }

    /// Creates a backend for the objects under a path of a given storage. Messages refer to the
    /// storage as `url`.
    ///
    /// # Errors
    /// Returns an error if the system cannot create the asynchronous runtime.
    pub fn new(
        store: Box<dyn ObjectStore>,
        path: Path,
        url: &str,
    ) -> std::io::Result<CloudBackend> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(CloudBackend {
            store,
            path,
            url: url.to_owned(),
            runtime,
        })
    }

    /// Returns the name relative to the path of this backend; `None` if the object is not below
    /// that path.
    fn own(&self, path: &Path) -> Option<String> {
        let words: Vec<String> = path
            .prefix_match(&self.path)?
            .map(|word| word.as_ref().to_owned())
            .collect();
        // Some programs create an object with the name of a folder, to mark the folder.
        (!words.is_empty()).then(|| words.join("/"))
    }

    /// Returns the names of up to `most` objects below a prefix, including foreign objects.
    fn names(&self, prefix: &Path, most: usize) -> Result<Vec<String>, StoreError> {
        use futures_util::{StreamExt, TryStreamExt};
        let prefix_of_all = Some(prefix).filter(|prefix| !prefix.as_ref().is_empty());
        let listed: Result<Vec<_>, Error> = self
            .runtime
            .block_on(self.store.list(prefix_of_all).take(most).try_collect());
        let listed = listed.map_err(|why| self.unreadable(prefix.as_ref(), &why))?;
        Ok(listed
            .iter()
            .filter_map(|about| self.own(&about.location))
            .collect())
    }

    fn object_path(&self, name: &str) -> Path {
        name.split('/')
            .fold(self.path.clone(), |path, word| path.join(word))
    }

    fn unreadable(&self, name: &str, why: &Error) -> StoreError {
        let url = &self.url;
        StoreError::System(text!(
            "{name} in {url} cannot be read: {why}",
            "无法读取 {url} 中的 {name}：{why}"
        ))
    }

    fn unwritable(&self, name: &str, why: &Error) -> StoreError {
        let url = &self.url;
        StoreError::System(text!(
            "{name} in {url} cannot be written: {why}; the objects in the store are complete: run the same command again to continue",
            "无法写入 {url} 中的 {name}：{why}；存储中已有的内容是完整的：再次运行同一命令即可继续"
        ))
    }

    async fn range(&self, name: &str, range: Option<GetRange>) -> Result<Option<Vec<u8>>, Error> {
        let got = async {
            self.store
                .get_opts(
                    &self.object_path(name),
                    GetOptions {
                        range,
                        ..GetOptions::default()
                    },
                )
                .await?
                .bytes()
                .await
        };
        match got.await {
            Ok(bytes) => Ok(Some(bytes.to_vec())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(why),
        }
    }

    async fn write_object(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.object_path(name);
        if bytes.len() > MAX_SINGLE_PUT_BYTES {
            if self.store.head(&path).await.is_ok() {
                return Ok(());
            }
            let mut upload = WriteMultipart::new_with_chunk_size(
                self.store.put_multipart(&path).await?,
                MAX_SINGLE_PUT_BYTES / 4,
            );
            for part in bytes.chunks(MAX_SINGLE_PUT_BYTES / 4) {
                upload.wait_for_capacity(2).await?;
                upload.write(part);
            }
            return upload.finish().await.map(drop);
        }
        let payload = PutPayload::from(bytes.to_vec());
        match self
            .store
            .put_opts(&path, payload.clone(), PutMode::Create.into())
            .await
        {
            Ok(_) | Err(Error::AlreadyExists { .. }) => Ok(()),
            // The storage cannot create an object conditionally. The last write wins, and all
            // writes are identical.
            Err(Error::NotImplemented { .. } | Error::NotSupported { .. }) => {
                self.store.put(&path, payload).await.map(drop)
            }
            Err(why) => Err(why),
        }
    }
}

impl StorageBackend for CloudBackend {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.runtime
            .block_on(self.range(name, None))
            .map_err(|why| self.unreadable(name, &why))
    }

    fn size(&self, name: &str) -> Result<Option<u64>, StoreError> {
        match self
            .runtime
            .block_on(self.store.head(&self.object_path(name)))
        {
            Ok(about) => Ok(Some(about.size)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(self.unreadable(name, &why)),
        }
    }

    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError> {
        let cut = || StoreError::Damaged(name.to_owned(), text!("it is truncated", "内容被截断"));
        let end = start.checked_add(length as u64).ok_or_else(cut)?;
        if length == 0 {
            return Ok(Vec::new());
        }
        match self
            .runtime
            .block_on(self.range(name, Some(GetRange::Bounded(start..end))))
        {
            Ok(Some(bytes)) if bytes.len() == length => Ok(bytes),
            Ok(Some(_)) => Err(cut()),
            Ok(None) => Err(StoreError::Missing(name.to_owned())),
            // The requested range is beyond the end of the object.
            Err(why) => match self.size(name)? {
                Some(size) if size < end => Err(cut()),
                _ => Err(self.unreadable(name, &why)),
            },
        }
    }

    fn read_prefix(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        match self
            .runtime
            .block_on(self.range(name, Some(GetRange::Bounded(0..most as u64))))
        {
            Ok(bytes) => Ok(bytes),
            // An empty object has no valid range.
            Err(why) => match self.size(name)? {
                Some(0) => Ok(Some(Vec::new())),
                _ => Err(self.unreadable(name, &why)),
            },
        }
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.runtime
            .block_on(self.write_object(name, bytes))
            .map_err(|why| self.unwritable(name, &why))
    }

    fn occupied(&self) -> Result<Option<String>, StoreError> {
        // One of the two listed objects may be the marker of the folder.
        let names = self.names(&self.path, 2)?;
        Ok(names
            .iter()
            .map(|name| escape_name(name))
            .next()
            .filter(|_| !names.iter().any(|name| name == MANIFEST)))
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let mut names = self.names(&self.object_path(prefix), usize::MAX)?;
        names.retain(|name| is_object(name));
        Ok(names)
    }

    fn foreign(&self) -> Result<Vec<String>, StoreError> {
        let names = self.names(&self.path, usize::MAX)?;
        let mut names: Vec<String> = names
            .iter()
            .filter(|name| !is_object(name))
            .map(|name| escape_name(name))
            .collect();
        names.sort_unstable();
        Ok(names)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        assert!(is_object(name), "{name} is no name of an object");
        match self
            .runtime
            .block_on(self.store.delete(&self.object_path(name)))
        {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(why) => Err(self.unwritable(name, &why)),
        }
    }
}
