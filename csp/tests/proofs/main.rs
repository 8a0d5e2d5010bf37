//! Proofs, checked by a checker that shares nothing with the engine; damaged ones, and those of faulty propagators.

mod checker;
mod encodings;
mod faults;
mod models;

use checker::{check, check_clauses};
use csp::constraints::*;
use csp::limits::*;
use csp::proof::{Format, Proof, Prover, Unproved};
use csp::*;

/// Proves that a model has just the solutions that search finds: each is one, and there is no other.
fn prove_all(model: &Model, vars: &[Var]) -> Proof {
    let mut others = model.clone();
    let mut search = model.search().unwrap();
    let found: Vec<Solution> = search.solutions().take(9).collect();
    assert!(found.len() < 9, "a few solutions");
    for solution in &found {
        let proof = Prover::new(model).solution(solution.values()).unwrap();
        assert_eq!(check(&proof.formula, &proof.lines).unwrap(), "SAT");
        others.post(clause(vars.iter().map(|&var| var.is_not(solution[var]))));
    }
    let proof = Prover::new(&others).no_solution().unwrap();
    assert_eq!(check(&proof.formula, &proof.lines).unwrap(), "UNSAT");
    proof
}

fn queens(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars(n, 0..n as i32);
    model.all_different(&x);
    model.all_different((0..n).map(|at| x[at] + at as i32));
    model.all_different((0..n).map(|at| x[at] - at as i32));
    (model, x)
}

#[test]
fn queens_on_small_boards() {
    for n in [2, 3, 4, 6] {
        let (model, x) = queens(n);
        prove_all(&model, &x);
    }
}

#[test]
fn a_pigeonhole_is_one_sum() {
    let mut model = Model::new();
    let x = model.vars(6, 0..5);
    model.all_different(&x);
    let proof = prove_all(&model, &x);
    assert_eq!(proof.lines.matches("\npol ").count(), 1, "{}", proof.lines);
}

#[test]
fn magic_squares() {
    let mut model = Model::new();
    let x = model.vars(9, 1..=9);
    model.all_different(&x);
    for line in [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]] {
        model.post(sum(line.map(|cell| x[cell])).eq(15));
    }
    model.post(x[0].lt(x[2]));
    model.post(x[0].lt(x[6]));
    model.post(x[2].lt(x[6]));
    prove_all(&model, &x);
}

#[test]
fn schedules_and_words() {
    let mut model = Model::new();
    let start = model.vars(3, 0..=4);
    model.post(disjunctive(&start, [3, 2, 2]));
    prove_all(&model, &start);
    let mut model = Model::new();
    let x = model.vars(8, 0..=1);
    model.post(regular(&x, Automaton::parse("0* 1{3} 0+ 1{2} 0*").unwrap()));
    model.post(count(&x[..4], 1).eq(2));
    prove_all(&model, &x);
}

#[test]
fn optional_tasks_capacities_and_routes() {
    let posts: [fn(&mut Model, &[Var]); 6] = [
        |m, x| _ = m.post(disjunctive(&x[..2], [1, 2]).when([x[2].is(1), x[3].is(1)])),
        |m, x| {
            let there = conditions![x[3].is(1), x[0].lt(x[1]), x[2].at_least(0)];
            m.post(disjunctive(&x[..3], [1, 1, 2]).when(there));
        },
        |m, x| {
            let there = conditions![x[3].is(1), x[3].is_not(1), x[0].ge(x[1])];
            m.post(cumulative(&x[..3], [2, 1, 2], [2, 1, 2], 3).when(there));
        },
        |m, x| {
            let there = [x[2].is(1), x[3].is(0)];
            m.post(no_overlap(&x[..2], [0, 1], [2, 1], [2, 1]).when(there));
        },
        |m, x| _ = m.post(bin_packing_within(&x[..3], [2, 1, 1], operands![2, x[3] + 1])),
        |m, x| _ = m.post(constraints::entry([[0, 1], [1, 0]], x[0], x[1]).eq(x[2] + x[3])),
    ];
    for post in posts {
        // A quarter of the assignments at a time.
        for (first, last) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut model = Model::new();
            let x = model.vars(4, 0..=1);
            post(&mut model, &x);
            model.post(all([x[0].is(first), x[3].is(last)]));
            prove_all(&model, &x);
        }
    }
    let mut model = Model::new();
    let (next, vehicle) = (model.vars(4, 0..4), model.vars(2, 0..2));
    model.post(routes(&next, &vehicle));
    prove_all(&model, &[next, vehicle].concat());
}

