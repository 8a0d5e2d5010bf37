//! Texts that setters write in quotes, with what rules make of them.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::memo::Memo;

/// A text in quotes. Copies share it, and what its rule has made of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Text(Arc<(Box<str>, Memo)>);

impl Text {
    pub(super) fn memo(&self) -> &Memo {
        &self.0.1
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(Arc::new((text.into(), Memo::default())))
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.0
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
