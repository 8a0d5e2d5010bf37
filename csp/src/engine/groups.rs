//! Groups: all-different constraints after compilation.

use smallvec::SmallVec;

use crate::engine::store::View;
use crate::model::config::Consistency;
use crate::model::ids::Sources;

/// Views that take pairwise different values, with the strength of filtering.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub members: SmallVec<[View; 16]>,
    /// Members that were fixed when the group was compiled. Their values are already removed from the other
    /// members, so they are not watched.
    pub settled: SmallVec<[View; 4]>,
    pub consistency: Consistency,
    pub sources: Sources,
}

impl Group {
    pub fn new(members: SmallVec<[View; 16]>, consistency: Consistency, sources: Sources) -> Group {
        Group { members, settled: SmallVec::new(), consistency, sources }
    }
}
