//! Many instances at once give what a search gives for each: the same number of solutions and the same set,
//! on every instruction set, for boards with no, one and many solutions.

use csp::{
    Cancel, Config, Decision, ErrorKind, Limits, Lockstep, LockstepFeed, LockstepInstance, Model, Search,
    SimdPath, Step, Var,
};

/// The classic grid, its cells in the order that `order` says, so that nothing can be read off positions.
fn board(order: impl Fn(usize) -> usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let vars = model.vars(81, 1..=9);
    let cells: Vec<Var> = (0..81).map(|cell| vars[order(cell)]).collect();
    for i in 0..9 {
        model.all_different((0..9).map(|k| cells[i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3]));
        model.all_different((0..9).rev().map(|k| cells[9 * k + i]));
        model.all_different((0..9).map(|k| cells[9 * i + k]));
    }
    (model, cells)
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A board: some cells of a full grid, sometimes with a wrong value or only a value left out.
fn instance(cells: &[Var], numbers: &mut Numbers) -> Vec<Decision> {
    let (rows, columns) = (numbers.below(3), numbers.below(3));
    let mut digits: Vec<i32> = (1..=9).collect();
    (1..9).for_each(|at| digits.swap(at, numbers.below(at + 1)));
    let value = |row: usize, column: usize| {
        let (row, column) = ((row + 3 * rows) % 9, (column + 3 * columns) % 9);
        digits[(3 * (row % 3) + row / 3 + column) % 9]
    };
    let givens = 20 + numbers.below(40);
    let mut decisions = Vec::new();
    for _ in 0..givens {
        let cell = numbers.below(81);
        let right = value(cell / 9, cell % 9);
        decisions.push(match numbers.below(200) {
            0 => Decision::Assign(cells[cell], right % 9 + 1),
            1..=14 => Decision::Remove(cells[cell], right % 9 + 1),
            15..=17 => Decision::AtMost(cells[cell], right),
            18..=20 => Decision::AtLeast(cells[cell], right),
            _ => Decision::Assign(cells[cell], right),
        });
    }
    decisions
}

/// Instances by their number, and what is said of each.
struct Instances<'a> {
    list: &'a [Vec<Decision>],
    next: usize,
    solutions: Vec<Vec<Vec<i32>>>,
    ends: Vec<Option<(Step, u64, u64)>>,
    /// Cancels after so many answers.
    cancel: Option<(usize, Cancel)>,
}

impl<'a> Instances<'a> {
    fn new(list: &'a [Vec<Decision>]) -> Instances<'a> {
        let (solutions, ends) = (vec![Vec::new(); list.len()], vec![None; list.len()]);
        Instances { list, next: 0, solutions, ends, cancel: None }
    }
}

impl LockstepFeed for Instances<'_> {
    fn next(&mut self, instance: &mut LockstepInstance) -> bool {
        let Some(decisions) = self.list.get(self.next) else {
            return false;
        };
        decisions.iter().for_each(|&decision| instance.decide(decision));
        self.next += 1;
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        assert!(self.ends[instance as usize].is_none(), "a solution after the end");
        self.solutions[instance as usize].push(values.to_vec());
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64) {
        let before = self.ends[instance as usize].replace((end, found, nodes));
        assert!(before.is_none(), "instance {instance} ends twice");
        assert_eq!(self.solutions[instance as usize].len() as u64, found);
        if let Some((after, cancel)) = &self.cancel
            && self.ends.iter().flatten().count() >= *after
        {
            cancel.cancel();
        }
    }
}

/// Up to `most` solutions by a search, sorted, and whether these are all.
fn searched(search: &mut Search, decisions: &[Decision], most: usize) -> (Vec<Vec<i32>>, bool) {
    search.assume(decisions).expect("the decisions are about the model");
    let mut found = Vec::new();
    while found.len() < most {
        match search.step() {
            Step::Solution => found.push(search.solution().values().to_vec()),
            Step::Exhausted => break,
            Step::Limit => panic!("there is no limit"),
        }
    }
    let all = search.is_exhausted();
    found.sort();
    (found, all)
}

const PATHS: [SimdPath; 3] = [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512];

#[test]
fn every_instance_has_the_solutions_that_a_search_finds() {
    let (model, cells) = board(|cell| cell * 32 % 81);
    let mut numbers = Numbers(1);
    let list: Vec<_> = (0..6000).map(|_| instance(&cells, &mut numbers)).collect();
    let mut search = model.search().expect("the model is right");
    let most = 5;
    let expected: Vec<_> = list.iter().map(|decisions| searched(&mut search, decisions, most)).collect();
    let of = |count: usize| expected.iter().filter(|(found, _)| found.len() == count).count();
    assert!(
        [0, 1, 2, 5].iter().all(|&count| of(count) > 30),
        "boards of every kind: {:?}",
        [0, 1, 2, 5].map(of)
    );
    for path in PATHS {
        let mut lockstep = Lockstep::compile(&model, &Config { simd: path, ..Config::default() })
            .expect("the grid is classic");
        let mut instances = Instances::new(&list);
        lockstep.run(most as u64, &mut instances);
        for (at, (found, all)) in expected.iter().enumerate() {
            let (end, ..) = instances.ends[at].unwrap_or_else(|| panic!("{path:?}: {at} has no answer"));
            let mut solutions = instances.solutions[at].clone();
            solutions.sort();
            if solutions.len() < most {
                assert_eq!((end, all), (Step::Exhausted, &true), "{path:?}: {at}");
                assert_eq!(solutions, *found, "{path:?}: {at}");
            } else {
                assert_eq!((end, found.len()), (Step::Solution, most), "{path:?}: {at}");
                solutions.dedup();
                assert_eq!(solutions.len(), most, "{path:?}: {at}: one found twice");
                for values in &solutions {
                    assert_eq!(model.broken_by(values).expect("values for all"), None, "{path:?}: {at}");
                    assert!(
                        list[at].iter().all(|decision| decision.holds(values[decision.variable().index()]))
                    );
                }
            }
        }
    }
}

