//! Whole problems: known counts, and the same set of solutions in all settings.

use crate::support::{
    CONSISTENCIES, Chance, PATHS, VALUE_ORDERS, VARIABLE_ORDERS, any_config, oracle, solve,
};
use csp::config::{Consistency, Restarts, ValueOrder, VariableOrder};
use csp::{Config, Model, Solution, Var, lockstep::SimdPath, sum, weighted_sum};

fn count(model: &Model, config: &Config) -> usize {
    model.search_with(config).unwrap().solutions().count()
}

/// Returns queens with three all-differents with offsets.
fn queens(n: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let rows = model.vars(n as usize, 0..n);
    model.all_different(&rows);
    model.all_different((0..n).map(|column| rows[column as usize] + column));
    model.all_different((0..n).map(|column| rows[column as usize] - column));
    (model, rows)
}

/// Returns queens with ≠ between pairs.
fn queens_in_pairs(n: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let rows = model.vars(n as usize, 1..=n);
    for (a, b) in pairs(n) {
        model.post(rows[a as usize].ne(rows[b as usize]));
        model.post(rows[a as usize].ne(rows[b as usize] + (b - a)));
        model.post((rows[b as usize] - (b - a)).ne(rows[a as usize]));
        model.post(rows[a as usize].ne(rows[b as usize] - (b - a)));
    }
    (model, rows)
}

fn pairs(n: i32) -> impl Iterator<Item = (i32, i32)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}

#[test]
fn queens_in_two_models() {
    let plain = Config::default().with_presolve(false);
    for (n, known) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)]
    {
        assert_eq!(count(&queens(n).0, &Config::default()), known, "{n} queens");
        assert_eq!(count(&queens_in_pairs(n).0, &Config::default()), known, "{n} queens in pairs");
        assert_eq!(count(&queens_in_pairs(n).0, &plain), known, "{n} queens in pairs as they are");
    }
    for consistency in CONSISTENCIES {
        let n = if consistency == Consistency::Check { 5 } else { 8 };
        let known = if n == 5 { 10 } else { 92 };
        for (model, _) in [queens(n), queens_in_pairs(n)] {
            assert_eq!(
                count(&model, &Config::default().with_consistency(consistency)),
                known,
                "{consistency:?}"
            );
        }
    }
}

fn latin(n: usize, values: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cells = model.vars(n * n, 1..=values);
    for line in 0..n {
        model.all_different((0..n).map(|at| cells[n * line + at]));
        model.all_different((0..n).map(|at| cells[n * at + line]));
    }
    (model, cells)
}

#[test]
fn latin_squares() {
    for (order, known) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let (model, _) = latin(order, order as i32);
        assert_eq!(count(&model, &Config::default()), known, "order {order}");
        if order < 5 {
            for consistency in CONSISTENCIES {
                if order < 4 || consistency != Consistency::Check {
                    assert_eq!(count(&model, &Config::default().with_consistency(consistency)), known);
                }
            }
        }
    }
    // With one value more than variables no group is a permutation.
    assert_eq!(count(&latin(2, 3).0, &Config::default()), 18);
    // Latin squares of 3 × 3 from 4 values.
    assert_eq!(count(&latin(3, 4).0, &Config::default()), 1_056);
}

/// Returns a Sudoku with rows, columns and boxes of `height` × `width`.
fn sudoku(height: usize, width: usize) -> (Model, Vec<Var>) {
    let n = height * width;
    let (mut model, cells) = latin(n, n as i32);
    for corner in 0..n {
        let (top, left) = (corner / height * height, corner % height * width);
        model.all_different((0..n).map(|at| cells[n * (top + at / width) + left + at % width]));
    }
    (model, cells)
}

