//! Propagation with reasons, and constraints that hold while they are assumed.

use crate::support::recipes::{Recipe, decision};
use crate::support::{Chance, any_config, oracle, walk};
use csp::extend::Cause;
use csp::{
    Condition, Config, Decision, Limits, Model, Var, all, all_different, deduce::Deduction, element, holds,
    sum,
};

/// Whether a solution satisfies all of these.
fn satisfies(solution: &[i32], decisions: &[Decision]) -> bool {
    decisions.iter().all(|decision| decision.holds(solution[decision.variable().index()]))
}

/// Whether facts hold in all solutions that satisfy the assumptions.
fn are_implied(known: &[Vec<i32>], facts: &[Decision], supposed: &[Decision]) -> bool {
    known.iter().all(|solution| !satisfies(solution, supposed) || satisfies(solution, facts))
}

#[test]
fn what_follows_has_reasons_that_imply_it() {
    let mut chance = Chance::new(11);
    let (mut asked, mut short, mut contradictions) = (0, 0, 0);
    for round in 0..1600 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let Ok(mut deduction) = Deduction::compile(&model, &any_config(&mut chance)) else { continue };
        let mut supposed: Vec<Decision> = Vec::new();
        for _ in 0..3 {
            if deduction.is_contradiction() {
                break;
            }
            let level: Vec<Decision> = (0..1 + chance.below(2))
                .map(|_| decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4)))
                .collect();
            let say = || format!("{round} {level:?} after {supposed:?} of {recipe:?}");
            let holds = deduction.suppose(&level).unwrap();
            if !holds {
                let why = deduction.contradiction().expect("there is one");
                let is_possible =
                    |solution: &&Vec<i32>| satisfies(solution, &why.facts) && satisfies(solution, &level);
                assert!(!known.iter().any(|solution| is_possible(&solution)), "{why:?} {}", say());
                let why = deduction.contradiction_supposed().expect("there is one");
                let all = [&supposed[..], &level].concat();
                assert!(are_implied(&known, &why.facts, &all), "{why:?} {}", say());
                assert!(!known.iter().any(|solution| satisfies(solution, &why.facts)), "{why:?} {}", say());
                contradictions += 1;
                break;
            }
            for &var in &vars {
                for value in -3..=5 {
                    let domain = deduction.domain(var);
                    if domain.contains(value) || !model.declared(var).contains(value) {
                        continue;
                    }
                    let why = deduction.why(var.is_not(value)).expect("the value is gone");
                    for fact in &why.facts {
                        let holds = deduction.domain(fact.variable()).iter().all(|value| fact.holds(value));
                        assert!(holds, "{fact:?} of {why:?}: {}", say());
                    }
                    let is_refuted = |solution: &Vec<i32>| {
                        solution[var.index()] != value || !satisfies(solution, &why.facts)
                    };
                    assert!(known.iter().all(is_refuted), "{var:?} is not {value}: {why:?} {}", say());
                    let why = deduction.why_supposed(var.is_not(value)).expect("the value is gone");
                    let is_refuted = |solution: &Vec<i32>| {
                        solution[var.index()] != value || !satisfies(solution, &why.facts)
                    };
                    assert!(known.iter().all(is_refuted), "{var:?} is not {value}: {why:?} {}", say());
                    let all = [&supposed[..], &level].concat();
                    assert!(are_implied(&known, &why.facts, &all), "{why:?} {}", say());
                    asked += 1;
                    short += usize::from(!why.facts.is_empty());
                }
            }
            supposed.extend(level);
        }
        // Without levels, the domains are those of the root again.
        while deduction.depth() > 0 {
            deduction.withdraw();
        }
        for &var in &vars {
            let is_left = |value: i32| known.iter().any(|solution| solution[var.index()] == value);
            assert!((-3..=5).all(|value| !is_left(value) || deduction.domain(var).contains(value)));
        }
    }
    assert!(asked > 4500 && short > 2000 && contradictions > 100, "{asked} {short} {contradictions}");
}

#[test]
fn a_reason_names_facts_constraints_and_variables() {
    let mut model = Model::new();
    let x: Vec<Var> = ["a", "b", "c"].map(|name| model.named(name, 1..=3)).into();
    let different = model.all_different(&x);
    let mut deduction = Deduction::compile(&model, &Config::default()).unwrap();
    assert!(deduction.suppose(&[x[0].is(1)]).unwrap());
    let why = deduction.why(x[1].is_not(1)).unwrap();
    assert_eq!((&why.facts[..], &why.constraints[..]), (&[x[0].is(1)][..], &[different][..]));
    assert_eq!(why.show(&model), "a = 1, by constraint 0, AllDifferent over a, b, c");
    assert_eq!(deduction.why(x[1].is_not(2)), None);
    assert_eq!(deduction.why(x[0].is(1)).unwrap().facts, [x[0].is(1)]);
    // A level above a contradiction changes nothing.
    assert!(!deduction.suppose(&[x[1].is(1)]).unwrap());
    assert!(!deduction.suppose(&[x[2].is(2)]).unwrap());
    deduction.withdraw();
    assert_eq!(deduction.contradiction().unwrap().facts, [x[1].at_least(2)]);
    deduction.withdraw();
    assert!(!deduction.is_contradiction() && deduction.suppose(&[x[1].is(2)]).unwrap());
    assert_eq!(deduction.domain(x[2]).iter().collect::<Vec<_>>(), [3]);
}

