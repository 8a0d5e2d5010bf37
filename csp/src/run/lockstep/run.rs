//! The search of all lanes: assignment of instances to lanes, open branches, and sharing of instances.
//!
//! All lanes propagate in one sweep. A lane at its fixpoint guesses, and pushes the other branch on its own stack. A
//! lane that has failed or found a solution pops the latest branch from its stack, and takes the next instance if the
//! stack is empty. Lanes never wait for each other. If there is no next instance, an idle lane takes over the oldest
//! open branch of a busy one, so that a single hard instance, or the last of many, is searched by all lanes.

use super::{Feed, Instance, Stats};
use crate::base::limits::Meter;
use crate::search::Step;

/// Sweeps between two checks of the clock and the cancellation flag.
pub(super) const SWEEPS_PER_LOOK: u64 = 64;

/// Nodes after which idle lanes may share an instance.
const ALONE: u64 = 2;

/// Result of a sweep, a bit for each lane. Lanes without `changed` are at their fixpoint.
pub(super) struct Seen {
    pub changed: u32,
    pub failed: u32,
    /// Lanes in which a variable has more than one value.
    pub open: u32,
}

/// The states of all lanes, and the algorithm that filters them.
pub(super) trait Kernel {
    /// Element of a lane's state.
    type Word: Copy;

    const LANES: usize;

    /// Returns the number of words in a state.
    fn size(&self) -> usize;
    /// Loads an instance into a lane.
    fn begin(&mut self, lane: usize, instance: &Instance);
    /// Loads a state into a lane.
    fn put(&mut self, lane: usize, state: &[Self::Word]);
    /// Filters all lanes by one sweep.
    fn sweep(&mut self) -> Seen;
    /// Narrows an open lane to one of two branches, and appends the other one to `other`. Called after a
    /// sweep that left the lane at its fixpoint.
    fn guess(&mut self, lane: usize, other: &mut Vec<Self::Word>);
    /// Writes the values of a lane in which every variable is fixed.
    fn read(&self, lane: usize, values: &mut [i32]);
}

/// Parameters of a run.
pub(super) struct Order {
    pub most: u64,
    pub node_limit: u64,
    pub failure_limit: u64,
    /// Whether idle lanes may share instances.
    pub share: bool,
    pub limits: Meter,
}

/// An instance that is being solved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Job {
    /// The instance's number, counted by the feed.
    pub instance: u64,
    pub found: u64,
    pub nodes: u64,
    pub failures: u64,
    /// Number of lanes that work on it.
    lanes: u32,
}

impl Job {
    /// Returns the record of an instance in one lane.
    pub fn new(instance: u64) -> Job {
        Job { instance, lanes: 1, ..Job::default() }
    }
}

/// A lane's share of an instance.
#[derive(Debug)]
struct Lane<T> {
    job: usize,
    /// Open branches, oldest first. Those before `oldest` were taken over by other lanes.
    stack: Vec<T>,
    oldest: usize,
    /// Number of guesses above the oldest open branch.
    depth: u64,
}

/// The lanes and their instances.
pub(super) struct Lanes<'a, K: Kernel> {
    kernel: K,
    feed: &'a mut dyn Feed,
    order: Order,
    lanes: Vec<Lane<K::Word>>,
    jobs: Vec<Job>,
    /// The lanes that work on an instance, a bit each.
    busy: u32,
    /// The instance that the feed states.
    instance: Instance,
    stats: Stats,
}

/// Solves all instances of the feed.
#[inline(always)]
pub(super) fn run<K: Kernel>(kernel: K, instance: Instance, order: Order, feed: &mut dyn Feed) -> Stats {
    Lanes::new(kernel, instance, order, feed, Stats::default()).run()
}