#[test]
fn small_sudoku() {
    let (mut model, cells) = sudoku(2, 2);
    for consistency in CONSISTENCIES.into_iter().filter(|c| *c != Consistency::Check) {
        for simd in PATHS {
            assert_eq!(
                count(&model, &Config::default().with_consistency(consistency).with_simd(simd)),
                288,
                "{consistency:?}"
            );
        }
    }
    model.all_different((0..4).map(|at| cells[5 * at]));
    model.all_different((0..4).map(|at| cells[3 * at + 3]));
    for simd in PATHS {
        assert_eq!(count(&model, &Config::default().with_simd(simd)), 48);
    }
    // 6 × 6 with its first row given: 28,200,960 / 6!.
    let (model, cells) = sudoku(2, 3);
    for simd in PATHS {
        let mut search = model.search_with(&Config::default().with_simd(simd)).unwrap();
        let row: Vec<_> = (0..6).map(|at| cells[at].is(at as i32 + 1)).collect();
        search.assume(&row).unwrap();
        assert_eq!(search.solutions().count(), 39_168);
    }
}

#[test]
fn send_more_money() {
    let mut model = Model::new();
    let letters = model.vars(8, 0..=9);
    let [s, e, n, d, m, o, r, y] = letters[..] else { unreachable!() };
    model.all_different(&letters);
    let word =
        |letters: &[Var]| weighted_sum(letters.iter().rev().zip(0..).map(|(&x, i)| (10_i64.pow(i), x)));
    model.post((word(&[s, e, n, d]) + word(&[m, o, r, e])).eq(word(&[m, o, n, e, y])));
    model.any_of([s.at_least(1)]);
    model.any_of([m.is_not(0)]);
    for consistency in CONSISTENCIES.into_iter().filter(|c| *c != Consistency::Check) {
        let solutions = solve(&model, &Config::default().with_consistency(consistency).with_audit(true), 2);
        assert_eq!(solutions, [[9, 5, 6, 7, 1, 0, 8, 2]], "{consistency:?}");
    }
}

#[test]
fn langford_pairs() {
    for (n, known) in [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52)] {
        let mut model = Model::new();
        let first = model.vars(n as usize, 0..2 * n);
        let second = model.vars(n as usize, 0..2 * n);
        for i in 0..n {
            model.post(second[i as usize].eq(first[i as usize] + (i + 2)));
        }
        model.all_different(first.iter().chain(&second));
        assert_eq!(count(&model, &Config::default()), known, "L(2, {n})");
        assert_eq!(count(&model, &Config::default().with_presolve(false)), known, "L(2, {n})");
    }
}

#[test]
fn magic_square() {
    let mut model = Model::new();
    let cells = model.vars(9, 1..=9);
    model.all_different(&cells);
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        model.post(sum(line.map(|at| cells[at])).eq(15));
    }
    for consistency in CONSISTENCIES.into_iter().filter(|c| *c != Consistency::Check) {
        assert_eq!(count(&model, &Config::default().with_consistency(consistency)), 8, "{consistency:?}");
    }
}

#[test]
fn pigeons_do_not_fit() {
    for consistency in CONSISTENCIES {
        let mut model = Model::new();
        let pigeons = model.vars(6, 1..=5);
        model.all_different(&pigeons);
        assert_eq!(count(&model, &Config::default().with_consistency(consistency)), 0, "{consistency:?}");
        let mut model = Model::new();
        let pigeons = model.vars(6, 1..=5);
        for (a, b) in pairs(6) {
            model.post(pigeons[a as usize].ne(pigeons[b as usize]));
        }
        assert_eq!(
            count(&model, &Config::default().with_consistency(consistency)),
            0,
            "{consistency:?} in pairs"
        );
    }
}

/// Returns the 27 groups of a 9 × 9 board; givens are variables with one value.
fn board(givens: &str) -> Model {
    let mut model = Model::new();
    let cells: Vec<Var> = givens
        .bytes()
        .map(|symbol| match symbol {
            b'.' => model.var(1..=9),
            digit => model.var(i32::from(digit - b'0')),
        })
        .collect();
    for line in 0..9 {
        model.all_different((0..9).map(|at| cells[9 * line + at]));
        model.all_different((0..9).map(|at| cells[9 * at + line]));
        let corner = line / 3 * 27 + line % 3 * 3;
        model.all_different((0..9).map(|at| cells[corner + at / 3 * 9 + at % 3]));
    }
    model
}

fn digits(solution: &Solution) -> String {
    solution.values().iter().map(|value| char::from(b'0' + *value as u8)).collect()
}

