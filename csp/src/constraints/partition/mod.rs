//! Partition: the places of a graph are divided into connected parts of equal size.
//!
//! Meaning: each place has a label. Each label has exactly `size` places, which are connected by edges between them.
//! Labels are 0, 1, 2, … in the order of the parts' first places, so that each division has one labelling. A
//! [pair](Partition::pair) is 1 if two places have the same label, else 0. The [values](Partition::different) in a
//! part are different.
//!
//! Strength: labels are weak as long as the parts are not known, so the propagator keeps for each pair of places
//! whether they are together or apart ([relation]). It derives the places that a part can [reach] and those that it
//! must contain, the division of the [room], the places of [values], and finally the [labels]. Each rule is sound;
//! together they are not domain-consistent.

mod filter;
mod labels;
mod reach;
mod relation;
mod room;
mod set;
mod values;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::engine::store::{Conflict, Shape};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

use filter::Filter;

/// A partition constraint, built by [`partition`].
#[derive(Clone, Debug)]
pub struct Partition {
    labels: Operands,
    size: usize,
    edges: Vec<(usize, usize)>,
    /// Truth values: whether the places of `ends` are together.
    pairs: Operands,
    ends: Vec<(usize, usize)>,
    values: Operands,
    scope: Vec<Var>,
}

/// Returns the constraint that the places of a graph are divided into connected parts of `size` places each.
/// Places of the same part have the same label; parts are numbered from 0 in the order of their first places.
/// Edges are undirected pairs of places, counted from 0.
///
/// ```
/// use csp::{Model, constraints::partition};
///
/// // Six places in two rows of three, divided into dominoes.
/// let mut model = Model::new();
/// let label = model.vars(6, 0..=2);
/// let edges = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
/// model.post(partition(&label, edges, 2));
/// assert_eq!(model.search()?.solutions().count(), 3);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn partition<T: Into<Operand>>(
    labels: impl IntoIterator<Item = T>,
    edges: impl IntoIterator<Item = (usize, usize)>,
    size: usize,
) -> Partition {
    let labels = Operands::new(labels);
    let none = || Operands::new::<Operand>([]);
    let scope = labels.scope().to_vec();
    let edges = edges.into_iter().collect();
    Partition { labels, size, edges, pairs: none(), ends: Vec::new(), values: none(), scope }
}

impl Partition {
    /// Adds an operand that is 1 if two places are in the same part, else 0.
    pub fn pair(mut self, a: usize, b: usize, together: impl Into<Operand>) -> Partition {
        self.pairs.push(together.into());
        self.ends.push((a, b));
        self.update()
    }

    /// Adds a value for each place. The values in a part are different.
    pub fn different<T: Into<Operand>>(mut self, values: impl IntoIterator<Item = T>) -> Partition {
        self.values = Operands::new(values);
        self.update()
    }

    fn update(mut self) -> Partition {
        self.scope = [self.labels.scope(), self.pairs.scope(), self.values.scope()].concat();
        self
    }
}

/// Number of words in the largest sets.
const MOST_WORDS: usize = 16;
const MOST_PLACES: usize = 64 * MOST_WORDS;

impl Constraint for Partition {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (labels, rest) = values.split_at(self.labels.scope().len());
        let (pairs, values) = rest.split_at(self.pairs.scope().len());
        let (labels, values) = (self.labels.values(labels), self.values.values(values));
        let mut parts = 0;
        for (place, &label) in labels.iter().enumerate() {
            if labels[..place].contains(&label) {
                continue;
            }
            let members: Vec<usize> = (0..labels.len()).filter(|&other| labels[other] == label).collect();
            let mut reached = vec![place];
            while let Some(&(a, b)) = self.edges.iter().find(|(a, b)| {
                labels[*a] == label && labels[*b] == label && reached.contains(a) != reached.contains(b)
            }) {
                reached.push(if reached.contains(&a) { b } else { a });
            }
            if label != parts || members.len() != self.size || reached.len() != self.size {
                return false;
            }
            parts += 1;
        }
        let differ =
            (0..values.len()).all(|a| (0..a).all(|b| labels[a] != labels[b] || values[a] != values[b]));
        let mut pairs = self.ends.iter().zip(self.pairs.values(pairs));
        differ && pairs.all(|(&(a, b), pair)| pair == i64::from(labels[a] == labels[b]))
    }

    fn post(&self, to: &mut Posting<'_>) {
        // Each width is a copy of the code that has to be compiled; between 81 and 256 places are usual.
        match self.labels.len().div_ceil(64) {
            0 => {}
            _ if self.is_large(to) => to.by_trial(),
            1..=2 => self.post_sized::<2>(to),
            3..=4 => self.post_sized::<4>(to),
            _ => self.post_sized::<MOST_WORDS>(to),
        }
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let places = self.labels.len();
        let ends = self.edges.iter().chain(&self.ends);
        let beyond = ends.map(|&(a, b)| a.max(b)).find(|&end| end >= places);
        let what = if self.size == 0 {
            Some("has parts of 0 places".into())
        } else if let Some(place) = beyond {
            Some(format!("leads to place {place}; there are {places}, counted from 0"))
        } else {
            let is_wrong = ![0, places].contains(&self.values.len());
            is_wrong.then(|| format!("has {} values for {places} places", self.values.len()))
        };
        if let Some(what) = what {
            return Some(Error::bad_constraint(format!(
                "a partition of {} {what}",
                self.labels.names(model)
            )));
        }
        [&self.labels, &self.pairs, &self.values].into_iter().find_map(|operands| operands.fault(model))
    }
}

impl Partition {
    /// Returns whether there are too many places or parts for the propagator, or too large a span of labels
    /// or values.
    fn is_large(&self, to: &mut Posting<'_>) -> bool {
        let [labels, values] = [&self.labels, &self.values].map(|operands| operands.views(to));
        let store = to.store();
        let mut is_large = labels.len() > MOST_PLACES || labels.len() / self.size > 64;
        for views in [labels, values] {
            let low = views.iter().map(|&view| store.min(view)).min().unwrap_or(0);
            let high = views.iter().map(|&view| store.max(view)).max().unwrap_or(0);
            is_large |= i64::from(high) - i64::from(low) >= 64;
            is_large |= views.iter().any(|view| store.shape(view.slot) != Shape::Word);
        }
        is_large
    }

    fn post_sized<const W: usize>(&self, to: &mut Posting<'_>) {
        let (labels, pairs, values) = (self.labels.views(to), self.pairs.views(to), self.values.views(to));
        let (places, parts) = (labels.len(), labels.len() / self.size);
        if !places.is_multiple_of(self.size) {
            return to.narrow(|_| Err(Conflict));
        }
        to.narrow(|store| {
            for &label in &labels {
                store.at_least(label, 0)?;
                store.at_most(label, parts as i32 - 1)?;
            }
            pairs.iter().try_for_each(|&pair| store.at_least(pair, 0).and_then(|()| store.at_most(pair, 1)))
        });
        Filter::<W>::post(self, [labels, pairs, values], to);
    }
}
