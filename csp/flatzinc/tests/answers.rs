//! Small problems, and their printed answers.

use csp::Cancel;
use csp_flatzinc::build::build;
use csp_flatzinc::run::{Options, run};
use csp_flatzinc::{json, text};

fn solve(file: &str, options: &Options) -> Result<String, String> {
    let mut printed = Vec::new();
    let document;
    let problem = if file.starts_with('{') {
        document = json::parse(file).map_err(|fault| fault.to_string())?;
        json::read(&document)
    } else {
        text::read(file)
    };
    let built = problem.and_then(build);
    let built = built.map_err(|fault| fault.located(file).to_string())?;
    run(built, options, &Cancel::new(), &mut printed).map_err(|failure| failure.to_string())?;
    Ok(String::from_utf8(printed).expect("it prints text"))
}

/// Counts all solutions, and checks that the search is complete.
fn count(declarations: &str, constraints: &str) -> usize {
    let problem = format!("{declarations}{constraints} solve satisfy;");
    let mut numbers = Vec::new();
    for free in [false, true] {
        let options = Options { all: true, free, ..Options::default() };
        let printed = solve(&problem, &options).unwrap_or_else(|fault| panic!("{constraints}: {fault}"));
        let found = printed.lines().filter(|line| *line == "----------").count();
        let end = if found == 0 { "=====UNSATISFIABLE=====\n" } else { "==========\n" };
        assert!(printed.ends_with(end), "{constraints}: {printed}");
        numbers.push(found);
    }
    assert_eq!(numbers[0], numbers[1], "{constraints}");
    numbers[0]
}

