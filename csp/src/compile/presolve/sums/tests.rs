use super::*;
use crate::base::rng::Rng;
use crate::model::ids::Var;
use crate::{Config, Model, all_different, constraints::equation, sum};

/// A random filled Sudoku: a fixed pattern with its values shuffled, and its rows shuffled within bands.
fn filled(rng: &mut Rng) -> Vec<i32> {
    let mut values: Vec<i32> = (1..=9).collect();
    let mut rows: Vec<usize> = (0..9).collect();
    rng.shuffle(&mut values);
    rows.chunks_mut(3).for_each(|band| rng.shuffle(band));
    let cell = |cell: usize| (rows[cell / 9], cell % 9);
    (0..81).map(cell).map(|(row, column)| values[(3 * row + row / 3 + column) % 9]).collect()
}

/// Rows, columns and boxes.
fn houses() -> Vec<Vec<usize>> {
    let by = |of: fn(usize) -> usize| (0..9).map(move |at| (0..81).filter(|&cell| of(cell) == at).collect());
    by(|cell| cell / 9).chain(by(|cell| cell % 9)).chain(by(|cell| cell / 27 * 3 + cell % 9 / 3)).collect()
}

/// The diagonals that run down to the right, except the longest.
fn diagonals() -> Vec<Vec<usize>> {
    let starts = (1..8).flat_map(|at| [at, 9 * at]);
    starts.map(|start| (0..9 - (start % 9).max(start / 9)).map(|step| start + 10 * step).collect()).collect()
}

/// Cages of up to four cells that cover the grid.
fn cages(rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = (0..81).collect();
    let mut cages = Vec::new();
    while let Some(first) = open.first().copied() {
        let mut cage = vec![first];
        open.remove(0);
        for _ in 0..rng.below(4) {
            let last = cage[cage.len() - 1];
            let next = if rng.below(2) == 0 && last % 9 < 8 { last + 1 } else { last + 9 };
            if let Some(at) = open.iter().position(|&cell| cell == next) {
                cage.push(open.remove(at));
            }
        }
        cages.push(cage);
    }
    cages
}

/// A model of the houses and of the sums that lists of cells have in a solution. A cell's variable plus `offset` is
/// its value.
fn model(solution: &[i32], lists: &[Vec<usize>], offset: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cells = model.vars(81, 1 - offset..=9 - offset);
    for house in houses() {
        model.post(all_different(house.iter().map(|&cell| cells[cell] + offset)));
    }
    for list in lists {
        let total: i32 = list.iter().map(|&cell| solution[cell] - offset).sum();
        // Both ways to state a sum.
        match list.len() % 2 {
            0 => model.post(equation(list.iter().map(|&cell| (1, cells[cell])), total.into())),
            _ => model.post(sum(list.iter().map(|&cell| cells[cell])).eq(total)),
        };
    }
    (model, cells)
}

/// Derives the sums of a model.
fn derive(model: &Model) -> (Index, Vec<(Sum, Sources)>) {
    let mut compiled = model.compile(&Config { presolve: false, ..Config::default() }).unwrap();
    let mut facts = crate::compile::facts::Facts::default();
    for (constraint, at) in model.constraints().zip(0..) {
        facts.add(model, constraint, ConstraintId(at), &Config::default());
    }
    let mut index = Index::new(&mut compiled.engine, &facts.sums).expect("permutations and equations");
    let Found { sums, origins } = index.derive(&mut compiled.engine);
    let sources = |origin| index.sources(&compiled.engine.groups, origins.of(origin));
    let derived = sums.into_iter().map(|(sum, origin)| (sum, sources(origin))).collect();
    (index, derived)
}

/// A prime, for exact elimination.
const PRIME: i64 = 1_000_003;

/// Returns whether a vector is a combination of others.
fn is_combination(of: &[Vec<i64>], vector: &[i64]) -> bool {
    let reduce = |vector: &mut Vec<i64>, basis: &[(usize, Vec<i64>)]| {
        for (pivot, row) in basis {
            let times = vector[*pivot];
            vector.iter_mut().zip(row).for_each(|(a, b)| *a = (*a - times * b).rem_euclid(PRIME));
        }
        vector.iter().position(|&a| a != 0)
    };
    let inverse = |a: i64| {
        (0..20).fold((1, a), |(product, power), bit| {
            let next = if (PRIME - 2) >> bit & 1 != 0 { product * power % PRIME } else { product };
            (next, power * power % PRIME)
        })
    };
    let mut basis: Vec<(usize, Vec<i64>)> = Vec::new();
    for vector in of {
        let mut vector = vector.clone();
        if let Some(pivot) = reduce(&mut vector, &basis) {
            let (scale, _) = inverse(vector[pivot]);
            vector.iter_mut().for_each(|a| *a = *a * scale % PRIME);
            basis.push((pivot, vector));
        }
    }
    reduce(&mut vector.to_vec(), &basis).is_none()
}

