//! The contract of a feed: what it may return, and what it receives.

use std::panic::{AssertUnwindSafe, catch_unwind};

use csp::lockstep::{Feed, Instance, Stats};
use csp::{Decision, Step, Var};

use super::boards::{Board, Grid, board};
use super::support::{End, Instances, KERNELS, Kernel, compile, run};
use crate::support::{Chance, PATHS};

/// Feed that holds instances back until answers have come, and checks when it is asked.
struct Reluctant<'a> {
    inner: Instances<'a>,
    chance: Chance,
    /// Maximum number of instances under way.
    at_once: usize,
    under_way: usize,
    /// Whether the feed has returned no instance, and no answer has come since.
    closed: bool,
    refusals: usize,
}

impl Feed for Reluctant<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        assert!(!self.closed, "asked again before an answer");
        let holds_back = self.under_way >= self.at_once || self.under_way > 0 && self.chance.below(3) == 0;
        if holds_back || !self.inner.next(instance) {
            self.refusals += 1;
            self.closed = true;
            return false;
        }
        self.under_way += 1;
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        self.inner.solution(instance, values);
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64) {
        self.inner.answered(instance, end, found, nodes);
        self.under_way -= 1;
        self.closed = false;
    }
}

fn six() -> (Board, Vec<Vec<Decision>>) {
    let board = Grid::boxes(2, 3).board;
    let full = board.some_solutions(4);
    let list = board.instances(&full, 400, 4..=34, &mut Chance::new(4));
    (board, list)
}

#[test]
fn a_feed_may_wait_for_answers() {
    let (board, list) = six();
    for path in PATHS {
        let mut lockstep = compile(&board.model, Kernel::Generic, path);
        let free: Vec<(Step, u64)> =
            run(&mut lockstep, 3, &list).ends().iter().map(|end| (end.0, end.1)).collect();
        for at_once in [1, 2, 7, 100] {
            let chance = Chance::new(at_once as u64);
            let inner = Instances::new(&list);
            let mut feed = Reluctant { inner, chance, at_once, under_way: 0, closed: false, refusals: 0 };
            lockstep.run(3, &mut feed);
            let ends: Vec<(Step, u64)> = feed.inner.ends().iter().map(|end| (end.0, end.1)).collect();
            assert_eq!(ends, free, "{path:?}, {at_once} at once");
            assert!(feed.refusals > list.len() / 8, "{} refusals", feed.refusals);
        }
    }
}

/// Feed whose instances depend on the solution of the previous one.
struct Chain<'a> {
    vars: &'a [Var],
    last: Option<Vec<i32>>,
    ends: Vec<End>,
}

impl Feed for Chain<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        if self.ends.len() == 50 {
            return false;
        }
        let Some(last) = self.last.take() else {
            return false;
        };
        instance.decide(Decision::Assign(self.vars[0], last[0] % 6 + 1));
        instance.decide(Decision::Remove(self.vars[7], last[7]));
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        assert_eq!(instance, self.ends.len() as u64);
        self.last = Some(values.to_vec());
    }

    fn answered(&mut self, _: u64, end: Step, found: u64, nodes: u64) {
        self.ends.push((end, found, nodes));
    }
}

#[test]
fn an_instance_may_come_out_of_the_answer_before() {
    let board = Grid::boxes(2, 3).board;
    for path in PATHS {
        let mut chain = Chain { vars: &board.vars, last: Some(vec![1; 36]), ends: Vec::new() };
        let stats = compile(&board.model, Kernel::Chosen, path).run(1, &mut chain);
        assert_eq!(stats.instances, 50, "{path:?}");
        assert!(chain.ends.iter().all(|end| (end.0, end.1) == (Step::Solution, 1)), "{path:?}");
    }
}

#[test]
fn no_instances() {
    let impossible = board(&vec![vec![1, 2]; 3], &[vec![0, 1, 2]], &[]);
    for board in [Grid::boxes(3, 3).board, Grid::latin(20).board, impossible] {
        for (kernel, path) in KERNELS.into_iter().flat_map(|kernel| PATHS.map(|path| (kernel, path))) {
            let mut feed = Instances::new(&[]);
            let stats = compile(&board.model, kernel, path).run(2, &mut feed);
            assert_eq!(stats, Stats { lanes: stats.lanes, ..Stats::default() });
            assert_eq!(feed.begun(), 0);
        }
    }
}

