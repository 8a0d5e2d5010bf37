//! A formula that is applied to many tuples of cells: `adjacent a b: a != b + 1`.

use super::numbers::is_taken;
use super::parse::{Context, Until};
use super::tree::Formula;
use crate::grid::{Grid, LARGEST};
use crate::symbols::Symbols;
use crate::text::ParseError;
use crate::text::cells::{self, Layout};
use crate::text::did_you_mean;
use crate::text::scan::{Scanner, quote};

const SPANS: [&str; 6] = ["adjacent", "knight", "king", "window", "along", "pairs"];

/// The greatest number of names, which is also that of a window's cells.
const MOST_NAMES: usize = 64;

/// The greatest total size of a formula, over all tuples.
const MOST_AT_ALL: usize = 1 << 20;

/// The tuples of cells to which a formula applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// Pairs of cells with a common side.
    Adjacent,
    /// Pairs of cells a knight's move apart.
    Knight,
    /// Pairs of cells with a common side or corner.
    King,
    /// All rectangles of this size.
    Window { height: usize, width: usize },
    /// All runs of consecutive cells of this list.
    Along(Vec<u16>),
    /// All pairs of cells of this list.
    Pairs(Vec<u16>),
}

/// A formula and the tuples to which it applies. Its names stand for the cells of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Each {
    pub span: Span,
    pub names: Vec<String>,
    pub formula: Formula,
}

impl Each {
    /// Parses the text after the word "each", up to the end of the formula.
    pub fn parse(
        scanner: &mut Scanner<'_>,
        layout: &dyn Layout,
        symbols: &Symbols,
        until: Until,
    ) -> Result<Each, ParseError> {
        scanner.skip_blanks();
        let start = *scanner;
        let span = Span::parse(scanner, layout)?;
        scanner.skip_blanks();
        let first_name = *scanner;
        let names = read_names(scanner, layout)?;
        span.check_names(names.len()).map_err(|what| first_name.error(what))?;
        let formula = Formula::parse(scanner, &Context { layout, symbols, names: &names }, until)?;
        let tuples = match &span {
            Span::Pairs(cells) => cells.len() * cells.len().saturating_sub(1) / 2,
            span => span.tuples(layout.grid(), names.len()).len(),
        };
        if tuples.saturating_mul(formula.size()) > MOST_AT_ALL {
            let what = format!("{tuples} places and {} numbers at each are too many", formula.size());
            return Err(start.error(what).hint(format!("at most {MOST_AT_ALL} together")));
        }
        let names = names.into_iter().map(String::from).collect();
        Ok(Each { span, names, formula })
    }

    /// The tuples of cells for which the names stand.
    pub fn tuples(&self, grid: &Grid) -> Vec<Vec<u16>> {
        self.span.tuples(grid, self.names.len())
    }

    /// Writes the formula as text that parses to an equal one.
    pub fn text(&self, layout: &dyn Layout, symbols: &Symbols) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let formula = self.formula.text(&Context { layout, symbols, names: &names });
        format!("{} {}: {formula}", self.span.text(layout), names.join(" "))
    }
}

impl Span {
    /// Parses a span, up to the names that follow it.
    pub fn parse(scanner: &mut Scanner<'_>, layout: &dyn Layout) -> Result<Span, ParseError> {
        scanner.skip_blanks();
        let at = *scanner;
        match scanner.word().to_lowercase().as_str() {
            "adjacent" => Ok(Span::Adjacent),
            "knight" => Ok(Span::Knight),
            "king" => Ok(Span::King),
            "window" => window(scanner, layout.grid()),
            "along" => Ok(Span::Along(list(scanner, layout)?)),
            "pairs" => Ok(Span::Pairs(list(scanner, layout)?)),
            word => {
                let error = match word {
                    "" => at.expected("where it holds"),
                    word => at.error(format!("each cannot go over {}", quote(word))),
                };
                let spans = || format!("each goes over {}", SPANS.join(", "));
                Err(error.hint(did_you_mean(word, SPANS).unwrap_or_else(spans)))
            }
        }
    }

    /// Checks the number of names.
    fn check_names(&self, names: usize) -> Result<(), String> {
        let wanted = match self {
            Span::Adjacent | Span::Knight | Span::King | Span::Pairs(_) => 2,
            Span::Window { height, width } => height * width,
            Span::Along(cells) if names > cells.len() => {
                return Err(format!("{names} names, but the list has {} cells", cells.len()));
            }
            Span::Along(_) => names.max(1),
        };
        let plural = if wanted == 1 { "" } else { "s" };
        if names == wanted { Ok(()) } else { Err(format!("{wanted} name{plural} expected, not {names}")) }
    }