/// A constraint, and its meaning for three values.
type Case<T> = (&'static str, fn(T, T, T) -> bool);

/// Number of solutions by brute force, over `-2..=4` for each of three values.
fn naive(holds: impl Fn(i64, i64, i64) -> bool) -> usize {
    let all = || -2..=4i64;
    all()
        .flat_map(|x| all().flat_map(move |y| all().map(move |z| (x, y, z))))
        .filter(|&(x, y, z)| holds(x, y, z))
        .count()
}

const THREE: &str = "var -2..4: x :: output_var; var -2..4: y :: output_var; var -2..4: z :: output_var;
    array [1..3] of var int: a = [x, y, z];";

#[test]
fn arithmetic_means_what_the_standard_says() {
    let cases: &[Case<i64>] = &[
        ("int_plus(x, y, z)", |x, y, z| x + y == z),
        ("int_times(x, y, z)", |x, y, z| x * y == z),
        ("int_div(x, y, z)", |x, y, z| y != 0 && x / y == z),
        ("int_mod(x, y, z)", |x, y, z| y != 0 && x % y == z),
        ("int_max(x, y, z)", |x, y, z| x.max(y) == z),
        ("int_min(x, y, z)", |x, y, z| x.min(y) == z),
        ("int_abs(x, z)", |x, _, z| x.abs() == z),
        ("int_pow(x, 2, z)", |x, _, z| x * x == z),
        ("int_pow(x, y, z)", |x, y, z| match (x, y) {
            (0, ..0) => false,
            (1, ..0) => z == 1,
            (-1, ..0) => z == if y % 2 == 0 { 1 } else { -1 },
            (_, ..0) => z == 0,
            _ => x.pow(y as u32) == z,
        }),
        ("int_eq(x, y)", |x, y, _| x == y),
        ("int_ne(x, y)", |x, y, _| x != y),
        ("int_le(x, y)", |x, y, _| x <= y),
        ("int_lt(x, y)", |x, y, _| x < y),
        ("int_lin_eq([1, 2, -1], a, 3)", |x, y, z| x + 2 * y - z == 3),
        ("int_lin_le([1, 2, -1], [x, y, z], 3)", |x, y, z| x + 2 * y - z <= 3),
        ("int_lin_ne([1, 0, -1], a, 3)", |x, _, z| x - z != 3),
        ("int_lin_eq([1, 1], [x, 2], 3)", |x, _, _| x == 1),
        ("int_lin_eq([2, 3], [2, 3], 13)", |_, _, _| true),
        ("int_lin_eq([2, 3], [2, 3], 12)", |_, _, _| false),
        ("array_int_maximum(x, [y, z])", |x, y, z| x == y.max(z)),
        ("array_int_minimum(x, a)", |x, y, z| x == x.min(y).min(z)),
        ("array_int_element(x, [3, 4], y)", |x, y, _| (x == 1 && y == 3) || (x == 2 && y == 4)),
        ("array_var_int_element(x, [y, 2, z], z)", |x, y, z| {
            (x == 1 && y == z) || (x == 2 && z == 2) || x == 3
        }),
        ("array_var_int_element(2, [y, z], x)", |x, _, z| x == z),
        ("set_in(x, 0..2)", |x, _, _| (0..=2).contains(&x)),
        ("set_in(x, {-2, 0, 1})", |x, _, _| [-2, 0, 1].contains(&x)),
        ("int_eq(2, 2)", |_, _, _| true),
        ("int_times(2, 3, 6)", |_, _, _| true),
        ("int_times(2, 3, 7)", |_, _, _| false),
    ];
    for (constraint, holds) in cases {
        let posted = format!("constraint {constraint};");
        assert_eq!(count(THREE, &posted), naive(holds), "{constraint}");
        let (name, arguments) = constraint.split_once('(').expect("it is a call");
        let arguments = &arguments[..arguments.len() - 1];
        let declared = format!("var bool: b :: output_var; {THREE}");
        let reified = format!("constraint {name}_reif({arguments}, b);");
        assert_eq!(count(&declared, &reified), 343, "{reified}");
        let refuted = format!("constraint {name}_reif({arguments}, false);");
        assert_eq!(count(THREE, &refuted), 343 - naive(holds), "{refuted}");
        let implied = format!("constraint {name}_imp({arguments}, b);");
        assert_eq!(count(&declared, &implied), 343 + naive(holds), "{implied}");
    }
}

#[test]
fn global_constraints_mean_what_the_library_says() {
    let cases: &[Case<i64>] = &[
        ("csp_all_different(a)", |x, y, z| x != y && y != z && x != z),
        ("csp_all_different_except(a, 0..0)", |x, y, z| (x == 0 || (x != y && x != z)) && (y == 0 || y != z)),
        ("csp_all_different([x, 3, y])", |x, y, _| x != y && x != 3 && y != 3),
        ("csp_among(x, [y, z, 2], {0, 2})", |x, y, z| {
            x == 1 + i64::from([0, 2].contains(&y)) + i64::from([0, 2].contains(&z))
        }),
        ("csp_bin_packing([x, 2], 1, [2, 1], [y, z])", |x, y, z| match x {
            1 => (y, z) == (2, 1),
            2 => (y, z) == (0, 3),
            _ => false,
        }),
        ("csp_circuit(a, 1)", |x, y, z| (x, y, z) == (2, 3, 1) || (x, y, z) == (3, 1, 2)),
        ("csp_subcircuit(a, 1)", |x, y, z| {
            [(1, 2, 3), (2, 1, 3), (3, 2, 1), (1, 3, 2), (2, 3, 1), (3, 1, 2)].contains(&(x, y, z))
        }),
        ("csp_count_eq([y, z], 1, x)", |x, y, z| x == i64::from(y == 1) + i64::from(z == 1)),
        ("csp_count_ge([y, z], 1, x)", |x, y, z| i64::from(y == 1) + i64::from(z == 1) >= x),
        ("csp_count_le([y, z], 1, 0)", |_, y, z| y != 1 && z != 1),
        ("csp_cumulative([x, y], [2, 1], [1, 1], 1)", |x, y, _| x + 2 <= y || y < x),
        ("csp_cumulative([x, y], [2, z], [1, 1], 1)", |x, y, z| {
            z >= 0 && (z == 0 || x + 2 <= y || y + z <= x)
        }),
        ("csp_diffn([x, y], [0, 1], [2, 1], [z, 1])", |x, y, z| z >= 0 && (z <= 1 || x + 2 <= y || y < x)),
        ("csp_disjunctive([x, y, z], [2, 1, 0])", |x, y, _| x + 2 <= y || y < x),
        ("csp_disjunctive([x], [y])", |_, y, _| y >= 0),
        ("csp_disjunctive([x], [2])", |_, _, _| true),
        ("csp_cumulative([], [], [], x)", |x, _, _| x >= 0),
        ("csp_global_cardinality([y, z], [1, 2], [x, 1], 0)", |x, y, z| {
            x == i64::from(y == 1) + i64::from(z == 1) && (y == 2) != (z == 2)
        }),
        ("csp_global_cardinality([y, z], [1, 1], [x, 1], 1)", |x, y, z| (x, y, z) == (9, 9, 9)),
        ("csp_global_cardinality_low_up(a, [0, 1], [1, 0], [2, 1], 1)", |x, y, z| {
            let all = [x, y, z];
            all.iter().all(|value| [0, 1].contains(value))
                && all.iter().sum::<i64>() <= 1
                && all.contains(&0)
                && all.iter().filter(|value| **value == 0).count() <= 2
        }),
        ("csp_increasing(a)", |x, y, z| x <= y && y <= z),
        ("csp_strictly_increasing(a)", |x, y, z| x < y && y < z),
        ("csp_inverse([x, y], 1, [z, 2], 1)", |x, y, z| (x, y, z) == (1, 2, 1)),
        ("csp_lex_less([x, 1], [y, z])", |x, y, z| (x, 1) < (y, z)),
        ("csp_lex_less([x], [y, z])", |x, y, _| x <= y),
        ("csp_lex_lesseq([x, y], [z])", |x, _, z| x < z),
        ("csp_nvalue(x, [y, z])", |x, y, z| x == if y == z { 1 } else { 2 }),
        ("csp_global_cardinality([y, z], [1], [-1], 0)", |_, _, _| false),
        ("csp_global_cardinality_low_up(a, [1], [-5], [-1], 0)", |_, _, _| false),
        ("csp_global_cardinality_low_up(a, [1], [-5], [1], 0)", |x, y, z| {
            [x, y, z].iter().filter(|value| **value == 1).count() <= 1
        }),
        ("csp_count_eq([], 1, x)", |x, _, _| x == 0),
        ("csp_count_ne([], 1, 0)", |_, _, _| false),
        ("csp_among(x, [], {0, 2})", |x, _, _| x == 0),
        ("csp_nvalue(x, [])", |x, _, _| x == 0),
        ("csp_lex_less([], [])", |_, _, _| false),
        ("csp_lex_lesseq([], [])", |_, _, _| true),
        ("csp_lex_less([x, y], [z])", |x, _, z| x < z),
        ("csp_lex_lesseq([x], [y, z])", |x, y, _| x <= y),
        ("csp_all_different([x])", |_, _, _| true),
        ("csp_all_different([x, y, x])", |_, _, _| false),
        ("csp_regular(a, 2, 2, [2, 0, 2, 1], 1, {1})", |x, y, z| (x, y, z) == (1, 1, 2)),
        ("csp_regular([], 2, 1, [2, 2], 1, {1})", |_, _, _| true),
        ("csp_regular([], 2, 1, [2, 2], 1, {2})", |_, _, _| false),
        ("csp_regular([], 268435456, 0, [], 7, 1..268435456)", |_, _, _| true),
        ("csp_regular(a, 268435456, 0, [], 1, 1..268435456)", |_, _, _| false),
        ("csp_sort([x, y], [z, 2])", |x, y, z| x.min(y) == z && x.max(y) == 2),
        ("csp_table([x, y], [1, 2, 9, 9, 0, 0])", |x, y, _| (x, y) == (1, 2) || (x, y) == (0, 0)),
        ("csp_value_precede(1, 2, a)", |x, y, z| {
            let first = |value| [x, y, z].iter().position(|&other| other == value).unwrap_or(9);
            first(2) == 9 || first(1) < first(2)
        }),
        ("csp_value_precede(1, 1, a)", |x, y, z| x != 1 && y != 1 && z != 1),
        ("csp_value_precede(1, 1, [x, 1])", |_, _, _| false),
        ("csp_value_precede(9, 9, a)", |_, _, _| true),
    ];
    for (constraint, holds) in cases {
        assert_eq!(count(THREE, &format!("constraint {constraint};")), naive(holds), "{constraint}");
    }
}

#[test]
fn logic_means_what_the_standard_says() {
    let flags = "var bool: p :: output_var; var bool: q :: output_var; var bool: r :: output_var;";
    let cases: &[Case<bool>] = &[
        ("array_bool_and([p, q, true], r)", |p, q, r| (p && q) == r),
        ("array_bool_or([p, q, false], r)", |p, q, r| (p || q) == r),
        ("array_bool_xor([p, q, r, true])", |p, q, r| !(p ^ q ^ r)),
        ("bool_clause([p, q], [r])", |p, q, r| p || q || !r),
        ("bool_clause_reif([p], [q], r)", |p, q, r| (p || !q) == r),
        ("bool_xor(p, q, r)", |p, q, r| (p ^ q) == r),
        ("bool_xor(p, q)", |p, q, _| p ^ q),
        ("bool_and(p, q, r)", |p, q, r| (p && q) == r),
        ("bool_or(p, q, r)", |p, q, r| (p || q) == r),
        ("array_bool_or_imp([p, q], r)", |p, q, r| !r || p || q),
        ("bool_not(p, q)", |p, q, _| p != q),
        ("bool_eq_reif(p, q, r)", |p, q, r| (p == q) == r),
        ("bool_lt(p, q)", |p, q, _| !p && q),
        ("bool_le_reif(p, q, r)", |p, q, r| (!p || q) == r),
        ("bool_lin_le([2, 1, -1], [p, q, r], 1)", |p, q, r| {
            2 * i64::from(p) + i64::from(q) - i64::from(r) <= 1
        }),
        ("array_bool_element(1, [true, false], p)", |p, _, _| p),
    ];
    for (constraint, holds) in cases {
        let truths = (0..8).filter(|bits| holds(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)).count();
        assert_eq!(count(flags, &format!("constraint {constraint};")), truths, "{constraint}");
    }
}

#[test]
fn goals_options_and_status_lines() {
    let knapsack = "var 0..3: x :: output_var; var 0..3: y :: output_var; var int: v :: output_var;
        constraint int_lin_eq([3, 4, -1], [x, y, v], 0); constraint int_lin_le([2, 3], [x, y], 7);
        solve :: int_search([x, y], largest, indomain_reverse_split, complete) maximize v;";
    let best = "x = 2;\ny = 1;\nv = 10;\n----------\n==========\n";
    assert_eq!(solve(knapsack, &Options::default()).as_deref(), Ok(best));
    for options in [
        Options { free: true, ..Options::default() },
        Options { threads: Some(2), ..Options::default() },
        Options { free: true, threads: Some(2), ..Options::default() },
        Options { free: true, threads: Some(3), all: true, ..Options::default() },
        Options { all: true, ..Options::default() },
        Options { seed: Some(5), intermediate: true, ..Options::default() },
    ] {
        let printed = solve(knapsack, &options).expect("it is solved");
        assert!(printed.ends_with(best), "{options:?}: {printed}");
    }
    for (free, threads) in [(false, None), (true, None), (true, Some(2))] {
        let options = Options { free, threads, ..Options::default() };
        let none = solve("var 1..2: x; constraint int_lt(2, x); solve satisfy;", &options);
        assert_eq!(none.as_deref(), Ok("=====UNSATISFIABLE=====\n"));
        let one = solve("var 1..2: x :: output_var; constraint int_lt(1, x); solve satisfy;", &options);
        assert_eq!(one.as_deref(), Ok("x = 2;\n----------\n"));
    }
    let free = solve("var int: x; solve minimize x;", &Options::default());
    assert_eq!(free.as_deref(), Ok("=====UNBOUNDED=====\n"));
    // Values outside the range of the engine are not tried, so there is no proof.
    let cut = "var int: x; constraint int_times_reif(x, x, 3, true); solve satisfy;";
    assert_eq!(solve(cut, &Options::default()).as_deref(), Ok("=====UNKNOWN=====\n"));
    for beyond in [
        "var 300000000..300000010: x :: output_var;",
        "var {-300000000, 300000000}: x :: output_var;",
        "var 0..300000000: x :: output_var; constraint csp_table([x], [290000000]);",
        "var 0..300000000: x :: output_var; constraint int_times_reif(x, x, 3, true);",
    ] {
        for (free, all) in [(false, false), (true, false), (false, true), (true, true)] {
            let options = Options { free, all, ..Options::default() };
            let told = solve(&format!("{beyond} solve satisfy;"), &options);
            assert_eq!(told.as_deref(), Ok("=====UNKNOWN=====\n"), "{beyond}");
        }
    }
    let late = Options { deadline: Some(std::time::Instant::now()), ..Options::default() };
    assert_eq!(solve(knapsack, &late).as_deref(), Ok("=====UNKNOWN=====\n"));
    let two = Options { number: Some(2), ..Options::default() };
    assert_eq!(
        solve("var 1..3: x :: output_var; solve satisfy;", &two).map(|text| text.lines().count()),
        Ok(4)
    );
}

/// A Golomb ruler is hard enough for learning to begin after some failures of the model's own search.
#[test]
fn free_search_goes_from_better_to_better() {
    let mut file = String::new();
    let marks = 8;
    let mut distances = Vec::new();
    (0..marks).for_each(|at| file += &format!("var 0..60: m{at};\n"));
    for to in 1..marks {
        for from in 0..to {
            file += &format!("var 1..60: d{from}_{to};\n");
            distances.push(format!("d{from}_{to}"));
        }
    }
    file += "constraint int_eq(m0, 0);\n";
    for to in 1..marks {
        for from in 0..to {
            file += &format!("constraint int_lin_eq([1, -1, -1], [m{to}, m{from}, d{from}_{to}], 0);\n");
        }
    }
    let distances = distances.join(",");
    file += &format!("constraint csp_all_different([{distances}]);\n");
    file += "solve :: int_search([m1, m2], largest, indomain_max, complete) minimize m7;";
    let file = file.replace("var 0..60: m7;", "var 0..60: m7 :: output_var;");
    for threads in [1, 2, 3] {
        let options =
            Options { free: true, intermediate: true, threads: Some(threads), ..Options::default() };
        let printed = solve(&file, &options).expect("it is solved");
        let length = |line: &str| line.strip_prefix("m7 = ")?.strip_suffix(';')?.parse::<i32>().ok();
        let lengths: Vec<i32> = printed.lines().filter_map(length).collect();
        assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
        assert!(printed.ends_with("m7 = 34;\n----------\n==========\n"), "{threads}: {printed}");
    }
}

#[test]
fn statistics_tell_the_value_and_the_bound() {
    let problem = "var 0..9: x :: output_var; var 0..9: y; var -20..20: cost;
        constraint int_lin_le([-1, -1], [x, y], -7);
        constraint int_lin_eq([2, 3, -1], [x, y, cost], 4);
        solve minimize cost;";
    for (free, threads) in [(false, None), (true, None), (false, Some(2)), (true, Some(2))] {
        let printed =
            solve(problem, &Options { statistics: true, free, threads, ..Options::default() }).unwrap();
        for line in ["%%%mzn-stat: objective=10\n", "%%%mzn-stat: objectiveBound=10\n"] {
            assert!(printed.contains(line), "{free} {threads:?}: {printed}");
        }
    }
    let printed = solve(
        "var 0..3: x; constraint int_le(4, x); solve minimize x;",
        &Options { statistics: true, ..Options::default() },
    );
    assert!(!printed.unwrap().contains("objective"));
}

#[test]
fn values_of_a_warm_start_come_first() {
    let declarations =
        "var 0..9: x :: output_var; var 0..9: y :: output_var; var 0..1000000: z :: output_var;";
    let solve_item = "constraint int_lin_eq([1, 1, 1], [x, y, z], 500000);
        solve :: warm_start([x, y, z, x], [4, 7, 500, 99]) satisfy;";
    for (free, threads) in [(false, None), (true, None), (false, Some(2)), (true, Some(2))] {
        let printed =
            solve(&format!("{declarations}{solve_item}"), &Options { free, threads, ..Options::default() });
        let printed = printed.unwrap();
        assert!(printed.starts_with("x = 4;\ny = 7;\n"), "{free} {threads:?}: {printed}");
    }
}

#[test]
fn what_solutions_show_and_json() {
    let shown = "var 1..1: x; var bool: b :: output_var;
        array [1..4] of var int: a :: output_array([1..2, 0..1]) = [x, 2, x, 4]; constraint bool_eq(b, true); solve satisfy;";
    assert_eq!(
        solve(shown, &Options::default()).as_deref(),
        Ok("b = true;\na = array2d(1..2,0..1,[1,2,1,4]);\n----------\n")
    );
    let json = r#"{"variables": {"x": {"type": "int", "domain": [[1, 3], [5, 5]]}, "b": {"type": "bool"}},
        "arrays": {"a": {"a": ["x", 7]}}, "constraints": [{"id": "int_le_reif", "args": [5, "x", "b"]},
        {"id": "set_in", "args": ["x", {"set": [[3, 9]]}]}],
        "output": ["a", "b"], "solve": {"method": "maximize", "objective": "x",
        "ann": [{"id": "int_search", "args": ["a", "first_fail", "indomain_max", "complete"]}]}}"#;
    let best = "b = true;\na = [5,7];\n----------\n==========\n";
    assert_eq!(solve(json, &Options::default()).as_deref(), Ok(best));
    assert_eq!(
        solve("{\n \"solve\": 3,,}", &Options::default()),
        Err("line 2, column 13: key must be a string".into())
    );
}

