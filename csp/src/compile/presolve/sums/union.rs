//! Unions of permutations, and the sums that equations leave of them.
//!
//! Permutations that follow each other in the model and are disjoint form a *layer*, such as the rows of a grid.
//! Within a layer, an equation with variables of several permutations links them: only linked permutations give new
//! sums together.

use smallvec::SmallVec;

use super::{Equation, Found, Index, IndexSet, MOST_TERMS, Part, Permutation, Sum, Term};

/// Largest number of permutations in a union, unless they follow each other.
const MOST_TOGETHER: usize = 4;

/// Largest number of unions that are examined in a layer.
const MOST_UNIONS: usize = 2000;

/// Finds the sums that equations leave of unions.
pub(super) fn find(index: &mut Index, found: &mut Found) {
    let layers = layers(index);
    let Index { equations, permutations, slots, .. } = index;
    let mut union = Union::new(equations, slots.len(), found);
    for (at, permutation) in permutations.iter_mut().enumerate() {
        permutation.terms = union.with(at, permutation, |union| {
            union.note();
            union.terms
        });
    }
    for layer in layers.into_iter().filter(|layer| layer.len() > 1) {
        let linked = linked(&permutations[layer.clone()], equations.len());
        let mut growth = Growth::new(&permutations[layer.clone()], layer.start, linked);
        if growth.is_sequence() {
            growth.runs(&mut union);
        } else {
            growth.unions_of(&mut union);
        }
    }
}

/// Divides the permutations into runs of disjoint ones.
fn layers(index: &Index) -> Vec<std::ops::Range<usize>> {
    let mut layers: Vec<std::ops::Range<usize>> = Vec::new();
    let mut members = IndexSet::none(index.slots.len());
    for (at, permutation) in index.permutations.iter().enumerate() {
        match layers.last_mut() {
            Some(layer) if members.is_apart_from(&permutation.members) => layer.end = at + 1,
            _ => {
                members.clear();
                layers.push(at..at + 1);
            }
        }
        members.add(&permutation.members);
    }
    layers
}

/// Returns, for each permutation of a layer, itself and the permutations that an equation links with it.
fn linked(layer: &[Permutation], equations: usize) -> Vec<IndexSet> {
    let mut of_equation = vec![IndexSet::none(layer.len()); equations];
    for (permutation, at) in layer.iter().zip(0..) {
        permutation.equations.iter().for_each(|&(equation, _)| of_equation[equation].insert(at));
    }
    let linked = |permutation: &Permutation| {
        let mut linked = IndexSet::none(layer.len());
        permutation.equations.iter().for_each(|&(equation, _)| linked.add(&of_equation[equation]));
        linked
    };
    layer.iter().map(linked).collect()
}

/// Disjoint permutations taken together, and the equations in them.
struct Union<'a> {
    equations: &'a [Equation],
    members: IndexSet,
    /// The permutations, by their places.
    permutations: Vec<u32>,
    /// For each equation how many of its variables are inside.
    inside: Vec<usize>,
    size: usize,
    total: i64,
    /// The number of terms that would remain if equations did not overlap.
    terms: isize,
    found: &'a mut Found,
    /// Scratch: variables that equations have covered already, inside or outside, and these equations.
    covered: IndexSet,
    used: Vec<u32>,
}

impl<'a> Union<'a> {
    fn new(equations: &'a [Equation], count: usize, found: &'a mut Found) -> Union<'a> {
        Union {
            equations,
            members: IndexSet::none(count),
            permutations: Vec::new(),
            inside: vec![0; equations.len()],
            size: 0,
            total: 0,
            terms: 0,
            found,
            covered: IndexSet::none(count),
            used: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.members.clear();
        self.permutations.clear();
        self.inside.fill(0);
        (self.size, self.total, self.terms) = (0, 0, 0);
    }

    /// Change in open terms when `inside` of an equation's `size` variables are covered.
    #[inline]
    fn gain(size: usize, inside: usize) -> isize {
        if 2 * inside > size { size as isize - 2 * inside as isize } else { 0 }
    }

    /// Adds a permutation. It must be disjoint from the others.
    fn add(&mut self, at: usize, permutation: &Permutation) {
        self.members.add(&permutation.members);
        self.permutations.push(at as u32);
        self.size += permutation.size;
        self.total += permutation.total;
        self.terms += permutation.size as isize;
        for &(equation, count) in &permutation.equations {
            let (size, inside) = (self.equations[equation].size, self.inside[equation]);
            self.terms += Union::gain(size, inside + count) - Union::gain(size, inside);
            self.inside[equation] += count;
        }
    }

    /// Removes the permutation that was added last.
    fn remove(&mut self, permutation: &Permutation) {
        self.members.remove(&permutation.members);
        self.permutations.pop();
        self.size -= permutation.size;
        self.total -= permutation.total;
        self.terms -= permutation.size as isize;
        for &(equation, count) in &permutation.equations {
            let (size, inside) = (self.equations[equation].size, self.inside[equation]);
            self.terms += Union::gain(size, inside - count) - Union::gain(size, inside);
            self.inside[equation] -= count;
        }
    }

