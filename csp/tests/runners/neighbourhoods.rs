//! Neighbourhoods of the best solution: the optimum is what it is without them, and good solutions come sooner.

use crate::support::Chance;
use csp::constraints::{absolute_difference, disjunctive};
use csp::{Config, Expression, Learner, Limits, Model, Outcome, Var, maximum, sum, weighted_sum};

/// Returns the least value of the objective, found and proved with pauses of so many failures, and the nodes.
fn proved(model: &Model, objective: &Expression, config: &Config, pause: u64) -> (i32, u64) {
    let learner = Learner::compile(model, config).unwrap();
    let mut optimizer = learner.minimize(objective.clone()).unwrap();
    loop {
        optimizer.limit(Limits::default().failures(pause));
        match optimizer.run() {
            Outcome::Optimal(best) => {
                assert_eq!(model.broken_by(best.solution.values()).unwrap(), None);
                return (best.value, optimizer.statistics().nodes);
            }
            Outcome::Infeasible => panic!("there is a solution"),
            Outcome::Best(_) | Outcome::Unknown => {}
        }
    }
}

/// Two-dimensional knapsacks, whose greatest worth a table tells.
#[test]
fn knapsacks_have_the_worth_of_a_table() {
    let mut chance = Chance::new(3);
    let mut different = 0;
    for round in 0..6 {
        let things: Vec<[usize; 3]> = (0..18)
            .map(|_| {
                let sizes = [3 + chance.below(12) as usize, 3 + chance.below(12) as usize];
                [sizes[0], sizes[1], sizes[0] + sizes[1] + chance.below(6) as usize]
            })
            .collect();
        let room = 45;
        let mut table = vec![vec![0; room + 1]; room + 1];
        for &[width, depth, worth] in &things {
            for x in (width..=room).rev() {
                for y in (depth..=room).rev() {
                    table[x][y] = table[x][y].max(table[x - width][y - depth] + worth);
                }
            }
        }
        let mut model = Model::new();
        let taken = model.vars(things.len(), 0..=1);
        let total = |at: usize| weighted_sum(things.iter().map(|thing| thing[at] as i64).zip(&taken));
        model.post(total(0).le(room as i32));
        model.post(total(1).le(room as i32));
        let wanted = -(table[room][room] as i32);
        let config = Config::default().with_seed(round);
        let with = proved(&model, &-total(2), &config, u64::MAX);
        let paused = proved(&model, &-total(2), &config, 7);
        let without = proved(&model, &-total(2), &config.clone().with_neighbourhoods(false), u64::MAX);
        assert_eq!([with.0, paused.0, without.0], [wanted; 3]);
        different += u32::from(with.1 != without.1);
    }
    assert!(different >= 4, "neighbourhoods were searched in {different} runs");
}

/// The weighted tardiness of tasks on a machine: their orders are fixed, not their starts.
#[test]
fn schedules_have_the_same_optimum() {
    let mut chance = Chance::new(5);
    let mut different = 0;
    for _ in 0..6 {
        let tasks: Vec<[i32; 3]> =
            (0..8).map(|_| [chance.between(2, 20), chance.between(5, 60), chance.between(1, 5)]).collect();
        let end: i32 = tasks.iter().map(|task| task[0]).sum();
        let mut model = Model::new();
        let starts: Vec<Var> = tasks.iter().map(|task| model.var(0..=end - task[0])).collect();
        model.post(disjunctive(starts.iter().copied(), tasks.iter().map(|task| task[0])));
        let late = |(&start, &[time, due, weight]): (&Var, &[i32; 3])| {
            maximum([Expression::from(0), (start + (time - due)).into()]) * weight
        };
        let objective = sum(starts.iter().zip(&tasks).map(late));
        let with = proved(&model, &objective, &Config::default(), u64::MAX);
        let without = proved(&model, &objective, &Config::default().with_neighbourhoods(false), u64::MAX);
        assert_eq!(with.0, without.0);
        different += u32::from(with.1 != without.1);
    }
    assert!(different >= 3, "neighbourhoods were searched in {different} runs");
}

/// Linear arrangements of graphs, with short edges in sum.
#[test]
fn good_solutions_come_sooner() {
    let mut chance = Chance::new(7);
    let mut better = 0;
    for _ in 0..5 {
        let mut model = Model::new();
        let places = model.vars(16, 0..16);
        model.all_different(&places);
        let pairs = (0..16).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges = pairs.filter(|_| chance.below(10) < 3);
        let lengths: Vec<Expression> =
            edges.map(|(a, b)| absolute_difference(places[a], places[b])).collect();
        let objective = sum(lengths);
        let least = |neighbourhoods: bool| {
            let config = Config::default().with_neighbourhoods(neighbourhoods);
            let mut optimizer =
                Learner::compile(&model, &config).unwrap().minimize(objective.clone()).unwrap();
            optimizer.limit(Limits::default().failures(5000));
            optimizer.run().best().expect("any order is a solution").value
        };
        better += u32::from(least(true) < least(false));
    }
    assert!(better >= 4, "better in {better} of 5");
}
