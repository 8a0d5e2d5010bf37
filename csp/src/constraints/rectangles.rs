//! Rectangles that do not overlap.
//!
//! Meaning: in each pair of rectangles, one lies left of the other, right of it, below or above; `x + width ≤ x'` is
//! left. A rectangle without width or height must not lie inside another one. An optional rectangle whose condition
//! does not hold is nowhere. Strength, on bounds: if only one of the four places of a pair is possible, it is
//! enforced; if none is, and one of the pair is optional, it is not there. Cost: the number of pairs for each pass.
//! For learning, each pair of rectangles of known sizes has a literal for each place, and a clause over these
//! literals.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::conditional;
use crate::constraints::less::LessOrEqual;
use crate::constraints::operand::Operand;
use crate::constraints::tasks::{Amount, Tasks, is_there};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::expression::Condition;
use crate::model::ids::Var;

/// A constraint on rectangles, built by [`no_overlap`].
#[derive(Clone, Debug)]
pub struct NoOverlap {
    /// Left and lower sides, widths, heights.
    rectangles: Tasks,
}

/// Largest number of rectangles for which every pair gets literals for learning.
const MOST_IN_PAIRS: usize = 60;

/// Returns the constraint that no two rectangles overlap. Sizes are numbers or variables, and 0 or more.
///
/// ```
/// use csp::{Model, constraints::no_overlap};
///
/// let mut model = Model::new();
/// let (x, y) = (model.vars(2, 0..=1), model.vars(2, 0..=1));
/// model.post(no_overlap(&x, &y, [2, 1], [1, 1]));
/// model.post(x[0].eq(0));
/// // The small one lies above the wide one or below it.
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn no_overlap<T: Into<Operand>>(
    x: impl IntoIterator<Item = T>,
    y: impl IntoIterator<Item = impl Into<Operand>>,
    widths: impl IntoIterator<Item = impl Into<Operand>>,
    heights: impl IntoIterator<Item = impl Into<Operand>>,
) -> NoOverlap {
    NoOverlap { rectangles: Tasks::new(x).and(y).and(widths).and(heights) }
}

impl NoOverlap {
    /// Returns the constraint on the rectangles whose conditions hold: one condition or decision for each. The others are
    /// not there, and their place means nothing.
    ///
    /// ```
    /// use csp::{Model, constraints::no_overlap};
    ///
    /// let mut model = Model::new();
    /// let x = model.vars(2, 0..=1);
    /// let hangs = model.vars(2, 0..=1);
    /// model.post(no_overlap(&x, [0, 0], [2, 2], [1, 1]).when(hangs.iter().map(|hangs| hangs.is(1))));
    /// // Both pictures do not fit.
    /// assert_eq!(model.search()?.solutions().count(), 4 * 3);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn when<C: Into<Condition>>(self, conditions: impl IntoIterator<Item = C>) -> NoOverlap {
        NoOverlap { rectangles: self.rectangles.when(conditions) }
    }
}

impl Constraint for NoOverlap {
    fn scope(&self) -> &[Var] {
        self.rectangles.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let are_there = self.rectangles.are_there(values);
        let values = self.rectangles.all().values(values);
        let count = self.rectangles.len();
        let side = |list: usize, at: usize| values[list * count + at];
        if values[2 * count..].iter().any(|&size| size < 0) {
            return false;
        }
        let before = |axis: usize, a: usize, b: usize| side(axis, a) + side(axis + 2, a) <= side(axis, b);
        let apart = |a: usize, b: usize| (0..2).any(|axis| before(axis, a, b) || before(axis, b, a));
        let all = || (0..count).filter(|&at| are_there[at]);
        all().all(|a| all().take_while(|&b| b < a).all(|b| apart(a, b)))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let count = self.rectangles.len();
        let mut lists = [0, 1].map(|list| self.rectangles.views(list, to).into_iter());
        let mut sizes = [2, 3].map(|list| self.rectangles.amounts(list, to).into_iter());
        let mut side = |axis: usize| Side {
            from: lists[axis].next().expect("a start for each rectangle"),
            size: sizes[axis].next().expect("a size for each rectangle"),
        };
        let boxes: Box<[[Side; 2]]> = (0..count).map(|_| [side(0), side(1)]).collect();
        let is_known = |side: &Side| side.size.view().is_none();
        let presences: Box<[Option<View>]> = self.rectangles.presences(to).into();
        if to.learns() && count <= MOST_IN_PAIRS && boxes.iter().flatten().all(is_known) {
            return post_pairs(to, &boxes, &presences);
        }
        if count > 1 {
            to.propagator(Pairwise { boxes, presences });
        }
    }

    fn memory(&self) -> usize {
        self.rectangles.memory(self)
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.rectangles.fault("a no_overlap", &["lower sides", "widths", "heights"], model)
    }
}

