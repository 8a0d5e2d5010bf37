//! Damaged files: an error with a place, or an answer, and never a panic.

use csp::Cancel;
use csp_flatzinc::run::{Options, run};
use csp_flatzinc::syntax::{Fault, Problem};
use csp_flatzinc::{build, json, text};

const TEXT: &str = "% a comment\npredicate p(array [int] of var int: x);\narray [1..2] of int: w = [1,-1];\n\
    var 1..4: x :: output_var; var {1,3,9}: y; var bool: b :: is_defined_var; var int: z = x;\n\
    array [1..3] of var int: a :: output_array([1..3]) = [x,y,7];\n\
    constraint int_lin_le_reif(w,[x,y],0,b) :: defines_var(b);\nconstraint csp_all_different(a);\n\
    constraint csp_table([x,y],[1,3,2,9]);\nconstraint bool_clause([b],[false]);\nconstraint set_in(x,1..3);\n\
    constraint csp_regular([x],2,2,[1,2,0,1],1,{1,2});\nconstraint int_pow(x,2,y);\n\
    solve :: seq_search([int_search(a,max_regret,indomain_split,complete),restart_geometric(1.5,10)]) minimize y;\n";

const JSON: &str = r#"{"variables":{"x":{"type":"int","domain":[[1,4]]},"b":{"type":"bool"}},"arrays":{"a":{"a":["x",2]}},
    "constraints":[{"id":"int_eq_reif","args":["x",{"set":[[1,2]]},"b"]}],"output":["a"],"solve":{"method":"satisfy"}}"#;

/// Solves a problem for a short time, or returns its fault.
fn answer(problem: Result<Problem<'_>, Fault>) -> Option<Fault> {
    let built = match problem.and_then(build::build) {
        Ok(built) => built,
        Err(fault) => return Some(fault),
    };
    let options = Options {
        deadline: Some(std::time::Instant::now() + std::time::Duration::from_millis(5)),
        ..Options::default()
    };
    let mut printed = Vec::new();
    if run(built, &options, &Cancel::new(), &mut printed).is_ok() {
        assert!(!printed.is_empty());
    }
    None
}

fn read(file: &str) {
    if let Ok(document) = json::parse(file) {
        answer(json::read(&document));
    }
    if let Some(fault) = answer(text::read(file)) {
        let fault = fault.located(file);
        let (line, column) = fault.place.unwrap_or_else(|| panic!("no place: {fault}\n{file}"));
        let text = file.split('\n').nth(line - 1).unwrap_or_else(|| panic!("no such line: {fault}\n{file}"));
        assert!((1..=text.chars().count() + 1).contains(&column), "no such column: {fault}\n{file}");
    }
}

/// A generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn damaged_files_are_refused_or_solved() {
    let mut random = Random(7);
    let pieces = [
        "[",
        "]",
        "(",
        ")",
        "::",
        ";",
        "..",
        "1",
        "-",
        "99999999999",
        "9223372036854775807",
        "x",
        "a",
        "{",
        "}",
        "\"",
        "é",
        "1.5",
        "true",
        "var",
        "array",
        "0x",
        "_reif",
        ",",
        "-9223372036854775808",
        "1..0",
    ];
    for round in 0..6000 {
        let source = if round % 4 == 0 { JSON } else { TEXT };
        let mut file = source.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(file.len());
            match random.below(4) {
                0 => drop(file.remove(at)),
                1 => {
                    let end = (at + random.below(30)).min(file.len());
                    drop(file.drain(at..end));
                }
                2 => drop(file.splice(at..at, pieces[random.below(pieces.len())].bytes())),
                _ => drop(file.splice(at..at + 1, pieces[random.below(pieces.len())].bytes())),
            }
            if file.is_empty() {
                break;
            }
        }
        read(&String::from_utf8_lossy(&file));
    }
    for end in 0..TEXT.len() {
        read(&TEXT[..end]);
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (begin, nested) in [
        ("constraint p(", "["),
        ("constraint p(", "f("),
        ("constraint p(1) :: a(", "a(["),
        ("var int: x :: a(", "a("),
        ("array [1..1] of int: x = ", "["),
        ("solve :: ", "seq_search(["),
        ("solve minimize ", "f(["),
    ] {
        let deep = format!("{begin}{}", nested.repeat(100_000));
        let fault = text::read(&deep).expect_err("it has no end");
        assert!(fault.place.is_some() && fault.to_string().ends_with("this is nested too deep"), "{fault}");
    }
    for nested in ["[", r#"{"constraints":["#, r#"[{"id":"f","args":"#] {
        let fault = json::parse(&nested.repeat(100_000)).expect_err("it has no end");
        assert!(fault.place.is_some(), "{fault}");
    }
}
