//! Cores of assumptions and the facts behind conclusions, on variables of any width: a few variables with several
//! assumptions each, against a search over all values that matter.

use crate::reasons::config;
use crate::support::recipes::decision;
use crate::support::{Chance, rounds, walk};
use csp::{Config, Decision, Learner, Limits, Model, Var, deduce::Deduction};

/// A constraint between two variables.
#[derive(Clone, Copy, Debug)]
enum Relation {
    /// The first plus the number is the second.
    Equal,
    /// The first plus the number is at most the second.
    Before,
    /// The first plus the number is not the second.
    Differ,
}

/// A model of a few variables of any width.
#[derive(Clone, Debug)]
struct World {
    /// The bounds of each variable, and a hole.
    domains: Vec<(i32, i32, Option<i32>)>,
    relations: Vec<(Relation, usize, i32, usize)>,
}

impl World {
    fn any(chance: &mut Chance) -> World {
        let count = 1 + chance.below(3) as usize;
        // One, two and three words, many words, and too wide for holes.
        let widths = [2 + chance.below(63), 65 + chance.below(64), 129 + chance.below(64), 5000, 800_001];
        let domains: Vec<(i32, i32, Option<i32>)> = (0..count)
            .map(|_| {
                let width = chance.pick(&widths) as i32;
                let low = if chance.below(2) == 0 { 0 } else { -(width / 2) };
                let hole = (chance.below(3) == 0 && width < 800_001).then(|| low + 1 + width / 3);
                (low, low + width - 1, hole)
            })
            .collect();
        let kinds = [Relation::Equal, Relation::Before, Relation::Differ];
        let mut relations = Vec::new();
        if count > 1 {
            for _ in 0..chance.below(3) {
                let one = chance.below(count as u64) as usize;
                let other = (one + 1 + chance.below(count as u64 - 1) as usize) % count;
                relations.push((chance.pick(&kinds), one, chance.between(-3, 3), other));
            }
        }
        World { domains, relations }
    }

    fn model(&self) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars: Vec<Var> = self
            .domains
            .iter()
            .map(|&(low, high, hole)| match hole {
                None => model.var(low..=high),
                Some(hole) => model.var((low..=high).filter(|&value| value != hole).collect::<Vec<i32>>()),
            })
            .collect();
        for &(relation, one, by, other) in &self.relations {
            let (one, other) = (vars[one] + by, vars[other]);
            match relation {
                Relation::Equal => model.post(one.eq(other)),
                Relation::Before => model.post(one.le(other)),
                Relation::Differ => model.post(one.ne(other)),
            };
        }
        (model, vars)
    }

    /// A decision about a variable: near a bound, near another decision, or anywhere.
    fn decision(&self, vars: &[Var], made: &[Decision], chance: &mut Chance) -> Decision {
        let at = chance.below(vars.len() as u64) as usize;
        let (low, high, _) = self.domains[at];
        let near = if made.is_empty() { low } else { number(chance.pick(made)) };
        let value = match chance.below(6) {
            0 => chance.between(low, high),
            1 => chance.pick(&[low - 1, low, low + 1, high - 1, high, high + 1]),
            2 => low + (high - low) / 2,
            _ => near + chance.between(-2, 2),
        };
        decision(vars[at], value, chance.below(5).min(3))
    }

    /// Several decisions; often among them some that leave few or no values of one variable, all of which are needed.
    fn decisions(&self, vars: &[Var], chance: &mut Chance) -> Vec<Decision> {
        let mut made = Vec::new();
        for _ in 0..2 + chance.below(5) {
            made.push(self.decision(vars, &made, chance));
        }
        let at = chance.below(vars.len() as u64) as usize;
        let (low, high, _) = self.domains[at];
        if high - low < 10_000 && chance.below(3) == 0 {
            let first = chance.between(low, high);
            let last = first + chance.between(0, 3);
            made.extend((first..=last).map(|value| vars[at].is_not(value)));
            made.extend([vars[at].at_least(first), vars[at].at_most(last)]);
            chance.shuffle(&mut made);
        }
        made
    }

    /// Whether a solution satisfies all of these decisions.
    fn has_solution(&self, decisions: &[Decision]) -> bool {
        let values: Vec<Vec<i32>> = (0..self.domains.len()).map(|at| self.values(at, decisions)).collect();
        let mut chosen = Vec::new();
        self.can_choose(&values, &mut chosen)
    }

    /// The values of a variable that its domain and the decisions leave: of a wide variable those that some solution
    /// has if there are any. The least solution is made of bounds, of the numbers of the relations, and of a step for
    /// each value that is excluded.
    fn values(&self, at: usize, decisions: &[Decision]) -> Vec<i32> {
        let (low, high, hole) = self.domains[at];
        let mut values: Vec<i32> = if high - low < 200 {
            (low..=high).collect()
        } else {
            let bounds =
                self.domains.iter().flat_map(|&(low, high, hole)| [low, high].into_iter().chain(hole));
            let bases = bounds.chain(decisions.iter().map(|&decision| number(decision)));
            let most = 3 * self.relations.len() as i32 + decisions.len() as i32 + 1;
            bases.flat_map(|base| base - most..=base + most).collect()
        };
        values.retain(|&value| {
            let is_left = (low..=high).contains(&value) && Some(value) != hole;
            let mut own = decisions.iter().filter(|decision| decision.variable().index() == at);
            is_left && own.all(|decision| decision.holds(value))
        });
        values.sort_unstable();
        values.dedup();
        values
    }

    fn can_choose(&self, values: &[Vec<i32>], chosen: &mut Vec<i32>) -> bool {
        let Some(of) = values.get(chosen.len()) else { return true };
        of.iter().any(|&value| {
            chosen.push(value);
            let holds = self.relations.iter().all(|&(relation, one, by, other)| {
                let (Some(one), Some(other)) = (chosen.get(one), chosen.get(other)) else { return true };
                match relation {
                    Relation::Equal => one + by == *other,
                    Relation::Before => one + by <= *other,
                    Relation::Differ => one + by != *other,
                }
            });
            let can = holds && self.can_choose(values, chosen);
            chosen.pop();
            can
        })
    }
}

