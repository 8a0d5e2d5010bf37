//! Limits prove nothing: an instance that a limit ended is not reported as exhausted, and is reported once.

use std::time::Duration;

use csp::lockstep::{Feed, Instance, Lockstep};
use csp::{Cancel, Decision, Limits, Step};

use super::boards::{Board, Grid, board};
use super::support::{End, Instances, KERNELS, Kernel, compile, run};
use crate::support::{Chance, PATHS};

/// Runs a test through both kernels and on every path.
fn each_way(board: &Board, mut test: impl FnMut(&str, Lockstep)) {
    for (kernel, path) in KERNELS.into_iter().flat_map(|kernel| PATHS.map(|path| (kernel, path))) {
        test(&format!("{kernel:?}, {path:?}"), compile(&board.model, kernel, path));
    }
}

fn classic(count: usize, open: std::ops::RangeInclusive<i32>) -> (Board, Vec<Vec<Decision>>) {
    let board = Grid::boxes(3, 3).board;
    let full = board.some_solutions(4);
    let list = board.instances(&full, count, open, &mut Chance::new(3));
    (board, list)
}

#[test]
fn nodes_of_instances_by_themselves() {
    let (board, list) = classic(200, 40..=64);
    each_way(&board, |what, mut lockstep| {
        // With sharing, an instance with more solutions than requested may take other nodes.
        lockstep.share(false);
        let free = run(&mut lockstep, 2, &list).ends();
        let mut limited = 0;
        for nodes in [0, 1, 2, 5, 20] {
            lockstep.limit(Limits::default().nodes(nodes));
            for (end, free) in run(&mut lockstep, 2, &list).ends().into_iter().zip(&free) {
                assert!(end.2 <= nodes, "{what}");
                if end.0 == Step::Limit {
                    limited += 1;
                    assert!(free.2 > nodes, "{what}: it could have gone on");
                    assert!(end.1 <= free.1, "{what}");
                } else {
                    assert_eq!(end, *free, "{what}");
                }
            }
        }
        assert!(limited > 50, "{what}: {limited} instances met their limit");
    });
}

/// One instance alone, which idle lanes help with as soon as possible.
#[test]
fn nodes_of_an_instance_that_lanes_share() {
    let grid = Grid::boxes(2, 3);
    let row: Vec<Decision> = (0..4).map(|at| grid.board.vars[at].is(at as i32 + 1)).collect();
    let six = grid.board;
    let open = [row, vec![six.vars[12].is(5), six.vars[35].is(1), six.vars[20].is(2)]].concat();
    each_way(&six, |what, mut lockstep| {
        let list = [open.clone()];
        let all = run(&mut lockstep, u64::MAX, &list);
        let (end, found, total) = all.ends()[0];
        assert_eq!(end, Step::Exhausted, "{what}");
        assert!(total > 500, "{what}: {total} nodes");
        for nodes in [0, 1, 7, 8, 9, 10, 11, 20, 100, 333, total - 1, total, total + 1, u64::MAX] {
            lockstep.limit(Limits::default().nodes(nodes));
            let limited = run(&mut lockstep, u64::MAX, &list);
            let expected = if nodes < total { Step::Limit } else { Step::Exhausted };
            let got = limited.ends()[0];
            assert_eq!((got.0, got.2), (expected, nodes.min(total)), "{what}: {nodes} nodes");
            assert!(limited.solutions[0].iter().all(|values| all.solutions[0].contains(values)), "{what}");
            assert!(got.1 <= found && (got.0 == Step::Limit || got.1 == found), "{what}");
        }
        // Several instances that share lanes; some reach their limit and others end.
        lockstep.limit(Limits::default().nodes(50));
        let several: Vec<Vec<Decision>> = (0..5)
            .map(|at| if at % 2 == 0 { open.clone() } else { [&open[..], &six_more(&six)].concat() })
            .collect();
        for (at, end) in run(&mut lockstep, u64::MAX, &several).ends().into_iter().enumerate() {
            assert!(end.2 <= 50 && (at % 2 == 1 || end.0 == Step::Limit), "{what}: {at}, {end:?}");
        }
    });
}

/// Returns givens that leave little work.
fn six_more(six: &Board) -> Vec<Decision> {
    vec![six.vars[4].is(5), six.vars[6].is(4), six.vars[8].is(6), six.vars[13].is(3)]
}

/// Feed that cancels after a number of solutions or answers.
struct Cancelling<'a> {
    inner: Instances<'a>,
    cancel: Cancel,
    solutions: u64,
    answers: u64,
    late: bool,
}

impl<'a> Cancelling<'a> {
    fn new(list: &'a [Vec<Decision>], cancel: &Cancel, solutions: u64, answers: u64) -> Cancelling<'a> {
        Cancelling { inner: Instances::new(list), cancel: cancel.clone(), solutions, answers, late: false }
    }

    fn count(left: &mut u64, cancel: &Cancel) {
        *left = left.saturating_sub(1);
        if *left == 0 {
            cancel.cancel();
        }
    }
}

impl Feed for Cancelling<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        assert!(!self.late, "asked after instances were given up");
        self.inner.next(instance)
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        self.inner.solution(instance, values);
        Self::count(&mut self.solutions, &self.cancel);
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64) {
        self.inner.answered(instance, end, found, nodes);
        self.late |= end == Step::Limit;
        Self::count(&mut self.answers, &self.cancel);
    }
}

