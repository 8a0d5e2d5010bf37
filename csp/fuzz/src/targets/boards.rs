//! Models of all-differents and ≠ alone, with many instances each: a search under assumptions, a learner and the
//! lanes of both kernels agree on every instance.

use csp::lockstep::{self, Instance, Lockstep, SimdPath};
use csp::{Config, Decision, Learner, Limits, Model, Step, Var};
use testkit::Bytes;

use crate::oracle::every;
use crate::settings;

type Solutions = Vec<Vec<i32>>;

/// Variables with the same values, and groups of them that differ.
struct Board {
    domains: Vec<Vec<i32>>,
    groups: Vec<Vec<usize>>,
}

/// Reads a board, instances, and how to run them.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let shape = bytes.pick(&[0, 0, 0, 0, 0, 1, 1, 2]);
    let board = match shape {
        0 => small(&mut bytes),
        1 => sudoku(2, bytes.between(-1, 1)),
        _ => sudoku(3, bytes.between(-1, 1)),
    };
    let (model, x) = board.model(&mut bytes);
    let most_instances = [40, 40, 4][shape];
    let instances = bytes.list(1, most_instances, |bytes| match shape {
        0 | 1 => some(bytes, &board, &x),
        _ => nearly_solved(bytes, &board, &x),
    });
    let most = 1 + bytes.below(6);
    let answers: Vec<Solutions> =
        instances.iter().map(|instance| by_search(&mut bytes, &board, &model, instance, most)).collect();
    if shape == 0 {
        for (instance, found) in instances.iter().zip(&answers) {
            let all = every(&board.domains, |values| board.accepts(values, instance));
            assert_eq!(found.len(), all.len().min(most), "by search, {instance:?}");
        }
    }
    check_learner(&board, &model, &instances, &answers, most);
    check_lanes(&mut bytes, &board, &model, &instances, &answers, most);
}

fn small(bytes: &mut Bytes<'_>) -> Board {
    let values = 1 + bytes.below(5) as i32;
    let low = bytes.pick(&[0, 1, -2, 60]);
    let vars = 1 + bytes.below(5);
    let domain: Vec<i32> = (low..low + values).collect();
    let domains = (0..vars).map(|_| {
        let mask = bytes.byte();
        let kept: Vec<i32> =
            (0..).zip(&domain).filter(|(at, _)| mask >> at & 1 == 0).map(|(_, &v)| v).collect();
        if kept.is_empty() { domain.clone() } else { kept }
    });
    let domains = domains.collect();
    let groups = bytes.list(0, 5, |bytes| {
        let mut group = bytes.list(1, 4, |bytes| bytes.below(vars));
        group.sort_unstable();
        group.dedup();
        group
    });
    Board { domains, groups }
}

/// Returns a board with boxes of side times side.
fn sudoku(side: usize, first: i32) -> Board {
    let n = side * side;
    let row = |at: usize| (0..n).map(move |i| at * n + i).collect();
    let column = |at: usize| (0..n).map(move |i| i * n + at).collect();
    let region = |at: usize| {
        let corner = at / side * side * n + at % side * side;
        (0..n).map(move |i| corner + i / side * n + i % side).collect()
    };
    let groups = (0..n).flat_map(|at| [row(at), column(at), region(at)]).collect();
    Board { domains: vec![(first..first + n as i32).collect(); n * n], groups }
}

impl Board {
    fn model(&self, bytes: &mut Bytes<'_>) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let x: Vec<Var> = self.domains.iter().map(|domain| model.var(&domain[..])).collect();
        let in_pairs = bytes.one_in(8);
        for group in &self.groups {
            if in_pairs || group.len() == 2 {
                for (at, &a) in group.iter().enumerate() {
                    group[..at].iter().for_each(|&b| _ = model.post(x[a].ne(x[b])));
                }
            } else {
                model.all_different(group.iter().map(|&at| x[at]));
            }
        }
        (model, x)
    }

    fn accepts(&self, values: &[i32], instance: &[Decision]) -> bool {
        let differ = |group: &Vec<usize>| {
            group.iter().enumerate().all(|(at, &a)| group[..at].iter().all(|&b| values[a] != values[b]))
        };
        let is_kept = |decision: &Decision| decision.holds(values[decision.variable().index()]);
        self.groups.iter().all(differ)
            && instance.iter().all(is_kept)
            && self.domains.iter().zip(values).all(|(domain, value)| domain.contains(value))
    }

    /// Checks the solutions of an instance: each is found once, and at most `most` in all.
    fn check(&self, found: &Solutions, instance: &[Decision], most: usize) {
        assert!(found.len() <= most);
        for (at, values) in found.iter().enumerate() {
            assert!(self.accepts(values, instance), "{values:?} is no solution of {instance:?}");
            assert!(!found[..at].contains(values), "{values:?} comes twice");
        }
    }
}

