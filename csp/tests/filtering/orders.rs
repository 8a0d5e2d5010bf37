//! Increasing chains and lexicographic order.

use csp::constraints::{increasing, lex_less, lex_less_or_equal, strictly_increasing, value_precedence};
use csp::{Model, Var};

use super::driver::*;
use super::support::{Chance, audited, rest};

#[test]
fn chains() {
    let rises = |model: &mut Model, x: &[Var]| ignore(model.post(increasing(x)));
    let strictly = |model: &mut Model, x: &[Var]| ignore(model.post(strictly_increasing(x)));
    for length in 0..=3 {
        plain("increasing", Promise::Domain, &rises).exhaust_or_check(length, -1, 2);
        plain("strictly increasing", Promise::Domain, &strictly).exhaust_or_check(length, -1, 2);
    }
    plain("increasing", Promise::Domain, &rises).exhaust(4, 0, 2);
    plain("strictly increasing", Promise::Domain, &strictly).exhaust(4, 0, 2);
    let moved = |model: &mut Model, x: &[Var]| {
        ignore(model.post(strictly_increasing([x[2] + 1, x[0] - 1, x[1] + 2])))
    };
    plain("strictly increasing with offsets", Promise::Domain, &moved).exhaust(3, -1, 2);
    let twice = |model: &mut Model, x: &[Var]| ignore(model.post(increasing([x[0], x[1], x[0]])));
    plain("x ≤ y ≤ x", Promise::Sound, &twice).exhaust(2, -1, 2);
    let above = |model: &mut Model, x: &[Var]| {
        ignore(model.post(strictly_increasing([x[0] + 0, x[1] + 0, x[0] + 2])))
    };
    plain("x < y < x + 2", Promise::Sound, &above).exhaust(2, -1, 2);
    let below = |model: &mut Model, x: &[Var]| ignore(model.post(strictly_increasing([x[0], x[1], x[0]])));
    plain("x < y < x", Promise::Domain, &below).exhaust(2, -1, 2);
}

impl Case<'_> {
    /// The driver needs at least one variable.
    fn exhaust_or_check(&self, variables: usize, low: i32, high: i32) {
        if variables == 0 { _ = self.check(&[]) } else { self.exhaust(variables, low, high) }
    }
}

#[test]
fn dictionary_order() {
    for or_equal in [false, true] {
        let make = move |a: Vec<csp::Term>, b: Vec<csp::Term>| {
            if or_equal { lex_less_or_equal(a, b) } else { lex_less(a, b) }
        };
        let terms = |x: &[Var]| x.iter().map(csp::Term::from).collect::<Vec<_>>();
        for cut in 0..=4 {
            // Lists of all lengths, including the empty one.
            let post = move |model: &mut Model, x: &[Var]| {
                model.post(make(terms(&x[..cut]), terms(&x[cut..])));
            };
            let name = format!("lists of {cut} and {}, or equal: {or_equal}", 4 - cut);
            plain(&name, Promise::Domain, &post).exhaust(4, 0, 2);
        }
        let longer = move |model: &mut Model, x: &[Var]| {
            model.post(make(terms(&x[..3]), terms(&x[3..])));
        };
        let case = plain("lists of three", Promise::Domain, &longer);
        let mut chance = Chance::new(31);
        for _ in 0..1500 {
            let domains: Vec<Vec<i32>> = (0..6).map(|_| chance.subset(-1, 2, 4)).collect();
            case.check(&domains);
        }
        let moved = move |model: &mut Model, x: &[Var]| {
            model.post(make(vec![x[0] + 1, x[1] - 1], vec![x[2] - 1, x[3] + 2]));
        };
        plain("lists with offsets", Promise::Domain, &moved).exhaust(4, 0, 2);
        for offset in -1..=1 {
            let twice =
                move |model: &mut Model, x: &[Var]| {
                    ignore(model.post(make(
                        vec![x[0] + 0, x[1] + 0, x[0] + 0],
                        vec![x[0] + offset, x[2] + 0, x[1] + 0],
                    )));
                };
            plain("one variable several times", Promise::Sound, &twice).exhaust(3, 0, 2);
        }
        let itself = move |model: &mut Model, x: &[Var]| ignore(model.post(make(terms(x), terms(x))));
        plain("before itself", Promise::Domain, &itself).exhaust(3, 0, 2);
    }
}

#[test]
fn precedences() {
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(value_precedence(1, 0, x)));
    for length in 0..=3 {
        plain("1 before 0", Promise::Domain, &post).exhaust_or_check(length, -1, 2);
    }
    plain("1 before 0", Promise::Domain, &post).exhaust(4, 0, 2);
    let moved = |model: &mut Model, x: &[Var]| {
        model.post(value_precedence(0, 2, [x[1] + 1, x[0] - 1, x[2] + 0]));
    };
    plain("0 before 2, with offsets", Promise::Domain, &moved).exhaust(3, -1, 2);
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(value_precedence(0, 1, [x[0] + 0, x[1] + 0, x[0] + 1, x[2] + 0]));
    };
    plain("0 before 1, one variable twice", Promise::Sound, &twice).exhaust(3, -1, 1);
    let mixed = |model: &mut Model, x: &[Var]| {
        ignore(model.post(value_precedence(
            2,
            1,
            [x[0].into(), csp::constraints::Operand::from(1), x[1].into()],
        )));
    };
    plain("2 before 1, with a constant", Promise::Domain, &mixed).exhaust(2, -1, 2);
    let mut chance = Chance::new(53);
    for _ in 0..500 {
        let domains: Vec<Vec<i32>> = (0..6).map(|_| chance.subset(0, 3, 4)).collect();
        plain("1 before 0", Promise::Domain, &post).check(&domains);
    }
}

#[test]
fn very_wide_orders() {
    let mut model = Model::new();
    let x = model.vars(3, -500_000..=500_000);
    let y = model.vars(2, [-300, 0, 7, 300]);
    model.post(strictly_increasing([x[0] + 0, x[1] - 2, x[2] + 1]));
    model.post(lex_less([x[0], y[0]], [y[1], x[1]]));
    model.post(x[2].le(-499_994));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!((search.domain(x[1]).min(), search.domain(x[1]).max()), (-499_997, -499_992));
    // Three values of eight; the lexicographic order is decided by the first values.
    assert_eq!(rest(&mut search, 10_000).len(), 56 * 16);

    let mut model = Model::new();
    let x = model.vars(3, -500_000..=500_000);
    model.post(value_precedence(400_000, 7, &x));
    model.post(x[0].ge(7) & x[0].le(8) & x[1].ge(7) & x[1].le(8) & x[2].le(-499_999));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!(rest(&mut search, 10), [[8, 8, -500_000], [8, 8, -499_999]]);

    let mut model = Model::new();
    let x = model.vars(2, -500_000..=500_000);
    model.post(strictly_increasing([x[0], x[1], x[0]]));
    assert!(model.search().unwrap().first().unwrap().is_none(), "and not after a million steps");
}
