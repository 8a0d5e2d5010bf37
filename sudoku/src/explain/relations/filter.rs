//! Filtering of candidates by relations: a candidate stays if a tuple of the relation supports it.

use std::sync::Arc;

use csp::{Config, Decision, Search, Step, config::Learning};

use super::{Relation, Row, Table};
use crate::explain::map::Map;
use crate::explain::proof::Prover;
use crate::explain::truth::ones;
use crate::explain::work::Work;

/// The greatest number of tuples in a table.
const MOST_TUPLES: usize = 6_000;

/// The greatest number of tuples, as estimated from the candidates, for which a table is tried.
const MOST_ESTIMATED: f64 = 60_000.0;

/// The limits of nodes for enumerating a table, and for finding the tuples that support all candidates of a relation.
const NODES_FOR_TABLE: u64 = 30_000;
const NODES_FOR_SUPPORT: u64 = 200;

/// The limit of nodes for a question about the reason of a step.
const NODES_FOR_REASON: u64 = 500;

/// The work of a test for support, without its decisions, in units of a meter.
const SUPPORT_WORK: u32 = 8;

/// The greatest number of cells of a relation whose candidates are each tested for support. Larger relations are only
/// propagated.
const MOST_CELLS: usize = 20;

/// Filters for relations: a search of the model of each, compiled on demand.
#[derive(Debug, Default)]
pub(in crate::explain) struct Filters {
    searches: Vec<Option<Box<Search>>>,
}

impl Filters {
    /// Forgets the relations of the last puzzle.
    pub fn clear(&mut self) {
        self.searches.clear();
    }

    /// Updates the row of a relation for new candidates of its cells.
    pub fn update(&mut self, map: &Map, prover: &mut Prover, relation: usize, cells: &[u64], row: &mut Row) {
        let about = &map.relations[relation];
        let domains: Vec<u64> = about.cells.iter().map(|&cell| cells[cell]).collect();
        if row.domains == domains {
            return;
        }
        row.domains = domains;
        let Row { domains, live, table, alive, tried } = row;
        if domains.contains(&0) {
            live.clone_from(domains);
            return;
        }
        if table.as_ref().is_none_or(|table| !table.covers(domains)) {
            let estimate = estimate(map, about, domains);
            // Without a table so far, or if the last one no longer has all tuples.
            let is_due = table.take().is_some() || *tried == 0.0;
            if estimate <= MOST_ESTIMATED && (is_due || estimate < *tried / 3.0) {
                *tried = estimate;
                *table = self.enumerate(map, relation, domains, &mut prover.work).map(Arc::new);
            }
        }
        alive.clear();
        match table {
            Some(table) => {
                *alive = table.all();
                for (at, &domain) in domains.iter().enumerate() {
                    let gone = ones(!domain & map.all_values());
                    gone.for_each(|value| {
                        table.exclude(alive, at, value);
                    });
                }
                live.clear();
                live.extend(domains.iter().enumerate().map(|(at, &domain)| table.live(alive, at, domain)));
            }
            None if domains.len() > MOST_CELLS => {
                *live = prover.narrow(map, relation, domains).unwrap_or_else(|| vec![0; domains.len()]);
            }
            None => *live = self.supported(map, relation, domains, &mut prover.work),
        }
    }

    /// Returns the table of all tuples; `None` if there are too many or the limit is reached.
    fn enumerate(&mut self, map: &Map, relation: usize, domains: &[u64], work: &mut Work) -> Option<Table> {
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let search = self.search(map, relation, work)?;
        search.limit(work.nodes(NODES_FOR_TABLE));
        let before = search.nodes();
        search.assume(&assumptions(map, about, domains)).expect("the variables are of the model");
        let mut tuples: Vec<u8> = Vec::new();
        let end = loop {
            match search.step() {
                Step::Solution if tuples.len() < MOST_TUPLES * domains.len() => {
                    let values = about.vars.iter().map(|&var| (search.value(var) - first) as u8);
                    let begin = tuples.len();
                    tuples.extend(values);
                    // Several solutions that differ only in auxiliary variables have the same tuple. The search finds
                    // them one after the other.
                    if begin > 0 && tuples[begin - domains.len()..begin] == tuples[begin..] {
                        tuples.truncate(begin);
                    }
                }
                end => break end,
            }
        };
        work.decided(search.nodes() - before);
        (end == Step::Exhausted).then(|| Table::new(domains.to_vec(), map.numbering.values, &tuples))
    }