const PUZZLES: [(&str, &str, usize); 7] = [
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
        1,
    ),
    (
        "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..626........7..6..5..",
        "123456789457189236968237154241865973576913428389742615894571362615324897732698541",
        5279,
    ),
    (
        ".7...18......7......6..91.....415.78...6.345........1.56..3....78...6.499...5....",
        "274361895198572634356849127629415378817693452435287916562934781783126549941758263",
        1,
    ),
    (
        "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8",
        "439618257256739841781542693894375162173426589562891374928154736647283915315967428",
        1,
    ),
    (
        ".7926..45342875..6..6.1.7...957..3.1.6..94......1...8......82..2..6....8......634",
        "179263845342875196586419723495782361861394572723156489654938217237641958918527634",
        1,
    ),
    (
        ".49...1.6..1.8.....3...4.272.54783.13.41.69756.7.9.....7....2....32.1......83..19",
        "849752136721683594536914827295478361384126975617395482178569243963241758452837619",
        1,
    ),
    (
        ".....68..8.6.3..5.......2....49..........47.2..538.....2........19..738.5.....1..",
        "152746893876239451493158276234971568981564732765382914327815649619427385548693127",
        17,
    ),
];

/// Strengths that finish on these problems without long searches.
const STRONG: [Consistency; 5] = [
    Consistency::Singles,
    Consistency::Intersections,
    Consistency::Bounds,
    Consistency::Domain,
    Consistency::Auto,
];

#[test]
fn puzzles_of_the_tutorials() {
    for (givens, first, known) in PUZZLES {
        let model = board(givens);
        for consistency in STRONG {
            for simd in PATHS {
                let in_order = Config::default()
                    .with_consistency(consistency)
                    .with_simd(simd)
                    .with_variables(VariableOrder::Input);
                let mut search = model.search_with(&in_order).unwrap();
                let solution = search.first().unwrap().expect("it has solutions");
                assert_eq!(digits(&solution), first, "{consistency:?}");
                let config = Config::default().with_consistency(consistency).with_simd(simd);
                assert_eq!(count(&model, &config), known, "{consistency:?} {givens}");
            }
        }
        let restarting = Config::default()
            .with_restarts(Restarts::luby(2))
            .with_values(ValueOrder::Random)
            .with_variables(VariableOrder::WeightedDegree);
        // A nogood for each of thousands of solutions is slow, so the long case is left out.
        if known < 100 {
            assert_eq!(count(&model, &restarting), known, "{givens}");
        }
    }
}

#[test]
fn boards_without_a_solution_and_open_ones() {
    let diagonal = "12345678.........2........3........4........5........6........7........8........9";
    let mut none = vec![diagonal.to_string()];
    for row in 1..9 {
        let mut givens = format!("12345678.{}", ".".repeat(72));
        givens.replace_range(9 * row + 8..9 * row + 9, "9");
        none.push(givens);
    }
    for givens in &none {
        for consistency in STRONG {
            for simd in PATHS {
                let config = Config::default().with_consistency(consistency).with_simd(simd);
                assert_eq!(count(&board(givens), &config), 0, "{consistency:?} {givens}");
            }
        }
    }
    let first_row = format!("123456789{}", ".".repeat(72));
    let first_column: String = (1..=9).map(|digit| format!("{digit}........")).collect();
    let open = [
        (".".repeat(81), "123456789456789123789123456214365897365897214897214365531642978642978531978531642"),
        (first_row, "123456789456789123789123456214365897365897214897214365531642978642978531978531642"),
        (first_column, "145236789267189345389457126412365897573891264698724513721643958854972631936518472"),
    ];
    for (givens, first) in open {
        for simd in PATHS {
            let config = Config::default().with_simd(simd).with_variables(VariableOrder::Input);
            let solution = board(&givens).search_with(&config).unwrap().first().unwrap().unwrap();
            assert_eq!(digits(&solution), first);
        }
    }
}

