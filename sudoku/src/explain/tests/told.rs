//! What is told of a proof, line by line, against the meaning of its truths: each line follows from its truth, from what
//! was supposed and from the lines before it, and each truth of a step is told.

use std::borrow::Borrow;
use std::collections::HashMap;

use csp::{Limits, Search, Step as Run};

use super::made::{MADE, read};
use super::sums::sums;
use super::*;
use crate::candidates::Candidates;
use crate::rules::Origin;

/// A search for a tuple of a relation that takes more decisions than this tells nothing.
const MOST_NODES: u64 = 20_000;

/// Sums of cells with more choices than these are not compared.
const MOST_SUMS: usize = 20_000;

/// Searches of the constraints of relations alone, each compiled once for a puzzle.
type Searches = HashMap<usize, Search>;

/// What a reader knows at a line: the candidates that are left of each cell, and the cells and values that hold.
#[derive(Clone)]
struct Known {
    cells: Vec<Candidates>,
    held: Vec<(usize, u8)>,
}

/// Judges a told proof, and notes its faults.
struct Judge<'a> {
    state: &'a State,
    searches: &'a mut Searches,
    told: Vec<Truth>,
    lines: usize,
    /// The lines of the longest part that refutes a further candidate, and of all these parts.
    longest: usize,
    in_all: usize,
    faults: Vec<String>,
}

