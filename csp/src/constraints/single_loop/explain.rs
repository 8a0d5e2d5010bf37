//! Reasons: the links at a point, the path that would be closed, and cuts.

use super::blocks::{Blocks, NONE};
use super::filter::Filter;
use super::graph::Graph;
use crate::engine::reasons::{Query, Why};

impl Filter {
    pub fn explain_narrowing(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let graph = &self.graph;
        if query.is_conflict() {
            return graph.explain_conflict(why);
        }
        // A variable may occur several times.
        (0..graph.views.len()).any(|link| {
            query.is_about(graph.views[link])
                && why.attempt(|why| {
                    let removed = why.removed(query, graph.views[link]);
                    removed.iter().all(|value| match value {
                        0 => graph.explain_in(link, why),
                        1 => graph.explain_out(link, why),
                        _ => false,
                    })
                })
        })
    }
}

impl Graph {
    fn add(&self, link: usize, why: &mut Why<'_>) {
        why.fixed(self.views[link]);
    }

    fn used<'a>(&'a self, why: &Why<'a>) -> impl Iterator<Item = usize> + use<'a> {
        let store = why.store();
        (0..self.ends.len()).filter(|&link| self.is_in(link, store))
    }

    /// Explains that a link is used: at one of its points, it goes on from another.
    fn explain_in(&self, link: usize, why: &mut Why<'_>) -> bool {
        let (a, b) = self.ends[link];
        [a, b].into_iter().any(|point| self.explain_last(point, link, 1, why))
    }

    /// Explains that all but one of the links at a point are decided, and so many of them are used.
    fn explain_last(&self, point: usize, link: usize, used: usize, why: &mut Why<'_>) -> bool {
        let others = || self.at[point].iter().copied().filter(|&other| other != link);
        let is_known = others().all(|other| why.store().is_fixed(self.views[other]));
        if !is_known || others().filter(|&other| self.is_in(other, why.store())).count() != used {
            return false;
        }
        others().for_each(|other| self.add(other, why));
        true
    }

    /// Explains that a link is not used.
    fn explain_out(&self, link: usize, why: &mut Why<'_>) -> bool {
        let (a, b) = self.ends[link];
        for point in [a, b] {
            let store = why.store();
            let used =
                self.at[point].iter().copied().filter(|&other| other != link && self.is_in(other, store));
            let two: Vec<usize> = used.take(2).collect();
            if let [one, other] = two[..] {
                self.add(one, why);
                self.add(other, why);
                return true;
            }
            if self.explain_last(point, link, 0, why) {
                return true;
            }
        }
        self.explain_closing(link, why) || self.explain_apart(link, why)
    }

    /// Explains by a path that a link would close while another link is used, or by a loop without the link.
    fn explain_closing(&self, link: usize, why: &mut Why<'_>) -> bool {
        let (a, b) = self.ends[link];
        if let Some(path) = self.path(a, b, link, why)
            && let Some(other) = self.used(why).find(|other| *other != link && !path.contains(other))
        {
            path.into_iter().chain([other]).for_each(|link| self.add(link, why));
            return true;
        }
        self.closed(why).filter(|closed| !closed.contains(&link)).is_some_and(|closed| {
            closed.into_iter().for_each(|link| self.add(link, why));
            true
        })
    }

    /// Returns the links of a path of used links from one point to another, without a link.
    fn path(&self, from: usize, to: usize, without: usize, why: &Why<'_>) -> Option<Vec<usize>> {
        let (mut path, mut point, mut last) = (Vec::new(), from, without);
        while point != to {
            let is_next = |&link: &usize| link != last && link != without && self.is_in(link, why.store());
            last = self.at[point].iter().copied().find(is_next)?;
            if path.len() == self.ends.len() {
                return None;
            }
            path.push(last);
            point = self.other_end(last, point);
        }
        Some(path)
    }

    /// Returns a closed loop of used links.
    fn closed(&self, why: &Why<'_>) -> Option<Vec<usize>> {
        self.used(why).find_map(|link| {
            let (a, b) = self.ends[link];
            let mut closed = self.path(a, b, link, why)?;
            closed.push(link);
            Some(closed)
        })
    }

