//! The propagator.

use super::SingleLoop;
use super::blocks::{Blocks, NONE};
use super::graph::{Graph, links_at};
use crate::compile::posting::Posting;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store};

#[derive(Debug)]
pub(super) struct Filter {
    pub graph: Graph,
    /// Scratch.
    blocks: Blocks,
    /// For each point one that is nearer to the point that stands for its path.
    paths: Vec<usize>,
}

pub(super) fn post(of: &SingleLoop, to: &mut Posting<'_>) {
    let views = of.links.views(to);
    to.narrow(|store| {
        views.iter().try_for_each(|&view| {
            store.at_least(view, 0)?;
            store.at_most(view, 1)
        })
    });
    let graph = Graph { views, ends: of.edges.clone(), at: links_at(&of.edges) };
    to.propagator(Filter { graph, blocks: Blocks::default(), paths: Vec::new() });
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "single loop"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.graph.views.iter().for_each(|view| watch(view.slot, Event::Fix));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn work(&self, slots: usize) -> u32 {
        4 + slots as u32 / 8
    }

    fn memory(&self) -> usize {
        let Graph { views, ends, at } = &self.graph;
        let lists: usize = at.iter().map(|list| size_of_val(&**list) + size_of_val(list)).sum();
        size_of_val(self) + size_of_val(&**views) + size_of_val(&**ends) + lists
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.explain_narrowing(query, why)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        loop {
            let before = store.trail().len();
            self.count(store)?;
            self.leave_paths_open(store)?;
            self.keep_a_block(store)?;
            if store.trail().len() == before {
                return Ok(Status::Fixpoint);
            }
        }
    }
}

impl Filter {
    /// Narrows by the number of links at each point, until nothing changes.
    fn count(&self, store: &mut Store) -> Result<(), Conflict> {
        let Graph { views, at, .. } = &self.graph;
        let mut begin = usize::MAX;
        while begin != store.trail().len() {
            begin = store.trail().len();
            for links in at {
                let used = links.iter().filter(|&&link| self.graph.is_in(link, store)).count();
                let may = links.iter().filter(|&&link| self.graph.may(link, store)).count();
                // With two links the point is complete, and with one that may be used it has too few.
                let (enough, all) = (used >= 2 || may == 1, used == 1 && may <= 2);
                if used > 2 || used == 1 && may == 1 {
                    return Err(Conflict);
                }
                if !enough && !all || used == may {
                    continue;
                }
                for &link in links {
                    if !store.is_fixed(views[link]) {
                        store.assign(views[link], i32::from(!enough))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes links that close a path that is not everything.
    fn leave_paths_open(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Filter { graph, paths, .. } = self;
        paths.clear();
        paths.extend(0..graph.at.len());
        let links = 0..graph.ends.len();
        let mut is_closed = false;
        for link in links.clone().filter(|&link| graph.is_in(link, store)) {
            let (a, b) = graph.ends[link];
            let (a, b) = (root(paths, a), root(paths, b));
            is_closed |= a == b;
            paths[a] = b;
        }
        let mut used = links.clone().filter(|&link| graph.is_in(link, store));
        let first = used.next().map(|link| root(paths, graph.ends[link].0));
        let are_several = used.any(|link| Some(root(paths, graph.ends[link].0)) != first);
        if is_closed && are_several {
            return Err(Conflict);
        }
        for link in links.filter(|_| is_closed || are_several) {
            let (a, b) = graph.ends[link];
            if !store.is_fixed(graph.views[link]) && (is_closed || root(paths, a) == root(paths, b)) {
                store.assign(graph.views[link], 0)?;
            }
        }
        Ok(())
    }

    /// Keeps the links of one block: that of the links that are used, or those that are no bridges.
    fn keep_a_block(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Filter { graph, blocks, .. } = self;
        blocks.find(graph, |link| graph.may(link, store));
        let mut links = 0..graph.ends.len();
        let used = links.find(|&link| graph.is_in(link, store)).map(|link| blocks.of[link]);
        let mut is_possible = false;
        for link in 0..graph.ends.len() {
            let block = blocks.of[link];
            if block == NONE {
                continue;
            }
            if used.is_some_and(|used| used != block) || blocks.sizes[block] == 1 {
                store.assign(graph.views[link], 0)?;
            } else {
                is_possible = true;
            }
        }
        if is_possible { Ok(()) } else { Err(Conflict) }
    }
}

/// Returns the point that stands for a path.
fn root(paths: &mut [usize], mut point: usize) -> usize {
    while paths[point] != point {
        paths[point] = paths[paths[point]];
        point = paths[point];
    }
    point
}