/// The reason of a removal from a wide domain names what that value needed, and not the whole array.
#[test]
fn a_reason_names_one_place_of_a_long_array() {
    let mut model = Model::new();
    let parts: Vec<Var> = (0..100).map(|at| model.var([10 * at, 10 * at + 5])).collect();
    let (index, result) = (model.var(0..100), model.var((0..200).map(|at| 5 * at).collect::<Vec<i32>>()));
    model.post(element(parts.iter().copied(), index).eq(result));
    let config = Config::default().with_audit(true);
    let mut deduction = Deduction::compile(&model, &config).unwrap();
    assert!(deduction.suppose(&[index.is_not(17), index.is_not(40), parts[60].is(600)]).unwrap());
    assert_eq!(deduction.why(result.is_not(175)).unwrap().facts, [index.is_not(17)]);
    assert_eq!(deduction.why(result.is_not(400)).unwrap().facts, [index.is_not(40)]);
    assert_eq!(deduction.why(result.is_not(605)).unwrap().facts, [parts[60].is(600)]);
    assert!(deduction.why(result.is_not(180)).is_none());
}

/// A single removed value moves a bound only together with the bound before.
#[test]
fn a_bound_that_moved_by_one_value_needs_itself() {
    let mut model = Model::new();
    let (x, y, wide) = (model.var(0..=3), model.var(0..=3), model.var(0..=5000));
    model.post(sum([x, y, wide]).ne(12));
    let config = Config::default().with_audit(true);
    let mut deduction = Deduction::compile(&model, &config).unwrap();
    assert!(deduction.suppose(&[wide.at_least(10)]).unwrap());
    assert!(deduction.suppose(&[x.is(1), y.is(1)]).unwrap());
    let facts = deduction.why(wide.at_least(11)).expect("10 is excluded").facts;
    assert!(
        facts.len() == 3 && [wide.at_least(10), x.is(1), y.is(1)].iter().all(|fact| facts.contains(fact))
    );
}

/// Whether values satisfy a condition.
type Meaning = Box<dyn Fn(&[i32]) -> bool>;

/// A random condition with its meaning.
fn condition(chance: &mut Chance, vars: &[Var]) -> (Condition, Meaning) {
    let [a, b] = [0; 2].map(|_| chance.below(vars.len() as u64) as usize);
    let total = chance.between(2, 8);
    match chance.below(5) {
        0 => (vars[a].lt(vars[b]), Box::new(move |values| values[a] < values[b])),
        1 => (sum(vars).eq(total + 3), Box::new(move |values| values.iter().sum::<i32>() == total + 3)),
        2 => (
            holds(all_different(vars)),
            Box::new(|values| (1..values.len()).all(|at| !values[..at].contains(&values[at]))),
        ),
        3 => (
            all([holds(all_different([vars[a], vars[(a + 1) % vars.len()]])), (vars[a] + vars[b]).eq(total)]),
            Box::new(move |values| {
                values[a] != values[(a + 1) % values.len()] && values[a] + values[b] == total
            }),
        ),
        _ => (vars[a].is(1) | vars[b].is(2), Box::new(move |values| values[a] == 1 || values[b] == 2)),
    }
}

