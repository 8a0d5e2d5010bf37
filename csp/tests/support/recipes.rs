//! Random small models as data, so that constraints can be posted late, left out, and shrunk.

use csp::{Constraint, Decision, Model, Search, Var, all_different, config::Consistency};

use super::Chance;
use super::listed::Listed;

/// Random model of all kinds of constraints. Constraints are posted by number, so that some can be left out. Small
/// enough for the oracle.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub domains: Vec<Vec<i32>>,
    pub constraints: Vec<Post>,
}

#[derive(Clone, Debug)]
pub enum Post {
    AllDifferent(Vec<(usize, i32)>, Option<Consistency>),
    Differ(usize, usize, i32),
    Equal(usize, usize, i32),
    Less(usize, usize, i32),
    Sum(Vec<(i64, usize)>, i64, u64),
    AnyOf(Vec<(usize, i32, u64)>),
    Meaning(Vec<usize>),
    Listed(Listed),
}

#[derive(Debug)]
struct Odd(Vec<Var>);

impl Constraint for Odd {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values.iter().sum::<i32>().rem_euclid(3) != 1
    }
}

impl Recipe {
    pub fn any(chance: &mut Chance) -> Recipe {
        let variables = 3 + chance.below(3) as usize;
        let domains = (0..variables).map(|_| chance.subset(-1, 3, 7)).collect();
        let constraints = (0..1 + chance.below(6)).map(|_| Post::any(chance, variables)).collect();
        Recipe { domains, constraints }
    }

    pub fn model(&self) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars: Vec<Var> = self.domains.iter().map(|domain| model.var(&domain[..])).collect();
        for part in &self.constraints {
            part.post(&vars, &mut model);
        }
        (model, vars)
    }
}

/// Target to which a constraint can be posted.
pub trait Target {
    fn take(&mut self, constraint: impl Constraint + 'static) -> csp::ConstraintId;
}

impl Target for Model {
    fn take(&mut self, constraint: impl Constraint + 'static) -> csp::ConstraintId {
        self.post(constraint)
    }
}

impl Target for Search {
    fn take(&mut self, constraint: impl Constraint + 'static) -> csp::ConstraintId {
        self.add_constraint(constraint).unwrap()
    }
}

impl Post {
    pub fn any(chance: &mut Chance, variables: usize) -> Post {
        let var = |chance: &mut Chance| chance.below(variables as u64) as usize;
        let two = |chance: &mut Chance| {
            let x = var(chance);
            (x, (x + 1 + chance.below(variables as u64 - 1) as usize) % variables, chance.between(-1, 1))
        };
        match chance.below(14) {
            0 | 1 => {
                let mut members: Vec<(usize, i32)> = (0..variables).map(|x| (x, 0)).collect();
                chance.shuffle(&mut members);
                members.truncate(2 + chance.below(3) as usize);
                if chance.below(3) == 0 {
                    members.iter_mut().for_each(|member| member.1 = chance.between(-2, 2));
                }
                let own = (chance.below(2) == 0).then(|| chance.pick(&super::CONSISTENCIES));
                Post::AllDifferent(members, own)
            }
            2 | 3 => {
                let (x, y, offset) = two(chance);
                Post::Differ(x, y, offset)
            }
            4 => {
                let (x, y, offset) = two(chance);
                Post::Equal(x, y, offset)
            }
            5 => {
                let (x, y, offset) = two(chance);
                Post::Less(x, y, offset)
            }
            6 => {
                let terms =
                    (0..1 + chance.below(4)).map(|_| (chance.between(-2, 3).into(), var(chance))).collect();
                Post::Sum(terms, chance.between(-2, 5).into(), chance.below(3))
            }
            7 => Post::AnyOf(
                (0..1 + chance.below(4))
                    .map(|_| (var(chance), chance.between(-2, 4), chance.below(4)))
                    .collect(),
            ),
            8 => Post::Meaning((0..1 + chance.below(3)).map(|_| var(chance)).collect()),
            _ => Post::Listed(Listed::any(chance, variables)),
        }
    }

    /// Returns the last variable of the constraint.
    pub fn last(&self) -> usize {
        let last = match self {
            Post::AllDifferent(members, _) => members.iter().map(|&(at, _)| at).max(),
            &Post::Differ(a, b, _) | &Post::Equal(a, b, _) | &Post::Less(a, b, _) => Some(a.max(b)),
            Post::Sum(terms, ..) => terms.iter().map(|&(_, at)| at).max(),
            Post::AnyOf(decisions) => decisions.iter().map(|&(at, ..)| at).max(),
            Post::Meaning(scope) => scope.iter().copied().max(),
            Post::Listed(listed) => Some(listed.last()),
        };
        last.expect("the scope is not empty")
    }

    pub fn post(&self, x: &[Var], to: &mut impl Target) -> csp::ConstraintId {
        match self {
            Post::AllDifferent(members, own) => {
                let group = all_different(members.iter().map(|&(at, offset)| x[at] + offset));
                to.take(match own {
                    Some(own) => group.with(*own),
                    None => group,
                })
            }
            &Post::Differ(a, b, offset) => to.take(x[a].ne(x[b] + offset)),
            &Post::Equal(a, b, offset) => to.take(x[a].eq(x[b] + offset)),
            &Post::Less(a, b, offset) => to.take(x[a].le(x[b] + offset)),
            Post::Sum(terms, total, relation) => {
                let left = csp::weighted_sum(terms.iter().map(|&(a, at)| (a, x[at])));
                to.take(match relation {
                    0 => left.eq(*total),
                    1 => left.ne(*total),
                    _ => left.le(*total),
                })
            }
            Post::AnyOf(decisions) => {
                let decisions = decisions.iter().map(|&(at, value, kind)| decision(x[at], value, kind));
                to.take(csp::constraints::clause(decisions))
            }
            Post::Meaning(scope) => to.take(Odd(scope.iter().map(|&at| x[at]).collect())),
            Post::Listed(listed) => listed.post(x, to),
        }
    }
}

pub fn decision(x: Var, value: i32, kind: u64) -> Decision {
    match kind {
        0 => x.is(value),
        1 => x.is_not(value),
        2 => x.at_most(value),
        _ => x.at_least(value),
    }
}
