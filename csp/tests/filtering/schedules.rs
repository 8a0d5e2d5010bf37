//! Tasks on a machine, tasks that share a resource, and rectangles.

use csp::constraints::{Operand, cumulative, disjunctive, no_overlap};
use csp::{Condition, Model, Var, conditions, operands};

use super::driver::*;
use super::support::{Chance, audited, rest, root};

#[test]
fn machines() {
    for durations in [[1, 1, 1], [2, 1, 3], [0, 2, 2], [3, 0, 1], [2, 2, 2], [4, 1, 1]] {
        let post = move |model: &mut Model, x: &[Var]| ignore(model.post(disjunctive(x, durations)));
        plain(&format!("durations {durations:?}"), Promise::Sound, &post).exhaust(3, 0, 3);
        let moved = move |model: &mut Model, x: &[Var]| {
            model.post(disjunctive([x[1] + 2, x[0] - 1, x[2] + 0], durations));
        };
        plain(&format!("durations {durations:?} with offsets"), Promise::Sound, &moved).exhaust(3, 0, 2);
        let twice = move |model: &mut Model, x: &[Var]| {
            model.post(disjunctive([x[0] + 0, x[1] + 0, x[0] + 2], durations));
        };
        plain(&format!("durations {durations:?}, one variable twice"), Promise::Sound, &twice)
            .exhaust(2, -1, 3);
    }
}

#[test]
fn resources() {
    for (durations, demands, capacity) in [
        ([1, 2, 3], [1, 1, 1], 2),
        ([2, 2, 2], [1, 2, 1], 2),
        ([3, 1, 2], [2, 2, 1], 3),
        ([2, 0, 2], [2, 2, 2], 2),
        ([2, 3, 1], [0, 3, 1], 3),
        ([1, 2, 1], [1, 2, 3], 2),
        ([0, 1, 0], [1, 0, 1], 0),
        ([2, 1, 2], [3, 4, 5], 9),
    ] {
        let name = format!("durations {durations:?}, demands {demands:?}, capacity {capacity}");
        let post = move |model: &mut Model, x: &[Var]| {
            ignore(model.post(cumulative(x, durations, demands, capacity)))
        };
        plain(&name, Promise::Sound, &post).exhaust(3, 0, 3);
        let moved = move |model: &mut Model, x: &[Var]| {
            let starts = [x[2] - 1, x[0] + 0, x[1] + 1];
            model.post(cumulative(starts, durations, demands, capacity));
        };
        plain(&format!("{name}, with offsets"), Promise::Sound, &moved).exhaust(3, 0, 2);
        let twice = move |model: &mut Model, x: &[Var]| {
            let starts = [x[0] + 0, x[1] + 0, x[0] + 1];
            model.post(cumulative(starts, durations, demands, capacity));
        };
        plain(&format!("{name}, one variable twice"), Promise::Sound, &twice).exhaust(2, -1, 3);
    }
}

#[test]
fn larger_schedules() {
    let mut chance = Chance::new(41);
    for _ in 0..400 {
        let tasks = 4 + chance.below(2) as usize;
        let mut some = |low, high| (0..tasks).map(|_| chance.between(low, high)).collect::<Vec<i32>>();
        let (durations, demands) = (some(0, 4), some(0, 3));
        let domains: Vec<Vec<i32>> = (0..tasks).map(|_| chance.subset(0, 6, 5)).collect();
        let machine =
            |model: &mut Model, x: &[Var]| ignore(model.post(disjunctive(x, durations.iter().copied())));
        plain(&format!("durations {durations:?}"), Promise::Sound, &machine).check(&domains);
        let capacity = chance.between(1, 4);
        let resource = |model: &mut Model, x: &[Var]| {
            model.post(cumulative(x, durations.iter().copied(), demands.iter().copied(), capacity));
        };
        plain(&format!("{durations:?}, {demands:?}, {capacity}"), Promise::Sound, &resource).check(&domains);
    }
}

