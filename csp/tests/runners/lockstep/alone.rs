//! An instance of the classic grid that comes alone is searched in another way than many, with the same answers.

use csp::Step;
use csp::lockstep::{Feed, Instance};

use super::boards::Grid;
use super::support::{Instances, KERNELS, compile, run};
use crate::support::{Chance, PATHS};

/// The search trees are the same, so that it does not matter which instances come together.
#[test]
fn one_by_one_as_together() {
    let board = Grid::boxes(3, 3).board;
    let full = board.some_solutions(10);
    let list = board.instances(&full, 600, 30..=66, &mut Chance::new(5));
    for (kernel, path) in KERNELS.into_iter().flat_map(|kernel| PATHS.map(|path| (kernel, path))) {
        let mut lockstep = compile(&board.model, kernel, path);
        lockstep.share(false);
        for most in [1, 5] {
            let together = run(&mut lockstep, most, &list);
            let ends = together.ends();
            assert!(ends.iter().any(|end| end.2 > 20), "some take many guesses");
            for (at, one) in list.chunks(1).enumerate() {
                let alone = run(&mut lockstep, most, one);
                assert_eq!(alone.ends()[0], ends[at], "{kernel:?}, {path:?}, instance {at}");
                assert_eq!(alone.solutions[0], together.solutions[at], "{kernel:?}, {path:?}, instance {at}");
            }
        }
    }
}

/// A feed that records whether lanes shared an instance.
struct Noting<'a>(Instances<'a>, bool);

impl Feed for Noting<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        self.0.next(instance)
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        self.0.solution(instance, values);
    }

    fn shared(&mut self, instance: u64) {
        assert_eq!(instance, 0);
        self.1 = true;
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64) {
        self.0.answered(instance, end, found, nodes);
    }
}

/// Unless the feed is notified that lanes shared an instance, the found solutions are the first ones of the search.
#[test]
fn the_first_solutions_unless_shared() {
    let board = Grid::boxes(3, 3).board;
    let full = board.some_solutions(10);
    let list = board.instances(&full, 400, 50..=72, &mut Chance::new(6));
    let mut counts = [0; 2];
    for (kernel, path) in KERNELS.into_iter().flat_map(|kernel| PATHS.map(|path| (kernel, path))) {
        let mut lockstep = compile(&board.model, kernel, path);
        for one in list.chunks(1) {
            lockstep.share(false);
            let first = run(&mut lockstep, 30, one);
            lockstep.share(true);
            let mut noting = Noting(Instances::new(one), false);
            lockstep.run(30, &mut noting);
            let Noting(instances, shared) = noting;
            counts[usize::from(shared)] += 1;
            if shared {
                assert_eq!(instances.ends()[0].0, first.ends()[0].0, "{kernel:?}, {path:?}");
            } else {
                assert_eq!(instances.ends(), first.ends(), "{kernel:?}, {path:?}");
                assert_eq!(instances.solutions, first.solutions, "{kernel:?}, {path:?}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "of both kinds: {counts:?}");
}