/// Returns random decisions about some cells.
fn some(bytes: &mut Bytes<'_>, board: &Board, x: &[Var]) -> Vec<Decision> {
    bytes.list(0, 7, |bytes| {
        let at = bytes.below(x.len());
        let value = bytes.pick(&board.domains[at]);
        match bytes.below(8) {
            5 => x[at].is_not(value),
            6 => x[at].at_most(value),
            7 => x[at].at_least(value),
            _ => x[at].is(value),
        }
    })
}

/// Returns a full board with some cells open and some wrong.
fn nearly_solved(bytes: &mut Bytes<'_>, board: &Board, x: &[Var]) -> Vec<Decision> {
    let (turn, first) = (bytes.below(9), board.domains[0][0]);
    let value = |at: usize| first + ((at / 9 * 3 + at / 27 + at % 9 + turn) % 9) as i32;
    let masks: Vec<u16> =
        (0..9).map(|_| u16::from(bytes.byte()) | u16::from(bytes.byte() & 1) << 8).collect();
    let given = (0..81).filter(|at| masks[at / 9] >> (at % 9) & 1 == 0);
    let mut decisions: Vec<Decision> = given.map(|at| x[at].is(value(at))).collect();
    if bytes.one_in(4) {
        let at = bytes.below(81);
        decisions.push(x[at].is(first + bytes.below(9) as i32));
    }
    decisions
}

fn by_search(
    bytes: &mut Bytes<'_>,
    board: &Board,
    model: &Model,
    instance: &[Decision],
    most: usize,
) -> Solutions {
    // Other settings could take long for a board.
    let config = if board.domains.len() < 17 { settings::any(bytes) } else { Config::default() };
    let mut search = model.search_with(&config).expect("a sound model");
    search.assume(instance).expect("its own variables, with holes");
    let found = search.solutions().take(most).map(|found| found.values().to_vec()).collect();
    board.check(&found, instance, most);
    found
}

fn check_learner(
    board: &Board,
    model: &Model,
    instances: &[Vec<Decision>],
    answers: &[Solutions],
    most: usize,
) {
    let mut learner = Learner::compile(model, &Config::default()).expect("all-differents and ≠");
    for (instance, known) in instances.iter().zip(answers) {
        learner.assume(instance).expect("its own variables");
        let found: Solutions = learner.solutions().take(most).map(|found| found.values().to_vec()).collect();
        board.check(&found, instance, most);
        assert_eq!(found.len(), known.len(), "by learning, {instance:?}");
    }
}

fn check_lanes(
    bytes: &mut Bytes<'_>,
    board: &Board,
    model: &Model,
    instances: &[Vec<Decision>],
    answers: &[Solutions],
    most: usize,
) {
    let simd = bytes.pick(&[SimdPath::default(), SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512]);
    let config = Config::default().with_simd(simd);
    for compile in [Lockstep::compile, Lockstep::compile_generic] {
        let Ok(mut lanes) = compile(model, &config) else { continue };
        lanes.share(!bytes.one_in(3));
        let nodes = bytes.one_in(4).then(|| bytes.below(8) as u64);
        if let Some(nodes) = nodes {
            lanes.limit(Limits::default().nodes(nodes));
        }
        let mut feed = Feed::new(instances);
        lanes.run(most as u64, &mut feed);
        for (at, (instance, known)) in instances.iter().zip(answers).enumerate() {
            let (end, found) = (feed.ends[at].expect("each has an answer"), &feed.found[at]);
            board.check(found, instance, most);
            match end {
                Step::Limit => assert!(nodes.is_some() && found.len() <= known.len()),
                Step::Exhausted => assert!(found.len() == known.len() && found.len() <= most, "{instance:?}"),
                Step::Solution => assert_eq!(found.len(), most, "{instance:?}"),
            }
            assert!(end != Step::Exhausted || found.len() < most || known.len() == most);
        }
    }
}

/// Feed of instances, with the answers to each.
struct Feed<'a> {
    instances: &'a [Vec<Decision>],
    next: usize,
    found: Vec<Solutions>,
    ends: Vec<Option<Step>>,
}

impl<'a> Feed<'a> {
    fn new(instances: &'a [Vec<Decision>]) -> Feed<'a> {
        let number = instances.len();
        Feed { instances, next: 0, found: vec![Vec::new(); number], ends: vec![None; number] }
    }
}

impl lockstep::Feed for Feed<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        let Some(decisions) = self.instances.get(self.next) else { return false };
        decisions.iter().for_each(|&decision| instance.decide(decision));
        self.next += 1;
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        self.found[instance as usize].push(values.to_vec());
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, _: u64) {
        let at = instance as usize;
        assert_eq!(self.ends[at].replace(end), None, "instance {instance} ends twice");
        assert_eq!(self.found[at].len() as u64, found, "instance {instance}");
    }
}
