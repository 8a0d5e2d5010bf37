//! The formula of a model has exactly the solutions of the model, by enumeration.

use super::propagate::{Propagation, Refuted};
use crate::constraints::*;
use crate::encode::{Budget, Encoder, Inequality, Language, Literal, NotEncodable};
use crate::*;

/// Returns whether the literals can be extended to a solution.
fn is_satisfiable(propagation: &mut Propagation, constraints: &[Inequality], atoms: usize) -> bool {
    if propagation.propagate() == Err(Refuted) {
        return false;
    }
    let Some(open) = (0..atoms).map(Literal::of_atom).find(|&atom| propagation.value(atom).is_none()) else {
        let holds = |literal| propagation.value(literal) == Some(true);
        assert!(constraints.iter().all(|constraint| constraint.is_met(holds)));
        return true;
    };
    [open, !open].into_iter().any(|literal| {
        propagation.push();
        let found = propagation.assume(literal).is_ok() && is_satisfiable(propagation, constraints, atoms);
        propagation.pop();
        found
    })
}

fn encoded(model: &Model, language: Language) -> Result<Encoder<'_>, NotEncodable> {
    let mut encoder = Encoder::new(model, language, Budget::default());
    encoder.encode().map(|()| encoder)
}

/// Checks all assignments of a model, in both languages. Returns the number of solutions.
fn check(model: &Model) -> usize {
    let solutions = check_in(model, Language::Inequalities).expect("the model has a formula");
    if let Some(of_clauses) = check_in(model, Language::Clauses) {
        assert_eq!(of_clauses, solutions);
    }
    solutions
}

fn check_in(model: &Model, language: Language) -> Option<usize> {
    let encoder = match encoded(model, language) {
        Ok(encoder) => encoder,
        Err(_) if language == Language::Clauses => return None,
        Err(refused) => panic!("{refused:?} of {model:?}"),
    };
    if language == Language::Clauses {
        assert!(
            encoder.formula.cnf(&mut Budget::default()).is_some(),
            "only clauses: {}",
            encoder.formula.opb(&mut Budget::default())
        );
    }
    let constraints = &encoder.formula.constraints;
    let atoms = encoder.formula.variables();
    let mut propagation = Propagation::new(atoms);
    constraints.iter().for_each(|constraint| propagation.add(constraint));
    let is_open = propagation.propagate().is_ok();
    let domains: Vec<Vec<i32>> =
        (0..model.variables()).map(|at| model.declared(Var(at as u32)).iter().collect()).collect();
    let mut indices = vec![0; domains.len()];
    let mut solutions = 0;
    loop {
        let values: Vec<i32> = indices.iter().zip(&domains).map(|(&at, domain)| domain[at]).collect();
        let is_solution = model.broken_by(&values).unwrap().is_none();
        solutions += usize::from(is_solution);
        let mut found = is_open;
        if is_open {
            propagation.push();
            for (at, &value) in values.iter().enumerate() {
                let literal = encoder.is(encoder.number(Var(at as u32)), value.into());
                found &= propagation.assume(literal).is_ok();
            }
            found = found && is_satisfiable(&mut propagation, constraints, atoms);
            propagation.pop();
        }
        assert_eq!(
            found,
            is_solution,
            "{values:?} of {model:?}\n{}",
            encoder.formula.opb(&mut Budget::default())
        );
        let Some(next) = (0..indices.len()).find(|&at| indices[at] + 1 < domains[at].len()) else {
            return Some(solutions);
        };
        indices[..next].fill(0);
        indices[next] += 1;
    }
}

/// Checks a model of three variables with a constraint.
fn check_three<C: Constraint + 'static>(make: impl Fn([Var; 3]) -> C) -> usize {
    let mut model = Model::new();
    let vars = [model.var(0..=3), model.var(-1..=2), model.var([0, 1, 3, 4])];
    model.post(make(vars));
    check(&model)
}

#[test]
fn facts() {
    assert_eq!(check_three(all_different), 36);
    check_three(|[x, y, z]| all_different([x + 1, y + 2, z + 0]));
    check_three(|[x, y, _]| x.ne(y));
    check_three(|[x, y, _]| (x + 1).eq(y));
    check_three(|[x, y, z]| clause([x.is(1), y.at_most(0), z.at_least(3), x.is_not(2)]));
    check_three(|[x, ..]| x.is(9));
}

#[test]
fn sums() {
    for total in -2..12 {
        check_three(|[x, y, z]| (x + 2 * y - z).eq(total));
        check_three(|[x, y, z]| sum([x, y, z]).le(total));
        check_three(|[x, y, z]| (3 * x + y).ne(z + total));
        check_three(|[x, y, z]| equation([(2, x), (-1, y), (1, z)], total.into()));
        check_three(|[x, y, z]| different_sum([x, y], z));
    }
}

#[test]
fn functions() {
    check_three(|[x, y, z]| product(x, y).eq(z));
    check_three(|[x, y, z]| quotient(x, y).eq(z));
    check_three(|[x, y, z]| remainder(x, y).ne(z));
    check_three(|[x, y, z]| absolute_difference(x, y).ge(z));
    check_three(|[x, y, z]| maximum([x, y]).eq(z));
    check_three(|[x, y, z]| (minimum([x, z]) * 2).le(y + 1));
    check_three(|[x, y, z]| maximum([sum([x, y]), z.into()]).ge(3));
    check_three(|[x, y, z]| count([x, y, z], [1, 2]).eq(2));
    check_three(|[x, y, z]| count([x, y], 1).eq(z));
    check_three(|[x, y, z]| number_of_values([x, y, z]).eq(2));
    check_three(|[x, y, z]| element([x, z], y).eq(1));
    check_three(|[x, y, _]| element([3, 0, 2], y).eq(x));
    check_three(|[x, y, z]| !element([x, z], y).eq(z));
    check_three(|[x, y, z]| x.lt(y).choose(x, z).eq(3));
    check_three(|[x, y, z]| (product(x, y) + quotient(z, x)).le(4));
}