impl<'a, K: Kernel> Lanes<'a, K> {
    /// Returns lanes without an instance, which continue the counters of a run.
    #[inline(always)]
    pub fn new(
        kernel: K,
        instance: Instance,
        order: Order,
        feed: &'a mut dyn Feed,
        stats: Stats,
    ) -> Lanes<'a, K> {
        let lane = || Lane { job: 0, stack: Vec::new(), oldest: 0, depth: 0 };
        Lanes {
            kernel,
            feed,
            order,
            lanes: (0..K::LANES).map(|_| lane()).collect(),
            jobs: vec![Job::default(); K::LANES],
            busy: 0,
            instance,
            stats: Stats { lanes: K::LANES as u64, ..stats },
        }
    }

    /// Continues in the first lane with an instance, whose open branches are given, oldest first.
    #[inline(always)]
    pub fn continue_with(&mut self, job: Job, branches: &[K::Word]) {
        let (rest, latest) = branches.split_at(branches.len() - self.kernel.size());
        self.kernel.put(0, latest);
        self.jobs[0] = job;
        self.lanes[0].stack.extend_from_slice(rest);
        self.busy |= 1;
    }

    /// Solves all instances that are loaded, and those of the feed.
    #[inline(always)]
    pub fn run(mut self) -> Stats {
        let mut values = self.feed.wants_solutions().then(|| vec![0; self.instance.kept.len()]);
        let all = u32::MAX >> (32 - K::LANES);
        // `next` of the feed is called again only after an answer, which may make a new instance available.
        let mut ask = true;
        loop {
            let mut idle = all & !self.busy;
            while idle != 0 && ask {
                ask = self.begin(idle.trailing_zeros() as usize);
                if ask {
                    idle &= idle - 1;
                }
            }
            if idle != 0 {
                self.help(idle);
            }
            if self.busy == 0 {
                return self.stats;
            }
            if self.stats.sweeps.is_multiple_of(SWEEPS_PER_LOOK) && self.order.limits.is_over(0) {
                for job in &self.jobs {
                    if job.lanes > 0 {
                        self.feed.answered(job.instance, Step::Limit, job.found, job.nodes);
                    }
                }
                return self.stats;
            }
            self.stats.sweeps += 1;
            self.stats.busy += u64::from(self.busy.count_ones());
            let Seen { changed, failed, open } = self.kernel.sweep();
            let mut ready = self.busy & (failed | !changed);
            while ready != 0 {
                let lane = ready.trailing_zeros() as usize;
                ready &= ready - 1;
                let bit = 1 << lane;
                let end = if failed & bit != 0 {
                    self.failed(lane)
                } else if open & bit != 0 {
                    self.on(lane)
                } else {
                    self.solved(lane, values.as_mut())
                };
                if let Some(end) = end {
                    ready &= self.answered(lane, end);
                    ask = true;
                }
            }
        }
    }

    /// Loads the next instance into a lane, if there is one.
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> bool {
        if !self.instance.next(self.feed) {
            return false;
        }
        self.load(lane);
        true
    }

    /// Loads the instance that was stated last into a lane.
    #[inline(always)]
    pub fn load(&mut self, lane: usize) {
        self.kernel.begin(lane, &self.instance);
        // The lane's own record, unless other lanes still use it.
        let free = |job: &Job| job.lanes == 0;
        let job = if free(&self.jobs[lane]) {
            lane
        } else {
            self.jobs.iter().position(free).expect("there are as many as lanes")
        };
        self.jobs[job] = Job::new(self.stats.instances);
        self.stats.instances += 1;
        let lane_of = &mut self.lanes[lane];
        (lane_of.job, lane_of.oldest, lane_of.depth) = (job, 0, 0);
        lane_of.stack.clear();
        self.busy |= 1 << lane;
    }

    /// Lets idle lanes take over branches, those closest to the root first, since they are the largest.
    #[cold]
    fn help(&mut self, mut idle: u32) {
        if !self.order.share {
            return;
        }
        while idle != 0 {
            let willing = |&lane: &usize| {
                let Lane { job, ref stack, oldest, .. } = self.lanes[lane];
                self.busy >> lane & 1 != 0 && oldest < stack.len() && self.jobs[job].nodes >= ALONE
            };
            let Some(from) = (0..K::LANES).filter(willing).min_by_key(|&lane| self.lanes[lane].depth) else {
                return;
            };
            let to = idle.trailing_zeros() as usize;
            idle &= idle - 1;
            let source = &mut self.lanes[from];
            let oldest = source.oldest;
            source.oldest += self.kernel.size();
            source.depth += 1;
            let (job, depth) = (source.job, source.depth);
            self.kernel.put(to, &source.stack[oldest..source.oldest]);
            if source.oldest == source.stack.len() {
                source.stack.clear();
                source.oldest = 0;
            }
            self.jobs[job].lanes += 1;
            self.feed.shared(self.jobs[job].instance);
            self.busy |= 1 << to;
            let target = &mut self.lanes[to];
            target.stack.clear();
            (target.job, target.oldest, target.depth) = (job, 0, depth);
        }
    }

    /// Guesses, unless a limit is reached.
    #[inline(always)]
    fn on(&mut self, lane: usize) -> Option<Step> {
        let of = &mut self.lanes[lane];
        let job = &mut self.jobs[of.job];
        if job.nodes >= self.order.node_limit || job.failures >= self.order.failure_limit {
            return Some(Step::Limit);
        }
        job.nodes += 1;
        self.stats.nodes += 1;
        self.kernel.guess(lane, &mut of.stack);
        None
    }

    /// Continues with the latest open branch, unless there is one and the limit on failures is reached.
    #[inline(always)]
    fn failed(&mut self, lane: usize) -> Option<Step> {
        let of = &self.lanes[lane];
        let job = &mut self.jobs[of.job];
        job.failures += 1;
        if job.failures >= self.order.failure_limit && (of.oldest < of.stack.len() || job.lanes > 1) {
            return Some(Step::Limit);
        }
        self.back(lane)
    }

    #[inline(always)]
    fn solved(&mut self, lane: usize, values: Option<&mut Vec<i32>>) -> Option<Step> {
        let job = &mut self.jobs[self.lanes[lane].job];
        job.found += 1;
        self.stats.solutions += 1;
        if let Some(values) = values {
            self.kernel.read(lane, values);
            self.feed.solution(job.instance, values);
        }
        if job.found >= self.order.most {
            return Some(Step::Solution);
        }
        self.back(lane)
    }

    /// Continues with the latest open branch.
    #[inline(always)]
    fn back(&mut self, lane: usize) -> Option<Step> {
        let of = &mut self.lanes[lane];
        if of.oldest < of.stack.len() {
            let latest = of.stack.len() - self.kernel.size();
            self.kernel.put(lane, &of.stack[latest..]);
            of.stack.truncate(latest);
            return None;
        }
        let job = &mut self.jobs[of.job];
        if job.lanes == 1 {
            return Some(Step::Exhausted);
        }
        job.lanes -= 1;
        self.busy &= !(1 << lane);
        None
    }

    /// Ends an instance. Returns the lanes that do not work on it.
    #[inline(always)]
    fn answered(&mut self, lane: usize, end: Step) -> u32 {
        let of = self.lanes[lane].job;
        let job = &mut self.jobs[of];
        let mut its_own = 1 << lane;
        if job.lanes > 1 {
            its_own = (0..K::LANES)
                .filter(|&lane| self.lanes[lane].job == of && self.busy >> lane & 1 != 0)
                .fold(0, |lanes, lane| lanes | 1 << lane);
        }
        job.lanes = 0;
        self.busy &= !its_own;
        self.feed.answered(job.instance, end, job.found, job.nodes);
        !its_own
    }
}