    /// The tuples of cells for `names` names. In a pair the first cell comes first in reading order or in the list.
    pub fn tuples(&self, grid: &Grid, names: usize) -> Vec<Vec<u16>> {
        match self {
            Span::Adjacent => pairs_apart(grid, &[(0, 1), (1, 0)]),
            Span::Knight => pairs_apart(grid, &[(1, -2), (1, 2), (2, -1), (2, 1)]),
            Span::King => pairs_apart(grid, &[(0, 1), (1, -1), (1, 0), (1, 1)]),
            &Span::Window { height, width } => windows(grid, height, width),
            Span::Along(cells) => cells.windows(names.max(1)).map(<[u16]>::to_vec).collect(),
            Span::Pairs(cells) => {
                let pairs = |(at, &one)| cells[at + 1..].iter().map(move |&other| vec![one, other]);
                cells.iter().enumerate().flat_map(pairs).collect()
            }
        }
    }

    fn text(&self, layout: &dyn Layout) -> String {
        match self {
            Span::Adjacent => "adjacent".into(),
            Span::Knight => "knight".into(),
            Span::King => "king".into(),
            Span::Window { height, width } => format!("window {height}x{width}"),
            Span::Along(cells) => format!("along {}", cells::write(cells, layout)),
            Span::Pairs(cells) => format!("pairs {}", cells::write(cells, layout)),
        }
    }
}

fn window(scanner: &mut Scanner<'_>, grid: &Grid) -> Result<Span, ParseError> {
    scanner.skip_blanks();
    let at = *scanner;
    let height = scanner.number(LARGEST as u64)? as usize;
    if !scanner.take("x") {
        return Err(scanner.expected("x and a width").hint("window 2x2"));
    }
    let width = scanner.number(LARGEST as u64)? as usize;
    let (rows, columns) = (grid.rows(), grid.columns());
    if height == 0 || width == 0 {
        return Err(at.error("a window without cells"));
    }
    if height > rows || width > columns {
        return Err(at.error(format!(
            "a window of {height}x{width} is larger than the grid: {rows} rows of {columns} cells"
        )));
    }
    if height * width > MOST_NAMES {
        return Err(at.error(format!("a window of more than {MOST_NAMES} cells")));
    }
    Ok(Span::Window { height, width })
}

/// Parses a list of cells, up to the first word that is no part of a list.
fn list(scanner: &mut Scanner<'_>, layout: &dyn Layout) -> Result<Vec<u16>, ParseError> {
    scanner.skip_blanks();
    let mut cells = Vec::new();
    cells::part(scanner, layout, &mut cells)?;
    scanner.skip_blanks();
    while cells::is_part(scanner, layout) {
        cells::part(scanner, layout, &mut cells)?;
        scanner.skip_blanks();
    }
    Ok(cells)
}

/// Parses names, up to the colon after them.
fn read_names<'a>(scanner: &mut Scanner<'a>, layout: &dyn Layout) -> Result<Vec<&'a str>, ParseError> {
    let mut names: Vec<&str> = Vec::new();
    loop {
        scanner.skip_blanks();
        if scanner.take(":") {
            return Ok(names);
        }
        let at = *scanner;
        let name = scanner.word();
        if name.is_empty() {
            return Err(at.expected("a name or :"));
        }
        if is_taken(name) || cells::is_part(&at, layout) {
            return Err(at.error(format!("{} is reserved", quote(name))));
        }
        if names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(at.error(format!("a second {}", quote(name))));
        }
        if names.len() == MOST_NAMES {
            return Err(at.error(format!("more than {MOST_NAMES} names")));
        }
        names.push(name);
    }
}

/// All pairs of a cell and the cells at the given offsets (rows down, columns right) from it.
fn pairs_apart(grid: &Grid, steps: &[(i32, i32)]) -> Vec<Vec<u16>> {
    let (rows, columns) = (grid.rows() as i32, grid.columns() as i32);
    let mut pairs = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let beside = steps.iter().map(|(down, right)| (row + down, column + right));
            for (below, right) in
                beside.filter(|&(below, right)| below < rows && (0..columns).contains(&right))
            {
                pairs.push(vec![(row * columns + column) as u16, (below * columns + right) as u16]);
            }
        }
    }
    pairs
}

fn windows(grid: &Grid, height: usize, width: usize) -> Vec<Vec<u16>> {
    let columns = grid.columns();
    let tops = 0..(grid.rows() + 1).saturating_sub(height);
    let corners = tops.flat_map(|top| (0..(columns + 1).saturating_sub(width)).map(move |left| (top, left)));
    corners
        .map(|(top, left)| {
            let cell = |at: usize| ((top + at / width) * columns + left + at % width) as u16;
            (0..height * width).map(cell).collect()
        })
        .collect()
}