#[test]
fn cancelled_while_lanes_share() {
    // More solutions than can be found in time.
    let board = Grid::boxes(3, 3).board;
    for count in [1, 3, 40] {
        let list = vec![vec![]; count];
        each_way(&board, |what, mut lockstep| {
            let cancel = Cancel::new();
            lockstep.limit(Limits::default().cancel(&cancel));
            let mut feed = Cancelling::new(&list, &cancel, 2000, u64::MAX);
            let stats = lockstep.run(u64::MAX, &mut feed);
            let ends = feed.inner.ends();
            assert!(ends.iter().all(|end| end.0 == Step::Limit), "{what}");
            assert_eq!(ends.iter().map(|end| end.1).sum::<u64>(), stats.solutions, "{what}");
            assert!(stats.solutions >= 2000 && stats.solutions < 50_000, "{what}: {}", stats.solutions);
            for solutions in &mut feed.inner.solutions {
                let found = solutions.len();
                solutions.sort_unstable();
                solutions.dedup();
                assert_eq!(solutions.len(), found, "{what}: one found twice");
            }
        });
    }
}

#[test]
fn cancelled_between_answers() {
    let (board, list) = classic(200, 30..=60);
    let many: Vec<_> = list.iter().cycle().take(20_000).cloned().collect();
    each_way(&board, |what, mut lockstep| {
        let free = run(&mut lockstep, 2, &list).ends();
        let cancel = Cancel::new();
        lockstep.limit(Limits::default().cancel(&cancel));
        let mut feed = Cancelling::new(&many, &cancel, u64::MAX, 50);
        lockstep.run(2, &mut feed);
        let ends = feed.inner.ends();
        assert!(ends.len() < many.len(), "{what}: the rest is not begun");
        assert!(ends.iter().any(|end| end.0 == Step::Limit), "{what}");
        let proved = |end: &(usize, &End)| end.1.0 != Step::Limit;
        for (at, end) in ends.iter().enumerate().filter(proved) {
            let free = free[at % list.len()];
            assert_eq!((end.0, end.1), (free.0, free.1), "{what}: {at}");
        }
    });
}

/// A time limit of zero, and a flag that is already up.
#[test]
fn over_before_it_begins() {
    let cancel = Cancel::new();
    cancel.cancel();
    let board = Grid::boxes(3, 3).board;
    for limits in [Limits::default().time(Duration::ZERO), Limits::default().cancel(&cancel)] {
        for share in [true, false] {
            each_way(&board, |what, mut lockstep| {
                lockstep.limit(limits.clone());
                lockstep.share(share);
                let list = vec![vec![]; 100];
                let instances = run(&mut lockstep, u64::MAX, &list);
                assert!(instances.begun() < list.len(), "{what}");
                assert!(instances.ends().iter().all(|end| end.0 == Step::Limit), "{what}");
            });
        }
    }
}

/// Feed of endless instances, none of which needs a guess.
struct Endless {
    asked: u64,
    answered: u64,
}

impl Feed for Endless {
    fn next(&mut self, _: &mut Instance) -> bool {
        self.asked += 1;
        assert!(self.asked < 1_000_000, "instances are still asked for, long after the flag was raised");
        true
    }

    fn solution(&mut self, _: u64, _: &[i32]) {}

    fn answered(&mut self, _: u64, _: Step, _: u64, _: u64) {
        self.answered += 1;
    }
}

#[test]
fn limits_end_feeds_that_never_do() {
    let cancel = Cancel::new();
    cancel.cancel();
    let impossible = board(&vec![vec![1, 2]; 3], &[vec![0, 1, 2]], &[]);
    let trivial = board(&[vec![1], vec![2]], &[vec![0, 1]], &[]);
    for board in [trivial, impossible] {
        for limits in [Limits::default().time(Duration::ZERO), Limits::default().cancel(&cancel)] {
            each_way(&board, |what, mut lockstep| {
                lockstep.limit(limits.clone());
                let mut feed = Endless { asked: 0, answered: 0 };
                let stats = lockstep.run(2, &mut feed);
                assert_eq!(stats.instances, feed.answered, "{what}");
            });
        }
    }
}

#[test]
fn so_much_time_that_it_is_no_limit() {
    let (board, list) = classic(50, 20..=50);
    each_way(&board, |what, mut lockstep| {
        lockstep.limit(Limits::default().time(Duration::MAX));
        let ends = run(&mut lockstep, 2, &list).ends();
        assert_eq!(ends.len(), list.len(), "{what}");
        assert!(ends.iter().all(|end| end.0 != Step::Limit), "{what}");
    });
    // With no solution requested, the lockstep still searches for one.
    let mut lockstep = compile(&board.model, Kernel::Chosen, PATHS[0]);
    assert_eq!(run(&mut lockstep, 0, &list).ends(), run(&mut lockstep, 1, &list).ends());
}

#[test]
fn failures_of_instances() {
    let (board, list) = classic(200, 40..=64);
    each_way(&board, |what, mut lockstep| {
        lockstep.share(false);
        let free = run(&mut lockstep, 2, &list).ends();
        let mut before = usize::MAX;
        for failures in [0, 1, 3, 1000] {
            lockstep.limit(Limits::default().failures(failures));
            let mut limited = 0;
            for (end, free) in run(&mut lockstep, 2, &list).ends().into_iter().zip(&free) {
                if end.0 == Step::Limit {
                    limited += 1;
                    // Each failure undoes a guess, and at most one guess for each level is open.
                    assert!(end.2 <= failures + 81, "{what}");
                    assert!(end.1 <= free.1 && end.2 <= free.2, "{what}");
                } else {
                    assert_eq!(end, *free, "{what}");
                }
            }
            let guessed = free.iter().filter(|free| free.2 > 0).count();
            assert!(limited <= before && (failures > 0 || limited == guessed), "{what}: {limited}");
            before = limited;
        }
        assert_eq!(before, 0, "{what}");
    });
}
