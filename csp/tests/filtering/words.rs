//! Words of automata and regular expressions.

use csp::constraints::{Automaton, regular};
use csp::{Model, Var};

use super::driver::*;
use super::support::{Chance, audited, rest};

#[test]
fn expressions_filter_exactly() {
    for text in [
        "",
        ".*",
        "0 1 2",
        "0* 1{2} 0*",
        "(0|1 2)* 1?",
        "[0-1]* 2",
        "[^1]{3}",
        "(0 1|1 0)+ .?",
        "(.|.)* 1 .",
        "1{2,}|0{1,2} 2*",
        "[-1 2]* (0 [1-2])?",
        "9",
    ] {
        let automaton = Automaton::parse(text).unwrap();
        let post = |model: &mut Model, x: &[Var]| ignore(model.post(regular(x, automaton.clone())));
        let case = plain(&format!("a word of {text:?}"), Promise::Domain, &post);
        case.exhaust(2, -1, 2);
        case.exhaust(3, 0, 2);
        let moved = |model: &mut Model, x: &[Var]| {
            model.post(regular([x[1] + 1, x[0] - 1, x[2] + 0], automaton.clone()));
        };
        plain(&format!("{text:?} with offsets"), Promise::Domain, &moved).exhaust(3, 0, 2);
        let twice = |model: &mut Model, x: &[Var]| {
            model.post(regular([x[0] + 0, x[1] + 0, x[0] + 1], automaton.clone()));
        };
        plain(&format!("{text:?}, one variable twice"), Promise::Sound, &twice).exhaust(2, -1, 2);
    }
}

#[test]
fn random_automata_filter_exactly() {
    let mut chance = Chance::new(23);
    for _ in 0..150 {
        let states = 1 + chance.below(4) as usize;
        let state = |chance: &mut Chance| chance.below(states as u64) as usize;
        let transitions: Vec<(usize, i32, usize)> = (0..chance.below(9))
            .map(|_| (state(&mut chance), chance.pick(&[-1, 0, 1, 2, 70]), state(&mut chance)))
            .collect();
        let accepting: Vec<usize> = (0..1 + chance.below(2)).map(|_| state(&mut chance)).collect();
        let automaton = Automaton::new(states, state(&mut chance), accepting, transitions);
        let post = |model: &mut Model, x: &[Var]| ignore(model.post(regular(x, automaton.clone())));
        let case = plain(&format!("{automaton:?}"), Promise::Domain, &post);
        for length in [0, 1, 3, 4] {
            let domains: Vec<Vec<i32>> = (0..length)
                .map(|_| {
                    let mut domain = chance.subset(-1, 2, 6);
                    domain.extend((chance.below(3) == 0).then_some(70));
                    domain
                })
                .collect();
            case.check(&domains);
        }
    }
}

/// The words over 0, 1, 2 of each expression, listed by hand.
#[test]
fn expressions_have_the_listed_words() {
    let words = |text: &str, length: usize| {
        let automaton = Automaton::parse(text).unwrap();
        let mut model = Model::new();
        let x = model.vars(length, 0..=2);
        model.post(regular(&x, automaton));
        let found = rest(&mut model.search().unwrap(), 3_usize.pow(length as u32));
        found.iter().map(|word| word.iter().map(i32::to_string).collect::<String>()).collect::<Vec<_>>()
    };
    assert_eq!(words("1 2|2,1", 2), ["12", "21"]);
    assert_eq!(words("0 1*", 3), ["011"]);
    assert_eq!(words("(0 1)*", 4), ["0101"]);
    assert_eq!(words("(0|1){2}", 2), ["00", "01", "10", "11"]);
    assert_eq!(words("0{0,1} 1{1,2} 2?", 3), ["011", "012", "112"]);
    assert_eq!(words("0+ 1{2,}", 4), ["0011", "0111"]);
    assert_eq!(words("(0?){3}", 2), ["00"]);
    assert_eq!(words("(0* 1*)*", 1), ["0", "1"]);
    assert_eq!(words("(1|){2} 2", 2), ["12"]);
    assert_eq!(words("[^0 2] .", 2), ["10", "11", "12"]);
    assert_eq!(words("[^]", 1), ["0", "1", "2"]);
    assert_eq!(words("0{0}", 1), Vec::<String>::new());
    assert!(Automaton::parse("[-3--1] -2 [-5-5]").unwrap().accepts(&[-2, -2, 5]));
    assert!(Automaton::parse("12 3").unwrap().accepts(&[12, 3]), "numbers are read whole");
}

#[test]
fn very_wide_letters() {
    let mut model = Model::new();
    let x = model.vars(2, -500_000..=500_000);
    let y = model.var(0..=300);
    model.post(regular([x[0], x[1], y], Automaton::parse("[-7 7] (5|9 )* [^0-298]").unwrap()));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!(search.domain(x[0]).min(), -7);
    assert_eq!(search.domain(x[1]).max(), 9);
    let found = rest(&mut search, 100);
    assert_eq!(found.len(), 8);
    assert!(found.iter().all(|word| word[0].abs() == 7 && [5, 9].contains(&word[1]) && word[2] > 298));
}
