//! Restarts the server within its process, on the same port and with the same key. The server
//! restarts if a question would end the process (an allocation without a budget poll, a panic, an
//! exhausted stack). Only the questions being answered are lost.
#![allow(unsafe_code)]

use std::ffi::{CString, OsString, c_char, c_int};
use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};
use std::time::{Duration, Instant};

use serve::RestartState;

use crate::invocation;

/// Environment variable that passes the descriptors of the socket and of the key to the restarted
/// program.
const DESCRIPTORS: &str = "GRUNDY_SERVE_DESCRIPTORS";

/// Minimum age at which a server is restarted. A server that fails earlier waits until it has
/// reached this age, so that questions cannot cause a rapid series of restarts.
const MIN_AGE: Duration = Duration::from_secs(1);

/// Arguments of `execve`, allocated in advance because the memory may be exhausted when `execve` is
/// called.
static PROGRAM: AtomicPtr<c_char> = AtomicPtr::new(null_mut());
static ARGUMENTS: AtomicPtr<*const c_char> = AtomicPtr::new(null_mut());
static ENVIRONMENT: AtomicPtr<*const c_char> = AtomicPtr::new(null_mut());
static INHERITED_DESCRIPTORS: [AtomicI32; 2] = [const { AtomicI32::new(-1) }; 2];
static ARMED: OnceLock<Instant> = OnceLock::new();

/// Returns the state inherited from the previous program if the server was restarted, otherwise
/// `None`.
pub fn resumed() -> Option<RestartState> {
    let named = std::env::var(DESCRIPTORS).ok()?;
    let (socket, key) = named.split_once(',')?;
    let (socket, key): (RawFd, RawFd) = (socket.parse().ok()?, key.parse().ok()?);
    for descriptor in [socket, key] {
        // SAFETY: the call sets a flag of a descriptor, and fails if the descriptor does not exist.
        if unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) } < 0 {
            return None;
        }
    }
    // SAFETY: both descriptors are open, as was just tested. The descriptors were inherited from
    // the previous program, and nothing else in this program owns them.
    let (listener, key) = unsafe { (TcpListener::from_raw_fd(socket), OwnedFd::from_raw_fd(key)) };
    let mut text = String::new();
    std::fs::File::from(key).read_to_string(&mut text).ok()?;
    Some(RestartState {
        listener,
        key: text,
    })
}

/// Prepares a restart that passes the given socket and key to the restarted program.
///
/// # Errors
/// Returns an error if the path of the program or its arguments are not available as C strings, or
/// if no pipe can be created.
pub fn arm(socket: RawFd, key: &str) -> io::Result<()> {
    let (reader, mut writer) = io::pipe()?;
    writer.write_all(key.as_bytes())?;
    drop(writer);
    let key = OwnedFd::from(reader).into_raw_fd();
    let text = |text: OsString| CString::new(text.into_vec()).map_err(io::Error::other);
    let mut environment: Vec<OsString> = Vec::new();
    for (name, value) in std::env::vars_os().filter(|(name, _)| name != DESCRIPTORS) {
        let mut both = name;
        both.push("=");
        both.push(value);
        environment.push(both);
    }
    environment.push(format!("{DESCRIPTORS}={socket},{key}").into());
    let again = invocation::program()
        .iter()
        .chain(invocation::arguments().iter().skip(1));
    let again: Vec<CString> = again.cloned().map(text).collect::<io::Result<_>>()?;
    let program = again.first().cloned().unwrap_or_default();
    ARGUMENTS.store(list(again), Ordering::SeqCst);
    ENVIRONMENT.store(
        list(
            environment
                .into_iter()
                .map(text)
                .collect::<io::Result<_>>()?,
        ),
        Ordering::SeqCst,
    );
    INHERITED_DESCRIPTORS[0].store(socket, Ordering::SeqCst);
    INHERITED_DESCRIPTORS[1].store(key, Ordering::SeqCst);
    let _ = ARMED.set(Instant::now());
    PROGRAM.store(program.into_raw(), Ordering::SeqCst);
    let handler: extern "C" fn(c_int) = aborted;
    // SAFETY: the handler calls only async-signal-safe functions.
    unsafe { libc::signal(libc::SIGABRT, handler as libc::sighandler_t) };
    Ok(())
}

/// Returns a null-terminated array of C strings, which is leaked for the lifetime of the process.
fn list(texts: Vec<CString>) -> *mut *const c_char {
    let pointers = texts
        .into_iter()
        .map(|text| text.into_raw().cast_const())
        .chain([null()]);
    Box::leak(pointers.collect::<Box<[*const c_char]>>()).as_mut_ptr()
}

extern "C" fn aborted(_: c_int) {
    restart();
    // SAFETY: the call restores the default action, which ends the process when this handler
    // returns to `abort`.
    unsafe { libc::signal(libc::SIGABRT, libc::SIG_DFL) };
}

/// Restarts the server. Returns only if no restart is prepared. The function allocates nothing and
/// takes no lock.
pub fn restart() {
    let (program, age) = (
        PROGRAM.load(Ordering::SeqCst),
        ARMED.get().map(Instant::elapsed),
    );
    let Some(age) = age.filter(|_| !program.is_null()) else {
        return;
    };
    let early = MIN_AGE.saturating_sub(age);
    let wait = libc::timespec {
        tv_sec: early.as_secs().cast_signed(),
        tv_nsec: early.subsec_nanos().into(),
    };
    // SAFETY: the call only reads `wait`, and it is async-signal-safe.
    unsafe { libc::nanosleep(&raw const wait, null_mut()) };
    // SAFETY: the descriptors are open as long as the server runs. The arrays end with a null
    // pointer, their strings end with a zero byte, and neither is ever freed. The signal set is
    // initialised before it is used.
    unsafe {
        for kept in &INHERITED_DESCRIPTORS {
            libc::fcntl(kept.load(Ordering::SeqCst), libc::F_SETFD, 0);
        }
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut signals);
        libc::sigaddset(&raw mut signals, libc::SIGABRT);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const signals, null_mut());
        libc::execve(
            program,
            ARGUMENTS.load(Ordering::SeqCst),
            ENVIRONMENT.load(Ordering::SeqCst),
        );
    }
}