/// Windows without holes and with little slack: for edge finding.
#[test]
fn tight_schedules() {
    let mut chance = Chance::new(43);
    for _ in 0..1200 {
        let durations: Vec<i32> = (0..6).map(|_| chance.between(1, 4)).collect();
        let demands: Vec<i32> = (0..6).map(|_| chance.between(1, 3)).collect();
        let windows = |chance: &mut Chance, last: i32| -> Vec<Vec<i32>> {
            let starts = (0..6).map(|_| (chance.between(0, last), chance.between(0, 3)));
            starts.map(|(low, more)| (low..=low + more).collect()).collect()
        };
        let machine =
            |model: &mut Model, x: &[Var]| ignore(model.post(disjunctive(x, durations.iter().copied())));
        let domains = windows(&mut chance, 14);
        plain(&format!("durations {durations:?}"), Promise::Sound, &machine).check(&domains);
        let resource = |model: &mut Model, x: &[Var]| {
            model.post(cumulative(x, durations.iter().copied(), demands.iter().copied(), 4));
        };
        let domains = windows(&mut chance, 8);
        plain(&format!("{durations:?}, {demands:?}"), Promise::Sound, &resource).check(&domains);
    }
}

/// Results of the filtering rules.
#[test]
fn filtering_of_disjunctive_tasks() {
    type Window = (i32, i32, i32);
    let left = |tasks: &[Window]| {
        let mut model = Model::new();
        let x: Vec<Var> = tasks.iter().map(|&(low, high, _)| model.var(low..=high)).collect();
        model.post(disjunctive(&x, tasks.iter().map(|task| task.2)));
        let left = root(&model, &x, &audited(Default::default()))?;
        Some(left.iter().map(|left| [*left.first().unwrap(), *left.last().unwrap()]).collect::<Vec<_>>())
    };
    // Three tasks of 3 in a window of 8.
    assert_eq!(left(&[(0, 5, 3), (0, 5, 3), (0, 5, 3)]), None);
    // The last task cannot precede either of the others, so it follows both.
    assert_eq!(left(&[(0, 3, 2), (1, 3, 2), (1, 12, 4)]), Some(vec![[0, 3], [1, 3], [4, 12]]));
    // Edge finding: the first task could precede either of the others alone, but not both.
    assert_eq!(left(&[(0, 20, 4), (1, 8, 5), (1, 8, 4)]).map(|left| left[0]), Some([0, 20]));
    assert_eq!(left(&[(0, 20, 5), (1, 6, 5), (1, 7, 4)]).map(|left| left[0]), Some([10, 20]));
}

#[test]
fn very_wide_schedules() {
    let mut model = Model::new();
    let x = model.vars(3, 0..=1_000_000);
    model.post(disjunctive(&x, [400_000, 300_000, 300_001]));
    for &x in &x {
        model.post(x.le(700_000));
    }
    model.post(x[0].le(2));
    model.post(x[1].le(400_003));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!(search.domain(x[2]).min(), 300_000 + 400_000);
    // The first two tasks in order, and the last at its latest start.
    let found = rest(&mut search, 10);
    assert_eq!(found, [[0, 400_000, 700_000]]);
    let mut model = Model::new();
    let x = model.vars(2, -500_000..=500_000);
    model.post(cumulative([x[0] + 5, x[1] + 0], [1 << 28, 1 << 28], [2, 1], 2));
    assert!(model.search().unwrap().first().unwrap().is_none());
}

