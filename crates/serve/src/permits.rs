//! Permits, which limit the number of threads that do the same work at once.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Interval at which a waiting thread checks whether its client has left.
pub const INTERVAL: Duration = Duration::from_millis(50);

/// A fixed number of permits. Threads receive them in the order in which they began to wait.
pub struct Permits {
    state: Mutex<PermitState>,
    changed: Condvar,
}

struct PermitState {
    free: usize,
    /// The numbers of the threads that wait, the longest waiting first.
    waiting: VecDeque<u64>,
    next: u64,
}

/// A permit, which is released when it is dropped.
pub struct Permit(Arc<Permits>);

impl Permits {
    /// Creates `count` permits.
    pub fn new(count: usize) -> Arc<Permits> {
        Arc::new(Permits {
            state: Mutex::new(PermitState {
                free: count,
                waiting: VecDeque::new(),
                next: 0,
            }),
            changed: Condvar::new(),
        })
    }

    /// Waits for a permit. Returns `None` as soon as `is_abandoned` returns true.
    pub fn acquire(self: &Arc<Self>, is_abandoned: impl Fn() -> bool) -> Option<Permit> {
        let mut state = self.state();
        let own = state.next;
        state.next += 1;
        state.waiting.push_back(own);
        loop {
            if state.free > 0 && state.waiting.front() == Some(&own) {
                state.waiting.pop_front();
                state.free -= 1;
                if state.free > 0 {
                    self.changed.notify_all();
                }
                return Some(Permit(self.clone()));
            }
            let (woken, waited) = self
                .changed
                .wait_timeout(state, INTERVAL)
                .unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if waited.timed_out() {
                drop(state);
                let has_left = is_abandoned();
                state = self.state();
                if has_left {
                    state.waiting.retain(|other| *other != own);
                    self.changed.notify_all();
                    return None;
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, PermitState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.state().free += 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::{INTERVAL, Permits};

    #[test]
    fn threads_receive_permits_in_their_order() {
        let permits = Permits::new(1);
        let held = permits.acquire(|| false).unwrap();
        let (sender, receiver) = channel();
        let threads: Vec<_> = (0..5)
            .map(|number| {
                let (own, sender) = (permits.clone(), sender.clone());
                let thread = thread::spawn(move || {
                    // The thread with the number 2 leaves while it waits.
                    let permit = own.acquire(|| number == 2);
                    sender.send((number, permit.is_some())).unwrap();
                });
                while permits.state().next <= 1 + number {
                    thread::yield_now();
                }
                thread
            })
            .collect();
        assert_eq!(receiver.recv(), Ok((2, false)));
        assert!(receiver.recv_timeout(2 * INTERVAL).is_err());
        drop(held);
        for number in [0, 1, 3, 4] {
            assert_eq!(receiver.recv(), Ok((number, true)));
        }
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(permits.state().free, 1);
    }
}
