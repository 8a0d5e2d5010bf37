//! `array[index] = value`, over constants and over variables.

use csp::constraints::entry;
use csp::{Config, Expression, Model, Var, element, expressions};

use super::driver::*;
use super::support::rest;

#[test]
fn arrays_of_constants() {
    for array in [vec![0], vec![1, -1, 1], vec![2, 2], vec![5, 0, 1, 2, -1, 9, 0]] {
        let name = format!("{array:?}[i] = v");
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(element(&array, x[0]).eq(x[1])));
        plain(&name, Promise::Domain, &post).exhaust(2, -1, 3);
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(element(&array, x[0] - 1).eq(x[1] + 1)));
        plain(&format!("{name}, from 1"), Promise::Domain, &post).exhaust(2, -1, 3);
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(element(&array, x[0] + 1).eq(x[0])));
        plain(&format!("{name}, the index its own value"), Promise::Domain, &post).exhaust(1, -1, 4);
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(element(&array, x[0]).eq(2)));
        plain(&format!("{name}, the value fixed"), Promise::Domain, &post).exhaust(1, -1, 4);
    }
}

#[test]
fn arrays_of_variables() {
    let post = |m: &mut Model, x: &[Var]| ignore(m.post(element(&x[2..], x[0]).eq(x[1])));
    plain("[y, z][i] = v", Promise::Domain, &post).exhaust(4, 0, 2);
    plain("[y][i] = v", Promise::Domain, &post).exhaust(3, -1, 1);
    let mixed = |m: &mut Model, x: &[Var]| {
        let array: [Expression; 3] = [x[2].into(), 1.into(), (x[2] - 1).into()];
        ignore(m.post(element(array, x[0] + 1).eq(x[1] - 1)))
    };
    plain("mixed", Promise::Sound, &mixed).exhaust(3, -1, 1);
    let fixed = |m: &mut Model, x: &[Var]| ignore(m.post(element(x, 1).eq(2)));
    plain("index and value fixed", Promise::Domain, &fixed).exhaust(2, 0, 3);
}

#[test]
fn matrices() {
    for rows in [vec![vec![1, 0, 2], vec![2, 2, -1]], vec![vec![3, 1]], vec![vec![0], vec![1], vec![0]]] {
        let name = format!("{rows:?}[i][j] = v");
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(entry(&rows, x[0], x[1]).eq(x[2])));
        plain(&name, Promise::Sound, &post).exhaust(3, -1, 3);
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(entry(&rows, x[0] - 1, x[0]).le(x[1])));
        plain(&format!("{name}, one variable twice"), Promise::Sound, &post).exhaust(2, -1, 3);
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(!entry(&rows, x[0], x[1]).eq(0)));
        plain(&format!("not {name}"), Promise::Sound, &post).exhaust(2, -1, 3);
    }
    let variables = |m: &mut Model, x: &[Var]| {
        m.post(entry([expressions![x[2], 1], expressions![0, x[2] + x[3]]], x[0], x[1]).eq(x[3]));
    };
    plain("rows of variables", Promise::Sound, &variables).exhaust(4, 0, 2);
}

/// Against the meaning: a place outside the matrix has no entry, and no column is taken for one of the next row.
#[test]
fn entries_of_matrices() {
    let rows = [[4, 7, 2], [7, 1, 4]];
    let mut model = Model::new();
    let [i, j, value] = model.array(-1..=8);
    model.post(entry(rows, i, j).eq(value));
    let mut search = model.search().unwrap();
    assert_eq!((search.domain(i).max(), search.domain(j).max(), search.domain(value).max()), (1, 2, 7));
    let found: Vec<[i32; 3]> =
        search.solutions().map(|solution| [solution[i], solution[j], solution[value]]).collect();
    let all = (0..2).flat_map(|i| (0..3).map(move |j| [i, j, rows[i as usize][j as usize]]));
    assert_eq!(found.len(), 6);
    assert!(all.into_iter().all(|place| found.contains(&place)));
    // With the value fixed, only the places that have it are left.
    model.post(value.eq(4));
    model.post(i.ne(0));
    let search = model.search().unwrap();
    assert_eq!((search.domain(i).value(), search.domain(j).value()), (Some(1), Some(2)));
    let mut uneven = Model::new();
    let [i, j] = uneven.array(0..=1);
    uneven.post(entry([vec![1, 2], vec![3]], i, j).eq(3));
    assert!(uneven.search().unwrap_err().to_string().contains("a row of 2 and a row of 1 entries"));
}

