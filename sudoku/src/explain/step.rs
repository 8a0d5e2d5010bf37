//! Steps: a conclusion, the truths from which it follows, and the name of the technique.

use super::count::Measure;
use super::state::State;
use super::technique::Technique;
use super::truth::Truth;
use crate::candidates::Candidates;

/// Candidates of a cell that a step removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removal {
    /// The cell.
    pub cell: usize,
    /// The values.
    pub values: Candidates,
}

/// Why a clue removes candidates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// The candidates.
    pub gone: Vec<Removal>,
    /// Cells of the clue with the values that they have at most; the clue alone does the rest.
    pub from: Vec<(usize, Candidates)>,
    /// What other cells of a sum reach. If there are any, they say the same as `from`.
    pub bounds: Vec<Bound>,
    /// What lies between these facts and the candidates, if it is known for all of them.
    pub middle: Vec<Middle>,
    /// What the clue would count with any of the candidates, if it counts along a line.
    pub measure: Option<Measure>,
}

impl Reason {
    /// The cell that has only one value, if it is the one that all cells lose that see it.
    pub(super) fn seen(&self, state: &State) -> Option<(usize, u8)> {
        let [(cell, values)] = self.from[..] else { return None };
        let sees = |gone: &Removal| gone.values == values && state.map.sees(cell, gone.cell);
        let is_all = self.bounds.is_empty() && !state.is_placed(cell) && self.gone.iter().all(sees);
        values.value().filter(|_| is_all).map(|value| (cell, value))
    }
}

/// A conclusion between the facts of a reason and what they exclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Middle {
    /// Cells with the values from a bound on, or up to one. Each follows from the one before. The first is a fact or holds
    /// for all values; beside what a sum reaches it follows from that.
    Bounds(Vec<(usize, Candidates)>),
    /// What removed values would need, which cannot be.
    Needs {
        /// The cell.
        cell: usize,
        /// The values.
        values: Candidates,
        /// A cell with values that it does not have, or two that see each other with the same value; or cells of which
        /// one would need them, and none has them.
        needs: Vec<(usize, Candidates)>,
        /// Whether one of several cells is meant.
        is_any: bool,
        /// For a sum: the numbers with which it would be right then, if they are few.
        ways: Vec<Way>,
    },
    /// A cell between: the facts leave it some values, which exclude the candidates by themselves.
    Between {
        /// The cell.
        cell: usize,
        /// The values.
        left: Candidates,
    },
    /// Where removed values lead.
    Leads {
        /// The cell.
        cell: usize,
        /// The values.
        values: Candidates,
        /// Placed values that matter.
        facts: Vec<(usize, Candidates)>,
        /// What other cells are left, each by what is told before.
        then: Vec<(usize, Candidates)>,
        /// A cell to which nothing of what it had is left then; of a sum, cells that do not reach what is left for them.
        end: Vec<(usize, Candidates)>,
        /// What is left for these cells of a sum.
        rest: Option<i64>,
        /// What these cells reach at most or at least then, which is not their rest; or what its other cells reach, if that
        /// leaves one cell nothing.
        bounds: Vec<Bound>,
        /// The numbers of which a sum would need one in the cell to which nothing is left, if they are few.
        needed: Vec<i64>,
    },
}

impl Middle {
    /// The removed values of a cell that it is about, unless it says bounds.
    pub(super) fn supposed(&self) -> Option<Removal> {
        match self {
            &Middle::Needs { cell, values, .. } | &Middle::Leads { cell, values, .. } => {
                Some(Removal { cell, values })
            }
            Middle::Bounds(_) | Middle::Between { .. } => None,
        }
    }
}

/// Numbers that make a sum right: those on its two sides, or on one with the total left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Way {
    /// The numbers that are added.
    pub added: Vec<i64>,
    /// What they are equal to, if that is more than the total.
    pub taken: Vec<i64>,
}

/// What some cells of a sum reach together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bound {
    /// The cells, each with the number by which it is multiplied.
    pub cells: Vec<(i64, usize)>,
    /// Whether it is the most or the least.
    pub is_most: bool,
    /// The sum.
    pub amount: i64,
    /// The numbers that make the sum, in the order of the cells.
    pub numbers: Vec<i64>,
}

/// The conclusion of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A value stands in a cell.
    Place {
        /// The cell.
        cell: usize,
        /// The value.
        value: u8,
    },
    /// Values cannot stand in cells.
    Remove(Vec<Removal>),
}

/// A step: a conclusion, and the truths from which it follows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The conclusion.
    pub conclusion: Conclusion,
    /// The truths. The conclusion follows from them and from the fact that cells that see each other have different
    /// values, and does not follow without any one of the truths.
    pub truths: Vec<Truth>,
    /// The technique.
    pub technique: &'static Technique,
    /// The cost, in hundredths.
    pub cost: u16,
    /// The proof of the conclusion.
    pub proof: Proof,
    /// The tuples of values that a single clue allows its open cells, if they are few.
    pub tuples: Vec<Vec<u8>>,
    /// Why a single clue removes values, for all of them; for a value that is placed, why the others are removed.
    pub reasons: Vec<Reason>,
    /// Other candidates that a chain removes, each with the conclusions from it; none if its proof is too long to be told.
    pub others: Vec<(usize, u8, Vec<Line>)>,
}

