//! From a problem as written to a model: names are looked up, variables declared, constraints posted.

mod arguments;
mod bounds;
mod globals;
mod ground;
mod logic;
mod numbers;
mod premises;
mod search;
mod table;

use std::collections::HashMap;
use std::rc::Rc;

use csp::limits::{MAX_VALUE, MIN_VALUE};
use csp::{Condition, Decision, Expression, Model, Values};

use crate::output::{Item, Output, Part, Shape};
use crate::syntax::{Declaration, Expr, Fault, Goal, Kind, Problem, Shown};
use arguments::Arguments;
pub(crate) use ground::Ground;
pub(crate) use numbers::within;
pub use premises::Premises;
pub use search::{Plan, Step, ValueChoice, VariableChoice};

/// The value of a name.
#[derive(Clone, Debug)]
enum Entity {
    One(Item),
    Many(Rc<[Item]>),
}

/// The meaning of a constraint: a known truth value, or a condition.
pub(crate) enum Meaning {
    Known(bool),
    Is(Condition),
}

/// Reads the arguments of a constraint, and gives its meaning.
type Read = fn(&mut Arguments<'_, '_>) -> Result<Meaning, Fault>;

/// A constraint in a table: its name, and how it is read.
type Entry = (&'static str, Read);

impl From<Condition> for Meaning {
    fn from(condition: Condition) -> Meaning {
        Meaning::Is(condition)
    }
}

impl From<Decision> for Meaning {
    fn from(decision: Decision) -> Meaning {
        Meaning::Is(decision.into())
    }
}

/// The goal, as the engine knows it.
#[derive(Clone, Debug)]
pub enum Objective {
    /// Any solution, or all.
    Satisfy,
    /// The solution in which this is least.
    Minimize(Expression),
    /// The solution in which this is greatest.
    Maximize(Expression),
}

/// A problem that is ready to be searched.
#[derive(Clone, Debug)]
pub struct Built {
    /// The model.
    pub model: Model,
    /// The goal.
    pub objective: Objective,
    /// The order of the search.
    pub plan: Plan,
    /// The output of each solution.
    pub output: Output,
    /// Whether a constraint is false of all values, or a variable has no value: of those that are tried, if some are cut
    /// off.
    pub is_infeasible: bool,
    /// Whether the objective has no bound and occurs in no constraint.
    pub is_unbounded: bool,
    /// Variables whose declared values exceed the range of the engine and were cut off: results about them are not
    /// proofs.
    pub clipped: Vec<String>,
    /// What is assumed, if something is.
    pub premises: Option<Premises>,
}

/// A problem that is read declaration by declaration.
pub(crate) struct Builder<'a> {
    pub ground: Ground,
    names: HashMap<&'a str, Entity>,
}

/// Builds the model of a problem, and consumes the problem: each part is dropped as soon as it is in the model. Faults
/// have offsets, not lines; see [`Fault::located`].
pub fn build(problem: Problem<'_>) -> Result<Built, Fault> {
    let names = HashMap::with_capacity(problem.declarations.len());
    let mut builder = Builder { ground: Ground::default(), names };
    let of_names = bounds::infer(&problem);
    let bounds: Vec<_> =
        problem.declarations.iter().map(|declaration| of_names.get(declaration.name).copied()).collect();
    let free_objective = free_objective(&problem);
    builder.ground.definitions = premises::definitions(&problem);
    let mut output = Output::default();
    for (declaration, inferred) in problem.declarations.into_iter().zip(bounds) {
        builder
            .declare(&declaration, inferred, &mut output)
            .map_err(|fault| placed(fault, declaration.at))?;
    }
    for constraint in problem.constraints {
        let arguments = Arguments::new(&mut builder, &constraint);
        table::post(arguments).map_err(|fault| placed(fault, constraint.at))?;
        if let Some(error) = builder.ground.model.error() {
            return Err(Fault::at(constraint.at, format!("{}: {}", constraint.call.name, error.kind())));
        }
    }
    let goal = builder.goal(&problem.goal).map_err(|fault| placed(fault, problem.solve_at))?;
    let plan =
        search::read(&mut builder, &problem.annotations).map_err(|fault| placed(fault, problem.solve_at))?;
    Ok(builder.ground.finish(goal, plan, output, free_objective))
}

