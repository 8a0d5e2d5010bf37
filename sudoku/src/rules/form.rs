//! The check of a clue's form: the parameters before the colon, the number of lists after it, and the lengths of the
//! lists.

use super::clue::{Clue, Fault, Param};
use super::kind::{Kind, ListSyntax, ParamSyntax};
use crate::text::cells::cells_in_words;

/// The greatest length of a list. No grid has as many cells; the bound keeps sums from overflowing.
const LONGEST: usize = 1 << 16;

impl Clue {
    /// Checks the parameters and lists against the syntax of the kind.
    pub(crate) fn form(&self) -> Result<(), Fault> {
        if let Some(long) = self.lists.iter().position(|cells| cells.len() > LONGEST) {
            let what = format!("{}: a list of more than {LONGEST} cells", self.kind.name);
            return Err(Fault::new(what).list(long));
        }
        self.form_of_params()?;
        self.form_of_lists()
    }

    fn form_of_params(&self) -> Result<(), Fault> {
        let Kind { name, usage, params, .. } = *self.kind;
        let (least, most) = match params {
            ParamSyntax::Nothing => (0, 0),
            ParamSyntax::MaybeNumber => (0, 1),
            ParamSyntax::Number | ParamSyntax::Text => (1, 1),
            ParamSyntax::Numbers(least, most) => (least, most),
            ParamSyntax::Values | ParamSyntax::Words(_) => (1, usize::MAX),
            ParamSyntax::Anything => return Ok(()),
        };
        let fits = |param: &Param| match (params, param) {
            (ParamSyntax::Words(known), Param::Word(word)) => known.contains(&&**word),
            (ParamSyntax::Text, param) => matches!(param, Param::Text(_)),
            (_, param) => matches!(param, Param::Number(_)),
        };
        let fault = || {
            let wanted = match params {
                ParamSyntax::Nothing | ParamSyntax::Anything => "write nothing".into(),
                ParamSyntax::MaybeNumber => "write at most one number".into(),
                ParamSyntax::Number => "write a number".into(),
                ParamSyntax::Numbers(..) => format!("write {} numbers", from_to(least, most)),
                ParamSyntax::Values => "write values".into(),
                ParamSyntax::Words(known) => format!("write some of {}", known.join(", ")),
                ParamSyntax::Text => "write text in quotes".into(),
            };
            Fault::new(format!("{name}: {wanted} before the colon")).hint(usage)
        };
        match self.params.iter().take(most).position(|param| !fits(param)) {
            Some(wrong) => Err(fault().param(wrong)),
            None if self.params.len() > most => Err(fault().param(most)),
            None if self.params.len() < least => Err(fault()),
            None => Ok(()),
        }
    }

    fn form_of_lists(&self) -> Result<(), Fault> {
        let Kind { name, usage, lists, .. } = *self.kind;
        let fault = |what: String| Fault::new(what).hint(usage);
        let given = self.lists.len();
        let first = self.cells().len();
        match lists {
            ListSyntax::None if given > 0 => {
                Err(fault(format!("{name} applies to the whole grid and takes no cells")).list(0))
            }
            ListSyntax::Optional if given > 1 => {
                Err(fault(format!("{name} takes one list of cells")).list(1))
            }
            ListSyntax::Each(..) | ListSyntax::Seen if given == 0 => {
                Err(fault(format!("{name} needs a list of cells")))
            }
            ListSyntax::Each(..) | ListSyntax::Seen if given > 1 => {
                Err(fault(format!("{name} takes one list of cells, or several with commas between")).list(1))
            }
            ListSyntax::Joined(least, most) if !(least..=most).contains(&given) => {
                Err(fault(format!("{name} takes {} lists of cells joined with =", from_to(least, most))))
            }
            ListSyntax::Each(least, most) if !(least..=most).contains(&first) => {
                let bound =
                    if first < least { format!("at least {least}") } else { format!("at most {most}") };
                Err(fault(format!("{name} of {}: it takes {bound}", cells_in_words(first))).list(0))
            }
            _ => match self.lists.iter().position(Vec::is_empty) {
                Some(empty) => Err(fault(format!("{name}: a list is empty")).list(empty)),
                None => Ok(()),
            },
        }
    }
}

/// A range of counts in words.
fn from_to(least: usize, most: usize) -> String {
    match most {
        usize::MAX => format!("{least} or more"),
        _ if least == most => least.to_string(),
        _ => format!("{least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{fault, raw};
    use crate::rules::{At, Clue, Param, find};

    #[test]
    fn faults_of_form_have_positions() {
        let killer = || Clue::new(find("killer").unwrap());
        let leap = || Clue::new(find("anti-leap").unwrap());
        let arrow = || Clue::new(find("arrow").unwrap());
        let word = |clue: Clue| Clue { params: vec![Param::Word("ten".into())], ..clue };
        let number = "killer: write at most one number before the colon";
        for (clue, at, what) in [
            (word(killer()).list([0]), At::Param(0), number),
            (killer().number(1).number(2).list([0]), At::Param(1), number),
            (leap().number(1), At::Clue, "anti-leap: write 2 numbers before the colon"),
            (
                leap().number(1).number(2).number(3),
                At::Param(2),
                "anti-leap: write 2 numbers before the colon",
            ),
            (
                leap().number(1).number(2).list([0]),
                At::List(0),
                "anti-leap applies to the whole grid and takes no cells",
            ),
            (killer(), At::Clue, "killer needs a list of cells"),
            (
                killer().list([0]).list([1]),
                At::List(1),
                "killer takes one list of cells, or several with commas between",
            ),
            (killer().list([]), At::List(0), "killer of 0 cells: it takes at least 1"),
            (arrow().list([0]), At::Clue, "arrow takes 2 lists of cells joined with ="),
            (arrow().list([0]).list([]), At::List(1), "arrow: a list is empty"),
        ] {
            let found = clue.form().unwrap_err();
            assert_eq!((found.at, found.what.as_str()), (at, what));
            assert_eq!(found.hint.as_deref(), Some(clue.kind.usage));
            assert!(fault(raw(1, 3, 1..=3), clue).starts_with(what));
        }
    }
}