impl Judge<'_> {
    /// Notes that a value holds in a cell, and what it excludes by the houses of the grid.
    fn hold(&self, known: &mut Known, cell: usize, value: u8) {
        known.cells[cell] = known.cells[cell].and(Candidates::one(value));
        known.held.push((cell, value));
        self.exclude(known, cell, value, |origin| matches!(origin, Origin::House(_)));
    }

    /// Takes from other cells what a value excludes by some houses and rules.
    fn exclude(&self, known: &mut Known, cell: usize, value: u8, is_known: impl Fn(Origin) -> bool) {
        let map = &self.state.map;
        let mut lose = |cell: usize, value: u8| {
            known.cells[cell] = known.cells[cell].without(Candidates::one(value));
        };
        let is_here = |group: &[u16]| group.contains(&(cell as u16));
        for group in map.groups.iter().filter(|group| is_known(group.origin) && is_here(group.cells())) {
            let others = group.cells().iter().map(|&other| usize::from(other));
            others.filter(|&other| other != cell).for_each(|other| lose(other, value));
        }
        for &(other, origin) in &map.excluded[map.candidate(cell, usize::from(value))] {
            if is_known(origin) {
                let (other, gone) = map.split(other);
                lose(other, gone as u8);
            }
        }
    }

    /// What is known with the clues that a line names.
    fn with(&self, known: &Known, rules: &[usize]) -> Known {
        let mut with = known.clone();
        for &(cell, value) in &known.held {
            self.exclude(
                &mut with,
                cell,
                value,
                |origin| matches!(origin, Origin::Clue(clue) if rules.contains(&clue)),
            );
        }
        with
    }

    /// Whether a relation has a tuple of these candidates; `None` if a search does not tell.
    fn has_tuple(&mut self, relation: usize, known: &Known, one: Option<(usize, u8)>) -> Option<bool> {
        let map = &self.state.map;
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let search = self.searches.entry(relation).or_insert_with(|| about.model.search().unwrap());
        let mut assumed = Vec::new();
        for (&cell, &var) in about.cells.iter().zip(&about.vars) {
            let left = match one {
                Some((place, value)) if place == cell => known.cells[cell].and(Candidates::one(value)),
                _ => known.cells[cell],
            };
            let gone = map.puzzle.all_values().without(left);
            assumed.extend(gone.iter().map(|value| !var.is(i32::from(value) + first)));
        }
        search.limit(Limits::default().nodes(MOST_NODES));
        search.assume(&assumed).unwrap();
        match search.step() {
            Run::Solution => Some(true),
            Run::Exhausted => Some(false),
            Run::Limit => None,
        }
    }

    /// Notes a fault unless a relation allows a cell only some of the values that are left for it, by the facts that are
    /// told if there are any.
    fn allows_only(
        &mut self,
        relation: usize,
        (known, from): (&Known, &[(usize, Candidates)]),
        cell: usize,
        left: Candidates,
        line: &Line,
    ) {
        let mut told = known.clone();
        for &other in self.state.map.relations[relation].cells.iter().filter(|_| !from.is_empty()) {
            let fact = from.iter().find(|(fact, _)| *fact == other).map(|&(_, values)| values);
            if fact.is_some_and(|fact| !known.cells[other].without(fact).is_empty()) {
                self.fault(line);
            }
            if let Some(fact) = fact {
                told.cells[other] = fact;
            } else if other != cell {
                told.cells[other] = self.state.map.puzzle.all_values();
            }
        }
        let known = &told;
        for value in known.cells[cell].without(left).iter() {
            if self.has_tuple(relation, known, Some((cell, value))) == Some(true) {
                self.faults.push(format!("{line:?} does not follow: {value} is left"));
            }
        }
    }

    /// Notes a fault if cells of a sum can have values that are beyond what a line says that they reach.
    fn reach(&mut self, known: &Known, bounds: &[Bound], line: &Line) {
        for bound in bounds {
            let grid = self.state.map.puzzle.grid();
            let is_better = |one: i64, other: i64| if bound.is_most { one > other } else { one < other };
            let mut sums: Vec<(Vec<u8>, i64)> = vec![(Vec::new(), 0)];
            for &(weight, cell) in &bound.cells {
                let values = known.cells[cell];
                let with = |(chosen, sum): &(Vec<u8>, i64)| {
                    let is_free = |value: &u8| {
                        let mut others = bound.cells.iter().zip(chosen);
                        !others.any(|((_, other), taken)| taken == value && self.state.map.sees(*other, cell))
                    };
                    let next = values.iter().filter(is_free);
                    next.map(|value| {
                        let number = i64::from(grid.number(value));
                        ([&chosen[..], &[value]].concat(), sum + weight * number)
                    })
                    .collect::<Vec<_>>()
                };
                sums = sums.iter().flat_map(with).collect();
                // Long sums are not compared.
                if sums.len() > MOST_SUMS {
                    return;
                }
            }
            let is_beyond = sums.iter().any(|&(_, sum)| is_better(sum, bound.amount));
            let own: i64 =
                bound.cells.iter().zip(&bound.numbers).map(|((weight, _), number)| weight * number).sum();
            if is_beyond || own != bound.amount {
                self.fault(line);
            }
        }
    }

    fn fault(&mut self, line: &Line) {
        self.faults.push(format!("{line:?} does not follow"));
    }

    /// Judges lines that end in a contradiction.
    fn lines(&mut self, lines: &[Line], mut all: Known) {
        let map = self.state.map.clone();
        if !matches!(lines.last(), Some(Line::Fails { .. } | Line::Cases { .. })) {
            self.faults.push("there is no contradiction".into());
        }
        let mut last = None;
        for line in lines {
            // What a clue leaves for several cells is told at once.
            let by = match line {
                Line::Holds { truth: Truth::Relation(relation), .. }
                | Line::Leaves { truth: Truth::Relation(relation), .. } => Some(*relation),
                _ => None,
            };
            self.lines += usize::from(by.is_none() || by != last);
            last = by;
            match line {
                &Line::Holds { truth, cell, value, ref from, ref bounds, ref rules, .. } => {
                    let known = self.with(&all, rules);
                    self.reach(&known, bounds, line);
                    self.told.push(truth);
                    match truth {
                        Truth::Cell(own) => {
                            if own != cell || !known.cells[cell].without(Candidates::one(value)).is_empty() {
                                self.fault(line);
                            }
                        }
                        Truth::Place { house, value: own } => {
                            let cells = map.groups[house].cells().iter().map(|&other| usize::from(other));
                            let others: Vec<usize> = cells.filter(|&other| other != cell).collect();
                            if own != value || others.iter().any(|&other| known.cells[other].contains(value))
                            {
                                self.fault(line);
                            }
                        }
                        Truth::Relation(relation) => {
                            let left = Candidates::one(value);
                            self.allows_only(relation, (&known, from), cell, left, line);
                        }
                    }
                    self.hold(&mut all, cell, value);
                }
                &Line::Leaves { truth, cell, left, ref from, ref bounds, ref rules, .. } => {
                    let known = self.with(&all, rules);
                    self.reach(&known, bounds, line);
                    self.told.push(truth);
                    match truth {
                        Truth::Relation(relation) => {
                            self.allows_only(relation, (&known, from), cell, left, line);
                        }
                        _ => self.fault(line),
                    }
                    all.cells[cell] = known.cells[cell].and(left);
                }
                Line::Fails { truth, left, bounds, rules, .. } => {
                    let known = self.with(&all, rules);
                    self.reach(&known, bounds, line);
                    self.told.push(*truth);
                    let is_left = match *truth {
                        Truth::Cell(cell) => !known.cells[cell].is_empty(),
                        Truth::Place { house, value } => {
                            let mut cells = map.groups[house].cells().iter();
                            cells.any(|&cell| known.cells[usize::from(cell)].contains(value))
                        }
                        Truth::Relation(relation) => {
                            let mut told = known.clone();
                            for &(cell, left) in left {
                                if !known.cells[cell].without(left).is_empty() {
                                    self.fault(line);
                                }
                                told.cells[cell] = left;
                            }
                            self.has_tuple(relation, &told, None) == Some(true)
                        }
                    };
                    if is_left {
                        self.fault(line);
                    }
                }
                Line::Refutes { cell, value, lines } => {
                    let before = std::mem::take(&mut self.lines);
                    let mut inside = all.clone();
                    self.hold(&mut inside, *cell, *value);
                    self.lines(lines, inside);
                    self.longest = self.longest.max(self.lines);
                    self.in_all += self.lines;
                    self.lines = before;
                    all.cells[*cell] = all.cells[*cell].without(Candidates::one(*value));
                }
                Line::Cases { truth, cases, rules } => {
                    let known = self.with(&all, rules);
                    self.told.push(*truth);
                    let is_case = |cell: usize, value: u8| {
                        cases.iter().any(|&(place, case, _)| (place, case) == (cell, value))
                    };
                    let are_all = match *truth {
                        Truth::Cell(cell) => known.cells[cell].iter().all(|value| is_case(cell, value)),
                        Truth::Place { house, value } => {
                            let mut cells = map.groups[house].cells().iter().map(|&cell| usize::from(cell));
                            cells.all(|cell| !known.cells[cell].contains(value) || is_case(cell, value))
                        }
                        Truth::Relation(relation) => {
                            let cell = cases.first().map_or(0, |case| case.0);
                            map.relations[relation].cells.contains(&cell)
                                && known.cells[cell].iter().all(|value| is_case(cell, value))
                        }
                    };
                    if !are_all {
                        self.fault(line);
                    }
                    for (cell, value, lines) in cases {
                        let mut inside = all.clone();
                        self.hold(&mut inside, *cell, *value);
                        self.lines(lines, inside);
                    }
                }
            }
        }
    }
}

