//! Claims that can be proved, and the two files of a proof.

use std::fmt::{self, Write};

use super::derive::Derivation;
use super::line::Format;
use super::propagate::{Propagation, Refuted};
use super::refute::{End, refute};
use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::constraints::clause;
use crate::encode::{Budget, Encoder, Inequality, Literal, NotEncodable, Sum};
use crate::model::Model;
use crate::model::decision::Decision;
use crate::model::expression::Expression;
use crate::model::ids::Var;

/// A formula, and the lines that prove that it has no solution or that it has a certain one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Proof {
    /// The formula as text.
    pub formula: String,
    /// The lines as text.
    pub lines: String,
}

/// The reason why there is no proof.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Unproved {
    /// A part of the model has no encoding.
    NotEncodable(NotEncodable),
    /// The claim is wrong: there is a solution.
    Solution,
    /// A limit was reached.
    Limit,
    /// The search found no solution, but the lines do not prove it.
    Unshown,
    /// The model has a mistake.
    Model(Error),
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::NotEncodable(NotEncodable::Variable(var)) => {
                write!(f, "{var} has too many values to be proved")
            }
            Unproved::NotEncodable(NotEncodable::Constraint(id)) => {
                write!(f, "constraint {} cannot be said in a formula", id.index())
            }
            Unproved::Solution => write!(f, "there is a solution that contradicts the claim"),
            Unproved::Limit => write!(f, "a limit was reached before the proof was complete"),
            Unproved::Unshown => write!(f, "the search ended, but its proof has a gap"),
            Unproved::Model(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Unproved {}

impl From<Error> for Unproved {
    fn from(error: Error) -> Unproved {
        Unproved::Model(error)
    }
}

impl From<NotEncodable> for Unproved {
    fn from(part: NotEncodable) -> Unproved {
        Unproved::NotEncodable(part)
    }
}

/// Writes proofs about a model.
///
/// ```
/// use csp::Model;
/// use csp::proof::Prover;
///
/// let mut model = Model::new();
/// let [x, y] = model.array(1..=2);
/// model.post(x.lt(y));
/// let prover = Prover::new(&model).name(x, "left");
/// let proof = prover.no_other_solution(&[x.is(1), y.is(2)])?;
/// assert!(proof.formula.contains("left_1"));
/// let proof = prover.solution(&[1, 2])?;
/// assert!(proof.lines.contains("conclusion SAT : left_1 ~left_2 ~x1_1 x1_2"));
/// # Ok::<(), csp::proof::Unproved>(())
/// ```
#[derive(Clone, Debug)]
pub struct Prover<'m> {
    model: &'m Model,
    assumptions: Vec<Decision>,
    names: Vec<(Var, String)>,
    format: Format,
    limits: Limits,
}

impl<'m> Prover<'m> {
    /// Creates a prover that assumes nothing.
    pub fn new(model: &'m Model) -> Prover<'m> {
        Prover {
            model,
            assumptions: Vec::new(),
            names: Vec::new(),
            format: Format::default(),
            limits: Limits::default(),
        }
    }

    /// Adds decisions to the formula.
    pub fn assume(mut self, decisions: &[Decision]) -> Prover<'m> {
        self.assumptions.extend_from_slice(decisions);
        self
    }