fn number(decision: Decision) -> i32 {
    match decision {
        Decision::Assign(_, value)
        | Decision::Remove(_, value)
        | Decision::AtMost(_, value)
        | Decision::AtLeast(_, value) => value,
    }
}

/// Learners of a model: the fast path if there is one, and the walk.
fn learners(model: &Model, config: &Config) -> [Learner; 2] {
    [Learner::compile(model, config).unwrap(), walk(model, config).unwrap()]
}

#[test]
fn every_assumption_on_a_variable_is_asked() {
    for [low, high] in [[0, 63], [0, 64], [0, 191], [-400_000, 400_000]] {
        let mut model = Model::new();
        let [x, other] = model.array(low..=high);
        let mut learner = Learner::compile(&model, &Config::default()).unwrap();
        let mut core_of = |assumptions: &[Decision]| {
            learner.assume(assumptions).unwrap();
            assert_eq!(learner.first().unwrap(), None);
            let core = learner.core().unwrap();
            assert_eq!(learner.irreducible_core(&Limits::default()).unwrap().assumptions, core);
            core
        };
        let bounded = [x.at_least(low + 2), x.at_most(high - 2)];
        assert_eq!(core_of(&[bounded[0], other.is(3), x.is(low)]), [bounded[0], x.is(low)]);
        assert_eq!(core_of(&[bounded[1], other.is(3), x.is(high)]), [bounded[1], x.is(high)]);
        // A bound that moved by a removed value needs the bound before; a very wide domain can lose only its own bounds.
        let narrowed = [x.is_not(low), x.is_not(high), x.at_least(low + 1), x.at_most(high - 1), x.is(low)];
        assert_eq!(core_of(&narrowed), [x.is_not(low), x.is(low)]);
        let assumptions = [x.at_least(low), x.is_not(low), x.at_most(low)];
        assert_eq!(core_of(&assumptions), assumptions[1..]);
        if high - low < 200 {
            let assumptions = [x.at_least(low + 32), x.is_not(low + 32), x.at_most(low + 32)];
            assert_eq!(core_of(&assumptions), assumptions);
            let skipped = [x.is_not(low + 5), x.is_not(low + 4), x.at_least(low + 4), x.at_most(low + 5)];
            assert_eq!(core_of(&skipped), skipped);
        }
    }
}

