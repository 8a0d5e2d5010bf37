//! Mistakes in constraints over lists: circuits, words, orders, schedules, graphs.

use csp::constraints::{
    Automaton, Operand, areas, bin_packing, circuit, clause, connected, cumulative, disjunctive, increasing,
    inverse, lex_less, lex_less_or_equal, partition, regions, regular, same_values, single_loop,
    strictly_increasing, value_precedence,
};
use csp::{Constraint, ErrorKind, Model, Var, all_different, limits::MAX_VALUE, maximum};

/// Posts over four variables. Returns the error and its message, which names the line that posted.
#[track_caller]
fn refused<C: Constraint + 'static>(make: impl FnOnce(&[Var]) -> C) -> (ErrorKind, String) {
    let mut model = Model::new();
    let x = model.vars(4, 0..=3);
    model.post(make(&x));
    let error = model.search().expect_err("a mistake");
    let caller = std::panic::Location::caller();
    assert_eq!(caller.file(), file!());
    let message = error.to_string();
    let (place, what) = message.split_once(": ").expect("a place");
    assert!(place.starts_with(file!()), "{message}");
    (error.kind().clone(), what.to_string())
}

#[track_caller]
fn is_bad<C: Constraint + 'static>(text: &str, make: impl FnOnce(&[Var]) -> C) {
    let (kind, message) = refused(make);
    assert_eq!(kind, ErrorKind::BadConstraint { what: text.to_string() });
    assert_eq!(message, text);
}

#[track_caller]
fn overflows<C: Constraint + 'static>(text: &str, make: impl FnOnce(&[Var]) -> C) {
    let (kind, message) = refused(make);
    assert!(matches!(kind, ErrorKind::Overflow { .. }), "{message}");
    assert!(message.starts_with(&format!("{text} is too large")), "{message}");
}

#[test]
fn successors() {
    is_bad("a circuit of no places; give the successor of at least one", |_| circuit::<Var>([]));
    overflows("x1 + 268435457", |x| circuit([x[0] + 0, x[1] + (MAX_VALUE + 1)]));
    is_bad("an inverse over x0, x1, x2, x3 + 1 has lists of 3 and 1; give two lists of one length", |x| {
        inverse(&x[..3], [x[3] + 1])
    });
    overflows("x3 - 268435457", |x| inverse(&x[..1], [x[3] - (MAX_VALUE + 1)]));
}

#[test]
fn automata() {
    let word = |automaton: Automaton| move |x: &[Var]| regular(&x[..2], automaton);
    is_bad(
        "the automaton of a word over x0, x1 starts in state 2; it has 2, counted from 0",
        word(Automaton::new(2, 2, [0], [])),
    );
    is_bad(
        "the automaton of a word over x0, x1 starts in state 0; it has 0, counted from 0",
        word(Automaton::new(0, 0, [], [])),
    );
    is_bad(
        "the automaton of a word over x0, x1 accepts in state 7; it has 2, counted from 0",
        word(Automaton::new(2, 0, [1, 7], [(0, 1, 0)])),
    );
    is_bad(
        "the automaton of a word over x0, x1 has transition 1 (1 to 3 with 5), which leads to state 3; \
         it has 2, counted from 0",
        word(Automaton::new(2, 0, [0], [(0, 1, 0), (1, 5, 3)])),
    );
    is_bad(
        "the automaton of a word over x0, x1 has transition 0 (2 to 0 with -1), which leaves state 2; \
         it has 2, counted from 0",
        word(Automaton::new(2, 0, [0], [(2, -1, 0)])),
    );
    is_bad("the automaton of a word over no variable starts in state 1; it has 1, counted from 0", |_| {
        regular::<Var>([], Automaton::new(1, 1, [0], []))
    });
    overflows("x0 + 268435457", |x| regular([x[0] + (MAX_VALUE + 1)], Automaton::new(1, 0, [0], [])));
    overflows("the constant 268435457", |_| regular([MAX_VALUE + 1], Automaton::new(1, 0, [0], [])));
}

