//! Random small models of tables, elements, counts, extrema and arithmetic, in random settings, against the oracle:
//! declared, added late, and over very wide domains.

use crate::support::recipes::Target;
use crate::support::{Chance, any_config, oracle, rest, root, rounds, solve, supported};
use csp::constraints::{
    Operand, Quota, absolute_difference, cardinality, number_of_values, product, quotient, remainder,
};
use csp::{ConstraintId, Model, Var, count, element, maximum, minimum, table};

/// Returns a variable, mostly; sometimes with an offset, sometimes a constant.
fn operand(chance: &mut Chance, x: &[Var]) -> Operand {
    let var = chance.pick(x);
    match chance.below(8) {
        0 => Operand::Constant(chance.between(-1, 3)),
        1 | 2 => (var + chance.between(-2, 2)).into(),
        _ => var.into(),
    }
}

fn operands(chance: &mut Chance, x: &[Var], least: u64) -> Vec<Operand> {
    (0..least + chance.below(3)).map(|_| operand(chance, x)).collect()
}

/// Posts a constraint. The same random state posts the same constraint, to any target.
fn post_any(chance: &mut Chance, x: &[Var], to: &mut impl Target) -> ConstraintId {
    let kind = chance.below(16);
    let (list, a, b, c) =
        (operands(chance, x, 2), operand(chance, x), operand(chance, x), operand(chance, x));
    let number = chance.between(0, 3);
    // A constant index outside the array would be an error.
    let index = if matches!(a, Operand::Constant(_)) { x[0].into() } else { a };
    match kind {
        0 | 1 => {
            let tuples: Vec<Vec<i32>> = (0..1 + chance.below(40))
                .map(|_| list.iter().map(|_| chance.between(-1, 3)).collect())
                .collect();
            let table = table(list, tuples);
            to.take(if kind == 0 { table } else { !table })
        }
        2 => to.take(element((0..5).map(|_| chance.between(-1, 3)).collect::<Vec<_>>(), index).eq(b)),
        3 => to.take(element(list, index).eq(b)),
        4 => to.take(count(list, [0, 2]).eq(a)),
        5 => to.take(count(list, 1..=2).le(number)),
        6 => to.take(count(list, 1).ge(a)),
        7 => {
            let quotas: [(i32, Quota); 2] = [(0, (0..=number).into()), (1, a.into())];
            let quotas = cardinality(list, quotas);
            to.take(if number == 3 { quotas.closed() } else { quotas })
        }
        8 => to.take(number_of_values(list).eq(a)),
        9 => to.take(number_of_values(list).le(number)),
        10 => to.take(maximum(list).eq(a)),
        11 => to.take(minimum(list).eq(a)),
        12 => to.take(product(a, b).eq(c)),
        13 => to.take(quotient(a, b).eq(c)),
        14 => to.take(remainder(a, b).eq(c)),
        _ => to.take(absolute_difference(a, b).eq(c)),
    }
}

/// Posts `count` constraints for a seed.
fn post_some(seed: u64, count: u64, x: &[Var], to: &mut impl Target) {
    let mut chance = Chance::new(seed);
    for at in 0..count {
        post_any(&mut chance, x, to);
        if at == 1 {
            to.take(csp::all_different(&x[..2]));
            to.take(x[0].le(x[2] + 1));
        }
        if at == 2 {
            to.take(x[1].eq(x[2] - 1));
        }
    }
}

#[test]
fn the_same_solutions_as_by_brute_force() {
    for seed in rounds(1500).map(u64::from) {
        let mut chance = Chance::new(seed);
        let domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(-1, 3, 7)).collect();
        let count = 1 + chance.below(4);
        let mut model = Model::new();
        let x: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
        post_some(seed, count, &x, &mut model);
        let known = oracle(&model, &x);
        let wanted = supported(&known, x.len());
        for _ in 0..2 {
            let config = any_config(&mut chance);
            match root(&model, &x, &config) {
                None => assert!(known.is_empty(), "{seed} {config:?}"),
                Some(left) => {
                    let sound = left.iter().zip(&wanted).all(|(left, wanted)| left.is_superset(wanted));
                    assert!(sound, "{seed} {config:?}");
                }
            }
            assert_eq!(solve(&model, &config, known.len()), known, "{seed} {config:?}");
        }

        // Added to a running search.
        let config = any_config(&mut chance);
        let mut bare = Model::new();
        let same: Vec<Var> = domains.iter().map(|domain| bare.var(&domain[..])).collect();
        let mut late = bare.search_with(&config).unwrap();
        post_some(seed, count, &same, &mut late);
        assert_eq!(rest(&mut late, known.len()), known, "late, {seed} {config:?}");

        // Over very wide domains, narrowed by assumptions.
        let mut wide = Model::new();
        let far: Vec<Var> = domains
            .iter()
            .map(|_| if chance.below(3) == 0 { wide.var(-300..=300) } else { wide.var(-500_000..=500_000) })
            .collect();
        post_some(seed, count, &far, &mut wide);
        let mut search = wide.search_with(&config).unwrap();
        for _ in 0..2 {
            let lows: Vec<i32> = far.iter().map(|_| chance.between(-2, 2)).collect();
            let narrow: Vec<_> =
                far.iter().zip(&lows).flat_map(|(x, &low)| [x.at_least(low), x.at_most(low + 2)]).collect();
            let mut boxed = Model::new();
            let inside: Vec<Var> = lows.iter().map(|&low| boxed.var(low..=low + 2)).collect();
            post_some(seed, count, &inside, &mut boxed);
            let known = oracle(&boxed, &inside);
            search.assume(&narrow).unwrap();
            assert_eq!(rest(&mut search, known.len()), known, "wide, {seed} {config:?} {lows:?}");
        }
    }
}