#[test]
fn cores_on_variables_of_any_width() {
    let mut chance = Chance::new(43);
    let (mut refuted, mut several, mut wide) = (0, 0, 0);
    for round in rounds(2600) {
        let world = World::any(&mut chance);
        let (model, vars) = world.model();
        let config = config(&mut chance).with_audit(true);
        for (way, mut learner) in learners(&model, &config).into_iter().enumerate() {
            for _ in 0..6 {
                let assumptions = world.decisions(&vars, &mut chance);
                let say = || format!("{round}, way {way}, {assumptions:?} {world:?} {config:?}");
                // A very wide domain refuses to lose an inner value.
                let Ok(()) = learner.assume(&assumptions) else { continue };
                let first = learner.first().unwrap();
                assert_eq!(first.is_some(), world.has_solution(&assumptions), "{}", say());
                let core = learner.core();
                assert_eq!(core.is_some(), first.is_none(), "{}", say());
                let Some(core) = core else { continue };
                assert!(core.iter().all(|decision| assumptions.contains(decision)), "{core:?} {}", say());
                assert!(!world.has_solution(&core), "{core:?} {}", say());
                let least = learner.irreducible_core(&Limits::default()).expect("there is no solution");
                assert!(least.is_irreducible);
                let least = least.assumptions;
                assert!(!world.has_solution(&least), "{least:?} {}", say());
                for at in 0..least.len() {
                    let without = [&least[..at], &least[at + 1..]].concat();
                    assert!(world.has_solution(&without), "{least:?} without {at}: {}", say());
                }
                let is_wide = |decision: &Decision| {
                    let (low, high, _) = world.domains[decision.variable().index()];
                    high - low >= 64
                };
                refuted += 1;
                wide += usize::from(least.iter().any(is_wide));
                several += usize::from(least.len() > 2);
            }
        }
    }
    assert!(refuted > 7000 && several > 600 && wide > 3000, "{refuted} {several} {wide}");
}

/// The facts are supposed decisions, as they were supposed, and suffice.
#[test]
fn reasons_in_supposed_facts_name_what_was_supposed() {
    let mut chance = Chance::new(44);
    let (mut asked, mut contradictions, mut several) = (0, 0, 0);
    for round in rounds(6000) {
        let world = World::any(&mut chance);
        let (model, vars) = world.model();
        let config = config(&mut chance).with_audit(true);
        let mut deduction = Deduction::compile(&model, &config).unwrap();
        let mut supposed: Vec<Decision> = Vec::new();
        // What levels that were closed have supposed is forgotten.
        if deduction.suppose(&[world.decision(&vars, &[], &mut chance)]).is_ok() {
            deduction.withdraw();
        }
        for _ in 0..3 {
            let mut level = Vec::new();
            for _ in 0..1 + chance.below(3) {
                level.push(world.decision(&vars, &[&supposed[..], &level].concat(), &mut chance));
            }
            let Ok(holds) = deduction.suppose(&level) else { continue };
            supposed.extend(&level);
            let say = || format!("{round} {supposed:?} {world:?} {config:?}");
            if !holds {
                let facts = deduction.contradiction_supposed().expect("there is one").facts;
                assert!(facts.iter().all(|fact| supposed.contains(fact)), "{facts:?} {}", say());
                assert!(!world.has_solution(&facts), "{facts:?} {}", say());
                let again = deduction.contradiction_supposed().expect("there is one").facts;
                assert_eq!(facts, again, "{}", say());
                let nearest = deduction.contradiction().expect("there is one").facts;
                assert!(!world.has_solution(&[nearest, level].concat()), "{}", say());
                contradictions += 1;
                break;
            }
            for at in 0..vars.len() {
                let (min, max) = (deduction.domain(vars[at]).min(), deduction.domain(vars[at]).max());
                let near = world.decision(&vars, &supposed, &mut chance);
                let lost = [vars[at].at_least(min), vars[at].at_most(max), vars[at].is_not(min - 1), near];
                for conclusion in lost {
                    let Some(why) = deduction.why_supposed(conclusion) else { continue };
                    let facts = why.facts;
                    let say = || format!("{conclusion:?} by {facts:?} {}", say());
                    assert!(facts.iter().all(|fact| supposed.contains(fact)), "{}", say());
                    let against = |facts: &[Decision]| [facts, &[!conclusion]].concat();
                    assert!(!world.has_solution(&against(&facts)), "{}", say());
                    let nearest = deduction.why(conclusion).expect("it holds").facts;
                    assert!(!world.has_solution(&against(&nearest)), "{nearest:?} {}", say());
                    asked += 1;
                    several += usize::from(facts.len() > 1);
                }
            }
        }
    }
    assert!(asked > 7000 && contradictions > 700 && several > 170, "{asked} {contradictions} {several}");
}