    /// Runs `then` with one more permutation.
    fn with<T>(&mut self, at: usize, permutation: &Permutation, then: impl FnOnce(&mut Self) -> T) -> T {
        self.add(at, permutation);
        let result = then(self);
        self.remove(permutation);
        result
    }

    /// Keeps the sum that remains for the union if it has fewer terms than `terms`, the terms that remain for its
    /// parts; otherwise it follows from the sums of the parts.
    fn note_if_less_than(&mut self, terms: isize) {
        if self.terms < terms {
            self.note();
        }
    }

    /// Keeps the sum that remains for the union, if it is short.
    fn note(&mut self) {
        if self.terms <= 0 || self.terms > MOST_TERMS as isize || self.terms as usize == self.size {
            return;
        }
        self.covered.clear();
        self.used.clear();
        let mut terms: SmallVec<[Term; MOST_TERMS]> = SmallVec::new();
        let mut total = self.total;
        for (at, (equation, &inside)) in self.equations.iter().zip(&self.inside).enumerate() {
            if 2 * inside > equation.size && self.covered.is_apart_from(&equation.members) {
                self.covered.add(&equation.members);
                self.used.push(at as u32);
                total -= equation.total;
                if inside < equation.size {
                    if terms.len() + equation.size - inside > MOST_TERMS {
                        return;
                    }
                    equation.members.without(&self.members).for_each(|at| terms.push(Term::new(at, false)));
                }
            }
        }
        for at in self.members.without(&self.covered) {
            if terms.len() == MOST_TERMS {
                return;
            }
            terms.push(Term::new(at, true));
        }
        terms.sort_unstable();
        let permutations = self.permutations.iter().copied().map(Part::Permutation);
        let equations = self.used.iter().copied().map(Part::Equation);
        self.found.add(Sum { terms, total }, permutations.chain(equations));
    }
}

/// Enumerates unions of linked permutations of a layer, each once: it begins with the union's first permutation and
/// never adds one that was skipped.
struct Growth<'a> {
    layer: &'a [Permutation],
    /// The place of the layer's first permutation.
    start: usize,
    /// For each permutation those that it is linked with.
    linked: Vec<IndexSet>,
    /// For each permutation, whether it is in the union, linked with a permutation of the union, or skipped.
    is_near: Vec<bool>,
    /// The permutations that may come next, for one union after the other.
    candidates: Vec<usize>,
    looked_at: usize,
}

impl<'a> Growth<'a> {
    fn new(layer: &'a [Permutation], start: usize, linked: Vec<IndexSet>) -> Growth<'a> {
        let is_near = vec![false; layer.len()];
        Growth { layer, start, linked, is_near, candidates: Vec::new(), looked_at: 0 }
    }

    /// Returns whether each permutation is linked with the next one, as rows of a grid are.
    fn is_sequence(&self) -> bool {
        (1..self.layer.len()).all(|at| self.linked[at].has(at as u32 - 1))
    }

    /// Examines all unions of permutations that follow each other.
    fn runs(&mut self, union: &mut Union<'_>) {
        for first in 0..self.layer.len() {
            union.clear();
            for (at, permutation) in self.layer.iter().enumerate().skip(first) {
                if self.looked_at >= MOST_UNIONS {
                    break;
                }
                self.looked_at += 1;
                let before = union.terms;
                union.add(self.start + at, permutation);
                union.note_if_less_than(before + permutation.terms);
            }
        }
        union.clear();
    }

    /// Examines all unions of few permutations.
    fn unions_of(&mut self, union: &mut Union<'_>) {
        for first in 0..self.layer.len() {
            self.is_near[first] = true;
            self.candidates.push(first);
            self.grow(union, 0, first, 0);
            self.candidates.clear();
            self.is_near[first] = false;
        }
    }

    /// Adds each of the candidates from index `begin` on to a union of `size` permutations, and recurses.
    fn grow(&mut self, union: &mut Union<'_>, begin: usize, first: usize, size: usize) {
        let end = self.candidates.len();
        for at in begin..end {
            if self.looked_at >= MOST_UNIONS {
                return;
            }
            self.looked_at += 1;
            let next = self.candidates[at];
            let permutation = &self.layer[next];
            let before = union.terms;
            union.with(self.start + next, permutation, |union| {
                union.note_if_less_than(before + permutation.terms);
                if size + 1 < MOST_TOGETHER {
                    // The candidates not yet tried, and the new neighbours.
                    self.candidates.extend_from_within(at + 1..end);
                    let new = self.candidates.len();
                    for other in self.linked[next].iter().map(|other| other as usize) {
                        if other > first && !self.is_near[other] {
                            self.is_near[other] = true;
                            self.candidates.push(other);
                        }
                    }
                    self.grow(union, end, first, size + 1);
                    self.candidates[new..].iter().for_each(|&other| self.is_near[other] = false);
                    self.candidates.truncate(end);
                }
            });
        }
    }
}