#[test]
fn regular_expressions() {
    for (text, says) in [
        ("1 (2|3", "the bracket at character 3 of \"1 (2|3\" is never closed; close it with )"),
        ("1) 2", "the bracket at character 2 of \"1) 2\" was never opened; take it out"),
        (
            "1 | *",
            "the repetition at character 5 of \"1 | *\" has nothing to repeat; write a value before it",
        ),
        ("{3}", "the repetition at character 1 of \"{3}\" has nothing to repeat; write a value before it"),
        ("1{4,2}", "the repetition at character 2 of \"1{4,2}\" is no count; write {3}, {2,} or {2,4}"),
        ("1{", "the repetition at character 2 of \"1{\" is no count; write {3}, {2,} or {2,4}"),
        ("1{x}", "the repetition at character 2 of \"1{x}\" is no count; write {3}, {2,} or {2,4}"),
        ("1 a", "what stands at character 3 of \"1 a\" is not a value; write numbers, . or [ ]"),
        ("-", "what stands at character 1 of \"-\" is not a value; write numbers, . or [ ]"),
        ("1-3", "the range at character 2 of \"1-3\" stands outside a class; write [1-3]"),
        ("[1 2", "the class at character 1 of \"[1 2\" is never closed; close it with ]"),
        ("[]", "the class at character 1 of \"[]\" is empty; name values, or write . for all"),
        ("[3-1]", "the range at character 2 of \"[3-1]\" runs backwards; the smaller value goes first"),
        (
            "1 268435457",
            "the number at character 3 of \"1 268435457\" is too large; values go from -2^28 to 2^28",
        ),
        // Numbers beyond those of the machine, too.
        (
            "2684354566",
            "the number at character 1 of \"2684354566\" is too large; values go from -2^28 to 2^28",
        ),
        (
            "1*********",
            "the repetition at character 10 of \"1*********\" is one of too many; put them together",
        ),
    ] {
        let error = Automaton::parse(text).expect_err(text);
        assert_eq!(error.kind(), &ErrorKind::BadConstraint { what: says.to_string() }, "{text}");
    }
    let many = "((1{99}){99}){99}";
    let says = format!("\"{many}\" needs more than 16384 states; repeat less often");
    assert_eq!(Automaton::parse(many).unwrap_err().to_string(), says);
    assert!(Automaton::parse("(1{9999}){9999}").is_err());
    assert!(Automaton::parse("(((){16000}){16000}){16000}").unwrap().accepts(&[]), "and soon");
    assert!(Automaton::parse(&"(".repeat(100_000)).unwrap_err().to_string().contains("lies too deep"));
    assert!(Automaton::parse(&format!("1{}", "*".repeat(1_000_000))).is_err());
    let deepest = format!("{}1{}", "(".repeat(200), "*+?*+?*+)".repeat(200));
    assert!(Automaton::parse(&deepest).unwrap().accepts(&[1, 1]));
}

#[test]
fn packings() {
    is_bad("a packing over x0, x1 has 1 sizes; give one for each", |x| bin_packing(&x[..2], [1], &x[2..]));
    is_bad("an item of size -1 in a packing; give 0 or more", |x| bin_packing(&x[..2], [1, -1], &x[2..]));
    overflows("x1 + 268435457", |x| bin_packing([x[0] + 0, x[1] + (MAX_VALUE + 1)], [1, 2], &x[2..]));
}

#[test]
fn orders() {
    overflows("x1 + 268435457", |x| increasing([x[0] + 0, x[1] + (MAX_VALUE + 1)]));
    overflows("x1 + 268435457", |x| strictly_increasing([x[1] + (MAX_VALUE + 1), x[0] + 0]));
    overflows("x1 + 2147483647", |x| lex_less([x[0]], [x[1] + i32::MAX]));
    overflows("the constant -2147483648", |x| lex_less_or_equal([x[0]], [i32::MIN]));
    is_bad("a precedence over x0, x1 is of 2 before itself; give two values", |x| {
        value_precedence(2, 2, &x[..2])
    });
    overflows("x1 + 268435457", |x| value_precedence(0, 1, [x[0] + 0, x[1] + (MAX_VALUE + 1)]));
}

