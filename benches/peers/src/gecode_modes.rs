//! Gecode's best settings for each problem, found by trials, with the mode words that `gecode/gecode.cpp` lists. A
//! wide clone distance (`cd`) saves copies of large models where there is little to undo; a clone at every node
//! (`cd=1`) saves recomputation where there is much.

use crate::problem::{Problem, Wanted};

/// Returns the modes for a problem, the best first. The first three take part in every run, since the best may differ
/// between instances.
pub fn of(problem: &Problem) -> &'static [&'static str] {
    match problem {
        Problem::Sudoku(_) => &[
            "dom+afc_size+cd=1",
            "dom+afc_size+cd=1+reused",
            "dom+size+cd=1+reused",
            "dom+chb_size+cd=1+reused",
            "dom+chb_size+cd=1",
            "dom+afc_size",
            "dom+size+cd=1",
        ],
        Problem::Queens { wanted: Wanted::All, .. } => {
            &["val+size+cd=1", "val+size", "val+in_order+cd=1", "bnd+size+cd=1", "dom+size+cd=1"]
        }
        Problem::Queens { wanted: Wanted::First, .. } => &[
            "val+size+max+cd=5000+ad=5000",
            "val+size+min+cd=5000+ad=5000",
            "val+size+med+cd=5000+ad=5000",
            "val+size+min",
            "val+afc_size+min",
        ],
        Problem::Qwh(_) => &[
            // In this order: best on order 33 and on the mean of order 30; best on the median of order 30; balanced
            // instances.
            "dom+chb_size+ties+luby=100+nogoods=128",
            "dom+chb_size",
            "dom+afc_size+ties+luby=100+nogoods=128+cd=1",
            "dom+action_size",
            "dom+chb_size+ties+luby=100+nogoods=128+cd=1",
            "dom+afc_size+cd=1",
        ],
        Problem::Langford { .. } => &["val+afc_size+cd=1", "dom+afc_size+cd=1", "dom+size"],
        Problem::Magic { .. } => &[
            "val+afc_size+rnd+ties+luby=100",
            "bnd+afc_size+rnd+ties+luby=100+nogoods=128",
            "val+size+rnd+ties+luby=100",
            "bnd+afc_size+split+ties+luby=100+nogoods=128",
            "dom+afc_size+max",
            "bnd+afc_size+max",
            "bnd+size+split",
        ],
        Problem::Golomb { .. } => &["val+in_order+cd=1", "bnd+in_order+cd=1", "dom+in_order"],
        Problem::AllInterval { .. } => &[
            "bnd+chb+max+cd=1+steps",
            "bnd+action+max+cd=1+steps",
            "bnd+in_order+cd=1",
            "bnd+in_order",
            "bnd+size",
            "dom+in_order",
        ],
        Problem::Color { .. } => &["val+afc_size+cd=2", "val+afc_size+cd=1", "val+afc_size"],
        Problem::Killer(_) => &[
            // In this order: best on the median; best on the mean, with all sums domain-consistent; best on the mean,
            // without.
            "dom+afc_size+cd=1",
            "dom+afc_size+cd=1+arith",
            "dom+chb_size+cd=1",
            "dom+size+cd=1",
            "bnd+afc_size+cd=1",
        ],
        Problem::JobShop(_) => &[
            "starts+afc_size+bisect",
            "starts+action_size+ties+luby=100+nogoods=128+bisect",
            "starts+chb_size+bisect",
            "afc+bisect",
            "starts+chb_size+ties+luby=100+nogoods=128",
            "afc",
        ],
        Problem::SendMore => &["val+size+cd=1", "val+size", "dom+size"],
    }
}
