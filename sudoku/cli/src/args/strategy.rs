//! Options for the search: a method by name, and changes of its settings.

use clap::{Args, ValueEnum};
use csp::Config;
use csp::config::{BranchBy, Consistency, Restarts, ValueOrder, VariableOrder};
use sudoku::{Engine, Method};
use sudoku_ask::Way;

use super::Effort;
use super::units::{self, choice};
use crate::Refused;

/// A part of a search that can be shown alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// What propagation finds before the first decision
    Root,
}

/// Flags that choose the search.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Strategy")]
pub(crate) struct Strategy {
    /// Search with this method instead of the fastest engine; `sudoku methods` lists the methods. The flags below
    /// change single settings of the method, or of `engine` if no method is named
    #[arg(long, value_name = "NAME", value_parser = method)]
    pub method: Option<&'static Method>,

    #[command(flatten)]
    pub changes: Changes,
}

/// Changes of the method's settings.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Changes {
    /// Strength of filtering in units: the candidates that a placed value removes
    #[arg(long, value_name = "HOW", value_parser = choice(&CONSISTENCIES))]
    pub consistency: Option<Consistency>,

    /// Choice of the next cell
    #[arg(long, value_name = "CELL", value_parser = choice(&BRANCHES))]
    pub branch: Option<VariableOrder>,

    /// Choice of the value to try first
    #[arg(long, value_name = "VALUE", value_parser = choice(&VALUES))]
    pub values: Option<ValueOrder>,

    /// Choice among equally good cells
    #[arg(long, value_name = "WHICH", value_parser = choice(&TIES))]
    pub ties: Option<bool>,

    /// Branches of a node: all values of a cell, or one value and its removal
    #[arg(long, value_name = "WAYS", value_parser = choice(&WAYS))]
    pub ways: Option<BranchBy>,

    /// Probing: try every candidate at every node, and remove those that fail at once
    #[arg(long, value_name = "WHEN", value_parser = choice(&PROBES))]
    pub probe: Option<bool>,

    /// When to restart: never, luby or luby:100 (failures of the shortest run), linear or linear:100 (failures of the
    /// first run, and how many more each next run has), geometric or geometric:100,1.3 (failures of the first run, and
    /// factor from each run to the next)
    #[arg(long, value_name = "WHEN", value_parser = restarts)]
    pub restarts: Option<Restarts>,

    /// Seed of random choices: the same seed gives the same search
    #[arg(long, value_name = "N", value_parser = units::number)]
    pub seed: Option<u64>,
}

impl Strategy {
    /// Returns whether steps as people take them are requested. They have no settings, so changes are an
    /// error.
    pub fn explains(&self) -> Result<bool, Refused> {
        match self.method {
            Some(method) if method.explains && self.changes.any() => {
                Err(Refused(format!("{} has no settings: they are for other methods", method.name)))
            }
            method => Ok(method.is_some_and(|method| method.explains)),
        }
    }

    /// Returns the requested search; `None` stands for the fastest one.
    pub fn way(&self) -> Result<Option<Way>, Refused> {
        let changed = self.changes.any();
        match self.method {
            None if !changed => Ok(None),
            Some(method) if method.explains => {
                let name = method.name;
                Err(Refused(format!(
                    "{name} takes steps and does not search: see explain, rate, watch and compare"
                )))
            }
            Some(method) if method.in_lanes && changed => {
                Err(Refused(format!("{} has no settings: they are for other methods", method.name)))
            }
            Some(method) if method.in_lanes => Ok(Some(Way::Lanes)),
            Some(method) if method.learns => {
                self.changes.check_learning(method.name)?;
                Ok(Some(Way::Learn(self.changes.of(&method.config()))))
            }
            Some(method) => Ok(Some(Way::Search(self.changes.of(&method.config())))),
            None => Ok(Some(Way::Search(self.changes.of(&Method::find("engine")?.config())))),
        }
    }

