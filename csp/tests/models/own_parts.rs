//! User-defined constraints, propagators and heuristics; and the audit, which finds false claims of a fixpoint.

use crate::support::{CONSISTENCIES, Chance, any_config, oracle, rest, solve, supported, walk};
use csp::branch::{Branching, Candidates, Ties, ValueHeuristic, VariableHeuristic};
use csp::extend::{Conflict, Cost, Event, Posting, Propagator, Slot, Status, Store, View, Word};
use csp::{Config, Constraint, Decision, Model, Search, Var, config::Consistency};

/// max(scope) = result, by a propagator with a reversible word and an auxiliary variable.
#[derive(Debug)]
struct Maximum(Vec<Var>);

impl Constraint for Maximum {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (result, parts) = values.split_last().unwrap();
        parts.iter().max() == Some(result)
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views: Vec<View> = self.0.iter().map(|&var| to.view(var)).collect();
        let (calls, ceiling) = (to.word(0), to.auxiliary(-1000..=1000));
        to.propagator(MaximumFilter { views, calls, ceiling });
    }
}

#[derive(Debug)]
struct MaximumFilter {
    views: Vec<View>,
    calls: Word,
    /// Auxiliary variable for the result's upper bound; deliberately never fixed.
    ceiling: View,
}

impl Propagator for MaximumFilter {
    fn name(&self) -> &'static str {
        "maximum"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot(), Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        store.write(self.calls, store.read(self.calls) + 1);
        assert!(store.read(self.calls) < 100_000);
        let (&result, parts) = self.views.split_last().unwrap();
        store.at_most(self.ceiling, store.max(result))?;
        for &part in parts {
            store.at_most(part, store.max(result))?;
        }
        store.at_most(result, parts.iter().map(|&part| store.max(part)).max().unwrap())?;
        store.at_least(result, parts.iter().map(|&part| store.min(part)).max().unwrap())?;
        let mut tall = parts.iter().filter(|&&part| store.max(part) >= store.min(result));
        if let (Some(&only), None) = (tall.next(), tall.next()) {
            store.at_least(only, store.min(result))?;
        }
        // A bound that falls into a hole moves further, so another run may filter more.
        Ok(Status::Again)
    }
}

#[test]
fn a_propagator_of_ones_own() {
    let mut chance = Chance::new(1);
    for _ in 0..300 {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..4).map(|_| model.var(chance.subset(-3, 4, 4))).collect();
        model.post(Maximum(vars.clone()));
        model.all_different(&vars[..3]);
        let known = oracle(&model, &vars);
        for _ in 0..4 {
            let config = any_config(&mut chance);
            assert_eq!(solve(&model, &config, known.len()), known, "{config:?}");
        }
        let mut search = model.search().unwrap();
        if !search.engine().is_infeasible() {
            for (&var, wanted) in vars.iter().zip(supported(&known, 4)) {
                assert!(wanted.iter().all(|&value| search.domain(var).contains(value)));
            }
        }
        // Added late, the constraint filters the same.
        let mut bare = Model::new();
        let same: Vec<Var> = vars.iter().map(|&var| bare.var(model.declared(var).clone())).collect();
        let mut late = bare.search().unwrap();
        late.step();
        late.add_constraint(Maximum(same.clone())).unwrap();
        late.add_constraint(csp::all_different(&same[..3])).unwrap();
        assert_eq!(rest(&mut late, known.len()), rest(&mut search, known.len()));
    }
}

/// Propagator that claims a fixpoint after each single step.
#[derive(Debug)]
struct FalseFixpoint(Var);

impl Constraint for FalseFixpoint {
    fn scope(&self) -> &[Var] {
        std::slice::from_ref(&self.0)
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] == 0
    }

    fn post(&self, to: &mut Posting<'_>) {
        let view = to.view(self.0);
        to.propagator(OneStep(view));
    }
}

#[derive(Debug)]
struct OneStep(View);

impl Propagator for OneStep {
    fn name(&self) -> &'static str {
        "one step"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.0.slot(), Event::Change);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        store.at_most(self.0, (store.max(self.0) - 1).max(0))?;
        Ok(Status::Fixpoint)
    }
}

#[test]
#[should_panic(expected = "claimed a fixpoint")]
fn the_audit_finds_a_false_claim() {
    let mut model = Model::new();
    let x = model.var(0..=5);
    model.post(FalseFixpoint(x));
    let _ = model.compile(&Config::default().with_audit(true));
}

/// `x + y = z`, filtered once all of `reads` are fixed, which is noticed only when a variable of `watches` changes.
#[derive(Clone, Debug)]
struct LateSum {
    sum: [Var; 3],
    watches: Vec<usize>,
}

impl Constraint for LateSum {
    fn scope(&self) -> &[Var] {
        &self.sum
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] + values[1] == values[2]
    }

    fn post(&self, to: &mut Posting<'_>) {
        let sum = self.sum.map(|var| to.view(var));
        to.propagator(FilterSum { sum, watches: self.watches.clone() });
    }
}

#[derive(Debug)]
struct FilterSum {
    sum: [View; 3],
    watches: Vec<usize>,
}

impl Propagator for FilterSum {
    fn name(&self) -> &'static str {
        "late sum"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.watches.iter().for_each(|&at| watch(self.sum[at].slot(), Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y, z] = self.sum;
        if let (Some(x), Some(y)) = (store.value(x), store.value(y)) {
            store.assign(z, x + y)?;
        }
        Ok(Status::Fixpoint)
    }
}

