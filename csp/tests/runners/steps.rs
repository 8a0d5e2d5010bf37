//! Steps: each follows from its constraints and what was known, and easy puzzles end at their solution.

use csp::constraints::{connected, regions};
use csp::steps::{Explainer, Step, Way};
use csp::{Config, ConstraintId, Decision, ErrorKind, Learner, Limits, Model, Var, sum};

use super::support::recipes::Recipe;
use super::support::{Chance, oracle, rest, rounds, supported};

/// Returns whether an independent search with some of the constraints finds that one of the decisions must fail.
fn clash(model: &Model, constraints: &[ConstraintId], decisions: &[Decision]) -> bool {
    let (part, vars) = model.part(constraints);
    let own = |decision: &Decision| {
        let (_, own) = vars.iter().find(|(var, _)| *var == decision.variable())?;
        Some(decision.about(*own))
    };
    let mut learner = Learner::compile(&part, &Config::default()).unwrap();
    learner.assume(&decisions.iter().filter_map(own).collect::<Vec<_>>()).unwrap();
    // A variable without constraints takes part only by what is supposed of it.
    let is_empty = |&var: &Var| {
        let holds =
            |value| decisions.iter().all(|decision| decision.variable() != var || decision.holds(value));
        !model.declared(var).iter().any(holds)
    };
    decisions.iter().map(|decision| decision.variable()).any(|var| is_empty(&var))
        || learner.first().unwrap().is_none()
}

/// Takes all steps, checks each, and returns them.
fn explain(model: &Model, groups: &[Vec<ConstraintId>], shown: &[Var]) -> (Explainer, Vec<Step>) {
    let limits = Limits::default();
    let mut explainer = Explainer::new(model, groups.to_vec(), shown.iter().copied(), &limits).unwrap();
    let (mut steps, mut known) = (Vec::new(), Vec::new());
    while let Some(step) = explainer.next().unwrap() {
        let holds = |further: Option<Decision>| {
            let all: Vec<Decision> = known.iter().copied().chain(further).collect();
            clash(model, &step.constraints, &all)
        };
        if step.is_contradiction() {
            assert!(holds(None), "{step:?} after {known:?}");
        }
        for &conclusion in &step.conclusions {
            assert!(shown.contains(&conclusion.variable()) && !known.contains(&conclusion));
            assert!(holds(Some(!conclusion)), "{conclusion:?} of {step:?} after {known:?}");
        }
        // The groups and the variables' meanings are all that takes part.
        for id in &step.constraints {
            let mut of = (0..groups.len()).filter(|&group| groups[group].contains(id)).peekable();
            assert!(of.peek().is_none() || of.any(|group| step.groups.contains(&group)), "{step:?}");
        }
        assert!(step.groups.is_sorted() && step.cost() >= 100);
        assert!(step.lines.iter().filter_map(|line| line.group).all(|group| step.groups.contains(&group)));
        if let Way::Supposition(_) = step.way {
            let last = step.lines.last();
            assert!(last.is_none_or(|line| line.consequences.is_empty()), "it ends with what cannot hold");
        }
        known.extend(&step.conclusions);
        steps.push(step);
    }
    (explainer, steps)
}

/// Returns each constraint as a group.
fn one_by_one(model: &Model) -> Vec<Vec<ConstraintId>> {
    model.constraint_ids().map(|id| vec![id]).collect()
}

#[test]
fn steps_of_random_models_follow_and_end_where_all_solutions_agree() {
    for round in rounds(600) {
        let mut chance = Chance::new(700 + u64::from(round));
        let (model, vars) = Recipe::any(&mut chance).model();
        let solutions = oracle(&model, &vars);
        // Some constraints are in no group, and some variables are not shown.
        let mut groups = one_by_one(&model);
        groups.retain(|_| chance.below(5) > 0);
        let shown: Vec<Var> = vars.iter().copied().filter(|_| chance.below(4) > 0).collect();
        let (explainer, steps) = explain(&model, &groups, &shown);
        assert_eq!(explainer.is_contradiction(), steps.last().is_some_and(Step::is_contradiction));
        assert_eq!(explainer.is_contradiction(), solutions.is_empty());
        if solutions.is_empty() {
            continue;
        }
        // Trial leaves nothing that is in no solution.
        for (&var, wanted) in vars.iter().zip(supported(&solutions, vars.len())) {
            if shown.contains(&var) {
                assert_eq!(explainer.values(var), wanted.into_iter().collect::<Vec<_>>(), "{var:?}");
            }
        }
    }
}

/// Returns a Sudoku of 4 by 4 or 9 by 9, with a group for each row, column, box and given.
fn sudoku(text: &str) -> (Model, Vec<Var>) {
    let (side, box_side) = if text.len() == 16 { (4, 2) } else { (9, 3) };
    let mut model = Model::new();
    let cells = model.vars(side * side, 1..=side as i32);
    for line in 0..side {
        let (top, left) = (line / box_side * box_side, line % box_side * box_side);
        let in_box = |at: usize| side * (top + at / box_side) + left + at % box_side;
        model.all_different((0..side).map(|at| cells[side * line + at]));
        model.all_different((0..side).map(|at| cells[side * at + line]));
        model.all_different((0..side).map(|at| cells[in_box(at)]));
    }
    for (cell, value) in text.chars().enumerate() {
        if let Some(value) = value.to_digit(10) {
            model.post(cells[cell].eq(value as i32));
        }
    }
    (model, cells)
}

