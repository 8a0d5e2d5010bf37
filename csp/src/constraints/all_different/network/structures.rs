//! The structures of networks that a model and its clones keep, so that each is computed once.
//!
//! A program that adds clues to clones of one model finds the structure by a comparison, which saved a third of the time
//! to compile a Sudoku (November 2026).

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::lanes::{IntersectionPlan, LanePlan};
use super::one_by_one::PaddedStructure;
use super::tables::{Groups, Structure};

/// Number of structures that are kept: enough for a few kinds of Sudoku, some 30 kB each.
const MOST_KEPT: usize = 8;

/// The latest structures; the latest one is the last.
#[derive(Debug, Default)]
pub(crate) struct Structures(Mutex<Vec<Arc<Known>>>);

/// A structure, and its forms for the implementations, each made on request.
#[derive(Debug)]
pub(super) struct Known {
    pub structure: Arc<Structure>,
    padded: OnceLock<Arc<PaddedStructure>>,
    plan: OnceLock<Arc<LanePlan>>,
    /// Shared with structures that have the same intersections.
    intersections: Arc<OnceLock<Arc<IntersectionPlan>>>,
}

impl Structures {
    /// Returns the structure of groups, which is made if it is not known.
    pub(super) fn get(&self, groups: Groups) -> Arc<Known> {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = latest.iter().rposition(|known| known.structure.groups == groups) {
            latest[at..].rotate_left(1);
        } else {
            let new = Known::new(groups, &latest);
            if latest.len() == MOST_KEPT {
                latest.remove(0);
            }
            latest.push(Arc::new(new));
        }
        latest[latest.len() - 1].clone()
    }
}

impl Known {
    fn new(groups: Groups, latest: &[Arc<Known>]) -> Known {
        let structure = Structure::new(groups, latest.iter().rev().map(|known| &*known.structure));
        let is_alike =
            |known: &&Arc<Known>| Arc::ptr_eq(&known.structure.intersections, &structure.intersections);
        let intersections = latest.iter().rfind(is_alike).map(|known| known.intersections.clone());
        Known {
            intersections: intersections.unwrap_or_default(),
            structure: Arc::new(structure),
            padded: OnceLock::new(),
            plan: OnceLock::new(),
        }
    }

    pub fn padded(&self) -> Arc<PaddedStructure> {
        self.padded.get_or_init(|| Arc::new(PaddedStructure::new(&self.structure))).clone()
    }

    pub fn plan(&self) -> Arc<LanePlan> {
        self.plan.get_or_init(|| Arc::new(LanePlan::new(&self.structure, &self.intersections))).clone()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, Model};

    #[test]
    fn clones_of_a_model_share_structures() {
        let mut model = Model::new();
        let x = model.vars(9, 1..=3);
        for at in 0..3 {
            model.all_different(&x[3 * at..3 * at + 3]);
            model.all_different((0..3).map(|row| x[3 * row + at]));
        }
        let known = || model.structures().0.lock().unwrap().len();
        for value in 1..=3 {
            let mut latin = model.clone();
            latin.post(x[4].is(value));
            let mut search = latin.search_with(&Config::default().with_audit(true)).unwrap();
            assert_eq!((search.solutions().count(), known()), (4, 1));
        }
        let mut diagonal = model.clone();
        diagonal.all_different([x[0], x[4], x[8]]);
        assert_eq!((diagonal.search().unwrap().solutions().count(), known()), (6, 2));
    }
}
