//! Steps of an explanation as data, with names for cells and symbols for values.

use serde::Serialize;
use serde_json::{Value, json};
use sudoku::explain::{
    self, Among, Bound, Case, Conclusion, Counting, Detail, Ground, Line, Measure, Middle, Proof, Reason,
    State, Truth, Way,
};
use sudoku::{Candidates, Puzzle};

use crate::json::{Decimal, Object, object};
use crate::words::{name, symbols};

/// A step in words and as data.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct StepData(Object);

impl StepData {
    /// Returns a step of an explainer. `before` is the state before it.
    pub fn of(step: &explain::Step, before: &State, puzzle: &Puzzle) -> StepData {
        let names = Names { puzzle, before };
        let told = object()
            .with("technique", step.technique.name)
            .with("name", step.title(before))
            .with("cost", Decimal::hundredths(step.cost.into()));
        let told = match &step.conclusion {
            Conclusion::Place { cell, value } => told.with("place", names.candidate(*cell, *value)),
            Conclusion::Remove(removals) => {
                let removed = removals.iter().map(|removal| names.values(removal.cell, removal.values));
                told.with("remove", removed.collect::<Vec<_>>())
            }
        };
        let because = step.grounds(before).into_iter().map(|ground| names.because(ground)).collect();
        let truths: Vec<Object> = step.truths.iter().map(|&truth| names.truth(truth)).collect();
        let tuples = step.tuples.iter().map(|tuple| symbols(tuple.iter().copied(), puzzle)).collect();
        let told = with_any(told, "because", because).with("truths", truths);
        let told = with_any(told, "tuples", tuples);
        let told = match step.shared(before) {
            Some((cells, rest)) => {
                told.with("rest", object().with("cells", names.cells(&cells)).with("total", rest))
            }
            None => told,
        };
        let told = with_any(told, "across", step.across(before));
        let told = with_any(told, "rules", step.rules(before));
        let told =
            with_any(told, "reasons", step.reasons.iter().map(|reason| names.reason(reason)).collect());
        let told = names.with_countings(told, &step.countings(before));
        let told = match &step.proof {
            Proof::Chain { cell, value, lines } => {
                with_case(told, &names, (*cell, *value, lines)).with("lines", step.lines())
            }
            Proof::Trial { nodes } => told.with("guesses", nodes),
            Proof::Direct => told,
        };
        let others = step.others.iter().filter(|(.., lines)| !lines.is_empty());
        let others = others.map(|(cell, value, lines)| with_case(object(), &names, (*cell, *value, lines)));
        let told = with_any(told, "others", others.collect());
        let levels = [("nudge", Detail::Nudge), ("where", Detail::Where), ("text", Detail::Full)];
        StepData(
            levels.into_iter().fold(told, |told, (name, detail)| told.with(name, step.text(before, detail))),
        )
    }
}

/// A step in words, with its name before.
pub fn headed(step: &explain::Step, before: &State) -> String {
    format!("{}: {}", step.title(before), step.text(before, Detail::Full))
}

/// Adds a list, unless it is empty.
fn with_any<T: Serialize>(told: Object, name: &str, list: Vec<T>) -> Object {
    if list.is_empty() { told } else { told.with(name, list) }
}

/// Adds a supposed value, and what follows from it.
fn with_case(told: Object, names: &Names<'_>, (cell, value, lines): (usize, u8, &[Line])) -> Object {
    let then: Vec<Object> = lines.iter().map(|line| names.line(line)).collect();
    told.with("if", names.candidate(cell, value)).with("then", then)
}

struct Names<'a> {
    puzzle: &'a Puzzle,
    before: &'a State,
}

