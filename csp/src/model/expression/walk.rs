//! Walks over expressions and conditions. All of them go through this module, which keeps its own stack: the program's
//! stack does not depend on how deeply a model nests, and a part that occurs several times is visited once.
//!
//! ```text
//!   parts   all parts, each before its own parts            variables, memory, "is there a …"
//!   fold    a result of each part from those of its parts   values, ranges, keys, auxiliary variables
//!   terms   the terms of a conjunction or a disjunction
//!   drop    the parts that nobody else owns
//! ```

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use smallvec::SmallVec;

use super::Expression;
use super::call::Call;
use super::condition::{Formula, Joined};

/// An expression, a condition, or a part of either.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Formula(&'a Formula),
    Sum(&'a Expression),
    Call(&'a Arc<Call>),
}

/// How far a walk goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Everything,
    /// Not into conditions that count as numbers.
    Numbers,
    /// Only into shared sums.
    Sums,
}

impl<'a> Part<'a> {
    fn child(self, at: usize, reach: Reach) -> Option<Part<'a>> {
        let of_calls = |calls: &'a [(i64, Arc<Call>)]| calls.get(at).map(|(_, call)| Part::Call(call));
        match self {
            Part::Formula(Formula::Statement(statement)) => of_calls(&statement.calls),
            Part::Formula(formula) => formula.joined()?.get(at).map(Part::Formula),
            Part::Sum(sum) => of_calls(&sum.calls),
            Part::Call(call) => match &**call {
                Call::Function { arguments, .. } if reach != Reach::Sums => arguments.get(at).map(Part::Sum),
                Call::Truth(condition) if reach == Reach::Everything && at == 0 => {
                    Some(Part::Formula(condition.formula()))
                }
                Call::Sum(sum) if at == 0 => Some(Part::Sum(sum)),
                _ => None,
            },
        }
    }

    /// Returns what identifies a part that perhaps occurs several times.
    pub(crate) fn identity(self) -> Option<usize> {
        match self {
            Part::Formula(formula) => formula.joined().and_then(identity),
            Part::Sum(_) => None,
            Part::Call(call) => identity(call),
        }
    }
}

fn identity<T>(owned: &Arc<T>) -> Option<usize> {
    (Arc::strong_count(owned) > 1).then(|| Arc::as_ptr(owned).addr())
}

/// Returns all parts, the whole first, each part before its own parts.
pub(crate) fn parts(whole: Part<'_>, reach: Reach) -> Parts<'_> {
    Parts { open: SmallVec::from_iter([whole]), reach, met: HashSet::new(), repeated: HashSet::new() }
}

pub(crate) struct Parts<'a> {
    open: SmallVec<[Part<'a>; 8]>,
    reach: Reach,
    met: HashSet<usize>,
    /// The identities of the parts that were met again.
    pub repeated: HashSet<usize>,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            let part = self.open.pop()?;
            if let Some(identity) = part.identity()
                && !self.met.insert(identity)
            {
                self.repeated.insert(identity);
                continue;
            }
            let first = self.open.len();
            self.open.extend((0..).map_while(|at| part.child(at, self.reach)));
            self.open[first..].reverse();
            return Some(part);
        }
    }
}