#[test]
fn schedules() {
    is_bad("a disjunctive over x0, x1, x2, x3 has 3 durations for 4 starts; give one for each task", |x| {
        disjunctive(x, [1, 2, 3])
    });
    is_bad("a disjunctive over no variable has 1 durations for 0 starts; give one for each task", |_| {
        disjunctive::<Var>([], [1])
    });
    is_bad(
        "-1 among the durations of a disjunctive over x0, x1, for task 1, is negative; give 0 or more",
        |x| disjunctive(&x[..2], [3, -1]),
    );
    overflows("268435457 among the durations of a disjunctive over x0, for task 0,", |x| {
        disjunctive(&x[..1], [MAX_VALUE + 1])
    });
    overflows("x0 - 2147483648", |x| disjunctive([x[0] + i32::MIN], [1]));
    is_bad("a cumulative over x0, x1, x2, x3 has 3 durations for 4 starts; give one for each task", |x| {
        cumulative(x, [1; 3], [1; 4], 3)
    });
    is_bad("a cumulative over x0, x1, x2, x3 has 2 demands for 4 starts; give one for each task", |x| {
        cumulative(x, [1; 4], [1, 2], 3)
    });
    is_bad("-1 among the durations of a cumulative over x2, for task 0, is negative; give 0 or more", |x| {
        cumulative([x[2]], [-1], [1], 3)
    });
    is_bad(
        "-2 among the demands of a cumulative over x0, x1, x2, x3, for task 3, is negative; give 0 or more",
        |x| cumulative(x, [1; 4], [1, 1, 1, -2], 3),
    );
    overflows("268435457 among the demands of a cumulative over x0, for task 0,", |x| {
        cumulative(&x[..1], [1], [MAX_VALUE + 1], 3)
    });
    is_bad("a cumulative over x0, x1, x2, x3 has capacity -1; give 0 or more", |x| {
        cumulative(x, [1; 4], [1; 4], -1)
    });
}

#[test]
fn graphs_and_lists() {
    is_bad(
        "a connected part of x0, x1, x2, x3 has edge 1 (2 to 4), which leads to place 4; \
         there are 4, counted from 0",
        |x| connected(x, [(0, 1), (2, 4)], 1),
    );
    is_bad("a connected part of x0, x1, x2, x3 with values that cannot be: there is none", |x| {
        connected(x, [(0, 1)], Vec::new())
    });
    is_bad("a connected part of x0 with values that cannot be: 268435457 is outside -2^28 to 2^28", |x| {
        connected(&x[..1], [], MAX_VALUE + 1)
    });
    overflows("x2 + 268435457", |x| connected([x[2] + (MAX_VALUE + 1)], [], 1));
    is_bad(
        "regions of x0, x1, x2, x3 have edge 0 (7 to 1), which leads to place 7; there are 4, counted from 0",
        |x| regions(x, [(7, 1)]),
    );
    is_bad("regions of x0, x1, x2, x3 name label 2 twice", |x| {
        regions(x, []).region(2, ..).region(1, ..).region(2, 1..)
    });
    is_bad("regions of x0 name label 268435457, which is outside -2^28 to 2^28", |x| {
        regions(&x[..1], []).region(MAX_VALUE + 1, ..)
    });
    is_bad("regions of x0 have label 1 with no size, at least 3 and at most 2", |x| {
        let (least, most) = (3, 2);
        regions(&x[..1], []).region(1, least..=most)
    });
    is_bad(
        "areas of x0, x1, x2, x3 have edge 0 (4 to 1), which leads to place 4; there are 4, counted from 0",
        |x| areas(x, [(4, 1)]),
    );
    overflows("x2 + 268435457", |x| areas([x[2] + (MAX_VALUE + 1)], []));
    overflows("x2 + 268435457", |x| regions([x[2] + (MAX_VALUE + 1)], []).region(1, ..));
    is_bad("a loop of x0, x1, x2, x3 has 4 links and 1 edges; give an edge for each link", |x| {
        single_loop(x, [(0, 1)])
    });
    is_bad("a loop of x0, x1 has edge 1, which joins point 2 to itself", |x| {
        single_loop(&x[..2], [(0, 1), (2, 2)])
    });
    overflows("x2 + 268435457", |x| single_loop([x[2] + (MAX_VALUE + 1)], [(0, 1)]));
    is_bad("a partition of x0, x1, x2, x3 has parts of 0 places", |x| partition(x, [], 0));
    is_bad("a partition of x0, x1 leads to place 2; there are 2, counted from 0", |x| {
        partition(&x[..2], [(0, 1)], 2).pair(2, 0, x[2])
    });
    is_bad("a partition of x0, x1 has 1 values for 2 places", |x| {
        partition(&x[..2], [(0, 1)], 2).different([x[2]])
    });
    overflows("x2 + 268435457", |x| partition([x[2] + (MAX_VALUE + 1)], [], 1));
    is_bad("the same values over x0, x1, x2, x3 in lists of 1 and 3; give two lists of one length", |x| {
        same_values(&x[..1], &x[1..])
    });
    is_bad("the same values over x2, 7, 8 in lists of 1 and 2; give two lists of one length", |x| {
        same_values([x[2]], [7, 8])
    });
    overflows("x3 + 268435457", |x| same_values([x[0]], [x[3] + (MAX_VALUE + 1)]));
}

