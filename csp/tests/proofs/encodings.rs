//! Constraints with encodings of their own, for proofs and for the learner.

use super::checker::{check, check_clauses};
use csp::constraints::*;
use csp::encode::{Encoder, Language, Number, Refused, Sum};
use csp::proof::{Format, Prover, Unproved};
use csp::*;

/// No value is more than 1 larger than the one before it, encoded with bounds. It does not say that it needs them.
#[derive(Debug)]
struct SlowRise(Vec<Var>);

impl Constraint for SlowRise {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| pair[1] <= pair[0] + 1)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        for pair in to.numbers(&self.0).windows(2) {
            for value in to.values(pair[0]) {
                let clause = [to.at_least(pair[0], value + 1), !to.at_least(pair[1], value + 2)];
                to.clause(clause);
            }
        }
        Ok(())
    }
}

/// The values with their weights are at most a number, and at least one of them is the largest of its domain.
#[derive(Debug)]
struct Load(Vec<Var>, i32);

impl Constraint for Load {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let sum: i32 = (1..).zip(values).map(|(weight, value)| weight * value).sum();
        sum <= self.1 && values.contains(&2)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let numbers = to.numbers(&self.0);
        let mut sum = Sum::default();
        (1..).zip(&numbers).for_each(|(weight, &number)| to.add(&mut sum, weight, number));
        to.sum_at_most(&sum, self.1.into());
        // Exactly one of the auxiliary variables names a place that has the value.
        let chosen = numbers.iter().map(|_| to.auxiliary()).collect::<Result<Vec<_>, _>>()?;
        to.exactly_one(&chosen);
        for (&number, chosen) in numbers.iter().zip(chosen) {
            let is = to.is(number, 2);
            to.clause([!chosen, is]);
        }
        Ok(())
    }
}

#[test]
fn a_long_constraint_is_proved_by_its_encoding() {
    let impossible = |length: usize, rise: i32| {
        let mut model = Model::new();
        let x = model.vars(length, 0..=rise + 10);
        model.post(SlowRise(x.clone()));
        model.post(x[0].at_most(3));
        model.post(x[length - 1].at_least(3 + length as i32));
        model
    };
    let proof = Prover::new(&impossible(20, 20)).no_solution().unwrap();
    assert_eq!(check(&proof.formula, &proof.lines).unwrap(), "UNSAT");
    let proof = Prover::new(&impossible(7, 0)).format(Format::Drat).no_solution().unwrap();
    assert!(proof.formula.starts_with("p cnf "), "{}", proof.formula);
    check_clauses(&proof.formula, &proof.lines).unwrap();
    let mut model = Model::new();
    let x = model.vars(12, 0..=2);
    model.post(Load(x.clone(), 9));
    model.post(x[5].at_least(1));
    for (at, &var) in x[..5].iter().enumerate() {
        model.post(var.at_most(i32::from(at != 3)));
    }
    assert_eq!(model.search().unwrap().solutions().count(), 0);
    let proof = Prover::new(&model).no_solution().unwrap();
    assert_eq!(check(&proof.formula, &proof.lines).unwrap(), "UNSAT");
}

#[test]
fn the_learner_finds_each_solution_of_an_encoding_once() {
    let mut model = Model::new();
    let x = model.vars(5, 0..=4);
    model.all_different(&x[1..]);
    model.post(SlowRise(x.clone()));
    model.post(Load(vec![x[0], x[2], x[4]], 16));
    let expected = model.search().unwrap().solutions().count();
    let mut learner = Learner::compile(&model, &Config::default()).unwrap();
    let mut found = 0;
    while learner.first().unwrap().is_some() {
        found += 1;
    }
    assert!(expected > 5);
    assert_eq!(found, expected);
}

#[test]
fn what_needs_sums_is_tried_where_only_clauses_are_allowed() {
    let mut model = Model::new();
    let (bins, loads) = (model.vars(3, 0..2), model.vars(2, 2..=3));
    model.post(bin_packing(&bins, [3, 1, 1], &loads));
    model.post(loads[0].eq(loads[1]));
    let proof = Prover::new(&model).format(Format::Drat).no_solution().unwrap();
    check_clauses(&proof.formula, &proof.lines).unwrap();
}

/// At least so many are 1, as a sum; for one it is a clause.
#[derive(Debug)]
struct ManyOnes(Vec<Var>, i64);

impl Constraint for ManyOnes {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values.iter().filter(|&&value| value == 1).count() as i64 >= self.1
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        let ones: Vec<_> = to.numbers(&self.0).into_iter().map(|number| (1, to.is(number, 1))).collect();
        to.sum_of_literals(ones, self.1);
        Ok(())
    }
}

/// All differ, and none is 2: an all-different with a constant.
#[derive(Debug)]
struct DifferFromTwo([Var; 3]);

impl Constraint for DifferFromTwo {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        !values.contains(&2) && values[0] != values[1] && values[0] != values[2] && values[1] != values[2]
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        let mut members = to.numbers(self.0);
        members.push(Number::constant(2));
        to.all_different(&members);
        Ok(())
    }
}

/// An encoding may say a clause as a sum and name constants; what a learner of clauses cannot take, it refuses.
#[test]
fn encodings_that_say_more_than_they_need_lose_nothing() {
    let models: [fn(&mut Model, [Var; 3]); 3] = [
        |model, [a, b, _]| _ = model.post(ManyOnes(vec![a, b], 1)),
        |model, vars| _ = model.post(ManyOnes(vars.to_vec(), 2)),
        |model, vars| _ = model.post(DifferFromTwo(vars)),
    ];
    for (post, known) in models.into_iter().zip([64 - 36, 10, 6]) {
        let mut model = Model::new();
        let vars = model.array(0..=3);
        post(&mut model, vars);
        assert_eq!(model.search().unwrap().solutions().count(), known, "{model:?}");
        let mut learner = Learner::compile(&model, &Config::default()).unwrap();
        assert_eq!(learner.solutions().count(), known, "{model:?}");
        assert!(matches!(Prover::new(&model).no_solution(), Err(Unproved::Solution)), "{model:?}");
    }
}
