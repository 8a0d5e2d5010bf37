//! A search pauses at a limit and goes on, repeats its nodes for the same seed, and moves between threads.

use std::time::Duration;

use csp::config::{Consistency, Restarts};
use csp::{Cancel, Config, Count, Interrupted, Limits, Model, Search, Step};

use super::{board, queens, trace};
use crate::support::{Chance, PATHS, any_config, solve};

#[test]
fn the_same_seed_gives_the_same_nodes_on_every_instruction_set() {
    let mut chance = Chance::new(1);
    for _ in 0..40 {
        let (model, _) = board(&mut chance, 34);
        let config = any_config(&mut chance);
        let consistency = match config.consistency() {
            Consistency::Check | Consistency::Forward => Consistency::Value,
            other => other,
        };
        let mut traces = PATHS.map(|simd| {
            let config = config.clone().with_simd(simd).with_consistency(consistency).with_audit(false);
            let mut search = model.search_with(&config).unwrap();
            search.limit(Limits::default().nodes(300));
            trace(&mut search)
        });
        assert_eq!(traces[0], traces[1], "{config:?}");
        assert_eq!(traces[0], traces[2], "{config:?}");
        traces[0].0.sort_unstable();
        assert!(traces[0].0.windows(2).all(|pair| pair[0] != pair[1]));
    }
    let (model, _) = queens(7);
    for _ in 0..30 {
        let config = any_config(&mut chance);
        let config = config.with_consistency(Consistency::Auto);
        let [a, b] = [(); 2].map(|()| trace(&mut model.search_with(&config).unwrap()));
        assert_eq!(a, b, "{config:?}");
        assert_eq!(a.0.len(), 40);
    }
}

#[test]
fn a_pause_changes_nothing() {
    let (model, _) = queens(7);
    let mut chance = Chance::new(2);
    for consistency in [Consistency::Auto, Consistency::Forward, Consistency::Value] {
        for restarts in [Restarts::Never, Restarts::luby(5)] {
            let config = Config::default().with_consistency(consistency).with_restarts(restarts);
            let whole = trace(&mut model.search_with(&config).unwrap());
            for kind in 0..3 {
                let mut search = model.search_with(&config).unwrap();
                let (mut found, mut pauses) = (Vec::new(), 0);
                loop {
                    let few = 1 + chance.below(9);
                    let limits = Limits::default();
                    search.limit(match kind {
                        0 => limits.nodes(few),
                        1 => limits.failures(few),
                        _ => limits.nodes(few).failures(2),
                    });
                    let (nodes, failures) = (search.nodes(), search.failures());
                    match search.step() {
                        Step::Solution => found.push(search.solution().values().to_vec()),
                        Step::Exhausted => break,
                        Step::Limit => {
                            pauses += 1;
                            assert!(!search.is_exhausted());
                            assert!(kind == 1 || search.nodes() <= nodes + few);
                            assert!(kind != 0 || search.nodes() == nodes + few);
                            assert!(kind != 1 || search.failures() >= failures + few);
                        }
                    }
                }
                assert!(pauses > 1);
                let statistics = search.statistics();
                let paused = (found, statistics.nodes, statistics.failures, statistics.restarts);
                assert_eq!(paused, whole, "{consistency:?} {restarts:?} {kind}");
                assert_eq!(search.step(), Step::Exhausted, "it stays exhausted");
                assert!(search.is_exhausted());
            }
        }
    }
}