/// What is found about the chains of puzzles.
#[derive(Debug, Default)]
struct Count {
    chains: usize,
    trials: usize,
    /// Of these, nested chains.
    nested: usize,
    nested_trials: usize,
    /// Chains that refute candidates in parts of their own, and the greatest number of lines of one.
    parts: usize,
    most: usize,
    /// Chains that leave a truth untold.
    untold: usize,
    /// Chains with a line that does not follow.
    wrong: usize,
    /// Chains with more lines than may be told.
    long: usize,
    /// The longest text.
    longest: usize,
    /// Other candidates of chains that are told, and those that are not.
    others: usize,
    rest: usize,
}

impl Count {
    /// Judges the chains of a puzzle, and returns their faults.
    fn judge(&mut self, steps: impl IntoIterator<Item = impl Borrow<(State, Step)>>) -> Vec<String> {
        let (mut faults, mut searches) = (Vec::new(), Searches::new());
        for step in steps {
            let (state, step) = step.borrow();
            self.longest = self.longest.max(step.text(state, Detail::Full).len());
            if matches!(step.proof, Proof::Trial { .. }) {
                self.trials += 1;
                self.nested_trials += usize::from(step.technique.name == "nested-chain");
            }
            let Proof::Chain { cell, value, lines } = &step.proof else { continue };
            let others = step.others.iter().filter(|(.., lines)| !lines.is_empty());
            self.others += others.clone().count();
            self.rest += step.others.len() - others.clone().count();
            let cells = (0..state.cells.len()).map(|cell| state.candidates(cell)).collect();
            let (told, found) = (Vec::new(), Vec::new());
            let mut judge = Judge {
                state,
                searches: &mut searches,
                told,
                lines: 0,
                longest: 0,
                in_all: 0,
                faults: found,
            };
            let known = Known { cells, held: Vec::new() };
            for &(cell, value, ref lines) in others {
                let mut known = known.clone();
                judge.hold(&mut known, cell, value);
                judge.lines(lines, known);
            }
            let mut known = known;
            (judge.told, judge.lines, judge.longest, judge.in_all) = (Vec::new(), 0, 0, 0);
            judge.hold(&mut known, *cell, *value);
            judge.lines(lines, known);
            let Judge { told, lines, longest, in_all, faults: found, .. } = judge;
            self.chains += 1;
            self.nested += usize::from(step.technique.name == "nested-chain");
            self.parts += usize::from(in_all > 0);
            self.most = self.most.max(lines + in_all);
            self.wrong += usize::from(!found.is_empty());
            self.long += usize::from(lines.max(longest) > 40);
            let untold: Vec<&Truth> = step.truths.iter().filter(|truth| !told.contains(truth)).collect();
            self.untold += usize::from(!untold.is_empty());
            let text = step.text(state, Detail::Full);
            faults.extend(found.into_iter().map(|fault| format!("{fault}: {text}")));
            faults.extend(untold.into_iter().map(|truth| format!("{truth:?} is not told: {text}")));
        }
        faults
    }
}

