//! User-defined branchers, branching by values, and probing.

use csp::config::{BranchBy, Consistency, Restarts, ValueOrder, VariableOrder};
use csp::extend::{Store, View};
use csp::{Config, Count, Decision, Model, Search, Statistics, Step, Var, branch::Brancher};

use super::{by_values, queens};
use crate::support::{CONSISTENCIES, rest, solve};

/// Brancher over some variables, which bisects their domains from the top.
#[derive(Debug)]
struct SomeFromTheTop(Vec<(Var, View)>);

impl Brancher for SomeFromTheTop {
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        let &(var, view) = self.0.iter().find(|(_, view)| !store.is_fixed(*view))?;
        let (min, max) = (store.min(view), store.max(view));
        Some(Decision::AtLeast(var, max - (max - min - 1) / 2))
    }
}

#[test]
fn a_brancher_need_not_know_all_variables() {
    let (model, rows) = queens(5);
    let all = solve(&model, &Config::default(), 10);
    for consistency in CONSISTENCIES {
        for restarts in [Restarts::Never, Restarts::luby(2)] {
            for known in [&rows[..0], &rows[..2], &rows[3..], &rows[..]] {
                let config = Config::default().with_consistency(consistency).with_restarts(restarts);
                let engine = model.compile(&config).unwrap();
                let brancher = SomeFromTheTop(known.iter().map(|&var| (var, engine.view(var))).collect());
                let mut search = Search::with_brancher(engine, &config, brancher);
                assert_eq!(rest(&mut search, 10), all, "{consistency:?} {restarts:?}, {} known", known.len());
                let engine = model.compile(&config).unwrap();
                let some = csp::branch::Branching::new(&engine, &config).over(&engine, known);
                assert_eq!(rest(&mut Search::with_brancher(engine, &config, some), 10), all);
            }
        }
    }
}

/// Half a billion values are not looked at one by one; a look at the first few would take 10, which `y` does not want.
#[test]
fn of_two_bounds_the_smallest_value_counts_as_least_constraining() {
    let mut model = Model::new();
    let (x, y) = (model.var(0..=csp::limits::MAX_VALUE), model.var(0..=9));
    model.post(x.ne(y));
    let config =
        Config::default().with_variables(VariableOrder::Input).with_values(ValueOrder::LeastConstraining);
    let first = model.search_with(&config).unwrap().first().unwrap().unwrap();
    assert_eq!((first[x], first[y]), (0, 1));
}

/// Returns four variables from 0 to 2, pairwise different: unsolvable.
fn pigeons() -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let holes = model.vars(4, 0..=2);
    model.all_different(&holes);
    (model, holes)
}

#[test]
fn branching_by_values_tries_the_last_one_too() {
    let (model, _) = pigeons();
    // 3 values of the first variable; for each, 3 of the second, of which one is refused; and so on.
    let counts = |consistency| {
        let mut search = model.search_with(&by_values(consistency)).unwrap();
        assert_eq!(search.count(10), Count::Exactly(0));
        let Statistics { nodes, opened, passed, failures, removals, .. } = search.statistics();
        (nodes, opened, passed, failures, removals)
    };
    assert_eq!(counts(Consistency::Check), (3 + 9 + 18 + 18, 1 + 3 + 6 + 6, 0, 3 + 12 + 18, 0));
    // Each assignment removes its value from the following variables; the last of three has none left.
    assert_eq!(counts(Consistency::Forward), (3 + 6 + 6, 1 + 3 + 6, 0, 6, 3 * 3 + 6 * 2));
    assert_eq!(counts(Consistency::Value), (3 + 6, 1 + 3, 0, 6, 3 * 3 + 6 * 2));
}

#[test]
fn variables_passed_over_are_counted_in_order_only() {
    let mut model = Model::new();
    let x = [model.var(0..=1), model.var(5), model.var(0..=1), model.var(6)];
    let passed = |variables: VariableOrder| {
        let config = by_values(Consistency::Auto).with_variables(variables);
        let mut search = model.search_with(&config).unwrap();
        assert_eq!(search.step(), Step::Solution);
        let (statistics, value) = (search.statistics(), search.value(x[2]));
        assert_eq!((statistics.nodes, statistics.opened, value), (2, 2, 0));
        (statistics.passed, statistics.positions())
    };
    assert_eq!(passed(VariableOrder::Input), (2, 6));
    assert_eq!(passed(VariableOrder::Smallest), (0, 4));
}

#[test]
fn orders_choose_what_they_say() {
    let mut model = Model::new();
    let x = [model.var([2, 9]), model.var([1, 3]), model.var([4, 5, 6, 10])];
    let first = |config: Config| {
        let mut search = model.search_with(&config).unwrap();
        assert_eq!(search.step(), Step::Solution);
        search.decisions().next().unwrap()
    };
    let by = |order: VariableOrder| first(Config::default().with_variables(order)).variable();
    assert_eq!(by(VariableOrder::SmallestValue), x[1]);
    assert_eq!(by(VariableOrder::LargestValue), x[2]);
    assert_eq!(by(VariableOrder::MaxRegret), x[0]);
    assert_eq!(by(VariableOrder::MostValues), x[2]);
    let of =
        |order: ValueOrder| first(Config::default().with_variables(VariableOrder::Input).with_values(order));
    assert_eq!(of(ValueOrder::Split), Decision::AtMost(x[0], 5));
    assert_eq!(of(ValueOrder::UpperHalf), Decision::AtLeast(x[0], 6));
    assert_eq!(of(ValueOrder::NotSmallest), Decision::AtLeast(x[0], 3));
    assert_eq!(of(ValueOrder::NotLargest), Decision::AtMost(x[0], 8));
}

#[test]
fn orders_have_a_name_each_and_lose_no_solution() {
    let (model, _) = queens(5);
    let all = solve(&model, &Config::default(), 100);
    assert_eq!((all.len(), VariableOrder::all().len(), ValueOrder::all().len()), (10, 9, 9));
    for variables in VariableOrder::all() {
        assert_eq!(VariableOrder::find(variables.name()), Some(variables));
        let config = Config::default().with_variables(variables);
        assert_eq!(solve(&model, &config, 100), all, "{variables:?}");
    }
    for values in ValueOrder::all() {
        assert_eq!(ValueOrder::find(values.name()), Some(values));
        let config = Config::default().with_values(values);
        assert_eq!(solve(&model, &config, 100), all, "{values:?}");
    }
    assert_eq!((VariableOrder::find(""), ValueOrder::find("none")), (None, None));
}

#[test]
fn probing_filters_more_than_propagation() {
    // Two values for three variables: no value can be removed alone, but every assignment fails.
    let mut model = Model::new();
    let pair = model.vars(3, 0..=1);
    let free = model.var(0..=1);
    model.all_different(&pair);
    for branching in [BranchBy::Values, BranchBy::Splitting] {
        let plain = by_values(Consistency::Value).with_branching(branching);
        let mut search = model.search_with(&plain).unwrap();
        assert_eq!((search.step(), search.nodes() > 0), (Step::Exhausted, true));
        let probing = plain.with_probing(true);
        let mut search = model.search_with(&probing).unwrap();
        assert_eq!((search.step(), search.nodes()), (Step::Exhausted, 0));
        // A probe fails, which removes the value; then the other one.
        assert!(search.statistics().propagations.iter().any(|&(kind, runs)| kind == "probe" && runs > 0));
        search.assume(&[Decision::Assign(free, 1)]).unwrap();
        assert_eq!(search.step(), Step::Exhausted);
    }
}
