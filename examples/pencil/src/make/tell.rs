//! Clues that an answer gives.

use std::collections::BTreeMap;

use csp::{ConstraintId, Error, Limits};

use super::answer::{self, values};
use super::chance::Chance;
use super::draw::area;
use super::recipe::Tell;
use crate::address::{Code, Places};
use crate::answer::Answer;
use crate::board::Direction;
use crate::clue::{Clue, Clues};
use crate::draft::{Draft, Layer, Place, Role};
use crate::engine::has_answer;
use crate::puzzle::Puzzle;

impl Tell {
    /// Returns the clues of each place that are right: of numbers at most one. Where question marks stand already, clues
    /// come to these places alone.
    pub(super) fn clues(
        self,
        puzzle: &Puzzle,
        answer: &Answer,
        chance: &mut Chance,
        limits: &Limits,
    ) -> Result<Vec<Vec<Clue>>, Error> {
        let each = |clues: Clues| clues.into_iter().map(|clue| clue.into_iter().collect()).collect();
        match self {
            Tell::Asked(places) => asked(puzzle, places, answer, limits),
            Tell::Own(_, own) => Ok(each(own(puzzle, answer))),
            Tell::Area => {
                let mut cells: Vec<usize> = puzzle.cells().into_iter().map(|(cell, _)| cell).collect();
                if cells.is_empty() {
                    // One of each area, of white ones if there are colours.
                    let mut order: Vec<usize> = (0..puzzle.board.cells.len()).collect();
                    chance.shuffle(&mut order);
                    let mut is_told = vec![false; order.len()];
                    let shade = answer.layer(Layer::Shade);
                    for cell in order.into_iter().filter(|&cell| shade.is_none_or(|shade| shade[cell] == 0)) {
                        if !is_told[cell] {
                            cells.push(cell);
                            area(puzzle, answer, cell).into_iter().for_each(|cell| is_told[cell] = true);
                        }
                    }
                }
                let size = |cell| Clue::Number(area(puzzle, answer, cell).len() as u32);
                let clue = |cell| cells.contains(&cell).then(|| size(cell));
                Ok(each((0..puzzle.board.cells.len()).map(clue).collect()))
            }
        }
    }
}

/// Returns the clues that may stand in a part.
fn candidates(code: Code, puzzle: &Puzzle) -> Vec<Clue> {
    let grid = puzzle.board.cells;
    let numbers = |most: usize| (0..=most as u32).map(Clue::Number).collect::<Vec<_>>();
    match code {
        Code::Four => numbers(4),
        Code::Three => vec![Clue::Sign(1), Clue::Sign(2)],
        Code::Arrows => {
            let most = grid.width.max(grid.height) as u32;
            let of = |way| (0..=most).map(move |number| Clue::Arrow(way, Some(number)));
            Direction::ALL.into_iter().flat_map(of).collect()
        }
        Code::Tapa => {
            // Runs in a circle of eight, with a gap after each, in ascending order.
            let (mut all, mut at) = (vec![vec![]], 0);
            while at < all.len() {
                let used: u32 = all[at].iter().map(|run| run + 1).sum();
                let least = all[at].last().copied().unwrap_or(1);
                let more = (least..8).filter(|run| used + run < 8);
                let longer: Vec<Vec<u32>> = more.map(|run| [&all[at][..], &[run]].concat()).collect();
                all.extend(longer);
                at += 1;
            }
            all[0] = vec![0];
            all.push(vec![8]);
            all.into_iter().map(|runs| Clue::Several(runs.into_iter().map(Some).collect())).collect()
        }
        _ => numbers(grid.width + grid.height),
    }
}

/// Returns to which place of rules a clue belongs.
fn place(puzzle: &Puzzle, places: Places, at: usize) -> Place {
    match places {
        Places::Crosses => Place::Cross(at),
        Places::Rooms => Place::Room(at),
        Places::Sides => Place::Line(puzzle.board.cells.line_at_side(at)),
        Places::Around => Place::Side(at),
        _ => Place::Cell(at),
    }
}

/// Asks the rules which clues are right: all places have the same clue at once, and what is posted at a place decides
/// whether it is right there.
fn asked(puzzle: &Puzzle, places: Places, answer: &Answer, limits: &Limits) -> Result<Vec<Vec<Clue>>, Error> {
    let part = puzzle.kind.parts.iter().position(|part| part.places == places).expect("a part of the kind");
    let code = puzzle.kind.parts[part].code;
    let given = &puzzle.clues[part];
    let are_given = given.iter().any(Option::is_some);
    let mut told: Vec<Vec<Clue>> = vec![Vec::new(); given.len()];
    for clue in candidates(code, puzzle) {
        let is_open =
            |at: usize| (told[at].is_empty() || code == Code::Arrows) && (!are_given || given[at].is_some());
        let mut with_clue = puzzle.clone();
        with_clue.clues[part] = (0..given.len()).map(|at| is_open(at).then(|| clue.clone())).collect();
        let draft = Draft::of(&with_clue);
        let mut of_place: BTreeMap<Place, Vec<ConstraintId>> = BTreeMap::new();
        for posted in draft.posted.iter().filter(|posted| posted.role != Role::Lemma) {
            of_place.entry(posted.place).or_default().push(posted.constraint);
        }
        let drawn = values(&draft, answer);
        let constraints: Vec<&dyn csp::Constraint> = draft.model.constraints().collect();
        for (at, right) in told.iter_mut().enumerate() {
            if with_clue.clues[part][at].is_none() {
                continue;
            }
            let own = of_place.get(&place(puzzle, places, at)).map_or(&[][..], Vec::as_slice);
            let known: Vec<Option<bool>> =
                own.iter().map(|id| answer::accepts(&draft, constraints[id.index()], &drawn)).collect();
            let is_right = if known.contains(&Some(false)) || own.is_empty() {
                false
            } else {
                !known.contains(&None) || have_answer(&draft, own, &drawn, limits)?
            };
            if is_right {
                right.push(clue.clone());
            }
        }
    }
    Ok(told)
}

/// Returns whether some constraints have an answer with what is drawn; at a limit, none is known.
fn have_answer(
    draft: &Draft<'_>,
    own: &[ConstraintId],
    drawn: &[Option<i32>],
    limits: &Limits,
) -> Result<bool, Error> {
    let (part, vars) = draft.model.part(own);
    let fixed = vars.iter().filter_map(|&(there, here)| Some(here.is(drawn[there.index()]?)));
    Ok(has_answer(&part, &fixed.collect::<Vec<_>>(), limits)? == Some(true))
}