/// The derivation of a conclusion from truths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Directly: the truths are a pattern with a name.
    Direct,
    /// A removed candidate is supposed to be true, which leads to a contradiction.
    Chain {
        /// The cell.
        cell: usize,
        /// The value.
        value: u8,
        /// The conclusions, up to the contradiction.
        lines: Vec<Line>,
    },
    /// A search of the step's truths, or of the whole puzzle if there are none, finds no solution with the removed
    /// candidate; nothing shorter is known.
    Trial {
        /// The number of decisions of the search.
        nodes: u64,
    },
}

/// A line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A truth leaves one candidate.
    Holds {
        /// The truth.
        truth: Truth,
        /// The cell of the candidate.
        cell: usize,
        /// The value of the candidate.
        value: u8,
        /// For a clue: cells with the values that they had at most; the clue does the rest.
        from: Vec<(usize, Candidates)>,
        /// For a sum: what its other cells reach, if that excludes all other candidates.
        bounds: Vec<Bound>,
        /// For a clue about cells in a row: what lies between the facts and the candidate.
        middle: Vec<Middle>,
        /// The clues by which values that hold exclude the other candidates, beyond the houses of the grid.
        rules: Vec<usize>,
    },
    /// A clue takes some values from a cell.
    Leaves {
        /// The clue.
        truth: Truth,
        /// The cell.
        cell: usize,
        /// The values that are left.
        left: Candidates,
        /// The values that it takes.
        lost: Candidates,
        /// Cells with the values that they had at most; the clue does the rest.
        from: Vec<(usize, Candidates)>,
        /// For a sum: what its other cells reach, if that excludes all that it takes.
        bounds: Vec<Bound>,
        /// For a clue about cells in a row: what lies between the facts and the values that it takes.
        middle: Vec<Middle>,
        /// The clues by which values that hold exclude what the clue takes account of.
        rules: Vec<usize>,
    },
    /// A truth has no candidate left: a contradiction.
    Fails {
        /// The truth.
        truth: Truth,
        /// For a clue: its cells, each with the values that were left when the clue allowed none of their combinations.
        left: Vec<(usize, Candidates)>,
        /// For a sum: what its cells reach, if that cannot be.
        bounds: Vec<Bound>,
        /// For a clue that counts along a line: what it would count.
        measure: Option<Measure>,
        /// The clues by which values that hold exclude its candidates.
        rules: Vec<usize>,
    },
    /// A further candidate is supposed, which leads to a contradiction, so that it does not hold.
    Refutes {
        /// The cell of the candidate.
        cell: usize,
        /// The value of the candidate.
        value: u8,
        /// The conclusions from it, and from the lines before.
        lines: Vec<Line>,
    },
    /// A truth leaves some candidates, and each leads to a contradiction.
    Cases {
        /// The truth.
        truth: Truth,
        /// The cell and value of each candidate, and the conclusions from it.
        cases: Vec<(usize, u8, Vec<Line>)>,
        /// The clues by which values that hold exclude its other candidates.
        rules: Vec<usize>,
    },
}

/// A proof of more lines is not told in words.
const MOST_READ: usize = 24;

/// Whether the lines of a proof are too many to be told in words.
pub(super) fn is_long(lines: &[Line]) -> bool {
    Line::count(lines) > MOST_READ
}

/// As many lines as may be added to those of a proof that is told, so that it still is.
pub(super) fn room(lines: &[Line]) -> usize {
    if is_long(lines) { usize::MAX } else { MOST_READ - Line::count(lines) }
}

impl Step {
    /// The number of lines of a chain's proof, with those of all cases and parts.
    pub fn lines(&self) -> usize {
        if let Proof::Chain { lines, .. } = &self.proof { Line::count(lines) } else { 0 }
    }

    /// Whether the proof is too long to be told in words.
    pub(super) fn is_long(&self) -> bool {
        matches!(&self.proof, Proof::Chain { lines, .. } if is_long(lines))
    }

    /// Whether it places the only value of a cell, or a value with one place in a house.
    pub fn is_single(&self) -> bool {
        let is_of_one = matches!(self.truths[..], [Truth::Cell(_) | Truth::Place { .. }]);
        is_of_one && matches!((&self.conclusion, &self.proof), (Conclusion::Place { .. }, Proof::Direct))
    }
}

impl Proof {
    /// The truths that its lines take, ascending.
    pub(super) fn truths(&self) -> Vec<Truth> {
        let mut truths = Vec::new();
        if let Proof::Chain { lines, .. } = self {
            lines.iter().for_each(|line| line.visit(&mut |line| truths.extend(line.truth())));
        }
        truths.sort_unstable();
        truths.dedup();
        truths
    }
}

