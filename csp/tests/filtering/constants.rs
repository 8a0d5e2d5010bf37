//! Constants among the variables of a list.

use csp::constraints::{
    Automaton, Operand, connected, cumulative, disjunctive, increasing, lex_less, lex_less_or_equal,
    partition, regions, regular, same_values, strictly_increasing,
};
use csp::{Model, Var};

use super::driver::*;

/// Returns a variable, a constant, a variable with an offset, and the same constant.
fn mixed(x: &[Var]) -> [Operand; 4] {
    [x[0].into(), 1.into(), (x[1] + 1).into(), 1.into()]
}

#[test]
fn lists_with_constants_filter_exactly() {
    type Post = fn(&mut Model, &[Var]);
    let posts: [(&str, Post); 8] = [
        ("increasing", |m, x| ignore(m.post(increasing(&mixed(x)[..3])))),
        ("strictly increasing", |m, x| ignore(m.post(strictly_increasing(&mixed(x)[..3])))),
        ("before a constant list", |m, x| ignore(m.post(lex_less(x, [1, 0])))),
        ("after a constant list", |m, x| ignore(m.post(lex_less_or_equal([1, 0], x)))),
        ("before a mixed list", |m, x| ignore(m.post(lex_less([x[1], x[0]], [1.into(), Operand::from(2)])))),
        ("a constant list in any order", |m, x| ignore(m.post(same_values(x, [1, 0])))),
        ("a word", |m, x| ignore(m.post(regular(mixed(x), Automaton::parse("(0|1|2 1)* .?").unwrap())))),
        ("connected", |m, x| ignore(m.post(connected(mixed(x), [(0, 1), (1, 2), (0, 3)], 1..=2)))),
    ];
    for (name, post) in posts {
        plain(&format!("{name}, with constants"), Promise::Domain, &post).exhaust(2, -1, 2);
    }
}

#[test]
fn tasks_with_given_starts() {
    let machine = |m: &mut Model, x: &[Var]| {
        m.post(disjunctive([x[0].into(), Operand::from(1), (x[1] - 1).into()], [2, 1, 1]));
    };
    plain("a machine, one start given", Promise::Sound, &machine).exhaust(2, -1, 3);
    let resource = |m: &mut Model, x: &[Var]| {
        m.post(cumulative(mixed(x), [2, 1, 1, 2], [1, 1, 2, 1], 3));
    };
    plain("a resource, two starts given", Promise::Sound, &resource).exhaust(2, -1, 3);
}

/// Lists of constants only: the constraint holds, or the model has no solution.
#[test]
fn constants_alone() {
    let solutions = |post: &dyn Fn(&mut Model)| {
        let mut model = Model::new();
        model.var(0..=1);
        post(&mut model);
        model.search().unwrap().solutions().count()
    };
    type Post = fn(&mut Model);
    let posts: [(Post, Post); 8] = [
        (|m| ignore(m.post(increasing([1, 1, 2]))), |m| ignore(m.post(increasing([1, 0])))),
        (|m| ignore(m.post(lex_less([1, 2], [1, 3]))), |m| ignore(m.post(lex_less([1, 3], [1, 3])))),
        (|m| ignore(m.post(same_values([1, 2], [2, 1]))), |m| ignore(m.post(same_values([1, 2], [2, 2])))),
        (|m| ignore(m.post(disjunctive([0, 2], [2, 1]))), |m| ignore(m.post(disjunctive([0, 1], [2, 1])))),
        (
            |m| ignore(m.post(cumulative([0, 1], [2, 1], [1, 1], 2))),
            |m| ignore(m.post(cumulative([0, 1], [2, 1], [1, 2], 2))),
        ),
        (
            |m| ignore(m.post(connected([1, 1, 0], [(0, 1)], 1))),
            |m| ignore(m.post(connected([1, 0, 1], [(0, 1)], 1))),
        ),
        (
            |m| ignore(m.post(regions([1, 1, 0], [(0, 1)]).region(1, 2..=2).region(0, ..))),
            |m| ignore(m.post(regions([1, 1, 0], [(0, 1)]).region(1, 3..))),
        ),
        (
            |m| ignore(m.post(partition([0, 0, 1, 1], [(0, 1), (2, 3)], 2))),
            |m| ignore(m.post(partition([0, 0, 1, 1], [(0, 1), (1, 2)], 2))),
        ),
    ];
    for (at, (holds, fails)) in posts.iter().enumerate() {
        assert_eq!((solutions(holds), solutions(fails)), (2, 0), "{at}");
    }
}