/// Durations, demands and capacities that are variables, alone and together, and one variable in two places.
#[test]
fn variable_sizes() {
    type Post = fn(&mut Model, &[Var]);
    let cases: [(&str, Post); 8] = [
        ("disjunctive, one duration", |m, x| {
            ignore(m.post(disjunctive(&x[..2], [x[2].into(), Operand::from(2)])))
        }),
        ("disjunctive, two durations", |m, x| {
            ignore(m.post(disjunctive([x[0] + 0, x[0] + 2], [x[1], x[2]])))
        }),
        ("disjunctive, a start as a duration", |m, x| {
            ignore(m.post(disjunctive(x, [x[1] + 0, x[1] - 1, x[0] + 0])))
        }),
        ("cumulative, a duration", |m, x| {
            m.post(cumulative(&x[..2], [x[2].into(), Operand::from(2)], [1, 2], 2));
        }),
        ("cumulative, a demand", |m, x| {
            let demands = [Operand::from(1), x[2].into(), Operand::from(1)];
            m.post(cumulative([x[0] + 0, x[1] + 0, x[0] + 1], [2, 1, 3], demands, 3));
        }),
        ("cumulative, the capacity", |m, x| ignore(m.post(cumulative(&x[..2], [2, 3], [1, 2], x[2])))),
        ("cumulative, all", |m, x| {
            ignore(m.post(cumulative([x[0], x[1]], [x[1], x[2]], [x[2], x[0]], x[2] + 1)))
        }),
        ("cumulative, tasks one after the other", |m, x| {
            ignore(m.post(cumulative(
                [Operand::from(0), (x[1] + 0).into(), (x[2] + 1).into()],
                [x[0] + 0, x[1] - 1, x[2] + 0],
                [2, 2, 1],
                3,
            )));
        }),
    ];
    for (name, post) in cases {
        plain(name, Promise::Sound, &post).exhaust(3, -1, 2);
        plain(name, Promise::Sound, &post).exhaust(3, 0, 3);
    }
}

#[test]
fn larger_variable_sizes() {
    let mut chance = Chance::new(47);
    for round in 0..600 {
        let domains: Vec<Vec<i32>> =
            (0..7).map(|at| chance.subset(0, if at < 3 { 5 } else { 3 }, 4)).collect();
        let (duration, demand) = (chance.between(1, 3), chance.between(1, 3));
        let resource = |model: &mut Model, x: &[Var]| {
            let durations = [x[3].into(), x[4].into(), Operand::from(duration)];
            ignore(model.post(cumulative(
                &x[..3],
                durations,
                [x[5].into(), Operand::from(demand), 1.into()],
                x[6],
            )));
        };
        let machine =
            |model: &mut Model, x: &[Var]| {
                let starts = [x[0] + 0, x[1] + 0, x[2] + 0, x[6] + 1];
                ignore(model.post(disjunctive(
                    starts,
                    [x[3].into(), x[4].into(), Operand::from(duration), x[5].into()],
                )));
            };
        plain(&format!("resource {round}"), Promise::Sound, &resource).check(&domains);
        plain(&format!("machine {round}"), Promise::Sound, &machine).check(&domains);
    }
}

/// Bounds of variable sizes once the starts are fixed.
#[test]
fn filtering_of_variable_sizes() {
    let mut model = Model::new();
    let (start, duration, demand, capacity) =
        (model.vars(3, [0, 2, 4]), model.vars(2, 0..=9), model.var(0..=9), model.var(0..=3));
    model.post(start[0].eq(0) & start[1].eq(2) & start[2].eq(4));
    model.post(duration[0].ge(1));
    let sizes = [duration[0].into(), duration[1].into(), Operand::from(1)];
    model.post(cumulative(&start, sizes, [Operand::from(2), demand.into(), 2.into()], capacity));
    model.post(demand.ge(2));
    let x = [duration[0], duration[1], demand, capacity];
    let left = root(&model, &x, &audited(Default::default())).unwrap();
    let bounds: Vec<[i32; 2]> =
        left.iter().map(|left| [*left.first().unwrap(), *left.last().unwrap()]).collect();
    // The second task may last 0, so its demand is open, and the first may run beside it.
    assert_eq!(bounds, [[1, 4], [0, 2], [2, 9], [2, 3]]);
}

