//! FlatZinc for the engine `csp`: the library of the program `fzn-csp`.
//!
//! ```text
//!   text, JSON ──► syntax::Problem ──► build: csp::Model, search phases, output ──► run ──► text on standard output
//!   XCSP3 ──► xcsp ────────────────────────────────────────────▲
//! ```
//!
//! ```
//! let text = "var 1..3: x :: output_var; constraint int_lt(2, x); solve satisfy;";
//! let mut printed = Vec::new();
//! let problem = csp_flatzinc::text::read(text)?;
//! let built = csp_flatzinc::build::build(problem)?;
//! csp_flatzinc::run::run(built, &Default::default(), &csp::Cancel::new(), &mut printed).unwrap();
//! assert_eq!(String::from_utf8(printed).unwrap(), "x = 3;\n----------\n");
//! # Ok::<(), csp_flatzinc::syntax::Fault>(())
//! ```

mod answer;
pub mod build;
pub mod install;
pub mod json;
mod order;
pub mod output;
pub mod parts;
pub mod run;
pub mod syntax;
pub mod text;
pub mod xcsp;
