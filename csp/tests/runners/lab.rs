//! The laboratory: counts, limits, order of runs, tables, and the end of an experiment after a wrong answer.

use std::time::Duration;

use csp::config::{ValueOrder, VariableOrder};
use csp::extend::{Conflict, Event, Posting, Propagator, Slot, Status, Store, View};
use csp::lab::{Error, Lab, Report, Run};
use csp::{Config, Constraint, Count, Limits, Model, Search, Statistics, Var};

fn queens(n: usize) -> Model {
    let mut model = Model::new();
    let queens = model.vars(n, 0..n as i32);
    model.all_different(&queens);
    model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
    model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
    model
}

fn in_order() -> Config {
    Config::default().with_variables(VariableOrder::Input)
}

fn by_chance() -> Config {
    Config::default().with_values(ValueOrder::Random).with_random_ties(true).with_seed(7)
}

fn two_by_chance() -> Lab<'static> {
    Lab::new().config("in order", in_order()).config("by chance", by_chance())
}

/// Returns the content of a report without times.
fn timeless(report: &Report) -> Vec<(String, Count, Statistics)> {
    let told = |run: &Run| {
        let name = format!("{} {} {} {} {}", run.model, run.size, run.seed, run.config, run.repeat);
        let mut statistics = run.statistics.clone();
        statistics.time = Duration::ZERO;
        (name, run.count, statistics)
    };
    report.runs().iter().map(told).collect()
}

#[test]
fn counts_are_exact_and_equal_a_search_alone() {
    let report = two_by_chance().growth("queens", 4..=8, queens).repeats(2).run().unwrap();
    for (n, solutions) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        let mut search = queens(n).search_with(&in_order()).unwrap();
        assert_eq!(search.count(u64::MAX), Count::Exactly(solutions));
        let row = report.row("queens", n, "in order").unwrap();
        assert_eq!((row.runs.len(), row.solved(), row.limits()), (2, 2, 0));
        for run in &row.runs {
            assert_eq!(run.count, Count::Exactly(solutions));
            assert_eq!(run.statistics.nodes, search.nodes());
            assert_eq!(run.statistics.propagations, search.statistics().propagations);
        }
        let other = report.row("queens", n, "by chance").unwrap();
        assert_eq!(other.median(|run| run.count.found()), Some(solutions));
    }
    assert!(report.row("queens", 9, "in order").is_none());
    assert_eq!(report.rows().count(), 10);
}

#[test]
fn configurations_take_turns() {
    let lab = ["a", "b", "c"].iter().fold(Lab::new(), |lab, name| lab.config(name, in_order()));
    let lab = lab.samples("queens", [4], [1, 2], |n, _| queens(n)).repeats(2);
    let mut shown = Vec::new();
    let report = lab.run_with(|run| shown.push(format!("{}{}{}", run.config, run.seed, run.repeat))).unwrap();
    assert_eq!(shown, ["a10", "b10", "c10", "b11", "c11", "a11", "c20", "a20", "b20", "a21", "b21", "c21"]);
    let kept = report.runs().iter().map(|run| format!("{}{}{}", run.config, run.seed, run.repeat));
    assert_eq!(kept.collect::<Vec<_>>(), shown);
}

