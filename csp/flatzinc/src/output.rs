//! Solutions as text.

use std::io::{self, Write};

use csp::{Solution, Var};

use crate::syntax::Ranges;

/// The variables and arrays that solutions print, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// One line of output for each.
    pub parts: Vec<Part>,
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

impl Output {
    /// Writes the values of a solution, and the line that ends it.
    pub fn write(&self, solution: &Solution, to: &mut impl Write) -> io::Result<()> {
        for part in &self.parts {
            write!(to, "{} = ", part.name)?;
            part.write(solution, to)?;
            to.write_all(b";\n")?;
        }
        to.write_all(b"----------\n")?;
        to.flush()
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
