//! Misuse is an error with a description, a place and a hint, and never a panic.

use csp::limits::{MAX_VALUE, MIN_VALUE};
use csp::{
    Config, Constraint, Error, ErrorKind, Model, Term, Values, Var, all_different, constraints::equation,
    sum, weighted_sum,
};

/// Returns the error that compiling and searching report.
#[track_caller]
fn error(model: &Model) -> Error {
    let error = model.compile(&Config::default()).expect_err("a mistake");
    assert_eq!(model.search().err().as_ref(), Some(&error));
    assert_eq!(model.error(), Some(&error));
    error
}

/// Returns whether an error has this text and the line of this file that made the mistake.
fn here(line: u32, text: &str) -> impl Fn(&Error) -> bool {
    let (file, text) = (format!("{}:{line}:", file!()), text.to_string());
    move |error| {
        let message = error.to_string();
        message.starts_with(&file) && message.ends_with(&text)
    }
}

#[test]
fn empty_domains() {
    let text = "has no value to take; give it a range such as 1..=9 or a list";
    #[allow(clippy::reversed_empty_ranges)]
    let empty = [Values::from(5..=4), Values::from(5..5), Values::from(Vec::new()), Values::from(&[][..])];
    for values in empty {
        let mut model = Model::new();
        model.var(0..=1);
        let (line, _) = (line!(), model.var(values));
        assert!(here(line, &format!(": variable x1 {text}"))(&error(&model)), "{}", error(&model));
        assert_eq!(error(&model).kind(), &ErrorKind::EmptyDomain { variable: "x1".to_string() });
    }
    let mut model = Model::new();
    let (line, _) = (line!(), model.named("speed", Vec::new()));
    assert!(here(line, &format!(": variable speed {text}"))(&error(&model)), "{}", error(&model));
    let mut model = Model::new();
    let (line, _) = (line!(), model.vars(3, Vec::new()));
    assert!(here(line, &format!(": variable x0 {text}"))(&error(&model)), "{}", error(&model));
}

#[test]
fn the_first_mistake_is_the_one_reported() {
    let mut model = Model::new();
    let x = model.var(Vec::new());
    model.var(i32::MAX);
    model.all_different([x + i32::MAX]);
    assert!(matches!(error(&model).kind(), ErrorKind::EmptyDomain { .. }));
    assert!(error(&model.clone()).to_string().contains("x0"), "a clone keeps it");
}

#[test]
fn values_out_of_range() {
    let text =
        "is too large; values go from -2^28 to 2^28, with an offset from -2^29 to 2^29, sums up to 2^62";
    let outside = [MIN_VALUE - 1, MAX_VALUE + 1, i32::MIN, i32::MAX];
    for value in outside {
        for values in
            [Values::from(value), Values::from(value.min(0)..=value.max(0)), Values::from([0, value])]
        {
            let mut model = Model::new();
            let (line, _) = (line!(), model.var(values));
            let text = format!("value {value} of variable x0 {text}");
            assert!(here(line, &text)(&error(&model)), "{}", error(&model));
        }
    }
    let mut model = Model::new();
    model.var(MIN_VALUE..=MAX_VALUE);
    model.var([MIN_VALUE, MIN_VALUE + 2]);
    assert_eq!(model.error(), None);
    assert!(model.search().unwrap().first().unwrap().is_some());
    let mut model = Model::new();
    model.var(i32::MIN..i32::MIN + 1);
    assert!(matches!(error(&model).kind(), ErrorKind::Overflow { .. }));
    #[allow(clippy::reversed_empty_ranges)]
    let empty = Values::from(0..i32::MIN);
    assert!(empty.is_empty());
}

#[test]
fn holes_in_too_wide_a_span() {
    let mut model = Model::new();
    model.var([0, (1 << 20) - 1]);
    assert_eq!(model.error(), None);
    let (line, _) = (line!(), model.named("wide", [0, 1 << 20]));
    let text = ": variable wide has holes in a span of more than 2^20 values; \
                declare the range and forbid the holes by constraints";
    assert!(here(line, text)(&error(&model)), "{}", error(&model));
}

