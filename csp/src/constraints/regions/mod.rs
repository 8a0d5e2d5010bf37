//! Regions: the places of each of some labels are a connected part of a graph, perhaps of a given size.
//!
//! Meaning: each place has a label. The places of a label that is named as a region are connected by edges between them,
//! and their number is within the region's bounds. Other labels are free.
//!
//! Strength: as [connected](super::connected), by which a region alone without bounds is domain-consistent; and by the
//! sizes, for each region: a place to which the known part cannot grow without becoming too large is outside, and a place
//! without which it cannot become large enough is inside ([rule]; cut places as in Prosser & Unsworth, ECAI 2006).
//! Together this is not domain-consistent.

mod rule;

use std::ops::{Bound, RangeBounds};

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::labelled::{Filter, Labelled, edges_among};
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Literal, Refused};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::model::values::{MAX_VALUE, MIN_VALUE};

use rule::RegionRule;

/// A constraint on labelled regions, built by [`regions`].
#[derive(Clone, Debug)]
pub struct Regions {
    labels: Operands,
    edges: Vec<(usize, usize)>,
    regions: Vec<Region>,
}

/// A label whose places are connected.
#[derive(Clone, Copy, Debug)]
struct Region {
    label: i32,
    /// The bounds of the number of places.
    least: usize,
    most: usize,
}

/// Returns a constraint on places with labels in a graph, which has yet no [region](Regions::region). Edges are
/// undirected pairs of places, counted from 0.
///
/// ```
/// use csp::{Model, constraints::regions};
///
/// // Five places in a row: label 1 has two of them side by side, label 2 at most one, and label 0 the rest.
/// let mut model = Model::new();
/// let label = model.vars(5, 0..=2);
/// let edges = (0..4).map(|at| (at, at + 1));
/// model.post(regions(&label, edges).region(1, 2..=2).region(2, ..=1));
/// assert_eq!(model.search()?.solutions().count(), 4 + 4 * 3);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn regions<T: Into<Operand>>(
    labels: impl IntoIterator<Item = T>,
    edges: impl IntoIterator<Item = (usize, usize)>,
) -> Regions {
    Regions { labels: Operands::new(labels), edges: edges.into_iter().collect(), regions: Vec::new() }
}

impl Regions {
    /// Adds that the places of a label are connected, and how many they may be: `5..=5` for five, `..` for any number,
    /// also none.
    pub fn region(mut self, label: i32, sizes: impl RangeBounds<usize>) -> Regions {
        let least = match sizes.start_bound() {
            Bound::Included(&least) => least,
            Bound::Excluded(&below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let most = match sizes.end_bound() {
            Bound::Included(&most) => Some(most),
            Bound::Excluded(&above) => above.checked_sub(1),
            Bound::Unbounded => Some(usize::MAX),
        };
        // An empty range allows no size.
        let (least, most) = most.map_or((usize::MAX, 0), |most| (least, most));
        self.regions.push(Region { label, least, most });
        self
    }
}

impl Constraint for Regions {
    fn scope(&self) -> &[Var] {
        self.labels.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let labels = self.labels.values(values);
        self.regions.iter().all(|region| {
            let is_in = |place: usize| labels[place] == i64::from(region.label);
            let count = (0..labels.len()).filter(|&place| is_in(place)).count();
            let mut reached = vec![false; labels.len()];
            if let Some(start) = (0..labels.len()).find(|&place| is_in(place)) {
                reached[start] = true;
            }
            while let Some(&(a, b)) =
                self.edges.iter().find(|&&(a, b)| is_in(a) && is_in(b) && reached[a] != reached[b])
            {
                (reached[a], reached[b]) = (true, true);
            }
            let reached = reached.into_iter().filter(|&reached| reached).count();
            (region.least..=region.most).contains(&count) && reached == count
        })
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let places = to.numbers(self.labels.all());
        for region in &self.regions {
            let label = i64::from(region.label);
            let kept: Vec<bool> = places.iter().map(|&place| to.values(place).contains(&label)).collect();
            let inside: Vec<Literal> = places
                .iter()
                .zip(&kept)
                .filter(|(_, kept)| **kept)
                .map(|(&place, _)| to.is(place, label))
                .collect();
            if region.least > 1 || region.most < inside.len() {
                to.needs(Language::Inequalities)?;
            }
            if region.least > inside.len() {
                to.clause([]);
                continue;
            }
            to.connected(&inside, &edges_among(&self.edges, &kept), region.most)?;
            if region.least > 0 {
                to.sum_of_literals(inside.iter().map(|&literal| (1, literal)), region.least as i64);
            }
            if region.most < inside.len() {
                to.sum_of_literals(inside.iter().map(|&literal| (-1, literal)), -(region.most as i64));
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let places = self.labels.views(to);
        let rule = |&Region { label, least, most }: &Region| RegionRule {
            graph: Labelled::new(label, &places, &self.edges, to.store()),
            least,
            most,
        };
        let rules = self.regions.iter().map(rule).collect();
        Filter::post("regions", rules, to);
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let places = self.labels.len();
        let wrong = self.edges.iter().position(|(a, b)| *a.max(b) >= places);
        let repeated =
            |at: &usize| self.regions[..*at].iter().any(|other| other.label == self.regions[*at].label);
        let what = if let Some(at) = wrong {
            let (a, b) = self.edges[at];
            let beyond = a.max(b);
            format!(
                "have edge {at} ({a} to {b}), which leads to place {beyond}; there are {places}, counted from 0"
            )
        } else if let Some(at) = (0..self.regions.len()).find(repeated) {
            format!("name label {} twice", self.regions[at].label)
        } else if let Some(Region { label, .. }) =
            self.regions.iter().find(|region| !(MIN_VALUE..=MAX_VALUE).contains(&region.label))
        {
            format!("name label {label}, which is outside -2^28 to 2^28")
        } else if let Some(Region { label, least, most }) =
            self.regions.iter().find(|region| region.least > region.most)
        {
            format!("have label {label} with no size, at least {least} and at most {most}")
        } else {
            return self.labels.fault(model);
        };
        Some(Error::bad_constraint(format!("regions of {} {what}", self.labels.names(model))))
    }
}