#[test]
fn the_same_experiment_gives_the_same_report_and_repeats_sample_chance() {
    let lab = two_by_chance().growth("queens", [6, 8], queens).solutions(1).repeats(4);
    let report = lab.run().unwrap();
    assert_eq!(timeless(&report), timeless(&lab.run().unwrap()));
    for (config, repeat) in [("in order", 3), ("by chance", 3)] {
        let settings = if config == "in order" { in_order() } else { by_chance() };
        let seed = settings.seed() + repeat;
        let mut alone = queens(8).search_with(&settings.with_seed(seed)).unwrap();
        assert_eq!(alone.count(1), Count::AtLeast(1));
        let row = report.row("queens", 8, config).unwrap();
        assert_eq!(row.runs[repeat as usize].statistics.nodes, alone.nodes());
    }
    let nodes = |config| {
        let row = report.row("queens", 8, config).unwrap();
        row.runs.iter().map(|run| run.statistics.nodes).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(nodes("in order"), 1);
    assert!(nodes("by chance") > 1);
}

#[test]
fn limits_are_counted_apart_and_make_quantiles_unknown() {
    let full = queens(8).search_with(&in_order()).map(|mut search| {
        search.count(u64::MAX);
        search.nodes()
    });
    let full = full.unwrap();
    let lab = || {
        Lab::new().config("in order", in_order()).samples("queens", [5, 8], 1..=3, |n, seed| {
            // Two of the three instances of "8" are too large for the limit.
            queens(if n == 8 && seed == 1 { 4 } else { n })
        })
    };
    let report = lab().limits(Limits::default().nodes(full / 2)).run().unwrap();
    let row = report.row("queens", 8, "in order").unwrap();
    assert_eq!((row.solved(), row.limits()), (1, 2));
    assert_eq!((row.median(|run| run.statistics.nodes), row.solutions()), (None, None));
    assert_eq!(row.quantile(0.3, |run| run.count.found()), Some(2));
    for run in &row.runs[1..] {
        assert!(matches!(run.count, Count::Limit(some) if some < 92));
        assert_eq!(run.statistics.nodes, full / 2);
    }
    let line = report.to_string().lines().nth(2).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(line, "queens 8 in order 1/3 – – – – – – –");
    // With one solution requested, the limit is not reached.
    let report = lab().limits(Limits::default().nodes(full / 2)).solutions(1).run().unwrap();
    assert!(report.runs().iter().all(|run| run.count == Count::AtLeast(1)));
}

#[test]
fn quantiles_are_values_that_were_measured() {
    let report = Lab::new()
        .config("in order", in_order())
        .samples("queens", [0], 4..=8, |_, seed| queens(seed as usize))
        .run()
        .unwrap();
    let row = report.rows().next().unwrap();
    // 2, 10, 4, 40, 92 solutions.
    assert_eq!(row.solutions(), Some(148.0 / 5.0));
    assert!(report.to_string().contains(" 29.60 "), "{report}");
    let expected = [(0.0, 2), (0.2, 2), (0.21, 4), (0.4, 4), (0.5, 10), (0.8, 40), (0.9, 92), (1.0, 92)];
    for (share, solutions) in expected {
        assert_eq!(row.quantile(share, |run| run.count.found()), Some(solutions), "{share}");
    }
    let nothing = Lab::new().config("in order", in_order()).samples("none", [1], [], |n, _| queens(n)).run();
    assert_eq!(nothing.unwrap().row("none", 1, "in order").unwrap().median(|run| run.seed), None);
}

#[test]
fn the_table_is_aligned_and_has_the_medians() {
    let report =
        two_by_chance().growth("queens", [4, 8], queens).model("a board", || queens(6)).run().unwrap();
    let table = report.to_string();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 7);
    assert!(lines.iter().all(|line| line.chars().count() == lines[0].chars().count()), "{table}");
    let nodes = report.row("a board", 0, "in order").unwrap().median(|run| run.statistics.nodes).unwrap();
    let words: Vec<&str> = lines[5].split_whitespace().take(8).collect();
    assert_eq!(words, ["a", "board", "in", "order", "1/1", "4", &nodes.to_string(), &nodes.to_string()]);
}

/// Splits a line of CSV into fields according to RFC 4180, without line breaks in fields.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                fields.last_mut().unwrap().push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            other => fields.last_mut().unwrap().push(other),
        }
    }
    assert!(!is_quoted, "{line}");
    fields
}

#[test]
fn csv_has_every_run_in_a_line() {
    let odd = "in order, \"really\"";
    let report = Lab::new()
        .config(odd, in_order().with_count_removals(true))
        .samples("queens", [6, 8], [3, 4], |n, _| queens(n))
        .limits(Limits::default().nodes(100))
        .run()
        .unwrap();
    let csv = report.csv();
    let mut lines = csv.lines().map(fields);
    let head = lines.next().unwrap();
    let lines: Vec<Vec<String>> = lines.collect();
    assert_eq!(lines.len(), report.runs().len());
    for (line, run) in lines.iter().zip(report.runs()) {
        assert_eq!(line.len(), head.len());
        let field = |name: &str| &line[head.iter().position(|known| known == name).expect(name)];
        let number = |name: &str| field(name).parse::<u64>().unwrap();
        assert_eq!((field("model").as_str(), field("config").as_str()), ("queens", odd));
        assert_eq!((number("size"), number("seed"), number("repeat")), (run.size as u64, run.seed, 0));
        assert_eq!(field("answer"), if run.size == 6 { "exactly" } else { "limit" });
        assert_eq!(number("solutions"), run.count.found());
        assert_eq!(number("nodes"), run.statistics.nodes);
        assert_eq!(number("failures"), run.statistics.failures);
        assert_eq!(number("propagations"), run.statistics.all_propagations());
        assert!(number("removals") > 0);
        let seconds: f64 = field("seconds").parse().unwrap();
        assert!((seconds - run.statistics.time.as_secs_f64()).abs() < 1e-8);
    }
}