#[test]
fn variables_of_another_model() {
    let text = "variable 2 is not of this model, which has 1; \
                variables can be used only with the model that made them";
    let mut other = Model::new();
    let foreign = other.vars(3, 0..=1)[2];
    type Post = fn(&mut Model, Var, Var);
    let posts: [Post; 7] = [
        |model, x, y| _ = model.all_different([x, y]),
        |model, x, y| _ = model.post(x.ne(y)),
        |model, x, y| _ = model.post(y.eq(x + 1)),
        |model, x, y| _ = model.post(x.le(y)),
        |model, x, y| _ = model.post((x * 2 + y * 3).eq(5)),
        |model, x, y| _ = model.any_of([x.is(1), y.is(1)]),
        |model, x, y| _ = model.post(Alike([x, y])),
    ];
    for post in posts {
        let mut model = Model::new();
        let x = model.var(0..=1);
        post(&mut model, x, foreign);
        let error = error(&model);
        let message = error.to_string();
        assert!(message.starts_with(file!()) && message.ends_with(text), "{message}");
        assert_eq!(error.kind(), &ErrorKind::UnknownVariable { index: 2, variables: 1 });
    }
    let mut model = Model::new();
    let x = model.var(0..=1);
    let (line, _) = (line!(), model.all_different([x, foreign]));
    assert!(here(line, text)(&error(&model)), "{}", error(&model));

    // The same in a running search.
    let mut model = Model::new();
    model.var(0..=1);
    let mut search = model.search().unwrap();
    assert_eq!(search.assume(&[foreign.is(0)]).unwrap_err().to_string(), text);
    let error = search.add_constraint(all_different([foreign])).unwrap_err();
    assert!(error.to_string().ends_with(text), "{error}");
    assert_eq!(search.solutions().count(), 2, "nothing was changed");
}

/// Constraint without an algorithm.
#[derive(Debug)]
struct Alike([Var; 2]);

impl Constraint for Alike {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] == values[1]
    }
}

#[test]
fn offsets_out_of_range() {
    let text =
        "is too large; values go from -2^28 to 2^28, with an offset from -2^29 to 2^29, sums up to 2^62";
    let mut model = Model::new();
    let x = model.var(0..=9);
    let (line, _) = (line!(), model.all_different([x + 0, x + 2 * MAX_VALUE]));
    assert!(here(line, &format!("x0 + 536870912 {text}"))(&error(&model)), "{}", error(&model));
    for term in [x + i32::MAX, x + i32::MAX + i32::MAX, x - i32::MAX - i32::MAX, x - i32::MIN] {
        let mut model = Model::new();
        model.var(0..=9);
        model.all_different([term]);
        assert!(matches!(error(&model).kind(), ErrorKind::Overflow { .. }), "{term:?}");
    }
    let mut model = Model::new();
    let x = model.var(0..=9);
    model.all_different([x + (MAX_VALUE - 9), x + MIN_VALUE]);
    assert_eq!(model.error(), None);
    assert_eq!(model.search().unwrap().solutions().count(), 10);
}