/// Returns the result of the whole. `make` gives the result of a part from the results of its own parts.
pub(crate) fn fold<'a, T: Clone>(
    whole: Part<'a>,
    reach: Reach,
    mut make: impl FnMut(Part<'a>, &[T]) -> T,
) -> T {
    // The parts around the current one, each with the index of its next part.
    let mut open: SmallVec<[(Part<'a>, usize); 8]> = SmallVec::from_iter([(whole, 0)]);
    let mut results: SmallVec<[T; 8]> = SmallVec::new();
    let mut known: HashMap<usize, T> = HashMap::new();
    while let Some((part, next)) = open.last_mut() {
        let (part, at) = (*part, *next);
        if let Some(child) = part.child(at, reach) {
            *next += 1;
            match child.identity().and_then(|identity| known.get(&identity)) {
                Some(result) => results.push(result.clone()),
                None => open.push((child, 0)),
            }
            continue;
        }
        open.pop();
        let first = results.len() - at;
        let result = make(part, &results[first..]);
        results.truncate(first);
        if let Some(identity) = part.identity() {
            known.insert(identity, result.clone());
        }
        results.push(result);
    }
    results.pop().expect("the whole has a result")
}

/// Greatest height of what may be walked by recursion, and number of parts, a part that occurs again included.
const HIGHEST: u32 = 100;
const LARGEST: u64 = 1 << 20;

/// Returns whether a recursive walk would need too much of the program's stack or too long.
pub(crate) fn is_unwieldy(whole: Part<'_>) -> bool {
    let (height, size) = fold(whole, Reach::Everything, |_, parts: &[(u32, u64)]| {
        let height = parts.iter().map(|part| part.0).max().unwrap_or(0) + 1;
        (height, parts.iter().fold(1, |size: u64, part| size.saturating_add(part.1)))
    });
    height > HIGHEST || size > LARGEST
}

/// Returns the terms of a formula, or of its negation if not `wanted`, as a conjunction or, if not `all`, as a
/// disjunction. Each is a formula that is no such conjunction, and whether it is wanted.
pub(crate) fn terms(formula: &Formula, wanted: bool, all: bool) -> Terms<'_> {
    Terms { open: SmallVec::from_iter([(formula, wanted)]), all, met: HashSet::new() }
}

pub(crate) struct Terms<'a> {
    open: SmallVec<[(&'a Formula, bool); 8]>,
    all: bool,
    met: HashSet<(usize, bool)>,
}

impl<'a> Iterator for Terms<'a> {
    type Item = (&'a Formula, bool);

    fn next(&mut self) -> Option<(&'a Formula, bool)> {
        loop {
            let (formula, wanted) = self.open.pop()?;
            // A term that occurs again says nothing new.
            if let Some(identity) = Part::Formula(formula).identity()
                && !self.met.insert((identity, wanted))
            {
                continue;
            }
            match formula {
                Formula::Not(part) => self.open.push((&part[0], !wanted)),
                Formula::All(parts) if wanted == self.all => {
                    self.open.extend(parts.iter().rev().map(|part| (part, wanted)));
                }
                Formula::Any { parts, .. } if wanted != self.all => {
                    self.open.extend(parts.iter().rev().map(|part| (part, wanted)));
                }
                _ => return Some((formula, wanted)),
            }
        }
    }
}

/// A part that has lost its owner.
enum Loose {
    Joined(Arc<Joined>),
    Call(Arc<Call>),
}

fn loosen_formulas(formulas: Vec<Formula>, loose: &mut Vec<Loose>) {
    for formula in formulas {
        match formula {
            Formula::Decision(_) | Formula::Constraint(_) => {}
            Formula::Statement(statement) => loosen_calls(statement.calls, loose),
            Formula::Not(parts) | Formula::All(parts) | Formula::Any { parts, .. } | Formula::Same(parts) => {
                loose.push(Loose::Joined(parts));
            }
        }
    }
}

fn loosen_calls(calls: Vec<(i64, Arc<Call>)>, loose: &mut Vec<Loose>) {
    loose.extend(calls.into_iter().map(|(_, call)| Loose::Call(call)));
}

fn loosen_call(call: &mut Call, loose: &mut Vec<Loose>) {
    match call {
        Call::Function { arguments, .. } => {
            std::mem::take(arguments).into_iter().for_each(|sum| loosen_calls(sum.calls, loose));
        }
        Call::Truth(condition) => loosen_formulas(vec![condition.take()], loose),
        Call::Sum(sum) => loosen_calls(std::mem::take(&mut sum.calls), loose),
    }
}

/// Drops parts. The own parts of one that nobody else owns are dropped here, not by the part itself.
fn drop_all(mut loose: Vec<Loose>) {
    while let Some(part) = loose.pop() {
        match part {
            Loose::Joined(joined) => {
                if let Some(mut joined) = Arc::into_inner(joined) {
                    loosen_formulas(joined.take(), &mut loose);
                }
            }
            Loose::Call(call) => {
                if let Some(mut call) = Arc::into_inner(call) {
                    loosen_call(&mut call, &mut loose);
                }
            }
        }
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut loose = Vec::new();
        loosen_formulas(self.take(), &mut loose);
        drop_all(loose);
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let mut loose = Vec::new();
        loosen_call(self, &mut loose);
        drop_all(loose);
    }
}
