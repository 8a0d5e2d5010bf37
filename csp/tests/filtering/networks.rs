//! Networks of overlapping all-differents, which are filtered together.

use csp::{Model, Var, config::Consistency, sum};

use super::learning::explain_all;
use super::support::{Chance, Left, PATHS, assumed, audited, root, supported};

/// Networks are filtered soundly, the same on every instruction set, and monotonically when assumptions narrow a
/// compiled search.
#[test]
fn networks_of_groups() {
    let latin = |n: usize| -> Vec<Vec<usize>> {
        let rows = (0..n).map(|r| (0..n).map(|c| n * r + c).collect());
        rows.chain((0..n).map(|c| (0..n).map(|r| n * r + c).collect())).collect()
    };
    let mut sudoku = latin(4);
    sudoku.extend([0, 2, 8, 10].map(|corner| vec![corner, corner + 1, corner + 4, corner + 5]));
    let mut diagonals = sudoku.clone();
    diagonals.extend([vec![0, 5, 10, 15], vec![3, 6, 9, 12]]);
    // Groups that are not permutations, and a pair.
    let mut mixed = sudoku.clone();
    mixed.extend([vec![0, 5, 10], vec![3, 12]]);
    let mut chance = Chance::new(9);
    for (groups, values) in [(latin(3), 3), (latin(4), 4), (sudoku, 4), (diagonals, 4), (mixed, 4)] {
        let variables = (values * values) as usize;
        let mut solutions = Vec::new();
        grids(&groups, variables, values, &mut Vec::new(), &mut solutions);
        assert!(!solutions.is_empty());
        for round in 0..250 {
            let base = chance.between(-3, 3);
            let tenths = 2 + chance.below(8);
            // Most domains contain a solution, so that not everything is refuted at once.
            let hidden = (round % 4 > 0).then(|| chance.pick(&solutions));
            let domains: Vec<Vec<i32>> = (0..variables)
                .map(|at| {
                    let mut domain = chance.subset(0, values - 1, tenths);
                    domain.extend(hidden.iter().map(|hidden: &Vec<i32>| hidden[at]));
                    domain
                })
                .collect();
            let mut model = Model::new();
            let vars: Vec<Var> =
                domains.iter().map(|d| model.var(d.iter().map(|v| v + base).collect::<Vec<i32>>())).collect();
            // The same groups on a board with all values, narrowed by assumptions.
            let mut board = Model::new();
            let cells = board.vars(variables, base..base + values);
            for group in &groups {
                model.all_different(group.iter().map(|&at| vars[at]));
                board.all_different(group.iter().map(|&at| cells[at]));
            }
            let fit = |s: &&Vec<i32>| s.iter().zip(&domains).all(|(value, domain)| domain.contains(value));
            let fitting: Vec<Vec<i32>> =
                solutions.iter().filter(fit).map(|s| s.iter().map(|v| v + base).collect()).collect();
            let wanted = supported(&fitting, variables);
            for consistency in [Consistency::Auto, Consistency::Singles, Consistency::Intersections] {
                let say = || format!("{consistency:?}, {groups:?} over {domains:?} + {base}");
                let right = |left: &Option<Vec<Left>>| match left {
                    None => assert!(fitting.is_empty(), "false refutation: {}", say()),
                    Some(left) => {
                        for (at, (left, wanted)) in left.iter().zip(&wanted).enumerate() {
                            assert!(left.is_superset(wanted), "x{at} lost {:?}: {}", wanted - left, say());
                        }
                        let fixed = left.iter().all(|left| left.len() == 1);
                        assert!(!fixed || !fitting.is_empty(), "accepted: {}", say());
                    }
                };
                let results = PATHS.map(|simd| root(&model, &vars, &audited(consistency).with_simd(simd)));
                right(&results[0]);
                assert_eq!(results[0], results[1], "{}", say());
                assert_eq!(results[0], results[2], "{}", say());
                for (model, vars) in [(&model, &vars), (&board, &cells)] {
                    explain_all(model, vars, &audited(consistency), None, &mut chance);
                }
                let mut removals: Vec<csp::Decision> = Vec::new();
                for (&cell, domain) in cells.iter().zip(&domains) {
                    let gone = (0..values).filter(|value| !domain.contains(value));
                    removals.extend(gone.map(|value| cell.is_not(value + base)));
                }
                chance.shuffle(&mut removals);
                let results = PATHS.map(|simd| {
                    let mut search = board.search_with(&audited(consistency).with_simd(simd)).unwrap();
                    let half = assumed(&mut search, &cells, &removals[..removals.len() / 2]);
                    let whole = assumed(&mut search, &cells, &removals);
                    // From a narrower state to a wider one and back.
                    assert_eq!(assumed(&mut search, &cells, &removals[..removals.len() / 2]), half);
                    assert_eq!(assumed(&mut search, &cells, &removals), whole);
                    match (&whole, &half) {
                        (Some(_), None) => panic!("not monotone: {}", say()),
                        (Some(whole), Some(half)) => {
                            assert!(
                                whole.iter().zip(half).all(|(w, h)| w.is_subset(h)),
                                "not monotone: {}",
                                say()
                            );
                        }
                        (None, _) => {}
                    }
                    whole
                });
                right(&results[0]);
                assert_eq!(results[0], results[1], "{}", say());
                assert_eq!(results[0], results[2], "{}", say());
            }
        }
    }
}