impl Names<'_> {
    fn cells(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| name(cell, self.puzzle)).collect()
    }

    fn candidate(&self, cell: usize, value: u8) -> Object {
        object().with("cell", name(cell, self.puzzle)).with("value", self.puzzle.symbols().get(value))
    }

    fn values(&self, cell: usize, values: Candidates) -> Object {
        object().with("cell", name(cell, self.puzzle)).with("values", symbols(values.iter(), self.puzzle))
    }

    fn all_values(&self, cells: &[(usize, Candidates)]) -> Vec<Object> {
        cells.iter().map(|&(cell, values)| self.values(cell, values)).collect()
    }

    /// Values that exclude others, with the house or rule through which they do.
    fn because(&self, Ground { values, of, cells, closed, .. }: Ground) -> Object {
        let told = object().with("values", symbols(values.iter(), self.puzzle));
        let told =
            of.into_iter().fold(told, |told, of| told.with("of", of)).with("cells", self.cells(&cells));
        with_any(told, "closes", self.cells(&closed))
    }

    /// The values that cells have at most, and those that they have lost.
    fn facts(&self, facts: &[(usize, Candidates)]) -> Vec<Object> {
        let fact = |&(cell, values): &(usize, Candidates)| {
            let lost = self.puzzle.all_values().without(values);
            self.values(cell, values).with("not", symbols(lost.iter(), self.puzzle))
        };
        facts.iter().map(fact).collect()
    }

    /// What cells of a sum reach.
    fn sum(&self, bound: &Bound) -> Object {
        let cells: Vec<usize> = bound.cells.iter().map(|&(_, cell)| cell).collect();
        let told = object().with("cells", self.cells(&cells));
        let times: Vec<i64> = bound.cells.iter().map(|&(times, _)| times).collect();
        let told = if times.iter().all(|&times| times == 1) { told } else { told.with("times", times) };
        told.with(if bound.is_most { "most" } else { "least" }, bound.amount).with("numbers", &bound.numbers)
    }

    fn with_sums(&self, told: Object, bounds: &[Bound]) -> Object {
        with_any(told, "sums", bounds.iter().map(|bound| self.sum(bound)).collect())
    }

    /// What lies between facts and what follows from them.
    fn with_middle(&self, told: Object, middle: &[Middle]) -> Object {
        let one = |middle: &Middle| match middle {
            Middle::Bounds(bounds) => object().with("bounds", self.facts(bounds)),
            Middle::Needs { cell, values, needs, is_any, ways } => {
                let name = if *is_any { "needs one of" } else { "needs" };
                let told = object().with("if", self.values(*cell, *values)).with(name, self.facts(needs));
                let way = |way: &Way| with_any(object().with("sum", &way.added), "is", way.taken.clone());
                with_any(told, "ways", ways.iter().map(way).collect())
            }
            Middle::Leads { cell, values, facts, then, end, rest, bounds, needed } => {
                let told = object().with("if", self.values(*cell, *values));
                let told = with_any(told, "as", self.facts(facts));
                let told = with_any(told, "leaves", self.all_values(then));
                let told = self.with_sums(told, bounds).with("without a value", self.facts(end));
                let told = rest.iter().fold(told, |told, rest| told.with("total", rest));
                with_any(told, "would need", needed.clone())
            }
            Middle::Between { cell, left } => object().with("between", self.values(*cell, *left)),
        };
        with_any(told, "middle", middle.iter().map(one).collect())
    }

    /// What the other cells of a sum share by some facts.
    fn with_rest(&self, told: Object, truth: Truth, facts: &[(usize, Candidates)]) -> Object {
        match self.before.rest(truth, facts) {
            Some((cells, rest)) => {
                let of = object().with("cells", self.cells(&cells)).with("total", rest);
                told.with("rest", with_any(of, "sets", self.before.sets_of_rest(truth, facts)))
            }
            None => told,
        }
    }

    /// What a clue outside the grid would count.
    fn counted(&self, of: &Measure) -> Object {
        let told = object().with("least", of.least).with("most", of.most);
        let told = self.with_among(with_any(told, "numbers", of.numbers.clone()), of.among.as_ref());
        let case = |case: &Case| {
            let told = object().with("with", self.decided(&case.decided)).with("amounts", &case.amounts);
            self.with_among(with_any(told, "numbers", case.closest.clone()), case.among.as_ref())
        };
        with_any(told, "cases", of.cases.iter().map(case).collect())
    }

    fn decided(&self, decided: &[(usize, u8)]) -> Vec<Object> {
        decided.iter().map(|&(cell, value)| self.candidate(cell, value)).collect()
    }

    /// The cells and values that show that too many count, or too few.
    fn with_among(&self, told: Object, among: Option<&Among>) -> Object {
        among.iter().fold(told, |told, among| {
            let values = symbols(among.values.iter(), self.puzzle);
            let count = among.cells.len() + among.values.len();
            told.with(
                "among",
                object().with("count", count).with("cells", self.cells(&among.cells)).with("values", values),
            )
        })
    }

    /// The ways in which a clue counts to its number.
    fn with_countings(&self, told: Object, ways: &[Counting]) -> Object {
        let way =
            |way: &Counting| object().with("with", self.decided(&way.decided)).with("numbers", &way.sets);
        with_any(told, "ways", ways.iter().map(way).collect())
    }

    /// Why a clue removes values: what cells have at most, and have lost so far, or what they add up to.
    fn reason(&self, reason: &Reason) -> Object {
        let removed = reason.gone.iter().map(|gone| self.values(gone.cell, gone.values)).collect::<Vec<_>>();
        let told = with_any(object(), "from", self.facts(&reason.from));
        let told = self.with_sums(told, &reason.bounds);
        let told = self.with_middle(told, &reason.middle);
        let told = reason.measure.iter().fold(told, |told, of| told.with("counts", self.counted(of)));
        told.with("excludes", removed)
    }

    fn truth(&self, truth: Truth) -> Object {
        let kind = match truth {
            Truth::Cell(_) => "cell",
            Truth::Place { .. } => "place",
            _ => "clue",
        };
        let mut told = object().with("kind", kind).with("of", self.before.names_of(truth));
        if let Some(explain::Sum { added, taken, total, .. }) = self.before.sum_of(truth) {
            let (added, taken) = (self.cells(added), self.cells(taken));
            let sum = object().with("added", added).with("taken", taken).with("total", total);
            let sum =
                self.before.balance(truth).iter().fold(sum, |sum, balance| {
                    sum.with("houses", balance.houses).with("clues", balance.clues)
                });
            told = told.with("sum", sum);
        }
        let told = match self.before.statement(truth) {
            Some(says) => told.with("says", says),
            None => told,
        };
        told.with("candidates", self.all_values(&self.before.candidates_of(truth)))
    }

    /// A line of a proof.
    fn line(&self, line: &Line) -> Object {
        let by = |truth: &Truth| object().with("by", self.by(*truth));
        let told = match line {
            Line::Holds { truth, cell, value, from, bounds, middle, .. } => {
                let told = with_any(by(truth), "from", self.facts(from));
                let told = self.with_rest(self.with_sums(told, bounds), *truth, from);
                let told = self.with_middle(told, middle);
                told.with("holds", self.candidate(*cell, *value))
            }
            Line::Leaves { truth, cell, left, lost, from, bounds, middle, .. } => {
                let told = with_any(by(truth), "from", self.facts(from));
                let told = self.with_rest(self.with_sums(told, bounds), *truth, from);
                let told = self.with_middle(told, middle);
                let told = told.with("leaves", self.values(*cell, *left));
                told.with("takes", symbols(lost.iter(), self.puzzle))
            }
            Line::Fails { truth, left, bounds, measure, .. } => {
                let told = with_any(object().with("fails", self.by(*truth)), "with", self.facts(left));
                let told = self.with_sums(told, bounds);
                let told = measure.iter().fold(told, |told, of| told.with("counts", self.counted(of)));
                self.with_rest(told, *truth, left)
            }
            Line::Refutes { cell, value, lines } => {
                let refuted = with_case(object(), self, (*cell, *value, lines));
                object().with("not", self.candidate(*cell, *value)).with("because", refuted)
            }
            Line::Cases { truth, cases, .. } => {
                let case =
                    |case: &(usize, u8, Vec<Line>)| with_case(object(), self, (case.0, case.1, &case.2));
                by(truth).with("cases", cases.iter().map(case).collect::<Vec<_>>())
            }
        };
        let rules = line.rules().iter().map(|&clue| self.before.name_of_clue(clue)).collect();
        with_any(told, "rules", rules)
    }

    /// A truth by its names alone; a value with its house.
    fn by(&self, truth: Truth) -> String {
        let mut names = self.before.names_of(truth);
        if let Truth::Place { value, .. } = truth {
            names.insert(0, self.puzzle.symbols().get(value).to_owned());
        }
        names.join(" ")
    }
}