    /// Names a variable in the formula. Without a name it is `x0`, `x1` …
    ///
    /// # Panics
    /// If the name does not begin with a letter or has other signs than letters, digits and `_`.
    pub fn name(mut self, var: Var, name: &str) -> Prover<'m> {
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        assert!(begins && is_plain, "a name in a formula has letters, digits and _ only, not {name:?}");
        self.names.push((var, name.to_owned()));
        self
    }

    /// Sets the format of formula and proof.
    pub fn format(self, format: Format) -> Prover<'m> {
        Prover { format, ..self }
    }

    /// Sets limits for the whole proof: its formula, the search, and the lines. Cases that the lines distinguish count as
    /// nodes, and refuted ones as failures.
    pub fn within(self, limits: Limits) -> Prover<'m> {
        Prover { limits, ..self }
    }

    /// Proves that there is no solution.
    pub fn no_solution(&self) -> Result<Proof, Unproved> {
        self.refute(self.model)
    }

    /// Proves that there is no solution other than those for which all the decisions hold. The formula states that one
    /// of the decisions does not hold.
    pub fn no_other_solution(&self, solution: &[Decision]) -> Result<Proof, Unproved> {
        let mut others = self.model.clone();
        others.post(clause(solution.iter().map(|&decision| !decision)));
        self.refute(&others)
    }

    fn refute(&self, model: &Model) -> Result<Proof, Unproved> {
        let mut encoder = self.encode(model, self.format)?;
        let formula = text(&mut encoder, self.format)?;
        let mut derivation = Derivation::new(encoder, self.format);
        self.run(&mut derivation, model)?;
        Ok(finished(formula, derivation, None, self.format))
    }

    /// Proves that values of the model's variables are a solution, in OPB and for VeriPB.
    pub fn solution(&self, values: &[i32]) -> Result<Proof, Unproved> {
        let mut encoder = self.encode(self.model, Format::Pseudoboolean)?;
        let formula = text(&mut encoder, Format::Pseudoboolean)?;
        let literals = extend(&mut encoder, values)?;
        let mut lines = header(&encoder);
        lines.push_str("output NONE ;\nconclusion SAT :");
        write_literals(&encoder, &literals, &mut lines);
        lines.push_str(" ;\nend pseudo-Boolean proof ;\n");
        Ok(Proof { formula, lines })
    }

    /// Proves that an assignment is a solution, and that no solution has a smaller value of an expression, in OPB and
    /// for VeriPB.
    pub fn optimum(&self, objective: &Expression, solution: &[i32]) -> Result<Proof, Unproved> {
        let format = Format::Pseudoboolean;
        let mut encoder = self.encode(self.model, format)?;
        let encoded = encoder.objective(objective);
        within_budget(&mut encoder)?;
        let (Sum { terms, constant }, defined) = encoded.map_err(|_| Unproved::Unshown)?;
        let best = objective.value(&|var| solution[var.index()]).ok_or(Unproved::Unshown)?;
        if defined.iter().any(|&literal| literal != Literal::TRUE) {
            return Err(Unproved::Unshown);
        }
        encoder.formula.objective = Some(terms.clone());
        let formula = text(&mut encoder, format)?;
        let literals = extend(&mut encoder, solution)?;
        let mut derivation = Derivation::new(encoder, format);
        // The formula's objective has no constant.
        let value = best - constant;
        derivation.text.push_str("soli");
        write_literals(&derivation.encoder, &literals, &mut derivation.text);
        derivation.text.push_str(" ;\n");
        let better = terms.iter().map(|&(a, literal)| (-a, literal));
        derivation.adopt(&Inequality::new(better, 1 - value));
        let mut improved = self.model.clone();
        improved.post(objective.clone().le(best - 1));
        self.run(&mut derivation, &improved)?;
        Ok(finished(formula, derivation, Some(value), format))
    }

    fn encode<'a>(&self, model: &'a Model, format: Format) -> Result<Encoder<'a>, Unproved> {
        if let Some(error) = model.error() {
            return Err(error.clone().into());
        }
        let mut encoder = Encoder::new(model, format.language(), Budget::new(&self.limits));
        let encoded = encoder.encode();
        within_budget(&mut encoder)?;
        encoded?;
        for (var, name) in &self.names {
            encoder.formula.numbers[var.index()].clone_from(name);
        }
        for &decision in &self.assumptions {
            let holds = encoder.decision(decision);
            encoder.clause([holds]);
        }
        within_budget(&mut encoder)?;
        Ok(encoder)
    }

    fn run(&self, derivation: &mut Derivation<'_>, model: &Model) -> Result<(), Unproved> {
        match refute(derivation, model, &self.assumptions)? {
            End::Refuted => Ok(()),
            End::Solution => Err(Unproved::Solution),
            End::Limit => Err(Unproved::Limit),
            End::Unshown => Err(Unproved::Unshown),
        }
    }
}