/// For learning: posts a literal for each place of each pair of rectangles.
fn post_pairs(to: &mut Posting<'_>, boxes: &[[Side; 2]], presences: &[Option<View>]) {
    for (at, first) in boxes.iter().enumerate() {
        for (second, other) in boxes[..at].iter().zip(presences) {
            let optional = presences[at].iter().chain(other);
            let mut places: Vec<_> = optional.map(|&presence| !is_there(presence)).collect();
            for (a, b) in [(first, second), (second, first)] {
                for axis in 0..2 {
                    let length = a[axis].size.least(to.store()) as i32;
                    let literal = to.boolean(None);
                    conditional::post(
                        to,
                        LessOrEqual::new(a[axis].from.plus(length), b[axis].from),
                        Some(literal),
                    );
                    places.push(literal);
                }
            }
            to.clause(places);
        }
    }
}

/// A side of a rectangle.
#[derive(Clone, Copy, Debug)]
struct Side {
    from: View,
    size: Amount,
}

impl Side {
    /// Returns whether the side can lie before another one.
    fn can_precede(self, other: Side, store: &Store) -> bool {
        i64::from(store.min(self.from)) + self.size.least(store) <= store.max(other.from).into()
    }

    /// Makes the side lie before another one. Returns whether a bound moved.
    fn precede(self, other: Side, store: &mut Store) -> Result<bool, Conflict> {
        let (from, next) = (Amount::Open(self.from), Amount::Open(other.from));
        Ok(from.at_most(next.most(store) - self.size.least(store), store)?
            | next.at_least(from.least(store) + self.size.least(store), store)?
            | self.size.at_most(next.most(store) - from.least(store), store)?)
    }

    /// Adds that the side cannot lie before another one.
    fn explain_cannot_precede(self, other: Side, why: &mut Why<'_>) {
        let store = why.store();
        let after = i64::from(store.min(self.from)) + self.size.least(store) - 1;
        why.min(self.from);
        self.size.explain_least(why);
        // A bound above all values excludes nothing.
        if let Ok(after) = i32::try_from(after) {
            why.at_most(other.from, after);
        }
    }
}

type Rectangle = [Side; 2];

#[derive(Debug)]
struct Pairwise {
    boxes: Box<[Rectangle]>,
    /// For each rectangle that is optional a view that is 1 if it is there, else 0.
    presences: Box<[Option<View>]>,
}

/// The places of a rectangle beside another one: along an axis, before it or, if reversed, after it.
const PLACES: [(usize, bool); 4] = [(0, false), (0, true), (1, false), (1, true)];

/// Returns the sides along the axis, the one that comes first before the other.
fn in_order(first: &Rectangle, second: &Rectangle, (axis, is_reversed): (usize, bool)) -> [Side; 2] {
    if is_reversed { [second[axis], first[axis]] } else { [first[axis], second[axis]] }
}

/// Returns the places that are possible.
fn possible<'a>(
    first: &'a Rectangle,
    second: &'a Rectangle,
    store: &'a Store,
) -> impl Iterator<Item = [Side; 2]> + 'a {
    let sides = PLACES.into_iter().map(move |place| in_order(first, second, place));
    sides.filter(move |[side, other]| side.can_precede(*other, store))
}

impl Pairwise {
    fn pass(&self, store: &mut Store) -> Result<bool, Conflict> {
        let mut changed = false;
        for (at, first) in self.boxes.iter().enumerate() {
            for (before, second) in self.boxes[..at].iter().enumerate() {
                let are_certain = [at, before].map(|at| self.is_certain(at, store));
                let open = match are_certain {
                    [true, true] => None,
                    [true, false] => self.presences[before],
                    [false, true] => self.presences[at],
                    [false, false] => continue,
                };
                if open.is_some_and(|presence| store.max(presence) == 0) {
                    continue;
                }
                let (only, next) = {
                    let mut places = possible(first, second, store);
                    (places.next(), places.next())
                };
                match (only, open) {
                    (None, None) => return Err(Conflict),
                    (None, Some(presence)) => {
                        store.at_most(presence, 0)?;
                        changed = true;
                    }
                    (Some([side, other]), None) if next.is_none() => changed |= side.precede(other, store)?,
                    (Some(_), _) => {}
                }
            }
        }
        Ok(changed)
    }

    /// Returns whether a rectangle is certainly there.
    fn is_certain(&self, at: usize, store: &Store) -> bool {
        self.presences[at].is_none_or(|presence| store.min(presence) == 1)
    }

    /// Adds that a rectangle is there.
    fn explain_presence(&self, at: usize, why: &mut Why<'_>) {
        if let Some(presence) = self.presences[at] {
            why.min(presence);
        }
    }

    /// Adds that two rectangles have no place beside each other.
    fn explain_overlap(&self, [first, second]: [usize; 2], why: &mut Why<'_>) {
        for place in PLACES {
            let [side, other] = in_order(&self.boxes[first], &self.boxes[second], place);
            side.explain_cannot_precede(other, why);
        }
    }

