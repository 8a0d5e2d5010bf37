//! Each step against an independent search that knows only its truths and the links.

use std::collections::BTreeMap;

use csp::{Model, Step as Run, Var};

use super::*;
use crate::explain::truth::Candidate;

/// The rows of the relations among the truths of a step.
type Tuples = BTreeMap<usize, Vec<Vec<i32>>>;

/// More rows than this of one relation are not listed.
const MOST_TUPLES: usize = 100_000;

/// The truths of a step as a model with a Boolean for each candidate.
struct Check<'a> {
    state: &'a State,
    truths: Vec<Truth>,
    tuples: &'a Tuples,
}

impl Check<'_> {
    /// Whether the truths and links have a solution in which a candidate holds, or does not.
    fn has_solution(&self, candidate: Candidate, holds: bool) -> bool {
        let map = &self.state.map;
        let mut involved: Vec<Candidate> = vec![candidate];
        for &truth in &self.truths {
            for (cell, values) in self.state.candidates_of(truth) {
                involved.extend(values.iter().map(|value| map.candidate(cell, value.into())));
            }
        }
        involved.sort_unstable();
        involved.dedup();
        let mut model = Model::new();
        let vars: BTreeMap<Candidate, Var> =
            involved.iter().map(|&candidate| (candidate, model.boolean())).collect();
        for (at, &a) in involved.iter().enumerate() {
            for &b in &involved[at + 1..] {
                if self.are_linked(a, b) {
                    model.post(csp::constraints::clause([vars[&a].is(0), vars[&b].is(0)]));
                }
            }
        }
        for &truth in &self.truths {
            if let Truth::Relation(relation) = truth {
                self.post_tuples(relation, &vars, &mut model);
                continue;
            }
            let candidates = self.state.candidates_of(truth).into_iter();
            let each = candidates.flat_map(|(cell, values)| values.iter().map(move |value| (cell, value)));
            let holds = each.map(|(cell, value)| vars[&map.candidate(cell, value.into())].is(1));
            model.post(csp::constraints::clause(holds));
        }
        model.post(csp::constraints::clause([vars[&candidate].is(i32::from(holds))]));
        model.search().unwrap().step() == Run::Solution
    }

    fn are_linked(&self, a: Candidate, b: Candidate) -> bool {
        let map = &self.state.map;
        let ((one, x), (other, y)) = (map.split(a), map.split(b));
        let different = one == other && x != y;
        let peers = x == y
            && map.groups.iter().any(|group| {
                one != other && [one, other].iter().all(|&cell| group.cells().contains(&(cell as u16)))
            });
        different || peers || map.excluded[a].iter().any(|&(excluded, _)| excluded == b)
    }

    /// Posts that all candidates of one of the relation's rows hold.
    fn post_tuples(&self, relation: usize, vars: &BTreeMap<Candidate, Var>, model: &mut Model) {
        let map = &self.state.map;
        let cells = &map.relations[relation].cells;
        let columns = model.vars(cells.len(), 0..=map.numbering.values as i32 - 1);
        for (&cell, &column) in cells.iter().zip(&columns) {
            for value in 0..map.numbering.values {
                let holds = vars.get(&map.candidate(cell, value)).map(|var| var.is(1));
                model.post(csp::constraints::clause([!column.is(value as i32)].into_iter().chain(holds)));
            }
        }
        model.post(csp::table(columns, &self.tuples[&relation]));
    }
}

/// Lists the rows of the relations of a step that the state's candidates allow, by the constraints of their models.
/// `None` if there are too many.
fn tuples(state: &State, step: &Step) -> Option<Tuples> {
    let map = &state.map;
    let first = map.puzzle.grid().first_value();
    let mut all = Tuples::new();
    for &truth in &step.truths {
        let Truth::Relation(relation) = truth else { continue };
        let about = &map.relations[relation];
        let mut search = about.model.search().unwrap();
        let mut gone = Vec::new();
        for (&cell, &var) in about.cells.iter().zip(&about.vars) {
            let values =
                (0..map.numbering.values as u8).filter(|&value| !state.candidates(cell).contains(value));
            gone.extend(values.map(|value| !var.is(i32::from(value) + first)));
        }
        search.assume(&gone).unwrap();
        let rows = all.entry(relation).or_default();
        while search.step() == Run::Solution {
            if rows.len() == MOST_TUPLES {
                return None;
            }
            rows.push(about.vars.iter().map(|&var| search.value(var) - first).collect());
        }
        rows.sort_unstable();
        rows.dedup();
    }
    Some(all)
}