/// Returns small problems of every kind, with all their variables.
fn small_problems() -> Vec<(&'static str, Model, Vec<Var>)> {
    let mut small_problems = Vec::new();
    let (model, vars) = queens(5);
    small_problems.push(("queens", model, vars));
    let (model, vars) = queens_in_pairs(5);
    small_problems.push(("queens in pairs", model, vars));
    let (model, vars) = latin(3, 3);
    small_problems.push(("latin", model, vars));
    let mut model = Model::new();
    let x = model.vars(5, -2..=3);
    model.all_different([x[0] + 1, x[1] - 1, x[2] + 0]);
    model.post((x[0] * 2 - x[1] + x[3]).eq(1));
    model.post(x[3].eq(x[4] + 1));
    model.post(x[2].le(x[4] + 2));
    model.any_of([x[0].is(3), x[1].is_not(2), x[4].at_most(-1)]);
    small_problems.push(("mixed", model, x));
    let mut model = Model::new();
    let x: Vec<Var> = [vec![0, 70, 140], vec![-5, 0, 70, 90], vec![70, 90], vec![1, 2, 3]]
        .into_iter()
        .map(|d| model.var(d))
        .collect();
    model.all_different(&x[..3]);
    model.post(x[3].ne(x[0] + 1));
    model.post((x[0] + x[1]).ge(x[2] - 60));
    small_problems.push(("wide", model, x));
    let mut model = Model::new();
    let x = model.vars(6, 0..=2);
    for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 3)] {
        model.post(x[a].ne(x[b]));
    }
    small_problems.push(("colours", model, x));
    let mut model = Model::new();
    let x = model.vars(7, 0..=1);
    for (a, b, c) in [(0, 1, 2), (2, 3, 4), (4, 5, 6), (1, 3, 5), (0, 2, 6)] {
        model.any_of([x[a].is(1), x[b].is(0), x[c].is(1)]);
        model.any_of([x[a].is(0), x[b].is(1), x[c].is(0)]);
    }
    small_problems.push(("clauses", model, x));
    small_problems
}

#[test]
fn every_setting_finds_the_same_solutions_once() {
    let restarts = [Restarts::Never, Restarts::luby(1), Restarts::geometric(1, 1.3)];
    for (name, model, vars) in small_problems() {
        let known = oracle(&model, &vars);
        assert!(!known.is_empty(), "{name}");
        for (consistency, presolve) in CONSISTENCIES.into_iter().flat_map(|c| [(c, true), (c, false)]) {
            for (variables, values) in VARIABLE_ORDERS.into_iter().flat_map(|v| VALUE_ORDERS.map(|w| (v, w)))
            {
                for restarts in restarts {
                    let config = Config::default()
                        .with_consistency(consistency)
                        .with_presolve(presolve)
                        .with_variables(variables)
                        .with_values(values)
                        .with_restarts(restarts);
                    assert_eq!(solve(&model, &config, known.len()), known, "{name}: {config:?}");
                }
            }
        }
    }
}

#[test]
fn any_settings_find_the_same_solutions_once() {
    let mut chance = Chance::new(1);
    for (name, model, vars) in small_problems() {
        let known = oracle(&model, &vars);
        for _ in 0..300 {
            let config = any_config(&mut chance);
            assert_eq!(solve(&model, &config, known.len()), known, "{name}: {config:?}");
        }
    }
}

/// Restarts after every failure with random orders, on problems with many solutions.
#[test]
fn random_restarts_repeat_no_solution() {
    for seed in 0..10 {
        for (consistency, simd) in [
            (Consistency::Auto, SimdPath::Portable),
            (Consistency::Auto, SimdPath::Auto),
            (Consistency::Forward, SimdPath::Auto),
            (Consistency::Check, SimdPath::Auto),
        ] {
            let config = Config::default()
                .with_consistency(consistency)
                .with_simd(simd)
                .with_seed(seed)
                .with_variables(VariableOrder::Random)
                .with_values(ValueOrder::Random)
                .with_random_ties(true)
                .with_last_conflict(seed % 2 == 0)
                .with_restarts(Restarts::luby(1));
            let (model, _) = queens(5);
            let found = solve(&model, &config, 10);
            assert!(
                found.len() == 10 && found.windows(2).all(|pair| pair[0] != pair[1]),
                "{config:?}: {found:?}"
            );
            let (model, _) = latin(2, 3);
            let found = solve(&model, &config, 18);
            assert!(
                found.len() == 18 && found.windows(2).all(|pair| pair[0] != pair[1]),
                "{config:?}: {found:?}"
            );
        }
    }
}