    /// Returns the requested search after checking it against the options of effort.
    pub fn way_beside(&self, effort: &Effort) -> Result<Option<Way>, Refused> {
        match self.way()? {
            Some(_) if effort.engine != Engine::Auto => {
                Err(Refused("--engine and --method both say how to solve: use one".into()))
            }
            way => Ok(way),
        }
    }

    /// Returns the settings of a search to be watched; `None` stands for the default ones.
    pub fn config(&self) -> Result<Option<Config>, Refused> {
        match self.way()? {
            Some(Way::Lanes) => Err(Refused("lanes cannot be watched: name another method".into())),
            Some(Way::Learn(_)) => Err(Refused("learning cannot be watched: name another method".into())),
            Some(Way::Search(config)) => Ok(Some(config)),
            None => Ok(None),
        }
    }
}

impl Changes {
    fn any(&self) -> bool {
        let Changes { consistency, branch, values, ties, ways, probe, restarts, seed } = self;
        consistency.is_some()
            || branch.is_some()
            || values.is_some()
            || ties.is_some()
            || ways.is_some()
            || probe.is_some()
            || restarts.is_some()
            || seed.is_some()
    }

    /// Refuses settings that do not go with learning, which branches by its conflicts.
    fn check_learning(&self, method: &str) -> Result<(), Refused> {
        let Changes { consistency, branch, values, ties, ways, probe, .. } = self;
        let refused = match consistency {
            Some(Consistency::Check | Consistency::Forward) => Some("--consistency check and forward"),
            _ if branch.is_some() => Some("--branch"),
            _ if values.is_some() => Some("--values"),
            _ if ties.is_some() => Some("--ties"),
            _ if ways.is_some() => Some("--ways"),
            _ if probe.is_some() => Some("--probe"),
            _ => None,
        };
        match refused {
            None => Ok(()),
            Some(flag) => {
                let text =
                    format!("{flag}: {method} chooses by its conflicts; it has --consistency and --restarts");
                Err(Refused(text))
            }
        }
    }

    /// Returns the settings `usual` with the changes applied.
    fn of(&self, usual: &Config) -> Config {
        usual
            .clone()
            .with_consistency(self.consistency.unwrap_or(usual.consistency()))
            .with_variables(self.branch.unwrap_or(usual.variables()))
            .with_values(self.values.unwrap_or(usual.values()))
            .with_random_ties(self.ties.unwrap_or(usual.random_ties()))
            .with_branching(self.ways.unwrap_or(usual.branching()))
            .with_probing(self.probe.unwrap_or(usual.probing()))
            .with_restarts(self.restarts.unwrap_or(usual.restarts()))
            .with_seed(self.seed.unwrap_or(usual.seed()))
    }
}

const CONSISTENCIES: [(&str, &str, Consistency); 8] = [
    ("check", "No filtering: a value is refused if a peer has it", Consistency::Check),
    ("forward", "A placed value is removed from its peers; no cascade", Consistency::Forward),
    ("value", "A last candidate is removed from its peers, too: a cascade", Consistency::Value),
    ("singles", "And a value with one place left in a unit is placed", Consistency::Singles),
    (
        "intersections",
        "And values confined to a common part of two units are removed from the rest",
        Consistency::Intersections,
    ),
    ("bounds", "Cascade, and Hall intervals", Consistency::Bounds),
    ("domain", "All that follows from one unit: naked and hidden sets", Consistency::Domain),
    ("auto", "Chosen by the engine", Consistency::Auto),
];

const BRANCHES: [(&str, &str, VariableOrder); 5] = [
    ("reading", "The first open cell in reading order", VariableOrder::Input),
    ("fewest", "The cell with the fewest candidates", VariableOrder::Smallest),
    (
        "fewest-degree",
        "The cell with the fewest candidates, then with the most open peers",
        VariableOrder::SmallestDegree,
    ),
    (
        "dom-wdeg",
        "The cell with the fewest candidates for each of its conflicts",
        VariableOrder::WeightedDegree,
    ),
    ("random", "A random cell", VariableOrder::Random),
];

