//! Cut places: those without which others are not reached (Tarjan 1972).

use super::{Known, Labelled};

/// A place during the search for cut places.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visit {
    /// Time of the first visit, from 1, and the earliest time reached from the subtree.
    pub seen: usize,
    low: usize,
    /// The number of places in the subtree, and whether one of them has the label.
    size: usize,
    leads_on: bool,
    /// The number of places that are cut off without the place, and whether one of them has the label.
    pub cut: usize,
    pub cuts: bool,
}

/// The search for cut places.
#[derive(Debug, Default)]
pub struct Cuts {
    pub places: Vec<Visit>,
    path: Vec<(usize, usize)>,
}

impl Cuts {
    /// Searches depth-first over the places that are `open`, from one that has the label.
    pub fn find(&mut self, graph: &Labelled, known: &Known, start: usize, open: impl Fn(usize) -> bool) {
        let Cuts { places, path } = self;
        places.clear();
        places.resize(graph.views.len(), Visit::default());
        let mut count = 0;
        let mut visit = |place: usize, places: &mut Vec<Visit>| {
            count += 1;
            places[place] =
                Visit { seen: count, low: count, size: 1, leads_on: known.has(place), ..Visit::default() };
        };
        visit(start, places);
        path.clear();
        path.push((start, 0));
        while let Some((place, next)) = path.last_mut() {
            let from = *place;
            let Some(&to) = graph.neighbours[from].get(*next) else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let Visit { low, size, leads_on, .. } = places[from];
                    let above = &mut places[parent];
                    above.low = above.low.min(low);
                    above.size += size;
                    above.leads_on |= leads_on;
                    if low >= above.seen {
                        above.cut += size;
                        above.cuts |= leads_on;
                    }
                }
                continue;
            };
            *next += 1;
            if places[to].seen > 0 {
                places[from].low = places[from].low.min(places[to].seen);
            } else if open(to) {
                visit(to, places);
                path.push((to, 0));
            }
        }
    }
}