#[test]
fn each_line_that_is_told_follows_and_each_truth_is_told() {
    let mut count = Count::default();
    let classics = read(MADE[0]);
    let own = CLASSICS.iter().chain(&VARIANTS).map(|text| parsed(text)).chain(classics);
    let own: Vec<(Puzzle, Walk)> = own.map(|puzzle| (puzzle.clone(), walk(&puzzle))).collect();
    for (puzzle, (steps, _)) in own.iter().chain(made::variants()) {
        let faults = count.judge(steps);
        assert!(faults.is_empty(), "{}: {puzzle:?}", faults[0]);
    }
    assert!(count.chains > 100 && count.parts > 0 && count.long == 0, "{count:?}");
}

#[test]
fn a_line_between_does_not_make_a_proof_too_long() {
    let line = |cell: usize| Line::Holds {
        truth: Truth::Cell(cell),
        cell,
        value: 0,
        from: Vec::new(),
        bounds: Vec::new(),
        middle: Vec::new(),
        rules: Vec::new(),
    };
    for count in 1..30 {
        let mut lines: Vec<Line> = (0..count).map(line).collect();
        let is_told = !step::is_long(&lines);
        let room = step::room(&lines);
        assert_eq!(is_told, room < usize::MAX);
        lines.extend((0..room.min(30)).map(line));
        assert_eq!(is_told, !step::is_long(&lines), "{count}");
    }
}

/// For puzzles that are not part of the project:
/// `TOLD=FOLDER cargo test --release --package sudoku-csp --lib -- --ignored --nocapture lines_of_a_folder`
#[test]
#[ignore = "judges puzzles outside of the project: those of the folder that TOLD names"]
fn lines_of_a_folder_follow() {
    let folder = std::env::var("TOLD").expect("TOLD names a folder");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut count = Count::default();
    let mut faults = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let puzzles = crate::format::parse(&text, &Default::default());
        let puzzles = puzzles.unwrap_or_else(|error| {
            println!("{}: {error}", file.display());
            Vec::new()
        });
        for puzzle in puzzles {
            let (judged, wrong) = sums(&puzzle);
            println!("{}: {judged} sums, {} at fault: {wrong:?}", file.display(), wrong.len());
            faults += wrong.len();
            let budget = crate::Budget::default().time(std::time::Duration::from_secs(10));
            let mut explainer = Explainer::within(budget);
            let mut path = explainer.path(&puzzle);
            let steps = std::iter::from_fn(|| {
                let before = path.state().clone();
                path.step().ok().map(|step| (before, step))
            });
            for fault in count.judge(steps) {
                println!("{}: {}", file.display(), fault.chars().take(800).collect::<String>());
                faults += 1;
            }
        }
    }
    println!("{count:?}");
    assert!(count.chains > 0 && faults == 0, "{faults} faults");
}
