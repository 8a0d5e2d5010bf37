//! The problems as models of the engine, one function each, named as their MiniZinc files. Search annotations of these
//! files are ignored: the engine chooses the order of the search.

mod graphs;
mod logic;
mod numbers;
mod packing;
mod schedules;
pub mod squares;
mod words;

use crate::data::Data;
use crate::task::Task;

/// Makes a model of an instance.
pub type Build = fn(&Data) -> Result<Task, String>;

/// All problems by name.
pub const PROBLEMS: [(&str, Build); 34] = [
    ("allinterval", numbers::all_interval),
    ("bibd", packing::block_design),
    ("binpack", packing::bins),
    ("cars", words::cars),
    ("col", graphs::coloring),
    ("color", graphs::coloring_with_clique),
    ("costas", numbers::costas),
    ("golomb", numbers::golomb),
    ("graceful", graphs::graceful),
    ("jobshop", schedules::job_shop),
    ("killer", squares::killer),
    ("labs", numbers::low_autocorrelation),
    ("langford", numbers::langford),
    ("life", packing::still_life),
    ("magic", squares::magic),
    ("nurse", words::nurses),
    ("openshop", schedules::open_shop),
    ("pigeon", logic::pigeons),
    ("pigeon_ad", logic::pigeons_together),
    ("pigeon_ne", logic::pigeons_in_pairs),
    ("qg", squares::quasigroup_existence),
    ("queens", numbers::queens),
    ("qwh", squares::quasigroup_with_holes),
    ("ramsey", graphs::ramsey),
    ("rbcsp", logic::random_pairs),
    ("rcpsp", schedules::project),
    ("sat", logic::satisfiability),
    ("schur", logic::schur),
    ("sendmore", numbers::send_more),
    ("square", schedules::square),
    ("sudoku", squares::sudoku),
    ("tsp", graphs::tour),
    ("warehouse", packing::warehouses),
    ("zebra", logic::zebra),
];