/// Messages use the names of variables.
#[test]
fn given_names() {
    let mut model = Model::new();
    let (monday, other) = (model.named("monday", 0..=9), model.var(0..=9));
    let refused = |post: &dyn Fn(&mut Model)| {
        let mut model = model.clone();
        post(&mut model);
        let message = model.search().expect_err("a mistake").to_string();
        message.split_once(": ").expect("a place").1.to_string()
    };
    let says = "the same values over x1, monday - 1, 3 in lists of 1 and 2; give two lists of one length";
    let lists = || same_values([other], [(monday - 1).into(), Operand::from(3)]);
    assert_eq!(refused(&|model| _ = model.post(lists())), says);
    // The same in a running search.
    let late = model.search().unwrap().add_constraint(lists()).unwrap_err().to_string();
    assert!(late.ends_with(says), "{late}");
    let says = "-1 among the durations of a disjunctive over monday, for task 0, is negative; give 0 or more";
    assert_eq!(refused(&|model| _ = model.post(disjunctive([monday], [-1]))), says);
    let far = refused(&|model| _ = model.post(circuit([monday + i32::MAX])));
    assert!(far.starts_with("monday + 2147483647 is too large"), "{far}");
    let far = refused(&|model| _ = model.post(maximum([monday + i32::MAX]).eq(other)));
    assert!(far.starts_with("monday + 2147483647 is too large"), "{far}");
}

/// The message lists only the first few of many variables.
#[test]
fn the_first_few_of_many_variables() {
    is_bad(
        "the same values over x0, x1, x2, x3, x0, x1, … in lists of 8 and 4; give two lists of one length",
        |x| same_values(x.iter().chain(x), x),
    );
}

/// Empty lists are valid where the constraint holds for them, and so is the empty word.
#[test]
fn empty_lists_that_are_no_mistakes() {
    let solutions = |post: &dyn Fn(&mut Model)| {
        let mut model = Model::new();
        model.var(0..=1);
        post(&mut model);
        model.search().expect("no mistake").solutions().count()
    };
    type Post = fn(&mut Model);
    let hold: [Post; 12] = [
        |model| _ = model.post(all_different::<Var>([])),
        |model| _ = model.post(inverse::<Var, Var>([], [])),
        |model| _ = model.post(increasing::<Var>([])),
        |model| _ = model.post(lex_less_or_equal::<Var, Var>([], [])),
        |model| _ = model.post(disjunctive::<Var>([], [0; 0])),
        |model| _ = model.post(cumulative::<Var>([], [0; 0], [0; 0], 0)),
        |model| _ = model.post(connected::<Var>([], [], 1)),
        |model| _ = model.post(areas::<Var>([], [])),
        |model| _ = model.post(regions::<Var>([], []).region(1, ..)),
        |model| _ = model.post(partition::<Var>([], [], 1)),
        |model| _ = model.post(same_values::<Var, Var>([], [])),
        |model| _ = model.post(regular::<Var>([], Automaton::parse("1*").unwrap())),
    ];
    for (at, post) in hold.iter().enumerate() {
        assert_eq!(solutions(post), 2, "{at}");
    }
    let fail: [Post; 3] = [
        |model| _ = model.post(clause([])),
        |model| _ = model.post(lex_less::<Var, Var>([], [])),
        |model| _ = model.post(regular::<Var>([], Automaton::parse("1+").unwrap())),
    ];
    for (at, post) in fail.iter().enumerate() {
        assert_eq!(solutions(post), 0, "{at}");
    }
}
