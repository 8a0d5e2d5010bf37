//! Groups of variables that take different values.

use smallvec::SmallVec;

use crate::engine::store::View;
use crate::model::config::Consistency;
use crate::model::ids::Sources;

/// Views that take different values, and how hard to see to it.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub members: SmallVec<[View; 16]>,
    /// Members that were fixed from the beginning and need no watching: the others have lost their values.
    pub settled: SmallVec<[View; 4]>,
    pub consistency: Consistency,
    pub sources: Sources,
}

impl Group {
    pub fn new(members: SmallVec<[View; 16]>, consistency: Consistency, sources: Sources) -> Group {
        Group { members, settled: SmallVec::new(), consistency, sources }
    }
}
