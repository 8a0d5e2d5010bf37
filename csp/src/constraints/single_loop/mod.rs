//! Single loop: links of a graph that are 1 form one closed loop.
//!
//! Meaning: at least one link is 1; at each point none or two links are; and those that are, are connected.
//!
//! Strength: the number of links at a point; a path that is closed before it is everything is out (Caseau & Laburthe
//! 1997); and a loop lies in one block of the graph, a part without cut points (Hopcroft & Tarjan 1973): links of other
//! blocks are out, and so are bridges. Each rule is sound; together they are not domain-consistent. Cost: one visit of each
//! link for each round of narrowing.

mod blocks;
mod explain;
mod filter;
mod graph;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Literal, Refused};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

use graph::links_at;

/// A constraint on a loop, built by [`single_loop`].
#[derive(Clone, Debug)]
pub struct SingleLoop {
    links: Operands,
    edges: Vec<(usize, usize)>,
}

/// Returns the constraint that the links with 1 form one closed loop; the others have 0. For each link there is an edge:
/// the points that it joins, counted from 0.
///
/// ```
/// use csp::{Model, constraints::single_loop};
///
/// // Three by three points, each joined to those beside it: the loops around one square, two, three or all.
/// let mut model = Model::new();
/// let across = (0..9).filter(|at| at % 3 < 2).map(|at| (at, at + 1));
/// let edges: Vec<(usize, usize)> = across.chain((0..6).map(|at| (at, at + 3))).collect();
/// let link = model.vars(edges.len(), 0..=1);
/// model.post(single_loop(&link, edges));
/// assert_eq!(model.search()?.solutions().count(), 4 + 4 + 4 + 1);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn single_loop<T: Into<Operand>>(
    links: impl IntoIterator<Item = T>,
    edges: impl IntoIterator<Item = (usize, usize)>,
) -> SingleLoop {
    SingleLoop { links: Operands::new(links), edges: edges.into_iter().collect() }
}

impl Constraint for SingleLoop {
    fn scope(&self) -> &[Var] {
        self.links.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.links.values(values);
        let Some(first) = values.iter().position(|&value| value == 1) else { return false };
        let at = links_at(&self.edges);
        let used = |point: usize| at[point].iter().filter(|&&link| values[link] == 1);
        let is_even = (0..at.len()).all(|point| [0, 2].contains(&used(point).count()));
        if !is_even || values.iter().any(|value| !(0..=1).contains(value)) {
            return false;
        }
        let mut walked = vec![first];
        let mut point = self.edges[first].1;
        while let Some(&next) = used(point).find(|link| !walked.contains(link)) {
            walked.push(next);
            let (a, b) = self.edges[next];
            point = if a == point { b } else { a };
        }
        walked.len() == values.iter().filter(|&&value| value == 1).count()
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let mut links = Vec::with_capacity(self.links.len());
        for link in to.numbers(self.links.all()) {
            let others = to.values(link).into_iter().filter(|value| !(0..=1).contains(value));
            others.collect::<Vec<_>>().into_iter().for_each(|value| to.clause([!to.is(link, value)]));
            links.push(to.is(link, 1));
        }
        to.clause(links.iter().copied());
        let mut touching = Vec::new();
        for at in links_at(&self.edges) {
            for (i, &a) in at.iter().enumerate() {
                let others = at.iter().filter(|&&other| other != a).map(|&other| links[other]);
                to.clause(others.chain([!links[a]]).collect::<Vec<Literal>>());
                for (j, &b) in at[..i].iter().enumerate() {
                    touching.push((b, a));
                    at[..j].iter().for_each(|&c| to.clause([!links[a], !links[b], !links[c]]));
                }
            }
        }
        to.connected(&links, &touching, usize::MAX)
    }

    fn post(&self, to: &mut Posting<'_>) {
        filter::post(self, to);
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let (links, edges) = (self.links.len(), self.edges.len());
        let what = if links != edges {
            format!("has {links} links and {edges} edges; give an edge for each link")
        } else if let Some(at) = self.edges.iter().position(|(a, b)| a == b) {
            format!("has edge {at}, which joins point {} to itself", self.edges[at].0)
        } else {
            return self.links.fault(model);
        };
        Some(Error::bad_constraint(format!("a loop of {} {what}", self.links.names(model))))
    }
}