#[test]
fn every_instruction_set_tries_the_same() {
    let (model, cells) = board(|cell| cell);
    let mut numbers = Numbers(7);
    let list: Vec<_> = (0..500).map(|_| instance(&cells, &mut numbers)).collect();
    let nodes = |path| {
        let config = Config { simd: path, ..Config::default() };
        let mut instances = Instances::new(&list);
        let mut lockstep = Lockstep::compile(&model, &config).expect("the grid is classic");
        lockstep.share(false);
        lockstep.run(2, &mut instances);
        instances.ends
    };
    assert_eq!(nodes(SimdPath::Avx2), nodes(SimdPath::Portable));
    assert_eq!(nodes(SimdPath::Avx512), nodes(SimdPath::Portable));
}

/// A hundred solutions of the open board and no instances at all.
#[test]
fn open_boards_and_none() {
    let (model, _) = board(|cell| 80 - cell);
    let mut lockstep = Lockstep::compile(&model, &Config::default()).expect("the grid is classic");
    let list = vec![Vec::new(); 3];
    let mut instances = Instances::new(&list);
    lockstep.run(100, &mut instances);
    for solutions in &mut instances.solutions {
        solutions.sort();
        solutions.dedup();
        assert_eq!(solutions.len(), 100);
        assert!(solutions.iter().all(|values| model.broken_by(values) == Ok(None)));
    }
    lockstep.run(2, &mut Instances::new(&[]));
}

#[test]
fn limits_prove_nothing() {
    let (model, cells) = board(|cell| cell);
    let mut numbers = Numbers(3);
    let list: Vec<_> = (0..300).map(|_| instance(&cells, &mut numbers)).collect();
    let mut lockstep = Lockstep::compile(&model, &Config::default()).expect("the grid is classic");
    // Shared, an instance that has more solutions than are asked for may take other nodes.
    lockstep.share(false);
    let mut free = Instances::new(&list);
    lockstep.run(2, &mut free);
    let mut limited = 0;
    for nodes in [0, 1, 2, 5] {
        lockstep.limit(Limits::default().nodes(nodes));
        let mut instances = Instances::new(&list);
        lockstep.run(2, &mut instances);
        for (end, free) in instances.ends.iter().zip(&free.ends) {
            let (end, free) = (end.expect("every one is answered"), free.expect("every one is answered"));
            assert!(end.2 <= nodes);
            if end.0 == Step::Limit {
                limited += 1;
                assert!(free.2 > nodes, "it could have gone on");
            } else {
                assert_eq!(end, free);
            }
        }
    }
    assert!(limited > 100, "{limited} instances met their limit");
    let cancel = Cancel::new();
    lockstep.limit(Limits::default().cancel(&cancel));
    let many: Vec<_> = list.iter().cycle().take(20_000).cloned().collect();
    let mut instances = Instances::new(&many);
    instances.cancel = Some((50, cancel));
    lockstep.run(2, &mut instances);
    let answered = instances.ends.iter().flatten().count();
    assert_eq!(answered, instances.next, "whatever was begun has an end");
    assert!(answered < many.len(), "and the rest was not begun");
    assert!(instances.ends.iter().flatten().any(|end| end.0 == Step::Limit));
}

#[test]
fn models_that_say_more_are_refused_with_the_constraint() {
    let refused = |model: &Model| {
        let error = Lockstep::compile(model, &Config::default()).expect_err("lockstep does not know it");
        assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
        error.to_string()
    };
    let (mut less, cells) = board(|cell| cell);
    less.post(cells[0].lt(cells[1]));
    let text = refused(&less);
    assert!(text.contains("constraint 27, LinearConstraint over x0, x1, is no all-different"), "{text}");
    let (mut shifted, cells) = board(|cell| cell);
    shifted.all_different([cells[0] + 1, cells[40] + 0, cells[80] + 0]);
    let text = refused(&shifted);
    assert!(text.contains("constraint 27, AllDifferent over x0, x40, x80, adds different offsets"), "{text}");
    let mut equal = Model::new();
    let x = equal.vars(3, 1..=3);
    equal.post(x[0].eq(x[1]));
    assert!(refused(&equal).contains("constraint 0"), "{}", refused(&equal));
    let mut wide = Model::new();
    wide.vars(3, 1..=65);
    assert!(refused(&wide).contains("more than 64 values"));
}

#[test]
fn values_are_the_models_own() {
    let mut model = Model::new();
    let x = model.vars(81, [-4, 0, 1, 5, 7, 100, 101, 200, 1000]);
    for i in 0..9 {
        model.all_different((0..9).map(|k| x[9 * i + k]));
        model.all_different((0..9).map(|k| x[9 * k + i]));
        model.all_different((0..9).map(|k| x[i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3]));
    }
    let list = vec![vec![x[0].is(100), x[80].is(-4)], vec![x[0].is(2)], vec![x[3].is(7), x[5].is(7)]];
    let mut instances = Instances::new(&list);
    Lockstep::compile(&model, &Config::default()).expect("the grid is classic").run(1, &mut instances);
    let ends: Vec<_> = instances.ends.iter().map(|end| end.map(|(end, found, _)| (end, found))).collect();
    assert_eq!(ends, [Some((Step::Solution, 1)), Some((Step::Exhausted, 0)), Some((Step::Exhausted, 0))]);
    let values = &instances.solutions[0][0];
    assert_eq!((values[0], values[80], model.broken_by(values)), (100, -4, Ok(None)));
}