fn placed(fault: Fault, at: usize) -> Fault {
    if fault.at.is_none() { Fault::at(at, fault.what) } else { fault }
}

/// Returns the objective if it is a variable without a domain that no constraint names.
fn free_objective<'a>(problem: &Problem<'a>) -> Option<&'a str> {
    let (Goal::Minimize(Expr::Name(name)) | Goal::Maximize(Expr::Name(name))) = problem.goal else {
        return None;
    };
    fn names(expr: &Expr<'_>, name: &str) -> bool {
        match expr {
            Expr::Name(other) => *other == name,
            Expr::Array(list) => list.iter().any(|part| names(part, name)),
            Expr::Call(call) => call.arguments.iter().any(|part| names(part, name)),
            _ => false,
        }
    }
    let declared = problem.declarations.iter().find(|declaration| declaration.name == name);
    let is_free = declared
        .is_some_and(|declaration| declaration.domain.is_none() && declaration.value.is_none())
        && !problem
            .declarations
            .iter()
            .any(|other| other.value.as_ref().is_some_and(|value| names(value, name)))
        && !problem.constraints.iter().any(|c| c.call.arguments.iter().any(|part| names(part, name)));
    is_free.then_some(name)
}

impl<'a> Builder<'a> {
    fn declare(
        &mut self,
        declaration: &Declaration<'a>,
        inferred: Option<(i64, i64)>,
        output: &mut Output,
    ) -> Result<(), Fault> {
        let Declaration { name, variable, domain, value, shown, .. } = declaration;
        let entity = match (variable, value) {
            (Some(kind), None) => Entity::One(self.variable(name, *kind, domain.as_deref(), inferred)),
            (Some(kind), Some(value)) => Entity::One(self.alias(*kind, domain.as_deref(), value)?),
            (None, Some(value)) => self.entity(value)?,
            (None, None) => return Err(Fault::new(format!("{name} has no value"))),
        };
        if let Some(shown) = shown {
            output.parts.push(part(name, &entity, shown)?);
        }
        if self.names.insert(name, entity).is_some() {
            return Err(Fault::new(format!("{name} is declared twice")));
        }
        Ok(())
    }

    fn variable(
        &mut self,
        name: &str,
        kind: Kind,
        domain: Option<&[(i64, i64)]>,
        inferred: Option<(i64, i64)>,
    ) -> Item {
        if kind == Kind::Bool {
            return Item::Flag(self.ground.model.named(name, 0..=1));
        }
        let (low, high) = inferred.unwrap_or((i64::MIN, i64::MAX));
        let within: Vec<(i64, i64)> = match domain {
            None => vec![(low, high)],
            Some(ranges) => ranges
                .iter()
                .map(|&(from, to)| (from.max(low), to.min(high)))
                .filter(|(from, to)| from <= to)
                .collect(),
        };
        Item::Var(self.ground.variable(name, &within))
    }

    /// Makes a name for an existing value or variable, without a new variable.
    fn alias(&mut self, kind: Kind, domain: Option<&[(i64, i64)]>, value: &Expr<'a>) -> Result<Item, Fault> {
        let item = self.item(value)?;
        let is_of_kind = match kind {
            Kind::Bool => matches!(item, Item::Bool(_) | Item::Flag(_)),
            Kind::Int => matches!(item, Item::Int(_) | Item::Var(_)),
        };
        if !is_of_kind {
            return Err(Fault::new("this variable has a value of another type"));
        }
        match (domain, &item) {
            (Some(ranges), Item::Int(value)) => {
                self.ground.is_infeasible |= !ranges.iter().any(|(low, high)| (low..=high).contains(&value));
            }
            (Some([]), _) => self.ground.is_infeasible = true,
            (Some(ranges), Item::Var(var)) => {
                self.ground.model.post(numbers::within((*var).into(), ranges));
            }
            _ => {}
        }
        Ok(item)
    }