fn within_budget(encoder: &mut Encoder<'_>) -> Result<(), Unproved> {
    if encoder.budget.is_over_now() { Err(Unproved::Limit) } else { Ok(()) }
}

fn text(encoder: &mut Encoder<'_>, format: Format) -> Result<String, Unproved> {
    let Encoder { formula, budget, .. } = &mut *encoder;
    let text = match format {
        Format::Pseudoboolean => formula.opb(budget),
        Format::Drat => formula.cnf(budget).expect("only clauses are encoded for it"),
    };
    budget.bytes += std::mem::take(&mut budget.text);
    within_budget(encoder)?;
    Ok(text)
}

fn header(encoder: &Encoder<'_>) -> String {
    format!("pseudo-Boolean proof version 3.0\nf {} ;\n", encoder.formula.inequalities())
}

/// `optimum` is the least value of the formula's objective, if it has one.
fn finished(formula: String, derivation: Derivation<'_>, optimum: Option<i64>, format: Format) -> Proof {
    if format == Format::Drat {
        return Proof { formula, lines: derivation.text };
    }
    let mut lines = derivation.text;
    lines.insert_str(0, &header(&derivation.encoder));
    let line = derivation.refutation.expect("it ends with a refutation");
    let conclusion = match optimum {
        None => format!("UNSAT : {line}"),
        Some(value) => format!("BOUNDS {value} : {line} {value}"),
    };
    let _ = write!(lines, "output NONE ;\nconclusion {conclusion} ;\nend pseudo-Boolean proof ;\n");
    Proof { formula, lines }
}

fn write_literals(encoder: &Encoder<'_>, literals: &[Literal], text: &mut String) {
    for &literal in literals {
        text.push(' ');
        encoder.formula.write_literal(literal, text);
    }
}

/// Returns literals for all variables of a formula that hold for values of the model's variables.
fn extend(encoder: &mut Encoder<'_>, values: &[i32]) -> Result<Vec<Literal>, Unproved> {
    let budget = std::mem::take(&mut encoder.budget);
    let formula = &encoder.formula;
    let mut known = Propagation::new(formula.variables());
    known.budget = budget;
    known.add_all(formula);
    let literals = extension(encoder, &mut known, values);
    encoder.budget = known.budget;
    within_budget(encoder)?;
    literals.ok_or(Unproved::Unshown)
}

fn extension(encoder: &Encoder<'_>, known: &mut Propagation, values: &[i32]) -> Option<Vec<Literal>> {
    known.propagate().ok()?;
    known.push();
    for (at, &value) in values.iter().enumerate() {
        known.assume(encoder.is(encoder.number(Var(at as u32)), value.into())).ok()?;
    }
    known.propagate().ok()?;
    let atoms = || (0..encoder.formula.variables()).map(Literal::of_atom);
    // The few auxiliary variables that remain open are tried with both values.
    let mut tried: Vec<(Literal, bool)> = Vec::new();
    while let Some(open) = atoms().find(|&atom| known.value(atom).is_none()) {
        tried.push((open, false));
        known.push();
        known.budget.count(1, 0);
        while assume(known, *tried.last()?) == Err(Refuted) {
            known.pop();
            known.budget.count(0, 1);
            while tried.pop_if(|(_, is_second)| *is_second).is_some() {
                known.pop();
            }
            tried.last_mut()?.1 = true;
            known.push();
        }
        if known.budget.is_over_now() {
            return None;
        }
    }
    Some(atoms().map(|atom| if known.value(atom) == Some(true) { atom } else { !atom }).collect())
}

fn assume(known: &mut Propagation, (literal, is_second): (Literal, bool)) -> Result<(), Refuted> {
    known.assume(if is_second { !literal } else { literal })?;
    known.propagate()
}
