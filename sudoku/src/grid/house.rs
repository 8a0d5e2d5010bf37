//! Houses: rows, columns, boxes and regions.

use std::fmt;
use std::sync::Arc;

/// A row, column, box or region. The cells of a house have different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    pub(super) name: HouseName,
    /// The name of the house's grid, where there are several grids.
    pub(super) part: Option<Arc<str>>,
    pub(super) cells: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HouseName {
    Row(usize),
    Column(usize),
    Box(usize),
    Region(char),
}

impl House {
    /// The cells, in reading order.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    pub(crate) fn is_row(&self) -> bool {
        matches!(self.name, HouseName::Row(_))
    }

    pub(crate) fn is_column(&self) -> bool {
        matches!(self.name, HouseName::Column(_))
    }

    /// Whether the house is a region that a layout of symbols states.
    pub(crate) fn is_named_by_symbol(&self) -> bool {
        matches!(self.name, HouseName::Region(_))
    }

    /// The name of the house's grid, where there are several grids.
    pub(crate) fn part(&self) -> Option<&str> {
        self.part.as_deref()
    }

    /// Whether the house is a box or region.
    pub fn is_region(&self) -> bool {
        matches!(self.name, HouseName::Box(_) | HouseName::Region(_))
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            HouseName::Row(index) => write!(f, "row {}", index + 1),
            HouseName::Column(index) => write!(f, "column {}", index + 1),
            HouseName::Box(index) => write!(f, "box {}", index + 1),
            HouseName::Region(symbol) => write!(f, "region {symbol}"),
        }?;
        self.part.iter().try_for_each(|part| write!(f, " of {part}"))
    }
}
