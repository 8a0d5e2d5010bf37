//! Arguments that name a rule or a method.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// Parser that accepts any word and offers the known names to shell completion. The command reports an unknown name
/// together with the nearest known one.
#[derive(Clone)]
pub(crate) struct AnyName(pub fn() -> Vec<&'static str>);

impl TypedValueParser for AnyName {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
