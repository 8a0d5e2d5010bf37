//! Clauses, pairs of values, pigeons and the zebra.

use csp::Model;
use csp::constraints::{absolute_difference, clause};

use crate::data::Data;
use crate::task::Task;

/// 3-SAT: a literal is a variable from 1, or its negative.
pub fn satisfiability(data: &Data) -> Result<Task, String> {
    let mut model = Model::new();
    let x = model.vars(data.size("n")?, 0..=1);
    for literals in data.rows("cl")? {
        let decision = |&literal: &i32| x[literal.unsigned_abs() as usize - 1].is(i32::from(literal > 0));
        model.post(clause(literals.iter().map(decision)));
    }
    Task::first(model)
}

/// Schur: 1 to n in four sets of which none holds a, b and a + b.
pub fn schur(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let mut model = Model::new();
    let x = model.vars(n, 1..=4);
    for a in 1..=n {
        for b in a..=n - a.min(n) {
            for set in 1..=4 {
                model.post(clause([a, b, a + b].map(|number| x[number - 1].is_not(set))));
            }
        }
    }
    Task::first(model)
}

/// Random pairs of variables (model RB) with forbidden pairs of values.
pub fn random_pairs(data: &Data) -> Result<Task, String> {
    let mut model = Model::new();
    let x = model.vars(data.size("n")?, 0..data.number("d")?);
    for (pair, forbidden) in data.rows("sc")?.into_iter().zip(data.rows("forb")?) {
        let (first, second) = (x[pair[0] as usize], x[pair[1] as usize]);
        for values in forbidden.chunks(2) {
            model.post(clause([first.is_not(values[0]), second.is_not(values[1])]));
        }
    }
    Task::first(model)
}

/// n pigeons in n - 1 holes, a disequality for each two.
pub fn pigeons(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    pairs_differ(n, n - 1)
}

/// n + 1 pigeons in n holes, a disequality for each two.
pub fn pigeons_in_pairs(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    pairs_differ(n + 1, n)
}

fn pairs_differ(pigeons: usize, holes: usize) -> Result<Task, String> {
    let mut model = Model::new();
    let x = model.vars(pigeons, 1..=holes as i32);
    for (i, &a) in x.iter().enumerate() {
        for &b in &x[i + 1..] {
            model.post(a.ne(b));
        }
    }
    Task::first(model)
}

/// n + 1 pigeons in n holes, one all-different.
pub fn pigeons_together(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let mut model = Model::new();
    let x = model.vars(n + 1, 1..=n as i32);
    model.all_different(&x);
    Task::first(model)
}

/// Five houses: who has the zebra?
pub fn zebra(_: &Data) -> Result<Task, String> {
    let mut model = Model::new();
    let [red, green, ivory, yellow, blue] = model.array(1..=5);
    let [english, spaniard, ukrainian, norwegian, japanese] = model.array(1..=5);
    let [dog, snails, fox, horse, zebra] = model.array(1..=5);
    let [coffee, tea, milk, juice, water] = model.array(1..=5);
    let [old_gold, kools, chesterfields, lucky_strike, parliaments] = model.array(1..=5);
    for kind in [
        [red, green, ivory, yellow, blue],
        [english, spaniard, ukrainian, norwegian, japanese],
        [dog, snails, fox, horse, zebra],
        [coffee, tea, milk, juice, water],
        [old_gold, kools, chesterfields, lucky_strike, parliaments],
    ] {
        model.all_different(kind);
    }
    for (a, b) in [
        (english, red),
        (spaniard, dog),
        (coffee, green),
        (ukrainian, tea),
        (old_gold, snails),
        (kools, yellow),
        (lucky_strike, juice),
        (japanese, parliaments),
    ] {
        model.post(a.eq(b));
    }
    model.post(green.eq(ivory + 1));
    model.post(milk.eq(3));
    model.post(norwegian.eq(1));
    for (a, b) in [(chesterfields, fox), (kools, horse), (norwegian, blue)] {
        model.post(absolute_difference(a, b).eq(1));
    }
    Task::first(model)
}
