//! Named algorithms. Each is a set of settings for the same engine and not a separate solver, so that two algorithms
//! differ only in what their names say.
//!
//! A method sets the consistency of all-different constraints (rows, columns, regions and rules that are
//! all-different) and the branching. Other rules keep their own algorithms. Givens are set before the search begins
//! and are not counted.

use std::fmt;

use csp::config::{BranchBy, Consistency, Learning, Restarts, VariableOrder};
use csp::{Config, Statistics};

use crate::text::nearest;

/// A counter of a search: its name, what it means, and how it is read.
type Counter = (&'static str, &'static str, fn(&Statistics) -> u64);

/// The counters of a search. Lanes have the first one only.
const COUNTERS: [Counter; 6] = [
    (
        "values tried",
        "values that the search tried in cells, including those refused at once and the last value of a cell",
        |counted| counted.nodes,
    ),
    ("cells opened", "times that the search began to try the values of a cell", |counted| counted.opened),
    (
        "positions",
        "steps of a loop over the cells: values tried, cells opened and, in reading order, cells skipped because they \
         have a value already",
        Statistics::positions,
    ),
    (
        "failures",
        "values tried that led to a contradiction at once, before any other cell was opened",
        |counted| counted.failures,
    ),
    (
        "propagations",
        "runs of propagation algorithms; removing a placed value from its peers is built into the engine and is not \
         counted",
        Statistics::all_propagations,
    ),
    ("removals", "candidates that propagation removed, including those restored later", |counted| {
        counted.removals
    }),
];

/// The number of counters.
const COUNT: usize = COUNTERS.len();

/// The counters of a search and their explanations, as used in `--stats`, the help and the documentation.
pub const GLOSSARY: [(&str, &str); COUNT] = {
    let mut glossary = [("", ""); COUNT];
    let mut at = 0;
    while at < COUNT {
        glossary[at] = (COUNTERS[at].0, COUNTERS[at].1);
        at += 1;
    }
    glossary
};

/// The counters of a search, in the order of the [glossary](GLOSSARY).
pub fn counters(statistics: &Statistics) -> [(&'static str, u64); COUNT] {
    COUNTERS.map(|(name, _, count)| (name, count(statistics)))
}

/// A named algorithm.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The origin: a tutorial or a paper.
    pub origin: &'static str,
    /// Further remarks.
    pub notes: &'static str,
    /// Whether the method runs in SIMD lanes, which have no settings.
    pub in_lanes: bool,
    /// Whether the method learns from every conflict ([`csp::Learner`]), and so chooses the next cell itself.
    pub learns: bool,
    /// Whether the method is [steps as people take them](crate::explain) instead of a search. A solver that is given it
    /// searches with singles.
    pub explains: bool,
    consistency: Consistency,
    variables: VariableOrder,
    branching: BranchBy,
    probing: bool,
    restarts: Restarts,
}

/// All methods, from the simplest on.
pub fn methods() -> &'static [Method] {
    METHODS
}

impl Method {
    /// Returns the method with a name. Case does not matter.
    pub fn find(name: &str) -> Result<&'static Method, UnknownMethod> {
        let found = METHODS.iter().find(|method| method.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownMethod {
            name: name.to_owned(),
            meant: nearest(name, METHODS.iter().map(|method| method.name)),
        })
    }

    /// The settings of the method. Ties are broken in reading order, and values are tried from the smallest on.
    pub fn config(&self) -> Config {
        let &Method { consistency, variables, branching, probing, restarts, .. } = self;
        Config::default()
            .with_consistency(consistency)
            .with_variables(variables)
            .with_branching(branching)
            .with_probing(probing)
            .with_restarts(restarts)
            .with_count_removals(true)
            .with_learning(Learning::Never)
    }
}

/// The error for a name that no method has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod {
    name: String,
    meant: Option<&'static str>,
}

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown method {:?} ", self.name)?;
        match self.meant {
            Some(meant) => write!(f, "(did you mean {meant}?)"),
            None => f.write_str("(`sudoku methods` lists all)"),
        }
    }
}

impl std::error::Error for UnknownMethod {}

/// The settings that most methods share.
const PLAIN: Method = Method {
    name: "",
    about: "",
    origin: "",
    notes: "",
    in_lanes: false,
    learns: false,
    explains: false,
    consistency: Consistency::Value,
    variables: VariableOrder::Smallest,
    branching: BranchBy::Values,
    probing: false,
    restarts: Restarts::Never,
};

