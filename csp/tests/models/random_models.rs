//! Random small models of all kinds of constraints, in random settings, against the oracle, with shrinking of
//! failures.

use crate::support::listed::{KINDS, Listed, Piece};
use crate::support::recipes::{Post, Recipe};
use crate::support::{CONSISTENCIES, Chance, Left, any_config, oracle, rest, root, rounds, solve, supported};
use csp::extend::{Cause, Engine, Narrowing, Store, View};
use csp::proof::{Prover, Unproved};
use csp::tree::Tree;
use csp::{Decision, Model, Observer, Var, config::Consistency, constraints::clause};
use proptest::prelude::*;

fn post(variables: usize) -> impl Strategy<Value = Post> {
    let var = 0..variables;
    let two = (0..variables, 1..variables, -2..=2_i32).prop_map(move |(x, y, c)| (x, (x + y) % variables, c));
    let own = prop::option::of(prop::sample::select(&CONSISTENCIES[..]));
    let members = prop::collection::vec((var.clone(), prop_oneof![3 => Just(0), 1 => -2..=2_i32]), 1..=5);
    let terms = prop::collection::vec((-3..=3_i64, var.clone()), 0..=5);
    let decisions = prop::collection::vec((var.clone(), -3..=5, 0..4_u64), 0..=4);
    let term = (var.clone(), prop_oneof![3 => Just(0), 1 => -2..=2_i32]);
    let piece = prop_oneof![
        5 => term.clone().prop_map(|(at, offset)| Piece::Var(at, offset)),
        1 => (-1..=3_i32).prop_map(Piece::Constant),
    ];
    let listed =
        (prop::sample::select(&KINDS[..]), term, prop::collection::vec(piece, 1..=4), 0..1_u64 << 30);
    prop_oneof![
        3 => (members, own).prop_map(|(members, own): (_, Option<Consistency>)| Post::AllDifferent(members, own)),
        2 => two.clone().prop_map(|(x, y, c)| Post::Differ(x, y, c)),
        1 => two.clone().prop_map(|(x, y, c)| Post::Equal(x, y, c)),
        1 => two.prop_map(|(x, y, c)| Post::Less(x, y, c)),
        2 => (terms, -3..=6_i64, 0..3_u64).prop_map(|(terms, total, kind)| Post::Sum(terms, total, kind)),
        2 => decisions.prop_map(Post::AnyOf),
        1 => prop::collection::vec(var, 0..=3).prop_map(Post::Meaning),
        5 => listed.prop_map(|(kind, first, others, seed)| Post::Listed(Listed { kind, first, others, seed })),
    ]
}

/// Returns recipes with domains of one word, of several words, and of bounds only, with few values so that the oracle
/// is fast. Very wide domains are declared as ranges and narrowed by constraints.
fn recipe() -> impl Strategy<Value = Recipe> {
    let far = prop::sample::select(vec![-70, -64, -1, 0, 1, 2, 63, 64, 65, 130]);
    let domain = prop_oneof![
        4 => prop::collection::btree_set(-1..=4_i32, 1..=5),
        1 => prop::collection::btree_set(far, 1..=5),
    ];
    prop::collection::vec(domain, 2..=5).prop_flat_map(|domains| {
        let variables = domains.len();
        let domains: Vec<Vec<i32>> = domains.into_iter().map(|domain| domain.into_iter().collect()).collect();
        prop::collection::vec(post(variables), 0..=7)
            .prop_map(move |constraints| Recipe { domains: domains.clone(), constraints })
    })
}