#[test]
fn repeated_variables() {
    let itself = |m: &mut Model, x: &[Var]| ignore(m.post(element(x, x[0]).eq(x[1])));
    plain("x[x₀] = x₁", Promise::Sound, &itself).exhaust(3, -1, 2);
    let twice = |m: &mut Model, x: &[Var]| ignore(m.post(element([x[1], x[1]], x[0]).eq(x[0] + 1)));
    plain("[y, y][x] = x + 1", Promise::Sound, &twice).exhaust(2, -1, 2);
    let merged = |m: &mut Model, x: &[Var]| {
        m.post(x[1].eq(x[2] + 1));
        m.post(element([x[1], x[2]], x[0]).eq(x[2]));
    };
    let mut case = plain("merged", Promise::Sound, &merged);
    case.configs.truncate(1);
    case.exhaust(3, -1, 2);
}

#[test]
fn elements_of_wide_domains() {
    let mut chance = super::support::Chance::new(31);
    let post = |m: &mut Model, x: &[Var]| ignore(m.post(element(&x[2..], x[0]).eq(x[1])));
    let case = plain("wide", Promise::Domain, &post);
    for _ in 0..200 {
        let domain = |chance: &mut super::support::Chance| {
            (0..6)
                .map(|_| chance.pick(&[-70, 0, 1, 63, 64, 65, 130, 300]))
                .collect::<std::collections::BTreeSet<_>>()
        };
        let mut domains: Vec<Vec<i32>> = vec![vec![-1, 0, 1, 2, 200]];
        domains.extend((0..3).map(|_| domain(&mut chance).into_iter().collect::<Vec<i32>>()));
        case.check(&domains);
    }
    // Domains without holes.
    let mut model = Model::new();
    let (i, v) = (model.var(-500_000..=500_000), model.var(-500_000..=500_000));
    let (a, b) = (model.var(3..=3), model.var(-500_000..=5));
    model.post(element([a, b, a], i).eq(v));
    model.post(v.ge(2));
    let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
    assert_eq!((search.domain(i).min(), search.domain(i).max()), (0, 2));
    search.assume(&[b.at_least(2), v.at_least(4)]).unwrap();
    assert_eq!(rest(&mut search, 2), [[1, 4, 3, 4], [1, 5, 3, 5]]);
    search.assume(&[b.at_least(4), b.at_most(5), v.is(3)]).unwrap();
    assert_eq!(rest(&mut search, 4).len(), 4);
}

/// Entries without holes that cover wide values together, or nearly.
#[test]
fn intervals_of_wide_domains() {
    let mut chance = super::support::Chance::new(32);
    let mut whole = 0;
    for _ in 0..400 {
        let values: Vec<i32> = (0..=200).filter(|value| value % 9 != 4).collect();
        let entries: Vec<(i32, i32)> = (0..5)
            .map(|_| {
                let low = chance.between(-60, 140);
                (low, low + chance.between(0, 180))
            })
            .collect();
        let mut model = Model::new();
        let (index, value) = (model.var(-1..=5), model.var(values.clone()));
        let array: Vec<Var> = entries.iter().map(|&(low, high)| model.var(low..=high)).collect();
        model.post(element(&array, index).eq(value));
        let search = model.search_with(&Config::default().with_audit(true)).unwrap();
        let can_be = |&(low, high): &(i32, i32), value: i32| (low..=high).contains(&value);
        let left: Vec<i32> = values
            .iter()
            .copied()
            .filter(|&value| entries.iter().any(|entry| can_be(entry, value)))
            .collect();
        let places: Vec<i32> = (0..5)
            .filter(|&place| values.iter().any(|&value| can_be(&entries[place as usize], value)))
            .collect();
        assert_eq!(search.domain(value).iter().collect::<Vec<i32>>(), left, "{entries:?}");
        assert_eq!(search.domain(index).iter().collect::<Vec<i32>>(), places, "{entries:?}");
        whole += usize::from(left == values);
    }
    assert!((20..200).contains(&whole), "{whole}");
}
