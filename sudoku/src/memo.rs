//! A place in a value for what others make of it, so that they make it once.

use std::any::Any;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, OnceLock};

/// The first thing that was made of the value around it. It is no part of that value: all memos are equal, and a copy is
/// empty.
#[derive(Default)]
pub(crate) struct Memo(OnceLock<Arc<dyn Any + Send + Sync>>);

impl Memo {
    /// Returns what was made with a key; makes it if that is not what is kept.
    pub fn find<K, T, E>(&self, key: K, make: impl FnOnce(&K) -> Result<T, E>) -> Result<T, E>
    where
        K: PartialEq + Send + Sync + 'static,
        T: Clone + Send + Sync + 'static,
    {
        let known = self.0.get().and_then(|known| known.downcast_ref::<(K, T)>());
        if let Some((_, made)) = known.filter(|(known, _)| *known == key) {
            return Ok(made.clone());
        }
        let made = make(&key)?;
        let _ = self.0.set(Arc::new((key, made.clone())));
        Ok(made)
    }
}

// A memo keeps what was made as a whole, or nothing.
impl UnwindSafe for Memo {}
impl RefUnwindSafe for Memo {}

impl Clone for Memo {
    fn clone(&self) -> Memo {
        Memo::default()
    }
}

impl PartialEq for Memo {
    fn eq(&self, _: &Memo) -> bool {
        true
    }
}

impl Eq for Memo {}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_made_once_for_the_first_key() {
        let (memo, mut made) = (Memo::default(), 0);
        let mut find = |key: i32| {
            memo.find(key, |key| {
                made += 1;
                if *key < 0 { Err("negative") } else { Ok(2 * key) }
            })
        };
        assert_eq!(
            (find(-1), find(3), find(3), find(4), find(4)),
            (Err("negative"), Ok(6), Ok(6), Ok(8), Ok(8))
        );
        assert_eq!(made, 4);
        assert_eq!(memo.find(3, |_| Ok::<&str, ()>("another type")), Ok("another type"));
    }
}