#[test]
fn rectangles() {
    type Post = fn(&mut Model, &[Var]);
    let cases: [(&str, Post); 5] = [
        ("two", |m, x| ignore(m.post(no_overlap(&x[..2], [x[2].into(), Operand::from(1)], [2, 1], [1, 2])))),
        ("one inside", |m, x| ignore(m.post(no_overlap([x[0], x[1]], [x[1], x[2]], [3, 0], [3, 0])))),
        ("sizes", |m, x| {
            ignore(m.post(no_overlap([x[0] + 0, x[1] + 0], [0, 1], [x[2] + 0, x[1] - 1], [2, 1])))
        }),
        ("one variable for all", |m, x| {
            ignore(m.post(no_overlap([x[0], x[0]], [x[1], x[2]], [x[0], x[1]], [x[2], x[0]])))
        }),
        ("three", |m, x| {
            m.post(no_overlap(x, [0, 1, 1], [1, 2, 1], [2, 1, 2]));
        }),
    ];
    for (name, post) in cases {
        plain(name, Promise::Sound, &post).exhaust(3, -1, 2);
        plain(name, Promise::Sound, &post).exhaust(3, 0, 3);
    }
    let mut chance = Chance::new(53);
    for round in 0..300 {
        let domains: Vec<Vec<i32>> = (0..8).map(|_| chance.subset(0, 3, 3)).collect();
        let sizes: Vec<i32> = (0..6).map(|_| chance.between(0, 3)).collect();
        let post = |model: &mut Model, x: &[Var]| {
            let widths = [Operand::from(sizes[0]), sizes[1].into(), x[6].into()];
            let heights = [Operand::from(sizes[2]), x[7].into(), sizes[3].into()];
            model.post(no_overlap(&x[..3], &x[3..6], widths, heights));
        };
        plain(&format!("rectangles {round}, {sizes:?}"), Promise::Sound, &post).check(&domains);
    }
}

/// A rectangle between two others, as wide as the place.
#[test]
fn filtering_of_rectangles() {
    let mut model = Model::new();
    let (x, y, height) =
        (model.vars(3, 0..=2), [model.var(0), model.var(0..=9), model.var(7)], model.var(0..=9));
    model.post(no_overlap(&x, y, [3, 4, 3], [Operand::from(2), height.into(), 3.into()]));
    let middle = [y[1], height];
    model.post(y[1].le(6) & height.ge(1));
    let left = root(&model, &middle, &audited(Default::default())).unwrap();
    let bounds: Vec<[i32; 2]> =
        left.iter().map(|left| [*left.first().unwrap(), *left.last().unwrap()]).collect();
    assert_eq!(bounds, [[2, 6], [1, 5]]);
}

/// Optional tasks: conditions over variables of their own, over starts, shared, and known ones.
#[test]
fn optional_tasks() {
    for durations in [[2, 2, 1], [1, 3, 2], [0, 2, 2]] {
        let machine = move |model: &mut Model, x: &[Var]| {
            let there = conditions![x[3].is(1), x[3].is(1), x[0].at_most(2)];
            ignore(model.post(disjunctive(&x[..3], durations).when(there)));
        };
        plain(&format!("durations {durations:?}, one condition twice"), Promise::Sound, &machine)
            .exhaust(4, 0, 2);
        let machine = move |model: &mut Model, x: &[Var]| {
            let there = conditions![x[2].is(1), x[3].is_not(0), x[0].lt(9)];
            let starts = operands![x[0], x[1], 1];
            ignore(model.post(disjunctive(starts, durations).when(there)));
        };
        plain(&format!("durations {durations:?}, two conditions"), Promise::Sound, &machine).exhaust(4, 0, 2);
        let resource = move |model: &mut Model, x: &[Var]| {
            let there = conditions![x[2].is(1), x[3].ge(x[2]), x[1].at_least(0)];
            let starts = operands![x[0], x[1], 1];
            ignore(model.post(cumulative(starts, durations, [2, 1, 3], 3).when(there)));
        };
        plain(&format!("resource, durations {durations:?}"), Promise::Sound, &resource).exhaust(4, 0, 2);
    }
    let open = |model: &mut Model, x: &[Var]| {
        let there = [x[2].is(1), x[3].is(1)];
        model.post(disjunctive([x[0] + 0, x[1] + 1], operands![x[2], x[1]]).when(there));
    };
    plain("a duration that is a condition", Promise::Sound, &open).exhaust(4, -1, 1);
    let open = |model: &mut Model, x: &[Var]| {
        let there = [x[2].is(1), x[3].is(1)];
        model.post(cumulative(&x[..2], [2, 2], operands![x[2], x[0]], x[3] + 0).when(there));
    };
    plain("variable demands", Promise::Sound, &open).exhaust(4, 0, 2);
}

