//! Several constraints in one model: under random settings, against the oracle, and on known problems.

use crate::support::{CONSISTENCIES, Chance, any_config, assumed, audited, oracle, rest, solve, supported};
use csp::constraints::{
    Automaton, circuit, connected, cumulative, disjunctive, increasing, inverse, lex_less, lex_less_or_equal,
    regular, same_values, strictly_increasing,
};
use csp::{Model, Term, Var, sum};

/// Posts a random constraint over random variables, some of them twice, some with an offset.
fn post(chance: &mut Chance, model: &mut Model, x: &[Var]) {
    let some = |chance: &mut Chance, count: usize| -> Vec<Term> {
        (0..count).map(|_| chance.pick(x) + chance.pick(&[0, 0, 0, 1, -1])).collect()
    };
    let whole = |chance: &mut Chance| -> Vec<Term> {
        let mut all: Vec<Term> = x.iter().map(Term::from).collect();
        chance.shuffle(&mut all);
        all
    };
    match chance.below(12) {
        0 => _ = model.post(circuit(whole(chance))),
        1 => _ = model.post(inverse(whole(chance), whole(chance))),
        2 => {
            let expression = chance.pick(&["(0 .)* .?", "[1-3]* 0 .*", ".{2} (1 2|2 1)* .?", "(0|1 2|3+)*"]);
            let length = 1 + chance.below(5) as usize;
            let word = some(chance, length);
            model.post(regular(word, Automaton::parse(expression).unwrap()));
        }
        3 => _ = model.post(increasing(some(chance, 3))),
        4 => _ = model.post(strictly_increasing(some(chance, 2))),
        5 => _ = model.post(lex_less(some(chance, 3), some(chance, 2))),
        6 => _ = model.post(lex_less_or_equal(some(chance, 3), some(chance, 3))),
        7 => _ = model.post(disjunctive(some(chance, 3), [1, 2, 1])),
        8 => _ = model.post(cumulative(some(chance, 4), [1, 2, 1, 3], [1, 2, 2, 1], 3)),
        9 => {
            let ring = (0..x.len()).map(|at| (at, (at + 1) % x.len()));
            model.post(connected(whole(chance), ring, [0, 3]));
        }
        10 => _ = model.post(same_values(some(chance, 2), some(chance, 2))),
        _ => {
            // Presolve merges these variables.
            let (a, b) = (chance.pick(x), chance.pick(x));
            model.post(a.eq(b + chance.pick(&[0, 1])));
        }
    }
}

#[test]
fn the_same_solutions_as_by_brute_force() {
    let mut chance = Chance::new(71);
    let mut satisfiable = 0;
    for round in 0..1500 {
        let mut model = Model::new();
        let x: Vec<Var> = (0..5).map(|_| model.var(chance.subset(0, 4, 7))).collect();
        for _ in 0..1 + chance.below(3) {
            post(&mut chance, &mut model, &x);
        }
        let known = oracle(&model, &x);
        satisfiable += usize::from(!known.is_empty());
        let config = any_config(&mut chance);
        assert_eq!(solve(&model, &config, known.len()), known, "round {round}, {config:?}");

        // One compiled model under assumptions, repeatedly: no state is left behind.
        let mut search = model.search_with(&config).unwrap();
        for _ in 0..4 {
            let assumptions = [chance.pick(&x).is_not(chance.between(0, 4)), chance.pick(&x).at_least(1)];
            let kept = known.iter().filter(|values| {
                assumptions.iter().all(|decision| decision.holds(values[decision.variable().index()]))
            });
            let kept: Vec<Vec<i32>> = kept.cloned().collect();
            let wanted = supported(&kept, x.len());
            match assumed(&mut search, &x, &assumptions) {
                None => assert!(kept.is_empty(), "round {round}: false refutation"),
                Some(left) => {
                    let sound = left.iter().zip(&wanted).all(|(left, wanted)| left.is_superset(wanted));
                    assert!(sound, "round {round}: lost a value");
                }
            }
            search.assume(&assumptions).unwrap();
            assert_eq!(rest(&mut search, kept.len()), kept, "round {round}, {assumptions:?}");
        }
    }
    assert!(satisfiable > 300, "{satisfiable} models tell something");
}

/// Constraints that are added late have the same meaning.
#[test]
fn constraints_added_to_a_search() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=3);
    let mut search = model.search().unwrap();
    search.add_constraint(circuit(&x)).unwrap();
    assert_eq!(search.solutions().count(), 6);
    search.reset();
    search.add_constraint(lex_less([x[0]], [x[1]])).unwrap();
    let word = Automaton::parse(". .* [^3]").unwrap();
    search.add_constraint(regular(&x, word)).unwrap();
    let found = rest(&mut search, 6);
    let mut whole = Model::new();
    let y = whole.vars(4, 0..=3);
    whole.post(circuit(&y));
    whole.post(y[0].lt(y[1]));
    whole.post(y[3].ne(3));
    assert_eq!(found, oracle(&whole, &y));
}