/// x ≤ 9, always true; but the propagator fails if y is fixed before x. With `does_nothing`, a constraint that
/// forbids everything and filters nothing.
#[derive(Debug)]
struct Wrong {
    vars: [Var; 2],
    does_nothing: bool,
}

impl Constraint for Wrong {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] <= 9 && !self.does_nothing
    }

    fn post(&self, to: &mut Posting<'_>) {
        if !self.does_nothing {
            let views = self.vars.map(|var| to.view(var));
            to.propagator(FailsTheOtherWayRound(views));
        }
    }
}

#[derive(Debug)]
struct FailsTheOtherWayRound([View; 2]);

impl Propagator for FailsTheOtherWayRound {
    fn name(&self) -> &'static str {
        "fails the other way round"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.0.iter().for_each(|view| watch(view.slot(), Event::Fix));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y] = self.0;
        if store.is_fixed(y) && !store.is_fixed(x) { Err(Conflict) } else { Ok(Status::Again) }
    }
}

fn wrong(does_nothing: bool) -> Model {
    let mut model = Model::new();
    let vars = [model.var(0..9), model.var(0..3)];
    model.post(Wrong { vars, does_nothing });
    model
}

#[test]
fn a_wrong_propagator_is_found_by_disagreement() {
    let lab = |first: Config| {
        Lab::new()
            .config("one", first)
            .config("fewest first", Config::default().with_variables(VariableOrder::Smallest))
            .growth("queens", [6], queens)
            .samples("wrong", [2], [5], |_, _| wrong(false))
    };
    let Error::Disagreement(runs) = lab(in_order()).run().unwrap_err() else { panic!("they disagree") };
    // The second configuration runs first in the second round.
    assert_eq!(runs.clone().map(|run| run.count), [Count::Exactly(0), Count::Exactly(27)]);
    let said = Error::Disagreement(runs).to_string();
    for part in ["wrong 2 (seed 5)", "\"one\" finds 27 and no more", "\"fewest first\" finds 0 and no more"] {
        assert!(said.contains(part), "{said}");
    }
    // A limited run has no answer, but the solutions found count.
    let limited = lab(in_order()).limits(Limits::default().nodes(3)).run();
    assert!(matches!(limited, Err(Error::Disagreement(_))), "{limited:?}");
    // Both configurations give the same wrong answer.
    assert!(lab(Config::default().with_variables(VariableOrder::Smallest)).run().is_ok());
}

#[test]
fn wrong_solutions_are_detected() {
    let mistake = two_by_chance().model("wrong", || wrong(true)).run().unwrap_err();
    assert!(matches!(mistake, Error::NoSolution(_)));
    assert_eq!(mistake.to_string(), "wrong: what \"in order\" takes for a solution breaks a constraint");
}

#[test]
fn mistakes_name_the_model() {
    let empty = two_by_chance().growth("no values", [3], |n| {
        let mut model = Model::new();
        model.vars(n, Vec::new());
        model
    });
    let said = empty.run().unwrap_err().to_string();
    assert!(said.starts_with("no values 3: ") && said.contains("x0"), "{said}");
    for twice in [
        two_by_chance().config("in order", in_order()),
        two_by_chance().model("queens 8", || queens(8)).growth("queens", 7..=8, queens),
    ] {
        assert!(matches!(twice.run(), Err(Error::SameName { .. })));
    }
}

#[test]
fn a_method_of_ones_own_runs_beside() {
    let report = Lab::new()
        .config("in order", in_order())
        .method("own", |model, _| Ok(Search::new(model.compile(&in_order())?, &in_order())))
        .model("queens", || queens(7))
        .run()
        .unwrap();
    let nodes: Vec<u64> = report.runs().iter().map(|run| run.statistics.nodes).collect();
    assert_eq!((nodes.len(), nodes[0]), (2, nodes[1]));
}