    /// Explains by a cut that no loop passes a link: the link is a bridge, or parted from a link that is used by a point.
    fn explain_apart(&self, link: usize, why: &mut Why<'_>) -> bool {
        let (a, b) = self.ends[link];
        let [near, far] = [(a, b), (b, a)].map(|(from, to)| {
            let part = self.part([from], None, Some(link), why);
            (!part[to]).then(|| self.rim(&part, None, link))
        });
        if let Some(cut) = shorter(near, far) {
            cut.into_iter().for_each(|other| self.add(other, why));
            return true;
        }
        let mut blocks = Blocks::default();
        blocks.find(self, |link| self.may(link, why.store()));
        let block = blocks.of[link];
        let used: Vec<usize> = self.used(why).filter(|&other| blocks.of[other] != block).collect();
        if block == NONE || used.is_empty() {
            return false;
        }
        // The points of the block, and none, if the other link cannot be reached at all.
        let own = (0..self.ends.len()).filter(|&other| blocks.of[other] == block);
        let points = own.flat_map(|other| [self.ends[other].0, self.ends[other].1]).map(Some);
        let mut points: Vec<Option<usize>> = points.chain([None]).collect();
        points.sort_unstable();
        points.dedup();
        points.into_iter().any(|point| {
            let part = self.part([a, b], point, None, why);
            let is_beyond = |&other: &usize| {
                let (a, b) = self.ends[other];
                !part[a] && !part[b]
            };
            let Some(other) = used.iter().copied().find(is_beyond) else { return false };
            let (c, d) = self.ends[other];
            let rest = self.part([c, d], point, None, why);
            let cut = shorter(Some(self.rim(&part, point, NONE)), Some(self.rim(&rest, point, NONE)));
            cut.into_iter().flatten().chain([other]).for_each(|link| self.add(link, why));
            true
        })
    }

    /// Returns the points that are reached from some by links that may be used, but not through a point or a link.
    fn part<const N: usize>(
        &self,
        from: [usize; N],
        besides: Option<usize>,
        without: Option<usize>,
        why: &Why<'_>,
    ) -> Vec<bool> {
        let mut part = vec![false; self.at.len()];
        let mut open: Vec<usize> = from.into_iter().filter(|&point| Some(point) != besides).collect();
        open.iter().for_each(|&point| part[point] = true);
        while let Some(point) = open.pop() {
            for &link in &self.at[point] {
                let to = self.other_end(link, point);
                if !part[to] && Some(to) != besides && Some(link) != without && self.may(link, why.store()) {
                    part[to] = true;
                    open.push(to);
                }
            }
        }
        part
    }

    /// Returns the links that lead out of a part, but not to a point, and without a link.
    fn rim(&self, part: &[bool], besides: Option<usize>, without: usize) -> Vec<usize> {
        let leads_out = |&link: &usize| {
            let (a, b) = self.ends[link];
            link != without && part[a] != part[b] && Some(a) != besides && Some(b) != besides
        };
        (0..self.ends.len()).filter(leads_out).collect()
    }

    fn explain_conflict(&self, why: &mut Why<'_>) -> bool {
        for at in &self.at {
            let store = why.store();
            let used: Vec<usize> =
                at.iter().copied().filter(|&link| self.is_in(link, store)).take(3).collect();
            if used.len() == 3 {
                used.into_iter().for_each(|link| self.add(link, why));
                return true;
            }
            if used.len() == 1 && at.iter().all(|&link| store.is_fixed(self.views[link])) {
                at.iter().for_each(|&link| self.add(link, why));
                return true;
            }
        }
        if let Some(closed) = self.closed(why)
            && let Some(other) = self.used(why).find(|link| !closed.contains(link))
        {
            closed.into_iter().chain([other]).for_each(|link| self.add(link, why));
            return true;
        }
        if (0..self.ends.len()).all(|link| !self.may(link, why.store())) {
            (0..self.ends.len()).for_each(|link| self.add(link, why));
            return true;
        }
        false
    }
}

fn shorter(one: Option<Vec<usize>>, other: Option<Vec<usize>>) -> Option<Vec<usize>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.len() < one.len() { other } else { one }),
        (one, other) => one.or(other),
    }
}