/// A model without solutions asks for instances, and answers them, as others do.
#[test]
fn an_impossible_model_answers_every_instance() {
    let board = board(&vec![vec![1, 2]; 3], &[vec![0, 1, 2]], &[]);
    let list = vec![vec![board.vars[0].is(1)]; 100];
    let mut lockstep = compile(&board.model, Kernel::Chosen, PATHS[0]);
    lockstep.limit(csp::Limits::default().nodes(0).time(std::time::Duration::MAX));
    assert_eq!(run(&mut lockstep, 2, &list).ends(), [(Step::Exhausted, 0, 0); 100]);
    let chance = Chance::new(1);
    let inner = Instances::new(&list);
    let mut feed = Reluctant { inner, chance, at_once: 1, under_way: 0, closed: false, refusals: 0 };
    lockstep.run(2, &mut feed);
    assert_eq!(feed.inner.ends().len(), 100);
}

/// Decisions of one instance do not affect the next. Values are also passed as bits, some beyond the values of the
/// model.
#[test]
fn values_kept_by_their_bits() {
    struct Kept<'a> {
        vars: &'a [Var],
        stated: u64,
        ends: [Option<(Step, u64)>; 5],
    }
    impl Feed for Kept<'_> {
        fn next(&mut self, instance: &mut Instance) -> bool {
            match self.stated {
                0 => instance.keep(self.vars[0], 0b100),
                1 => instance.keep_each([u64::MAX << 1, 0b011]),
                2 => instance.keep(self.vars[2], u64::MAX << 3),
                3 => instance.keep_each([0b111; 9]),
                4 => {}
                _ => return false,
            }
            self.stated += 1;
            true
        }
        fn solution(&mut self, instance: u64, values: &[i32]) {
            assert!(instance != 0 || values[0] == 30, "{values:?}");
            assert!(instance != 1 || values[0] != 10 && values[1] != 30, "{values:?}");
        }
        fn answered(&mut self, instance: u64, end: Step, found: u64, _: u64) {
            assert_eq!(self.ends[instance as usize].replace((end, found)), None);
        }
    }
    let board = board(&vec![vec![10, 20, 30]; 3], &[vec![0, 1, 2]], &[]);
    for path in PATHS {
        let mut kept = Kept { vars: &board.vars, stated: 0, ends: [None; 5] };
        compile(&board.model, Kernel::Chosen, path).run(100, &mut kept);
        assert_eq!(kept.ends, [2, 3, 0, 6, 6].map(|found| Some((Step::Exhausted, found))), "{path:?}");
    }
}

/// A feed that asks for no solutions receives none, and the same counts.
#[test]
fn solutions_that_are_not_requested() {
    struct Numbers(u64, Vec<(Step, u64, u64)>);
    impl Feed for Numbers {
        fn next(&mut self, _: &mut Instance) -> bool {
            self.0 += 1;
            self.0 <= 2
        }
        fn solution(&mut self, _: u64, _: &[i32]) {
            panic!("solutions were not requested");
        }
        fn wants_solutions(&self) -> bool {
            false
        }
        fn answered(&mut self, _: u64, end: Step, found: u64, nodes: u64) {
            self.1.push((end, found, nodes));
        }
    }
    let board = board(&vec![vec![1, 2, 3, 4]; 4], &[vec![0, 1, 2, 3]], &[]);
    for path in PATHS {
        let mut numbers = Numbers(0, Vec::new());
        let stats = compile(&board.model, Kernel::Chosen, path).run(100, &mut numbers);
        assert_eq!(numbers.1, [(Step::Exhausted, 24, 23); 2], "{path:?}");
        assert_eq!((stats.instances, stats.solutions, stats.nodes), (2, 48, 46), "{path:?}");
        assert!(stats.busy <= stats.sweeps * stats.lanes && stats.busy >= stats.sweeps, "{stats:?}");
    }
}

/// A run that a panic of the feed ended leaves no state for the next.
#[test]
fn a_feed_that_panics_leaves_the_lockstep_as_it_was() {
    struct Panics<'a>(Instances<'a>, usize);
    impl Feed for Panics<'_> {
        fn next(&mut self, instance: &mut Instance) -> bool {
            self.0.next(instance)
        }
        fn solution(&mut self, instance: u64, values: &[i32]) {
            self.0.solution(instance, values);
            assert!(instance < 100, "enough of it");
        }
        fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64) {
            self.0.answered(instance, end, found, nodes);
            self.1 += 1;
        }
    }
    let (board, list) = six();
    for path in PATHS {
        let mut lockstep = compile(&board.model, Kernel::Generic, path);
        let before = run(&mut lockstep, 2, &list).ends();
        let mut feed = Panics(Instances::new(&list), 0);
        let broken = catch_unwind(AssertUnwindSafe(|| lockstep.run(2, &mut feed)));
        assert!(broken.is_err() && feed.1 > 0, "{path:?}");
        let exhausted = |ends: Vec<End>| -> Vec<End> {
            ends.into_iter().filter(|end| end.0 == Step::Exhausted).collect()
        };
        assert_eq!(exhausted(run(&mut lockstep, 2, &list).ends()), exhausted(before), "{path:?}");
    }
}
