//! A method that takes part, with settings of its own where it has some.

use csp::{Config, ValueOrder, VariableOrder};

use super::args::Contenders;
use crate::methods::{Method, methods};

/// One of those that are compared.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Contender {
    /// As it was typed.
    pub name: String,
    /// `None` for lanes.
    pub config: Option<Config>,
}

impl Contender {
    /// From the first lesson to the best, not all of them.
    pub const USUAL: &str = "brute-force,forward,mrv,propagate,norvig,domain,engine";

    /// Names with commas between.
    pub fn parse_all(text: &str) -> Result<Contenders, String> {
        let contenders: Vec<Contender> = match text.trim() {
            "all" => methods().iter().map(Contender::of).collect(),
            names => names.split(',').map(Contender::parse).collect::<Result<_, _>>()?,
        };
        let twice =
            |index: &usize| contenders[..*index].iter().any(|one| one.name == contenders[*index].name);
        match (0..contenders.len()).find(twice) {
            Some(index) => Err(format!("{} is there twice", contenders[index].name)),
            None => Ok(Contenders(contenders)),
        }
    }

    fn of(method: &Method) -> Contender {
        Contender { name: method.name.to_owned(), config: (!method.in_lanes).then(|| method.config()) }
    }

    fn parse(text: &str) -> Result<Contender, String> {
        Method::find(text.trim()).map(Contender::of).map_err(|unknown| unknown.to_string())
    }

    /// Whether seeds make a difference to it.
    pub fn is_random(&self) -> bool {
        self.config.as_ref().is_some_and(|config| {
            config.random_ties
                || config.variables == VariableOrder::Random
                || config.values == ValueOrder::Random
        })
    }
}
