//! The roles of cells, clues and candidates in the picture of a step, as data.

use crate::candidates::Candidates;
use crate::rules::mark::Mark;

/// A candidate: a cell and a value.
pub type CellValue = (usize, u8);

/// The most conclusions in a picture of several.
const MOST_IN_FRAME: u16 = 6;

/// What a picture of a step shows, beside the puzzle and its candidates: the reason and the conclusion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Roles {
    /// Areas that the step looks at.
    pub places: Vec<Area>,
    /// Cells whose candidates are part of the reason, beside those of first places.
    pub weighed: Vec<usize>,
    /// Marks of the clues that the step uses.
    pub clues: Vec<Mark>,
    /// Placed digits that exclude candidates of the places.
    pub causes: Vec<Cause>,
    /// Candidates of the places that are excluded, by a cause or by an earlier step.
    pub closed: Vec<CellValue>,
    /// Candidates of which one holds; those of each set look different.
    pub truths: Vec<Vec<CellValue>>,
    /// The candidates that the step removes.
    pub gone: Vec<CellValue>,
    /// The values that the step places; several if easy steps are gathered.
    pub set: Vec<CellValue>,
    /// The number of the first value that is placed, if they are numbered.
    pub first: Option<usize>,
    /// The candidate that is supposed.
    pub supposed: Option<CellValue>,
    /// Candidates that hold by conclusions which another picture shows.
    pub held: Vec<CellValue>,
    /// The conclusions from the supposed candidate, in order.
    pub links: Vec<Link>,
    /// The cells of which a truth is left without a candidate: a contradiction.
    pub failed: Vec<u16>,
    /// Entries that are wrong.
    pub wrong: Vec<usize>,
    /// A line below the picture, for what cannot be drawn.
    pub caption: String,
}

/// Cells that a step looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The cells.
    pub cells: Vec<u16>,
    /// Whether the cells only take part, and are not those whose contents are the reason.
    pub is_second: bool,
}

/// A placed digit that excludes candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The cell of the digit.
    pub cell: usize,
    /// The candidates that it excludes.
    pub closes: Vec<CellValue>,
}

/// A conclusion from a candidate to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The candidate that is true or, in an alternative, false.
    pub from: CellValue,
    /// The candidate that is then false or, in an alternative, true.
    pub to: CellValue,
    /// Whether the second candidate is what is left when the first is excluded.
    pub is_or: bool,
    /// The place of the conclusion among those that the text tells, from 1; 0 for the second link of a conclusion.
    pub number: u16,
    /// The case in which the conclusion is drawn; 0 outside of cases.
    pub case: u8,
}

impl Roles {
    /// The roles of the cells that a picture shows: not of those beside the grid.
    pub(crate) fn shown(&self, shows: impl Fn(usize) -> bool) -> Roles {
        let mut roles = self.clone();
        let is_shown = |&(cell, _): &CellValue| shows(cell);
        for area in &mut roles.places {
            area.cells.retain(|&cell| shows(usize::from(cell)));
        }
        roles.causes.retain(|cause| shows(cause.cell));
        let causes = roles.causes.iter_mut().map(|cause| &mut cause.closes);
        let lists = [&mut roles.closed, &mut roles.gone, &mut roles.set, &mut roles.held];
        for candidates in causes.chain(&mut roles.truths).chain(lists) {
            candidates.retain(is_shown);
        }
        roles.failed.retain(|&cell| shows(usize::from(cell)));
        roles.links.retain(|link| is_shown(&link.from) && is_shown(&link.to));
        roles.wrong.retain(|&cell| shows(cell));
        roles.weighed.retain(|&cell| shows(cell));
        roles.supposed = roles.supposed.filter(is_shown);
        roles
    }