#[test]
fn limits_of_time_and_cancel_flags_stop_and_go_on() {
    let (model, _) = queens(6);
    let mut search = model.search().unwrap();
    search.limit(Limits::default().time(Duration::ZERO));
    assert_eq!(search.step(), Step::Limit);
    assert_eq!(search.first(), Err(Interrupted));
    assert_eq!(search.count(9), Count::Limit(0));
    assert_eq!(search.solutions().count(), 0);
    assert!(!search.is_exhausted());
    search.limit(Limits::default().time(Duration::from_secs(1 << 40)));
    assert!(matches!(search.first(), Ok(Some(_))));
    search.limit(Limits::default().time(Duration::MAX));
    assert!(matches!(search.first(), Ok(Some(_))));
    let cancel = Cancel::new();
    search.limit(Limits::default().cancel(&cancel));
    assert!(matches!(search.first(), Ok(Some(_))));
    cancel.cancel();
    assert!(cancel.is_cancelled());
    assert_eq!(search.step(), Step::Limit);
    assert_eq!(search.step(), Step::Limit);
    search.limit(Limits::default());
    assert_eq!(search.count(9), Count::Exactly(1));
    assert_eq!(search.count(9), Count::Exactly(0));
    assert_eq!(search.first(), Ok(None));
    // A new limit counts from here.
    search.reset();
    search.limit(Limits::default().nodes(1));
    assert_eq!(search.step(), Step::Limit);
    // A refutation at the root needs no node: it is a proof, not a limit.
    let mut model = Model::new();
    let pair = model.vars(2, 1..=1);
    model.all_different(&pair);
    let mut search = model.search().unwrap();
    search.limit(Limits::default().nodes(0).failures(0).time(Duration::ZERO).cancel(&cancel));
    assert_eq!(search.step(), Step::Exhausted);
}

#[test]
fn counts_are_exact_or_lower_bounds() {
    let (model, _) = queens(6);
    for (most, known) in [
        (0, Count::AtLeast(0)),
        (1, Count::AtLeast(1)),
        (3, Count::AtLeast(3)),
        (4, Count::AtLeast(4)),
        (5, Count::Exactly(4)),
        (u64::MAX, Count::Exactly(4)),
    ] {
        let mut search = model.search().unwrap();
        assert_eq!(search.count(most), known);
        assert_eq!(search.count(u64::MAX), Count::Exactly(4 - known.found()));
    }
    let mut search = model.search().unwrap();
    search.limit(Limits::default().nodes(3));
    assert_eq!(search.count(9), Count::Limit(search.statistics().solutions));
    // Without variables there is one solution, the empty one.
    assert_eq!(solve(&Model::new(), &Config::default(), 1), [[]; 1] as [[i32; 0]; 1]);
}

#[test]
fn a_search_can_move_to_a_thread_on_its_way() {
    fn sendable<T: Send>() {}
    sendable::<Search>();
    sendable::<csp::extend::Engine>();
    sendable::<Model>();
    let (model, _) = queens(7);
    for restarts in [Restarts::Never, Restarts::luby(3)] {
        let config = Config::default().with_restarts(restarts);
        let mut search = model.search_with(&config).unwrap();
        let mut found: Vec<_> = search.solutions().take(11).collect();
        let rest = std::thread::spawn(move || search.solutions().collect::<Vec<_>>()).join().unwrap();
        found.extend(rest);
        let whole: Vec<_> = model.search_with(&config).unwrap().solutions().collect();
        assert_eq!(found, whole);
    }
}

#[test]
fn solutions_can_be_read_in_every_way() {
    let mut model = Model::new();
    let x = model.named("x", 3..=3);
    let y = model.var(0..=9);
    model.post(y.eq(x + 2));
    assert_eq!((model.name(x), model.name(y)), ("x".to_string(), "x1".to_string()));
    let mut search = model.search().unwrap();
    assert_eq!(search.step(), Step::Solution);
    let solution = search.solution();
    assert_eq!(solution.values(), [3, 5]);
    assert_eq!((solution[x], solution.value(y - 1), search.value(y + 1)), (3, 4, 6));
    assert_eq!(solution.of(&[y, x]).collect::<Vec<_>>(), [5, 3]);
    assert_eq!(search.domain(y + 1).value(), Some(6));
    assert_eq!(search.step(), Step::Exhausted);
}

#[test]
#[should_panic(expected = "after Step::Solution only")]
fn there_is_no_solution_to_read_before_one_is_found() {
    let (model, _) = queens(4);
    let _ = model.search().unwrap().solution();
}