#[test]
fn tasks_of_one_variable_have_an_order() {
    for (offset, durations) in [(0, [1, 2]), (1, [1, 1]), (1, [2, 1]), (-2, [2, 2]), (1, [0, 1])] {
        for has_capacity in [false, true] {
            let mut model = Model::new();
            let x = [model.var([-1, 1, 2, 3]), model.var([-1, 3, 4])];
            model.post(x[0].eq(x[1]));
            let starts = [x[0] + 0, x[1] + offset, x[0] + offset];
            let durations = [durations[0], durations[1], 0];
            if has_capacity {
                model.post(cumulative(starts, durations, [2, 2, 1], 3))
            } else {
                model.post(disjunctive(starts, durations))
            };
            prove_all(&model, &x);
        }
    }
}

#[test]
fn one_of_two_constraints_too_large_to_be_negated() {
    let mut model = Model::new();
    let x = model.vars(20, 0..=1);
    model.post(holds(increasing(&x)) | holds(increasing(x.iter().rev().copied())));
    let up: Vec<i32> = (0..20).map(|at| i32::from(at > 7)).collect();
    let down: Vec<i32> = up.iter().map(|value| 1 - value).collect();
    for values in [up, down] {
        let proof = Prover::new(&model).solution(&values).unwrap();
        assert_eq!(check(&proof.formula, &proof.lines).unwrap(), "SAT");
    }
    let neither = [x[0].is(0), x[9].is(1), x[15].is(0)];
    let proof = Prover::new(&model).assume(&neither).no_solution().unwrap();
    assert_eq!(check(&proof.formula, &proof.lines).unwrap(), "UNSAT");
    assert!(matches!(Prover::new(&model).assume(&neither[..2]).no_solution(), Err(Unproved::Solution)));
}

#[test]
fn an_optimum_is_a_bound() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=2);
    let weight = weighted_sum([3, 4, 5, 7].into_iter().zip(&x));
    model.post(weighted_sum([2, 3, 4, 5].into_iter().zip(&x)).ge(11));
    let mut optimizer = model.search().unwrap().minimize(weight.clone()).unwrap();
    let outcome = optimizer.run();
    let best = &outcome.best().unwrap().solution.values()[..4];
    let proof = Prover::new(&model).optimum(&weight, best).unwrap();
    let least: i32 = [3, 4, 5, 7].iter().zip(best).map(|(a, b)| a * b).sum();
    assert_eq!(check(&proof.formula, &proof.lines).unwrap(), format!("BOUNDS {least}"));
    // A solution that is not optimal cannot be proved optimal.
    let worse = Prover::new(&model).optimum(&weight, &[2, 2, 2, 2]);
    assert!(matches!(worse, Err(Unproved::Solution)), "{worse:?}");
}

#[test]
fn what_is_wrong_is_not_proved() {
    let (model, x) = queens(5);
    assert!(matches!(Prover::new(&model).no_solution(), Err(Unproved::Solution)));
    assert!(Prover::new(&model).solution(&[0, 1, 2, 3, 4]).is_err());
    let decisions = [x[0].is(0), x[1].is(2)];
    assert!(matches!(Prover::new(&model).no_other_solution(&decisions), Err(Unproved::Solution)));
    let stopped = Cancel::new();
    stopped.cancel();
    let limits = Limits::default().cancel(&stopped);
    let (model, _) = queens(3);
    assert!(Prover::new(&model).within(limits).no_solution().is_err());
}