/// Returns the number of random models: `PROPTEST_CASES`, or a few thousand.
fn cases() -> u32 {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    told.unwrap_or_else(|| rounds(3000).end)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_solutions_as_by_brute_force(recipe in recipe(), seed in 0..u64::MAX) {
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let wanted = supported(&known, vars.len());
        let mut chance = Chance::new(seed);
        for _ in 0..3 {
            let config = any_config(&mut chance);
            match root(&model, &vars, &config) {
                None => prop_assert!(known.is_empty(), "{:?}", config),
                Some(left) => {
                    let sound = left.iter().zip(&wanted).all(|(left, wanted)| left.is_superset(wanted));
                    prop_assert!(sound, "lost a value: {:?}", config);
                }
            }
            prop_assert_eq!(solve(&model, &config, known.len()), known.clone(), "{:?}", config);
        }
    }

    /// Each proof agrees with brute force: the solutions that it found exist, and there are no others.
    #[test]
    fn proofs_say_what_brute_force_says(recipe in recipe()) {
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let mut others = model.clone();
        for values in &known {
            let proof = Prover::new(&model).solution(values);
            prop_assert!(matches!(proof, Ok(_) | Err(Unproved::NotEncodable(_))), "{:?}: {:?}", values, proof);
            others.post(clause(vars.iter().zip(values).map(|(&var, &value)| var.is_not(value))));
        }
        let none = Prover::new(&model).no_solution();
        prop_assert!(none.is_err() || known.is_empty(), "{:?} are solutions", known);
        let proof = Prover::new(&others).no_solution();
        prop_assert!(matches!(proof, Ok(_) | Err(Unproved::NotEncodable(_))), "besides {:?}: {:?}", known, proof);
    }

    /// The same model over very wide domains, which have no holes, narrowed by assumptions.
    #[test]
    fn very_wide_domains_hold_the_same_solutions(mut recipe in recipe(), seed in 0..u64::MAX) {
        recipe.domains.iter_mut().for_each(|domain| *domain = vec![domain[0], domain[0] + 1, domain[0] + 2]);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let mut chance = Chance::new(seed);
        let config = any_config(&mut chance);
        let mut wide = csp::Model::new();
        let same: Vec<csp::Var> =
            vars.iter().map(|_| if chance.below(3) == 0 { wide.var(-300..=300) } else { wide.var(-500_000..=500_000) }).collect();
        recipe.constraints.iter().for_each(|part| _ = part.post(&same, &mut wide));
        // Inner values cannot be removed from domains without holes, so clauses with such literals may be refused.
        let removes = |part: &Post| matches!(part, Post::AnyOf(list) if list.iter().any(|&(.., kind)| kind == 1));
        let mut search = match wide.search_with(&config) {
            Ok(search) => search,
            Err(error) => {
                prop_assert!(recipe.constraints.iter().any(removes), "{}", error);
                return Ok(());
            }
        };
        let narrow: Vec<_> = same
            .iter()
            .zip(&recipe.domains)
            .flat_map(|(var, domain)| [var.at_least(domain[0]), var.at_most(domain[2])])
            .collect();
        search.assume(&narrow).unwrap();
        prop_assert_eq!(rest(&mut search, known.len()), known, "{:?}", config);
    }

    /// An observer that listens from the root on can follow the domains to every fixpoint, with the cause of each
    /// change. The recorded tree has as many nodes as are counted.
    #[test]
    fn observed_events_match_the_domains(recipe in recipe(), seed in 0..u64::MAX) {
        let (model, vars) = recipe.model();
        let config = any_config(&mut Chance::new(seed));
        let watched = Shadow::new(&model, &vars);
        let mut search = model.search_observed(&config, watched).unwrap();
        let found = rest(&mut search, oracle(&model, &vars).len());
        prop_assert_eq!(found.len() as u64, search.statistics().solutions);

        let search = model.search_with(&config).unwrap();
        let tree = Tree::new(search.engine(), &vars);
        let mut search = search.observed(tree);
        prop_assert_eq!(rest(&mut search, found.len()), found, "{:?}", config);
        let (tree, statistics) = (search.observer(), search.statistics());
        prop_assert_eq!(tree.nodes(), statistics.nodes);
        prop_assert_eq!(tree.branches().len() as u64, statistics.nodes + 1);
        prop_assert_eq!(tree.solutions(), statistics.solutions);
        prop_assert_eq!(tree.restarts(), statistics.restarts);
        let failed = tree.branches()[1..].iter().filter(|branch| branch.conflict.is_some()).count() as u64;
        let root_failed = u64::from(tree.branches()[0].conflict.is_some() && tree.failures() > failed);
        prop_assert_eq!(failed + root_failed, statistics.failures);
        for branch in &tree.branches()[1..] {
            prop_assert_eq!(branch.depth, tree.branches()[branch.parent.unwrap()].depth + 1);
            prop_assert!(branch.left.is_some() || branch.conflict.is_some());
        }
    }
}

/// Observer that tracks the domains from events alone.
#[derive(Debug)]
struct Shadow {
    vars: Vec<Var>,
    /// Views and their values left, with a copy for every level.
    views: Vec<View>,
    levels: Vec<Vec<Left>>,
    /// Whether changes must have the cause `Decision`.
    decided: bool,
}

impl Shadow {
    fn new(model: &Model, vars: &[Var]) -> Shadow {
        let declared = vars.iter().map(|&var| model.declared(var).iter().collect());
        Shadow { vars: vars.to_vec(), views: Vec::new(), levels: vec![declared.collect()], decided: false }
    }

    fn begin(&mut self, engine: &Engine) {
        if self.views.is_empty() {
            self.views = self.vars.iter().map(|&var| engine.view(var)).collect();
        }
    }
}

impl Observer for Shadow {
    fn decide(&mut self, decision: Decision, depth: usize) {
        // Levels for reactions are not reported: their changes belong to the decision before them.
        self.levels.truncate(depth);
        let mut left = self.levels.last().unwrap().clone();
        // When values are tried in turn, refused values are removed without an event.
        if let Decision::Assign(var, value) = decision {
            left[var.index()].retain(|&known| known == value);
        }
        self.levels.push(left);
        self.decided = true;
    }

    fn refute(&mut self, _: Decision, depth: usize) {
        self.levels.truncate(depth + 1);
        self.decided = false;
    }

    fn change(&mut self, narrowing: &Narrowing<'_>) {
        self.begin(narrowing.engine());
        let removed = narrowing.removed();
        assert!(!removed.is_empty());
        match narrowing.cause() {
            Cause::Decision => assert!(self.decided),
            Cause::Refutation => assert!(!self.decided),
            Cause::Assumption | Cause::Objective => unreachable!("there is none"),
            Cause::Nogood | Cause::Probe => assert!(narrowing.sources().is_empty()),
            Cause::Difference { .. } | Cause::Clause | Cause::Propagator(_) => {
                assert!(!narrowing.sources().is_empty(), "{:?}", narrowing.cause());
            }
            Cause::Posting => {}
            other => unreachable!("{other:?} is new"),
        }
        let left = self.levels.last_mut().unwrap();
        for (view, left) in self.views.iter().zip(left).filter(|(view, _)| view.slot() == narrowing.slot()) {
            for value in removed.iter().cloned().flatten() {
                left.remove(&(value + view.offset()));
            }
        }
    }

    fn fixpoint(&mut self, store: &Store) {
        // Equalities intersect the domains of merged variables before the first event.
        for (view, left) in self.views.iter().zip(self.levels.last_mut().into_iter().flatten()) {
            let domain: Left = store.domain(*view).iter().collect();
            assert!(left.is_superset(&domain));
            let is_merged = self.views.iter().filter(|other| other.slot() == view.slot()).count() > 1;
            assert!(*left == domain || is_merged, "{left:?} {domain:?}");
        }
    }

    fn restart(&mut self) {
        self.levels.truncate(1);
    }
}
