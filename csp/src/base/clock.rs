//! The clock of deadlines and statistics.

/// A moment: that of the standard library or, on `wasm32-unknown-unknown`, where the standard library has no clock, a
/// moment of the host's clock.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// Returns the processor time of the process, all its threads together; `None` where the system has no such clock that
/// the crate can read. That is everywhere but on Unix.
pub(crate) fn processor_time() -> Option<std::time::Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(std::time::Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use given::{Instant, set_clock};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod given {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since some moment and never goes back. Only the first call has
    /// an effect. Without a clock the time is constant, so that no time limit is reached.
    pub fn set_clock(now: fn() -> Duration) {
        CLOCK.get_or_init(|| now);
    }

    /// A moment of the host's clock, with the functions of `std::time::Instant`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current moment.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |now| now()))
        }

        /// Returns the time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// Returns the time since another moment; 0 if that moment is later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Returns a later moment; `None` beyond the range of the clock.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::given::{Instant, set_clock};

    #[test]
    fn a_given_clock_is_followed() {
        static SECONDS: AtomicU64 = AtomicU64::new(5);
        let begun = Instant::now();
        set_clock(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed)));
        assert_eq!(begun.elapsed(), Duration::from_secs(5));
        let end = Instant::now().checked_add(Duration::from_secs(2)).expect("it is near");
        assert!(Instant::now() < end && Instant::now().checked_add(Duration::MAX).is_none());
        SECONDS.store(7, Ordering::Relaxed);
        assert_eq!(Instant::now(), end);
        assert_eq!(begun.saturating_duration_since(end), Duration::ZERO);
    }
}