/// The candidates that a step is about, as cells and values; the conclusion only if `is_full`.
pub(crate) fn candidates_of(step: &explain::Step, before: &State, is_full: bool) -> Value {
    let pairs = |cell: usize, values: Candidates| values.iter().map(move |value| (cell, value + 1));
    let open = step.truths.iter().flat_map(|&truth| before.candidates_of(truth));
    let mut truths: Vec<(usize, u8)> = open
        .filter(|&(cell, _)| !before.is_placed(cell))
        .flat_map(|(cell, values)| pairs(cell, values))
        .collect();
    truths.sort_unstable();
    truths.dedup();
    let (mut removed, mut placed) = (Vec::new(), Vec::new());
    match &step.conclusion {
        _ if !is_full => {}
        Conclusion::Place { cell, value } => placed.push((*cell, value + 1)),
        Conclusion::Remove(removals) => {
            removed.extend(removals.iter().flat_map(|removal| pairs(removal.cell, removal.values)));
        }
    }
    json!({"truths": truths, "removed": removed, "placed": placed})
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use sudoku::explain::{Detail, Explainer};
    use sudoku::format::{Options, parse};
    use sudoku::{CellNames, Puzzle};

    use super::StepData;

    /// The cells and numbers of a text. `R2C45` is two cells; how many cells or clues there are is no number of the step.
    fn named(text: &str, is_data: bool) -> BTreeSet<String> {
        let words: Vec<&str> =
            text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let mut found = BTreeSet::new();
        for (at, word) in words.iter().enumerate() {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if digits(word) {
                let next = words.get(at + 1).map_or("", |next| next.trim_end_matches('s'));
                if is_data || !["cell", "clue", "digit", "further", "more"].contains(&next) {
                    found.insert((*word).to_owned());
                }
            } else if let Some((row, column)) = word.strip_prefix('R').and_then(|rest| rest.split_once('C'))
                && digits(row)
                && digits(column)
            {
                let is_merged = row.len().max(column.len()) > 1;
                let each = |digits: &str| -> Vec<String> {
                    if is_merged {
                        digits.chars().map(String::from).collect()
                    } else {
                        vec![digits.to_owned()]
                    }
                };
                let (rows, columns) = (each(row), each(column));
                found.extend(
                    rows.iter().flat_map(|row| columns.iter().map(move |column| format!("R{row}C{column}"))),
                );
            }
        }
        found
    }

    /// Compares the texts of the first steps of a puzzle with their data. Returns the number of steps.
    fn check(puzzle: &Puzzle, most: usize) -> usize {
        let mut explainer = Explainer::new();
        let mut path = explainer.path(puzzle);
        for count in 0..most {
            let before = path.state().clone();
            let Ok(step) = path.step() else { return count };
            let mut data = serde_json::to_value(StepData::of(&step, &before, puzzle)).unwrap();
            let told = data.as_object_mut().unwrap();
            for text in ["text", "where", "nudge"] {
                told.remove(text);
            }
            let known = named(&data.to_string(), true);
            let text = step.text(&before, Detail::Full);
            let missing: Vec<String> = named(&text, false).difference(&known).cloned().collect();
            assert!(missing.is_empty(), "{missing:?} of {text} are not in {data}");
        }
        most
    }

    /// Of variants, those whose steps `sudoku` itself leaves out in runs that are not exhaustive.
    #[test]
    fn all_numbers_and_cells_of_a_text_are_in_its_data() {
        let made = [
            (include_str!("../../src/explain/tests/puzzles/classics.txt"), 6),
            (include_str!("../../src/explain/tests/puzzles/variants.txt"), 2),
        ];
        let is_exhaustive = std::env::var_os("EXHAUSTIVE").is_some();
        let each = |(text, some): (&str, usize)| {
            let (first, some) = if is_exhaustive { (0, 1) } else { (1, some) };
            parse(text, &Options::default())
                .unwrap()
                .into_iter()
                .skip(first)
                .step_by(some)
                .collect::<Vec<_>>()
        };
        let puzzles = made.into_iter().flat_map(each);
        let steps: usize = puzzles.map(|puzzle| check(&puzzle, 12)).sum();
        assert!(steps > 250, "{steps}");
    }

    #[test]
    fn cells_are_named_alike_everywhere() {
        let given = "size: 6\nkiller 11: r1c2 r2c2\ncolumn-index: r3c3\nthermo: r4c1-r4c4\n";
        for names in [CellNames::Small, CellNames::Letters] {
            let mut puzzle: Puzzle = given.parse().unwrap();
            puzzle.set_cell_names(names);
            let mut explainer = Explainer::new();
            let mut path = explainer.path(&puzzle);
            let mut count = 0;
            loop {
                let before = path.state().clone();
                let Ok(step) = path.step() else { break };
                let data: Value = serde_json::to_value(StepData::of(&step, &before, &puzzle)).unwrap();
                assert!(named(&data.to_string(), true).iter().all(|name| !name.starts_with('R')), "{data}");
                count += 1;
            }
            assert!(count > 2);
        }
    }
}