#[test]
fn sums_out_of_range() {
    let text = " is too large; \
                values go from -2^28 to 2^28, with an offset from -2^29 to 2^29, sums up to 2^62";
    type Post = fn(&mut Model, Var, Var);
    let posts: [Post; 12] = [
        |model, x, y| _ = model.post(equation([(1_i64 << 33, x), (1_i64 << 33, y)], 0)),
        |model, x, _| _ = model.post(equation([(1, x)], i64::MIN)),
        |model, x, y| _ = model.post(equation([(i64::MAX, y), (i64::MAX, x), (i64::MAX, x)], 1)),
        |model, x, _| _ = model.post((x * i64::MAX).le(0)),
        |model, x, _| _ = model.post((x * i64::MIN).le(0)),
        |model, x, _| _ = model.post((x * i64::MAX * i64::MAX).eq(0)),
        |model, x, y| _ = model.post((x * (1_i64 << 33) + y * (1_i64 << 33)).ne(0)),
        |model, x, _| _ = model.post((x * 1).le(i64::MAX)),
        |model, x, _| _ = model.post((x * 1).ge(i64::MIN)),
        |model, x, _| _ = model.post((x * 1).lt(i64::MIN)),
        |model, x, y| _ = model.post(weighted_sum([(i64::MAX, x), (i64::MAX, x), (1, y)]).gt(1)),
        |model, x, _| _ = model.post(sum([x * 1 + x, x * i64::MAX]).eq(-(x * i64::MIN))),
    ];
    for (at, post) in posts.into_iter().enumerate() {
        let mut model = Model::new();
        let (x, y) = (model.var(0..=1), model.var(0..=1));
        post(&mut model, x, y);
        let message = error(&model).to_string();
        assert!(message.contains(": the sum ") && message.ends_with(text), "{at}: {message}");
    }
    let mut model = Model::new();
    let (x, y) = (model.var(0..=1), model.var(0..=1));
    model.post((x * (1 << 30) + y * (1 << 30)).le(1 << 30));
    model.post((x * ((1_i64 << 31) - 1)).ge(y * 1 - (1_i64 << 40)));
    assert_eq!(model.search().unwrap().solutions().count(), 3);
}

/// An offset that a term cannot hold is refused in a sum, or keeps its meaning.
#[test]
fn large_offsets_in_sums_keep_their_meaning() {
    let mut model = Model::new();
    let x = model.var(MIN_VALUE..=MIN_VALUE + 1);
    let y = model.var(MAX_VALUE - 1..=MAX_VALUE);
    // x + 4,000,000,000 ≤ y never holds.
    model.post((x + 2_000_000_000 + 2_000_000_000).le(y));
    match model.search() {
        Err(error) => assert!(matches!(error.kind(), ErrorKind::Overflow { .. })),
        Ok(mut search) => assert_eq!(search.solutions().count(), 0),
    }
}

#[test]
fn assignments_of_the_wrong_size() {
    let mut model = Model::new();
    let x = model.vars(2, 0..=1);
    model.all_different(&x);
    for given in [0, 1, 3] {
        let error = model.broken_by(&vec![0; given]).unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::WrongSize { given, variables: 2 });
        let text = format!("{given} values for 2 variables; give one value for each variable of the model");
        assert_eq!(error.to_string(), text);
    }
    assert_eq!(model.broken_by(&[0, 1]), Ok(None));
    assert_eq!(model.broken_by(&[1, 1]).unwrap().map(|id| id.index()), Some(0));
}

/// `broken_by` of a faulty model returns an error.
#[test]
fn broken_by_of_a_faulty_model_is_an_error() {
    let mut other = Model::new();
    let foreign = other.vars(3, 0..=1)[2];
    let mut model = Model::new();
    model.var(0..=1);
    model.all_different([foreign]);
    assert!(matches!(model.broken_by(&[0]).unwrap_err().kind(), ErrorKind::UnknownVariable { .. }));
}

#[test]
fn assumptions_that_would_need_a_hole() {
    let mut model = Model::new();
    let x = model.named("wide", 0..=1_000_000);
    let narrow = model.var(0..=1000);
    model.post(narrow.le(0));
    let mut search = model.search().unwrap();
    let error = search.assume(&[x.is_not(5)]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }));
    let text = "wide is too wide for holes: 5 lies inside it and cannot be removed alone; \
                assume AtMost or AtLeast instead";
    assert_eq!(error.to_string(), text);
    search.assume(&[x.is_not(0), x.is_not(1_000_000), x.at_most(2), narrow.is(0)]).unwrap();
    assert_eq!(search.solutions().count(), 2);
    search.assume(&[x.is_not(-1), x.is_not(i32::MAX), x.at_most(2)]).unwrap();
    assert_eq!(search.solutions().count(), 3);
}