#[test]
fn damaged_lines_are_refused() {
    let (model, x) = queens(6);
    let proof = prove_all(&model, &x);
    let lines: Vec<&str> = proof.lines.lines().collect();
    // Of the lines that can be damaged in a way, how many are refused, and how many there are.
    let refused = |damage: &dyn Fn(&str) -> Option<String>| {
        let damaged = lines.iter().enumerate().filter_map(|(at, line)| {
            let parts = [&lines[..at], &[&*damage(line)?], &lines[at + 1..]];
            Some(check(&proof.formula, &parts.concat().join("\n")).is_err())
        });
        let outcomes: Vec<bool> = damaged.collect();
        (outcomes.iter().filter(|is_refused| **is_refused).count(), outcomes.len())
    };
    // The checker skips lines of output, so this one is lost, and the numbers of later lines are wrong.
    let lost = refused(&|line| ["rup", "pol"].contains(&&line[..3]).then(|| "output".into()));
    assert!(lost.0 == lost.1 && lost.1 > 50, "{lost:?}");
    let with_a_literal_turned = refused(&|line| {
        let clause = line.strip_prefix("rup 1 ")?;
        Some(clause.strip_prefix('~').map_or(format!("rup 1 ~{clause}"), |clause| format!("rup 1 {clause}")))
    });
    let wanting_two_literals = refused(&|line| line.starts_with("rup").then(|| line.replace(">= 1", ">= 2")));
    // A few of these clauses follow as well.
    for (refused, all) in [with_a_literal_turned, wanting_two_literals] {
        assert!(10 * refused >= 9 * all && all > 50, "{refused} of {all}");
    }
    let of_one_row =
        refused(&|line| Some(format!("pol {} ;", line.strip_prefix("pol ")?.split_once(' ')?.0)));
    assert!(of_one_row.0 == of_one_row.1 && of_one_row.1 > 2, "{of_one_row:?}");
    // The proof is refused for another formula.
    let other = proof.formula.lines().filter(|line| !line.contains("x0_0")).collect::<Vec<_>>().join("\n");
    assert!(check(&other, &proof.lines).is_err());
}

#[test]
fn clauses_have_proofs_by_clauses() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=2);
    model.all_different(&x);
    let proof = Prover::new(&model).format(Format::Drat).no_solution().unwrap();
    assert!(proof.formula.starts_with("p cnf 12 "), "{}", proof.formula);
    check_clauses(&proof.formula, &proof.lines).unwrap();
    assert!(check_clauses(&proof.formula, "0\n").is_err(), "it needs more than unit propagation");
    let mut model = Model::new();
    let x = model.vars(40, 0..=9);
    model.post(sum(&x).eq(100));
    let refused = Prover::new(&model).format(Format::Drat).no_solution();
    assert!(matches!(refused, Err(Unproved::NotEncodable(_))), "{refused:?}");
}

/// A comparison of spread values has too many values for a sum of literals, and few assignments.
fn spread() -> (Model, Var) {
    let mut model = Model::new();
    let (x, y) = (model.var([0, 64]), model.var([-70, 0, 1]));
    model.post(absolute_difference(element([2.into(), Expression::from(y)], x), 2 * y + 2 * x).ne(-2));
    (model, x)
}

#[test]
fn spread_values_need_no_stack() {
    let (model, x) = spread();
    let prove = |decision| Prover::new(&model).assume(&[decision]).no_solution();
    let on_little_stack = |decision| {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(1 << 18);
            thread.spawn_scoped(scope, || prove(decision)).unwrap().join().unwrap()
        })
    };
    assert!(matches!(on_little_stack(x.is(0)), Err(Unproved::Solution)));
    // There is no entry 64.
    let proof = on_little_stack(x.is(64)).unwrap();
    assert_eq!(check(&proof.formula, &proof.lines).unwrap(), "UNSAT");
}

#[test]
fn every_part_of_a_proof_keeps_the_limits() {
    // A formula of millions of terms, a search, cases.
    let mut large = Model::new();
    let xs = large.vars(40, 0..=4000);
    xs.windows(3).for_each(|three| {
        large.post((three[0] + three[1]).ne(three[2] * 3));
    });
    let (pigeons, _) = queens(3);
    let (spread, _) = spread();
    for model in [&large, &pigeons, &spread] {
        let raised = Cancel::new();
        raised.cancel();
        let spent = [
            Limits::default().nodes(0),
            Limits::default().time(std::time::Duration::ZERO),
            Limits::default().memory(&MemoryLimit::new(0)),
            Limits::default().cancel(&raised),
        ];
        for limits in spent {
            let outcome = Prover::new(model).within(limits.clone()).no_solution().map(|_| ());
            let is_kept = matches!(outcome, Err(Unproved::Limit));
            assert!(is_kept || limits.node_limit().is_some() && outcome.is_ok(), "{limits:?}: {outcome:?}");
        }
    }
}
