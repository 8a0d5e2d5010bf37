//! Questions about puzzles, and their answers as data and in words.
//!
//! ```text
//!   arguments of the program ─┐                                       ┌─► words, lines, tables, pictures
//!   fields of a call ─────────┼─► Question ──► answer, within limits ─┼─► JSON
//!   message of a page ────────┘                                       └─► messages
//! ```
//!
//! A question is a file: a struct with what is asked, the order of work, the sentences, the answer, which `serde`
//! writes, and the [`call`] that asks it in JSON. The program `sudoku` and its listener read questions and write answers,
//! and nothing else. An answer that is [`Shown`] has a form for each of the program's layouts; a question that leaves
//! nothing to choose is a [`Quick`], of which the program makes a command.
//!
//! ```
//! use sudoku::{Budget, Puzzle, Solver, explain::Detail};
//! use sudoku_ask::{Hint, json};
//!
//! let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse()?;
//! let hint = Hint { marks: puzzle.cells(), detail: Detail::Full, explained: 1, finds_fault: true };
//! let hinted = hint.answer(&puzzle, None, &mut Solver::default(), &Budget::default());
//! assert!(json::line(&hinted).starts_with(r#"{"status":"unique","text":"Last open cell: R1C4 is the last open cell"#));
//! # Ok::<(), sudoku::ParseError>(())
//! ```

pub mod call;
mod candidates;
mod canonical;
mod check;
pub mod compare;
mod convert;
mod count;
mod entries;
mod entry;
mod estimate;
mod explain;
mod failure;
mod generate;
mod hint;
pub mod json;
mod minimize;
mod number;
mod pace;
mod plan;
mod practise;
mod prove;
mod publish;
mod quick;
mod rate;
mod read;
mod reason;
mod render;
mod report;
mod root;
mod shown;
mod status;
mod step;
mod suggest;
mod watch;
mod way;
pub mod words;

pub use candidates::{Candidates, Possible};
pub use canonical::{Canonical, Form};
pub use check::{Check, Checked};
pub use compare::Compare;
pub use convert::{Convert, Converted};
pub use count::{Count, Counted};
pub use entries::{Entered, Entries};
pub use entry::{method, rule, technique};
pub use estimate::{Estimate, Estimated};
pub use explain::{Explain, Explained, Explanation, cell_named};
pub use failure::{Failure, Names};
pub use generate::{Generate, Generated, entitle};
pub use hint::{Advice, Hint, Hinted, LEVELS, Mistakes, WrongEntry, level};
pub use minimize::{Minimize, Minimized, Reduction, clues_in_words};
pub use number::Number;
pub use pace::Pace;
pub use plan::{Batch, Plan, PlanError};
pub use practise::{Practise, Practised};
pub use prove::{Prove, Proved, claimed, concluded};
pub use publish::{Publish, Published, shared};
pub use quick::Quick;
pub use rate::{Rate, Rated};
pub use read::reading;
pub use reason::Reason;
pub use render::{Render, Rendered};
pub use report::{Nth, Report, differences};
pub use root::{Root, Rooted};
pub use shown::Shown;
pub use status::{Solved, Status};
pub use step::{StepData, headed};
pub use suggest::{AIMS, Hardest, Suggest, Suggested, Suggestion};
pub use way::Way;

/// The calls, in the order in which they are listed.
pub const CALLS: &[&call::Call] = &[
    &read::CALL,
    &entries::CALL,
    &candidates::CALL,
    &hint::CALL,
    &explain::CALL,
    &rate::CALL,
    &count::CALL,
    &estimate::CALL,
    &watch::CALL,
    &minimize::CALL,
    &suggest::CALL,
    &generate::CALL,
    &practise::CALL,
    &convert::CALL,
    &render::CALL,
];
