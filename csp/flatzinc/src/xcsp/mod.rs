//! XCSP3, the XML format of the competitions of constraint solvers: its core.
//!
//! ```text
//!   XML ──► roxmltree ──► names: variables and arrays
//!                    └──► element: constraints, groups and blocks, with the arguments of templates filled in
//!                           ├─ list: tokens ──► tree: expressions        ──► constraints: csp::Condition
//!                           └─ goal: what is minimised or maximised      ──► build::Built
//! ```

mod constraints;
mod element;
mod goal;
mod list;
mod names;
mod places;
mod schedules;
mod tables;
mod templates;
mod tree;
mod values;
mod words;

use roxmltree::{Document, ParsingOptions};

use crate::build::{Built, Ground, Objective, Plan};
use crate::output::{Form, Output};
use crate::syntax::Fault;
use element::Element;
use names::Names;

/// What is read of an instance so far.
struct Reader<'a> {
    ground: Ground,
    names: Names<'a>,
}

/// Reads an instance into a model. Faults have a line and a column.
pub fn build(text: &str) -> Result<Built, Fault> {
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        Fault { place: Some((place.row as usize, place.col as usize)), at: None, what: said(&error) }
    })?;
    read(&document).map_err(|fault| fault.located(text))
}

/// The error without its position, which is told apart.
fn said(error: &roxmltree::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at ").map_or(text.as_str(), |(what, _)| what).to_owned()
}

fn read(document: &Document<'_>) -> Result<Built, Fault> {
    let root = Element::root(document.root_element());
    if root.name() != "instance" {
        return Err(root.fault("an XCSP3 instance begins with <instance>"));
    }
    let mut reader = Reader { ground: Ground::default(), names: Names::default() };
    if let Some(variables) = root.child("variables") {
        reader.declare(&variables)?;
    }
    if let Some(constraints) = root.child("constraints") {
        reader.post_all(&constraints)?;
    }
    let objective = match root.child("objectives") {
        Some(objectives) => reader.objective(&objectives)?,
        None => Objective::Satisfy,
    };
    let output = Output { parts: reader.names.parts(), form: Form::Xcsp };
    Ok(reader.ground.finish(objective, Plan::default(), output, None))
}