/// Closed knight's tours of a board of 6 by 5: 16 with their reversals.
#[test]
fn tours_of_a_knight() {
    let (rows, columns) = (6_i32, 5_i32);
    let mut model = Model::new();
    let next: Vec<Var> = (0..rows * columns)
        .map(|at| {
            let (row, column) = (at / columns, at % columns);
            let there = (0..rows * columns).filter(|to| {
                let (rows, columns) = ((to / columns - row).abs(), (to % columns - column).abs());
                rows * columns == 2
            });
            model.var(there.collect::<Vec<i32>>())
        })
        .collect();
    model.post(circuit(&next));
    for consistency in
        [csp::config::Consistency::Value, csp::config::Consistency::Domain, csp::config::Consistency::Auto]
    {
        assert_eq!(solve(&model, &audited(consistency), 16).len(), 16);
    }
}

/// Queens channelled to rows have the same number of solutions.
#[test]
fn queens_from_both_sides() {
    for consistency in CONSISTENCIES {
        let mut model = Model::new();
        let (row, column) = (model.vars(6, 0..6), model.vars(6, 0..6));
        model.post(inverse(&row, &column));
        model.all_different((0..6).map(|at| row[at] + at as i32));
        model.all_different((0..6).map(|at| column[at] - at as i32));
        assert_eq!(solve(&model, &audited(consistency), 4).len(), 4);
    }
}

/// Six jobs on six machines (Fisher and Thompson 1963), each job a list of machines and times: the optimum is 55.
#[test]
fn a_known_job_shop() {
    let jobs: [[(usize, i32); 6]; 6] = [
        [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ];
    let solvable = |horizon: i32| {
        let mut model = Model::new();
        let mut machines = vec![(Vec::new(), Vec::new()); 6];
        for job in jobs {
            let starts: Vec<Var> = job.iter().map(|&(_, time)| model.var(0..=horizon - time)).collect();
            for (at, (machine, time)) in job.into_iter().enumerate() {
                machines[machine].0.push(starts[at]);
                machines[machine].1.push(time);
                if at > 0 {
                    model.post((starts[at - 1] + job[at - 1].1).le(starts[at]));
                }
            }
        }
        for (starts, times) in machines {
            model.post(disjunctive(&starts, times.clone()));
            model.post(cumulative(&starts, times, [2; 6], 3));
        }
        model.search_with(&audited(Default::default())).unwrap().first().unwrap().is_some()
    };
    assert!(solvable(55) && !solvable(54));
}

/// A nonogram of five by five whose picture, a heart, is connected.
#[test]
fn a_nonogram() {
    let lines = |model: &mut Model, cells: &[Var], clue: &[i32]| {
        let blocks: Vec<String> = clue.iter().map(|length| format!("1{{{length}}}")).collect();
        let text = format!("0* {} 0*", blocks.join(" 0+ "));
        model.post(regular(cells, Automaton::parse(&text).unwrap()));
    };
    let mut model = Model::new();
    let x = model.vars(25, 0..=1);
    for (row, clue) in [&[1, 1][..], &[5], &[5], &[3], &[1]].into_iter().enumerate() {
        lines(&mut model, &x[5 * row..5 * row + 5], clue);
    }
    for (column, clue) in [&[2][..], &[4], &[4], &[4], &[2]].into_iter().enumerate() {
        let cells: Vec<Var> = (0..5).map(|row| x[5 * row + column]).collect();
        lines(&mut model, &cells, clue);
    }
    let beside = (0..25).flat_map(|at| [(at % 5 < 4).then(|| (at, at + 1)), (at < 20).then(|| (at, at + 5))]);
    model.post(connected(&x, beside.flatten(), 1));
    let found = solve(&model, &audited(Default::default()), 1);
    let drawn: Vec<i32> = "0101011111111110111000100".chars().map(|c| i32::from(c == '1')).collect();
    assert_eq!(found, [drawn]);
}

/// A list and its sorted copy.
#[test]
fn a_sorted_list() {
    let mut model = Model::new();
    let (x, y) = (model.vars(4, 1..=4), model.vars(4, 1..=4));
    model.post(same_values(&x, &y));
    model.post(increasing(&y));
    model.post(sum(&x).eq(16));
    assert_eq!(solve(&model, &audited(Default::default()), 1), [[4; 8]]);
}