#[test]
fn optional_rectangles() {
    for sizes in [[1, 2], [2, 2], [0, 3]] {
        let post = move |model: &mut Model, x: &[Var]| {
            let there = conditions![x[2].is(1), x[3].is(1)];
            ignore(model.post(no_overlap(&x[..2], [0, 1], sizes, [2, 1]).when(there)));
        };
        plain(&format!("sizes {sizes:?}"), Promise::Sound, &post).exhaust(4, 0, 2);
        let post = move |model: &mut Model, x: &[Var]| {
            let there = conditions![x[2].is(1), x[0].ne(x[2]), x[1].at_least(1)];
            let (left, lower) = (operands![x[0], x[1], 1], operands![x[1], 0, x[3]]);
            ignore(model.post(no_overlap(left, lower, [sizes[0], sizes[1], 1], [1, 1, 1]).when(there)));
        };
        plain(&format!("sizes {sizes:?}, three"), Promise::Sound, &post).exhaust(4, 0, 2);
    }
    let open = |model: &mut Model, x: &[Var]| {
        let there = [x[3].is(1), x[3].is(0)];
        let again = [x[0].at_least(1), x[3].is(1)];
        model.post(no_overlap(&x[..2], [0, 0], operands![x[2], 1], [1, 1]).when(again));
        model.post(no_overlap(&x[..2], [0, 0], operands![x[2], 1], [1, 1]).when(there));
    };
    plain("variable sizes", Promise::Sound, &open).exhaust(4, 0, 2);
}

#[test]
fn larger_optional_schedules() {
    let mut chance = Chance::new(53);
    for _ in 0..300 {
        let tasks = 4;
        let mut some = |low, high| (0..tasks).map(|_| chance.between(low, high)).collect::<Vec<i32>>();
        let (durations, demands) = (some(1, 4), some(1, 3));
        let starts: Vec<Vec<i32>> = (0..tasks).map(|_| chance.subset(0, 5, 5)).collect();
        let domains: Vec<Vec<i32>> =
            starts.into_iter().chain((0..3).map(|_| chance.subset(0, 1, 8))).collect();
        // The last two tasks have one condition.
        let there =
            |x: &[Var]| -> Vec<Condition> { [4, 5, 6, 6].iter().map(|&at| x[at].is(1).into()).collect() };
        let machine = |model: &mut Model, x: &[Var]| {
            model.post(disjunctive(&x[..tasks], durations.iter().copied()).when(there(x)));
        };
        plain(&format!("durations {durations:?}"), Promise::Sound, &machine).check(&domains);
        let resource = |model: &mut Model, x: &[Var]| {
            let all = cumulative(&x[..tasks], durations.iter().copied(), demands.iter().copied(), 3);
            model.post(all.when(there(x)));
        };
        plain(&format!("{durations:?}, {demands:?}"), Promise::Sound, &resource).check(&domains);
    }
}

/// What is filtered beyond conflicts: a task for which there is no time is not there.
#[test]
fn filtering_of_optional_tasks() {
    let mut model = Model::new();
    let (x, there) = (model.vars(3, 0..=4), model.vars(3, 0..=1));
    let is_there = || there.iter().map(|there| there.is(1));
    model.post(disjunctive(&x, [3, 3, 2]).when(is_there()));
    model.post(x[2].le(2));
    model.post(all_of(&[there[0].is(1), there[2].is(1)]));
    model.post(x[0].le(2));
    // Two tasks of 3 and 2 take the time from 0 to 5, so that there is none for 3 more before 7.
    let search = model.search().unwrap();
    assert_eq!(search.domain(there[1]).value(), Some(0));
    let mut model = Model::new();
    let (x, there) = (model.vars(2, 0..=2), model.vars(2, 0..=1));
    model.post(no_overlap(&x, [0, 0], [4, 3], [2, 2]).when(there.iter().map(|there| there.is(1))));
    model.post(there[0].is(1));
    let search = model.search().unwrap();
    assert_eq!(search.domain(there[1]).value(), Some(0));
    let mut model = Model::new();
    let x = model.vars(2, 0..=3);
    model.post(disjunctive(&x, [1, 1]).when([x[0].is(1)]));
    assert!(model.search().unwrap_err().to_string().contains("1 conditions for 2 tasks"));
}

fn all_of(decisions: &[csp::Decision]) -> Condition {
    csp::all(decisions.iter().copied())
}