    /// Returns the values of each cell that a tuple supports, or for which the limit was reached.
    fn supported(&mut self, map: &Map, relation: usize, domains: &[u64], work: &mut Work) -> Vec<u64> {
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let mut assumed = assumptions(map, about, domains);
        let count = assumed.len();
        let mut live = domains.to_vec();
        let Some(search) = self.search(map, relation, work) else { return live };
        let mut known = vec![0; domains.len()];
        search.limit(work.nodes(NODES_FOR_SUPPORT));
        let before = search.nodes();
        for at in 0..domains.len() {
            for value in ones(domains[at]) {
                if known[at] >> value & 1 != 0 || work.spend(SUPPORT_WORK) {
                    continue;
                }
                assumed.truncate(count);
                assumed.push(Decision::Assign(about.vars[at], first + value as i32));
                search.assume(&assumed).expect("the variables are of the model");
                match search.step() {
                    Step::Solution => {
                        for (known, &var) in known.iter_mut().zip(&about.vars) {
                            *known |= 1 << (search.value(var) - first);
                        }
                    }
                    Step::Exhausted => live[at] &= !(1 << value),
                    Step::Limit => {}
                }
            }
        }
        work.decided(search.nodes() - before);
        live
    }

    /// Whether a relation has no tuple of some candidates. If that takes long to find out, it counts as having one.
    pub fn refutes(&mut self, map: &Map, relation: usize, domains: &[u64], work: &mut Work) -> bool {
        let Some(search) = self.search(map, relation, work).filter(|_| !work.spend(SUPPORT_WORK)) else {
            return false;
        };
        search.limit(work.nodes(NODES_FOR_REASON));
        let before = search.nodes();
        let assumed = assumptions(map, &map.relations[relation], domains);
        search.assume(&assumed).expect("the variables are of the model");
        let end = search.step();
        work.decided(search.nodes() - before);
        end == Step::Exhausted
    }

    /// The search of a relation; `None` after a limit.
    fn search(&mut self, map: &Map, relation: usize, work: &mut Work) -> Option<&mut Search> {
        if self.searches.len() != map.relations.len() {
            self.searches.clear();
            self.searches.resize_with(map.relations.len(), || None);
        }
        let search = &mut self.searches[relation];
        if search.is_none() {
            let config = Config::default().with_learning(Learning::Never);
            match map.relations[relation].model.search_within(&config, work.limits()) {
                Ok(made) => *search = Some(Box::new(made)),
                // A part of a model that compiles fails for no other reason.
                Err(_) => work.end(),
            }
        }
        search.as_deref_mut()
    }
}

/// The candidates of a relation's cells, as assumptions for its search.
fn assumptions(map: &Map, about: &Relation, domains: &[u64]) -> Vec<Decision> {
    let first = map.puzzle.grid().first_value();
    let mut assumptions = Vec::new();
    for (&var, &domain) in about.vars.iter().zip(domains) {
        if domain.is_power_of_two() {
            assumptions.push(Decision::Assign(var, first + domain.trailing_zeros() as i32));
        } else {
            let gone = ones(!domain & map.all_values());
            assumptions.extend(gone.map(|value| Decision::Remove(var, first + value as i32)));
        }
    }
    assumptions
}

/// Estimates the number of tuples: the product of the cells' numbers of candidates, each less the number of earlier
/// cells that see the cell.
fn estimate(map: &Map, about: &Relation, domains: &[u64]) -> f64 {
    let mut order: Vec<usize> = (0..domains.len()).collect();
    order.sort_by_key(|&at| domains[at].count_ones());
    let choices = order.iter().enumerate().map(|(index, &at)| {
        let seen = order[..index].iter().filter(|&&other| map.sees(about.cells[at], about.cells[other]));
        (f64::from(domains[at].count_ones()) - seen.count() as f64).max(1.0)
    });
    choices.product()
}