    /// The same in several pictures, if a picture of all conclusions would be full: each shows a few, after what holds by
    /// the earlier ones.
    pub fn frames(&self) -> Vec<Roles> {
        let last = self.links.iter().map(|link| link.number).max().unwrap_or(0);
        if last <= MOST_IN_FRAME {
            return vec![self.clone()];
        }
        // A link without a number belongs to the conclusion before it.
        let numbers = self.links.iter().scan(0, |number, link| {
            *number = link.number.max(*number);
            Some(*number)
        });
        let numbered: Vec<(u16, Link)> = numbers.zip(self.links.iter().copied()).collect();
        let count = last.div_ceil(MOST_IN_FRAME);
        let each = last.div_ceil(count);
        let frame = |at: u16| {
            let (from, to) = (at * each, (at + 1) * each);
            let within = |low: u16, high: u16| {
                numbered
                    .iter()
                    .filter(move |&&(number, _)| number > low && number <= high)
                    .map(|&(_, link)| link)
            };
            let mut frame = self.clone();
            frame.links = within(from, to).collect();
            frame.held = within(0, from).filter(|link| link.is_or).map(|link| link.to).collect();
            let later: Vec<CellValue> =
                within(to, last).filter(|link| !link.is_or).map(|link| link.to).collect();
            frame.closed.retain(|candidate| !later.contains(candidate));
            if to < last {
                frame.failed.clear();
                frame.gone.clear();
            }
            let Roles { places, links, failed, .. } = &mut frame;
            places.retain(|area| {
                let has_end = |link: &Link| link.is_or && area.cells.contains(&(link.to.0 as u16));
                links.iter().any(has_end) || area.cells == *failed
            });
            frame
        };
        (0..count).map(frame).collect()
    }

    /// The cells whose candidates matter for the step.
    pub fn cells(&self) -> Vec<usize> {
        let pairs = self.closed.iter().chain(&self.gone).chain(self.truths.iter().flatten()).chain(&self.set);
        let links = self.links.iter().flat_map(|link| [link.from.0, link.to.0]);
        let areas = self.places.iter().filter(|area| !area.is_second).flat_map(|area| &area.cells);
        let mut cells: Vec<usize> = pairs.chain(&self.supposed).map(|&(cell, _)| cell).collect();
        cells.extend(
            links
                .chain(areas.map(|&cell| usize::from(cell)))
                .chain(self.wrong.iter().chain(&self.weighed).copied()),
        );
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The cells that only take part.
    pub(crate) fn seconds(&self) -> impl Iterator<Item = usize> + '_ {
        let areas = self.places.iter().filter(|area| area.is_second);
        areas.flat_map(|area| area.cells.iter().map(|&cell| usize::from(cell)))
    }

    /// Whether the step removes so many candidates of a cell that marks around each would hide what is left.
    pub(crate) fn is_dense(&self) -> bool {
        let mut cells: Vec<usize> = self.gone.iter().map(|&(cell, _)| cell).collect();
        cells.sort_unstable();
        cells.chunk_by(|one, other| one == other).any(|same| same.len() > 2)
    }

    /// Whether the reason is seen among candidates, and not only by digits and the places that they close.
    pub(crate) fn needs_candidates(&self) -> bool {
        let closes = |candidate| self.causes.iter().any(|cause| cause.closes.contains(candidate));
        self.set.is_empty()
            || !self.clues.is_empty()
            || !self.truths.is_empty()
            || !self.links.is_empty()
            || !self.closed.iter().all(closes)
    }

    /// Whether a candidate has a mark.
    pub(crate) fn is_marked(&self, cell: usize, value: u8) -> bool {
        let candidate = (cell, value);
        self.truths.iter().any(|set| set.contains(&candidate))
            || self.supposed == Some(candidate)
            || self.links.iter().any(|link| link.is_or && link.to == candidate)
            || self.is_dense() && self.gone.iter().any(|&(other, _)| other == cell)
    }

    /// The values that are removed from a cell.
    pub(crate) fn gone_from(&self, cell: usize) -> Candidates {
        let values = self.gone.iter().filter(|&&(other, _)| other == cell).map(|&(_, value)| value);
        values.fold(Candidates::NONE, Candidates::with)
    }
}