/// What is wrong with a step: that it does not follow from its truths, or follows without one of them. `None` if its
/// relations have too many rows to tell.
fn faults(state: &State, step: &Step) -> Option<Vec<String>> {
    let map = &state.map;
    let denied: Vec<(Candidate, bool)> = match &step.conclusion {
        Conclusion::Place { cell, value } => vec![(map.candidate(*cell, (*value).into()), false)],
        Conclusion::Remove(removals) => {
            let each = removals.iter().flat_map(|removal| {
                removal.values.iter().map(|value| (map.candidate(removal.cell, value.into()), true))
            });
            each.collect()
        }
    };
    assert!(!denied.is_empty(), "{step:?}");
    let tuples = tuples(state, step)?;
    let mut faults = Vec::new();
    let mut whole = Check { state, truths: step.truths.clone(), tuples: &tuples };
    for &(candidate, holds) in &denied {
        if whole.has_solution(candidate, holds) {
            faults.push(format!("{step:?} does not follow"));
        }
    }
    for left_out in 0..step.truths.len() {
        let truth = whole.truths.remove(left_out);
        if !denied.iter().any(|&(candidate, holds)| whole.has_solution(candidate, holds)) {
            faults.push(format!("{step:?} follows without {truth:?}"));
        }
        whole.truths.insert(left_out, truth);
    }
    Some(faults)
}

/// Checks that a step follows from its truths, and not without any one of them.
pub(super) fn check(state: &State, step: &Step) {
    assert_eq!(faults(state, step).expect("few rows"), Vec::<String>::new());
}

#[test]
fn steps_of_classics_follow_from_their_truths_and_not_from_less() {
    for text in CLASSICS {
        for (state, step) in walk(&parsed(text)).0 {
            check(&state, &step);
        }
    }
}

#[test]
fn steps_of_variants_follow_from_their_truths_and_not_from_less() {
    let mut by_clue = 0;
    for text in VARIANTS {
        for (mut state, step) in walk(&parsed(text)).0 {
            Finder::default().clues(&mut state);
            check(&state, &step);
            by_clue += usize::from(step.truths.iter().any(|truth| matches!(truth, Truth::Relation(_))));
        }
    }
    assert!(by_clue >= 5, "{by_clue}");
}

#[test]
fn a_proof_ends_in_a_contradiction_and_takes_each_truth() {
    fn named(lines: &[Line], to: &mut Vec<Truth>) {
        for line in lines {
            match line {
                Line::Holds { truth, .. } | Line::Leaves { truth, .. } | Line::Fails { truth, .. } => {
                    to.push(*truth)
                }
                Line::Refutes { lines, .. } => named(lines, to),
                Line::Cases { truth, cases, .. } => {
                    to.push(*truth);
                    cases.iter().for_each(|(.., lines)| named(lines, to));
                }
            }
        }
    }
    let mut chains = 0;
    for text in CLASSICS {
        for (_, step) in walk(&parsed(text)).0 {
            let Proof::Chain { lines, .. } = &step.proof else { continue };
            chains += 1;
            let mut truths = Vec::new();
            named(lines, &mut truths);
            assert!(matches!(lines.last(), Some(Line::Fails { .. } | Line::Cases { .. })), "{step:?}");
            assert!(step.truths.iter().all(|truth| truths.contains(truth)), "{step:?}");
        }
    }
    assert!(chains > 10, "{chains}");
}

/// For puzzles that are not part of the project, by an hour or so of work:
/// `STEPS=FOLDER cargo test --release --package sudoku-csp --lib -- --ignored --nocapture steps_of_a_folder`
#[test]
#[ignore = "reads the puzzles of a folder"]
fn steps_of_a_folder_follow_from_their_truths_and_not_from_less() {
    let folder = std::env::var("STEPS").expect("STEPS names a folder");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut all, mut wrong) = (Vec::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let puzzles = crate::format::parse(&text, &Default::default());
        for puzzle in puzzles.unwrap_or_else(|error| panic!("{}: {error}", file.display())) {
            // Trials take the rules as a whole, and a proof within a proof names the truths of the outer one alone.
            let (mut checked, mut open, mut other) = (0, 0, 0);
            let budget = crate::Budget::default().time(std::time::Duration::from_secs(60));
            let mut explainer = Explainer::within(budget);
            let (mut path, mut filter) = (explainer.path(&puzzle), Finder::default());
            let end = loop {
                let mut state = path.state().clone();
                // The filtered candidates of relations belong to the state in which a step is found.
                filter.clues(&mut state);
                let step = match path.step() {
                    Ok(step) => step,
                    Err(end) => break end,
                };
                if step.technique.name == "trial" {
                    other += 1;
                    continue;
                }
                match faults(&state, &step) {
                    None => open += 1,
                    Some(faults) => {
                        checked += 1;
                        wrong += faults.len();
                        faults.iter().for_each(|fault| println!("{}: {fault}", file.display()));
                    }
                }
            };
            println!("{}: {end:?}, {checked} checked, {open} too large, {other} trials", file.display());
            all.push(checked);
        }
    }
    println!("{} puzzles, {} steps, {wrong} wrong", all.len(), all.iter().sum::<usize>());
    assert_eq!(wrong, 0);
    assert!(!all.is_empty());
}
