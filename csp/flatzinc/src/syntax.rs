//! A FlatZinc problem as it is written, before any name is looked up.

use std::fmt;
use std::rc::Rc;

/// Ascending, disjoint and not adjacent ranges of integers.
pub type Ranges = Rc<[(i64, i64)]>;

/// Returns the ranges of a list of integers.
pub fn ranges_of(mut list: Vec<i64>) -> Ranges {
    list.sort_unstable();
    list.dedup();
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for value in list {
        match ranges.last_mut() {
            Some((_, high)) if high.checked_add(1) == Some(value) => *high = value,
            _ => ranges.push((value, value)),
        }
    }
    ranges.into()
}

/// An argument or a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr<'a> {
    /// `true`, `false`
    Bool(bool),
    /// `-3`
    Int(i64),
    /// `1.5`
    Float(f64),
    /// `1..5`, `{1, 3, 7}`
    Set(Ranges),
    /// `"text"`
    Text(Box<str>),
    /// A name of a variable, parameter, array or annotation.
    Name(&'a str),
    /// `x[3]`
    Element(Box<(&'a str, i64)>),
    /// `[a, b]`
    Array(Box<[Expr<'a>]>),
    /// `f(a, b)`
    Call(Box<Call<'a>>),
}

/// A name with arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call<'a> {
    /// The name.
    pub name: &'a str,
    /// The arguments.
    pub arguments: Vec<Expr<'a>>,
}

impl<'a> Expr<'a> {
    /// Returns the name and the arguments of a call; a bare name is a call without arguments.
    pub fn as_call(&self) -> Option<(&'a str, &[Expr<'a>])> {
        match self {
            Expr::Name(name) => Some((name, &[])),
            Expr::Call(call) => Some((call.name, &call.arguments)),
            _ => None,
        }
    }
}

impl fmt::Display for Expr<'_> {
    /// Writes it as in FlatZinc, or in MiniZinc if that is shorter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Bool(truth) => write!(f, "{truth}"),
            Expr::Int(number) => write!(f, "{number}"),
            Expr::Float(number) => write!(f, "{number:?}"),
            Expr::Set(ranges) => {
                let parts = ranges.iter().map(|(least, most)| format!("{least}..{most}"));
                f.write_str(&parts.collect::<Vec<_>>().join(" union "))
            }
            Expr::Text(text) => write!(f, "{text:?}"),
            Expr::Name(name) => f.write_str(name),
            Expr::Element(element) => write!(f, "{}[{}]", element.0, element.1),
            Expr::Array(parts) => write!(f, "[{}]", listed(parts)),
            Expr::Call(call) => write!(f, "{}({})", call.name, listed(&call.arguments)),
        }
    }
}

fn listed(parts: impl IntoIterator<Item: fmt::Display>) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(", ")
}

/// The types of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `var bool`
    Bool,
    /// `var int`, with a domain or without
    Int,
}

/// The form in which a declared name is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// `x = 3;`
    Scalar,
    /// `x = array2d(1..2, 1..3, [...]);`, with the index sets, or the plain list if there are none.
    Array(Vec<Ranges>),
}

/// A declaration of a variable, a parameter or an array of either.
#[derive(Clone, Debug)]
pub struct Declaration<'a> {
    /// The declared name.
    pub name: &'a str,
    /// The type of a variable; `None` for a parameter and for arrays.
    pub variable: Option<Kind>,
    /// The declared values of a variable.
    pub domain: Option<Ranges>,
    /// The value that the name is equal to.
    pub value: Option<Expr<'a>>,
    /// The form in which solutions print it, if they do.
    pub shown: Option<Shown>,
    /// The offset in the text, in bytes.
    pub at: usize,
}

/// A constraint: a call, and where it stands.
#[derive(Clone, Debug)]
pub struct Constraint<'a> {
    /// Name and arguments.
    pub call: Call<'a>,
    /// Whether an annotation asks for domain consistency.
    pub is_strong: bool,
    /// The offset in the text, in bytes.
    pub at: usize,
}

impl<'a> Constraint<'a> {
    /// Creates a constraint. Most annotations are ignored.
    pub fn new(call: Call<'a>, annotations: &[Expr<'a>], at: usize) -> Constraint<'a> {
        let is_strong =
            |annotation: &Expr<'a>| matches!(annotation, Expr::Name("domain" | "domain_propagation"));
        Constraint { call, is_strong: annotations.iter().any(is_strong), at }
    }
}

/// The goal of the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Goal<'a> {
    /// Any solution.
    #[default]
    Satisfy,
    /// The solution in which this is least.
    Minimize(Expr<'a>),
    /// The solution in which this is greatest.
    Maximize(Expr<'a>),
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Problem<'a> {
    /// Parameters, variables and arrays, in their order.
    pub declarations: Vec<Declaration<'a>>,
    /// The constraints.
    pub constraints: Vec<Constraint<'a>>,
    /// Annotations of the solve item.
    pub annotations: Vec<Expr<'a>>,
    /// The goal.
    pub goal: Goal<'a>,
    /// The offset of the solve item, in bytes.
    pub solve_at: usize,
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column, from 1; `None` if the fault has no place.
    pub place: Option<(usize, usize)>,
    /// Offset in bytes, until line and column are known.
    pub at: Option<usize>,
    /// A description.
    pub what: String,
}

impl Fault {
    /// A fault at an offset of the text.
    pub fn at(at: usize, what: impl Into<String>) -> Fault {
        Fault { place: None, at: Some(at), what: what.into() }
    }

    /// A fault without a place.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { place: None, at: None, what: what.into() }
    }

    /// Finds line and column of the offset. A fault of a JSON document has no offset in the text, so it gets no place.
    pub fn located(mut self, text: &str) -> Fault {
        if let (None, Some(at)) = (self.place, self.at) {
            let before = &text.as_bytes()[..at.min(text.len())];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
            self.place = Some((line, column));
        }
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Fault {}
