//! Reasons: cuts around the smaller side, and places that make a way too long.

use super::filter::Filter;
use super::part::{FAR, Known, Part};
use crate::engine::reasons::{Query, Why};

impl Filter {
    pub fn explain_narrowing(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let mut known = Known::default();
        if query.is_conflict() {
            return self.parts.iter().any(|part| {
                part.read(why.store(), &mut known);
                why.attempt(|why| part.explain_conflict(&known, why))
            });
        }
        // A variable may occur several times.
        self.views.iter().any(|&view| {
            query.is_about(view)
                && why.attempt(|why| {
                    let removed = why.removed(query, view);
                    let places = |part: &Part| {
                        (0..part.views.len()).filter(|&place| part.views[place] == view).collect::<Vec<_>>()
                    };
                    let is_forced = self.parts.iter().any(|part| {
                        !removed.contains(&part.label) && {
                            part.read(why.store(), &mut known);
                            places(part)
                                .into_iter()
                                .any(|place| why.attempt(|why| part.explain_inside(&known, place, why)))
                        }
                    });
                    is_forced
                        || removed.iter().all(|&value| {
                            self.parts.iter().filter(|part| part.label == value).any(|part| {
                                part.read(why.store(), &mut known);
                                places(part)
                                    .into_iter()
                                    .any(|place| why.attempt(|why| part.explain_outside(&known, place, why)))
                            })
                        })
                })
        })
    }
}

impl Part {
    fn is(&self, place: usize, why: &mut Why<'_>) {
        why.fixed(self.views[place]);
    }

    fn is_not(&self, place: usize, why: &mut Why<'_>) {
        why.is_not(self.views[place], self.label);
    }

    /// Adds that the places around a part of the graph do not have the label, but for `besides`.
    fn explain_rim(&self, part: &[bool], besides: Option<usize>, why: &mut Why<'_>) {
        let is_beside = |place: usize| self.neighbours[place].iter().any(|&to| part[to]);
        let rim = (0..part.len()).filter(|&place| !part[place] && Some(place) != besides && is_beside(place));
        rim.for_each(|place| self.is_not(place, why));
    }

    /// Adds why two places are not connected, but by `besides`: of the cuts around either, the one with fewer places.
    fn explain_apart(&self, known: &Known, ends: [usize; 2], besides: Option<usize>, why: &mut Why<'_>) {
        let [one, other] = ends;
        let [near, far] = [(one, other), (other, one)].map(|(from, to)| self.cut(known, from, to, besides));
        let cut = if far.len() < near.len() { far } else { near };
        cut.into_iter().for_each(|place| self.is_not(place, why));
    }

    /// Returns the places that part `to` from the places that are connected to `from`, without `besides`.
    fn cut(&self, known: &Known, from: usize, to: usize, besides: Option<usize>) -> Vec<usize> {
        let part = self.around(known, from, besides);
        let mut cut = Vec::new();
        let mut seen = vec![false; part.len()];
        seen[to] = true;
        let mut open = vec![to];
        while let Some(place) = open.pop() {
            if self.neighbours[place].iter().any(|&to| part[to]) {
                cut.push(place);
                continue;
            }
            for &next in &self.neighbours[place] {
                if !std::mem::replace(&mut seen[next], true) && Some(next) != besides {
                    open.push(next);
                }
            }
        }
        cut
    }

    /// Explains that the region must have a place.
    fn explain_inside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool {
        let Some((&start, others)) = known.must.split_first() else { return false };
        if start == place {
            return false;
        }
        let part = self.around(known, start, Some(place));
        if let Some(&other) = others.iter().find(|&&other| !part[other] && other != place) {
            self.explain_apart(known, [start, other], Some(place), why);
            self.is(other, why);
        } else if part.iter().filter(|&&is_in| is_in).count() < self.least {
            self.explain_rim(&part, Some(place), why);
        } else {
            return false;
        }
        self.is(start, why);
        true
    }

    /// Explains that the region cannot have a place.
    fn explain_outside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool {
        let part = self.around(known, place, None);
        let Some(&start) = known.must.first() else {
            self.explain_rim(&part, None, why);
            return part.iter().filter(|&&is_in| is_in).count() < self.least;
        };
        if let Some(&other) = known.must.iter().find(|&&other| !part[other]) {
            self.explain_apart(known, [place, other], None, why);
            self.is(other, why);
            return true;
        }
        self.explain_far(known, start, place, why)
    }

    /// Explains that the region would be too large with a place that is connected to it.
    fn explain_far(&self, known: &Known, start: usize, place: usize, why: &mut Why<'_>) -> bool {
        let mut costs = Vec::new();
        self.costs(start, |to| known.may[to], |to| known.has(to), &mut costs);
        let (count, cost) = (known.must.len(), costs[place]);
        if cost == FAR || count + cost <= self.most {
            return false;
        }
        // Without one of the known places the region is one smaller, and no way is shorter.
        let mut spare = count + cost - self.most - 1;
        let mut counted = vec![false; self.views.len()];
        for &own in &known.must {
            let is_spare = spare > 0 && own != start && own != place;
            spare -= usize::from(is_spare);
            counted[own] = !is_spare;
        }
        let budget = self.most - counted.iter().filter(|&&counted| counted).count();
        self.costs(start, |to| known.may[to], |to| counted[to], &mut costs);
        let mut back = Vec::new();
        self.costs_back(place, &counted, &mut back);
        for beyond in (0..self.views.len()).filter(|&beyond| !known.may[beyond]) {
            let nearest = self.neighbours[beyond].iter().map(|&to| costs[to]).min().unwrap_or(FAR);
            let way = nearest.saturating_add(1).saturating_add(back[beyond]);
            if way <= budget {
                self.is_not(beyond, why);
            }
        }
        (0..counted.len()).filter(|&own| counted[own] && own != place).for_each(|own| self.is(own, why));
        if known.has(place) {
            self.is(place, why);
        }
        true
    }

    /// Finds for each place how many new places follow it on a way to `to`, which is included, whatever labels they have.
    fn costs_back(&self, to: usize, counted: &[bool], back: &mut Vec<usize>) {
        self.costs(to, |_| true, |place| counted[place], back);
        for (place, back) in back.iter_mut().enumerate() {
            if place != to && *back != FAR {
                *back = *back - usize::from(!counted[place]) + usize::from(!counted[to]);
            }
        }
    }

    /// Explains a conflict of the region.
    fn explain_conflict(&self, known: &Known, why: &mut Why<'_>) -> bool {
        let Some(&start) = known.must.first() else {
            let mut places = (0..self.views.len()).filter(|&place| known.may[place]);
            let is_small = |place: usize| {
                self.around(known, place, None).iter().filter(|&&is_in| is_in).count() < self.least
            };
            if self.least == 0 || !places.all(is_small) {
                return false;
            }
            (0..self.views.len())
                .filter(|&place| !known.may[place])
                .for_each(|place| self.is_not(place, why));
            return true;
        };
        if known.must.len() > self.most {
            known.must[..=self.most].iter().for_each(|&place| self.is(place, why));
            return true;
        }
        let part = self.around(known, start, None);
        if let Some(&other) = known.must.iter().find(|&&other| !part[other]) {
            self.explain_apart(known, [start, other], None, why);
            self.is(start, why);
            self.is(other, why);
            return true;
        }
        if known.must.iter().any(|&place| why.attempt(|why| self.explain_far(known, start, place, why))) {
            return true;
        }
        if part.iter().filter(|&&is_in| is_in).count() < self.least {
            self.explain_rim(&part, None, why);
            self.is(start, why);
            return true;
        }
        false
    }
}
