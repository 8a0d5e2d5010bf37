//! The methods of a comparison as arguments, each with changes of its settings.

use clap::Parser;
use sudoku::Method;
use sudoku_ask::compare::Contender;

use crate::Refused;
use crate::args::strategy::{Changes, Strategy};

/// Methods of one argument.
#[derive(Clone, Debug)]
pub(crate) struct Contenders(pub Vec<Contender>);

impl Contenders {
    /// Parses names separated by commas, each with the changes of its settings.
    pub fn parse(text: &str) -> Result<Contenders, String> {
        let contenders: Vec<Contender> = match text.trim() {
            "all" => Contender::all(),
            names => split(names).iter().map(|text| contender(text)).collect::<Result<_, _>>()?,
        };
        let twice =
            |index: &usize| contenders[..*index].iter().any(|one| one.name == contenders[*index].name);
        match (0..contenders.len()).find(twice) {
            Some(index) => Err(format!("{} is given twice", contenders[index].name)),
            None => Ok(Contenders(contenders)),
        }
    }
}

fn contender(text: &str) -> Result<Contender, String> {
    let words = text.split_whitespace();
    let name = words.clone().collect::<Vec<_>>().join(" ");
    // Only the first line of clap's message applies: the rest is about a command that does not exist.
    let first_line = |error: clap::Error| {
        let text = error.to_string();
        let line = text.lines().next().unwrap_or_default();
        line.strip_prefix("error: ").unwrap_or(line).to_owned()
    };
    let MethodArgs { method, changes } = MethodArgs::try_parse_from(words).map_err(first_line)?;
    let method = Method::find(&method).map_err(|unknown| unknown.to_string())?;
    if changes.seed.is_some() {
        return Err("seeds are the same for all methods: --seed and --seeds".to_owned());
    }
    let strategy = Strategy { method: Some(method), changes };
    let way = strategy.explains().and_then(|explains| if explains { Ok(None) } else { strategy.way() });
    way.map(|way| Contender { name, way }).map_err(|Refused(what)| what)
}

/// Arguments of one method.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct MethodArgs {
    method: String,
    #[command(flatten)]
    changes: Changes,
}

/// Splits at commas, except before a number as in `restarts --restarts geometric:50,1.5`.
fn split(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(',') {
        match parts.last_mut() {
            Some(last) if part.starts_with(|c: char| c.is_ascii_digit()) => {
                last.push(',');
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use csp::config::{Consistency, Restarts};

    use super::*;

    fn parsed(text: &str) -> Vec<Contender> {
        Contenders::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
    }

    #[test]
    fn methods_have_settings_of_their_own() {
        let three = parsed("mrv, restarts  --restarts geometric:50,1.5 --consistency domain,lockstep");
        let names: Vec<&str> = three.iter().map(|contender| contender.name.as_str()).collect();
        assert_eq!(names, ["mrv", "restarts --restarts geometric:50,1.5 --consistency domain", "lockstep"]);
        let changed = three[1].config().expect("it searches");
        assert_eq!(changed.restarts(), Restarts::geometric(50, 1.5));
        assert_eq!(changed.consistency(), Consistency::Domain);
        assert!(three[2].config().is_none());
    }

    #[test]
    fn only_random_settings_make_a_method_random() {
        assert!(parsed("all").iter().all(|contender| !contender.is_random()));
        assert!(parsed("mrv --ties random")[0].is_random());
        assert_eq!(parsed(Contender::USUAL).len(), 7);
    }

    #[test]
    fn errors_name_the_cause() {
        for (text, part) in [
            ("mrv,norvgi", "did you mean norvig?"),
            ("mrv,mrv", "twice"),
            ("mrv --consistency steam", "steam"),
            ("mrv --speed 7", "--speed"),
            ("lockstep --values largest", "has no settings"),
            ("human --values largest", "has no settings"),
            ("mrv --ties random --seed 7", "seeds are the same"),
            ("", "required"),
        ] {
            let error = Contenders::parse(text).expect_err(text);
            assert!(error.contains(part) && !error.contains('\n'), "{text}: {error}");
        }
    }
}
