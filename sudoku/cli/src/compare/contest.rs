//! The runs of a comparison: each puzzle with all methods in turn, so that a disturbance of the machine affects all
//! of them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use sudoku_ask::compare::{Contender, Problem, Runner, Trial};

use super::args::Trials;
use crate::batch::Session;

/// Problem and its name in messages.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub problem: Problem,
    /// Number in the input, from 1.
    pub index: u64,
    /// Name of the file, and the line in which the problem begins.
    pub source: String,
    pub line: u64,
}

/// Problems, methods and runs of a comparison.
#[derive(Debug)]
pub(crate) struct Contest {
    pub contenders: Vec<Contender>,
    pub entries: Vec<Entry>,
    /// Runs by puzzle and method. A puzzle that was not reached before an interrupt has none of any method.
    pub trials: Vec<Vec<Vec<Trial>>>,
}

impl Contest {
    /// Returns a contest without runs.
    pub fn new(contenders: Vec<Contender>, entries: Vec<Entry>) -> Contest {
        let trials = vec![vec![Vec::new(); contenders.len()]; entries.len()];
        Contest { contenders, entries, trials }
    }

    /// Runs everything, or up to an interrupt, which discards the runs of the puzzles under way.
    pub fn run(&mut self, settings: &Trials, session: &Session) {
        let Contest { contenders, entries, trials } = self;
        let budget = settings.limits.budget().cancel(&session.interrupt.cancel);
        let passes: Vec<u64> = contenders.iter().map(|contender| settings.passes(contender)).collect();
        let rounds = passes.iter().copied().max().unwrap_or(0) as usize;
        session.progress.want_runs(passes.iter().sum::<u64>() * entries.len() as u64);
        let turns = AtomicUsize::new(0);
        let done = Mutex::new(trials);
        let work = || {
            let mut runner = Runner::default();
            loop {
                let turn = turns.fetch_add(1, Ordering::Relaxed);
                if turn >= rounds * entries.len() {
                    return;
                }
                let (round, entry) = (turn / entries.len(), turn % entries.len());
                let count = contenders.len();
                // The first method meets colder caches, so the order rotates.
                let order = (0..count).map(|place| (place + round + entry) % count);
                let mut fresh = Vec::new();
                for index in order.filter(|&index| (round as u64) < passes[index]) {
                    let pass = round as u64;
                    let seed = settings.seed.wrapping_add(pass / settings.repeats);
                    let which = (seed, pass % settings.repeats + 1);
                    let most = usize::try_from(settings.solutions).unwrap_or(usize::MAX);
                    let contender = &contenders[index];
                    fresh.push((index, runner.run(&entries[entry].problem, contender, which, &budget, most)));
                    if session.interrupt.cancel.is_cancelled() {
                        return;
                    }
                    session.progress.run();
                }
                let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                fresh.into_iter().for_each(|(index, trial)| done[entry][index].push(trial));
            }
        };
        match settings.threads {
            1 => work(),
            threads => std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work)))),
        }
        // Threads finish in any order.
        let order = |trials: &mut Vec<Trial>| trials.sort_by_key(|trial| (trial.seed, trial.repeat));
        self.trials.iter_mut().flatten().for_each(order);
    }

    /// Returns the puzzles that were run.
    pub fn done(&self) -> impl Iterator<Item = usize> {
        (0..self.entries.len()).filter(|&entry| self.trials[entry].iter().all(|trials| !trials.is_empty()))
    }
}