    /// Explains why an optional rectangle is not there. Returns false and adds nothing if the query is about none.
    fn explain_absence(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let count = self.boxes.len();
        let store = why.store();
        let found = (0..count).find_map(|at| {
            query.at_most(self.presences[at]?)?;
            let mut others = (0..count).filter(|&other| other != at && self.is_certain(other, store));
            let is_full =
                |&other: &usize| possible(&self.boxes[at], &self.boxes[other], store).next().is_none();
            others.find(is_full).map(|other| [at, other])
        });
        if let Some([at, other]) = found {
            self.explain_presence(other, why);
            self.explain_overlap([at, other], why);
        }
        found.is_some()
    }

    /// Explains a bound of a side, if the bound follows from another rectangle. Calls `explain` with the two sides in
    /// order; `explain` adds the bounds of the sides and returns whether the queried bound follows.
    fn explain_bound(
        &self,
        why: &mut Why<'_>,
        mut explain: impl FnMut([Side; 2], &mut Why<'_>) -> bool,
    ) -> bool {
        for (at, first) in self.boxes.iter().enumerate() {
            for (before, second) in self.boxes[..at].iter().enumerate() {
                let are_certain = self.is_certain(at, why.store()) && self.is_certain(before, why.store());
                let mut places = possible(first, second, why.store());
                let (only, next) = (places.next(), places.next());
                let Some(only) = only.filter(|_| next.is_none() && are_certain) else { continue };
                if explain(only, why) {
                    [at, before].into_iter().for_each(|at| self.explain_presence(at, why));
                    for place in PLACES {
                        let [side, other] = in_order(first, second, place);
                        if !side.can_precede(other, why.store()) {
                            side.explain_cannot_precede(other, why);
                        }
                    }
                    return true;
                }
            }
        }
        false
    }
}

/// Explains the lower bound of the second of two sides in order.
fn explain_lower([side, other]: [Side; 2], query: &Query, why: &mut Why<'_>) -> bool {
    let Some(bound) = query.at_least(other.from) else { return false };
    let from = i64::from(bound) - side.size.least(why.store());
    if i64::from(why.store().min(side.from)) < from {
        return false;
    }
    side.size.explain_least(why);
    // A bound below all values excludes nothing.
    if let Ok(from) = i32::try_from(from) {
        why.at_least(side.from, from);
    }
    true
}

/// Explains the upper bound of the first of two sides in order, that of its start or of its size.
fn explain_upper([side, other]: [Side; 2], query: &Query, why: &mut Why<'_>) -> bool {
    let store = why.store();
    let (first, last) = (i64::from(store.min(side.from)), i64::from(store.max(other.from)));
    let latest = query.at_most(side.from).map(|bound| i64::from(bound) + side.size.least(store));
    if latest.is_some_and(|latest| last <= latest) {
        side.size.explain_least(why);
        // A bound above all values excludes nothing.
        if let Some(latest) = latest.and_then(|latest| i32::try_from(latest).ok()) {
            why.at_most(other.from, latest);
        }
        return true;
    }
    let Some(bound) = side.size.view().and_then(|view| query.at_most(view)) else { return false };
    let follows = last - first <= bound.into();
    if follows {
        why.max(other.from);
        why.at_least(side.from, store.max(other.from).saturating_sub(bound));
    }
    follows
}

impl Propagator for Pairwise {
    fn name(&self) -> &'static str {
        "no overlap"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        for side in self.boxes.iter().flatten() {
            watch(side.from.slot, Event::Bounds);
            side.size.watch(watch);
        }
        self.presences.iter().flatten().for_each(|presence| watch(presence.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            let pairs = (0..self.boxes.len()).flat_map(|at| (0..at).map(move |before| [at, before]));
            let store = why.store();
            let overlap = pairs.into_iter().find(|pair| {
                let [first, second] = pair.map(|at| &self.boxes[at]);
                pair.iter().all(|&at| self.is_certain(at, store))
                    && possible(first, second, store).next().is_none()
            });
            let Some(pair) = overlap else { return false };
            pair.into_iter().for_each(|at| self.explain_presence(at, why));
            self.explain_overlap(pair, why);
            return true;
        }
        let views =
            || self.boxes.iter().flatten().flat_map(|side| [Some(side.from), side.size.view()]).flatten();
        let views = || views().chain(self.presences.iter().flatten().copied());
        let is_lower = views().any(|view| query.at_least(view).is_some());
        let is_upper = views().any(|view| query.at_most(view).is_some());
        (!is_lower || self.explain_bound(why, |sides, why| explain_lower(sides, query, why)))
            && (!is_upper
                || self.explain_bound(why, |sides, why| explain_upper(sides, query, why))
                || self.explain_absence(query, why))
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        while self.pass(store)? {}
        Ok(Status::Fixpoint)
    }
}