/// Learns from conflicts that follow from a sum.
fn learn_about_a_sum(watches: &[usize]) -> Vec<Vec<i32>> {
    let mut model = Model::new();
    let [x, y, z, choice] = model.array(0..=3);
    model.post(LateSum { sum: [x, y, z], watches: watches.to_vec() });
    for value in 0..=3 {
        // The sum is 1, which is noticed late.
        model.any_of([choice.is_not(value), x.is(1)]);
        model.any_of([choice.is_not(value), y.is(0)]);
        model.any_of([choice.is_not(value), z.is_not(1)]);
    }
    model.branch_on(&[choice, y, x]);
    let config = Config::default().with_audit(true).with_presolve(false);
    let mut learner = walk(&model, &config).unwrap();
    learner.solutions().map(|solution| solution.values().to_vec()).collect()
}

#[test]
fn a_propagator_may_filter_what_it_does_not_watch() {
    assert!(learn_about_a_sum(&[0, 1, 2]).is_empty());
    assert!(learn_about_a_sum(&[0, 1]).is_empty());
}

#[test]
#[should_panic(expected = "a wrong reason of late sum")]
fn the_audit_finds_a_propagator_that_reads_what_it_does_not_watch() {
    learn_about_a_sum(&[0, 2]);
}

#[test]
#[should_panic(expected = "a wrong reason of late sum")]
fn the_audit_finds_it_also_where_the_narrowed_variable_is_not_watched() {
    learn_about_a_sum(&[0]);
}

/// Selects the last open variable, and its largest value below the middle.
#[derive(Debug)]
struct Last;

impl VariableHeuristic for Last {
    fn choose(&mut self, candidates: &Candidates, store: &Store, _: &mut Ties) -> Option<usize> {
        candidates.open(store).last()
    }
}

#[derive(Debug)]
struct NotTheLargest;

impl ValueHeuristic for NotTheLargest {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        Decision::Remove(var, store.max(view))
    }
}

#[test]
fn heuristics_of_ones_own() {
    let mut chance = Chance::new(2);
    let mut model = Model::new();
    let x = model.vars(4, 0..=3);
    model.all_different(&x);
    model.post(x[0].lt(x[2]));
    let known = oracle(&model, &x);
    for consistency in CONSISTENCIES {
        let config = any_config(&mut chance).with_consistency(consistency);
        let engine = model.compile(&config).unwrap();
        let branching = Branching::new(&engine, &config).variables(Last).values(NotTheLargest);
        let mut search = Search::with_brancher(engine, &config, branching);
        assert_eq!(rest(&mut search, known.len()), known, "{config:?}");
    }
    let engine = model.compile(&Config::default().with_consistency(Consistency::Value)).unwrap();
    let branching = Branching::new(&engine, &Config::default()).variables(Last).over(&engine, &[x[3], x[1]]);
    let mut search = Search::with_brancher(engine, &Config::default(), branching);
    assert_eq!(rest(&mut search, known.len()), known);
}

/// Propagator that keeps the bits of any domain.
#[derive(Debug)]
struct Bits {
    var: Var,
    mask: u64,
    first: i32,
}

impl Constraint for Bits {
    fn scope(&self) -> &[Var] {
        std::slice::from_ref(&self.var)
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let bit = values[0] - self.first;
        (0..64).contains(&bit) && self.mask >> bit & 1 != 0
    }

    fn post(&self, to: &mut Posting<'_>) {
        let view = to.view(self.var);
        to.propagator(KeepBits { view, mask: self.mask, first: self.first });
    }
}

#[derive(Debug)]
struct KeepBits {
    view: View,
    mask: u64,
    first: i32,
}

impl Propagator for KeepBits {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.view.slot(), Event::Change);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        assert_eq!(store.base(self.view.slot()), self.first);
        let before = store.domain(self.view).len();
        store.keep(self.view.slot(), self.mask)?;
        if let Some(word) = store.word(self.view.slot()) {
            assert_eq!(word & !self.mask, 0);
            assert_eq!(word.count_ones(), store.domain(self.view).len());
        }
        let nothing_went = store.domain(self.view).len() == before;
        Ok(if nothing_went { Status::Fixpoint } else { Status::Again })
    }
}

/// Domains of more than 64 values have another representation than those of one word, and lose the same values.
#[test]
fn bits_are_kept_in_domains_of_any_width() {
    let mut chance = Chance::new(3);
    for last in [2, 20, 63, 64, 100, 127, 128, 5000, 65_535, 65_536, 1 << 20, 1 << 27] {
        for case in 0..20 {
            let first = chance.below(40) as i32 - 20;
            let mask = match case {
                0 => 0b111,
                1 => 0,
                2 => u64::MAX,
                3 => 1 << 63,
                _ => (0..64).fold(0, |mask, bit| mask | u64::from(chance.below(3) == 0) << bit),
            };
            let mut model = Model::new();
            let var = model.var(first..=first + last);
            model.post(Bits { var, mask, first });
            // Inner values of a very wide domain cannot be removed; they are refuted when the variable is fixed.
            let known: Vec<i32> =
                (0..64.min(last + 1)).filter(|bit| mask >> bit & 1 != 0).map(|bit| first + bit).collect();
            let mut search = model.search().unwrap();
            let found: Vec<i32> = search.solutions().map(|solution| solution[var]).collect();
            assert_eq!(found, known, "{first}..={} and {mask:#b}", first + last);
        }
    }
}
