//! A feed that records everything it receives, and the comparison with a search.

use csp::lockstep::{Feed, Instance, Lockstep, SimdPath, Stats};
use csp::{Config, Decision, Limits, Model, Search, Step, Var};

use super::boards::Board;
use crate::support::PATHS;

/// End of an instance: step, solutions found, nodes.
pub type End = (Step, u64, u64);

/// Instances by number, and the answers to each.
pub struct Instances<'a> {
    list: &'a [Vec<Decision>],
    next: usize,
    pub solutions: Vec<Vec<Vec<i32>>>,
    ends: Vec<Option<End>>,
}

impl<'a> Instances<'a> {
    pub fn new(list: &'a [Vec<Decision>]) -> Instances<'a> {
        Instances { list, next: 0, solutions: vec![Vec::new(); list.len()], ends: vec![None; list.len()] }
    }

    pub fn begun(&self) -> usize {
        self.next
    }

    pub fn is_answered(&self, instance: usize) -> bool {
        self.ends[instance].is_some()
    }

    /// Returns the ends of the instances that were begun.
    pub fn ends(&self) -> Vec<End> {
        let end = |at: usize| self.ends[at].unwrap_or_else(|| panic!("instance {at} has no answer"));
        (0..self.next).map(end).collect()
    }
}

impl Feed for Instances<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        let Some(decisions) = self.list.get(self.next) else {
            return false;
        };
        decisions.iter().for_each(|&decision| instance.decide(decision));
        self.next += 1;
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        let at = instance as usize;
        assert!(at < self.next, "a solution of an instance that was never stated");
        assert!(!self.is_answered(at), "a solution after the end");
        self.solutions[at].push(values.to_vec());
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64) {
        let at = instance as usize;
        assert!(at < self.next, "an answer to an instance that was never stated");
        let before = self.ends[at].replace((end, found, nodes));
        assert_eq!(before, None, "instance {instance} ends twice");
        assert_eq!(self.solutions[at].len() as u64, found, "instance {instance}");
    }
}

/// Kernel that compiling chooses, or the general one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kernel {
    Chosen,
    Generic,
}

pub const KERNELS: [Kernel; 2] = [Kernel::Chosen, Kernel::Generic];

pub fn compile(model: &Model, kernel: Kernel, path: SimdPath) -> Lockstep {
    let config = Config::default().with_simd(path);
    match kernel {
        Kernel::Chosen => Lockstep::compile(model, &config),
        Kernel::Generic => Lockstep::compile_generic(model, &config),
    }
    .expect("a model of all-differents")
}

/// Runs a list, and checks that the answers sum up to the counters of the run.
pub fn run<'a>(lockstep: &mut Lockstep, most: u64, list: &'a [Vec<Decision>]) -> Instances<'a> {
    let mut instances = Instances::new(list);
    let stats = lockstep.run(most, &mut instances);
    assert_eq!(sums(&instances), Stats { sweeps: 0, lanes: 0, busy: 0, ..stats });
    assert!(stats.busy <= stats.lanes * stats.sweeps, "{stats:?}");
    instances
}

fn sums(instances: &Instances) -> Stats {
    let ends = instances.ends();
    Stats {
        instances: ends.len() as u64,
        solutions: ends.iter().map(|end| end.1).sum(),
        nodes: ends.iter().map(|end| end.2).sum(),
        ..Stats::default()
    }
}

/// Up to `most` solutions of an instance, sorted, and whether these are all.
pub struct Known {
    pub solutions: Vec<Vec<i32>>,
    pub all: bool,
}

pub fn searched(search: &mut Search, decisions: &[Decision], most: usize) -> Known {
    search.assume(decisions).expect("the decisions are about the model");
    search.limit(Limits::default());
    let mut solutions = Vec::new();
    while solutions.len() < most {
        match search.step() {
            Step::Solution => solutions.push(search.solution().values().to_vec()),
            Step::Exhausted => break,
            Step::Limit => panic!("there is no limit"),
        }
    }
    let all = search.is_exhausted();
    solutions.sort();
    Known { solutions, all }
}

/// Returns the numbers of instances with no solution, one, and more.
pub fn kinds(known: &[Known]) -> [usize; 3] {
    let mut kinds = [0; 3];
    known.iter().for_each(|known| kinds[known.solutions.len().min(2)] += 1);
    kinds
}

/// Runs the list in every way, and compares with the results of a search.
pub fn agree(
    what: &str,
    board: &Board,
    list: &[Vec<Decision>],
    most: &[u64],
    paths: &[SimdPath],
) -> [usize; 3] {
    let model = &board.model;
    let largest = *most.iter().max().expect("some number of solutions is asked for") as usize;
    let mut search = model.search().expect("the model is right");
    let known: Vec<Known> =
        list.iter().map(|decisions| searched(&mut search, decisions, largest + 1)).collect();
    for kernel in KERNELS {
        // Nodes of exhausted instances do not depend on paths, on sharing or on the number of requested solutions.
        let mut nodes: Vec<Option<u64>> = vec![None; list.len()];
        for (&path, &most) in paths.iter().flat_map(|path| most.iter().map(move |most| (path, most))) {
            let mut lockstep = compile(model, kernel, path);
            for share in [true, false] {
                lockstep.share(share);
                let instances = run(&mut lockstep, most, list);
                for (at, (end, known)) in instances.ends().into_iter().zip(&known).enumerate() {
                    let what = format!("{what}, {kernel:?}, {path:?}, share {share}, most {most}: {at}");
                    is_right(&what, board, &list[at], &instances.solutions[at], end.0, known, most);
                    if end.0 == Step::Exhausted {
                        assert_eq!(*nodes[at].get_or_insert(end.2), end.2, "{what}: nodes");
                    }
                }
            }
        }
    }
    kinds(&known)
}

/// Runs [`agree`] on all instruction sets and for few and many solutions.
pub fn agree_everywhere(what: &str, board: &Board, list: &[Vec<Decision>]) -> [usize; 3] {
    agree(what, board, list, &[1, 2, 5, 60], &PATHS)
}

/// Compares an answer with the known solutions.
pub fn is_right(
    what: &str,
    board: &Board,
    decisions: &[Decision],
    solutions: &[Vec<i32>],
    end: Step,
    known: &Known,
    most: u64,
) {
    let mut found = solutions.to_vec();
    found.sort();
    if (known.solutions.len() as u64) < most {
        assert_eq!(end, Step::Exhausted, "{what}");
        assert!(known.all, "{what}: a search finds all");
        assert_eq!(found, known.solutions, "{what}");
        return;
    }
    assert_eq!((end, found.len() as u64), (Step::Solution, most), "{what}");
    found.dedup();
    assert_eq!(found.len() as u64, most, "{what}: one found twice");
    for values in &found {
        assert_eq!(board.model.broken_by(values), Ok(None), "{what}");
        assert!(
            decisions.iter().all(|decision| decision.holds(values[decision.variable().index()])),
            "{what}"
        );
        let declared =
            |(&var, &value): (&Var, &i32)| board.model.declared(var).iter().any(|own| own == value);
        assert!(board.vars.iter().zip(values).all(declared), "{what}: a value that was not declared");
        assert!(!known.all || known.solutions.binary_search(values).is_ok(), "{what}: unknown to a search");
    }
}