    fn entity(&self, expr: &Expr<'a>) -> Result<Entity, Fault> {
        match expr {
            Expr::Name(name) => {
                self.names.get(name).cloned().ok_or_else(|| Fault::new(format!("'{name}' is not declared")))
            }
            Expr::Array(list) => {
                Ok(Entity::Many(list.iter().map(|part| self.item(part)).collect::<Result<_, _>>()?))
            }
            Expr::Element(element) => {
                let (name, index) = **element;
                let Some(Entity::Many(list)) = self.names.get(name) else {
                    return Err(Fault::new(format!("'{name}' is no array")));
                };
                let item = usize::try_from(index).ok().and_then(|index| list.get(index.wrapping_sub(1)));
                let length = list.len();
                item.cloned().map(Entity::One).ok_or_else(|| {
                    Fault::new(format!("{name}[{index}] is not there: the array has {length} entries"))
                })
            }
            Expr::Bool(truth) => Ok(Entity::One(Item::Bool(*truth))),
            Expr::Int(number) => Ok(Entity::One(Item::Int(*number))),
            Expr::Set(ranges) => Ok(Entity::One(Item::Set(ranges.clone()))),
            Expr::Float(_) | Expr::Text(_) => Ok(Entity::One(Item::Other)),
            Expr::Call(call) => Err(Fault::new(format!("'{}(…)' is no value", call.name))),
        }
    }

    pub fn item(&self, expr: &Expr<'a>) -> Result<Item, Fault> {
        match self.entity(expr)? {
            Entity::One(item) => Ok(item),
            Entity::Many(_) => Err(Fault::new("an array stands where one value is expected")),
        }
    }

    pub fn items(&self, expr: &Expr<'a>) -> Result<Rc<[Item]>, Fault> {
        match self.entity(expr)? {
            Entity::Many(items) => Ok(items),
            Entity::One(_) => Err(Fault::new("one value stands where an array is expected")),
        }
    }

    fn goal(&mut self, goal: &Goal<'a>) -> Result<Objective, Fault> {
        let mut objective = |expr: &Expr<'a>| match self.item(expr)? {
            Item::Var(var) | Item::Flag(var) => Ok(Expression::from(var)),
            Item::Int(number) => Ok(self.ground.constant(number)?.into()),
            _ => Err(Fault::new("the objective is no integer")),
        };
        Ok(match goal {
            Goal::Satisfy => Objective::Satisfy,
            Goal::Minimize(expr) => Objective::Minimize(objective(expr)?),
            Goal::Maximize(expr) => Objective::Maximize(objective(expr)?),
        })
    }
}

/// Returns a number that a variable of the engine can take.
pub(crate) fn small(number: i64) -> Result<i32, Fault> {
    let value = i32::try_from(number).ok().filter(|value| (MIN_VALUE..=MAX_VALUE).contains(value));
    value.ok_or_else(|| Fault::new(format!("{number} is beyond 2^28, where the values of this solver end")))
}

/// Returns the values of ranges that are known to be small.
pub(crate) fn values(ranges: &[(i64, i64)]) -> Values {
    if let [(low, high)] = ranges {
        return Values::from(*low as i32..=*high as i32);
    }
    ranges.iter().flat_map(|&(low, high)| low as i32..=high as i32).collect()
}

fn part(name: &str, entity: &Entity, shown: &Shown) -> Result<Part, Fault> {
    let (items, shape) = match (entity, shown) {
        (Entity::One(item), _) => (vec![item.clone()], Shape::Scalar),
        (Entity::Many(items), Shown::Array(sets)) => {
            let size = sets.iter().try_fold(1i64, |size, set| {
                set.iter()
                    .try_fold(0i64, |sum, (low, high)| {
                        sum.checked_add(high.checked_sub(*low)?.checked_add(1)?)
                    })?
                    .checked_mul(size)
            });
            if !sets.is_empty() && size != i64::try_from(items.len()).ok() {
                return Err(Fault::new(format!(
                    "{name} has {} entries, and index sets for another number",
                    items.len()
                )));
            }
            (items.to_vec(), Shape::Array(sets.clone()))
        }
        (Entity::Many(items), Shown::Scalar) => (items.to_vec(), Shape::Array(Vec::new())),
    };
    Ok(Part { name: name.into(), items, shape })
}