const VALUES: [(&str, &str, ValueOrder); 6] = [
    ("smallest", "The smallest", ValueOrder::Smallest),
    ("largest", "The largest", ValueOrder::Largest),
    ("middle", "The one in the middle", ValueOrder::Middle),
    ("halves", "The lower half of the values at once", ValueOrder::Split),
    ("random", "A random value", ValueOrder::Random),
    (
        "least-constraining",
        "The value that is a candidate of the fewest peers",
        ValueOrder::LeastConstraining,
    ),
];

const TIES: [(&str, &str, bool); 2] =
    [("reading", "The first in reading order", false), ("random", "A random one of them", true)];

const WAYS: [(&str, &str, BranchBy); 2] = [
    ("all", "All values of the cell in turn, including the last one", BranchBy::Values),
    ("two", "A value, then its removal, after which any cell may be next", BranchBy::Splitting),
];

const PROBES: [(&str, &str, bool); 2] = [("never", "Never", false), ("always", "At every node", true)];

fn method(name: &str) -> Result<&'static Method, String> {
    Method::find(name).map_err(|unknown| unknown.to_string())
}

/// Default length of the first run in failures, and default factor by which each run is longer than the one before.
const FIRST_RUN: u64 = 100;
const GROWTH: f64 = 1.3;

/// Parses `never`, `luby`, `luby:50`, `linear`, `linear:50`, `geometric`, `geometric:100,1.3`.
fn restarts(text: &str) -> Result<Restarts, String> {
    let (kind, numbers) = text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest)));
    match (kind, numbers) {
        ("never", None) => Ok(Restarts::Never),
        ("luby", None) => Ok(Restarts::luby(FIRST_RUN)),
        ("luby", Some(unit)) => units::positive(unit).map(Restarts::luby),
        ("linear", None) => Ok(Restarts::linear(FIRST_RUN)),
        ("linear", Some(step)) => units::positive(step).map(Restarts::linear),
        ("geometric", None) => Ok(Restarts::geometric(FIRST_RUN, GROWTH)),
        ("geometric", Some(numbers)) => {
            let (first, factor) = numbers.split_once(',').unwrap_or((numbers, "1.3"));
            let factor: f64 = factor.trim().parse().map_err(|_| "write geometric:100,1.3".to_owned())?;
            if !factor.is_finite() || factor <= 1.0 {
                return Err("the factor from run to run must be above 1, such as 1.3".to_owned());
            }
            units::positive(first).map(|first| Restarts::geometric(first, factor))
        }
        _ => {
            Err("write never, luby, luby:100, linear, linear:100, geometric or geometric:100,1.3".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restarts_are_read_or_refused() {
        assert_eq!(restarts("never"), Ok(Restarts::Never));
        assert_eq!(restarts("luby"), Ok(Restarts::luby(100)));
        assert_eq!(restarts("luby:1k"), Ok(Restarts::luby(1000)));
        assert_eq!(restarts("linear"), Ok(Restarts::linear(100)));
        assert_eq!(restarts("linear:7"), Ok(Restarts::linear(7)));
        assert_eq!(restarts("geometric"), Ok(Restarts::geometric(100, 1.3)));
        assert_eq!(restarts("geometric:7"), Ok(Restarts::geometric(7, 1.3)));
        assert_eq!(restarts("geometric:7,2"), Ok(Restarts::geometric(7, 2.0)));
        for wrong in [
            "",
            "often",
            "luby:0",
            "luby:x",
            "linear:0",
            "never:1",
            "geometric:5,1",
            "geometric:5,nan",
            "geometric:,",
        ] {
            assert!(restarts(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn flags_change_single_settings_of_the_method() {
        let strategy = Strategy {
            method: Some(Method::find("mrv").expect("it is there")),
            changes: Changes { branch: Some(VariableOrder::Input), seed: Some(7), ..Changes::default() },
        };
        let Ok(Some(Way::Search(config))) = strategy.way() else { panic!("it searches") };
        assert_eq!((config.consistency(), config.branching()), (Consistency::Forward, BranchBy::Values));
        assert_eq!((config.variables(), config.seed()), (VariableOrder::Input, 7));
        assert!(Strategy::default().way().is_ok_and(|way| way.is_none()));
    }
}
