//! Variables, arrays of them, and how a text refers to them: `x`, `t[0][3]`, `t[][1..2]`.

use std::collections::HashMap;
use std::rc::Rc;

use csp::Var;

use super::Reader;
use super::element::Element;
use super::words::{number, range, ranges, shortened, tokens};
use crate::output::{Item, Part, Shape};
use crate::syntax::Fault;

/// Most variables of an instance.
const MOST_VARIABLES: usize = 1 << 22;

/// An array: the numbers of its cells in each dimension, and the cells, of which some may have no variable.
#[derive(Clone, Debug)]
struct Array {
    sizes: Vec<usize>,
    cells: Vec<Option<Var>>,
    /// The declared values of each cell.
    domains: Domains,
    /// Whether the values are symbols.
    is_symbolic: bool,
}

/// All names. A variable is an array without dimensions.
#[derive(Default)]
pub(super) struct Names<'a> {
    arrays: HashMap<&'a str, Array>,
    order: Vec<&'a str>,
    /// The values that are symbols, by their numbers, and the number of each.
    symbols: Vec<Rc<str>>,
    numbers: HashMap<Rc<str>, i64>,
}

/// What a text refers to: cells, and the number of them in each dimension that is no single index.
pub(super) struct Cells {
    pub cells: Vec<Option<Var>>,
    pub sizes: Vec<usize>,
}

/// The places in an array that a text names, and the number of them in each dimension that is no single index.
struct Places {
    cells: Vec<usize>,
    sizes: Vec<usize>,
}

impl Places {
    /// Reads the indices of an array with these sizes; without any, all cells are meant.
    fn of(name: &str, all: &[usize], indices: &str) -> Result<Places, Fault> {
        let indices = indices_of(indices)?;
        if indices.len() != all.len() && !indices.is_empty() {
            let (has, given) = (all.len(), indices.len());
            return Err(Fault::new(format!("{} has {has} dimensions, not {given}", shortened(name))));
        }
        let mut places = Places { cells: vec![0], sizes: Vec::new() };
        for (dimension, &size) in all.iter().enumerate() {
            let index = indices.get(dimension).copied().unwrap_or("");
            let (low, high) = if index.is_empty() { (0, size as i64 - 1) } else { range(index)? };
            if low < 0 || high >= size as i64 || low > high {
                let what = format!(
                    "{} has no [{}]: its indices are 0 to {}",
                    shortened(name),
                    shortened(index),
                    size - 1
                );
                return Err(Fault::new(what));
            }
            let (low, high) = (low as usize, high as usize);
            if index.is_empty() || index.contains("..") {
                places.sizes.push(high - low + 1);
            }
            let row = |at: &usize| (at * size + low)..=(at * size + high);
            places.cells = places.cells.iter().flat_map(row).collect();
        }
        Ok(places)
    }
}

/// Splits a reference into its name and its indices.
fn parts_of(text: &str) -> (&str, &str) {
    text.split_at(text.find('[').unwrap_or(text.len()))
}

/// The name of a cell: `t[0][3]`.
fn cell_name(name: &str, sizes: &[usize], at: usize) -> String {
    let (mut rest, mut indices) = (at, Vec::with_capacity(sizes.len()));
    for &size in sizes.iter().rev() {
        indices.push(rest % size);
        rest /= size;
    }
    indices.iter().rev().fold(name.to_owned(), |name, index| format!("{name}[{index}]"))
}

impl<'a> Names<'a> {
    /// The cells that a text names.
    pub fn cells(&self, text: &str) -> Result<Cells, Fault> {
        let (name, indices) = parts_of(text);
        let Some(array) = self.arrays.get(name) else {
            return Err(not_declared(name));
        };
        let Places { cells, sizes } = Places::of(name, &array.sizes, indices)?;
        Ok(Cells { cells: cells.into_iter().map(|at| array.cells[at]).collect(), sizes })
    }

    /// The names of the single cells that an argument of a template names, or the argument itself.
    pub fn expanded(&self, text: &str) -> Result<Vec<String>, Fault> {
        let (name, indices) = parts_of(text);
        match self.arrays.get(name) {
            Some(array) if !array.sizes.is_empty() => {
                let places = Places::of(name, &array.sizes, indices)?.cells;
                Ok(places.into_iter().map(|at| cell_name(name, &array.sizes, at)).collect())
            }
            _ => Ok(vec![text.to_owned()]),
        }
    }

    fn add(&mut self, id: &'a str, array: Array) -> Result<(), Fault> {
        self.order.push(id);
        match self.arrays.insert(id, array) {
            None => Ok(()),
            Some(_) => Err(Fault::new(format!("{id} is declared twice"))),
        }
    }

    /// The number of a symbol.
    pub fn symbol(&self, word: &str) -> Option<i64> {
        self.numbers.get(word).copied()
    }

    /// The number that a word says, or the number of a symbol.
    pub fn number(&self, word: &str) -> Result<i64, Fault> {
        self.symbol(word).map_or_else(|| number(word), Ok)
    }

    /// The values of a variable in an element, numbers or symbols.
    fn domain(&mut self, element: &Element<'_>, is_symbolic: bool) -> Result<Domain, Fault> {
        let text = element.text()?;
        if !is_symbolic {
            return ranges(text.split_whitespace());
        }
        let mut values = Vec::new();
        for word in text.split_whitespace() {
            let next = self.symbols.len() as i64;
            let value = *self.numbers.entry(word.into()).or_insert(next);
            if value == next {
                self.symbols.push(word.into());
            }
            values.push((value, value));
        }
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }

    /// The variables as parts of the output.
    pub fn parts(&self) -> Vec<Part> {
        let symbols: Rc<[Rc<str>]> = self.symbols.clone().into();
        let part = |&name: &&str| {
            let array = &self.arrays[name];
            let item = |cell: &Option<Var>| match *cell {
                None => Item::Other,
                Some(var) if array.is_symbolic => Item::Symbol(var, symbols.clone()),
                Some(var) => Item::Var(var),
            };
            let name = name.to_owned() + &"[]".repeat(array.sizes.len());
            let shape = if array.sizes.is_empty() { Shape::Scalar } else { Shape::Array(Vec::new()) };
            Part { name: name.into(), items: array.cells.iter().map(item).collect(), shape }
        };
        self.order.iter().map(part).collect()
    }
}

/// The texts in square brackets.
fn indices_of(text: &str) -> Result<Vec<&str>, Fault> {
    let mut found = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let inside = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let Some((index, after)) = inside else {
            return Err(Fault::new(format!("'{}' is no index in square brackets", shortened(rest))));
        };
        found.push(index.trim());
        rest = after;
    }
    Ok(found)
}

/// The values of variables, as ranges.
type Domain = Vec<(i64, i64)>;

/// The values of cells, of which some are no variables.
type Domains = Vec<Option<Rc<Domain>>>;

impl<'a> Reader<'a> {
    /// Declares all variables.
    pub fn declare(&mut self, variables: &Element<'a>) -> Result<(), Fault> {
        variables.children().iter().try_for_each(|element| element.placed(|| self.declare_one(element)))
    }

    fn declare_one(&mut self, element: &Element<'a>) -> Result<(), Fault> {
        let id = element.attribute("id").ok_or_else(|| Fault::new("a variable has no id"))?;
        let is_symbolic = match element.attribute("type") {
            None => None,
            Some("integer") => Some(false),
            Some("symbolic") => Some(true),
            Some(other) => {
                return Err(Fault::new(format!("{id}: variables of type {other} are not supported")));
            }
        };
        let is_array = match element.name() {
            "var" => false,
            "array" => true,
            other => return Err(Fault::new(format!("<{other}> is no <var> or <array>"))),
        };
        let (sizes, domains, is_symbolic) = match element.attribute("as") {
            Some(other) => {
                let other = self.names.arrays.get(other).ok_or_else(|| not_declared(other))?;
                if other.sizes.is_empty() == is_array || is_symbolic.is_some_and(|is| is != other.is_symbolic)
                {
                    return Err(Fault::new(format!("{id} is of another kind than what it is to be as")));
                }
                (other.sizes.clone(), other.domains.clone(), other.is_symbolic)
            }
            None => {
                let is_symbolic = is_symbolic == Some(true);
                let (sizes, domains) = match is_array {
                    true => self.parts_of_array(id, element, is_symbolic)?,
                    false => (Vec::new(), vec![Some(Rc::new(self.names.domain(element, is_symbolic)?))]),
                };
                (sizes, domains, is_symbolic)
            }
        };
        if domains.len() > MOST_VARIABLES.saturating_sub(self.ground.model.variables()) {
            return Err(too_many(id));
        }
        let variable = |(at, domain): (usize, &Option<Rc<Domain>>)| {
            domain.as_ref().map(|domain| self.ground.variable(&cell_name(id, &sizes, at), domain))
        };
        let cells = domains.iter().enumerate().map(variable).collect();
        self.names.add(id, Array { sizes, cells, domains, is_symbolic })
    }

    /// The sizes of an array, and the values of each of its cells.
    fn parts_of_array(
        &mut self,
        id: &str,
        element: &Element<'a>,
        is_symbolic: bool,
    ) -> Result<(Vec<usize>, Domains), Fault> {
        let size = element.attribute("size").ok_or_else(|| Fault::new(format!("{id} has no size")))?;
        let mut sizes = Vec::new();
        for size in indices_of(size)? {
            let count = number(size)?.try_into().ok().filter(|&count: &usize| count > 0);
            sizes.push(count.ok_or_else(|| Fault::new(format!("{id}: {size} is no size of an array")))?);
        }
        let count = sizes.iter().try_fold(1_usize, |all, &size| all.checked_mul(size));
        let count = count.filter(|&count| count <= MOST_VARIABLES).ok_or_else(|| too_many(id))?;
        let parts = element.children();
        if parts.is_empty() {
            let domain = Rc::new(self.names.domain(element, is_symbolic)?);
            return Ok((sizes, vec![Some(domain); count]));
        }
        let (mut domains, mut others) = (vec![None; count], None);
        for part in parts {
            let domain = Rc::new(self.names.domain(&part, is_symbolic)?);
            let cells = part.attribute("for").ok_or_else(|| Fault::new("a <domain> has no 'for'"))?;
            for text in tokens(cells) {
                if text == "others" {
                    others = Some(domain.clone());
                    continue;
                }
                let (name, indices) = parts_of(text);
                if name != id {
                    return Err(Fault::new(format!("{} is no part of {id}", shortened(text))));
                }
                for at in Places::of(id, &sizes, indices)?.cells {
                    domains[at] = Some(domain.clone());
                }
            }
        }
        domains.iter_mut().filter(|domain| domain.is_none()).for_each(|domain| domain.clone_from(&others));
        Ok((sizes, domains))
    }
}

fn not_declared(name: &str) -> Fault {
    Fault::new(format!("'{}' is not declared", shortened(name)))
}

fn too_many(name: &str) -> Fault {
    Fault::new(format!("{name}: there are more than {MOST_VARIABLES} variables"))
}
