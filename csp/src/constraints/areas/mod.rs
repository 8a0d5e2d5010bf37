//! Areas: each largest connected group of places with equal numbers has as many places as its number says.
//!
//! Meaning: the places with the same number that are connected by edges between them are n if the number is n.
//!
//! Strength: for each number, the [rule] considers the parts that are known so far. A part of its number is complete, and
//! the places around it take another number. A smaller part must grow: a place without which it cannot reach its size has
//! the number, too (a cut place of what it can reach; the only exit is one). A place that would join parts to too many is
//! different, and so are places of a part of the graph that is too small. This finds areas of which no place is known as
//! well. Together this is not domain-consistent.

mod rule;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::labelled::{Filter, Labelled};
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Literal, Refused, Sum};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

use rule::AreaRule;

/// Largest number of auxiliary variables in an encoding.
const MOST_AUXILIARIES: usize = 1 << 16;

/// A constraint on areas, built by [`areas`].
#[derive(Clone, Debug)]
pub struct Areas {
    numbers: Operands,
    edges: Vec<(usize, usize)>,
}

/// Returns the constraint that each largest connected group of places with equal numbers has as many places as the number
/// says. Edges are undirected pairs of places, counted from 0.
///
/// ```
/// use csp::{Model, constraints::areas};
///
/// // Three places in a row: 1 2 2, 2 2 1 or 3 3 3.
/// let mut model = Model::new();
/// let number = model.vars(3, 1..=3);
/// model.post(areas(&number, [(0, 1), (1, 2)]));
/// assert_eq!(model.search()?.solutions().count(), 3);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn areas<T: Into<Operand>>(
    numbers: impl IntoIterator<Item = T>,
    edges: impl IntoIterator<Item = (usize, usize)>,
) -> Areas {
    Areas { numbers: Operands::new(numbers), edges: edges.into_iter().collect() }
}

impl Areas {
    /// Returns the neighbours of each place.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.numbers.len()];
        for &(a, b) in &self.edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }
}

impl Constraint for Areas {
    fn scope(&self) -> &[Var] {
        self.numbers.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let numbers = self.numbers.values(values);
        let neighbours = self.neighbours();
        (0..numbers.len()).all(|start| {
            let mut area = vec![start];
            let mut next = 0;
            while let Some(&place) = area.get(next) {
                next += 1;
                for &to in &neighbours[place] {
                    if numbers[to] == numbers[start] && !area.contains(&to) {
                        area.push(to);
                    }
                }
            }
            area.len() as i64 == numbers[start]
        })
    }

    /// Defines for each place the places of its area: those within one step, two steps and so on, up to one step more
    /// than a complete area takes.
    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let numbers = to.numbers(self.numbers.all());
        let neighbours = self.neighbours();
        let count = numbers.len();
        let most = to.all_values(&numbers).into_iter().max().unwrap_or(0).clamp(0, count as i64) as usize;
        if count * count * most * 4 > MOST_AUXILIARIES {
            return Err(Refused::TooLarge);
        }
        let mut equal = vec![Vec::new(); count];
        for (place, list) in neighbours.iter().enumerate() {
            for &other in list {
                let both = to.all_values(&[numbers[place], numbers[other]]);
                let is_both =
                    both.into_iter().map(|value| [place, other].map(|place| to.is(numbers[place], value)));
                let is_both: Vec<[Literal; 2]> = is_both.collect();
                let is_both: Vec<Literal> = is_both.iter().map(|both| to.conjunction(both)).collect();
                let literal = to.disjunction(&is_both);
                equal[place].push((other, literal));
            }
        }
        for start in 0..count {
            let always = to.conjunction(&[]);
            let mut reached: Vec<Literal> = vec![!always; count];
            reached[start] = always;
            for _ in 0..most {
                let before = reached.clone();
                for place in (0..count).filter(|&place| place != start) {
                    let from = equal[place].iter().map(|&(other, equal)| [before[other], equal]);
                    let from: Vec<[Literal; 2]> = from.collect();
                    let mut ways: Vec<Literal> = from.iter().map(|way| to.conjunction(way)).collect();
                    ways.push(before[place]);
                    reached[place] = to.disjunction(&ways);
                }
            }
            let mut sum = Sum::default();
            to.add(&mut sum, -1, numbers[start]);
            reached.iter().for_each(|&literal| sum.add_literal(1, literal));
            to.sum_at_least(&sum, 0);
            to.sum_at_most(&sum, 0);
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let places = self.numbers.views(to);
        let most = places.len() as i32;
        to.narrow(|store| {
            places.iter().try_for_each(|&place| {
                store.at_least(place, 1)?;
                store.at_most(place, most)
            })
        });
        let graph = |number: i32| Labelled::new(number, &places, &self.edges, to.store());
        let rules = (1..=most).map(graph).filter(|graph| !graph.views.is_empty());
        let rules = rules.map(|graph| AreaRule { graph }).collect();
        Filter::post("areas", rules, to);
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let places = self.numbers.len();
        let wrong = self.edges.iter().enumerate().find(|(_, (a, b))| *a.max(b) >= places);
        if let Some((at, (a, b))) = wrong {
            return Some(Error::bad_constraint(format!(
                "areas of {} have edge {at} ({a} to {b}), which leads to place {}; there are {places}, counted from 0",
                self.numbers.names(model),
                a.max(b)
            )));
        }
        self.numbers.fault(model)
    }
}