/// Collects all grids in which every group takes different values.
fn grids(
    groups: &[Vec<usize>],
    variables: usize,
    values: i32,
    grid: &mut Vec<i32>,
    found: &mut Vec<Vec<i32>>,
) {
    let at = grid.len();
    if at == variables {
        return found.push(grid.clone());
    }
    for value in 0..values {
        let clash =
            |group: &&Vec<usize>| group.contains(&at) && group.iter().any(|&b| b < at && grid[b] == value);
        if !groups.iter().any(|group| clash(&group)) {
            grid.push(value);
            grids(groups, variables, values, grid, found);
            grid.pop();
        }
    }
}

/// Networks with up to sixteen values and more, around a hidden solution, on every instruction set.
#[test]
fn large_networks_keep_a_hidden_solution() {
    let mut chance = Chance::new(10);
    for (values, words) in [(9, 3), (12, 3), (16, 4), (20, 4), (25, 5)] {
        for round in 0..6 {
            // A cyclic Latin square with its blocks: rows, columns, and boxes where they fit.
            let n = values as usize;
            let hidden: Vec<i32> = (0..n * n)
                .map(|at| {
                    let (row, column) = (at / n, at % n);
                    ((row % words * (n / words) + row / words + column) % n) as i32
                })
                .collect();
            let mut model = Model::new();
            let vars: Vec<Var> = hidden
                .iter()
                .map(|&value| {
                    let mut domain = chance.subset(0, values - 1, 1 + round * 2);
                    domain.push(value);
                    model.var(domain)
                })
                .collect();
            for line in 0..n {
                model.all_different((0..n).map(|at| vars[n * line + at]));
                model.all_different((0..n).map(|at| vars[n * at + line]));
                let (top, left) = (line / words * words, line % words * (n / words));
                let cell = |at: usize| n * (top + at / (n / words)) + left + at % (n / words);
                let inside = top + words <= n;
                if inside {
                    let mut seen: Vec<i32> = (0..n).map(|at| hidden[cell(at)]).collect();
                    seen.sort_unstable();
                    if seen.windows(2).all(|pair| pair[0] != pair[1]) {
                        model.all_different((0..n).map(|at| vars[cell(at)]));
                    }
                }
            }
            assert_eq!(model.broken_by(&hidden), Ok(None));
            for consistency in [Consistency::Auto, Consistency::Singles, Consistency::Intersections] {
                let [a, b, c] = PATHS.map(|simd| root(&model, &vars, &audited(consistency).with_simd(simd)));
                let left = a.as_ref().expect("there is a solution");
                assert!(
                    left.iter().zip(&hidden).all(|(left, value)| left.contains(value)),
                    "{n} {consistency:?}"
                );
                assert!(a == b && a == c, "{n} {consistency:?}");
            }
        }
    }
}

/// A permutation, and variables that differ from two of its members by constraints of their own: the places of a value
/// are a reason for them.
#[test]
fn reasons_around_a_permutation() {
    let mut chance = Chance::new(11);
    let mut model = Model::new();
    let x = model.vars(5, 1..=3);
    model.all_different(&x[..3]);
    for (inside, around) in [(0, 3), (1, 3), (1, 4), (2, 4)] {
        model.post(x[inside].ne(x[around]));
    }
    model.post(sum(&x).ge(9));
    for _ in 0..500 {
        explain_all(&model, &x, &audited(Consistency::Auto), None, &mut chance);
    }
}