#[test]
fn conditions() {
    check_three(|[x, y, z]| x.lt(y) | y.lt(z));
    check_three(|[x, y, z]| x.lt(y).iff(y.ne(z)));
    check_three(|[x, y, z]| !(x.eq(3) & y.ne(0)) ^ z.eq(1));
    check_three(|[x, y, z]| x.is(1).implies(sum([y, z]).eq(2)));
    check_three(|[x, y, z]| holds(all_different([x, y])) | z.eq(0));
    check_three(|[x, y, z]| !holds(increasing([x, y, z])));
    check_three(|[x, y, z]| holds(table([x, y], [[0, 1], [2, 2]])).iff(z.gt(0)));
    check_three(|[x, y, z]| constructive_any([(x + 2).le(y), (y + 1).le(z)]));
    check_three(|[x, y, z]| sum([x.eq(y), y.eq(z), x.lt(z)]).eq(1));
    let mut model = Model::new();
    let [x, y] = model.array(0..=2);
    model.assumable(x.lt(y) & x.ne(0));
    check(&model);
}

#[test]
fn lists() {
    check_three(increasing);
    check_three(strictly_increasing);
    check_three(|[x, y, z]| lex_less([x, y], [z, x]));
    check_three(|[x, y, z]| lex_less_or_equal([x, y], [y, z]));
    check_three(|[x, y, z]| table([x, y, z], [[0, 1, 3], [2, -1, 0], [3, 2, 9], [1, 1, 1]]));
    check_three(|[x, y, _]| !table([x, y], [[0, 1], [2, -1]]));
    check_three(|[x, _, z]| table([x, x, z], [[0, 1, 3], [2, 2, 0]]));
    check_three(|[x, y, _]| related(x, y, std::sync::Arc::new(Pairs::new(-1..=4, |a, b| a * b > a))));
    check_three(|x| cardinality(x, [(0, 1..=2), (1, 0..=1)]));
    check_three(|[x, y, z]| cardinality([x, y], [(0, z), (1, x)]));
    check_three(|x| cardinality(x, [(0, 0..=3), (1, 1..=1), (3, 0..=1)]).closed());
    check_three(|[x, y, z]| cover([x, y, z], [[0, 3].into(), [1, 4].into()]));
    check_three(|x| one_of_sets(x, [vec![0, 1, 2], vec![1, 2, 4], vec![1, 2]]));
    check_three(|[x, y, z]| same_values([x, y], [z, x]));
    check_three(|[x, y, z]| bin_packing([x, y, z], [2, 1, 1], [2, 1, 0, 1]));
    check_three(|x| value_precedence(0, 1, x));
    check_three(|[x, y, z]| visible_count([x, y], z));
    check_three(|x| visible_count(x, 2).above(0));
    check_three(|x| independent(x, |place, value, each| each(place + value.max(0) as usize)));
    check_three(|x| regular(x, Automaton::new(2, 0, [1], [(0, 0, 0), (0, 1, 1), (1, 1, 0), (1, 3, 1)])));
    check_three(|x| regular(x, Automaton::parse("0* (1 | 2)+ 3?").unwrap()));
}

#[test]
fn graphs() {
    for places in 1..=4 {
        let mut model = Model::new();
        let next = model.vars(places, 0..places as i32);
        model.post(circuit(&next));
        assert_eq!(check(&model), [1, 1, 2, 6][places - 1]);
    }
    let mut model = Model::new();
    let (a, b) = (model.vars(3, 0..=3), model.vars(3, -1..=2));
    model.post(inverse(&a, &b));
    assert_eq!(check(&model), 6);
    let mut model = Model::new();
    let black = model.vars(6, 0..=1);
    model.post(connected(&black, [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (2, 5)], 1));
    check(&model);
    let mut model = Model::new();
    let label = model.vars(6, 0..=2);
    let edges = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (2, 5)];
    model.post(regions(&label, edges).region(0, 2..).region(1, 2..=2).region(2, ..2));
    check(&model);
    let mut model = Model::new();
    let number = model.vars(4, 1..=4);
    model.post(areas(&number, [(0, 1), (1, 2), (2, 3), (0, 3)]));
    check(&model);
    let mut model = Model::new();
    let links = model.vars(6, 0..=1);
    model.post(single_loop(&links, [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]));
    check(&model);
}

#[test]
fn schedules() {
    check_three(|x| disjunctive(x, [2, 1, 2]));
    check_three(|x| disjunctive(x, [0, 3, 1]));
    check_three(|x| cumulative(x, [2, 3, 1], [1, 2, 2], 3));
    check_three(|x| cumulative(x, [2, 0, 2], [1, 2, 1], 1));
}

#[test]
fn constraints_without_a_formula_are_named() {
    let mut model = Model::new();
    let x = model.vars(12, 0..12);
    model.all_different(&x);
    let labels = model.vars(12, 0..=5);
    model.post(partition(&labels, (0..11).map(|at| (at, at + 1)), 2));
    let refused = encoded(&model, Language::Inequalities).expect_err("there is no formula");
    assert!(
        refused.error(&model).to_string().contains("constraint 1, Partition"),
        "{}",
        refused.error(&model)
    );
    let mut model = Model::new();
    model.var(0..=1_000_000);
    assert!(encoded(&model, Language::Inequalities).is_err());
}