#[test]
fn solutions_differ_in_what_is_shown() {
    // The hidden variable has many values for each that is shown.
    let hidden = "var 1..3: x :: output_var; var 1..100000: h; var 1..100000: i; constraint int_ne(h, i);
        solve satisfy;";
    let printed = solve(hidden, &Options { all: true, ..Options::default() }).expect("it is solved");
    let mut lines: Vec<&str> = printed.lines().filter(|line| line.starts_with('x')).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["x = 1;", "x = 2;", "x = 3;"]);
    assert!(printed.ends_with("==========\n"));
}

#[test]
fn faults_have_a_place() {
    for (problem, fault) in [
        ("var 1..3: x;\nconstraint int_le(x, y);\nsolve satisfy;", "line 2, column 12: 'y' is not declared"),
        (
            "var float: x; solve satisfy;",
            "line 1, column 1: x is a variable of type float; only integers and Booleans are solved",
        ),
        (
            "var 1..3: x; constraint float_sin(x); solve satisfy;",
            "line 1, column 25: the constraint float_sin is not known; there are no variables of type float",
        ),
        ("var 1..3: x; constraint int_le(x); solve satisfy;", "line 1, column 25: int_le has no argument 2"),
        ("var 1..3: x; var 1..3: x; solve satisfy;", "line 1, column 24: x is declared twice"),
        (
            "array [1..2] of int: a = [1, 2]; var 1..3: x = a[3]; solve satisfy;",
            "line 1, column 44: a[3] is not there: the array has 2 entries",
        ),
        ("solve satisfy; solve satisfy;", "line 1, column 16: there is a second solve item"),
        ("var 1..3: x", "line 1, column 12: expected ';', found the end of the file"),
        (
            "var 5..6: y; var bool: b = y; solve satisfy;",
            "line 1, column 24: this variable has a value of another type",
        ),
        (
            "var bool: b;\nvar 5..6: x = b; solve satisfy;",
            "line 2, column 11: this variable has a value of another type",
        ),
        (
            "var 2..3: x = true; solve satisfy;",
            "line 1, column 11: this variable has a value of another type",
        ),
        ("var bool: b = 1; solve satisfy;", "line 1, column 11: this variable has a value of another type"),
        (
            "constraint csp_table([], [1, 2]); solve satisfy;",
            "line 1, column 12: csp_table: the lengths of the arguments do not go together",
        ),
        (
            "var 1..2: x; constraint csp_regular([x], 1, 2, [1, 1], 2, {1}); solve satisfy;",
            "line 1, column 25: csp_regular: there is no state 2",
        ),
        (
            "var 1..2: x; constraint csp_regular([x], 1, 2, [1, 3], 1, {1}); solve satisfy;",
            "line 1, column 25: csp_regular: there is no state 3",
        ),
        (
            "var 1..2: x; constraint csp_bin_packing([x], 1, [-1], [x]); solve satisfy;",
            "line 1, column 25: csp_bin_packing: an item of size -1 in a packing; give 0 or more",
        ),
        ("int: x = 99999999999999999999; solve satisfy;", "line 1, column 10: this number is beyond 64 bits"),
    ] {
        assert_eq!(solve(problem, &Options::default()), Err(fault.to_string()), "{problem}");
    }
}

