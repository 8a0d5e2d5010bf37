//! Solutions as text.

use std::io::{self, Write};
use std::rc::Rc;

use csp::{Solution, Var};

use crate::syntax::Ranges;

/// The variables and arrays that solutions print, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// One line of output for each.
    pub parts: Vec<Part>,
    /// How solutions and the end are told.
    pub form: Form,
}

/// How solutions and the end are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// As MiniZinc reads it.
    #[default]
    MiniZinc,
    /// As the competitions of XCSP3 want it: lines that begin with `s`, `v`, `o` and `c`.
    Xcsp,
}

/// What is told at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is no solution.
    Unsatisfiable,
    /// All solutions were told, or the best one, and this is proved.
    Complete,
    /// Solutions were told, but there may be others, or better ones.
    Open,
    /// No solution was found.
    Unknown,
    /// The objective has no bound.
    Unbounded,
}

/// A variable or an array that solutions print.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name in the model.
    pub name: Box<str>,
    /// The values: one for a variable, all entries for an array.
    pub items: Vec<Item>,
    /// The arrangement of the values.
    pub shape: Shape,
}

/// A value or a variable.
#[derive(Clone, Debug)]
pub enum Item {
    /// A number.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A set of numbers.
    Set(Ranges),
    /// An integer variable.
    Var(Var),
    /// A Boolean variable, 0 or 1.
    Flag(Var),
    /// A variable whose values, from 0, stand for symbols.
    Symbol(Var, Rc<[Rc<str>]>),
    /// An item that only annotations use: a number with a point, a string.
    Other,
}

/// The arrangement of entries.
#[derive(Clone, Debug)]
pub enum Shape {
    /// One value.
    Scalar,
    /// An array with these index sets, or a plain list if there are none.
    Array(Vec<Ranges>),
}

impl Verdict {
    /// Whether nothing is left to search.
    pub fn is_proof(self) -> bool {
        matches!(self, Verdict::Complete | Verdict::Unsatisfiable)
    }

    fn for_minizinc(self) -> Option<&'static str> {
        match self {
            Verdict::Unsatisfiable => Some("=====UNSATISFIABLE====="),
            Verdict::Complete => Some("=========="),
            Verdict::Open => None,
            Verdict::Unknown => Some("=====UNKNOWN====="),
            Verdict::Unbounded => Some("=====UNBOUNDED====="),
        }
    }

    fn for_competitions(self, best: Option<i32>) -> &'static str {
        match self {
            Verdict::Unsatisfiable => "s UNSATISFIABLE",
            Verdict::Complete if best.is_some() => "s OPTIMUM FOUND",
            Verdict::Complete | Verdict::Open => "s SATISFIABLE",
            Verdict::Unknown | Verdict::Unbounded => "s UNKNOWN",
        }
    }
}

impl Output {
    /// Tells the value of a better solution, where that is wanted apart.
    pub fn improved(&self, value: i32, to: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::MiniZinc => Ok(()),
            Form::Xcsp => writeln!(to, "o {value}").and_then(|()| to.flush()),
        }
    }

    /// Tells how the run ended, and its only or best solution if that was not told yet. `best` is the value of the
    /// objective.
    pub fn end(
        &self,
        verdict: Verdict,
        last: Option<&Solution>,
        best: Option<i32>,
        to: &mut impl Write,
    ) -> io::Result<()> {
        match self.form {
            Form::MiniZinc => {
                last.map_or(Ok(()), |last| self.write(last, best, to))?;
                verdict.for_minizinc().map_or(Ok(()), |line| writeln!(to, "{line}"))
            }
            Form::Xcsp => {
                writeln!(to, "{}", verdict.for_competitions(best))?;
                last.map_or(Ok(()), |last| self.write(last, best, to))
            }
        }
    }

    /// Tells a figure of the run.
    pub fn figure(&self, name: &str, figure: impl std::fmt::Display, to: &mut impl Write) -> io::Result<()> {
        let begin = match self.form {
            Form::MiniZinc => "%%%mzn-stat: ",
            Form::Xcsp => "c ",
        };
        writeln!(to, "{begin}{name}={figure}")
    }

    /// Tells that there are no more figures.
    pub fn end_of_figures(&self, to: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::MiniZinc => writeln!(to, "%%%mzn-stat-end"),
            Form::Xcsp => Ok(()),
        }
    }

    /// Writes the values of a solution.
    pub fn write(&self, solution: &Solution, value: Option<i32>, to: &mut impl Write) -> io::Result<()> {
        if self.form == Form::Xcsp {
            return self.instantiation(solution, value, to);
        }
        for part in &self.parts {
            write!(to, "{} = ", part.name)?;
            part.write(solution, to)?;
            to.write_all(b";\n")?;
        }
        to.write_all(b"----------\n")?;
        to.flush()
    }
}

impl Output {
    /// The variables and their values in XML, on one line; `*` for cells that are no variables.
    fn instantiation(&self, solution: &Solution, value: Option<i32>, to: &mut impl Write) -> io::Result<()> {
        let names: Vec<&str> = self.parts.iter().map(|part| &*part.name).collect();
        let cost = value.map_or(String::new(), |value| format!(" cost='{value}'"));
        write!(to, "v <instantiation type='solution'{cost}> <list> {} </list> <values>", names.join(" "))?;
        for item in self.parts.iter().flat_map(|part| &part.items) {
            match item {
                Item::Other => write!(to, " *")?,
                item => {
                    write!(to, " ")?;
                    write_item(item, solution, to)?;
                }
            }
        }
        writeln!(to, " </values> </instantiation>").and_then(|()| to.flush())
    }
}

impl Part {
    fn write(&self, solution: &Solution, to: &mut impl Write) -> io::Result<()> {
        let sets = match &self.shape {
            Shape::Scalar => return self.items.iter().try_for_each(|item| write_item(item, solution, to)),
            Shape::Array(sets) => sets,
        };
        if !sets.is_empty() {
            write!(to, "array{}d(", sets.len())?;
            for set in sets {
                write_set(set, to)?;
                to.write_all(b",")?;
            }
        }
        to.write_all(b"[")?;
        for (at, item) in self.items.iter().enumerate() {
            if at > 0 {
                to.write_all(b",")?;
            }
            write_item(item, solution, to)?;
        }
        to.write_all(if sets.is_empty() { b"]" } else { b"])" })
    }
}

fn write_item(item: &Item, solution: &Solution, to: &mut impl Write) -> io::Result<()> {
    match item {
        Item::Int(number) => write!(to, "{number}"),
        Item::Bool(truth) => write!(to, "{truth}"),
        Item::Set(set) => write_set(set, to),
        Item::Var(var) => write!(to, "{}", solution[*var]),
        Item::Flag(var) => write!(to, "{}", solution[*var] == 1),
        Item::Symbol(var, symbols) => to.write_all(symbols[solution[*var] as usize].as_bytes()),
        Item::Other => to.write_all(b"<>"),
    }
}

fn write_set(set: &Ranges, to: &mut impl Write) -> io::Result<()> {
    match set[..] {
        [] => to.write_all(b"1..0"),
        [(low, high)] => write!(to, "{low}..{high}"),
        _ => {
            let values = set.iter().flat_map(|&(low, high)| low..=high).map(|value| value.to_string());
            write!(to, "{{{}}}", values.collect::<Vec<_>>().join(","))
        }
    }
}
