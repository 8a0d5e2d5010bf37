//! The work of an explainer, counted against its limits.

use csp::{Limits, clock::Instant, limits::Meter};

/// The limits of an explainer, and the work done so far. All parts of an explainer count on it, and end early once a
/// limit is reached; what they found until then is true, but perhaps not all.
#[derive(Debug, Default)]
pub(super) struct Work {
    limits: Limits,
    meter: Meter,
    /// Decisions that are left.
    nodes: Option<u64>,
    bytes: usize,
    is_over: bool,
}

impl Work {
    /// Begins a puzzle. The limits count from now.
    pub fn begin(&mut self, limits: &Limits) {
        self.limits = limits.clone().counted_from(Instant::now());
        self.meter = Meter::new(&self.limits);
        self.nodes = limits.node_limit();
        self.bytes = 0;
        self.is_over = false;
    }

    /// The limits for a search that is a part of the work.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The limits for a search of at most `nodes` decisions.
    pub fn nodes(&self, nodes: u64) -> Limits {
        self.limits.clone().nodes(self.nodes.map_or(nodes, |left| left.min(nodes)))
    }

    /// Counts decisions.
    pub fn decided(&mut self, nodes: u64) {
        if let Some(left) = &mut self.nodes {
            self.is_over |= nodes >= *left;
            *left = left.saturating_sub(nodes);
        }
    }

    /// Counts work, of which a unit takes some 0.2 microseconds. Returns whether a limit has been reached.
    #[inline]
    pub fn spend(&mut self, work: u32) -> bool {
        if !self.is_over && self.meter.is_due(work) {
            self.is_over = self.meter.is_over(self.bytes);
        }
        self.is_over
    }

    /// Sets the number of bytes that preparations take now.
    pub fn hold(&mut self, bytes: usize) {
        self.bytes = bytes;
    }

    /// Records that a part of the work has reached a limit.
    pub fn end(&mut self) {
        self.is_over = true;
    }

    /// Whether a limit has been reached.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether a limit has been reached by now.
    pub fn is_over_now(&mut self) -> bool {
        self.is_over |= self.meter.is_over_now(self.bytes);
        self.is_over
    }
}