#[test]
fn an_easy_sudoku_is_solved_by_single_groups() {
    let easy = "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8";
    let (model, cells) = sudoku(easy);
    let (explainer, steps) = explain(&model, &one_by_one(&model), &cells);
    assert!(explainer.is_solved());
    assert!(steps.iter().all(|step| step.way == Way::Groups && step.groups.len() == 1), "{steps:?}");
    let solution = model.solve().unwrap().expect("a solution");
    assert!(cells.iter().all(|&cell| explainer.value(cell) == Some(solution[cell])));
}

#[test]
fn a_hard_sudoku_takes_suppositions() {
    let (model, cells) = sudoku("1..4............");
    let (explainer, _) = explain(&model, &one_by_one(&model), &cells);
    assert!(!explainer.is_solved() && !explainer.is_contradiction(), "it has several solutions");
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let (model, cells) = sudoku(hard);
    let shown = cells.iter().copied();
    let mut explainer = Explainer::new(&model, one_by_one(&model), shown, &Limits::default()).unwrap();
    let next = std::iter::from_fn(|| explainer.next().unwrap());
    let supposed = next.take(60).find(|step| matches!(step.way, Way::Supposition(_)));
    let supposed = supposed.expect("single groups do not suffice");
    let Way::Supposition(decision) = supposed.way else { unreachable!() };
    assert_eq!(supposed.conclusions, [!decision]);
    assert!(supposed.lines.len() > 1, "{supposed:?}");
}

#[test]
fn what_variables_mean_is_not_told() {
    // Nurikabe of 3 by 3 with islands of 3 in the first corner and 1 in the last.
    let edges = [0, 1, 3, 4, 6, 7].map(|at| (at, at + 1)).into_iter().chain((0..6).map(|at| (at, at + 3)));
    let edges: Vec<(usize, usize)> = edges.collect();
    let mut model = Model::new();
    let shade = model.vars(9, 0..=1);
    let island = model.vars(9, 0..=2);
    let islands = regions(&island, edges.iter().copied()).region(1, 3..=3).region(2, 1..=1);
    let mut groups =
        vec![vec![model.post(connected(&shade, edges.iter().copied(), 1))], vec![model.post(islands)]];
    for square in [0, 1, 3, 4] {
        groups.push(vec![model.post(sum([0, 1, 3, 4].map(|at| shade[square + at])).le(3))]);
    }
    for &(a, b) in &edges {
        groups.push(vec![model.post(island[a].eq(0) | island[b].eq(0) | island[a].eq(island[b]))]);
    }
    groups.push(vec![model.post(island[0].eq(1)), model.post(island[8].eq(2))]);
    let meanings: Vec<ConstraintId> =
        (0..9).map(|at| model.post(shade[at].eq(1).iff(island[at].eq(0)))).collect();
    let (explainer, steps) = explain(&model, &groups, &shade);
    let solutions = rest(&mut model.search().unwrap(), 1000);
    for (at, &var) in shade.iter().enumerate() {
        let mut values: Vec<i32> = solutions.iter().map(|solution| solution[at]).collect();
        values.sort_unstable();
        values.dedup();
        assert_eq!(explainer.values(var), values);
    }
    // The last corner is an island by its group, and by what it means for the shade.
    let corner = steps.iter().find(|step| step.conclusions.contains(&shade[8].is(0))).expect("it is white");
    assert_eq!((corner.way, &corner.groups[..]), (Way::Groups, &[groups.len() - 1][..]));
    assert!(corner.constraints.contains(&meanings[8]));
}

#[test]
fn what_is_told_and_what_cannot_be_asked() {
    let mut model = Model::new();
    let x = model.vars(3, 0..=2);
    let all = model.all_different(&x);
    let wide = model.var(0..=100_000_000);
    let limits = Limits::default();
    let begin = || Explainer::new(&model, vec![vec![all]], x.iter().copied(), &limits).unwrap();
    let mut explainer = begin();
    assert_eq!(explainer.next().unwrap(), None);
    explainer.tell(&[x[0].is(2), x[1].is_not(0)]).unwrap();
    let step = explainer.next().unwrap().unwrap();
    assert_eq!((step.groups, step.way), (vec![0], Way::Groups));
    assert!(explainer.is_solved());
    assert_eq!((explainer.value(x[1]), explainer.value(x[2])), (Some(1), Some(0)));
    assert_eq!(explainer.next().unwrap(), None);
    let mut explainer = begin();
    explainer.tell(&[x[0].is(2), x[1].is(2)]).unwrap();
    assert!(explainer.next().unwrap().is_some_and(|step| step.is_contradiction()));
    assert_eq!(explainer.next().unwrap(), None);
    let refused = Explainer::new(&model, Vec::new(), [wide], &limits).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::Unsupported { .. }));
}

#[test]
fn a_limit_is_an_error_and_the_step_is_found_without_it() {
    let (model, cells) = sudoku("12..3...........");
    let cancel = csp::Cancel::new();
    let shown = || cells.iter().copied();
    let mut explainer = Explainer::new(&model, one_by_one(&model), shown(), &Limits::default()).unwrap();
    cancel.cancel();
    let limits = Limits::default().cancel(&cancel);
    let refused = Explainer::new(&model, one_by_one(&model), shown(), &limits).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::Limit { .. }));
    explainer.limit(limits);
    assert!(matches!(explainer.next().unwrap_err().kind(), ErrorKind::Limit { .. }));
    explainer.limit(Limits::default());
    assert!(explainer.next().unwrap().is_some());
}
