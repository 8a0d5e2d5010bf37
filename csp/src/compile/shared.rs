//! What the constraints of a model have in common while they are posted, such as equal tables.

use std::any::Any;
use std::fmt::Debug;

/// Something that constraints share while they are posted.
pub(crate) trait Share: Any + Debug + Send + Sync {
    /// Returns the size in bytes, without what stays when all constraints are posted.
    fn bytes(&self) -> usize;
}

/// One of each type that a constraint has asked for.
#[derive(Debug, Default)]
pub(crate) struct Shared(Vec<Box<dyn Share>>);

impl Shared {
    /// Returns the one of a type, made if there is none yet.
    pub fn get<T: Share + Default>(&mut self) -> &mut T {
        let known = self.0.iter().position(|share| (&**share as &dyn Any).is::<T>());
        let at = known.unwrap_or_else(|| {
            self.0.push(Box::<T>::default());
            self.0.len() - 1
        });
        (&mut *self.0[at] as &mut dyn Any).downcast_mut().expect("it has just been found or made")
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|share| share.bytes()).sum()
    }
}