#[test]
fn assumable_conditions_hold_while_they_are_assumed() {
    let mut chance = Chance::new(12);
    let (mut clashes, mut open) = (0, 0);
    for round in 0..400 {
        let mut model = Model::new();
        let vars = model.vars(4, 1..=4);
        let (conditions, meanings): (Vec<_>, Vec<_>) = (0..5).map(|_| condition(&mut chance, &vars)).unzip();
        let say = format!("{round} {conditions:?}");
        let rules: Vec<Decision> =
            conditions.into_iter().map(|condition| model.assumable(condition)).collect();
        let all = (0..256).map(|code: i32| [0, 2, 4, 6].map(|shift| 1 + (code >> shift & 3)));
        let fits = |values: &[i32], chosen: &[usize]| chosen.iter().all(|&at| meanings[at](values));
        let config = any_config(&mut chance);
        let mut search = model.search_with(&config.clone().with_branching(Default::default())).unwrap();
        let mut learner = walk(&model, &Config::default().with_audit(true)).unwrap();
        for _ in 0..4 {
            let chosen: Vec<usize> = (0..rules.len()).filter(|_| chance.below(3) > 0).collect();
            let assumed: Vec<Decision> = chosen.iter().map(|&at| rules[at]).collect();
            // The others are off, so that each solution is counted once.
            let off = (0..rules.len()).filter(|at| !chosen.contains(at)).map(|at| !rules[at]);
            let wanted = all.clone().filter(|values| fits(values, &chosen)).count();
            search.assume(&assumed.iter().copied().chain(off).collect::<Vec<_>>()).unwrap();
            assert_eq!(search.solutions().count(), wanted, "{chosen:?} {say} {config:?}");
            learner.assume(&assumed).unwrap();
            assert_eq!(learner.first().unwrap().is_some(), wanted > 0, "{chosen:?} {say}");
            open += usize::from(wanted > 0);
            if wanted == 0 {
                let core = learner.irreducible_core(&Limits::default()).expect("there is no solution");
                assert!(core.is_irreducible);
                let core: Vec<usize> =
                    (0..rules.len()).filter(|&at| core.assumptions.contains(&rules[at])).collect();
                let has_some = |core: &[usize]| all.clone().any(|values| fits(&values, core));
                assert!(!has_some(&core), "{core:?} {say}");
                let without = |at: usize| [&core[..at], &core[at + 1..]].concat();
                assert!((0..core.len()).all(|at| has_some(&without(at))), "{core:?} {say}");
                clashes += 1;
            }
        }
    }
    assert!(clashes > 100 && open > 100, "{clashes} {open}");
}

#[test]
fn every_solution_is_in_one_part() {
    let mut chance = Chance::new(26);
    let (mut parts_seen, mut wide) = (0, 0);
    for round in 0..600 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let Ok(mut deduction) = Deduction::compile(&model, &any_config(&mut chance)) else { continue };
        let supposed = [decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4))];
        let is_possible = deduction.suppose(&supposed).unwrap();
        let depth = deduction.depth();
        let over: Vec<Var> = vars.iter().copied().filter(|_| chance.below(4) > 0).collect();
        let parts = deduction.split(&over, 1 + chance.below(30) as usize).unwrap();
        assert_eq!(deduction.depth(), depth);
        assert!(is_possible || parts.is_empty());
        for solution in known.iter().filter(|solution| satisfies(solution, &supposed)) {
            let of = parts.iter().filter(|part| satisfies(solution, part)).count();
            assert_eq!(of, 1, "{round} {solution:?} in {parts:?} of {recipe:?} with {supposed:?}");
        }
        for part in &parts {
            assert!(part.iter().all(|decision| over.contains(&decision.variable())));
            assert!(deduction.suppose(part).unwrap(), "{round} {part:?} is refuted");
            deduction.withdraw();
        }
        parts_seen += parts.len();
    }
    // Domains of many values are halved.
    let mut model = Model::new();
    let (x, y) = (model.var(-1000..=1000), model.var(-1000..=1000));
    model.post((x + y).eq(7));
    let parts = Deduction::compile(&model, &Config::default()).unwrap().split(&[x, y], 16).unwrap();
    let mut search = model.search().unwrap();
    for part in &parts {
        search.assume(part).unwrap();
        wide += search.solutions().count();
    }
    assert!(parts_seen > 1500 && parts.len() >= 16, "{parts_seen} {}", parts.len());
    assert_eq!(wide, 1994);
}

/// A clause of a single literal may be about a value that a wide variable has kept at its end.
#[test]
fn a_deduction_begins_with_all_that_clauses_say() {
    for reach in [300, 40_000] {
        let mut model = Model::new();
        let x = model.var(-reach..=reach);
        model.any_of([x.is_not(4)]);
        model.post(x.le(4));
        let mut deduction = Deduction::compile(&model, &Config::default()).unwrap();
        assert!(!deduction.suppose(&[x.is(4)]).unwrap(), "{reach}");
    }
}

/// What follows from a clause, or fails in one, names the constraint that posted the clause.
#[test]
fn a_reason_names_the_constraint_of_a_clause() {
    let mut model = Model::new();
    let [x, y, z] = [(); 3].map(|()| model.var(0..4));
    let clauses = [model.any_of([x.is(3), y.is(2)]), model.any_of([y.is_not(2), z.is(1)])];
    let mut deduction = Deduction::compile(&model, &Config::default()).unwrap();
    assert!(deduction.suppose(&[x.is(0)]).unwrap());
    let why = deduction.why(y.is(2)).unwrap();
    assert_eq!((why.constraints, why.causes), (vec![clauses[0]], vec![Cause::Clause]));
    assert_eq!(deduction.why_supposed(z.is(1)).unwrap().constraints, clauses);
    let mut deduction = Deduction::compile(&model, &Config::default()).unwrap();
    assert!(!deduction.suppose(&[z.is(0), y.is(2)]).unwrap());
    let why = deduction.contradiction().unwrap();
    assert_eq!((why.constraints, why.causes), (vec![clauses[1]], vec![Cause::Clause]));
}