#[test]
fn assumptions_that_clash_are_named() {
    let problem =
        "var 1..10: x; var 1..10: y; var bool: small; var bool: large; var bool: other; var bool: same;
        constraint int_lin_le_reif([1, 1], [x, y], 4, small); constraint int_le_reif(9, x, large);
        constraint int_le_reif(2, y, other); constraint int_eq_reif(x, y, same);";
    let told = |constraints: &str, options: &Options| {
        solve(&format!("{problem} {constraints} solve satisfy;"), options).expect("it is solved")
    };
    for options in [Options::default(), Options { free: true, threads: Some(2), ..Options::default() }] {
        assert_eq!(
            told("constraint csp_assume([other, small, large]);", &options),
            "%%%mzn-core: [small, large]\n=====UNSATISFIABLE=====\n"
        );
        let two = "array [1..2] of var bool: a = [same, other]; constraint csp_assume(a); constraint csp_assume([large]);
            constraint csp_assume([true]);";
        assert_eq!(told(two, &options), "----------\n", "they hold together, and nothing is printed");
        let none = told("constraint csp_assume([small, false]);", &options);
        assert_eq!(none, "%%%mzn-core: [false]\n=====UNSATISFIABLE=====\n");
    }
    // What has no solution without them has none because of them.
    let impossible =
        told("constraint int_eq(1, 2); constraint csp_assume([small, large]);", &Options::default());
    assert_eq!(impossible, "%%%mzn-core: []\n=====UNSATISFIABLE=====\n");
    // Without a clash the assumptions hold.
    let shown = "var bool: s :: output_var = small; constraint csp_assume([small, other]);";
    assert_eq!(
        told(shown, &Options { all: true, ..Options::default() }),
        "s = true;\n----------\n==========\n"
    );
    // What the compiler named is told by what it says.
    let named =
        "array [1..2] of int: X_INTRODUCED_2_ = [1, 1]; var bool: X_INTRODUCED_3_; var bool: X_INTRODUCED_4_;
        constraint int_lin_le_reif(X_INTRODUCED_2_, [x, y], 4, X_INTRODUCED_3_);
        constraint set_in_reif(y, {1, 2, 5}, X_INTRODUCED_4_);
        array [1..3] of var bool: X_INTRODUCED_5_ = [X_INTRODUCED_3_, large, X_INTRODUCED_4_];
        constraint csp_assume(X_INTRODUCED_5_);";
    assert_eq!(
        told(named, &Options::default()),
        "%%%mzn-core: [X_INTRODUCED_3_, large]
% X_INTRODUCED_3_: int_lin_le([1, 1], [x, y], 4)
=====UNSATISFIABLE=====
"
    );
    let set = told(&format!("{named} constraint int_le(7, y);"), &Options::default());
    assert_eq!(
        set,
        "%%%mzn-core: [X_INTRODUCED_3_]\n% X_INTRODUCED_3_: int_lin_le([1, 1], [x, y], 4)\n=====UNSATISFIABLE=====\n"
    );
    let reified = "constraint csp_assume_reif([small], large);";
    assert!(solve(&format!("{problem} {reified} solve satisfy;"), &Options::default()).is_err());
    // The best solution is the best under them.
    let best = format!("{problem} constraint csp_assume([large, same]); solve minimize y;");
    let best = best.replace("var 1..10: y;", "var 1..10: y :: output_var;");
    assert_eq!(solve(&best, &Options::default()).as_deref(), Ok("y = 9;\n----------\n==========\n"));
}