/// Validity of assumptions depends on the root, not on the current state of the search.
#[test]
fn assumptions_are_checked_at_the_root() {
    let mut model = Model::new();
    let x = model.var(0..=1_000_000);
    let mut search = model.search().unwrap();
    search.assume(&[x.is(500)]).unwrap();
    assert_eq!(search.first().unwrap().map(|solution| solution[x]), Some(500));
    // x is 500 now, but at the root 500 is an inner value.
    assert!(search.assume(&[x.is_not(500)]).is_err(), "a hole at 500 would be needed");
    // Conversely, a domain that is narrow now is wide at the root.
    search.assume(&[x.at_least(10)]).unwrap();
    assert!(search.first().unwrap().is_some());
    assert!(search.assume(&[x.is_not(10)]).is_err());
    assert!(search.assume(&[x.is_not(0)]).is_ok(), "0 is the least value at the root");
}

/// A clause may remove an inner value of a very wide domain: it is refused, or keeps its meaning.
#[test]
fn clauses_that_would_need_a_hole() {
    for others in [0, 1, 2] {
        let mut model = Model::new();
        let x = model.var(0..=1_000_000);
        let flags = model.vars(2, 0..=0);
        let flags = flags.iter().take(others).map(|flag| flag.is(1));
        model.any_of(flags.chain([x.is_not(5)]));
        match model.search() {
            Err(error) => assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}"),
            Ok(mut search) => {
                search.assume(&[x.at_least(4), x.at_most(6)]).unwrap();
                let found: Vec<i32> = search.solutions().map(|solution| solution[x]).collect();
                assert_eq!(found, [4, 6], "{others} other literals");
            }
        }
    }
}

#[test]
fn growing_by_mistakes_leaves_the_search_as_it_was() {
    let mut model = Model::new();
    let x = model.var(0..=2);
    let mut search = model.search().unwrap();
    for values in [Values::from(Vec::new()), Values::from(i32::MAX), Values::from([0, 1 << 29])] {
        assert!(search.add_var(values).is_err());
    }
    assert!(search.add_constraint((x * i64::MAX).le(1)).is_err());
    assert!(search.add_constraint(all_different([x + i32::MAX])).is_err());
    assert_eq!(search.solutions().count(), 3);
    let y = search.add_var(0..=2).expect("the mistakes are forgotten");
    assert_eq!(y.index(), 1);
    search.add_constraint(x.lt(y)).unwrap();
    assert_eq!(search.solutions().count(), 3);
}

/// The place in an error is the caller's.
#[test]
fn mistakes_while_growing_do_not_blame_the_engine() {
    let mut model = Model::new();
    let x = model.var(0..=2);
    let mut search = model.search().unwrap();
    let errors = [
        search.add_var(Vec::new()).unwrap_err(),
        search.add_constraint((x * i64::MAX).le(1)).unwrap_err(),
        search.add_constraint(all_different([x + i32::MAX])).unwrap_err(),
    ];
    for error in errors {
        let message = error.to_string();
        let elsewhere = message.contains(".rs:") && !message.starts_with(file!());
        assert!(!elsewhere, "{message}");
    }
}

#[test]
fn constraints_of_another_model() {
    let mut model = Model::new();
    let x = model.vars(2, 0..=1);
    let id = model.post(x[0].ne(x[1]));
    let other = Model::new().search().unwrap();
    let error = other.without(&[id], &Config::default()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::BadConstraint { .. }));
    assert_eq!(error.to_string(), "constraint 0 is not of this model, which has 0");
}

#[test]
fn errors_are_errors() {
    let error: Box<dyn std::error::Error + Send + Sync> = Box::new(Model::new().broken_by(&[1]).unwrap_err());
    assert!(error.source().is_none());
    let interrupted = csp::Interrupted.to_string();
    assert_eq!(
        interrupted,
        "a limit was reached before the search was finished; raise it and go on, or take this as unknown"
    );
    let _: Term = (&Model::new().var(0..=1)).into();
}
