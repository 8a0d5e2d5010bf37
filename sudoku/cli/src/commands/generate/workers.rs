//! Workers that make attempts, and the main thread that takes their results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sudoku::{Attempt, Cancel, Generator};

use crate::say;

/// Time for which a worker makes attempts before handing them over: short enough to wait for, long enough to fill the
/// lanes.
const SHORT: Duration = Duration::from_millis(5);
const LONG: Duration = Duration::from_millis(40);
/// Maximum number of attempts in a piece.
const MOST_AT_ONCE: u64 = 1024;
/// Maximum number of pieces that wait for an earlier one.
const MOST_EARLY: u64 = 64;
/// Interval at which waiting threads check whether to stop.
const LOOK: Duration = Duration::from_millis(10);

/// Range of attempts, with its place in the order.
struct Piece {
    place: u64,
    attempts: Vec<Attempt>,
    /// The number of clues in them that may be redundant.
    undecided: u64,
}

/// Makes attempts from `first` on, on several threads, and passes them on in order, until `take` refuses more or `is_over` holds.
/// Returns the number of solver calls, and the number of clues that may be redundant in what was taken.
pub(super) fn make(
    threads: usize,
    first: u64,
    generator: impl Fn(&Cancel) -> Option<Generator> + Sync,
    is_over: impl Fn() -> bool,
    take: impl FnMut(Attempt) -> bool,
) -> (u64, u64) {
    let shared = Shared { next: Mutex::new((0, first)), ..Shared::default() };
    let (send, receive) = sync_channel(2 * threads);
    let work = |send| shared.work(generator(&shared.stop).expect("the requirements have been checked"), send);
    let undecided = std::thread::scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            let spawned = std::thread::Builder::new().spawn_scoped(scope, || work(send));
            if let Err(error) = spawned {
                say!("sudoku: a thread cannot be started: {error}");
            }
        }
        drop(send);
        shared.pass_on(receive, is_over, take)
    });
    (shared.questions.into_inner(), undecided)
}

/// The state that workers share.
#[derive(Default)]
struct Shared {
    stop: Cancel,
    /// The next piece, and its first attempt.
    next: Mutex<(u64, u64)>,
    /// The piece that is passed on next.
    turn: AtomicU64,
    /// The number of solver calls.
    questions: AtomicU64,
}

impl Shared {
    /// Makes attempts until the end.
    fn work(&self, mut generator: Generator, send: SyncSender<Piece>) {
        let mut size = 1;
        while !self.stop.is_cancelled() {
            let Some((place, first)) = self.claim(size) else {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            let (begun, before) = (Instant::now(), generator.undecided());
            let attempts = generator.attempts(first..first + size);
            let took = begun.elapsed();
            if took < SHORT {
                size = (2 * size).min(MOST_AT_ONCE);
            } else if took > LONG {
                size = (size / 2).max(1);
            }
            if send.send(Piece { place, attempts, undecided: generator.undecided() - before }).is_err() {
                break;
            }
        }
        self.questions.fetch_add(generator.questions(), Ordering::Relaxed);
    }

    /// Takes the next piece, and returns its place and its first attempt; `None` while too many wait for an earlier one.
    fn claim(&self, size: u64) -> Option<(u64, u64)> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let claimed = *next;
        let is_early = claimed.0 < self.turn.load(Ordering::Relaxed) + MOST_EARLY;
        is_early.then(|| {
            *next = (claimed.0 + 1, claimed.1 + size);
            claimed
        })
    }

    /// Passes attempts on in order. Returns the number of clues that may be redundant in what was taken.
    fn pass_on(
        &self,
        receive: Receiver<Piece>,
        is_over: impl Fn() -> bool,
        mut take: impl FnMut(Attempt) -> bool,
    ) -> u64 {
        let (mut early, mut wanted, mut undecided) = (BTreeMap::new(), true, 0);
        loop {
            if is_over() {
                self.stop.cancel();
            }
            match receive.recv_timeout(LOOK) {
                Ok(piece) => early.insert(piece.place, piece),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return undecided,
            };
            while let Some(piece) = early.remove(&self.turn.load(Ordering::Relaxed)) {
                self.turn.fetch_add(1, Ordering::Relaxed);
                undecided += if wanted { piece.undecided } else { 0 };
                for attempt in piece.attempts {
                    wanted = wanted && take(attempt);
                }
                if !wanted {
                    self.stop.cancel();
                }
            }
        }
    }
}