/// Checks that every derived sum holds in the solution and is a linear combination of its sources. Returns the numbers
/// of terms.
fn check(solution: &[i32], lists: &[Vec<usize>], offset: i32) -> Vec<usize> {
    let (model, _) = model(solution, lists, offset);
    let (index, derived) = derive(&model);
    let houses = houses();
    let all: Vec<Vec<i64>> = houses
        .iter()
        .chain(lists)
        .map(|cells| {
            let mut vector: Vec<i64> = (0..81).map(|cell| i64::from(cells.contains(&cell))).collect();
            vector.push(cells.iter().map(|&cell| i64::from(solution[cell] - offset)).sum());
            vector
        })
        .collect();
    for (sum, sources) in &derived {
        let mut vector = vec![0; 82];
        for term in &sum.terms {
            vector[index.slots[term.at() as usize].0 as usize] = if term.is_added() { 1 } else { -1 };
        }
        vector[81] = sum.total;
        let come_to: i64 = (0..81).map(|cell| vector[cell] * i64::from(solution[cell] - offset)).sum();
        assert_eq!(come_to, sum.total, "{sum:?}");
        let of: Vec<Vec<i64>> = sources.iter().map(|source| all[source.index()].clone()).collect();
        assert!(is_combination(&of, &vector), "{sum:?} of {sources:?}");
    }
    derived.iter().map(|(sum, _)| sum.terms.len()).collect()
}

#[test]
fn sums_hold_and_follow_from_their_sources() {
    let mut rng = Rng::new(1);
    let (mut short, mut long) = (0, 0);
    for round in 0..20 {
        let solution = filled(&mut rng);
        let found = check(&solution, &cages(&mut rng), round % 3);
        assert!(found.iter().all(|&terms| terms <= MOST_TERMS));
        short += found.len();
    }
    for _ in 0..150 {
        let found = check(&filled(&mut rng), &diagonals(), 0);
        long += found.iter().filter(|&&terms| terms > MOST_TERMS).count();
    }
    assert!(short > 200 && long > 0, "{short} {long}");
}

/// Derived sums narrow the domains, and their propagators name their sources.
#[test]
fn derived_sums_are_posted() {
    let mut model = Model::new();
    let x: Vec<Vec<Var>> = (0..2).map(|_| model.vars(4, 1..=4)).collect();
    let rows = [model.all_different(&x[0]), model.all_different(&x[1])];
    // The last variable of the first row, less the first of the second row, is 10 - 9.
    let total = model.post(equation([x[0][0], x[0][1], x[0][2], x[1][0]].map(|var| (1, var)), 9));
    let engine = model.compile(&Config { audit: true, ..Config::default() }).unwrap();
    let has = |sources: &[ConstraintId]| engine.derived().any(|(_, of)| of == sources);
    assert!(has(&[rows[0], total]));
    assert_eq!((engine.domain(x[0][3]).min(), engine.domain(x[1][0]).max()), (2, 3));
    let apart = model.compile(&Config { presolve: false, ..Config::default() }).unwrap();
    assert_eq!(apart.domain(x[0][3]).min(), 1);
}

#[test]
fn a_sum_of_one_variable_assigns_it() {
    let mut model = Model::new();
    let x = model.vars(4, 1..=4);
    let row = model.all_different(&x);
    let last = model.post(equation([x[0], x[1], x[2]].map(|var| (1, var)), 7));
    let engine = model.compile(&Config { audit: true, ..Config::default() }).unwrap();
    assert_eq!(engine.domain(x[3]).iter().collect::<Vec<_>>(), [3]);
    assert!(engine.derived().any(|(name, of)| name == "linear =" && of == [row, last]));
    // Another value of the last variable is a contradiction.
    model.post(equation([(1, x[3])], 4));
    assert!(model.compile(&Config::default()).unwrap().is_infeasible());
}

#[test]
fn sums_that_repeat_others_are_removed() {
    // The sum and the difference of both parts repeat them. A sum with another total does not, and neither does a sum
    // that shares only some terms of a part.
    let parts = [sum_of(&[(0, 1), (2, -1)], 3), sum_of(&[(1, -1), (3, -1)], -9)];
    let both = sum_of(&[(0, 1), (1, 1), (2, -1), (3, 1)], 12);
    let less = sum_of(&[(0, -1), (1, 1), (2, 1), (3, 1)], 6);
    let again = parts[0].negated();
    let other = sum_of(&[(0, 1), (1, 1), (2, -1), (3, 1)], 13);
    let overlapping = sum_of(&[(0, 1), (1, 1), (3, 1)], 12);
    let mut found = vec![both, less, again, other.clone(), overlapping.clone()];
    found.extend(parts.clone());
    found.sort_unstable();
    let mut kept = vec![other, overlapping];
    kept.extend(parts);
    kept.sort_unstable();
    let mut left: Vec<(Sum, usize)> = found.into_iter().map(|sum| (sum, 0)).collect();
    remove_repetition(&mut left);
    assert_eq!(left.into_iter().map(|(sum, _)| sum).collect::<Vec<_>>(), kept);
}

#[test]
fn the_rest_of_a_sum_may_have_other_signs() {
    let whole = sum_of(&[(3, 1), (5, -1)], -2);
    assert_eq!(whole.rest(&sum_of(&[(5, 1)], 4)), Some(sum_of(&[(3, 1)], 2)));
    assert_eq!(whole.rest(&sum_of(&[(5, -1)], -4)), Some(sum_of(&[(3, 1)], 2)));
    assert_eq!(whole.rest(&sum_of(&[(4, 1)], 4)), None);
    assert_eq!(whole.rest(&sum_of(&[(3, 1), (5, 1)], 4)), None);
}

fn sum_of(terms: &[(u32, i32)], total: i64) -> Sum {
    Sum { terms: terms.iter().map(|&(at, weight)| Term::new(at, weight > 0)).collect(), total }
}