const METHODS: &[Method] = &[
    Method {
        name: "brute-force",
        about: "Cells in reading order, values ascending; a value is refused if a peer already holds it",
        origin: "the brute-force tutorial",
        notes: "Nothing is removed in advance, so every value of a cell is tried, even if its peers hold it. The first \
                solution found is the first in reading order. Positions are the iterations of that tutorial's loop.",
        consistency: Consistency::Check,
        variables: VariableOrder::Input,
        ..PLAIN
    },
    Method {
        name: "forward",
        about: "The same, and a placed value is removed from the candidates of its peers",
        origin: "forward checking, Haralick & Elliott 1980",
        notes: "A cell without candidates fails at once. A cell with one candidate left is not placed before its turn, so nothing \
                cascades.",
        consistency: Consistency::Forward,
        variables: VariableOrder::Input,
        ..PLAIN
    },
    Method {
        name: "depth-first",
        about: "Removals cascade: the last candidate of a cell is removed from its peers; first open cell in reading order",
        origin: "the bit-set tutorial",
        notes: "The first solution found is the first in reading order.",
        variables: VariableOrder::Input,
        ..PLAIN
    },
    Method {
        name: "mrv",
        about: "A placed value is removed from its peers, no cascade; the cell with the fewest candidates is next",
        origin: "the sequence tutorial",
        notes: "A cell with one candidate stays open until the search places it, which is its next step. (The tutorial's own \
                code omits that step, and accepts wrong grids.) It has exactly as many failures as propagate; it only \
                tries more values, because forced cells count as tried.",
        consistency: Consistency::Forward,
        ..PLAIN
    },
    Method {
        name: "propagate",
        about: "Removals cascade; the cell with the fewest candidates is next",
        origin: "the propagation tutorial",
        notes: "Naked singles to a fixpoint, at every step.",
        ..PLAIN
    },
    Method {
        name: "norvig",
        about: "The same, and a value with one place left in a unit is placed there: hidden singles",
        origin: "Norvig, Solving Every Sudoku Puzzle, 2006",
        notes: "Both kinds of singles to a fixpoint, at every step.",
        consistency: Consistency::Singles,
        ..PLAIN
    },
    Method {
        name: "intersections",
        about: "The same, and a value that a unit can hold only where it overlaps another is removed from the rest of the other",
        origin: "pointing and claiming, as solvers by hand know them",
        notes: "Locked candidates to a fixpoint, at every step, in vector registers.",
        consistency: Consistency::Intersections,
        ..PLAIN
    },
    Method {
        name: "bounds",
        about: "Cascade and Hall intervals: the smallest and the largest candidate of each cell fit its unit",
        origin: "López-Ortiz, Quimper, Tromp & van Beek 2003",
        notes: "Made for wide domains; on Sudokus it shows how much of the matching's filtering intervals achieve.",
        consistency: Consistency::Bounds,
        ..PLAIN
    },
    Method {
        name: "domain",
        about: "Every candidate of a unit occurs in some filling of it: naked and hidden sets of all sizes",
        origin: "Régin 1994",
        notes: "A matching and its strongly connected components, unit by unit, to a fixpoint, at every step.",
        consistency: Consistency::Domain,
        ..PLAIN
    },
    Method {
        name: "singleton",
        about: "Every candidate of every cell is tested, and removed if the cascade alone refutes it",
        origin: "singleton consistency, Debruyne & Bessière 1997",
        notes: "Wrong decisions are rare, but each decision is expensive: thousands of probes at every step. --consistency \
                sets what they propagate with.",
        probing: true,
        ..PLAIN
    },
    Method {
        name: "dom-wdeg",
        about: "Singles; next is the cell with the fewest candidates for each conflict that it was part of",
        origin: "Boussemart, Hemery, Lecoutre & Sais 2004",
        notes: "The search learns which cells cause conflicts. It pays off on variants and large grids.",
        consistency: Consistency::Singles,
        variables: VariableOrder::WeightedDegree,
        ..PLAIN
    },
    Method {
        name: "restarts",
        about: "The same, with restarts that keep what was learnt about the cells",
        origin: "Luby, Sinclair & Zuckerman 1993; nogoods of Lecoutre et al. 2007",
        notes: "Restarts after 100 failures, then 100, 200, 100, 100, 200, 400 and so on. Refuted branches stay excluded.",
        consistency: Consistency::Singles,
        variables: VariableOrder::WeightedDegree,
        restarts: Restarts::Luby { unit: 100 },
        ..PLAIN
    },
    Method {
        name: "learn",
        about: "Every conflict becomes a clause; next is the cell most active in recent conflicts, with its last value",
        origin: "Ohrimenko, Stuckey & Codish 2009; Moskewicz et al. 2001",
        notes: "No two branches fail for the same reason. It restarts when clauses get worse. It pays off on large grids and where other \
                methods fail thousands of times. A grid of rows, columns and regions alone is clauses from the start.",
        consistency: Consistency::Auto,
        branching: BranchBy::Splitting,
        learns: true,
        ..PLAIN
    },
    Method {
        name: "engine",
        about: "The default of the constraint engine: singles, intersections, most open neighbours",
        origin: "this project",
        notes: "It branches in two, on a value or its removal, so the last value of a cell is not tried: it remains.",
        consistency: Consistency::Auto,
        variables: VariableOrder::SmallestDegree,
        branching: BranchBy::Splitting,
        ..PLAIN
    },
    Method {
        name: "lockstep",
        about: "Many branches at once, one in each lane of the vector registers",
        origin: "this project",
        notes: "The fastest. It has no settings, counts search nodes only, and solves grids of rows, columns and regions without \
                other rules; the engine solves the rest.",
        in_lanes: true,
        ..PLAIN
    },
    Method {
        name: "human",
        about: "No search: the easiest step that people would take, again and again",
        origin: "this project",
        notes: "To be watched and compared; `sudoku explain` writes the steps with their reasons, `sudoku rate` says how hard \
                they are. It tries nothing and counts steps; where several solutions are left, no step is found.",
        consistency: Consistency::Singles,
        explains: true,
        ..PLAIN
    },
];
