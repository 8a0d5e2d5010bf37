//! Named algorithms. Each is a set of settings for the same engine and not a separate solver, so that two algorithms
//! differ only in what their names say.
//!
//! A method sets the consistency of all-different constraints (rows, columns, regions and rules that are
//! all-different) and the branching. Other rules keep their own algorithms. Givens are set before the search begins
//! and are not counted.

use std::fmt;

use csp::{BranchBy, Config, Consistency, Learning, Restarts, Statistics, VariableOrder};

use crate::text::nearest;

/// The counters of a search and their explanations, as used in `--stats`, the help and the documentation.
pub const GLOSSARY: [(&str, &str); 6] = [
    (
        "values tried",
        "values that the search has tried in a cell, those refused at once and the last one of a cell included",
    ),
    ("cells opened", "times that the search has begun to try the values of a cell"),
    (
        "positions",
        "what a loop over the cells visits: values tried, cells opened and, in reading order, the cells passed over because \
         they have their value already",
    ),
    ("failures", "values tried that led to a contradiction at once, before any other cell was opened"),
    (
        "propagations",
        "runs of propagation algorithms; that a placed value goes from its peers is built into the engine and not \
         among them",
    ),
    ("removals", "candidates that propagation has taken away, those that were given back later included"),
];

/// The counters of a search, in the order of the [glossary](GLOSSARY).
pub fn counters(statistics: &Statistics) -> [(&'static str, u64); 6] {
    let Statistics { nodes, opened, failures, removals, .. } = *statistics;
    let counts = [nodes, opened, statistics.positions(), failures, statistics.all_propagations(), removals];
    std::array::from_fn(|at| (GLOSSARY[at].0, counts[at]))
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
        write!(f, "{:?} is no method that is known here ", self.name)?;
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
    consistency: Consistency::Value,
    variables: VariableOrder::Smallest,
    branching: BranchBy::Values,
    probing: false,
    restarts: Restarts::Never,
};

const METHODS: &[Method] = &[
    Method {
        name: "brute-force",
        about: "Cells in reading order, values ascending; a value is refused if a peer holds it already",
        origin: "the brute-force tutorial",
        notes: "Nothing is removed ahead, so all values of a cell are tried, however many of them its peers hold. What is found \
                first is the first solution in reading order. The positions it counts are the turns of that tutorial's loop.",
        consistency: Consistency::Check,
        variables: VariableOrder::Input,
        ..PLAIN
    },
    Method {
        name: "forward",
        about: "The same, and a value that is placed goes from the candidates of its peers",
        origin: "forward checking, Haralick & Elliott 1980",
        notes: "A cell without candidates fails at once. A cell with one candidate left is not placed before its turn, so nothing \
                cascades.",
        consistency: Consistency::Forward,
        variables: VariableOrder::Input,
        ..PLAIN
    },
    Method {
        name: "depth-first",
        about: "Removals cascade: the last candidate of a cell goes from its peers; first open cell in reading order",
        origin: "the bit-set tutorial",
        notes: "What is found first is the first solution in reading order.",
        variables: VariableOrder::Input,
        ..PLAIN
    },
    Method {
        name: "mrv",
        about: "A placed value goes from its peers, no cascade; the cell with the fewest candidates is next",
        origin: "the sequence tutorial",
        notes: "A cell with one candidate stays open until it is placed, which is its turn at once. (The tutorial's own code forgets \
                it there, and accepts grids that are wrong.) It fails exactly as often as propagate: only the forced cells, \
                which it counts as tried, are more.",
        consistency: Consistency::Forward,
        ..PLAIN
    },
    Method {
        name: "propagate",
        about: "Removals cascade; the cell with the fewest candidates is next",
        origin: "the propagation tutorial",
        notes: "Naked singles to the end, at every step.",
        ..PLAIN
    },
    Method {
        name: "norvig",
        about: "The same, and a value with one place left in a unit goes there: hidden singles",
        origin: "Norvig, Solving Every Sudoku Puzzle, 2006",
        notes: "Both kinds of singles to the end, at every step.",
        consistency: Consistency::Singles,
        ..PLAIN
    },
    Method {
        name: "intersections",
        about: "The same, and what a unit can place only where it meets another leaves the rest of the other",
        origin: "pointing and claiming, as solvers by hand know them",
        notes: "Locked candidates to the end, at every step, in vector registers.",
        consistency: Consistency::Intersections,
        ..PLAIN
    },
    Method {
        name: "bounds",
        about: "Cascade and Hall intervals: the smallest and the largest candidate of each cell fit its unit",
        origin: "López-Ortiz, Quimper, Tromp & van Beek 2003",
        notes: "Made for wide domains; on Sudokus it shows how much intervals see of what matchings see.",
        consistency: Consistency::Bounds,
        ..PLAIN
    },
    Method {
        name: "domain",
        about: "Every candidate of a unit is part of a way to fill it: naked and hidden sets of all sizes",
        origin: "Régin 1994",
        notes: "A matching and its strongly connected components, unit by unit, to the end, at every step.",
        consistency: Consistency::Domain,
        ..PLAIN
    },
    Method {
        name: "singleton",
        about: "Every candidate of every cell is tried for a moment, and goes where the cascade alone refutes it",
        origin: "singleton consistency, Debruyne & Bessière 1997",
        notes: "Hardly ever a wrong decision, and a dear one: thousands of probes at every step. --consistency says what they \
                propagate with.",
        probing: true,
        ..PLAIN
    },
    Method {
        name: "dom-wdeg",
        about: "Singles; the cell next that has the fewest candidates for the conflicts it was part of",
        origin: "Boussemart, Hemery, Lecoutre & Sais 2004",
        notes: "The search learns which cells are trouble. It pays on variants and large grids.",
        consistency: Consistency::Singles,
        variables: VariableOrder::WeightedDegree,
        ..PLAIN
    },
    Method {
        name: "restarts",
        about: "The same, beginning again from time to time with what was learnt of the cells",
        origin: "Luby, Sinclair & Zuckerman 1993; nogoods of Lecoutre et al. 2007",
        notes: "After 100 failures, 100, 200, 100, 100, 200, 400 and so on. What was refuted stays so.",
        consistency: Consistency::Singles,
        variables: VariableOrder::WeightedDegree,
        restarts: Restarts::Luby { unit: 100 },
        ..PLAIN
    },
    Method {
        name: "engine",
        about: "What the constraint engine does when left alone: singles, intersections, most open neighbours",
        origin: "this project",
        notes: "It branches in two, on a value or everything but it, so the last value of a cell is not tried but left over.",
        consistency: Consistency::Auto,
        variables: VariableOrder::SmallestDegree,
        branching: BranchBy::Splitting,
        ..PLAIN
    },
    Method {
        name: "lockstep",
        about: "Many branches at once, one in each lane of the vector registers",
        origin: "this project",
        notes: "The fastest. It has no settings, counts search nodes only, and takes rows, columns and regions without other rules; \
                the engine takes what it does not.",
        in_lanes: true,
        ..PLAIN
    },
];