impl Line {
    /// The truth from which it follows, if it is one alone.
    pub fn truth(&self) -> Option<Truth> {
        match self {
            Line::Holds { truth, .. }
            | Line::Leaves { truth, .. }
            | Line::Fails { truth, .. }
            | Line::Cases { truth, .. } => Some(*truth),
            Line::Refutes { .. } => None,
        }
    }

    /// The clues by which values that hold exclude others, beyond the houses of the grid.
    pub fn rules(&self) -> &[usize] {
        match self {
            Line::Holds { rules, .. }
            | Line::Leaves { rules, .. }
            | Line::Fails { rules, .. }
            | Line::Cases { rules, .. } => rules,
            Line::Refutes { .. } => &[],
        }
    }

    /// The cells that a clue's line tells of.
    pub(super) fn cells(&self) -> Vec<usize> {
        let of = |facts: &[(usize, Candidates)]| facts.iter().map(|&(cell, _)| cell).collect::<Vec<_>>();
        match self {
            Line::Holds { cell, from, .. } | Line::Leaves { cell, from, .. } => {
                of(from).into_iter().chain([*cell]).collect()
            }
            Line::Fails { left, .. } => of(left),
            Line::Cases { .. } | Line::Refutes { .. } => Vec::new(),
        }
    }

    /// The number of lines, with those of all cases and parts. What a clue leaves for several cells is one.
    pub(super) fn count(lines: &[Line]) -> usize {
        let inner = |line: &Line| line.inner().map(Line::count).sum::<usize>();
        let several = lines.chunk_by(|one, other| one.is_by_the_clue_of(other)).count();
        several + lines.iter().map(inner).sum::<usize>()
    }

    /// The number of lines of the longest part: what refutes a candidate is a part of its own.
    pub(super) fn longest(lines: &[Line]) -> usize {
        let (own, longest) = Line::parts(lines);
        own.max(longest)
    }

    /// The number of lines without those of parts, and of the longest part.
    fn parts(lines: &[Line]) -> (usize, usize) {
        let several = lines.chunk_by(|one, other| one.is_by_the_clue_of(other)).count();
        lines.iter().fold((several, 0), |(own, longest), line| {
            line.inner().map(Line::parts).fold((own, longest), |(own, longest), (inner, part)| match line {
                Line::Refutes { .. } => (own, longest.max(inner).max(part)),
                _ => (own + inner, longest.max(part)),
            })
        })
    }

    /// How deep parts are inside of parts; 0 without any.
    pub(super) fn depth(lines: &[Line]) -> usize {
        let depth = |line: &Line| {
            let inner = line.inner().map(Line::depth).max().unwrap_or(0);
            inner + usize::from(matches!(line, Line::Refutes { .. }))
        };
        lines.iter().map(depth).max().unwrap_or(0)
    }

    /// Whether two lines are conclusions from the same clue, which are told together.
    pub(super) fn is_by_the_clue_of(&self, other: &Line) -> bool {
        let clue = |line: &Line| match line {
            Line::Holds { truth: Truth::Relation(relation), .. }
            | Line::Leaves { truth: Truth::Relation(relation), .. } => Some(*relation),
            _ => None,
        };
        clue(self).is_some() && clue(self) == clue(other)
    }

    /// The lines of each of its cases, or of its refutation.
    pub(super) fn inner(&self) -> impl Iterator<Item = &[Line]> {
        let (cases, refutation): (&[_], Option<&Vec<Line>>) = match self {
            Line::Cases { cases, .. } => (cases, None),
            Line::Refutes { lines, .. } => (&[], Some(lines)),
            Line::Holds { .. } | Line::Leaves { .. } | Line::Fails { .. } => (&[], None),
        };
        cases.iter().map(|(.., lines)| lines).chain(refutation).map(Vec::as_slice)
    }

    /// Visits the line, and those of its cases or its refutation.
    fn visit(&self, see: &mut impl FnMut(&Line)) {
        see(self);
        self.inner().flatten().for_each(|line| line.visit(see));
    }
}

/// The reason why there is no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stuck {
    /// All cells have values.
    Solved,
    /// A truth has no candidate left: there is no solution from here.
    Contradiction(Truth),
    /// No step was found: each candidate that is left may be in a solution, or a search of the whole puzzle takes too
    /// many decisions.
    Unknown,
    /// The budget was used up while a step was looked for.
    Limit,
}

impl State {
    /// Draws the conclusion of a step.
    pub fn apply(&mut self, step: &Step) {
        match &step.conclusion {
            Conclusion::Place { cell, value } => self.place(*cell, usize::from(*value)),
            Conclusion::Remove(removals) => removals
                .iter()
                .for_each(|removal| removal.values.iter().for_each(|value| self.remove(removal.cell, value))),
        }
    }
}
