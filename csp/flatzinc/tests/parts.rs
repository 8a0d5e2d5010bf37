//! Problems in parts: together they have the answer of the whole.

use std::fmt::Write as _;
use std::time::Duration;

use csp::Cancel;
use csp_flatzinc::build::{Built, build};
use csp_flatzinc::parts::{Assumed, merge, split};
use csp_flatzinc::run::{Options, run};
use csp_flatzinc::text;

fn built(file: &str) -> Built {
    build(text::read(file).unwrap_or_else(|fault| panic!("{fault}")))
        .unwrap_or_else(|fault| panic!("{fault}"))
}

fn whole(file: &str) -> String {
    let mut printed = Vec::new();
    run(built(file), &Options::default(), &Cancel::new(), &mut printed).unwrap();
    String::from_utf8(printed).unwrap()
}

fn merged(answers: &[String]) -> String {
    let mut printed = Vec::new();
    merge(answers.join("\n").as_bytes(), &mut printed).unwrap_or_else(|error| panic!("{error}: {answers:?}"));
    String::from_utf8(printed).unwrap()
}

/// The answers to at least `least` parts, by two machines.
fn answers(file: &str, least: usize, time: Option<Duration>) -> Vec<String> {
    let parts = split(&built(file), least).unwrap();
    let mut machines = [Assumed::new(built(file)), Assumed::new(built(file))];
    let answer = |(at, part): (usize, &String)| {
        let options = Options { free: at % 3 == 0, ..Options::default() };
        machines[at % 2].answer(part, &options, time, &Cancel::new()).unwrap()
    };
    parts.iter().enumerate().map(answer).collect()
}

fn queens(size: usize) -> String {
    let mut file = String::new();
    for queen in 1..=size {
        let _ = writeln!(file, "var 1..{size}: q{queen} :: output_var;");
    }
    for (one, other) in (1..=size).flat_map(|other| (1..other).map(move |one| (one, other))) {
        for offset in [0, (other - one) as i64, one as i64 - other as i64] {
            let _ = writeln!(file, "constraint int_lin_ne([1,-1],[q{one},q{other}],{offset});");
        }
    }
    file + "solve satisfy;"
}

/// A ruler on which all distances between marks differ, as short as possible.
fn golomb(marks: usize) -> String {
    let mut file = String::from("var 0..0: m1 :: output_var;\n");
    let (mut posted, mut names) = (String::new(), Vec::new());
    for other in 2..=marks {
        let _ = writeln!(file, "var 1..{}: m{other} :: output_var;", marks * marks);
        for one in 1..other {
            let _ = writeln!(file, "var 1..{}: d{one}_{other};", marks * marks);
            let _ = writeln!(posted, "constraint int_lin_eq([1,-1,-1],[m{other},m{one},d{one}_{other}],0);");
            names.push(format!("d{one}_{other}"));
        }
    }
    let count = names.len();
    let _ = writeln!(file, "array [1..{count}] of var int: all = [{}];\n{posted}", names.join(","));
    format!("{file}constraint csp_all_different(all);\nsolve minimize m{marks};")
}

#[test]
fn counts_are_added() {
    for (size, known) in [(6, 4), (8, 92)] {
        for least in [1, 20, 200] {
            let answers = answers(&queens(size), least, None);
            assert_eq!(merged(&answers), format!("count {known}\n"), "{least}");
        }
    }
    // Solutions with the same output count as one.
    let file = "var 1..3: x :: output_var; var 1..3: y; constraint int_le(x, y); solve satisfy;";
    assert_eq!(merged(&answers(file, 3, None)), "count 3\n");
}

#[test]
fn the_best_is_taken() {
    for (marks, length) in [(5, 11), (6, 17)] {
        let file = golomb(marks);
        let shortest = whole(&file);
        for least in [1, 10, 100] {
            let answers = answers(&file, least, None);
            assert!(answers.len() >= least);
            let told = merged(&answers);
            // Another ruler of the same length may be found first.
            assert!(
                told.contains(&format!("m{marks} = {length};\n")) && told.ends_with("\n==========\n"),
                "{told}"
            );
            assert_eq!(told.lines().count(), shortest.lines().count());
        }
    }
    let file =
        "var -5..5: x :: output_var; var -5..5: y :: output_var; constraint int_lt(x, y); solve maximize x;";
    assert_eq!(merged(&answers(file, 20, None)), "x = 4;\ny = 5;\n----------\n==========\n");
}

#[test]
fn what_is_impossible_is_proved_by_its_parts() {
    let file = queens(3).replace("satisfy", "minimize q1");
    assert_eq!(merged(&answers(&file, 10, None)), "=====UNSATISFIABLE=====\n");
    assert_eq!(merged(&answers(&queens(3), 10, None)), "=====UNSATISFIABLE=====\n");
    assert_eq!(
        merged(&["none".into(), "least 3 x = 3;".into(), "none".into()]),
        "x = 3;\n----------\n==========\n"
    );
}

#[test]
fn a_limit_is_no_proof() {
    let none = Some(Duration::ZERO);
    assert!(answers(&queens(8), 5, none).iter().all(|answer| answer == "at least 0"));
    assert_eq!(merged(&answers(&queens(8), 5, none)), "at least 0\n");
    assert_eq!(merged(&answers(&golomb(6), 5, none)), "=====UNKNOWN=====\n");
    let some = ["least so far 20 x = 20;".into(), "least 30 x = 30;".into(), "none".into()];
    assert_eq!(merged(&some), "x = 20;\n----------\n");
    assert_eq!(merged(&["count 4".into(), "at least 3".into()]), "at least 7\n");
    assert_eq!(merged(&["unknown".into(), "none".into()]), "=====UNKNOWN=====\n");
    // Nor are values that were cut off.
    for (goal, told) in [("satisfy", "at least 0\n"), ("minimize x", "=====UNKNOWN=====\n")] {
        for constraint in ["int_times_reif(x, x, 3, true)", "csp_table([x], [290000000])"] {
            let file = format!("var 0..300000000: x :: output_var; constraint {constraint}; solve {goal};");
            assert_eq!(merged(&answers(&file, 4, None)), told, "{constraint}");
        }
    }
}

#[test]
fn damage_is_refused() {
    let mut assumed = Assumed::new(built(&queens(6)));
    for part in ["q1", "q7=1", "q1=", "q1==1", "q1=x", "q1=99999999999"] {
        let told = assumed.answer(part, &Options::default(), None, &Cancel::new());
        assert!(told.unwrap_err().to_string().contains("is no decision"), "{part}");
    }
    assert_eq!(
        assumed.answer("q1=2 q2!=5 q3>=1", &Options::default(), None, &Cancel::new()).unwrap(),
        "count 1"
    );
    assert_eq!(assumed.answer("q1=7", &Options::default(), None, &Cancel::new()).unwrap(), "count 0");
    for answers in ["count x", "4", "least x", "count 4\nnone", "least 3 x\ngreatest 4 x", "none\ncount 4"] {
        assert!(merge(answers.as_bytes(), &mut Vec::new()).is_err(), "{answers}");
    }
}
